//! Signatures cut into parts, by which those are found that differ in few bits.
//!
//! Of two that differ in at most `d` bits, one of the first `d % c + 1` of `c` parts differs in at most `d / c`, or one of the
//! others in at most one less: were it not so, they would differ in more. So every signature stands at the values of its
//! parts, and what is near to it is met by looking up all values that near to its own.
//!
//! - Promise: all signatures within the distance are met.
//! - Cost: the values that are looked up, which grow with the bits in which a part may differ, and what is met by chance, which grows
//!   with the collection and as parts get shorter.
//! - Source: Norouzi, Punjani and Fleet, CVPR 2012 (multi-index hashing).

use super::Signing;
use crate::error::Result;
use crate::hash::mix;

/// How signatures are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    bits: u32,
    parts: u32,
}

/// Words that a sentence is taken to have, for what is met by chance.
const WORDS: u32 = 10;

/// The sentences that an index is taken to have: how it is cut is settled before it has any.
const SENTENCES: u32 = 1 << 20;

/// Where a bit differs between two signatures, and where it does not.
struct Chances {
    differs: f64,
    agrees: f64,
}

impl Chances {
    /// Of sentences that have nothing to do with one another. Four operations, which are the same on every machine, are all
    /// it takes: what is stored follows from it.
    fn new(signing: Signing) -> Self {
        let kept = 1.0 - f64::from(signing.hashes.min(signing.bits)) / f64::from(signing.bits);
        let clear = (0..WORDS).fold(1.0, |clear, _| clear * kept);
        let differs = 2.0 * clear * (1.0 - clear);
        Self {
            differs,
            agrees: 1.0 - differs,
        }
    }

    /// That at most `radius` of `width` bits differ.
    fn within(&self, radius: u32, width: u32) -> f64 {
        let mut each = (0..width).fold(1.0, |all, _| all * self.agrees);
        let mut all = each;
        for at in 0..radius.min(width) {
            each *= f64::from(width - at) / f64::from(at + 1) * self.differs / self.agrees;
            all += each;
        }
        all
    }
}

impl Cut {
    /// Into so many parts, each of a bit at least.
    fn new(bits: u32, parts: u32) -> Self {
        Self { bits, parts }
    }

    /// As signatures are stored in an index that is asked for what differs in at most `distance` bits.
    pub(crate) fn stored(signing: Signing, distance: u32) -> Self {
        Self::for_sentences(signing, distance, SENTENCES)
    }

    /// Into the parts by which fewest values are looked up and sentences are met, of so many of these; of equals the fewest.
    pub(crate) fn for_sentences(signing: Signing, distance: u32, sentences: u32) -> Self {
        let chances = Chances::new(signing);
        let cost = |cut: &Self| {
            let met: f64 = cut
                .looked_up(distance)
                .map(|(part, radius)| chances.within(radius, cut.extent(part).1))
                .sum();
            cut.looks(distance) as f64 + f64::from(sentences) * met
        };
        // More parts than bits that differ are not looked up.
        let cuts = (1..=signing.bits.min(distance + 1)).map(|parts| Self::new(signing.bits, parts));
        let least = cuts.min_by(|x, y| cost(x).total_cmp(&cost(y)));
        least.unwrap_or(Self::new(signing.bits, 1))
    }

    /// The parts that are looked up, and in how many bits each may differ.
    pub(crate) fn looked_up(&self, distance: u32) -> impl Iterator<Item = (u32, u32)> + use<> {
        let parts = self.parts;
        (0..parts).filter_map(move |part| {
            let is_first = part <= distance % parts;
            let radius = (distance / parts + u32::from(is_first)).checked_sub(1)?;
            Some((part, radius))
        })
    }

    /// How many values are looked up.
    pub(crate) fn looks(&self, distance: u32) -> u64 {
        let values = |(part, radius): (u32, u32)| {
            let (_, width) = self.extent(part);
            let (mut all, mut each) = (1u64, 1u64);
            for at in 0..u64::from(radius.min(width)) {
                each = each.saturating_mul(u64::from(width) - at) / (at + 1);
                all = all.saturating_add(each);
            }
            all
        };
        let looked_up = self.looked_up(distance);
        looked_up.fold(0, |all, part| all.saturating_add(values(part)))
    }

    /// Where a part begins, and how many bits it has.
    fn extent(&self, part: u32) -> (u32, u32) {
        let at = |part: u32| part * self.bits / self.parts;
        (at(part), at(part + 1) - at(part))
    }

    fn value(&self, signature: u128, part: u32) -> u128 {
        let (begin, width) = self.extent(part);
        signature >> begin & (u128::MAX >> (128 - width))
    }

    /// The first part by which two signatures meet whose difference is given.
    pub(crate) fn meets_at(&self, difference: u128, distance: u32) -> Option<u32> {
        let mut looked_up = self.looked_up(distance);
        let meets =
            |(part, radius): &(u32, u32)| self.value(difference, *part).count_ones() <= *radius;
        looked_up.find(meets).map(|(part, _)| part)
    }

    /// The keys that a signature stands at, one for each part.
    pub(crate) fn keys(&self, signature: u128) -> impl Iterator<Item = u64> + '_ {
        (0..self.parts).map(move |part| self.key(signature, part))
    }

    /// The key that it stands at by one of them.
    pub(crate) fn key(&self, signature: u128, part: u32) -> u64 {
        key(part, self.value(signature, part))
    }

    /// Calls `each` with the keys, besides its own, at which a signature may stand that meets one by a part.
    pub(crate) fn each_near(
        &self,
        signature: u128,
        (part, radius): (u32, u32),
        each: &mut dyn FnMut(u64) -> Result<()>,
    ) -> Result<()> {
        let (_, width) = self.extent(part);
        let value = self.value(signature, part);
        if radius == 0 {
            return Ok(());
        }
        each_value(value, 0..width, radius, &mut |near| each(key(part, near)))
    }
}

/// The key of a value. It is stored.
fn key(part: u32, value: u128) -> u64 {
    let low = mix(value as u64).wrapping_add(part.into());
    mix(low ^ (value >> 64) as u64)
}

/// Calls `each` with every value other than `value` that differs from it in at most `left` of some bits.
fn each_value(
    value: u128,
    bits: std::ops::Range<u32>,
    left: u32,
    each: &mut dyn FnMut(u128) -> Result<()>,
) -> Result<()> {
    for bit in bits.clone() {
        let other = value ^ 1 << bit;
        each(other)?;
        if left > 1 {
            each_value(other, bit + 1..bits.end, left - 1, each)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signing(bits: u32) -> Signing {
        Signing { bits, hashes: 2 }
    }

    #[test]
    fn near_values_are_all_and_each_once() {
        for (width, radius) in [(1, 1), (5, 1), (8, 2), (8, 3), (6, 6), (3, 9)] {
            let mut seen = Vec::new();
            let mut each = |value: u128| {
                seen.push(value);
                Ok(())
            };
            each_value(0b10110, 0..width, radius, &mut each).unwrap();
            seen.sort_unstable();
            let near = |value: &u128| (1..=radius).contains(&(value ^ 0b10110).count_ones());
            let (low, all) = (0b10110 >> width << width, 1u128 << width);
            let expected: Vec<u128> = (low..low + all).filter(near).collect();
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn parts_make_up_the_signature() {
        for (bits, parts) in [(1, 1), (7, 3), (64, 2), (64, 5), (128, 1), (128, 13)] {
            let cut = Cut::new(bits, parts);
            let mut end = 0;
            for part in 0..parts {
                let (begin, width) = cut.extent(part);
                assert!(begin == end && width > 0);
                end = begin + width;
            }
            assert_eq!(end, bits);
        }
    }

    /// Whichever bits differ, it is met by the keys of a part, and of no more than that many values.
    #[test]
    fn what_is_near_is_met() {
        for bits in [1, 5, 16, 64, 128] {
            for distance in [0, 1, 2, 3, 5, 6] {
                for parts in 1..=bits.min(7) {
                    let cut = Cut::new(bits, parts);
                    if cut.looks(distance) > 20_000 {
                        continue;
                    }
                    for seed in 0..20u64 {
                        let random = |at: u64| mix(seed << 16 | at);
                        let mask = u128::MAX >> (128 - bits);
                        let own = u128::from(random(0)) << 64 | u128::from(random(1));
                        let flips = (0..u64::from(distance)).map(|at| random(2 + at) as u32 % bits);
                        let other = flips.fold(own & mask, |all, bit| all ^ 1u128 << bit);
                        let own = own & mask;
                        let met = cut.meets_at(own ^ other, distance);
                        let (mut looks, mut first) = (0, None);
                        for (part, radius) in cut.looked_up(distance) {
                            let mut look = |key: u64| {
                                looks += 1;
                                if key == cut.key(other, part) {
                                    first = first.or(Some(part));
                                }
                                Ok(())
                            };
                            look(cut.key(own, part)).unwrap();
                            cut.each_near(own, (part, radius), &mut look).unwrap();
                        }
                        assert_eq!((first, looks), (met, cut.looks(distance)));
                        assert!(met.is_some(), "{bits} {distance} {parts}");
                    }
                }
            }
        }
    }

    #[test]
    fn looks_are_counted_by_hand() {
        let cut = Cut::new(64, 2);
        // A half; both; a bit of the first besides; of both.
        let looks = [0, 1, 2, 3].map(|distance| cut.looks(distance));
        assert_eq!(looks, [1, 2, 34, 66]);
        assert_eq!(Cut::new(128, 1).looks(128), u64::MAX);
    }

    /// An index that is there is cut so.
    #[test]
    fn what_is_stored_does_not_change() {
        let parts = |bits: u32| {
            [0, 1, 2, 3, 4, 5, 6, 7, 9, 12]
                .map(|distance| Cut::stored(signing(bits), distance).parts)
        };
        assert_eq!(parts(16), [1; 10]);
        assert_eq!(parts(32), [1, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
        assert_eq!(parts(64), [1, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
        assert_eq!(parts(128), [1, 2, 3, 2, 3, 3, 3, 3, 4, 4]);
        let cut = Cut::stored(signing(64), 3);
        let keys: Vec<u64> = cut.keys(0x0123_4567_89ab_cdef).collect();
        assert_eq!(keys, [0x2723_6c87_ca6c_dbab, 0xfe7f_9e8d_36f7_66ee]);
    }

    /// Whatever is asked for, the cut is one of the signature.
    #[test]
    fn every_distance_has_a_cut() {
        for bits in 1..=128 {
            for hashes in [1, 2, 8] {
                for distance in [0, 1, bits / 2, bits] {
                    let cut = Cut::stored(Signing { bits, hashes }, distance);
                    assert!(cut.parts >= 1 && cut.parts <= bits);
                }
            }
        }
    }
}
