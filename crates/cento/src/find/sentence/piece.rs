//! Some words, each with the sentences that are found by it.

use std::ops::Range;

use super::ordered::{Card, Ordered};
use super::slices::WordBits;
use crate::error::Result;
use crate::find::copies::Copies;
use crate::prefetch::prefetch;

/// A sentence at one of its words.
#[derive(Clone, Copy, Default)]
pub(super) struct Standing {
    /// Those of the words behind this one.
    pub(super) bits: WordBits,
    pub(super) number: u32,
    /// The place of the word among those that others have too, and how many of these stand behind it.
    pub(super) at: u8,
    pub(super) behind: u8,
    /// How many words the sentence has.
    pub(super) words: u8,
    /// Whether it may ask, and whether it was added.
    pub(super) kind: u8,
}

pub(super) const ASKS: u8 = 1;
pub(super) const ADDED: u8 = 2;

impl Standing {
    /// The place behind the word.
    pub(super) fn next(&self) -> usize {
        usize::from(self.at) + 1
    }

    pub(super) fn is_added(&self) -> bool {
        self.kind & ADDED != 0
    }
}

/// Where words stand: all sentences that are found by each.
#[derive(Default)]
pub(super) struct Piece {
    standings: Vec<Standing>,
    /// The words behind those that many have, by which their sentences are told apart.
    rest: Vec<u32>,
    /// Where both of each word begin, and behind the last; and where they end.
    begins: Vec<[usize; 2]>,
    ends: Vec<[usize; 2]>,
}

/// Of a word: how many sentences are found by it, how many of them were added, and how many words stand behind it in all.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    pub(super) sentences: u32,
    pub(super) added: u32,
    pub(super) behind: u64,
}

/// The same of all words.
pub(super) struct Counts(Vec<Count>);

impl Counts {
    /// Goes through all sentences.
    pub(super) fn new(ordered: &Ordered) -> Result<Self> {
        let mut all = vec![Count::default(); ordered.distinct_words()];
        ordered.each(|_, card, own| {
            for (&rank, at) in own[..card.leading.into()].iter().zip(1..) {
                if ordered.asks_by(rank) {
                    let count = &mut all[rank as usize];
                    count.sentences += 1;
                    count.added += u32::from(card.is_added);
                    count.behind += u64::from(card.known - at);
                }
            }
            Ok(())
        })?;
        Ok(Self(all))
    }

    pub(super) fn of(&self, rank: u32) -> &Count {
        &self.0[rank as usize]
    }

    /// All words, cut where those of a piece have `most` sentences together, counted by `size`; one that has more is a piece
    /// of its own.
    pub(super) fn pieces(
        &self,
        most: usize,
        size: impl Fn(u32, &Count) -> usize,
    ) -> Vec<Range<u32>> {
        let (mut pieces, mut begin, mut sum) = (Vec::new(), 0, 0);
        for (rank, count) in (0..).zip(&self.0) {
            let size = size(rank, count);
            if sum > 0 && sum + size > most {
                pieces.push(begin..rank);
                (begin, sum) = (rank, 0);
            }
            sum += size;
        }
        if sum > 0 {
            pieces.push(begin..self.0.len() as u32);
        }
        pieces
    }

    /// How many sentences all words have together, counted by `size`.
    pub(super) fn sum(&self, size: impl Fn(u32, &Count) -> usize) -> usize {
        (0..)
            .zip(&self.0)
            .map(|(rank, count)| size(rank, count))
            .sum()
    }
}

impl Piece {
    /// Puts sentences where their words stand: those that `is_taken` takes, of which each word has so many by `size`, and so
    /// many words behind them, where these are to be kept.
    pub(super) fn fill(
        &mut self,
        ordered: &Ordered,
        same: &Copies,
        counts: &Counts,
        words: Range<u32>,
        size: impl Fn(u32, &Count) -> [usize; 2],
        is_taken: impl Fn(&Card) -> bool,
    ) -> Result<()> {
        let Self {
            standings,
            rest,
            ends,
            begins,
        } = self;
        let (first, last) = (words.start, words.end);
        let mut all = [0; 2];
        begins.clear();
        for (rank, count) in words.zip(&counts.0[first as usize..last as usize]) {
            begins.push(all);
            let [count, behind] = size(rank, count);
            all[0] += count;
            all[1] += behind;
        }
        ends.clone_from(begins);
        begins.push(all);
        let [count, behind] = all;
        standings.resize(count.max(standings.len()), Standing::default());
        rest.resize(behind.max(rest.len()), 0);
        ordered.some(&is_taken, |number, card, own| {
            let leading = usize::from(card.leading);
            if !is_taken(card) || own[..leading].first().is_none_or(|&rank| rank >= last) {
                return Ok(());
            }
            let asks = if same.on_side(number, 0) { ASKS } else { 0 };
            let kind = asks | if card.is_added { ADDED } else { 0 };
            let mut bits = WordBits::default();
            for (at, &rank) in own.iter().enumerate().rev() {
                if rank < first {
                    break;
                }
                if at < leading && rank < last {
                    let place = (rank - first) as usize;
                    let ([begin, rest_begin], [next, rest_next]) =
                        (begins[place], begins[place + 1]);
                    if begin < next {
                        let [end, rest_end] = &mut ends[place];
                        standings[*end] = Standing {
                            bits,
                            number,
                            at: at as u8,
                            behind: card.known - 1 - at as u8,
                            words: card.words,
                            kind,
                        };
                        *end += 1;
                        if rest_begin < rest_next {
                            let behind = &own[at + 1..];
                            rest[*rest_end..][..behind.len()].copy_from_slice(behind);
                            *rest_end += behind.len();
                        }
                    }
                }
                bits.add(rank);
            }
            Ok(())
        })
    }

    /// The sentences that are found by one of the words, and the words behind it, where these are kept: one sentence's behind
    /// the other's.
    pub(super) fn at(&self, word: usize) -> (&[Standing], Option<&[u32]>) {
        let ([begin, rest], [end, rest_end]) = (self.begins[word], self.ends[word]);
        let behind = (rest < rest_end).then(|| &self.rest[rest..rest_end]);
        (&self.standings[begin..end], behind)
    }

    /// The sentences that are found by one of the words, and the number of the first.
    pub(super) fn at_mut(&mut self, word: usize) -> (&mut [Standing], u32) {
        let (begin, end) = (self.begins[word][0], self.ends[word][0]);
        (&mut self.standings[begin..end], begin as u32)
    }

    /// Has one of them come from memory.
    #[inline]
    pub(super) fn fetch(&self, number: u32) {
        prefetch(&self.standings, number as usize);
    }

    pub(super) fn standing(&self, number: u32) -> Standing {
        self.standings[number as usize]
    }
}
