//! Table 1: which fingerprints tell the classes apart, and in how many bytes.

use std::fmt::Write;

use anyhow::Result;
use cento::token::Tokens;

use super::claims;
use super::folds::{Mean, by_class};
use super::pairs::{CLASSES, Maker, Pair, Plan};
use super::paper::TABLE;
use super::way::{Counting, Prints, Way};
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};
use crate::threads;
use crate::tree::Point;

/// Largest shares of edited words that are compared.
const EDITS: [f64; 5] = [0.0, 0.05, 0.15, 0.25, 0.4];

/// The rows of table 1 that are plotted by edits.
const PLOTTED: [usize; 7] = [0, 1, 2, 4, 8, 9, 11];

/// F1 of each class in each run, and bytes a document.
pub(super) struct Measured {
    runs: Vec<Vec<f64>>,
    pub(super) bytes: f64,
}

impl Measured {
    pub(super) fn new(way: Way, pairs: &[Pair], counting: Counting, runs: u64) -> Result<Self> {
        let documents: Vec<&Tokens> = pairs.iter().flat_map(|pair| &pair.documents).collect();
        let prints = Prints::new(way, documents.into_iter())?;
        let points: Vec<(Point, usize)> = (pairs.iter().enumerate())
            .map(|(at, pair)| {
                let containments = prints.containments(2 * at, 2 * at + 1, counting);
                (containments, pair.class)
            })
            .collect();
        // The runs are seeds, from 1 on, so that all ways have the same folds.
        let runs = (1..=runs).map(|seed| by_class(&points, CLASSES.len(), seed));
        Ok(Self {
            runs: runs.collect(),
            bytes: prints.bytes,
        })
    }

    pub(super) fn class(&self, class: usize) -> f64 {
        self.runs.iter().map(|run| run[class]).sum::<f64>() / self.runs.len() as f64
    }

    /// The mean F1 of each run.
    pub(super) fn means(&self) -> Vec<f64> {
        let mean = |run: &Vec<f64>| run.iter().sum::<f64>() / run.len() as f64;
        self.runs.iter().map(mean).collect()
    }
}

/// All of table 1.
pub(super) fn measured(pairs: &[Pair], counting: Counting, runs: u64) -> Result<Vec<Measured>> {
    let all = threads::map(TABLE.len(), |at| {
        Measured::new(TABLE[at].way, pairs, counting, runs)
    });
    all.into_iter().collect()
}

/// Adds the part to the page.
pub(super) fn report(
    maker: &Maker<'_>,
    plan: Plan,
    runs: u64,
    body: &mut String,
    plots: &mut Vec<(String, Plot)>,
) -> Result<()> {
    let pairs = maker.pairs(plan);
    let words: usize = pairs
        .iter()
        .flat_map(|pair| &pair.documents)
        .map(Tokens::len)
        .sum();
    let _ = write!(
        body,
        "## Classes of reuse (their table 1)\n\n{} pairs, {} of each class, {:.0} tokens a document, made with seed {}; in \
         each pair a share of the reused words is edited, drawn evenly from 0 to {:.0} %. A tree as J48 grows it on the larger and \
         the smaller containment; ten-fold cross-validation, mean F1 and its standard deviation over {runs} runs with the \
         seeds 1 to {runs}. Bytes a document as the paper counts them: 2 for each fingerprint that is kept; for MiLe the \
         bits of all tokens, or, with an overleap, of all stored units. The paper's figures in italics, where the scan \
         has them.\n\n",
        pairs.len(),
        plan.each,
        words as f64 / (2 * pairs.len()) as f64,
        plan.seed,
        100.0 * plan.edits
    );
    let sets = measured(&pairs, Counting::Set, runs)?;
    let mut table = Table::new(headings("way"));
    for (row, own) in TABLE.iter().zip(&sets) {
        table.row(cells(row.name, own));
        let classes = row.classes.iter().map(|cell| match *cell {
            "" => String::new(),
            cell => format!("*{cell}*"),
        });
        let mean = format!("*{:.3} ({:.3})*", row.f1, row.deviation);
        let rest = [mean, format!("*{}*", row.bytes)];
        table.row(
            ["*paper*".to_owned()]
                .into_iter()
                .chain(classes)
                .chain(rest),
        );
    }
    let _ = writeln!(body, "{table}");
    push(body, plots, "mile-bytes.svg", by_bytes(&sets));

    let _ = write!(
        body,
        "### Each unit once\n\nThe same with multisets: a key is shared as often as both have it; a unit of MiLe is used up when \
         it is met.\n\n"
    );
    let once = measured(&pairs, Counting::Once, runs)?;
    let mut table = Table::new(headings("way"));
    for (row, own) in TABLE.iter().zip(&once) {
        table.row(cells(row.name, own));
    }
    let _ = writeln!(body, "{table}");
    claims::report(maker, plan, (&pairs, [&sets, &once], runs), body)?;
    by_edits(maker, plan, runs, body, plots)
}

fn headings(first: &str) -> Vec<&str> {
    let classes = CLASSES.iter().map(|(name, _)| *name);
    let rest = ["F1 (std)", "bytes"];
    [first].into_iter().chain(classes).chain(rest).collect()
}

fn cells(name: &str, own: &Measured) -> Vec<String> {
    let classes = (0..CLASSES.len()).map(|class| format!("{:.3}", own.class(class)));
    let mean = Mean::of(&own.means());
    let rest = [
        format!("{:.3} ({:.3})", mean.mean, mean.deviation),
        format!("{:.0}", own.bytes),
    ];
    [name.to_owned()]
        .into_iter()
        .chain(classes)
        .chain(rest)
        .collect()
}

/// Puts a figure into the page.
pub(super) fn push(body: &mut String, plots: &mut Vec<(String, Plot)>, name: &str, plot: Plot) {
    let _ = writeln!(body, "![{}]({name})\n", plot.title);
    plots.push((name.to_owned(), plot));
}

/// F1 by bytes: each way with several parameters is a line.
fn by_bytes(measured: &[Measured]) -> Plot {
    let families = [
        ("k-gram", 0..2),
        ("0 mod p", 2..4),
        ("winnowing", 4..6),
        ("MiLe", 6..10),
        ("MiLe, overleap", 10..13),
    ];
    let line = |(name, rows): (&str, std::ops::Range<usize>)| {
        let points = measured[rows].iter();
        let points = points.map(|own| (own.bytes, Mean::of(&own.means()).mean));
        let mut points: Vec<(f64, f64)> = points.collect();
        points.sort_by(|x, y| x.0.total_cmp(&y.0));
        Line {
            name: name.to_owned(),
            points,
        }
    };
    let lines: Vec<Line> = families.into_iter().map(line).collect();
    Plot {
        title: "Mean F1 by bytes a document".to_owned(),
        x: Axis {
            label: "bytes a document".to_owned(),
            marks: vec![50.0, 100.0, 200.0, 400.0, 800.0],
            is_logarithmic: true,
        },
        y: Axis {
            label: "F1".to_owned(),
            marks: tenths(&lines),
            is_logarithmic: false,
        },
        lines,
    }
}

/// The tenths that the points of lines lie between.
pub(super) fn tenths(lines: &[Line]) -> Vec<f64> {
    let values = lines
        .iter()
        .flat_map(|line| &line.points)
        .map(|point| point.1);
    let least = values.fold(0.9, f64::min);
    let least = (least * 10.0).floor() as u32;
    (least..=10).map(|tenth| f64::from(tenth) / 10.0).collect()
}

fn by_edits(
    maker: &Maker<'_>,
    plan: Plan,
    runs: u64,
    body: &mut String,
    plots: &mut Vec<(String, Plot)>,
) -> Result<()> {
    let _ = write!(
        body,
        "### By the share of words edited\n\nMean F1 where each pair has from 0 to so many of its reused words edited.\n\n"
    );
    let shares = EDITS.iter().map(|edits| format!("{:.0} %", 100.0 * edits));
    let headings = ["way".to_owned(), "paper".to_owned()].into_iter();
    let mut table = Table::new(headings.chain(shares));
    let mut lines: Vec<Line> = TABLE
        .iter()
        .map(|row| Line {
            name: row.name.to_owned(),
            points: Vec::new(),
        })
        .collect();
    for edits in EDITS {
        let pairs = maker.pairs(Plan { edits, ..plan });
        let all = measured(&pairs, Counting::Set, runs)?;
        for (line, own) in lines.iter_mut().zip(all) {
            let mean = Mean::of(&own.means()).mean;
            line.points.push((100.0 * edits, mean));
        }
    }
    for (line, row) in lines.iter().zip(&TABLE) {
        let means = line.points.iter().map(|(_, f1)| format!("{f1:.3}"));
        let first = [row.name.to_owned(), format!("*{:.3}*", row.f1)];
        table.row(first.into_iter().chain(means));
    }
    let _ = writeln!(body, "{table}");
    let mut at = 0..;
    lines.retain(|_| at.next().is_some_and(|at| PLOTTED.contains(&at)));
    let plot = Plot {
        title: "Mean F1 by the share of words edited".to_owned(),
        x: Axis {
            label: "largest share of words edited, %".to_owned(),
            marks: vec![0.0, 10.0, 20.0, 30.0, 40.0],
            is_logarithmic: false,
        },
        y: Axis {
            label: "F1".to_owned(),
            marks: tenths(&lines),
            is_logarithmic: false,
        },
        lines,
    };
    push(body, plots, "mile-edits.svg", plot);
    Ok(())
}
