//! Books in French, with thresholds of English ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;

use super::baselines::shingles;
use super::book::Book;
use super::kin::tokens;
use super::noise::Confusions;
use super::shelf::{Outcome, Shelf, Text};
use crate::page::Table;
use crate::random::Random;
use crate::threads;

/// Shares of characters misread.
const NOISES: [f64; 2] = [0.05, 0.1];

/// Tells the random numbers of this part from others.
const FRENCH: u64 = 3 << 32;

/// The books of one translation, a damaged copy of each, and those of the other.
fn shelf(own: &[Book], other: &[Book], noise: f64, confusions: &Confusions, seed: u64) -> Shelf {
    let copies = threads::map(own.len(), |at| {
        let mut random = Random::part(seed, FRENCH + at as u64);
        let copy = confusions.damage(&own[at].text, noise, &mut random);
        Text::whole(&own[at].work, copy)
    });
    let own = own
        .iter()
        .map(|book| Text::whole(&book.work, book.text.clone()));
    let others = other
        .iter()
        .map(|book| Text::whole(&format!("{}{OTHER}", book.work), book.text.clone()));
    Shelf {
        texts: own.chain(copies).chain(others).collect(),
    }
}

/// What tells a work from its other translation.
const OTHER: &str = " (other)";

/// Adds the part to the page; gives what the rules find with each noise.
pub(super) fn report(
    [own, other]: [&[Book]; 2],
    confusions: &Confusions,
    seed: u64,
    body: &mut String,
) -> Result<Vec<(String, Outcome)>> {
    let _ = write!(
        body,
        "## French\n\nThe {} biblical books of one French translation, each with a copy of which characters are misread, and the {} of \
         another translation. To be found are the copies; other translations of the same book must not be, nor other books. \
         Thresholds are the English ones.\n\n",
        own.len(),
        other.len()
    );
    let mut table = Table::new([
        "misread",
        "rule",
        "copies found",
        "of",
        "other translations",
        "of",
        "other books",
    ]);
    let mut outcomes = Vec::new();
    let mut wrong_books: BTreeMap<&str, BTreeSet<[String; 2]>> = BTreeMap::new();
    for noise in NOISES {
        let shelf = shelf(own, other, noise, confusions, seed);
        let outcome = shelf.judge()?;
        let is_translation = |a: usize, b: usize| {
            let [a, b] = [a, b].map(|at| &shelf.texts[at].works[0]);
            a != b && a.trim_end_matches(OTHER) == b.trim_end_matches(OTHER)
        };
        for (name, found) in outcome.rules() {
            let count = |wanted: &dyn Fn(&(usize, usize, bool)) -> bool| {
                let pairs = outcome.pairs.iter().zip(&found);
                let among = pairs.filter(|(pair, _)| wanted(pair));
                among.fold((0, 0), |(hits, all), (_, &hit)| {
                    (hits + usize::from(hit), all + 1)
                })
            };
            let copies = count(&|pair| pair.2);
            let translations = count(&|&(a, b, _)| is_translation(a, b));
            let is_other =
                |&(a, b, is_true): &(usize, usize, bool)| !is_true && !is_translation(a, b);
            let others = count(&is_other);
            let pairs = outcome.pairs.iter().zip(&found);
            let wrong = pairs.filter(|(pair, hit)| **hit && is_other(pair));
            let wrong = wrong.map(|(&(a, b, _), _)| {
                let mut names = [a, b].map(|at| shelf.texts[at].works[0].trim_end_matches(OTHER));
                names.sort_unstable();
                names.map(str::to_owned)
            });
            wrong_books.entry(name).or_default().extend(wrong);
            table.row([
                format!("{:.0} %", noise * 100.0),
                name.to_owned(),
                copies.0.to_string(),
                copies.1.to_string(),
                translations.0.to_string(),
                translations.1.to_string(),
                others.0.to_string(),
            ]);
        }
        outcomes.push((format!("French, {:.0} % misread", noise * 100.0), outcome));
    }
    let _ = writeln!(body, "{table}");
    for (rule, books) in wrong_books
        .into_iter()
        .filter(|(_, books)| !books.is_empty())
    {
        let names: Vec<String> = books.iter().map(|names| shared_runs(names, own)).collect();
        let _ = write!(
            body,
            "Other books found by {rule}: {}.\n\n",
            names.join("; ")
        );
    }
    Ok(outcomes)
}

/// Words in a row that two books are asked for.
const RUN: usize = 8;

/// Two books, and how many different runs of words stand in both of them in the first translation.
fn shared_runs(names: &[String; 2], books: &[Book]) -> String {
    let runs = |name: &String| {
        let text = books.iter().find(|book| book.work == *name);
        shingles(&tokens(text.map_or("", |book| &book.text)), RUN, 1)
    };
    let [a, b] = [&names[0], &names[1]].map(runs);
    let both = a.iter().filter(|run| b.binary_search(run).is_ok()).count();
    let [a_runs, b_runs] = [a.len(), b.len()];
    format!(
        "{} and {} ({both} runs of {RUN} words in both, of {a_runs} and {b_runs})",
        names[0], names[1]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_two_books_by_hand() {
        let book = |work: &str, text: &str| Book {
            work: work.to_owned(),
            text: text.to_owned(),
        };
        let books = [
            book("A", "a b c d e f g h i j"),
            book("B", "z a b c d e f g h i"),
        ];
        let names = ["A", "B"].map(str::to_owned);
        assert_eq!(
            shared_runs(&names, &books),
            "A and B (2 runs of 8 words in both, of 3 and 3)"
        );
    }
}
