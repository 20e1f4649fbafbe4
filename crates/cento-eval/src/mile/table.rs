//! Table 1: which fingerprints tell the classes apart, and in how many bytes.

use std::fmt::Write;

use anyhow::Result;
use cento::fingerprint::{Mile, Print};
use cento::token::Tokens;

use super::folds::{Mean, by_class};
use super::pairs::{CLASSES, Maker, Pair, Plan};
use super::paper::TABLE;
use super::tree::Point;
use super::way::{Counting, Prints, Way};
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};
use crate::threads;

/// Largest shares of edited words that are compared.
const EDITS: [f64; 5] = [0.0, 0.05, 0.15, 0.25, 0.4];

/// The rows of table 1 that are plotted by edits.
const PLOTTED: [usize; 7] = [0, 1, 2, 4, 8, 9, 11];

/// Largest shares of edited words with which claims are judged besides those of the table.
pub(super) const FEW_EDITS: f64 = 0.05;

/// Student's t beyond which the mean of thirty differs from nothing, with one error in twenty.
const STUDENT: f64 = 2.045;

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

    fn class(&self, class: usize) -> f64 {
        self.runs.iter().map(|run| run[class]).sum::<f64>() / self.runs.len() as f64
    }

    /// The mean F1 of each run.
    pub(super) fn means(&self) -> Vec<f64> {
        let mean = |run: &Vec<f64>| run.iter().sum::<f64>() / run.len() as f64;
        self.runs.iter().map(mean).collect()
    }
}

/// All of table 1.
fn measured(pairs: &[Pair], counting: Counting, runs: u64) -> Result<Vec<Measured>> {
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
    claims(maker, plan, (&pairs, [&sets, &once], runs), body)?;
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

fn push(body: &mut String, plots: &mut Vec<(String, Plot)>, name: &str, plot: Plot) {
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

/// What is said of two ways: the first is at least as good, in less.
struct Claim {
    text: &'static str,
    counting: Counting,
    better: usize,
    worse: usize,
}

const fn claim(text: &'static str, counting: Counting, better: usize, worse: usize) -> Claim {
    Claim {
        text,
        counting,
        better,
        worse,
    }
}

/// The paper's, in the text or by its table, and one that tells where the first comes from.
#[rustfmt::skip]
const CLAIMS: [Claim; 7] = [
    claim("MiLe b=5, m=4 is at least as good as 2-gram, at a third of its bytes", Counting::Set, 9, 0),
    claim("the same, with multisets", Counting::Once, 9, 0),
    claim("MiLe b=4, m=4 is better than 2-gram (their text; not their table)", Counting::Set, 8, 0),
    claim("MiLe b=4, m=4 is better than winnowing k=2, w=4, in less", Counting::Set, 8, 4),
    claim("MiLe b=2, m=8 is as good as 0 mod 4, in half", Counting::Set, 6, 2),
    claim("MiLe b=4, m=5, o=4 is better than winnowing k=2, w=4, in less", Counting::Set, 11, 4),
    claim("MiLe b=4, m=5, o=5 is better than 0 mod 4, in the same", Counting::Set, 12, 2),
];

/// Sets of pairs by which claims are judged: runs on one set only tell how its folds fell.
const SETS: u64 = if cfg!(test) { 2 } else { 30 };

/// What all ways make of all sets, by how they count.
struct Sets([Vec<Vec<Measured>>; 2]);

impl Sets {
    fn new(maker: &Maker<'_>, plan: Plan) -> Result<Self> {
        let mut sets = Self([Vec::new(), Vec::new()]);
        for seed in 1..=SETS {
            let pairs = maker.pairs(Plan { seed, ..plan });
            for (of, counting) in sets.0.iter_mut().zip([Counting::Set, Counting::Once]) {
                of.push(measured(&pairs, counting, 1)?);
            }
        }
        Ok(sets)
    }

    /// The mean over sets of a difference.
    fn mean(&self, claim: &Claim, of: impl Fn(&Measured) -> f64) -> Mean {
        let sets = &self.0[usize::from(claim.counting == Counting::Once)];
        let difference = |one: &Vec<Measured>| of(&one[claim.better]) - of(&one[claim.worse]);
        Mean::of(&sets.iter().map(difference).collect::<Vec<_>>())
    }
}

/// Whether it holds, by a difference over sets.
fn verdict(difference: Mean) -> &'static str {
    match difference.errors() {
        errors if errors > STUDENT => "holds",
        errors if errors < -STUDENT => "does not hold",
        _ => "level",
    }
}

fn claims(
    maker: &Maker<'_>,
    plan: Plan,
    (pairs, [sets, once], runs): (&[Pair], [&[Measured]; 2], u64),
    body: &mut String,
) -> Result<()> {
    let few = Plan {
        edits: FEW_EDITS,
        ..plan
    };
    let (as_planned, with_few) = (Sets::new(maker, plan)?, Sets::new(maker, few)?);
    let _ = write!(
        body,
        "### What the paper says\n\nThe difference of mean F1, in hundredths, and how many standard errors that is: over \
         the {runs} runs above, with the same folds; over {SETS} sets of pairs of their own (seeds 1 to {SETS}, one run \
         each); and over as many with at most {:.0} % of the words edited. Runs share their pairs, so that only sets tell \
         what other pairs would give. A claim holds, or does not, where a difference over sets is beyond {STUDENT} \
         standard errors (one error in twenty), and is level between. Bytes are those of the first to those of the second.\n\n",
        100.0 * FEW_EDITS
    );
    let mut table = Table::new([
        "claim".to_owned(),
        "paper".to_owned(),
        "bytes".to_owned(),
        "runs".to_owned(),
        format!("sets, {:.0} % edited", 100.0 * plan.edits),
        "by class, C1 to C7".to_owned(),
        "it".to_owned(),
        format!("sets, {:.0} % edited", 100.0 * FEW_EDITS),
        "it".to_owned(),
    ]);
    let mean_f1 = |own: &Measured| Mean::of(&own.means()).mean;
    let shown = |mean: Mean| format!("{:+.1} ({:+.1})", 100.0 * mean.mean, mean.errors());
    for claim in &CLAIMS {
        let Claim { better, worse, .. } = *claim;
        let first = match claim.counting {
            Counting::Set => sets,
            Counting::Once => once,
        };
        let (x, y) = (first[better].means(), first[worse].means());
        let of_runs: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
        let [of_sets, of_few] = [&as_planned, &with_few].map(|sets| sets.mean(claim, mean_f1));
        let by_class = (0..CLASSES.len()).map(|class| {
            let mean = as_planned.mean(claim, |own| own.class(class)).mean;
            format!("{:+.1}", 100.0 * mean)
        });
        let theirs = match claim.counting {
            Counting::Set => format!("{:+.1}", 100.0 * (TABLE[better].f1 - TABLE[worse].f1)),
            Counting::Once => String::new(),
        };
        table.row([
            claim.text.to_owned(),
            theirs,
            format!("{:.2}", first[better].bytes / first[worse].bytes),
            shown(Mean::of(&of_runs)),
            shown(of_sets),
            by_class.collect::<Vec<_>>().join(" "),
            verdict(of_sets).to_owned(),
            shown(of_few),
            verdict(of_few).to_owned(),
        ]);
    }
    let _ = writeln!(body, "{table}");
    let (same, prints) = downgraded(pairs)?;
    let _ = writeln!(
        body,
        "A print of 4 bits made from one of 5 is the one made from the text: {same} of {prints} prints, so this {}.\n",
        if same == prints {
            "holds"
        } else {
            "does not hold"
        }
    );
    Ok(())
}

/// How many prints of 5 bits become, with 4, what 4 bits make at once; and how many there are.
fn downgraded(pairs: &[Pair]) -> Result<(usize, usize)> {
    let prints = |bits| -> Result<Vec<Print>> {
        let documents: Vec<&Tokens> = pairs.iter().flat_map(|pair| &pair.documents).collect();
        let way = Way::Mile(Mile {
            bits,
            length: 4,
            overleap: 1,
        });
        Ok(Prints::new(way, documents.into_iter())?
            .prints()
            .cloned()
            .collect())
    };
    let (five, four) = (prints(5)?, prints(4)?);
    let both = five.iter().zip(&four);
    let same = both.filter(|(five, four)| five.downgraded(4).as_ref() == Some(four));
    Ok((same.count(), four.len()))
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
