//! Precision and recall where characters are misread and parts are replaced.

use std::fmt::Write;

use anyhow::Result;

use super::book::Book;
use super::noise::Confusions;
use super::shelf::{Outcome, Shelf, Text};
use crate::page::Table;
use crate::random::Random;
use crate::threads;

/// What happens to a book and its copies.
struct Condition {
    name: &'static str,
    /// The share of a copy that is the book's.
    share: f64,
    /// The shares of characters misread, of the book and then of each copy.
    noise: &'static [f64],
}

const fn condition(name: &'static str, share: f64, noise: &'static [f64]) -> Condition {
    Condition { name, share, noise }
}

const CONDITIONS: [Condition; 9] = [
    condition("5 % misread", 1.0, &[0.0, 0.05]),
    condition("50 % shared, 2 % misread", 0.5, &[0.0, 0.02]),
    condition("10 % misread", 1.0, &[0.0, 0.1]),
    condition("30 % shared, 5 % misread", 0.3, &[0.0, 0.05]),
    condition("15 % misread", 1.0, &[0.0, 0.15]),
    condition("20 % misread", 1.0, &[0.0, 0.2]),
    condition("5 % misread in both", 1.0, &[0.05, 0.05]),
    // What is rare among several copies is what most of them have misread.
    condition(
        "0, 4 and 12 % misread in three copies",
        1.0,
        &[0.0, 0.04, 0.12],
    ),
    condition("5 % misread in each of five copies", 1.0, &[0.05; 5]),
];

/// Tells the random numbers of this part from others.
const NOISY: u64 = 2 << 32;

impl Condition {
    fn shelf(&self, works: &[&Book], confusions: &Confusions, seed: u64) -> Shelf {
        let texts = threads::map(works.len(), |at| {
            let book = works[at];
            let mut random = Random::part(seed, NOISY + at as u64);
            let mut copy = |(number, &noise): (usize, &f64)| {
                let is_whole = number == 0 || self.share == 1.0;
                let mut copy = match is_whole {
                    true => Text::whole(&book.work, book.text.clone()),
                    false => Text::part(book, works, self.share, &mut random),
                };
                copy.text = confusions.damage(&copy.text, noise, &mut random);
                copy
            };
            self.noise
                .iter()
                .enumerate()
                .map(&mut copy)
                .collect::<Vec<_>>()
        });
        Shelf {
            texts: texts.into_iter().flatten().collect(),
        }
    }
}

/// Adds the part to the page; gives what the rules find under each condition.
pub(super) fn report(
    works: &[&Book],
    confusions: &Confusions,
    seed: u64,
    body: &mut String,
) -> Result<Vec<(String, Outcome)>> {
    let _ = write!(
        body,
        "## Noise\n\nOne book of each of {} works and a copy of each, or several, to be found among all pairs of different works. \
         Where a part is replaced, by text of other works, copies are not paired with these works.\n\n",
        works.len()
    );
    let mut table = Table::new([
        "",
        "duplicates",
        "of pairs",
        "cs: P",
        "R",
        "its: P",
        "R",
        "cento's default: P",
        "R",
    ]);
    let mut outcomes = Vec::new();
    for condition in &CONDITIONS {
        let outcome = condition.shelf(works, confusions, seed).judge()?;
        let first = [
            condition.name.to_owned(),
            outcome.duplicates().to_string(),
            outcome.pairs.len().to_string(),
        ];
        let cells = outcome
            .rules()
            .map(|(_, found)| outcome.tally(found.into_iter()).cells());
        table.row(first.into_iter().chain(cells.into_iter().flatten()));
        outcomes.push((condition.name.to_owned(), outcome));
    }
    let _ = writeln!(body, "{table}");
    Ok(outcomes)
}
