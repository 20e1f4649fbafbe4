//! Where a key occurs.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use crate::fingerprint::Fingerprint;
#[cfg(doc)]
use crate::fingerprint::Sketch;
use crate::span::TokenSpan;

/// Postings are partitioned by this many leading bits of their keys.
pub(crate) const PARTITION_BITS: u32 = 8;

/// One fingerprint of one document, or a run of it ([`Sketch::fold`]), in 16 bytes: memory and time go with their size.
///
/// From the top: 48 bits of the key, behind those that chose the partition; the document; the first
/// token; how many tokens. Compared as numbers, they sort by key, then document, then place. With
/// the partition's, 56 bits of the key tell keys apart: among a thousand million of them seven pairs
/// are confused, and a pair of documents needs two shared keys.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(transparent)]
pub(crate) struct Posting(u128);

impl Posting {
    pub(crate) fn new(doc: u32, fingerprint: &Fingerprint) -> Self {
        let Fingerprint { key, span } = *fingerprint;
        let key = (key << PARTITION_BITS) >> 16;
        // No fingerprint covers more; see `Fingerprint::MAX_TOKENS`.
        let length = span.len().min(u32::from(u16::MAX));
        let place = u128::from(doc) << 48 | u128::from(span.begin) << 16 | u128::from(length);
        Self(u128::from(key) << 80 | place)
    }

    /// What tells keys of one partition apart, in the upper 48 bits.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        (self.0 >> 64) as u64 & !0xffff
    }

    #[inline]
    pub(crate) fn doc(self) -> u32 {
        (self.0 >> 48) as u32
    }

    #[inline]
    pub(crate) fn span(self) -> TokenSpan {
        let begin = (self.0 >> 16) as u32;
        TokenSpan {
            begin,
            end: begin + u32::from(self.0 as u16),
        }
    }

    /// How many occurrences it stands for, where fingerprints have `shingle` tokens each.
    #[inline]
    pub(crate) fn occurrences(self, shingle: Option<u32>) -> u32 {
        shingle.map_or(1, |k| u32::from(self.0 as u16).saturating_sub(k) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        let span = TokenSpan {
            begin: u32::MAX - 70_000,
            end: u32::MAX - 5000,
        };
        let posting = Posting::new(
            u32::MAX - 1,
            &Fingerprint {
                key: 0xab12_3456_789a_bcde,
                span,
            },
        );
        assert_eq!((posting.doc(), posting.span()), (u32::MAX - 1, span));
        assert_eq!(posting.key(), 0x1234_5678_9abc_0000);
    }

    #[test]
    fn postings_sort_by_key_document_and_place() {
        let posting = |key: u64, doc, begin| {
            Posting::new(
                doc,
                &Fingerprint {
                    key: key << 8,
                    span: TokenSpan {
                        begin,
                        end: begin + 9,
                    },
                },
            )
        };
        let sorted = [
            posting(1, 0, 0),
            posting(1, 0, 7),
            posting(1, 2, 3),
            posting(2, 0, u32::MAX - 9),
            posting(2, u32::MAX, 0),
            posting(3, 0, 0),
        ];
        assert!(sorted.is_sorted());
    }
}
