//! Documents on their way to the stream: tokenised and fingerprinted, on many threads.

use std::ops::Range;

use crate::fingerprint::{Fingerprint, Method, Sketch};
use crate::read::{Chunk, Document, Item, Skipped};
use crate::span::ByteSpan;
use crate::token::{Tokenizer, Tokens, Words};

/// From this length on, in bytes, a text is tokenised where it is taken in: what that needs is there once, not once
/// for each thread.
const LARGE: usize = 1 << 17;

/// The documents of a chunk.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) items: Vec<Ready>,
    sketch: Sketch,
    /// Where the tokens of all documents stand.
    spans: Vec<ByteSpan>,
    tokens: Tokens,
}

/// One of them.
#[derive(Debug)]
pub(super) enum Ready {
    Document(Box<ReadyDocument>),
    Large(Box<Document>),
    Skipped(Skipped),
}

/// A document as parts of its batch.
#[derive(Debug)]
pub(super) struct ReadyDocument {
    pub(super) document: Document,
    tokens: Range<usize>,
    shingles: u32,
    selected: Range<usize>,
}

/// A document with its tokens and shingles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prepared<'a> {
    /// Where its tokens stand.
    pub(super) spans: &'a [ByteSpan],
    /// How many shingles it has.
    pub(super) shingles: u32,
    pub(super) selected: &'a [Fingerprint],
}

impl<'a> Prepared<'a> {
    pub(super) fn new(tokens: &'a Tokens, sketch: &'a Sketch, method: &Method) -> Self {
        let selected = &sketch.fingerprints[sketch.document().0];
        let shingles = match method.shingle {
            Some(k) => (tokens.len() + 1).saturating_sub(k as usize),
            None => selected.len(),
        };
        Self {
            spans: &tokens.spans,
            shingles: shingles as u32,
            selected,
        }
    }
}

impl Batch {
    /// Fills it with what is in a chunk.
    pub(super) fn read(&mut self, chunk: Chunk, tokenizer: &Words, method: &Method) {
        self.items.clear();
        self.sketch.clear();
        self.spans.clear();
        chunk.parse(&mut |item| match item {
            Item::Document(document) if document.text.len() >= LARGE => {
                self.items.push(Ready::Large(Box::new(document)));
            }
            Item::Document(document) => self.add(document, tokenizer, method),
            Item::Skipped(skipped) => self.items.push(Ready::Skipped(skipped)),
        });
    }

    fn add(&mut self, document: Document, tokenizer: &Words, method: &Method) {
        self.tokens.clear();
        tokenizer.tokenize(&document.text, &mut self.tokens);
        self.sketch.next_document();
        let text = &document.text;
        method.fingerprint(tokenizer, text, &mut self.tokens, &mut self.sketch);
        let shingles = Prepared::new(&self.tokens, &self.sketch, method).shingles;
        let begin = self.spans.len();
        self.spans.extend_from_slice(&self.tokens.spans);
        self.items.push(Ready::Document(Box::new(ReadyDocument {
            document,
            tokens: begin..self.spans.len(),
            shingles,
            selected: self.sketch.document().0,
        })));
    }

    /// One of its documents.
    pub(super) fn prepared(&self, ready: &ReadyDocument) -> Prepared<'_> {
        Prepared {
            spans: &self.spans[ready.tokens.clone()],
            shingles: ready.shingles,
            selected: &self.sketch.fingerprints[ready.selected.clone()],
        }
    }

    /// Bytes of memory it takes, filled or not.
    pub(super) fn room(&self) -> usize {
        self.sketch.room() + self.spans.capacity() * size_of::<ByteSpan>() + self.tokens.room()
    }
}
