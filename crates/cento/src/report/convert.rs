//! Documents written as they were read: JSONL or Parquet that cento and others can read back.

use std::fmt;
use std::io::Write;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::table::{Cell, Column, Kind, Row, column};
use super::writer::Pending;
#[cfg(feature = "parquet")]
use super::writer::{Format, Table};
use crate::error::{Error, Result};
use crate::read::{Chunk, Document, Item, Skipped, Source};
use crate::watch::{Stage, Watch};

impl Row for Document {
    const TABLE: &'static str = "texts";
    const COLUMNS: &'static [Column] = &[
        column("id", Kind::Text),
        column("text", Kind::Text),
        column("date", Kind::Text),
        column("series", Kind::Text),
        column("title", Kind::Text),
        column("meta", Kind::Object),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        let meta = if self.meta.is_empty() {
            "{}"
        } else {
            &self.meta
        };
        vec![
            self.id.as_str().into(),
            self.text.as_str().into(),
            (&self.date).into(),
            (&self.series).into(),
            (&self.title).into(),
            Cell::Object(meta.into()),
        ]
    }
}

/// What was converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// Documents written.
    pub documents: u64,
    /// Inputs passed over.
    pub skipped: u64,
    /// Sequences of invalid UTF-8 replaced.
    pub replaced: u64,
}

/// Where documents are written to.
pub enum Destination<'a> {
    /// JSONL on a stream.
    Stream(&'a mut dyn Write),
    /// A file, in the format of its ending.
    File(&'a Path),
}

/// Writes every document of `source`, of which `total` bytes are expected (0 where that is not known).
/// `skipped` is told what was passed over, and may refuse.
pub fn convert(
    source: &mut dyn Source,
    total: u64,
    destination: Destination<'_>,
    watch: &dyn Watch,
    mut skipped: impl FnMut(&Skipped) -> Result<()>,
) -> Result<Converted> {
    let mut out = Out::open(destination)?;
    let mut converted = Converted::default();
    let mut bytes_read = 0;
    while let Some(chunk) = source.next_chunk()? {
        bytes_read += chunk.bytes_read();
        watch.advance(Stage::Read, bytes_read, total)?;
        for item in items(chunk) {
            match item {
                Item::Document(document) => {
                    converted.documents += 1;
                    converted.replaced += u64::from(document.replaced);
                    out.write(&document)?;
                }
                Item::Skipped(row) => {
                    converted.skipped += 1;
                    skipped(&row)?;
                }
            }
        }
    }
    out.finish()?;
    Ok(converted)
}

fn items(chunk: Chunk) -> Vec<Item> {
    let mut items = Vec::new();
    chunk.parse(&mut |item| items.push(item));
    items
}

enum Out<'a> {
    Stream(&'a mut dyn Write),
    Lines(Pending, std::io::BufWriter<std::fs::File>),
    #[cfg(feature = "parquet")]
    Table(Table),
}

impl<'a> Out<'a> {
    fn open(destination: Destination<'a>) -> Result<Self> {
        let path = match destination {
            Destination::Stream(stream) => return Ok(Self::Stream(stream)),
            Destination::File(path) => path,
        };
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("jsonl" | "ndjson") => {
                let file = Pending::create(path)?;
                let out = file.writer()?;
                Ok(Self::Lines(file, out))
            }
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(Self::Table(Table::create_file(
                path,
                Format::Parquet,
                Document::COLUMNS,
            )?)),
            _ => Err(Error::Usage(format!(
                "cannot tell what to write to {}\nhint: end its name in .jsonl or .parquet",
                path.display()
            ))),
        }
    }

    fn write(&mut self, document: &Document) -> Result<()> {
        let stdout = Error::io("write", "standard output");
        match self {
            Self::Stream(stream) => write_line(document, stream).map_err(stdout),
            Self::Lines(file, out) => {
                write_line(document, out).map_err(Error::io("write", file.path()))
            }
            #[cfg(feature = "parquet")]
            Self::Table(table) => table.write(&document.cells()),
        }
    }

    fn finish(self) -> Result<()> {
        match self {
            Self::Stream(stream) => stream
                .flush()
                .map_err(Error::io("write", "standard output")),
            Self::Lines(file, mut out) => {
                out.flush().map_err(Error::io("write", file.path()))?;
                file.persist()
            }
            #[cfg(feature = "parquet")]
            Self::Table(table) => table.finish()?.persist(),
        }
    }
}

/// One document as a line of JSON, with all fields it was read with beside each other.
fn write_line(document: &Document, out: &mut dyn Write) -> std::io::Result<()> {
    let mut line = Vec::with_capacity(document.text.len() + 256);
    line.extend_from_slice(b"{\"id\":");
    serde_json::to_writer(&mut line, &document.id)?;
    let fields = [
        ("date", &document.date),
        ("series", &document.series),
        ("title", &document.title),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            write!(line, ",\"{name}\":")?;
            serde_json::to_writer(&mut line, value)?;
        }
    }
    let meta: Fields<'_> = serde_json::from_str(&document.meta).unwrap_or_default();
    for (name, value) in &meta.0 {
        // A field of a name that is taken: another was read in its place, as `--id-field` asks.
        let is_taken = match name.as_str() {
            "id" | "text" => true,
            name => fields
                .iter()
                .any(|(field, value)| *field == name && value.is_some()),
        };
        let name = if is_taken {
            &format!("original_{name}")
        } else {
            name
        };
        line.push(b',');
        serde_json::to_writer(&mut line, name)?;
        line.push(b':');
        line.extend_from_slice(value.get().as_bytes());
    }
    line.extend_from_slice(b",\"text\":");
    serde_json::to_writer(&mut line, &document.text)?;
    line.extend_from_slice(b"}\n");
    out.write_all(&line)
}

/// The members of a JSON object in their order, values untouched.
#[derive(Default)]
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Fields(fields))
    }
}
