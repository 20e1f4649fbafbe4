//! Which of many have some bits of one: 64 at a time.
//!
//! The bits of 64 sentences are turned round, so that a word has the same bit of all of them, and are added up in the
//! places of binary numbers.
//!
//! - Source: Goodwin et al., SIGIR 2017 (BitFunnel: signatures sliced by bit).

/// A bit for each of some words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WordBits([u64; 2]);

impl WordBits {
    /// Adds the bit of a word.
    #[inline]
    pub(super) fn add(&mut self, rank: u32) {
        let bit = rank.wrapping_mul(0x9e37_79b1) >> 25;
        self.0[bit as usize / 64] |= 1 << (bit % 64);
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

    #[inline]
    fn each(self, mut each: impl FnMut(usize)) {
        for (half, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                each(64 * half + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

/// Sentences that are looked at at once.
pub(super) const WIDTH: usize = 64;

/// The bits of some sentences, sliced.
#[derive(Default)]
pub(super) struct Slices {
    /// For each block of [`WIDTH`], by bit, which of them have it.
    blocks: Vec<[u64; 128]>,
}

impl Slices {
    /// Takes the bits of sentences in the place of those that are there.
    pub(super) fn fill(&mut self, bits: impl Iterator<Item = WordBits>) {
        self.blocks.clear();
        for (at, bits) in bits.enumerate() {
            if at.is_multiple_of(WIDTH) {
                self.blocks.push([0; 128]);
            }
            let block = &mut self.blocks[at / WIDTH];
            bits.each(|bit| block[bit] |= 1 << (at % WIDTH));
        }
    }

    /// Which of a block have at least so many of the bits; where more than eight are asked for, at least eight.
    #[inline]
    pub(super) fn with(&self, block: usize, bits: WordBits, least: u32) -> u64 {
        let rows = &self.blocks[block];
        // How many each has: ones, twos and fours, and whether there were more.
        let (mut ones, mut twos, mut fours, mut more) = (0, 0, 0, 0);
        bits.each(|bit| {
            let row = rows[bit];
            let carry = ones & row;
            ones ^= row;
            let carry_on = twos & carry;
            twos ^= carry;
            more |= fours & carry_on;
            fours ^= carry_on;
        });
        let enough = match least {
            0 => return u64::MAX,
            1 => ones | twos | fours,
            2 => twos | fours,
            3 => ones & twos | fours,
            4 => fours,
            5 => fours & (ones | twos),
            6 => fours & twos,
            7 => fours & twos & ones,
            _ => 0,
        };
        enough | more
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    #[test]
    fn counts_are_those_of_each_alone() {
        let mut slices = Slices::default();
        for count in [1u64, 63, 64, 65, 200] {
            // A few words, and many.
            let bits = |seed: u64, words: u64| {
                let mut bits = WordBits::default();
                (0..words).for_each(|at| bits.add(mix(seed * 100 + at) as u32));
                bits
            };
            let own = |at: u64| bits(at, at % 20);
            slices.fill((0..count).map(own));
            for asked in (0..50).map(|at| bits(1000 + at, at % 30)) {
                for least in 0..12 {
                    for at in 0..count {
                        let shared = asked.count() - asked.not_in(own(at));
                        let found = slices.with(at as usize / WIDTH, asked, least);
                        let is_found = found >> (at as usize % WIDTH) & 1 == 1;
                        assert_eq!(is_found, shared >= least.min(8), "{shared} of {least}");
                    }
                }
            }
        }
    }
}
