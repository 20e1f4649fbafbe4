//! Recall as the formulas have it, and as it is (the paper's figure 7).

use std::fmt::Write;

use cento::fingerprint::Signing;

use super::bands::{BANDS, Differing, SIGNINGS};
use super::table::Measured;
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};

/// Thresholds of which recall is predicted, between two bands each.
const THRESHOLDS: [f64; 4] = [0.9, 0.8, 0.7, 0.6];

/// Bits that differ at most, as in the paper.
const DISTANCES: std::ops::RangeInclusive<u32> = 1..=5;

/// Recall where the other sentence has as many words as the first, and as many of its own: what the formulas of the
/// paper become when both sides add bits.
fn of_equal_length(signing: Signing, distance: u32, words: f64, share: f64) -> f64 {
    let a_bit = f64::from(signing.hashes) / f64::from(signing.bits);
    let is_unset = |words: f64| (-words * a_bit).exp();
    let own = is_unset(words * (1.0 - share));
    // No shared word sets it, and one of the two does.
    let differs = is_unset(words * share) * 2.0 * own * (1.0 - own);
    let mut each = (1.0 - differs).powi(signing.bits as i32);
    let mut all = each;
    for at in 0..distance.min(signing.bits) {
        each *= f64::from(signing.bits - at) / f64::from(at + 1) * differs / (1.0 - differs);
        all += each;
    }
    all
}

/// Adds the part to the page.
pub(super) fn report(measured: &Measured, body: &mut String, plots: &mut Vec<(String, Plot)>) {
    let words = measured.mean_words;
    let _ = write!(
        body,
        "## Predicted and observed recall (their figure 7)\n\nThe formulas take a sentence of {words:.2} words, the \
         mean, and another that has a share of these and no word besides. The prediction at a threshold should lie \
         between the bands on both sides of it. Observed are pairs of the same verse. Where both sentences are \
         equally long, each has words that the other has not, and more bits differ: the second prediction.\n\n"
    );
    let headings = ["bits", "d"].map(str::to_owned).into_iter();
    let mut columns = Vec::new();
    for (at, threshold) in THRESHOLDS.iter().enumerate() {
        columns.extend([
            BANDS[at].to_owned(),
            format!("*{threshold}, predicted*"),
            "*equally long*".to_owned(),
        ]);
    }
    columns.push(BANDS[THRESHOLDS.len()].to_owned());
    let mut table = Table::new(headings.chain(columns));
    // Of each prediction, how many lie between the bands and above both.
    let (mut counts, mut all) = ([[0; 2]; 2], 0);
    for (signing, counted) in SIGNINGS.iter().zip(&measured.counted) {
        for distance in DISTANCES {
            let observed = |band: &Differing| band.recall(distance);
            let shown = |recall: Option<f64>| match recall {
                Some(recall) => format!("{recall:.3}"),
                None => "-".to_owned(),
            };
            let mut cells = vec![signing.bits.to_string(), distance.to_string()];
            for (at, &threshold) in THRESHOLDS.iter().enumerate() {
                let predicted = [
                    signing.recall(distance, words, threshold),
                    of_equal_length(*signing, distance, words, threshold),
                ];
                let [upper, lower] = [at, at + 1].map(|at| observed(&counted.same[at]));
                if let (Some(upper), Some(lower)) = (upper, lower) {
                    all += 1;
                    for (counts, predicted) in counts.iter_mut().zip(predicted) {
                        counts[0] += usize::from((lower..=upper).contains(&predicted));
                        counts[1] += usize::from(predicted > upper);
                    }
                }
                cells.push(shown(upper));
                cells.extend(predicted.map(|predicted| format!("*{predicted:.3}*")));
            }
            cells.push(shown(observed(&counted.same[THRESHOLDS.len()])));
            table.row(cells);
        }
    }
    let _ = writeln!(body, "{table}");
    let [formula, equal] = counts.map(|[between, above]| {
        let below = all - between - above;
        format!("{between} lie between the bands on both sides, {above} above, {below} below")
    });
    let _ = write!(
        body,
        "Of {all} predictions of the formula {formula}; of those for equally long sentences {equal}.\n\n"
    );
    for at in [1, 2] {
        plot(measured, at, body, plots);
    }
}

/// Adds what signatures of one kind do.
fn plot(measured: &Measured, at: usize, body: &mut String, plots: &mut Vec<(String, Plot)>) {
    let (signing, counted) = (SIGNINGS[at], &measured.counted[at]);
    let mut lines = Vec::new();
    for (at, band) in BANDS.iter().enumerate().take(4).skip(1) {
        let observed = DISTANCES
            .filter_map(|distance| Some((f64::from(distance), counted.same[at].recall(distance)?)));
        lines.push(Line {
            name: (*band).to_owned(),
            points: observed.collect(),
        });
    }
    for &threshold in &THRESHOLDS[1..3] {
        let equal = DISTANCES.map(|distance| {
            let recall = of_equal_length(signing, distance, measured.mean_words, threshold);
            (f64::from(distance), recall)
        });
        let predicted = DISTANCES.map(|distance| {
            let recall = signing.recall(distance, measured.mean_words, threshold);
            (f64::from(distance), recall)
        });
        lines.push(Line {
            name: format!("{threshold}, predicted"),
            points: predicted.collect(),
        });
        lines.push(Line {
            name: format!("{threshold}, equally long"),
            points: equal.collect(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_both_are_words_of_the_other_doubled_where_few_bits_are_set() {
        let signing = Signing {
            bits: 1 << 20,
            hashes: 1,
        };
        // With so many bits, none is set twice: of ten words and ten others twenty bits differ.
        for (distance, share) in [(1, 1.0), (19, 0.0), (20, 0.0)] {
            let equal = of_equal_length(signing, distance, 10.0, share);
            let formula = signing.within(distance, 10.0 * share, 20.0 * (1.0 - share));
            assert!((equal - formula).abs() < 1e-3, "{equal} {formula}");
        }
    }
}
