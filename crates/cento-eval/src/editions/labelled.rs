//! Precision and recall on labelled books, their table 3.

use std::fmt::Write;

use anyhow::Result;
use cento::find::Score;

use super::baselines::{RANGES, SHINGLES, jaccard, shingles, signatures};
use super::book::{Book, one_of_each};
use super::judge::{Tally, best_threshold};
use super::kin::tokens;
use super::paper;
use super::shelf::{Outcome, Shelf, Text};
use crate::page::Table;
use crate::random::Random;
use crate::threads;

/// Shares of the work that stay in the parts made of it, in hundredths.
const SHARES: [u32; 6] = [15, 28, 41, 54, 67, 80];

/// A shelf with what the rules find on it and what every measure says of its pairs.
struct Set {
    outcome: Outcome,
    measures: Vec<(String, Vec<f64>)>,
}

impl Set {
    fn new(shelf: &Shelf) -> Result<Self> {
        let outcome = shelf.judge()?;
        let mut measures = Vec::new();
        let mut add = |name: String, score: &mut dyn FnMut(usize, usize) -> f64| {
            let scores = outcome.pairs.iter().map(|&(a, b, _)| score(a, b));
            measures.push((name, scores.collect()));
        };
        let profiles = shelf.profiles();
        let unique: Vec<Vec<u64>> = profiles.iter().map(|profile| profile.unique()).collect();
        let words: Vec<&[u64]> = profiles
            .iter()
            .map(|profile| profile.vocabulary())
            .collect();
        let mut kins = outcome.kins.iter();
        add("cs, trained here".to_owned(), &mut |_, _| {
            kins.next().map_or(0.0, |kin| kin.score(Score::Cs))
        });
        let mut kins = outcome.kins.iter();
        add("its, trained here".to_owned(), &mut |_, _| {
            kins.next().map_or(0.0, |kin| kin.score(Score::Its))
        });
        add("unique words".to_owned(), &mut |a, b| {
            jaccard(&unique[a], &unique[b])
        });
        add("vocabulary".to_owned(), &mut |a, b| {
            jaccard(words[a], words[b])
        });
        let keys = threads::map(shelf.texts.len(), |at| {
            let tokens = tokens(&shelf.texts[at].text);
            SHINGLES.map(|(n, p)| shingles(&tokens, n, p))
        });
        for (at, (n, p)) in SHINGLES.iter().enumerate() {
            add(format!("shingling, n = {n}, p = {p}"), &mut |a, b| {
                jaccard(&keys[a][at], &keys[b][at])
            });
        }
        for (at, low) in RANGES.iter().enumerate() {
            for high in &RANGES[at + 1..] {
                let signatures = signatures(&words, *low, *high);
                add(format!("{I_MATCH} of {low} to {high}"), &mut |a, b| {
                    let is_same = signatures[a].is_some() && signatures[a] == signatures[b];
                    f64::from(u8::from(is_same))
                });
            }
        }
        Ok(Self { outcome, measures })
    }

    fn tally(&self, measure: usize, threshold: f64) -> Tally {
        let scores = self.measures[measure].1.iter();
        self.outcome.tally(scores.map(|&score| score >= threshold))
    }

    fn best_threshold(&self, measure: usize) -> f64 {
        let truths = self.outcome.pairs.iter().map(|pair| pair.2);
        let scores = self.measures[measure].1.iter().copied();
        best_threshold(&scores.zip(truths).collect::<Vec<_>>())
    }

    fn describe(&self) -> String {
        let outcome = &self.outcome;
        format!("{} of {} pairs", outcome.duplicates(), outcome.pairs.len())
    }
}

/// How the measures of I-Match begin.
const I_MATCH: &str = "I-Match, idf";

/// The books of a file, even or odd works only.
fn every_second(books: &[Book], is_even: bool) -> Shelf {
    let works = one_of_each(books);
    let number = |book: &Book| works.iter().position(|other| other.work == book.work);
    let wanted = |book: &&Book| number(book).is_some_and(|at| (at % 2 == 1) == is_even);
    Shelf {
        texts: books.iter().filter(wanted).map(whole).collect(),
    }
}

fn whole(book: &Book) -> Text {
    Text::whole(&book.work, book.text.clone())
}

/// One book of each work, and copies of it of which a part is replaced.
fn partial(books: &[Book], seed: u64) -> Shelf {
    let works = one_of_each(books);
    let mut texts: Vec<Text> = works.iter().map(|book| whole(book)).collect();
    let mut random = Random::part(seed, PARTIAL);
    for book in &works {
        for share in SHARES {
            let share = f64::from(share) / 100.0;
            texts.push(Text::part(book, &works, share, &mut random));
        }
    }
    Shelf { texts }
}

/// Of the parts, how many each rule finds, by the share that stays. Texts stand as [`partial`] makes them.
fn by_share(outcome: &Outcome, works: usize) -> Table {
    let shares = SHARES.iter().map(|share| format!("{share} %"));
    let mut table = Table::new(["".to_owned()].into_iter().chain(shares));
    for (name, found) in outcome.rules() {
        let mut counts = [0; SHARES.len()];
        for (&(_, part, is_true), &found) in outcome.pairs.iter().zip(&found) {
            if is_true && found {
                counts[(part - works) % SHARES.len()] += 1;
            }
        }
        let counts = counts.iter().map(|count| count.to_string());
        table.row([name.to_owned()].into_iter().chain(counts));
    }
    table
}

/// Tells the random numbers of this part from others.
const PARTIAL: u64 = 1 << 32;

/// Adds the part to the page; gives what the rules find on the test set and the parts.
pub(super) fn report(
    files: &[Vec<Book>],
    seed: u64,
    body: &mut String,
) -> Result<Vec<(String, Outcome)>> {
    let (first, others) = files.split_first().expect("there is a file of books");
    let training = Set::new(&every_second(first, true))?;
    let mut test = every_second(first, false);
    test.texts.extend(others.iter().flatten().map(whole));
    let test = Set::new(&test)?;
    let partial = Set::new(&partial(first, seed))?;
    let sets = [&training, &test, &partial];
    let _ = write!(
        body,
        "## Labelled books (their table 3)\n\n\
         Duplicates are books of one work. Training: the books of every second work of the first file ({}). Test: those \
         of the others, and all of the other files ({}). Partial: one book of each work of the first file, and {} copies of \
         each of which {} to {} % stay and the rest is from other works, without noise ({}; copies are not paired with the works \
         that lent them text, nor with one another where they share a work). Thresholds of the paper's rules are the paper's; \
         those of the other methods, and of rules trained here, are of the best F on the training set.\n\n",
        training.describe(),
        test.describe(),
        SHARES.len(),
        SHARES[0],
        SHARES[SHARES.len() - 1],
        partial.describe(),
    );
    let mut table = Table::new([
        "",
        "threshold",
        "training: P",
        "R",
        "test: P",
        "R",
        "partial: P",
        "R",
    ]);
    let mut row = |name: &str, threshold: String, tally: &dyn Fn(&Set) -> Tally| {
        let cells = sets.iter().flat_map(|set| tally(set).cells());
        table.row([name.to_owned(), threshold].into_iter().chain(cells));
    };
    let thresholds = [Score::Cs, Score::Its, Score::default()].map(Score::threshold);
    for (at, threshold) in thresholds.into_iter().enumerate() {
        let tally = |set: &Set| set.outcome.tally(set.outcome.rules()[at].1.iter().copied());
        let name = training.outcome.rules()[at].0;
        row(name, threshold.to_string(), &tally);
    }
    let mut best_match: Option<usize> = None;
    for (measure, (name, _)) in training.measures.iter().enumerate() {
        if name.starts_with(I_MATCH) {
            let f = |measure| training.tally(measure, WHOLE).f();
            if best_match.is_none_or(|best| f(measure) > f(best)) {
                best_match = Some(measure);
            }
            continue;
        }
        let threshold = training.best_threshold(measure);
        row(name, format!("{threshold:.4}"), &|set| {
            set.tally(measure, threshold)
        });
    }
    if let Some(measure) = best_match {
        let name = &training.measures[measure].0;
        row(name, "equal".to_owned(), &|set| set.tally(measure, WHOLE));
    }
    let works = one_of_each(first).len();
    let _ = write!(
        body,
        "{table}\nThe partial copies found of {works} each, by the share that stays:\n\n{}\n",
        by_share(&partial.outcome, works)
    );
    body.push_str(
        "I-Match is shown with the range of idf, in shares of the highest, that has the best F on the training set. The \
         paper's figures, on its own books:\n\n",
    );
    let sets = paper::SETS
        .iter()
        .flat_map(|set| [format!("{set}: P"), "R".to_owned()]);
    let mut table = Table::new([String::new()].into_iter().chain(sets));
    for (name, figures) in paper::FOUND {
        table.row(
            [name]
                .into_iter()
                .chain(figures.iter().flat_map(|&(p, r)| [p, r])),
        );
    }
    let _ = writeln!(body, "{table}");
    body.push_str(
        "Source: Yalniz, Can and Manmatha, Partial Duplicate Detection for Large Book Collections, CIKM 2011, table 3.\n\n",
    );
    Ok(vec![
        ("labelled, test".to_owned(), test.outcome),
        ("partial".to_owned(), partial.outcome),
    ])
}

/// What I-Match says of two equal signatures.
const WHOLE: f64 = 1.0;
