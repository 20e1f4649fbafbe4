//! All arguments as one source.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::file::{FileRef, Refused};
use super::files::{Entry, Files};
use super::kind::{self, Reader};
use super::spread::Spread;
use super::{Chunk, Document, Item, ReadOptions, Skipped, Source};
use crate::error::Result;

/// The [`Source`] over all arguments, in order.
///
/// ```
/// use cento::read::{Input, Item, ReadOptions, Source};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.txt"), "some text")?;
/// let mut input = Input::open(&[folder.path().display().to_string()], &ReadOptions::default())?;
/// while let Some(chunk) = input.next_chunk()? {
///     chunk.parse(&mut |item| match item {
///         Item::Document(document) => assert_eq!(document.id, "a.txt"),
///         Item::Skipped(skipped) => panic!("{}", skipped.detail),
///     });
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Input {
    files: Files,
    options: Arc<ReadOptions>,
    #[cfg(feature = "office")]
    looks: Arc<super::looks::Looks>,
    /// The next of `files.entries`.
    next: usize,
    current: Option<Current>,
    /// Bytes on disk that no chunk has stood for yet.
    owed: u64,
}

/// The file of rows that is being read.
struct Current {
    file: Arc<FileRef>,
    source: Box<dyn Source>,
    /// How much of its size on disk has been reported.
    reported: u64,
}

/// Files in one chunk at most, however small.
const MAX_FILES: usize = 256;

impl Input {
    /// Finds the files that `arguments` stand for: files, folders, patterns, or `-` for standard
    /// input. Nothing is read yet.
    ///
    /// A path that does not exist, a pattern without match and a file of an unknown kind are
    /// errors. A folder without documents is not: see [`Input::empty`].
    pub fn open(arguments: &[String], options: &ReadOptions) -> Result<Self> {
        Self::some(arguments, arguments.len() > 1, options)
    }

    /// The same, a source for each argument.
    pub(crate) fn each(arguments: &[String], options: &ReadOptions) -> Result<Vec<Self>> {
        let several = arguments.len() > 1;
        let one = |argument| Self::some(std::slice::from_ref(argument), several, options);
        arguments.iter().map(one).collect()
    }

    fn some(arguments: &[String], several: bool, options: &ReadOptions) -> Result<Self> {
        let mut options = options.clone();
        options.max_bytes = options.max_bytes.min(ReadOptions::MAX_BYTES);
        let files = Files::find(arguments, several, options.leave_out.as_deref())?;
        if options.follow {
            files.can_grow(arguments)?;
        }
        Ok(Self {
            files,
            options: Arc::new(options),
            #[cfg(feature = "office")]
            looks: Arc::default(),
            next: 0,
            current: None,
            owed: 0,
        })
    }

    /// Bytes on disk of all files; `None` when there is a stream among them.
    pub fn total_bytes(&self) -> Option<u64> {
        self.files
            .entries
            .iter()
            .try_fold(0_u64, |sum, entry| match entry {
                Entry::File { size, .. } => size.map(|size| sum.saturating_add(size)),
                Entry::Skipped(_) => Some(sum),
            })
    }

    /// How many files, streams among them, there are to read.
    pub fn files(&self) -> usize {
        self.files
            .entries
            .iter()
            .filter(|entry| matches!(entry, Entry::File { .. }))
            .count()
    }

    /// Whether a file is among those to read.
    pub(crate) fn has(&self, path: &Path) -> bool {
        // By what it is, not by its name: it may have several.
        let what = |path: &Path| path.metadata().map(|meta| (meta.dev(), meta.ino())).ok();
        let Some(wanted) = what(path) else {
            return false;
        };
        let mut entries = self.files.entries.iter();
        entries.any(|entry| {
            let file = self.file(entry);
            file.is_some_and(|(file, _)| what(&file.path) == Some(wanted))
        })
    }

    /// How many files in folders were passed over, being of no kind that is read.
    pub fn ignored(&self) -> u64 {
        self.files.ignored
    }

    /// The arguments in which there is no file to read; [`extensions`](super::extensions) says
    /// what was looked for.
    pub fn empty(&self) -> &[String] {
        &self.files.empty
    }

    /// The file at `entry`, unless it is a place that could not be looked into.
    fn file(&self, entry: &Entry) -> Option<(FileRef, Reader)> {
        let Entry::File {
            argument,
            relative,
            reader,
            archive,
            size,
            given,
        } = entry
        else {
            return None;
        };
        let relative: &Path = relative;
        let file = FileRef {
            name: self.files.name(*argument, relative),
            path: self.files.path(*argument, relative),
            archive: *archive,
            size: *size,
            given: *given,
            options: self.options.clone(),
            #[cfg(feature = "office")]
            looks: self.looks.clone(),
            read: Arc::new(AtomicU64::new(0)),
        };
        Some((file, *reader))
    }

    /// The next entries that are one document each, as one chunk; empty if the next is not.
    fn whole_files(&mut self) -> Option<Chunk> {
        let mut list = Vec::new();
        let (mut bytes, mut may_have_pages) = (0_u64, false);
        while list.len() < MAX_FILES && bytes < self.options.chunk_bytes as u64 {
            let Some(entry) = self.files.entries.get(self.next) else {
                break;
            };
            let Some((file, Reader::Whole(read))) = self.file(entry) else {
                break;
            };
            bytes += file.size.unwrap_or(0);
            may_have_pages |= kind::is_page(&file.path);
            list.push((file, read));
            self.next += 1;
        }
        let weight = usize::try_from(bytes).unwrap_or(usize::MAX);
        (!list.is_empty()).then(|| {
            Chunk::new(weight, move |out| {
                for (file, read) in &list {
                    out(whole(file, *read));
                }
            })
            .with_bytes_read(bytes)
            .with_pages(may_have_pages)
        })
    }
}

fn whole(file: &FileRef, read: fn(&FileRef) -> Result<Document, Refused>) -> Item {
    match read(file) {
        Ok(document) => Item::Document(Document {
            id: file.name.clone(),
            ..document
        }),
        Err(refused) => file.skip(refused),
    }
}

impl Source for Input {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        loop {
            if let Some(current) = &mut self.current {
                let chunk = current.source.next_chunk()?;
                let read = current.file.read.load(Ordering::Relaxed);
                let total = match (current.file.size, &chunk) {
                    (Some(size), None) => size,
                    (Some(size), Some(_)) => read.min(size),
                    (None, _) => read,
                };
                self.owed += total.saturating_sub(current.reported);
                current.reported = current.reported.max(total);
                match chunk {
                    Some(chunk) => {
                        return Ok(Some(chunk.with_bytes_read(std::mem::take(&mut self.owed))));
                    }
                    None => self.current = None,
                }
            }
            if let Some(chunk) = self.whole_files() {
                return Ok(Some(chunk));
            }
            let Some(entry) = self.files.entries.get(self.next) else {
                let owed = std::mem::take(&mut self.owed);
                return Ok((owed > 0).then(|| Chunk::new(0, |_| {}).with_bytes_read(owed)));
            };
            self.next += 1;
            if let Entry::Skipped(skipped) = entry {
                return Ok(Some(Chunk::of(Item::Skipped(Skipped::clone(skipped)))));
            }
            if let Some((file, Reader::Rows(open))) = self.file(entry) {
                let file = Arc::new(file);
                self.current = Some(Current {
                    source: open(file.clone()),
                    file,
                    reported: 0,
                });
            }
        }
    }

    fn spread(&self) -> Option<Box<dyn Source>> {
        let entries = self.files.entries.iter().filter_map(|entry| match entry {
            Entry::File { size, .. } => Some(size.map(|size| (entry, size))),
            Entry::Skipped(_) => None,
        });
        let (entries, sizes): (Vec<_>, Vec<u64>) =
            entries.collect::<Option<Vec<_>>>()?.into_iter().unzip();
        if entries.len() < 2 {
            return None;
        }
        let places = Spread::places(&sizes);
        let files = places.into_iter().filter_map(|(at, count)| {
            let (file, reader) = self.file(entries[at])?;
            Some((file, reader, count))
        });
        Spread::of(files)
    }
}
