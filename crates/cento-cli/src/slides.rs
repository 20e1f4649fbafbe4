//! Which slide of a deck is which of another, on a terminal.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use cento::report::{DocumentRow, SlideRow};

use crate::style::{count, counted};

/// A slide of each that have something in common.
#[derive(Clone, Copy)]
pub(crate) struct Slides {
    /// Of `a` and of `b`.
    numbers: [u32; 2],
    tokens: [u32; 2],
    matched: u32,
    pictures: u32,
    /// Of those that are the same, those that are part of a template.
    template: u32,
    notes: u32,
}

impl Slides {
    pub(crate) fn new(row: &SlideRow<'_>) -> Self {
        Self {
            numbers: [row.a_slide, row.b_slide],
            tokens: [row.a_tokens, row.b_tokens],
            matched: row.matched,
            pictures: row.pictures,
            notes: row.notes,
            template: row.template,
        }
    }

    fn is_template(&self) -> bool {
        self.matched <= self.template && self.notes == 0
    }

    /// Twice what is the same against what both have, without the template, in ten thousandths; then the notes.
    fn likeness(&self) -> (u64, u32) {
        let beyond = |count: u32| u64::from(count.saturating_sub(self.template));
        let all = beyond(self.tokens[0]) + beyond(self.tokens[1]);
        (20_000 * beyond(self.matched) / all.max(1), self.notes)
    }

    /// What is the same, and what only one has: the places are what their sides are called.
    fn said(&self, sides: [&str; 2]) -> String {
        let only = self
            .tokens
            .map(|tokens| tokens.saturating_sub(self.matched));
        let mut parts = Vec::new();
        if self.matched > 0 && only == [0, 0] {
            parts.push("the same".to_owned());
        } else if self.matched > 0 {
            parts.push(format!("{} the same", count(self.matched.into())));
            for (only, side) in only.into_iter().zip(sides) {
                if only > 0 {
                    parts.push(format!("{} only {side}", count(only.into())));
                }
            }
        }
        if self.pictures > 0 {
            parts.push(counted(self.pictures.into(), "picture"));
        }
        if self.notes > 0 {
            parts.push(format!(
                "{} of the notes",
                counted(self.notes.into(), "word")
            ));
        }
        parts.join(", ")
    }
}

/// Slides that are less alike, in ten thousandths, and share no picture, have a few words in common.
const FAINT: u64 = 3000;

/// Every slide beside the one most like it.
struct Counterparts {
    /// Those that share more than a template.
    own: Vec<Slides>,
    /// How many others there are.
    template: usize,
    /// By side and number, the one most like it; of several alike, the first.
    best: BTreeMap<(usize, u32), usize>,
}

impl Counterparts {
    fn of(slides: &[Slides]) -> Self {
        let own = slides.iter().filter(|slides| !slides.is_template());
        let own: Vec<Slides> = own.copied().collect();
        let mut best: BTreeMap<(usize, u32), usize> = BTreeMap::new();
        for (at, slides) in own.iter().enumerate() {
            for (side, number) in slides.numbers.into_iter().enumerate() {
                let known = best.entry((side, number)).or_insert(at);
                if own[*known].likeness() < slides.likeness() {
                    *known = at;
                }
            }
        }
        Self {
            template: slides.len() - own.len(),
            own,
            best,
        }
    }

    /// Those that are most like each other, for one of the two at least.
    fn shown(&self) -> impl Iterator<Item = &Slides> {
        let shown: BTreeSet<usize> = self.best.values().copied().collect();
        let shown = shown.into_iter().map(|at| &self.own[at]);
        shown.filter(|one| one.pictures > 0 || one.notes > 0 || one.likeness().0 >= FAINT)
    }
}

/// Writes each slide beside the one most like it, and those that have none.
pub(crate) fn print(
    slides: &[Slides],
    documents: &[DocumentRow],
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let counterparts = Counterparts::of(slides);
    let others = counterparts.own.len() - counterparts.shown().count();
    if !counterparts.own.is_empty() {
        writeln!(
            out,
            "\nslides, with their words and objects\n      a      b"
        )?;
    }
    for shown in counterparts.shown() {
        let [a, b] = shown.numbers;
        writeln!(out, "  {a:>5}  {b:>5}   {}", shown.said(["in a", "in b"]))?;
    }
    if others > 0 {
        let pairs = counted(others as u64, "other pair");
        writeln!(out, "{pairs} of slides with a few words in common")?;
    }
    for (side, (name, document)) in ["a", "b"].into_iter().zip(documents).enumerate() {
        let has_none = |number: &u32| !counterparts.best.contains_key(&(side, *number));
        let alone: Vec<u32> = (1..=slides_of(document)).filter(has_none).collect();
        if !alone.is_empty() {
            writeln!(out, "only in {name}: {}", ranges(&alone))?;
        }
    }
    if counterparts.template > 0 {
        let pairs = counted(counterparts.template as u64, "pair");
        writeln!(
            out,
            "{pairs} of slides with nothing in common but their template"
        )?;
    }
    Ok(())
}

/// Writes which slide of a deck that was asked about is which of another.
pub(crate) fn print_found(slides: &[Slides], out: &mut dyn Write) -> io::Result<()> {
    for shown in Counterparts::of(slides).shown() {
        let [here, there] = shown.numbers;
        let said = shown.said(["here", "there"]);
        writeln!(out, "  slide {here} is slide {there} there: {said}")?;
    }
    Ok(())
}

/// How many slides a deck has.
fn slides_of(document: &DocumentRow) -> u32 {
    let meta: Option<serde_json::Value> = serde_json::from_str(&document.meta).ok();
    let slides = meta.and_then(|meta| meta["slides"].as_u64());
    slides.unwrap_or_default().min(100_000) as u32
}

/// Rising numbers in a few words: `1, 4-7`.
fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|x, y| x + 1 == *y).filter_map(|run| {
        let (first, last) = (run.first()?, run.last()?);
        Some(match run.len() {
            1 => first.to_string(),
            2 => format!("{first}, {last}"),
            _ => format!("{first}-{last}"),
        })
    });
    runs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_numbers_are_short() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[1, 3, 4, 6, 7, 8, 9, 11]), "1, 3, 4, 6-9, 11");
    }
}
