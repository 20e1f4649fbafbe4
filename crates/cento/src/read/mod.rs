//! From bytes to [`Document`]s: folders and globs of text files, rows of JSONL, CSV, TSV and Parquet.
//!
//! Reading has two halves. A [`Source`] cuts the input into [`Chunk`]s, in order, on one thread,
//! doing no more than input, decompression and finding row ends. [`Chunk::parse`] turns a chunk
//! into documents and is run on many threads. No input is ever held whole.

mod document;

pub use document::{Document, Item, Reason, Skipped};
