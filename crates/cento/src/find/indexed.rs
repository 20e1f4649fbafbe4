//! The documents of an index, numbered in their order.

use std::ops::Range;
use std::sync::Arc;

use super::store::{Documents, Sketched, Words};
use crate::align::Shape;
use crate::error::Result;
use crate::fingerprint::Sketch;
use crate::index::{ContentRef, DocRef, OTHER_WORDS, Snapshot};
use crate::prepare::Row;
use crate::span::ByteSpan;
use crate::token::{Tokenizer, Tokens, Words as Split};

/// Some or all of them.
#[derive(Debug)]
pub(crate) struct Indexed {
    snapshot: Arc<Snapshot>,
    documents: Vec<DocRef>,
    /// For each segment and content, the first document that has it.
    firsts: Vec<Vec<u32>>,
    split: Split,
}

impl Indexed {
    /// All documents.
    pub(crate) fn new(snapshot: &Arc<Snapshot>) -> Result<Self> {
        let documents = snapshot.documents()?;
        let mut indexed = Self::some(snapshot, documents);
        for content in snapshot.contents() {
            let first = snapshot.documents_of(content)?;
            let number = first.first().and_then(|first| {
                let found = indexed.documents.binary_search(first).ok()?;
                u32::try_from(found).ok()
            });
            let segment = content.segment as usize;
            if indexed.firsts.len() <= segment {
                indexed.firsts.resize(segment + 1, Vec::new());
            }
            let firsts = &mut indexed.firsts[segment];
            firsts.resize(content.content as usize, u32::MAX);
            firsts.push(number.unwrap_or(u32::MAX));
        }
        Ok(indexed)
    }

    /// These documents.
    pub(crate) fn some(snapshot: &Arc<Snapshot>, documents: Vec<DocRef>) -> Self {
        Self {
            snapshot: snapshot.clone(),
            documents,
            firsts: Vec::new(),
            split: Split::default(),
        }
    }

    pub(crate) fn documents(&self) -> &[DocRef] {
        &self.documents
    }

    /// The document with this id.
    pub(crate) fn number_of(&self, id: &str) -> Result<Option<u32>> {
        let found = self.snapshot.with_id(id)?;
        let number = found.and_then(|doc| self.documents.binary_search(&doc).ok());
        Ok(number.map(|number| number as u32))
    }

    /// The first document with a content.
    pub(crate) fn first_with(&self, content: ContentRef) -> Result<u32> {
        let ContentRef { segment, content } = content;
        let firsts = self.firsts.get(segment as usize);
        let first = firsts.and_then(|firsts| firsts.get(content as usize));
        // Live contents have documents.
        let known = first.copied().filter(|&first| first != u32::MAX);
        known.ok_or_else(|| {
            let what = "a text belongs to no document";
            self.snapshot.damaged(segment, what)
        })
    }
}

impl Documents for Indexed {
    fn len(&self) -> usize {
        self.documents.len()
    }

    fn id(&self, doc: u32) -> Result<String> {
        self.snapshot.id(self.documents[doc as usize])
    }

    fn row(&self, doc: u32) -> Result<Row> {
        self.snapshot.row(self.documents[doc as usize])
    }

    fn words(&self, doc: u32) -> Result<Words> {
        let mut words = Words::default();
        let each = |hash, shape| {
            words.words.push(hash as u32);
            words.shapes.push(Shape::from_bits(shape));
        };
        self.snapshot.words(self.documents[doc as usize], each)?;
        Ok(words)
    }

    fn some_words(&self, _: u32, _: Range<usize>, _: &mut Vec<u32>) -> Result<bool> {
        // Words have codes of several lengths: there is no way but from the first.
        Ok(false)
    }

    fn text(&self, doc: u32, words: usize) -> Result<(String, Vec<ByteSpan>)> {
        let found = self.documents[doc as usize];
        let text = self.snapshot.text(found)?;
        let mut tokens = Tokens::default();
        self.split.tokenize(&text, &mut tokens);
        if tokens.len() != words {
            return Err(self.snapshot.damaged(found.segment, OTHER_WORDS));
        }
        Ok((text, tokens.spans))
    }

    fn sketch(&self, doc: u32) -> Result<Sketched> {
        // Keys are kept by key; the few documents that are compared are fingerprinted again.
        let text = self.snapshot.text(self.documents[doc as usize])?;
        let mut tokens = Tokens::default();
        self.split.tokenize(&text, &mut tokens);
        let mut sketch = Sketch::default();
        let method = self.snapshot.making().scheme.build();
        method.fingerprint(&self.split, &text, &mut tokens, &mut sketch);
        Ok(Sketched::new(&sketch.fingerprints))
    }
}
