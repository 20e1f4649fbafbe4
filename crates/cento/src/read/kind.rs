//! Which files are read, and by whom.
//!
//! The table below is the only list of kinds: to read another kind of file, write a reader and
//! add a line here.

use std::path::Path;
use std::sync::Arc;

use super::archive::{ARCHIVES, Archive};
#[cfg(feature = "epub")]
use super::epub;
use super::file::{FileRef, Refused};
#[cfg(feature = "html")]
use super::html;
#[cfg(feature = "office")]
use super::office;
#[cfg(feature = "pdf")]
use super::pdf;
use super::{Document, Source};
use super::{csv, jsonl, rtf, text};

/// Files with the same extensions are read the same way.
pub(super) struct Kind {
    /// In lower case, without the dot.
    pub(super) extensions: &'static [&'static str],
    pub(super) found: Found,
    pub(super) reader: Reader,
    /// Whether one can be read while it grows.
    pub(super) grows: bool,
}

/// Whether files of a kind are taken up when a folder is walked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    InFolders,
    /// They are, only to say that they are not read.
    #[cfg(feature = "office")]
    ToRefuse,
    /// Too often something else than documents: read only when named.
    ByName,
}

/// What a file of a kind holds.
#[derive(Clone, Copy)]
pub(super) enum Reader {
    /// Many documents: cut into chunks.
    Rows(fn(Arc<FileRef>) -> Box<dyn Source>),
    /// One document: read where chunks are parsed. The id is filled in by the caller.
    Whole(fn(&FileRef) -> Result<Document, Refused>),
}

pub(super) const KINDS: &[Kind] = &[
    Kind {
        extensions: &["txt", "md", "markdown"],
        found: Found::InFolders,
        reader: Reader::Whole(text::read),
        grows: false,
    },
    #[cfg(feature = "html")]
    Kind {
        extensions: &["html", "htm", "xhtml"],
        found: Found::InFolders,
        reader: Reader::Whole(html::read),
        grows: false,
    },
    #[cfg(feature = "html")]
    Kind {
        extensions: &["warc"],
        found: Found::InFolders,
        reader: Reader::Rows(html::open_warc),
        grows: false,
    },
    #[cfg(feature = "office")]
    Kind {
        extensions: &[
            "pptx", "pptm", "ppsx", "potx", "docx", "docm", "dotx", "odp", "otp", "odt", "ott",
        ],
        found: Found::InFolders,
        reader: Reader::Whole(office::read),
        grows: false,
    },
    #[cfg(feature = "office")]
    Kind {
        extensions: &["ppt", "pps", "doc"],
        found: Found::ToRefuse,
        reader: Reader::Whole(office::read_legacy),
        grows: false,
    },
    #[cfg(feature = "pdf")]
    Kind {
        extensions: &["pdf"],
        found: Found::InFolders,
        reader: Reader::Whole(pdf::read),
        grows: false,
    },
    #[cfg(feature = "epub")]
    Kind {
        extensions: &["epub"],
        found: Found::InFolders,
        reader: Reader::Whole(epub::read),
        grows: false,
    },
    Kind {
        extensions: &["rtf"],
        found: Found::InFolders,
        reader: Reader::Whole(rtf::read),
        grows: false,
    },
    Kind {
        extensions: &["jsonl", "ndjson"],
        found: Found::InFolders,
        reader: Reader::Rows(jsonl::open),
        grows: true,
    },
    Kind {
        extensions: &["json"],
        found: Found::ByName,
        reader: Reader::Rows(jsonl::open_json),
        grows: false,
    },
    Kind {
        extensions: &["csv"],
        found: Found::InFolders,
        reader: Reader::Rows(csv::open_csv),
        grows: true,
    },
    Kind {
        extensions: &["tsv"],
        found: Found::InFolders,
        reader: Reader::Rows(csv::open_tsv),
        grows: true,
    },
    #[cfg(feature = "parquet")]
    Kind {
        extensions: &["parquet"],
        found: Found::InFolders,
        reader: Reader::Rows(super::parquet::open),
        grows: false,
    },
];

/// Whether a file is a presentation, by its name.
pub(super) fn is_slides(path: &Path) -> bool {
    let extension = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    let slides = ["pptx", "pptm", "ppsx", "potx", "odp", "otp"];
    extension.is_some_and(|extension| slides.contains(&extension.as_str()))
}

/// Whether a file is a web page, by its name.
pub(super) fn is_page(path: &Path) -> bool {
    of(path).is_some_and(|(kind, _)| kind.extensions.contains(&"html"))
}

/// Whether a file is text or a web page, by its name: read at once, unlike pages that are drawn and pictures.
pub(super) fn is_light(path: &Path) -> bool {
    let is_text = of(path).is_some_and(|(kind, _)| kind.extensions.contains(&"txt"));
    is_text || is_page(path)
}

/// The extensions of files that can be read, for messages: `.txt, .md, ...`.
///
/// ```
/// assert!(cento::read::extensions().starts_with(".txt, .md, "));
/// ```
pub fn extensions() -> String {
    let mut list = String::new();
    for kind in KINDS.iter().filter(|kind| kind.found == Found::InFolders) {
        for extension in kind.extensions {
            list += if list.is_empty() { "." } else { ", ." };
            list += extension;
        }
    }
    list
}

/// The kind of a file and how it is compressed, by its name; `None` when it is not read.
pub(super) fn of(path: &Path) -> Option<(&'static Kind, Archive)> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let (stem, mut extension) = name.rsplit_once('.')?;
    let mut archive = Archive::Plain;
    if let Some((_, packed)) = ARCHIVES.iter().find(|(known, _)| *known == extension) {
        archive = *packed;
        extension = stem.rsplit_once('.')?.1;
    }
    let kind = KINDS
        .iter()
        .find(|kind| kind.extensions.contains(&extension))?;
    Some((kind, archive))
}

/// Standard input and pipes have no extension: they hold JSON lines.
pub(super) fn of_stream() -> Reader {
    Reader::Rows(jsonl::open)
}
