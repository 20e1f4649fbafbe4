//! How many sentences have a word, and the order of words that comes of it.

use crate::hash::mix;

/// How many sentences have each word, so far.
#[derive(Debug, Default)]
pub(crate) struct Frequencies {
    /// A power of two of slots, at most half of them filled: a word, and how many sentences have it. None is empty.
    slots: Vec<(u32, u32)>,
    filled: usize,
}

/// The slots of a table that was filled for the first time.
const FIRST: usize = 1 << 10;

impl Frequencies {
    /// One more sentence has the word.
    pub(crate) fn add(&mut self, word: u32) {
        if 2 * self.filled >= self.slots.len() {
            self.grow();
        }
        let at = self.slot(word);
        let (found, count) = &mut self.slots[at];
        if *count == 0 {
            *found = word;
            self.filled += 1;
        }
        *count = count.saturating_add(1);
    }

    /// One sentence less has the word.
    pub(crate) fn remove(&mut self, word: u32) {
        let at = self.slot(word);
        // An empty slot would hide those behind it.
        let count = &mut self.slots[at].1;
        *count = count.saturating_sub(1).max(1);
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(FIRST);
        let old = std::mem::replace(&mut self.slots, vec![(0, 0); size]);
        for slot in old.into_iter().filter(|slot| slot.1 > 0) {
            let at = self.slot(slot.0);
            self.slots[at] = slot;
        }
    }

    /// Where the word stands, or would.
    fn slot(&self, word: u32) -> usize {
        let last = self.slots.len() - 1;
        let mut at = mix(u64::from(word)) as usize & last;
        while self.slots[at].1 > 0 && self.slots[at].0 != word {
            at = (at + 1) & last;
        }
        at
    }

    /// The order of words that more than one of so many sentences have.
    pub(super) fn ranks(&self, sentences: u32) -> Ranks {
        let mut words: Vec<(u32, u32)> = self
            .slots
            .iter()
            .filter(|slot| slot.1 > 1)
            .map(|&(word, count)| (count, word))
            .collect();
        words.sort_unstable();
        let mut ranks = Self::default();
        let size = (2 * words.len() + 2).next_power_of_two();
        ranks.slots = vec![(0, 0); size];
        for (rank, &(_, word)) in (0..).zip(&words) {
            let at = ranks.slot(word);
            // None is empty.
            ranks.slots[at] = (word, rank + 1);
        }
        Ranks {
            ranks,
            weights: words
                .iter()
                .map(|&(count, _)| weight(sentences, count))
                .collect(),
            alone: weight(sentences, 1),
        }
    }
}

/// What weights are counted in: whole numbers add up to the same in any order. Those of a sentence, which has at most 128
/// words, fit into 32 bits.
pub(super) const PARTS: f64 = (1 << 18) as f64;

/// How much a word weighs that so many of all sentences have: `ln(N / df)`, in [`PARTS`].
pub(super) fn weight(all: u32, count: u32) -> u32 {
    let weight = (f64::from(all.max(1)) / f64::from(count.max(1))).ln();
    (PARTS * weight).round() as u32
}

/// The order of words: from the rarest on.
#[derive(Debug)]
pub(super) struct Ranks {
    ranks: Frequencies,
    /// For each word in order, what it weighs.
    weights: Vec<u32>,
    /// The same for a word that one sentence has alone.
    pub(super) alone: u32,
}

impl Ranks {
    /// The place of a word in the order; none where one sentence has it alone.
    pub(super) fn rank(&self, word: u32) -> Option<u32> {
        self.ranks.slots[self.ranks.slot(word)].1.checked_sub(1)
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
        let mut frequencies = Frequencies::default();
        for word in 0..5000u32 {
            (0..=word % 7).for_each(|_| frequencies.add(word * 3));
        }
        let ranks = frequencies.ranks(1000);
        for word in 0..5000u32 {
            let rank = ranks.rank(word * 3);
            assert_eq!(rank.is_none(), word % 7 == 0);
            if let Some(rank) = rank {
                let expected = (1000.0 / f64::from(word % 7 + 1)).ln();
                assert!((f64::from(ranks.weight(rank)) / PARTS - expected).abs() < 1e-5);
            }
            assert_eq!(ranks.rank(word * 3 + 1), None);
        }
        let rank = |word: u32| ranks.rank(word * 3);
        assert!(rank(1) < rank(8) && rank(8) < rank(2) && rank(4992) < rank(3));
    }
}
