//! What several tests need.

use cento::hash::mix;

/// Numbers that look random and are the same on every run.
pub(crate) struct Random {
    seed: u64,
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            state: mix(seed ^ 0x5bd1_e995),
        }
    }

    #[allow(dead_code, reason = "not every test asks")]
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number below `bound`, which must not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A number within `range`.
    #[allow(dead_code, reason = "not every test asks")]
    pub(crate) fn within(&mut self, range: &std::ops::Range<usize>) -> usize {
        range.start + self.below(range.end - range.start)
    }
}
