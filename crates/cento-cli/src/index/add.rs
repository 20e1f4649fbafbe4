//! `cento index add` and `remove`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use cento::index::{AddOptions, AddSummary, OnDuplicate, Writer};
use cento::read::only_slides;
use clap::{Args, ValueEnum};
use serde_json::json;

use super::{holder, told};
use crate::args::{FrameArgs, MemoryArgs, ReadArgs, ResourceArgs, stdin_once};
use crate::inputs;
use crate::method::GENERAL;
use crate::progress::Progress;
use crate::style::{count, counted};

/// Add documents to an index
///
/// Batches are committed as they are full: a run that is stopped can be given again, and goes on where
/// it stopped.
///
/// What most pages of a site have is left out of web pages, as far as those tell that are given together: an index does not
/// keep what it has counted, and pages of a site that are added later, or one by one, keep their frame. Give the pages of a site in one
/// run.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento index add news articles/ archive.jsonl.gz
  cento index add news posts.csv --id-field url --text-field body --on-duplicate skip
  zcat dump.jsonl.gz | cento index add news -")]
pub(super) struct Add {
    /// The index
    #[arg(value_name = "DIR")]
    index: PathBuf,
    /// Files, folders or globs to read; `-` is JSONL on standard input
    #[arg(required = true, value_name = "IN")]
    input: Vec<String>,
    /// What to do with a document whose id is in the index already: replace, skip or error
    #[arg(long, value_name = "WHAT", default_value = "replace")]
    on_duplicate: Duplicate,
    /// Stop at the first input that can't be read instead of skipping it
    #[arg(long)]
    strict: bool,
    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
    /// Print no summary and no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    resources: ResourceArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Duplicate {
    Replace,
    Skip,
    Error,
}

impl From<Duplicate> for OnDuplicate {
    fn from(duplicate: Duplicate) -> Self {
        match duplicate {
            Duplicate::Replace => Self::Replace,
            Duplicate::Skip => Self::Skip,
            Duplicate::Error => Self::Error,
        }
    }
}

impl Add {
    pub(super) fn run(self) -> Result<ExitCode> {
        stdin_once(self.input.iter().map(String::as_str))?;
        let mut writer = Writer::open(&self.index, &holder("add"))?;
        let making = writer.snapshot().making();
        let is_general = making.preset.as_deref().is_none_or(|name| name == GENERAL);
        if is_general && only_slides(&self.input, Some(&self.index)) && !self.quiet {
            writeln!(
                io::stderr(),
                "cento: these are decks, and the index was made for texts in general\n\
                 hint: make one with `cento index create DIR --preset slides`, by which single pictures and short slides are found"
            )?;
        }
        let scheme = making.scheme.clone();
        let options = AddOptions {
            fields: self.read.fields(),
            content: self.read.content(),
            frames: self.frames.options(),
            on_duplicate: self.on_duplicate.into(),
            strict: self.strict,
            leave_out: Some(self.index.clone()),
            ..options(&self.resources)?
        };
        let progress = Progress::new(self.quiet);
        let summary = cento::index::add(&mut writer, &self.input, &options, &progress);
        progress.finish();
        if matches!(summary, Err(cento::Error::Stopped)) && !self.quiet {
            writeln!(
                io::stderr(),
                "cento: stopped; {} in the index; give the command again to go on",
                counted(writer.snapshot().info()?.documents, "document")
            )?;
        }
        if !self.quiet {
            told::say(&scheme, &writer)?;
        }
        let summary = summary?;
        report(&writer, &summary, self.json, self.quiet)?;
        let given = summary.added + summary.replaced + summary.unchanged + summary.left_out;
        if given == 0 && summary.taken.skipped.is_empty() && !self.quiet {
            inputs::no_documents(&self.input)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What the machine allows.
pub(super) fn options(resources: &ResourceArgs) -> Result<AddOptions> {
    Ok(AddOptions {
        frames: Some(cento::read::FrameOptions::default()),
        threads: resources.threads().max(1),
        ..AddOptions::new(resources.memory.checked()?, resources.temp())
    })
}

/// What was done, and what stands out.
pub(super) fn report(
    writer: &Writer,
    summary: &AddSummary,
    as_json: bool,
    quiet: bool,
) -> Result<()> {
    let info = writer.snapshot().info()?;
    if as_json {
        let row = json!({
            "added": summary,
            "first_skipped": summary.taken.first_skipped,
            "index": info,
        });
        writeln!(io::stdout(), "{row}")?;
    }
    if quiet {
        return Ok(());
    }
    let mut err = io::stderr();
    let mut done = vec![format!("added {}", counted(summary.added, "document"))];
    for (number, what) in [
        (summary.replaced, "replaced"),
        (summary.unchanged, "unchanged"),
        (summary.left_out, "left out, whose id was there"),
    ] {
        if number > 0 {
            done.push(format!("{} {what}", count(number)));
        }
    }
    writeln!(
        err,
        "cento: {}; now {}",
        done.join(", "),
        counted(info.documents, "document")
    )?;
    inputs::warn(&summary.taken)?;
    inputs::frames(&summary.frames)?;
    Ok(())
}

/// Remove documents from an index
///
/// They are no longer found; `cento index compact` also removes their texts from the disk.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento index remove news 2024/03/04/ferry.txt
  cento index remove news --ids withdrawn.txt")]
pub(super) struct Remove {
    /// The index
    #[arg(value_name = "DIR")]
    index: PathBuf,
    /// The ids of documents
    #[arg(value_name = "ID", required_unless_present = "ids")]
    id: Vec<String>,
    /// A file with an id on each line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    ids: Option<PathBuf>,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    memory: MemoryArgs,
}

impl Remove {
    pub(super) fn run(self) -> Result<ExitCode> {
        let mut ids = self.id.clone();
        if let Some(file) = &self.ids {
            let text = if file == Path::new("-") {
                io::read_to_string(io::stdin()).context("cannot read standard input")?
            } else {
                std::fs::read_to_string(file)
                    .with_context(|| format!("cannot read {}", file.display()))?
            };
            ids.extend(
                text.lines()
                    .filter(|line| !line.is_empty())
                    .map(str::to_owned),
            );
        }
        let mut writer = Writer::open(&self.index, &holder("remove"))?;
        writer.within(self.memory.checked()?);
        let (mut removed, mut missing) = (0, Vec::new());
        for id in &ids {
            if writer.remove(id)? {
                removed += 1;
            } else {
                missing.push(id);
            }
        }
        writer.commit()?;
        if !self.quiet {
            let info = writer.snapshot().info()?;
            let mut err = io::stderr();
            writeln!(
                err,
                "cento: removed {}; now {}",
                counted(removed, "document"),
                counted(info.documents, "document")
            )?;
            if let Some(first) = missing.first() {
                writeln!(
                    err,
                    "cento: {} not in the index, the first {first}",
                    match missing.len() {
                        1 => "1 id is".to_owned(),
                        more => format!("{} ids are", count(more as u64)),
                    }
                )?;
            }
        }
        // An id that is not there was perhaps misspelt.
        Ok(if removed == 0 && !missing.is_empty() {
            ExitCode::from(2)
        } else {
            ExitCode::SUCCESS
        })
    }
}
