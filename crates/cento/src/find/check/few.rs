//! The text that is checked, among the documents that were found.

use std::ops::Range;

use crate::align::Shape;
use crate::error::Result;
use crate::find::indexed::Indexed;
use crate::find::store::{Documents, Sketched, Words};
use crate::prepare::Row;
use crate::read::Document;
use crate::span::ByteSpan;
use crate::token::{Tokens, Words as Split};

/// The text that is asked about.
#[derive(Debug)]
pub(in crate::find) struct Asked {
    id: String,
    row: Row,
    text: String,
    spans: Vec<ByteSpan>,
    words: Words,
    sketch: Sketched,
}

impl Asked {
    pub(in crate::find) fn new(
        document: &Document,
        split: &Split,
        tokens: Tokens,
        fingerprints: u32,
        is_word_list: bool,
        sketch: Sketched,
    ) -> Self {
        let Document { id, text, .. } = document.clone();
        let shapes = tokens.spans.iter().map(|span| {
            let word = text.get(span.range()).unwrap_or_default();
            Shape::of(&split.normal(word))
        });
        let words = Words {
            words: tokens.hashes.iter().map(|hash| *hash as u32).collect(),
            shapes: shapes.collect(),
        };
        Self {
            id,
            row: Row {
                tokens: tokens.len() as u32,
                fingerprints,
                date: document.date.clone(),
                series: document.series.clone(),
                title: document.title.clone(),
                meta: document.meta.clone(),
                is_word_list,
                hidden: tokens.hidden.count(),
                layout: document.layout.clone(),
            },
            text,
            spans: tokens.spans,
            words,
            sketch,
        }
    }
}

/// The text among what was found.
#[derive(Debug)]
pub(in crate::find) struct Few {
    /// With a place for the text, where nothing is.
    pub(in crate::find) indexed: Indexed,
    pub(in crate::find) query: u32,
    pub(in crate::find) asked: Asked,
}

impl Documents for Few {
    fn len(&self) -> usize {
        self.indexed.len()
    }

    fn id(&self, doc: u32) -> Result<String> {
        if doc == self.query {
            return Ok(self.asked.id.clone());
        }
        self.indexed.id(doc)
    }

    fn row(&self, doc: u32) -> Result<Row> {
        if doc == self.query {
            return Ok(self.asked.row.clone());
        }
        self.indexed.row(doc)
    }

    fn words(&self, doc: u32) -> Result<Words> {
        if doc == self.query {
            return Ok(self.asked.words.clone());
        }
        self.indexed.words(doc)
    }

    fn some_words(&self, _: u32, _: Range<usize>, _: &mut Vec<u32>) -> Result<bool> {
        Ok(false)
    }

    fn text(&self, doc: u32, words: usize) -> Result<(String, Vec<ByteSpan>)> {
        if doc == self.query {
            return Ok((self.asked.text.clone(), self.asked.spans.clone()));
        }
        self.indexed.text(doc, words)
    }

    fn sketch(&self, doc: u32) -> Result<Sketched> {
        if doc == self.query {
            return Ok(self.asked.sketch.clone());
        }
        self.indexed.sketch(doc)
    }
}
