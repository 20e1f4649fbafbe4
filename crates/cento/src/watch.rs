//! How a long run tells where it is, and is told to stop.

use crate::error::Result;

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading and fingerprinting; counted in bytes of input files.
    Read,
    /// Reading web pages for the frames of their sites, before they are fingerprinted; counted in bytes of input files.
    Frames,
    /// Going through an index; counted in documents.
    Load,
    /// Sorting and grouping keys; counted in partitions.
    Join,
    /// Comparing pairs; counted in partitions.
    Compare,
    /// Writing results; counted in documents.
    Write,
}

/// Told about progress from any thread, often: it should return at once.
pub trait Watch: Sync {
    /// `done` of `total` units of the stage; a `total` of 0 is not known. An error, such as
    /// [`Error::Stopped`](crate::Error::Stopped), ends the run.
    fn advance(&self, stage: Stage, done: u64, total: u64) -> Result<()>;
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn advance(&self, _: Stage, _: u64, _: u64) -> Result<()> {
        Ok(())
    }
}
