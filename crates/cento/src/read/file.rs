//! One file of the input, as its reader sees it.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::archive::Archive;
use super::growing::{Growing, Polled};
use super::{Chunk, Item, ReadOptions, Reason, Skipped};
use crate::error::{Error, Result};

/// A file, what it is called in results, and how to read it.
pub(super) struct FileRef {
    /// Its document's id, or the `FILE` of `FILE:LINE`.
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) archive: Archive,
    /// Bytes on disk when it was found; `None` for streams.
    pub(super) size: Option<u64>,
    pub(super) given: Given,
    pub(super) options: Arc<ReadOptions>,
    /// Pictures that were looked at in other files of the input.
    #[cfg(feature = "office")]
    pub(super) looks: Arc<super::looks::Looks>,
    /// Bytes read from disk so far.
    pub(super) read: Arc<AtomicU64>,
}

/// How the user asked for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// As an argument: if it cannot serve at all, that is the user's mistake.
    ByName,
    /// It was found in a folder or by a pattern: if it cannot serve, it is skipped.
    ByFolder,
    /// As `-`.
    Stdin,
}

/// Why a file or row gives no document.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) reason: Reason,
    pub(super) cause: String,
}

impl Refused {
    pub(super) fn new(reason: Reason, cause: impl Into<String>) -> Self {
        Self {
            reason,
            cause: cause.into(),
        }
    }
}

impl FileRef {
    /// The unpacked bytes.
    pub(super) fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match self.given {
            Given::Stdin if self.options.follow => Ok(Box::new(Polled::new(io::stdin()))),
            Given::Stdin => Ok(Box::new(io::stdin())),
            _ if self.options.follow => {
                let growing = Growing::open(&self.path)?;
                Ok(Box::new(growing))
            }
            _ => self.archive.open(self.path.clone(), self.read.clone()),
        }
    }

    /// All unpacked bytes, unless they are too many.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, Refused> {
        let max = self.options.max_bytes;
        let expected = self.size.unwrap_or(0).min(max) as usize;
        let mut bytes = Vec::with_capacity(expected.saturating_add(1));
        let reader = self.open().map_err(|error| self.broken(&error))?;
        // The size on disk may be that of an archive, or have changed: only reading tells.
        reader
            .take(max.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| self.broken(&error))?;
        if bytes.len() as u64 > max {
            return Err(self.too_large());
        }
        Ok(bytes)
    }

    /// True when rows should be handed on as soon as they arrive.
    pub(super) fn is_stream(&self) -> bool {
        self.size.is_none() || self.options.follow
    }

    /// Notes that about this many bytes on disk have been read.
    #[cfg(feature = "parquet")]
    pub(super) fn set_read(&self, bytes: u64) {
        self.read.store(bytes, std::sync::atomic::Ordering::Relaxed);
    }

    /// `FILE:LINE`.
    pub(super) fn at(&self, line: u64) -> String {
        format!("{}:{line}", self.name)
    }

    /// The row of `line` is skipped; `id` where it is known.
    pub(super) fn skip_row(&self, line: u64, id: Option<String>, refused: Refused) -> Item {
        let place = self.at(line);
        let detail = format!("{place}: {}", refused.cause);
        Item::Skipped(Skipped {
            id: id.unwrap_or(place),
            reason: refused.reason,
            detail,
        })
    }

    /// The whole file is skipped.
    pub(super) fn skip(&self, refused: Refused) -> Item {
        Item::Skipped(Skipped {
            id: self.name.clone(),
            reason: refused.reason,
            detail: format!("{}: {}", self.name, refused.cause),
        })
    }

    /// The whole file cannot serve: an error if the user named it, else it is skipped.
    pub(super) fn refuse(&self, refused: Refused) -> Result<Chunk> {
        match self.given {
            Given::ByFolder => Ok(Chunk::of(self.skip(refused))),
            _ => Err(Error::Usage(format!(
                "cannot read {}: {}",
                self.name, refused.cause
            ))),
        }
    }

    /// Why reading stopped: damage inside an archive, or the system.
    pub(super) fn broken(&self, error: &io::Error) -> Refused {
        use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
        let damaged = matches!(
            error.kind(),
            InvalidData | InvalidInput | Other | UnexpectedEof
        );
        let reason = match damaged && self.archive != Archive::Plain {
            true => Reason::BrokenArchive,
            false => Reason::Unreadable,
        };
        Refused::new(reason, error.to_string())
    }

    pub(super) fn too_large(&self) -> Refused {
        let max = self.options.max_bytes;
        Refused::new(Reason::TooLarge, format!("longer than {max} bytes"))
    }
}
