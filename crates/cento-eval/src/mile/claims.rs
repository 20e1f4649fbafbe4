//! What the paper says of its table, and whether it holds here.

use std::fmt::Write;

use anyhow::Result;
use cento::fingerprint::{Mile, Print};
use cento::token::Tokens;

use super::folds::Mean;
use super::pairs::{CLASSES, Maker, Pair, Plan};
use super::paper::TABLE;
use super::table::{Measured, measured};
use super::way::{Counting, Prints, Way};
use crate::page::Table;

/// Largest shares of edited words with which claims are judged besides those of the table.
pub(super) const FEW_EDITS: f64 = 0.05;

/// Student's t beyond which the mean of thirty differs from nothing, with one error in twenty.
const STUDENT: f64 = 2.045;

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

/// Adds the part to the page: the claims, by the table's runs and by sets of their own.
pub(super) fn report(
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
