//! From [`Tokens`] to a [`Sketch`]: which runs of tokens stand for a document.
//!
//! Three families. Overlapping: every run of `k` tokens is a shingle, and a [`Selector`] keeps some of
//! them ([`Shingled`]). Non-overlapping: the document is cut into chunks, each of which gives one
//! fingerprint ([`HashBreak`], [`Dct`]); or single words are kept ([`Unique`], [`SentenceWords`]), or a few bits of each ([`Mile`], [`SentenceSignatures`]). [`Scheme`] names them all, in one spelling.

mod chunk;
mod cut;
mod lexicon;
mod mile;
mod params;
mod scheme;
mod select;
mod sentence;
mod shingle;
mod signature;
mod sketch;
mod unique;

pub use chunk::{Coefficient, Dct, HashBreak, Short, Signal};
pub(crate) use cut::Cut;
pub(crate) use lexicon::Lexicon;
pub use mile::{Contained, Contains, Mile, Print, Run};
pub use params::Params;
pub(crate) use scheme::THRESHOLD;
pub use scheme::{Candidates, Comparison, Method, Scheme};
pub use select::{Every, Hailstorm, ModP, Trimmed, Winnow};
pub(crate) use sentence::{SENTENCE, Sentences, half};
pub use sentence::{SentenceSignatures, SentenceWords};
pub use shingle::{Selector, Shingled, Shingles};
pub use signature::Signing;
pub(crate) use sketch::is_stored;
pub use sketch::{Fingerprint, Sketch};
pub use unique::Unique;

use crate::token::{Stems, Tokens};

/// Tokens in, fingerprints out, in increasing order of position.
///
/// Sees tokens only: no text, no path, no document id. Too short a document appends nothing.
pub trait Fingerprinter: Send + Sync {
    /// Appends the fingerprints of a document to `out`.
    fn fingerprint(&self, tokens: &Tokens, out: &mut Sketch);

    /// What it looks at besides hashes.
    fn reads(&self) -> Reads<'_> {
        Reads::Hashes
    }
}

/// What of [`Tokens`] a method looks at.
#[derive(Clone, Copy, Debug)]
pub enum Reads<'a> {
    /// Hashes alone.
    Hashes,
    /// [`Tokens::forms`] too.
    Forms,
    /// [`Tokens::sentences`] and [`Tokens::stems`], as these have them.
    Sentences(&'a Stems),
}
