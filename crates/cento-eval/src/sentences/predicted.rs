//! Recall as the formulas have it, and as it is (the paper's figure 7).

use std::fmt::Write;

use super::bands::{BANDS, Differing, SIGNINGS};
use super::table::Measured;
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};

/// Thresholds of which recall is predicted, between two bands each.
const THRESHOLDS: [f64; 4] = [0.9, 0.8, 0.7, 0.6];

/// Bits that differ at most, as in the paper.
const DISTANCES: std::ops::RangeInclusive<u32> = 1..=5;

/// Adds the part to the page.
pub(super) fn report(measured: &Measured, body: &mut String, plots: &mut Vec<(String, Plot)>) {
    let words = measured.mean_words;
    let _ = write!(
        body,
        "## Predicted and observed recall (their figure 7)\n\nThe formulas take a sentence of {words:.2} words, the mean, and another that has a \
         share of these and no word besides. The prediction at a threshold should lie between the bands on both sides of it. Observed \
         are pairs of the same verse.\n\n"
    );
    let headings = ["bits", "d"].map(str::to_owned).into_iter();
    let mut columns = Vec::new();
    for (at, threshold) in THRESHOLDS.iter().enumerate() {
        columns.extend([BANDS[at].to_owned(), format!("*{threshold}, predicted*")]);
    }
    columns.push(BANDS[THRESHOLDS.len()].to_owned());
    let mut table = Table::new(headings.chain(columns));
    let (mut between, mut above, mut all) = (0, 0, 0);
    for (signing, counted) in SIGNINGS.iter().zip(&measured.counted) {
        for distance in DISTANCES {
            let observed = |band: &Differing| band.recall(distance);
            let shown = |recall: Option<f64>| match recall {
                Some(recall) => format!("{recall:.3}"),
                None => "-".to_owned(),
            };
            let mut cells = vec![signing.bits.to_string(), distance.to_string()];
            for (at, &threshold) in THRESHOLDS.iter().enumerate() {
                let predicted = signing.recall(distance, words, threshold);
                let [upper, lower] = [at, at + 1].map(|at| observed(&counted.same[at]));
                if let (Some(upper), Some(lower)) = (upper, lower) {
                    all += 1;
                    between += usize::from((lower..=upper).contains(&predicted));
                    above += usize::from(predicted > upper);
                }
                cells.extend([shown(upper), format!("*{predicted:.3}*")]);
            }
            cells.push(shown(observed(&counted.same[THRESHOLDS.len()])));
            table.row(cells);
        }
    }
    let _ = writeln!(body, "{table}");
    let _ = write!(
        body,
        "Of {all} predictions {between} lie between the bands on both sides, {above} above both, {} below.\n\n",
        all - between - above
    );
    for at in [1, 2] {
        plot(measured, at, body, plots);
    }
}

/// Adds what signatures of one kind do.
fn plot(measured: &Measured, at: usize, body: &mut String, plots: &mut Vec<(String, Plot)>) {
    let (signing, counted) = (SIGNINGS[at], &measured.counted[at]);
    let mut lines = Vec::new();
    for (at, &threshold) in THRESHOLDS.iter().enumerate().skip(1) {
        let observed = DISTANCES
            .filter_map(|distance| Some((f64::from(distance), counted.same[at].recall(distance)?)));
        lines.push(Line {
            name: format!("{}", BANDS[at]),
            points: observed.collect(),
        });
        let predicted = DISTANCES.map(|distance| {
            let recall = signing.recall(distance, measured.mean_words, threshold);
            (f64::from(distance), recall)
        });
        lines.push(Line {
            name: format!("{threshold}, predicted"),
            points: predicted.collect(),
        });
    }
    let plot = Plot {
        title: format!("Recall of {} bits, predicted and observed", signing.bits),
        x: Axis {
            label: "bits that differ at most".to_owned(),
            marks: DISTANCES.map(f64::from).collect(),
            is_logarithmic: false,
        },
        y: Axis {
            label: "recall".to_owned(),
            marks: vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
            is_logarithmic: false,
        },
        lines,
    };
    let name = format!("sentences-predicted-{}.svg", signing.bits);
    let _ = writeln!(body, "![{}]({name})\n", plot.title);
    plots.push((name, plot));
}
