//! A segment from documents that are added one by one.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use zerocopy::IntoBytes;
use zerocopy::little_endian::{U32, U64, U128};

use super::blocks::BlocksWriter;
use super::disk::Disk;
use super::manifest::Entry;
use super::posting::{PARTITION_BITS, Posting};
use super::postings::{Place, PostingsWriter};
use super::radix;
use super::segment::{
    ContentRecord, DocumentRecord, Hashed, Looked, NONE, Section, SegmentWriter, half, hashed,
    pictures_of, put_name,
};
use super::sentences::{SentencesEncoder, WordsBy};
use super::streams::{Vocabulary, Word, put_codes};
use crate::error::Result;
use crate::fingerprint::{Fingerprint, Lexicon, Sentences};
use crate::hash::token_hash;
use crate::prepare::Distinct;
use crate::read::Look;

/// A document to add, prepared.
#[derive(Clone, Debug)]
pub(crate) struct Added<'a> {
    pub(crate) id: &'a str,
    /// As [`Row::encode`](crate::prepare::Row::encode) has it.
    pub(crate) row: &'a [u8],
    pub(crate) text: &'a [u8],
    /// As [`Kept::ForIndex`](crate::prepare::Kept::ForIndex) has them.
    pub(crate) words: &'a [u32],
    pub(crate) fingerprints: &'a [Fingerprint],
    /// Those are stored that begin at every so many-th token.
    pub(crate) overleap: u32,
    /// Its sentences, where these are compared: some of all.
    pub(crate) sentences: (&'a Sentences, Range<usize>),
    /// How many, folded ones counted too.
    pub(crate) count: u32,
    /// Of the words, and of id and text.
    pub(crate) content: u128,
    pub(crate) own: u128,
    /// Of what else is known of it.
    pub(crate) known: u64,
    pub(crate) has_layout: bool,
    /// What its pictures look like, by their values in the text.
    pub(crate) looks: &'a [(u64, Arc<Look>)],
}

/// A segment that is being made. Texts go to its file at once, the rest is held.
#[derive(Debug)]
pub(super) struct Builder {
    number: u64,
    segment: SegmentWriter,
    texts: BlocksWriter,
    names: BlocksWriter,
    name_bytes: Vec<u8>,
    name: Vec<u8>,
    vocabulary: Vocabulary,
    /// The words of all contents, as they are stored; each content's in one piece.
    streams: Vec<Vec<u8>>,
    stream_bytes: u64,
    /// Those of the content at hand.
    codes: Vec<u8>,
    /// The numbers of the words of the batch at hand.
    known: Vec<u32>,
    partitions: Vec<Vec<Vec<Posting>>>,
    postings: usize,
    pub(super) documents: Vec<DocumentRecord>,
    /// The last document of each id.
    ids: HashMap<String, u32>,
    /// Of the ids of all documents.
    id_hashes: Vec<u64>,
    contents: Vec<ContentRecord>,
    by_content: HashMap<u128, u32>,
    sentences: SentencesEncoder,
    words_by: WordsBy,
    /// As they are stored; each content's in one piece.
    sentence_bytes: Vec<Vec<u8>>,
    /// Whether any document has one.
    has_layouts: bool,
    pictures: Vec<Hashed>,
    /// By value.
    looks: BTreeMap<u64, Arc<Look>>,
    text_bytes: u64,
    id_bytes: usize,
}

impl Builder {
    pub(super) fn create(disk: &dyn Disk, number: u64, words_by: WordsBy) -> Result<Self> {
        Ok(Self {
            number,
            segment: SegmentWriter::create(disk, number)?,
            texts: BlocksWriter::new()?,
            names: BlocksWriter::new()?,
            name_bytes: Vec::new(),
            name: Vec::new(),
            vocabulary: Vocabulary::default(),
            streams: Vec::new(),
            stream_bytes: 0,
            codes: Vec::new(),
            known: Vec::new(),
            partitions: vec![Vec::new(); 1 << PARTITION_BITS],
            postings: 0,
            documents: Vec::new(),
            ids: HashMap::new(),
            id_hashes: Vec::new(),
            contents: Vec::new(),
            by_content: HashMap::new(),
            sentences: SentencesEncoder::default(),
            words_by,
            sentence_bytes: Vec::new(),
            has_layouts: false,
            pictures: Vec::new(),
            looks: BTreeMap::new(),
            text_bytes: 0,
            id_bytes: 0,
        })
    }

    /// About how much memory it takes.
    pub(super) fn weight(&self) -> usize {
        self.stream_bytes as usize
            + self.vocabulary.len() * 64
            + self.postings * size_of::<Posting>()
            + self.documents.len() * size_of::<DocumentRecord>()
            + self.contents.len() * 2 * size_of::<ContentRecord>()
            + self.name_bytes.len()
            + self.sentences.weight()
            + self.pictures.len() * size_of::<Hashed>()
            + self.looks.len() * 2 * size_of::<Looked>()
            + self.id_bytes
            + self.documents.len() * 64
    }

    /// The last document with this id.
    pub(super) fn by_id(&self, id: &str) -> Option<u32> {
        self.ids.get(id).copied()
    }

    /// The content with this digest.
    pub(super) fn by_digest(&self, content: u128) -> Option<u32> {
        self.by_content.get(&content).copied()
    }

    /// Begins another batch of documents, whose words are these.
    pub(super) fn next_batch(&mut self, distinct: &Distinct) {
        self.known.clear();
        for (hash, shape) in distinct.words() {
            self.known.push(self.vocabulary.add(Word {
                hash: U64::new(hash),
                shape: U64::new(shape.bits()),
            }));
        }
    }

    /// Adds a document at a place in the order. `is_copy` where another segment has its content.
    pub(super) fn add(&mut self, added: &Added<'_>, place: u64, is_copy: bool) -> Result<()> {
        let doc = self.documents.len() as u32;
        let file = &mut self.segment.file;
        let text = self.texts.add(added.text, &mut |bytes| file.write(bytes))?;
        self.name.clear();
        put_name(added.id, added.row, &mut self.name);
        let name_bytes = &mut self.name_bytes;
        let name = self.names.add(&self.name, &mut |bytes| {
            name_bytes.extend_from_slice(bytes);
            Ok(())
        })?;
        let content = match self.by_content.get(&added.content) {
            Some(&content) => content,
            None if is_copy => NONE,
            None => self.content(added, doc),
        };
        self.documents.push(DocumentRecord {
            digest: U128::new(added.content),
            own: U128::new(added.own),
            known: U64::new(added.known),
            place: U64::new(place),
            content: U32::new(content),
            text,
            name,
        });
        // In texts without a layout what looks like a picture is none.
        if added.has_layout {
            self.has_layouts = true;
            self.take_pictures(added, doc);
        }
        self.text_bytes += added.text.len() as u64;
        self.id_bytes += added.id.len();
        self.ids.insert(added.id.to_owned(), doc);
        self.id_hashes.push(token_hash(added.id.as_bytes()));
        Ok(())
    }

    fn take_pictures(&mut self, added: &Added<'_>, doc: u32) {
        let text = std::str::from_utf8(added.text).unwrap_or_default();
        self.pictures.extend(pictures_of(text, doc));
        for (value, look) in added.looks {
            self.looks.entry(*value).or_insert_with(|| look.clone());
        }
    }

    fn content(&mut self, added: &Added<'_>, owner: u32) -> u32 {
        let content = self.contents.len() as u32;
        let tokens = added.words.len();
        let stream_begin = self.stream_bytes;
        if tokens > 0 {
            // Words have codes as they come: the frequent ones come early.
            let known = &self.known;
            let codes = added.words.iter().map(|&word| known[word as usize] + 1);
            self.codes.clear();
            put_codes(codes, &mut self.codes);
            with_room(&mut self.streams, self.codes.len()).extend_from_slice(&self.codes);
            self.stream_bytes += self.codes.len() as u64;
        }
        let stored =
            (added.fingerprints.iter()).filter(|fingerprint| fingerprint.is_stored(added.overleap));
        for fingerprint in stored {
            self.postings += 1;
            let partition = (fingerprint.key >> (64 - PARTITION_BITS)) as usize;
            let posting = Posting::new(content, fingerprint);
            with_room(&mut self.partitions[partition], 1).push(posting);
        }
        let (sentences, range) = added.sentences.clone();
        self.codes.clear();
        let number = |lexicon: &mut Lexicon, word| lexicon.add(word, 1);
        self.sentences
            .content(sentences, range, number, &mut self.codes);
        with_room(&mut self.sentence_bytes, self.codes.len()).extend_from_slice(&self.codes);
        self.contents.push(ContentRecord {
            digest: U128::new(added.content),
            owner: U32::new(owner),
            tokens: U32::new(tokens as u32),
            fingerprints: U32::new(added.count),
            keys: U32::new(0),
            stream_begin: U64::new(stream_begin),
            stream_length: U64::new(self.stream_bytes - stream_begin),
        });
        self.by_content.insert(added.content, content);
        content
    }

    /// Writes the segment; it is durable then, its name is not.
    pub(super) fn finish(mut self) -> Result<Entry> {
        let segment = &mut self.segment;
        self.texts.flush(&mut |bytes| segment.file.write(bytes))?;
        segment.end(Section::Texts);
        segment.records(Section::TextBlocks, &self.texts.directory)?;
        let name_bytes = &mut self.name_bytes;
        self.names.flush(&mut |bytes| {
            name_bytes.extend_from_slice(bytes);
            Ok(())
        })?;
        segment.file.write(name_bytes)?;
        segment.end(Section::Names);
        segment.records(Section::NameBlocks, &self.names.directory)?;

        for streams in std::mem::take(&mut self.streams) {
            segment.file.write(&streams)?;
        }
        segment.end(Section::Streams);
        segment.records(Section::Vocabulary, self.vocabulary.words())?;

        let mut postings = PostingsWriter::new(&segment.file);
        let mut sorted = Vec::new();
        let mut keys = vec![0; self.contents.len()];
        for (number, partition) in self.partitions.iter_mut().enumerate() {
            radix::sort(&partition.concat(), &mut sorted);
            *partition = Vec::new();
            for &posting in &sorted {
                let place = Place::of(number, posting);
                if postings.push(place, &mut segment.file)? {
                    keys[place.content as usize] += 1;
                }
            }
        }
        for (content, keys) in self.contents.iter_mut().zip(keys) {
            content.keys = U32::new(keys);
        }
        postings.finish(&mut segment.file)?;
        segment.end(Section::Postings);
        segment.records(Section::PostingBlocks, &postings.directory)?;
        segment.records(Section::Frequent, &postings.frequent)?;
        segment.records(Section::Contents, &self.contents)?;
        let digests = self
            .contents
            .iter()
            .map(|content| half(content.digest.get()));
        segment.records(Section::ContentsByDigest, &hashed(digests))?;
        segment.records(Section::Documents, &self.documents)?;
        let ids = self.id_hashes.iter().copied();
        segment.records(Section::DocumentsById, &hashed(ids))?;
        let copies: Vec<U32> = (0..self.documents.len() as u32)
            .filter(|&doc| {
                let content = self.documents[doc as usize].content.get();
                content == NONE || self.contents[content as usize].owner.get() != doc
            })
            .map(U32::new)
            .collect();
        segment.records(Section::Copies, &copies)?;
        for sentences in std::mem::take(&mut self.sentence_bytes) {
            segment.file.write(&sentences)?;
        }
        segment.end(Section::Sentences);
        let words = segment.sentence_records(self.sentences)?;
        segment.records(Section::Pictures, &self.pictures)?;
        for (value, look) in &self.looks {
            let value = U64::new(*value);
            let look = **look;
            segment.file.write(Looked { value, look }.as_bytes())?;
        }
        segment.end(Section::Looks);
        segment.words_by_key(&words, self.words_by)?;
        Ok(Entry {
            number: self.number,
            documents: self.documents.len() as u32,
            contents: self.contents.len() as u32,
            postings: postings.count,
            tokens: self
                .contents
                .iter()
                .map(|content| u64::from(content.tokens.get()))
                .sum(),
            text_bytes: self.text_bytes,
            may_have_layouts: self.has_layouts,
            in_order: in_order(&self.contents, |doc| {
                self.documents[doc as usize].place.get()
            }),
            seal: self.segment.finish()?,
            dead: None,
        })
    }
}

/// Bytes that are allocated at once: what grows is never copied.
const CHUNK: usize = 1 << 14;

/// The last chunk, with room for so many more in one piece.
#[inline]
fn with_room<T>(chunks: &mut Vec<Vec<T>>, more: usize) -> &mut Vec<T> {
    let last = chunks.len().wrapping_sub(1);
    let at = match chunks.get(last) {
        Some(chunk) if chunk.len() + more <= chunk.capacity() => last,
        _ => {
            let most = CHUNK / size_of::<T>();
            let some = chunks.last().map_or(most / 16, |last| 4 * last.capacity());
            chunks.push(Vec::with_capacity(more.max(some.min(most))));
            chunks.len() - 1
        }
    };
    &mut chunks[at]
}

/// Whether the documents that contents came with, where they are there, follow each other.
pub(super) fn in_order(contents: &[ContentRecord], place: impl Fn(u32) -> u64) -> bool {
    let owners = contents.iter().map(|content| content.owner.get());
    owners.filter(|&owner| owner != NONE).map(place).is_sorted()
}
