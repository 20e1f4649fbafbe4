//! Precision and recall where characters are misread and parts are replaced.

use std::fmt::Write;

use anyhow::Result;
use cento::find::Score;

use super::book::{Book, filler};
use super::mix::mix;
use super::noise::Confusions;
use super::shelf::{Outcome, Shelf, Text};
use crate::page::Table;
use crate::random::Random;
use crate::threads;

/// What happens to a book and its copy.
struct Condition {
    name: &'static str,
    /// The share of the copy that is the book's.
    share: f64,
    /// The shares of characters misread, of the book and of its copy.
    noise: [f64; 2],
}

const fn condition(name: &'static str, share: f64, noise: [f64; 2]) -> Condition {
    Condition { name, share, noise }
}

const CONDITIONS: [Condition; 6] = [
    condition("5 % misread", 1.0, [0.0, 0.05]),
    condition("50 % shared, 2 % misread", 0.5, [0.0, 0.02]),
    condition("10 % misread", 1.0, [0.0, 0.1]),
    condition("30 % shared, 5 % misread", 0.3, [0.0, 0.05]),
    condition("20 % misread", 1.0, [0.0, 0.2]),
    condition("5 % misread in both", 1.0, [0.05, 0.05]),
];

/// Tells the random numbers of this part from others.
const NOISY: u64 = 2 << 32;

impl Condition {
    fn shelf(&self, works: &[&Book], confusions: &Confusions, seed: u64) -> Shelf {
        let pairs = threads::map(works.len(), |at| {
            let book = works[at];
            let mut random = Random::part(seed, NOISY + at as u64);
            let (mut copy, mut parts) = (book.text.clone(), vec![book.work.clone()]);
            if self.share < 1.0 {
                let (filler, lenders) = filler(works, &book.work, book.text.len(), &mut random);
                copy = mix(&copy, &filler, self.share, &mut random);
                parts.extend(lenders);
            }
            let [book_noise, copy_noise] = self.noise;
            let original = confusions.damage(&book.text, book_noise, &mut random);
            let copy = Text {
                text: confusions.damage(&copy, copy_noise, &mut random),
                works: parts,
            };
            [Text::whole(&book.work, original), copy]
        });
        Shelf {
            texts: pairs.into_iter().flatten().collect(),
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
        "## Noise\n\nOne book of each of {} works and one copy of each, to be found among all pairs of different works. \
         Where a part is replaced, by text of other works, copies are not paired with these works.\n\n",
        works.len()
    );
    let mut table = Table::new([
        "",
        "pairs",
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
        let rules = [
            outcome.papers(Score::Cs),
            outcome.papers(Score::Its),
            outcome.default(),
        ];
        let first = [condition.name.to_owned(), outcome.pairs.len().to_string()];
        table.row(
            first
                .into_iter()
                .chain(rules.iter().flat_map(|tally| tally.cells())),
        );
        outcomes.push((condition.name.to_owned(), outcome));
    }
    let _ = writeln!(body, "{table}");
    Ok(outcomes)
}
