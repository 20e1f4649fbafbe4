//! A segment: documents that were added together, in one file that never changes.
//!
//! *Contents* are what is compared: a sequence of words, with its postings. *Documents* are what has an
//! id, a text and metadata. Documents with the same words have one content, which may be in another segment.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use zerocopy::little_endian::{U32, U64, U128};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::array::Array;
use super::blocks::{self, Blocks, Extent};
use super::dead::Dead;
use super::disk::Disk;
use super::manifest::Entry;
use super::postings::{self, Place, Postings, PostingsIter};
use super::sealed::{Seal, Sealed, SealedWriter};
use super::sentences::{SentenceWord, SentencesEncoder, StoredSentences, WordsBy};
use super::streams::{Streams, Word};
use crate::codec::{Reader, put_bytes};
use crate::error::Result;
use crate::fingerprint::Sentences;
use crate::prepare::{Row, pictures};
use crate::read::Look;

/// No content or document: it is in another segment, or gone.
pub(super) const NONE: u32 = u32::MAX;

/// A document.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct DocumentRecord {
    /// Its content: the digest of its words.
    pub(super) digest: U128,
    /// Of its id and its text.
    pub(super) own: U128,
    /// Of what else is known of it.
    pub(super) known: U64,
    /// Its place in the order of documents.
    pub(super) place: U64,
    /// Its content in this segment, or [`NONE`].
    pub(super) content: U32,
    pub(super) text: Extent,
    pub(super) name: Extent,
}

/// A content.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct ContentRecord {
    pub(super) digest: U128,
    /// The document it came with, or [`NONE`].
    pub(super) owner: U32,
    pub(super) tokens: U32,
    /// Fingerprints, and distinct keys among them.
    pub(super) fingerprints: U32,
    pub(super) keys: U32,
    pub(super) stream_begin: U64,
    pub(super) stream_length: U64,
}

impl ContentRecord {
    pub(super) fn stream(&self) -> (u64, u64) {
        (self.stream_begin.get(), self.stream_length.get())
    }
}

/// Something by a hash.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub(super) struct Hashed {
    pub(super) hash: U64,
    pub(super) at: U32,
}

/// What a picture looks like.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct Looked {
    /// Its value in texts.
    pub(super) value: U64,
    pub(super) look: Look,
}

/// Where the looks of pictures with these values are, of those that have any: which of the segments, and which there.
pub(super) fn looks_of(
    segments: &[Arc<Segment>],
    values: impl IntoIterator<Item = u64>,
) -> Result<BTreeMap<u64, Option<(usize, usize)>>> {
    let mut places: BTreeMap<u64, Option<(usize, usize)>> =
        values.into_iter().map(|value| (value, None)).collect();
    for (number, segment) in segments.iter().enumerate() {
        for (at, looked) in segment.looks.iter(&segment.file).enumerate() {
            if let Some(place @ None) = places.get_mut(&looked?.value.get()) {
                *place = Some((number, at));
            }
        }
    }
    Ok(places)
}

/// Numbers by hash, in order.
pub(super) fn hashed(hashes: impl Iterator<Item = u64>) -> Vec<Hashed> {
    let mut hashed: Vec<Hashed> = hashes
        .enumerate()
        .map(|(at, hash)| Hashed {
            hash: U64::new(hash),
            at: U32::new(at as u32),
        })
        .collect();
    hashed.sort_unstable_by_key(|hashed| (hashed.hash.get(), hashed.at.get()));
    hashed
}

/// What a content is looked up by.
pub(super) fn half(digest: u128) -> u64 {
    (digest >> 64) as u64
}

/// The parts of a segment's file, in the order they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Texts,
    TextBlocks,
    Names,
    NameBlocks,
    Streams,
    Vocabulary,
    Postings,
    PostingBlocks,
    Frequent,
    Contents,
    ContentsByDigest,
    Documents,
    DocumentsById,
    Copies,
    Sentences,
    SentenceWords,
    SentenceEnds,
    Pictures,
    Looks,
    WordsByKey,
}

const SECTIONS: usize = 20;

/// Those of format 4, which kept no words by key, of format 3, which kept no looks, of format 2, which kept no pictures, and of format 1, which kept no
/// sentences.
const SECTIONS_4: usize = 19;
const SECTIONS_3: usize = 18;
const SECTIONS_2: usize = 17;
const SECTIONS_1: usize = 14;

/// At the end of a segment: where its parts end.
#[derive(Clone, Copy, Debug, Default, IntoBytes, Immutable)]
#[repr(C)]
struct Footer {
    ends: [U64; SECTIONS],
}

/// Writes the file of a segment, part by part.
#[derive(Debug)]
pub(super) struct SegmentWriter {
    pub(super) file: SealedWriter,
    footer: Footer,
    next: usize,
}

impl SegmentWriter {
    pub(super) fn create(disk: &dyn Disk, number: u64) -> Result<Self> {
        Ok(Self {
            file: SealedWriter::create(disk, &file_name(number), number)?,
            footer: Footer::default(),
            next: 0,
        })
    }

    /// Ends a part, which must be the next.
    pub(super) fn end(&mut self, section: Section) {
        assert_eq!(section as usize, self.next, "parts are written in order");
        self.footer.ends[self.next] = U64::new(self.file.position());
        self.next += 1;
    }

    /// Writes a part that is records.
    pub(super) fn records<T: IntoBytes + Immutable>(
        &mut self,
        section: Section,
        records: &[T],
    ) -> Result<()> {
        self.file.write(records.as_bytes())?;
        self.end(section);
        Ok(())
    }

    /// Writes the parts behind the sentences: their words, which it gives back, and where they end.
    pub(super) fn sentence_records(
        &mut self,
        sentences: SentencesEncoder,
    ) -> Result<Vec<SentenceWord>> {
        let (words, ends) = sentences.finish();
        self.records(Section::SentenceWords, &words)?;
        self.records(Section::SentenceEnds, &ends)?;
        Ok(words)
    }

    /// Writes the words of sentences in the order of their keys, where they are found so.
    pub(super) fn words_by_key(&mut self, words: &[SentenceWord], by: WordsBy) -> Result<()> {
        let words = match by {
            WordsBy::Key => words,
            WordsBy::Postings => &[],
        };
        let by_key = hashed(words.iter().map(|word| word.word.get()));
        self.records(Section::WordsByKey, &by_key)
    }

    pub(super) fn finish(mut self) -> Result<Seal> {
        assert_eq!(self.next, SECTIONS, "all parts are written");
        self.file.write(self.footer.as_bytes())?;
        self.file.finish()
    }
}

pub(super) fn file_name(number: u64) -> String {
    format!("{number:08}.segment")
}

/// The pictures of a text, each once, as a segment has them.
pub(super) fn pictures_of(text: &str, doc: u32) -> impl Iterator<Item = Hashed> {
    let values: BTreeSet<u64> = pictures(text).map(|(_, object)| object.value).collect();
    values.into_iter().map(move |value| Hashed {
        hash: U64::new(value),
        at: U32::new(doc),
    })
}

/// Appends a document's id and what else is known of it, as a name block has them.
pub(super) fn put_name(id: &str, row: &[u8], out: &mut Vec<u8>) {
    put_bytes(out, id.as_bytes());
    out.extend_from_slice(row);
}

/// A segment that is read.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) file: Sealed,
    pub(super) entry: Entry,
    pub(super) texts: Blocks,
    pub(super) names: Blocks,
    pub(super) streams: Streams,
    pub(super) postings: Postings,
    pub(super) frequent: Array<postings::Frequent>,
    pub(super) contents: Array<ContentRecord>,
    pub(super) contents_by_digest: Array<Hashed>,
    pub(super) documents: Array<DocumentRecord>,
    pub(super) documents_by_id: Array<Hashed>,
    /// Documents that are not the owner of their content.
    pub(super) copies: Array<U32>,
    pub(super) sentences: StoredSentences,
    /// The value of each picture, and the document that has it.
    pictures: Array<Hashed>,
    /// What these look like, by value.
    pub(super) looks: Array<Looked>,
    /// The words of its sentences, where these are not found by postings.
    words_by_key: Array<Hashed>,
    pub(super) dead: Dead,
    ends: [usize; SECTIONS],
}

impl Segment {
    /// Whether its sentences were kept, if it has any.
    pub(super) fn keeps_sentences(&self) -> bool {
        self.file.format > 1
    }

    /// Whether the signatures of its sentences were kept, if these are compared.
    pub(super) fn keeps_signatures(&self) -> bool {
        self.file.format > 4
    }

    /// Bytes of a part.
    pub(super) fn bytes_of(&self, section: Section) -> u64 {
        let at = section as usize;
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        (self.ends[at] - begin) as u64
    }

    pub(super) fn open(disk: &dyn Disk, entry: &Entry) -> Result<Self> {
        let file = Sealed::open(disk, &file_name(entry.number), entry.number, entry.seal)?;
        let dead = match &entry.dead {
            Some(dead) => Dead::open(disk, dead)?,
            None => Dead::default(),
        };
        let wrong = || file.damaged("its parts do not fit it");
        let sections = match file.format {
            1 => SECTIONS_1,
            2 => SECTIONS_2,
            3 => SECTIONS_3,
            4 => SECTIONS_4,
            _ => SECTIONS,
        };
        let length = sections * size_of::<U64>();
        let begin = file.len().checked_sub(length).ok_or_else(wrong)?;
        let stored = <[U64]>::ref_from_bytes(file.get(begin, length)?).map_err(|_| wrong())?;
        // What a format does not have is empty.
        let end = |at: usize| stored.get(at).map_or(begin, |end| end.get() as usize);
        let ends: [usize; SECTIONS] = std::array::from_fn(end);
        if !ends.is_sorted() || ends.last() != Some(&begin) {
            return Err(wrong());
        }
        let section = |section: Section| -> Range<usize> {
            let at = section as usize;
            at.checked_sub(1).map_or(0, |before| ends[before])..ends[at]
        };
        let blocks = |data, directory| -> Blocks {
            let directory = Array::<blocks::BlockEntry>::new(section(directory));
            Blocks::new(section(data), directory)
        };
        let documents = Array::<DocumentRecord>::new(section(Section::Documents));
        let contents = Array::<ContentRecord>::new(section(Section::Contents));
        let counts = [documents.len(), contents.len()].map(|count| count as u64);
        if counts != [entry.documents, entry.contents].map(u64::from) || !dead.is_among(counts) {
            return Err(file.damaged("it holds another number of documents than it should"));
        }
        Ok(Self {
            texts: blocks(Section::Texts, Section::TextBlocks),
            names: blocks(Section::Names, Section::NameBlocks),
            streams: Streams::new(
                section(Section::Streams),
                Array::new(section(Section::Vocabulary)),
            ),
            postings: Postings::new(
                section(Section::Postings),
                Array::new(section(Section::PostingBlocks)),
                contents.clone(),
            ),
            frequent: Array::new(section(Section::Frequent)),
            contents,
            contents_by_digest: Array::new(section(Section::ContentsByDigest)),
            documents,
            documents_by_id: Array::new(section(Section::DocumentsById)),
            copies: Array::new(section(Section::Copies)),
            sentences: StoredSentences::new(
                section(Section::Sentences),
                Array::new(section(Section::SentenceWords)),
                Array::new(section(Section::SentenceEnds)),
            ),
            pictures: Array::new(section(Section::Pictures)),
            looks: Array::new(section(Section::Looks)),
            words_by_key: Array::new(section(Section::WordsByKey)),
            entry: entry.clone(),
            file,
            dead,
            ends,
        })
    }

    pub(super) fn document(&self, doc: u32) -> Result<DocumentRecord> {
        self.documents.get(&self.file, doc as usize)
    }

    pub(super) fn content(&self, content: u32) -> Result<ContentRecord> {
        self.contents.get(&self.file, content as usize)
    }

    /// A document's id and what else is known of it.
    pub(super) fn name(&self, record: &DocumentRecord) -> Result<(String, Row)> {
        self.named(record, |mut name| (name.text(), Row::decode(name.rest())))
    }

    /// A document's id alone.
    pub(super) fn id(&self, record: &DocumentRecord) -> Result<String> {
        self.named(record, |mut name| name.text())
    }

    /// What else is known of it.
    pub(super) fn row(&self, record: &DocumentRecord) -> Result<Row> {
        self.named(record, |mut name| {
            name.bytes();
            Row::decode(name.rest())
        })
    }

    fn named<R>(&self, record: &DocumentRecord, read: impl FnOnce(Reader<'_>) -> R) -> Result<R> {
        let read = |bytes: &[u8]| read(Reader::new(bytes));
        self.names.read(&self.file, record.name, read)
    }

    pub(super) fn text(&self, record: &DocumentRecord) -> Result<String> {
        let text = (self.texts).read(&self.file, record.text, |bytes| {
            str::from_utf8(bytes).ok().map(str::to_owned)
        })?;
        text.ok_or_else(|| self.file.damaged("a text is not UTF-8"))
    }

    /// The pictures of documents that are not dead, in order of these.
    pub(super) fn pictures(&self) -> Result<Vec<Hashed>> {
        let is_live = |doc: u32| !self.dead.documents.contains(doc);
        let mut all = Vec::new();
        if self.file.format > 2 {
            for picture in self.pictures.iter(&self.file) {
                all.extend(Some(picture?).filter(|picture| is_live(picture.at.get())));
            }
            return Ok(all);
        }
        for doc in (0..self.documents.len() as u32).filter(|&doc| is_live(doc)) {
            let record = self.document(doc)?;
            if self.row(&record)?.layout.is_some() {
                all.extend(pictures_of(&self.text(&record)?, doc));
            }
        }
        Ok(all)
    }

    /// Calls `each` with every word of a content, which has as many as it says.
    pub(super) fn words(&self, content: &ContentRecord, mut each: impl FnMut(Word)) -> Result<()> {
        let mut count = 0u64;
        self.streams.words(&self.file, content.stream(), |word| {
            count += 1;
            each(word);
        })?;
        match count == u64::from(content.tokens.get()) {
            true => Ok(()),
            false => Err(self.file.damaged("a document has another number of words")),
        }
    }

    /// Appends the sentences of a content, their words by number.
    pub(super) fn sentences_of(&self, content: u32, out: &mut Sentences) -> Result<()> {
        self.sentences.of(&self.file, content, out)?;
        match out.end() <= self.content(content)?.tokens.get() {
            true => Ok(()),
            false => Err(self.file.damaged("a sentence stands behind its document")),
        }
    }

    /// The number of a word of its sentences, where these are found by their keys.
    pub(super) fn word_number(&self, word: u64) -> Result<Option<u32>> {
        let index = &self.words_by_key;
        let at = index.first_from(&self.file, word, |hashed| hashed.hash.get())?;
        if at == index.len() {
            return Ok(None);
        }
        let found = index.get(&self.file, at)?;
        Ok((found.hash.get() == word).then_some(found.at.get()))
    }

    /// The live document with this id, whose hash is `hash`.
    pub(super) fn by_id(&self, hash: u64, id: &str) -> Result<Option<(u32, DocumentRecord)>> {
        let index = &self.documents_by_id;
        let from = index.first_from(&self.file, hash, |hashed| hashed.hash.get())?;
        for at in from..index.len() {
            let hashed = index.get(&self.file, at)?;
            if hashed.hash.get() != hash {
                break;
            }
            let doc = hashed.at.get();
            if self.dead.has_document(doc) {
                continue;
            }
            let record = self.document(doc)?;
            if self.id(&record)? == id {
                return Ok(Some((doc, record)));
            }
        }
        Ok(None)
    }

    /// The live content with this digest.
    pub(super) fn by_digest(&self, digest: u128) -> Result<Option<(u32, ContentRecord)>> {
        let (index, hash) = (&self.contents_by_digest, half(digest));
        let from = index.first_from(&self.file, hash, |hashed| hashed.hash.get())?;
        for at in from..index.len() {
            let hashed = index.get(&self.file, at)?;
            if hashed.hash.get() != hash {
                break;
            }
            let content = hashed.at.get();
            if !self.dead.has_content(content) {
                let record = self.content(content)?;
                if record.digest.get() == digest {
                    return Ok(Some((content, record)));
                }
            }
        }
        Ok(None)
    }

    /// Calls `each` with the postings of a key in live contents, in order, until it has had enough.
    pub(super) fn find(
        &self,
        key: u64,
        mut each: impl FnMut(Place) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        self.postings.find(&self.file, key, |place| {
            if self.dead.has_content(place.content) {
                return Ok(ControlFlow::Continue(()));
            }
            each(place)
        })
    }

    /// How many postings a key has in live contents.
    pub(super) fn count(&self, key: u64) -> Result<usize> {
        if self.entry.dead.is_none() {
            return self.postings.count(&self.file, key);
        }
        let mut count = 0;
        self.find(key, |_| {
            count += 1;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(count)
    }

    /// Whether a key stands in a content, from a token on.
    pub(super) fn has(&self, key: u64, content: u32, begin: u32) -> Result<bool> {
        self.postings.has(&self.file, key, content, begin)
    }

    /// In how many live contents each key stands.
    pub(super) fn frequencies(&self) -> Result<Vec<postings::Frequent>> {
        let mut frequencies: Vec<postings::Frequent> = Vec::new();
        let mut last = None;
        for place in self.all_postings() {
            let place = place?;
            if self.dead.has_content(place.content)
                || last.replace((place.key, place.content)) == Some((place.key, place.content))
            {
                continue;
            }
            match frequencies.last_mut() {
                Some(known) if known.key.get() == place.key => {
                    known.contents = U32::new(known.contents.get() + 1);
                }
                _ => frequencies.push(postings::Frequent {
                    key: U64::new(place.key),
                    contents: U32::new(1),
                }),
            }
        }
        Ok(frequencies)
    }

    /// All postings, those of dead contents too.
    pub(super) fn all_postings(&self) -> PostingsIter<'_> {
        self.postings.iter(&self.file)
    }

    /// The live documents.
    pub(super) fn live(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.documents.len() as u32).filter(|&doc| !self.dead.has_document(doc))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `FORMAT.md` says so.
    #[test]
    fn records_are_as_long_as_the_format_says() {
        assert_eq!(size_of::<blocks::BlockEntry>(), 16);
        assert_eq!(size_of::<Word>(), 16);
        assert_eq!(size_of::<postings::BlockEntry>(), 16);
        assert_eq!(size_of::<postings::Frequent>(), 12);
        assert_eq!(size_of::<ContentRecord>(), 48);
        assert_eq!(size_of::<Hashed>(), 12);
        assert_eq!(size_of::<DocumentRecord>(), 76);
        assert_eq!(size_of::<SentenceWord>(), 12);
        assert_eq!(size_of::<Looked>(), 1170);
        assert_eq!(size_of::<Footer>(), 20 * 8);
    }
}
