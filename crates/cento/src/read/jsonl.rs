//! JSON lines: one object per line, one document per object.
//!
//! A line is looked over once, by serde_json, which checks it, unescapes the text and marks where
//! each other value begins and ends. No value is built. A line in which that fails is looked over
//! again with the text as it stands, to tell what is wrong or to mend it.

use std::fmt;
use std::io::{self, Cursor, Read};
use std::sync::Arc;

use memchr::{memchr, memmem};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::date::is_date;
use super::file::{FileRef, Refused};
use super::json::{self, Type};
use super::row_page::{self, with_page};
use super::rows::{Cut, Lines, Pace, Rows};
use super::source::Once;
use super::text::{decode, without_bom};
use super::{Chunk, Document, Fields, Item, Reason, Source};
use crate::error::{Error, Result};

/// As deep as serde_json itself would go.
const MAX_DEPTH: usize = 128;

/// A file of JSON lines.
pub(super) fn open(file: Arc<FileRef>) -> Box<dyn Source> {
    match file.open() {
        Ok(reader) => Box::new(Jsonl::new(file, reader)),
        Err(error) => Once::of(Ok(Chunk::of(file.skip(file.broken(&error))))),
    }
}

/// A `.json` file: JSON lines too, but often a single array, of which no line is an object.
pub(super) fn open_json(file: Arc<FileRef>) -> Box<dyn Source> {
    let mut start = Vec::new();
    let read = file.open().and_then(|mut reader| {
        (&mut reader).take(PEEK).read_to_end(&mut start)?;
        Ok(reader)
    });
    let rest = read.unwrap_or_else(|error| Box::new(Failed(Some(error))));
    let first = without_bom(&start)
        .iter()
        .find(|byte| !byte.is_ascii_whitespace());
    if first == Some(&b'[') {
        let cause = "it is a JSON array, not JSON lines\nhint: make one object per line, for \
                     example with: jq -c '.[]' FILE.json > FILE.jsonl";
        return Once::of(file.refuse(Refused::new(Reason::BrokenJson, cause)));
    }
    Box::new(Jsonl::new(file, Box::new(Cursor::new(start).chain(rest))))
}

/// White space at the start of a file is not looked at beyond this.
const PEEK: u64 = 4 << 10;

/// An error that was met early, to be told in its place.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

struct Jsonl {
    file: Arc<FileRef>,
    names: Arc<Names>,
    rows: Rows<Lines>,
}

impl Jsonl {
    fn new(file: Arc<FileRef>, reader: Box<dyn Read + Send>) -> Self {
        let pace = if file.is_stream() {
            Pace::Ready
        } else {
            Pace::Full
        };
        let rows = Rows::new(reader, Lines, pace, &file.options);
        let names = Arc::new(Names::new(&file.options.fields));
        Self { file, names, rows }
    }
}

impl Source for Jsonl {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        let file = &self.file;
        let cut = match self.rows.next_cut() {
            Some(Cut::Broken { error, .. }) if file.options.follow => {
                return Err(Error::io("follow", &file.path)(error));
            }
            cut => cut,
        };
        Ok(cut.map(|cut| match cut {
            Cut::Rows { bytes, line } => {
                let (file, names) = (file.clone(), self.names.clone());
                let html = names.html.as_deref();
                let may_have_pages =
                    html.is_some_and(|name| memmem::find(&bytes, name.as_bytes()).is_some());
                Chunk::new(bytes.capacity(), move |out| {
                    parse(&file, &names, &bytes, line, out)
                })
                .with_pages(may_have_pages)
            }
            Cut::TooLong { line } => Chunk::of(file.skip_row(line, None, file.too_large())),
            Cut::Broken { line, error } => {
                Chunk::of(file.skip_row(line, None, file.broken(&error)))
            }
            Cut::Nothing => Chunk::of_all(0, Vec::new()),
        }))
    }
}

/// The five known fields, in the order of `Row::known`.
struct Names {
    plain: [String; 5],
    quoted: [String; 5],
    /// Of the web page, as JSON; none where that is not read.
    html: Option<String>,
    /// False when the text's field is also that of the id, say.
    text_is_only_text: bool,
}

impl Names {
    fn new(fields: &Fields) -> Self {
        let Fields {
            id,
            text,
            date,
            series,
            title,
            ..
        } = fields.clone();
        let plain = [id, text, date, series, title];
        let quoted = plain.each_ref().map(|name| json::quoted(name));
        let text_is_only_text = plain.iter().filter(|name| **name == plain[TEXT]).count() == 1;
        let html = row_page::field(fields).map(json::quoted);
        Self {
            plain,
            quoted,
            html,
            text_is_only_text,
        }
    }
}

fn parse(file: &FileRef, names: &Names, bytes: &[u8], line: u64, out: &mut dyn FnMut(Item)) {
    let mut rest = bytes;
    let mut line = line;
    while !rest.is_empty() {
        let end = memchr(b'\n', rest).unwrap_or(rest.len());
        let mut row = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        if row.len() as u64 > file.options.max_bytes {
            out(file.skip_row(line, None, file.too_large()));
        } else {
            if line == 1 {
                row = without_bom(row);
            }
            if !row.trim_ascii().is_empty() {
                out(document(file, names, row, line));
            }
        }
        line += 1;
    }
}

fn document(file: &FileRef, names: &Names, bytes: &[u8], line: u64) -> Item {
    let (row, mut replaced) = decode(bytes);
    let mut row = match Row::read(&row, names) {
        Ok(row) => row,
        Err(refused) => return file.skip_row(line, None, refused),
    };
    let [id, text, date, series, title] = row.known;

    let id = match id.map_or(Type::Null, Type::of) {
        _ if file.options.fields.id_is_line() => Ok(file.at(line)),
        Type::String => Ok(json::unescape(id.unwrap_or_default(), &mut replaced)),
        Type::Number => Ok(id.unwrap_or_default().to_owned()),
        Type::Null => Ok(String::new()),
        Type::Other => {
            let cause = format!(
                "field `{}` is neither a string nor a number",
                names.plain[0]
            );
            Err(Refused::new(Reason::WrongType, cause))
        }
    };
    let id = match id {
        Ok(id) if !id.is_empty() => id,
        Ok(_) => {
            let cause = format!("no field `{}`, or it is empty", names.plain[0]);
            return file.skip_row(line, None, Refused::new(Reason::MissingId, cause));
        }
        Err(refused) => return file.skip_row(line, None, refused),
    };
    let kind = text.map_or(Type::Null, Type::of);
    // An empty text is none where there is a page: what writes such rows has a column for each.
    let has_text = match &row.text {
        Some(text) => !text.is_empty(),
        None => kind != Type::Null && text != Some("\"\""),
    };
    let mut page = None;
    match (row.html, &names.html) {
        (Some(raw), _) if !has_text && Type::of(raw) == Type::String => {
            let html = json::unescape(raw, &mut replaced);
            match row_page::page(&html, file.options.content) {
                Ok(read) => page = Some(read),
                Err(refused) => return file.skip_row(line, Some(id), refused),
            }
        }
        // Beside a text it is a field like others.
        (Some(raw), Some(name)) => json::push_field(&mut row.meta, name, raw),
        _ => {}
    }
    let text = match kind {
        _ if row.text.is_some() => row.text.unwrap_or_default(),
        _ if page.is_some() => String::new(),
        Type::String => json::unescape(text.unwrap_or_default(), &mut replaced),
        Type::Null => {
            let cause = format!("no field `{}`", names.plain[1]);
            return file.skip_row(line, Some(id), Refused::new(Reason::MissingText, cause));
        }
        Type::Number | Type::Other => {
            let cause = format!("field `{}` is not a string", names.plain[1]);
            return file.skip_row(line, Some(id), Refused::new(Reason::WrongType, cause));
        }
    };
    let mut bad_date = false;
    let mut optional = |at: usize, raw: Option<&str>| {
        let raw = raw?;
        let value = match Type::of(raw) {
            Type::String => json::unescape(raw, &mut replaced),
            Type::Number => raw.to_owned(),
            Type::Null => return None,
            Type::Other => {
                bad_date |= at == DATE;
                json::push_field(&mut row.meta, &names.quoted[at], raw);
                return None;
            }
        };
        if at == DATE && !is_date(&value) {
            if !value.is_empty() {
                bad_date = true;
                json::push_field(&mut row.meta, &names.quoted[at], raw);
            }
            return None;
        }
        Some(value)
    };
    let (date, series, title) = (
        optional(DATE, date),
        optional(3, series),
        optional(4, title),
    );
    if let Some(page) = page.as_ref().filter(|_| !row.has_url) {
        json::push_members(&mut row.meta, &page.meta);
    }
    json::close(&mut row.meta);
    let document = Document {
        id,
        text,
        date,
        series,
        title,
        meta: row.meta,
        replaced,
        bad_date,
        site: None,
        layout: None,
    };
    Item::Document(with_page(document, page))
}

/// Where the text and the date stand in [`Names`].
const TEXT: usize = 1;
const DATE: usize = 2;

/// The values of one line, as they stand there.
#[derive(Default)]
struct Row<'a> {
    /// id, text, date, series, title.
    known: [Option<&'a str>; 5],
    /// The text, if it was unescaped at once; then it is not among the known.
    text: Option<String>,
    /// The web page, as it stands there.
    html: Option<&'a str>,
    /// Whether the row names an address.
    has_url: bool,
    /// The rest, as an unclosed object.
    meta: String,
    too_deep: bool,
}

impl<'a> Row<'a> {
    fn read(line: &'a str, names: &Names) -> Result<Self, Refused> {
        let read = |at_once| {
            let mut reader = serde_json::Deserializer::from_str(line);
            let row = reader.deserialize_map(Pick { names, at_once })?;
            reader.end().map(|()| row)
        };
        let row = read(names.text_is_only_text)
            .or_else(|_| read(false))
            .map_err(|error| Refused::new(Reason::BrokenJson, cause(&error)))?;
        match row.too_deep {
            false => Ok(row),
            true => {
                let cause = format!("values nested more than {MAX_DEPTH} deep");
                Err(Refused::new(Reason::BrokenJson, cause))
            }
        }
    }
}

/// serde_json counts lines too, but knows of one only.
fn cause(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rsplit_once(" at line ") {
        Some((what, _)) => format!("{what} at column {}", error.column()),
        None => message,
    }
}

struct Pick<'n> {
    names: &'n Names,
    /// Unescape the text where it stands, or fail if it is no text.
    at_once: bool,
}

impl<'de> Visitor<'de> for Pick<'_> {
    type Value = Row<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Row<'de>, A::Error> {
        let mut row = Row::default();
        while let Some(key) = map.next_key::<&'de RawValue>()? {
            let key = key.get();
            if self.at_once && key == self.names.quoted[TEXT] {
                row.text = Some(map.next_value()?);
                continue;
            }
            let value = map.next_value::<&'de RawValue>()?.get();
            let escaped = key.contains('\\').then(|| json::unescape(key, &mut 0));
            let mut is_known = false;
            for at in 0..row.known.len() {
                let same = match &escaped {
                    Some(plain) => *plain == self.names.plain[at],
                    None => key == self.names.quoted[at],
                };
                if same {
                    if at == TEXT {
                        row.text = None;
                    }
                    row.known[at] = Some(value);
                    is_known = true;
                }
            }
            if !is_known && self.names.html.as_deref() == Some(key) {
                row.html = Some(value);
            } else if !is_known {
                row.has_url |= key == "\"url\"";
                json::push_field(&mut row.meta, key, value);
            }
            if value.starts_with(['[', '{']) {
                row.too_deep |= json::deeper_than(MAX_DEPTH, value);
            }
        }
        Ok(row)
    }
}
