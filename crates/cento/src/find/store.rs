//! The documents of a run, as far as later stages need them.
//!
//! What is read can't always be read twice, so it is kept: names and metadata, and texts with their
//! tokens where alignment or quoting will need them. Each kind stays in memory up to its share of
//! the budget and goes to a temporary file beyond it; texts are fetched through a cache of fixed
//! size.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use zerocopy::IntoBytes;

use crate::align::{Placed, Shape, Side};
use crate::codec::{Reader, put, put_bytes};
use crate::error::Result;
use crate::offsets::{OffsetUnit, Offsets};
use crate::read::Document;
use crate::span::{ByteSpan, TokenSpan};
use crate::spill::{Spool, Temp};
use crate::token::{Tokens, bytes_of};

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

/// A document's words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// Half of each token's hash: enough to tell the words of two documents apart.
    pub(crate) words: Vec<u32>,
    shapes: Vec<Shape>,
}

impl Words {
    pub(crate) fn side(&self) -> Side<'_> {
        Side {
            words: &self.words,
            shapes: &self.shapes,
        }
    }
}

/// A document's text, and where its words stand in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    pub(crate) text: String,
    spans: Vec<ByteSpan>,
    words: Arc<Words>,
    offsets: OnceLock<Offsets>,
}

/// A document's words and text as they are stored: as they are in memory, since they are written once
/// and fetched many times.
pub(crate) struct Columns;

/// Bytes for each word: its number and its shape.
const BYTES_A_WORD: usize = size_of::<u32>() + size_of::<Shape>();

impl Columns {
    /// Bytes that a document takes.
    pub(crate) fn bytes_of(text: &str, tokens: &Tokens) -> usize {
        tokens.len() * (BYTES_A_WORD + size_of::<ByteSpan>()) + text.len()
    }

    pub(crate) fn encode_words(text: &str, tokens: &Tokens, out: &mut Vec<u8>) {
        for hash in &tokens.hashes {
            out.extend_from_slice((*hash as u32).as_bytes());
        }
        for span in &tokens.spans {
            let word = text.get(span.range()).unwrap_or_default();
            out.extend_from_slice(Shape::of(word).as_bytes());
        }
    }

    pub(crate) fn encode_text(text: &str, tokens: &Tokens, out: &mut Vec<u8>) {
        out.extend_from_slice(tokens.spans.as_bytes());
        out.extend_from_slice(text.as_bytes());
    }
}

impl Text {
    pub(crate) fn placed(&self) -> Placed<'_> {
        Placed {
            side: self.words.side(),
            spans: &self.spans,
        }
    }

    /// The bytes of these tokens, from the first to the last.
    pub(crate) fn bytes_of(&self, tokens: TokenSpan) -> ByteSpan {
        bytes_of(&self.spans, tokens)
    }

    /// The place of a byte in the unit.
    pub(crate) fn offset(&self, byte: u32, unit: OffsetUnit) -> u64 {
        let offsets = self.offsets.get_or_init(|| Offsets::new(&self.text));
        offsets.of(&self.text, byte as usize, unit)
    }

    /// The text of these tokens, from the first to the last, and where it stands in the unit.
    pub(crate) fn quote(&self, tokens: TokenSpan, unit: OffsetUnit) -> (&str, u64, u64) {
        let span = bytes_of(&self.spans, tokens);
        let offsets = self.offsets.get_or_init(|| Offsets::new(&self.text));
        let (begin, end) = offsets.span(&self.text, span, unit);
        (self.text.get(span.range()).unwrap_or_default(), begin, end)
    }
}

/// All documents, by number.
#[derive(Debug)]
pub(crate) struct Store {
    count: usize,
    /// For each document, where its id, row, words and text end.
    ends: Spool,
    ids: Spool,
    rows: Spool,
    words: Spool,
    texts: Spool,
    cached_words: Mutex<Cache<Words>>,
    cached_texts: Mutex<Cache<Text>>,
}

/// Where a document's parts end.
type Ends = [u64; 4];

impl Store {
    /// `bytes` is how much memory it may take in all: a quarter for what is kept, the rest for what
    /// was fetched last.
    pub(crate) fn new(bytes: usize, temp: &Temp) -> Self {
        let share = bytes / 12;
        Self {
            count: 0,
            ends: Spool::new(share, temp),
            ids: Spool::new(share, temp),
            rows: Spool::new(share, temp),
            words: Spool::new(0, temp),
            texts: Spool::new(0, temp),
            cached_words: Mutex::new(Cache::new(5 * share)),
            cached_texts: Mutex::new(Cache::new(4 * share)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Adds a document as encoded by [`Row::encode`] and [`Columns`].
    pub(crate) fn add(&mut self, id: &str, row: &[u8], words: &[u8], text: &[u8]) -> Result<()> {
        self.ids.append(id.as_bytes())?;
        self.rows.append(row)?;
        self.words.append(words)?;
        self.texts.append(text)?;
        let ends: Ends = [&self.ids, &self.rows, &self.words, &self.texts].map(Spool::len);
        self.ends.append(ends.as_bytes())?;
        self.count += 1;
        Ok(())
    }

    /// Where a part of a document lies.
    fn extent(&self, doc: u32, part: usize) -> Result<(u64, usize)> {
        let mut ends: [Ends; 2] = Default::default();
        let width = size_of::<Ends>() as u64;
        if doc == 0 {
            self.ends.read(0, ends[1].as_mut_bytes())?;
        } else {
            self.ends
                .read((u64::from(doc) - 1) * width, ends.as_mut_bytes())?;
        }
        let (begin, end) = (ends[0][part], ends[1][part]);
        Ok((begin, (end - begin) as usize))
    }

    fn fetch(&self, doc: u32, part: usize, spool: &Spool) -> Result<Vec<u8>> {
        let (begin, length) = self.extent(doc, part)?;
        let mut bytes = vec![0; length];
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

    /// The words; none where texts were not kept.
    pub(crate) fn words(&self, doc: u32) -> Result<Arc<Words>> {
        cached(&self.cached_words, doc, || {
            let (begin, length) = self.extent(doc, 2)?;
            let count = length / BYTES_A_WORD;
            let mut words = Words {
                words: vec![0; count],
                shapes: vec![Shape::default(); count],
            };
            self.words.read(begin, words.words.as_mut_bytes())?;
            let begin = begin + size_of_val(words.words.as_slice()) as u64;
            self.words.read(begin, words.shapes.as_mut_bytes())?;
            Ok(words)
        })
    }

    /// Appends the words of a range, as far as there are any: where a few are asked for of a document that
    /// is not at hand, most of it is not worth fetching.
    pub(crate) fn some_words(
        &self,
        doc: u32,
        range: Range<usize>,
        out: &mut Vec<u32>,
    ) -> Result<()> {
        let mut cache = self
            .cached_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let cached = cache.get(doc);
        drop(cache);
        let within = |count: usize| range.start.min(count)..range.end.min(count);
        if let Some(cached) = cached {
            out.extend_from_slice(&cached.words[within(cached.words.len())]);
            return Ok(());
        }
        let (begin, length) = self.extent(doc, 2)?;
        let range = within(length / BYTES_A_WORD);
        let from = out.len();
        out.resize(from + range.len(), 0);
        let begin = begin + (range.start * size_of::<u32>()) as u64;
        self.words.read(begin, out[from..].as_mut_bytes())
    }

    /// The text with its words; empty where texts were not kept.
    pub(crate) fn text(&self, doc: u32) -> Result<Arc<Text>> {
        cached(&self.cached_texts, doc, || {
            let words = self.words(doc)?;
            let (begin, length) = self.extent(doc, 3)?;
            let mut spans = vec![ByteSpan::default(); words.words.len()];
            self.texts.read(begin, spans.as_mut_bytes())?;
            let before = size_of_val(spans.as_slice());
            let mut text = vec![0; length - before];
            self.texts.read(begin + before as u64, &mut text)?;
            Ok(Text {
                text: String::from_utf8(text).unwrap_or_default(),
                spans,
                words,
                offsets: OnceLock::new(),
            })
        })
    }
}

/// How much memory a thing takes.
trait Weight {
    fn weight(&self) -> usize;
}

impl Weight for Words {
    fn weight(&self) -> usize {
        self.words.len() * BYTES_A_WORD
    }
}

impl Weight for Text {
    fn weight(&self) -> usize {
        self.text.len() + self.spans.len() * (BYTES_A_WORD + size_of::<ByteSpan>())
    }
}

/// What the cache has of a document, or what `load` gives, which is kept.
fn cached<T: Weight>(
    cache: &Mutex<Cache<T>>,
    doc: u32,
    load: impl FnOnce() -> Result<T>,
) -> Result<Arc<T>> {
    let lock = || cache.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = lock().get(doc) {
        return Ok(found);
    }
    let loaded = Arc::new(load()?);
    lock().put(doc, &loaded);
    Ok(loaded)
}

/// The things used last, up to `limit` bytes; one alone may exceed it.
#[derive(Debug)]
struct Cache<T> {
    limit: usize,
    weight: usize,
    things: HashMap<u32, (u64, Arc<T>)>,
    /// Documents in order of use; an entry whose time is not the thing's own is out of date.
    uses: VecDeque<(u64, u32)>,
    now: u64,
}

impl<T: Weight> Cache<T> {
    fn new(limit: usize) -> Self {
        Self {
            limit,
            weight: 0,
            things: HashMap::new(),
            uses: VecDeque::new(),
            now: 0,
        }
    }

    fn get(&mut self, doc: u32) -> Option<Arc<T>> {
        self.now += 1;
        let (used, thing) = self.things.get_mut(&doc)?;
        *used = self.now;
        let thing = Arc::clone(thing);
        self.uses.push_back((self.now, doc));
        if self.uses.len() > 2 * self.things.len() + 64 {
            let things = &self.things;
            self.uses
                .retain(|(time, doc)| things.get(doc).is_some_and(|(used, _)| used == time));
        }
        Some(thing)
    }

    fn put(&mut self, doc: u32, thing: &Arc<T>) {
        self.now += 1;
        if self
            .things
            .insert(doc, (self.now, Arc::clone(thing)))
            .is_none()
        {
            self.weight += thing.weight();
        }
        self.uses.push_back((self.now, doc));
        while self.weight > self.limit && self.things.len() > 1 {
            let Some((time, oldest)) = self.uses.pop_front() else {
                break;
            };
            if self
                .things
                .get(&oldest)
                .is_some_and(|(used, _)| *used == time)
                && let Some((_, thing)) = self.things.remove(&oldest)
            {
                self.weight -= thing.weight();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::{Tokenizer, Words as Tokenize};

    #[test]
    fn documents_come_back_through_any_budget() {
        let temp = Temp::new(std::env::temp_dir());
        let words = Tokenize::default();
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
                let mut tokens = Tokens::default();
                words.tokenize(&document.text, &mut tokens);
                let mut parts: [Vec<u8>; 3] = Default::default();
                Row::encode(&document, i, i + 1, &mut parts[0]);
                Columns::encode_words(&document.text, &tokens, &mut parts[1]);
                Columns::encode_text(&document.text, &tokens, &mut parts[2]);
                let [row, words, text] = &parts;
                store.add(&document.id, row, words, text).unwrap();
                expected.push((document, tokens));
            }
            for doc in (0..200u32).chain((0..200).rev()).chain([5, 5, 7, 5]) {
                let (document, tokens) = &expected[doc as usize];
                assert_eq!(store.id(doc).unwrap(), document.id);
                let text = store.text(doc).unwrap();
                assert_eq!((&text.text, &text.spans), (&document.text, &tokens.spans));
                let halves = tokens.hashes.iter().map(|hash| *hash as u32);
                assert!(text.words.words.iter().copied().eq(halves));
                let mut some = Vec::new();
                store.some_words(doc, 3..9, &mut some).unwrap();
                store.some_words(doc, 7..1000, &mut some).unwrap();
                let all = &text.words.words;
                let part = |from: usize, to: usize| &all[from.min(all.len())..to.min(all.len())];
                assert_eq!(some, [part(3, 9), part(7, 1000)].concat());
                let row = store.row(doc).unwrap();
                assert_eq!((row.tokens, row.fingerprints), (doc, doc + 1));
                assert_eq!(
                    (row.date, row.title),
                    (document.date.clone(), document.title.clone())
                );
                assert_eq!((row.series, row.meta), (None, document.meta.clone()));
            }
            let cache = store.cached_texts.lock().unwrap();
            assert!(cache.weight <= cache.limit || cache.things.len() == 1);
            assert!(cache.uses.len() <= 2 * cache.things.len() + 65);
        }
    }
}
