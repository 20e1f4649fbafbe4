//! The ids of documents, on disk: memory stays as it is however many there are.
//!
//! A document's number is the place of its id in the file, so that there is nothing to look up it by.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::codec::{Reader, put_bytes};
use crate::error::{Error, Result};
use crate::hash::mix;

/// How much is gathered before the file is written to.
const BLOCK: usize = 1 << 16;

/// Ids that are read again before long are kept; so many.
const CACHED: usize = 1 << 10;

/// Bytes in which most ids are.
const USUAL: usize = 128;

/// Ids by number.
#[derive(Debug)]
pub(super) struct Names {
    file: File,
    path: PathBuf,
    /// Bytes in the file.
    end: u64,
    /// What is to be written next.
    tail: Vec<u8>,
    cached: Vec<Option<(u64, String)>>,
}

impl Names {
    fn new(file: File, path: PathBuf, end: u64) -> Self {
        Self {
            file,
            path,
            end,
            tail: Vec::with_capacity(BLOCK),
            cached: vec![None; CACHED],
        }
    }

    /// Ids that are forgotten at the end.
    pub(super) fn temporary(folder: &Path) -> Result<Self> {
        let file = tempfile::tempfile_in(folder).map_err(|cause| Error::Temp {
            doing: "create",
            path: folder.to_path_buf(),
            cause,
        })?;
        Ok(Self::new(file, folder.to_path_buf(), 0))
    }

    /// Those in a file, of which the first `length` bytes count. Nobody else can open it meanwhile.
    pub(super) fn open(path: &Path, length: u64) -> Result<Self> {
        let file = File::options()
            .read(true)
            .write(true)
            .create(length == 0)
            .truncate(false)
            .open(path)
            .map_err(Error::io("open", path))?;
        file.try_lock().map_err(|cause| match cause {
            std::fs::TryLockError::WouldBlock => Error::Locked {
                path: path.to_path_buf(),
                holder: "another process".to_owned(),
            },
            std::fs::TryLockError::Error(cause) => Error::io("lock", path)(cause),
        })?;
        let found = file.metadata().map_err(Error::io("open", path))?.len();
        if found < length {
            let what = format!("it has {found} bytes, of which the state knows {length}");
            return Err(super::state::damaged(path, what));
        }
        // What came after the last save has been forgotten by everybody else.
        file.set_len(length).map_err(Error::io("write", path))?;
        Ok(Self::new(file, path.to_path_buf(), length))
    }

    /// Adds the id of the next document; gives its number.
    pub(super) fn add(&mut self, id: &str) -> Result<u64> {
        if self.tail.len() >= BLOCK {
            self.flush()?;
        }
        let number = self.end + self.tail.len() as u64;
        put_bytes(&mut self.tail, id.as_bytes());
        Ok(number)
    }

    fn flush(&mut self) -> Result<()> {
        self.file
            .write_all_at(&self.tail, self.end)
            .map_err(Error::io("write", &self.path))?;
        self.end += self.tail.len() as u64;
        self.tail.clear();
        Ok(())
    }

    /// Makes all ids durable; gives how many bytes they are.
    pub(super) fn sync(&mut self) -> Result<u64> {
        self.flush()?;
        self.file
            .sync_all()
            .map_err(Error::io("sync", &self.path))?;
        Ok(self.end)
    }

    /// The id of a document.
    pub(super) fn name(&mut self, number: u64) -> Result<&str> {
        let slot = mix(number) as usize % CACHED;
        if !matches!(&self.cached[slot], Some((cached, _)) if *cached == number) {
            self.cached[slot] = Some((number, self.read(number)?));
        }
        Ok(self.cached[slot].as_ref().map_or("", |(_, name)| name))
    }

    fn read(&self, number: u64) -> Result<String> {
        if let Some(at) = number.checked_sub(self.end) {
            let tail = self.tail.get(at as usize..).unwrap_or_default();
            return Ok(text(Reader::new(tail).bytes()));
        }
        let mut bytes = vec![0; USUAL.min((self.end - number) as usize)];
        loop {
            self.file
                .read_exact_at(&mut bytes, number)
                .map_err(Error::io("read", &self.path))?;
            let mut reader = Reader::new(&bytes);
            let length = reader.number();
            let whole = (bytes.len() - reader.rest().len()) as u64 + length;
            if whole <= bytes.len() as u64 {
                return Ok(text(reader.take(length as usize)));
            }
            if whole > self.end - number {
                let what = format!("there is no name at byte {number}");
                return Err(super::state::damaged(&self.path, what));
            }
            bytes.resize(whole as usize, 0);
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let ids: Vec<String> = (0..9000)
            .map(|i| format!("{i}-{}", "é".repeat(i * i % 311)))
            .collect();
        let mut names = Names::temporary(folder.path()).unwrap();
        let numbers: Vec<u64> = ids.iter().map(|id| names.add(id).unwrap()).collect();
        for (id, number) in ids.iter().zip(&numbers).rev() {
            assert_eq!(names.name(*number).unwrap(), id);
        }
        assert!(
            names.end > 0 && !names.tail.is_empty(),
            "on disk and not yet"
        );
    }

    #[test]
    fn what_came_after_the_last_save_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("names");
        let mut names = Names::open(&path, 0).unwrap();
        let first = names.add("first").unwrap();
        let saved = names.sync().unwrap();
        names.add("second").unwrap();
        names.sync().unwrap();
        assert!(matches!(
            Names::open(&path, saved),
            Err(Error::Locked { .. })
        ));
        drop(names);
        let mut names = Names::open(&path, saved).unwrap();
        assert_eq!(names.add("third").unwrap(), saved);
        assert_eq!(names.name(first).unwrap(), "first");
        assert_eq!(names.name(saved).unwrap(), "third");
        drop(names);
        let error = Names::open(&path, 1000).unwrap_err();
        assert!(
            error.to_string().contains("of which the state knows 1000"),
            "{error}"
        );
    }
}
