//! `cento index export` and `import`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use cento::index::{Exported, Making, Snapshot, Writer};
use cento::report::{Destination, convert, export_postings};
use clap::Args;

use super::add::{options, report};
use super::{holder, told};
use crate::args::ResourceArgs;
use crate::progress::Progress;
use crate::stop;
use crate::style::counted;

const MAKING: &str = "index.json";
const DOCUMENTS: &str = "documents.parquet";
const POSTINGS: &str = "postings.parquet";

/// Write an index as Parquet files, for other tools and other versions
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento index export news --out news-export

documents.parquet has the documents in their order, postings.parquet the fingerprints: the row of the
document, the key, and which tokens it stands for; index.json says how the index was made.")]
pub(super) struct Export {
    /// The index
    #[arg(value_name = "DIR")]
    index: PathBuf,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Print no progress
    #[arg(long, short)]
    quiet: bool,
}

impl Export {
    pub(super) fn run(self) -> Result<ExitCode> {
        let snapshot = Arc::new(Snapshot::open(&self.index)?);
        let cannot = || format!("cannot create {}", self.out.display());
        fs::create_dir_all(&self.out).with_context(cannot)?;
        if let (Ok(index), Ok(out)) = (self.index.canonicalize(), self.out.canonicalize())
            && index == out
        {
            bail!(
                "{} is the index itself\nhint: name another folder with --out",
                out.display()
            );
        }
        // A folder without it is not taken for a whole export, as long as this is not one.
        let making_path = self.out.join(MAKING);
        match fs::remove_file(&making_path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(error)
                    .with_context(|| format!("cannot replace {}", making_path.display()));
            }
            _ => {}
        }
        stop::writing(&self.out, [DOCUMENTS, POSTINGS].map(str::to_owned));
        let progress = Progress::new(self.quiet);
        let mut source = Exported::new(&snapshot)?;
        let documents = self.out.join(DOCUMENTS);
        let destination = Destination::File(&documents);
        let written = convert(&mut source, 0, destination, &progress, |_| Ok(()))?;
        export_postings(&snapshot, &self.out.join(POSTINGS), &progress)?;
        let making = serde_json::to_string_pretty(snapshot.making())?;
        fs::write(&making_path, making + "\n")
            .with_context(|| format!("cannot write {}", making_path.display()))?;
        progress.finish();
        if !self.quiet {
            writeln!(
                io::stderr(),
                "cento: wrote {} to {}",
                counted(written.documents, "document"),
                self.out.display()
            )?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Make an index of what was exported
///
/// The documents are read anew, so that an export of another version can be imported. An import that was
/// stopped can be given again, and goes on.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento index import news-copy news-export")]
pub(super) struct Import {
    /// The folder of the new index; documents are added to an index that is there, if it was made the same way
    #[arg(value_name = "DIR")]
    index: PathBuf,
    /// What `cento index export` wrote
    #[arg(value_name = "FOLDER")]
    from: PathBuf,
    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
    /// Print no summary and no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    resources: ResourceArgs,
}

impl Import {
    pub(super) fn run(self) -> Result<ExitCode> {
        let path = self.from.join(MAKING);
        let text = fs::read_to_string(&path).with_context(|| {
            format!(
                "cannot read {}: is {} an export?",
                path.display(),
                self.from.display()
            )
        })?;
        let made: Making = serde_json::from_str(&text)
            .with_context(|| format!("cannot read {}", path.display()))?;
        // As this version makes it, with the same scheme.
        let making = Making::new(made.scheme, made.preset);
        let mut writer = match Snapshot::open(&self.index) {
            Ok(snapshot) if snapshot.making().scheme == making.scheme => {
                Writer::open(&self.index, &holder("import"))?
            }
            Ok(snapshot) => {
                return Err(cento::Error::Differs {
                    path: self.index,
                    made: snapshot.making().scheme.brief(),
                    asked: making.scheme.brief(),
                    hint: "import into a new folder",
                }
                .into());
            }
            Err(cento::Error::NoIndex { .. }) => {
                Writer::create(&self.index, making, &holder("import"))?
            }
            Err(error) => return Err(error.into()),
        };
        let scheme = writer.snapshot().making().scheme.clone();
        let progress = Progress::new(self.quiet);
        let documents = self.from.join(DOCUMENTS).to_string_lossy().into_owned();
        let options = options(&self.resources)?;
        let summary = cento::index::add(&mut writer, &[documents], &options, &progress)?;
        progress.finish();
        if !self.quiet {
            told::say(&scheme, &writer)?;
        }
        report(&writer, &summary, self.json, self.quiet)?;
        Ok(ExitCode::SUCCESS)
    }
}
