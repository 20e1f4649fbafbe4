//! Token streams: the words of every content, by their place in the segment's vocabulary.
//!
//! Words have codes as they come: the frequent ones come early, so theirs are short. A word that found no room in the
//! vocabulary stands in the stream itself.

use std::ops::Range;

use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::array::Array;
use super::sealed::Sealed;
use crate::error::Result;
use crate::hash::Numbers;

/// A word: its hash, and its shape.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub(super) struct Word {
    pub(super) hash: U64,
    pub(super) shape: U64,
}

/// The words of a segment that is being made, numbered as they come.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    numbers: Numbers,
    words: Vec<Word>,
}

impl Vocabulary {
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// All of them, by number.
    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The number of a word.
    pub(super) fn add(&mut self, word: Word) -> u32 {
        let new = self.words.len() as u32;
        let words = &self.words;
        let hash_of = |number: u32| words[number as usize].hash.get();
        let number = self.numbers.number(word.hash.get(), new, hash_of);
        if number == new {
            self.words.push(word);
        }
        number
    }

    /// The number of a word that is there, or for which there is room among `most`.
    pub(super) fn add_within(&mut self, word: Word, most: usize) -> Option<u32> {
        if self.words.len() < most {
            return Some(self.add(word));
        }
        let hash_of = |number: u32| self.words[number as usize].hash.get();
        self.numbers.get(word.hash.get(), hash_of)
    }
}

/// Bytes of a code at most.
const LONGEST_CODE: usize = 5;

/// Appends codes to a stream.
pub(super) fn put_codes(codes: impl ExactSizeIterator<Item = u32>, out: &mut Vec<u8>) {
    // Room is asked for once for all of them.
    let mut end = out.len();
    out.resize(end + codes.len() * LONGEST_CODE, 0);
    for mut code in codes {
        while code >= 0x80 {
            out[end] = code as u8 | 0x80;
            code >>= 7;
            end += 1;
        }
        out[end] = code as u8;
        end += 1;
    }
    out.truncate(end);
}

/// Appends a word that has no code.
pub(super) fn put_inline(word: Word, out: &mut Vec<u8>) {
    out.push(0);
    out.extend_from_slice(word.as_bytes());
}

/// A word of a stream.
pub(super) enum Coded {
    /// By its code.
    Known(u32),
    /// One that is not in the vocabulary.
    Single(Word),
}

/// The streams of a segment.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    section: Range<usize>,
    pub(super) vocabulary: Array<Word>,
}

impl Streams {
    pub(super) fn new(section: Range<usize>, vocabulary: Array<Word>) -> Self {
        Self {
            section,
            vocabulary,
        }
    }

    /// The bytes of a stream.
    fn bytes<'s>(&self, file: &'s Sealed, begin: u64, length: u64) -> Result<&'s [u8]> {
        let begin = self.section.start.saturating_add(begin as usize);
        file.get(begin, length as usize)
    }

    /// Calls `each` with every word of a stream, which says whether there is such a code.
    #[inline]
    pub(super) fn codes(
        &self,
        file: &Sealed,
        (begin, length): (u64, u64),
        mut each: impl FnMut(Coded) -> bool,
    ) -> Result<()> {
        let cut = || file.damaged("a stream of words is cut");
        let bytes = self.bytes(file, begin, length)?;
        let mut at = 0;
        while let Some(&first) = bytes.get(at) {
            at += 1;
            let coded = if first == 0 {
                let word = bytes.get(at..at + size_of::<Word>()).ok_or_else(cut)?;
                at += size_of::<Word>();
                Coded::Single(Word::read_from_bytes(word).map_err(|_| cut())?)
            } else {
                let mut code = u32::from(first);
                if first >= 0x80 {
                    code &= 0x7f;
                    let mut shift = 7;
                    loop {
                        let next = *bytes.get(at).filter(|_| shift < 32).ok_or_else(cut)?;
                        at += 1;
                        code |= u32::from(next & 0x7f) << shift;
                        if next < 0x80 {
                            break;
                        }
                        shift += 7;
                    }
                }
                Coded::Known(code)
            };
            if !each(coded) {
                return Err(file.damaged("a word is not in the vocabulary"));
            }
        }
        Ok(())
    }

    /// Calls `each` with every word of a stream.
    pub(super) fn words(
        &self,
        file: &Sealed,
        stream: (u64, u64),
        mut each: impl FnMut(Word),
    ) -> Result<()> {
        let vocabulary = self.vocabulary.all(file)?;
        self.codes(file, stream, |coded| {
            let word = match coded {
                Coded::Known(code) => vocabulary.get(code.wrapping_sub(1) as usize).copied(),
                Coded::Single(word) => Some(word),
            };
            word.map(&mut each).is_some()
        })
    }
}
