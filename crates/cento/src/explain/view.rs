//! A document as it is compared: its tokens and its fingerprints.

use std::collections::{BTreeMap, BTreeSet};

use zerocopy::IntoBytes;

use super::Piece;
use crate::fingerprint::{Fingerprint, Method, Sketch};
use crate::hash::digest;
use crate::prepare::{content, fingerprint_objects};
use crate::read::Document;
use crate::span::covered;
use crate::token::{Tokenizer, Tokens, Words};

/// A text with its tokens and fingerprints.
pub(super) struct View<'t> {
    text: &'t str,
    pub(super) tokens: Tokens,
    pub(super) sketch: Vec<Fingerprint>,
    /// The same for documents that are compared as one.
    pub(super) content: u128,
}

impl<'t> View<'t> {
    pub(super) fn of(document: &'t Document, method: &Method) -> Self {
        let (words, text) = (Words::default(), document.text.as_str());
        let mut tokens = Tokens::default();
        words.tokenize(text, &mut tokens);
        let all_words = digest(tokens.hashes.as_bytes());
        let mut sketch = Sketch::default();
        method.fingerprint(&words, text, &mut tokens, &mut sketch);
        if let Some(layout) = &document.layout {
            fingerprint_objects(layout, text, &tokens, &[], method, &mut sketch);
        }
        Self {
            text,
            content: content(all_words, &tokens, document.layout.as_deref()),
            tokens,
            sketch: sketch.fingerprints,
        }
    }

    /// Fingerprints, in order of position, as pieces of the text.
    pub(super) fn pieces(&self, fingerprints: impl IntoIterator<Item = Fingerprint>) -> Vec<Piece> {
        let mut characters = Characters {
            text: self.text,
            byte: 0,
            character: 0,
        };
        fingerprints
            .into_iter()
            .map(|Fingerprint { key, span }| {
                let bytes = self.tokens.bytes_of(span);
                let begin = characters.at(bytes.begin as usize);
                let text = &self.text[bytes.range()];
                Piece {
                    token: span.begin,
                    tokens: span.len(),
                    begin,
                    end: begin + text.chars().count(),
                    hash: format!("{key:016x}"),
                    text: text.to_owned(),
                }
            })
            .collect()
    }

    /// The distinct keys and how often each occurs.
    pub(super) fn counts(&self) -> BTreeMap<u64, u32> {
        let mut counts = BTreeMap::new();
        for fingerprint in &self.sketch {
            *counts.entry(fingerprint.key).or_default() += 1;
        }
        counts
    }

    /// The distinct keys by which it is found.
    pub(super) fn stored(&self, overleap: u32) -> BTreeSet<u64> {
        let stored = self.sketch.iter().filter(|one| one.is_stored(overleap));
        stored.map(|fingerprint| fingerprint.key).collect()
    }

    pub(super) fn covered_by(&self, keys: &BTreeSet<u64>) -> u32 {
        let shared = self
            .sketch
            .iter()
            .filter(|fingerprint| keys.contains(&fingerprint.key));
        covered(shared.map(|fingerprint| fingerprint.span))
    }
}

/// Counts characters on the way through a text.
struct Characters<'t> {
    text: &'t str,
    byte: usize,
    character: usize,
}

impl Characters<'_> {
    /// The number of the character at a byte not before the last one asked for.
    fn at(&mut self, byte: usize) -> usize {
        self.character += self.text[self.byte..byte].chars().count();
        self.byte = byte;
        self.character
    }
}
