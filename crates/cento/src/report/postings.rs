//! The fingerprints of an index, for other tools.

use std::path::Path;
use std::sync::Arc;

use super::table::{Cell, Column, Kind, Row, column};
use super::writer::{Format, Table};
use crate::error::Result;
use crate::find::indexed::Indexed;
use crate::index::Snapshot;
use crate::span::TokenSpan;
use crate::watch::{Stage, Watch};

/// One fingerprint of a document.
struct PostingRow {
    document: u32,
    key: u64,
    span: TokenSpan,
}

impl Row for PostingRow {
    const TABLE: &'static str = "postings";
    const COLUMNS: &'static [Column] = &[
        column("key", Kind::Count),
        column("document", Kind::Count),
        column("begin", Kind::Count),
        column("end", Kind::Count),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            Cell::Count(self.key),
            self.document.into(),
            self.span.begin.into(),
            self.span.end.into(),
        ]
    }
}

/// Writes every fingerprint of an index: its key, the row of the document among all in their order (the first
/// of those with the same words), and the tokens it stands for.
pub fn export_postings(snapshot: &Arc<Snapshot>, path: &Path, watch: &dyn Watch) -> Result<()> {
    let indexed = Indexed::new(snapshot)?;
    let mut table = Table::create_file(path, Format::Parquet, PostingRow::COLUMNS)?;
    let (mut done, all) = (0u64, snapshot.info()?.postings);
    snapshot.each_posting(|content, place| {
        if done.is_multiple_of(1 << 16) {
            watch.advance(Stage::Write, done, all)?;
        }
        done += 1;
        let row = PostingRow {
            document: indexed.first_with(content)?,
            key: place.key,
            span: place.span,
        };
        table.write(&row.cells())
    })?;
    table.finish()?.persist()
}
