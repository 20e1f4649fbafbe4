//! The manifest: what an index is made of. Replacing it is the commit.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::dead::DeadEntry;

use super::disk::{Disk, Folder};
use super::sealed::{FORMAT, Seal};
use crate::align::SHAPE;
use crate::error::{Error, Result};
use crate::fingerprint::Scheme;
use crate::hash::HASH;
use crate::token::{TOKENIZER, UNICODE};

/// How an index was made: fixed when it is created, but for what its scheme leaves to be found out from the first
/// documents. That is fixed by the commit which brings these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Making {
    /// The fingerprinting.
    pub scheme: Scheme,
    /// The preset it came from, which says what a passage is.
    pub preset: Option<String>,
    /// The split into words.
    pub tokenizer: String,
    /// The hash of words and shingles.
    pub hash: String,
    /// The version of Unicode that words are split and normalised by.
    pub unicode: String,
    /// What is kept of a word's letters.
    pub shape: String,
}

impl Making {
    /// As this version makes it.
    pub fn new(scheme: Scheme, preset: Option<String>) -> Self {
        Self {
            scheme,
            preset,
            tokenizer: TOKENIZER.to_owned(),
            hash: HASH.to_owned(),
            unicode: UNICODE.to_owned(),
            shape: SHAPE.to_owned(),
        }
    }
}

/// A segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) number: u64,
    #[serde(flatten)]
    pub(super) seal: Seal,
    /// Counts, dead ones included.
    pub(super) documents: u32,
    pub(super) contents: u32,
    pub(super) postings: u64,
    pub(super) tokens: u64,
    pub(super) text_bytes: u64,
    /// Whether some of the documents may have a layout. Of segments made before this was written it is not known.
    #[serde(default = "yes")]
    pub(super) may_have_layouts: bool,
    /// Whether contents stand in the order of the documents they came with.
    pub(super) in_order: bool,
    pub(super) dead: Option<DeadEntry>,
}

/// Everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) format: u32,
    /// How many commits there were.
    pub(super) commit: u64,
    /// The number of the next file; none is used twice.
    pub(super) next_file: u64,
    /// The place of the next document that is new.
    pub(super) next_place: u64,
    pub(super) making: Making,
    pub(super) segments: Vec<Entry>,
}

fn yes() -> bool {
    true
}

const NAME: &str = "manifest";
const NEW: &str = "manifest.new";

impl Manifest {
    pub(super) fn new(making: Making) -> Self {
        Self {
            format: FORMAT,
            commit: 0,
            next_file: 1,
            next_place: 0,
            making,
            segments: Vec::new(),
        }
    }

    /// Whether a folder has an index in it.
    pub(super) fn exists(disk: &dyn Disk) -> Result<bool> {
        Ok(disk.list()?.iter().any(|name| name == NAME))
    }

    /// Says what is wrong with a folder that has no index in it.
    pub(super) fn must_be_in(path: &Path) -> Result<()> {
        let missing = || Error::NoIndex {
            path: path.to_path_buf(),
        };
        if !path.is_dir() {
            return Err(missing());
        }
        let disk = Folder::new(path);
        if Self::exists(&disk)? {
            return Ok(());
        }
        if disk.list()?.iter().any(|name| name.ends_with(".segment")) {
            return Err(Error::Damaged {
                path: disk.path(NAME),
                what: "it is missing, and its segments are there".to_owned(),
            });
        }
        Err(missing())
    }

    pub(super) fn read(disk: &dyn Disk) -> Result<Self> {
        let (bytes, path) = (disk.open(NAME)?, disk.path(NAME));
        let manifest = Self::parse(&bytes, &path)?;
        let now = Making::new(manifest.making.scheme.clone(), None);
        let parts = |making: &Making| {
            [
                ("tokenizer", making.tokenizer.clone()),
                ("hash", making.hash.clone()),
                ("Unicode", making.unicode.clone()),
                ("shape", making.shape.clone()),
            ]
        };
        let (mut made, mut asked) = (Vec::new(), Vec::new());
        for ((what, theirs), (_, ours)) in parts(&manifest.making).into_iter().zip(parts(&now)) {
            if theirs != ours {
                made.push(format!("{what} {theirs}"));
                asked.push(format!("{what} {ours}"));
            }
        }
        if made.is_empty() {
            return Ok(manifest);
        }
        Err(Error::Differs {
            path: disk.path(""),
            made: made.join(", "),
            asked: asked.join(", "),
            hint: "export it with the version that made it, and import it with this one",
        })
    }

    fn parse(bytes: &[u8], path: &std::path::Path) -> Result<Self> {
        let damaged = |what: &str| Error::Damaged {
            path: path.to_path_buf(),
            what: what.to_owned(),
        };
        // The last line is the checksum of what stands before it.
        let text = std::str::from_utf8(bytes).map_err(|_| damaged("it has changed"))?;
        let (json, sum) = text
            .strip_suffix('\n')
            .and_then(|text| text.rsplit_once('\n'))
            .ok_or_else(|| damaged("it is cut"))?;
        if sum != checksum(json) {
            return Err(damaged("it has changed"));
        }
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        let read = |error: serde_json::Error| damaged(&format!("it can't be read: {error}"));
        let Format { format } = serde_json::from_str(json).map_err(read)?;
        if format > FORMAT {
            return Err(Error::Newer {
                path: PathBuf::from(path),
                found: format,
                known: FORMAT,
            });
        }
        serde_json::from_str(json).map_err(read)
    }

    /// Replaces the manifest: what it names is the index from then on, whatever happens.
    pub(super) fn commit(&self, disk: &dyn Disk) -> Result<()> {
        let manifest = Self {
            format: FORMAT,
            ..self.clone()
        };
        let json =
            serde_json::to_string_pretty(&manifest).expect("a manifest has only plain values");
        let mut text = json;
        let sum = checksum(&text);
        let _ = writeln!(text, "\n{sum}");
        let mut file = disk.create(NEW)?;
        file.write(text.as_bytes())?;
        file.finish()?;
        // The files it names must be found by name before it is.
        disk.sync()?;
        disk.rename(NEW, NAME)?;
        disk.sync()
    }

    /// The names of all files that belong to the index.
    pub(super) fn files(&self) -> Vec<String> {
        let mut names = vec![NAME.to_owned(), super::disk::LOCK.to_owned()];
        for entry in &self.segments {
            names.push(super::segment::file_name(entry.number));
            names.extend(
                entry
                    .dead
                    .as_ref()
                    .map(|dead| super::dead::file_name(dead.number)),
            );
        }
        names
    }
}

fn checksum(json: &str) -> String {
    format!("crc32 {:08x}", crc32fast::hash(json.as_bytes()))
}
