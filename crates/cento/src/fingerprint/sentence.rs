//! Sentences as sets of words, in any order: what is left of each word without its ending, stop words left out.
//!
//! - Promise: each distinct word of each sentence is one fingerprint over the whole sentence, or each part of the signature
//!   that these words have; and one stands for the sentence itself.
//! - Cost: linear.
//! - Source: Metzler et al., CIKM 2005 (word overlap); Kim, Candan and Tatemura, WWW 2009.

use super::{Cut, Fingerprinter, Reads, Signing, Sketch};
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
        each_sentence(tokens, out, |words, keys| keys.extend_from_slice(words));
    }

    fn reads(&self) -> Reads<'_> {
        Reads::Sentences(&self.stems)
    }
}

/// Keeps the parts of each sentence's signature, by which an index finds those that are near.
#[derive(Debug)]
pub struct SentenceSignatures {
    /// What words are the same, and which do not count.
    pub stems: Stems,
    signing: Signing,
    cut: Cut,
}

impl SentenceSignatures {
    /// To find signatures that differ in at most so many bits.
    pub fn new(stems: Stems, signing: Signing, distance: u32) -> Self {
        let cut = Cut::stored(signing, distance);
        Self {
            stems,
            signing,
            cut,
        }
    }
}

impl Fingerprinter for SentenceSignatures {
    fn fingerprint(&self, tokens: &Tokens, out: &mut Sketch) {
        let mut words_of_all = 0;
        each_sentence(tokens, out, |words, keys| {
            let signature = self.signing.signature_of(words);
            keys.extend(self.cut.keys(signature));
            words_of_all += 1 + words.len() as u32;
        });
        // How they are cut follows from a distance, and says nothing about the document.
        out.count_as(words_of_all);
    }

    fn reads(&self) -> Reads<'_> {
        Reads::Sentences(&self.stems)
    }
}

/// Appends the sentences that have words, each with a fingerprint for itself and one for each of the keys that `keys` makes of
/// its words, which come in order, each once.
fn each_sentence(tokens: &Tokens, out: &mut Sketch, mut keys: impl FnMut(&[u64], &mut Vec<u64>)) {
    let (mut words, mut own) = (Vec::new(), Vec::new());
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
        if words.is_empty() {
            continue;
        }
        own.clear();
        own.push(SENTENCE);
        keys(&words, &mut own);
        for &key in &own {
            out.push(key, span.begin as usize, span.len() as usize);
        }
        out.sentences.push(span, words.iter().copied());
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
        self.push_some(span, |all| all.extend(words));
    }

    /// The same of what `append` appends; gives these words.
    #[inline]
    pub(crate) fn push_some(
        &mut self,
        span: TokenSpan,
        append: impl FnOnce(&mut Vec<u64>),
    ) -> &[u64] {
        let from = self.words.len();
        append(&mut self.words);
        if self.words.len() > from {
            self.spans.push(span);
            self.ends.push(self.words.len() as u32);
        }
        &self.words[from..]
    }

    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Behind the last token of the last.
    pub(crate) fn end(&self) -> u32 {
        self.spans.last().map_or(0, |span| span.end)
    }

    /// The sentence that begins at a token.
    pub(crate) fn beginning_at(&self, token: u32) -> Option<usize> {
        let begins = |span: &TokenSpan| span.begin.cmp(&token);
        self.spans.binary_search_by(begins).ok()
    }

    /// How many words all have together.
    pub(crate) fn words(&self) -> u32 {
        self.words.len() as u32
    }

    /// How many words a sentence has on the average; none where there is none.
    pub(crate) fn mean_words(&self) -> Option<f64> {
        (self.len() > 0).then(|| self.words.len() as f64 / self.len() as f64)
    }

    /// How many different words they have.
    pub(crate) fn distinct_words(mut self) -> usize {
        self.words.sort_unstable();
        self.words.dedup();
        self.words.len()
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
