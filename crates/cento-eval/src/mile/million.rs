//! The claim of section 4.4: with units of 20 bits, of a million documents of 10,000 words fewer than 2,000 seem to
//! contain over 5 % too much of another.

use std::collections::HashSet;
use std::fmt::Write;

use cento::fingerprint::{Contains, Mile, Print};
use cento::hash::roll;
use cento::token::Tokens;

use super::formula::{Same, of_words};
use crate::page::Table;
use crate::random::Random;
use crate::threads;

/// Words of a document.
const WORDS: usize = 10_000;

/// How much is too much.
const OFF: f64 = 0.05;

const MILLION: f64 = 1e6;

/// Documents of natural text that are looked for in all others.
const ASKED: usize = 10;

const fn mile(bits: u32, length: u32, overleap: u32) -> Mile {
    Mile {
        bits,
        length,
        overleap,
    }
}

/// Ways to have 20 bits, then one with 24.
const MILES: [Mile; 5] = [
    mile(5, 4, 1),
    mile(4, 5, 1),
    mile(5, 4, 4),
    mile(4, 5, 4),
    mile(6, 4, 1),
];

/// The chance that so many independent tries with this probability give more than `most`.
fn more_than(most: usize, tries: usize, probability: f64) -> f64 {
    let (p, q) = (probability, 1.0 - probability);
    let mut term = q.powi(tries as i32);
    let mut sum = term;
    for n in 0..most.min(tries) {
        term *= (tries - n) as f64 / (n + 1) as f64 * p / q;
        sum += term;
    }
    (1.0 - sum).max(0.0)
}

/// The share of a document that is met by chance, and the chance that it is too much, if all tokens are independent
/// and two of them are the same with the chances given.
fn model(mile: Mile, words: usize, same: Same) -> (f64, f64) {
    let units = words + 1 - mile.length as usize;
    let stored = units.div_ceil(mile.overleap as usize);
    // Units of the same words match by right.
    let token = same.word + (1.0 - same.word) * same.bits;
    let unit = token.powi(mile.length as i32) - same.word.powi(mile.length as i32);
    let hit = -f64::exp_m1(stored as f64 * f64::ln_1p(-unit));
    // As if every hit were the first of a run: the few that go on add less.
    let adds = f64::from(mile.length) + 0.5 * f64::from(mile.overleap - 1);
    let most = (OFF * units as f64 / adds).floor() as usize;
    (hit * adds, more_than(most, units, hit))
}

/// The share of `asked` that `stored` has, by the words themselves.
struct Exact {
    units: HashSet<u64>,
    pairs: HashSet<(u64, u64)>,
    mile: Mile,
}

impl Exact {
    fn units(mile: Mile, hashes: &[u64]) -> Vec<u64> {
        let mut units = Vec::new();
        roll(hashes, mile.length as usize, &mut units);
        units
    }

    fn new(mile: Mile, hashes: &[u64]) -> Self {
        let units = Self::units(mile, hashes);
        let stored: Vec<u64> = units.into_iter().step_by(mile.overleap as usize).collect();
        Self {
            pairs: stored.windows(2).map(|two| (two[0], two[1])).collect(),
            units: stored.into_iter().collect(),
            mile,
        }
    }

    fn share(&self, units: &[u64]) -> f64 {
        let Mile {
            length, overleap, ..
        } = self.mile;
        let (mut sum, mut last_hit) = (0.0, false);
        for (at, unit) in units.iter().enumerate() {
            let is_hit = self.units.contains(unit);
            let goes_on = match at.checked_sub(overleap as usize) {
                _ if overleap == 1 => last_hit,
                Some(before) => self.pairs.contains(&(units[before], *unit)),
                None => false,
            };
            sum += match (is_hit, goes_on) {
                (false, _) => 0.0,
                (true, true) => f64::from(overleap),
                (true, false) => f64::from(length) + 0.5 * f64::from(overleap - 1),
            };
            last_hit = is_hit;
        }
        (sum / units.len().max(1) as f64).min(1.0)
    }
}

/// How much too much the documents seem to contain.
struct Off {
    mean: f64,
    /// The share of documents that are off by too much.
    share: f64,
    count: usize,
}

impl Off {
    fn new(errors: &[f64]) -> Self {
        let count = errors.len();
        let of = |sum: f64| sum / count.max(1) as f64;
        Self {
            mean: of(errors.iter().sum()),
            share: of(errors.iter().filter(|error| **error > OFF).count() as f64),
            count,
        }
    }

    /// How many of a million, and the standard error of that.
    fn of_million(&self) -> String {
        let error = (self.share * (1.0 - self.share) / self.count.max(1) as f64).sqrt();
        format!("{:.0} ± {:.0}", MILLION * self.share, MILLION * error)
    }
}

/// Random documents in which another is looked for.
fn uniform(mile: Mile, documents: usize, words: usize) -> Off {
    let print = |number: u64| {
        let mut random = Random::part(20, number);
        Print::new(mile.bits, (0..words).map(move |_| random.next() as u32))
    };
    let asked = print(0);
    let errors = threads::map(documents, |at| {
        let document = Contains::new(mile, &print(at as u64 + 1));
        document.contains(&asked).share()
    });
    Off::new(&errors)
}

/// Pieces of natural text, some of which are looked for in all others.
fn natural(mile: Mile, pieces: &[&[u64]]) -> Off {
    let print = |piece: &[u64]| Print::new(mile.bits, piece.iter().map(|&hash| hash as u32));
    let step = (pieces.len() / ASKED).max(1);
    let asked: Vec<(usize, Print, Vec<u64>)> = (pieces.iter().enumerate())
        .step_by(step)
        .map(|(at, piece)| (at, print(piece), Exact::units(mile, piece)))
        .collect();
    let errors = threads::map(pieces.len(), |at| {
        let contains = Contains::new(mile, &print(pieces[at]));
        let exact = Exact::new(mile, pieces[at]);
        let others = asked.iter().filter(|(own, ..)| *own != at);
        let error = |(_, print, units): &(usize, Print, Vec<u64>)| {
            contains.contains(print).share() - exact.share(units)
        };
        others.map(error).collect::<Vec<f64>>()
    });
    Off::new(&errors.concat())
}

/// Adds the part to the page.
pub(super) fn report(documents: &[Tokens], simulated: usize, body: &mut String) {
    let words: Vec<u64> = documents
        .iter()
        .flat_map(|tokens| &tokens.hashes)
        .copied()
        .collect();
    let pieces: Vec<&[u64]> = words.chunks_exact(WORDS).collect();
    let _ = write!(
        body,
        "## Twenty bits (their section 4.4)\n\nA document of {WORDS} words is looked for in a million others of {WORDS} words: how \
         many of these seem to contain over {:.0} % more of it than they do; the paper says fewer than 2,000, if words are \
         equally frequent. By the model, with all words independent; by trying, with random words, in {simulated} documents \
         instead of a million; and on the data, cut into {} pieces of {WORDS} words, of which {} are looked for in all others, \
         against the same count by whole words; the model with their frequencies is before it. Numbers are scaled up to a million. The mean is how much too much a document seems to \
         contain, in per cent. The last row has 24 bits.\n\n",
        100.0 * OFF,
        pieces.len(),
        ASKED.min(pieces.len())
    );
    let mut table = Table::new([
        "units",
        "mean, model",
        "of a million",
        "mean, random words",
        "of a million",
        "mean, model with the data's words",
        "mean, data",
        "of a million",
    ]);
    for mile in MILES {
        let even = Same {
            word: 0.0,
            bits: 0.5f64.powi(mile.bits as i32),
        };
        let (mean, share) = model(mile, WORDS, even);
        let (mean_by_words, _) = model(mile, WORDS, of_words(documents.iter(), mile.bits));
        let random = uniform(mile, simulated, WORDS);
        let on_data = natural(mile, &pieces);
        table.row([
            format!("b={}, m={}, o={}", mile.bits, mile.length, mile.overleap),
            format!("{:.2}", 100.0 * mean),
            format!("{:.0}", MILLION * share),
            format!("{:.2}", 100.0 * random.mean),
            random.of_million(),
            format!("{:.2}", 100.0 * mean_by_words),
            format!("{:.2}", 100.0 * on_data.mean),
            on_data.of_million(),
        ]);
    }
    let _ = writeln!(body, "{table}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_coins_are_as_counted_by_hand() {
        assert!((more_than(1, 3, 0.5) - 0.5).abs() < 1e-12);
        assert!((more_than(0, 4, 0.25) - (1.0 - 0.75f64.powi(4))).abs() < 1e-12);
        assert_eq!(more_than(5, 5, 0.5), 0.0);
    }

    #[test]
    fn random_documents_are_off_as_the_model_says() {
        // Units of 15 bits and 600 words: twice as crowded as 20 bits and 10,000.
        let mile = mile(5, 3, 1);
        let even = Same {
            word: 0.0,
            bits: 1.0 / 32.0,
        };
        let (mean, _) = model(mile, 600, even);
        let found = uniform(mile, 400, 600);
        assert!(
            (found.mean / mean - 1.0).abs() < 0.08,
            "{} {mean}",
            found.mean
        );
    }

    #[test]
    fn what_is_counted_by_words_is_what_prints_tell_where_no_bits_collide() {
        let mut random = Random::new(3);
        let mut words = |count: usize| -> Vec<u64> { (0..count).map(|_| random.next()).collect() };
        let (shared, own) = (words(120), words(80));
        let a = [&shared[..50], &own[..], &shared[70..]].concat();
        for mile in [mile(8, 4, 1), mile(8, 5, 4)] {
            let print = |words: &[u64]| Print::new(8, words.iter().map(|&word| word as u32));
            let contains = Contains::new(mile, &print(&shared));
            let exact = Exact::new(mile, &shared).share(&Exact::units(mile, &a));
            assert_eq!(contains.contains(&print(&a)).share(), exact);
            assert!(exact > 0.3);
        }
    }
}
