//! The words of sentences, by their keys, numbered as they come.

use crate::hash::{Numbers, mix};

/// Words, each with how many sentences have it.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    numbers: Numbers,
    words: Vec<u64>,
    counts: Vec<u32>,
}

impl Lexicon {
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The word of this number.
    #[inline]
    pub(crate) fn word(&self, number: u32) -> u64 {
        self.words[number as usize]
    }

    /// The number of a word, which so many sentences more have.
    #[inline]
    pub(crate) fn add(&mut self, word: u64, sentences: u32) -> u32 {
        let hash = mix;
        let (new, words) = (self.words.len() as u32, &self.words);
        let number = self
            .numbers
            .number(hash(word), new, |number| hash(words[number as usize]));
        if number == new {
            self.words.push(word);
            self.counts.push(0);
        }
        self.add_again(number, sentences);
        number
    }

    /// So many sentences more have the word of this number.
    #[inline]
    pub(crate) fn add_again(&mut self, number: u32, sentences: u32) {
        let count = &mut self.counts[number as usize];
        *count = count.saturating_add(sentences);
    }

    /// One sentence less has the word of this number.
    pub(crate) fn remove(&mut self, number: u32) {
        let count = &mut self.counts[number as usize];
        *count = count.saturating_sub(1);
    }

    /// How many sentences have a word.
    fn count(&self, word: u64) -> u32 {
        let number = self
            .numbers
            .get(mix(word), |number| mix(self.words[number as usize]));
        number.map_or(0, |number| self.counts[number as usize])
    }

    /// As many sentences have each word as another says.
    pub(crate) fn count_as(&mut self, other: &Self) {
        for (&word, count) in self.words.iter().zip(&mut self.counts) {
            *count = other.count(word);
        }
    }

    /// All words by number, and how many sentences have each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let counts = self.counts.iter().copied();
        self.words.iter().copied().zip(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_under_one_number() {
        let mut lexicon = Lexicon::default();
        for round in 0..3 {
            for word in 0..5000 {
                let number = lexicon.add(u64::from(word) << 40, 1 + round);
                assert_eq!(number, word);
            }
        }
        let mut few = Lexicon::default();
        for word in [3, 5000, 7] {
            few.add(word << 40, 1);
        }
        few.count_as(&lexicon);
        assert!(few.iter().eq([(3 << 40, 6), (5000 << 40, 0), (7 << 40, 6)]));
        lexicon.remove(7);
        assert_eq!(lexicon.len(), 5000);
        for (number, (word, count)) in (0u32..).zip(lexicon.iter()) {
            assert_eq!(word, u64::from(number) << 40);
            assert_eq!(count, if number == 7 { 5 } else { 6 });
        }
    }
}
