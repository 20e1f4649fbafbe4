//! `cento index`: a collection that documents are added to and removed from.

mod add;
mod carry;
mod look;
mod told;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use cento::find::Preset;
use cento::fingerprint::Scheme;
use cento::index::{Making, Writer};
use clap::{Args, Subcommand};

use crate::args::MemoryArgs;
use crate::idle;
use crate::method::scheme;
use crate::style::counted;
use crate::words::WordArgs;

/// Make and keep an index: documents come and go, and texts are checked against it
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Index {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "Examples:
  cento index create news
  cento index add news articles/ archive.jsonl.gz
  cento check draft.txt --index news
  cento find --index news --out results
  cento index remove news 2024/03/04/ferry.txt

See docs/reference/index.md.";

#[derive(Debug, Subcommand)]
enum Verb {
    Create(Create),
    Add(add::Add),
    Remove(add::Remove),
    List(look::List),
    Info(look::Information),
    Verify(look::Verify),
    Compact(Compact),
    Export(carry::Export),
    Import(carry::Import),
}

impl Index {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.verb {
            Verb::Create(create) => create.run(),
            Verb::Add(add) => add.run(),
            Verb::Remove(remove) => remove.run(),
            Verb::List(list) => list.run(),
            Verb::Info(info) => info.run(),
            Verb::Verify(verify) => verify.run(),
            Verb::Compact(compact) => compact.run(),
            Verb::Export(export) => export.run(),
            Verb::Import(import) => import.run(),
        }
    }
}

/// Make an empty index
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento index create news
  cento index create library --preset books
  cento index create quotes --preset sentences
  cento index create quotes --preset sentences --lang en --stop-words my-stop-words.txt
  cento index create code --scheme winnow:k=5,window=8

With --preset sentences the language is told from the first documents that are added, unless --lang names it.")]
struct Create {
    /// The folder to make; it must be empty if it is there
    #[arg(value_name = "DIR")]
    index: PathBuf,
    #[command(flatten)]
    making: MakingArgs,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

/// How an index is made.
#[derive(Debug, Args)]
pub(crate) struct MakingArgs {
    /// A scheme and what counts as a passage, under one name: general, news, books, editions or sentences
    /// [default: general]
    #[arg(long, value_name = "NAME")]
    preset: Option<Preset>,
    /// The fingerprinting: kgram, every, modp, winnow, hailstorm, breaks, dct, unique, words or qsign, with parameters
    #[arg(long, value_name = "SCHEME", value_parser = scheme, conflicts_with = "preset")]
    scheme: Option<Scheme>,
    #[command(flatten)]
    words: WordArgs,
}

impl MakingArgs {
    fn making(&self) -> Result<Making> {
        let preset = self.preset.unwrap_or_default();
        let given = self.scheme.clone();
        let scheme = given.unwrap_or_else(|| preset.scheme());
        let given: Vec<_> = self.words.names().collect();
        let mistakes = idle::mistakes(&given, &scheme, idle::SchemeFrom::Arguments);
        if !mistakes.is_empty() {
            bail!(mistakes.join("\n"));
        }
        let scheme = self.words.of(scheme);
        let name = self.scheme.is_none().then(|| preset.name.to_owned());
        Ok(Making::new(scheme, name))
    }
}

impl Create {
    fn run(self) -> Result<ExitCode> {
        let making = self.making.making()?;
        let scheme = making.scheme.clone();
        Writer::create(&self.index, making, &holder("create"))?;
        if !self.quiet {
            eprintln!(
                "cento: made an index in {} with {}",
                self.index.display(),
                scheme.brief()
            );
            if let Some(asked) = told::asked(&scheme) {
                eprintln!("cento: {asked}");
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Write the index anew, without anything that was removed from it
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento index compact news")]
struct Compact {
    /// The index
    #[arg(value_name = "DIR")]
    index: PathBuf,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    memory: MemoryArgs,
}

impl Compact {
    fn run(self) -> Result<ExitCode> {
        let mut writer = Writer::open(&self.index, &holder("compact"))?;
        writer.within(self.memory.checked()?);
        let before = writer.snapshot().info()?.bytes;
        writer.compact()?;
        let info = writer.snapshot().info()?;
        if !self.quiet {
            eprintln!(
                "cento: {}, {} (before {})",
                counted(info.documents, "document"),
                crate::style::bytes(info.bytes),
                crate::style::bytes(before)
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Who holds an index while it is written to, for others to be told.
pub(crate) fn holder(verb: &str) -> String {
    format!("`cento index {verb}` (process {})", std::process::id())
}
