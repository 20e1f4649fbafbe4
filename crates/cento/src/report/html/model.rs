//! What the page is given. Offsets count UTF-16 units, which is what its language counts.

use serde::{Serialize, Serializer};

use crate::find::{Class, Level};
use crate::group::{Direction, Labels};
use crate::report::Scores;

/// The results of a run as far as the page shows them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub(super) schema_version: u32,
    pub(super) cento: &'static str,
    pub(super) offset_unit: &'static str,
    pub(super) totals: Totals,
    pub(super) overview: Overview,
    pub(super) documents: Vec<Document>,
    pub(super) pairs: Vec<Pair>,
    pub(super) passages: Vec<Passage>,
    pub(super) clusters: Vec<Cluster>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) works: Option<Vec<Work>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) lineages: Vec<Lineage>,
    /// Addresses of pictures, which hold the pictures themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) pictures: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Totals {
    pub(super) documents: u64,
    pub(super) pairs: u64,
    pub(super) passages: u64,
    pub(super) clusters: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) works: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lineages: Option<u64>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Overview {
    pub(super) containment: Containment,
    pub(super) passage_tokens: PassageTokens,
    pub(super) series: SeriesMatrix,
    pub(super) time: Option<Timeline>,
    pub(super) top_clusters: Vec<usize>,
    pub(super) top_pairs: Vec<usize>,
    pub(super) left_out: Vec<LeftOut>,
}

/// Pairs by the larger of their containments.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Containment {
    pub(super) edges: Vec<f64>,
    pub(super) pairs: Vec<u64>,
}

/// Passages by length; the last edge is open.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct PassageTokens {
    pub(super) edges: Vec<Option<u32>>,
    pub(super) passages: Vec<u64>,
}

/// Which series share with which: row, column, pairs, passages.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct SeriesMatrix {
    pub(super) names: Vec<String>,
    pub(super) cells: Vec<(usize, usize, u64, u64)>,
    pub(super) left_out: usize,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Timeline {
    pub(super) unit: &'static str,
    pub(super) rows: Vec<Period>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Period {
    pub(super) from: String,
    pub(super) documents: u64,
    pub(super) reusing: u64,
    pub(super) passages: u64,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct LeftOut {
    pub(super) what: &'static str,
    pub(super) count: u64,
    pub(super) why: &'static str,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Document {
    pub(super) id: String,
    pub(super) side: Option<&'static str>,
    pub(super) tokens: u32,
    pub(super) length: u64,
    pub(super) date: Option<String>,
    pub(super) series: Option<String>,
    pub(super) title: Option<String>,
    pub(super) related: u32,
    pub(super) reused: f64,
    pub(super) duplicate_of: Option<String>,
    pub(super) text: Vec<(u64, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) labels: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) deck: Option<Deck>,
}

/// The slides of a document; lengths are in hundredths of a millimetre.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Deck {
    pub(super) size: [u32; 2],
    /// What it is made on, and the text of that.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) template: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) template_text: String,
    pub(super) slides: Vec<Slide>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Slide {
    pub(super) number: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) hidden: bool,
    pub(super) boxes: Vec<Piece>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<Piece>,
}

/// A stretch of the text that is one box, or one object, on a slide.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Piece {
    pub(super) begin: u64,
    pub(super) end: u64,
    /// From the left, from the top, width and height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) frame: Option<[i64; 4]>,
    /// Which of the report's pictures it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) picture: Option<usize>,
}

/// A slide in several decks, from the oldest on.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Lineage {
    pub(super) lineage_id: String,
    pub(super) size: usize,
    pub(super) slides: Vec<Descendant>,
    pub(super) left_out: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Descendant {
    pub(super) document: usize,
    pub(super) slide: u32,
    /// Which of the slides before it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<usize>,
    /// Words and objects that it has of that one, of so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) matched: Option<[u32; 2]>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Pair {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) a_in_b: f64,
    pub(super) b_in_a: f64,
    #[serde(serialize_with = "level")]
    pub(super) a_level: Level,
    #[serde(serialize_with = "level")]
    pub(super) b_level: Level,
    #[serde(serialize_with = "class")]
    pub(super) class: Class,
    pub(super) hits: u32,
    pub(super) a_matched: u32,
    pub(super) b_matched: u32,
    #[serde(serialize_with = "labels")]
    pub(super) labels: Labels,
    pub(super) passages: u32,
    pub(super) first: usize,
    pub(super) shown: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scores: Option<Scores>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) portions: Option<Vec<Portion>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bins: Option<Bins>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) slides: Vec<SlidePair>,
}

/// A slide of each that have something in common.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SlidePair {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) matched: u32,
    pub(super) pictures: u32,
    pub(super) notes: u32,
    pub(super) a_tokens: u32,
    pub(super) b_tokens: u32,
    pub(super) template: u32,
    pub(super) relation: &'static str,
}

/// A stretch of one document that is a stretch of the other.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Portion {
    pub(super) a_begin: u64,
    pub(super) a_end: u64,
    pub(super) b_begin: u64,
    pub(super) b_end: u64,
    pub(super) aligned: f64,
}

/// Both documents in stretches of as many words each: how many of a hundred words are inside passages.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Bins {
    pub(super) a: Vec<u8>,
    pub(super) b: Vec<u8>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Work {
    pub(super) work_id: String,
    pub(super) members: Vec<WorkMember>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct WorkMember {
    pub(super) document: usize,
    pub(super) begin: u64,
    pub(super) end: u64,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Passage {
    pub(super) passage_id: String,
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) a_begin: u64,
    pub(super) a_end: u64,
    pub(super) b_begin: u64,
    pub(super) b_end: u64,
    pub(super) tokens: u32,
    pub(super) matched: u32,
    pub(super) substituted: u32,
    pub(super) inserted: u32,
    pub(super) deleted: u32,
    pub(super) identity: f64,
    #[serde(serialize_with = "direction")]
    pub(super) direction: Direction,
    pub(super) lag_days: Option<u64>,
    /// Only of groups that are shown.
    pub(super) cluster_id: Option<String>,
    #[serde(serialize_with = "labels")]
    pub(super) labels: Labels,
    /// Four numbers each: begin and end in `a`, begin and end in `b`. None where words are shared in any order.
    pub(super) edits: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) shared: Option<Shared>,
    /// On which pages or slides it stands in `a`, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) a_place: Option<String>,
    /// The same in `b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) b_place: Option<String>,
}

/// The words that two sentences share: begin and end of each, in order.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Shared {
    pub(super) a: Vec<u64>,
    pub(super) b: Vec<u64>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Cluster {
    pub(super) cluster_id: String,
    pub(super) size: usize,
    pub(super) spans: usize,
    pub(super) first_date: Option<String>,
    pub(super) last_date: Option<String>,
    pub(super) text: String,
    #[serde(serialize_with = "labels")]
    pub(super) labels: Labels,
    pub(super) members: Vec<Member>,
    pub(super) left_out: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Member {
    pub(super) document: usize,
    pub(super) begin: u64,
    pub(super) end: u64,
    /// Against the first member: begin and end here, begin and end there.
    pub(super) edits: Option<Vec<u64>>,
    /// The words that the first member has too: begin and end of each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) shared: Option<Vec<u64>>,
    /// Behind the first member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lag_days: Option<u64>,
}

fn level<S: Serializer>(level: &Level, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(level.name())
}

fn class<S: Serializer>(class: &Class, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(class.name())
}

fn labels<S: Serializer>(labels: &Labels, out: S) -> Result<S::Ok, S::Error> {
    labels.names().serialize(out)
}

fn direction<S: Serializer>(direction: &Direction, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(direction.name())
}
