//! Documents of any input into an index, committed in batches.

use std::path::PathBuf;

use serde::Serialize;

use super::builder::Added;
use super::writer::{OnDuplicate, Outcome, Writer};
use crate::error::{Error, Result};
use crate::prepare::{
    Batch, Gallery, Ignored, Kept, Prepared, Preparer, Row, fitted, own_digest, read_options,
};
use crate::read::{
    Chunk, Content, Document, Fields, FrameOptions, Framed, FramesSummary, Input, Item, Means,
    Peeked, ReadOptions, Source, Taken,
};
use crate::spill::Temp;
use crate::token::Words;
use crate::watch::{Stage, Watch};

/// How documents are added.
#[derive(Clone, Debug)]
pub struct AddOptions {
    /// The names of columns in the input.
    pub fields: Fields,
    /// What is taken of web pages.
    pub content: Content,
    /// What is left out of these, if anything.
    pub frames: Option<FrameOptions>,
    /// What to do with an id that is there already.
    pub on_duplicate: OnDuplicate,
    /// What can't be read is an error.
    pub strict: bool,
    /// Bytes of memory to stay under.
    pub memory: usize,
    /// Threads to work on.
    pub threads: usize,
    /// The folder for temporary files.
    pub temp: PathBuf,
    /// A folder that is not read though it is inside one that is: that of the index.
    pub leave_out: Option<PathBuf>,
}

impl AddOptions {
    /// The defaults with a memory budget and a folder for temporary files.
    pub fn new(memory: usize, temp: PathBuf) -> Self {
        Self {
            fields: Fields::default(),
            content: Content::default(),
            frames: None,
            on_duplicate: OnDuplicate::default(),
            strict: false,
            memory,
            threads: 1,
            temp,
            leave_out: None,
        }
    }
}

/// What became of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AddSummary {
    /// Documents that are new.
    pub added: u64,
    /// Documents that took the place of one with their id.
    pub replaced: u64,
    /// Documents that were there, just so.
    pub unchanged: u64,
    /// Documents left out because their id was there.
    pub left_out: u64,
    /// Commits.
    pub commits: u64,
    /// What was not taken as it stands.
    #[serde(flatten)]
    pub taken: Taken,
    /// What was left out of web pages.
    pub frames: FramesSummary,
}

/// Adds the documents of `input`. Every batch is committed when it is full, the last at the end; what is
/// there already, just so, costs no more than reading it.
pub fn add(
    writer: &mut Writer,
    input: &[String],
    options: &AddOptions,
    watch: &dyn Watch,
) -> Result<AddSummary> {
    let reading = read_options(
        &options.fields,
        options.content,
        options.memory,
        options.threads,
        &options.temp,
        options.leave_out.clone(),
    );
    // The more documents at once, the more of their words are the same.
    let reading = ReadOptions {
        chunk_bytes: reading.chunk_bytes.max((options.memory >> 8).min(1 << 21)),
        ..reading
    };
    let mut input = Input::open(input, &reading)?;
    let total = input.total_bytes().unwrap_or(0);
    let mut summary = add_from(writer, &mut input, total, options, watch)?;
    summary.taken.ignored_files = input.ignored();
    Ok(summary)
}

/// Adds the documents of a source, of which `total` bytes are expected (0 where that is not known). Where the index has
/// none, they tell what its scheme leaves to be found out.
pub fn add_from(
    writer: &mut Writer,
    source: &mut dyn Source,
    total: u64,
    options: &AddOptions,
    watch: &dyn Watch,
) -> Result<AddSummary> {
    let means = Means {
        memory: options.memory,
        threads: options.threads,
        watch,
        total,
    };
    let mut framed = Framed::new(source, options.frames, means, options.temp.clone());
    let mut summary = add_framed(writer, &mut framed, total, options, watch)?;
    summary.frames = framed.finish().summary();
    Ok(summary)
}

fn add_framed(
    writer: &mut Writer,
    source: &mut dyn Source,
    total: u64,
    options: &AddOptions,
    watch: &dyn Watch,
) -> Result<AddSummary> {
    let before = writer.snapshot().clone();
    let is_empty = before.info()?.documents == 0;
    let made = &before.making().scheme;
    let (scheme, mut source) = match is_empty {
        true => fitted(made, source)?,
        false => (made.clone(), Peeked::not_at_all(source)),
    };
    let method = scheme.build();
    writer.tell((scheme != *made).then_some(scheme));
    let known = |document: &Document| match options.on_duplicate {
        _ if is_empty => Ok(false),
        OnDuplicate::Replace => {
            let own = own_digest(&document.id, &document.text);
            before.has(&document.id, own, Row::digest(document))
        }
        OnDuplicate::Skip => before.has_id(&document.id),
        OnDuplicate::Error => Ok(false),
    };
    let nothing = Ignored::NOTHING;
    let preparer = |known| Preparer {
        tokenizer: Words::default(),
        method: &method,
        memory: options.memory,
        ignored: &nothing,
        kept: Kept::ForIndex,
        known,
    };
    writer.within(options.memory);
    let all = preparer(&|_: &Document| Ok(false));
    let unknown = preparer(&known);
    let mut adding = Adding {
        writer,
        options,
        summary: AddSummary::default(),
        all,
        limit: (options.memory / 4).min(MOST_AT_ONCE),
    };
    let mut bytes_read = 0;
    let temp = Temp::new(options.temp.clone());
    let mut gallery = Gallery::new(options.memory / 64, &temp).after(|take| before.pictures(take));
    let read = unknown.run(
        &mut source,
        options.threads,
        &mut gallery,
        |bytes, batch| {
            bytes_read += bytes;
            watch.advance(Stage::Read, bytes_read, total)?;
            adding.batch(batch)
        },
    );
    match read {
        // What is done need not be done again.
        Ok(()) => adding.commit()?,
        Err(Error::Stopped) => adding.writer.commit_only()?,
        Err(_) => adding.writer.give_up(),
    }
    read?;
    Ok(adding.summary)
}

/// Memory from which on a batch is full in any case: so much is done again after a crash.
const MOST_AT_ONCE: usize = 1 << 28;

struct Adding<'a> {
    writer: &'a mut Writer,
    options: &'a AddOptions,
    summary: AddSummary,
    /// Prepares a document whether it is known or not.
    all: Preparer<'a>,
    /// Memory from which on a batch is full.
    limit: usize,
}

impl Adding<'_> {
    fn batch(&mut self, batch: &Batch) -> Result<()> {
        self.writer.next_batch(&batch.distinct)?;
        for item in &batch.items {
            match item {
                Prepared::Document(document) => {
                    let added = Added {
                        id: &document.id,
                        row: &batch.bytes[document.row.clone()],
                        text: document.whole_text.as_bytes(),
                        words: &batch.distinct.stream[document.words.clone()],
                        fingerprints: &batch.fingerprints()[document.fingerprints.clone()],
                        overleap: self.all.method.overleap,
                        sentences: (batch.sentences(), document.sentences.clone()),
                        count: document.count,
                        content: document.content,
                        own: document.digest,
                        known: document.known,
                        has_layout: document.has_layout,
                        looks: &document.looks,
                    };
                    let summary = &mut self.summary;
                    *match self.writer.add(&added, self.options.on_duplicate)? {
                        Outcome::Added => &mut summary.added,
                        Outcome::Replaced => &mut summary.replaced,
                        Outcome::Unchanged => &mut summary.unchanged,
                        Outcome::Skipped => &mut summary.left_out,
                    } += 1;
                    let taken = &mut summary.taken;
                    taken.document(document.replaced, document.bad_date);
                    taken.hidden(document.hidden);
                }
                // Unless something else took its place in the meantime.
                Prepared::Known(document) => {
                    let id = &document.id;
                    let (own, known) = (own_digest(id, &document.text), Row::digest(document));
                    if self.options.on_duplicate == OnDuplicate::Skip && self.writer.has_id(id)? {
                        self.summary.left_out += 1;
                    } else if self.writer.has(id, own, known)? {
                        self.summary.unchanged += 1;
                    } else {
                        let item = Item::Document(document.as_ref().clone());
                        let mut alone = Batch::default();
                        self.all.prepare(Chunk::of(item), &mut alone)?;
                        self.batch(&alone)?;
                        self.writer.next_batch(&batch.distinct)?;
                    }
                }
                Prepared::Skipped(skipped) => {
                    self.summary.taken.skip(skipped, self.options.strict)?;
                }
            }
        }
        if self.writer.weight() > self.limit {
            self.commit()?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        let before = self.writer.snapshot().commit();
        self.writer.commit()?;
        self.summary.commits += u64::from(self.writer.snapshot().commit() > before);
        Ok(())
    }
}
