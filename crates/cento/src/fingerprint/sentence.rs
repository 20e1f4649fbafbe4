//! Sentences as sets of words, in any order: what is left of each word without its ending, stop words left out.
//!
//! - Promise: each distinct word of each sentence is one fingerprint over the whole sentence, and one stands for the
//!   sentence itself.
//! - Cost: linear.
//! - Source: Metzler et al., CIKM 2005 (word overlap); Kim, Candan and Tatemura, WWW 2009.

use super::{Fingerprinter, Reads, Sketch};
use crate::hash::key;
use crate::span::TokenSpan;
use crate::token::{Stems, Tokens};

/// The key of every sentence that has words, by which they are counted.
pub(crate) const SENTENCE: u64 = 0x5e47_e4ce_5e47_e4ce;

/// Keeps the words of each sentence.
#[derive(Debug)]
pub struct SentenceWords {
    /// What words are the same, and which do not count.
    pub stems: Stems,
}

impl Fingerprinter for SentenceWords {
    fn fingerprint(&self, tokens: &Tokens, out: &mut Sketch) {
        let mut words = Vec::new();
        for &span in &tokens.sentences {
            words.clear();
            let stems = tokens.stems.get(span.range()).unwrap_or_default();
            words.extend(
                stems
                    .iter()
                    .filter(|&&stem| stem != Stems::STOP)
                    .map(|&stem| key(stem)),
            );
            words.sort_unstable();
            words.dedup();
            if !words.is_empty() {
                out.push(SENTENCE, span.begin as usize, span.len() as usize);
            }
            for &word in &words {
                out.push(word, span.begin as usize, span.len() as usize);
            }
            out.sentences.push(span, words.iter().copied());
        }
    }

    fn reads(&self) -> Reads<'_> {
        Reads::Sentences(&self.stems)
    }
}

/// Half of a word's key: enough for its bits in a signature.
pub(crate) fn half(key: u64) -> u32 {
    (key >> 32) as u32
}

/// The words of sentences, one behind the other: their keys, or their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sentences {
    spans: Vec<TokenSpan>,
    /// Where the words of each end.
    ends: Vec<u32>,
    words: Vec<u64>,
}

impl Sentences {
    /// Appends a sentence, unless it has no words. These come in order, each once.
    pub(crate) fn push(&mut self, span: TokenSpan, words: impl Iterator<Item = u64>) {
        let from = self.words.len();
        self.words.extend(words);
        if self.words.len() > from {
            self.spans.push(span);
            self.ends.push(self.words.len() as u32);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// How many words a sentence has on the average; none where there is none.
    pub(crate) fn mean_words(&self) -> Option<f64> {
        (self.len() > 0).then(|| self.words.len() as f64 / self.len() as f64)
    }

    pub(crate) fn clear(&mut self) {
        self.spans.clear();
        self.ends.clear();
        self.words.clear();
    }

    /// Where a sentence stands, and its words.
    pub(crate) fn get(&self, at: usize) -> (TokenSpan, &[u64]) {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        (
            self.spans[at],
            &self.words[begin as usize..self.ends[at] as usize],
        )
    }
}
