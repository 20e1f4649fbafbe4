//! How much of a sentence another has.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// The share of its words, and that of what they weigh.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    FromBytes,
    IntoBytes,
    Immutable,
    KnownLayout,
)]
#[repr(C)]
pub(crate) struct Overlap {
    /// In parts of [`PARTS`].
    weighted: u32,
    words: u16,
    of: u16,
}

/// What shares of weight are counted in.
const PARTS: f64 = 1e6;

impl Overlap {
    pub(crate) const WHOLE: Self = Self {
        weighted: PARTS as u32,
        words: 1,
        of: 1,
    };

    /// So many words of a sentence that has `of`, and their share of its weight. A sentence has at most 128 words.
    pub(crate) fn new(words: u32, of: u32, weighted: f64) -> Self {
        Self {
            weighted: (PARTS * weighted).round() as u32,
            words: words as u16,
            of: of as u16,
        }
    }

    pub(crate) fn words(self) -> f64 {
        f64::from(self.words) / f64::from(self.of.max(1))
    }

    pub(crate) fn weighted(self) -> f64 {
        f64::from(self.weighted) / PARTS
    }

    /// By what the best is found: the weighted share, then that of words.
    pub(crate) fn rank(self) -> (u32, u64) {
        // As bits, numbers that are not negative have their own order.
        (self.weighted, self.words().to_bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact_and_ranked() {
        assert_eq!(Overlap::new(2, 3, 0.5).words(), 2.0 / 3.0);
        assert_eq!(Overlap::WHOLE.words(), Overlap::WHOLE.weighted());
        let all = [
            Overlap::new(1, 2, 0.2),
            Overlap::new(2, 3, 0.2),
            Overlap::new(100, 128, 0.2),
            Overlap::new(1, 3, 0.21),
        ];
        assert!(all.map(Overlap::rank).is_sorted());
        assert_eq!(Overlap::default().words(), 0.0);
    }
}
