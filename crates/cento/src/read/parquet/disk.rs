//! A file as the decoder sees it: what lies behind its end is an error.
//!
//! The decoder goes on where there is nothing more to read, two thousand million times if a damaged count says so; and makes room
//! for what is said to be there before it looks.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use bytes::Bytes;
use parquet::errors::Result;
use parquet::file::reader::{ChunkReader, Length};

/// An open file.
pub(super) struct Disk {
    file: Arc<File>,
    length: u64,
}

impl Disk {
    pub(super) fn new(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self {
            file: Arc::new(file),
            length,
        })
    }
}

impl Length for Disk {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Disk {
    type T = BufReader<Rest>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(BufReader::new(Rest {
            file: self.file.clone(),
            at: start,
        }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let end = start.checked_add(length as u64);
        if end.is_none_or(|end| end > self.length) {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        let mut bytes = vec![0; length];
        self.file.read_exact_at(&mut bytes, start)?;
        Ok(bytes.into())
    }
}

/// A file from some byte on.
pub(super) struct Rest {
    file: Arc<File>,
    at: u64,
}

impl Read for Rest {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(into, self.at)?;
        self.at += read as u64;
        match read {
            0 if !into.is_empty() => Err(io::ErrorKind::UnexpectedEof.into()),
            read => Ok(read),
        }
    }
}
