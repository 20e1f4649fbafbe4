//! Documents on their way to the stream: tokenised and fingerprinted, on many threads.

use std::ops::Range;

use crate::fingerprint::{Method, Sketch};
use crate::read::{Chunk, Document, Item, Skipped};
use crate::span::ByteSpan;
use crate::token::{Tokenizer, Tokens, Words};

/// The documents of a chunk.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) items: Vec<Ready>,
    pub(super) sketch: Sketch,
    /// Where the tokens of all documents stand.
    pub(super) spans: Vec<ByteSpan>,
    tokens: Tokens,
}

/// One of them.
#[derive(Debug)]
pub(super) enum Ready {
    Document(Box<ReadyDocument>),
    Skipped(Skipped),
}

/// A document as parts of its batch.
#[derive(Debug)]
pub(super) struct ReadyDocument {
    pub(super) document: Document,
    pub(super) tokens: Range<usize>,
    pub(super) shingles: u32,
    pub(super) selected: Range<usize>,
}

impl Batch {
    /// Fills it with what is in a chunk.
    pub(super) fn read(&mut self, chunk: Chunk, tokenizer: &Words, method: &Method) {
        self.clear();
        chunk.parse(&mut |item| match item {
            Item::Document(document) => self.add(document, tokenizer, method),
            Item::Skipped(skipped) => self.items.push(Ready::Skipped(skipped)),
        });
    }

    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.sketch.clear();
        self.spans.clear();
    }

    /// Bytes of memory it takes, filled or not.
    pub(super) fn room(&self) -> usize {
        self.sketch.room() + self.spans.capacity() * size_of::<ByteSpan>() + self.tokens.room()
    }

    pub(super) fn add(&mut self, document: Document, tokenizer: &Words, method: &Method) {
        let tokens = &mut self.tokens;
        tokens.clear();
        tokenizer.tokenize(&document.text, tokens);
        self.sketch.next_document();
        method.fingerprinter.fingerprint(tokens, &mut self.sketch);
        let (selected, _) = self.sketch.document();
        let begin = self.spans.len();
        self.spans.extend_from_slice(&tokens.spans);
        let shingles = match method.shingle {
            Some(k) => (tokens.len() + 1).saturating_sub(k as usize),
            None => selected.len(),
        };
        self.items.push(Ready::Document(Box::new(ReadyDocument {
            document,
            tokens: begin..self.spans.len(),
            shingles: shingles as u32,
            selected,
        })));
    }
}
