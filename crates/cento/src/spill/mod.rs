//! Data that may outgrow its share of memory: kept in memory while it fits, in temporary files
//! beyond that. The files have no name in the file system, so nothing is left behind whatever
//! happens to the process.

mod partitions;
mod sorter;
mod spool;

pub(crate) use partitions::{Partitions, Scatter};
pub(crate) use sorter::{Merge, Sorted, Sorter};
pub(crate) use spool::Spool;

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zerocopy::{FromBytes, Immutable, IntoBytes};

use crate::error::{Error, Result};

/// A record of fixed size that can be written as its bytes. Temporary files are read by the process
/// that wrote them, so the byte order is the machine's.
pub(crate) trait Record: Copy + Send + Sync + FromBytes + IntoBytes + Immutable {}

impl<T: Copy + Send + Sync + FromBytes + IntoBytes + Immutable> Record for T {}

/// Where temporary files go.
#[derive(Clone, Debug)]
pub(crate) struct Temp {
    folder: Arc<Path>,
}

impl Temp {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    pub(crate) fn error(&self, doing: &'static str) -> impl FnOnce(io::Error) -> Error {
        let path = self.folder.to_path_buf();
        move |cause| Error::Temp { doing, path, cause }
    }

    fn create(&self) -> Result<Appended> {
        let file = tempfile::tempfile_in(&self.folder).map_err(self.error("create"))?;
        Ok(Appended {
            file,
            end: 0,
            temp: self.clone(),
        })
    }
}

/// A temporary file that grows at its end and is read anywhere.
#[derive(Debug)]
struct Appended {
    file: File,
    end: u64,
    temp: Temp,
}

impl Appended {
    /// Writes `bytes` at the end; returns where they begin.
    fn append(&mut self, bytes: &[u8]) -> Result<u64> {
        let begin = self.end;
        self.file
            .write_all_at(bytes, begin)
            .map_err(self.temp.error("write"))?;
        self.end += bytes.len() as u64;
        Ok(begin)
    }

    fn read(&self, begin: u64, into: &mut [u8]) -> Result<()> {
        self.file
            .read_exact_at(into, begin)
            .map_err(self.temp.error("read"))
    }

    /// Appends `count` records from byte `begin` on to `into`.
    fn read_records<T: Record>(&self, begin: u64, count: usize, into: &mut Vec<T>) -> Result<()> {
        let old = into.len();
        into.resize(old + count, T::new_zeroed());
        self.read(begin, into[old..].as_mut_bytes())
    }
}
