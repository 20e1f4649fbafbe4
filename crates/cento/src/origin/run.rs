//! A whole stream, from inputs to rows.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::batch::{Batch, Prepared, Ready};
use super::by_date::ByDate;
use super::names::Names;
use super::options::OriginOptions;
use super::state::{Position, Progress, State, Written};
use super::stream::{Observed, Stream};
use super::tracker::Tracker;
use crate::error::{Error, Result};
use crate::hash::{mix, token_hash};
use crate::offsets::OffsetUnit;
use crate::parallel;
use crate::read::{Chunk, Document, Input, Item, ReadOptions, Skipped, Source, Taken};
use crate::token::{Words, count_words};
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
    fn document(&mut self, observed: &Observed<'_>) -> Result<()>;

    /// Hands on what was gathered.
    fn flush(&mut self) -> Result<()>;

    /// Whether the state should be saved now that nothing comes: to write it takes as long as it is large.
    fn has_time(&mut self) -> bool;

    /// The state has been saved.
    fn saved(&mut self);

    /// Makes what was taken durable, where it can be; gives where it is.
    fn sync(&mut self) -> Result<Option<Written>>;
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

/// Memory for what is ready and not yet taken in. One document alone may take more.
const MOST_UNDER_WAY: usize = 3 << 20;

/// More would only wait: a quarter of the work is done where documents are taken in, one after the other. And each has
/// memory of its own.
const MOST_THREADS: usize = 4;

/// Bytes in memory for each byte of usual text being worked on; of words of one letter, four times as many.
const BYTES_A_BYTE: usize = 7;

/// Bytes of text for each word, at least, of the longest: what is worked on has room for so many words.
const BYTES_A_WORD: usize = 5;

/// Bytes of a batch whose memory is used again.
const MOST_SPARE: usize = 1 << 20;

/// Memory for sorting by date.
const SORTING: usize = 1 << 24;

/// A stream that is gone through.
pub struct Run {
    options: RunOptions,
    inputs: Vec<(String, Input)>,
    stream: Stream,
    state: Option<State>,
    progress: Progress,
    /// Bytes of text, and whether anything, since the last save.
    unsaved: u64,
    is_saved: bool,
    /// Whether a document was taken in and its row may not be written.
    is_unsure: bool,
    /// What there was so far.
    pub summary: OriginSummary,
}

impl Run {
    /// A new stream, or one that goes on where its state was saved. Nothing is read yet.
    pub fn open(options: RunOptions, inputs: &[String]) -> Result<Self> {
        let opened = match options.by_date {
            // Sorted, they are one input.
            true => vec![(name_of(inputs), Input::open(inputs, &options.read)?)],
            false => {
                let names = inputs.chunks(1).map(name_of);
                names.zip(Input::each(inputs, &options.read)?).collect()
            }
        };
        let mut tracker = Tracker::new(&options.origin)?;
        let state = (options.state.as_deref()).map(|path| {
            State::new(
                path,
                &options.origin,
                options.min_tokens,
                options.read.max_bytes,
            )
        });
        let (names, progress) = match &state {
            Some(state) => state.restore(&mut tracker)?,
            None => (Names::temporary(&options.temp)?, Progress::default()),
        };
        let mut stream = Stream::with(tracker, names, &options.origin);
        stream.unit = options.unit;
        Ok(Self {
            options,
            inputs: opened,
            stream,
            state,
            progress,
            unsaved: 0,
            is_saved: true,
            is_unsure: false,
            summary: OriginSummary::default(),
        })
    }

    /// Where results were written to when the state was saved.
    pub fn written(&self) -> Option<&Written> {
        self.progress.out.as_ref()
    }

    /// How many documents the state knows, and the number of the next.
    pub fn next(&self) -> (u64, u64) {
        (self.progress.documents, self.stream.names.next())
    }

    /// Whether a file is an input or part of the state: nothing else may be written to it.
    pub fn uses(&self, path: &Path) -> bool {
        let mut inputs = self.inputs.iter();
        inputs.any(|(_, input)| input.has(path))
            || self.state.as_ref().is_some_and(|state| state.has(path))
    }

    /// Bytes of the table, and of each shingle in it.
    pub fn room(&self) -> Option<(usize, usize)> {
        self.stream.tracker.room()
    }

    /// Goes through all documents of all inputs.
    pub fn go(&mut self, watch: &dyn Watch, sink: &mut dyn OriginSink) -> Result<()> {
        // Should this be the last of it, the state knows the file that is written to now.
        if self.progress.documents > 0 && self.state.is_some() {
            let out = sink.sync()?;
            if out.is_some() && out != self.progress.out {
                self.is_saved = false;
                self.save(sink)?;
            }
        }
        let inputs = std::mem::take(&mut self.inputs);
        let totals = inputs.iter().map(|(_, input)| input.total_bytes());
        let total = totals.sum::<Option<u64>>().unwrap_or(0);
        let mut done = 0;
        let mut times: HashMap<String, usize> = HashMap::new();
        for (mut name, mut input) in inputs {
            self.summary.taken.ignored_files += input.ignored();
            self.summary.empty.extend_from_slice(input.empty());
            let time = times.entry(name.clone()).or_default();
            *time += 1;
            if *time > 1 {
                name = format!("{name}\n{time}");
            }
            let position = self.position(name);
            let mut advance = |bytes: u64| {
                done += bytes;
                watch.advance(Stage::Read, done, total)
            };
            if self.options.by_date {
                let temp = self.options.temp.clone();
                let (taken, strict) = (&mut self.summary.taken, self.options.strict);
                let skip = |skipped: &Skipped| taken.skip(skipped, strict);
                let sorted = ByDate::gather(&mut input, SORTING, &temp, &mut advance, skip)?;
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
    fn position(&mut self, name: String) -> Option<usize> {
        if self.state.is_none() || name.is_empty() {
            return None;
        }
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
        let mut source = After::new(source, known, self.options.read.follow);
        let tokenizer = Words::default();
        let method = self.options.origin.scheme.build();
        let spare = Mutex::new(Vec::new());
        let spare = || spare.lock().unwrap_or_else(PoisonError::into_inner);
        parallel::ordered(
            self.options.threads.min(MOST_THREADS),
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
                for ready in std::mem::take(&mut batch.items) {
                    let document = match &ready {
                        Ready::Document(ready) => &ready.document,
                        Ready::Large(document) => document,
                        Ready::Skipped(skipped) => {
                            self.summary.taken.skip(skipped, self.options.strict)?;
                            continue;
                        }
                    };
                    let prepared = match &ready {
                        Ready::Document(ready) => Some(batch.prepared(ready)),
                        _ => None,
                    };
                    self.take(document, prepared, sink)?;
                    if let Some(at) = position {
                        self.progress.inputs[at].pass(document);
                    }
                    self.is_saved = false;
                    if self.unsaved >= self.options.save_every {
                        self.save(sink)?;
                    }
                }
                sink.flush()?;
                if is_idle && self.options.read.follow && sink.has_time() {
                    self.save(sink)?;
                }
                if batch.room() <= MOST_SPARE {
                    spare().push(batch);
                }
                Ok(())
            },
        )
    }

    /// Takes in a document, which may have been tokenised elsewhere.
    fn take(
        &mut self,
        document: &Document,
        prepared: Option<Prepared<'_>>,
        sink: &mut dyn OriginSink,
    ) -> Result<()> {
        self.unsaved += document.text.len() as u64;
        let most = self.options.read.max_bytes as usize / BYTES_A_WORD;
        if prepared.is_none() && count_words(&document.text) > most {
            let skipped = Skipped::too_large(document);
            return self.summary.taken.skip(&skipped, self.options.strict);
        }
        self.summary
            .taken
            .document(document.replaced, document.bad_date);
        let tokens = match prepared {
            Some(prepared) => prepared.spans.len(),
            None => self.stream.tokenise(document),
        };
        if (tokens as u32) < self.options.min_tokens {
            self.summary.left_out += 1;
            return Ok(());
        }
        self.is_unsure = true;
        let observed = match prepared {
            Some(prepared) => self.stream.take(document, prepared)?,
            None => self.stream.observe_tokenised(document)?,
        };
        sink.document(&observed)?;
        self.is_unsure = false;
        self.progress.documents += 1;
        let (summary, row) = (&mut self.summary, &observed.row);
        summary.documents += 1;
        summary.tokens += u64::from(row.tokens);
        summary.old_tokens += u64::from(row.old_tokens);
        summary.with_blocks += u64::from(!row.blocks.is_empty());
        summary.with_origin += u64::from(row.dominant_origin.is_some());
        Ok(())
    }

    /// Saves the state, if there is one, anything has been taken in since, and all of that was written.
    pub fn save(&mut self, sink: &mut dyn OriginSink) -> Result<()> {
        let needed = !self.is_saved && !self.is_unsure;
        let Some(state) = self.state.as_ref().filter(|_| needed) else {
            return Ok(());
        };
        self.progress.out = sink.sync()?;
        state.save(&self.stream.tracker, &mut self.stream.names, &self.progress)?;
        (self.unsaved, self.is_saved) = (0, true);
        sink.saved();
        Ok(())
    }
}

/// What inputs are known by to a state: nothing for what cannot be read again.
fn name_of(arguments: &[String]) -> String {
    if arguments.iter().any(|argument| argument == "-") {
        return String::new();
    }
    let paths = arguments.iter().map(|argument| {
        let path = std::path::absolute(argument).unwrap_or_else(|_| argument.into());
        path.to_string_lossy().into_owned()
    });
    paths.collect::<Vec<_>>().join("\n")
}

/// Characters of an id that are told where an input has changed.
const LAST: usize = 100;

impl Position {
    /// One more is behind it. Its id may depend on how the input was given, its text does not.
    fn pass(&mut self, document: &Document) {
        self.items += 1;
        self.digest = mix(self.digest ^ token_hash(document.text.as_bytes()));
        self.last.clear();
        self.last.extend(document.id.chars().take(LAST));
    }

    /// Whether the same is behind both.
    fn is_same(&self, other: &Self) -> bool {
        (self.items, self.digest) == (other.items, other.digest)
    }
}

/// What a source gives after a position.
struct After<'s> {
    source: &'s mut dyn Source,
    known: Position,
    passed: Position,
    /// Whether nothing more may come yet.
    follow: bool,
}

impl<'s> After<'s> {
    fn new(source: &'s mut dyn Source, known: Position, follow: bool) -> Self {
        let passed = Position {
            input: known.input.clone(),
            ..Position::default()
        };
        Self {
            source,
            known,
            passed,
            follow,
        }
    }

    fn changed(&self) -> Error {
        let Position {
            input, items, last, ..
        } = &self.known;
        let input = input.replace('\n', ", ");
        Error::Usage(format!(
            "{input} no longer begins with the {items} documents that the state knows, up to `{last}`\n\
             hint: what is new must come behind them; put them back as they were, or take in all of it under another name"
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
            let mut is_idle = true;
            let (passed, known) = (&mut self.passed, &self.known);
            // What was skipped among them has been told.
            chunk.parse(&mut |item| {
                is_idle = false;
                match &item {
                    _ if passed.items == known.items => rest.push(item),
                    Item::Document(document) => passed.pass(document),
                    Item::Skipped(_) => {}
                }
            });
            // What it knows was there: who has to wait for it waits for something else.
            let is_short = self.follow && is_idle && self.passed.items < self.known.items;
            let is_over = self.passed.items == self.known.items;
            if is_short || is_over && !self.passed.is_same(&self.known) {
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
