//! `cento origin`: who had it first, in a stream.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use cento::fingerprint::Scheme;
use cento::offsets::OffsetUnit;
use cento::origin::{
    Estimation, Eviction, Observed, OriginOptions, OriginSink, OriginSummary, Page, Run,
    RunOptions, Written,
};
use cento::read::ReadOptions;
use clap::{Args, ValueEnum};

use crate::args::{ReadArgs, size, stdin_once};
use crate::inputs;
use crate::method::scheme;
use crate::progress::Progress;
use crate::stop;
use crate::style::{counted, percent};

/// Say who had it first: what each document took from which earlier one, and what is new
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Origin {
    /// Files, folders or globs to read, in order of time; `-` is JSONL on standard input
    #[arg(required = true, value_name = "IN")]
    input: Vec<String>,
    /// Take documents by their dates instead of as they come; those without one come last
    #[arg(long, conflicts_with = "follow")]
    by_date: bool,
    /// Leave out documents of fewer words
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_tokens: u32,
    /// Skip texts that are longer, or have more words than a fifth of this: to work on one takes 15 times as much
    /// memory besides the table
    #[arg(long, value_name = "SIZE", default_value = "2M", value_parser = size)]
    max_text: usize,
    /// Go on reading as the file grows, until Ctrl-C
    #[arg(long)]
    follow: bool,
    /// Stop at the first input that can't be read instead of skipping it
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    state: StateArgs,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    read: ReadArgs,
    /// Threads to work on, up to four: faster, for up to 80M of memory more each
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = "Resources"
    )]
    threads: usize,
    /// Folder for temporary files [default: the system's]
    #[arg(long, value_name = "DIR", help_heading = "Resources")]
    temp: Option<PathBuf>,
}

/// What is written where.
#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
struct OutArgs {
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page with the documents themselves, copied text linked to its origin and new text marked
    #[arg(long, value_name = "FORMAT")]
    annotate: Option<Annotate>,
    /// Say something of these documents only; may be given more than once
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// What offsets count: char (code points), byte (of UTF-8) or utf16
    #[arg(
        long,
        value_name = "UNIT",
        default_value = "char",
        conflicts_with = "annotate"
    )]
    offsets: OffsetUnit,
    /// Print no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Annotate {
    Html,
}

/// How a stream goes on after a stop.
#[derive(Debug, Args)]
#[command(next_help_heading = "State")]
struct StateArgs {
    /// Keep the table in this file, and go on from it where it is there: inputs are read on from where they
    /// were read to, and what was written to --out since the last save is written anew
    #[arg(long, value_name = "FILE", conflicts_with = "exact")]
    state: Option<PathBuf>,
    /// Save the state after so much text, besides at the end and on Ctrl-C
    /// [default: four times the table]
    #[arg(long, value_name = "SIZE", value_parser = size, requires = "state")]
    save_every: Option<usize>,
}

/// What is remembered.
#[derive(Debug, Args)]
#[command(next_help_heading = "Method")]
struct TableArgs {
    /// Memory of the table of shingles, taken at once and never more; what else is at work takes up to 60M on one thread
    #[arg(long, value_name = "SIZE", default_value = "100M", value_parser = size)]
    memory: usize,
    /// Remember every shingle, in as much memory as that takes
    #[arg(long, conflicts_with_all = ["memory", "eviction", "estimation", "bridge", "halve_at", "seed"])]
    exact: bool,
    /// Which shingles are looked at [default: hailstorm:k=8,trim=true; with --exact kgram:k=8, all of them]
    #[arg(long, value_name = "SCHEME", value_parser = scheme)]
    scheme: Option<Scheme>,
    /// Which shingle leaves when there is no room: random, lru, copy-count or lucky
    #[arg(long, value_name = "WHICH", default_value_t = Eviction::DEFAULT)]
    eviction: Eviction,
    /// What is guessed of shingles that have left: none, expansion, bridging or both
    #[arg(long, value_name = "HOW", default_value_t = Estimation::DEFAULT)]
    estimation: Estimation,
    /// Bridges are shorter than this, in selected shingles; there, their ends are known modulo 256
    #[arg(long, value_name = "N", default_value_t = 30)]
    bridge: usize,
    /// The mean score at which those of a bucket are halved, for lucky ones; 11 in the paper
    #[arg(long, value_name = "N", default_value_t = OriginOptions::HALVE_AT)]
    halve_at: usize,
    /// Which random shingles leave
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

const EXAMPLES: &str = "Examples:
  cento origin posts.jsonl > origins.jsonl
  cento origin articles/*.jsonl --by-date --memory 1G --min-tokens 45 --out origins.jsonl
  cento origin feed.jsonl --follow --state feed.state --out feed-origins.jsonl
  cento origin posts.jsonl --annotate html --only post-17 --out post-17.html";

impl TableArgs {
    fn options(&self) -> OriginOptions {
        let options = match self.exact {
            true => OriginOptions::exact(),
            false => OriginOptions {
                eviction: self.eviction,
                estimation: self.estimation,
                bridge: self.bridge,
                halve_at: self.halve_at,
                seed: self.seed,
                ..OriginOptions::within(self.memory)
            },
        };
        OriginOptions {
            scheme: self.scheme.clone().unwrap_or(options.scheme),
            ..options
        }
    }
}

/// The table is saved once for so many times its size of text.
const SAVE_EVERY: u64 = 4;

/// Bytes of text that are always worth waiting for.
const LEAST_SAVED: u64 = 16 << 20;

/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

impl Origin {
    pub(crate) fn run(self) -> Result<ExitCode> {
        stdin_once(self.input.iter().map(String::as_str))?;
        if self.follow && self.input.len() > 1 {
            bail!(
                "one input can be followed\nhint: `tail -qf FILE... | cento origin - --follow` reads several"
            );
        }
        let origin = self.table.options();
        let save_every = match (self.state.save_every, origin.memory) {
            (Some(bytes), _) => bytes as u64,
            (None, table) => (SAVE_EVERY * table.unwrap_or(0) as u64).max(LEAST_SAVED),
        };
        let temp = self.temp.clone().unwrap_or_else(std::env::temp_dir);
        let options = RunOptions {
            origin,
            read: ReadOptions {
                max_bytes: self.max_text as u64,
                chunk_bytes: CHUNK,
                temp: Some(temp.clone()),
                follow: self.follow,
                ..self.read.options()
            },
            min_tokens: self.min_tokens,
            by_date: self.by_date,
            state: self.state.state.clone(),
            save_every,
            threads: self.threads,
            temp,
            unit: match self.out.annotate {
                Some(Annotate::Html) => OffsetUnit::Byte,
                None => self.out.offsets,
            },
            strict: self.strict,
        };
        let mut run = Run::open(options, &self.input)?;
        let mut sink = Sink::open(&self.out, &run)?;
        let progress = Progress::new(self.out.quiet || self.follow);
        let outcome = run.go(&progress, &mut sink);
        progress.finish();
        if let Err(error) = &outcome {
            // What was done stands, whatever came then; what came then is told first.
            let saved = sink.flush().and_then(|()| run.save(&mut sink));
            if matches!(error, cento::Error::Stopped) {
                saved?;
            }
        }
        if !self.out.quiet && matches!(outcome, Ok(()) | Err(cento::Error::Stopped)) {
            self.summary(&run.summary)?;
            sink.warn_of_unknown()?;
        }
        outcome?;
        Ok(ExitCode::SUCCESS)
    }

    fn summary(&self, summary: &OriginSummary) -> io::Result<()> {
        inputs::warn(&summary.taken)?;
        if summary.taken.skipped.contains_key("too_large") {
            writeln!(io::stderr(), "hint: longer texts are read with --max-text")?;
        }
        if !summary.empty.is_empty() {
            inputs::no_documents(&summary.empty)?;
        }
        let mut err = io::stderr();
        if summary.undated > 0 {
            let documents = counted(summary.undated, "document");
            writeln!(err, "cento: {documents} without a date, taken last")?;
        }
        if summary.passed_over > 0 {
            let documents = counted(summary.passed_over, "document");
            writeln!(err, "cento: went on after {documents} that the state knows")?;
        }
        if summary.left_out > 0 {
            let documents = counted(summary.left_out, "document");
            let words = self.min_tokens;
            writeln!(
                err,
                "cento: left out {documents} of fewer than {words} words"
            )?;
        }
        if summary.documents == 0 {
            return Ok(());
        }
        let old = summary.old_tokens as f64 / summary.tokens.max(1) as f64;
        writeln!(
            err,
            "cento: {}, {} of them with copied text; {}, {} of them seen before; {} mostly from an earlier one",
            counted(summary.documents, "document"),
            crate::style::count(summary.with_blocks),
            counted(summary.tokens, "word"),
            percent(old),
            counted(summary.with_origin, "document"),
        )
    }
}

/// Where rows or pages go.
struct Sink<'a> {
    args: &'a OutArgs,
    writer: BufWriter<Box<dyn Write>>,
    /// The same file, to make it durable.
    file: Option<(PathBuf, File)>,
    page: Page<'a>,
    /// Ids that were asked for and have come.
    found: HashSet<String>,
    row: Vec<u8>,
    /// When the state was last begun to be saved.
    saving: Instant,
    /// Before this, it is not saved because nothing comes.
    wait_until: Instant,
}

/// While nothing comes, the state is saved no sooner than this after the last time, and no sooner than so many times
/// what that took.
const LEAST_WAIT: Duration = Duration::from_secs(2);
const WAIT_TIMES: u32 = 100;

impl<'a> Sink<'a> {
    /// Goes on with the file that a state knows, or begins one.
    fn open(args: &'a OutArgs, run: &Run) -> Result<Self> {
        let (known, next) = run.next();
        let mut sink = Self {
            args,
            writer: BufWriter::new(Box::new(io::stdout())),
            file: None,
            page: Page {
                since: next,
                only: &args.only,
            },
            found: HashSet::new(),
            row: Vec::new(),
            saving: Instant::now(),
            wait_until: Instant::now(),
        };
        let mut kept = 0;
        if let Some(path) = args.out.as_deref().filter(|path| *path != Path::new("-")) {
            let name = path.display();
            if run.uses(path) {
                bail!("{name} is read, or part of the state: results cannot be written to it");
            }
            let fail = |cause| cento::Error::io("write", path)(cause);
            let absolute = std::path::absolute(path).map_err(fail)?;
            let written = run.written().filter(|written| written.path == absolute);
            if let Some(written) = written {
                if written.format != args.format() {
                    bail!(
                        "{name} has {} from before, and {} are asked for\nhint: name another file",
                        written.format,
                        args.format()
                    );
                }
                (kept, sink.page.since) = (written.bytes, written.since);
            }
            let found = path.metadata().map_or(0, |file| file.len());
            if found < kept {
                bail!(
                    "{name} has {found} bytes, and the state knows of {kept}\n\
                     hint: put it back as it was, or name another file"
                );
            }
            if written.is_none() && known > 0 && found > 0 {
                bail!(
                    "{name} is there, and not what the state wrote last: what comes now would stand in its place\n\
                     hint: name another file"
                );
            }
            let mut file = File::options()
                .create(true)
                .write(true)
                .truncate(false)
                .open(path)
                .map_err(fail)?;
            if file.metadata().map_err(fail)?.is_file() {
                // What was written since the last save is written anew.
                file.set_len(kept).map_err(fail)?;
                file.seek(SeekFrom::Start(kept)).map_err(fail)?;
                let other = file.try_clone().map_err(fail)?;
                // Its name must outlive a power cut, too.
                let folder = absolute.parent().unwrap_or(Path::new("/"));
                let synced = File::open(folder).and_then(|folder| folder.sync_all());
                synced.map_err(fail)?;
                sink.file = Some((absolute, other));
            }
            sink.writer = BufWriter::new(Box::new(file));
        }
        if args.annotate.is_some() && kept == 0 {
            sink.writer.write_all(Page::head().as_bytes())?;
        }
        Ok(sink)
    }

    fn error(&self) -> impl FnOnce(io::Error) -> cento::Error + use<> {
        let path = self.args.out.clone();
        cento::Error::io("write", path.unwrap_or_else(|| "standard output".into()))
    }

    /// Says which documents were asked for and have not come.
    fn warn_of_unknown(&self) -> io::Result<()> {
        for id in self.args.only.iter().filter(|id| !self.found.contains(*id)) {
            writeln!(io::stderr(), "cento: no document had the id {id}")?;
        }
        Ok(())
    }
}

impl OutArgs {
    /// What is written.
    fn format(&self) -> String {
        let mut format = match self.annotate {
            Some(Annotate::Html) => "pages".to_owned(),
            None => format!("rows with offsets by {}", self.offsets.name()),
        };
        if !self.only.is_empty() {
            format += " of ";
            format += &self.only.join(", ");
        }
        format
    }
}

impl OriginSink for Sink<'_> {
    fn document(&mut self, observed: &Observed<'_>) -> cento::Result<()> {
        stop::go_on();
        let id = &observed.document.id;
        if !self.args.only.is_empty() {
            if !self.args.only.contains(id) {
                return Ok(());
            }
            self.found.insert(id.clone());
        }
        self.row.clear();
        match self.args.annotate {
            Some(Annotate::Html) => {
                let html = self.page.document(observed);
                self.row.extend_from_slice(html.as_bytes());
            }
            None => {
                serde_json::to_writer(&mut self.row, &observed.row)
                    .map_err(|error| self.error()(error.into()))?;
                self.row.push(b'\n');
            }
        }
        let written = self.writer.write_all(&self.row);
        written.map_err(self.error())
    }

    fn flush(&mut self) -> cento::Result<()> {
        self.writer.flush().map_err(self.error())
    }

    fn has_time(&mut self) -> bool {
        Instant::now() >= self.wait_until
    }

    fn saved(&mut self) {
        let wait = LEAST_WAIT.max(WAIT_TIMES * self.saving.elapsed());
        self.wait_until = Instant::now() + wait;
    }

    fn sync(&mut self) -> cento::Result<Option<Written>> {
        self.saving = Instant::now();
        // To save may take longer than a run has to stop.
        stop::finish();
        self.flush()?;
        let Some((path, file)) = &mut self.file else {
            return Ok(None);
        };
        let bytes = file
            .sync_all()
            .and_then(|()| file.stream_position())
            .map_err(cento::Error::io("write", &*path))?;
        Ok(Some(Written {
            path: path.clone(),
            bytes,
            format: self.args.format(),
            since: self.page.since,
        }))
    }
}
