//! The sentences of a run, numbered in the order of documents.

use std::ops::Range;
use std::path::PathBuf;

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use crate::error::{Error, Result};
use crate::find::indexed::Indexed;
use crate::fingerprint::{Lexicon, Sentences};
use crate::hash::mix;
use crate::index::Snapshot;
use crate::span::TokenSpan;
use crate::spill::{Spool, Temp};

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

/// All sentences that have words.
#[derive(Debug)]
pub(crate) struct Kept {
    /// For each document, the number behind its last sentence.
    ends: Vec<u32>,
    places: Spool,
    /// By number.
    words: Spool,
    /// The words, and how many sentences have each.
    pub(super) lexicon: Lexicon,
    /// For each sentence a number that comes of its words, in any order: mostly another for others, so that those of the same
    /// words are found by it.
    sums: Spool,
    /// How many sentences these are of, and how many words these have.
    pub(super) counted: u32,
    pub(super) counted_words: u64,
    /// Those of the document at hand.
    room: Room,
    /// The index that sentences came from.
    index: PathBuf,
}

/// The sentences of one document.
#[derive(Debug, Default)]
struct Room {
    places: Vec<Place>,
    words: Vec<u32>,
    sums: Vec<u64>,
}

/// Sentences gone through at a time: so few that most stand in one piece of memory.
const BLOCK: u32 = 1 << 9;

impl Kept {
    /// `bytes` is how much memory it may take for words and places, and an eighth as much again for the rest.
    pub(crate) fn new(bytes: usize, temp: &Temp) -> Self {
        Self {
            ends: Vec::new(),
            places: Spool::new(bytes / 2, temp),
            words: Spool::new(bytes / 2, temp),
            lexicon: Lexicon::default(),
            sums: Spool::new(bytes / 8, temp),
            counted: 0,
            counted_words: 0,
            room: Room::default(),
            index: PathBuf::new(),
        }
    }

    /// An error about the index that sentences came from.
    pub(super) fn damaged(&self, what: &str) -> Error {
        Error::Damaged {
            path: self.index.clone(),
            what: what.to_owned(),
        }
    }

    /// Adds the sentences of the next document.
    pub(crate) fn add(&mut self, all: &Sentences, range: Range<usize>) -> Result<()> {
        let mut lexicon = std::mem::take(&mut self.lexicon);
        let added = self.next_document(all, range, |word| lexicon.add(word, 1));
        self.lexicon = lexicon;
        added
    }

    /// Adds the sentences of all documents of an index, as they are stored. Those of documents with the same words come
    /// with the first of them.
    pub(crate) fn add_indexed(&mut self, snapshot: &Snapshot, indexed: &Indexed) -> Result<()> {
        // By segment and there, the number of each word; and whether all are the same there.
        let mut numbers: Vec<(Vec<u32>, bool)> = Vec::new();
        for segment in snapshot.segments() {
            let mut dead = Vec::new();
            let words = snapshot.sentence_words(segment, |sentences| {
                (0..sentences.len()).for_each(|at| dead.extend_from_slice(sentences.get(at).1));
                Ok(())
            })?;
            let words = words.map(|(word, sentences)| self.lexicon.add(word, sentences));
            let own: Vec<u32> = words.collect();
            dead.into_iter()
                .for_each(|word| self.lexicon.remove(own[word as usize]));
            // Words of the first segment mostly have the numbers they have there: they are not looked up in memory far away.
            let is_same = own.iter().copied().eq(0..own.len() as u32);
            numbers.push((own, is_same));
        }
        self.index = snapshot.path();
        let mut counts = vec![0u32; self.lexicon.len()];
        let mut sentences = Sentences::default();
        for (doc, &found) in (0..).zip(indexed.documents()) {
            sentences.clear();
            let content = snapshot.sentences_of(found, &mut sentences)?;
            let count = match indexed.first_with(content)? == doc {
                true => sentences.len(),
                false => 0,
            };
            let (own, is_same) = &numbers[content.segment as usize];
            self.next_document(&sentences, 0..count, |word| {
                let number = match is_same {
                    true => word as u32,
                    false => own[word as usize],
                };
                counts[number as usize] += 1;
                number
            })?;
        }
        // Sentences are compared by how many have each word: it must be true. That none has a word twice is seen when they
        // are ordered; by now such a word counts as one that others have too.
        let is_true = |(said, found): ((u64, u32), &u32)| said.1 == *found;
        match self.lexicon.iter().zip(&counts).all(is_true) {
            true => Ok(()),
            false => Err(self.damaged("words are in another number of sentences than it says")),
        }
    }

    /// Adds the sentences of the next document, with the numbers of their words.
    fn next_document(
        &mut self,
        all: &Sentences,
        range: Range<usize>,
        mut number: impl FnMut(u64) -> u32,
    ) -> Result<()> {
        let doc = self.ends.len() as u32;
        let end = u32::try_from(u64::from(self.len()) + range.len() as u64)
            .map_err(|_| Error::Usage("more than 4,294,967,295 sentences".to_owned()))?;
        let Room {
            places,
            words,
            sums,
        } = &mut self.room;
        places.clear();
        words.clear();
        sums.clear();
        let begin = self.words.len();
        for at in range {
            let (span, own) = all.get(at);
            places.push(Place {
                span,
                doc,
                words: own.len() as u32,
                at: begin + size_of_val(words.as_slice()) as u64,
            });
            let mut sum = 0u64;
            words.extend(own.iter().map(|&word| {
                let number = number(word);
                sum = sum.wrapping_add(spread(number));
                number
            }));
            sums.push(mix(sum));
        }
        self.places.append(places.as_bytes())?;
        self.words.append(words.as_bytes())?;
        self.sums.append(sums.as_bytes())?;
        self.counted_words += words.len() as u64;
        self.counted += places.len() as u32;
        self.ends.push(end);
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
            .for_each(|number| self.lexicon.remove(number));
        self.counted -= range.len() as u32;
        Ok(())
    }

    /// How many documents there are.
    pub(super) fn documents(&self) -> u32 {
        self.ends.len() as u32
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// How many different words they have.
    pub(crate) fn vocabulary(&self) -> usize {
        self.lexicon.len()
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

    /// How many words the sentences of a document have together.
    pub(super) fn words_of(&self, doc: u32) -> Result<u32> {
        let from = self.first_of(doc);
        let mut sum = 0;
        self.each(from..from + self.count_of(doc), |_, place, _| {
            sum += place.words;
            Ok(())
        })?;
        Ok(sum)
    }

    pub(super) fn place(&self, number: u32) -> Result<Place> {
        let mut place = Place::default();
        self.places.read(
            u64::from(number) * size_of::<Place>() as u64,
            place.as_mut_bytes(),
        )?;
        Ok(place)
    }

    /// Calls `each` with the sentences of a range, and with what the words of each come to.
    pub(super) fn each_sum(&self, range: Range<u32>, mut each: impl FnMut(u32, u64)) -> Result<()> {
        let mut room = Vec::new();
        for from in range.clone().step_by(BLOCK as usize) {
            let count = (range.end - from).min(BLOCK);
            let at = u64::from(from) * size_of::<u64>() as u64;
            let sums: &[u64] = self.sums.some(at, count as usize, &mut room)?;
            (from..)
                .zip(sums)
                .for_each(|(number, &sum)| each(number, sum));
        }
        Ok(())
    }

    /// Calls `each` with the sentences of a range, their places and the numbers of their words, in order.
    pub(super) fn each(
        &self,
        range: Range<u32>,
        mut each: impl FnMut(u32, &Place, &[u32]) -> Result<()>,
    ) -> Result<()> {
        let mut rooms = (Vec::new(), Vec::new());
        let mut from = range.start;
        while from < range.end {
            let count = (range.end - from).min(BLOCK);
            let at = u64::from(from) * size_of::<Place>() as u64;
            let places: &[Place] = self.places.some(at, count as usize, &mut rooms.0)?;
            let all: usize = places.iter().map(|place| place.words as usize).sum();
            let mut rest: &[u32] = self.words.some(places[0].at, all, &mut rooms.1)?;
            for (number, place) in (from..).zip(places) {
                let (own, behind) = rest.split_at(place.words as usize);
                each(number, place, own)?;
                rest = behind;
            }
            from += count;
        }
        Ok(())
    }
}

/// What a word comes to, to be added up with others.
#[inline]
fn spread(word: u32) -> u64 {
    let spread = (u64::from(word) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread ^ spread >> 32
}
