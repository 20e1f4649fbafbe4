//! Two books compared by the order of their unique words.
//!
//! Of the words that stand once in each book, as many as follow one another in both are found: a longest common
//! subsequence, which for words without repeats is a longest rising one. Its length, against the numbers of words there
//! are, is the [score](Score); where the score is high enough, the text around some of the words is looked at.
//!
//! - Source: Yalniz, Can and Manmatha, CIKM 2011.
//! - Departures: of all unique words only those count that stand in the other book at all ([`Counted::Both`]), and a
//!   pair must be [confirmed](confirm) by its text.

mod confirm;
mod score;

pub use score::{Counted, OrderOptions, Score};

use std::sync::Arc;

use super::store::{Sketched, Store, Words};
use crate::align::Seed;
use crate::error::Result;
use crate::rising::Rising;

/// Compares pairs; its memory is used again.
#[derive(Debug)]
pub(super) struct Order {
    options: OrderOptions,
    rising: Rising,
    /// Places in both books of the words that stand once in each, by the first.
    pub(super) common: Vec<Seed>,
    /// Those in order, by place in `common`.
    chain: Vec<u32>,
    /// The distinct words of the later book, and its number: it is compared with many.
    vocabulary: Option<(u32, Vec<u32>)>,
}

/// What two books share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kin {
    pub(super) lcs: u32,
    /// The unique words of each,
    pub(super) sizes: [u32; 2],
    /// and how many of them stand in the other at all.
    pub(super) known: [u32; 2],
    /// The share of words looked at around which the text is the same, in ten-thousandths.
    pub(super) confirmed: u32,
}

/// Words in order around which the text is looked at.
const LOOKED_AT: usize = 96;

/// One common word in so many is a sample; fewer than these tell nothing.
const SAMPLE: u64 = 8;
const FEW: usize = 24;

/// A whole share.
pub(crate) const WHOLE: u32 = 10_000;

impl Order {
    pub(super) fn new(options: OrderOptions) -> Self {
        Self {
            options,
            rising: Rising::default(),
            common: Vec::new(),
            chain: Vec::new(),
            vocabulary: None,
        }
    }

    /// Compares two books; nothing where they are no duplicates.
    pub(super) fn compare(&mut self, store: &Store, a: u32, b: u32) -> Result<Option<Kin>> {
        let [a_sketch, b_sketch] = [store.sketch(a)?, store.sketch(b)?];
        let sizes = [&a_sketch, &b_sketch].map(|sketch| sketch.len() as u32);
        let least = self.options.least(sizes[0], sizes[1]);
        if self.is_without_order(&a_sketch, &b_sketch) {
            return Ok(None);
        }
        self.find_common(&a_sketch, &b_sketch, u64::MAX);
        if (self.common.len() as u32) < least {
            return Ok(None);
        }
        self.common.sort_unstable_by_key(|seed| seed.a);
        let common = &self.common;
        let lcs = self.rising.find(common.len(), |at| common[at].b) as u32;
        if lcs < least {
            return Ok(None);
        }
        let OrderOptions { by, words, .. } = self.options;
        let threshold = self.options.threshold();
        let known = match words {
            Counted::All => sizes,
            Counted::Both => self.known(store, (a, &a_sketch), (b, &b_sketch))?,
        };
        if by.of(lcs, known[0], known[1]) < threshold {
            return Ok(None);
        }
        self.chain.clear();
        let chain = self.rising.backwards().map(|at| at as u32);
        self.chain.extend(chain);
        let confirmed = self.confirmed(store, a, b)?;
        let is_confirmed = f64::from(confirmed) >= self.options.confirmed * f64::from(WHOLE);
        Ok(is_confirmed.then_some(Kin {
            lcs,
            sizes,
            known,
            confirmed,
        }))
    }

    /// Whether a sample of the common words stands in hardly more order than chance gives: of most pairs that are looked
    /// at, this is all that is. Keys are spread evenly, so that the least of them are a sample.
    fn is_without_order(&mut self, a: &Sketched, b: &Sketched) -> bool {
        self.find_common(a, b, u64::MAX / SAMPLE);
        let common = &mut self.common;
        if common.len() < FEW {
            return false;
        }
        common.sort_unstable_by_key(|seed| seed.a);
        let lcs = self.rising.find(common.len(), |at| common[at].b) as f64;
        // By chance it is twice the root of their number, less a little (Vershik and Kerov 1977); the deviation is its
        // sixth root.
        lcs < 2.5 * (common.len() as f64).sqrt() + 2.0
    }

    /// The words that stand once in each book, of those with keys up to a last one. Both sketches are in the order of
    /// their keys.
    fn find_common(&mut self, a: &Sketched, b: &Sketched, last: u64) {
        self.common.clear();
        let up_to = |sketch: &Sketched| match last {
            u64::MAX => sketch.len(),
            last => sketch.keys.partition_point(|&key| key <= last),
        };
        let (a_end, b_end) = (up_to(a), up_to(b));
        let (mut x, mut y) = (0, 0);
        while x < a_end && y < b_end {
            let (a_key, b_key) = (a.keys[x], b.keys[y]);
            if a_key == b_key {
                self.common.push(Seed {
                    a: a.places[x],
                    b: b.places[y],
                    length: 1,
                });
            }
            // Without a branch that cannot be foretold.
            x += usize::from(a_key <= b_key);
            y += usize::from(b_key <= a_key);
        }
    }

    /// How many unique words of each book stand in the other.
    fn known(
        &mut self,
        store: &Store,
        (a, a_sketch): (u32, &Sketched),
        (b, b_sketch): (u32, &Sketched),
    ) -> Result<[u32; 2]> {
        let (a_words, b_words) = (store.words(a)?, store.words(b)?);
        let distinct = |words: &Arc<Words>| {
            let mut words = words.words.clone();
            words.sort_unstable();
            words.dedup();
            words
        };
        let in_b = match self.vocabulary.take() {
            Some((of, words)) if of == b => words,
            _ => distinct(&b_words),
        };
        let count = |sketch: &Sketched, words: &Words, other: &[u32]| {
            let word = |place: &&u32| words.words.get(**place as usize);
            let known = |place: &&u32| word(place).is_some_and(|w| other.binary_search(w).is_ok());
            sketch.places.iter().filter(known).count() as u32
        };
        let known = [
            count(a_sketch, &a_words, &in_b),
            count(b_sketch, &b_words, &distinct(&a_words)),
        ];
        self.vocabulary = Some((b, in_b));
        Ok(known)
    }

    /// The share of the words in order around which the text is the same; some of them, evenly spread, are looked at.
    fn confirmed(&self, store: &Store, a: u32, b: u32) -> Result<u32> {
        let (a, b) = (store.text(a)?, store.text(b)?);
        let looked_at = self.chain.len().min(LOOKED_AT);
        let confirmed = (0..looked_at).filter(|at| {
            let at = (2 * at + 1) * self.chain.len() / (2 * looked_at);
            let seed = self.common[self.chain[at] as usize];
            confirm::is_confirmed(&a, seed.a, &b, seed.b)
        });
        Ok(confirmed.count() as u32 * WHOLE / looked_at.max(1) as u32)
    }
}
