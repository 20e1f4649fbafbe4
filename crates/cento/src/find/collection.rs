//! Reading a collection: documents into the store, fingerprints into partitions.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::FindOptions;
use super::copies::{Content, Copies, Sides};
use super::indexed::Indexed;
use super::names::{Names, Naming};
use super::sentence::Kept as Sentences;
use super::spools::Spools;
use super::store::{Both, Documents, Sketched, Store};
use crate::codec::{Reader, put_bytes};
use crate::error::{Error, Result};
use crate::fingerprint::{Fingerprint, Method, Scheme, Sketch};
use crate::index::{PARTITION_BITS, Posting, Snapshot};
use crate::prepare::{
    Batch, Gallery, Ignored, Kept, Prepared, PreparedDocument, Preparer, chained, read_options,
    sampled, sampled_both,
};
use crate::read::{
    Chunk, Document, Framed, Frames, Input, Item, Means, Once, ReadOptions, Skipped, Source, Taken,
};
use crate::spill::{Partitions, Sorter, Spool, Temp};
use crate::token::{Tokens, Words};
use crate::watch::{Stage, Watch};

/// How the inputs of a run are read.
fn reading(options: &FindOptions) -> ReadOptions {
    read_options(
        &options.fields,
        options.content,
        options.memory,
        options.threads,
        &options.temp,
        options.leave_out.clone(),
    )
}

/// What `source` gives, web pages without the frames of their sites.
fn framed<'a>(
    source: &'a mut dyn Source,
    options: &FindOptions,
    total: u64,
    watch: &'a dyn Watch,
) -> Framed<'a> {
    let means = Means {
        memory: options.memory,
        threads: options.threads,
        watch,
        total,
    };
    Framed::new(source, options.frames(), means, options.temp.clone())
}

/// What the documents of an index are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum New<'a> {
    /// With one another.
    Nothing,
    /// With an input, as if they were its reference.
    Against(&'a [String]),
    /// With an input, whose documents are compared with one another too, as if all were one collection.
    Among(&'a [String]),
    /// With the last so many of them, which are compared with one another too: what these brought when they were added.
    Latest(u32),
}

impl<'a> New<'a> {
    fn input(self) -> Option<&'a [String]> {
        match self {
            Self::Nothing | Self::Latest(_) => None,
            Self::Against(input) | Self::Among(input) => Some(input),
        }
    }
}

/// Counts of what was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) tokens: u64,
    pub(crate) fingerprints: u64,
    pub(crate) text_bytes: u64,
    /// Web pages among them.
    pub(crate) pages: u64,
    /// Whether there may be documents with a layout among them.
    pub(crate) may_have_layouts: bool,
    pub(crate) taken: Taken,
    /// Documents of the reference, which come first.
    pub(crate) reference: u32,
    /// Over ids and texts, in order.
    pub(crate) digest: u128,
}

/// A collection, read.
pub(crate) struct Collection {
    /// The fingerprinting, with what was found out about the input.
    pub(crate) scheme: Scheme,
    pub(crate) store: Store,
    /// How many each document has.
    pub(crate) fingerprints: Vec<u32>,
    pub(crate) copies: Copies,
    pub(crate) names: Names,
    pub(crate) counts: Counts,
    /// The sentences, where these are compared.
    pub(crate) sentences: Option<Sentences>,
    /// What was left out of web pages.
    pub(crate) frames: Frames,
    skipped: Spool,
}

impl Collection {
    /// Reads the reference, then the input, and gives their fingerprints; without a reference, all is compared with all.
    pub(crate) fn read(
        input: &[String],
        reference: Option<&[String]>,
        options: &FindOptions,
        temp: &Temp,
        watch: &dyn Watch,
    ) -> Result<(Self, Partitions<Posting>)> {
        let read_options = reading(options);
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
            Self::take(&mut input, against, total, options, temp, watch)?;
        let ignored = reference.iter().chain([&input]).map(Input::ignored);
        collection.counts.taken.ignored_files = ignored.sum();
        Ok((collection, postings))
    }

    /// Takes all documents of an index, and reads what is new.
    pub(crate) fn indexed(
        snapshot: &Arc<Snapshot>,
        new: New<'_>,
        options: &FindOptions,
        temp: &Temp,
        watch: &dyn Watch,
    ) -> Result<(Self, Partitions<Posting>)> {
        let input = new.input();
        let input = input.map(|input| Input::open(input, &reading(options)));
        let mut input = input.transpose()?;
        let total = input.as_ref().and_then(Input::total_bytes).unwrap_or(0);
        let nothing = Ignored::NOTHING;
        let mut intake = Intake::new(options, &nothing, temp);
        let indexed = intake.index(snapshot, watch)?;
        intake.gallery = intake.gallery.after(|take| snapshot.pictures(take));
        let mut sides = match new {
            New::Latest(count) => Sides::Added {
                before: intake.first.saturating_sub(count),
            },
            _ => Sides::Within,
        };
        if let Some(input) = &mut input {
            let before = intake.first;
            let is_among = matches!(new, New::Among(_));
            if is_among {
                sides = Sides::Added { before };
            } else {
                let reference = before;
                sides = Sides::Against { reference };
                intake.counts.reference = reference;
            }
            let mut framed = framed(input, options, total, watch);
            intake.take(&mut framed, &options.scheme.build(), &mut 0, total, watch)?;
            intake.frames.add(framed.finish());
            intake.counts.taken.ignored_files = input.ignored();
            if is_among {
                intake.name_known(&indexed)?;
            }
        }
        intake.finish(Some(indexed), sides, options.scheme.clone())
    }

    /// Takes a document as the input, and one as the reference.
    pub(crate) fn of(
        input: Document,
        reference: Document,
        options: &FindOptions,
        temp: &Temp,
        watch: &dyn Watch,
    ) -> Result<(Self, Partitions<Posting>)> {
        let [mut input, mut reference] =
            [input, reference].map(|document| Once::of(Ok(Chunk::of(Item::Document(document)))));
        let reference: &mut dyn Source = reference.as_mut();
        let input = input.as_mut();
        Self::take(input, Some(reference), 0, options, temp, watch)
    }

    /// Takes two documents as a collection.
    pub(crate) fn both(
        documents: [Document; 2],
        options: &FindOptions,
        temp: &Temp,
        watch: &dyn Watch,
    ) -> Result<(Self, Partitions<Posting>)> {
        let bytes = documents.iter().map(|document| document.text.len()).sum();
        let items = documents.map(Item::Document).into();
        let mut input = Once::of(Ok(Chunk::of_all(bytes, items)));
        Self::take(input.as_mut(), None, 0, options, temp, watch)
    }

    fn take(
        input: &mut dyn Source,
        reference: Option<&mut dyn Source>,
        total: u64,
        options: &FindOptions,
        temp: &Temp,
        watch: &dyn Watch,
    ) -> Result<(Self, Partitions<Posting>)> {
        let mut framed_input = framed(input, options, total, watch);
        let mut framed_reference =
            reference.map(|reference| framed(reference, options, total, watch));
        let (sample, reference, mut input) = match &mut framed_reference {
            None => {
                let (sample, input) = sampled(&options.scheme, &mut framed_input)?;
                (sample, None, input)
            }
            Some(reference) => {
                let (sample, [reference, input]) =
                    sampled_both(&options.scheme, reference, &mut framed_input)?;
                (sample, Some(reference), input)
            }
        };
        let mut scheme = match &sample {
            None => options.scheme.clone(),
            // How many words there are is known when all are read: sentences are signed after that.
            Some(sample) if options.scheme.asks_for_a_vocabulary() => {
                options.scheme.in_language_of(sample)
            }
            Some(sample) => options.scheme.fitted_to(sample),
        };
        let method = &scheme.build();
        let ignored = Ignored::read(&options.ignore, &reading(options))?;
        let mut intake = Intake::new(options, &ignored, temp);
        let mut bytes_read = 0;
        let mut sides = Sides::Within;
        if let Some(mut reference) = reference {
            intake.side = 1;
            intake.take(&mut reference, method, &mut bytes_read, total, watch)?;
            intake.side = 0;
            let reference = intake.store.len() as u32;
            intake.counts.reference = reference;
            sides = Sides::Against { reference };
        }
        intake.take(&mut input, method, &mut bytes_read, total, watch)?;
        for framed in framed_reference.into_iter().chain([framed_input]) {
            intake.frames.add(framed.finish());
        }
        if let Some(sentences) = &intake.sentences
            && let Some(sample) = &sample
        {
            scheme = scheme.with_vocabulary(sentences.vocabulary());
            scheme = scheme.fitted_to(sample);
        }
        intake.finish(None, sides, scheme)
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
            let [id, reason, detail] = [(); 3].map(|()| reader.text());
            each(&id, &reason, &detail)?;
            begin += 8 + length as u64;
        }
        Ok(())
    }
}

/// Takes documents in, in order.
struct Intake<'a> {
    options: &'a FindOptions,
    store: Spools,
    fingerprints: Vec<u32>,
    postings: Partitions<Posting>,
    contents: Sorter<Content>,
    naming: Naming,
    seen: Seen,
    counts: Counts,
    skipped: Spool,
    side: usize,
    ignored: &'a Ignored,
    /// Whether pairs are compared by all keys of both documents; and whether their words are needed for that.
    is_by_order: bool,
    is_by_words: bool,
    sentences: Option<Sentences>,
    frames: Frames,
    /// The pictures of all documents.
    gallery: Gallery<'a>,
    /// The number of the first document in the store: there are so many others before it.
    first: u32,
}

impl<'a> Intake<'a> {
    fn new(options: &'a FindOptions, ignored: &'a Ignored, temp: &Temp) -> Self {
        let memory = options.memory;
        Self {
            options,
            store: Spools::new(memory / 16, temp),
            fingerprints: Vec::new(),
            postings: Partitions::new(1 << PARTITION_BITS, memory / 4, temp),
            contents: Sorter::new(memory / 64, temp),
            naming: Naming::new(memory / 64, temp),
            // Of sentences there are no postings to be left out.
            seen: Seen::new(if options.by_sentences().is_some() {
                8
            } else {
                memory / 256
            }),
            counts: Counts::default(),
            skipped: Spool::new(memory / 256, temp),
            side: 0,
            ignored,
            is_by_order: options.by_order().is_some(),
            is_by_words: options.by_order().is_some() || options.by_runs().is_some(),
            // These have the memory of postings, of which there are none.
            sentences: (options.by_sentences()).map(|_| Sentences::new(memory / 4, temp)),
            frames: Frames::default(),
            gallery: Gallery::new(memory / 64, temp),
            first: 0,
        }
    }

    /// Takes in all documents of an index.
    fn index(&mut self, snapshot: &Arc<Snapshot>, watch: &dyn Watch) -> Result<Indexed> {
        let indexed = Indexed::new(snapshot)?;
        let total = indexed.len() as u64;
        let counts = &mut self.counts;
        counts.may_have_layouts |= snapshot.may_have_layouts();
        for (doc, &found) in (0..).zip(indexed.documents()) {
            if doc % 1024 == 0 {
                watch.advance(Stage::Load, u64::from(doc), 2 * total)?;
            }
            let facts = snapshot.facts(found)?;
            counts.tokens += u64::from(facts.tokens);
            counts.fingerprints += u64::from(facts.fingerprints);
            self.fingerprints.push(facts.fingerprints);
            counts.text_bytes += u64::from(facts.text_bytes);
            counts.digest = chained(counts.digest, facts.own);
            if facts.tokens > 0 {
                self.contents.push(Content::new(facts.digest, doc))?;
            }
        }
        self.first = indexed.len() as u32;
        if let Some(kept) = &mut self.sentences {
            kept.add_indexed(snapshot, &indexed)?;
            return Ok(indexed);
        }
        let mut chunks: Vec<Vec<Posting>> = vec![Vec::new(); self.postings.count()];
        let method = self.options.scheme.build();
        if method.overleap > 1 {
            self.fingerprint_again(&method, snapshot, &indexed, &mut chunks, watch)?;
            self.add_all(chunks)?;
            return Ok(indexed);
        }
        let mut seen = 0u64;
        let all = snapshot.info()?.postings.max(1);
        snapshot.each_posting(|content, place| {
            if seen.is_multiple_of(1 << 16) {
                watch.advance(Stage::Load, total + seen * total / all, 2 * total)?;
            }
            seen += 1;
            let doc = indexed.first_with(content)?;
            let (partition, posting) = place.posting(doc);
            push(&mut self.postings, &mut chunks, partition, posting)
        })?;
        self.add_all(chunks)?;
        Ok(indexed)
    }

    /// The fingerprints of all documents of an index that stores some of them.
    fn fingerprint_again(
        &mut self,
        method: &Method,
        snapshot: &Snapshot,
        indexed: &Indexed,
        chunks: &mut [Vec<Posting>],
        watch: &dyn Watch,
    ) -> Result<()> {
        let total = indexed.len() as u64;
        let (mut tokens, mut sketch) = (Tokens::default(), Sketch::default());
        for (done, content) in (total..).zip(snapshot.contents()) {
            if done % 1024 == 0 {
                watch.advance(Stage::Load, done, 2 * total)?;
            }
            let doc = indexed.first_with(content)?;
            tokens.clear();
            sketch.clear();
            let found = indexed.documents()[doc as usize];
            snapshot.words(found, |hash, _| tokens.hashes.push(hash))?;
            method.fingerprinter.fingerprint(&tokens, &mut sketch);
            for fingerprint in &sketch.fingerprints {
                self.posting(doc, fingerprint, chunks)?;
            }
        }
        Ok(())
    }

    /// Names those documents of the index whose ids have come again: they had them first.
    fn name_known(&mut self, indexed: &Indexed) -> Result<()> {
        let mut known = HashSet::new();
        for doc in 0..self.store.len() as u32 {
            let id = self.store.id(doc)?;
            if let Some(first) = indexed.number_of(&id)?
                && known.insert(first)
            {
                self.naming.add(self.side, &id, first)?;
            }
        }
        Ok(())
    }

    fn add_all(&mut self, chunks: Vec<Vec<Posting>>) -> Result<()> {
        for (partition, chunk) in chunks.into_iter().enumerate() {
            self.postings.add(partition, chunk)?;
        }
        Ok(())
    }

    /// What was taken in, behind the documents of an index if any.
    fn finish(
        self,
        indexed: Option<Indexed>,
        sides: Sides,
        scheme: Scheme,
    ) -> Result<(Collection, Partitions<Posting>)> {
        let bytes = self.options.memory / 16 * 3;
        // Keys are fetched when the postings, which have as much, are gone.
        let sketch_bytes = self.options.memory / 4;
        let store = match indexed {
            Some(indexed) => Store::new(Both(indexed, self.store), bytes, sketch_bytes),
            None => Store::new(self.store, bytes, sketch_bytes),
        };
        let reference = self.counts.reference;
        let copies = Copies::find(store.len(), &self.contents.finish()?, sides)?;
        let mut sentences = self.sentences;
        if let Some(sentences) = &mut sentences {
            copies
                .copies()
                .try_for_each(|copy| sentences.forget(copy))?;
        }
        let names = self
            .naming
            .finish(&store, |doc| usize::from(doc < reference))?;
        let collection = Collection {
            scheme,
            store,
            fingerprints: self.fingerprints,
            copies,
            names,
            counts: self.counts,
            sentences,
            frames: self.frames,
            skipped: self.skipped,
        };
        Ok((collection, self.postings))
    }

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
            kept: if self.options.align.is_some() || self.is_by_words {
                Kept::ForRun
            } else {
                Kept::Nothing
            },
            known: &|_| Ok(false),
        };
        let mut chunks: Vec<Vec<Posting>> = vec![Vec::new(); self.postings.count()];
        let mut gallery = std::mem::replace(&mut self.gallery, Gallery::in_memory());
        preparer.run(
            source,
            self.options.threads,
            &mut gallery,
            |bytes, batch| {
                *bytes_read += bytes;
                watch.advance(Stage::Read, *bytes_read, total)?;
                self.batch(batch, &mut chunks)
            },
        )?;
        self.gallery = gallery;
        self.add_all(chunks)
    }

    fn batch(&mut self, batch: &mut Batch, chunks: &mut [Vec<Posting>]) -> Result<()> {
        let mut new = Vec::new();
        for item in &batch.items {
            match item {
                Prepared::Document(document) => {
                    let fingerprints = &batch.fingerprints()[document.fingerprints.clone()];
                    let is_new = self.document(document, &batch.bytes, fingerprints)?;
                    match &mut self.sentences {
                        Some(kept) => kept.add(batch.sentences(), document.sentences.clone())?,
                        None => new.extend(is_new),
                    }
                }
                Prepared::Known(_) => {}
                Prepared::Skipped(skipped) => self.skip(skipped)?,
            }
        }
        // A large document's postings take its place.
        batch.forget_large();
        for (doc, range) in new {
            for fingerprint in &batch.fingerprints()[range] {
                self.posting(doc, fingerprint, chunks)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn posting(
        &mut self,
        doc: u32,
        fingerprint: &Fingerprint,
        chunks: &mut [Vec<Posting>],
    ) -> Result<()> {
        let partition = (fingerprint.key >> (64 - PARTITION_BITS)) as usize;
        let posting = Posting::new(doc, fingerprint);
        push(&mut self.postings, chunks, partition, posting)
    }

    /// Takes a document in; its number and fingerprints, unless it is known to be a copy.
    fn document(
        &mut self,
        document: &PreparedDocument,
        bytes: &[u8],
        own: &[Fingerprint],
    ) -> Result<Option<(u32, Range<usize>)>> {
        let doc = u32::try_from(self.first as usize + self.store.len())
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
        let [row, words, text] = [row, words, text].map(|part| &bytes[part.clone()]);
        let mut sketch = Vec::new();
        if self.is_by_order {
            Sketched::new(own).encode(&mut sketch);
        }
        self.store.add(id, [row, words, text, &sketch])?;
        let counts = &mut self.counts;
        counts.tokens += u64::from(document.tokens);
        counts.fingerprints += u64::from(document.count);
        self.fingerprints.push(document.count);
        counts.text_bytes += document.text_bytes;
        counts.pages += u64::from(document.is_page);
        counts.may_have_layouts |= document.has_layout;
        counts.taken.document(document.replaced, document.bad_date);
        counts.taken.hidden(document.hidden);
        counts.digest = chained(counts.digest, document.digest);
        if document.tokens == 0 {
            return Ok(None);
        }
        self.contents.push(Content::new(document.content, doc))?;
        let is_copy = self.seen.again(document.content);
        Ok((!is_copy).then(|| (doc, fingerprints.clone())))
    }

    fn skip(&mut self, skipped: &Skipped) -> Result<()> {
        self.counts.taken.skip(skipped, self.options.strict)?;
        let Skipped { id, reason, detail } = skipped;
        let mut row = Vec::new();
        for text in [id, reason.code(), detail] {
            put_bytes(&mut row, text.as_bytes());
        }
        self.skipped.append(&(row.len() as u64).to_le_bytes())?;
        self.skipped.append(&row)?;
        Ok(())
    }
}

/// Adds a posting to a partition, by the chunk.
#[inline]
fn push(
    postings: &mut Partitions<Posting>,
    chunks: &mut [Vec<Posting>],
    partition: usize,
    posting: Posting,
) -> Result<()> {
    let chunk = &mut chunks[partition];
    if chunk.len() == chunk.capacity() {
        let full = std::mem::replace(chunk, Vec::with_capacity(POSTINGS_IN_CHUNK));
        postings.add(partition, full)?;
    }
    chunks[partition].push(posting);
    Ok(())
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
