//! The longest rising subsequence of a sequence.
//!
//! Words that stand once in each of two texts are numbered by their places in the first; read in the order of the
//! second, the longest rising subsequence of these numbers is the longest common subsequence of the words.
//!
//! - Cost: n log n.
//! - Source: Schensted's patience sorting; Hunt and Szymanski, CACM 1977, for common subsequences.

/// Finds longest rising subsequences; its memory is used again.
#[derive(Debug, Default)]
pub struct Rising {
    /// For each length, the last place of the subsequence of that length that ends lowest.
    tails: Vec<u32>,
    /// For each place, the one before it in the longest subsequence that ends there.
    before: Vec<u32>,
}

/// Before the first.
const NONE: u32 = u32::MAX;

impl Rising {
    /// Finds one of the longest subsequences of `count` values that rises strictly; gives its length.
    pub fn find<T: Ord>(&mut self, count: usize, value: impl Fn(usize) -> T) -> usize {
        let Self { tails, before } = self;
        tails.clear();
        before.clear();
        for at in 0..count {
            let own = value(at);
            // Most values of a copy rise above all before them.
            let length = match tails.last() {
                Some(&last) if value(last as usize) >= own => {
                    tails.partition_point(|&tail| value(tail as usize) < own)
                }
                _ => tails.len(),
            };
            before.push(match length.checked_sub(1) {
                Some(shorter) => tails[shorter],
                None => NONE,
            });
            match tails.get_mut(length) {
                Some(tail) => *tail = at as u32,
                None => tails.push(at as u32),
            }
        }
        tails.len()
    }

    /// The length of the longest subsequence of `values` that rises strictly, where nothing else is asked.
    pub fn length(&mut self, values: impl Iterator<Item = u32>) -> usize {
        let tails = &mut self.tails;
        tails.clear();
        for value in values {
            let length = tails.partition_point(|&tail| tail < value);
            match tails.get_mut(length) {
                Some(tail) => *tail = value,
                None => tails.push(value),
            }
        }
        let length = tails.len();
        // Nothing was found.
        tails.clear();
        length
    }

    /// The places of the one found last, from the last to the first.
    pub fn backwards(&self) -> impl Iterator<Item = usize> + '_ {
        let mut at = self.tails.last().copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let place = (at != NONE).then_some(at as usize)?;
            at = self.before[place];
            Some(place)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The textbook's dynamic programme.
    fn longest_common(x: &[u32], y: &[u32]) -> usize {
        let mut table = vec![vec![0; y.len() + 1]; x.len() + 1];
        for (i, a) in x.iter().enumerate() {
            for (j, b) in y.iter().enumerate() {
                table[i + 1][j + 1] = if a == b {
                    table[i][j] + 1
                } else {
                    table[i][j + 1].max(table[i + 1][j])
                };
            }
        }
        table[x.len()][y.len()]
    }

    #[test]
    fn nothing_rises_in_nothing() {
        let mut rising = Rising::default();
        assert_eq!(rising.find(3, |at| 3 - at), 1);
        assert_eq!(rising.find(0, |at| at), 0);
        assert_eq!(rising.backwards().next(), None);
    }

    proptest! {
        #[test]
        fn equals_the_dynamic_programme_on_sequences_without_repeats(
            x in prop::collection::hash_set(0u32..80, 0..60),
            y in Just((0u32..80).collect::<Vec<_>>()).prop_shuffle(),
            keep in 0usize..80,
        ) {
            let x: Vec<u32> = x.into_iter().collect();
            let y = &y[..keep];
            // Places in `y` of what both have, in the order of `x`.
            let places: Vec<usize> = x
                .iter()
                .filter_map(|word| y.iter().position(|other| other == word))
                .collect();
            let mut rising = Rising::default();
            let length = rising.length(places.iter().map(|&place| place as u32));
            prop_assert_eq!(length, longest_common(&x, y));
            prop_assert_eq!(rising.find(places.len(), |at| places[at]), length);
            let chain: Vec<usize> = rising.backwards().collect();
            prop_assert_eq!(chain.len(), length);
            prop_assert!(chain.windows(2).all(|pair| pair[0] > pair[1]));
            prop_assert!(chain.windows(2).all(|pair| places[pair[0]] > places[pair[1]]));
        }

        #[test]
        fn equal_values_do_not_rise(values in prop::collection::vec(0u32..6, 0..40)) {
            let length = Rising::default().find(values.len(), |at| values[at]);
            let mut distinct = values.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(length, longest_common(&values, &distinct));
        }
    }
}
