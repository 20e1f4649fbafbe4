//! The one writer of an index.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use roaring::RoaringBitmap;

use super::builder::{Added, Builder};
use super::dead::Dead;
use super::disk::{Disk, Folder, Lock, make_folder};
use super::manifest::{Entry, Making, Manifest};
use super::merge::merge;
use super::sentences::WordsBy;
use super::snapshot::Snapshot;
use crate::error::{Error, Result};
use crate::fingerprint::Scheme;
use crate::prepare::Distinct;

/// What to do with a document whose id is there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDuplicate {
    /// It takes the other's place.
    #[default]
    Replace,
    /// It is left out.
    Skip,
    /// It ends the run.
    Error,
}

/// What became of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is new.
    Added,
    /// It took the place of one with its id.
    Replaced,
    /// It was there, just so.
    Unchanged,
    /// Its id was there, and it was left out.
    Skipped,
}

/// An index that is written to. What is added and removed is there for others after a commit.
#[derive(Debug)]
pub struct Writer {
    snapshot: Arc<Snapshot>,
    builder: Option<Builder>,
    /// Documents removed since the last commit, by segment.
    removed: BTreeMap<u32, RoaringBitmap>,
    /// Documents of the segment being made that were removed again.
    removed_new: RoaringBitmap,
    next_file: u64,
    next_place: u64,
    /// The scheme with what was found out about the first documents; the index's own once they are committed.
    told: Option<Scheme>,
    /// An error came in the middle of a document or a commit: what is held is not whole.
    is_broken: bool,
    /// An error came while the manifest was replaced: which files it names is not known.
    is_unsure: bool,
    fan: usize,
    memory: usize,
    _lock: Lock,
}

impl Writer {
    /// Makes an index in a folder, which must be empty if it is there.
    pub fn create(path: &Path, making: Making, holder: &str) -> Result<Self> {
        make_folder(path)?;
        let disk = Arc::new(Folder::new(path));
        if Manifest::exists(disk.as_ref())? {
            return Err(already_there(disk.as_ref()));
        }
        let is_ours = |name: &String| name == "lock" || name == "manifest.new";
        if disk.list()?.iter().any(|name| !is_ours(name)) {
            return Err(Error::Usage(format!(
                "{} is not empty\nhint: name a folder that is, or one that is not there yet",
                path.display()
            )));
        }
        Self::create_on(disk, making, holder)
    }

    /// Makes an index on a disk.
    pub fn create_on(disk: Arc<dyn Disk>, making: Making, holder: &str) -> Result<Self> {
        let lock = disk.lock(holder)?;
        // Another may have made one since it was looked for.
        if Manifest::exists(disk.as_ref())? {
            return Err(already_there(disk.as_ref()));
        }
        let manifest = Manifest::new(making);
        manifest.commit(disk.as_ref())?;
        Self::with(Snapshot::of(disk, manifest, &[])?, lock)
    }

    /// Opens the index in a folder for writing. `holder` is who others are told is writing.
    pub fn open(path: &Path, holder: &str) -> Result<Self> {
        // Says what is wrong before anything is locked.
        drop(Snapshot::open(path)?);
        Self::open_on(Arc::new(Folder::new(path)), holder)
    }

    /// Opens the index on a disk for writing.
    pub fn open_on(disk: Arc<dyn Disk>, holder: &str) -> Result<Self> {
        let lock = disk.lock(holder)?;
        let writer = Self::with(Snapshot::on(disk)?, lock)?;
        // Whoever replaced the manifest may have ended before that was durable: the files that the one
        // before names must not go first.
        writer.disk().sync()?;
        writer.clean()?;
        Ok(writer)
    }

    fn with(snapshot: Snapshot, lock: Lock) -> Result<Self> {
        let (next_file, next_place) = (snapshot.manifest.next_file, snapshot.manifest.next_place);
        Ok(Self {
            snapshot: Arc::new(snapshot),
            builder: None,
            removed: BTreeMap::new(),
            removed_new: RoaringBitmap::new(),
            next_file,
            next_place,
            told: None,
            is_broken: false,
            is_unsure: false,
            fan: FAN,
            memory: MEMORY,
            _lock: lock,
        })
    }

    /// Merges segments of a level when there are so many, at least 2, instead of 12: fewer segments are faster to check
    /// against, more are faster to add to.
    pub fn merge_at(&mut self, segments: usize) {
        self.fan = segments.max(2);
    }

    /// Memory to merge segments in, 1 GB unless told: those that together have more documents than fit are
    /// left as they are.
    pub fn within(&mut self, memory: usize) {
        self.memory = memory;
    }

    /// The index at the last commit.
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    fn disk(&self) -> &Arc<dyn Disk> {
        self.snapshot.disk()
    }

    /// Removes files that no commit names: what a writer that was stopped has left, and what is out of date.
    fn clean(&self) -> Result<()> {
        let named = self.snapshot.manifest.files();
        for name in self.disk().list()? {
            if is_ours(&name) && !named.contains(&name) {
                self.disk().remove(&name)?;
            }
        }
        Ok(())
    }

    /// Lets go of what was not committed. What there is of it on the disk may be what fills it; where that
    /// can't be removed now it is when the index is opened.
    pub(crate) fn give_up(&mut self) {
        self.builder = None;
        self.told = None;
        self.removed.clear();
        self.removed_new.clear();
        if !self.is_unsure {
            let _ = self.clean();
        }
    }

    /// The scheme that documents are added with from here on, where it is not yet the index's: it becomes so with the
    /// commit that brings the first of them, and not without.
    pub(crate) fn tell(&mut self, scheme: Option<Scheme>) {
        self.told = scheme;
    }

    /// How words of sentences are found: that no scheme leaves to be found out.
    fn words_by(&self) -> WordsBy {
        WordsBy::of(&self.snapshot.manifest.making.scheme)
    }

    fn file_number(&mut self) -> u64 {
        self.next_file += 1;
        self.next_file - 1
    }

    /// About how much memory is taken by what is not committed.
    pub fn weight(&self) -> usize {
        self.builder.as_ref().map_or(0, Builder::weight)
    }

    fn check(&self) -> Result<()> {
        if self.is_broken {
            return Err(Error::Usage(format!(
                "an earlier error left what was to be written to {} incomplete\nhint: open it again",
                self.disk().path("").display()
            )));
        }
        Ok(())
    }

    /// Begins another batch of prepared documents, whose words are these.
    pub(crate) fn next_batch(&mut self, distinct: &Distinct) -> Result<()> {
        self.check()?;
        if distinct.is_empty() && self.builder.is_none() {
            return Ok(());
        }
        self.builder()?.next_batch(distinct);
        Ok(())
    }

    /// The segment that is being made.
    fn builder(&mut self) -> Result<&mut Builder> {
        if self.builder.is_none() {
            let number = self.file_number();
            let words_by = self.words_by();
            self.builder = Some(Builder::create(self.disk().as_ref(), number, words_by)?);
        }
        let builder = self.builder.as_mut();
        Ok(builder.expect("it was made right now"))
    }

    /// Adds a document.
    pub(crate) fn add(&mut self, added: &Added<'_>, on_duplicate: OnDuplicate) -> Result<Outcome> {
        self.check()?;
        let mut place = None;
        if let Some((segment, doc, record)) = self.current(added.id)? {
            let is_same = record.own.get() == added.own && record.known.get() == added.known;
            match on_duplicate {
                OnDuplicate::Replace if is_same => return Ok(Outcome::Unchanged),
                OnDuplicate::Replace => {}
                OnDuplicate::Skip => return Ok(Outcome::Skipped),
                OnDuplicate::Error => {
                    return Err(Error::Usage(format!(
                        "{} is in the index already, or was given twice; nothing since the last full batch was \
                         added\nhint: --on-duplicate replace or skip",
                        added.id
                    )));
                }
            }
            place = Some(record.place.get());
            self.mark_removed(segment, doc);
        }
        // From here on an error leaves a document removed and not added, or added in part.
        self.is_broken = true;
        let is_copy = self.snapshot.by_digest(added.content)?.is_some();
        let new = self.next_place;
        self.next_place += u64::from(place.is_none());
        self.builder()?.add(added, place.unwrap_or(new), is_copy)?;
        self.is_broken = false;
        Ok(match place {
            Some(_) => Outcome::Replaced,
            None => Outcome::Added,
        })
    }

    /// Whether a document is there, just so.
    pub(crate) fn has(&self, id: &str, own: u128, known: u64) -> Result<bool> {
        let found = self.current(id)?;
        Ok(found.is_some_and(|(_, _, found)| found.own.get() == own && found.known.get() == known))
    }

    /// Whether a document with this id is there.
    pub(crate) fn has_id(&self, id: &str) -> Result<bool> {
        Ok(self.current(id)?.is_some())
    }

    /// The document that has this id now: its segment, or `None` for the one being made.
    fn current(
        &self,
        id: &str,
    ) -> Result<Option<(Option<u32>, u32, super::segment::DocumentRecord)>> {
        if let Some(builder) = &self.builder
            && let Some(doc) = builder.by_id(id)
        {
            if self.removed_new.contains(doc) {
                return Ok(None);
            }
            return Ok(Some((None, doc, builder.documents[doc as usize])));
        }
        let found = self.snapshot.by_id(id)?;
        Ok(found.and_then(|(doc, record)| {
            let removed = self.removed.get(&doc.segment);
            let is_removed = removed.is_some_and(|removed| removed.contains(doc.doc));
            (!is_removed).then_some((Some(doc.segment), doc.doc, record))
        }))
    }

    fn mark_removed(&mut self, segment: Option<u32>, doc: u32) {
        match segment {
            Some(segment) => self.removed.entry(segment).or_default().insert(doc),
            None => self.removed_new.insert(doc),
        };
    }

    /// Removes the document with this id; false where there is none.
    pub fn remove(&mut self, id: &str) -> Result<bool> {
        self.check()?;
        let found = self.current(id)?;
        if let Some((segment, doc, _)) = found {
            self.mark_removed(segment, doc);
        }
        Ok(found.is_some())
    }

    /// Makes everything since the last commit part of the index, whatever happens afterwards; then merges
    /// segments where there are too many.
    pub fn commit(&mut self) -> Result<()> {
        self.commit_only()?;
        let most = most_documents(self.memory);
        while let Some(chosen) = choose(&self.snapshot.manifest.segments, self.fan, most) {
            self.merge(&chosen).map_err(Error::afterwards)?;
        }
        Ok(())
    }

    /// The same without merging.
    pub(crate) fn commit_only(&mut self) -> Result<()> {
        let committed = self.commit_held();
        if committed.is_err() {
            self.give_up();
        }
        committed
    }

    fn commit_held(&mut self) -> Result<()> {
        self.check()?;
        let is_empty = |builder: &Builder| builder.documents.is_empty();
        if self.builder.as_ref().is_none_or(is_empty) && self.removed.is_empty() {
            self.told = None;
            return match self.builder.take() {
                Some(_) => self.clean(),
                None => Ok(()),
            };
        }
        // From here on an error leaves the writer without what it was to commit.
        self.is_broken = true;
        let mut dead: Vec<Dead> = self
            .snapshot
            .segments
            .iter()
            .map(|segment| segment.dead.clone())
            .collect();
        let mut dead_new = Dead::default();
        let mut digests = Vec::new();
        for (&segment, removed) in &self.removed {
            let of = &self.snapshot.segments[segment as usize];
            for doc in removed {
                digests.push(of.document(doc)?.digest.get());
            }
            dead[segment as usize].documents |= removed;
        }
        if let Some(builder) = &self.builder {
            for doc in &self.removed_new {
                digests.push(builder.documents[doc as usize].digest.get());
            }
            dead_new.documents |= &self.removed_new;
        }
        digests.sort_unstable();
        digests.dedup();
        let live_new: std::collections::HashSet<u128> = match &self.builder {
            Some(builder) if !digests.is_empty() => (0..builder.documents.len() as u32)
                .filter(|doc| !self.removed_new.contains(*doc))
                .map(|doc| builder.documents[doc as usize].digest.get())
                .collect(),
            _ => Default::default(),
        };
        for digest in digests {
            let left = self.snapshot.documents_with(digest)?;
            let is_removed = |segment: u32, doc| {
                let removed = self.removed.get(&segment);
                removed.is_some_and(|removed| removed.contains(doc))
            };
            if live_new.contains(&digest)
                || left.iter().any(|doc| !is_removed(doc.segment, doc.doc))
            {
                continue;
            }
            if let Some((content, _)) = self.snapshot.by_digest(digest)? {
                dead[content.segment as usize]
                    .contents
                    .insert(content.content);
            }
            if let Some(content) = self.builder.as_ref().and_then(|new| new.by_digest(digest)) {
                dead_new.contents.insert(content);
            }
        }
        let new = self.builder.take().map(Builder::finish).transpose()?;
        let mut entries = Vec::new();
        let disk = self.disk().clone();
        let old = self.snapshot.manifest.segments.clone();
        let segments = old
            .into_iter()
            .zip(dead)
            .chain(new.map(|new| (new, dead_new)));
        for (entry, dead) in segments {
            let counts = (dead.documents.len(), dead.contents.len());
            if counts == (entry.documents.into(), entry.contents.into()) {
                continue;
            }
            let known = entry.dead.as_ref();
            let known = known.map(|known| (u64::from(known.documents), u64::from(known.contents)));
            let dead = if dead.is_empty() || known == Some(counts) {
                entry.dead.clone()
            } else {
                Some(dead.write(disk.as_ref(), self.file_number())?)
            };
            entries.push(Entry { dead, ..entry });
        }
        self.removed.clear();
        self.removed_new.clear();
        self.replace(entries)
    }

    /// Commits a list of segments.
    fn replace(&mut self, segments: Vec<Entry>) -> Result<()> {
        (self.is_broken, self.is_unsure) = (true, true);
        let mut making = self.snapshot.manifest.making.clone();
        if let Some(told) = self.told.take() {
            making.scheme = told;
        }
        let manifest = Manifest {
            commit: self.snapshot.manifest.commit + 1,
            next_file: self.next_file,
            next_place: self.next_place,
            making,
            segments,
            ..self.snapshot.manifest.clone()
        };
        let disk = self.disk().clone();
        manifest.commit(disk.as_ref())?;
        let snapshot = Snapshot::of(disk, manifest, &self.snapshot.segments);
        self.snapshot = Arc::new(snapshot.map_err(Error::afterwards)?);
        (self.is_broken, self.is_unsure) = (false, false);
        self.clean().map_err(Error::afterwards)
    }

    /// Merges these segments into one.
    fn merge(&mut self, chosen: &[usize]) -> Result<()> {
        let segments: Vec<_> = chosen
            .iter()
            .map(|&at| self.snapshot.segments[at].clone())
            .collect();
        let number = self.file_number();
        let (words_by, memory) = (self.words_by(), self.memory);
        let merged = merge(self.disk().as_ref(), &segments, number, words_by, memory);
        if merged.is_err() {
            self.give_up();
        }
        let merged = merged?;
        let mut entries = self.snapshot.manifest.segments.clone();
        let mut at = 0;
        entries.retain(|_| {
            at += 1;
            !chosen.contains(&(at - 1))
        });
        if merged.documents > 0 || merged.contents > 0 {
            entries.push(merged);
        }
        self.replace(entries)
    }

    /// Merges everything into one segment, or as few as the memory allows; nothing of what was removed is on the
    /// disk afterwards.
    pub fn compact(&mut self) -> Result<()> {
        self.commit_only()?;
        let most = most_documents(self.memory);
        let mut groups: Vec<(u64, Vec<u64>)> = Vec::new();
        for entry in &self.snapshot.manifest.segments {
            let documents = live_documents(entry);
            match groups.last_mut() {
                Some((sum, group)) if *sum + documents <= most => {
                    *sum += documents;
                    group.push(entry.number);
                }
                _ => groups.push((documents, vec![entry.number])),
            }
        }
        for (_, group) in groups {
            let segments = &self.snapshot.manifest.segments;
            let places = (0..segments.len()).filter(|&at| group.contains(&segments[at].number));
            let chosen: Vec<usize> = places.collect();
            let has_dead = |&at: &usize| segments[at].dead.is_some();
            if chosen.len() > 1 || chosen.iter().any(has_dead) {
                self.merge(&chosen)?;
            }
        }
        Ok(())
    }
}

/// Whether a writer makes files of this name: a number and an ending, or a manifest.
fn is_ours(name: &str) -> bool {
    match name.split_once('.') {
        Some(("manifest", "new")) => true,
        Some((number, "segment" | "dead")) => {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        }
        _ => false,
    }
}

fn already_there(disk: &dyn Disk) -> Error {
    let path = disk.path("");
    Error::Usage(format!(
        "there is an index in {} already\nhint: add to it with `cento index add {}`",
        path.display(),
        path.display()
    ))
}

/// Segments of a level are merged when there are so many; each level has segments so many times larger.
const FAN: usize = 12;

/// Memory for merging unless told.
const MEMORY: usize = 1 << 30;

/// Bytes of memory for each document of segments that are merged: its numbers and its content's, where its
/// text and its name are, its records, and what they are found by.
const BYTES_A_DOCUMENT: usize = 192;

/// Documents that fit half of the memory: the rest is for the words.
fn most_documents(memory: usize) -> u64 {
    (memory / 2 / BYTES_A_DOCUMENT) as u64
}

fn live_documents(entry: &Entry) -> u64 {
    let dead = entry.dead.as_ref().map_or(0, |dead| dead.documents);
    u64::from(entry.documents.saturating_sub(dead))
}

/// Segments up to this size are of the lowest level.
const LOWEST: u64 = 1 << 16;

/// Which segments to merge next, if any: several only where they have at most so many documents.
fn choose(segments: &[Entry], fan: usize, most_documents: u64) -> Option<Vec<usize>> {
    let level = |entry: &Entry| {
        let size = live_bytes(entry).max(LOWEST);
        (size / LOWEST).ilog(fan as u64)
    };
    // One of which half is gone is written anew.
    let worn = |entry: &Entry| 2 * live_bytes(entry) < entry.seal.bytes;
    if let Some(at) = segments.iter().position(worn) {
        return Some(vec![at]);
    }
    let mut levels: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, entry) in segments.iter().enumerate() {
        levels.entry(level(entry)).or_default().push(at);
    }
    let full = levels.into_values().filter(|members| members.len() >= fan);
    let mut within = full.map(|mut members| {
        let mut documents = 0;
        members.retain(|&at| {
            let more = live_documents(&segments[at]);
            let fits = documents + more <= most_documents;
            documents += if fits { more } else { 0 };
            fits
        });
        members
    });
    within.find(|members| members.len() > 1)
}

/// About how many bytes of a segment are of documents that are still there.
fn live_bytes(entry: &Entry) -> u64 {
    let dead = entry.dead.as_ref().map_or(0, |dead| dead.documents);
    let share = 1.0 - f64::from(dead) / f64::from(entry.documents.max(1));
    (entry.seal.bytes as f64 * share) as u64
}
