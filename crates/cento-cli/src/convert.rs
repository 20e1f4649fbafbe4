//! `cento convert`: documents as cento reads them.

use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use cento::read::{Framed, Input, Means};
use cento::report::{Destination, convert};
use clap::Args;

use crate::args::{FrameArgs, ReadArgs};
use crate::inputs;
use crate::progress::Progress;
use crate::stop;
use crate::style::counted;

/// Write documents as cento reads them, as JSONL or Parquet
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento convert letters/ --out letters.parquet
  cento convert posts.csv.gz --id-field url --text-field body --out - | head -1")]
pub(crate) struct Convert {
    /// Files, folders or globs to read; `-` is JSONL on standard input
    #[arg(required = true, value_name = "IN")]
    input: Vec<String>,
    /// The file to write, .jsonl or .parquet; `-` is JSONL on standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Stop at the first input that can't be read instead of skipping it
    #[arg(long)]
    strict: bool,
    /// Print no progress and nothing about what is skipped
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    frames: FrameArgs,
}

/// Bytes of memory for web pages that are gathered; more go to a temporary file.
const MEMORY: usize = 1 << 30;

impl Convert {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let options = self.read.options();
        let mut input = Input::open(&self.input, &options)?;
        if let Some(name) = self.out.file_name() {
            let folder = self
                .out
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            let name = name.to_string_lossy().into_owned();
            stop::writing(folder.unwrap_or(Path::new(".")), [name]);
        }
        let progress = Progress::new(self.quiet);
        let mut stdout = BufWriter::new(io::stdout().lock());
        let to_stdout = self.out == Path::new("-");
        let destination = if to_stdout {
            Destination::Stream(&mut stdout)
        } else {
            Destination::File(&self.out)
        };
        let total = input.total_bytes().unwrap_or(0);
        let means = Means {
            memory: MEMORY,
            threads: std::thread::available_parallelism().map_or(1, NonZero::get),
            watch: &progress,
            total,
        };
        let mut framed = Framed::new(
            &mut input,
            self.frames.options(),
            means,
            std::env::temp_dir(),
        );
        let converted = convert(&mut framed, total, destination, &progress, |skipped| {
            let (reason, detail) = (skipped.reason.code(), &skipped.detail);
            if self.strict {
                return Err(cento::Error::Strict {
                    reason,
                    detail: detail.clone(),
                });
            }
            if !self.quiet {
                let _ = writeln!(io::stderr(), "cento: skipped {detail} ({reason})");
            }
            Ok(())
        })?;
        progress.finish();
        if !self.quiet {
            inputs::frames(&framed.finish().summary())?;
        }
        let mut err = io::stderr();
        if converted.replaced > 0 && !self.quiet {
            let sequences = counted(converted.replaced, "sequence");
            writeln!(err, "cento: replaced {sequences} of invalid UTF-8")?;
        }
        if !self.quiet && !to_stdout {
            let documents = counted(converted.documents, "document");
            writeln!(err, "cento: wrote {documents} to {}", self.out.display())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
