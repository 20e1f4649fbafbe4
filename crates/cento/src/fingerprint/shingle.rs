//! Shingles, every run of `k` tokens, and the choice among them.

use super::{Fingerprinter, Sketch};
use crate::hash::{key, roll};
use crate::token::Tokens;

/// The shingles of one document.
#[derive(Clone, Copy, Debug)]
pub struct Shingles<'a> {
    /// The hash of each shingle; the one at `i` covers `tokens[i..i + k]`.
    pub values: &'a [u64],
    /// The hashes of the tokens.
    pub tokens: &'a [u64],
    /// Tokens in a shingle.
    pub k: usize,
}

/// Chooses among overlapping shingles. Calls `keep` in increasing order, at most once each; with no
/// shingles, never.
pub trait Selector: Send + Sync {
    /// Calls `keep` with the position of each shingle to keep.
    fn select(&self, shingles: &Shingles<'_>, keep: &mut dyn FnMut(usize));
}

/// The fingerprints of the shingles that `selector` keeps.
#[derive(Clone, Debug)]
pub struct Shingled<S> {
    /// Tokens in a shingle.
    pub k: usize,
    /// Which shingles to keep.
    pub selector: S,
}

impl<S: Selector> Fingerprinter for Shingled<S> {
    fn fingerprint(&self, tokens: &Tokens, out: &mut Sketch) {
        let mut values = std::mem::take(&mut out.values);
        values.clear();
        roll(&tokens.hashes, self.k, &mut values);
        let shingles = Shingles {
            values: &values,
            tokens: &tokens.hashes,
            k: self.k,
        };
        self.selector
            .select(&shingles, &mut |i| out.push(key(values[i]), i, self.k));
        out.values = values;
    }
}
