//! DCT fingerprints: a chunk is known by the low frequencies of its token hashes.

use super::HashBreak;
use crate::fingerprint::{Fingerprinter, Sketch};
use crate::hash::{key, run_hash};
use crate::token::Tokens;

/// Chunks by hash-breaking, fingerprints by discrete cosine transform.
#[derive(Clone, Copy, Debug)]
pub struct Dct {
    /// How the text is cut.
    pub breaks: HashBreak,
    /// Bits of a fingerprint: 32 or 64.
    pub bits: u32,
}

impl Fingerprinter for Dct {
    fn fingerprint(&self, tokens: &Tokens, out: &mut Sketch) {
        self.breaks.chunks(&tokens.hashes, |begin, chunk| {
            out.push(key(run_hash(chunk) >> (64 - self.bits)), begin, chunk.len());
        });
    }
}
