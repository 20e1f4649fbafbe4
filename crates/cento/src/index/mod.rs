//! A collection that lives on disk: documents come and go, and one text is compared with all of it.
#![doc = include_str!("FORMAT.md")]

mod add;
mod array;
mod blocks;
mod builder;
mod dead;
mod disk;
mod export;
mod manifest;
mod map;
mod merge;
mod pack;
mod posting;
mod postings;
pub(crate) mod radix;
mod sealed;
mod segment;
mod sentences;
mod snapshot;
mod streams;
#[cfg(test)]
mod tests;
mod verify;
mod writer;

pub use add::{AddOptions, AddSummary, add, add_from};
pub use disk::{Bytes, Disk, Folder, Lock, NewFile};
pub use export::Exported;
pub use manifest::Making;
pub(crate) use posting::{PARTITION_BITS, Posting};
pub(crate) use postings::key56;
pub(crate) use snapshot::{ContentRef, DocRef, OTHER_WORDS};
pub use snapshot::{Info, Listed, Snapshot};
pub use verify::{verify, verify_on};
pub use writer::{OnDuplicate, Outcome, Writer};
