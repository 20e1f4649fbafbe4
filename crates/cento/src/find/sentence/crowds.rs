//! Sentences that were added, at their words: those that were there before pass by and look for what they share.
//!
//! These are many, and each looks once at each of its words: they need not be put there. The few that were
//! added have their bits sliced, in as few bytes as they need. A look costs mostly what it takes to fetch these from memory: so
//! whoever passes is first told by a few bytes of each word whether it may pay.

use std::ops::Range;

use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout};

use super::seen::Seen;
use super::slices::{FOUR, Sums, WordBits, turned};
use crate::prefetch::prefetch;

/// Those of some words.
#[derive(Default)]
pub(super) struct Crowds {
    words: Vec<Word>,
    /// The blocks of all: for each row, which of a block have it.
    lines: Vec<Line>,
}

/// A word: its crowd, and the bits that any of these has.
#[derive(Clone, Copy, Debug)]
struct Word {
    any: WordBits,
    crowd: Crowd,
}

/// Those of one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd {
    /// The line that their blocks begin at.
    begin: u32,
    /// The number of the first.
    first: u32,
    /// How many there are, and how many of them ask.
    count: u16,
    asking: u16,
    /// How many words are shared at least, and how many one of those that ask must share at least.
    pub(super) enough: u8,
    asked: u8,
    /// How many the shortest of them has, and how many one of them may share at most.
    shortest: u8,
    most: u8,
}

impl Crowd {
    /// Nobody.
    pub(super) const NONE: Self = Self {
        begin: 0,
        first: 0,
        count: 0,
        asking: 0,
        enough: u8::MAX,
        asked: u8::MAX,
        shortest: u8::MAX,
        most: 0,
    };
}

/// Bytes that come from memory together.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Sentences of a block, and the width of the rows of one that is full.
const BLOCK: usize = 64;
const FULL: u32 = 3;

/// The rows of a block: one that nobody has; how many bits each must share, as [`turned`] tells it; and those of the bits of words,
/// some of which have one together. So the rows of eight sentences are a line.
const NEEDS: usize = 1;
const FIRST: usize = NEEDS + 4;
const ROWS: usize = size_of::<Line>();

/// More bits than are counted, which are told from one another up to eight.
const MORE: u32 = 15;

/// Bytes of a block that a look may come by: a row begins at any number of 16 bits.
const READ: usize = (1 << 16) + size_of::<u64>();

/// The logarithm of how many bytes a row of so many has, of which there are some.
#[inline]
fn width_of(count: usize) -> u32 {
    (2 * ((count - 1) / 8) + 1).ilog2()
}

/// The row of one of 128 bits.
fn row_of(place: usize) -> usize {
    FIRST + place * (ROWS - FIRST) / 128
}

/// The rows of some words, by four: from the last word on, and where there are no four, that which nobody has.
pub(super) fn fours(words: &[u32]) -> impl Iterator<Item = u64> + '_ {
    let row = |rank: u32| row_of(WordBits::place_of(rank)) as u64;
    words.rchunks(FOUR).map(move |four| {
        let four = four.iter().rev().zip([0, 16, 32, 48]);
        four.fold(0, |all, (&rank, shift)| all | row(rank) << shift)
    })
}

impl Crowds {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.lines.clear();
    }

    /// To be said when all words are there: a look may come by what is behind.
    pub(super) fn end(&mut self) {
        let behind = READ.div_ceil(size_of::<Line>());
        self.lines
            .resize(self.lines.len() + behind, Line::new_zeroed());
    }

    /// Adds those of the next word, numbered from `first` on, where so many words are shared at least. Those that ask stand
    /// before the others.
    pub(super) fn push(&mut self, all: &[Seen], first: u32, enough: u32) {
        // No sentence has so many words.
        let byte = |words: u32| words.min(u8::MAX.into()) as u8;
        let mut crowd = Crowd {
            begin: self.lines.len() as u32,
            first,
            count: all.len() as u16,
            asking: all.iter().take_while(|one| one.asks()).count() as u16,
            ..Crowd::NONE
        };
        let mut any = WordBits::NONE;
        for one in all {
            crowd.enough = byte(enough);
            crowd.asked = crowd.asked.min(byte(one.enough));
            crowd.shortest = crowd.shortest.min(one.standing.words);
            crowd.most = crowd.most.max(byte(one.most));
            any = any.or(one.standing.bits);
        }
        self.words.push(Word { any, crowd });
        for block in all.chunks(BLOCK) {
            let (begin, width) = (self.lines.len(), width_of(block.len()));
            self.lines.resize(begin + (1 << width), Line::new_zeroed());
            let rows = self.lines[begin..].as_mut_bytes();
            for (at, one) in block.iter().enumerate() {
                let own = 1 << (at % 8);
                let mut set = |row: usize| rows[(row << width) + at / 8] |= own;
                one.standing.bits.each(|place| set(row_of(place)));
                let needed = match one.asks() {
                    true => one.enough.saturating_sub(1).min(8),
                    false => MORE,
                };
                let free = (NEEDS..FIRST).zip(turned(needed));
                free.filter(|&(_, free)| free > 0)
                    .for_each(|(row, _)| set(row));
            }
        }
    }

    /// From now on nobody is at a word.
    pub(super) fn leave(&mut self, word: usize) {
        self.words[word].crowd = Crowd::NONE;
    }

    /// Has come from memory who is at a word, but for their blocks.
    #[inline]
    pub(super) fn touch(&self, word: usize) {
        prefetch(&self.words, word);
    }

    /// How many words there are.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether one who looks at those of a word may match any, where it must share so many by how many words the shorter of two has;
    /// and whether it asks. Of itself it tells the bits of the words behind that one, how many these are, and how many it
    /// has.
    #[inline]
    pub(super) fn may_match(
        &self,
        word: usize,
        (bits, behind, words): (WordBits, u8, u8),
        by_words: &[u32; 256],
    ) -> (bool, bool) {
        let Word { any, crowd } = &self.words[word];
        let (enough, most) = (u32::from(crowd.enough), 1 + u32::from(behind));
        let fewest = by_words[usize::from(words.min(crowd.shortest))].max(enough);
        let own = by_words[usize::from(words)].max(enough);
        let asks = most >= own;
        let asked = u32::from(crowd.asked);
        let least = if asks { own.min(asked) } else { asked };
        // Each bit that nobody has is that of a word at least.
        let lacking = bits.not_in(*any);
        let may = fewest <= most.min(crowd.most.into()) && least + lacking <= most;
        (may, asks)
    }

    /// Has what is looked at come from memory, as far as it is in the first block.
    #[inline]
    pub(super) fn fetch(&self, crowd: &Crowd) {
        let lines = |lines: Range<usize>| {
            lines.for_each(|line| prefetch(&self.lines, crowd.begin as usize + line));
        };
        lines(0..2);
        if crowd.count > 16 {
            lines(2..4);
        }
        if crowd.count > 32 {
            lines(4..8);
        }
    }

    /// Those of a word.
    #[inline]
    pub(super) fn crowd(&self, word: usize) -> Crowd {
        self.words[word].crowd
    }

    /// Calls `each` with the numbers of those who may share `least` of so many words `asked`, the first of those told by
    /// [`fours`], or as many as they must where they ask. It is looked so often that what it needs must be at hand.
    #[inline(never)]
    pub(super) fn look(
        &self,
        crowd: &Crowd,
        (asked, fours): (u8, &[u64]),
        least: Option<u32>,
        mut each: impl FnMut(u32),
    ) {
        // Who does not ask cannot be met by one who does not.
        let looked_at = match least {
            Some(_) => crowd.count,
            None => crowd.asking,
        };
        let least = turned(least.map_or(MORE, |least| least.min(8)));
        let (fours, rest) = fours.split_at(usize::from(asked) / FOUR);
        let over = 16 * (u32::from(asked) % FOUR as u32);
        // The row that nobody has where none is asked for.
        let last = rest.first().map_or(0, |last| last & ((1 << over) - 1));
        let (lines, mut first) = (self.lines.as_bytes(), 0);
        let mut begin = size_of::<Line>() * crowd.begin as usize;
        while first < looked_at {
            let count = usize::from(crowd.count - first).min(BLOCK);
            let width = width_of(count).min(FULL);
            let mut met = lines[begin..]
                .first_chunk()
                .map_or(0, |block| look(block, width, (fours, last), least));
            met &= u64::MAX >> (BLOCK - usize::from(looked_at - first).min(BLOCK));
            let here = crowd.first + u32::from(first);
            while met != 0 {
                each(here + met.trailing_zeros());
                met &= met - 1;
            }
            begin += size_of::<Line>() << width;
            first += BLOCK as u16;
        }
    }
}

/// Which of a block may share `least` words, or as many as they must where they ask. Rows are read as if each had eight bytes:
/// what is behind them is not told apart from those that are there.
#[inline]
fn look(block: &[u8; READ], width: u32, (fours, last): (&[u64], u64), least: [u64; 4]) -> u64 {
    let row = |begin: u64| {
        let bytes = block[usize::from(begin as u16)..].first_chunk();
        [bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes))]
    };
    let mut sums = Sums::ZERO;
    let mut add = |four: u64| {
        let begins = four << width;
        sums.add_four([0, 16, 32, 48].map(|shift| row(begins >> shift)));
    };
    fours.iter().for_each(|&four| add(four));
    add(last);
    let [own] = sums.reach(least.map(|place| [place]));
    let need = |place: usize| row(((NEEDS + place) as u64) << width);
    let [theirs] = sums.reach(std::array::from_fn(need));
    own | theirs
}

#[cfg(test)]
mod tests {
    use super::super::piece::{ADDED, ASKS, Standing};
    use super::*;
    use crate::hash::mix;

    /// The words of a sentence behind the one it stands at.
    fn words(seed: u64, behind: u64) -> Vec<u32> {
        let word = |at| mix(100 * seed + at) as u32 % 300;
        (0..behind).map(word).collect()
    }

    /// A sentence with these words, of which it must share some where it asks.
    fn seen(seed: u64, behind: u64, enough: u32) -> Seen {
        let mut bits = WordBits::default();
        words(seed, behind).iter().for_each(|&word| bits.add(word));
        Seen {
            standing: Standing {
                bits,
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
        let counts = [0usize, 1, 7, 8, 9, 16, 17, 33, 64, 65, 130, 300, 4096];
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
                let mut own: Vec<Seen> = own.collect();
                own.sort_by_key(|one| !one.asks());
                own
            };
            let first = |word: usize| 7000 * word as u32;
            for word in 0..counts.len() {
                crowds.push(&all(word), first(word), 2 + word as u32);
            }
            crowds.end();
            assert_eq!(crowds.len(), counts.len());
            let (mut met, mut passed) = (0, 0);
            // Of so many words a sentence must share half.
            let by_words = std::array::from_fn(|words| words.div_ceil(2) as u32);
            for (word, &count) in counts.iter().enumerate() {
                let enough = 2 + word as u32;
                for (passing, own) in (0..25u8).flat_map(|own| [(88_000, own), (99_000, 25)]) {
                    let passing = passing + u64::from(own);
                    let behind = words(passing, own.into());
                    let mut bits = WordBits::default();
                    behind.iter().for_each(|&word| bits.add(word));
                    for words in [own / 2, own, 2 * own] {
                        let (may, asks) = crowds.may_match(word, (bits, own, words), &by_words);
                        let must = by_words[usize::from(words)].max(enough);
                        let most = 1 + u32::from(own);
                        assert!(count == 0 || asks == (most >= must));
                        let matches = |one: &Seen| {
                            let other = self::words(u64::from(one.standing.number), 19);
                            let other = &other[..usize::from(one.standing.behind)];
                            let shared = behind.iter().filter(|word| other.contains(word));
                            let shared = 1 + shared.count() as u32;
                            let shorter = usize::from(one.standing.words.min(words));
                            let least = by_words[shorter].max(enough);
                            least <= most.min(one.most)
                                && (asks && shared >= must || one.asks() && shared >= one.enough)
                        };
                        assert!(may || !all(word).iter().any(matches), "{count} {own}");
                        met += usize::from(may);
                        passed += usize::from(!may);
                    }
                }
                crowds.touch(word);
                if count > 0 {
                    crowds.fetch(&crowds.crowd(word));
                }
                for (passing, behind) in (0..60).map(|at| (77_000 + 2 * at, at % 25)) {
                    let asked = words(passing, behind);
                    // Some of more that are told: those before them are not asked for.
                    let mut told = words(passing + 1, passing % 7);
                    told.extend(&asked);
                    let told: Vec<u64> = fours(&told).collect();
                    // Words of one row count each.
                    let shared = |one: &Seen| {
                        let mut own = [false; ROWS];
                        (one.standing.bits).each(|place| own[row_of(place)] = true);
                        let is_own = |word: &&u32| own[row_of(WordBits::place_of(**word))];
                        asked.iter().filter(is_own).count() as u32
                    };
                    for least in [None, Some(0), Some(1), Some(3), Some(7), Some(8), Some(30)] {
                        let mut found = Vec::new();
                        crowds.look(&crowds.crowd(word), (behind as u8, &told), least, |other| {
                            found.push(other)
                        });
                        let is_met = |one: &Seen| {
                            least.is_some_and(|least| shared(one) >= least.min(8))
                                || one.asks() && shared(one) >= (one.enough - 1).min(8)
                                || (least.is_some() || one.asks()) && shared(one) >= 8
                        };
                        let expected = (first(word)..).zip(all(word));
                        let expected = expected.filter(|(_, one)| is_met(one));
                        assert!(found.into_iter().eq(expected.map(|(number, _)| number)));
                    }
                }
            }
            assert!(met > 100 && passed > 100, "{met} {passed}");
            crowds.leave(5);
            let (may, _) = crowds.may_match(5, (WordBits::default(), 0, 0), &[0; 256]);
            assert!(!may);
        }
    }

    #[test]
    fn rows_are_those_of_all_words() {
        assert!(row_of(0) == FIRST && row_of(127) == ROWS - 1);
        for count in 0..20 {
            let words = words(5, count);
            let rows = fours(&words).flat_map(|four| [0, 16, 32, 48].map(|at| four >> at & 0xffff));
            let expected = (words.iter().rev())
                .map(|&word| row_of(WordBits::place_of(word)) as u64)
                .chain([0; 3]);
            let all = words.len().next_multiple_of(FOUR);
            assert!(rows.eq(expected.take(all)));
        }
    }
}
