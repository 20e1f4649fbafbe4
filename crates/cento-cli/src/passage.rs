//! A passage of two documents on a terminal.

use std::io::{self, Write};

use cento::align::{Counts, Edit, Shared};
use cento::group::Label;
use cento::offsets::OffsetUnit;
use cento::report::{PassageRow, place_in_words};
use cento::span::{ByteSpan, TokenSpan};

use crate::layout::Layout;
use crate::style::{count, counted, percent};

/// A passage to be shown.
pub(crate) struct Shown {
    /// Whether it is only part of what two decks are made on.
    pub(crate) is_template: bool,
    a_text: String,
    b_text: String,
    a_place: String,
    b_place: String,
    pub(crate) a_tokens: TokenSpan,
    pub(crate) b_tokens: TokenSpan,
    counts: Counts,
    /// Empty where words are shared in any order.
    pub(crate) edits: Vec<Edit>,
    pub(crate) shared: Option<Shared>,
}

impl Shown {
    pub(crate) fn new(row: &PassageRow<'_>) -> Self {
        let shared = row.shared();
        Self {
            is_template: row.a_place.is_some() && row.labels.has(Label::Template),
            a_text: row.a_text.to_owned(),
            b_text: row.b_text.to_owned(),
            a_place: place("a", row.unit, row.a_span, row.a_tokens) + &pages(&row.a_place),
            b_place: place("b", row.unit, row.b_span, row.b_tokens) + &pages(&row.b_place),
            a_tokens: row.a_tokens,
            b_tokens: row.b_tokens,
            counts: row.counts,
            edits: match shared {
                Some(_) => Vec::new(),
                None => row.edits(),
            },
            shared,
        }
    }

    pub(crate) fn print(&self, title: &str, layout: Layout, out: &mut Vec<u8>) -> io::Result<()> {
        if let Some(shared) = &self.shared {
            return self.print_sentences(title, shared, layout, out);
        }
        let counts = &self.counts;
        let words = counted(counts.columns().into(), "word");
        if self.edits.is_empty() {
            writeln!(out, "\n{title}: {words}, all the same")?;
        } else {
            writeln!(
                out,
                "\n{title}: {words}, {} the same; {} replaced, {} only in a, {} only in b",
                percent(counts.identity()),
                count(counts.substituted.into()),
                count(counts.deleted.into()),
                count(counts.inserted.into()),
            )?;
        }
        let (a, b) = (&self.a_text, &self.b_text);
        let lines = if layout.is_side_by_side() {
            for line in layout.header(&self.a_place, &self.b_place) {
                writeln!(out, "{line}")?;
            }
            layout.side_by_side(a, b, &self.edits)
        } else {
            writeln!(out, "{}\n{}\n", self.a_place, self.b_place)?;
            layout.in_line(a, b, &self.edits)
        };
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Two sentences, whole: each has its own order.
    fn print_sentences(
        &self,
        title: &str,
        shared: &Shared,
        layout: Layout,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let [of_a, of_b] = shared.of.map(|words| count(words.into()));
        let words = counted(shared.words.into(), "shared word");
        writeln!(out, "\n{title}: {words}, of {of_a} in a and {of_b} in b")?;
        let (a, b) = (&self.a_text, &self.b_text);
        let lines = if layout.is_side_by_side() {
            let mut lines = layout.header(&self.a_place, &self.b_place).to_vec();
            lines.extend(layout.sentences(a, b, shared));
            lines
        } else {
            let mut lines = vec![self.a_place.clone()];
            lines.extend(layout.sentence(a, &shared.a));
            lines.extend([String::new(), self.b_place.clone()]);
            lines.extend(layout.sentence(b, &shared.b));
            lines
        };
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// A text with some of its words marked.
pub(crate) fn marked(text: &str, words: &[ByteSpan]) -> String {
    let (mut out, mut last) = (String::new(), 0);
    for word in words {
        let range = word.range();
        out.push_str(text.get(last..range.start).unwrap_or_default());
        out.push_str("[=");
        out.push_str(text.get(range.clone()).unwrap_or_default());
        out.push_str("=]");
        last = range.end;
    }
    out.push_str(text.get(last..).unwrap_or_default());
    out
}

/// The slides, pages or chapters of a place, where it has any.
pub(crate) fn pages(place: &Option<String>) -> String {
    let words = place.as_deref().and_then(place_in_words);
    words.map_or_else(String::new, |words| format!(", {words}"))
}

/// Where a passage stands in a document.
fn place(side: &str, unit: OffsetUnit, (begin, end): (u64, u64), words: TokenSpan) -> String {
    let unit = unit.name();
    format!(
        "{side}: {unit} {begin}..{end}, word {}..{}",
        words.begin, words.end
    )
}
