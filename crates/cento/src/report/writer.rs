//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::csv::Csv;
use super::json::JsonLines;
#[cfg(feature = "parquet")]
use super::parquet::Parquet;
use super::table::{Cell, Column, Row};
use crate::error::{Error, Result};

/// How tables are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// JSON, one row a line.
    #[default]
    Jsonl,
    /// Comma-separated values with a header.
    Csv,
    /// Apache Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// All of them.
    pub(super) const ALL: &'static [Self] = &[
        Self::Jsonl,
        Self::Csv,
        #[cfg(feature = "parquet")]
        Self::Parquet,
    ];

    /// The ending of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
        }
    }
}

/// Writes rows in one format.
pub(super) trait RowWriter {
    fn write(&mut self, cells: &[Cell<'_>]) -> io::Result<()>;
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A table being written.
pub struct Table {
    rows: Box<dyn RowWriter>,
    file: Pending,
}

/// A file under another name until it is complete. Dropped before that, it is removed.
pub struct Pending {
    temporary: NamedTempFile,
    path: PathBuf,
}

impl Pending {
    /// Begins a file that will appear at `path`.
    pub fn create(path: &Path) -> Result<Self> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let cause = format!("there is no folder {}", folder.display());
            let cause = io::Error::new(io::ErrorKind::NotFound, cause);
            return Err(Error::io("create", path)(cause));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = tempfile::Builder::new()
            .prefix(&format!(".{name}."))
            .suffix(".partial")
            // Temporary files are private; results are as readable as any file the user makes.
            .permissions(fs::Permissions::from_mode(0o666))
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .map_err(Error::io("create", path))?;
        Ok(Self {
            temporary,
            path: path.to_path_buf(),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn writer(&self) -> Result<BufWriter<fs::File>> {
        let file = self
            .temporary
            .as_file()
            .try_clone()
            .map_err(Error::io("write", &self.path))?;
        Ok(BufWriter::with_capacity(1 << 18, file))
    }

    /// Writes the whole file at once.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.temporary
            .write_all(bytes)
            .map_err(Error::io("write", &self.path))
    }

    /// Makes the file appear, in place of what was there.
    pub fn persist(self) -> Result<()> {
        let path = self.path;
        self.temporary
            .persist(&path)
            .map_err(|failed| Error::io("write", &path)(failed.error))?;
        Ok(())
    }
}

impl Table {
    /// Begins the table of `R` in `folder`.
    pub fn create<R: Row>(folder: &Path, format: Format) -> Result<Self> {
        let path = folder.join(R::TABLE).with_extension(format.extension());
        Self::create_file(&path, format, R::COLUMNS)
    }

    /// Begins a table in a file of any name.
    pub fn create_file(path: &Path, format: Format, columns: &'static [Column]) -> Result<Self> {
        let file = Pending::create(path)?;
        let out = file.writer()?;
        let failed = Error::io("write", path);
        let rows: Box<dyn RowWriter> = match format {
            Format::Jsonl => Box::new(JsonLines::new(columns, out)),
            Format::Csv => Box::new(Csv::new(columns, out).map_err(failed)?),
            #[cfg(feature = "parquet")]
            Format::Parquet => Box::new(Parquet::new(columns, out).map_err(failed)?),
        };
        Ok(Self { rows, file })
    }

    /// Adds a row.
    pub fn write(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        self.rows
            .write(cells)
            .map_err(Error::io("write", &self.file.path))
    }

    /// Completes the file, still under its other name.
    pub fn finish(self) -> Result<Pending> {
        self.rows
            .finish()
            .map_err(Error::io("write", &self.file.path))?;
        Ok(self.file)
    }
}
