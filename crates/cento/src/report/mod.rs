//! Results for people and programs: the rows, their formats, the summary of a run.

mod cluster;
mod convert;
mod csv;
mod edition;
mod folder;
mod frame;
mod graph;
mod html;
mod json;
mod model;
#[cfg(feature = "parquet")]
mod parquet;
mod passage;
mod place;
#[cfg(feature = "parquet")]
mod postings;
mod sink;
mod slide;
mod summary;
mod table;
mod writer;

pub use cluster::{ClusterRow, MemberRow};
pub use convert::{Converted, Destination, convert};
pub use edition::{PortionRow, WorkRow};
pub use folder::Folder;
pub use frame::FrameRow;
pub use graph::{Graph, GraphFormat};
pub use html::Report;
pub(crate) use html::{Builder, Groups, Shown};
pub use json::put_json;
pub use model::{
    DocumentRow, OrderScores, PairRow, SCHEMA_VERSION, Scores, SentenceScores, SkippedRow,
};
pub use passage::PassageRow;
pub(crate) use place::place;
pub use place::{in_runs, place_in_words};
#[cfg(feature = "parquet")]
pub use postings::export_postings;
pub use sink::{JsonPairs, Sink};
pub use slide::{DescendantRow, DescentRow, LineageRow, SlideRow};
pub use summary::{
    ClassSummary, Evidence, LabelSummary, PatternSummary, SeriesShare, SlideSummary, Summary,
    TopPair,
};
pub use table::{Cell, Column, Kind, Row};
pub use writer::{Format, Pending, Table};
