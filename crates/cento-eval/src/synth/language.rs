//! A made-up language with the statistics of a real one.
//!
//! Words are drawn by Zipf's law as Mandelbrot has it, `1 / (rank + 1)`, from a vocabulary of
//! pronounceable words, the frequent ones short. Some words call for others: each has a few that
//! like to follow it, and some text comes from a list of set phrases, so that shingles recur as
//! they do in natural text. Only exact operations of floating point are used: the same seed gives
//! the same text on every platform.

use std::collections::HashSet;

use crate::random::Random;

/// Words in the vocabulary.
const WORDS: usize = 60_000;
/// Words that like to follow a word.
const FOLLOWERS: usize = 6;
/// Set phrases.
const PHRASES: usize = 4_000;

/// A vocabulary and what follows what.
pub(crate) struct Language {
    /// All words in a row, and where each ends.
    letters: String,
    ends: Vec<u32>,
    /// For each rank, the share of its column that is its own, and the rank that has the rest.
    alias: Vec<(u32, u32)>,
    followers: Vec<[u32; FOLLOWERS]>,
    phrases: Vec<Vec<u32>>,
}

impl Language {
    /// The language of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::part(seed, u64::MAX);
        let words = vocabulary(&mut random);
        let mut end = 0;
        let ends = words.iter().map(|word| {
            end += word.len() as u32;
            end
        });
        let mut language = Self {
            ends: ends.collect(),
            letters: words.concat(),
            alias: alias(WORDS),
            followers: Vec::new(),
            phrases: Vec::new(),
        };
        language.followers = (0..WORDS)
            .map(|_| std::array::from_fn(|_| language.draw(&mut random)))
            .collect();
        language.phrases = (0..PHRASES)
            .map(|_| {
                let length = 3 + random.below(5);
                (0..length).map(|_| language.draw(&mut random)).collect()
            })
            .collect();
        language
    }

    /// The word of a rank.
    pub(crate) fn word(&self, rank: u32) -> &str {
        let end = self.ends[rank as usize] as usize;
        let begin = match rank {
            0 => 0,
            _ => self.ends[rank as usize - 1] as usize,
        };
        &self.letters[begin..end]
    }

    /// A word by its frequency.
    #[inline]
    pub(crate) fn draw(&self, random: &mut Random) -> u32 {
        let bits = random.next();
        let column = (((bits >> 32) * self.alias.len() as u64) >> 32) as u32;
        let (own, other) = self.alias[column as usize];
        if bits as u32 <= own { column } else { other }
    }

    /// Appends what comes next after `last`: a word, or the words of a set phrase.
    #[inline]
    pub(crate) fn next(&self, last: u32, random: &mut Random, out: &mut Vec<u32>) {
        let bits = random.next();
        match bits & 0xff {
            0..75 => {
                // The first follower is twice as likely as the second, and so on.
                let at = ((bits >> 8 | 1 << 20).trailing_zeros() as usize).min(FOLLOWERS - 1);
                out.push(self.followers[last as usize][at]);
            }
            75..79 => {
                // The square makes the first phrases the common ones.
                let share = random.unit();
                let at = (share * share * PHRASES as f64) as usize;
                out.extend(&self.phrases[at.min(PHRASES - 1)]);
            }
            _ => out.push(self.draw(random)),
        }
    }
}

/// Vose's table for drawing rank `r` (from 0) with weight `1 / (r + 2)`.
fn alias(count: usize) -> Vec<(u32, u32)> {
    let weights: Vec<f64> = (0..count).map(|r| 1.0 / (r as f64 + 2.0)).collect();
    let total: f64 = weights.iter().sum();
    let mut left: Vec<f64> = weights.iter().map(|w| w * count as f64 / total).collect();
    let mut table = vec![(u32::MAX, 0); count];
    let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..count).partition(|&r| left[r] < 1.0);
    while let (Some(&less), Some(&more)) = (small.last(), large.last()) {
        small.pop();
        table[less] = ((left[less] * f64::from(u32::MAX)) as u32, more as u32);
        left[more] -= 1.0 - left[less];
        if left[more] < 1.0 {
            large.pop();
            small.push(more);
        }
    }
    table
}

fn vocabulary(random: &mut Random) -> Vec<String> {
    const ONSETS: [&str; 22] = [
        "b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "v", "w", "st", "tr",
        "pl", "ch", "sh", "br", "",
    ];
    const VOWELS: [&str; 9] = ["a", "e", "i", "o", "u", "ea", "ou", "ai", "é"];
    const CODAS: [&str; 12] = ["", "", "", "n", "r", "s", "t", "l", "nd", "st", "m", "ck"];
    let mut seen = HashSet::new();
    let mut words = Vec::with_capacity(WORDS);
    while words.len() < WORDS {
        let syllables = match words.len() {
            0..80 => 1,
            80..3000 => 1 + random.below(2),
            _ => 2 + random.below(2),
        };
        let mut word = String::new();
        for _ in 0..syllables {
            word.push_str(random.pick(&ONSETS));
            // One accent in a hundred syllables: bytes are not characters.
            let vowels = if random.chance(0.1) { 9 } else { 8 };
            word.push_str(VOWELS[random.below(vowels)]);
            word.push_str(random.pick(&CODAS));
        }
        if seen.insert(word.clone()) {
            words.push(word);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_as_often_as_zipf_has_it() {
        let language = Language::new(1);
        let mut random = Random::new(2);
        let mut counts = vec![0.0; WORDS];
        let draws = 2_000_000;
        (0..draws).for_each(|_| counts[language.draw(&mut random) as usize] += 1.0);
        let total: f64 = (0..WORDS).map(|r| 1.0 / (r as f64 + 2.0)).sum();
        for rank in [0, 1, 5, 50, 500] {
            let expected = f64::from(draws) / total / (rank as f64 + 2.0);
            let off = (counts[rank] - expected).abs();
            assert!(
                off < 5.0 * expected.sqrt(),
                "{rank}: {} for {expected}",
                counts[rank]
            );
        }
    }

    #[test]
    fn words_are_distinct_and_of_letters() {
        let language = Language::new(1);
        let words: Vec<&str> = (0..WORDS as u32).map(|rank| language.word(rank)).collect();
        assert_eq!(words.len(), words.iter().collect::<HashSet<_>>().len());
        assert!(
            words
                .iter()
                .all(|word| word.chars().all(char::is_alphabetic))
        );
        assert!(words.iter().any(|word| !word.is_ascii()));
        assert!(!words.contains(&""));
    }
}
