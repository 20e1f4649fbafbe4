//! The order of words that comes of how many sentences have each.

use crate::fingerprint::Lexicon;

/// What weights are counted in: whole numbers add up to the same in any order. Those of a sentence, which has at most 128
/// words, fit into 32 bits.
pub(super) const PARTS: f64 = (1 << 18) as f64;

/// How much a word weighs that so many of all sentences have: `ln(N / df)`, in [`PARTS`].
pub(super) fn weight(all: u32, count: u32) -> u32 {
    let weight = (f64::from(all.max(1)) / f64::from(count.max(1))).ln();
    (PARTS * weight).round() as u32
}

/// The order of words that more than one sentence has: from the rarest on.
#[derive(Debug)]
pub(super) struct Ranks {
    /// By the number of a word, its place in the order, or [`ALONE`].
    ranks: Vec<u32>,
    /// For each word in order, what it weighs.
    weights: Vec<u32>,
    /// The same for a word that one sentence has alone.
    pub(super) alone: u32,
}

const ALONE: u32 = u32::MAX;

impl Ranks {
    /// The order of the words of so many sentences.
    pub(super) fn new(lexicon: &Lexicon, sentences: u32) -> Self {
        // How many have it, its key and its number, side by side: one comparison tells which comes first.
        let mut words: Vec<u128> = (0u32..)
            .zip(lexicon.iter())
            .filter(|(_, (_, count))| *count > 1)
            .map(|(number, (word, count))| {
                u128::from(count) << 96 | u128::from(word) << 32 | u128::from(number)
            })
            .collect();
        words.sort_unstable();
        let mut ranks = vec![ALONE; lexicon.len()];
        for (rank, &word) in (0..).zip(&words) {
            ranks[word as u32 as usize] = rank;
        }
        Self {
            ranks,
            weights: words
                .iter()
                .map(|&word| weight(sentences, (word >> 96) as u32))
                .collect(),
            alone: weight(sentences, 1),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.weights.len()
    }

    /// The place of a word in the order; none where one sentence has it alone.
    #[inline]
    pub(super) fn rank(&self, number: u32) -> Option<u32> {
        let rank = self.ranks[number as usize];
        (rank != ALONE).then_some(rank)
    }

    #[inline]
    pub(super) fn weight(&self, rank: u32) -> u32 {
        self.weights[rank as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_ordered_by_how_many_have_them() {
        let mut lexicon = Lexicon::default();
        for word in 0..5000u32 {
            lexicon.add(u64::from(word * 3), word % 7 + 1);
        }
        let ranks = Ranks::new(&lexicon, 1000);
        for word in 0..5000u32 {
            let rank = ranks.rank(word);
            assert_eq!(rank.is_none(), word % 7 == 0);
            if let Some(rank) = rank {
                let expected = (1000.0 / f64::from(word % 7 + 1)).ln();
                assert!((f64::from(ranks.weight(rank)) / PARTS - expected).abs() < 1e-5);
            }
        }
        let rank = |word: u32| ranks.rank(word);
        assert!(rank(1) < rank(8) && rank(8) < rank(2) && rank(4992) < rank(3));
        assert_eq!(ranks.len(), 5000 - 5000_usize.div_ceil(7));
    }
}
