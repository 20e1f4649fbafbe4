//! Who had it first: the origin of each part of a document, in a stream that is read once, in an amount of memory
//! that is fixed beforehand.
//!
//! ```text
//! Document -> selected shingles -> Table (met before? by whom?) -> estimate -> Origins
//! ```
//!
//! After Abdel-Hamid, Behzadi, Christoph and Henzinger, "Detecting the origin of text segments efficiently"
//! (WWW 2009). [`Stream`] takes documents in order of time; [`Tracker`] is its heart, which knows of
//! fingerprints only.

mod annotate;
mod batch;
mod by_date;
mod estimate;
mod evict;
mod exact;
mod names;
mod options;
mod origins;
mod row;
mod run;
mod state;
mod stream;
mod table;
#[cfg(test)]
mod tests;
mod tracker;

pub use annotate::Page;
pub use estimate::Estimation;
pub use evict::Eviction;
pub use options::OriginOptions;
pub use origins::{Block, Dominant, Origins};
pub use row::{BlockRow, OriginRow, SpanRow};
pub use run::{OriginSink, OriginSummary, Run, RunOptions};
pub use state::Written;
pub use stream::{Observed, Stream};
pub use tracker::Tracker;
