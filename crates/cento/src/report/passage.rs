//! A row of the table of passages.

use serde::Serialize;

use super::model::SentenceScores;
use super::table::{Cell, Column, Kind, Row, column};
use crate::align::{Counts, Edit, Placed, Shared, edits, shared};
use crate::group::{Direction, Label, Labels};
use crate::offsets::{OffsetUnit, Offsets};
use crate::span::{ByteSpan, TokenSpan};
use crate::token::{Stems, bytes_of};

/// Reused text, located in both documents.
#[derive(Clone, Debug)]
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
    /// How much the two sentences share, where sentences were compared.
    pub scores: Option<SentenceScores>,
    /// Which document had it first.
    pub direction: Direction,
    /// The days between them, where both are dated and the direction is known.
    pub lag_days: Option<u64>,
    /// The number of its reprint group.
    pub cluster: Option<u64>,
    /// What kind of reuse it is, where that is known.
    pub labels: Labels,
    /// Where it stands in a compound document: slides and boxes, as the text of a JSON object.
    pub a_place: Option<String>,
    /// The same in `b`.
    pub b_place: Option<String>,
    /// Both documents, for those who ask how they differ.
    pub(crate) texts: [Placed<'a>; 2],
    /// Which words are the same, where sentences were compared.
    pub(crate) stems: Option<&'a Stems>,
}

impl PassageRow<'_> {
    /// Every place in which the two texts differ, in order: `a` indexes `a_text`, `b` `b_text`.
    ///
    /// They are aligned afresh for it, which takes longer than to write the row.
    pub fn edits(&self) -> Vec<Edit> {
        let [a, b] = self.texts;
        let [a_begin, b_begin] = self.begins();
        edits(a, b, self.a_tokens, self.b_tokens)
            .into_iter()
            .map(|edit| Edit {
                a: within(edit.a, a_begin),
                b: within(edit.b, b_begin),
            })
            .collect()
    }

    /// The words that the two texts share, in any order: `a` indexes `a_text`, `b` `b_text`. Only where sentences were
    /// compared, and not of documents with the same words, which are passages as a whole.
    pub fn shared(&self) -> Option<Shared> {
        if self.labels.has(Label::Alias) {
            return None;
        }
        let [a, b] = self.texts;
        let [a_begin, b_begin] = self.begins();
        let found = shared(self.stems?, a, b, self.a_tokens, self.b_tokens)?;
        let all_within = |spans: Vec<ByteSpan>, begin| {
            let spans = spans.into_iter().map(|span| within(span, begin));
            spans.collect()
        };
        Some(Shared {
            a: all_within(found.a, a_begin),
            b: all_within(found.b, b_begin),
            ..found
        })
    }

    /// Where the words that are shared stand in the two documents, as the text of a JSON object.
    fn words(&self) -> Option<String> {
        let shared = self.shared()?;
        let side = |text: &str, begin: u64, spans: &[ByteSpan]| {
            let offsets = Offsets::new(text);
            let at = |byte: u32| begin + offsets.of(text, byte as usize, self.unit);
            let spans = spans.iter().map(|span| [at(span.begin), at(span.end)]);
            spans.collect::<Vec<_>>()
        };
        let a = side(self.a_text, self.a_span.0, &shared.a);
        let b = side(self.b_text, self.b_span.0, &shared.b);
        serde_json::to_string(&Words { a, b }).ok()
    }

    /// Where the two texts begin in their documents.
    fn begins(&self) -> [u32; 2] {
        let [a, b] = self.texts;
        [(a, self.a_tokens), (b, self.b_tokens)]
            .map(|(text, span)| bytes_of(text.spans, span).begin)
    }
}

/// Where words stand on either side.
#[derive(Serialize)]
struct Words {
    a: Vec<[u64; 2]>,
    b: Vec<[u64; 2]>,
}

/// A span of a document, counted from where a text in it begins.
fn within(span: ByteSpan, begin: u32) -> ByteSpan {
    ByteSpan {
        begin: span.begin - begin,
        end: span.end - begin,
    }
}

/// What not every method tells.
fn object<'c>(text: Option<String>) -> Cell<'c> {
    text.map_or(Cell::Null, |text| Cell::Object(text.into()))
}

/// Plain text has no places.
fn place(place: &Option<String>) -> Cell<'_> {
    place
        .as_deref()
        .map_or(Cell::Null, |place| Cell::Object(place.into()))
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
        column("scores", Kind::Object),
        column("words", Kind::Object),
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
            place(&self.a_place),
            place(&self.b_place),
            object(
                self.scores
                    .and_then(|scores| serde_json::to_string(&scores).ok()),
            ),
            object(self.words()),
        ]
    }
}
