//! A run in figures: what was read, what was found, what was set aside.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::find::{Class, Frequent, SentenceSummary};
use crate::fingerprint::Scheme;
use crate::read::{FramesSummary, Taken};

/// What `run.json` holds besides the parameters.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The fingerprinting, with what was found out about the input.
    #[serde(skip)]
    pub scheme: Option<Scheme>,
    /// Documents read, of both sides.
    pub documents: u64,
    /// Those of the reference.
    pub reference_documents: u64,
    /// Tokens in all documents.
    pub tokens: u64,
    /// Fingerprints kept.
    pub fingerprints: u64,
    /// Bytes of text.
    pub text_bytes: u64,
    /// Over all ids and texts in order, as hexadecimal digits.
    pub digest: String,
    /// Rows in `pairs`.
    pub pairs: u64,
    /// Rows in `passages`.
    pub passages: u64,
    /// Rows in `clusters`.
    pub clusters: u64,
    /// Rows in `portions` and in `works`, of runs that look for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portions: Option<u64>,
    /// Rows in `works`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub works: Option<u64>,
    /// Documents that are decks, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decks: Option<u64>,
    /// What is in `slides`, of runs that find any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slides: Option<SlideSummary>,
    /// Rows in `lineages`, of runs that find slides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lineages: Option<u64>,
    /// What came of comparing sentences, of runs that do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentences: Option<SentenceSummary>,
    /// What carries each label.
    pub labels: BTreeMap<&'static str, LabelSummary>,
    /// What pairs are: reuse, or one of the labels. Those that were left out are among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<PatternSummary>,
    /// Labels of passages that were left out.
    #[serde(skip)]
    pub without: Vec<&'static str>,
    /// What was left out of web pages, of runs that have any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<FramesSummary>,
    /// Documents in at least one pair.
    pub related_documents: u64,
    /// By class, those without a pair included.
    pub classes: Vec<ClassSummary>,
    /// Documents with the same tokens as an earlier one.
    pub copies: u64,
    /// Copies past the largest number that get rows of their own.
    pub copies_without_rows: u64,
    /// Stop fingerprints.
    pub frequent: Frequent,
    /// What was not taken as it stands.
    #[serde(flatten)]
    pub taken: Taken,
    /// Documents whose id was given before.
    pub renamed: u64,
    /// The first of them, by its new name.
    pub first_renamed: Option<String>,
    /// What the page shows, where it was asked for.
    #[serde(skip)]
    pub report: Option<super::Report>,
    /// The pairs with the most tokens in common.
    #[serde(skip)]
    pub top: Vec<TopPair>,
}

/// Slides that are in other decks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SlideSummary {
    /// Rows in `slides`.
    pub pairs: u64,
    /// Those of them that have only a template in common.
    pub template: u64,
}

/// Pairs of a kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PatternSummary {
    /// `reuse`, or the label that most of their words carry.
    pub pattern: &'static str,
    /// Pairs.
    pub pairs: u64,
    /// Their share of all pairs.
    pub share: f64,
    /// Those that are not in the results, as `--without` asks.
    pub left_out: u64,
    /// Pairs by class.
    pub classes: BTreeMap<&'static str, u64>,
}

/// What carries a label.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LabelSummary {
    /// Pairs all of whose passages carry it.
    pub pairs: u64,
    /// Passages.
    pub passages: u64,
    /// Groups, of labels that groups carry.
    pub clusters: u64,
    /// The largest of these groups: what the label rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
}

/// In how many documents of a series something is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeriesShare {
    /// Its name.
    pub name: String,
    /// Documents that have it.
    pub documents: u64,
    /// Documents that there are.
    pub of: u64,
}

/// A group that carries a label.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// Its number in `clusters`.
    pub cluster_id: String,
    /// The documents that have it.
    pub documents: u64,
    /// The series that these are of.
    pub series: u64,
    /// The series of which it is in the largest share of the documents: its name, in how many of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_of: Option<SeriesShare>,
    /// The share of a document that it is, of the document in the middle.
    pub share: f64,
    /// Its text, or the beginning of it.
    pub text: String,
}

/// Documents by class.
#[derive(Clone, Debug, Serialize)]
pub struct ClassSummary {
    /// The class's name.
    pub class: &'static str,
    /// Its two levels.
    pub meaning: &'static str,
    /// Pairs.
    pub pairs: u64,
    /// Documents in at least one such pair.
    pub documents: u64,
    /// Their share of all documents.
    pub share: f64,
    /// How many documents each of them is related to in this way, on average.
    pub siblings: f64,
}

impl ClassSummary {
    /// Counts for one class.
    pub(crate) fn new(class: Class, pairs: u64, in_class: u64, all: u64) -> Self {
        let ratio = |x: u64, y: u64| if y == 0 { 0.0 } else { x as f64 / y as f64 };
        Self {
            class: class.name(),
            meaning: class.meaning(),
            pairs,
            documents: in_class,
            share: ratio(in_class, all),
            siblings: ratio(2 * pairs, in_class),
        }
    }
}

/// A pair to show.
#[derive(Clone, Debug, PartialEq)]
pub struct TopPair {
    /// The pair itself.
    pub row: super::PairRow,
    /// The text of its longest passage in `a`, where passages were looked for.
    pub excerpt: Option<String>,
}
