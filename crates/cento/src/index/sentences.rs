//! The sentences of every content, each a set of words by their number in the segment.
//!
//! Postings have the same by word; here they stand as they are compared, to be read from the first to the last.

use std::ops::Range;

use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::array::Array;
use super::sealed::Sealed;
use crate::codec::{Reader, put};
use crate::error::Result;
use crate::fingerprint::{Candidates, Comparison, Lexicon, Scheme, Sentences};
use crate::span::TokenSpan;
use crate::token::LONGEST_SENTENCE;

/// How it is found in which sentences a word stands, or in how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordsBy {
    /// By the postings, whose keys are words.
    Postings,
    /// In how many: by a list of words in the order of their keys. Postings are of signatures.
    Key,
}

impl WordsBy {
    /// In an index that was made with a scheme.
    pub(super) fn of(scheme: &Scheme) -> Self {
        match scheme.comparison() {
            Comparison::Sentences(Candidates::Near { .. }) => Self::Key,
            _ => Self::Postings,
        }
    }
}

/// A word of sentences: its key, and how many sentences of the segment have it.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct SentenceWord {
    pub(super) word: U64,
    pub(super) sentences: U32,
}

/// Encodes sentences, content by content.
#[derive(Debug, Default)]
pub(super) struct SentencesEncoder {
    lexicon: Lexicon,
    /// Where the sentences of each content end.
    ends: Vec<U64>,
    end: u64,
}

impl SentencesEncoder {
    /// Appends some of `sentences` as those of the next content. `number` adds a word.
    pub(super) fn content(
        &mut self,
        sentences: &Sentences,
        range: Range<usize>,
        mut number: impl FnMut(&mut Lexicon, u64) -> u32,
        out: &mut Vec<u8>,
    ) {
        let (from, mut last) = (out.len(), 0);
        for at in range {
            let (span, words) = sentences.get(at);
            put(out, u64::from(span.begin - last));
            put(out, u64::from(span.len()));
            put(out, words.len() as u64);
            for &word in words {
                put(out, number(&mut self.lexicon, word).into());
            }
            last = span.end;
        }
        self.end += (out.len() - from) as u64;
        self.ends.push(U64::new(self.end));
    }

    /// About how much memory it takes, with what it has encoded.
    pub(super) fn weight(&self) -> usize {
        self.lexicon.len() * 32 + self.ends.len() * size_of::<U64>() + self.end as usize
    }

    /// The words, and where the sentences of each content end; none of either where there are no sentences.
    pub(super) fn finish(mut self) -> (Vec<SentenceWord>, Vec<U64>) {
        if self.end == 0 {
            self.ends.clear();
        }
        let word = |(word, sentences)| SentenceWord {
            word: U64::new(word),
            sentences: U32::new(sentences),
        };
        (self.lexicon.iter().map(word).collect(), self.ends)
    }
}

/// The sentences of a segment.
#[derive(Clone, Debug)]
pub(super) struct StoredSentences {
    section: Range<usize>,
    pub(super) words: Array<SentenceWord>,
    ends: Array<U64>,
}

impl StoredSentences {
    pub(super) fn new(section: Range<usize>, words: Array<SentenceWord>, ends: Array<U64>) -> Self {
        Self {
            section,
            words,
            ends,
        }
    }

    /// Appends the sentences of a content, their words by number.
    pub(super) fn of(&self, file: &Sealed, content: u32, out: &mut Sentences) -> Result<()> {
        if self.ends.len() == 0 {
            return Ok(());
        }
        let wrong = || file.damaged("the sentences of a document are cut");
        let begin = match content.checked_sub(1) {
            Some(before) => self.ends.get(file, before as usize)?.get(),
            None => 0,
        };
        let end = self.ends.get(file, content as usize)?.get();
        let length = end.checked_sub(begin).ok_or_else(wrong)?;
        let bytes = file.get(
            self.section.start.saturating_add(begin as usize),
            length as usize,
        )?;
        let mut reader = Reader::new(bytes);
        let (words, mut last) = (self.words.len() as u64, 0u32);
        while !reader.is_empty() {
            let [gap, length, count] = [(); 3].map(|()| reader.number());
            let behind = |from: u32, by: u64| {
                let behind = u64::from(from).checked_add(by);
                let behind = behind.and_then(|behind| u32::try_from(behind).ok());
                behind.ok_or_else(wrong)
            };
            let begin = behind(last, gap)?;
            last = behind(begin, length)?;
            if count > LONGEST_SENTENCE as u64 || count > reader.rest().len() as u64 {
                return Err(wrong());
            }
            let span = TokenSpan { begin, end: last };
            let numbers = out.push_some(span, |all| reader.numbers(count as usize, all));
            if numbers.iter().any(|&number| number >= words) {
                return Err(file.damaged("a word of a sentence is not there"));
            }
        }
        Ok(())
    }
}
