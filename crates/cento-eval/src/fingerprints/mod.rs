//! Seo and Croft's comparison of fingerprints, on pairs made from real text.
//!
//! A decision tree on the two containments tells the classes apart: grown on one half of the pairs,
//! tested on the other. F1 of each class, and its mean over the near duplicates (C1, C2, C4) and
//! over local reuse (C3, C5, C6).

mod families;
mod pairs;
mod tree;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::collection;
use crate::page::{PageArguments, Table};
use crate::random::Random;
use families::Family;
use pairs::{CLASSES, Document, Material, Pair};
use tree::{Point, Tree};

/// Options of `cento-eval fingerprints`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Collections: JSONL, plain or gzipped
    #[arg(required = true)]
    collections: Vec<PathBuf>,
    /// Seed of the pairs and of the halves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pairs of each class
    #[arg(long, default_value_t = 100)]
    each: usize,
    /// How many times the pairs are halved; the figures are means
    #[arg(long, default_value_t = 20)]
    runs: u64,
    #[command(flatten)]
    page: PageArguments,
}

/// What is compared: the paper's methods with its parameters, then ours.
const FAMILIES: &[&str] = &[
    "kgram:k=3",
    "spex:k=3",
    "modp:k=3,p=6",
    "winnow:k=3,window=10",
    "punctuation",
    "breaks:p=3,short=keep",
    "breaks:p=3,short=drop",
    "breaks:p=3,short=merge",
    "dct:p=3,bits=32",
    "dct:p=3,bits=32,short=merge",
    "dct:p=3,bits=64",
    "dct:p=3,bits=64,short=merge",
    "winnow:k=5,window=8",
    "winnow:k=5,window=8,trim=true",
    "hailstorm:k=8",
    "hailstorm:k=8,trim=true",
    "hailstorm:k=5",
    "kgram:k=5",
    "kgram:k=8",
];

/// Classes averaged as near duplicates and as local reuse.
const NEAR: [usize; 3] = [0, 1, 3];
const LOCAL: [usize; 3] = [2, 4, 5];

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let (mut body, mut data) = (String::new(), Vec::new());
    for (at, path) in arguments.collections.iter().enumerate() {
        let texts = collection::documents(path)?
            .map(|document| Ok(document?.1))
            .collect::<Result<Vec<String>>>()?;
        let pairs = Material::new(&texts).pairs(arguments.each, arguments.seed)?;
        let about = arguments.page.data(at, path);
        let words: usize = pairs
            .iter()
            .flat_map(|p| &p.documents)
            .map(|d| d.tokens.len())
            .sum();
        data.push(format!("data {} is {about}", at + 1));
        body += &format!(
            "## Data {}\n\n{} pairs, {} of each class, {} tokens a document.\n\n{}\n",
            at + 1,
            pairs.len(),
            arguments.each,
            words / (2 * pairs.len()),
            study(&pairs, arguments)?
        );
    }
    let command = format!(
        "cento-eval fingerprints COLLECTION... --seed {} --each {} --runs {}",
        arguments.seed, arguments.each, arguments.runs
    );
    let title = "Fingerprints for local text reuse";
    arguments.page.write(title, &command, &data, &body)
}

fn study(pairs: &[Pair], arguments: &Arguments) -> Result<Table> {
    let classes = CLASSES.iter().map(|(name, ..)| *name);
    let headings = ["scheme"].into_iter().chain(classes);
    let means = ["C1-C6", "C1 C2 C4", "C3 C5 C6", "keys", "bytes"];
    let mut table = Table::new(headings.chain(means));
    let documents: Vec<&Document> = pairs.iter().flat_map(|pair| &pair.documents).collect();
    for name in FAMILIES {
        let family = Family::parse(name)?;
        let keys = family.keys(&documents);
        let points: Vec<(Point, usize)> = pairs
            .iter()
            .zip(keys.chunks(2))
            .map(|(pair, keys)| (keys[0].containments(&keys[1]), pair.class))
            .collect();
        let f1 = scores(&points, arguments.seed, arguments.runs);
        let mean = |of: &[usize]| of.iter().map(|&class| f1[class]).sum::<f64>() / of.len() as f64;
        let count =
            keys.iter().map(|keys| keys.keys.len()).sum::<usize>() as f64 / keys.len() as f64;
        let shown = |value: f64| format!("{value:.3}");
        let mut row = vec![format!("`{name}`")];
        row.extend(f1.iter().map(|&value| shown(value)));
        row.extend([mean(&[0, 1, 2, 3, 4, 5]), mean(&NEAR), mean(&LOCAL)].map(shown));
        row.push(format!("{count:.0}"));
        row.push(format!("{:.0}", count * family.width() as f64));
        table.row(row);
    }
    Ok(table)
}

/// F1 of each class, the mean over several halvings, with as many of each class in either half.
fn scores(points: &[(Point, usize)], seed: u64, runs: u64) -> Vec<f64> {
    let mut means = vec![0.0; CLASSES.len()];
    for run in 0..runs.max(1) {
        let mut random = Random::part(seed, u64::MAX - run);
        let (mut tune, mut test) = (Vec::new(), Vec::new());
        for class in 0..CLASSES.len() {
            let mut members: Vec<_> = points.iter().filter(|p| p.1 == class).copied().collect();
            random.shuffle(&mut members);
            let half = members.len() / 2;
            test.extend_from_slice(&members[half..]);
            members.truncate(half);
            tune.extend(members);
        }
        random.shuffle(&mut tune);
        let tree = Tree::tuned(&tune, CLASSES.len());
        for (class, mean) in means.iter_mut().enumerate() {
            *mean += f1(&tree, &test, class) / runs.max(1) as f64;
        }
    }
    means
}

/// The harmonic mean of precision and recall.
fn f1(tree: &Tree, test: &[(Point, usize)], class: usize) -> f64 {
    let (mut right, mut claimed, mut true_ones) = (0.0, 0.0, 0.0);
    for (point, actual) in test {
        let found = tree.class(*point) == class;
        claimed += f64::from(found);
        true_ones += f64::from(*actual == class);
        right += f64::from(found && *actual == class);
    }
    if claimed + true_ones == 0.0 {
        0.0
    } else {
        2.0 * right / (claimed + true_ones)
    }
}
