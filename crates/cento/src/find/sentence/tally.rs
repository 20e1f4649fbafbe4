//! Which words can tell the sentences of a group apart: a look before they are sorted.

/// Bits of each kind.
const BITS: usize = 1 << 14;

/// For each word of a group a few bits: now and then two share theirs, so that a word may seem to be of use that is not,
/// never the other way round.
#[derive(Default)]
pub(super) struct Tally(Vec<[u64; BITS / 64]>);

/// What is kept of words, and how many such things.
const ONCE: usize = 0;
const TWICE: usize = 1;
const ASKED: usize = 2;
const ADDED: usize = 3;
const KINDS: usize = 4;

impl Tally {
    /// Forgets everything; where it is new, it takes its room.
    pub(super) fn clear(&mut self) {
        self.0.clear();
        self.0.resize(KINDS, [0; BITS / 64]);
    }

    /// Adds the words of a sentence, which asks by the first of them, and was added or not.
    pub(super) fn add(&mut self, words: &[u32], asks_to: usize, is_added: bool) {
        for (at, &rank) in words.iter().enumerate() {
            let (place, bit) = place(rank);
            self.0[TWICE][place] |= self.0[ONCE][place] & bit;
            self.0[ONCE][place] |= bit;
            self.0[ASKED][place] |= if at < asks_to { bit } else { 0 };
            self.0[ADDED][place] |= if is_added { bit } else { 0 };
        }
    }

    /// Whether two or more may have a word, of which one asks by it, and one was added.
    #[inline]
    pub(super) fn has(&self, rank: u32) -> bool {
        let (place, bit) = place(rank);
        self.0[TWICE][place] & self.0[ASKED][place] & self.0[ADDED][place] & bit != 0
    }
}

#[inline]
fn place(rank: u32) -> (usize, u64) {
    let bit = rank.wrapping_mul(0x9e37_79b1) >> (u32::BITS - BITS.ilog2());
    (bit as usize / 64, 1 << (bit % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_of_use_that_two_have_of_which_one_asks_and_one_was_added() {
        let mut tally = Tally::default();
        tally.clear();
        for _ in 0..2 {
            // Asked by the first only; 4 is in one sentence only.
            tally.add(&[1, 2, 3, 4], 2, false);
            tally.add(&[2, 3], 0, true);
            tally.add(&[1, 5], 1, false);
            assert!(tally.has(2));
            assert!(!tally.has(1), "none was added");
            assert!(!tally.has(3), "none asks");
            assert!(!tally.has(4) && !tally.has(5), "one alone has it");
            tally.clear();
            assert!(!(1..6).any(|word| tally.has(word)));
        }
    }
}
