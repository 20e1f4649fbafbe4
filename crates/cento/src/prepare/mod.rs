//! From a chunk of input to documents that are ready to be taken in: tokenised, fingerprinted, and as
//! bytes. This is the work that is done on many threads, for a run and for an index alike.

mod gallery;
mod ignore;
mod objects;
mod row;
mod sample;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use zerocopy::IntoBytes;

use crate::align::Shape;
use crate::error::Result;
use crate::fingerprint::{Fingerprint, Method, Sentences, Sketch};
use crate::hash::{Numbers, digest};
use crate::object::Object;
use crate::parallel;
use crate::read::{
    Chunk, Content, Document, Fields, Item, Layout, Look, ReadOptions, Skipped, Source,
};
use crate::span::ByteSpan;
use crate::token::{Tokenizer, Tokens, Words, count_words};

pub(crate) use gallery::{Gallery, TakePicture, pictures};
pub(crate) use ignore::Ignored;
pub(crate) use objects::{Page, fingerprint as fingerprint_objects, is_telling, pages};
pub(crate) use row::Row;
pub(crate) use sample::{fitted, fitted_to_texts, sampled, sampled_both};

/// Bytes in memory for each byte of text being worked on: the text, its tokens with their spans,
/// the hashes of its shingles, its fingerprints.
const BYTES_A_BYTE: usize = 7;

/// Memory for what is ready and not yet taken in. More would only wait, and each new batch take
/// memory that has not been used before.
const MOST_UNDER_WAY: usize = 1 << 26;

/// The largest text that fits a budget of `memory`.
pub(crate) fn max_text(memory: usize) -> u64 {
    // Tokens are counted in 32 bits, and so are the bytes of a text.
    ((memory / 10) as u64).min(u64::from(u32::MAX) - 1)
}

/// Bytes in memory for each token of a text being worked on: its hash, its span, the hash of a shingle and
/// a fingerprint; then, where texts are kept, what is kept of the word.
const BYTES_A_TOKEN: usize = 40;

/// From this length on a text is worth counting its words, and freeing what is no longer needed of it.
const LARGE: usize = 1 << 24;

/// How inputs are read under a budget.
pub(crate) fn read_options(
    fields: &Fields,
    content: Content,
    memory: usize,
    threads: usize,
    temp: &Path,
    leave_out: Option<PathBuf>,
) -> ReadOptions {
    ReadOptions {
        fields: fields.clone(),
        content,
        max_bytes: max_text(memory),
        chunk_bytes: (memory / (128 * threads)).clamp(1 << 16, 1 << 20),
        temp: Some(temp.to_path_buf()),
        leave_out,
        ..ReadOptions::default()
    }
}

/// The digest of two digests, in order, the same on every platform.
pub(crate) fn chained(first: u128, second: u128) -> u128 {
    digest(&[first.to_le_bytes(), second.to_le_bytes()].concat())
}

/// What is the same of two documents that are compared as one: the words whose digest is given, the sentences where
/// these are compared, and the bytes of pictures: to look alike is not to be the same.
pub(crate) fn content(words: u128, tokens: &Tokens, layout: Option<&Layout>) -> u128 {
    let words = match tokens.sentences.is_empty() {
        true => words,
        false => chained(words, digest(tokens.sentences.as_bytes())),
    };
    let blocks = layout.map_or(&[][..], |layout| &layout.blocks);
    let pictures = blocks.iter().filter(|block| block.look.is_some());
    let stamps: Vec<u8> = pictures
        .flat_map(|block| block.stamp.to_le_bytes())
        .collect();
    match stamps.is_empty() {
        true => words,
        false => chained(words, digest(&stamps)),
    }
}

/// What the pictures of a document look like, by their values in its text.
fn looks_of(document: &Document) -> Vec<(u64, Arc<Look>)> {
    let blocks = document.layout.iter().flat_map(|layout| &layout.blocks);
    let looks = blocks.filter_map(|block| {
        let look = block.look.as_ref()?;
        let (object, _) = Object::at(document.text.get(block.begin as usize..)?)?;
        Some((object.value, look.clone()))
    });
    looks.collect()
}

/// The digest of a document: of its id and its text.
pub(crate) fn own_digest(id: &str, text: &str) -> u128 {
    chained(digest(id.as_bytes()), digest(text.as_bytes()))
}

/// The words of a batch, each once. Most words of a text have been there before, so that little is done
/// for each, and little for all of them later.
#[derive(Debug, Default)]
pub(crate) struct Distinct {
    numbers: Numbers,
    hashes: Vec<u64>,
    shapes: Vec<Shape>,
    /// The words of all documents of the batch, by number.
    pub(crate) stream: Vec<u32>,
}

impl Distinct {
    pub(crate) fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.hashes.clear();
        self.shapes.clear();
        self.stream.clear();
    }

    /// The hash and the shape of each word.
    pub(crate) fn words(&self) -> impl Iterator<Item = (u64, Shape)> + '_ {
        let words = self.hashes.iter().zip(&self.shapes);
        words.map(|(&hash, &shape)| (hash, shape))
    }

    #[inline]
    fn number(&mut self, hash: u64, shape: impl FnOnce() -> Shape) -> u32 {
        let hashes = &self.hashes;
        let next = hashes.len() as u32;
        let number = self
            .numbers
            .number(hash, next, |number| hashes[number as usize]);
        if number == next {
            self.hashes.push(hash);
            self.shapes.push(shape());
        }
        number
    }
}

/// What is kept of words and texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// Nothing.
    Nothing,
    /// Half of each word's hash, then their shapes; where the words stand, then the text.
    ForRun,
    /// Each word's number among those of the batch, in the stream of these. The text stays as it is.
    ForIndex,
}

impl Kept {
    /// Bytes for each word.
    fn bytes_a_word(self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::ForRun => size_of::<u32>() + size_of::<Shape>() + size_of::<ByteSpan>(),
            Self::ForIndex => size_of::<u32>(),
        }
    }

    pub(crate) fn words(
        self,
        tokenizer: &Words,
        text: &str,
        tokens: &Tokens,
        distinct: &mut Distinct,
        out: &mut Vec<u8>,
    ) {
        let word = |span: &ByteSpan| text.get(span.range()).unwrap_or_default();
        let shape = |span: &ByteSpan| Shape::of(&tokenizer.normal(word(span)));
        match self {
            Self::Nothing => {}
            Self::ForRun => {
                for hash in &tokens.hashes {
                    out.extend_from_slice((*hash as u32).as_bytes());
                }
                for (&hash, span) in tokens.hashes.iter().zip(&tokens.spans) {
                    // The normal form of others takes longer than to look for them.
                    let shape = match word(span).is_ascii() {
                        true => Shape::of(word(span)),
                        false => {
                            let number = distinct.number(hash, || shape(span));
                            distinct.shapes[number as usize]
                        }
                    };
                    out.extend_from_slice(shape.as_bytes());
                }
            }
            Self::ForIndex => {
                let mut stream = std::mem::take(&mut distinct.stream);
                let tokens = tokens.hashes.iter().zip(&tokens.spans);
                stream.extend(tokens.map(|(&hash, span)| distinct.number(hash, || shape(span))));
                distinct.stream = stream;
            }
        }
    }

    pub(crate) fn text(self, text: &str, tokens: &Tokens, out: &mut Vec<u8>) {
        if self == Self::ForRun {
            out.extend_from_slice(tokens.spans.as_bytes());
            out.extend_from_slice(text.as_bytes());
        }
    }
}

/// Turns chunks into documents that are ready.
pub(crate) struct Preparer<'a> {
    pub(crate) tokenizer: Words,
    pub(crate) method: &'a Method,
    pub(crate) memory: usize,
    pub(crate) ignored: &'a Ignored,
    pub(crate) kept: Kept,
    /// Whether a document is known just so, and needs no work.
    pub(crate) known: &'a (dyn Fn(&Document) -> Result<bool> + Sync),
}

/// The documents of a chunk, ready to be taken in.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) items: Vec<Prepared>,
    pub(crate) bytes: Vec<u8>,
    sketch: Sketch,
    /// The words that documents have the numbers of, where these are kept for an index.
    pub(crate) distinct: Distinct,
    /// Those of the document at hand.
    tokens: Tokens,
    /// Documents with pictures, and which items they are.
    with_pictures: Vec<(usize, Document)>,
}

impl Batch {
    /// The fingerprints of all its documents.
    pub(crate) fn fingerprints(&self) -> &[Fingerprint] {
        &self.sketch.fingerprints
    }

    /// The sentences of all its documents, for methods that compare these.
    pub(crate) fn sentences(&self) -> &Sentences {
        &self.sketch.sentences
    }

    /// Gives back the memory of documents' bytes, where it is much.
    pub(crate) fn forget_large(&mut self) {
        if self.bytes.capacity() >= LARGE {
            self.bytes = Vec::new();
        }
    }

    /// Empties it; its memory stays.
    fn clear(&mut self) {
        self.items.clear();
        self.bytes.clear();
        self.sketch.clear();
        self.distinct.clear();
        self.with_pictures.clear();
    }

    /// Bytes of memory that most of it takes, filled or not.
    fn room(&self) -> usize {
        self.bytes.capacity() + self.sketch.room() + self.tokens.room()
    }
}

/// One of them.
pub(crate) enum Prepared {
    Document(PreparedDocument),
    Known(Box<Document>),
    Skipped(Skipped),
}

/// A document as parts of its batch.
pub(crate) struct PreparedDocument {
    pub(crate) id: String,
    pub(crate) tokens: u32,
    pub(crate) text_bytes: u64,
    pub(crate) replaced: u32,
    /// What is in its words and is not seen.
    pub(crate) hidden: u32,
    pub(crate) bad_date: bool,
    pub(crate) is_page: bool,
    pub(crate) has_layout: bool,
    /// Over the tokens: equal for documents that differ in case and punctuation only.
    pub(crate) content: u128,
    /// Over id and text.
    pub(crate) digest: u128,
    /// Over what else is known of it, where that is kept.
    pub(crate) known: u64,
    pub(crate) row: Range<usize>,
    pub(crate) words: Range<usize>,
    pub(crate) text: Range<usize>,
    pub(crate) fingerprints: Range<usize>,
    pub(crate) sentences: Range<usize>,
    /// How many fingerprints, those folded into others too.
    pub(crate) count: u32,
    /// The text itself, where it is kept for an index.
    pub(crate) whole_text: String,
    /// What its pictures look like, by their values in the text, where it is kept for an index.
    pub(crate) looks: Vec<(u64, Arc<Look>)>,
}

/// Bytes of text for each word, and for each fingerprint where all are kept.
const BYTES_A_FINGERPRINT: usize = 6;

impl Preparer<'_> {
    /// Prepares what `source` gives, on `threads` threads; `take` gets the batches in order, and how many bytes
    /// were read for each. Pictures take the values of those in the gallery that they look like.
    pub(crate) fn run(
        &self,
        source: &mut dyn Source,
        threads: usize,
        gallery: &mut Gallery<'_>,
        mut take: impl FnMut(u64, &mut Batch) -> Result<()>,
    ) -> Result<()> {
        // Batches that were taken in, whose memory is used again: to give it back and get it anew
        // costs as much as much of the work.
        let spare = Mutex::new(Vec::new());
        let spare = || spare.lock().unwrap_or_else(PoisonError::into_inner);
        parallel::ordered(
            threads,
            (self.memory / 4).min(MOST_UNDER_WAY),
            || {
                let chunk = source.next_chunk()?;
                Ok(chunk.map(|chunk| (chunk.weight() * BYTES_A_BYTE, chunk)))
            },
            |chunk: Chunk| {
                let mut batch = spare().pop().unwrap_or_default();
                let bytes = chunk.bytes_read();
                self.prepare(chunk, &mut batch)?;
                Ok((bytes, batch))
            },
            |(bytes, mut batch)| {
                self.hang(&mut batch, gallery)?;
                take(bytes, &mut batch)?;
                batch.clear();
                if batch.room() <= self.memory / 32 {
                    spare().push(batch);
                }
                Ok(())
            },
        )
    }

    /// Gives the pictures of a batch the values that stand for them. Few differ from what they were: their documents are
    /// prepared once more.
    fn hang(&self, batch: &mut Batch, gallery: &mut Gallery<'_>) -> Result<()> {
        for (at, mut document) in std::mem::take(&mut batch.with_pictures) {
            let is_changed = gallery.hang(&mut document)?;
            let looks = self.looks(&document);
            if is_changed {
                batch.items[at] = self.document(document, batch);
            } else if let Prepared::Document(prepared) = &mut batch.items[at] {
                prepared.looks = looks;
            }
        }
        Ok(())
    }

    fn looks(&self, document: &Document) -> Vec<(u64, Arc<Look>)> {
        match self.kept {
            Kept::ForIndex => looks_of(document),
            Kept::Nothing | Kept::ForRun => Vec::new(),
        }
    }

    /// Prepares one chunk, into a batch that is empty.
    pub(crate) fn prepare(&self, chunk: Chunk, batch: &mut Batch) -> Result<()> {
        let chunk_bytes = chunk.weight();
        let mut items = Vec::new();
        chunk.parse(&mut |item| items.push(item));
        if self.kept == Kept::ForRun {
            let text = chunk_bytes.min(LARGE);
            let words = text / BYTES_A_FINGERPRINT * self.kept.bytes_a_word();
            batch.bytes.reserve(text + words);
        }
        batch.sketch.fold(self.method.shingle);
        let fingerprints = &mut batch.sketch.fingerprints;
        fingerprints.reserve(chunk_bytes / BYTES_A_FINGERPRINT);
        for item in items {
            let prepared = match item {
                Item::Document(document) if (self.known)(&document)? => {
                    Prepared::Known(Box::new(document))
                }
                Item::Document(document) => {
                    if document.layout.is_some()
                        && gallery::pictures(&document.text).next().is_some()
                    {
                        let at = batch.items.len();
                        batch.with_pictures.push((at, document.clone()));
                    }
                    self.document(document, batch)
                }
                Item::Skipped(skipped) => Prepared::Skipped(skipped),
            };
            batch.items.push(prepared);
        }
        Ok(())
    }

    fn document(&self, document: Document, batch: &mut Batch) -> Prepared {
        let Batch {
            bytes,
            sketch,
            distinct,
            tokens,
            ..
        } = batch;
        let is_large = document.text.len() >= LARGE.min(self.memory / 64);
        let words = if is_large {
            count_words(&document.text)
        } else {
            0
        };
        // The text as it was read, as it is, and as it is kept.
        let texts = if self.kept == Kept::Nothing { 2 } else { 3 };
        let a_word = BYTES_A_TOKEN + self.kept.bytes_a_word();
        if texts * document.text.len() + words * a_word > self.memory {
            return Prepared::Skipped(Skipped::too_large(&document));
        }
        tokens.clear();
        tokens.reserve(words);
        self.tokenizer.tokenize(&document.text, tokens);
        let count_tokens = tokens.len() as u32;
        let all_words = digest(tokens.hashes.as_bytes());
        let own_digest = own_digest(&document.id, &document.text);
        let mut masked = Vec::new();
        if !self.ignored.is_empty() {
            self.ignored.mask(tokens, &mut masked);
            let words = tokens.hashes.iter_mut().zip(&masked).enumerate();
            for (at, (hash, _)) in words.filter(|(_, (_, masked))| **masked) {
                *hash = Ignored::word(own_digest, at);
            }
        }
        // One sketch for all documents of the batch: those of a large one are held once.
        sketch.next_document();
        let (tokenizer, text) = (&self.tokenizer, &document.text);
        self.method
            .fingerprint_but(tokenizer, text, tokens, &masked, sketch);
        if let Some(layout) = &document.layout {
            objects::fingerprint(layout, text, tokens, &masked, self.method, sketch);
        }
        let content = content(all_words, tokens, document.layout.as_deref());
        if is_large {
            sketch.shrink();
        }
        let (fingerprints, count) = sketch.document();
        let row = bytes.len();
        let is_list = sketch.is_word_list;
        let hidden = tokens.hidden.count();
        Row::encode(&document, count_tokens, count, is_list, hidden, bytes);
        let words = bytes.len();
        if self.kept == Kept::ForRun {
            bytes.reserve(tokens.len() * self.kept.bytes_a_word() + document.text.len());
        }
        let in_stream = distinct.stream.len();
        self.kept
            .words(&self.tokenizer, &document.text, tokens, distinct, bytes);
        if is_large {
            tokens.hashes = Vec::new();
        }
        let text = bytes.len();
        self.kept.text(&document.text, tokens, bytes);
        Prepared::Document(PreparedDocument {
            looks: self.looks(&document),
            tokens: count_tokens,
            text_bytes: document.text.len() as u64,
            replaced: document.replaced,
            hidden,
            bad_date: document.bad_date,
            is_page: document.site.is_some(),
            has_layout: document.layout.is_some(),
            content,
            digest: own_digest,
            known: if self.kept == Kept::ForIndex {
                Row::digest(&document)
            } else {
                0
            },
            id: document.id,
            row: row..words,
            words: match self.kept {
                Kept::ForIndex => in_stream..distinct.stream.len(),
                _ => words..text,
            },
            text: text..bytes.len(),
            fingerprints,
            sentences: sketch.document_sentences(),
            count,
            whole_text: if self.kept == Kept::ForIndex {
                document.text
            } else {
                String::new()
            },
        })
    }
}
