//! `cento mile`: what two parties have in common, without showing each other a text.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use cento::find::{Counting, Thresholds};
use cento::mile::{Comparing, Key, PrintFile, PrintWriter, RunRow, SharedRow};
use cento::read::{Document, Input, Item};
use cento::token::{Tokenizer, Tokens, Words};
use cento::watch::{Stage, Watch};
use clap::{Args, Subcommand};

use crate::args::ReadArgs;
use crate::inputs;
use crate::progress::Progress;
use crate::stop;
use crate::style::{count, counted, one_line, percent};

/// Compare documents by a few bits of each word, without showing their texts
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Mile {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "Examples:
  cento mile write ours/ --key-file key.txt --out ours.mile
  cento mile compare ours.mile theirs.mile
  cento mile compare ours.mile theirs.mile --texts ours/
  cento mile downgrade ours.mile --bits 3 --out smaller.mile

What a file of prints gives away: how many documents there are, their ids (--numbered writes numbers
instead), how many words each has, and a few bits of each word, in order. Without a key anybody can find
out whether a text they have is in it. With --key or --key-file only those can who have the key; others
still see which places of these documents, or of two files with the same key, are likely to have the same
word, and how often words repeat. It is no encryption: do not publish prints of what must stay secret.

See docs/reference/mile.md.";

#[derive(Debug, Subcommand)]
enum Verb {
    Write(WritePrints),
    Compare(ComparePrints),
    Downgrade(Downgrade),
    Info(Info),
}

impl Mile {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.verb {
            Verb::Write(write) => write.run(),
            Verb::Compare(compare) => compare.run(),
            Verb::Downgrade(downgrade) => downgrade.run(),
            Verb::Info(info) => info.run(),
        }
    }
}

/// Write the prints of documents to a file
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento mile write essays/ --out essays.mile
  cento mile write essays/ --bits 5 --key-file key.txt --numbered --out essays.mile")]
struct WritePrints {
    /// Files, folders or globs to read; `-` is JSONL on standard input
    #[arg(required = true, value_name = "IN")]
    input: Vec<String>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Bits of each word, 1 to 8: more tell words apart better, and give more away
    #[arg(long, value_name = "B", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8))]
    bits: u32,
    /// A key that both parties have; others see it in the list of processes: better --key-file
    #[arg(long, value_name = "KEY", conflicts_with = "key_file")]
    key: Option<String>,
    /// A file with the key
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// Write numbers from 1 instead of ids
    #[arg(long)]
    numbered: bool,
    /// Print no progress and nothing about what is skipped
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    read: ReadArgs,
}

impl WritePrints {
    fn run(self) -> Result<ExitCode> {
        let mut input = Input::open(&self.input, &self.read.options())?;
        let mut writer = PrintWriter::create(&self.out, self.bits, self.key()?)?;
        if let Some(name) = self.out.file_name() {
            let folder = self.out.parent();
            let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
            let name = name.to_string_lossy().into_owned();
            stop::writing(folder.unwrap_or(Path::new(".")), [name]);
        }
        let (mut documents, mut tokens) = (0u64, 0u64);
        each_document(&mut input, self.quiet, |document| {
            documents += 1;
            let number = documents.to_string();
            let id = if self.numbered { &number } else { &document.id };
            tokens += u64::from(writer.add(id, &document.text)?);
            Ok(())
        })?;
        writer.finish()?;
        if documents == 0 && !self.quiet {
            inputs::no_documents(&self.input)?;
        }
        if !self.quiet {
            let (documents, words) = (counted(documents, "document"), counted(tokens, "word"));
            writeln!(
                io::stderr(),
                "cento: wrote the prints of {documents}, {words}, to {}",
                self.out.display()
            )?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn key(&self) -> Result<Option<Key>> {
        let given = match (&self.key, &self.key_file) {
            (Some(key), _) => key.clone(),
            (None, Some(file)) => std::fs::read_to_string(file)
                .with_context(|| format!("cannot read {}", file.display()))?,
            (None, None) => return Ok(None),
        };
        // A file ends in a line feed, which is no part of a key.
        Ok(Some(Key::new(given.trim())?))
    }
}

/// Say what documents of two files, or of one, have in common
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento mile compare ours.mile theirs.mile
  cento mile compare ours.mile theirs.mile --texts ours/
  cento mile compare all.mile --json")]
struct ComparePrints {
    /// A file of prints
    #[arg(value_name = "A")]
    a: PathBuf,
    /// Another; without it the documents of A are compared with one another
    #[arg(value_name = "B")]
    b: Option<PathBuf>,
    /// Words that must match in a row, at least
    #[arg(long, short = 'm', value_name = "M", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=64))]
    length: u32,
    /// Look at every O-th place of B only: less memory, and copies of fewer than M + 2 O words may be missed
    #[arg(long, short = 'o', value_name = "O", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    overleap: u32,
    /// Let words of B match once each
    #[arg(long)]
    multiset: bool,
    /// Show the words in common from documents that you have, which are read from here
    #[arg(long, value_name = "IN", num_args = 1..)]
    texts: Vec<String>,
    /// Write a line of JSON for each pair
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

impl ComparePrints {
    fn run(self) -> Result<ExitCode> {
        let a = PrintFile::read(&self.a)?;
        let b = self.b.as_deref().map(PrintFile::read).transpose()?;
        let comparing = Comparing {
            length: self.length,
            overleap: self.overleap,
            counting: match self.multiset {
                true => Counting::Multiset,
                false => Counting::Set,
            },
            thresholds: Thresholds::default(),
        };
        let mut out = BufWriter::new(io::stdout().lock());
        let mut rows = Vec::new();
        comparing.run(&a, b.as_ref(), |row| {
            stop::check()?;
            match self.json && self.texts.is_empty() {
                true => {
                    let line = serde_json::to_string(&row).map_err(io::Error::from);
                    let line = line.and_then(|line| writeln!(out, "{line}"));
                    line.map_err(cento::Error::io("write", "standard output"))?;
                }
                false => rows.push(row),
            }
            Ok(())
        })?;
        if self.json && self.texts.is_empty() {
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        let texts = self.read_texts(&rows)?;
        if rows.is_empty() {
            writeln!(
                out,
                "no two documents have {} words in a row in common",
                self.length + self.overleap
            )?;
        }
        for row in &rows {
            match self.json {
                true => writeln!(out, "{}", texts.shown(row)?)?,
                false => told(row, &texts, &mut out)?,
            }
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    /// The documents of the rows, as far as we have them.
    fn read_texts(&self, rows: &[SharedRow]) -> Result<Texts> {
        let mut texts = Texts::default();
        if self.texts.is_empty() {
            return Ok(texts);
        }
        let wanted = rows.iter().flat_map(|row| [row.a_id.as_str(), &row.b_id]);
        let wanted: BTreeSet<&str> = wanted.collect();
        let mut input = Input::open(&self.texts, &self.read.options())?;
        let mut number = 0u64;
        each_document(&mut input, true, |document| {
            number += 1;
            // Of a file with numbers the documents are known by these. A file that was named alone is known by its name, one of
            // several by its path.
            let name = document.id.rsplit('/').next().unwrap_or_default();
            for id in [document.id.as_str(), name, &number.to_string()] {
                if wanted.contains(id) {
                    texts.add(id.to_owned(), document.text.clone());
                }
            }
            Ok(())
        })?;
        if texts.0.is_empty() && !rows.is_empty() {
            bail!(
                "none of the documents in {} has an id that is in the prints\nhint: read them as they were read to write the prints",
                self.texts.join(", ")
            );
        }
        Ok(texts)
    }
}

/// Documents that we have, with the places of their words.
#[derive(Default)]
struct Texts(BTreeMap<String, (String, Tokens)>);

impl Texts {
    fn add(&mut self, id: String, text: String) {
        let mut tokens = Tokens::default();
        Words::default().tokenize(&text, &mut tokens);
        self.0.entry(id).or_insert((text, tokens));
    }

    /// A row with the words of its runs.
    fn shown(&self, row: &SharedRow) -> serde_json::Result<serde_json::Value> {
        let mut shown = serde_json::to_value(row)?;
        let texts: Vec<Option<&str>> = row.runs.iter().map(|run| self.of(row, run)).collect();
        shown["texts"] = serde_json::to_value(texts)?;
        Ok(shown)
    }

    /// The words of a run, from the side that we have.
    fn of(&self, row: &SharedRow, run: &RunRow) -> Option<&str> {
        let sides = [
            (&row.a_id, run.a_begin, run.a_end, row.a_tokens),
            (&row.b_id, run.b_begin, run.b_end, row.b_tokens),
        ];
        sides.into_iter().find_map(|(id, begin, end, all)| {
            let (text, tokens) = self.0.get(id)?;
            // Another document than the one that was written is told by its length.
            let is_same = tokens.len() == all as usize;
            let span = cento::span::TokenSpan { begin, end };
            is_same.then(|| text.get(tokens.bytes_of(span).range()))?
        })
    }
}

/// Characters of a run that are shown.
const WIDTH: usize = 100;

fn told(row: &SharedRow, texts: &Texts, out: &mut impl Write) -> io::Result<()> {
    let SharedRow {
        a_id,
        b_id,
        class,
        runs,
        ..
    } = row;
    let (x, y) = (percent(row.a_in_b), percent(row.b_in_a));
    writeln!(
        out,
        "{a_id} and {b_id} ({class}): {x} of the first, {y} of the second"
    )?;
    for run in runs {
        let words = counted(u64::from(run.a_end - run.a_begin), "word");
        let [a, b] = [run.a_begin, run.b_begin].map(|place| count(u64::from(place) + 1));
        write!(out, "  {words} from word {a} on, and from word {b} on")?;
        match texts.of(row, run) {
            Some(text) => writeln!(out, ":\n    {}", one_line(text, WIDTH))?,
            None => writeln!(out)?,
        }
    }
    writeln!(out)
}

/// Write the same prints with fewer bits
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento mile downgrade essays.mile --bits 3 --out smaller.mile")]
struct Downgrade {
    /// A file of prints
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Bits of each word, fewer than it has
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u32).range(1..=8))]
    bits: u32,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Downgrade {
    fn run(self) -> Result<ExitCode> {
        PrintFile::read(&self.file)?.downgrade(self.bits, &self.out)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Say what is in a file of prints
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento mile info essays.mile")]
struct Info {
    /// A file of prints
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Info {
    fn run(self) -> Result<ExitCode> {
        let file = PrintFile::read(&self.file)?;
        let tokens = file
            .entries
            .iter()
            .map(|entry| u64::from(entry.print.tokens()));
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "{}, {}; {} a word; {}",
            counted(file.entries.len() as u64, "document"),
            counted(tokens.sum(), "word"),
            counted(u64::from(file.bits()), "bit"),
            if file.has_key() {
                "with a key"
            } else {
                "without a key"
            },
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Calls `each` with every document of an input; says what is skipped.
fn each_document(
    input: &mut Input,
    quiet: bool,
    mut each: impl FnMut(Document) -> Result<()>,
) -> Result<()> {
    use cento::read::Source;
    let progress = Progress::new(quiet);
    let (mut bytes_read, total) = (0, input.total_bytes().unwrap_or(0));
    while let Some(chunk) = input.next_chunk()? {
        bytes_read += chunk.bytes_read();
        progress.advance(Stage::Read, bytes_read, total)?;
        let mut items = Vec::new();
        chunk.parse(&mut |item| items.push(item));
        for item in items {
            match item {
                Item::Document(document) => each(document)?,
                Item::Skipped(skipped) if !quiet => {
                    let (reason, detail) = (skipped.reason.code(), &skipped.detail);
                    writeln!(io::stderr(), "cento: skipped {detail} ({reason})")?;
                }
                Item::Skipped(_) => {}
            }
        }
    }
    progress.finish();
    Ok(())
}
