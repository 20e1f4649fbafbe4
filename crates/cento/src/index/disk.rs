//! Where an index keeps its files: each is written once, then only read.
//!
//! The index does nothing to the file system but what stands in [`Disk`], so that a test can stand in
//! for a machine that loses power or a disk that fails.

use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::map::map;
use crate::error::{Error, Result};

/// The files of one index, by name.
pub trait Disk: Debug + Send + Sync {
    /// The whole of a file. One that was removed since stays readable.
    fn open(&self, name: &str) -> Result<Bytes>;

    /// Begins a file in place of any that has its name.
    fn create(&self, name: &str) -> Result<Box<dyn NewFile>>;

    /// Gives a file another name, in place of any that has it.
    fn rename(&self, from: &str, to: &str) -> Result<()>;

    /// Removes a file.
    fn remove(&self, name: &str) -> Result<()>;

    /// The names of all files, in no particular order.
    fn list(&self) -> Result<Vec<String>>;

    /// Makes names durable: what was created, renamed and removed before outlives a power cut.
    fn sync(&self) -> Result<()>;

    /// Keeps others from writing for as long as the lock lives. `holder` tells them who does.
    fn lock(&self, holder: &str) -> Result<Lock>;

    /// How messages name a file, or with an empty name the whole.
    fn path(&self, name: &str) -> PathBuf;
}

/// A file that is being written.
pub trait NewFile: Debug + Send {
    /// Adds at its end.
    fn write(&mut self, bytes: &[u8]) -> Result<()>;

    /// Makes what was written durable; its name is not, before [`Disk::sync`].
    fn finish(self: Box<Self>) -> Result<()>;
}

/// The bytes of a file.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// Mapped: read as it is looked at, shared by all who read it.
    Mapped(Arc<memmap2::Mmap>),
    /// In memory.
    Owned(Arc<[u8]>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}

/// Held by the only writer.
#[derive(Debug)]
pub struct Lock {
    /// The system lets go of it when the file is closed, however the process ends.
    _file: Option<File>,
}

impl Lock {
    /// One that keeps nobody out.
    pub fn open() -> Self {
        Self { _file: None }
    }
}

/// The file that is locked. It says who holds it, and is never removed: another process may be
/// waiting for the very file.
pub(super) const LOCK: &str = "lock";

/// A folder of the file system.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder at `path`, which must be there.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    fn error(&self, doing: &'static str, name: &str) -> impl FnOnce(std::io::Error) -> Error {
        Error::io(doing, self.path(name))
    }
}

impl Disk for Folder {
    fn open(&self, name: &str) -> Result<Bytes> {
        let file = File::open(self.path(name)).map_err(self.error("open", name))?;
        let length = file.metadata().map_err(self.error("open", name))?.len();
        if length == 0 {
            return Ok(Bytes::Owned(Arc::from([])));
        }
        let map = map(&file).map_err(self.error("map", name))?;
        Ok(Bytes::Mapped(Arc::new(map)))
    }

    fn create(&self, name: &str) -> Result<Box<dyn NewFile>> {
        let path = self.path(name);
        let file = File::create(&path).map_err(self.error("create", name))?;
        Ok(Box::new(Created { file, path }))
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        fs::rename(self.path(from), self.path(to)).map_err(self.error("replace", to))
    }

    fn remove(&self, name: &str) -> Result<()> {
        fs::remove_file(self.path(name)).map_err(self.error("remove", name))
    }

    fn list(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(self.error("list", ""))? {
            let entry = entry.map_err(self.error("list", ""))?;
            names.extend(entry.file_name().into_string());
        }
        Ok(names)
    }

    fn sync(&self) -> Result<()> {
        File::open(&self.path)
            .and_then(|folder| folder.sync_all())
            .map_err(self.error("sync", ""))
    }

    fn lock(&self, holder: &str) -> Result<Lock> {
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(self.path(LOCK))
            .map_err(self.error("lock", LOCK))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => {
                let holder = fs::read_to_string(self.path(LOCK)).unwrap_or_default();
                let holder = match holder.trim() {
                    "" => "another process".to_owned(),
                    holder => holder.to_owned(),
                };
                let path = self.path.clone();
                return Err(Error::Locked { path, holder });
            }
            Err(fs::TryLockError::Error(cause)) => return Err(self.error("lock", LOCK)(cause)),
        }
        file.set_len(0)
            .and_then(|()| file.write_all(holder.as_bytes()))
            .map_err(self.error("lock", LOCK))?;
        Ok(Lock { _file: Some(file) })
    }

    fn path(&self, name: &str) -> PathBuf {
        if name.is_empty() {
            self.path.clone()
        } else {
            self.path.join(name)
        }
    }
}

#[derive(Debug)]
struct Created {
    file: File,
    path: PathBuf,
}

impl NewFile for Created {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file
            .write_all(bytes)
            .map_err(Error::io("write", &self.path))
    }

    fn finish(self: Box<Self>) -> Result<()> {
        // A sync that failed is never tried again: the system may have dropped what it could not
        // write, and the next one would succeed without it.
        self.file.sync_all().map_err(Error::io("sync", &self.path))
    }
}

/// Whether an error says that there is no such file.
pub(super) fn is_missing(error: &Error) -> bool {
    matches!(error, Error::Io { cause, .. } if cause.kind() == ErrorKind::NotFound)
}

/// Makes the folder of an index and those above it that are not there, and their names durable.
pub(super) fn make_folder(path: &Path) -> Result<()> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !path.is_dir() {
        if !parent.is_dir() {
            make_folder(parent)?;
        }
        fs::create_dir(path).map_err(Error::io("create", path))?;
    }
    File::open(parent)
        .and_then(|folder| folder.sync_all())
        .map_err(Error::io("sync", parent))
}
