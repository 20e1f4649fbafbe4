//! From [`Tokens`] to a [`Sketch`]: which runs of tokens stand for a document.
//!
//! Two families. Overlapping: every run of `k` tokens is a shingle, and a [`Selector`] keeps some of
//! them ([`Shingled`]). Non-overlapping: the document is cut into chunks, each of which gives one
//! fingerprint ([`HashBreak`], [`Dct`]). [`Scheme`] names them all, in one spelling.

mod chunk;
mod params;
mod scheme;
mod select;
mod shingle;
mod sketch;

pub use chunk::{Coefficient, Dct, HashBreak, Short, Signal};
pub use params::Params;
pub use scheme::{Method, Scheme};
pub use select::{Every, Hailstorm, ModP, Trimmed, Winnow};
pub use shingle::{Selector, Shingled, Shingles};
pub use sketch::{Fingerprint, Sketch};

use crate::token::Tokens;

/// Tokens in, fingerprints out, in increasing order of position.
///
/// Sees tokens only: no text, no path, no document id. Too short a document appends nothing.
pub trait Fingerprinter: Send + Sync {
    /// Appends the fingerprints of a document to `out`.
    fn fingerprint(&self, tokens: &Tokens, out: &mut Sketch);
}
