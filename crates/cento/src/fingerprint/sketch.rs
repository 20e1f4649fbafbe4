//! All fingerprints of a document.

use std::ops::Range;

use super::Sentences;
use crate::span::TokenSpan;

/// One number standing for a run of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// What is joined on.
    pub key: u64,
    /// The tokens it stands for.
    pub span: TokenSpan,
}

/// Whether a fingerprint that stands there is stored by a method with this [overleap](super::Method::overleap).
#[inline]
pub(crate) fn is_stored(span: TokenSpan, overleap: u32) -> bool {
    overleap == 1 || span.begin.is_multiple_of(overleap)
}

/// The fingerprints of one document, in order of position. Reused from document to document.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// What was kept.
    pub fingerprints: Vec<Fingerprint>,
    /// Tokens of a shingle whose runs are folded, or 0.
    folding: u32,
    /// Where the document's fingerprints begin, and how many were folded into the one before them.
    from: usize,
    folded: u32,
    /// How many it counts for, where that is not how many they are.
    counted: Option<u32>,
    /// Whether the last document is a list in the order of the alphabet, for methods that can tell.
    pub(crate) is_word_list: bool,
    /// The sentences of all documents, for methods that compare these.
    pub(crate) sentences: Sentences,
    /// Where the last document's begin.
    from_sentence: usize,
    /// Room for the hashes of all shingles, so that none is allocated for each document.
    pub(super) values: Vec<u64>,
}

impl Fingerprint {
    /// The most tokens that a fingerprint stands for.
    pub const MAX_TOKENS: usize = u16::MAX as usize;

    /// Whether it is stored by a method with this [overleap](super::Method::overleap).
    #[inline]
    pub(crate) fn is_stored(&self, overleap: u32) -> bool {
        is_stored(self.span, overleap)
    }
}

impl Sketch {
    /// From now on a shingle that stands at one place after the other, as in a text of one word
    /// repeated, is one fingerprint over all of them. `shingle` is the method's.
    pub(crate) fn fold(&mut self, shingle: Option<u32>) {
        self.folding = shingle.unwrap_or(0);
    }

    /// Bytes of memory it takes, filled or not.
    pub(crate) fn room(&self) -> usize {
        self.fingerprints.capacity() * size_of::<Fingerprint>()
            + self.values.capacity() * size_of::<u64>()
    }

    /// Forgets all fingerprints.
    pub fn clear(&mut self) {
        self.fingerprints.clear();
        self.sentences.clear();
        self.next_document();
    }

    /// Begins another document behind those that are there.
    pub(crate) fn next_document(&mut self) {
        self.from = self.fingerprints.len();
        self.from_sentence = self.sentences.len();
        self.folded = 0;
        self.counted = None;
        self.is_word_list = false;
    }

    /// Keeps those of the last document's fingerprints that `wanted` accepts.
    pub(crate) fn retain(&mut self, wanted: impl Fn(&Fingerprint) -> bool) {
        let mut kept = self.from;
        for at in self.from..self.fingerprints.len() {
            if wanted(&self.fingerprints[at]) {
                self.fingerprints.swap(kept, at);
                kept += 1;
            }
        }
        self.fingerprints.truncate(kept);
    }

    /// Gives back the room that a large document took, but for its fingerprints.
    pub(crate) fn shrink(&mut self) {
        self.values = Vec::new();
    }

    /// The fingerprints of the last document, and how many they are, folded ones counted too.
    pub(crate) fn document(&self) -> (Range<usize>, u32) {
        let own = self.from..self.fingerprints.len();
        let count = own.len() as u32 + self.folded;
        (own, self.counted.unwrap_or(count))
    }

    /// The last document counts for so many fingerprints, however many are stored for it.
    pub(crate) fn count_as(&mut self, count: u32) {
        self.counted = Some(count);
    }

    /// The sentences of the last document.
    pub(crate) fn document_sentences(&self) -> Range<usize> {
        self.from_sentence..self.sentences.len()
    }

    /// Appends a fingerprint as it is; [`sort_last`](Self::sort_last) puts it in its place.
    pub(crate) fn add(&mut self, fingerprint: Fingerprint) {
        self.fingerprints.push(fingerprint);
    }

    /// Puts the fingerprints of the last document in order.
    pub(crate) fn sort_last(&mut self) {
        self.fingerprints[self.from..].sort_by_key(|fingerprint| fingerprint.span.begin);
    }

    /// Appends one fingerprint for the `length` tokens from `begin`.
    pub fn push(&mut self, key: u64, begin: usize, length: usize) {
        let span = TokenSpan {
            begin: begin as u32,
            end: (begin + length) as u32,
        };
        if length as u32 == self.folding
            && let Some(last) = self.fingerprints[self.from..].last_mut()
            && last.key == key
            && last.span.end + 1 == span.end
            && (last.span.len() as usize) < Fingerprint::MAX_TOKENS
        {
            last.span.end = span.end;
            self.folded += 1;
            return;
        }
        self.fingerprints.push(Fingerprint { key, span });
    }
}
