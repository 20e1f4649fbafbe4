//! A source whose first documents were looked at before.

use std::collections::VecDeque;

use super::{Chunk, Item, Source};
use crate::error::Result;

/// Gives what was looked at, then the rest.
pub(crate) struct Peeked<'a> {
    first: VecDeque<Chunk>,
    rest: &'a mut dyn Source,
    is_over: bool,
}

/// Chunks looked at, at most: a folder may be full of empty files.
const MOST_CHUNKS: usize = 256;

impl<'a> Peeked<'a> {
    /// Looks at documents of `source` up to about `bytes` of their text, some of each of them, which it gives.
    pub(crate) fn new(source: &'a mut dyn Source, bytes: usize) -> Result<(Self, String)> {
        let mut peeked = Self {
            first: VecDeque::new(),
            rest: source,
            is_over: false,
        };
        let mut sample = String::new();
        while sample.len() < bytes && peeked.first.len() < MOST_CHUNKS {
            let Some(chunk) = peeked.rest.next_chunk()? else {
                peeked.is_over = true;
                break;
            };
            let (weight, read) = (chunk.weight(), chunk.bytes_read());
            let mut items = Vec::new();
            chunk.parse(&mut |item| items.push(item));
            let texts = items.iter().filter_map(|item| match item {
                Item::Document(document) => Some(document.text.as_str()),
                Item::Skipped(_) => None,
            });
            for text in texts {
                let room = bytes.saturating_sub(sample.len()).min(bytes / 8);
                sample.push_str(&text[..text.floor_char_boundary(room)]);
                // An empty line ends a sentence.
                sample.push_str("\n\n");
            }
            let chunk = Chunk::of_all(weight, items).with_bytes_read(read);
            peeked.first.push_back(chunk);
        }
        Ok((peeked, sample))
    }
}

impl Source for Peeked<'_> {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        match self.first.pop_front() {
            Some(chunk) => Ok(Some(chunk)),
            None if self.is_over => Ok(None),
            None => self.rest.next_chunk(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Once};
    use super::*;

    #[test]
    fn nothing_is_lost_by_a_look() {
        let document = |number: usize| {
            let text = "ä".repeat(number * 7);
            let id = number.to_string();
            Item::Document(Document {
                id,
                text,
                ..Document::default()
            })
        };
        for bytes in [0, 1, 30, 1000] {
            let items = (0..10).map(document).collect();
            let mut source = Once::of(Ok(Chunk::of_all(9, items)));
            let (mut peeked, sample) = Peeked::new(source.as_mut(), bytes).unwrap();
            assert!(sample.len() <= bytes + 20);
            let mut ids = Vec::new();
            while let Some(chunk) = peeked.next_chunk().unwrap() {
                chunk.parse(&mut |item| {
                    if let Item::Document(document) = item {
                        ids.push(document.id);
                    }
                });
            }
            assert_eq!(
                ids,
                (0..10).map(|number| number.to_string()).collect::<Vec<_>>()
            );
        }
    }
}
