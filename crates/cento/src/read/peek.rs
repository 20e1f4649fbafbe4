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
            texts.for_each(|text| put_sample(text, bytes, &mut sample));
            let chunk = Chunk::of_all(weight, items).with_bytes_read(read);
            peeked.first.push_back(chunk);
        }
        Ok((peeked, sample))
    }
}

/// Adds some of a text to a sample of about so many bytes, unless that is full: what is sampled does not depend on
/// how the input is cut into chunks.
pub(crate) fn put_sample(text: &str, bytes: usize, sample: &mut String) {
    let room = bytes.saturating_sub(sample.len());
    if room > 0 {
        sample.push_str(&text[..text.floor_char_boundary(room.min(bytes / 8))]);
        // An empty line ends a sentence.
        sample.push_str("\n\n");
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

    #[test]
    fn a_sample_is_the_same_however_the_input_is_cut() {
        let texts = [
            "one",
            "",
            "a longer text",
            "and another",
            "more",
            "much more",
        ];
        let document = |text: &str| {
            Item::Document(Document {
                text: text.to_owned(),
                ..Document::default()
            })
        };
        let sample = |bytes, at_once: usize| {
            let items = |texts: &[&str]| texts.iter().map(|text| document(text)).collect();
            let chunks = texts.chunks(at_once);
            let chunks: Vec<Chunk> = chunks.map(|texts| Chunk::of_all(9, items(texts))).collect();
            let mut source = Cut(chunks.into_iter());
            Peeked::new(&mut source, bytes).unwrap().1
        };
        for bytes in [0, 1, 16, 30, 80, 1000] {
            for at_once in 1..7 {
                assert_eq!(sample(bytes, at_once), sample(bytes, 1));
            }
        }
        assert_eq!(
            sample(40, 2),
            "one\n\n\n\na lon\n\nand a\n\nmore\n\nmuch \n\n"
        );
    }

    struct Cut(std::vec::IntoIter<Chunk>);

    impl Source for Cut {
        fn next_chunk(&mut self) -> Result<Option<Chunk>> {
            Ok(self.0.next())
        }
    }
}
