//! A source whose first documents were looked at before.

use std::collections::VecDeque;

use super::{Chunk, Item, Sample, Source};
use crate::error::Result;

/// Gives what was looked at, then the rest.
pub(crate) struct Peeked<'a> {
    first: VecDeque<Chunk>,
    rest: &'a mut dyn Source,
    is_over: bool,
}

/// Documents looked at, at most: a folder may be full of empty files.
const MOST: usize = 1 << 16;

impl<'a> Peeked<'a> {
    /// The source as it is.
    pub(crate) fn not_at_all(source: &'a mut dyn Source) -> Self {
        Self {
            first: VecDeque::new(),
            rest: source,
            is_over: false,
        }
    }

    /// Looks at documents from all over a source where it can, or else at the first of them, which it gives.
    pub(crate) fn new(source: &'a mut dyn Source) -> Result<(Self, Sample)> {
        let mut sample = Sample::default();
        let spread = source.spread();
        let mut peeked = Self::not_at_all(source);
        if let Some(mut spread) = spread {
            while let Some(chunk) = spread.next_chunk()? {
                chunk.parse(&mut |item| {
                    if let Item::Document(document) = item {
                        sample.add(&document);
                    }
                });
            }
            return Ok((peeked, sample));
        }
        let mut seen = 0;
        while !sample.is_full() && seen < MOST {
            let Some(chunk) = peeked.rest.next_chunk()? else {
                peeked.is_over = true;
                break;
            };
            let (weight, read) = (chunk.weight(), chunk.bytes_read());
            let mut items = Vec::new();
            chunk.parse(&mut |item| items.push(item));
            for item in &items {
                // No more than needed: how the input is cut into chunks must not matter.
                if let Item::Document(document) = item
                    && !sample.is_full()
                    && seen < MOST
                {
                    sample.add(document);
                }
                seen += 1;
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

    fn document(number: usize, length: usize) -> Item {
        Item::Document(Document {
            id: number.to_string(),
            text: format!("{number} ").repeat(length),
            ..Document::default()
        })
    }

    #[test]
    fn nothing_is_lost_by_a_look() {
        for length in [0, 1, 3000, 3_000_000] {
            let items = (0..5).map(|number| document(number, length)).collect();
            let mut source = Once::of(Ok(Chunk::of_all(9, items)));
            let (mut peeked, _) = Peeked::new(source.as_mut()).unwrap();
            let mut ids = Vec::new();
            while let Some(chunk) = peeked.next_chunk().unwrap() {
                chunk.parse(&mut |item| {
                    if let Item::Document(document) = item {
                        ids.push(document.id);
                    }
                });
            }
            assert_eq!(ids, ["0", "1", "2", "3", "4"]);
        }
    }

    #[test]
    fn a_sample_is_the_same_however_the_input_is_cut() {
        let sample = |length: usize, at_once: usize| {
            let numbers: Vec<usize> = (0..60).collect();
            let chunks = numbers.chunks(at_once).map(|numbers| {
                let items = numbers.iter().map(|&number| document(number, length));
                Chunk::of_all(9, items.collect())
            });
            let mut source = Cut(chunks.collect::<Vec<_>>().into_iter());
            let sample = Peeked::new(&mut source).unwrap().1;
            (
                sample.text().to_owned(),
                sample.pieces().cloned().collect::<Vec<_>>(),
            )
        };
        for length in [0, 1, 20, 500, 100_000] {
            for at_once in [2, 7, 60] {
                assert!(
                    sample(length, at_once) == sample(length, 1),
                    "{length} {at_once}"
                );
            }
        }
    }

    struct Cut(std::vec::IntoIter<Chunk>);

    impl Source for Cut {
        fn next_chunk(&mut self) -> Result<Option<Chunk>> {
            Ok(self.0.next())
        }
    }
}
