//! The rarest keys of every document, which say what it is compared with.
//!
//! Unrelated books share a tenth of their unique words: common words, each of which stands in many books. To join on
//! these would look at every pair of books. So a document asks for others by its rarest keys only, a quarter of those
//! that any other has; a key links two documents where one of them asks by it. The pairs that share enough rare keys are
//! then compared by all keys, common ones too: a key in many documents is weak evidence, not none.
//!
//! - Promise: of two documents that share keys regardless of how rare these are, a quarter of the shared ones link them;
//!   half of that is asked for. Documents with few keys ask by all of them, and lose nothing.
//! - Loses: a pair that shares hardly any but common keys, less than an eighth as many rare ones as its size asks for.
//! - Cost: the postings are gone through twice; memory of 200 bytes a document.
//! - Source: the prefixes of All-Pairs and PPJoin (Bayardo et al. 2007, Xiao et al. 2008), whose order, rarest first, this
//!   is. Their bound is exact, and would take in six keys of seven.

use std::sync::atomic::{AtomicU32, Ordering};

/// Keys that a document asks by at least, where it has them.
const FEWEST: u32 = 64;

/// A document asks by one in so many of its keys.
const ONE_IN: u32 = 4;

/// Frequencies are counted exactly up to this, then by half octaves.
const EXACT: u32 = 8;
const BUCKETS: usize = 48;

/// The bucket of a key in so many documents, two at least.
fn bucket(documents: u32) -> usize {
    let at = if documents < EXACT {
        documents as usize
    } else {
        let octave = documents.ilog2();
        let upper = (documents >> (octave - 1)) & 1;
        EXACT as usize + 2 * (octave - EXACT.ilog2()) as usize + upper as usize
    };
    at.min(BUCKETS - 1)
}

/// How many keys of each document stand in how many others.
pub(super) struct Rarities {
    counts: Vec<AtomicU32>,
}

impl Rarities {
    pub(super) fn new(documents: usize) -> Self {
        Self {
            counts: (0..documents * BUCKETS).map(|_| 0.into()).collect(),
        }
    }

    /// A key stands in these documents.
    pub(super) fn add(&self, documents: &[u32]) {
        let bucket = bucket(documents.len() as u32);
        for &doc in documents {
            self.counts[doc as usize * BUCKETS + bucket].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Up to how rare a key each document asks by.
    pub(super) fn rarest(&self) -> Rarest {
        let mut rarest = Rarest::default();
        for counts in self.counts.chunks_exact(BUCKETS) {
            let counts: Vec<u32> = counts
                .iter()
                .map(|count| count.load(Ordering::Relaxed))
                .collect();
            let all: u32 = counts.iter().sum();
            let enough = (all / ONE_IN).max(FEWEST).min(all);
            let (mut asked, mut last) = (0, 0);
            for (bucket, count) in counts.iter().enumerate() {
                if asked >= enough {
                    break;
                }
                asked += count;
                last = bucket;
            }
            rarest.last.push(last as u8);
            rarest.shares.push(asked as f32 / all.max(1) as f32);
        }
        rarest
    }
}

/// What each document asks by.
#[derive(Debug, Default)]
pub(crate) struct Rarest {
    /// The last bucket of keys it asks by.
    last: Vec<u8>,
    /// The share of its keys that these are.
    shares: Vec<f32>,
}

impl Rarest {
    /// Whether a document asks by a key in so many documents.
    pub(super) fn asks(&self, doc: u32, documents: u32) -> bool {
        bucket(documents) <= usize::from(self.last[doc as usize])
    }

    /// How many shared keys, by which one of two documents asks, stand for `all`: half as many as there would be if
    /// these were neither rare nor common; all, where all are asked by.
    pub(super) fn expected(&self, a: u32, b: u32, all: u32) -> u32 {
        let share = |doc: u32| self.shares.get(doc as usize).copied().unwrap_or(1.0);
        let share = share(a).max(share(b));
        if share >= 1.0 {
            return all;
        }
        ((share / 2.0 * all as f32) as u32).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarer_keys_never_stand_behind_commoner_ones() {
        let buckets: Vec<usize> = (2..100_000).map(bucket).collect();
        assert!(buckets.is_sorted());
        assert!(buckets[..7].is_sorted_by(|x, y| x < y));
        assert_eq!(bucket(u32::MAX), BUCKETS - 1);
    }

    #[test]
    fn the_rarest_quarter_is_asked_by() {
        let rarities = Rarities::new(60);
        // Document 0 has 200 keys with one other, 100 with ten, 100 with fifty; 59 has the last only.
        for _ in 0..200 {
            rarities.add(&[0, 1]);
        }
        for _ in 0..100 {
            rarities.add(&(0..10).collect::<Vec<_>>());
        }
        for _ in 0..100 {
            rarities.add(&(0..50).collect::<Vec<_>>());
        }
        for _ in 0..10 {
            rarities.add(&[58, 59]);
        }
        let rarest = rarities.rarest();
        assert!(rarest.asks(0, 2) && !rarest.asks(0, 10));
        // One with few keys asks by all it has.
        assert!(rarest.asks(59, 2));
        assert!(rarest.asks(20, 50));
        assert_eq!(rarest.expected(58, 59, 7), 7);
        assert_eq!(rarest.expected(0, 0, 100), 25);
    }
}
