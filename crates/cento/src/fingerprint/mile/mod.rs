//! MiLe: a few bits of each word, in order; what matches is a run of words.
//!
//! A document's [`Print`] has `bits` of the hash of each token. The bits of `length` tokens in a row are a unit; every
//! `overleap`-th unit of a document is stored, every one of the other is looked up, since sampling both would miss
//! most copies that are shifted.
//!
//! - Promise: of `length + overleap - 1` shared tokens in a row one stored unit is met, of `overleap` more another.
//! - Cost: linear. At 20 bits a unit chance hits are everywhere, so two documents need two that lie in line.
//! - Source: Mittelbach, Lehmann, Rensing and Steinmetz, EC-TEL 2010.

mod contain;
mod print;

pub use contain::{Contained, Contains, Run};
pub use print::Print;

use super::{Fingerprinter, Sketch};
use crate::error::{Error, Result};
use crate::hash::key;
use crate::token::Tokens;

/// How many bits of how many words in a row are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mile {
    /// Bits of a token, 1 to 8.
    pub bits: u32,
    /// Tokens of a unit: the least that match.
    pub length: u32,
    /// Every so many-th unit is stored.
    pub overleap: u32,
}

impl Mile {
    /// The most bits of a token.
    pub const MAX_BITS: u32 = 8;

    /// The most bits of a unit.
    pub const MAX_UNIT_BITS: u32 = 64;

    /// Fails where there are too few or too many bits or tokens.
    pub fn validate(self) -> Result<()> {
        let Self {
            bits,
            length,
            overleap,
        } = self;
        let most = Self::MAX_UNIT_BITS;
        if !(1..=Self::MAX_BITS).contains(&bits) || length == 0 || overleap == 0 {
            return Err(Error::Usage(format!(
                "a word has 1 to {} bits, and at least one word is compared, at every place at most",
                Self::MAX_BITS
            )));
        }
        if bits.saturating_mul(length) > most {
            return Err(Error::Usage(format!(
                "{length} words of {bits} bits are more than the {most} bits that are compared at once\nhint: ask for {} words at most",
                most / bits
            )));
        }
        Ok(())
    }

    /// The value of every unit of a document, given the values of its tokens.
    pub fn units(self, values: impl Iterator<Item = u8>) -> impl Iterator<Item = u64> {
        let mask = u64::MAX >> (u64::BITS - self.bits * self.length);
        let mut unit = 0u64;
        let units = values.map(move |value| {
            unit = (unit << self.bits | u64::from(value)) & mask;
            unit
        });
        units.skip(self.length as usize - 1)
    }
}

impl Fingerprinter for Mile {
    fn fingerprint(&self, tokens: &Tokens, out: &mut Sketch) {
        let values = tokens
            .hashes
            .iter()
            .map(|&hash| Print::value(self.bits, hash as u32));
        for (begin, unit) in self.units(values).enumerate() {
            out.push(key(unit), begin, self.length as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    #[test]
    fn a_unit_is_the_bits_of_its_tokens() {
        let hashes: Vec<u64> = (0..50).map(mix).collect();
        for (bits, length) in [(1, 1), (4, 5), (5, 4), (8, 8), (3, 21), (2, 8)] {
            let mile = Mile {
                bits,
                length,
                overleap: 1,
            };
            let values = hashes.iter().map(|&hash| Print::value(bits, hash as u32));
            let units: Vec<u64> = mile.units(values).collect();
            let slow: Vec<u64> = hashes
                .windows(length as usize)
                .map(|tokens| {
                    let digits = tokens.iter().map(|&hash| Print::value(bits, hash as u32));
                    digits.fold(0, |unit, value| unit * (1 << bits) + u64::from(value))
                })
                .collect();
            assert_eq!(units, slow);
        }
    }

    #[test]
    fn too_short_a_document_has_no_unit() {
        let mile = Mile {
            bits: 4,
            length: 5,
            overleap: 4,
        };
        let mut sketch = Sketch::default();
        for tokens in 0..7 {
            let tokens = Tokens {
                hashes: (0..tokens).collect(),
                ..Tokens::default()
            };
            sketch.clear();
            mile.fingerprint(&tokens, &mut sketch);
            assert_eq!(sketch.fingerprints.len(), tokens.len().saturating_sub(4));
        }
    }
}
