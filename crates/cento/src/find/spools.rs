//! The documents of a run, in temporary storage.
//!
//! What is read can't always be read twice, so it is kept: names and metadata, and texts with their
//! tokens where alignment or quoting will need them. Each kind stays in memory up to its share of
//! the budget and goes to a temporary file beyond it.

use std::ops::Range;

use zerocopy::IntoBytes;

use super::store::{BYTES_A_WORD, Documents, Sketched, Words};
use crate::align::Shape;
use crate::error::Result;
use crate::prepare::Row;
use crate::span::ByteSpan;
use crate::spill::{Spool, Temp};

/// Documents in the order they were added.
#[derive(Debug)]
pub(crate) struct Spools {
    count: usize,
    /// For each document, where its id, row, words, text and keys end.
    ends: Spool,
    ids: Spool,
    rows: Spool,
    words: Spool,
    texts: Spool,
    sketches: Spool,
}

/// Where a document's parts end.
type Ends = [u64; 5];

impl Spools {
    /// `bytes` is how much memory they may take in all.
    pub(crate) fn new(bytes: usize, temp: &Temp) -> Self {
        let share = bytes / 3;
        Self {
            count: 0,
            ends: Spool::new(share, temp),
            ids: Spool::new(share, temp),
            rows: Spool::new(share, temp),
            words: Spool::new(0, temp),
            texts: Spool::new(0, temp),
            sketches: Spool::new(0, temp),
        }
    }

    /// Adds a document as its parts, from its row to its keys, were prepared for a run.
    pub(crate) fn add(&mut self, id: &str, parts: [&[u8]; 4]) -> Result<()> {
        let [row, words, text, sketch] = parts;
        let mut ends: Ends = Default::default();
        for (end, (spool, part)) in ends.iter_mut().zip([
            (&mut self.ids, id.as_bytes()),
            (&mut self.rows, row),
            (&mut self.words, words),
            (&mut self.texts, text),
            (&mut self.sketches, sketch),
        ]) {
            spool.append(part)?;
            *end = spool.len();
        }
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
}

impl Documents for Spools {
    fn len(&self) -> usize {
        self.count
    }

    fn id(&self, doc: u32) -> Result<String> {
        let bytes = self.fetch(doc, 0, &self.ids)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn row(&self, doc: u32) -> Result<Row> {
        Ok(Row::decode(&self.fetch(doc, 1, &self.rows)?))
    }

    fn words(&self, doc: u32) -> Result<Words> {
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
    }

    fn some_words(&self, doc: u32, range: Range<usize>, out: &mut Vec<u32>) -> Result<bool> {
        let (begin, length) = self.extent(doc, 2)?;
        let count = length / BYTES_A_WORD;
        let range = range.start.min(count)..range.end.min(count);
        let from = out.len();
        out.resize(from + range.len(), 0);
        let begin = begin + (range.start * size_of::<u32>()) as u64;
        self.words.read(begin, out[from..].as_mut_bytes())?;
        Ok(true)
    }

    fn text(&self, doc: u32, words: usize) -> Result<(String, Vec<ByteSpan>)> {
        let (begin, length) = self.extent(doc, 3)?;
        let mut spans = vec![ByteSpan::default(); words];
        self.texts.read(begin, spans.as_mut_bytes())?;
        let before = size_of_val(spans.as_slice());
        let mut text = vec![0; length - before];
        self.texts.read(begin + before as u64, &mut text)?;
        Ok((String::from_utf8(text).unwrap_or_default(), spans))
    }

    fn sketch(&self, doc: u32) -> Result<Sketched> {
        let (begin, length) = self.extent(doc, 4)?;
        let mut sketch = Sketched::with_bytes(length);
        self.sketches.read(begin, sketch.keys.as_mut_bytes())?;
        let begin = begin + size_of_val(sketch.keys.as_slice()) as u64;
        self.sketches.read(begin, sketch.places.as_mut_bytes())?;
        Ok(sketch)
    }
}
