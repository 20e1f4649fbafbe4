//! From hits to passages: which words of one document stand where in another, edited how.
//!
//! Seeds, places where both documents have the same key, are merged along diagonals into anchors
//! ([`anchor`](self)); anchors are extended both ways as long as the words agree well enough
//! ([`extend`](self)); what lies close together in both documents is joined over the gap
//! ([`chain`](self)). How the two texts of a passage differ is their best alignment from end to end
//! ([`whole`](self)). Sentences that are compared as sets of words have none: of them the words are told that
//! both have ([`shared`](self)).

mod anchor;
mod chain;
mod columns;
mod edits;
mod extend;
mod options;
mod parts;
mod passage;
mod pins;
#[cfg(test)]
pub(crate) mod sample;
mod shape;
mod shared;
mod waves;
mod whole;
mod words;

pub use columns::{Column, Columns, Counts};
pub use edits::Edit;
pub(crate) use edits::{Placed, edits};
pub use options::AlignOptions;
pub(crate) use passage::Aligner;
pub use passage::Passage;
pub(crate) use shape::{SHAPE, Shape};
pub use shared::Shared;
pub(crate) use shared::shared;
pub(crate) use words::Side;

/// A place in two documents where both have the same key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Seed {
    /// The first token in each.
    pub(crate) a: u32,
    pub(crate) b: u32,
    /// Tokens under the key, in `a`.
    pub(crate) length: u32,
}
