//! From sketches to related pairs: partition, spill, sort, group, compare.

mod asking;
pub(crate) mod check;
mod class;
pub(crate) mod collection;
mod compare;
pub(crate) mod copies;
mod hits;
pub(crate) mod indexed;
pub(crate) mod join;
mod label;
mod labels;
pub(crate) mod names;
mod options;
mod order;
pub(crate) mod overlap;
pub(crate) mod pairs;
mod preset;
mod runs;
pub(crate) mod sentence;
pub(crate) mod spools;
pub(crate) mod store;

pub use check::{NearTrail, Trail};
pub use class::{Class, Level, Thresholds};
pub use collection::New;
pub use join::Frequent;
pub use label::{Label, Labels};
pub use labels::LabelOptions;
pub use options::{FindOptions, MIN_MEMORY};
pub(crate) use order::WHOLE;
pub use order::{Counted, OrderOptions, Score};
pub use pairs::Counting;
pub use preset::{PRESETS, Preset};
pub use sentence::{Census, SentenceOptions, SentenceSummary, SignatureRecall};
