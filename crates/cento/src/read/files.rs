//! From arguments to the list of files, in the order in which they are read.

use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::archive::Archive;
use super::file::Given;
use super::kind::{self, Found, Reader};
use super::{Reason, Skipped, extensions};
use crate::error::{Error, Result};

/// All files of all arguments.
#[derive(Default)]
pub(super) struct Files {
    pub(super) arguments: Vec<Argument>,
    pub(super) entries: Vec<Entry>,
    /// Files in folders that are of no known kind.
    pub(super) ignored: u64,
    /// Arguments in which there is nothing to read.
    pub(super) empty: Vec<String>,
    /// A folder to pass over.
    leave_out: Option<PathBuf>,
}

/// What relative paths are relative to.
pub(super) struct Argument {
    root: PathBuf,
    /// Stands before the relative path in names.
    prefix: String,
}

/// A file, or a place that could not be looked into. There may be millions: kept small.
pub(super) enum Entry {
    File {
        argument: u32,
        /// Relative to the argument's root; empty when it is the root.
        relative: Box<Path>,
        reader: Reader,
        archive: Archive,
        /// `None` for streams.
        size: Option<u64>,
        given: Given,
    },
    Skipped(Box<Skipped>),
}

impl Files {
    /// Finds the files of all `arguments`, which may be some of `several`.
    pub(super) fn find(
        arguments: &[String],
        several: bool,
        leave_out: Option<&Path>,
    ) -> Result<Self> {
        let mut files = Self {
            leave_out: leave_out.and_then(|folder| folder.canonicalize().ok()),
            ..Self::default()
        };
        for argument in arguments {
            let before = files.entries.len();
            let path = Path::new(argument);
            if argument == "-" {
                files.push_stdin();
            } else {
                match fs::metadata(path) {
                    Ok(meta) if meta.is_dir() => {
                        let prefix = several.then(|| argument.trim_end_matches('/'));
                        files.push_argument(path, prefix.map(|prefix| format!("{prefix}/")));
                        files.walk(Path::new(""));
                    }
                    Ok(meta) => files.push_file(argument, several, &meta)?,
                    Err(_) if argument.contains(['*', '?', '[']) => {
                        files.push_pattern(argument, several)?;
                    }
                    Err(error) => return Err(Error::io("read", path)(error)),
                }
            }
            if files.entries.len() == before {
                files.empty.push(argument.clone());
            }
        }
        Ok(files)
    }

    /// Fails unless they are one stream or one file of rows that can be read as it grows.
    pub(super) fn can_grow(&self, arguments: &[String]) -> Result<()> {
        let grows = |entry: &Entry| match entry {
            Entry::File {
                argument,
                relative,
                archive,
                given,
                ..
            } => {
                let path = self.path(*argument, relative);
                let kind = kind::of(&path);
                *given != Given::ByFolder
                    && *archive == Archive::Plain
                    && kind.is_none_or(|(kind, _)| kind.grows)
            }
            Entry::Skipped(_) => false,
        };
        match &self.entries[..] {
            [one] if grows(one) => Ok(()),
            _ => Err(Error::Usage(format!(
                "cannot follow {}: only a file .jsonl, .ndjson, .csv or .tsv as it stands can grow, or standard input",
                arguments.join(", ")
            ))),
        }
    }

    /// The path of a file.
    pub(super) fn path(&self, argument: u32, relative: &Path) -> PathBuf {
        let root = &self.arguments[argument as usize].root;
        match relative.as_os_str().is_empty() {
            true => root.clone(),
            false => root.join(relative),
        }
    }

    /// The name of a file in results.
    pub(super) fn name(&self, argument: u32, relative: &Path) -> String {
        let mut name = self.arguments[argument as usize].prefix.clone();
        for (i, part) in relative.iter().enumerate() {
            if i > 0 {
                name.push('/');
            }
            name += &part.to_string_lossy();
        }
        name
    }

    fn push_argument(&mut self, root: &Path, prefix: Option<String>) {
        self.arguments.push(Argument {
            root: root.to_path_buf(),
            prefix: prefix.unwrap_or_default(),
        });
    }

    fn current(&self) -> u32 {
        self.arguments.len().saturating_sub(1) as u32
    }

    fn push_stdin(&mut self) {
        self.push_argument(Path::new("-"), Some("stdin".into()));
        self.entries.push(Entry::File {
            argument: self.current(),
            relative: Path::new("").into(),
            reader: kind::of_stream(),
            archive: Archive::Plain,
            size: None,
            given: Given::Stdin,
        });
    }

    fn push_file(&mut self, argument: &str, several: bool, meta: &fs::Metadata) -> Result<()> {
        let path = Path::new(argument);
        let (reader, archive) = match kind::of(path) {
            Some((kind, archive)) => (kind.reader, archive),
            // A pipe made by the shell has no extension either.
            None if !meta.is_file() => (kind::of_stream(), Archive::Plain),
            None if holds_files(path) => {
                return Err(Error::Usage(format!(
                    "cannot read {argument}: it holds other files\nhint: unpack it, and name the folder"
                )));
            }
            None => {
                return Err(Error::Usage(format!(
                    "cannot read {argument}: unknown kind of file\nhint: cento reads {}, each \
                     also as .gz, .zst, .bz2, .xz",
                    extensions()
                )));
            }
        };
        let name = match path.file_name() {
            Some(name) if !several => name.to_string_lossy().into_owned(),
            _ => argument.to_owned(),
        };
        self.push_argument(path, Some(name));
        self.entries.push(Entry::File {
            argument: self.current(),
            relative: Path::new("").into(),
            reader,
            archive,
            size: meta.is_file().then_some(meta.len()),
            given: Given::ByName,
        });
        Ok(())
    }

    /// All files that match a pattern, and those in folders that do.
    fn push_pattern(&mut self, pattern: &str, several: bool) -> Result<()> {
        let bad = |cause: String| Error::Usage(format!("cannot use pattern {pattern}: {cause}"));
        let matches = glob::glob_with(pattern, GLOB).map_err(|error| bad(error.to_string()))?;

        let magic = pattern.find(['*', '?', '[']).unwrap_or(pattern.len());
        let base = pattern[..magic]
            .rfind('/')
            .map_or("", |slash| &pattern[..=slash]);
        self.push_argument(Path::new(base), several.then(|| base.to_owned()));
        let before = self.entries.len();
        let mut any = false;
        for found in matches {
            any = true;
            match found {
                Ok(path) => {
                    let relative = path.strip_prefix(base).unwrap_or(&path).to_path_buf();
                    match fs::metadata(&path) {
                        _ if is_lock(&path) => {}
                        Ok(meta) if meta.is_dir() => self.walk(&relative),
                        Ok(meta) => self.take(&relative, &meta, Given::ByFolder, Found::ByName),
                        Err(error) => self.skip(&relative, error.to_string()),
                    }
                }
                Err(error) => {
                    let relative = error.path().strip_prefix(base).unwrap_or(error.path());
                    self.skip(relative, error.error().to_string());
                }
            }
        }
        if !any {
            return Err(bad("no file matches it".into()));
        }
        // `**` gives folders and what is in them; each file is read once.
        let mut tail = self.entries.split_off(before);
        tail.sort_by(|a, b| a.order().cmp(b.order()));
        tail.dedup_by(|a, b| a.order() == b.order());
        self.entries.append(&mut tail);
        Ok(())
    }

    /// Takes up all files under a folder of the current argument, sorted by the bytes of their
    /// paths.
    fn walk(&mut self, folder: &Path) {
        let root = self.path(self.current(), folder);
        let base = self.arguments[self.current() as usize].root.clone();
        let relative = |path: &Path| path.strip_prefix(&base).unwrap_or(path).to_path_buf();
        for entry in shown(&root, self.leave_out.clone()) {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => match entry.metadata() {
                    Ok(meta) => self.take(
                        &relative(entry.path()),
                        &meta,
                        Given::ByFolder,
                        Found::InFolders,
                    ),
                    Err(error) => self.skip(&relative(entry.path()), error.to_string()),
                },
                Err(error) => {
                    let path = error.path().unwrap_or(&root);
                    let wanted = path.is_dir() || kind::of(path).is_some();
                    let cause = match (error.loop_ancestor(), error.io_error()) {
                        (Some(_), _) => "a link to a folder that holds it".into(),
                        (_, Some(error)) => error.to_string(),
                        _ => error.to_string(),
                    };
                    match is_shown(path) && wanted {
                        true => self.skip(&relative(path), cause),
                        false => self.ignored += 1,
                    }
                }
            }
        }
    }

    /// Takes up a file if it is of a kind that is read from there.
    fn take(&mut self, relative: &Path, meta: &fs::Metadata, given: Given, from: Found) {
        match kind::of(relative) {
            Some((kind, archive))
                if meta.is_file() && (kind.found != Found::ByName || from == Found::ByName) =>
            {
                self.entries.push(Entry::File {
                    argument: self.current(),
                    relative: relative.into(),
                    reader: kind.reader,
                    archive,
                    size: Some(meta.len()),
                    given,
                });
            }
            _ => self.ignored += 1,
        }
    }

    fn skip(&mut self, relative: &Path, cause: String) {
        let id = self.name(self.current(), relative);
        let detail = format!("{id}: {cause}");
        self.entries.push(Entry::Skipped(Box::new(Skipped {
            id,
            reason: Reason::Unreadable,
            detail,
        })));
    }
}

/// As a shell matches patterns.
const GLOB: glob::MatchOptions = glob::MatchOptions {
    case_sensitive: true,
    require_literal_leading_dot: true,
    require_literal_separator: true,
};

/// What is in a folder but for what is not shown there, and for the folder `leave_out`; a file is itself.
fn shown(
    root: &Path,
    leave_out: Option<PathBuf>,
) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    let left_out = move |entry: &DirEntry| {
        let Some(folder) = &leave_out else {
            return false;
        };
        // Only a folder of the same name is worth asking the system about.
        entry.file_type().is_dir()
            && folder.file_name() == Some(entry.file_name())
            && entry
                .path()
                .canonicalize()
                .is_ok_and(|path| path == *folder)
    };
    WalkDir::new(root)
        .follow_links(true)
        .sort_by(by_path)
        .into_iter()
        .filter_entry(move |entry| entry.depth() == 0 || is_shown(entry.path()) && !left_out(entry))
}

/// Whether something in a folder is looked at.
fn is_shown(path: &Path) -> bool {
    !is_named(path, b".") && !is_lock(path)
}

/// Whether it is what an office program leaves beside a document while that is open: it ends as the document does, and holds
/// who has opened it.
fn is_lock(path: &Path) -> bool {
    is_named(path, b"~$")
}

/// Whether it is a folder packed into one file, by its name.
fn holds_files(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy());
    let name = name.unwrap_or_default().to_lowercase();
    let packed = [".zip", ".7z", ".rar", ".tar", ".tgz"];
    packed.iter().any(|ending| name.ends_with(ending)) || name.contains(".tar.")
}

fn is_named(path: &Path, begin: &[u8]) -> bool {
    let name = path.file_name();
    name.is_some_and(|name| name.as_encoded_bytes().starts_with(begin))
}

/// Whether all files of `arguments` that would be read are presentations, and there are any. The folder `leave_out`, which
/// results are written to, may hold those of a run before.
///
/// ```
/// assert!(!cento::read::only_slides(&["no such folder".to_owned()], None));
/// ```
pub fn only_slides(arguments: &[String], leave_out: Option<&Path>) -> bool {
    let leave_out = leave_out.and_then(|folder| folder.canonicalize().ok());
    let mut any = false;
    let roots = arguments.iter().flat_map(|argument| {
        let root = Path::new(argument);
        let matches = match root.exists() {
            true => None,
            false => glob::glob_with(argument, GLOB).ok(),
        };
        let matches = matches.map(|found| found.filter_map(std::result::Result::ok).collect());
        matches.unwrap_or_else(|| vec![root.to_path_buf()])
    });
    for root in roots {
        for entry in shown(&root, leave_out.clone())
            .filter_map(std::result::Result::ok)
            .filter(|entry| entry.file_type().is_file())
        {
            match kind::of(entry.path()) {
                Some(_) if kind::is_slides(entry.path()) => any = true,
                Some((kind, _)) if kind.found == Found::InFolders => return false,
                Some((kind, _)) if kind.found == Found::ByName && entry.depth() == 0 => {
                    return false;
                }
                _ => {}
            }
        }
    }
    any
}

impl Entry {
    /// What the matches of one pattern are sorted by.
    fn order(&self) -> &[u8] {
        match self {
            Self::File { relative, .. } => relative.as_os_str().as_encoded_bytes(),
            Self::Skipped(skipped) => skipped.id.as_bytes(),
        }
    }
}

/// As the whole paths of the files inside would sort: a folder's name ends in `/`.
fn by_path(a: &DirEntry, b: &DirEntry) -> Ordering {
    let (x, y) = (
        a.file_name().as_encoded_bytes(),
        b.file_name().as_encoded_bytes(),
    );
    let shared = x.len().min(y.len());
    // A link is followed only after sorting; asking what it is takes time, and is seldom needed.
    let is_folder = |entry: &DirEntry| match entry.path_is_symlink() {
        true => entry.path().is_dir(),
        false => entry.file_type().is_dir(),
    };
    let next = |name: &[u8], entry| match name.get(shared) {
        Some(&byte) => Some(byte),
        None => is_folder(entry).then_some(b'/'),
    };
    x[..shared]
        .cmp(&y[..shared])
        .then_with(|| next(x, a).cmp(&next(y, b)))
}
