//! The rows of results: the only serialised form of them. Names are a contract: a field may be
//! added, not renamed.

use serde::Serialize;

use super::table::{Cell, Column, Kind, Row, column};
use crate::find::{Class, Level};
use crate::group::Labels;

/// The version of the names and meanings in all result files.
pub const SCHEMA_VERSION: u32 = 1;

/// A related pair.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRow {
    /// The input document; without sides, the earlier one.
    pub a_id: String,
    /// The reference document; without sides, the later one.
    pub b_id: String,
    /// The share of `a` found in `b`.
    pub a_in_b: f64,
    /// The share of `b` found in `a`.
    pub b_in_a: f64,
    /// In words.
    pub a_level: Level,
    /// In words.
    pub b_level: Level,
    /// From the two levels.
    pub class: Class,
    /// Distinct shared keys.
    pub hits: u32,
    /// Tokens of `a` inside passages; without passages, covered by shared keys.
    pub a_matched: u32,
    /// The same for `b`.
    pub b_matched: u32,
    /// How many passages, where they were looked for.
    pub passages: Option<u32>,
    /// What kind of reuse it is, where that is known.
    pub labels: Labels,
    /// What the method adds.
    pub scores: Option<Scores>,
}

/// What a method adds to a pair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Scores {
    /// By the order of unique words.
    Order(OrderScores),
    /// By sentences.
    Sentences(SentenceScores),
}

impl Scores {
    /// Those by the order of unique words.
    pub fn order(self) -> Option<OrderScores> {
        match self {
            Self::Order(scores) => Some(scores),
            Self::Sentences(_) => None,
        }
    }

    /// Those by sentences.
    pub fn sentences(self) -> Option<SentenceScores> {
        match self {
            Self::Sentences(scores) => Some(scores),
            Self::Order(_) => None,
        }
    }
}

/// The best two sentences of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SentenceScores {
    /// The share of the words of one that the other has.
    pub word_overlap: f64,
    /// The same share of their weight, `ln(N / df)` each.
    pub weighted_overlap: f64,
}

/// How the unique words of two documents agree in their order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OrderScores {
    /// Unique words that both have, in the same order.
    pub lcs: u32,
    /// `L / sqrt(|X| |Y|)`.
    pub cs: f64,
    /// `ln L / ln(|X| + |Y| - L)`.
    pub its: f64,
    /// The same over those unique words that stand in the other document at all, where words in order within
    /// pieces count though the pieces stand in another order.
    pub its_both: f64,
    /// Of the words in order that were looked at, the share around which the text is the same.
    pub confirmed: f64,
}

impl Row for PairRow {
    const TABLE: &'static str = "pairs";
    const COLUMNS: &'static [Column] = &[
        column("a_id", Kind::Text),
        column("b_id", Kind::Text),
        column("a_in_b", Kind::Share),
        column("b_in_a", Kind::Share),
        column("a_level", Kind::Text),
        column("b_level", Kind::Text),
        column("class", Kind::Text),
        column("hits", Kind::Count),
        column("a_matched", Kind::Count),
        column("b_matched", Kind::Count),
        column("passages", Kind::Count),
        column("labels", Kind::Texts),
        column("scores", Kind::Object),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            self.a_id.as_str().into(),
            self.b_id.as_str().into(),
            self.a_in_b.into(),
            self.b_in_a.into(),
            self.a_level.name().into(),
            self.b_level.name().into(),
            self.class.name().into(),
            self.hits.into(),
            self.a_matched.into(),
            self.b_matched.into(),
            self.passages.map_or(Cell::Null, Cell::from),
            Cell::Texts(self.labels.names()),
            Cell::Object(match &self.scores {
                Some(scores) => serde_json::to_string(scores).unwrap_or_default().into(),
                None => "{}".into(),
            }),
        ]
    }
}

/// An input document.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentRow {
    /// Its id, numbered where it was given twice.
    pub id: String,
    /// `a` or `b` where one side is compared with another.
    pub side: Option<&'static str>,
    /// Its length.
    pub tokens: u32,
    /// Fingerprints kept of it.
    pub fingerprints: u32,
    /// How many documents it is in a pair with.
    pub related: u32,
    /// The earlier document with the same tokens.
    pub duplicate_of: Option<String>,
    /// The share of its tokens that some related document has too.
    pub reused: f64,
    /// As given.
    pub date: Option<String>,
    /// As given.
    pub series: Option<String>,
    /// As given.
    pub title: Option<String>,
    /// All other fields, as the text of a JSON object.
    pub meta: String,
    /// What kind of document it is, where that is known: `word-list`, `hidden-characters`.
    pub labels: Vec<&'static str>,
}

impl Row for DocumentRow {
    const TABLE: &'static str = "documents";
    const COLUMNS: &'static [Column] = &[
        column("id", Kind::Text),
        column("tokens", Kind::Count),
        column("fingerprints", Kind::Count),
        column("related", Kind::Count),
        column("duplicate_of", Kind::Text),
        column("reused", Kind::Share),
        column("date", Kind::Text),
        column("series", Kind::Text),
        column("title", Kind::Text),
        column("meta", Kind::Object),
        column("side", Kind::Text),
        column("labels", Kind::Texts),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        let meta = if self.meta.is_empty() {
            "{}"
        } else {
            &self.meta
        };
        vec![
            self.id.as_str().into(),
            self.tokens.into(),
            self.fingerprints.into(),
            self.related.into(),
            (&self.duplicate_of).into(),
            self.reused.into(),
            (&self.date).into(),
            (&self.series).into(),
            (&self.title).into(),
            Cell::Object(meta.into()),
            self.side.map_or(Cell::Null, Cell::from),
            Cell::Texts(self.labels.clone()),
        ]
    }
}

/// Something in the input that could not be read.
#[derive(Clone, Debug, PartialEq)]
pub struct SkippedRow {
    /// The document's id where it is known, else `file:line`.
    pub id: String,
    /// A stable code.
    pub reason: String,
    /// Where and why.
    pub detail: String,
}

impl Row for SkippedRow {
    const TABLE: &'static str = "skipped";
    const COLUMNS: &'static [Column] = &[
        column("id", Kind::Text),
        column("reason", Kind::Text),
        column("detail", Kind::Text),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            self.id.as_str().into(),
            self.reason.as_str().into(),
            self.detail.as_str().into(),
        ]
    }
}
