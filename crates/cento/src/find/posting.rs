//! Where a key occurs.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use crate::fingerprint::Fingerprint;
use crate::span::TokenSpan;

/// One fingerprint of one document. Ordered by key, then document, then place.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
pub(crate) struct Posting {
    /// The key in two halves: whole, it would round the record up from 20 to 24 bytes.
    high: u32,
    low: u32,
    pub(crate) doc: u32,
    pub(crate) span: TokenSpan,
}

impl Posting {
    pub(crate) fn new(doc: u32, fingerprint: &Fingerprint) -> Self {
        let Fingerprint { key, span } = *fingerprint;
        Self {
            high: (key >> 32) as u32,
            low: key as u32,
            doc,
            span,
        }
    }

    #[inline]
    pub(crate) fn key(&self) -> u64 {
        u64::from(self.high) << 32 | u64::from(self.low)
    }
}
