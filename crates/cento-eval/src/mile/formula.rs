//! Chance matches against formula (3): of two runs of `m` tokens with `c` in common one in 2^(b(m-c)) match.

use std::collections::HashMap;
use std::fmt::Write;

use cento::fingerprint::Print;
use cento::token::Tokens;

use crate::page::Table;
use crate::random::Random;
use crate::threads;

/// Bits, tokens of a run, and tokens in common.
const GRID: [(u32, usize, usize); 16] = [
    (2, 4, 0),
    (2, 4, 2),
    (2, 4, 3),
    (2, 8, 4),
    (2, 8, 6),
    (2, 8, 7),
    (3, 5, 1),
    (3, 5, 3),
    (3, 5, 4),
    (4, 4, 1),
    (4, 4, 2),
    (4, 4, 3),
    (4, 5, 4),
    (5, 4, 2),
    (5, 4, 3),
    (5, 4, 4),
];

/// Where the tokens in common stand.
#[derive(Clone, Copy)]
enum Places {
    /// At the same in both.
    Same,
    /// In the same order, and in the second one place further on: the last of the first has none there.
    Shifted,
}

/// The chance by the formula.
fn predicted(bits: u32, length: usize, common: usize) -> f64 {
    0.5f64.powi(bits as i32 * (length - common) as i32)
}

/// The share of so many pairs of runs that match.
fn observed((bits, length, common): (u32, usize, usize), places: Places, tries: u64) -> f64 {
    let seed = u64::from(bits) << 32 | (length << 16 | common) as u64;
    let mut random = Random::new(seed);
    let mut matches = 0u64;
    for _ in 0..tries {
        let first: Vec<u32> = (0..length).map(|_| random.next() as u32).collect();
        let mut second: Vec<u32> = (0..length).map(|_| random.next() as u32).collect();
        match places {
            Places::Same => {
                let mut order: Vec<usize> = (0..length).collect();
                random.shuffle(&mut order);
                order[..common]
                    .iter()
                    .for_each(|&at| second[at] = first[at]);
            }
            Places::Shifted => second[1..=common].copy_from_slice(&first[..common]),
        }
        let [x, y] = [first, second].map(|halves| Print::new(bits, halves.into_iter()));
        matches += u64::from(x == y);
    }
    matches as f64 / tries as f64
}

/// How often two words of running text are the same.
#[derive(Clone, Copy)]
pub(super) struct Same {
    /// The chance that they are one word.
    pub(super) word: f64,
    /// The chance that they have the same bits, where they are not.
    pub(super) bits: f64,
}

/// By how often each word stands there.
pub(super) fn of_words<'d>(documents: impl Iterator<Item = &'d Tokens>, bits: u32) -> Same {
    let mut words: HashMap<u64, f64> = HashMap::new();
    let mut total = 0.0;
    for &hash in documents.flat_map(|tokens| &tokens.hashes) {
        *words.entry(hash).or_default() += 1.0;
        total += 1.0;
    }
    let mut words: Vec<(u64, f64)> = words.into_iter().collect();
    words.sort_unstable_by_key(|&(hash, _)| hash);
    let mut values = vec![0.0; 1 << bits];
    let mut same_word = 0.0;
    for (hash, count) in words {
        values[usize::from(Print::value(bits, hash as u32))] += count / total;
        same_word += (count / total) * (count / total);
    }
    let same_value: f64 = values.iter().map(|share| share * share).sum();
    Same {
        word: same_word,
        bits: (same_value - same_word) / (1.0 - same_word),
    }
}

/// Adds the part to the page.
pub(super) fn report(documents: &[Tokens], tries: u64, body: &mut String) {
    let _ = write!(
        body,
        "## Chance matches (their formula 3)\n\nTwo runs of m random tokens, c of them in common: the share of {tries} such \
         pairs whose prints are the same, beside 2^(-b(m-c)), and how many standard errors apart. In the last columns the \
         tokens in common stand in the same order but one place further on in the second.\n\n"
    );
    let mut table = Table::new([
        "b",
        "m",
        "c",
        "formula",
        "found",
        "errors",
        "formula for c = 0",
        "found, one place on",
    ]);
    let found = threads::map(GRID.len(), |at| {
        let same = observed(GRID[at], Places::Same, tries);
        let can_shift = GRID[at].2 < GRID[at].1;
        (
            same,
            can_shift.then(|| observed(GRID[at], Places::Shifted, tries)),
        )
    });
    for ((bits, length, common), (same, shifted)) in GRID.into_iter().zip(found) {
        let chance = predicted(bits, length, common);
        let error = (chance * (1.0 - chance) / tries as f64).sqrt();
        let errors = if error > 0.0 {
            (same - chance) / error
        } else {
            0.0
        };
        table.row([
            bits.to_string(),
            length.to_string(),
            common.to_string(),
            format!("{chance:.6}"),
            format!("{same:.6}"),
            format!("{errors:+.1}"),
            format!("{:.6}", predicted(bits, length, 0)),
            shifted.map_or(String::new(), |share| format!("{share:.6}")),
        ]);
    }
    let word = of_words(documents.iter(), 1).word;
    let _ = write!(
        body,
        "{table}\nTwo words of running text are the same with a chance of {word:.4}. Two different ones have the same bits, each \
         word as often as it stands in the data:\n\n"
    );
    let mut table = Table::new(["b", "2^-b", "found", "times"]);
    for bits in 2..=8 {
        let (even, found) = (predicted(bits, 1, 0), of_words(documents.iter(), bits).bits);
        table.row([
            bits.to_string(),
            format!("{even:.4}"),
            format!("{found:.4}"),
            format!("{:.2}", found / even),
        ]);
    }
    let _ = writeln!(body, "{table}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::tokens;

    #[test]
    fn chance_is_as_the_formula_says_where_places_are_the_same() {
        let tries = 40_000;
        for one @ (bits, length, common) in [(2, 4, 2), (3, 5, 4), (2, 4, 4)] {
            let chance = predicted(bits, length, common);
            let error = 4.0 * (chance * (1.0 - chance) / tries as f64).sqrt();
            assert!((observed(one, Places::Same, tries) - chance).abs() <= error);
        }
        // 1 in 4 by the formula.
        assert!(observed((2, 4, 3), Places::Shifted, tries) < 0.01);
    }

    #[test]
    fn words_count_as_often_as_they_stand() {
        let documents = [tokens("a a a b"), tokens("c")];
        let [a, b, c] = ["a", "b", "c"].map(|word| Print::value(1, tokens(word).hashes[0] as u32));
        let mut same = 0.0;
        for (x, y, ways) in [(a, b, 2.0 * 3.0), (a, c, 2.0 * 3.0), (b, c, 2.0)] {
            same += if x == y { ways } else { 0.0 };
        }
        let found = of_words(documents.iter(), 1).bits;
        assert!((found - same / 14.0).abs() < 1e-12, "{found}");
    }
}
