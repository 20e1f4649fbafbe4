//! Half-open spans, each with its unit in its name.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// A stretch of bytes of a document's original text, on character boundaries.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    FromBytes,
    IntoBytes,
    Immutable,
    KnownLayout,
)]
#[repr(C)]
pub struct ByteSpan {
    /// First byte.
    pub begin: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A stretch of a document's tokens, counted from 0.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    FromBytes,
    IntoBytes,
    Immutable,
    KnownLayout,
)]
#[repr(C)]
pub struct TokenSpan {
    /// First token.
    pub begin: u32,
    /// One past the last token.
    pub end: u32,
}

impl ByteSpan {
    /// The span as a range that slices a `str`.
    pub fn range(self) -> Range<usize> {
        self.begin as usize..self.end as usize
    }
}

impl TokenSpan {
    /// The span as a range that slices the columns of [`Tokens`](crate::token::Tokens).
    pub fn range(self) -> Range<usize> {
        self.begin as usize..self.end as usize
    }

    /// How many tokens it holds.
    pub fn len(self) -> u32 {
        self.end - self.begin
    }

    /// True when it holds no token.
    pub fn is_empty(self) -> bool {
        self.begin == self.end
    }
}

/// The number of tokens inside at least one of `spans`, which must be sorted by `begin`.
///
/// ```
/// use cento::span::{TokenSpan, covered};
/// let span = |begin, end| TokenSpan { begin, end };
/// assert_eq!(covered([span(0, 5), span(3, 8), span(10, 12)]), 10);
/// ```
pub fn covered(spans: impl IntoIterator<Item = TokenSpan>) -> u32 {
    let (mut total, mut reach) = (0, 0);
    for span in spans {
        total += span.end.saturating_sub(span.begin.max(reach));
        reach = reach.max(span.end);
    }
    total
}
