//! A disk in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use cento::index::{Bytes, Disk, Lock, NewFile};
use cento::{Error, Result};

type Files = BTreeMap<String, Arc<[u8]>>;

/// Its files by name.
#[derive(Debug, Default)]
pub(super) struct MemoryDisk {
    files: Arc<Mutex<Files>>,
}

#[derive(Debug)]
struct Written {
    files: Arc<Mutex<Files>>,
    name: String,
    bytes: Vec<u8>,
}

impl MemoryDisk {
    /// One of its own with the same files.
    pub(super) fn copy(&self) -> Self {
        Self {
            files: Arc::new(Mutex::new(self.files().clone())),
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.files().keys().cloned().collect()
    }

    pub(super) fn read(&self, name: &str) -> Result<Arc<[u8]>> {
        let file = self.files().get(name).cloned();
        file.ok_or_else(|| Error::io("open", name)(io::Error::from(io::ErrorKind::NotFound)))
    }

    pub(super) fn put(&self, name: &str, bytes: Vec<u8>) {
        self.files().insert(name.into(), bytes.into());
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.files.lock().expect("nothing panics with it")
    }
}

impl Disk for MemoryDisk {
    fn open(&self, name: &str) -> Result<Bytes> {
        self.read(name).map(Bytes::Owned)
    }

    fn create(&self, name: &str) -> Result<Box<dyn NewFile>> {
        Ok(Box::new(Written {
            files: self.files.clone(),
            name: name.into(),
            bytes: Vec::new(),
        }))
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        let file = self.read(from)?;
        let mut files = self.files();
        files.remove(from);
        files.insert(to.into(), file);
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.files().remove(name);
        Ok(())
    }

    fn list(&self) -> Result<Vec<String>> {
        Ok(self.names())
    }

    fn sync(&self) -> Result<()> {
        Ok(())
    }

    fn lock(&self, _holder: &str) -> Result<Lock> {
        Ok(Lock::open())
    }

    fn path(&self, name: &str) -> PathBuf {
        name.into()
    }
}

impl NewFile for Written {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let mut files = self.files.lock().expect("nothing panics with it");
        files.insert(self.name, self.bytes.into());
        Ok(())
    }
}
