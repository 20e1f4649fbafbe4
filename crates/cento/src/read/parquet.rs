//! Parquet.
use std::sync::Arc;

use super::file::FileRef;
use super::source::Once;
use super::{Chunk, Source};
pub(super) fn open(_file: Arc<FileRef>) -> Box<dyn Source> {
    Once::of(Ok(Chunk::new(0, |_| {})))
}
