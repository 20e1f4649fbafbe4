//! A stream's memory on disk, so that it can stop and go on.
//!
//! One file, written anew each time under another name and put in place of the old one, so that there is always
//! a whole one; and one beside it with the ids of documents, which only grows: what it has beyond what the first
//! one knows of does not count. `docs/reference/origin.md` describes both.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::names::{Claimed, Names};
use super::options::OriginOptions;
use super::tracker::{Seen, Tracker};
use crate::error::{Error, Result};
use crate::hash::HASH;
use crate::token::{TOKENIZER, UNICODE};

/// The first line of the file.
const FORMAT: &str = "cento origin state 1";

/// That of numbers in the table.
const BYTE_ORDER: &str = if cfg!(target_endian = "big") {
    "big"
} else {
    "little"
};

/// Ends the names of the files beside it: the ids, and a state that is being written.
const NAMES: &str = ".names";
const PARTIAL: &str = ".partial";

/// What is known besides the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Where each input has been read to.
    pub(super) inputs: Vec<Position>,
    /// Documents taken in.
    pub(super) documents: u64,
    /// Where results were written to.
    pub(super) out: Option<Written>,
}

/// Results of what was taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// The file they are in.
    pub path: PathBuf,
    /// How many bytes of it they are.
    pub bytes: u64,
    /// What they are written as.
    pub format: String,
    /// The number of the first document of which there are any.
    pub since: u64,
}

/// How far an input has been read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    pub(super) input: String,
    /// Documents.
    pub(super) items: u64,
    /// Of their texts, in order.
    pub(super) digest: u64,
    /// The last of them.
    pub(super) last: String,
}

/// The second line of the file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    making: Making,
    random: u64,
    /// Bytes of the table, which follows.
    table: u64,
    /// Bytes of the file of names that count, and their digest.
    names: (u64, u64),
    progress: Progress,
}

/// What must be the same when the stream goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Making {
    scheme: String,
    memory: usize,
    eviction: String,
    estimation: String,
    bridge: usize,
    halve_at: usize,
    bucket: usize,
    seed: u64,
    min_tokens: u32,
    max_text: u64,
    tokenizer: String,
    hash: String,
    unicode: String,
    byte_order: String,
}

impl Making {
    fn new(options: &OriginOptions, min_tokens: u32, max_text: u64) -> Self {
        Self {
            scheme: options.scheme.to_string(),
            memory: options.memory.unwrap_or(0),
            eviction: options.eviction.to_string(),
            estimation: options.estimation.to_string(),
            bridge: options.bridge,
            halve_at: options.halve_at,
            bucket: options.bucket,
            seed: options.seed,
            min_tokens,
            max_text,
            tokenizer: TOKENIZER.to_owned(),
            hash: HASH.to_owned(),
            unicode: UNICODE.to_owned(),
            byte_order: BYTE_ORDER.to_owned(),
        }
    }

    /// The first thing that differs: what it is, here and there.
    fn difference(&self, other: &Self) -> Option<(String, String)> {
        let of = |making: &Self| {
            [
                ("scheme", making.scheme.clone()),
                ("memory", size(making.memory)),
                ("eviction", making.eviction.clone()),
                ("estimation", making.estimation.clone()),
                ("bridge", making.bridge.to_string()),
                ("halve-at", making.halve_at.to_string()),
                ("bucket", making.bucket.to_string()),
                ("seed", making.seed.to_string()),
                ("min-tokens", making.min_tokens.to_string()),
                ("max-text", size(making.max_text as usize)),
                ("tokenizer", making.tokenizer.clone()),
                ("hash", making.hash.clone()),
                ("Unicode", making.unicode.clone()),
                ("byte order", making.byte_order.clone()),
            ]
        };
        let both = of(self).into_iter().zip(of(other));
        let mut differing = both.filter(|((_, one), (_, two))| one != two);
        let ((name, one), (_, two)) = differing.next()?;
        Some((format!("{name} {one}"), format!("{name} {two}")))
    }
}

/// A number of bytes as a user would write it.
fn size(bytes: usize) -> String {
    match bytes {
        0 => "0".to_owned(),
        _ if bytes.is_multiple_of(1 << 20) => format!("{}M", bytes >> 20),
        _ if bytes.is_multiple_of(1 << 10) => format!("{}K", bytes >> 10),
        _ => bytes.to_string(),
    }
}

/// Where the state of a stream is kept.
#[derive(Debug)]
pub(super) struct State {
    path: PathBuf,
    making: Making,
}

impl State {
    pub(super) fn new(
        path: &Path,
        options: &OriginOptions,
        min_tokens: u32,
        max_text: u64,
    ) -> Self {
        Self {
            // Where it is a link, what it leads to is replaced.
            path: path.canonicalize().unwrap_or_else(|_| path.to_path_buf()),
            making: Making::new(options, min_tokens, max_text),
        }
    }

    /// Whether a file is one of its own.
    pub(super) fn has(&self, path: &Path) -> bool {
        let own = ["", NAMES, PARTIAL].map(|ending| beside(&self.path, ending));
        let real = |path: &Path| {
            path.canonicalize()
                .or_else(|_| std::path::absolute(path))
                .ok()
        };
        own.iter().any(|own| real(own) == real(path))
    }

    /// Puts the table back as it was saved, if it was; gives what else is known.
    pub(super) fn restore(&self, tracker: &mut Tracker) -> Result<(Names, Progress)> {
        // Whoever has the names has the state.
        let claimed = Claimed::new(beside(&self.path, NAMES), &self.path)?;
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok((Names::open(claimed, 0, 0)?, Progress::default()));
            }
            Err(error) => return Err(Error::io("open", &self.path)(error)),
        };
        let damaged = |what: &str| damaged(&self.path, what.to_owned());
        let mut reader = Digested {
            inner: BufReader::new(file),
            hash: Xxh3::new(),
        };
        let format = reader.line(&self.path)?;
        if format != FORMAT {
            return Err(damaged("it is no state of this version of `cento origin`"));
        }
        let head: Head = serde_json::from_str(&reader.line(&self.path)?)
            .map_err(|_| damaged("its head cannot be read"))?;
        if let Some((made, asked)) = head.making.difference(&self.making) {
            return Err(Error::Differs {
                path: self.path.clone(),
                made,
                asked,
                hint: "ask for what it was made with, or begin another state",
            });
        }
        let Seen::Table(table) = &mut tracker.seen else {
            return Err(damaged("there is no table to put it into"));
        };
        if head.table != table.bytes().len() as u64 {
            return Err(damaged("its table has another size"));
        }
        reader.fill(table.bytes_mut(), &self.path)?;
        table.random = head.random;
        let digest = reader.hash.digest();
        let mut stored = [0; 8];
        reader.fill(&mut stored, &self.path)?;
        if u64::from_le_bytes(stored) != digest {
            return Err(damaged("its checksum is not that of its content"));
        }
        let (length, names) = head.names;
        Ok((Names::open(claimed, length, names)?, head.progress))
    }

    /// Writes everything, in place of what was there: after this it is there whatever happens.
    pub(super) fn save(
        &self,
        tracker: &Tracker,
        names: &mut Names,
        progress: &Progress,
    ) -> Result<()> {
        let Seen::Table(table) = &tracker.seen else {
            return Ok(());
        };
        // Names first: the state must not know of more than there are.
        let head = Head {
            making: self.making.clone(),
            random: table.random,
            table: table.bytes().len() as u64,
            names: names.sync()?,
            progress: progress.clone(),
        };
        let head = serde_json::to_string(&head).expect("plain fields");
        if head.len() as u64 >= MOST_HEAD {
            let what = "it knows of more inputs than it has room for".to_owned();
            return Err(damaged(&self.path, what));
        }
        let unfinished = beside(&self.path, PARTIAL);
        let write = || -> std::io::Result<()> {
            let mut file = File::create(&unfinished)?;
            let head = format!("{FORMAT}\n{head}\n");
            let mut hash = Xxh3::new();
            for part in [head.as_bytes(), table.bytes()] {
                hash.update(part);
                file.write_all(part)?;
            }
            file.write_all(&hash.digest().to_le_bytes())?;
            file.sync_all()?;
            fs::rename(&unfinished, &self.path)?;
            let folder = self
                .path
                .parent()
                .filter(|path| !path.as_os_str().is_empty());
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
        };
        write().map_err(|cause| {
            // What was there before is there still.
            let _ = fs::remove_file(&unfinished);
            Error::io("write", &self.path)(cause)
        })
    }
}

/// The error about a file that is not as it was written.
pub(super) fn damaged(path: &Path, what: String) -> Error {
    Error::State {
        path: path.to_path_buf(),
        what,
    }
}

/// The path of a file next to another.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Reads, and keeps the checksum of what was read.
struct Digested<R> {
    inner: R,
    hash: Xxh3,
}

/// No head is longer.
const MOST_HEAD: u64 = 1 << 26;

impl<R: BufRead> Digested<R> {
    fn line(&mut self, path: &Path) -> Result<String> {
        let mut line = Vec::new();
        (&mut self.inner)
            .take(MOST_HEAD)
            .read_until(b'\n', &mut line)
            .map_err(Error::io("read", path))?;
        self.hash.update(&line);
        line.pop();
        Ok(String::from_utf8_lossy(&line).into_owned())
    }

    fn fill(&mut self, bytes: &mut [u8], path: &Path) -> Result<()> {
        self.inner
            .read_exact(bytes)
            .map_err(|cause| match cause.kind() {
                std::io::ErrorKind::UnexpectedEof => damaged(path, "it is cut".to_owned()),
                _ => Error::io("read", path)(cause),
            })?;
        self.hash.update(bytes);
        Ok(())
    }
}
