//! Sentences: runs of tokens between ends of sentences.

use icu_segmenter::SentenceSegmenter;
use icu_segmenter::options::SentenceBreakInvariantOptions;

use super::{Tokens, Words};
use crate::span::TokenSpan;

impl Words {
    /// Tells which of the text's tokens are one sentence. The spans are in order, none is empty, and
    /// together they hold every token once.
    pub fn sentences(&self, text: &str, tokens: &mut Tokens) {
        tokens.sentences.clear();
        let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
        let (mut begin, mut at) = (0, 0);
        for end in segmenter.segment_str(text) {
            while tokens
                .spans
                .get(at)
                .is_some_and(|span| (span.begin as usize) < end)
            {
                at += 1;
            }
            if at > begin {
                tokens.sentences.push(TokenSpan {
                    begin: begin as u32,
                    end: at as u32,
                });
                begin = at;
            }
        }
    }
}
