//! Texts and metadata: many small ones compressed together, so that they are small, in blocks, so that one
//! is read without the others.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::array::Array;
use super::sealed::Sealed;
use crate::error::{Error, Result};

/// From how many bytes on a block is full.
const BLOCK: usize = 1 << 15;

/// Blocks smaller than this are joined when segments are.
pub(super) const SMALL: usize = BLOCK / 4;

/// Higher levels cost time that grows faster than what they save.
const LEVEL: i32 = 1;

/// No packed byte stands for more: what a block says to be longer is not worth making room for.
const MOST_A_BYTE: usize = 1 << 15;

/// Where a block begins, and its length as it is stored and as it was.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct BlockEntry {
    pub(super) begin: U64,
    pub(super) stored: U32,
    pub(super) length: U32,
}

/// Where something is in the blocks of a segment.
#[derive(Clone, Copy, Debug, Default, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct Extent {
    pub(super) block: U32,
    pub(super) begin: U32,
    pub(super) length: U32,
}

/// Makes blocks.
pub(super) struct BlocksWriter {
    raw: Vec<u8>,
    stored: Vec<u8>,
    compressor: zstd::bulk::Compressor<'static>,
    pub(super) directory: Vec<BlockEntry>,
    position: u64,
}

impl std::fmt::Debug for BlocksWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BlocksWriter").finish_non_exhaustive()
    }
}

impl BlocksWriter {
    pub(super) fn new() -> Result<Self> {
        Ok(Self {
            raw: Vec::new(),
            stored: Vec::new(),
            compressor: zstd::bulk::Compressor::new(LEVEL).map_err(cannot("compress"))?,
            directory: Vec::new(),
            position: 0,
        })
    }

    /// Adds `bytes`; `write` is given every block that is full.
    pub(super) fn add(
        &mut self,
        bytes: &[u8],
        write: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<Extent> {
        if !self.raw.is_empty() && self.raw.len() + bytes.len() > BLOCK {
            self.flush(write)?;
        }
        let extent = Extent {
            block: U32::new(self.directory.len() as u32),
            begin: U32::new(self.raw.len() as u32),
            length: U32::new(bytes.len() as u32),
        };
        self.raw.extend_from_slice(bytes);
        if self.raw.len() >= BLOCK {
            self.flush(write)?;
        }
        Ok(extent)
    }

    /// Adds a block of another segment as it is; its number.
    pub(super) fn copy(
        &mut self,
        stored: &[u8],
        length: u32,
        write: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<u32> {
        self.flush(write)?;
        let number = self.directory.len() as u32;
        self.push(stored.len(), length as usize);
        write(stored)?;
        Ok(number)
    }

    fn push(&mut self, stored: usize, length: usize) {
        self.directory.push(BlockEntry {
            begin: U64::new(self.position),
            stored: U32::new(stored as u32),
            length: U32::new(length as u32),
        });
        self.position += stored as u64;
    }

    /// Writes what is left.
    pub(super) fn flush(&mut self, write: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        if self.raw.is_empty() {
            return Ok(());
        }
        let bound = zstd::zstd_safe::compress_bound(self.raw.len());
        self.stored.clear();
        self.stored.reserve(bound);
        self.compressor
            .compress_to_buffer(&self.raw, &mut self.stored)
            .map_err(cannot("compress"))?;
        self.push(self.stored.len(), self.raw.len());
        write(&self.stored)?;
        self.raw.clear();
        if self.raw.capacity() > 16 * BLOCK {
            // One very long text must not hold its room for ever.
            (self.raw, self.stored) = (Vec::new(), Vec::new());
        }
        Ok(())
    }
}

thread_local! {
    /// Costly to make.
    static DECOMPRESSOR: RefCell<Option<zstd::bulk::Decompressor<'static>>> =
        const { RefCell::new(None) };
}

fn cannot(doing: &'static str) -> impl FnOnce(std::io::Error) -> Error {
    move |cause| Error::io(doing, "a block of texts")(cause)
}

/// The blocks of a segment.
#[derive(Debug)]
pub(super) struct Blocks {
    begin: usize,
    /// The block that was asked for last: most are gone through in order.
    last: Mutex<Option<(u32, Arc<[u8]>)>>,
    pub(super) directory: Array<BlockEntry>,
}

impl Blocks {
    pub(super) fn new(section: Range<usize>, directory: Array<BlockEntry>) -> Self {
        Self {
            begin: section.start,
            last: Mutex::default(),
            directory,
        }
    }

    /// A block as it is stored, and its length when it is not.
    pub(super) fn stored<'s>(&self, file: &'s Sealed, block: usize) -> Result<(&'s [u8], usize)> {
        let entry = self.directory.get(file, block)?;
        let begin = self.begin.saturating_add(entry.begin.get() as usize);
        let stored = file.get(begin, entry.stored.get() as usize)?;
        let length = entry.length.get() as usize;
        if length / MOST_A_BYTE > stored.len() {
            return Err(file.damaged("a block of texts is longer than it can be"));
        }
        Ok((stored, length))
    }

    /// A whole block.
    pub(super) fn block(&self, file: &Sealed, block: usize) -> Result<Vec<u8>> {
        let (stored, length) = self.stored(file, block)?;
        let wrong = |_| file.damaged("a block of texts can't be decompressed");
        DECOMPRESSOR.with_borrow_mut(|decompressor| {
            let decompressor = match decompressor {
                Some(decompressor) => decompressor,
                none => none.insert(zstd::bulk::Decompressor::new().map_err(cannot("decompress"))?),
            };
            decompressor.decompress(stored, length).map_err(wrong)
        })
    }

    /// What `read` makes of some bytes.
    pub(super) fn read<R>(
        &self,
        file: &Sealed,
        extent: Extent,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<R> {
        if extent.length.get() == 0 {
            return Ok(read(&[]));
        }
        let lock = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let block = extent.block.get();
        let last = lock().clone().filter(|(number, _)| *number == block);
        let bytes = match last {
            Some((_, bytes)) => bytes,
            None => {
                let bytes: Arc<[u8]> = self.block(file, block as usize)?.into();
                // A very long text is not worth holding.
                if bytes.len() <= 2 * BLOCK {
                    *lock() = Some((block, bytes.clone()));
                }
                bytes
            }
        };
        let begin = extent.begin.get() as usize;
        let found = bytes.get(begin..begin + extent.length.get() as usize);
        let found = found.ok_or_else(|| file.damaged("a text reaches past its block"))?;
        Ok(read(found))
    }
}
