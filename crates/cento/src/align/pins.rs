//! Places that hold two texts together while the rest is aligned.
//!
//! Four words in a row that stand once in each text are a pin; of all pins, as many as follow one
//! another in both texts are kept. What lies between two of them is short unless the texts repeat themselves.
//!
//! - Cost: that of sorting both texts' words.
//! - Source: the unique common lines of Bram Cohen's patience diff.

use crate::rising::Rising;

/// Words in a row that both texts have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pin {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) length: u32,
}

/// Words of a pin at least.
const WORDS: usize = 4;

/// Finds pins; its memory is used again.
#[derive(Debug, Default)]
pub(super) struct Pins {
    found: Vec<Pin>,
    /// Words, whether of `b`, and where.
    grams: Vec<([u32; WORDS], bool, u32)>,
    /// Places in both texts, by `a`.
    places: Vec<(u32, u32)>,
    rising: Rising,
}

impl Pins {
    /// The pins of two texts from left to right; none overlap.
    pub(super) fn find(&mut self, a: &[u32], b: &[u32]) -> &[Pin] {
        self.shared(a, b);
        let places = &self.places;
        self.rising.find(places.len(), |at| places[at].1);
        self.found.clear();
        for i in self.rising.backwards() {
            let (x, y) = self.places[i];
            match self.found.last_mut() {
                // From right to left, one word on at a time.
                Some(next) if next.a == x + 1 && next.b == y + 1 => {
                    (next.a, next.b, next.length) = (x, y, next.length + 1);
                }
                // Those that overlap on another diagonal would say two things of one word.
                Some(next) if next.a < x + WORDS as u32 || next.b < y + WORDS as u32 => {}
                _ => self.found.push(Pin {
                    a: x,
                    b: y,
                    length: WORDS as u32,
                }),
            }
        }
        self.found.reverse();
        &self.found
    }

    /// The places of words in a row that stand once in each text.
    fn shared(&mut self, a: &[u32], b: &[u32]) {
        let Self { grams, places, .. } = self;
        grams.clear();
        for (words, is_b) in [(a, false), (b, true)] {
            let all = words.windows(WORDS).zip(0..);
            grams.extend(all.filter_map(|(words, at)| Some((*words.first_chunk()?, is_b, at))));
        }
        grams.sort_unstable();
        places.clear();
        for same in grams.chunk_by(|x, y| x.0 == y.0) {
            if let [(_, false, a), (_, true, b)] = same {
                places.push((*a, *b));
            }
        }
        places.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_stands_once_in_both_in_order_is_pinned() {
        let a = [1, 2, 3, 4, 5, 90, 91, 92, 11, 12, 13, 14, 21, 22, 23, 24];
        // The third stretch before the second.
        let b = [1, 2, 3, 4, 5, 21, 22, 23, 24, 80, 11, 12, 13, 14, 15];
        let pin = |a, b, length| Pin { a, b, length };
        let found = Pins::default().find(&a, &b).to_vec();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], pin(0, 0, 5));
        assert!([pin(8, 10, 4), pin(12, 5, 4)].contains(&found[1]));
        // Twice in one of them.
        assert_eq!(Pins::default().find(&[1, 2, 3, 4, 1, 2, 3, 4], &a), []);
        assert_eq!(Pins::default().find(&[], &a), []);
    }

    proptest! {
        #[test]
        fn pins_match_and_follow_one_another(
            a in prop::collection::vec(0u32..9, 0..60),
            cut in 0usize..40,
            b in prop::collection::vec(0u32..9, 0..30),
        ) {
            // The second has a stretch of the first in it.
            let b: Vec<u32> = a.iter().skip(cut).chain(&b).copied().collect();
            let mut end = (0, 0);
            for pin in Pins::default().find(&a, &b) {
                prop_assert!(pin.a >= end.0 && pin.b >= end.1);
                end = (pin.a + pin.length, pin.b + pin.length);
                prop_assert_eq!(
                    &a[pin.a as usize..end.0 as usize],
                    &b[pin.b as usize..end.1 as usize]
                );
            }
        }
    }
}
