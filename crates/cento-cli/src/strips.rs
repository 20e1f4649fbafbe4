//! Which part of one book is which part of another, as two strips of bins: a line of a terminal each.

use std::io::{self, Write};

use cento::group::bins;
use cento::span::TokenSpan;

use crate::style::{count, counted, percent};

/// A stretch of one document that is a stretch of the other.
pub(crate) struct Portion {
    pub(crate) a: (u64, u64),
    pub(crate) b: (u64, u64),
    pub(crate) unit: &'static str,
    pub(crate) aligned: f64,
}

/// Two documents of so many words, with the words of each that are inside passages.
pub(crate) struct Strips<'a> {
    pub(crate) words: [u32; 2],
    pub(crate) covered: [Vec<TokenSpan>; 2],
    pub(crate) portions: &'a [Portion],
}

impl Strips<'_> {
    /// Prints the strips, to the scale of the longer document, and what is where.
    pub(crate) fn print(&self, width: usize, out: &mut dyn Write) -> io::Result<()> {
        let columns = width.saturating_sub(4).clamp(10, 160) as u32;
        let words = self.words[0].max(self.words[1]).div_ceil(columns).max(1);
        writeln!(
            out,
            "\nwhich part is which: # where at least half of {} is in passages",
            counted(words.into(), "word")
        )?;
        for (at, side) in ["a", "b"].into_iter().enumerate() {
            let mut spans = self.covered[at].clone();
            spans.sort_unstable();
            let end = self.words[at];
            let strip: String = bins(TokenSpan { begin: 0, end }, words, spans)
                .into_iter()
                .map(|share| if share >= 0.5 { '#' } else { '.' })
                .collect();
            writeln!(out, "{side}: {strip}")?;
        }
        for (i, portion) in self.portions.iter().enumerate() {
            let place = |(begin, end): (u64, u64)| format!("{}..{}", count(begin), count(end));
            writeln!(
                out,
                "{:>3}. a {}, b {} ({}): {} in passages",
                i + 1,
                place(portion.a),
                place(portion.b),
                portion.unit,
                percent(portion.aligned)
            )?;
        }
        Ok(())
    }
}
