//! The ids of documents, on disk: memory stays as it is however many there are.
//!
//! A document's number is the place of its id in the file, so that there is nothing to look up it by.

use std::fs::{File, TryLockError};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use crate::codec::{Reader, put_bytes};
use crate::error::{Error, Result};
use crate::hash::mix;

/// How much is gathered before the file is written to.
const BLOCK: usize = 1 << 16;

/// Ids that are read again before long are kept: so many, of no more than so many bytes.
const CACHED: usize = 1 << 10;
const LONGEST_CACHED: usize = 1 << 10;

/// What the file begins with.
const HEAD: &[u8] = b"cento origin names 1\n";

/// Bytes in which most ids are.
const USUAL: usize = 128;

/// Ids by number.
pub(super) struct Names {
    file: File,
    path: PathBuf,
    /// Bytes in the file.
    end: u64,
    /// What is to be written next.
    tail: Vec<u8>,
    /// Of all bytes in the file.
    hash: Xxh3,
    cached: Vec<Option<(u64, String)>>,
    /// One that is too long to be kept.
    long: String,
}

/// A file of names that nobody else can open.
pub(super) struct Claimed(File, PathBuf);

impl Claimed {
    /// Opens the file at `path`, or makes it where there is no `state` yet.
    pub(super) fn new(path: PathBuf, state: &Path) -> Result<Self> {
        if state.exists() && !path.exists() {
            return Err(super::state::damaged(&path, "it is missing".to_owned()));
        }
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(Error::io("open", &path))?;
        file.try_lock().map_err(|cause| match cause {
            TryLockError::WouldBlock => Error::Locked {
                path: state.to_path_buf(),
                holder: "another process".to_owned(),
            },
            TryLockError::Error(cause) => Error::io("lock", &path)(cause),
        })?;
        Ok(Self(file, path))
    }
}

impl Names {
    fn new(file: File, path: PathBuf) -> Self {
        Self {
            file,
            path,
            end: 0,
            tail: Vec::with_capacity(BLOCK),
            hash: Xxh3::new(),
            cached: vec![None; CACHED],
            long: String::new(),
        }
    }

    /// Ids that are forgotten at the end.
    pub(super) fn temporary(folder: &Path) -> Result<Self> {
        let file = tempfile::tempfile_in(folder).map_err(|cause| Error::Temp {
            doing: "create",
            path: folder.to_path_buf(),
            cause,
        })?;
        let mut names = Self::new(file, folder.to_path_buf());
        // So that numbers are the same with a state and without.
        names.tail.extend_from_slice(HEAD);
        Ok(names)
    }

    /// Those in a file, of which the first `length` bytes count, and have this digest.
    pub(super) fn open(Claimed(file, path): Claimed, length: u64, digest: u64) -> Result<Self> {
        let mut names = Self::new(file, path);
        let found = names.file.metadata();
        let found = found.map_err(Error::io("open", &names.path))?.len();
        let damaged = |what| Err(super::state::damaged(&names.path, what));
        let mut head = vec![0; HEAD.len().min(found as usize)];
        names
            .file
            .read_exact_at(&mut head, 0)
            .map_err(Error::io("read", &names.path))?;
        if !HEAD.starts_with(&head) {
            return damaged("it is another file, which would be lost".to_owned());
        }
        if length == 0 {
            // There is no state: what came before its first save does not count.
            names
                .file
                .set_len(0)
                .map_err(Error::io("write", &names.path))?;
            names.tail.extend_from_slice(HEAD);
            return Ok(names);
        }
        if found < length {
            return damaged(format!(
                "it has {found} bytes, of which the state knows {length}"
            ));
        }
        let mut block = vec![0; BLOCK];
        while names.end < length {
            let part = &mut block[..BLOCK.min((length - names.end) as usize)];
            names
                .file
                .read_exact_at(part, names.end)
                .map_err(Error::io("read", &names.path))?;
            names.hash.update(part);
            names.end += part.len() as u64;
        }
        if names.hash.digest() != digest {
            return damaged("its checksum is not that of its content".to_owned());
        }
        // What came after the last save has been forgotten by everybody else.
        names
            .file
            .set_len(length)
            .map_err(Error::io("write", &names.path))?;
        Ok(names)
    }

    /// Adds the id of the next document; gives its number.
    pub(super) fn add(&mut self, id: &str) -> Result<u64> {
        if self.tail.len() >= BLOCK {
            self.flush()?;
        }
        let number = self.next();
        put_bytes(&mut self.tail, id.as_bytes());
        Ok(number)
    }

    fn flush(&mut self) -> Result<()> {
        self.file
            .write_all_at(&self.tail, self.end)
            .map_err(Error::io("write", &self.path))?;
        self.end += self.tail.len() as u64;
        self.hash.update(&self.tail);
        self.tail.clear();
        Ok(())
    }

    /// The number of the next document.
    pub(super) fn next(&self) -> u64 {
        self.end + self.tail.len() as u64
    }

    /// Makes all ids durable; gives how many bytes they are, and their digest.
    pub(super) fn sync(&mut self) -> Result<(u64, u64)> {
        self.flush()?;
        self.file
            .sync_all()
            .map_err(Error::io("sync", &self.path))?;
        Ok((self.end, self.hash.digest()))
    }

    /// The id of a document.
    pub(super) fn name(&mut self, number: u64) -> Result<&str> {
        let slot = mix(number) as usize % CACHED;
        if !matches!(&self.cached[slot], Some((cached, _)) if *cached == number) {
            let name = self.read(number)?;
            if name.len() > LONGEST_CACHED {
                self.long = name;
                return Ok(&self.long);
            }
            self.cached[slot] = Some((number, name));
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
            .map(|i| format!("{i}-{}", "é".repeat(i * i % 911)))
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
        let state = folder.path().join("state");
        let claim = || Claimed::new(path.clone(), &state);
        let mut names = Names::open(claim().unwrap(), 0, 0).unwrap();
        let first = names.add("first").unwrap();
        let (saved, digest) = names.sync().unwrap();
        names.add("second").unwrap();
        names.sync().unwrap();
        assert!(matches!(claim(), Err(Error::Locked { .. })));
        drop(names);
        let mut names = Names::open(claim().unwrap(), saved, digest).unwrap();
        assert_eq!(names.add("third").unwrap(), saved);
        assert_eq!(names.name(first).unwrap(), "first");
        assert_eq!(names.name(saved).unwrap(), "third");
        let (saved, digest) = names.sync().unwrap();
        drop(names);
        let refused = |length, digest| {
            let names = Names::open(claim().unwrap(), length, digest);
            names.err().unwrap().to_string()
        };
        assert!(refused(1000, digest).contains("of which the state knows 1000"));
        assert!(refused(saved, digest ^ 1).contains("checksum"));
        Names::open(claim().unwrap(), saved, digest).unwrap();
        // A file of somebody else's is left alone.
        std::fs::write(&path, "Ada, Grace").unwrap();
        assert!(refused(0, 0).contains("another file"));
        assert_eq!(std::fs::read(&path).unwrap(), b"Ada, Grace");
    }
}
