//! Parquet files: columns become fields, rows documents.
//!
//! Strings are read as views into the pages they stand in, so that a value that is stored once and
//! used by many rows is in memory once. A batch holds about one chunk's worth of rows, and pages are
//! read as they are needed, so the size of row groups does not matter.

mod disk;
mod pages;

use std::fs::File;
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow::array::{Array, RecordBatch};
use arrow::datatypes::{DataType, Schema};
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
};
use parquet::arrow::{ProjectionMask, parquet_to_arrow_field_levels};
use parquet::file::metadata::RowGroupMetaData;

use disk::Disk;
use pages::Groups;

use super::archive::Archive;
use super::cell::{Cell, push_json};
use super::date::is_date;
use super::file::{FileRef, Refused};
use super::row_page::{self, with_page};
use super::source::Once;
use super::{Chunk, Document, Item, Reason, Source, json};
use crate::error::{Error, Result};

/// Rows in one batch at most, however short.
const MAX_ROWS: u64 = 8192;

/// A Parquet file, compressed as a whole or not.
pub(super) fn open(file: Arc<FileRef>) -> Box<dyn Source> {
    let opened = match on_disk(&file) {
        Ok(Ok(disk)) => guarded(|| Batches::open(file.clone(), disk)),
        Ok(Err(refused)) => Err(Problem::Content(refused)),
        Err(error) => return Once::of(Err(error)),
    };
    match opened {
        Ok(batches) => Box::new(batches),
        Err(Problem::Content(refused)) => Once::of(Ok(Chunk::of(file.skip(refused)))),
        Err(Problem::Columns(refused)) => Once::of(file.refuse(refused)),
    }
}

/// Why there is nothing to read.
enum Problem {
    /// The file is broken.
    Content(Refused),
    /// It is a good file of something else.
    Columns(Refused),
}

impl<E: std::error::Error> From<E> for Problem {
    fn from(error: E) -> Self {
        Self::Content(broken(error.to_string()))
    }
}

fn broken(cause: String) -> Refused {
    Refused::new(Reason::BrokenParquet, cause)
}

/// The decoder is not ours, and what it decodes may be damaged: a panic there is a broken file.
fn guarded<T>(run: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|_| Err(Problem::Content(broken("the file is damaged".into()))))
}

/// The file itself, or its content unpacked: Parquet is read from its end.
fn on_disk(file: &FileRef) -> Result<Result<File, Refused>> {
    if file.archive == Archive::Plain && !file.is_stream() {
        return Ok(File::open(&file.path).map_err(|error| file.broken(&error)));
    }
    let mut reader = match file.open() {
        Ok(reader) => reader,
        Err(error) => return Ok(Err(file.broken(&error))),
    };
    let temp = &file.options.temp;
    let failed = |doing| {
        move |cause| Error::Temp {
            doing,
            path: temp.clone().unwrap_or_default(),
            cause,
        }
    };
    let made = match temp {
        Some(folder) => tempfile::tempfile_in(folder),
        None => tempfile::tempfile(),
    };
    let mut unpacked = made.map_err(failed("create"))?;
    let mut buffer = vec![0; 64 << 10];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(Ok(unpacked)),
            Ok(read) => unpacked
                .write_all(&buffer[..read])
                .map_err(failed("write"))?,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Ok(Err(file.broken(&error))),
        }
    }
}

/// A stream of record batches.
struct Batches {
    file: Arc<FileRef>,
    columns: Arc<Columns>,
    reader: ParquetRecordBatchReader,
    /// The next row, counted from 1.
    row: u64,
    rows: u64,
    ended: bool,
}

impl Batches {
    fn open(file: Arc<FileRef>, disk: File) -> Result<Self, Problem> {
        let disk = Disk::new(disk)?;
        let metadata = ArrowReaderMetadata::load(&disk, ArrowReaderOptions::new())?;
        let views = ArrowReaderOptions::new().with_schema(with_views(metadata.schema()));
        let metadata =
            ArrowReaderMetadata::try_new(metadata.metadata().clone(), views).unwrap_or(metadata);
        let columns = Columns::find(metadata.schema(), &file).map_err(Problem::Columns)?;

        let groups = metadata.metadata().row_groups();
        let count = |group: &RowGroupMetaData| u64::try_from(group.num_rows()).unwrap_or(0);
        let bytes = |group: &RowGroupMetaData| u64::try_from(group.total_byte_size()).unwrap_or(0);
        let longest = groups
            .iter()
            .map(|group| bytes(group) / count(group).max(1))
            .max();
        let fitting = file.options.chunk_bytes as u64 / longest.unwrap_or(0).max(1);
        let rows = groups.iter().map(count).fold(0, u64::saturating_add);
        let levels = parquet_to_arrow_field_levels(
            metadata.parquet_schema(),
            ProjectionMask::all(),
            Some(metadata.schema().fields()),
        )?;
        let groups = Groups {
            disk: Arc::new(disk),
            metadata: metadata.metadata().clone(),
        };
        let batch = fitting.clamp(1, MAX_ROWS) as usize;
        let reader =
            ParquetRecordBatchReader::try_new_with_row_groups(&levels, &groups, batch, None)?;
        Ok(Self {
            file,
            columns: Arc::new(columns),
            reader,
            row: 1,
            rows,
            ended: false,
        })
    }
}

impl Source for Batches {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        if self.ended {
            return Ok(None);
        }
        let file = &self.file;
        let row = self.row;
        match guarded(|| Ok(self.reader.next().transpose()?)) {
            Ok(Some(batch)) => {
                self.row += batch.num_rows() as u64;
                if let (Archive::Plain, Some(size)) = (file.archive, file.size) {
                    let share = u128::from(size) * u128::from(self.row - 1);
                    file.set_read((share / u128::from(self.rows.max(1))) as u64);
                }
                let (file, columns) = (file.clone(), self.columns.clone());
                let may_have_pages = columns.html.is_some();
                let chunk = Chunk::new(batch.get_array_memory_size(), move |out| {
                    for at in 0..batch.num_rows() {
                        out(document(&file, &columns, &batch, at, row + at as u64));
                    }
                });
                Ok(Some(chunk.with_pages(may_have_pages)))
            }
            Ok(None) => {
                self.ended = true;
                Ok(None)
            }
            Err(Problem::Content(refused) | Problem::Columns(refused)) => {
                self.ended = true;
                Ok(Some(Chunk::of(file.skip_row(row, None, refused))))
            }
        }
    }
}

/// The same schema with all strings and bytes, but for those inside others, as views.
fn with_views(schema: &Schema) -> Arc<Schema> {
    let fields = schema.fields().iter().map(|field| {
        let kind = match field.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
            DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
            other => other.clone(),
        };
        field.as_ref().clone().with_data_type(kind)
    });
    let fields: Vec<_> = fields.collect();
    Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
}

/// Which columns mean something.
struct Columns {
    /// `None` when ids are made of rows.
    id: Option<usize>,
    /// `None` when there is a page instead.
    text: Option<usize>,
    /// The web page of rows without a text; in others it is one of the others.
    html: Option<usize>,
    has_url: bool,
    /// Date, series and title, with their names as JSON.
    optional: [(Option<usize>, String); 3],
    /// The others, with their names as JSON.
    meta: Vec<(usize, String)>,
}

impl Columns {
    fn find(schema: &Schema, file: &FileRef) -> Result<Self, Refused> {
        let names = &file.options.fields;
        let find = |name: &str| {
            schema
                .fields()
                .iter()
                .position(|field| field.name() == name)
        };
        let missing = |name: &str, hint: &str, reason| {
            let found: Vec<_> = schema
                .fields()
                .iter()
                .map(|field| field.name().as_str())
                .collect();
            let found = found.join(", ");
            Refused::new(
                reason,
                format!("no column `{name}`; it has: {found}\nhint: {hint}"),
            )
        };
        let (text, html) = (find(&names.text), row_page::field(names).and_then(find));
        if text.or(html).is_none() {
            let hint = "name the column with the text with --text-field";
            return Err(missing(&names.text, hint, Reason::MissingText));
        }
        let id = match names.id_is_line() {
            true => None,
            false => Some(find(&names.id).ok_or_else(|| {
                let hint = "name the column with the id with --id-field, or number the rows with \
                            --id-field @line";
                missing(&names.id, hint, Reason::MissingId)
            })?),
        };
        let optional =
            [&names.date, &names.series, &names.title].map(|name| (find(name), json::quoted(name)));
        let others = schema.fields().iter().enumerate().filter(|(at, _)| {
            text != Some(*at)
                && id != Some(*at)
                && optional.iter().all(|known| known.0 != Some(*at))
        });
        let meta = others
            .map(|(at, field)| (at, json::quoted(field.name())))
            .collect();
        Ok(Self {
            id,
            text,
            html,
            has_url: find("url").is_some(),
            optional,
            meta,
        })
    }
}

fn document(file: &FileRef, columns: &Columns, batch: &RecordBatch, at: usize, row: u64) -> Item {
    let names = &file.options.fields;
    let mut replaced = 0;
    let id = match columns.id.map(|column| Cell::of(batch.column(column), at)) {
        None => file.at(row),
        Some(Cell::String {
            text,
            replaced: count,
        }) => {
            replaced += count;
            text.into_owned()
        }
        Some(Cell::Integer(value)) => value.to_string(),
        Some(Cell::Null) => String::new(),
        Some(_) => {
            let cause = format!("column `{}` holds neither strings nor integers", names.id);
            return file.skip_row(row, None, Refused::new(Reason::WrongType, cause));
        }
    };
    if id.is_empty() {
        let cause = format!("nothing in column `{}`", names.id);
        return file.skip_row(row, None, Refused::new(Reason::MissingId, cause));
    }
    let cell = |column: Option<usize>| {
        column.map_or(Cell::Null, |column| Cell::of(batch.column(column), at))
    };
    let mut page = None;
    // An empty text is none where there is a page.
    let text = match (cell(columns.text), cell(columns.html)) {
        (Cell::String { text, .. }, Cell::String { .. }) if text.is_empty() => Cell::Null,
        (text, _) => text,
    };
    let text = match text {
        Cell::String { text, .. } if text.len() as u64 > file.options.max_bytes => {
            return file.skip_row(row, Some(id), file.too_large());
        }
        Cell::String {
            text,
            replaced: count,
        } => {
            replaced += count;
            text.into_owned()
        }
        Cell::Null => {
            let Cell::String {
                text: html,
                replaced: count,
            } = cell(columns.html)
            else {
                let cause = format!("nothing in column `{}`", names.text);
                return file.skip_row(row, Some(id), Refused::new(Reason::MissingText, cause));
            };
            replaced += count;
            if html.len() as u64 > file.options.max_bytes {
                return file.skip_row(row, Some(id), file.too_large());
            }
            match row_page::page(&html, file.options.content) {
                Ok(read) => page = Some(read),
                Err(refused) => return file.skip_row(row, Some(id), refused),
            }
            String::new()
        }
        _ => {
            let cause = format!("column `{}` holds no strings", names.text);
            return file.skip_row(row, Some(id), Refused::new(Reason::WrongType, cause));
        }
    };
    let mut meta = String::new();
    let push = |meta: &mut String, column: &dyn Array, key: &str| {
        let mut value = String::new();
        push_json(column, at, &mut value);
        json::push_field(meta, key, &value);
    };
    let page_at = columns.html.filter(|_| page.is_some());
    for (column, key) in &columns.meta {
        if Some(*column) == page_at {
            continue;
        }
        let column = batch.column(*column);
        match Cell::of(column, at) {
            // As `cento convert` writes the fields that have no column of their own.
            Cell::String { text, .. } if key == "\"meta\"" && json::is_object(&text) => {
                json::push_members(&mut meta, &text);
            }
            _ => push(&mut meta, column, key),
        }
    }
    let mut bad_date = false;
    let [date, series, title] = std::array::from_fn(|which| {
        let (column, key) = &columns.optional[which];
        let column = batch.column((*column)?);
        let is_for_date = which == 0;
        let value = match Cell::of(column, at) {
            Cell::Null => return None,
            Cell::String {
                text,
                replaced: count,
            } => {
                replaced += count;
                text.into_owned()
            }
            Cell::Integer(value) => value.to_string(),
            Cell::Float(value) if value.is_finite() => serde_json::Value::from(value).to_string(),
            Cell::Date(text) => text,
            Cell::Float(_) | Cell::Other => {
                bad_date |= is_for_date;
                push(&mut meta, column, key);
                return None;
            }
        };
        if is_for_date && !is_date(&value) {
            if !value.is_empty() {
                bad_date = true;
                push(&mut meta, column, key);
            }
            return None;
        }
        Some(value)
    });
    if let Some(page) = page.as_ref().filter(|_| !columns.has_url) {
        json::push_members(&mut meta, &page.meta);
    }
    json::close(&mut meta);
    let document = Document {
        id,
        text,
        date,
        series,
        title,
        meta,
        replaced,
        bad_date,
        site: None,
        layout: None,
    };
    Item::Document(with_page(document, page))
}
