//! An index as it stood at one commit. It stays readable whatever a writer does.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::disk::{Disk, Folder, is_missing};
use super::manifest::{Making, Manifest};
use super::merge::Merged;
use super::postings::{FREQUENT, Frequent, Place};
use super::segment::{ContentRecord, DocumentRecord, NONE, Section, Segment};
use super::streams::Word;
use crate::error::{Error, Result};
use crate::fingerprint::Scheme;
use crate::hash::token_hash;
use crate::prepare::Row;
use crate::read::Document;
use crate::span::TokenSpan;

/// A document, as long as the snapshot lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DocRef {
    /// Its place in the order of documents.
    pub(crate) place: u64,
    pub(crate) segment: u32,
    pub(crate) doc: u32,
}

/// A content, as long as the snapshot lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ContentRef {
    pub(crate) segment: u32,
    pub(crate) content: u32,
}

/// What is known of a content.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ContentSize {
    pub(crate) digest: u128,
    pub(crate) tokens: u32,
    pub(crate) fingerprints: u32,
    pub(crate) keys: u32,
}

/// An index at one commit.
#[derive(Debug)]
pub struct Snapshot {
    disk: Arc<dyn Disk>,
    pub(super) manifest: Manifest,
    pub(super) segments: Vec<Arc<Segment>>,
    groups: OnceLock<Groups>,
    stops: Mutex<HashMap<u32, Arc<HashSet<u64>>>>,
}

/// Contents that are not simply those of the document they came with.
#[derive(Debug, Default)]
struct Groups {
    /// By digest, the documents of contents that have more than one, or have lost the one they came with.
    documents: HashMap<u128, Vec<DocRef>>,
    /// For each segment, the contents among them whose first document is not the one they came with.
    displaced: Vec<Displaced>,
}

/// Contents that do not stand in the order of their documents.
#[derive(Clone, Debug)]
struct Displaced {
    contents: HashSet<u32>,
    /// The least place of their documents.
    first: u64,
}

/// Postings of small segments that are counted in memory.
const MOST_COUNTED: u64 = 1 << 22;

impl DocRef {
    /// Behind all documents.
    pub(crate) const END: Self = Self {
        place: u64::MAX,
        segment: u32::MAX,
        doc: u32::MAX,
    };
}

impl Snapshot {
    /// Opens the index in a folder.
    pub fn open(path: &Path) -> Result<Self> {
        let missing = || Error::NoIndex {
            path: path.to_path_buf(),
        };
        if !path.is_dir() {
            return Err(missing());
        }
        let disk = Arc::new(Folder::new(path));
        if !Manifest::exists(disk.as_ref())? {
            return Err(missing());
        }
        Self::on(disk)
    }

    /// Opens the index on a disk.
    pub fn on(disk: Arc<dyn Disk>) -> Result<Self> {
        let mut last = None;
        loop {
            let manifest = Manifest::read(disk.as_ref())?;
            let commit = manifest.commit;
            match Self::of(disk.clone(), manifest, &[]) {
                // A writer has replaced the manifest and removed what it no longer names.
                Err(error) if is_missing(&error) && last.replace(commit) != Some(commit) => {}
                opened => return opened,
            }
        }
    }

    /// The segments of a manifest; those that are `open` already are not opened again.
    pub(super) fn of(
        disk: Arc<dyn Disk>,
        manifest: Manifest,
        open: &[Arc<Segment>],
    ) -> Result<Self> {
        let segments = manifest.segments.iter().map(|entry| {
            match open.iter().find(|segment| segment.entry == *entry) {
                Some(segment) => Ok(segment.clone()),
                None => Segment::open(disk.as_ref(), entry).map(Arc::new),
            }
        });
        let segments = segments.collect::<Result<_>>()?;
        Ok(Self {
            disk,
            manifest,
            segments,
            groups: OnceLock::new(),
            stops: Mutex::default(),
        })
    }

    pub(super) fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
    }

    /// Refuses another scheme than the index was made with.
    pub(crate) fn must_be_made_with(&self, scheme: &Scheme) -> Result<()> {
        let made = &self.manifest.making.scheme;
        if made == scheme {
            return Ok(());
        }
        Err(Error::Differs {
            path: self.disk.path(""),
            made: made.to_string(),
            asked: scheme.to_string(),
            hint: "leave out --scheme and --preset to use the index's own",
        })
    }

    /// How the index was made.
    pub fn making(&self) -> &Making {
        &self.manifest.making
    }

    /// The number of its commit.
    pub fn commit(&self) -> u64 {
        self.manifest.commit
    }

    fn segment(&self, segment: u32) -> &Segment {
        &self.segments[segment as usize]
    }

    pub(super) fn record(&self, doc: DocRef) -> Result<DocumentRecord> {
        self.segment(doc.segment).document(doc.doc)
    }

    /// The live document with this id.
    pub(super) fn by_id(&self, id: &str) -> Result<Option<(DocRef, DocumentRecord)>> {
        let hash = token_hash(id.as_bytes());
        for (at, segment) in self.segments.iter().enumerate().rev() {
            if let Some((doc, record)) = segment.by_id(hash, id)? {
                let doc = DocRef {
                    place: record.place.get(),
                    segment: at as u32,
                    doc,
                };
                return Ok(Some((doc, record)));
            }
        }
        Ok(None)
    }

    /// Whether a document with this id is there.
    pub(crate) fn has_id(&self, id: &str) -> Result<bool> {
        Ok(self.by_id(id)?.is_some())
    }

    /// Whether a document is there, just so.
    pub(crate) fn has(&self, id: &str, own: u128, known: u64) -> Result<bool> {
        let found = self.by_id(id)?;
        Ok(found.is_some_and(|(_, found)| found.own.get() == own && found.known.get() == known))
    }

    /// The live content with this digest.
    pub(super) fn by_digest(&self, digest: u128) -> Result<Option<(ContentRef, ContentRecord)>> {
        for (at, segment) in self.segments.iter().enumerate().rev() {
            if let Some((content, record)) = segment.by_digest(digest)? {
                let segment = at as u32;
                return Ok(Some((ContentRef { segment, content }, record)));
            }
        }
        Ok(None)
    }

    /// Where the live content with this digest is.
    pub(crate) fn content_with(&self, digest: u128) -> Result<Option<ContentRef>> {
        Ok(self.by_digest(digest)?.map(|(content, _)| content))
    }

    /// The content of a live document.
    fn content_of(&self, doc: DocRef) -> Result<(ContentRef, ContentRecord)> {
        let (segment, record) = (self.segment(doc.segment), self.record(doc)?);
        let content = record.content.get();
        if content != NONE {
            let found = ContentRef {
                segment: doc.segment,
                content,
            };
            return Ok((found, segment.content(content)?));
        }
        let found = self.by_digest(record.digest.get())?;
        found.ok_or_else(|| segment.file.damaged("a document's content is not there"))
    }

    /// A document's id and what else is known of it.
    pub(crate) fn name(&self, doc: DocRef) -> Result<(String, Row)> {
        self.segment(doc.segment).name(&self.record(doc)?)
    }

    pub(crate) fn text(&self, doc: DocRef) -> Result<String> {
        self.segment(doc.segment).text(&self.record(doc)?)
    }

    /// A document as it was added.
    pub(crate) fn document(&self, doc: DocRef) -> Result<Document> {
        let (id, row) = self.name(doc)?;
        let Row {
            date,
            series,
            title,
            meta,
            ..
        } = row;
        Ok(Document {
            id,
            text: self.text(doc)?,
            date,
            series,
            title,
            meta,
            ..Document::default()
        })
    }

    /// The rows of all documents, in order: id, words and metadata.
    pub fn list(&self) -> Result<impl Iterator<Item = Result<Listed>> + '_> {
        let documents = self.documents()?;
        Ok(documents.into_iter().map(|doc| {
            let (id, row) = self.name(doc)?;
            Ok(Listed {
                id,
                tokens: row.tokens,
                date: row.date,
                series: row.series,
                title: row.title,
            })
        }))
    }

    /// The bytes of a document's text.
    pub(crate) fn text_bytes(&self, doc: DocRef) -> Result<u32> {
        Ok(self.record(doc)?.text.length.get())
    }

    /// The digest of a document's id and text.
    pub(crate) fn own_digest(&self, doc: DocRef) -> Result<u128> {
        Ok(self.record(doc)?.own.get())
    }

    /// Calls `each` with the hash and the shape of every word of a document.
    pub(crate) fn words(&self, doc: DocRef, mut each: impl FnMut(u64, u64)) -> Result<()> {
        let (at, content) = self.content_of(doc)?;
        self.segment(at.segment)
            .words(&content, |Word { hash, shape }| {
                each(hash.get(), shape.get())
            })
    }

    /// What is known of a document's content.
    pub(crate) fn size_of(&self, doc: DocRef) -> Result<ContentSize> {
        let (_, content) = self.content_of(doc)?;
        Ok(ContentSize {
            digest: content.digest.get(),
            tokens: content.tokens.get(),
            fingerprints: content.fingerprints.get(),
            keys: content.keys.get(),
        })
    }

    /// All live documents, in order.
    pub(crate) fn documents(&self) -> Result<Vec<DocRef>> {
        let mut documents = Vec::new();
        for (at, segment) in self.segments.iter().enumerate() {
            for doc in segment.live() {
                documents.push(DocRef {
                    place: segment.document(doc)?.place.get(),
                    segment: at as u32,
                    doc,
                });
            }
        }
        documents.sort_unstable();
        Ok(documents)
    }

    /// The live documents with a content, the first first.
    pub(crate) fn documents_of(&self, content: ContentRef) -> Result<Vec<DocRef>> {
        let segment = self.segment(content.segment);
        let record = segment.content(content.content)?;
        if let Some(group) = self.groups()?.documents.get(&record.digest.get()) {
            return Ok(group.clone());
        }
        let doc = record.owner.get();
        let place = segment.document(doc)?.place.get();
        Ok(vec![DocRef {
            place,
            segment: content.segment,
            doc,
        }])
    }

    /// The live documents with this digest, the first first.
    pub(super) fn documents_with(&self, digest: u128) -> Result<Vec<DocRef>> {
        match self.by_digest(digest)? {
            Some((content, _)) => self.documents_of(content),
            None => Ok(Vec::new()),
        }
    }

    fn groups(&self) -> Result<&Groups> {
        if let Some(groups) = self.groups.get() {
            return Ok(groups);
        }
        let mut groups = HashMap::<u128, Vec<DocRef>>::new();
        let none = Displaced {
            contents: HashSet::new(),
            first: u64::MAX,
        };
        let mut displaced = vec![none; self.segments.len()];
        for (at, segment) in self.segments.iter().enumerate() {
            for doc in segment.copies.iter(&segment.file) {
                let doc = doc?.get();
                if !segment.dead.has_document(doc) {
                    let record = segment.document(doc)?;
                    groups.entry(record.digest.get()).or_default().push(DocRef {
                        place: record.place.get(),
                        segment: at as u32,
                        doc,
                    });
                }
            }
        }
        // The documents they came with belong to them, where they are still there.
        #[expect(clippy::iter_over_hash_type, reason = "each group by itself")]
        for (&digest, group) in &mut groups {
            let mut owner = None;
            let content = self.by_digest(digest)?;
            if let Some((content, record)) = content {
                let (segment, doc) = (self.segment(content.segment), record.owner.get());
                if doc != NONE && !segment.dead.has_document(doc) {
                    owner = Some(DocRef {
                        place: segment.document(doc)?.place.get(),
                        segment: content.segment,
                        doc,
                    });
                }
            }
            group.extend(owner);
            group.sort_unstable();
            if let Some((content, _)) = content
                && group.first().copied() != owner
            {
                let displaced = &mut displaced[content.segment as usize];
                displaced.contents.insert(content.content);
                let place = group.first().map_or(u64::MAX, |doc| doc.place);
                displaced.first = displaced.first.min(place);
            }
        }
        Ok(self.groups.get_or_init(|| Groups {
            documents: groups,
            displaced,
        }))
    }

    /// Calls `each` with the postings of a key in live contents.
    pub(crate) fn find(
        &self,
        key: u64,
        mut each: impl FnMut(ContentRef, Place) -> Result<()>,
    ) -> Result<()> {
        for (at, segment) in self.segments.iter().enumerate() {
            segment.find(key, |place| {
                let content = ContentRef {
                    segment: at as u32,
                    content: place.content,
                };
                each(content, place).map(ControlFlow::Continue)
            })?;
        }
        Ok(())
    }

    /// Of the contents that have a key, but for one, that of the first document: that document, and where
    /// the key stands.
    pub(crate) fn first_with_key(
        &self,
        key: u64,
        except: Option<ContentRef>,
    ) -> Result<Option<(DocRef, ContentRef, Vec<TokenSpan>)>> {
        let groups = self.groups()?;
        let mut first: Option<(DocRef, ContentRef, Vec<TokenSpan>)> = None;
        for (at, segment) in self.segments.iter().enumerate() {
            // Where contents stand as their documents do, the first is that of the first; but for those
            // that are known to stand elsewhere.
            let displaced = &groups.displaced[at];
            let (mut last, mut is_first, mut is_passed) = (None, false, false);
            segment.find(key, |place| {
                let content = ContentRef {
                    segment: at as u32,
                    content: place.content,
                };
                if Some(content) == except {
                    return Ok(ControlFlow::Continue(()));
                }
                if last.replace(content) != Some(content) {
                    let before = first.as_ref().map_or(DocRef::END, |(doc, ..)| *doc);
                    is_first = false;
                    if segment.entry.in_order && !displaced.contents.contains(&place.content) {
                        if is_passed {
                            return Ok(if displaced.first < before.place {
                                ControlFlow::Continue(())
                            } else {
                                ControlFlow::Break(())
                            });
                        }
                        is_passed = true;
                    }
                    let doc = self.documents_of(content)?.first().copied();
                    if let Some(doc) = doc.filter(|doc| *doc < before) {
                        first = Some((doc, content, Vec::new()));
                        is_first = true;
                    }
                }
                if let Some((.., spans)) = first.as_mut().filter(|_| is_first) {
                    spans.push(place.span);
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok(first)
    }

    /// Calls `each` with every posting of live contents.
    pub(crate) fn each_posting(
        &self,
        mut each: impl FnMut(ContentRef, Place) -> Result<()>,
    ) -> Result<()> {
        for (at, segment) in self.segments.iter().enumerate() {
            for place in segment.all_postings() {
                let place = place?;
                if !segment.dead.has_content(place.content) {
                    let content = ContentRef {
                        segment: at as u32,
                        content: place.content,
                    };
                    each(content, place)?;
                }
            }
        }
        Ok(())
    }

    /// Live contents of each segment.
    pub(crate) fn contents(&self) -> impl Iterator<Item = ContentRef> + '_ {
        self.segments.iter().enumerate().flat_map(|(at, segment)| {
            (0..segment.contents.len() as u32)
                .filter(|&content| !segment.dead.has_content(content))
                .map(move |content| ContentRef {
                    segment: at as u32,
                    content,
                })
        })
    }

    /// In how many live contents a key stands.
    pub(crate) fn frequency(&self, key: u64) -> Result<u32> {
        let (mut count, mut last) = (0, None);
        self.find(key, |content, _| {
            count += u32::from(last.replace(content) != Some(content));
            Ok(())
        })?;
        Ok(count)
    }

    /// The keys that stand in more than `cap` contents.
    pub(crate) fn stops(&self, cap: u32) -> Result<Arc<HashSet<u64>>> {
        let lock = || self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stops) = lock().get(&cap) {
            return Ok(stops.clone());
        }
        // A key that is not in a segment's list is in a few of its contents at most. Of the largest segments
        // as many are taken by their lists as can't make up a stop fingerprint without being in any.
        let few = |segment: &Segment| (FREQUENT - 1).min(segment.entry.contents);
        let mut segments: Vec<&Segment> = self.segments.iter().map(Arc::as_ref).collect();
        segments.sort_by_key(|segment| std::cmp::Reverse(segment.entry.postings));
        let by_list = segments.len().min((cap / (FREQUENT - 1)) as usize);
        let (by_list, by_posting) = segments.split_at(by_list);
        let mut stops = HashSet::new();
        if by_posting
            .iter()
            .map(|segment| segment.entry.postings)
            .sum::<u64>()
            > MOST_COUNTED
        {
            self.count_all(cap, &mut stops)?;
        } else {
            let counted: Vec<Vec<Frequent>> = by_posting
                .iter()
                .map(|segment| segment.frequencies())
                .collect::<Result<_>>()?;
            let mut lists: Vec<(&[Frequent], u32)> =
                counted.iter().map(|list| (&list[..], 0)).collect();
            for segment in by_list {
                lists.push((segment.frequent.all(&segment.file)?, few(segment)));
            }
            let unlisted: u32 = lists.iter().map(|(_, few)| few).sum();
            let is_exact = unlisted == 0
                || self.segments.len() == 1 && self.segments[0].dead.contents.is_empty();
            let next = |lists: &[(&[Frequent], u32)]| {
                let heads = lists.iter().filter_map(|(list, _)| list.first());
                heads.map(|head| head.key.get()).min()
            };
            while let Some(key) = next(&lists) {
                let mut most = unlisted;
                for (list, few) in &mut lists {
                    if let Some((head, rest)) = list.split_first()
                        && head.key.get() == key
                    {
                        most += head.contents.get() - *few;
                        *list = rest;
                    }
                }
                if most > cap && (is_exact || self.frequency(key)? > cap) {
                    stops.insert(key);
                }
            }
        }
        let stops = Arc::new(stops);
        lock().insert(cap, stops.clone());
        Ok(stops)
    }

    /// The same for any number of segments of any size, in time that goes with all of them.
    fn count_all(&self, cap: u32, stops: &mut HashSet<u64>) -> Result<()> {
        let mut last = None;
        let (mut key, mut count) = (None, 0);
        for place in Merged::new(&self.segments) {
            let (segment, place) = place?;
            if self.segments[segment].dead.has_content(place.content) {
                continue;
            }
            if key.replace(place.key) != Some(place.key) {
                (last, count) = (None, 0);
            }
            let content = (segment, place.content);
            count += u32::from(last.replace(content) != Some(content));
            if count > cap {
                stops.insert(place.key);
            }
        }
        Ok(())
    }

    /// What is in it.
    pub fn info(&self) -> Result<Info> {
        let mut info = Info {
            commit: self.manifest.commit,
            segments: self.segments.len(),
            ..Info::default()
        };
        for segment in &self.segments {
            let entry = &segment.entry;
            info.bytes += entry.seal.bytes;
            if let Some(dead) = &entry.dead {
                info.bytes += dead.seal.bytes;
                info.dead_documents += u64::from(dead.documents);
            }
            info.documents += u64::from(entry.documents);
            info.contents += u64::from(entry.contents) - segment.dead.contents.len();
            info.postings += entry.postings;
            info.tokens += entry.tokens;
            info.text_bytes += entry.text_bytes;
            let bytes = |sections: &[Section]| -> u64 {
                sections
                    .iter()
                    .map(|&section| segment.bytes_of(section))
                    .sum()
            };
            info.bytes_of_texts += bytes(&[Section::Texts, Section::TextBlocks]);
            info.bytes_of_words += bytes(&[Section::Streams, Section::Vocabulary]);
            info.bytes_of_postings +=
                bytes(&[Section::Postings, Section::PostingBlocks, Section::Frequent]);
        }
        info.documents -= info.dead_documents;
        Ok(info)
    }

    /// An error about the segment of a document.
    pub(super) fn damaged(&self, doc: DocRef, what: String) -> Error {
        self.segment(doc.segment).file.damaged(what)
    }

    /// Checks every byte; what is wrong.
    pub fn verify(&self) -> Vec<Error> {
        let segments = self.segments.iter();
        segments.flat_map(|segment| segment.file.verify()).collect()
    }
}

/// A document of an index.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// Its words.
    pub tokens: u32,
    /// What else is known of it.
    pub date: Option<String>,
    /// Its source.
    pub series: Option<String>,
    /// Its title.
    pub title: Option<String>,
}

/// What an index holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Info {
    /// The number of its commit.
    pub commit: u64,
    /// Documents that are there, and contents that differ among them.
    pub documents: u64,
    /// Contents: documents with the same words have one.
    pub contents: u64,
    /// Documents that were removed or replaced and still take room.
    pub dead_documents: u64,
    /// Files of documents.
    pub segments: usize,
    /// Fingerprints that are kept, those of removed documents included.
    pub postings: u64,
    /// Words, counted once for documents that have the same.
    pub tokens: u64,
    /// Bytes of text.
    pub text_bytes: u64,
    /// Bytes of files that hold texts.
    pub bytes_of_texts: u64,
    /// Bytes of files that hold words.
    pub bytes_of_words: u64,
    /// Bytes of files that hold fingerprints.
    pub bytes_of_postings: u64,
    /// Bytes of all files.
    pub bytes: u64,
}
