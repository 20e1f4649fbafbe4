//! What can be set about reading.

use std::path::PathBuf;

use super::Content;

/// The names of the fields or columns that mean something to cento.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    /// The document's id; [`Fields::LINE`] makes ids of the file's name and the line.
    pub id: String,
    /// The text.
    pub text: String,
    /// The date.
    pub date: String,
    /// The source: a newspaper, a site, an author.
    pub series: String,
    /// The title.
    pub title: String,
    /// A web page, in rows of JSON that have no text.
    pub html: String,
}

impl Fields {
    /// In place of an id field: ids are `FILE:LINE`.
    pub const LINE: &'static str = "@line";

    /// True when ids are made of file and line.
    pub(super) fn id_is_line(&self) -> bool {
        self.id == Self::LINE
    }
}

impl Default for Fields {
    fn default() -> Self {
        Self {
            id: "id".into(),
            text: "text".into(),
            date: "date".into(),
            series: "series".into(),
            title: "title".into(),
            html: "html".into(),
        }
    }
}

/// How to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// Names of fields and columns.
    pub fields: Fields,
    /// What is taken of web pages.
    pub content: Content,
    /// The longest row or text file, in bytes after decompression, up to
    /// [`ReadOptions::MAX_BYTES`]. Longer ones are skipped as `too_large`.
    pub max_bytes: u64,
    /// How much to put into one chunk, in bytes; a single row may be longer.
    pub chunk_bytes: usize,
    /// Where compressed Parquet files are unpacked; the system's folder when absent.
    pub temp: Option<PathBuf>,
    /// A folder that is passed over where it is met inside another: that of the results.
    pub leave_out: Option<PathBuf>,
    /// Whether a file of JSON lines is read on as it grows, and standard input looked at without waiting for it: there
    /// is a chunk of nothing every now and then while nothing comes.
    pub follow: bool,
    /// How PDF files are read.
    pub pdf: PdfOptions,
}

/// The helper that reads PDF files, and what it may use for each. There are as many at a time as threads that read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfOptions {
    /// The executable, called as `HELPER pdf-pages`: `cento-pdf` or `cento`. When absent, one of these beside the executable
    /// that runs, or else `cento-pdf` on the path; where there is none, PDF files are skipped as `no_helper`.
    pub helper: Option<PathBuf>,
    /// The most memory, in bytes of address space. What needs more is `hostile`.
    pub memory: u64,
    /// The most processor time, in seconds; on the clock, four times that. What takes longer is `timeout`.
    pub seconds: u64,
}

impl Default for PdfOptions {
    fn default() -> Self {
        Self {
            helper: None,
            memory: 1 << 30,
            seconds: 30,
        }
    }
}

impl ReadOptions {
    /// No document can be longer: with every byte replaced by U+FFFD, its spans still fit 32 bits.
    pub const MAX_BYTES: u64 = 1 << 30;
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            fields: Fields::default(),
            content: Content::default(),
            max_bytes: 256 << 20,
            chunk_bytes: 1 << 20,
            temp: None,
            leave_out: None,
            follow: false,
            pdf: PdfOptions::default(),
        }
    }
}
