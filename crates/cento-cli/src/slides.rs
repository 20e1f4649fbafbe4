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
    notes: u32,
    is_template: bool,
}

impl Slides {
    pub(crate) fn new(row: &SlideRow<'_>) -> Self {
        Self {
            numbers: [row.a_slide, row.b_slide],
            tokens: [row.a_tokens, row.b_tokens],
            matched: row.matched,
            pictures: row.pictures,
            notes: row.notes,
            is_template: row.labels.names().contains(&"template"),
        }
    }

    /// Twice what is the same against what both have, in ten thousandths; then the notes.
    fn likeness(&self) -> (u64, u32) {
        let all = u64::from(self.tokens[0]) + u64::from(self.tokens[1]);
        (20_000 * u64::from(self.matched) / all.max(1), self.notes)
    }

    fn line(&self) -> String {
        let only = self
            .tokens
            .map(|tokens| tokens.saturating_sub(self.matched));
        let mut parts = Vec::new();
        if self.matched > 0 && only == [0, 0] {
            parts.push("the same".to_owned());
        } else if self.matched > 0 {
            parts.push(format!("{} the same", count(self.matched.into())));
            for (only, side) in only.into_iter().zip(["a", "b"]) {
                if only > 0 {
                    parts.push(format!("{} only in {side}", count(only.into())));
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
        let [a, b] = self.numbers;
        format!("  {a:>5}  {b:>5}   {}", parts.join(", "))
    }
}

/// Writes each slide beside the one most like it, and those that have none.
pub(crate) fn print(
    slides: &[Slides],
    documents: &[DocumentRow],
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let (template, own): (Vec<Slides>, Vec<Slides>) =
        slides.iter().partition(|slides| slides.is_template);
    // By side and number, the one most like it; of several alike, the first.
    let mut best: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    for (at, slides) in own.iter().enumerate() {
        for (side, number) in slides.numbers.into_iter().enumerate() {
            let known = best.entry((side, number)).or_insert(at);
            if own[*known].likeness() < slides.likeness() {
                *known = at;
            }
        }
    }
    let shown: BTreeSet<usize> = best.values().copied().collect();
    if !shown.is_empty() {
        writeln!(
            out,
            "\nslides, with their words and objects\n      a      b"
        )?;
        for &at in &shown {
            writeln!(out, "{}", own[at].line())?;
        }
        let others = own.len() - shown.len();
        if others > 0 {
            writeln!(
                out,
                "{} of slides with less in common",
                counted(others as u64, "other pair")
            )?;
        }
    }
    for (side, (name, document)) in ["a", "b"].into_iter().zip(documents).enumerate() {
        let alone = (1..=slides_of(document)).filter(|&number| !best.contains_key(&(side, number)));
        let alone: Vec<u32> = alone.collect();
        if !alone.is_empty() {
            writeln!(out, "only in {name}: {}", ranges(&alone))?;
        }
    }
    if !template.is_empty() {
        let pairs = counted(template.len() as u64, "pair");
        writeln!(
            out,
            "{pairs} of slides with nothing in common but their template"
        )?;
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
