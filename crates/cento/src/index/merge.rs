//! Several segments into one, without what was removed from them.
//!
//! Everything is streamed: postings in the order of their keys, streams and texts one by one. What stays in
//! memory is a number for each document and content, the directories, and the vocabulary: the writer merges no more
//! documents than fit, and a vocabulary takes no more words.

use std::collections::HashMap;
use std::sync::Arc;

use zerocopy::IntoBytes;
use zerocopy::little_endian::{U32, U64};

use super::blocks::{Blocks, BlocksWriter, Extent};
use super::builder::in_order;
use super::disk::Disk;
use super::manifest::Entry;
use super::postings::{Place, PostingsIter, PostingsWriter};
use super::segment::{
    DocumentRecord, Hashed, NONE, Section, Segment, SegmentWriter, half, hashed, looks_of,
};
use super::sentences::{SentenceWord, SentencesEncoder, WordsBy};
use super::streams::{Coded, Vocabulary, Word, put_inline};
use crate::codec::put;
use crate::error::{Error, Result};
use crate::fingerprint::{Lexicon, Sentences};

/// The postings of several segments by key, then segment.
pub(super) struct Merged<'s> {
    segments: Vec<PostingsIter<'s>>,
    heads: Vec<Place>,
    /// Of the heads; [`END`] behind the last.
    keys: Vec<u64>,
    /// What went wrong, to be told next.
    failed: Option<Error>,
}

/// Behind all keys, which have 56 bits.
const END: u64 = u64::MAX;

impl<'s> Merged<'s> {
    pub(super) fn new(segments: &'s [Arc<Segment>]) -> Self {
        let segments: Vec<_> = segments.iter().map(|one| one.all_postings()).collect();
        let mut merged = Self {
            heads: vec![Place::default(); segments.len()],
            keys: vec![END; segments.len()],
            segments,
            failed: None,
        };
        (0..merged.keys.len()).for_each(|at| merged.advance(at));
        merged
    }

    /// Goes on to a segment's next posting.
    #[inline]
    fn advance(&mut self, at: usize) {
        self.keys[at] = match self.segments[at].next() {
            Some(Ok(place)) => {
                self.heads[at] = place;
                place.key
            }
            Some(Err(error)) => {
                self.failed = Some(error);
                END
            }
            None => END,
        };
    }
}

impl Iterator for Merged<'_> {
    type Item = Result<(usize, Place)>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.failed.take() {
            return Some(Err(error));
        }
        let (mut at, mut least) = (0, END);
        for (segment, &key) in self.keys.iter().enumerate() {
            if key < least {
                (at, least) = (segment, key);
            }
        }
        if least == END {
            return None;
        }
        let head = self.heads[at];
        self.advance(at);
        Some(Ok((at, head)))
    }
}

/// Words of a vocabulary at most: each takes as much memory as many documents.
const MOST_WORDS: usize = 1 << 23;

/// Bytes of memory for each of them: itself and its number, and its code in the segments that have it.
const BYTES_A_WORD: usize = 96;

/// Writes the live part of `segments` as a new one. A quarter of the memory is for their words.
pub(super) fn merge(
    disk: &dyn Disk,
    segments: &[Arc<Segment>],
    number: u64,
    words_by: WordsBy,
    memory: usize,
) -> Result<Entry> {
    let mut out = SegmentWriter::create(disk, number)?;
    let documents = Numbering::new(segments, |segment| {
        let dead = &segment.dead.documents;
        (segment.documents.len(), Box::new(|doc| dead.contains(doc)))
    });
    let contents = Numbering::new(segments, |segment| {
        let dead = &segment.dead.contents;
        (
            segment.contents.len(),
            Box::new(|content| dead.contains(content)),
        )
    });
    let owners = owners(segments, &documents, &contents)?;
    let contents = contents.sorted_by_key(|new| owners[new as usize]);

    let mut text_extents = Vec::with_capacity(documents.count);
    copy_blocks(
        segments,
        |segment| &segment.texts,
        |record| record.text,
        &mut out,
        (Section::Texts, Section::TextBlocks),
        &mut text_extents,
    )?;
    let mut name_extents = Vec::with_capacity(documents.count);
    copy_blocks(
        segments,
        |segment| &segment.names,
        |record| record.name,
        &mut out,
        (Section::Names, Section::NameBlocks),
        &mut name_extents,
    )?;

    let most_words = (memory / 4 / BYTES_A_WORD).min(MOST_WORDS);
    let mut records = streams(segments, &contents, most_words, &mut out)?;
    let mut tokens = 0;
    let mut owners = owners;
    owners.sort_unstable();
    // Documents that have become owners, whose content was elsewhere for all they knew.
    let mut owned = HashMap::new();
    let live = (0..).zip(contents.live()).zip(&mut records);
    for (((content, (at, _)), record), (_, owner)) in live.zip(owners) {
        if documents.new_number(at, record.owner.get()) != owner {
            owned.insert(owner, content);
        }
        record.owner = U32::new(owner);
        tokens += u64::from(record.tokens.get());
    }

    let mut postings = PostingsWriter::new(&out.file);
    // Those of one key, which come segment by segment.
    let mut group: Vec<Place> = Vec::new();
    for place in Merged::new(segments) {
        let (at, place) = place?;
        let content = contents.new_number(at, place.content);
        if content == NONE {
            continue;
        }
        if group.first().is_some_and(|first| first.key != place.key) {
            // Most keys stand once.
            if group.len() > 1 {
                group.sort_unstable();
            }
            for &place in &group {
                postings.push(place, &mut out.file)?;
            }
            group.clear();
        }
        group.push(Place { content, ..place });
    }
    group.sort_unstable();
    for place in group {
        postings.push(place, &mut out.file)?;
    }
    postings.finish(&mut out.file)?;
    out.end(Section::Postings);
    out.records(Section::PostingBlocks, &postings.directory)?;
    out.records(Section::Frequent, &postings.frequent)?;
    out.records(Section::Contents, &records)?;
    let digests = records.iter().map(|record| half(record.digest.get()));
    out.records(Section::ContentsByDigest, &hashed(digests))?;

    let (mut copies, mut text_bytes) = (Vec::new(), 0);
    let mut places = Vec::with_capacity(documents.count);
    let extents = text_extents.iter().zip(&name_extents);
    for (new, ((at, doc), (&text, &name))) in documents.live().zip(extents).enumerate() {
        let record = segments[at].document(doc)?;
        let mut content = contents.new_number(at, record.content.get());
        if content == NONE {
            content = owned.get(&(new as u32)).copied().unwrap_or(NONE);
        }
        if content == NONE || records[content as usize].owner.get() != new as u32 {
            copies.push(U32::new(new as u32));
        }
        text_bytes += u64::from(text.length.get());
        places.push(record.place.get());
        let record = DocumentRecord {
            content: U32::new(content),
            text,
            name,
            ..record
        };
        out.file.write(record.as_bytes())?;
    }
    out.end(Section::Documents);
    let mut by_id = Vec::with_capacity(documents.count);
    for (at, segment) in segments.iter().enumerate() {
        for hashed in segment.documents_by_id.iter(&segment.file) {
            let mut hashed = hashed?;
            hashed.at = U32::new(documents.new_number(at, hashed.at.get()));
            if hashed.at.get() != NONE {
                by_id.push(hashed);
            }
        }
    }
    by_id.sort_unstable_by_key(|hashed| (hashed.hash.get(), hashed.at.get()));
    out.records(Section::DocumentsById, &by_id)?;
    out.records(Section::Copies, &copies)?;
    let words = sentences(segments, &contents, &mut out)?;
    let mut pictures = Vec::new();
    for (at, segment) in segments.iter().enumerate() {
        pictures.extend(segment.pictures()?.into_iter().map(|picture| Hashed {
            at: U32::new(documents.new_number(at, picture.at.get())),
            ..picture
        }));
    }
    pictures.sort_unstable_by_key(|picture| (picture.at.get(), picture.hash.get()));
    out.records(Section::Pictures, &pictures)?;
    let values = pictures.iter().map(|picture| picture.hash.get());
    for (at, number) in looks_of(segments, values)?.into_values().flatten() {
        let looked = segments[at].looks.get(&segments[at].file, number)?;
        out.file.write(looked.as_bytes())?;
    }
    out.end(Section::Looks);
    out.words_by_key(&words, words_by)?;
    Ok(Entry {
        number,
        documents: documents.count as u32,
        contents: contents.count as u32,
        postings: postings.count,
        tokens,
        text_bytes,
        may_have_layouts: have_layouts(segments)?,
        in_order: in_order(&records, |doc| places[doc as usize]),
        seal: out.finish()?,
        dead: None,
    })
}

/// Whether any live document has a layout: only segments that may have some are read.
fn have_layouts(segments: &[Arc<Segment>]) -> Result<bool> {
    for segment in segments.iter().filter(|one| one.entry.may_have_layouts) {
        for doc in segment.live() {
            if segment.row(&segment.document(doc)?)?.layout.is_some() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The place and the new number of the document that each live content belongs to, by the content's number: the one
/// it came with, or the first that is left of those with its words; [`NONE`] behind all others where that is in another
/// segment.
fn owners(
    segments: &[Arc<Segment>],
    documents: &Numbering,
    contents: &Numbering,
) -> Result<Vec<(u64, u32)>> {
    let mut owners = Vec::with_capacity(contents.count);
    let mut without = HashMap::new();
    for (at, content) in contents.live() {
        let record = segments[at].content(content)?;
        let old = record.owner.get();
        let new = documents.new_number(at, old);
        if new == NONE {
            without.insert(record.digest.get(), owners.len());
            owners.push((u64::MAX, NONE));
        } else {
            owners.push((segments[at].document(old)?.place.get(), new));
        }
    }
    if !without.is_empty() {
        for (new, (at, doc)) in (0..).zip(documents.live()) {
            let record = segments[at].document(doc)?;
            if let Some(&content) = without.get(&record.digest.get()) {
                owners[content] = owners[content].min((record.place.get(), new));
            }
        }
    }
    Ok(owners)
}

/// New numbers for what is live.
struct Numbering {
    /// By segment, then old number; [`NONE`] for what is dead.
    new: Vec<Vec<u32>>,
    /// Segment and old number, by new number.
    old: Vec<(u32, u32)>,
    count: usize,
}

impl Numbering {
    /// Segment by segment.
    fn new<'s>(
        segments: &'s [Arc<Segment>],
        of: impl Fn(&'s Segment) -> (usize, Box<dyn Fn(u32) -> bool + 's>),
    ) -> Self {
        let mut old = Vec::new();
        let new = segments.iter().enumerate().map(|(at, segment)| {
            let (all, is_dead) = of(segment);
            let numbers = (0..all as u32).map(|number| {
                if is_dead(number) {
                    return NONE;
                }
                old.push((at as u32, number));
                old.len() as u32 - 1
            });
            numbers.collect()
        });
        let new = new.collect();
        let count = old.len();
        Self { new, old, count }
    }

    /// The same in another order.
    fn sorted_by_key<K: Ord>(mut self, key: impl Fn(u32) -> K) -> Self {
        let mut order: Vec<u32> = (0..self.count as u32).collect();
        order.sort_by_key(|&new| key(new));
        self.old = order.iter().map(|&new| self.old[new as usize]).collect();
        for (new, &(at, old)) in (0..).zip(&self.old) {
            self.new[at as usize][old as usize] = new;
        }
        self
    }

    /// The new number; [`NONE`] for what is dead or was none.
    fn new_number(&self, segment: usize, old: u32) -> u32 {
        self.new[segment].get(old as usize).copied().unwrap_or(NONE)
    }

    /// Segment and old number of what is live, in order of new numbers.
    fn live(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.old.iter().map(|&(at, old)| (at as usize, old))
    }
}

/// Copies texts or names. A block without anything dead is copied as it is.
fn copy_blocks(
    segments: &[Arc<Segment>],
    blocks_of: impl Fn(&Segment) -> &Blocks,
    extent_of: impl Fn(&DocumentRecord) -> Extent,
    out: &mut SegmentWriter,
    (data, directory): (Section, Section),
    extents: &mut Vec<Extent>,
) -> Result<()> {
    let mut writer = BlocksWriter::new()?;
    let file = &mut out.file;
    let mut write = |bytes: &[u8]| file.write(bytes);
    for segment in segments {
        let blocks = blocks_of(segment);
        // Documents stand in the order of their blocks.
        let mut docs = 0..segment.documents.len() as u32;
        let mut next = docs.next();
        let mut in_block: Vec<(u32, Extent)> = Vec::new();
        for block in 0..blocks.directory.len() {
            in_block.clear();
            while let Some(doc) = next {
                let extent = extent_of(&segment.document(doc)?);
                if extent.block.get() as usize != block {
                    break;
                }
                in_block.push((doc, extent));
                next = docs.next();
            }
            let is_dead = |(doc, _): &&(u32, Extent)| segment.dead.has_document(*doc);
            let dead = in_block.iter().filter(is_dead).count();
            if dead == in_block.len() {
                continue;
            }
            // Small blocks are worth joining.
            let (stored, length) = blocks.stored(&segment.file, block)?;
            if dead == 0 && length >= super::blocks::SMALL {
                let number = writer.copy(stored, length as u32, &mut write)?;
                extents.extend(in_block.iter().map(|(_, extent)| Extent {
                    block: U32::new(number),
                    ..*extent
                }));
                continue;
            }
            let bytes = blocks.block(&segment.file, block)?;
            for (_, extent) in in_block.iter().filter(|one| !is_dead(one)) {
                let begin = extent.begin.get() as usize;
                let part = bytes.get(begin..begin + extent.length.get() as usize);
                let part =
                    part.ok_or_else(|| segment.file.damaged("a text reaches past its block"))?;
                extents.push(writer.add(part, &mut write)?);
            }
        }
        // Empty ones behind the last block.
        let left = next.into_iter().chain(docs);
        for doc in left.filter(|&doc| !segment.dead.has_document(doc)) {
            if extent_of(&segment.document(doc)?).length.get() > 0 {
                return Err(segment.file.damaged("a text is in no block"));
            }
            extents.push(writer.add(&[], &mut write)?);
        }
    }
    writer.flush(&mut write)?;
    out.end(data);
    out.records(directory, &writer.directory)
}

/// A word that found no room in the vocabulary.
const INLINE: u32 = u32::MAX;

/// Appends a code, or the word itself, which is looked up only then: it is seldom in the cache.
#[inline]
fn put_code(code: u32, word: impl FnOnce() -> Word, bytes: &mut Vec<u8>) {
    match code {
        INLINE => put_inline(word(), bytes),
        code => put(bytes, code.into()),
    }
}

/// Writes the streams of live contents with one vocabulary; gives their records.
///
/// Words get new codes as they come, so one pass is enough, and what only dead contents had is gone.
fn streams(
    segments: &[Arc<Segment>],
    contents: &Numbering,
    most_words: usize,
    out: &mut SegmentWriter,
) -> Result<Vec<super::segment::ContentRecord>> {
    let mut vocabulary = Vocabulary::default();
    let mut code_of = |word| match vocabulary.add_within(word, most_words) {
        Some(number) => number + 1,
        None => INLINE,
    };
    // For each segment the new codes of its codes; 0 until the word comes.
    let of_segment = |segment: &Arc<Segment>| vec![0u32; segment.streams.vocabulary.len()];
    let mut new_codes: Vec<Vec<u32>> = segments.iter().map(of_segment).collect();
    let from = out.file.position();
    let mut records = Vec::with_capacity(contents.count);
    let mut bytes = Vec::new();
    for (at, content) in contents.live() {
        let segment = &segments[at];
        let mut record = segment.content(content)?;
        bytes.clear();
        let words = segment.streams.vocabulary.all(&segment.file)?;
        let codes = &mut new_codes[at][..];
        let stream = record.stream();
        segment.streams.codes(&segment.file, stream, |coded| {
            match coded {
                Coded::Known(code) => {
                    let old = (code as usize).wrapping_sub(1);
                    let Some(new) = codes.get_mut(old) else {
                        return false;
                    };
                    if *new == 0 {
                        *new = code_of(words[old]);
                    }
                    put_code(*new, || words[old], &mut bytes);
                }
                Coded::Single(word) => put_code(code_of(word), || word, &mut bytes),
            }
            true
        })?;
        record.stream_begin = U64::new(out.file.position() - from);
        record.stream_length = U64::new(bytes.len() as u64);
        out.file.write(&bytes)?;
        records.push(record);
    }
    out.end(Section::Streams);
    out.records(Section::Vocabulary, vocabulary.words())?;
    Ok(records)
}

/// Writes the sentences of live contents. Words get new numbers as they come, as those of streams do.
fn sentences(
    segments: &[Arc<Segment>],
    contents: &Numbering,
    out: &mut SegmentWriter,
) -> Result<Vec<SentenceWord>> {
    // For each segment the new numbers of its words.
    let of_segment = |segment: &Arc<Segment>| vec![NONE; segment.sentences.words.len()];
    let mut new_numbers: Vec<Vec<u32>> = segments.iter().map(of_segment).collect();
    let mut encoder = SentencesEncoder::default();
    let (mut sentences, mut bytes) = (Sentences::default(), Vec::new());
    for (at, content) in contents.live() {
        let segment = &segments[at];
        let words = segment.sentences.words.all(&segment.file)?;
        sentences.clear();
        segment.sentences_of(content, &mut sentences)?;
        let numbers = &mut new_numbers[at];
        let number = |lexicon: &mut Lexicon, old: u64| {
            let new = &mut numbers[old as usize];
            match *new {
                NONE => *new = lexicon.add(words[old as usize].word.get(), 1),
                known => lexicon.add_again(known, 1),
            }
            *new
        };
        bytes.clear();
        encoder.content(&sentences, 0..sentences.len(), number, &mut bytes);
        out.file.write(&bytes)?;
    }
    out.end(Section::Sentences);
    out.sentence_records(encoder)
}
