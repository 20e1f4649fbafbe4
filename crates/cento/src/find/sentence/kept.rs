//! The sentences of a run, numbered in the order of documents.

use std::ops::Range;

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::ranks::Frequencies;
use crate::error::{Error, Result};
use crate::find::FindOptions;
use crate::fingerprint::{SENTENCE, Sentences, half};
use crate::index::{Place as Posted, key56};
use crate::span::TokenSpan;
use crate::spill::{Sorted, Sorter, Spool, Temp};

/// Where a sentence stands, and where its words are kept.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
pub(crate) struct Place {
    pub(crate) span: TokenSpan,
    pub(crate) doc: u32,
    words: u32,
    at: u64,
}

/// A word of a sentence in an index.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
pub(crate) struct Stored {
    doc: u32,
    begin: u32,
    length: u32,
    word: u32,
}

impl Stored {
    /// Sorts them by sentence.
    pub(crate) fn sorter(options: &FindOptions, temp: &Temp) -> Sorter<Self> {
        Sorter::new(options.memory / 4, temp)
    }

    /// What a posting stands for; nothing where it only counts a sentence.
    pub(crate) fn of(doc: u32, posting: &Posted) -> Option<Self> {
        (posting.key != key56(SENTENCE)).then_some(Self {
            doc,
            begin: posting.span.begin,
            length: posting.span.len(),
            word: half(posting.key << 8),
        })
    }
}

/// All sentences that have words.
#[derive(Debug)]
pub(crate) struct Kept {
    /// For each document, the number behind its last sentence.
    ends: Vec<u32>,
    places: Spool,
    words: Spool,
    pub(super) frequencies: Frequencies,
    /// How many sentences these are of, and how many words these have.
    pub(super) counted: u32,
    counted_words: u64,
}

/// Sentences gone through at a time.
const BLOCK: u32 = 1 << 12;

impl Kept {
    /// `bytes` is how much memory it may take for words, and as much again for places.
    pub(crate) fn new(bytes: usize, temp: &Temp) -> Self {
        Self {
            ends: Vec::new(),
            places: Spool::new(bytes / 2, temp),
            words: Spool::new(bytes / 2, temp),
            frequencies: Frequencies::default(),
            counted: 0,
            counted_words: 0,
        }
    }

    /// Adds the sentences of the next document.
    pub(crate) fn add(&mut self, all: &Sentences, range: Range<usize>) -> Result<()> {
        let doc = self.ends.len() as u32;
        let number = u64::from(self.len()) + range.len() as u64;
        let end = u32::try_from(number)
            .map_err(|_| Error::Usage("more than 4,294,967,295 sentences".to_owned()))?;
        for at in range {
            let (span, words) = all.get(at);
            let place = Place {
                span,
                doc,
                words: words.len() as u32,
                at: self.words.append(words.as_bytes())?,
            };
            self.places.append(place.as_bytes())?;
            words.iter().for_each(|&word| self.frequencies.add(word));
            self.counted_words += words.len() as u64;
        }
        self.counted += end - self.len();
        self.ends.push(end);
        Ok(())
    }

    /// Adds the sentences of so many documents of an index.
    pub(crate) fn add_stored(&mut self, documents: u32, stored: &Sorted<Stored>) -> Result<()> {
        let mut words = stored.iter()?.peekable();
        let mut sentences = Sentences::default();
        let mut of_one = Vec::new();
        for doc in 0..documents {
            sentences.clear();
            while let Some(first) =
                words.next_if(|next| next.as_ref().is_ok_and(|next| next.doc == doc))
            {
                let first = first?;
                of_one.clear();
                of_one.push(first.word);
                let is_one = |next: &Result<Stored>| {
                    let place = |word: &Stored| (word.doc, word.begin, word.length);
                    next.as_ref().is_ok_and(|next| place(next) == place(&first))
                };
                while let Some(next) = words.next_if(is_one) {
                    of_one.push(next?.word);
                }
                let (begin, end) = (first.begin, first.begin + first.length);
                sentences.push(TokenSpan { begin, end }, of_one.iter().copied());
            }
            if words.peek().is_some_and(std::result::Result::is_err) {
                words.next().transpose()?;
            }
            self.add(&sentences, 0..sentences.len())?;
        }
        Ok(())
    }

    /// From now on the sentences of a document count for nothing in how frequent words are: those of another, which has the
    /// same words, do.
    pub(crate) fn forget(&mut self, doc: u32) -> Result<()> {
        let range = self.first_of(doc)..self.ends[doc as usize];
        let mut all = Vec::new();
        self.each(range.clone(), |_, _, words| {
            all.extend_from_slice(words);
            Ok(())
        })?;
        self.counted_words -= all.len() as u64;
        all.into_iter()
            .for_each(|word| self.frequencies.remove(word));
        self.counted -= range.len() as u32;
        Ok(())
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// How many words a sentence has on the average; those of documents with the same words count once.
    pub(super) fn mean_words(&self) -> f64 {
        self.counted_words as f64 / f64::from(self.counted.max(1))
    }

    /// The number of the first sentence of a document, or of those behind it.
    pub(super) fn first_of(&self, doc: u32) -> u32 {
        doc.checked_sub(1)
            .map_or(0, |before| self.ends[before as usize])
    }

    /// How many sentences a document has.
    pub(super) fn count_of(&self, doc: u32) -> u32 {
        self.ends[doc as usize] - self.first_of(doc)
    }

    pub(super) fn place(&self, number: u32) -> Result<Place> {
        let mut place = Place::default();
        self.places.read(
            u64::from(number) * size_of::<Place>() as u64,
            place.as_mut_bytes(),
        )?;
        Ok(place)
    }

    /// Calls `each` with the sentences of a range, their places and their words, in order.
    pub(super) fn each(
        &self,
        range: Range<u32>,
        mut each: impl FnMut(u32, &Place, &[u32]) -> Result<()>,
    ) -> Result<()> {
        let (mut places, mut words) = (Vec::new(), Vec::new());
        let mut from = range.start;
        while from < range.end {
            let count = (range.end - from).min(BLOCK);
            places.resize(count as usize, Place::default());
            self.places.read(
                u64::from(from) * size_of::<Place>() as u64,
                places.as_mut_bytes(),
            )?;
            let begin = places[0].at;
            let all: usize = places.iter().map(|place| place.words as usize).sum();
            words.resize(all, 0u32);
            self.words.read(begin, words.as_mut_bytes())?;
            let mut rest = words.as_slice();
            for (number, place) in (from..).zip(&places) {
                let (own, behind) = rest.split_at(place.words as usize);
                each(number, place, own)?;
                rest = behind;
            }
            from += count;
        }
        Ok(())
    }
}
