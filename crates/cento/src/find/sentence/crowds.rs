//! Sentences that were added, at their words: those that were there before pass by and look for what they share.
//!
//! These are many, and each looks once at each of its words: they need not be put there. The few that were
//! added have their bits sliced, in as few bytes as they need, so that all of some words are at hand.

use super::seen::Seen;
use super::slices::{Asked, Sums};
use crate::error::Result;

/// Those of some words.
#[derive(Default)]
pub(super) struct Crowds {
    crowds: Vec<Crowd>,
    /// For each block of 64, by bit, which of them have it.
    rows: Vec<u8>,
    /// Those of a word that ask stand before the others.
    seen: Vec<Seen>,
}

/// Those of one word. It is small, so that those of many words are at hand.
#[derive(Clone, Copy)]
struct Crowd {
    /// Where their rows begin, in units of 8 bytes, and where they do.
    rows: u32,
    seen: u32,
    /// How many there are, and how many of them ask.
    count: u16,
    asking: u16,
    /// How many words are shared at least, how many the shortest of them has, and how many one of them may share at most.
    enough: u16,
    shortest: u8,
    most: u8,
}

/// Sentences of a block.
const BLOCK: usize = 64;

/// Rows for bits, and behind them those that say which of a block ask, and how many bits they must share: in the places
/// of binary numbers up to eight.
const BITS: usize = 128;
const ASK: usize = BITS;
const NEEDED: usize = BITS + 1;
/// One that nobody has.
const NONE: usize = NEEDED + 4;
const ROWS: usize = NONE + 1;

/// The logarithm of how many bytes a row of so many has.
#[inline]
fn width(count: usize) -> u32 {
    count.div_ceil(8).next_power_of_two().ilog2()
}

impl Crowds {
    pub(super) fn clear(&mut self) {
        self.crowds.clear();
        self.rows.clear();
        self.seen.clear();
    }

    /// To be said when all words are there: rows are read eight bytes at a time.
    pub(super) fn end(&mut self) {
        self.rows.extend([0; 8]);
    }

    /// Adds those of the next word, where so many words are shared at least.
    pub(super) fn push(&mut self, all: &[Seen], enough: u32) {
        let from = self.seen.len();
        self.seen.extend(all.iter().filter(|one| one.asks()));
        let asking = self.seen.len() - from;
        self.seen.extend(all.iter().filter(|one| !one.asks()));
        self.crowds.push(Crowd {
            rows: (self.rows.len() / 8) as u32,
            seen: from as u32,
            count: all.len() as u16,
            asking: asking as u16,
            enough: enough as u16,
            shortest: all.iter().map(|one| one.standing.words).min().unwrap_or(0),
            most: all.iter().map(|one| one.most).max().unwrap_or(0) as u8,
        });
        for block in self.seen[from..].chunks(BLOCK) {
            let (begin, width) = (self.rows.len(), width(block.len()));
            self.rows.resize(begin + (ROWS << width), 0);
            let rows = &mut self.rows[begin..];
            for (at, one) in block.iter().enumerate() {
                let mut set = |row: usize| rows[(row << width) + at / 8] |= 1 << (at % 8);
                one.standing.bits.each(&mut set);
                if one.asks() {
                    set(ASK);
                    let needed = one.bits_enough(1).min(8);
                    (0..4)
                        .filter(|place| needed >> place & 1 == 1)
                        .for_each(|place| set(NEEDED + place));
                }
            }
        }
        self.rows.resize(self.rows.len().next_multiple_of(8), 0);
    }

    /// How many words are shared at least by those of a word; none where nobody is there who may share as many as must be, by how
    /// many words the shorter has, with one that has so many and may share so many.
    #[inline]
    pub(super) fn enough(
        &self,
        word: usize,
        by_words: &[u32],
        words: u8,
        most: u32,
    ) -> Option<u32> {
        let crowd = &self.crowds[word];
        let enough = u32::from(crowd.enough);
        let fewest = enough.max(by_words[usize::from(words.min(crowd.shortest))]);
        (fewest <= most.min(crowd.most.into())).then_some(enough)
    }

    /// Calls `each` with those at a word who have `least` of the bits, or as many as they must share where they ask.
    #[inline]
    pub(super) fn each(
        &self,
        word: usize,
        asked: &mut Asked,
        least: Option<u32>,
        mut each: impl FnMut(&Seen) -> Result<()>,
    ) -> Result<()> {
        let crowd = &self.crowds[word];
        let all = &self.seen[crowd.seen as usize..][..crowd.count.into()];
        let mut begin = 8 * crowd.rows as usize;
        // Who does not ask cannot be met by one who does not.
        let blocks = match least {
            Some(_) => all.len(),
            None => crowd.asking.into(),
        };
        for block in all.chunks(BLOCK).take(blocks.div_ceil(BLOCK)) {
            let width = width(block.len());
            let rows = &self.rows[begin..];
            begin += ROWS << width;
            let mut found = look(rows, width, asked, least) & (u64::MAX >> (64 - block.len()));
            while found != 0 {
                let one = &block[found.trailing_zeros() as usize];
                each(one)?;
                found &= found - 1;
            }
        }
        Ok(())
    }
}

/// Which of a block have `least` of the bits, or as many as they must share where they ask. Rows are read as if each had
/// eight bytes: what is behind them is not told apart from those that are there.
#[inline]
fn look(rows: &[u8], width: u32, asked: &mut Asked, least: Option<u32>) -> u64 {
    let row = |at: usize| {
        let bytes = rows[at << width..].first_chunk().copied();
        [u64::from_le_bytes(bytes.unwrap_or_default())]
    };
    let mut sums = Sums::ZERO;
    for four in asked.fours(NONE as u8) {
        sums.add_four(four.map(|place| row(place.into())));
    }
    let [own] = sums.at_least(least.unwrap_or(0));
    let [theirs] = sums.reach(std::array::from_fn(|place| row(NEEDED + place)));
    let [ask] = row(ASK);
    own & if least.is_some() { u64::MAX } else { 0 } | ask & theirs
}

#[cfg(test)]
mod tests {
    use super::super::piece::{ADDED, ASKS, Standing};
    use super::*;
    use crate::hash::mix;

    /// A sentence with words behind the one it stands at, of which it must share some where it asks.
    fn seen(seed: u64, behind: u64, enough: u32) -> Seen {
        let mut asked = Asked::default();
        (0..behind).for_each(|at| asked.add(mix(100 * seed + at) as u32 % 300));
        Seen {
            standing: Standing {
                bits: asked.bits(),
                number: seed as u32,
                at: 0,
                behind: behind as u8,
                words: 1 + behind as u8,
                kind: ASKS | ADDED,
            },
            rest: 0,
            most: 1 + behind as u32,
            enough,
        }
    }

    #[test]
    fn who_passes_by_meets_those_that_share_enough_bits() {
        let counts = [0usize, 1, 7, 8, 9, 16, 17, 33, 64, 65, 130, 300];
        let mut crowds = Crowds::default();
        // Twice: nothing stays of what was there before.
        for round in 1..3u64 {
            crowds.clear();
            let all = |word: usize| {
                let own = (0..counts[word] as u64).map(move |at| {
                    let enough = match mix(round + at) % 3 {
                        0 => u32::MAX,
                        _ => 1 + (at % 12) as u32,
                    };
                    seen(1000 * word as u64 + at, at % 20, enough)
                });
                own.collect::<Vec<_>>()
            };
            for word in 0..counts.len() {
                crowds.push(&all(word), 2 + word as u32);
            }
            crowds.end();
            for (word, &count) in counts.iter().enumerate() {
                // Of so many words a sentence must share half.
                let by_words: Vec<u32> = (0..=255u32).map(|words| words.div_ceil(2)).collect();
                let enough = 2 + word as u32;
                for (words, most) in (0..=25u8).flat_map(|words| [(words, 4), (words, 25)]) {
                    let found = crowds.enough(word, &by_words, words, most);
                    assert!(found.is_none_or(|found| found == enough && count > 0));
                    let may_match = |one: &Seen| {
                        let shorter = usize::from(one.standing.words.min(words));
                        enough.max(by_words[shorter]) <= most.min(one.most)
                    };
                    assert!(found.is_some() || !all(word).iter().any(may_match));
                }
                assert_eq!(crowds.enough(word, &by_words, 3, 1), None, "{count}");
                for (passing, behind) in (0..60).map(|at| (77_000 + at, at % 25)) {
                    let own = seen(passing, behind, 0).standing.bits;
                    let shared = |one: &Seen| own.count() - own.not_in(one.standing.bits);
                    for least in [None, Some(0), Some(1), Some(3), Some(7), Some(8), Some(30)] {
                        let mut found = Vec::new();
                        let done = crowds.each(word, &mut Asked::of(own), least, |one| {
                            found.push(one.standing.number);
                            Ok(())
                        });
                        assert!(done.is_ok());
                        found.sort_unstable();
                        let is_met = |one: &Seen| {
                            least.is_some_and(|least| shared(one) >= least.min(8))
                                || one.asks() && shared(one) >= one.bits_enough(1).min(8)
                        };
                        let expected = all(word).into_iter().filter(is_met);
                        assert!(
                            found
                                .into_iter()
                                .eq(expected.map(|one| one.standing.number))
                        );
                    }
                }
            }
        }
    }
}
