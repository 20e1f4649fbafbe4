//! Which parts of which texts the page gets.

use std::collections::BTreeMap;

use crate::error::Result;
use crate::find::store::Store;
use crate::offsets::{OffsetUnit, Offsets};
use crate::span::ByteSpan;

/// A shorter text is given whole.
const WHOLE: usize = 24 << 10;

/// Bytes around what is shown of a longer one.
const AROUND: u32 = 800;

/// The spans of each document that must be there, in bytes.
#[derive(Debug, Default)]
pub(super) struct Texts {
    wanted: BTreeMap<u32, Vec<ByteSpan>>,
}

impl Texts {
    pub(super) fn want(&mut self, doc: u32, span: ByteSpan) {
        self.wanted.entry(doc).or_default().push(span);
    }

    /// A document is shown, with whatever is wanted of it.
    pub(super) fn name(&mut self, doc: u32) {
        self.wanted.entry(doc).or_default();
    }

    /// Every document of which something is wanted, in order.
    pub(super) fn documents(&self) -> impl Iterator<Item = u32> {
        self.wanted.keys().copied()
    }

    /// The pieces of a document's text, each with its place; and the length of the whole.
    pub(super) fn pieces(&self, doc: u32, store: &Store) -> Result<(Vec<(u64, String)>, u64)> {
        let text = store.text(doc)?;
        let text = text.text.as_str();
        let offsets = Offsets::new(text);
        let place = |byte: usize| offsets.of(text, byte, OffsetUnit::Utf16);
        let length = place(text.len());
        if text.len() <= WHOLE {
            return Ok((vec![(0, text.to_owned())], length));
        }
        let mut spans = self.wanted.get(&doc).cloned().unwrap_or_default();
        for span in &mut spans {
            span.begin = span.begin.saturating_sub(AROUND);
            span.end = (span.end + AROUND).min(text.len() as u32);
        }
        spans.sort_unstable();
        let mut pieces: Vec<ByteSpan> = Vec::new();
        for span in spans {
            match pieces.last_mut() {
                Some(last) if span.begin <= last.end => last.end = last.end.max(span.end),
                _ => pieces.push(span),
            }
        }
        let pieces = pieces.into_iter().map(|span| {
            let begin = text.floor_char_boundary(span.begin as usize);
            let end = text.ceil_char_boundary(span.end as usize);
            (place(begin), text[begin..end].to_owned())
        });
        Ok((pieces.collect(), length))
    }

    /// About how many bytes a document will take.
    pub(super) fn cost(length: usize, spans: usize, bytes: usize) -> usize {
        if length <= WHOLE {
            length
        } else {
            (bytes + spans * 2 * AROUND as usize).min(length)
        }
    }
}
