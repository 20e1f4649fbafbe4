//! The study of Mittelbach, Lehmann, Rensing and Steinmetz 2010 on made pairs: MiLe, a few bits of each word.

mod claims;
mod decks;
mod folds;
mod formula;
mod million;
mod overleap;
mod pairs;
mod paper;
mod relations;
mod speed;
mod table;
mod way;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::collection;
use crate::page::PageArguments;
use decks::Standing;
use pairs::{Maker, Plan};
use relations::Relations;

/// Options of `cento-eval mile`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A collection to make pairs from: JSONL, plain or gzipped
    collection: PathBuf,
    /// Seed of the pairs and decks
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pairs of each class
    #[arg(long, default_value_t = 100)]
    each: usize,
    /// Largest share of the reused words that is edited in a pair
    #[arg(long, default_value_t = 0.15)]
    edits: f64,
    /// Runs of cross-validation, with the seeds from 1 on
    #[arg(long, default_value_t = 10)]
    runs: u64,
    /// Pairs of runs for each row of chance matches
    #[arg(long, default_value_t = 1 << 20)]
    tries: u64,
    /// Documents of random words that stand for a million
    #[arg(long, default_value_t = 20_000)]
    simulated: usize,
    /// Decks, as `cento convert` writes them
    #[arg(long, requires = "deck_pairs", value_name = "FILE")]
    decks: Option<PathBuf>,
    /// Which of them are related: lines with `a`, `b` and a `label`, valid or template
    #[arg(long, requires = "decks", value_name = "FILE")]
    deck_pairs: Option<PathBuf>,
    #[command(flatten)]
    page: PageArguments,
}

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments {
        seed,
        each,
        edits,
        runs,
        tries,
        simulated,
        ..
    } = *arguments;
    let (mut body, mut plots) = (String::new(), Vec::new());
    let documents = collection::documents(&arguments.collection)?;
    {
        let maker = Maker::new(documents.iter().map(|document| document.text.as_str()))?;
        let plan = Plan { each, edits, seed };
        table::report(&maker, plan, runs, &mut body, &mut plots)?;
        overleap::report(&maker, plan, &mut body)?;
        let parts = [
            (
                Standing::All,
                "template on all slides",
                "mile-decks-all.svg",
            ),
            (
                Standing::First,
                "template on the first slide",
                "mile-decks-first.svg",
            ),
        ];
        for (standing, name, file) in parts {
            let made = decks::made(&maker, standing, seed);
            let heading = format!("Made decks, {name} (their figure 1)");
            relations::report(&made, (&heading, file), runs, &mut body, &mut plots)?;
        }
    }
    if let Some((decks, pairs)) = arguments.decks.as_ref().zip(arguments.deck_pairs.as_ref()) {
        let part = ("Given decks (their figure 1)", "mile-decks-given.svg");
        let given = Relations::read(decks, pairs)?;
        relations::report(&given, part, runs, &mut body, &mut plots)?;
    }
    let tokens = collection::tokenised(&documents);
    formula::report(&tokens, tries, &mut body);
    million::report(&tokens, simulated, &mut body);
    speed::report(&documents, &mut body)?;
    if let Some(folder) = arguments.page.folder() {
        for (name, plot) in &plots {
            plot.write(&folder.join(name))?;
        }
    }
    let mut command = format!(
        "cento-eval mile COLLECTION --seed {seed} --each {each} --edits {edits} --runs {runs} --tries {tries} \
         --simulated {simulated}"
    );
    if arguments.decks.is_some() {
        command.push_str(" --decks DECKS --deck-pairs PAIRS");
    }
    let paths = std::iter::once(&arguments.collection);
    let paths = paths.chain(&arguments.decks).chain(&arguments.deck_pairs);
    let data: Vec<String> = (paths.enumerate())
        .map(|(at, path)| arguments.page.data(at, path))
        .collect();
    let title = "MiLe: a few bits of each word";
    arguments.page.write(title, &command, &data, &body)
}

#[cfg(test)]
mod tests;
