//! The study of Yalniz, Can and Manmatha 2011 on any labelled books: editions by the order of their unique words.

mod baselines;
mod book;
mod bound;
mod french;
mod judge;
mod kin;
mod labelled;
mod mix;
mod noise;
mod noisy;
mod paper;
mod shelf;
mod synthetic;

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::page::{PageArguments, Table};
use book::{Book, one_of_each};
use noise::Confusions;
use shelf::{Outcome, VARIANTS};

/// Options of `cento-eval editions`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Books with a field `work`: JSONL, plain or gzipped. Those of the first file should be clean
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    books: Vec<PathBuf>,
    /// Two translations, verse by verse, with a field `verse` such as Gen.1.1
    #[arg(long, num_args = 2, value_name = "FILE")]
    verses: Vec<PathBuf>,
    /// What is misread as what: lines of `right;wrong;count`
    #[arg(long, value_name = "FILE")]
    confusions: Option<PathBuf>,
    /// The same seed gives the same page
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Repeats of the synthetic study
    #[arg(long, default_value_t = 20)]
    repeats: usize,
    #[command(flatten)]
    page: PageArguments,
}

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let files: Vec<Vec<Book>> = (arguments.books.iter())
        .map(|path| book::books(path))
        .collect::<Result<_>>()?;
    let confusions = match &arguments.confusions {
        Some(path) => Confusions::read(path)?,
        None => Confusions::default(),
    };
    let all: Vec<Book> = files.concat();
    let seed = arguments.seed;
    let (mut body, mut plots) = (String::new(), Vec::new());
    synthetic::report(
        &one_of_each(&files[0]),
        &confusions,
        (seed, arguments.repeats),
        &mut body,
        &mut plots,
    )?;
    let mut outcomes = labelled::report(&files, seed, &mut body)?;
    outcomes.extend(noisy::report(
        &one_of_each(&all),
        &confusions,
        seed,
        &mut body,
    )?);
    if let [own, other] = &arguments.verses[..] {
        let [own, other] = [book::joined_verses(own)?, book::joined_verses(other)?];
        outcomes.extend(french::report(
            [&own, &other],
            &confusions,
            seed,
            &mut body,
        )?);
    }
    bound::report(&files[0], &mut body);
    departures(&outcomes, &mut body);
    if let Some(folder) = arguments.page.folder() {
        for (name, plot) in &plots {
            plot.write(&folder.join(name))?;
        }
    }
    let paths = [&arguments.books[..], &arguments.verses].concat();
    let mut data: Vec<String> = (paths.iter().chain(&arguments.confusions).enumerate())
        .map(|(at, path)| arguments.page.data(at, path))
        .collect();
    let mut command = "cento-eval editions --books BOOKS...".to_owned();
    if !arguments.verses.is_empty() {
        command.push_str(" --verses VERSES VERSES");
    }
    match arguments.confusions {
        Some(_) => command.push_str(" --confusions CONFUSIONS"),
        None => {
            data.push("characters are misread as in collections of `cento-eval synth`".to_owned())
        }
    }
    let _ = write!(command, " --seed {seed} --repeats {}", arguments.repeats);
    let title = "Editions: books by the order of their unique words";
    arguments.page.write(title, &command, &data, &body)
}

/// What each departure from the paper changes.
fn departures(outcomes: &[(String, Outcome)], body: &mut String) {
    body.push_str(
        "## What the default adds\n\ncento's engine with `its` and 0.72, by which unique words count and whether pairs are confirmed \
         by the letters around their words. The first is the paper's rule, the last is the default. In a collection of up to 1,000 documents \
         the engine looks at every pair that shares enough words, in a larger one at those that share more of some words than unrelated \
         books do; the last two columns are the duplicates that the rule, without confirmation, finds among all pairs and the engine \
         does not.\n\n",
    );
    let headings = VARIANTS
        .iter()
        .flat_map(|(name, ..)| [format!("{name}: P"), "R".to_owned()]);
    let first = ["", "duplicates"].map(str::to_owned);
    let lost = ["not compared: all", "both"].map(str::to_owned);
    let mut table = Table::new(first.into_iter().chain(headings).chain(lost));
    for (name, outcome) in outcomes {
        let cells = (0..VARIANTS.len()).flat_map(|at| outcome.variant(at).cells());
        let first = [name.clone(), outcome.duplicates().to_string()];
        let unconfirmed = (0..VARIANTS.len()).filter(|&at| !VARIANTS[at].2);
        let lost = unconfirmed.map(|at| outcome.not_compared(at).to_string());
        table.row(first.into_iter().chain(cells).chain(lost));
    }
    let _ = writeln!(body, "{table}");
}

#[cfg(test)]
mod tests;
