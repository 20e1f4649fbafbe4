//! The unique words of one book, to be looked up by those of many others.

use crate::find::store::Sketched;

/// The places of a document's keys, each of which stands once.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) doc: Option<u32>,
    /// A power of two of them, at most half of them filled: keys are spread evenly, and stand at their leading bits or
    /// behind. A place of [`NONE`] is empty.
    slots: Vec<(u32, u32)>,
    shift: u32,
    /// A bit for each key, by its last bits. Of the keys of another book nine in ten are not here: they are passed
    /// over at a load from nearby each.
    bits: Vec<u64>,
    /// Keys of another that may be here, by their number there.
    maybe: Vec<u32>,
}

const NONE: u32 = u32::MAX;

/// Bits for each key, at least.
const BITS_A_KEY: usize = 16;

impl Table {
    pub(super) fn fill(&mut self, doc: u32, sketch: &Sketched) {
        let size = (2 * sketch.keys.len()).next_power_of_two().max(2);
        self.doc = Some(doc);
        self.shift = u32::BITS - size.trailing_zeros();
        self.slots.clear();
        self.slots.resize(size, (0, NONE));
        self.bits.clear();
        let words = size * BITS_A_KEY / 2 / u64::BITS as usize;
        self.bits.resize(words.max(1), 0);
        for (&key, &place) in sketch.keys.iter().zip(&sketch.places) {
            let mut at = (key >> self.shift) as usize;
            while self.slots[at].1 != NONE {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = (key, place);
            let (word, bit) = self.bit(key);
            self.bits[word] |= 1 << bit;
        }
    }

    /// The number of each of `keys` that is here too, and the place that it has here.
    pub(super) fn find<'a>(&'a mut self, keys: &'a [u32]) -> impl Iterator<Item = (usize, u32)> {
        let mut maybe = std::mem::take(&mut self.maybe);
        maybe.clear();
        maybe.resize(keys.len(), 0);
        let mut count = 0;
        // Written each time and kept where it may be: which it is can't be foreseen, so there is no branch.
        for (at, &key) in keys.iter().enumerate() {
            let (word, bit) = self.bit(key);
            maybe[count] = at as u32;
            count += (self.bits[word] >> bit) as usize & 1;
        }
        maybe.truncate(count);
        self.maybe = maybe;
        let table = &*self;
        let found = table.maybe.iter().map(|&at| at as usize);
        found.filter_map(move |at| Some((at, table.place(keys[at])?)))
    }

    fn bit(&self, key: u32) -> (usize, u32) {
        let word = (key / u64::BITS) as usize & (self.bits.len() - 1);
        (word, key % u64::BITS)
    }

    fn place(&self, key: u32) -> Option<u32> {
        let mut at = (key >> self.shift) as usize;
        loop {
            let (found, place) = self.slots[at];
            if place == NONE {
                return None;
            }
            if found == key {
                return Some(place);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_what_both_have(
            own in prop::collection::btree_set(0u64..400, 0..300),
            other in prop::collection::btree_set(0u64..400, 0..300),
            spread: bool,
        ) {
            // Where keys are not spread evenly it takes longer, and is right.
            let keys = |numbers: &std::collections::BTreeSet<u64>| -> Vec<u32> {
                let key = |&number: &u64| if spread { mix(number) as u32 } else { number as u32 };
                numbers.iter().map(key).collect()
            };
            let sketch = Sketched {
                keys: keys(&own),
                places: own.iter().map(|number| 3 * *number as u32).collect(),
            };
            let mut table = Table::default();
            table.fill(7, &sketch);
            let others = keys(&other);
            let found: Vec<(usize, u32)> = table.find(&others).collect();
            let expected: Vec<(usize, u32)> = (0..).zip(&other)
                .filter(|(_, number)| own.contains(number))
                .map(|(at, number)| (at, 3 * *number as u32))
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
