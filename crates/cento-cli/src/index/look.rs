//! `cento index list`, `info` and `verify`.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use cento::index::{Snapshot, verify};
use clap::Args;
use serde_json::json;

use crate::style::{bytes, count, counted, one_line};

/// List the documents of an index, in their order
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento index list news
  cento index list news --json | grep 1912")]
pub(super) struct List {
    /// The index
    #[arg(value_name = "DIR")]
    index: PathBuf,
    /// Print JSON lines: id, tokens, date, series, title
    #[arg(long)]
    json: bool,
}

impl List {
    pub(super) fn run(self) -> Result<ExitCode> {
        let snapshot = Snapshot::open(&self.index)?;
        let is_terminal = io::stdout().is_terminal();
        let mut out = BufWriter::new(io::stdout().lock());
        for document in snapshot.list()? {
            let document = document?;
            if self.json {
                writeln!(out, "{}", serde_json::to_string(&document)?)?;
            } else {
                // As they are where another program reads them.
                match is_terminal {
                    true => writeln!(out, "{}", one_line(&document.id, usize::MAX))?,
                    false => writeln!(out, "{}", document.id)?,
                }
            }
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Say what is in an index and how it was made
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento index info news")]
pub(super) struct Information {
    /// The index
    #[arg(value_name = "DIR")]
    index: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Information {
    pub(super) fn run(self) -> Result<ExitCode> {
        let snapshot = Snapshot::open(&self.index)?;
        let (info, making) = (snapshot.info()?, snapshot.making());
        let mut out = Vec::new();
        if self.json {
            writeln!(out, "{}", json!({ "index": info, "making": making }))?;
        } else {
            let preset = match &making.preset {
                Some(preset) => format!(" (preset {preset})"),
                None => String::new(),
            };
            writeln!(out, "scheme     {}{preset}", making.scheme.brief())?;
            writeln!(
                out,
                "made with  tokenizer {}, hash {}, Unicode {}",
                making.tokenizer, making.hash, making.unicode
            )?;
            writeln!(
                out,
                "documents  {}, {} different",
                count(info.documents),
                count(info.contents)
            )?;
            if info.dead_documents > 0 {
                writeln!(
                    out,
                    "removed    {} that still take room, and are counted below",
                    count(info.dead_documents)
                )?;
            }
            writeln!(out, "words      {}", count(info.tokens))?;
            writeln!(out, "text       {}", bytes(info.text_bytes))?;
            let share = info.bytes as f64 / info.text_bytes.max(1) as f64;
            writeln!(
                out,
                "on disk    {} in {}; {share:.2} of the text",
                bytes(info.bytes),
                counted(info.segments as u64, "segment"),
            )?;
            let each = info.bytes_of_postings as f64 / info.postings.max(1) as f64;
            writeln!(
                out,
                "           texts {}, words {}, fingerprints {}, the rest {}",
                bytes(info.bytes_of_texts),
                bytes(info.bytes_of_words),
                bytes(info.bytes_of_postings),
                bytes(
                    info.bytes - info.bytes_of_texts - info.bytes_of_words - info.bytes_of_postings
                ),
            )?;
            writeln!(
                out,
                "postings   {}, {each:.1} bytes each",
                count(info.postings)
            )?;
            writeln!(out, "commits    {}", count(info.commit))?;
        }
        io::stdout().write_all(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Check every byte of an index
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento index verify news")]
pub(super) struct Verify {
    /// The index
    #[arg(value_name = "DIR")]
    index: PathBuf,
    /// Print nothing where all is well
    #[arg(long, short)]
    quiet: bool,
}

impl Verify {
    pub(super) fn run(self) -> Result<ExitCode> {
        let wrong = verify(&self.index)?;
        let mut err = io::stderr();
        for error in &wrong {
            // The hint is the same for all.
            let text = error.to_string();
            writeln!(err, "cento: {}", text.lines().next().unwrap_or_default())?;
        }
        if !wrong.is_empty() {
            writeln!(
                err,
                "hint: put the files back from a copy, or make the index anew"
            )?;
            return Ok(ExitCode::from(2));
        }
        if !self.quiet {
            writeln!(err, "cento: {} is as it was written", self.index.display())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
