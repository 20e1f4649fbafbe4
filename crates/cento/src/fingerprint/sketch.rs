//! All fingerprints of a document.

use crate::span::TokenSpan;

/// One number standing for a run of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// What is joined on.
    pub key: u64,
    /// The tokens it stands for.
    pub span: TokenSpan,
}

/// The fingerprints of one document, in order of position. Reused from document to document.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// What was kept.
    pub fingerprints: Vec<Fingerprint>,
    /// Room for the hashes of all shingles, so that none is allocated for each document.
    pub(super) values: Vec<u64>,
}

impl Fingerprint {
    /// The most tokens that a fingerprint stands for.
    pub const MAX_TOKENS: usize = u16::MAX as usize;
}

impl Sketch {
    /// Forgets all fingerprints.
    pub fn clear(&mut self) {
        self.fingerprints.clear();
    }

    /// Appends one fingerprint for the `length` tokens from `begin`.
    pub fn push(&mut self, key: u64, begin: usize, length: usize) {
        let span = TokenSpan {
            begin: begin as u32,
            end: (begin + length) as u32,
        };
        self.fingerprints.push(Fingerprint { key, span });
    }
}
