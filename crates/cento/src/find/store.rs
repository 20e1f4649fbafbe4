//! The documents of a run, as far as later stages need them.
//!
//! What is read can't always be read twice, so it is kept: names and metadata, and texts with their
//! tokens where alignment or quoting will need them. Each kind stays in memory up to its share of
//! the budget and goes to a temporary file beyond it; texts are fetched through a cache of fixed
//! size.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use zerocopy::{FromBytes, IntoBytes};

use crate::align::Side;
use crate::codec::{Reader, put, put_bytes};
use crate::error::Result;
use crate::offsets::{OffsetUnit, Offsets};
use crate::read::Document;
use crate::span::{ByteSpan, TokenSpan};
use crate::spill::{Record, Spool, Temp};
use crate::token::Tokens;

/// What is known of a document besides its id and text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) tokens: u32,
    pub(crate) fingerprints: u32,
    pub(crate) date: Option<String>,
    pub(crate) series: Option<String>,
    pub(crate) title: Option<String>,
    /// The text of a JSON object, or empty.
    pub(crate) meta: String,
}

impl Row {
    pub(crate) fn encode(document: &Document, tokens: u32, fingerprints: u32, out: &mut Vec<u8>) {
        put(out, u64::from(tokens));
        put(out, u64::from(fingerprints));
        for field in [&document.date, &document.series, &document.title] {
            // Absent and empty differ.
            put(out, u64::from(field.is_some()));
            put_bytes(out, field.as_deref().unwrap_or_default().as_bytes());
        }
        put_bytes(out, document.meta.as_bytes());
    }

    fn decode(bytes: &[u8]) -> Self {
        let mut reader = Reader::new(bytes);
        let (tokens, fingerprints) = (reader.number() as u32, reader.number() as u32);
        let [date, series, title] = [(); 3].map(|()| {
            let there = reader.number() == 1;
            let text = String::from_utf8_lossy(reader.bytes()).into_owned();
            there.then_some(text)
        });
        let meta = String::from_utf8_lossy(reader.bytes()).into_owned();
        Self {
            tokens,
            fingerprints,
            date,
            series,
            title,
            meta,
        }
    }
}

/// A document's text and its tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) tokens: Tokens,
    offsets: OnceLock<Offsets>,
}

impl Text {
    pub(crate) fn encode(text: &str, tokens: &Tokens, out: &mut Vec<u8>) {
        // As they are in memory: they are written once and fetched many times.
        out.extend_from_slice((tokens.len() as u64).as_bytes());
        out.extend_from_slice(tokens.hashes.as_bytes());
        out.extend_from_slice(tokens.spans.as_bytes());
        out.extend_from_slice(text.as_bytes());
    }

    fn decode(bytes: &[u8]) -> Self {
        let Ok((count, rest)) = u64::read_from_prefix(bytes) else {
            return Self::default();
        };
        let (hashes, rest) = column(rest, count as usize);
        let (spans, text) = column(rest, count as usize);
        Self {
            text: String::from_utf8_lossy(text).into_owned(),
            tokens: Tokens { hashes, spans },
            offsets: OnceLock::new(),
        }
    }

    /// The text of these tokens, from the first to the last, and where it stands in the unit.
    pub(crate) fn quote(&self, tokens: TokenSpan, unit: OffsetUnit) -> (&str, u64, u64) {
        let span = self.tokens.bytes_of(tokens);
        let offsets = self.offsets.get_or_init(|| Offsets::new(&self.text));
        let (begin, end) = offsets.span(&self.text, span, unit);
        (self.text.get(span.range()).unwrap_or_default(), begin, end)
    }

    pub(crate) fn side(&self) -> Side<'_> {
        Side {
            text: &self.text,
            tokens: &self.tokens,
        }
    }

    fn weight(&self) -> usize {
        self.text.len() + self.tokens.len() * (size_of::<u64>() + size_of::<ByteSpan>())
    }
}

/// The first `count` records of `bytes`, and what comes behind them.
fn column<T: Record>(bytes: &[u8], count: usize) -> (Vec<T>, &[u8]) {
    let (column, rest) = bytes.split_at(count * size_of::<T>());
    let mut records = vec![T::new_zeroed(); count];
    records.as_mut_bytes().copy_from_slice(column);
    (records, rest)
}

/// All documents, by number.
#[derive(Debug)]
pub(crate) struct Store {
    count: usize,
    /// For each document, where its id, row and text end.
    ends: Spool,
    ids: Spool,
    rows: Spool,
    texts: Spool,
    cache: Mutex<Cache>,
}

impl Store {
    /// `bytes` is how much memory it may take in all: a third for what is kept, the rest for texts.
    pub(crate) fn new(bytes: usize, temp: &Temp) -> Self {
        let share = bytes / 9;
        Self {
            count: 0,
            ends: Spool::new(share, temp),
            ids: Spool::new(share, temp),
            rows: Spool::new(share, temp),
            texts: Spool::new(0, temp),
            cache: Mutex::new(Cache {
                limit: bytes - 3 * share,
                ..Cache::default()
            }),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Adds a document as encoded by [`Row::encode`] and [`Text::encode`].
    pub(crate) fn add(&mut self, id: &str, row: &[u8], text: &[u8]) -> Result<()> {
        self.ids.append(id.as_bytes())?;
        self.rows.append(row)?;
        self.texts.append(text)?;
        self.ends
            .append([self.ids.len(), self.rows.len(), self.texts.len()].as_bytes())?;
        self.count += 1;
        Ok(())
    }

    fn fetch(&self, doc: u32, column: usize, spool: &Spool) -> Result<Vec<u8>> {
        let mut ends = [[0u64; 3]; 2];
        let width = size_of_val(&ends[0]) as u64;
        if doc == 0 {
            self.ends.read(0, ends[1].as_mut_bytes())?;
        } else {
            self.ends
                .read((u64::from(doc) - 1) * width, ends.as_mut_bytes())?;
        }
        let (begin, end) = (ends[0][column], ends[1][column]);
        let mut bytes = vec![0; (end - begin) as usize];
        spool.read(begin, &mut bytes)?;
        Ok(bytes)
    }

    /// The id as it was read.
    pub(crate) fn id(&self, doc: u32) -> Result<String> {
        let bytes = self.fetch(doc, 0, &self.ids)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(crate) fn row(&self, doc: u32) -> Result<Row> {
        Ok(Row::decode(&self.fetch(doc, 1, &self.rows)?))
    }

    /// The text and tokens; empty where they were not kept.
    pub(crate) fn text(&self, doc: u32) -> Result<Arc<Text>> {
        if let Some(text) = self.cache().get(doc) {
            return Ok(text);
        }
        let text = Arc::new(Text::decode(&self.fetch(doc, 2, &self.texts)?));
        self.cache().put(doc, &text);
        Ok(text)
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The texts used last, up to `limit` bytes; one alone may exceed it.
#[derive(Debug, Default)]
struct Cache {
    limit: usize,
    weight: usize,
    texts: HashMap<u32, (u64, Arc<Text>)>,
    /// Documents in order of use; an entry whose time is not the text's own is out of date.
    uses: VecDeque<(u64, u32)>,
    now: u64,
}

impl Cache {
    fn get(&mut self, doc: u32) -> Option<Arc<Text>> {
        self.now += 1;
        let (used, text) = self.texts.get_mut(&doc)?;
        *used = self.now;
        let text = Arc::clone(text);
        self.uses.push_back((self.now, doc));
        if self.uses.len() > 2 * self.texts.len() + 64 {
            let texts = &self.texts;
            self.uses
                .retain(|(time, doc)| texts.get(doc).is_some_and(|(used, _)| used == time));
        }
        Some(text)
    }

    fn put(&mut self, doc: u32, text: &Arc<Text>) {
        self.now += 1;
        if self
            .texts
            .insert(doc, (self.now, Arc::clone(text)))
            .is_none()
        {
            self.weight += text.weight();
        }
        self.uses.push_back((self.now, doc));
        while self.weight > self.limit && self.texts.len() > 1 {
            let Some((time, oldest)) = self.uses.pop_front() else {
                break;
            };
            if self
                .texts
                .get(&oldest)
                .is_some_and(|(used, _)| *used == time)
                && let Some((_, text)) = self.texts.remove(&oldest)
            {
                self.weight -= text.weight();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::{Tokenizer, Words};

    #[test]
    fn documents_come_back_through_any_budget() {
        let temp = Temp::new(std::env::temp_dir());
        let words = Words::default();
        for bytes in [0, 4000, 1 << 30] {
            let mut store = Store::new(bytes, &temp);
            let mut expected = Vec::new();
            for i in 0..200u32 {
                let document = Document {
                    id: format!("doc/{i}"),
                    text: "Ünlike words, 東京に行く. ".repeat(i as usize % 17),
                    date: (i % 2 == 0).then(|| "1999".to_owned()),
                    title: (i % 3 == 0).then(String::new),
                    meta: format!("{{\"n\":{i}}}"),
                    ..Document::default()
                };
                let mut text = Text {
                    text: document.text.clone(),
                    ..Text::default()
                };
                words.tokenize(&text.text, &mut text.tokens);
                let (mut row, mut encoded) = (Vec::new(), Vec::new());
                Row::encode(&document, i, i + 1, &mut row);
                Text::encode(&text.text, &text.tokens, &mut encoded);
                store.add(&document.id, &row, &encoded).unwrap();
                expected.push((document, text));
            }
            for doc in (0..200u32).chain((0..200).rev()).chain([5, 5, 7, 5]) {
                let (document, text) = &expected[doc as usize];
                assert_eq!(store.id(doc).unwrap(), document.id);
                assert_eq!(*store.text(doc).unwrap(), *text);
                let row = store.row(doc).unwrap();
                assert_eq!((row.tokens, row.fingerprints), (doc, doc + 1));
                assert_eq!(
                    (row.date, row.title),
                    (document.date.clone(), document.title.clone())
                );
                assert_eq!((row.series, row.meta), (None, document.meta.clone()));
            }
            let cache = store.cache();
            assert!(cache.weight <= cache.limit || cache.texts.len() == 1);
            assert!(cache.uses.len() <= 2 * cache.texts.len() + 65);
        }
    }
}
