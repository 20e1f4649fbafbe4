//! Token streams: the words of every content, by their place in the segment's vocabulary.
//!
//! Frequent words have short codes: in a new segment words have them as they come, in a merged one by
//! their frequency; there a word that stands once is not in the vocabulary: it takes as much room there as in the
//! stream itself.

use std::ops::Range;

use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::array::Array;
use super::sealed::{Sealed, SealedWriter};
use crate::codec::put;
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
    counts: Vec<u32>,
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
            self.counts.push(0);
        }
        number
    }

    /// Counts a word so many times, if it is there or there is room for it among `most` words; gives its number.
    pub(super) fn add_within(&mut self, word: Word, times: u32, most: usize) -> Option<u32> {
        let number = if self.words.len() < most {
            self.add(word)
        } else {
            let hash_of = |number: u32| self.words[number as usize].hash.get();
            self.numbers.get(word.hash.get(), hash_of)?
        };
        self.count(number, times);
        Some(number)
    }

    /// A word occurs so many times more.
    #[inline]
    pub(super) fn count(&mut self, number: u32, times: u32) {
        let count = &mut self.counts[number as usize];
        *count = count.saturating_add(times);
    }

    /// Ranks the words that occur more than once.
    pub(super) fn rank(self) -> Ranked {
        let mut order: Vec<u32> = (0..self.words.len() as u32)
            .filter(|&number| self.counts[number as usize] > 1)
            .collect();
        order.sort_by_key(|&number| std::cmp::Reverse(self.counts[number as usize]));
        let mut codes = vec![0; self.words.len()];
        for (rank, &number) in order.iter().enumerate() {
            codes[number as usize] = rank as u32 + 1;
        }
        Ranked {
            numbers: self.numbers,
            words: self.words,
            order,
            codes,
        }
    }
}

/// A vocabulary whose words have codes.
#[derive(Debug)]
pub(super) struct Ranked {
    numbers: Numbers,
    /// By number.
    words: Vec<Word>,
    /// Numbers by rank.
    order: Vec<u32>,
    /// By number: 1 more than the rank, or 0 for a word that stands in the stream itself.
    codes: Vec<u32>,
}

impl Ranked {
    /// Appends a word that may have no number.
    pub(super) fn put_word(&self, word: Word, out: &mut Vec<u8>) {
        let hash_of = |number: u32| self.words[number as usize].hash.get();
        let number = self.numbers.get(word.hash.get(), hash_of);
        match number.map_or(0, |number| self.code(number)) {
            0 => put_inline(word, out),
            code => put(out, code.into()),
        }
    }

    /// The code of a word; 0 for one that stands in the stream itself.
    pub(super) fn code(&self, number: u32) -> u32 {
        self.codes[number as usize]
    }

    /// Writes the vocabulary, by rank.
    pub(super) fn write(&self, file: &mut SealedWriter) -> Result<()> {
        for &number in &self.order {
            file.write(self.words[number as usize].as_bytes())?;
        }
        Ok(())
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
fn put_inline(word: Word, out: &mut Vec<u8>) {
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
        let begin = self.section.start + begin as usize;
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
