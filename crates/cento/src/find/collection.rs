//! Reading a collection: documents into the store, fingerprints into partitions.

use std::collections::BTreeMap;
use std::ops::Range;

use zerocopy::IntoBytes;

use super::FindOptions;
use super::copies::{Content, Copies, Sides};
use super::ignore::Ignored;
use super::names::{Names, Naming};
use super::posting::{PARTITION_BITS, Posting};
use super::store::{Columns, Row, Store};
use crate::codec::{Reader, put_bytes};
use crate::error::{Error, Result};
use crate::fingerprint::{Fingerprint, Method, Sketch};
use crate::hash::digest;
use crate::parallel;
use crate::read::{Chunk, Document, Input, Item, Once, ReadOptions, Reason, Skipped, Source};
use crate::spill::{Partitions, Sorter, Spool, Temp};
use crate::token::{Tokenizer, Tokens, Words};
use crate::watch::{Stage, Watch};

/// Bytes in memory for each byte of text being worked on: the text, its tokens with their spans,
/// the hashes of its shingles, its fingerprints.
const BYTES_A_BYTE: usize = 7;

/// The largest text that fits a budget of `memory`.
pub(crate) fn max_text(memory: usize) -> u64 {
    // Tokens are counted in 32 bits, and so are the bytes of a text.
    ((memory / 10) as u64).min(u64::from(u32::MAX) - 1)
}

/// Bytes in memory for each token of a text being worked on: its hash, its span, the hash of a shingle and
/// a fingerprint; then, where texts are kept, what is kept of the word.
const BYTES_A_TOKEN: usize = 40;
const BYTES_KEPT: usize = 12;

/// From this length on a text is worth counting its words, and freeing what is no longer needed of it.
const LARGE: usize = 1 << 24;

/// About how many words a text has; more rather than fewer.
fn count_words(text: &str) -> usize {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    let (mut words, mut unspaced, mut inside) = (0, 0, false);
    for byte in text.bytes() {
        words += usize::from(is_letter(byte) && !inside);
        unspaced += usize::from(byte >= 0x80);
        inside = is_letter(byte);
    }
    // Words of scripts without spaces take six bytes and more.
    words + unspaced / 6
}

/// How inputs are read.
fn read_options(options: &FindOptions) -> ReadOptions {
    ReadOptions {
        fields: options.fields.clone(),
        max_bytes: max_text(options.memory),
        chunk_bytes: (options.memory / (128 * options.threads)).clamp(1 << 16, 1 << 20),
        temp: Some(options.temp.clone()),
        leave_out: options.leave_out.clone(),
    }
}

/// Counts of what was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) tokens: u64,
    pub(crate) fingerprints: u64,
    pub(crate) text_bytes: u64,
    /// Documents in which invalid UTF-8 was replaced, and how many sequences.
    pub(crate) repaired: u64,
    pub(crate) replaced: u64,
    pub(crate) bad_dates: u64,
    pub(crate) ignored_files: u64,
    /// For each reason, how many inputs, and the first.
    pub(crate) skipped: BTreeMap<Reason, (u64, String)>,
    /// Documents of the reference, which come first.
    pub(crate) reference: u32,
    /// Over ids and texts, in order.
    pub(crate) digest: u128,
}

/// A collection, read.
pub(crate) struct Collection {
    pub(crate) store: Store,
    /// How many each document has.
    pub(crate) fingerprints: Vec<u32>,
    pub(crate) copies: Copies,
    pub(crate) names: Names,
    pub(crate) counts: Counts,
    skipped: Spool,
}

impl Collection {
    /// Reads the reference, then the input, and gives their fingerprints; without a reference, all is compared with all.
    pub(crate) fn read(
        input: &[String],
        reference: Option<&[String]>,
        method: &Method,
        options: &FindOptions,
        temp: &Temp,
        watch: &dyn Watch,
    ) -> Result<(Self, Partitions<Posting>)> {
        let read_options = read_options(options);
        let open = |arguments: &[String]| Input::open(arguments, &read_options);
        // Both are opened before either is read: a wrong path is told at once.
        let mut input = open(input)?;
        let mut reference = reference.map(open).transpose()?;
        let totals = [
            reference.as_ref().map_or(Some(0), Input::total_bytes),
            input.total_bytes(),
        ];
        let total = totals.into_iter().sum::<Option<u64>>().unwrap_or(0);
        let against = reference
            .as_mut()
            .map(|reference| reference as &mut dyn Source);
        let (mut collection, postings) =
            Self::take(&mut input, against, total, method, options, temp, watch)?;
        let ignored = reference.iter().chain([&input]).map(Input::ignored);
        collection.counts.ignored_files = ignored.sum();
        Ok((collection, postings))
    }

    /// Takes a document as the input, and one as the reference.
    pub(crate) fn of(
        input: Document,
        reference: Document,
        method: &Method,
        options: &FindOptions,
        temp: &Temp,
        watch: &dyn Watch,
    ) -> Result<(Self, Partitions<Posting>)> {
        let [mut input, mut reference] =
            [input, reference].map(|document| Once::of(Ok(Chunk::of(Item::Document(document)))));
        let reference: &mut dyn Source = reference.as_mut();
        let input = input.as_mut();
        Self::take(input, Some(reference), 0, method, options, temp, watch)
    }

    fn take(
        input: &mut dyn Source,
        reference: Option<&mut dyn Source>,
        total: u64,
        method: &Method,
        options: &FindOptions,
        temp: &Temp,
        watch: &dyn Watch,
    ) -> Result<(Self, Partitions<Posting>)> {
        let memory = options.memory;
        let mut intake = Intake {
            options,
            store: Store::new(memory / 4, temp),
            fingerprints: Vec::new(),
            postings: Partitions::new(1 << PARTITION_BITS, memory / 4, temp),
            contents: Sorter::new(memory / 64, temp),
            naming: Naming::new(memory / 64, temp),
            seen: Seen::new(memory / 256),
            counts: Counts::default(),
            skipped: Spool::new(memory / 256, temp),
            side: 1,
            ignored: &Ignored::read(&options.ignore, &read_options(options))?,
        };
        let mut bytes_read = 0;
        let is_against = reference.is_some();
        if let Some(reference) = reference {
            intake.take(reference, method, &mut bytes_read, total, watch)?;
            intake.counts.reference = intake.store.len() as u32;
        }
        intake.side = 0;
        intake.take(input, method, &mut bytes_read, total, watch)?;
        let Intake {
            store,
            fingerprints,
            postings,
            contents,
            naming,
            counts,
            skipped,
            ..
        } = intake;
        let reference = counts.reference;
        let sides = if is_against {
            Sides::Against { reference }
        } else {
            Sides::Within
        };
        let copies = Copies::find(store.len(), &contents.finish()?, sides)?;
        let names = naming.finish(&store, |doc| usize::from(doc < reference))?;
        Ok((
            Self {
                store,
                fingerprints,
                copies,
                names,
                counts,
                skipped,
            },
            postings,
        ))
    }

    /// The name of a document in results.
    pub(crate) fn name(&self, doc: u32) -> Result<String> {
        self.names.name(doc, &self.store)
    }

    /// The length of every document that has copies.
    pub(crate) fn tokens_of_originals(&self) -> Result<Vec<(u32, u32)>> {
        self.copies
            .originals()
            .map(|doc| Ok((doc, self.store.row(doc)?.tokens)))
            .collect()
    }

    /// Calls `each` with everything that was skipped, in order.
    pub(crate) fn each_skipped(
        &self,
        mut each: impl FnMut(&str, &str, &str) -> Result<()>,
    ) -> Result<()> {
        // A row is small, and the budget is not: read by and by.
        let mut begin = 0;
        while begin < self.skipped.len() {
            let mut head = [0; 8];
            self.skipped.read(begin, &mut head)?;
            let length = u64::from_le_bytes(head) as usize;
            let mut row = vec![0; length];
            self.skipped.read(begin + 8, &mut row)?;
            let mut reader = Reader::new(&row);
            let [id, reason, detail] =
                [(); 3].map(|()| String::from_utf8_lossy(reader.bytes()).into_owned());
            each(&id, &reason, &detail)?;
            begin += 8 + length as u64;
        }
        Ok(())
    }
}

/// Takes documents in, in order.
struct Intake<'a> {
    options: &'a FindOptions,
    store: Store,
    fingerprints: Vec<u32>,
    postings: Partitions<Posting>,
    contents: Sorter<Content>,
    naming: Naming,
    seen: Seen,
    counts: Counts,
    skipped: Spool,
    side: usize,
    ignored: &'a Ignored,
}

impl Intake<'_> {
    /// Reads a source to its end.
    fn take(
        &mut self,
        source: &mut dyn Source,
        method: &Method,
        bytes_read: &mut u64,
        total: u64,
        watch: &dyn Watch,
    ) -> Result<()> {
        let preparer = Preparer {
            tokenizer: Words::default(),
            method,
            memory: self.options.memory,
            ignored: self.ignored,
            keep_texts: self.options.align.is_some(),
        };
        let mut chunks: Vec<Vec<Posting>> = vec![Vec::new(); self.postings.count()];
        parallel::ordered(
            self.options.threads,
            self.options.memory / 4,
            || {
                let chunk = source.next_chunk()?;
                Ok(chunk.map(|chunk| (chunk.weight() * BYTES_A_BYTE, chunk)))
            },
            |chunk: Chunk| Ok((chunk.bytes_read(), preparer.prepare(chunk))),
            |(bytes, batch)| {
                *bytes_read += bytes;
                watch.advance(Stage::Read, *bytes_read, total)?;
                self.batch(batch, &mut chunks)
            },
        )?;
        for (partition, chunk) in chunks.into_iter().enumerate() {
            self.postings.add(partition, chunk)?;
        }
        Ok(())
    }

    fn batch(&mut self, batch: Batch, chunks: &mut [Vec<Posting>]) -> Result<()> {
        let Batch {
            items,
            bytes,
            fingerprints,
        } = batch;
        let mut new = Vec::new();
        for item in &items {
            match item {
                Prepared::Document(document) => new.extend(self.document(document, &bytes)?),
                Prepared::Skipped(skipped) => self.skip(skipped)?,
            }
        }
        // A large document's postings take its place.
        drop(bytes);
        for (doc, range) in new {
            for fingerprint in &fingerprints[range] {
                let partition = (fingerprint.key >> (64 - PARTITION_BITS)) as usize;
                let chunk = &mut chunks[partition];
                if chunk.len() == chunk.capacity() {
                    let full = std::mem::replace(chunk, Vec::with_capacity(POSTINGS_IN_CHUNK));
                    self.postings.add(partition, full)?;
                }
                chunks[partition].push(Posting::new(doc, fingerprint));
            }
        }
        Ok(())
    }

    /// Takes a document in; its number and fingerprints, unless it is known to be a copy.
    fn document(
        &mut self,
        document: &PreparedDocument,
        bytes: &[u8],
    ) -> Result<Option<(u32, Range<usize>)>> {
        let doc = u32::try_from(self.store.len())
            .map_err(|_| Error::Usage("more than 4,294,967,295 documents".to_owned()))?;
        let PreparedDocument {
            id,
            row,
            words,
            text,
            fingerprints,
            ..
        } = document;
        self.naming.add(self.side, id, doc)?;
        self.store.add(
            id,
            &bytes[row.clone()],
            &bytes[words.clone()],
            &bytes[text.clone()],
        )?;
        let counts = &mut self.counts;
        counts.tokens += u64::from(document.tokens);
        counts.fingerprints += u64::from(document.count);
        self.fingerprints.push(document.count);
        counts.text_bytes += document.text_bytes;
        counts.repaired += u64::from(document.replaced > 0);
        counts.replaced += u64::from(document.replaced);
        counts.bad_dates += u64::from(document.bad_date);
        counts.digest = chained(counts.digest, document.digest);
        if document.tokens == 0 {
            return Ok(None);
        }
        self.contents.push(Content::new(document.content, doc))?;
        let is_copy = self.seen.again(document.content);
        Ok((!is_copy).then(|| (doc, fingerprints.clone())))
    }

    fn skip(&mut self, skipped: &Skipped) -> Result<()> {
        let Skipped { id, reason, detail } = skipped;
        if self.options.strict {
            return Err(Error::Strict {
                reason: reason.code(),
                detail: detail.clone(),
            });
        }
        let (count, first) = self.counts.skipped.entry(*reason).or_default();
        if *count == 0 {
            first.clone_from(detail);
        }
        *count += 1;
        let mut row = Vec::new();
        for text in [id, reason.code(), detail] {
            put_bytes(&mut row, text.as_bytes());
        }
        self.skipped.append(&(row.len() as u64).to_le_bytes())?;
        self.skipped.append(&row)?;
        Ok(())
    }
}

/// The digest of two digests, in order, the same on every platform.
fn chained(first: u128, second: u128) -> u128 {
    digest(&[first.to_le_bytes(), second.to_le_bytes()].concat())
}

const POSTINGS_IN_CHUNK: usize = (1 << 14) / size_of::<Posting>();

/// Digests seen lately: lets most copies of a document go by without their fingerprints being
/// sorted. What is a copy is decided later, and exactly.
struct Seen {
    slots: Vec<u64>,
}

impl Seen {
    fn new(bytes: usize) -> Self {
        Self {
            slots: vec![0; (bytes / 8).next_power_of_two()],
        }
    }

    /// Whether the digest was seen before, as far as is remembered.
    fn again(&mut self, digest: u128) -> bool {
        let at = (digest >> 64) as usize & (self.slots.len() - 1);
        std::mem::replace(&mut self.slots[at], digest as u64 | 1) == digest as u64 | 1
    }
}

/// Turns chunks into what the intake takes, on many threads.
struct Preparer<'a> {
    tokenizer: Words,
    method: &'a Method,
    memory: usize,
    ignored: &'a Ignored,
    keep_texts: bool,
}

/// The documents of a chunk, ready to be taken in.
#[derive(Default)]
struct Batch {
    items: Vec<Prepared>,
    bytes: Vec<u8>,
    fingerprints: Vec<Fingerprint>,
}

enum Prepared {
    Document(PreparedDocument),
    Skipped(Skipped),
}

struct PreparedDocument {
    id: String,
    tokens: u32,
    text_bytes: u64,
    replaced: u32,
    bad_date: bool,
    /// Over the tokens: equal for documents that differ in case and punctuation only.
    content: u128,
    /// Over id and text.
    digest: u128,
    row: Range<usize>,
    words: Range<usize>,
    text: Range<usize>,
    fingerprints: Range<usize>,
    /// How many fingerprints, those folded into others too.
    count: u32,
}

/// Bytes of text for each fingerprint, where all are kept.
const BYTES_A_FINGERPRINT: usize = 6;

impl Preparer<'_> {
    fn prepare(&self, chunk: Chunk) -> Batch {
        let room = chunk.weight() / BYTES_A_FINGERPRINT;
        let mut items = Vec::new();
        chunk.parse(&mut |item| items.push(item));
        let mut batch = Batch::default();
        let mut tokens = Tokens::default();
        let mut sketch = Sketch::folding(self.method.shingle);
        sketch.fingerprints.reserve(room);
        for item in items {
            let prepared = match item {
                Item::Document(document) => {
                    self.document(document, &mut tokens, &mut sketch, &mut batch)
                }
                Item::Skipped(skipped) => Prepared::Skipped(skipped),
            };
            batch.items.push(prepared);
        }
        batch.fingerprints = sketch.fingerprints;
        batch
    }

    fn document(
        &self,
        document: Document,
        tokens: &mut Tokens,
        sketch: &mut Sketch,
        batch: &mut Batch,
    ) -> Prepared {
        let is_large = document.text.len() >= LARGE.min(self.memory / 64);
        let words = if is_large {
            count_words(&document.text)
        } else {
            0
        };
        // The text as it was read, as it is, and as it is kept.
        let (texts, bytes) = if self.keep_texts {
            (3, BYTES_A_TOKEN + BYTES_KEPT)
        } else {
            (2, BYTES_A_TOKEN)
        };
        if texts * document.text.len() + words * bytes > self.memory {
            return Prepared::Skipped(Skipped {
                detail: format!(
                    "{}: more words than fit the memory, in a text of {} bytes",
                    document.id,
                    document.text.len()
                ),
                id: document.id,
                reason: Reason::TooLarge,
            });
        }
        tokens.clear();
        tokens.reserve(words);
        self.tokenizer.tokenize(&document.text, tokens);
        let count_tokens = tokens.len() as u32;
        let content = digest(tokens.hashes.as_bytes());
        let own_digest = chained(
            digest(document.id.as_bytes()),
            digest(document.text.as_bytes()),
        );
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
        self.method.fingerprinter.fingerprint(tokens, sketch);
        if !masked.is_empty() {
            sketch.retain(|fingerprint| !masked[fingerprint.span.range()].contains(&true));
        }
        if is_large {
            sketch.shrink();
        }
        let (fingerprints, count) = sketch.document();
        let row = batch.bytes.len();
        Row::encode(&document, count_tokens, count, &mut batch.bytes);
        let words = batch.bytes.len();
        if self.keep_texts {
            batch
                .bytes
                .reserve(Columns::bytes_of(&document.text, tokens));
            Columns::encode_words(&document.text, tokens, &mut batch.bytes);
        }
        if is_large {
            tokens.hashes = Vec::new();
        }
        let text = batch.bytes.len();
        if self.keep_texts {
            Columns::encode_text(&document.text, tokens, &mut batch.bytes);
        }
        Prepared::Document(PreparedDocument {
            tokens: count_tokens,
            text_bytes: document.text.len() as u64,
            replaced: document.replaced,
            bad_date: document.bad_date,
            content,
            digest: own_digest,
            id: document.id,
            row: row..words,
            words: words..text,
            text: text..batch.bytes.len(),
            fingerprints,
            count,
        })
    }
}
