//! Signatures of sentences: a few bits for each word, all of them together.
//!
//! Two sentences that share most of their words have signatures that differ in few bits. How many that are follows from
//! how many words they share; how many differ by chance, from how many words they have.
//!
//! - Promise: sentences of the same words have the same signature.
//! - Loses: what the formulas say, and more where both sentences have words of their own. Of sentences that share half of their
//!   words only about half lie within 3 bits of 64.
//! - Source: Kim, Candan and Tatemura, WWW 2009 (qSign).

use super::half;
use crate::hash::mix;

/// How signatures are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signing {
    /// Bits of a signature, up to 128.
    pub bits: u32,
    /// Bits that each word sets.
    pub hashes: u32,
}

impl Signing {
    /// As many bits as a word may set.
    pub const MOST_HASHES: u32 = 8;

    /// How many of `bits` each of so many different words should set for no two to need the same ones: the fewest of which there are
    /// as many choices as words. Where there are never as many, those of which there are most.
    ///
    /// ```
    /// use cento::fingerprint::Signing;
    /// // 64 single bits, 2,016 pairs, 41,664 triples.
    /// assert_eq!([64, 65, 2016, 2017].map(|words| Signing::hashes_for(64, words)), [1, 2, 2, 3]);
    /// ```
    pub fn hashes_for(bits: u32, words: u64) -> u32 {
        let mut choices = 1u64;
        let (mut best, mut most) = (1, 0);
        for hashes in 1..=bits.min(Self::MOST_HASHES) {
            choices = choices * u64::from(bits + 1 - hashes) / u64::from(hashes);
            if choices > most {
                (best, most) = (hashes, choices);
            }
            if choices >= words {
                break;
            }
        }
        best
    }

    /// The signature of a sentence's words, each as any number that stands for it.
    pub fn signature(&self, words: impl IntoIterator<Item = u32>) -> u128 {
        let mut signature = 0;
        for word in words {
            let mut random = mix(u64::from(word) ^ 0x9e37_79b9);
            let mut set = 0u128;
            // A word sets as many bits as it should, each once.
            while set.count_ones() < self.hashes.min(self.bits) {
                set |= 1 << (random % u64::from(self.bits));
                random = mix(random);
            }
            signature |= set;
        }
        signature
    }

    /// The same, of their keys.
    pub(crate) fn signature_of(&self, keys: &[u64]) -> u128 {
        self.signature(keys.iter().map(|&key| half(key)))
    }

    /// How likely a bit differs between a sentence of `words` and the same with `more` besides.
    pub fn differs(&self, words: f64, more: f64) -> f64 {
        let a_bit = f64::from(self.hashes) / f64::from(self.bits);
        (-words * a_bit).exp() * (1.0 - (-more * a_bit).exp())
    }

    /// How likely at most `distance` bits do.
    pub fn within(&self, distance: u32, words: f64, more: f64) -> f64 {
        let bits = self.bits;
        let differs = self.differs(words, more);
        let mut each = (1.0 - differs).powi(bits as i32);
        let mut all = each;
        for at in 0..distance.min(bits) {
            each *= f64::from(bits - at) / f64::from(at + 1) * differs / (1.0 - differs);
            all += each;
        }
        all.min(1.0)
    }

    /// The largest distance at which sentences of `words` with more than `slack` of others besides are taken for copies at
    /// most as often as `rate`.
    pub fn distance(&self, words: f64, slack: u32, rate: f64) -> u32 {
        let is_rare = |distance: &u32| self.within(*distance, words, f64::from(slack + 1)) <= rate;
        (0..self.bits).take_while(is_rare).last().unwrap_or(0)
    }

    /// The share of sentences of `words` that are found at a distance, where that share of their words is in the other.
    pub fn recall(&self, distance: u32, words: f64, share: f64) -> f64 {
        let shared = words * share;
        self.within(distance, shared, words - shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNING: Signing = Signing {
        bits: 64,
        hashes: 2,
    };

    #[test]
    fn words_set_as_many_bits_as_they_should() {
        for (bits, hashes) in [(16, 1), (32, 2), (64, 2), (128, 3), (2, 5)] {
            let signing = Signing { bits, hashes };
            for word in 0..1000 {
                let signature = signing.signature([word]);
                assert_eq!(signature.count_ones(), hashes.min(bits));
                assert!(bits == 128 || signature >> bits == 0);
            }
        }
        assert_eq!(SIGNING.signature([]), 0);
        assert_eq!(
            SIGNING.signature([1, 2, 3]),
            SIGNING.signature([3, 1, 2, 1])
        );
    }

    /// As many bits differ on average as the formula says, of sentences made at random.
    #[test]
    fn as_many_bits_differ_as_in_a_simulation() {
        let rounds = 20_000u32;
        for (bits, hashes) in [(32, 2), (64, 2), (128, 2)] {
            let signing = Signing { bits, hashes };
            for (words, more) in [(5, 1), (8, 2), (10, 5)] {
                let differing = (0..rounds).map(|round| {
                    let word = |at: u32| mix(u64::from(round) << 8 | u64::from(at)) as u32;
                    let x = signing.signature((0..words).map(word));
                    let y = signing.signature((0..words + more).map(word));
                    f64::from((x ^ y).count_ones())
                });
                let observed = differing.sum::<f64>() / f64::from(rounds);
                let predicted = f64::from(bits) * signing.differs(words.into(), more.into());
                // It takes a power for an exponential: one bit in a hundred.
                assert!(
                    (observed / predicted - 1.0).abs() < 0.04,
                    "{observed} {predicted}"
                );
            }
        }
    }

    /// The rest of the formula takes bits as independent, and is what comes of bits that are. Those of a word are not: it sets
    /// as many as it sets, so that fewer signatures differ in none and in many.
    #[test]
    fn sums_are_those_of_a_simulation() {
        let rounds = 20_000u64;
        for (words, more) in [(5.0, 1.0), (8.0, 2.0), (10.0, 5.0)] {
            let differs = SIGNING.differs(words, more);
            let mut counts = [0u32; 65];
            for round in 0..rounds {
                let is_set = |bit: &u64| {
                    let random = mix(round << 8 | bit) >> 11;
                    (random as f64) < differs * (1u64 << 53) as f64
                };
                counts[(0..64).filter(is_set).count()] += 1;
            }
            let mut within = 0;
            for distance in 0..10 {
                within += counts[distance as usize];
                let observed = f64::from(within) / rounds as f64;
                let predicted = SIGNING.within(distance, words, more);
                // Four deviations of a share of so many.
                let error = 4.0 * (predicted * (1.0 - predicted) / rounds as f64).sqrt() + 1e-3;
                assert!(
                    (observed - predicted).abs() < error,
                    "{distance}: {observed} {predicted}"
                );
            }
        }
    }

    #[test]
    fn words_set_the_fewest_bits_that_tell_them_apart() {
        let choose = |bits: u64, hashes: u64| {
            (0..hashes).fold(1u128, |all, at| {
                all * u128::from(bits - at) / u128::from(at + 1)
            })
        };
        for bits in 1..=128u32 {
            for words in [
                0,
                1,
                2,
                30,
                31,
                120,
                121,
                2016,
                2017,
                41_664,
                41_665,
                1 << 20,
            ] {
                let hashes = Signing::hashes_for(bits, words);
                let choices = |hashes: u32| choose(bits.into(), hashes.into());
                assert!(hashes >= 1 && hashes <= bits.min(Signing::MOST_HASHES));
                match choices(hashes) >= u128::from(words) {
                    true => assert!(hashes == 1 || choices(hashes - 1) < u128::from(words)),
                    // There is none: the most that there are, with the fewest bits.
                    false => {
                        let most = bits.min(Signing::MOST_HASHES);
                        assert!((1..hashes).all(|fewer| choices(fewer) < choices(hashes)));
                        assert!((hashes..=most).all(|more| choices(more) <= choices(hashes)));
                    }
                }
            }
        }
        // The paper's: 32 bits, of which two were taken.
        assert_eq!(Signing::hashes_for(32, 496), 2);
        assert_eq!(Signing::hashes_for(32, 30_000), 4);
        assert_eq!(Signing::hashes_for(16, u64::MAX), 8);
    }

    #[test]
    fn the_distance_is_the_largest_that_is_rare_enough() {
        for slack in 0..5 {
            let distance = SIGNING.distance(10.0, slack, 0.2);
            let within = |distance| SIGNING.within(distance, 10.0, f64::from(slack + 1));
            assert!(within(distance) <= 0.2 || distance == 0);
            assert!(within(distance + 1) > 0.2);
        }
        assert!((SIGNING.within(64, 10.0, 3.0) - 1.0).abs() < 1e-9);
        assert!(SIGNING.recall(3, 10.0, 1.0) > 0.999);
    }
}
