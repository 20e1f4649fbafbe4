//! Scores against overlap and noise, their figure 3.

use std::fmt::Write;

use anyhow::{Result, ensure};
use cento::find::Score;

use super::book::{Book, filler};
use super::kin::{Kin, Profile};
use super::mix::mix;
use super::noise::Confusions;
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};
use crate::random::Random;
use crate::threads;

/// Shares of the text that stay, in hundredths.
const OVERLAPS: [usize; 11] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/// Shares of characters misread, in hundredths.
const NOISES: [usize; 6] = [0, 2, 5, 10, 15, 20];

/// Overlaps whose scores are in the table.
const SHOWN: [usize; 4] = [0, 20, 50, 100];

/// Where the text comes from that stands for what is replaced: name and words.
const SCENARIOS: [(&str, &str); 2] = [
    ("other", "filler from another work"),
    ("same", "filler from the same work"),
];

/// A score with its name, in files and in words, and its threshold.
struct Scored {
    file: &'static str,
    name: &'static str,
    threshold: f64,
}

const SCORES: [Scored; 3] = [
    Scored {
        file: "cs",
        name: "cs",
        threshold: 0.12,
    },
    Scored {
        file: "its",
        name: "its",
        threshold: 0.72,
    },
    Scored {
        file: "its-both",
        name: "its, words of both",
        threshold: 0.72,
    },
];

/// Mean scores of one scenario, by noise and overlap.
type Means = Vec<Vec<[f64; 3]>>;

/// Adds the part to the page.
pub(super) fn report(
    works: &[&Book],
    confusions: &Confusions,
    (seed, repeats): (u64, usize),
    body: &mut String,
    plots: &mut Vec<(String, Plot)>,
) -> Result<()> {
    ensure!(works.len() > 1, "there must be two works at least");
    let _ = write!(
        body,
        "## Overlap and noise (their figure 3)\n\n\
         The reference is the first half of a work. Of its copy a part is replaced, at one place, by as much filler: from \
         another work, or from the second half of the same one, which has its author, subject and vocabulary. The paper \
         takes two novels by one author for this; there are none in these books. Then a share of the copy's characters is \
         misread. Means of {repeats} repeats, each with the next work.\n\n"
    );
    let mut table = Table::new(
        ["filler", "noise, %"].map(str::to_owned).into_iter().chain(
            SCORES
                .iter()
                .flat_map(|score| SHOWN.map(|overlap| format!("{} at {overlap} %", score.name))),
        ),
    );
    let mut least = Table::new(
        ["filler", "noise, %"]
            .into_iter()
            .chain(SCORES.iter().map(|score| score.name)),
    );
    for (scenario, (file, title)) in SCENARIOS.iter().enumerate() {
        let means = means(works, confusions, (seed, repeats), scenario == 1);
        for (noise, by_overlap) in NOISES.iter().zip(&means) {
            let first = [
                title.trim_start_matches("filler ").to_owned(),
                noise.to_string(),
            ];
            let at = |score: usize, overlap: usize| by_overlap[overlap / 10][score];
            let shown = (0..SCORES.len())
                .flat_map(|score| SHOWN.map(|overlap| format!("{:.3}", at(score, overlap))));
            table.row(first.iter().cloned().chain(shown));
            let reached = SCORES.iter().enumerate().map(|(score, one)| {
                let found = OVERLAPS
                    .into_iter()
                    .find(|&overlap| at(score, overlap) >= one.threshold);
                found.map_or("never".to_owned(), |overlap| format!("{overlap} %"))
            });
            least.row(first.iter().cloned().chain(reached));
        }
        for (score, one) in SCORES.iter().enumerate() {
            let name = format!("editions-{file}-{}.svg", one.file);
            let title = format!("{}, {title}", one.name);
            let _ = write!(body, "![{title}]({name})\n\n");
            plots.push((name, plot(title, one.name, &means, score)));
        }
    }
    let _ = write!(
        body,
        "Mean scores:\n\n{table}\nThe least overlap, in steps of 10 %, whose mean score reaches the threshold (0.12, 0.72, \
         0.72):\n\n{least}\n"
    );
    Ok(())
}

/// Mean scores of a scenario; every repeat and noise has random numbers of its own.
fn means(
    works: &[&Book],
    confusions: &Confusions,
    (seed, repeats): (u64, usize),
    is_same: bool,
) -> Means {
    let runs = threads::map(repeats, |repeat| {
        let mut random = Random::part(seed, repeat as u64 * 2 + u64::from(is_same));
        let book = works[repeat % works.len()];
        let (reference, rest) = halves(&book.text);
        let filler = match is_same {
            true => rest.to_owned(),
            false => filler(works, &book.work, reference.len(), &mut random).0,
        };
        let profile = Profile::new(reference);
        let mut one = |noise: usize, overlap: usize| {
            let copy = mix(reference, &filler, overlap as f64 / 100.0, &mut random);
            let copy = confusions.damage(&copy, noise as f64 / 100.0, &mut random);
            let kin = Kin::of(&profile, &Profile::new(&copy));
            [kin.score(Score::Cs), kin.score(Score::Its), kin.its_both()]
        };
        NOISES.map(|noise| OVERLAPS.map(|overlap| one(noise, overlap)))
    });
    let mean = |noise: usize, overlap: usize| {
        let sum = |score: usize| {
            runs.iter()
                .map(|run| run[noise][overlap][score])
                .sum::<f64>()
        };
        [0, 1, 2].map(|score| sum(score) / repeats.max(1) as f64)
    };
    (0..NOISES.len())
        .map(|noise| {
            (0..OVERLAPS.len())
                .map(|overlap| mean(noise, overlap))
                .collect()
        })
        .collect()
}

/// A text cut between two words, so that the first half is not the longer.
fn halves(text: &str) -> (&str, &str) {
    let middle = (0..=text.len() / 2)
        .rev()
        .find(|&at| text.is_char_boundary(at));
    let before = &text[..middle.unwrap_or(0)];
    text.split_at(before.rfind(char::is_whitespace).unwrap_or(0))
}

fn plot(title: String, y: &str, means: &Means, score: usize) -> Plot {
    let line = |(noise, by_overlap): (&usize, &Vec<[f64; 3]>)| Line {
        name: format!("{noise} % misread"),
        points: (OVERLAPS.iter().zip(by_overlap))
            .map(|(&overlap, scores)| (overlap as f64, scores[score]))
            .collect(),
    };
    Plot {
        title,
        x: Axis {
            label: "per cent of the text that both have".to_owned(),
            marks: OVERLAPS.iter().map(|&overlap| overlap as f64).collect(),
            is_logarithmic: false,
        },
        y: Axis {
            label: y.to_owned(),
            marks: vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
            is_logarithmic: false,
        },
        lines: NOISES.iter().zip(means).map(line).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_half_is_not_the_longer() {
        assert_eq!(halves("één twee drie"), ("één", " twee drie"));
        assert_eq!(halves("eenwoord"), ("", "eenwoord"));
    }
}
