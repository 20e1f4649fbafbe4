//! Tables as text: CSV and TSV, with a header.
//!
//! Rows end at `\n`, `\r\n` or `\r` outside quotes. Where a row ends is found here, so that chunks
//! can be cut and rows limited; what is in a row is left to csv-core.

use std::sync::Arc;

use csv_core::ReadRecordResult;
use memchr::{memchr, memchr3};

use super::date::is_date;
use super::file::{FileRef, Refused};
use super::row_page::{self, with_page};
use super::rows::{Cut, Pace, RowEnds, Rows, line_ends};
use super::source::Once;
use super::text::{decode, without_bom};
use super::{Chunk, Document, Item, Reason, Source, json};
use crate::error::{Error, Result};

/// A file of comma-separated values.
pub(super) fn open_csv(file: Arc<FileRef>) -> Box<dyn Source> {
    open(file, b',')
}

/// A file of tab-separated values, with quotes as in CSV.
pub(super) fn open_tsv(file: Arc<FileRef>) -> Box<dyn Source> {
    open(file, b'\t')
}

fn open(file: Arc<FileRef>, delimiter: u8) -> Box<dyn Source> {
    match file.open() {
        Ok(reader) => {
            let pace = if file.is_stream() {
                Pace::Ready
            } else {
                Pace::Full
            };
            let rows = Rows::new(reader, Records::new(delimiter), pace, &file.options);
            Box::new(Csv {
                file,
                delimiter,
                rows,
                header: None,
                ended: false,
            })
        }
        Err(error) => Once::of(Ok(Chunk::of(file.skip(file.broken(&error))))),
    }
}

struct Csv {
    file: Arc<FileRef>,
    delimiter: u8,
    rows: Rows<Records>,
    header: Option<Arc<Header>>,
    ended: bool,
}

impl Source for Csv {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        while !self.ended {
            let file = &self.file;
            let (bytes, line) = match self.rows.next_cut() {
                Some(Cut::Rows { bytes, line }) => (bytes, line),
                Some(Cut::TooLong { line }) => {
                    // Without a header the rest says nothing.
                    self.ended = self.header.is_none();
                    return Ok(Some(Chunk::of(file.skip_row(line, None, file.too_large()))));
                }
                Some(Cut::Broken { error, .. }) if file.options.follow => {
                    return Err(Error::io("follow", &file.path)(error));
                }
                Some(Cut::Broken { line, error }) => {
                    self.ended = true;
                    return Ok(Some(Chunk::of(file.skip_row(
                        line,
                        None,
                        file.broken(&error),
                    ))));
                }
                Some(Cut::Nothing) => return Ok(Some(Chunk::of_all(0, Vec::new()))),
                None => {
                    self.ended = true;
                    let empty = "empty: a header row with the names of the columns is needed";
                    return Ok(self
                        .header
                        .is_none()
                        .then(|| Chunk::of(file.skip(Refused::new(Reason::BrokenCsv, empty)))));
                }
            };
            let mut split = Split::new(self.delimiter, &bytes, line);
            let header = match &self.header {
                Some(header) => header.clone(),
                None => {
                    let is_long = |row: &Raw<'_>| row.len() > file.options.max_bytes;
                    let Some(row) = split.find(|row| is_long(row) || !row.is_blank()) else {
                        continue;
                    };
                    if is_long(&row) {
                        self.ended = true;
                        let skipped = file.skip_row(row.line, None, file.too_large());
                        return Ok(Some(Chunk::of(skipped)));
                    }
                    match Header::read(&row, self.delimiter, file) {
                        Ok(header) => self.header.insert(Arc::new(header)).clone(),
                        Err(refused) => {
                            self.ended = true;
                            return file.refuse(refused).map(Some);
                        }
                    }
                }
            };
            let (from, line) = (split.at, split.line);
            let (file, delimiter) = (file.clone(), self.delimiter);
            let may_have_pages = header.html.is_some();
            return Ok(Some(
                Chunk::new(bytes.capacity(), move |out| {
                    parse(
                        &file,
                        &header,
                        Split::new(delimiter, &bytes[from..], line),
                        out,
                    );
                })
                .with_pages(may_have_pages),
            ));
        }
        Ok(None)
    }
}

/// Where csv-core will see rows end.
struct Records {
    delimiter: u8,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    StartOfField,
    Plain,
    Quoted,
    /// After a quote inside quotes: the end of the field, or half of an escaped quote.
    AfterQuote,
    /// After `\r`: a `\n` would belong to the same row.
    AfterReturn,
}

impl Records {
    fn new(delimiter: u8) -> Self {
        Self {
            delimiter,
            state: State::StartOfField,
        }
    }
}

impl RowEnds for Records {
    fn next_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match self.state {
                State::Quoted => match memchr(b'"', &bytes[at..]) {
                    Some(found) => {
                        at += found + 1;
                        self.state = State::AfterQuote;
                    }
                    None => return None,
                },
                State::AfterReturn => {
                    self.state = State::StartOfField;
                    return Some(at + usize::from(byte == b'\n'));
                }
                State::StartOfField | State::AfterQuote if byte == b'"' => {
                    at += 1;
                    self.state = State::Quoted;
                }
                State::StartOfField | State::AfterQuote | State::Plain => {
                    let Some(found) = memchr3(self.delimiter, b'\n', b'\r', &bytes[at..]) else {
                        self.state = State::Plain;
                        return None;
                    };
                    at += found + 1;
                    self.state = match bytes[at - 1] {
                        b'\r' => State::AfterReturn,
                        _ => State::StartOfField,
                    };
                    if bytes[at - 1] == b'\n' {
                        return Some(at);
                    }
                }
            }
        }
        None
    }
}

/// One row as it stands in the file.
struct Raw<'a> {
    /// With its line end.
    bytes: &'a [u8],
    line: u64,
    /// False when the input ended inside quotes.
    closed: bool,
}

impl Raw<'_> {
    fn is_blank(&self) -> bool {
        self.content().is_empty()
    }

    /// Without its line end.
    fn content(&self) -> &[u8] {
        let bytes = match self.line {
            1 => without_bom(self.bytes),
            _ => self.bytes,
        };
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        bytes.strip_suffix(b"\r").unwrap_or(bytes)
    }

    /// As [`Rows`] counts them.
    fn len(&self) -> u64 {
        self.bytes.strip_suffix(b"\n").unwrap_or(self.bytes).len() as u64
    }
}

/// The rows of a chunk.
struct Split<'a> {
    ends: Records,
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> Split<'a> {
    fn new(delimiter: u8, bytes: &'a [u8], line: u64) -> Self {
        Self {
            ends: Records::new(delimiter),
            bytes,
            at: 0,
            line,
        }
    }
}

impl<'a> Iterator for Split<'a> {
    type Item = Raw<'a>;

    fn next(&mut self) -> Option<Raw<'a>> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let end = self.ends.next_end(rest).unwrap_or(rest.len());
        let bytes = &rest[..end];
        let closed = self.ends.state != State::Quoted;
        let row = Raw {
            bytes,
            line: self.line,
            closed,
        };
        self.at += end;
        self.line += line_ends(bytes);
        Some(row)
    }
}

/// The columns, and which of them mean something.
struct Header {
    columns: usize,
    /// `None` when ids are made of lines.
    id: Option<usize>,
    /// `None` when there is a page instead.
    text: Option<usize>,
    date: Option<usize>,
    series: Option<usize>,
    title: Option<usize>,
    /// The web page of rows without a text; in others it is one of the others.
    html: Option<usize>,
    /// The others, with their names as JSON.
    meta: Vec<(usize, String)>,
    has_url: bool,
    /// The date's name as JSON.
    date_key: String,
}

impl Header {
    fn read(row: &Raw<'_>, delimiter: u8, file: &FileRef) -> Result<Self, Refused> {
        let mut fields = FieldReader::new(delimiter, row.content().len() + 1);
        // No more columns than bytes and one.
        let count = fields.read(row.content()).unwrap_or(0);
        let columns: Vec<_> = (0..count)
            .map(|at| decode(fields.get(at)).0.into_owned())
            .collect();
        let find = |name: &str| columns.iter().position(|column| column == name);
        let names = &file.options.fields;
        let missing = |name: &str, option: &str, reason| {
            let found = columns.join(", ");
            let cause = format!("no column `{name}`; it has: {found}\nhint: {option}");
            Refused::new(reason, cause)
        };
        let (text, html) = (find(&names.text), row_page::field(names).and_then(find));
        if text.or(html).is_none() {
            let hint = "name the column with the text with --text-field";
            return Err(missing(&names.text, hint, Reason::MissingText));
        }
        let id = match names.id_is_line() {
            true => None,
            false => Some(find(&names.id).ok_or_else(|| {
                let hint = "name the column with the id with --id-field, or number the lines with \
                            --id-field @line";
                missing(&names.id, hint, Reason::MissingId)
            })?),
        };
        let (date, series, title) = (find(&names.date), find(&names.series), find(&names.title));
        let known = [id, text, date, series, title];
        let others = columns
            .iter()
            .enumerate()
            .filter(|(at, _)| !known.contains(&Some(*at)));
        Ok(Self {
            columns: columns.len(),
            id,
            text,
            date,
            series,
            title,
            html,
            has_url: columns.iter().any(|column| column == "url"),
            meta: others
                .map(|(at, column)| (at, json::quoted(column)))
                .collect(),
            date_key: json::quoted(&names.date),
        })
    }
}

/// Splits one row after the other into fields.
struct FieldReader {
    reader: csv_core::Reader,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl FieldReader {
    /// For rows of up to `max` fields.
    fn new(delimiter: u8, max: usize) -> Self {
        let reader = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
        Self {
            reader,
            bytes: Vec::new(),
            ends: vec![0; max + 1],
        }
    }

    /// How many fields the row has; `None` when it has more than the most.
    fn read(&mut self, row: &[u8]) -> Option<usize> {
        if self.bytes.len() < row.len() + 1 {
            self.bytes.resize(row.len() + 1, 0);
        }
        self.reader.reset();
        // After a blank line, so that the row does not begin the file: a byte order mark in it is
        // text.
        self.reader
            .read_record(b"\n", &mut self.bytes, &mut self.ends);
        let (mut input, mut written, mut count) = (row, 0, 0);
        loop {
            let (result, read, wrote, ended) =
                self.reader
                    .read_record(input, &mut self.bytes[written..], &mut self.ends[count..]);
            input = &input[read..];
            written += wrote;
            count += ended;
            match result {
                // Once more with nothing, which means the end.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::Record | ReadRecordResult::End => break,
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => return None,
            }
        }
        (count < self.ends.len()).then_some(count)
    }

    /// A field of the last row.
    fn get(&self, at: usize) -> &[u8] {
        let begin = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.bytes[begin..self.ends[at]]
    }
}

fn parse(file: &FileRef, header: &Header, rows: Split<'_>, out: &mut dyn FnMut(Item)) {
    let mut fields = FieldReader::new(rows.ends.delimiter, header.columns);
    for row in rows {
        if row.len() > file.options.max_bytes {
            out(file.skip_row(row.line, None, file.too_large()));
        } else if !row.is_blank() {
            out(document(file, header, &row, &mut fields));
        }
    }
}

fn document(file: &FileRef, header: &Header, row: &Raw<'_>, fields: &mut FieldReader) -> Item {
    let broken =
        |cause: String| file.skip_row(row.line, None, Refused::new(Reason::BrokenCsv, cause));
    if !row.closed {
        return broken("a quote is never closed".into());
    }
    let columns = header.columns;
    match fields.read(row.content()) {
        Some(count) if count == columns => {}
        Some(count) => return broken(format!("{count} fields, the header has {columns}")),
        None => return broken(format!("more fields than the header, which has {columns}")),
    }
    let mut replaced = 0;
    let mut field = |at: usize| {
        let (text, count) = decode(fields.get(at));
        replaced += count;
        text
    };
    let id = match header.id {
        None => file.at(row.line),
        Some(at) => field(at).into_owned(),
    };
    if id.is_empty() {
        let cause = format!("nothing in column `{}`", file.options.fields.id);
        return file.skip_row(row.line, None, Refused::new(Reason::MissingId, cause));
    }
    let text = header.text.map(|at| field(at).into_owned());
    // A table has no other way to say that there is no text.
    let text = text.unwrap_or_default();
    let html = header.html.filter(|_| text.is_empty());
    let html = html.map(|at| (at, field(at).into_owned()));
    let html = html.filter(|(_, html)| !html.is_empty());
    let mut page = None;
    if let Some((_, html)) = &html {
        match row_page::page(html, file.options.content) {
            Ok(read) => page = Some(read),
            Err(refused) => return file.skip_row(row.line, Some(id), refused),
        }
    }
    let page_at = html.map(|(at, _)| at);
    let mut meta = String::new();
    for (at, key) in header.meta.iter().filter(|(at, _)| Some(*at) != page_at) {
        json::push_field(&mut meta, key, &json::quoted(&field(*at)));
    }
    let mut optional = |at: Option<usize>| {
        at.map(|at| field(at).into_owned())
            .filter(|text| !text.is_empty())
    };
    let (mut date, series, title) = (
        optional(header.date),
        optional(header.series),
        optional(header.title),
    );
    let bad = date.take_if(|date| !is_date(date));
    if let Some(bad) = &bad {
        json::push_field(&mut meta, &header.date_key, &json::quoted(bad));
    }
    if let Some(page) = page.as_ref().filter(|_| !header.has_url) {
        json::push_members(&mut meta, &page.meta);
    }
    json::close(&mut meta);
    let bad_date = bad.is_some();
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
