//! How many pairs of sentences have signatures that are near, by the share of words that they have in common.

use cento::fingerprint::Signing;

use super::scan::{Scan, enough};
use super::sets::{Sets, Vocabulary};
use crate::threads;

/// Shares of words, from the highest on, as the paper's table 2 has them.
pub(super) const BANDS: [&str; 5] = [
    "0.9 to 1",
    "0.8 to 0.9",
    "0.7 to 0.8",
    "0.6 to 0.7",
    "0.5 to 0.6",
];

/// Signatures of the paper, and longer ones.
pub(super) const SIGNINGS: [Signing; 4] = [
    Signing {
        bits: 16,
        hashes: 1,
    },
    Signing {
        bits: 32,
        hashes: 2,
    },
    Signing {
        bits: 64,
        hashes: 2,
    },
    Signing {
        bits: 128,
        hashes: 2,
    },
];

/// Pairs by how many of their bits differ.
#[derive(Clone, Debug)]
pub(super) struct Differing(Vec<u64>);

impl Default for Differing {
    fn default() -> Self {
        Self(vec![0; 129])
    }
}

impl Differing {
    fn add(&mut self, bits: u32) {
        self.0[bits as usize] += 1;
    }

    fn merge(&mut self, other: &Self) {
        let counts = self.0.iter_mut().zip(&other.0);
        counts.for_each(|(own, other)| *own += other);
    }

    /// How many there are.
    pub(super) fn all(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How many differ in at most so many bits.
    pub(super) fn within(&self, distance: u32) -> u64 {
        self.0[..=distance as usize].iter().sum()
    }

    /// The share that differs in at most so many; none where there are no pairs.
    pub(super) fn recall(&self, distance: u32) -> Option<f64> {
        let all = self.all();
        (all > 0).then(|| self.within(distance) as f64 / all as f64)
    }
}

/// What signatures of one kind make of pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted {
    /// Pairs that share enough words, by band.
    pub(super) bands: [Differing; 5],
    /// Those of the same verse among them.
    pub(super) same: [Differing; 5],
    /// All pairs, whatever they share.
    pub(super) candidates: Differing,
}

impl Counted {
    fn merge(&mut self, other: &Self) {
        let own = self.bands.iter_mut().chain(&mut self.same);
        let others = other.bands.iter().chain(&other.same);
        own.zip(others).for_each(|(own, other)| own.merge(other));
        self.candidates.merge(&other.candidates);
    }
}

/// All bands together.
pub(super) fn total(bands: &[Differing; 5]) -> Differing {
    let mut total = Differing::default();
    bands.iter().for_each(|band| total.merge(band));
    total
}

/// The band of a share of words, where it is at least half.
pub(super) fn band(overlap: f64) -> Option<usize> {
    let tenths = overlap * 10.0;
    if tenths < 5.0 - 1e-9 {
        return None;
    }
    // The upper end of a band is in it, and so is the lower one of the last.
    let above = (tenths - 1e-9).floor().clamp(5.0, 9.0);
    Some(9 - above as usize)
}

/// Sentences, those asked for and those looked through, and which documents are the same verse.
pub(super) struct Asked<'a> {
    pub(super) query: &'a Sets,
    pub(super) reference: &'a Sets,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) same: &'a [Option<u32>],
    /// Each so many-th sentence of the query is asked for.
    pub(super) step: usize,
    /// The fewest words that two share.
    pub(super) least: u32,
}

/// Sentences at a time.
const BLOCK: usize = 128;

impl Asked<'_> {
    /// How many sentences are asked for.
    pub(super) fn queries(&self) -> usize {
        self.query.len().div_ceil(self.step)
    }

    /// Compares them with all, for each of [`SIGNINGS`].
    pub(super) fn count(&self) -> [Counted; 4] {
        let weights = self.vocabulary.weights();
        let signatures = SIGNINGS.map(|signing| {
            [self.query, self.reference].map(|sets| self.vocabulary.signatures(sets, signing))
        });
        let blocks = threads::map(self.queries().div_ceil(BLOCK), |block| {
            let mut counted: [Counted; 4] = Default::default();
            let mut scan = Scan::new(self.reference, self.vocabulary, &weights);
            for at in block * BLOCK..self.queries().min((block + 1) * BLOCK) {
                let sentence = at * self.step;
                for (counted, [own, others]) in counted.iter_mut().zip(&signatures) {
                    let own = own[sentence];
                    let each = others.iter().map(|other| (own ^ other).count_ones());
                    each.for_each(|bits| counted.candidates.add(bits));
                }
                let words = self.query.words(sentence);
                let wanted = self.same[self.query.document_of(sentence) as usize];
                scan.each(words, enough(words.len(), 0.5, self.least), |shared| {
                    let Some(band) = band(shared.overlap) else {
                        return;
                    };
                    let found = self.reference.document_of(shared.reference);
                    for (counted, [own, others]) in counted.iter_mut().zip(&signatures) {
                        let bits = (own[sentence] ^ others[shared.reference]).count_ones();
                        counted.bands[band].add(bits);
                        if wanted == Some(found) {
                            counted.same[band].add(bits);
                        }
                    }
                });
            }
            counted
        });
        let mut counted: [Counted; 4] = Default::default();
        for block in &blocks {
            let each = counted.iter_mut().zip(block);
            each.for_each(|(all, one)| all.merge(one));
        }
        counted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento::token::Language;

    #[test]
    fn the_upper_end_of_a_band_is_in_it() {
        let bands = [1.0, 0.95, 0.9, 0.8, 0.75, 7.0 / 10.0, 0.61, 0.6, 0.5, 0.49].map(band);
        let expected = [0, 0, 1, 2, 2, 3, 3, 4, 4].map(Some);
        assert_eq!(bands[..9], expected);
        assert_eq!(bands[9], None);
    }

    #[test]
    fn pairs_are_counted_by_band_and_bits() {
        let mut vocabulary = Vocabulary::new(Language::Other);
        let reference = vocabulary.sets(["a b c d", "a b c e", "f g h i"].into_iter());
        let query = vocabulary.sets(["a b c d", "x y z w"].into_iter());
        let asked = Asked {
            query: &query,
            reference: &reference,
            vocabulary: &vocabulary,
            same: &[Some(0), Some(2)],
            step: 1,
            least: 1,
        };
        for counted in asked.count() {
            let all: Vec<u64> = counted.bands.iter().map(Differing::all).collect();
            assert_eq!(all, [1, 0, 1, 0, 0]);
            // The same words have the same bits.
            assert_eq!(counted.bands[0].recall(0), Some(1.0));
            assert_eq!(counted.bands[1].recall(0), None);
            assert_eq!(counted.same[0].all(), 1);
            assert_eq!(counted.same[2].all(), 0);
            assert_eq!(counted.candidates.all(), 6);
            assert_eq!(total(&counted.bands).all(), 2);
        }
    }
}
