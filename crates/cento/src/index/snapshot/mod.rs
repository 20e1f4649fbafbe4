//! An index as it stood at one commit. It stays readable whatever a writer does.

mod groups;
mod info;
mod pictures;
mod stops;
mod words;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use super::disk::{Disk, Folder, is_missing};
use super::manifest::{Making, Manifest};
use super::postings::{BEHIND_ITS_DOCUMENT, Place};
use super::segment::{ContentRecord, DocumentRecord, NONE, Segment};
use super::streams::Word;
use crate::error::{Error, Result};
use crate::fingerprint::{Candidates, Comparison, Scheme};
use crate::hash::token_hash;
use crate::prepare::Row;
use crate::read::Document;
use groups::Groups;

pub use info::Info;

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

/// A text and its words are stored apart.
pub(crate) const OTHER_WORDS: &str = "a document has another number of words than its text";

/// What is known of a document and its content without reading either.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Facts {
    /// Of its id and its text.
    pub(crate) own: u128,
    pub(crate) text_bytes: u32,
    /// Of its words.
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
    /// For each segment, the words of its dead sentences by number, and how many of these have each.
    dead_words: OnceLock<Vec<HashMap<u32, u32>>>,
}

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
        Manifest::must_be_in(path)?;
        Self::on(Arc::new(Folder::new(path)))
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
        let segments: Vec<Arc<Segment>> = segments.collect::<Result<_>>()?;
        let has_all = |keeps: fn(&Segment) -> bool| segments.iter().all(|one| keeps(one));
        let lacking = match manifest.making.scheme.comparison() {
            Comparison::Sentences(_) if !has_all(Segment::keeps_sentences) => Some("sentences"),
            Comparison::Sentences(Candidates::Near { .. })
                if !has_all(Segment::keeps_signatures) =>
            {
                Some("signatures")
            }
            _ => None,
        };
        if let Some(lacking) = lacking {
            return Err(Error::Usage(format!(
                "{} was made before {lacking} were kept in an index\nhint: make it anew from its documents",
                disk.path("").display()
            )));
        }
        Ok(Self {
            disk,
            manifest,
            segments,
            groups: OnceLock::new(),
            stops: Mutex::default(),
            dead_words: OnceLock::new(),
        })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> PathBuf {
        self.disk().path("")
    }

    pub(super) fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
    }

    /// Refuses another scheme than the index was made with.
    pub(crate) fn must_be_made_with(&self, scheme: &Scheme) -> Result<()> {
        let made = &self.manifest.making.scheme;
        if made.answers(scheme) {
            return Ok(());
        }
        Err(Error::Differs {
            path: self.disk.path(""),
            made: made.brief(),
            asked: scheme.brief(),
            hint: "leave out --scheme and --preset, --lang, --stop-words and --stem to use the index's own",
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

    /// The document with this id.
    pub(crate) fn with_id(&self, id: &str) -> Result<Option<DocRef>> {
        Ok(self.by_id(id)?.map(|(doc, _)| doc))
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
    fn content_of(
        &self,
        doc: DocRef,
        record: &DocumentRecord,
    ) -> Result<(ContentRef, ContentRecord)> {
        let segment = self.segment(doc.segment);
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

    /// What else is known of a document, which has as many words as its content.
    pub(crate) fn row(&self, doc: DocRef) -> Result<Row> {
        let record = self.record(doc)?;
        let row = self.segment(doc.segment).row(&record)?;
        match row.tokens == self.content_of(doc, &record)?.1.tokens.get() {
            true => Ok(row),
            false => Err(self.damaged(doc.segment, OTHER_WORDS)),
        }
    }

    /// Whether some of its documents may have a layout.
    pub(crate) fn may_have_layouts(&self) -> bool {
        let mut segments = self.segments.iter();
        segments.any(|segment| segment.entry.may_have_layouts)
    }

    /// A document's id alone.
    pub(crate) fn id(&self, doc: DocRef) -> Result<String> {
        self.segment(doc.segment).id(&self.record(doc)?)
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

    /// Calls `each` with the hash and the shape of every word of a document.
    pub(crate) fn words(&self, doc: DocRef, mut each: impl FnMut(u64, u64)) -> Result<()> {
        let (at, content) = self.content_of(doc, &self.record(doc)?)?;
        self.segment(at.segment)
            .words(&content, |Word { hash, shape }| {
                each(hash.get(), shape.get())
            })
    }

    /// The segments, by number.
    pub(crate) fn segments(&self) -> std::ops::Range<u32> {
        0..self.segments.len() as u32
    }

    /// What is known of a document and its content.
    pub(crate) fn facts(&self, doc: DocRef) -> Result<Facts> {
        let record = self.record(doc)?;
        let (_, content) = self.content_of(doc, &record)?;
        Ok(Facts {
            own: record.own.get(),
            text_bytes: record.text.length.get(),
            digest: content.digest.get(),
            tokens: content.tokens.get(),
            fingerprints: content.fingerprints.get(),
            keys: content.keys.get(),
        })
    }

    /// Sees to it that a content goes as far as something that was looked up in it.
    pub(crate) fn reaches(&self, content: ContentRef, end: u32) -> Result<()> {
        let segment = self.segment(content.segment);
        match end <= segment.content(content.content)?.tokens.get() {
            true => Ok(()),
            false => Err(segment.file.damaged(BEHIND_ITS_DOCUMENT)),
        }
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

    /// How many postings a key has in live contents.
    pub(crate) fn count(&self, key: u64) -> Result<usize> {
        let segments = self.segments.iter();
        segments.map(|segment| segment.count(key)).sum()
    }

    /// Whether a key stands in a content, from a token on.
    pub(crate) fn stands_in(&self, key: u64, content: ContentRef, begin: u32) -> Result<bool> {
        self.segment(content.segment)
            .has(key, content.content, begin)
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

    /// An error about a segment.
    pub(crate) fn damaged(&self, segment: u32, what: impl Into<String>) -> Error {
        self.segment(segment).file.damaged(what)
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
