//! Which shingle leaves a full bucket.

use super::table::{Bucket, NAMED};

/// Who leaves. Where several could, the oldest does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eviction {
    /// Any of them.
    Random,
    /// The one that has not been met for the longest time.
    Lru,
    /// The one that was met least often.
    CopyCount,
    /// The one that was met least often, where the ends of copied blocks and of documents count for more: between
    /// these, what is missing can be [guessed](super::Estimation::Bridging).
    Lucky,
}

NAMED!(Eviction, "eviction" {
    "random" => Random,
    "lru" => Lru,
    "copy-count" => CopyCount,
    "lucky" => Lucky,
});

/// Shingles whose count is full, at which all of a bucket are halved.
const FULL_COUNTS: usize = 10;

/// Every so many selected shingles one counts for more.
const EVERY: usize = 7;

impl Eviction {
    /// What measures best: see `docs/studies/origin.md`.
    pub const DEFAULT: Self = Self::Lucky;

    /// Whether shingles have a score.
    pub(super) fn has_score(self) -> bool {
        matches!(self, Self::CopyCount | Self::Lucky)
    }

    /// The one to leave a full bucket. `random` is for [`Eviction::Random`].
    pub(super) fn victim(self, bucket: &Bucket<'_>, random: impl FnOnce() -> u64) -> usize {
        match self {
            Self::Random => ((u128::from(random()) * bucket.tags.len() as u128) >> 64) as usize,
            // They stand in the order in which they were met.
            Self::Lru => 0,
            Self::CopyCount | Self::Lucky => bucket.least(),
        }
    }

    /// A shingle is met again.
    pub(super) fn hit(self, bucket: &mut Bucket<'_>, slot: usize) {
        match self {
            Self::Random | Self::Lucky => {}
            Self::Lru => bucket.make_youngest(slot),
            Self::CopyCount => {
                bucket.scores[slot] = bucket.scores[slot].saturating_add(1);
                let full = bucket.scores.iter().filter(|&&score| score == u8::MAX);
                if full.count() >= FULL_COUNTS {
                    bucket.halve();
                }
            }
        }
    }

    /// A shingle's score grows, once the whole document is known. All of a bucket are halved when their mean reaches
    /// `halve_at`.
    pub(super) fn reward(bucket: &mut Bucket<'_>, slot: usize, by: usize, halve_at: usize) {
        let score = &mut bucket.scores[slot];
        *score = score.saturating_add(by.min(255) as u8);
        let sum: usize = bucket.scores.iter().map(|&score| usize::from(score)).sum();
        if sum >= halve_at * bucket.len() {
            bucket.halve();
        }
    }
}

/// What the lucky score of the `at`-th of `selected` shingles grows by, besides that of the block it may end;
/// `met` if it was there before.
pub(super) fn lucky(at: usize, selected: usize, met: bool) -> usize {
    let end_of_document = at == 0 || at + 1 == selected;
    usize::from(met)
        + 3 * usize::from(end_of_document)
        + usize::from((at + 1).is_multiple_of(EVERY))
}

/// The same for the first and the last of a copied block of so many.
pub(super) fn lucky_end(block: usize) -> usize {
    block.saturating_sub(2).isqrt()
}
