//! What a picture looks like: enough to tell that two are the same, though one was scaled and stored anew.
//!
//! Two pictures are looked at twice. By their values, 60 bits each of which says which of two places is brighter, they are
//! found; screenshots of one window have the same value whatever is written in it. Then by 32 x 32 means of brightness
//! and 8 x 8 of colour: where these differ at any place by more than packing does, they are two.
//!
//! - Promise: a picture at half its size, as JPEG of quality 60, is like itself; one with another word, bar or colour is not. How
//!   often either fails is in `docs/studies/slides.md`.
//! - Cost: 1,162 bytes a picture; a few thousand additions a comparison.
//!
//! The smaller a picture, the fewer pixels are in a mean, and the more of its neighbours comes in when it is scaled: there are as
//! many means in a row as have [`PIXELS`] each. Where they change from one to the next, a shift by part of a pixel changes
//! them, too: they may differ by a share of that.

use zerocopy::little_endian::{U16, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::object::Object;

/// Means of brightness in a row and in a column.
pub(crate) const SIDE: usize = 32;
/// Those of colour, of which less is kept by whoever packs pictures.
pub(crate) const COLOUR_SIDE: usize = 8;

/// Pixels in a row of those that a mean is made of, at least.
const PIXELS: usize = 6;
/// The fewest means in a row.
const FEWEST: usize = 4;
/// By how much means may differ, in levels of 255: of 2,169 pictures that were stored anew they differed by 9.9 at most, in
/// colour by 4.9.
const BRIGHTNESS: i32 = 12;
const COLOUR: i32 = 8;
/// One part of so many of what they differ from their neighbours is added to that.
const SHARE: i32 = 10;

/// What a picture looks like.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Look {
    /// Near for pictures that look alike.
    value: U64,
    /// Pixels of its shorter side.
    pixels: U16,
    /// Row by row.
    brightness: [u8; SIDE * SIDE],
    /// How blue it is, then how red; 128 is grey.
    colour: [[u8; COLOUR_SIDE * COLOUR_SIDE]; 2],
}

impl Look {
    #[cfg_attr(
        not(feature = "office"),
        expect(dead_code, reason = "there are no pictures")
    )]
    pub(crate) fn new(
        value: u64,
        pixels: u32,
        brightness: [u8; SIDE * SIDE],
        colour: [[u8; COLOUR_SIDE * COLOUR_SIDE]; 2],
    ) -> Self {
        Self {
            value: U64::new(value),
            pixels: U16::new(pixels.min(u32::from(u16::MAX)) as u16),
            brightness,
            colour,
        }
    }

    /// Near for pictures that look alike.
    pub fn value(&self) -> u64 {
        self.value.get()
    }

    /// Whether two look the same from close by. Those whose values are not near do not.
    pub fn is_like(&self, other: &Self) -> bool {
        let bits = (self.value() ^ other.value()).count_ones();
        if bits > Object::NEAR {
            return false;
        }
        let pixels = usize::from(self.pixels.min(other.pixels).get());
        let fitting = |side: usize| {
            let mut sides = std::iter::successors(Some(side), |side| Some(side / 2));
            let fits = |&side: &usize| side <= FEWEST || PIXELS * side <= pixels;
            sides.find(fits).unwrap_or(FEWEST)
        };
        let alike = |a: &[u8], b: &[u8], side: usize, bound: i32| {
            let [a, b] = [a, b].map(|means| Means::of(means, side, fitting(side)));
            a.are_like(&b, bound)
        };
        let colours = self.colour.iter().zip(&other.colour);
        alike(&self.brightness, &other.brightness, SIDE, BRIGHTNESS)
            && colours
                .into_iter()
                .all(|(a, b)| alike(a, b, COLOUR_SIDE, COLOUR))
    }
}

/// Sums of so many means that `side` of them are in a row.
struct Means {
    side: usize,
    /// How many means are in a sum.
    of: i32,
    sums: Vec<i32>,
}

impl Means {
    fn of(means: &[u8], from: usize, side: usize) -> Self {
        let step = from / side;
        let mut sums = vec![0; side * side];
        for (at, &mean) in means.iter().enumerate() {
            sums[at / from / step * side + at % from / step] += i32::from(mean);
        }
        Self {
            side,
            of: (step * step) as i32,
            sums,
        }
    }

    fn are_like(&self, other: &Self, bound: i32) -> bool {
        (0..self.sums.len()).all(|at| {
            let apart = (self.sums[at] - other.sums[at]).abs();
            apart <= bound * self.of
                || SHARE * (apart - bound * self.of) <= self.slope(at).min(other.slope(at))
        })
    }

    /// By how much the brightest and the darkest differ around a place.
    fn slope(&self, at: usize) -> i32 {
        let (x, y) = (at % self.side, at / self.side);
        let near = |at: usize| at.saturating_sub(1)..(at + 2).min(self.side);
        let around = near(y).flat_map(|y| near(x).map(move |x| y * self.side + x));
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for at in around {
            least = least.min(self.sums[at]);
            most = most.max(self.sums[at]);
        }
        most - least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field of grey with a spot, whose four means are so bright.
    fn spotted(pixels: u32, spot: u8) -> Look {
        let mut brightness = [100; SIDE * SIDE];
        for at in [330, 331, 362, 363] {
            brightness[at] = spot;
        }
        Look::new(7, pixels, brightness, [[128; 64]; 2])
    }

    #[test]
    fn a_small_spot_makes_two_of_them() {
        let plain = spotted(800, 100);
        assert!(plain.is_like(&spotted(800, 112)));
        assert!(!plain.is_like(&spotted(800, 113)));
        // A mean of sixteen has four of the spot: in so small a picture it may be chance.
        assert!(plain.is_like(&spotted(50, 113)));
        assert!(plain.is_like(&spotted(50, 140)));
        assert!(!plain.is_like(&spotted(50, 150)));
        // Where both have one, it may be a little brighter.
        assert!(spotted(800, 200).is_like(&spotted(800, 221)));
        assert!(!spotted(800, 200).is_like(&spotted(800, 223)));
    }

    #[test]
    fn colour_and_value_count() {
        let grey = spotted(800, 100);
        let coloured = |level: u8| {
            let mut other = grey;
            other.colour[1][9] = level;
            other
        };
        assert!(grey.is_like(&coloured(136)));
        assert!(!grey.is_like(&coloured(137)));
        let valued = |value: u64| {
            let mut other = grey;
            other.value = U64::new(value);
            other
        };
        assert!(grey.is_like(&valued(7 ^ 0b11_1111 << 20)));
        assert!(!grey.is_like(&valued(7 ^ 0b111_1111 << 20)));
    }

    #[test]
    fn bytes_are_as_many_as_the_format_says() {
        assert_eq!(size_of::<Look>(), 1162);
    }
}
