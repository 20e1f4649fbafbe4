//! A whole stream, from inputs to rows.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::batch::{Batch, Ready, ReadyDocument};
use super::by_date::ByDate;
use super::names::Names;
use super::options::OriginOptions;
use super::row::OriginRow;
use super::state::{Position, Progress, State};
use super::stream::{Observed, Stream};
use super::tracker::Tracker;
use crate::error::{Error, Result};
use crate::fingerprint::Fingerprint;
use crate::hash::{mix, token_hash};
use crate::offsets::OffsetUnit;
use crate::parallel;
use crate::read::{Chunk, Document, Input, Item, ReadOptions, Source, Taken};
use crate::span::ByteSpan;
use crate::token::Words;
use crate::watch::{Stage, Watch};

/// How a stream is gone through.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How origins are found.
    pub origin: OriginOptions,
    /// How inputs are read.
    pub read: ReadOptions,
    /// Documents of fewer words are left out.
    pub min_tokens: u32,
    /// Whether documents are sorted by date first.
    pub by_date: bool,
    /// Where the state is kept.
    pub state: Option<PathBuf>,
    /// After how many bytes of text the state is saved, besides the end.
    pub save_every: u64,
    /// Threads to work on.
    pub threads: usize,
    /// Where temporary files go.
    pub temp: PathBuf,
    /// What places in rows count.
    pub unit: OffsetUnit,
    /// Whether what can't be read ends the run.
    pub strict: bool,
}

/// Takes what is found out.
pub trait OriginSink {
    /// The next document.
    fn document(&mut self, document: &Document, row: &OriginRow) -> Result<()>;

    /// Hands on what was gathered.
    fn flush(&mut self) -> Result<()>;

    /// Makes what was taken durable, where it can be; gives where it is and how many bytes it is.
    fn sync(&mut self) -> Result<Option<(PathBuf, u64)>>;
}

/// What there was in a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OriginSummary {
    /// Documents taken in.
    pub documents: u64,
    /// Their words.
    pub tokens: u64,
    /// Words that were there before.
    pub old_tokens: u64,
    /// Documents of which a part was there before.
    pub with_blocks: u64,
    /// Documents that most of an earlier one is in.
    pub with_origin: u64,
    /// Documents with too few words.
    pub left_out: u64,
    /// Documents without a date, where these are sorted by it.
    pub undated: u64,
    /// Documents that had been taken in before.
    pub passed_over: u64,
    /// Inputs in which there is no file to read.
    pub empty: Vec<String>,
    /// What could not be taken as it stands.
    pub taken: Taken,
}

/// Memory for what is ready and not yet taken in.
const MOST_UNDER_WAY: usize = 1 << 24;

/// Bytes in memory for each byte of text being worked on.
const BYTES_A_BYTE: usize = 7;

/// Bytes of a batch whose memory is used again.
const MOST_SPARE: usize = 1 << 21;

/// Memory for sorting by date.
const SORTING: usize = 1 << 25;

/// A stream that is gone through.
pub struct Run {
    options: RunOptions,
    stream: Stream,
    state: Option<State>,
    progress: Progress,
    /// Bytes of text, and whether anything, since the last save.
    unsaved: u64,
    is_saved: bool,
    /// What there was so far.
    pub summary: OriginSummary,
}

impl Run {
    /// A new stream, or one that goes on where its state was saved.
    pub fn open(options: RunOptions) -> Result<Self> {
        let mut tracker = Tracker::new(&options.origin)?;
        let state = (options.state.as_deref())
            .map(|path| State::new(path, &options.origin, options.min_tokens));
        let (names, progress) = match &state {
            Some(state) => state.restore(&mut tracker)?,
            None => (Names::temporary(&options.temp)?, Progress::default()),
        };
        let mut stream = Stream::with(tracker, names, &options.origin);
        stream.unit = options.unit;
        Ok(Self {
            options,
            stream,
            state,
            progress,
            unsaved: 0,
            is_saved: true,
            summary: OriginSummary::default(),
        })
    }

    /// Where results were written to when the state was saved, and how many bytes of them still count.
    pub fn written(&self) -> Option<(&Path, u64)> {
        let (path, bytes) = self.progress.out.as_ref()?;
        Some((path, *bytes))
    }

    /// Bytes of the table, and of each shingle in it.
    pub fn room(&self) -> Option<(usize, usize)> {
        self.stream.tracker.room()
    }

    /// Goes through all documents of `inputs`.
    pub fn go(
        &mut self,
        inputs: &[String],
        watch: &dyn Watch,
        sink: &mut dyn OriginSink,
    ) -> Result<()> {
        // Sorted, they are one input.
        let (opened, each) = match self.options.by_date {
            true => (vec![Input::open(inputs, &self.options.read)?], inputs.len()),
            false => (Input::each(inputs, &self.options.read)?, 1),
        };
        let totals = opened.iter().map(Input::total_bytes);
        let total = totals.sum::<Option<u64>>().unwrap_or(0);
        let mut done = 0;
        for (mut input, arguments) in opened.into_iter().zip(inputs.chunks(each.max(1))) {
            self.summary.taken.ignored_files += input.ignored();
            self.summary.empty.extend_from_slice(input.empty());
            let position = self.position(arguments);
            let mut advance = |bytes: u64| {
                done += bytes;
                watch.advance(Stage::Read, done, total)
            };
            if self.options.by_date {
                let temp = self.options.temp.clone();
                let mut sorted = ByDate::gather(&mut input, SORTING, &temp, &mut advance)?;
                self.summary.undated += sorted.undated;
                self.input(&mut sorted.source()?, position, &mut advance, sink)?;
            } else {
                self.input(&mut input, position, &mut advance, sink)?;
            }
        }
        sink.flush()?;
        self.save(sink)
    }

    /// Where an input is gone on from; none for what cannot be read again.
    fn position(&mut self, arguments: &[String]) -> Option<usize> {
        if self.state.is_none() || arguments.iter().any(|argument| argument == "-") {
            return None;
        }
        let paths = arguments.iter().map(|argument| {
            let path = std::path::absolute(argument).unwrap_or_else(|_| argument.into());
            path.to_string_lossy().into_owned()
        });
        let name = paths.collect::<Vec<_>>().join("\n");
        let inputs = &mut self.progress.inputs;
        let known = inputs.iter().position(|position| position.input == name);
        Some(known.unwrap_or_else(|| {
            inputs.push(Position {
                input: name,
                ..Position::default()
            });
            inputs.len() - 1
        }))
    }

    /// Goes through one input.
    fn input(
        &mut self,
        source: &mut dyn Source,
        position: Option<usize>,
        advance: &mut dyn FnMut(u64) -> Result<()>,
        sink: &mut dyn OriginSink,
    ) -> Result<()> {
        let known = position.map(|at| self.progress.inputs[at].clone());
        let known = known.unwrap_or_default();
        self.summary.passed_over += known.items;
        let mut source = After::new(source, known);
        let tokenizer = Words::default();
        let method = self.options.origin.scheme.build();
        let spare = Mutex::new(Vec::new());
        let spare = || spare.lock().unwrap_or_else(PoisonError::into_inner);
        parallel::ordered(
            self.options.threads,
            MOST_UNDER_WAY,
            || {
                let chunk = source.next_chunk()?;
                Ok(chunk.map(|chunk| (chunk.weight() * BYTES_A_BYTE, chunk)))
            },
            |chunk: Chunk| {
                let mut batch: Batch = spare().pop().unwrap_or_default();
                let bytes = chunk.bytes_read();
                batch.read(chunk, &tokenizer, &method);
                Ok((bytes, batch))
            },
            |(bytes, mut batch)| {
                advance(bytes)?;
                let is_idle = batch.items.is_empty();
                for ready in batch.items.drain(..) {
                    self.take(&ready, &batch.spans, &batch.sketch.fingerprints, sink)?;
                    if let Some(at) = position {
                        self.progress.inputs[at].pass(ready.id());
                    }
                    self.is_saved = false;
                    if self.unsaved >= self.options.save_every {
                        self.save(sink)?;
                    }
                }
                sink.flush()?;
                if is_idle && self.options.read.follow {
                    self.save(sink)?;
                }
                if batch.room() <= MOST_SPARE {
                    spare().push(batch);
                }
                Ok(())
            },
        )
    }

    fn take(
        &mut self,
        ready: &Ready,
        spans: &[ByteSpan],
        fingerprints: &[Fingerprint],
        sink: &mut dyn OriginSink,
    ) -> Result<()> {
        let ready: &ReadyDocument = match ready {
            Ready::Document(ready) => ready,
            Ready::Skipped(skipped) => {
                return self.summary.taken.skip(skipped, self.options.strict);
            }
        };
        let document = &ready.document;
        self.unsaved += document.text.len() as u64;
        self.summary
            .taken
            .document(document.replaced, document.bad_date);
        if (ready.tokens.len() as u32) < self.options.min_tokens {
            self.summary.left_out += 1;
            return Ok(());
        }
        let selected = &fingerprints[ready.selected.clone()];
        let Observed { row, .. } = self.stream.take(ready, spans, selected)?;
        self.progress.documents += 1;
        let summary = &mut self.summary;
        summary.documents += 1;
        summary.tokens += u64::from(row.tokens);
        summary.old_tokens += u64::from(row.old_tokens);
        summary.with_blocks += u64::from(!row.blocks.is_empty());
        summary.with_origin += u64::from(row.dominant_origin.is_some());
        sink.document(document, &row)
    }

    /// Saves the state, if there is one and anything has been taken in since.
    pub fn save(&mut self, sink: &mut dyn OriginSink) -> Result<()> {
        let Some(state) = self.state.as_ref().filter(|_| !self.is_saved) else {
            return Ok(());
        };
        self.progress.out = sink.sync()?;
        state.save(&self.stream.tracker, &mut self.stream.names, &self.progress)?;
        (self.unsaved, self.is_saved) = (0, true);
        Ok(())
    }
}

impl Ready {
    fn id(&self) -> &str {
        match self {
            Self::Document(ready) => &ready.document.id,
            Self::Skipped(skipped) => &skipped.id,
        }
    }
}

impl Position {
    /// One more is behind it.
    fn pass(&mut self, id: &str) {
        self.items += 1;
        self.digest = mix(self.digest ^ token_hash(id.as_bytes()));
        self.last.clear();
        self.last.push_str(id);
    }
}

/// What a source gives after a position.
struct After<'s> {
    source: &'s mut dyn Source,
    known: Position,
    passed: Position,
}

impl<'s> After<'s> {
    fn new(source: &'s mut dyn Source, known: Position) -> Self {
        let passed = Position {
            input: known.input.clone(),
            ..Position::default()
        };
        Self {
            source,
            known,
            passed,
        }
    }

    fn changed(&self) -> Error {
        let Position {
            input, items, last, ..
        } = &self.known;
        Error::Usage(format!(
            "{input} is not what the state was made with: it began with {items} documents up to `{last}`\n\
             hint: put it back as it was, or under another name to take in all of it"
        ))
    }
}

impl Source for After<'_> {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        if self.passed.items < self.known.items {
            let Some(chunk) = self.source.next_chunk()? else {
                return Err(self.changed());
            };
            let (bytes, mut rest) = (chunk.bytes_read(), Vec::new());
            let (passed, known) = (&mut self.passed, &self.known);
            chunk.parse(&mut |item| {
                if passed.items < known.items {
                    passed.pass(match &item {
                        Item::Document(document) => &document.id,
                        Item::Skipped(skipped) => &skipped.id,
                    });
                } else {
                    rest.push(item);
                }
            });
            if self.passed.items == self.known.items && self.passed != self.known {
                return Err(self.changed());
            }
            let weight = rest.iter().map(|item| match item {
                Item::Document(document) => document.text.len(),
                Item::Skipped(_) => 0,
            });
            let chunk = Chunk::of_all(weight.sum(), rest).with_bytes_read(bytes);
            return Ok(Some(chunk));
        }
        self.source.next_chunk()
    }
}
