//! The keys by which documents ask for others: all rare ones, some of the common.
//!
//! Unrelated books share a tenth of their unique words: common words, each of which stands in many books. To join on
//! these would look at every pair of books. So a document asks for others by some of its keys. Keys are told apart by
//! how many documents have them, in steps of half an octave; of each step a document asks by as many as it shares with
//! an unrelated one a given number of times, on average: by all that are rare, and by a few of the common ones, the
//! same few in every document. A key links two documents where one of them asks by it. Pairs that share clearly more of
//! these keys than chance gives are then compared by all keys: one in many documents is weak evidence, not none.
//!
//! - Promise: nothing is lost in collections of up to 1,000 documents, nor of documents with up to 64 keys: these ask by
//!   all. In larger ones copies are found by rare keys, and those of a book that stands there a hundred times by
//!   keys that a hundred documents have, however many misread words are rarer.
//! - Loses: pairs that share hardly more than chance of what they ask by. How many that are is measured in the study of
//!   editions.
//! - Cost: the postings are gone through twice; hits in proportion to the documents from 1,250 on; memory of 300 bytes
//!   a document.
//! - Source: rarest first is the order of the prefixes of All-Pairs and PPJoin (Bayardo et al. 2007, Xiao et al. 2008).
//!   Their bound is exact, and takes in all keys but as many as must be shared: six of seven here.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::hash::mix;

/// A document with so many keys asks by all of them.
const FEW_KEYS: u32 = 64;

/// In a collection of up to so many all pairs can be looked at.
const FEW_DOCUMENTS: usize = 1000;

/// Keys of one bucket that a document shares with an unrelated one by chance, at most, and with all of them.
const CHANCE: f64 = 4.0;
const CHANCE_WITH_ALL: f64 = 5000.0;

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

    /// What each document asks by.
    pub(super) fn asking(&self) -> Asking {
        let documents = self.counts.len() / BUCKETS;
        let others = documents.saturating_sub(1).max(1) as f64;
        let most_chance = CHANCE.min(CHANCE_WITH_ALL / others);
        let mut asking = Asking::default();
        for counts in self.counts.chunks_exact(BUCKETS) {
            let counts = counts.iter().map(|count| count.load(Ordering::Relaxed));
            let all: u32 = counts.clone().sum();
            let asks_by_all = documents <= FEW_DOCUMENTS || all <= FEW_KEYS;
            let (mut asked, mut chance) = (0.0, 0.0);
            for (bucket, count) in counts.enumerate() {
                let count = f64::from(count);
                let by_chance = count * f64::from(most(bucket).saturating_sub(1)) / others;
                // Many short documents with a common key would ask for all others.
                let is_common = documents > FEW_DOCUMENTS && most(bucket) as usize > FEW_DOCUMENTS;
                let share = match asks_by_all && !is_common {
                    true => 1.0,
                    false => (most_chance / by_chance).min(1.0),
                };
                asked += count * share;
                chance += by_chance * share;
                asking.shares.push((share * f64::from(u16::MAX)) as u16);
            }
            asking.documents.push(Asked {
                keys: asked as f32,
                share: if all == 0 {
                    1.0
                } else {
                    (asked / f64::from(all)) as f32
                },
                chance: chance as f32,
            });
        }
        asking
    }
}

/// What documents ask by.
#[derive(Debug, Default)]
pub(crate) struct Asking {
    /// For each document and bucket the share of keys, in parts of the largest number.
    shares: Vec<u16>,
    documents: Vec<Asked>,
}

/// What a document asks by.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked {
    keys: f32,
    /// The share of its keys that these are.
    share: f32,
    /// How many of them an unrelated document has.
    chance: f32,
}

impl Asking {
    /// Whether a document asks by a key in so many documents. `key` is spread evenly.
    pub(super) fn asks(&self, doc: u32, key: u64, documents: u32) -> bool {
        let share = self.shares[doc as usize * BUCKETS + bucket(documents)];
        (mix(key) >> 48) as u16 <= share
    }

    /// How many shared keys, by which one of two documents asks, make it worth comparing two that must share `all`.
    pub(super) fn enough(&self, a: u32, b: u32, all: u32) -> u32 {
        let [a, b] = [a, b].map(|doc| self.documents.get(doc as usize));
        let (Some(a), Some(b)) = (a, b) else {
            return all;
        };
        let share = a.share.max(b.share);
        if share >= 1.0 {
            return all;
        }
        let chance = a.chance.max(b.chance);
        let clearly = chance + 4.0 * chance.sqrt() + 2.0;
        // Where books are related more often than not that is more than there can be.
        let enough = if clearly > a.keys.min(b.keys) / 2.0 {
            clearly.min(share * all as f32 / 2.0)
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
    fn asking(documents: u32) -> Asking {
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
        rarities.asking()
    }

    /// How many of a thousand keys in so many documents a document asks by.
    fn asked(asking: &Asking, doc: u32, documents: u32) -> usize {
        (0..1000)
            .filter(|&key| asking.asks(doc, key, documents))
            .count()
    }

    #[test]
    fn few_documents_ask_by_all_keys() {
        let asking = asking(1000);
        assert!((0..500).all(|doc| asked(&asking, doc, 500) == 1000));
        assert_eq!(asking.enough(0, 1, 77), 77);
    }

    #[test]
    fn many_ask_by_rare_keys_and_a_few_of_the_common() {
        let asking = asking(10_000);
        // With nine others, a thousand keys are shared with an unrelated document once: twice as often as is asked for.
        assert_eq!(asked(&asking, 0, 2), 1000);
        assert!((350..550).contains(&asked(&asking, 0, 10)));
        assert!(asked(&asking, 0, 5000) < 8);
        // A tenth and twice a half by chance: clearly more than that must be shared.
        assert_eq!(asking.enough(0, 0, 600), 7);
        // One with few keys asks by all it has.
        assert_eq!(asked(&asking, 9_998, 2), 1000);
        assert_eq!(asking.enough(9_998, 1, 7), 7);
    }

    #[test]
    fn all_ask_by_the_same_of_the_common_keys() {
        let asking = asking(10_000);
        let asks = |doc, key: &&u64| asking.asks(doc, **key, 5000);
        let keys: Vec<u64> = (0..100_000).collect();
        let [few, more] = [0, 20].map(|doc| keys.iter().filter(|key| asks(doc, key)).count());
        assert!(few > 0 && more > 0);
        let both = keys
            .iter()
            .filter(|key| asks(0, key) && asks(20, key))
            .count();
        assert_eq!(both, few.min(more));
    }
}
