//! A row of the table of passages.

use super::table::{Cell, Column, Kind, Row, column};
use crate::align::{Counts, Edit, Placed, edits};
use crate::group::{Direction, Labels};
use crate::offsets::OffsetUnit;
use crate::span::{ByteSpan, TokenSpan};
use crate::token::bytes_of;

/// Reused text, located in both documents.
#[derive(Clone, Debug, PartialEq)]
pub struct PassageRow<'a> {
    /// Its number among all passages, from 1.
    pub number: u64,
    /// As in its pair.
    pub a_id: &'a str,
    /// As in its pair.
    pub b_id: &'a str,
    /// Where it stands in `a`.
    pub a_span: (u64, u64),
    /// Where it stands in `b`.
    pub b_span: (u64, u64),
    /// What the spans count.
    pub unit: OffsetUnit,
    /// The document's text there.
    pub a_text: &'a str,
    /// The document's text there.
    pub b_text: &'a str,
    /// Its words in `a`, counted from 0.
    pub a_tokens: TokenSpan,
    /// Its words in `b`, counted from 0.
    pub b_tokens: TokenSpan,
    /// The columns of the alignment.
    pub counts: Counts,
    /// Which document had it first.
    pub direction: Direction,
    /// The days between them, where both are dated and the direction is known.
    pub lag_days: Option<u64>,
    /// The number of its reprint group.
    pub cluster: Option<u64>,
    /// What kind of reuse it is, where that is known.
    pub labels: Labels,
    /// Both documents, for those who ask how they differ.
    pub(crate) texts: [Placed<'a>; 2],
}

impl PassageRow<'_> {
    /// Every place in which the two texts differ, in order: `a` indexes `a_text`, `b` `b_text`.
    ///
    /// They are aligned afresh for it, which takes longer than to write the row.
    pub fn edits(&self) -> Vec<Edit> {
        let [a, b] = self.texts;
        let tokens = [self.a_tokens, self.b_tokens];
        let [a_begin, b_begin] =
            [(a, tokens[0]), (b, tokens[1])].map(|(text, span)| bytes_of(text.spans, span).begin);
        let within = |span: ByteSpan, begin: u32| ByteSpan {
            begin: span.begin - begin,
            end: span.end - begin,
        };
        edits(a, b, tokens[0], tokens[1])
            .into_iter()
            .map(|edit| Edit {
                a: within(edit.a, a_begin),
                b: within(edit.b, b_begin),
            })
            .collect()
    }
}

impl Row for PassageRow<'_> {
    const TABLE: &'static str = "passages";
    const COLUMNS: &'static [Column] = &[
        column("passage_id", Kind::Text),
        column("a_id", Kind::Text),
        column("b_id", Kind::Text),
        column("a_begin", Kind::Count),
        column("a_end", Kind::Count),
        column("b_begin", Kind::Count),
        column("b_end", Kind::Count),
        column("offset_unit", Kind::Text),
        column("a_text", Kind::Text),
        column("b_text", Kind::Text),
        column("tokens", Kind::Count),
        column("matched", Kind::Count),
        column("substituted", Kind::Count),
        column("inserted", Kind::Count),
        column("deleted", Kind::Count),
        column("identity", Kind::Share),
        column("direction", Kind::Text),
        column("lag_days", Kind::Count),
        column("cluster_id", Kind::Text),
        column("labels", Kind::Texts),
        column("a_place", Kind::Object),
        column("b_place", Kind::Object),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        let counts = &self.counts;
        vec![
            Cell::Text(format!("p{}", self.number).into()),
            self.a_id.into(),
            self.b_id.into(),
            Cell::Count(self.a_span.0),
            Cell::Count(self.a_span.1),
            Cell::Count(self.b_span.0),
            Cell::Count(self.b_span.1),
            self.unit.name().into(),
            self.a_text.into(),
            self.b_text.into(),
            counts.columns().into(),
            counts.matched.into(),
            counts.substituted.into(),
            counts.inserted.into(),
            counts.deleted.into(),
            counts.identity().into(),
            self.direction.name().into(),
            self.lag_days.map_or(Cell::Null, Cell::Count),
            self.cluster
                .map_or(Cell::Null, |number| Cell::Text(format!("c{number}").into())),
            Cell::Texts(self.labels.names()),
            // Plain text has no pages.
            Cell::Null,
            Cell::Null,
        ]
    }
}
