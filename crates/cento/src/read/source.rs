//! The seam between reading, on one thread, and parsing, on many.

use std::fmt;

use super::Item;
use crate::error::Result;

/// Cuts an input into chunks, in order.
pub trait Source: Send {
    /// The next chunk, or `None` at the end. A chunk may turn out to hold nothing.
    ///
    /// An error ends the run; what is wrong with one file or row comes out of
    /// [`Chunk::parse`] as [`Item::Skipped`]. After an error or the end, do not call again.
    fn next_chunk(&mut self) -> Result<Option<Chunk>>;

    /// Some of the documents that it gives, from all over it, in another source: a sample. `None` where that can't be had
    /// without going through all, as of a stream, or would be no more than the first of them. Nothing is taken away.
    fn spread(&self) -> Option<Box<dyn Source>> {
        None
    }
}

type Parse = dyn FnOnce(&mut dyn FnMut(Item)) + Send;

/// Whole rows or files, cut out but not yet parsed.
pub struct Chunk {
    bytes_read: u64,
    weight: usize,
    may_have_pages: bool,
    parse: Box<Parse>,
}

impl Chunk {
    /// A chunk of about `weight` bytes in memory.
    pub(super) fn new(
        weight: usize,
        parse: impl FnOnce(&mut dyn FnMut(Item)) + Send + 'static,
    ) -> Self {
        Self {
            bytes_read: 0,
            weight,
            may_have_pages: false,
            parse: Box::new(parse),
        }
    }

    /// A chunk of one item that is already known.
    pub fn of(item: Item) -> Self {
        Self::new(0, |out| out(item))
    }

    /// A chunk of items that are already known, of about `weight` bytes in memory.
    pub(crate) fn of_all(weight: usize, items: Vec<Item>) -> Self {
        Self::new(weight, |out| items.into_iter().for_each(out))
    }

    /// The same chunk, standing for `bytes` bytes on disk.
    pub(crate) fn with_bytes_read(mut self, bytes: u64) -> Self {
        self.bytes_read = bytes;
        self
    }

    /// The same chunk, that may have web pages among its documents, or has none.
    pub(crate) fn with_pages(mut self, may_have_pages: bool) -> Self {
        self.may_have_pages = may_have_pages;
        self
    }

    /// Whether there may be web pages among its documents.
    pub(super) fn may_have_pages(&self) -> bool {
        self.may_have_pages
    }

    /// Bytes on disk, before decompression, that were read for this chunk. Over all chunks these
    /// add up to [`Input::total_bytes`](super::Input::total_bytes).
    pub fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Bytes in memory that it takes up, or will once it is parsed.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// Hands every document, and everything that had to be skipped, to `out`, in input order.
    pub fn parse(self, out: &mut dyn FnMut(Item)) {
        (self.parse)(out);
    }
}

impl fmt::Debug for Chunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunk")
            .field("bytes_read", &self.bytes_read)
            .field("weight", &self.weight)
            .finish_non_exhaustive()
    }
}

/// A source of one chunk, or of one error.
pub(crate) struct Once(Option<Result<Chunk>>);

impl Once {
    pub(crate) fn of(chunk: Result<Chunk>) -> Box<dyn Source> {
        Box::new(Self(Some(chunk)))
    }
}

impl Source for Once {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        self.0.take().transpose()
    }
}
