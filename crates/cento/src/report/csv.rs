//! Tables as CSV. Lists are their texts joined by `;`, objects their JSON.

use std::io::{self, Write};

use super::table::{Cell, Column};
use super::writer::RowWriter;

/// Writes rows as CSV with a header.
pub(super) struct Csv<W: Write> {
    out: csv::Writer<W>,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(columns: &'static [Column], out: W) -> io::Result<Self> {
        let mut out = csv::Writer::from_writer(out);
        out.write_record(columns.iter().map(|column| column.name))?;
        Ok(Self { out })
    }
}

impl<W: Write> RowWriter for Csv<W> {
    fn write(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        for cell in cells {
            match cell {
                Cell::Null => self.out.write_field(""),
                Cell::Text(text) | Cell::Object(text) => self.out.write_field(text.as_bytes()),
                Cell::Count(count) => self.out.write_field(count.to_string()),
                // As in JSON: the shortest number that is read back the same.
                Cell::Share(share) => self.out.write_field(serde_json::to_string(share)?),
                Cell::Texts(texts) => self.out.write_field(texts.join(";")),
            }?;
        }
        Ok(self.out.write_record(None::<&[u8]>)?)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}
