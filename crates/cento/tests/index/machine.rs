//! A machine that can lose power, and a disk that can fail.
//!
//! It keeps what is in memory apart from what is on the disk. Bytes reach the disk for certain when
//! their file is finished, names when the folder is synced. Before that they may be there, or not, or in part.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use cento::index::{Bytes, Disk, Lock, NewFile};
use cento::{Error, Result};

use crate::common::Random;

/// How much of a file is written at once, or not at all.
const SECTOR: usize = 512;

/// The name whose replacement is a commit.
const MANIFEST: &str = "manifest";

/// What messages name files by.
pub(crate) const ROOT: &str = "simulated";

pub(crate) const NOT_FOUND: i32 = 2;
pub(crate) const EIO: i32 = 5;
pub(crate) const ENOSPC: i32 = 28;

/// How an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing is done; the system gives this number.
    Refused(i32),
    /// A part of the bytes is written, then the disk is full. Only writing fails so.
    Short,
    /// It is done, and reported as failed.
    Late,
}

impl Fault {
    pub(crate) fn number(self) -> i32 {
        match self {
            Self::Refused(number) => number,
            Self::Short => ENOSPC,
            Self::Late => EIO,
        }
    }
}

/// What the index asks of a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Open,
    Create,
    Write,
    Finish,
    Rename,
    Remove,
    List,
    Sync,
    Lock,
}

/// A file, whatever its name.
#[derive(Clone, Debug, Default)]
struct File {
    durable: Arc<[u8]>,
    /// What was written since, in place of that.
    written: Option<Arc<Vec<u8>>>,
}

/// A change of names that is not on the disk for certain. Each carries the file it is about, as it may
/// get there without those before it.
#[derive(Clone, Debug)]
enum Change {
    Link(String, usize),
    Rename(String, String, usize),
    Unlink(String),
}

impl Change {
    fn apply(&self, names: &mut BTreeMap<String, usize>) {
        match self {
            Self::Link(name, file) => {
                names.insert(name.clone(), *file);
            }
            Self::Rename(from, to, file) => {
                if names.get(from) == Some(file) {
                    names.remove(from);
                }
                names.insert(to.clone(), *file);
            }
            Self::Unlink(name) => {
                names.remove(name);
            }
        }
    }
}

/// Everything that is in memory and on the disk at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moment {
    files: Vec<File>,
    /// As they are seen while there is power.
    names: BTreeMap<String, usize>,
    durable: BTreeMap<String, usize>,
    changes: Vec<Change>,
    /// How often the manifest was replaced.
    pub(crate) commits: usize,
    /// How many of those replacements are on the disk for certain.
    pub(crate) durable_commits: usize,
    /// Whether a sync, of a file or of names, comes next or has just returned.
    pub(crate) is_at_sync: bool,
}

impl Moment {
    fn file(&self, name: &str) -> io::Result<usize> {
        let file = self.names.get(name).copied();
        file.ok_or_else(|| io::Error::from_raw_os_error(NOT_FOUND))
    }

    fn change(&mut self, change: Change) {
        change.apply(&mut self.names);
        self.changes.push(change);
    }

    fn create(&mut self, name: &str) -> usize {
        let file = self.file(name).unwrap_or_else(|_| {
            let file = self.files.len();
            self.files.push(File::default());
            self.change(Change::Link(name.to_owned(), file));
            file
        });
        self.files[file].written = Some(Arc::default());
        file
    }

    fn write(&mut self, file: usize, bytes: &[u8]) {
        let written = self.files[file].written.get_or_insert_default();
        Arc::make_mut(written).extend_from_slice(bytes);
    }

    fn finish(&mut self, file: usize) {
        let file = &mut self.files[file];
        if let Some(written) = file.written.take() {
            file.durable = written.as_slice().into();
        }
    }

    fn read(&self, name: &str) -> io::Result<Arc<[u8]>> {
        let file = &self.files[self.file(name)?];
        Ok(match &file.written {
            Some(written) => written.as_slice().into(),
            None => file.durable.clone(),
        })
    }

    /// The machine as it goes on when the process ends and the power stays.
    pub(crate) fn killed(&self) -> Machine {
        Machine::at(self.clone())
    }

    /// The machine after a power cut: one of the states in which that may leave the disk.
    pub(crate) fn image(&self, random: &mut Random) -> Machine {
        let mut names = self.durable.clone();
        let count = self.changes.len();
        let (style, chosen) = (random.below(6), random.below(count + 1));
        for (at, change) in self.changes.iter().enumerate() {
            let is_there = match style {
                0 => true,
                1 => at < chosen,
                2 => at != chosen,
                3 => at == chosen,
                _ => random.below(2) == 0,
            };
            if is_there {
                change.apply(&mut names);
            }
        }
        let mut after = Self::default();
        for (name, file) in names {
            after.durable.insert(name, after.files.len());
            after.files.push(File {
                durable: self.files[file].image(random),
                written: None,
            });
        }
        after.names = after.durable.clone();
        Machine::at(after)
    }
}

impl File {
    /// What may be left of it after a power cut.
    fn image(&self, random: &mut Random) -> Arc<[u8]> {
        let Some(written) = &self.written else {
            return self.durable.clone();
        };
        let mut left = written.as_slice().to_vec();
        match random.below(5) {
            0 => return self.durable.clone(),
            1 => left.clear(),
            2 => left.truncate(random.below(left.len() + 1)),
            3 => {
                for (at, sector) in left.chunks_mut(SECTOR).enumerate() {
                    let old = self.durable.get(at * SECTOR..at * SECTOR + sector.len());
                    match (random.below(4), old) {
                        (0, _) => {}
                        (1, Some(old)) => sector.copy_from_slice(old),
                        (2, _) => sector.fill_with(|| random.next() as u8),
                        _ => sector.fill(0),
                    }
                }
            }
            _ => {}
        }
        left.into()
    }
}

#[derive(Debug, Default)]
struct Inner {
    now: Moment,
    /// Whether anything differs from the last moment.
    has_changed: bool,
    moments: Option<Vec<Moment>>,
    fault: Option<(usize, Fault)>,
    /// The operation that failed.
    failed: Option<Operation>,
    operations: usize,
}

impl Inner {
    fn record(&mut self, is_at_sync: bool) {
        if let Some(moments) = &mut self.moments {
            self.now.is_at_sync = is_at_sync;
            match moments.last_mut() {
                Some(last) if !self.has_changed => last.is_at_sync |= is_at_sync,
                _ => moments.push(self.now.clone()),
            }
            self.has_changed = false;
        }
    }
}

/// The disk of a simulated machine.
#[derive(Debug, Default)]
pub(crate) struct Machine {
    inner: Arc<Mutex<Inner>>,
}

impl Machine {
    fn at(now: Moment) -> Self {
        let inner = Inner {
            now,
            ..Inner::default()
        };
        Self {
            inner: Arc::new(Mutex::new(inner)),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("no operation panics")
    }

    /// As it is now.
    pub(crate) fn now(&self) -> Moment {
        self.inner().now.clone()
    }

    /// The machine after a power cut now.
    pub(crate) fn image(&self, random: &mut Random) -> Self {
        self.now().image(random)
    }

    /// Keeps every moment at which something differs from the moment before, from now on.
    pub(crate) fn record(&self) {
        let mut inner = self.inner();
        inner.moments = Some(Vec::new());
        inner.has_changed = true;
    }

    /// The moments since the last call, and now.
    pub(crate) fn moments(&self) -> Vec<Moment> {
        let mut inner = self.inner();
        inner.record(false);
        inner.has_changed = true;
        inner
            .moments
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Makes the `number`-th operation from now on fail, where the first is 1.
    pub(crate) fn fail_at(&self, number: usize, fault: Fault) {
        let mut inner = self.inner();
        inner.operations = 0;
        inner.failed = None;
        inner.fault = Some((number, fault));
    }

    /// The operation that has failed.
    pub(crate) fn failed(&self) -> Option<Operation> {
        self.inner().failed
    }

    /// The bytes of a file.
    pub(crate) fn read(&self, name: &str) -> Arc<[u8]> {
        self.inner().now.read(name).expect("it is there")
    }

    /// Puts a file on the disk, as it is from now on.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        let mut inner = self.inner();
        let file = inner.now.create(name);
        inner.now.write(file, bytes);
        inner.now.finish(file);
    }

    /// Does `act`, or fails.
    fn run<T>(
        &self,
        operation: Operation,
        doing: &'static str,
        name: &str,
        act: impl FnOnce(&mut Moment, Option<Fault>) -> io::Result<T>,
    ) -> Result<T> {
        let mut inner = self.inner();
        let is_sync = matches!(operation, Operation::Sync | Operation::Finish);
        inner.record(is_sync);
        let fault = match inner.fault {
            Some((_, Fault::Short)) if operation != Operation::Write => None,
            Some((number, fault)) => {
                inner.operations += 1;
                (inner.operations == number).then_some(fault)
            }
            None => None,
        };
        let result = if let Some(fault) = fault {
            inner.failed = Some(operation);
            inner.fault = None;
            if !matches!(fault, Fault::Refused(_)) {
                let _ = act(&mut inner.now, Some(fault));
            }
            Err(io::Error::from_raw_os_error(fault.number()))
        } else {
            act(&mut inner.now, None)
        };
        if !matches!(operation, Operation::Open | Operation::List) {
            inner.has_changed = true;
        }
        if is_sync {
            inner.record(true);
        }
        result.map_err(Error::io(doing, self.path(name)))
    }
}

impl Disk for Machine {
    fn open(&self, name: &str) -> Result<Bytes> {
        self.run(Operation::Open, "open", name, |now, _| {
            Ok(Bytes::Owned(now.read(name)?))
        })
    }

    fn create(&self, name: &str) -> Result<Box<dyn NewFile>> {
        let file = self.run(Operation::Create, "create", name, |now, _| {
            Ok(now.create(name))
        })?;
        let machine = Self {
            inner: self.inner.clone(),
        };
        let name = name.to_owned();
        Ok(Box::new(Begun {
            machine,
            name,
            file,
        }))
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        self.run(Operation::Rename, "replace", to, |now, _| {
            let file = now.file(from)?;
            now.change(Change::Rename(from.to_owned(), to.to_owned(), file));
            now.commits += usize::from(to == MANIFEST);
            Ok(())
        })
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.run(Operation::Remove, "remove", name, |now, _| {
            now.file(name)?;
            now.change(Change::Unlink(name.to_owned()));
            Ok(())
        })
    }

    fn list(&self) -> Result<Vec<String>> {
        self.run(Operation::List, "list", "", |now, _| {
            Ok(now.names.keys().cloned().collect())
        })
    }

    fn sync(&self) -> Result<()> {
        self.run(Operation::Sync, "sync", "", |now, _| {
            now.durable = now.names.clone();
            now.changes.clear();
            now.durable_commits = now.commits;
            Ok(())
        })
    }

    fn lock(&self, holder: &str) -> Result<Lock> {
        self.run(Operation::Lock, "lock", "lock", |now, _| {
            let file = now.create("lock");
            now.write(file, holder.as_bytes());
            Ok(Lock::open())
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        PathBuf::from(ROOT).join(name)
    }
}

/// A file that is being written.
#[derive(Debug)]
struct Begun {
    machine: Machine,
    name: String,
    file: usize,
}

impl NewFile for Begun {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let (machine, file) = (&self.machine, self.file);
        machine.run(Operation::Write, "write", &self.name, |now, fault| {
            let count = match fault {
                Some(Fault::Short) => bytes.len() / 2,
                _ => bytes.len(),
            };
            now.write(file, &bytes[..count]);
            Ok(())
        })
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let (machine, file) = (&self.machine, self.file);
        machine.run(Operation::Finish, "sync", &self.name, |now, _| {
            now.finish(file);
            Ok(())
        })
    }
}

mod tests;
