//! Which of many have some bits of one: 256 at a time.
//!
//! The bits of sentences are turned round, so that a row has the same bit of all of them, and are added up in the
//! places of binary numbers.
//!
//! - Source: Goodwin et al., SIGIR 2017 (BitFunnel: signatures sliced by bit).

use crate::error::Result;

/// A bit for each of some words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WordBits([u64; 2]);

impl WordBits {
    pub(super) const NONE: Self = Self([0; 2]);

    /// Which of 128 bits is that of a word.
    #[inline]
    pub(super) fn place_of(rank: u32) -> usize {
        (rank.wrapping_mul(0x9e37_79b1) >> 25) as usize
    }

    /// Adds the bit of a word.
    #[inline]
    pub(super) fn add(&mut self, rank: u32) {
        let place = Self::place_of(rank);
        let bit = 1 << (place % 64);
        // Both halves stay where they are at hand.
        let upper = 0u64.wrapping_sub(place as u64 / 64);
        self.0[0] |= bit & !upper;
        self.0[1] |= bit & upper;
    }

    #[inline]
    pub(super) fn or(self, others: Self) -> Self {
        Self(std::array::from_fn(|half| self.0[half] | others.0[half]))
    }

    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|half| half.count_ones()).sum()
    }

    /// How many of them others lack.
    #[inline]
    pub(super) fn not_in(self, others: Self) -> u32 {
        let [low, high] = self.0;
        (low & !others.0[0]).count_ones() + (high & !others.0[1]).count_ones()
    }

    /// Calls `each` with the place of every bit.
    #[inline]
    pub(super) fn each(self, mut each: impl FnMut(usize)) {
        for (half, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                each(64 * half + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

/// The bits that sentences are asked for by.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    places: [u8; 128 + FOUR],
    count: u8,
}

/// Bits that are counted at once.
pub(super) const FOUR: usize = 4;

impl Asked {
    pub(super) fn of(bits: WordBits) -> Self {
        let mut asked = Self {
            places: [0; 128 + FOUR],
            count: 0,
        };
        bits.each(|place| {
            asked.places[usize::from(asked.count)] = place as u8;
            asked.count += 1;
        });
        asked
    }

    /// Their places by four, the last of them filled up with another.
    #[inline]
    fn fours(&mut self, other: u8) -> &[[u8; FOUR]] {
        let count = usize::from(self.count);
        let last = self.places[count..].first_chunk_mut::<FOUR>();
        last.into_iter().for_each(|last| *last = [other; FOUR]);
        let fours = self.places.as_chunks().0;
        &fours[..count.div_ceil(FOUR)]
    }
}

/// How many of some bits each of many sentences has: in the places of binary numbers, and whether eight or more.
#[derive(Clone, Copy)]
pub(super) struct Sums<const LANES: usize> {
    ones: [u64; LANES],
    twos: [u64; LANES],
    fours: [u64; LANES],
    more: [u64; LANES],
}

impl<const LANES: usize> Sums<LANES> {
    pub(super) const ZERO: Self = Self {
        ones: [0; LANES],
        twos: [0; LANES],
        fours: [0; LANES],
        more: [0; LANES],
    };

    /// Counts those that have each of four other bits.
    #[inline]
    pub(super) fn add_four(&mut self, [a, b, c, d]: [[u64; LANES]; FOUR]) {
        for lane in 0..LANES {
            let sum = |a: u64, b: u64, c: u64| (a ^ b ^ c, a & b | (a ^ b) & c);
            let (ones, first) = sum(a[lane], b[lane], self.ones[lane]);
            let (ones, second) = sum(c[lane], d[lane], ones);
            let (twos, carry) = sum(first, second, self.twos[lane]);
            (self.ones[lane], self.twos[lane]) = (ones, twos);
            self.more[lane] |= self.fours[lane] & carry;
            self.fours[lane] ^= carry;
        }
    }

    /// Which have at least so many; where more than eight are asked for, at least eight.
    #[inline]
    pub(super) fn at_least(&self, least: u32) -> [u64; LANES] {
        self.reach(turned(least.min(8)).map(|place| [place; LANES]))
    }

    /// Which have at least as many as each needs, or eight: in the places of binary numbers, [`turned`] round.
    #[inline]
    pub(super) fn reach(&self, [ones, twos, fours, eights]: [[u64; LANES]; 4]) -> [u64; LANES] {
        std::array::from_fn(|lane| {
            let is_as = |own: u64, free: u64, below: u64| own & free | (own ^ free) & below;
            let at_ones = self.ones[lane] | ones[lane];
            let at_twos = is_as(self.twos[lane], twos[lane], at_ones);
            let at_fours = is_as(self.fours[lane], fours[lane], at_twos);
            self.more[lane] | eights[lane] & at_fours
        })
    }
}

/// A number below 16 in the places of binary numbers, the same for all: ones where it has none.
#[inline]
pub(super) fn turned(number: u32) -> [u64; 4] {
    const ALL: [[u64; 4]; 16] = {
        let mut all = [[0; 4]; 16];
        let mut at = 0;
        while at < 64 {
            if (at / 4) >> (at % 4) & 1 == 0 {
                all[at / 4][at % 4] = u64::MAX;
            }
            at += 1;
        }
        all
    };
    ALL[number as usize % 16]
}

/// Numbers that are worked on at once, as wide registers do.
const LANES: usize = 4;

/// Sentences that are looked at at once.
pub(super) const WIDTH: usize = 64 * LANES;

/// Some sentences of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Which([u64; LANES]);

impl Which {
    pub(super) const NONE: Self = Self([0; LANES]);

    /// The first of them, so many.
    #[inline]
    pub(super) fn first(count: usize) -> Self {
        Self(std::array::from_fn(|lane| {
            let beyond = 64 - count.saturating_sub(64 * lane).min(64) as u32;
            u64::MAX.checked_shr(beyond).unwrap_or(0)
        }))
    }

    pub(super) fn set(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] & other.0[lane]))
    }

    /// Those that are not among others.
    #[inline]
    pub(super) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] & !other.0[lane]))
    }

    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Calls `each` with their places in the block, in order.
    #[inline]
    pub(super) fn each(self, mut each: impl FnMut(usize) -> Result<()>) -> Result<()> {
        for (lane, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                each(64 * lane + bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
            }
        }
        Ok(())
    }
}

/// The bits of some sentences, sliced.
#[derive(Default)]
pub(super) struct Slices {
    /// For each block of [`WIDTH`], by bit, which of them have it; and behind all bits one that nobody has.
    blocks: Vec<[[u64; LANES]; 128 + 1]>,
}

impl Slices {
    /// Takes the bits of sentences in the place of those that are there.
    pub(super) fn fill(&mut self, bits: impl Iterator<Item = WordBits>) {
        self.blocks.clear();
        for (at, bits) in bits.enumerate() {
            if at.is_multiple_of(WIDTH) {
                self.blocks.push([[0; LANES]; 128 + 1]);
            }
            let block = &mut self.blocks[at / WIDTH];
            let (lane, own) = (at % WIDTH / 64, 1 << (at % 64));
            bits.each(|bit| block[bit][lane] |= own);
        }
    }

    /// Which of a block have at least so many of the bits; where more than eight are asked for, at least eight.
    #[inline]
    pub(super) fn with(&self, block: usize, asked: &mut Asked, least: u32) -> Which {
        let rows = &self.blocks[block];
        let mut sums = Sums::ZERO;
        for four in asked.fours(128) {
            sums.add_four(four.map(|place| rows[usize::from(place).min(128)]));
        }
        Which(sums.at_least(least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    /// A few words, and many.
    fn bits(seed: u64, words: u64) -> WordBits {
        let mut bits = WordBits::default();
        (0..words).for_each(|at| bits.add(mix(seed * 100 + at) as u32));
        bits
    }

    fn places(which: Which) -> Vec<usize> {
        let mut places = Vec::new();
        let done = which.each(|at| {
            places.push(at);
            Ok(())
        });
        assert!(done.is_ok());
        places
    }

    #[test]
    fn counts_are_those_of_each_alone() {
        let mut slices = Slices::default();
        for count in [1usize, 63, 64, 65, 255, 256, 257, 600] {
            let own = |at: usize| bits(at as u64, at as u64 % 20);
            slices.fill((0..count).map(own));
            for asked in (0..50).map(|at| bits(1000 + at, at % 30)) {
                for least in 0..12 {
                    for block in 0..count.div_ceil(WIDTH) {
                        let first = block * WIDTH;
                        let here = WIDTH.min(count - first);
                        let found = slices.with(block, &mut Asked::of(asked), least);
                        let expected = (0..here).filter(|&at| {
                            let shared = asked.count() - asked.not_in(own(first + at));
                            shared >= least.min(8)
                        });
                        assert!(expected.eq(places(found.and(Which::first(here)))));
                    }
                }
            }
        }
    }

    #[test]
    fn some_of_a_block_are_told_by_their_places() {
        for count in [0, 1, 63, 64, 65, 200, WIDTH - 1, WIDTH] {
            let first = Which::first(count);
            assert!(places(first).into_iter().eq(0..count));
            let others = Which::first(WIDTH).without(first);
            assert!(places(others).into_iter().eq(count..WIDTH));
            assert_eq!(first.is_empty(), count == 0);
            let mut one = Which::NONE;
            one.set(count % WIDTH);
            assert_eq!(places(one), [count % WIDTH]);
        }
    }
}
