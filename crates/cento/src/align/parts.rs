//! The parts of an alignment that are passages where the whole is none.

use super::columns::{Column, Counts};
use super::options::AlignOptions;
use super::passage::Passage;
use crate::span::TokenSpan;

/// Some runs of columns, and the words before them.
struct Part<'a> {
    runs: &'a [(Column, u32)],
    a: u32,
    b: u32,
}

/// Appends every part of an alignment that is a passage: cut where more words than the largest gap stand
/// on one side alone, then narrowed to where the share of words that match is high enough.
pub(super) fn parts(
    runs: &[(Column, u32)],
    (a, b): (u32, u32),
    options: &AlignOptions,
    out: &mut Vec<Passage>,
) {
    let mut open = Part { runs, a, b };
    let mut at = 0;
    while at < open.runs.len() {
        let gap = open.runs[at..]
            .iter()
            .take_while(|(column, _)| *column != Column::Match)
            .count();
        let (x, y) = words(&open.runs[at..at + gap]);
        if x.max(y) > options.max_gap {
            let (before, rest) = open.split(at);
            narrow(&before, options, out);
            open = rest.split(gap).1;
            at = 0;
        } else {
            at += gap.max(1);
        }
    }
    narrow(&open, options, out);
}

/// How many words of each side these columns hold.
fn words(runs: &[(Column, u32)]) -> (u32, u32) {
    let mut counts = Counts::default();
    runs.iter().for_each(|&(column, n)| counts.add(column, n));
    let both = counts.matched + counts.substituted;
    (both + counts.deleted, both + counts.inserted)
}

/// Appends the part if it is a passage; else the best stretch of it, and those on either side.
fn narrow(part: &Part<'_>, options: &AlignOptions, out: &mut Vec<Passage>) {
    let mut counts = Counts::default();
    part.runs
        .iter()
        .for_each(|&(column, n)| counts.add(column, n));
    if counts.columns() < options.min_tokens || counts.matched == 0 {
        return;
    }
    let ends_match = [part.runs.first(), part.runs.last()]
        .into_iter()
        .flatten()
        .all(|(column, _)| *column == Column::Match);
    if ends_match && counts.identity() >= options.min_identity {
        let (x, y) = words(part.runs);
        let span = |begin, length| TokenSpan {
            begin,
            end: begin + length,
        };
        out.push(Passage {
            a: span(part.a, x),
            b: span(part.b, y),
            counts,
        });
        return;
    }
    // The stretch with the highest sum, where a match counts what it adds above the least share and
    // anything else what it takes: on the whole it is above that share.
    // Where all must match, a match still counts for something.
    let least = options.min_identity.min(1.0 - 1e-9);
    let (mut best, mut best_sum) = (0..0, 0.0);
    let (mut from, mut sum) = (0, 0.0);
    for (at, &(column, n)) in part.runs.iter().enumerate() {
        let gain = if column == Column::Match { 1.0 } else { 0.0 };
        sum += (gain - least) * f64::from(n);
        if sum > best_sum {
            (best, best_sum) = (from..at + 1, sum);
        }
        if sum <= 0.0 {
            (from, sum) = (at + 1, 0.0);
        }
    }
    if best.is_empty() || best.len() == part.runs.len() {
        return;
    }
    let (before, rest) = part.split(best.start);
    let (best, behind) = rest.split(best.len());
    for part in [before, best, behind] {
        narrow(&part, options, out);
    }
}

impl<'a> Part<'a> {
    fn split(&self, at: usize) -> (Part<'a>, Part<'a>) {
        let (before, behind) = self.runs.split_at(at);
        let (x, y) = words(before);
        let first = Part {
            runs: before,
            ..*self
        };
        let second = Part {
            runs: behind,
            a: self.a + x,
            b: self.b + y,
        };
        (first, second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Column::{Deletion, Insertion, Match, Substitution};

    fn spans(runs: &[(Column, u32)], max_gap: u32, min_identity: f64) -> Vec<[u32; 4]> {
        let options = AlignOptions {
            min_tokens: 10,
            max_gap,
            min_identity,
        };
        let mut out = Vec::new();
        parts(runs, (100, 200), &options, &mut out);
        let spans = out.iter();
        spans
            .map(|p| [p.a.begin, p.a.end, p.b.begin, p.b.end])
            .collect()
    }

    #[test]
    fn an_alignment_that_is_a_passage_stays_whole() {
        let runs = [(Match, 10), (Substitution, 2), (Match, 10)];
        assert_eq!(spans(&runs, 5, 0.8), [[100, 122, 200, 222]]);
    }

    #[test]
    fn gaps_that_are_too_wide_cut() {
        let runs = [(Match, 10), (Insertion, 1), (Match, 10)];
        assert_eq!(
            spans(&runs, 0, 0.5),
            [[100, 110, 200, 210], [110, 120, 211, 221]]
        );
        let runs = [(Match, 10), (Deletion, 2), (Substitution, 1), (Match, 4)];
        assert_eq!(spans(&runs, 2, 0.5), [[100, 110, 200, 210]]);
    }

    #[test]
    fn only_what_agrees_enough_is_left() {
        // Twenty words alike, then every second replaced.
        let mut runs = vec![(Match, 20)];
        (0..20).for_each(|_| runs.extend([(Substitution, 1), (Match, 1)]));
        assert_eq!(spans(&runs, 5, 0.9), [[100, 120, 200, 220]]);
        assert_eq!(spans(&runs, 5, 0.6).len(), 1);
    }
}
