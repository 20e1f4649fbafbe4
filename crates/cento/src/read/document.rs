//! A document as it was read, and what could not be read.

use super::Layout;

/// Text with a name, an optional time and metadata.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The user's name for it.
    pub id: String,
    /// The whole text; spans index it.
    pub text: String,
    /// RFC 3339, or `YYYY[-MM[-DD]]`, as it was given.
    pub date: Option<String>,
    /// Its source: a newspaper, a site, an author.
    pub series: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// All other fields, untouched, as the text of a JSON object; empty when there are none.
    pub meta: String,
    /// Where the pieces of its text stand, for slides and other compound documents.
    pub layout: Option<Box<Layout>>,
    /// How many invalid UTF-8 sequences, or lone surrogates, of the row or file were replaced
    /// by U+FFFD.
    pub replaced: u32,
    /// True when a date was given that is none; it then stands in `meta`.
    pub bad_date: bool,
}

/// Something that could not be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The document's id where it is known, else `file:line`.
    pub id: String,
    /// A stable code.
    pub reason: Reason,
    /// `file:line: cause`, for people.
    pub detail: String,
}

impl Skipped {
    /// A document with more words than fit.
    pub(crate) fn too_large(document: &Document) -> Self {
        Self {
            detail: format!(
                "{}: more words than fit the memory, in a text of {} bytes",
                document.id,
                document.text.len()
            ),
            id: document.id.clone(),
            reason: Reason::TooLarge,
        }
    }
}

/// Why something was skipped. The codes are a contract: scripts read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The file could not be opened or read.
    Unreadable,
    /// The compressed data is damaged or cut short; what came before it was read.
    BrokenArchive,
    /// A line that is not a JSON object.
    BrokenJson,
    /// A CSV row that cannot be split into the header's columns, or a file with no header.
    BrokenCsv,
    /// An archive of the web that is damaged or is none.
    BrokenWarc,
    /// A Parquet file that cannot be decoded.
    BrokenParquet,
    /// An office document that is damaged or is none.
    BrokenOffice,
    /// A book that is damaged or is none.
    BrokenEpub,
    /// A file of Rich Text Format that is damaged or is none.
    BrokenRtf,
    /// A PDF file that is damaged or is none.
    BrokenPdf,
    /// A document of pictures only, such as scanned pages.
    NoText,
    /// A document that took longer to read than it may.
    Timeout,
    /// The executable that reads such files is not there, or does not run.
    NoHelper,
    /// A document that is encrypted.
    Encrypted,
    /// A file of an older format that is not read: `.ppt`, `.doc`.
    LegacyFormat,
    /// A file that is made to exhaust who reads it.
    Hostile,
    /// No id, or an empty one.
    MissingId,
    /// No text field, or a table without the column.
    MissingText,
    /// The id is neither a string nor a number, or the text is not a string.
    WrongType,
    /// The document does not fit the memory budget.
    TooLarge,
}

impl Reason {
    /// The code in `skipped.reason`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::BrokenArchive => "broken_archive",
            Self::BrokenJson => "broken_json",
            Self::BrokenCsv => "broken_csv",
            Self::BrokenWarc => "broken_warc",
            Self::BrokenParquet => "broken_parquet",
            Self::BrokenOffice => "broken_office",
            Self::BrokenEpub => "broken_epub",
            Self::BrokenRtf => "broken_rtf",
            Self::BrokenPdf => "broken_pdf",
            Self::NoText => "no_text",
            Self::Timeout => "timeout",
            Self::NoHelper => "no_helper",
            Self::Encrypted => "encrypted",
            Self::LegacyFormat => "legacy_format",
            Self::Hostile => "hostile",
            Self::MissingId => "missing_id",
            Self::MissingText => "missing_text",
            Self::WrongType => "wrong_type",
            Self::TooLarge => "too_large",
        }
    }
}

/// One thing that came out of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A document.
    Document(Document),
    /// What was passed over.
    Skipped(Skipped),
}
