//! Where results go.

use std::io::Write;

use super::cluster::ClusterRow;
use super::edition::{PortionRow, WorkRow};
use super::frame::FrameRow;
use super::json::JsonLines;
use super::model::{DocumentRow, PairRow, SkippedRow};
use super::passage::PassageRow;
use super::slide::{LineageRow, SlideRow};
use super::table::Row;
use super::writer::RowWriter;
use crate::error::{Error, Result};

/// Receives results in their order: all pairs, each with its passages, portions and slides, then all
/// groups, then all lineages and works, then all documents, then what was skipped. An error
/// ends the run.
pub trait Sink {
    /// A related pair.
    fn pair(&mut self, row: &PairRow) -> Result<()>;

    /// A passage of the pair given last.
    fn passage(&mut self, _row: &PassageRow<'_>) -> Result<()> {
        Ok(())
    }

    /// A portion of the pair given last.
    fn portion(&mut self, _row: &PortionRow<'_>) -> Result<()> {
        Ok(())
    }

    /// Two slides of the pair given last.
    fn slide(&mut self, _row: &SlideRow<'_>) -> Result<()> {
        Ok(())
    }

    /// A slide that is in several decks.
    fn lineage(&mut self, _row: &LineageRow) -> Result<()> {
        Ok(())
    }

    /// What was left out of the web pages of a site.
    fn frame(&mut self, _row: &FrameRow<'_>) -> Result<()> {
        Ok(())
    }

    /// A work.
    fn work(&mut self, _row: &WorkRow) -> Result<()> {
        Ok(())
    }

    /// A reprint group.
    fn cluster(&mut self, _row: &ClusterRow) -> Result<()> {
        Ok(())
    }

    /// An input document.
    fn document(&mut self, _row: &DocumentRow) -> Result<()> {
        Ok(())
    }

    /// What could not be read.
    fn skipped(&mut self, _row: &SkippedRow) -> Result<()> {
        Ok(())
    }
}

/// Drops everything: for runs of which only the summary is wanted.
impl Sink for () {
    fn pair(&mut self, _row: &PairRow) -> Result<()> {
        Ok(())
    }
}

/// Writes pairs as JSON lines.
pub struct JsonPairs<W: Write> {
    rows: JsonLines<W>,
}

impl<W: Write> JsonPairs<W> {
    /// Lines go to `out`.
    pub fn new(out: W) -> Self {
        Self {
            rows: JsonLines::new(PairRow::COLUMNS, out),
        }
    }

    /// Writes what is still held back.
    pub fn finish(self) -> Result<()> {
        Box::new(self.rows)
            .finish()
            .map_err(Error::io("write", "standard output"))
    }
}

impl<W: Write> Sink for JsonPairs<W> {
    fn pair(&mut self, row: &PairRow) -> Result<()> {
        self.rows
            .write(&row.cells())
            .map_err(Error::io("write", "standard output"))
    }
}
