//! Hash-breaking: cut the text after every token whose hash is divisible by `p`.
//!
//! - Promise: context-free but for the first chunk: what a chunk is depends on its own tokens and on
//!   there being a break before it. One changed token changes its chunk's fingerprint always.
//! - Cost: linear time; with short chunks kept about `1 / p` fingerprints a token.
//! - Departure: a chunk of 65,535 tokens ends whatever its last token is.
//! - Source: Brin, Davis and Garcia-Molina, SIGMOD 1995; revised by Seo and Croft, SIGIR 2008.

use crate::fingerprint::{Fingerprint, Fingerprinter, Sketch};
use crate::hash::{key, mix, run_hash};
use crate::token::Tokens;

/// What becomes of chunks shorter than `p` tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Short {
    /// They give no fingerprint: the revision as the paper of 2008 has it.
    Drop,
    /// They are joined to what follows: no break before `p` tokens. This is what the counts of the
    /// paper of 2009 fit. The last chunk of a text may be shorter.
    Merge,
    /// They count like any other: hash-breaking as it was.
    Keep,
}

/// Cuts after tokens with hash 0 modulo `p`.
#[derive(Clone, Copy, Debug)]
pub struct HashBreak {
    /// The modulus, and the least length of a chunk, at least 1.
    pub p: usize,
    /// What becomes of shorter chunks.
    pub short: Short,
}

impl HashBreak {
    /// Calls `each` with the first token and the tokens of every chunk.
    pub fn chunks<'a>(&self, tokens: &'a [u64], mut each: impl FnMut(usize, &'a [u64])) {
        let mut begin = 0;
        let mut close = |begin: usize, end: usize| {
            if end > begin && (self.short != Short::Drop || end - begin >= self.p) {
                each(begin, &tokens[begin..end]);
            }
        };
        for (i, &token) in tokens.iter().enumerate() {
            let longest = i + 1 - begin == Fingerprint::MAX_TOKENS;
            let long_enough = self.short != Short::Merge || i + 1 - begin >= self.p;
            if self.breaks(token) && long_enough || longest {
                close(begin, i + 1);
                begin = i + 1;
            }
        }
        close(begin, tokens.len());
    }

    /// True when the text may be cut after this token. Its hash is mixed once more, so that which
    /// words break is independent of which words [`Hailstorm`](crate::fingerprint::Hailstorm)
    /// favours.
    pub fn breaks(&self, token: u64) -> bool {
        mix(token).is_multiple_of(self.p as u64)
    }
}

impl Fingerprinter for HashBreak {
    fn fingerprint(&self, tokens: &Tokens, out: &mut Sketch) {
        self.chunks(&tokens.hashes, |begin, chunk| {
            out.push(key(run_hash(chunk)), begin, chunk.len())
        });
    }
}
