//! Documents from all over an input of several files: of each as many as it has of the whole.

use std::sync::Arc;

use super::file::FileRef;
use super::kind::Reader;
use super::sample::LOOKED_AT;
use super::{Chunk, Document, Item, Source};
use crate::error::Result;

/// Places in the whole of an input, evenly over its bytes, at which a file is looked at.
const PLACES: u64 = 32;

/// Bytes of text for each place in a file of rows.
const SHARE: usize = LOOKED_AT / PLACES as usize;

/// Bytes of the largest file that is looked at whole.
const LARGEST: u64 = 1 << 21;

/// Gives the beginnings of some files.
pub(super) struct Spread {
    files: std::vec::IntoIter<(FileRef, Reader, usize)>,
    /// The file of rows at hand, and how many bytes of text are still to come from it.
    current: Option<(Box<dyn Source>, usize)>,
}

impl Spread {
    /// Where in files of these sizes, one behind the other, one is to look: which of them, and at how many places.
    pub(super) fn places(sizes: &[u64]) -> Vec<(usize, usize)> {
        let total: u128 = sizes.iter().map(|&size| u128::from(size)).sum();
        let mut places: Vec<(usize, usize)> = Vec::new();
        let (mut file, mut end) = (0, sizes.first().map_or(0, |&size| u128::from(size)));
        for place in 0..if total > 0 { PLACES } else { 0 } {
            let at = total * u128::from(2 * place + 1) / u128::from(2 * PLACES);
            while at >= end {
                file += 1;
                end += u128::from(sizes[file]);
            }
            match places.last_mut() {
                Some((last, count)) if *last == file => *count += 1,
                _ => places.push((file, 1)),
            }
        }
        places
    }

    /// Of files at so many places each; `None` where one of them takes long to read.
    pub(super) fn of(
        files: impl Iterator<Item = (FileRef, Reader, usize)>,
    ) -> Option<Box<dyn Source>> {
        let files: Vec<_> = files.collect();
        let is_light = |(file, reader, _): &(FileRef, Reader, usize)| match reader {
            Reader::Rows(_) => true,
            Reader::Whole(_) => {
                super::kind::is_light(&file.path) && file.size.is_some_and(|size| size <= LARGEST)
            }
        };
        if !files.iter().all(is_light) {
            return None;
        }
        Some(Box::new(Self {
            files: files.into_iter(),
            current: None,
        }))
    }
}

impl Source for Spread {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        loop {
            let Some((rows, left)) = &mut self.current else {
                match self.files.next() {
                    None => return Ok(None),
                    Some((file, Reader::Rows(open), places)) => {
                        self.current = Some((open(Arc::new(file)), places * SHARE));
                    }
                    Some((file, Reader::Whole(read), _)) => {
                        // What can't be read is told when it is its turn.
                        if let Ok(document) = read(&file) {
                            return Ok(Some(Chunk::of(Item::Document(document))));
                        }
                    }
                }
                continue;
            };
            let mut documents: Vec<Document> = Vec::new();
            if let (Ok(Some(chunk)), true) = (rows.next_chunk(), *left > 0) {
                chunk.parse(&mut |item| match item {
                    Item::Document(document) if *left > 0 => {
                        *left = left.saturating_sub(document.text.len().max(1));
                        documents.push(document);
                    }
                    _ => {}
                });
                let items = documents.into_iter().map(Item::Document);
                return Ok(Some(Chunk::of_all(0, items.collect())));
            }
            self.current = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_looked_at_as_far_as_it_is_large() {
        let places = Spread::places;
        assert_eq!(places(&[]), []);
        assert_eq!(places(&[0, 0]), []);
        assert_eq!(places(&[7]), [(0, 32)]);
        assert_eq!(places(&[10, 0, 30]), [(0, 8), (2, 24)]);
        // One that is hardly there is not.
        assert_eq!(places(&[1, 1000, 1]), [(1, 32)]);
        let many = places(&[5; 3200]);
        assert_eq!(many.len(), 32);
        assert!(many.windows(2).all(|two| two[1].0 - two[0].0 == 100));
        assert_eq!(places(&[u64::MAX; 2]), [(0, 16), (1, 16)]);
    }
}
