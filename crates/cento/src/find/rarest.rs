//! The rarest keys of every document, which say what it is compared with.
//!
//! Unrelated books share a tenth of their unique words: common words, each of which stands in many books. To join on
//! these would look at every pair of books. So a document asks for others by its rarest keys only: as many as it shares
//! with an unrelated document by chance four times, on average, and some tens of thousands of times with all of them. A
//! key links two documents where one of them asks by it. Pairs that share clearly more of these keys than chance gives
//! are then compared by all keys, common ones too: a key in many documents is weak evidence, not none.
//!
//! - Promise: nothing is lost in collections of up to 300 documents, nor of documents with up to 64 keys: these ask by
//!   all. In larger ones what a pair shares by more than chance links it however common its keys are: copies of a book
//!   that stands there a hundred times ask by keys that a hundred have.
//! - Loses: a pair that shares hardly any but its common keys: a dozen of the rare ones are asked for.
//! - Cost: the postings are gone through twice; hits in proportion to the documents; memory of 200 bytes a document.
//! - Source: rarest first is the order of the prefixes of All-Pairs and PPJoin (Bayardo et al. 2007, Xiao et al. 2008).
//!   Their bound is exact, and takes in all keys but as many as must be shared: six of seven here.

use std::sync::atomic::{AtomicU32, Ordering};

/// Keys that a document asks by at least, where it has them.
const FEWEST: u32 = 64;

/// In a collection of up to so many all pairs can be looked at.
const FEW_DOCUMENTS: usize = 300;

/// Keys that a document shares with an unrelated one by chance, at most, and with all documents.
const CHANCE: f64 = 4.0;
const CHANCE_WITH_ALL: f64 = 40_000.0;

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

/// The most documents that a key of a bucket stands in, but for the last.
fn most(bucket: usize) -> u32 {
    let exact = EXACT as usize;
    if bucket < exact {
        return bucket as u32;
    }
    let (octave, upper) = ((bucket - exact) / 2, (bucket - exact) % 2);
    let first = EXACT << octave;
    first + first / 2 * (1 + upper as u32) - 1
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
        let documents = self.counts.len() / BUCKETS;
        let others = documents.saturating_sub(1).max(1) as f64;
        let most_chance = CHANCE.min(CHANCE_WITH_ALL / others);
        for counts in self.counts.chunks_exact(BUCKETS) {
            let counts = counts.iter().map(|count| count.load(Ordering::Relaxed));
            let all: u32 = counts.clone().sum();
            let (mut asked, mut chance) = (0, 0.0);
            let mut best: Option<(f64, Asked)> = None;
            for (last, count) in counts.enumerate() {
                asked += count;
                chance += f64::from(count) * f64::from(most(last).saturating_sub(1)) / others;
                let is_all = asked == all;
                let share = f64::from(asked) / f64::from(all.max(1));
                let now = Asked {
                    last: last as u8,
                    share: share as f32,
                    chance: chance as f32,
                };
                // What a copy is expected to share, against what is asked of it.
                let gain = share / now.clearly();
                let is_better = best.is_none_or(|(least, _)| gain > least);
                if best.is_none() || asked - count < FEWEST || chance <= most_chance && is_better {
                    best = Some((gain, now));
                }
                if is_all && (documents <= FEW_DOCUMENTS || all <= FEWEST) {
                    best = Some((gain, now));
                }
            }
            rarest.asked.extend(best.map(|(_, asked)| asked));
        }
        rarest
    }
}

/// What each document asks by.
#[derive(Debug, Default)]
pub(crate) struct Rarest {
    asked: Vec<Asked>,
}

/// What a document asks by.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked {
    /// The last bucket of keys.
    last: u8,
    /// The share of its keys that these are.
    share: f32,
    /// How many of them an unrelated document has.
    chance: f32,
}

impl Asked {
    /// How many shared keys are clearly more than chance.
    fn clearly(&self) -> f64 {
        let chance = f64::from(self.chance);
        chance + 4.0 * chance.sqrt() + 2.0
    }
}

impl Rarest {
    /// Whether a document asks by a key in so many documents.
    pub(super) fn asks(&self, doc: u32, documents: u32) -> bool {
        bucket(documents) <= usize::from(self.asked[doc as usize].last)
    }

    /// How many shared keys, by which one of two documents asks, make it worth comparing two that must share `all`.
    pub(super) fn enough(&self, a: u32, b: u32, all: u32) -> u32 {
        let [a, b] = [a, b].map(|doc| self.asked.get(doc as usize));
        let (Some(a), Some(b)) = (a, b) else {
            return all;
        };
        let share = a.share.max(b.share);
        if share >= 1.0 {
            return all;
        }
        // Clearly more than chance. Where books are related more often than not that is more than there can be: then half
        // of what there must be, if rare keys are shared as others are.
        let clearly = a.clearly().max(b.clearly());
        let expected = f64::from(share) * f64::from(all);
        let enough = if clearly > FEWEST.into() {
            clearly.min(expected / 2.0)
        } else {
            clearly
        };
        (enough as u32).max(1)
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
    fn a_bucket_holds_up_to_its_most() {
        for documents in 2..100_000 {
            assert!(most(bucket(documents)) >= documents);
        }
        for bucket_ in 2..40 {
            assert_eq!(bucket(most(bucket_)), bucket_);
            assert_eq!(bucket(most(bucket_) + 1), bucket_ + 1);
        }
    }

    /// So many documents, of which the first has 1,000 keys with one other, 1,000 with nine, 1,000 with half of all.
    fn rarest(documents: u32) -> Rarest {
        let rarities = Rarities::new(documents as usize);
        let half: Vec<u32> = (0..documents / 2).collect();
        for _ in 0..1000 {
            rarities.add(&[0, documents - 1]);
            rarities.add(&half[..10]);
            rarities.add(&half);
        }
        // The last but one has a few of its own.
        for _ in 0..10 {
            rarities.add(&[documents - 2, documents - 1]);
        }
        rarities.rarest()
    }

    #[test]
    fn few_documents_ask_by_all_keys() {
        let rarest = rarest(300);
        assert!((0..150).all(|doc| rarest.asks(doc, 150)));
        assert_eq!(rarest.enough(0, 1, 77), 77);
    }

    #[test]
    fn many_ask_by_rare_ones() {
        let rarest = rarest(10_000);
        // A thousand keys with one other are shared with an unrelated document a tenth of a time, and ten times with nine:
        // more of them would be asked of a copy than it has more.
        assert!(rarest.asks(0, 2) && !rarest.asks(0, 10) && !rarest.asks(0, 5000));
        assert_eq!(rarest.enough(0, 0, 600), 3);
        // One with few keys asks by all it has.
        assert!(rarest.asks(9_998, 2));
        assert_eq!(rarest.enough(9_998, 1, 7), 7);
        // One that has only common keys asks by them.
        assert!(rarest.asks(20, 5000));
    }
}
