//! What can go wrong: one enum, with the path, the cause and a hint where there is one.

use std::io;
use std::path::{Path, PathBuf};

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error that ends a run. What is wrong with one document only is a
/// [`Skipped`](crate::read::Skipped) instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder could not be read, written or found.
    #[error("cannot {doing} {}: {cause}", path.display())]
    Io {
        /// What was being done, as a verb: `read`, `write`, `create`.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's reason. Part of the message, so not a source of its own.
        cause: io::Error,
    },
    /// Space for intermediate data ran out or failed.
    #[error("cannot {doing} temporary data in {}: {cause}\nhint: name a folder with more space with --temp", path.display())]
    Temp {
        /// What was being done, as a verb.
        doing: &'static str,
        /// The folder for temporary files.
        path: PathBuf,
        /// The system's reason. Part of the message, so not a source of its own.
        cause: io::Error,
    },
    /// A scheme's text form names something that does not exist or is out of range.
    #[error("unknown scheme `{given}`: {cause}")]
    Scheme {
        /// What was given.
        given: String,
        /// What is wrong with it, and the nearest right thing.
        cause: String,
    },
    /// An argument that cannot be used; the text says which and why.
    #[error("{0}")]
    Usage(String),
    /// A document or row was skipped while `strict` was asked for.
    #[error("{reason}: {detail}\nhint: leave out --strict to skip what can't be read")]
    Strict {
        /// The stable reason code.
        reason: &'static str,
        /// Where and why.
        detail: String,
    },
    /// There is no index in a folder.
    #[error("no index in {}\nhint: make one with `cento index create {}`", path.display(), path.display())]
    NoIndex {
        /// The folder.
        path: PathBuf,
    },
    /// A file of an index is not as it was written.
    #[error("cannot use {}: {what}\nhint: put the file back from a copy; `cento index verify` lists all damage", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        what: String,
    },
    /// A file of an index was written by a later version.
    #[error("cannot use {}: it has format {found}, and this version knows {known}\nhint: use a newer cento", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The latest that can be read.
        known: u32,
    },
    /// An index is being written to by somebody else.
    #[error("cannot write to {}: {holder} is writing to it\nhint: wait until it is done", path.display())]
    Locked {
        /// The folder.
        path: PathBuf,
        /// Who holds it.
        holder: String,
    },
    /// An index was made in another way than what is asked for.
    #[error("cannot use {}: made with {made}, asked for with {asked}\nhint: {hint}", path.display())]
    Differs {
        /// The folder.
        path: PathBuf,
        /// What it was made with.
        made: String,
        /// What was asked for.
        asked: String,
        /// How to mend it.
        hint: &'static str,
    },
    /// A file of a stream's state is not as it was written.
    #[error("cannot go on from {}: {what}\nhint: put it and the file of names beside it back from a copy, or begin another state", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Something failed after a commit was made, while segments were merged or files removed.
    #[error(
        "{0}\nnote: everything up to the last commit is in the index; what is left to tidy up is done with the next"
    )]
    Afterwards(Box<Error>),
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
}

impl Error {
    /// The same as an [`Error::Afterwards`].
    pub(crate) fn afterwards(self) -> Self {
        match self {
            Self::Afterwards(_) => self,
            other => Self::Afterwards(Box::new(other)),
        }
    }

    /// An [`Error::Io`] on `path`.
    pub fn io(doing: &'static str, path: impl AsRef<Path>) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::Io {
            doing,
            path: path.as_ref().to_path_buf(),
            cause,
        }
    }
}
