//! A document's tokens, column by column.

use super::{Form, Hidden};
use crate::span::{ByteSpan, TokenSpan};

/// The tokens of one document in order. Reused from document to document: `clear` keeps the memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// The hash of each normalised token.
    pub hashes: Vec<u64>,
    /// Where each token stands in the original text.
    pub spans: Vec<ByteSpan>,
    /// What each token looks like; empty unless a method [asks](crate::fingerprint::Fingerprinter::reads_forms).
    pub forms: Vec<Form>,
    /// The sentences, which together hold every token once; empty unless [asked for](super::Words::sentences).
    pub sentences: Vec<TokenSpan>,
    /// The hash of each token's stem, or [`STOP`](super::Stems::STOP); empty unless [asked for](super::Stems::fill).
    pub stems: Vec<u64>,
    /// What is in the words and is not seen.
    pub hidden: Hidden,
}

impl Tokens {
    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// True when there is no token.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Forgets all tokens.
    pub fn clear(&mut self) {
        self.hashes.clear();
        self.spans.clear();
        self.forms.clear();
        self.sentences.clear();
        self.stems.clear();
        self.hidden = Hidden::default();
    }

    /// Makes room for so many more.
    pub fn reserve(&mut self, tokens: usize) {
        self.hashes.reserve(tokens);
        self.spans.reserve(tokens);
    }

    /// Makes room for so many in all, and no more.
    pub(crate) fn reserve_exact(&mut self, tokens: usize) {
        self.hashes
            .reserve_exact(tokens.saturating_sub(self.hashes.len()));
        self.spans
            .reserve_exact(tokens.saturating_sub(self.spans.len()));
    }

    /// Bytes of memory they take, filled or not.
    pub(crate) fn room(&self) -> usize {
        self.hashes.capacity() * size_of::<u64>()
            + self.spans.capacity() * size_of::<ByteSpan>()
            + self.forms.capacity() * size_of::<Form>()
            + self.sentences.capacity() * size_of::<TokenSpan>()
            + self.stems.capacity() * size_of::<u64>()
    }

    /// The bytes from the first to the last token of `span`, what stands between them included.
    /// An empty span gives an empty one.
    pub fn bytes_of(&self, span: TokenSpan) -> ByteSpan {
        bytes_of(&self.spans, span)
    }
}

/// The bytes from the first to the last of the `tokens` whose `spans` are given.
pub(crate) fn bytes_of(spans: &[ByteSpan], tokens: TokenSpan) -> ByteSpan {
    match spans.get(tokens.range()) {
        Some([first, .., last]) => ByteSpan {
            begin: first.begin,
            end: last.end,
        },
        Some([only]) => *only,
        _ => ByteSpan::default(),
    }
}
