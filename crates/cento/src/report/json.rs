//! Tables as JSON, one row a line.

use std::io::{self, Write};

use super::table::{Cell, Column, Row};
use super::writer::RowWriter;

/// Writes rows as JSON lines.
pub(super) struct JsonLines<W> {
    columns: &'static [Column],
    out: W,
    line: Vec<u8>,
}

impl<W: Write> JsonLines<W> {
    pub(super) fn new(columns: &'static [Column], out: W) -> Self {
        Self {
            columns,
            out,
            line: Vec::new(),
        }
    }
}

impl<W: Write> RowWriter for JsonLines<W> {
    fn write(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        self.line.clear();
        object(self.columns, cells, &mut self.line)?;
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// Appends a row as a JSON object, the same as in a table.
pub fn put_json<R: Row>(row: &R, out: &mut Vec<u8>) -> io::Result<()> {
    object(R::COLUMNS, &row.cells(), out)
}

fn object(columns: &[Column], cells: &[Cell<'_>], line: &mut Vec<u8>) -> io::Result<()> {
    for (i, (column, cell)) in columns.iter().zip(cells).enumerate() {
        line.push(if i == 0 { b'{' } else { b',' });
        // Names need no escaping.
        line.push(b'"');
        line.extend_from_slice(column.name.as_bytes());
        line.extend_from_slice(b"\":");
        put(line, cell)?;
    }
    line.push(b'}');
    Ok(())
}

fn put(line: &mut Vec<u8>, cell: &Cell<'_>) -> io::Result<()> {
    match cell {
        Cell::Null => line.extend_from_slice(b"null"),
        Cell::Count(count) => serde_json::to_writer(line, count)?,
        Cell::Text(text) => serde_json::to_writer(line, text)?,
        Cell::Share(share) => serde_json::to_writer(line, share)?,
        Cell::Texts(texts) => serde_json::to_writer(line, texts)?,
        Cell::Object(object) => line.extend_from_slice(object.as_bytes()),
    }
    Ok(())
}
