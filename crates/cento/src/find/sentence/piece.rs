//! Some words, each with the sentences that are found by it.

use std::ops::Range;

use super::ordered::Ordered;
use super::slices::WordBits;
use crate::error::Result;
use crate::find::copies::Copies;

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

/// By word, how many sentences are found by it, and how many words stand behind it in these.
pub(super) struct Counts(Vec<(u32, u64)>);

impl Counts {
    /// Goes through all sentences.
    pub(super) fn new(ordered: &Ordered) -> Result<Self> {
        let mut all = vec![(0, 0); ordered.distinct_words()];
        ordered.each(|_, card, own| {
            for (&rank, at) in own[..card.leading.into()].iter().zip(1..) {
                if ordered.asks_by(rank) {
                    let (count, behind) = &mut all[rank as usize];
                    *count += 1;
                    *behind += u64::from(card.known - at);
                }
            }
        })?;
        Ok(Self(all))
    }
}

impl Piece {
    /// Puts sentences where their words stand. Those of words that more than `most` have keep the words behind them.
    pub(super) fn fill(
        &mut self,
        ordered: &Ordered,
        same: &Copies,
        counts: &Counts,
        words: Range<u32>,
        most: usize,
    ) -> Result<()> {
        let Self {
            standings,
            rest,
            ends,
            begins,
        } = self;
        let (first, last) = (words.start, words.end);
        let is_here = |rank: u32| (first..last).contains(&rank) && ordered.asks_by(rank);
        let mut all = [0; 2];
        begins.clear();
        for &(count, behind) in &counts.0[first as usize..last as usize] {
            begins.push(all);
            let is_kept = count as usize > most;
            all[0] += count as usize;
            all[1] += if is_kept { behind as usize } else { 0 };
        }
        ends.clone_from(begins);
        begins.push(all);
        let [count, behind] = all;
        standings.resize(count.max(standings.len()), Standing::default());
        rest.resize(behind.max(rest.len()), 0);
        ordered.each(|number, card, own| {
            let leading = usize::from(card.leading);
            if own[..leading].first().is_none_or(|&rank| rank >= last) {
                return;
            }
            let asks = if same.on_side(number, 0) { ASKS } else { 0 };
            let kind = asks | if card.is_added { ADDED } else { 0 };
            let mut bits = WordBits::default();
            for (at, &rank) in own.iter().enumerate().rev() {
                if rank < first {
                    break;
                }
                if at < leading && is_here(rank) {
                    let place = (rank - first) as usize;
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
                    if begins[place][1] < begins[place + 1][1] {
                        let behind = &own[at + 1..];
                        rest[*rest_end..][..behind.len()].copy_from_slice(behind);
                        *rest_end += behind.len();
                    }
                }
                bits.add(rank);
            }
        })
    }

    /// The sentences that are found by one of the words, and the words behind it, where these are kept: one sentence's behind
    /// the other's.
    pub(super) fn at(&self, word: usize) -> (&[Standing], Option<&[u32]>) {
        let ([begin, rest], [end, rest_end]) = (self.begins[word], self.ends[word]);
        let behind = (rest < rest_end).then(|| &self.rest[rest..rest_end]);
        (&self.standings[begin..end], behind)
    }
}
