//! Archives of the web: WARC files, in which each page is a record with the header it was sent with.
//!
//! Pages that were sent whole (status 200) and are HTML become documents, and so do records of plain text that were made
//! from pages. Requests, pictures, redirections and all else are passed over.
//!
//! - Promise: a record that is too long is never held; what is damaged ends the file, with what came before it read.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use super::{URL, charset, document, placed};
use crate::error::Result;
use crate::read::file::{FileRef, Refused};
use crate::read::source::Once;
use crate::read::{Chunk, Document, Item, Reason, Source, json};

/// A longer header is none.
const HEADER: u64 = 64 << 10;

/// A file of records.
pub(in crate::read) fn open(file: Arc<FileRef>) -> Box<dyn Source> {
    match file.open() {
        Ok(reader) => Box::new(Warc {
            reader: BufReader::with_capacity(1 << 16, reader),
            file,
            number: 0,
            ended: false,
        }),
        Err(error) => Once::of(Ok(Chunk::of(file.skip(file.broken(&error))))),
    }
}

struct Warc {
    file: Arc<FileRef>,
    reader: BufReader<std::boxed::Box<dyn Read + Send>>,
    /// How many records there were.
    number: u64,
    ended: bool,
}

/// A record that may hold a page.
struct Record {
    number: u64,
    header: Header,
    body: Vec<u8>,
}

/// What comes next in an archive.
enum Next {
    Record(Record),
    TooLong(u64, Header),
    Passed,
    End,
}

impl Source for Warc {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        if self.ended {
            return Ok(None);
        }
        let mut records = Vec::new();
        let mut bytes = 0;
        let mut skipped = None;
        // Much may be passed over before something comes; progress is told now and then.
        let mut passed = 0;
        while bytes < self.file.options.chunk_bytes && skipped.is_none() && passed < 4096 {
            match self.next() {
                Ok(Next::Record(record)) => {
                    bytes += record.body.len().max(1);
                    records.push(record);
                }
                Ok(Next::Passed) => passed += 1,
                Ok(Next::TooLong(number, header)) => {
                    let id = header.get("WARC-Target-URI").map(str::to_owned);
                    skipped = Some(self.file.skip_row(number, id, self.file.too_large()));
                }
                Ok(Next::End) => {
                    self.ended = true;
                    break;
                }
                Err(refused) => {
                    self.ended = true;
                    skipped = Some(self.file.skip_row(self.number, None, refused));
                }
            }
        }
        let file = self.file.clone();
        Ok(Some(
            Chunk::new(bytes, move |out| {
                for record in records {
                    if let Some(item) = item(&file, record) {
                        out(item);
                    }
                }
                if let Some(skipped) = skipped {
                    out(skipped);
                }
            })
            .with_pages(true),
        ))
    }
}

impl Warc {
    fn next(&mut self) -> Result<Next, Refused> {
        let file = self.file.clone();
        let Some(header) = self.header()? else {
            return Ok(Next::End);
        };
        self.number += 1;
        let length = header.get("Content-Length").map(str::parse::<u64>);
        let Some(Ok(length)) = length else {
            return Err(Refused::new(
                Reason::BrokenWarc,
                "a record without a length",
            ));
        };
        let is_wanted = header.may_hold_page();
        if !is_wanted || length > file.options.max_bytes {
            let passed = io::copy(&mut (&mut self.reader).take(length), &mut io::sink());
            let passed = passed.map_err(|error| file.broken(&error))?;
            return match (passed == length, is_wanted) {
                (true, true) => Ok(Next::TooLong(self.number, header)),
                (true, false) => Ok(Next::Passed),
                (false, _) => Err(cut_short()),
            };
        }
        let mut body = Vec::with_capacity((length as usize).min(1 << 20));
        let read = (&mut self.reader).take(length).read_to_end(&mut body);
        read.map_err(|error| file.broken(&error))?;
        match body.len() as u64 == length {
            true => Ok(Next::Record(Record {
                number: self.number,
                header,
                body,
            })),
            false => Err(cut_short()),
        }
    }

    /// The header of the next record; none at the end.
    fn header(&mut self) -> Result<Option<Header>, Refused> {
        let mut lines = Vec::new();
        loop {
            let mut line = Vec::new();
            let room = (HEADER + 1).saturating_sub(lines.len() as u64);
            let read = (&mut self.reader).take(room).read_until(b'\n', &mut line);
            read.map_err(|error| self.file.broken(&error))?;
            let is_blank = line.trim_ascii().is_empty();
            match (line.is_empty(), is_blank, lines.is_empty()) {
                // Two empty lines stand behind each record.
                (false, true, true) => continue,
                (true, _, true) => return Ok(None),
                (true, _, false) | (false, true, false) => break,
                (false, false, _) => lines.extend_from_slice(&line),
            }
            if lines.len() as u64 > HEADER || !lines.starts_with(b"WARC/") {
                let cause = "where a record should begin there is something else";
                return Err(Refused::new(Reason::BrokenWarc, cause));
            }
        }
        Ok(Some(Header(String::from_utf8_lossy(&lines).into_owned())))
    }
}

fn cut_short() -> Refused {
    Refused::new(Reason::BrokenWarc, "the file ends within a record")
}

/// A first line, then names and values.
struct Header(String);

impl Header {
    fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self
            .0
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(':'));
        let found = fields.find(|(known, _)| known.trim().eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    }

    fn kind(&self) -> &str {
        self.get("WARC-Type").unwrap_or_default()
    }

    fn may_hold_page(&self) -> bool {
        matches!(self.kind(), "response" | "resource" | "conversion")
    }

    /// Whether the status line says that this is what was asked for.
    fn is_whole(&self) -> bool {
        let status = self.0.split_ascii_whitespace().nth(1);
        status == Some("200") || status == Some("203")
    }
}

/// What a content is, by its header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Page,
    Text,
    Other,
}

impl Kind {
    fn of(content_type: Option<&str>) -> Self {
        let kind = content_type.unwrap_or_default().split(';').next();
        let kind = kind.unwrap_or_default().trim();
        let is = |name: &str| kind.eq_ignore_ascii_case(name);
        match kind {
            _ if is("text/html") || is("application/xhtml+xml") => Self::Page,
            _ if is("text/plain") => Self::Text,
            _ => Self::Other,
        }
    }
}

/// What a record gives, if anything.
fn item(file: &FileRef, mut record: Record) -> Option<Item> {
    let id = record.header.get("WARC-Target-URI")?;
    // Written with brackets in the first version of the format.
    let id = &id.trim_start_matches('<').trim_end_matches('>').to_owned();
    // As good as none.
    if id.is_empty() {
        return None;
    }
    let found = match record.header.kind() {
        "response" => sent(&record),
        _ => {
            let kind = record.header.get("Content-Type");
            let kind = kind.map(str::to_owned);
            Some((Ok(std::mem::take(&mut record.body)), kind))
        }
    };
    let (body, content_type) = found?;
    let kind = Kind::of(content_type.as_deref());
    let is_wanted = match record.header.kind() {
        "conversion" => kind == Kind::Text,
        _ => kind == Kind::Page,
    };
    if !is_wanted {
        return None;
    }
    let read = body.and_then(|body| {
        if body.len() as u64 > file.options.max_bytes {
            return Err(file.too_large());
        }
        let charset = content_type.as_deref().and_then(charset::of_content_type);
        let (text, replaced) = charset::decode(&body, charset);
        let document = match kind {
            Kind::Text => Document {
                text: text.into_owned(),
                ..Document::default()
            },
            _ => document(&text, file.options.content)?,
        };
        Ok(Document {
            replaced,
            ..document
        })
    });
    Some(match read {
        Ok(mut document) => {
            document.id = id.to_owned();
            document.meta = about(&record, id, &document.meta);
            Item::Document(placed(document))
        }
        Err(refused) => file.skip_row(record.number, Some(id.to_owned()), refused),
    })
}

/// The page's own fields, its address and when it was fetched.
fn about(record: &Record, id: &str, own: &str) -> String {
    let mut meta = own.strip_suffix('}').unwrap_or_default().to_owned();
    if meta.is_empty() {
        json::push_field(&mut meta, URL, &json::quoted(id));
    }
    if let Some(date) = record.header.get("WARC-Date") {
        json::push_field(&mut meta, "\"fetched\"", &json::quoted(date));
    }
    json::close(&mut meta);
    meta
}

type Body = Result<Vec<u8>, Refused>;

/// The content of an answer as it was before it was packed for sending, and its type.
fn sent(record: &Record) -> Option<(Body, Option<String>)> {
    let (head, body) = split(&record.body)?;
    let header = Header(String::from_utf8_lossy(head).into_owned());
    if !header.is_whole() {
        return None;
    }
    let content_type = header.get("Content-Type").map(str::to_owned);
    if Kind::of(content_type.as_deref()) != Kind::Page {
        return None;
    }
    let is = |name: &str, value: &str| {
        let found = header.get(name);
        found.is_some_and(|found| found.to_ascii_lowercase().contains(value))
    };
    // Archives may hold what is unpacked already, under the old header.
    let joined = match is("Transfer-Encoding", "chunked") {
        true => unchunked(body),
        false => None,
    };
    let body = joined.as_deref().unwrap_or(body);
    let packing = header
        .get("Content-Encoding")
        .unwrap_or_default()
        .to_ascii_lowercase();
    let body = match &*packing {
        "gzip" | "x-gzip" if body.starts_with(&[0x1f, 0x8b]) => {
            unpacked(flate2::bufread::MultiGzDecoder::new(body))
        }
        "deflate" if body.first().is_some_and(|first| first & 0x0f == 8) => {
            unpacked(flate2::bufread::ZlibDecoder::new(body))
        }
        "zstd" if body.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) => {
            match zstd::Decoder::with_buffer(body) {
                Ok(reader) => unpacked(reader),
                Err(error) => Err(Refused::new(Reason::BrokenWarc, error.to_string())),
            }
        }
        "br" => unpacked_brotli(body),
        _ => Ok(body.to_vec()),
    };
    Some((body, content_type))
}

/// The header and what comes behind the empty line.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let head = &bytes[..bytes.len().min(HEADER as usize)];
    let find = |gap: &[u8]| memchr::memmem::find(head, gap).map(|at| (at, gap.len()));
    let ends = [find(b"\n\n"), find(b"\r\n\r\n")];
    let (at, gap) = ends.into_iter().flatten().min()?;
    Some((&bytes[..at], &bytes[at + gap..]))
}

/// What was sent in pieces, each behind its length; `None` where it is not.
fn unchunked(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::with_capacity(bytes.len());
    loop {
        let end = memchr::memchr(b'\n', &bytes[..bytes.len().min(1 << 10)])?;
        let line = str::from_utf8(&bytes[..end]).ok()?;
        let length = usize::from_str_radix(line.split(';').next()?.trim(), 16).ok()?;
        bytes = &bytes[end + 1..];
        if length == 0 {
            return Some(joined);
        }
        // Cut short in the archive: what there is.
        let Some(piece) = bytes.get(..length) else {
            joined.extend_from_slice(bytes);
            return Some(joined);
        };
        joined.extend_from_slice(piece);
        bytes = &bytes[length..];
        bytes = bytes.strip_prefix(b"\r").unwrap_or(bytes);
        bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
        if bytes.is_empty() {
            return Some(joined);
        }
    }
}

/// No page is larger when unpacked.
const UNPACKED: u64 = 64 << 20;

/// All that can be unpacked, and what came of reading on.
fn read_packed(mut reader: impl Read) -> Result<(Vec<u8>, io::Result<usize>), Refused> {
    let mut body = Vec::new();
    let read = (&mut reader).take(UNPACKED + 1).read_to_end(&mut body);
    if body.len() as u64 > UNPACKED {
        let cause = format!("longer than {UNPACKED} bytes when unpacked");
        return Err(Refused::new(Reason::TooLarge, cause));
    }
    Ok((body, read))
}

fn unpacked(reader: impl Read) -> Body {
    match read_packed(reader)? {
        // Archives cut long pages short.
        (body, Err(error)) if body.is_empty() => {
            Err(Refused::new(Reason::BrokenWarc, error.to_string()))
        }
        (body, _) => Ok(body),
    }
}

/// The same for brotli, whose bytes do not tell whether a body is packed still. What begins with letters is not, unless all of it can
/// be unpacked.
fn unpacked_brotli(body: &[u8]) -> Body {
    let reader = brotli_decompressor::Decompressor::new(body, BROTLI_BUFFER);
    let begin = str::from_utf8(&body[..body.len().min(16)]);
    if begin.is_err_and(|error| error.error_len().is_some()) {
        return unpacked(reader);
    }
    match read_packed(reader)? {
        (whole, Ok(_)) => Ok(whole),
        (_, Err(_)) => Ok(body.to_vec()),
    }
}

/// Bytes that are unpacked at a time.
const BROTLI_BUFFER: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_joined() {
        for (sent, expected) in [
            (
                &b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"[..],
                Some(&b"abcde"[..]),
            ),
            (b"3\nabc\n0\n", Some(b"abc")),
            (b"a\r\nabc", Some(b"abc")),
            (b"<p>no pieces", None),
            (b"ffffffffffffffff\r\nab", Some(b"ab")),
            (b"", None),
        ] {
            assert_eq!(unchunked(sent).as_deref(), expected, "{sent:?}");
        }
    }

    #[test]
    fn a_header_ends_with_an_empty_line() {
        assert_eq!(
            split(b"a: b\r\n\r\nc\n\nd"),
            Some((&b"a: b"[..], &b"c\n\nd"[..]))
        );
        assert_eq!(
            split(b"a: b\n\nc\r\n\r\nd"),
            Some((&b"a: b"[..], &b"c\r\n\r\nd"[..]))
        );
        assert_eq!(split(b"a: b"), None);
    }
}
