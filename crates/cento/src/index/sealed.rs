//! Files in which every byte is under a checksum.
//!
//! A file is its payload, a checksum for each page of it, and a trailer with a checksum over those.
//! A page is checked when it is first looked at. Checksums take the file's number and the page's in,
//! so that a page in another's place is damage too.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::disk::{Bytes, Disk, NewFile};
use crate::error::{Error, Result};

/// Bytes under one checksum.
const PAGE: usize = 4096;

const MAGIC: [u8; 8] = *b"centoidx";

/// The version of everything that is written.
pub(super) const FORMAT: u32 = 5;

/// Bytes gathered before they are written.
const BUFFER: usize = 256 * PAGE;

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct Trailer {
    magic: [u8; 8],
    format: U32,
    /// Over the checksums of pages and the rest of the trailer.
    seal: U32,
    number: U64,
    payload: U64,
}

/// By what a file is known again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seal {
    pub(super) bytes: u64,
    pub(super) seal: u32,
}

fn page_checksum(number: u64, page: u64, bytes: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(&page.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

fn seal(checksums: &[u8], format: u32, number: u64, payload: u64) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(checksums);
    hasher.update(&format.to_le_bytes());
    hasher.update(&number.to_le_bytes());
    hasher.update(&payload.to_le_bytes());
    hasher.finalize()
}

/// Writes a file.
#[derive(Debug)]
pub(super) struct SealedWriter {
    file: Box<dyn NewFile>,
    number: u64,
    buffer: Vec<u8>,
    written: u64,
    checksums: Vec<u32>,
}

impl SealedWriter {
    pub(super) fn create(disk: &dyn Disk, name: &str, number: u64) -> Result<Self> {
        Ok(Self {
            file: disk.create(name)?,
            number,
            buffer: Vec::with_capacity(BUFFER),
            written: 0,
            checksums: Vec::new(),
        })
    }

    /// Where the next byte goes.
    pub(super) fn position(&self) -> u64 {
        self.written + self.buffer.len() as u64
    }

    pub(super) fn write(&mut self, mut bytes: &[u8]) -> Result<()> {
        while self.buffer.len() + bytes.len() >= BUFFER {
            let (now, later) = bytes.split_at(BUFFER - self.buffer.len());
            self.buffer.extend_from_slice(now);
            bytes = later;
            self.flush()?;
        }
        self.buffer.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        for page in self.buffer.chunks(PAGE) {
            let at = self.checksums.len() as u64;
            self.checksums.push(page_checksum(self.number, at, page));
        }
        self.file.write(&self.buffer)?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Ends the file; it is durable then, its name is not.
    pub(super) fn finish(mut self) -> Result<Seal> {
        self.flush()?;
        let checksums: Vec<U32> = self.checksums.iter().map(|&sum| U32::new(sum)).collect();
        let checksums = checksums.as_bytes();
        let seal = seal(checksums, FORMAT, self.number, self.written);
        let trailer = Trailer {
            magic: MAGIC,
            format: U32::new(FORMAT),
            seal: U32::new(seal),
            number: U64::new(self.number),
            payload: U64::new(self.written),
        };
        self.file.write(checksums)?;
        self.file.write(trailer.as_bytes())?;
        self.file.finish()?;
        let bytes = self.written + (checksums.len() + size_of::<Trailer>()) as u64;
        Ok(Seal { bytes, seal })
    }
}

/// A file that is read.
#[derive(Debug)]
pub(super) struct Sealed {
    bytes: Bytes,
    payload: usize,
    number: u64,
    /// The version that wrote it.
    pub(super) format: u32,
    /// A bit for each page that was found to be right.
    checked: Vec<AtomicU64>,
    path: PathBuf,
}

impl Sealed {
    /// Opens the file that a seal belongs to.
    pub(super) fn open(disk: &dyn Disk, name: &str, number: u64, expected: Seal) -> Result<Self> {
        let (bytes, path) = (disk.open(name)?, disk.path(name));
        let damaged = |what: String| Error::Damaged {
            path: path.clone(),
            what,
        };
        if bytes.len() as u64 != expected.bytes {
            return Err(damaged(format!(
                "it has {} bytes instead of {}",
                bytes.len(),
                expected.bytes
            )));
        }
        let cut = || damaged("it is too short".to_owned());
        let rest = bytes.len().checked_sub(size_of::<Trailer>());
        let (rest, trailer) = bytes.split_at(rest.ok_or_else(cut)?);
        let trailer = Trailer::ref_from_bytes(trailer).map_err(|_| cut())?;
        let format = trailer.format.get();
        if trailer.magic == MAGIC && format > FORMAT {
            return Err(Error::Newer {
                path,
                found: format,
                known: FORMAT,
            });
        }
        let payload = trailer.payload.get();
        let pages = payload.div_ceil(PAGE as u64);
        // Whatever stands there: it may be past all bounds.
        if payload.checked_add(4 * pages) != Some(rest.len() as u64) {
            return Err(damaged("its trailer has changed".to_owned()));
        }
        let payload = payload as usize;
        let found = seal(&rest[payload..], format, number, payload as u64);
        if trailer.magic != MAGIC
            || trailer.number.get() != number
            || trailer.seal.get() != found
            || found != expected.seal
        {
            return Err(damaged("its trailer has changed".to_owned()));
        }
        let checked = (0..pages.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self {
            bytes,
            payload,
            number,
            format,
            checked,
            path,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.payload
    }

    /// An error about this file.
    pub(super) fn damaged(&self, what: impl Into<String>) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            what: what.into(),
        }
    }

    /// The bytes of a range, which are right.
    pub(super) fn get(&self, begin: usize, length: usize) -> Result<&[u8]> {
        let bytes = self.get_again(begin, length)?;
        for page in begin / PAGE..(begin + length).div_ceil(PAGE) {
            let (word, bit) = (&self.checked[page / 64], 1u64 << (page % 64));
            if word.load(Ordering::Relaxed) & bit == 0 {
                self.check(page)?;
                word.fetch_or(bit, Ordering::Relaxed);
            }
        }
        Ok(bytes)
    }

    /// The bytes of a range that were found to be right before.
    pub(super) fn get_again(&self, begin: usize, length: usize) -> Result<&[u8]> {
        let end = begin.checked_add(length).filter(|end| *end <= self.payload);
        let end = end.ok_or_else(|| self.damaged("something points past its end"))?;
        Ok(&self.bytes[begin..end])
    }

    fn check(&self, page: usize) -> Result<()> {
        let end = ((page + 1) * PAGE).min(self.payload);
        let bytes = &self.bytes[page * PAGE..end];
        let stored = &self.bytes[self.payload + 4 * page..][..4];
        let found = page_checksum(self.number, page as u64, bytes);
        if found.to_le_bytes() != stored {
            return Err(self.damaged(format!("bytes {} to {end} have changed", page * PAGE)));
        }
        Ok(())
    }

    /// Checks all pages; what is wrong with each.
    pub(super) fn verify(&self) -> Vec<Error> {
        let pages = 0..self.payload.div_ceil(PAGE);
        pages.filter_map(|page| self.check(page).err()).collect()
    }
}
