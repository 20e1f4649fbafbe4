//! Seo and Croft's comparison of fingerprints, on pairs made from real text.
//!
//! A decision tree on the two containments tells the classes apart: grown on one half of the pairs,
//! tested on the other. F1 of each class, and its mean over the near duplicates (C1, C2, C4) and
//! over local reuse (C3, C5, C6).

mod families;
mod pairs;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::collection;
use crate::f1::f1;
use crate::page::{PageArguments, Table};
use crate::random::Random;
use crate::tree::{Point, Tree};
use families::Family;
use pairs::{CLASSES, Document, Maker, Pair};

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
    /// Largest share of the copied words that is edited in a pair
    #[arg(long, default_value_t = 0.05)]
    edits: f64,
    /// How many times the pairs are halved; the figures are means
    #[arg(long, default_value_t = 20)]
    runs: u64,
    #[command(flatten)]
    page: PageArguments,
}

/// What is compared: the paper's methods with its parameters, then ours, then DCT fingerprints with
/// other layouts than the engine's.
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
    "layout:8/4/2",
    "layout:3",
    "layout:2",
];

/// Largest shares of edited words that are compared in the last table.
const EDITS: [f64; 5] = [0.0, 0.02, 0.05, 0.1, 0.2];

/// Classes averaged as near duplicates and as local reuse.
const ALL: [usize; 6] = [0, 1, 2, 3, 4, 5];
const NEAR: [usize; 3] = [0, 1, 3];
const LOCAL: [usize; 3] = [2, 4, 5];

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let (mut body, mut data, mut collections) = (String::new(), Vec::new(), Vec::new());
    for (at, path) in arguments.collections.iter().enumerate() {
        let about = arguments.page.data(at, path);
        data.push(format!("data {} is {about}", at + 1));
        let texts = collection::documents(path)?
            .into_iter()
            .map(|document| document.text);
        collections.push(texts.collect::<Vec<String>>());
    }
    let makers: Vec<Maker<'_>> = collections.iter().map(|texts| Maker::new(texts)).collect();
    for (at, maker) in makers.iter().enumerate() {
        let pairs = maker.pairs(arguments.each, arguments.edits, arguments.seed)?;
        let words: usize = pairs
            .iter()
            .flat_map(|p| &p.documents)
            .map(|d| d.tokens.len())
            .sum();
        body += &format!(
            "## Data {}\n\n{} pairs, {} of each class, {} tokens a document.\n\n{}\n",
            at + 1,
            pairs.len(),
            arguments.each,
            words / (2 * pairs.len()),
            by_class(&pairs, arguments)?
        );
    }
    body += &format!(
        "## By the share of words edited\n\nMean F1 of C1 to C6 over all data, when up to this \
         percentage of the copied words is edited.\n\n{}",
        by_edits(&makers, arguments)?
    );
    let command = format!(
        "cento-eval fingerprints COLLECTION... --seed {} --each {} --edits {} --runs {}",
        arguments.seed, arguments.each, arguments.edits, arguments.runs
    );
    let title = "Fingerprints for local text reuse";
    arguments.page.write(title, &command, &data, &body)
}

/// What a family makes of some pairs.
struct Measured {
    /// F1 of each class.
    f1: Vec<f64>,
    /// Mean number of distinct keys a document.
    keys: f64,
}

impl Measured {
    fn new(pairs: &[Pair], family: &Family, arguments: &Arguments) -> Self {
        let documents: Vec<&Document> = pairs.iter().flat_map(|pair| &pair.documents).collect();
        let keys = family.keys(&documents);
        let points: Vec<(Point, usize)> = pairs
            .iter()
            .zip(keys.chunks(2))
            .map(|(pair, keys)| (keys[0].containments(&keys[1]), pair.class))
            .collect();
        let count: usize = keys.iter().map(|keys| keys.keys.len()).sum();
        Self {
            f1: scores(&points, arguments.seed, arguments.runs),
            keys: count as f64 / keys.len() as f64,
        }
    }

    fn mean(&self, classes: &[usize]) -> f64 {
        classes.iter().map(|&class| self.f1[class]).sum::<f64>() / classes.len() as f64
    }
}

fn by_class(pairs: &[Pair], arguments: &Arguments) -> Result<Table> {
    let classes = CLASSES.iter().map(|(name, ..)| *name);
    let means = ["C1-C6", "C1 C2 C4", "C3 C5 C6", "keys", "bytes"];
    let mut table = Table::new(["scheme"].into_iter().chain(classes).chain(means));
    for name in FAMILIES {
        let family = Family::parse(name)?;
        let measured = Measured::new(pairs, &family, arguments);
        let means = [&ALL[..], &NEAR, &LOCAL].map(|classes| measured.mean(classes));
        let mut row = vec![format!("`{name}`")];
        row.extend(
            measured
                .f1
                .iter()
                .chain(&means)
                .map(|f1| format!("{f1:.3}")),
        );
        row.push(format!("{:.0}", measured.keys));
        row.push(format!("{:.0}", measured.keys * family.width() as f64));
        table.row(row);
    }
    Ok(table)
}

fn by_edits(makers: &[Maker<'_>], arguments: &Arguments) -> Result<Table> {
    let percentages = EDITS.iter().map(|edits| format!("{:.0} %", edits * 100.0));
    let mut table = Table::new(["scheme".to_owned()].into_iter().chain(percentages));
    let mut rows: Vec<Vec<f64>> = FAMILIES.iter().map(|_| Vec::new()).collect();
    for edits in EDITS {
        let made = |maker: &Maker<'_>| maker.pairs(arguments.each, edits, arguments.seed);
        let pairs: Vec<Vec<Pair>> = makers.iter().map(made).collect::<Result<_>>()?;
        for (row, name) in rows.iter_mut().zip(FAMILIES) {
            let family = Family::parse(name)?;
            let one = |pairs: &Vec<Pair>| Measured::new(pairs, &family, arguments).mean(&ALL);
            row.push(pairs.iter().map(one).sum::<f64>() / pairs.len() as f64);
        }
    }
    for (row, name) in rows.iter().zip(FAMILIES) {
        let cells = row.iter().map(|f1| format!("{f1:.3}"));
        table.row([format!("`{name}`")].into_iter().chain(cells));
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
        let tree = Tree::new(&tune, CLASSES.len());
        let told: Vec<usize> = test.iter().map(|(point, _)| tree.class(*point)).collect();
        let labels: Vec<usize> = test.iter().map(|(_, class)| *class).collect();
        for (class, mean) in means.iter_mut().enumerate() {
            *mean += f1(&labels, &told, class) / runs.max(1) as f64;
        }
    }
    means
}
