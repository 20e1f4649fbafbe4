//! The documents of a run, as far as later stages need them, wherever they are kept: words and texts are
//! fetched through caches of fixed size.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use zerocopy::IntoBytes;

use crate::align::{Placed, Shape, Side};
use crate::error::Result;
use crate::fingerprint::Fingerprint;
use crate::offsets::{OffsetUnit, Offsets};
use crate::prepare::Row;
use crate::span::{ByteSpan, TokenSpan};
use crate::token::bytes_of;

/// A document's words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// Half of each token's hash: enough to tell the words of two documents apart.
    pub(crate) words: Vec<u32>,
    pub(super) shapes: Vec<Shape>,
}

impl Words {
    pub(crate) fn side(&self) -> Side<'_> {
        Side {
            words: &self.words,
            shapes: &self.shapes,
        }
    }
}

/// A document's keys, for methods where each stands once, and the token of each, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sketched {
    /// Half of each key: enough to tell the words of two documents apart.
    pub(crate) keys: Vec<u32>,
    pub(crate) places: Vec<u32>,
}

/// Bytes for each id at hand, without its letters.
const BYTES_AN_ID: usize = 96;

/// Bytes for each key.
const BYTES_A_KEY: usize = 2 * size_of::<u32>();

impl Sketched {
    pub(crate) fn new(fingerprints: &[Fingerprint]) -> Self {
        let mut placed: Vec<(u32, u32)> = fingerprints
            .iter()
            .map(|fingerprint| (fingerprint.span.begin, (fingerprint.key >> 32) as u32))
            .collect();
        // They come so but from an index, where they are looked up by key.
        placed.sort_unstable();
        let (places, keys) = placed.into_iter().unzip();
        Self { keys, places }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Appends it as bytes.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.keys.as_bytes());
        out.extend_from_slice(self.places.as_bytes());
    }

    /// One of so many bytes, for whoever fills it.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let count = bytes / BYTES_A_KEY;
        Self {
            keys: vec![0; count],
            places: vec![0; count],
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

/// Bytes for each word: its number and its shape.
pub(super) const BYTES_A_WORD: usize = size_of::<u32>() + size_of::<Shape>();

impl Text {
    pub(crate) fn placed(&self) -> Placed<'_> {
        Placed {
            text: &self.text,
            side: self.words.side(),
            spans: &self.spans,
        }
    }

    /// Where a token stands.
    pub(crate) fn word(&self, token: u32) -> ByteSpan {
        self.spans.get(token as usize).copied().unwrap_or_default()
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

/// Where documents are kept, by number.
pub(crate) trait Documents: std::fmt::Debug + Send + Sync {
    fn len(&self) -> usize;

    /// The id as it was read.
    fn id(&self, doc: u32) -> Result<String>;

    fn row(&self, doc: u32) -> Result<Row>;

    /// The words; none where texts were not kept.
    fn words(&self, doc: u32) -> Result<Words>;

    /// Appends the words of a range, as far as there are any; false where that costs as much as all words.
    fn some_words(&self, doc: u32, range: Range<usize>, out: &mut Vec<u32>) -> Result<bool>;

    /// The text, and where its `words` words stand in it; empty where texts were not kept.
    fn text(&self, doc: u32, words: usize) -> Result<(String, Vec<ByteSpan>)>;

    /// The keys, for methods that compare all of them.
    fn sketch(&self, doc: u32) -> Result<Sketched>;
}

/// The documents of one, then those of the other.
#[derive(Debug)]
pub(crate) struct Both<A, B>(pub(crate) A, pub(crate) B);

impl<A: Documents, B: Documents> Both<A, B> {
    fn of(&self, doc: u32) -> (&dyn Documents, u32) {
        match doc.checked_sub(self.0.len() as u32) {
            None => (&self.0, doc),
            Some(doc) => (&self.1, doc),
        }
    }
}

impl<A: Documents, B: Documents> Documents for Both<A, B> {
    fn len(&self) -> usize {
        self.0.len() + self.1.len()
    }

    fn id(&self, doc: u32) -> Result<String> {
        let (documents, doc) = self.of(doc);
        documents.id(doc)
    }

    fn row(&self, doc: u32) -> Result<Row> {
        let (documents, doc) = self.of(doc);
        documents.row(doc)
    }

    fn words(&self, doc: u32) -> Result<Words> {
        let (documents, doc) = self.of(doc);
        documents.words(doc)
    }

    fn some_words(&self, doc: u32, range: Range<usize>, out: &mut Vec<u32>) -> Result<bool> {
        let (documents, doc) = self.of(doc);
        documents.some_words(doc, range, out)
    }

    fn text(&self, doc: u32, words: usize) -> Result<(String, Vec<ByteSpan>)> {
        let (documents, doc) = self.of(doc);
        documents.text(doc, words)
    }

    fn sketch(&self, doc: u32) -> Result<Sketched> {
        let (documents, doc) = self.of(doc);
        documents.sketch(doc)
    }
}

/// All documents, by number: what was fetched last is at hand.
#[derive(Debug)]
pub(crate) struct Store {
    documents: Box<dyn Documents>,
    cached_ids: Mutex<Cache<String>>,
    cached_words: Mutex<Cache<Words>>,
    cached_texts: Mutex<Cache<Text>>,
    cached_sketches: Mutex<Cache<Sketched>>,
}

impl Store {
    /// `bytes` is how much memory it may take for what was fetched last, and for keys.
    pub(crate) fn new(
        documents: impl Documents + 'static,
        bytes: usize,
        sketch_bytes: usize,
    ) -> Self {
        Self {
            documents: Box::new(documents),
            cached_ids: Mutex::new(Cache::new(bytes / 16)),
            cached_words: Mutex::new(Cache::new(bytes / 2)),
            cached_texts: Mutex::new(Cache::new(bytes / 2)),
            cached_sketches: Mutex::new(Cache::new(sketch_bytes)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.documents.len()
    }

    /// The id as it was read.
    pub(crate) fn id(&self, doc: u32) -> Result<String> {
        let id = cached(&self.cached_ids, doc, || self.documents.id(doc))?;
        Ok(id.as_str().to_owned())
    }

    pub(crate) fn row(&self, doc: u32) -> Result<Row> {
        self.documents.row(doc)
    }

    /// The words; none where texts were not kept.
    pub(crate) fn words(&self, doc: u32) -> Result<Arc<Words>> {
        cached(&self.cached_words, doc, || self.documents.words(doc))
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
        let all = match cached {
            Some(cached) => cached,
            None if self.documents.some_words(doc, range.clone(), out)? => return Ok(()),
            None => self.words(doc)?,
        };
        let count = all.words.len();
        let range = range.start.min(count)..range.end.min(count);
        out.extend_from_slice(&all.words[range]);
        Ok(())
    }

    /// The keys, for methods that compare all of them.
    pub(crate) fn sketch(&self, doc: u32) -> Result<Arc<Sketched>> {
        cached(&self.cached_sketches, doc, || self.documents.sketch(doc))
    }

    /// The text with its words; empty where texts were not kept.
    pub(crate) fn text(&self, doc: u32) -> Result<Arc<Text>> {
        cached(&self.cached_texts, doc, || {
            let words = self.words(doc)?;
            let (text, spans) = self.documents.text(doc, words.words.len())?;
            Ok(Text {
                text,
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

impl Weight for String {
    fn weight(&self) -> usize {
        self.capacity() + BYTES_AN_ID
    }
}

impl Weight for Sketched {
    fn weight(&self) -> usize {
        self.len() * BYTES_A_KEY
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
        // One that was used a moment ago is nowhere near its end.
        let moment = self.things.len() as u64 / 8;
        let (used, thing) = self.things.get_mut(&doc)?;
        let thing = Arc::clone(thing);
        if self.now - *used <= moment {
            return Some(thing);
        }
        *used = self.now;
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
    use super::super::spools::Spools;
    use super::*;
    use crate::prepare::{Distinct, Kept};
    use crate::read::Document;
    use crate::spill::Temp;
    use crate::token::{Tokenizer, Tokens, Words as Tokenize};

    #[test]
    fn documents_come_back_through_any_budget() {
        let temp = Temp::new(std::env::temp_dir());
        let words = Tokenize::default();
        for bytes in [0, 4000, 1 << 30] {
            let mut spools = Spools::new(bytes / 4, &temp);
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
                Row::encode(&document, i, i + 1, i % 5 == 0, i % 3, &mut parts[0]);
                let distinct = &mut Distinct::default();
                Kept::ForRun.words(&words, &document.text, &tokens, distinct, &mut parts[1]);
                Kept::ForRun.text(&document.text, &tokens, &mut parts[2]);
                let [row, words, text] = &parts;
                spools.add(&document.id, [row, words, text, &[]]).unwrap();
                expected.push((document, tokens));
            }
            let store = Store::new(spools, bytes, bytes);
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
                assert_eq!(row.is_word_list, doc % 5 == 0);
                assert_eq!(row.hidden, doc % 3);
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
