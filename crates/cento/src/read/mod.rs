//! From bytes to [`Document`]s: folders and globs of text files, web pages, slides and text documents, PDF files and books, rows of JSONL,
//! CSV, TSV and Parquet, archives of the web.
//!
//! Reading has two halves. A [`Source`] cuts the input into [`Chunk`]s, in order, on one thread,
//! doing no more than input, decompression and finding row ends. [`Chunk::parse`] turns a chunk
//! into documents and is run on many threads. No input is ever held whole.
//!
//! What is wrong with a row or a file found in a folder is an [`Item::Skipped`], in its place,
//! with a stable code; only what is wrong with an argument is an error.

mod archive;
#[cfg(any(feature = "epub", feature = "office"))]
mod builder;
#[cfg(feature = "parquet")]
mod cell;
mod content;
mod csv;
mod date;
mod document;
mod encoding;
#[cfg(feature = "epub")]
mod epub;
mod file;
mod files;
mod frames;
mod growing;
#[cfg(feature = "html")]
mod html;
mod input;
mod json;
mod jsonl;
mod kind;
mod layout;
mod look;
#[cfg(feature = "office")]
mod looks;
#[cfg(feature = "office")]
mod office;
mod options;
#[cfg(any(feature = "epub", feature = "office"))]
mod package;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "pdf")]
mod pdf;
mod peek;
mod row_page;
mod rows;
mod rtf;
mod sample;
mod site;
mod source;
mod spread;
mod taken;
#[cfg(test)]
mod tests;
mod text;
#[cfg(not(feature = "office"))]
mod without_office;

pub use content::Content;
pub(crate) use date::Time;
pub use document::{Document, Item, Reason, Skipped};
pub use files::only_slides;
pub use frames::{
    Frame as SiteFrame, FrameKind, FrameOptions, Framed, Frames, FramesSummary, Means, Values,
};
#[cfg(feature = "html")]
#[doc(hidden)]
pub use html::study;
pub use input::Input;
pub use kind::extensions;
pub use layout::{Block, Frame, Layout, Paging, Part, Template};
pub use look::Look;
#[cfg(feature = "office")]
pub(crate) use office::Thumbnails;
pub use options::{Fields, PdfOptions, ReadOptions};
#[cfg(feature = "pdf")]
#[doc(hidden)]
pub use pdf::said;
pub(crate) use peek::Peeked;
pub(crate) use sample::{Piece, Sample};
pub use site::{Other, Site};
pub(crate) use source::Once;
pub use source::{Chunk, Source};
pub use taken::Taken;
#[cfg(not(feature = "office"))]
pub(crate) use without_office::Thumbnails;
