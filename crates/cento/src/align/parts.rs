//! The parts of an alignment that are passages where the whole is none.

use std::ops::Range;

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

/// Appends the part if it is a passage; else those stretches of it that are.
fn narrow(part: &Part<'_>, options: &AlignOptions, out: &mut Vec<Passage>) {
    let is_passage = |part: &Part<'_>| {
        let ends_match = [part.runs.first(), part.runs.last()]
            .into_iter()
            .flatten()
            .all(|(column, _)| *column == Column::Match);
        let counts = part.counts();
        ends_match
            && counts.matched > 0
            && counts.columns() >= options.min_tokens
            && counts.identity() >= options.min_identity
    };
    if is_passage(part) {
        out.push(part.passage());
        return;
    }
    let mut rest = Part { ..*part };
    let mut at = 0;
    for stretch in stretches(part.runs, options.min_identity) {
        let (_, from) = rest.split(stretch.start - at);
        let (stretch_part, behind) = from.split(stretch.len());
        if is_passage(&stretch_part) {
            out.push(stretch_part.passage());
        }
        (rest, at) = (behind, stretch.end);
    }
}

/// The stretches whose share of matches is above the least as a whole and in every part that begins or
/// ends them, each as long as can be, in order.
///
/// A match counts what it adds above that share and anything else what it takes; these are the maximal
/// scoring stretches of Ruzzo and Tompa (1999), found in one pass.
fn stretches(runs: &[(Column, u32)], min_identity: f64) -> Vec<Range<usize>> {
    /// A stretch, the sums before and behind it, and the last stretch with a lower sum before it.
    struct Open {
        range: Range<usize>,
        before: f64,
        behind: f64,
        lower: Option<usize>,
    }
    // Where all must match, a match still counts for something.
    let least = min_identity.min(1.0 - 1e-9);
    let mut open: Vec<Open> = Vec::new();
    let mut sum = 0.0;
    for (at, &(column, n)) in runs.iter().enumerate() {
        let gain = if column == Column::Match { 1.0 } else { 0.0 };
        let before = sum;
        sum += (gain - least) * f64::from(n);
        if sum <= before {
            continue;
        }
        let mut new = Open {
            range: at..at + 1,
            before,
            behind: sum,
            lower: open.len().checked_sub(1),
        };
        loop {
            while let Some(i) = new.lower.filter(|&i| open[i].before >= new.before) {
                new.lower = open[i].lower;
            }
            match new.lower {
                // What lies between loses less than the earlier one gains: they are one.
                Some(i) if open[i].behind < new.behind => {
                    new.range.start = open[i].range.start;
                    new.before = open[i].before;
                    new.lower = open[i].lower;
                    open.truncate(i);
                }
                _ => break,
            }
        }
        open.push(new);
    }
    open.into_iter().map(|open| open.range).collect()
}

impl<'a> Part<'a> {
    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.runs
            .iter()
            .for_each(|&(column, n)| counts.add(column, n));
        counts
    }

    fn passage(&self) -> Passage {
        let (x, y) = words(self.runs);
        let span = |begin, length| TokenSpan {
            begin,
            end: begin + length,
        };
        Passage {
            a: span(self.a, x),
            b: span(self.b, y),
            counts: self.counts(),
        }
    }

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

    /// Each of many stretches, in one pass and without a stack of them.
    #[test]
    fn a_hundred_thousand_stretches_are_found() {
        let runs = [(Match, 12), (Substitution, 1)].repeat(100_000);
        let found = spans(&runs, 5, 1.0);
        assert_eq!(found.len(), 100_000);
        assert_eq!(found[1], [113, 125, 213, 225]);
    }

    #[test]
    fn stretches_are_those_of_the_definition() {
        // Sums above a share of one half: 2, -1, 1, -2, 3.
        let runs = [
            (Match, 4),
            (Substitution, 2),
            (Match, 2),
            (Deletion, 4),
            (Match, 6),
        ];
        assert_eq!(stretches(&runs, 0.5), [0..1, 2..3, 4..5]);
        let runs = [(Match, 4), (Substitution, 2), (Match, 6), (Deletion, 12)];
        assert_eq!(stretches(&runs, 0.5).first(), Some(&(0..3)));
        assert_eq!(stretches(&runs, 0.5).len(), 1);
        assert!(stretches(&[], 0.5).is_empty());
    }
}
