//! Which slide of a deck is which of another, on a terminal.

use std::collections::BTreeSet;
use std::io::{self, Write};

use cento::group::SlideRelation;
use cento::report::{DocumentRow, SlideRow, in_runs};

use crate::style::{count, counted};

/// A slide of each that have something in common.
#[derive(Clone, Copy)]
pub(crate) struct Slides {
    /// Of `a` and of `b`.
    numbers: [u32; 2],
    tokens: [u32; 2],
    matched: u32,
    pictures: u32,
    notes: u32,
    hidden: [bool; 2],
    relation: SlideRelation,
}

impl Slides {
    pub(crate) fn new(row: &SlideRow<'_>) -> Self {
        Self {
            numbers: [row.a_slide, row.b_slide],
            tokens: [row.a_tokens, row.b_tokens],
            matched: row.matched,
            pictures: row.pictures,
            notes: row.notes,
            hidden: row.hidden,
            relation: row.relation,
        }
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
        for (is_hidden, side) in self.hidden.into_iter().zip(sides) {
            if is_hidden {
                parts.push(format!("hidden {side}"));
            }
        }
        parts.join(", ")
    }
}

/// The slides that stand beside each other.
fn counterparts(slides: &[Slides]) -> impl Iterator<Item = &Slides> {
    of(slides, SlideRelation::Counterpart)
}

fn of(slides: &[Slides], relation: SlideRelation) -> impl Iterator<Item = &Slides> {
    slides.iter().filter(move |one| one.relation == relation)
}

/// Writes each slide beside the one most like it, and those that have none.
pub(crate) fn print(
    slides: &[Slides],
    documents: &[DocumentRow],
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let template = of(slides, SlideRelation::Template).count();
    let others = slides.len() - template - counterparts(slides).count();
    if slides.len() > template {
        writeln!(
            out,
            "\nslides, with their words and objects\n      a      b"
        )?;
    }
    for shown in counterparts(slides) {
        let [a, b] = shown.numbers;
        writeln!(out, "  {a:>5}  {b:>5}   {}", shown.said(["in a", "in b"]))?;
    }
    if others > 0 {
        let pairs = counted(others as u64, "other pair");
        writeln!(out, "{pairs} of slides with a few words in common")?;
    }
    for (side, (name, document)) in ["a", "b"].into_iter().zip(documents).enumerate() {
        let own = slides.iter();
        let own = own.filter(|one| one.relation != SlideRelation::Template);
        let known: BTreeSet<u32> = own.map(|one| one.numbers[side]).collect();
        let alone = (1..=slides_of(document)).filter(|number| !known.contains(number));
        let alone: Vec<u32> = alone.collect();
        if !alone.is_empty() {
            writeln!(out, "only in {name}: {}", ranges(&alone))?;
        }
    }
    if template > 0 {
        let pairs = counted(template as u64, "pair");
        writeln!(
            out,
            "{pairs} of slides with nothing in common but their template"
        )?;
    }
    Ok(())
}

/// Writes which slide of a deck that was asked about is which of another.
pub(crate) fn print_found(slides: &[Slides], out: &mut dyn Write) -> io::Result<()> {
    for shown in counterparts(slides) {
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
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    in_runs(&numbers).join(", ")
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
