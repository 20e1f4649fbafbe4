//! Ways of fingerprinting, and what each makes of a pair.

use anyhow::Result;
use cento::fingerprint::{Contains, Mile, Print, Scheme, Sketch};
use cento::token::Tokens;

use crate::tree::Point;

/// A way of fingerprinting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// Keys of 16 bits, by a scheme of the engine.
    Keys(&'static str),
    /// MiLe: basic where the overleap is 1.
    Mile(Mile),
}

/// How often what stands once can be met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Counting {
    /// Keys are sets; a unit of MiLe is met as often as the other document has it.
    Set,
    /// Keys are multisets; a unit is used up when it is met.
    Once,
}

/// Bits of a key, as in the paper.
const KEY_BITS: u32 = 16;

/// What a way makes of documents.
enum Printed {
    Keys(Vec<Vec<u16>>),
    Mile(Vec<(Print, Contains)>),
}

/// Documents, fingerprinted.
pub(super) struct Prints {
    printed: Printed,
    /// Mean bytes of a document, as the paper counts them.
    pub(super) bytes: f64,
}

impl Prints {
    pub(super) fn new<'d>(
        way: Way,
        documents: impl ExactSizeIterator<Item = &'d Tokens>,
    ) -> Result<Self> {
        let count = documents.len().max(1) as f64;
        match way {
            Way::Keys(scheme) => {
                let method = scheme.parse::<Scheme>()?.build();
                let mut sketch = Sketch::default();
                let keys = documents.map(|tokens| {
                    sketch.clear();
                    method.fingerprinter.fingerprint(tokens, &mut sketch);
                    let keys = sketch.fingerprints.iter();
                    let mut keys: Vec<u16> = keys
                        .map(|one| (one.key >> (u64::BITS - KEY_BITS)) as u16)
                        .collect();
                    keys.sort_unstable();
                    keys
                });
                let keys: Vec<Vec<u16>> = keys.collect();
                let kept: usize = keys.iter().map(Vec::len).sum();
                Ok(Self {
                    printed: Printed::Keys(keys),
                    bytes: (kept as u32 * KEY_BITS / 8) as f64 / count,
                })
            }
            Way::Mile(mile) => {
                let (mut bits, mut prints) = (0, Vec::with_capacity(documents.len()));
                for tokens in documents {
                    let halves = tokens.hashes.iter().map(|&hash| hash as u32);
                    let print = Print::new(mile.bits, halves);
                    bits += match mile.overleap {
                        1 => print.tokens() * mile.bits,
                        // A unit for each so many-th.
                        overleap => {
                            let units = (print.tokens() + 1).saturating_sub(mile.length);
                            units.div_ceil(overleap) * mile.bits * mile.length
                        }
                    };
                    let contains = Contains::new(mile, &print);
                    prints.push((print, contains));
                }
                Ok(Self {
                    printed: Printed::Mile(prints),
                    bytes: f64::from(bits) / 8.0 / count,
                })
            }
        }
    }

    /// How much of either of two documents the other has, the larger share first.
    pub(super) fn containments(&self, a: usize, b: usize, counting: Counting) -> Point {
        let share = |of: usize, other: usize| match &self.printed {
            Printed::Keys(keys) => contained(&keys[of], &keys[other], counting),
            Printed::Mile(prints) => {
                let (print, contains) = (&prints[of].0, &prints[other].1);
                match counting {
                    Counting::Set => contains.contains(print).share(),
                    Counting::Once => contains.contains_once(print).share(),
                }
            }
        };
        let (x, y) = (share(a, b), share(b, a));
        [x.max(y), x.min(y)]
    }

    /// The prints of MiLe.
    pub(super) fn prints(&self) -> impl Iterator<Item = &Print> {
        let prints: &[(Print, Contains)] = match &self.printed {
            Printed::Keys(_) => &[],
            Printed::Mile(prints) => prints,
        };
        prints.iter().map(|(print, _)| print)
    }
}

/// The share of sorted keys that others have.
fn contained(keys: &[u16], others: &[u16], counting: Counting) -> f64 {
    let of_set = |keys: &[u16]| {
        let mut keys = keys.to_vec();
        if counting == Counting::Set {
            keys.dedup();
        }
        keys
    };
    let (keys, others) = (of_set(keys), of_set(others));
    let (mut shared, mut rest) = (0, others.iter().peekable());
    for key in &keys {
        while rest.next_if(|other| *other < key).is_some() {}
        shared += usize::from(rest.next_if(|other| *other == key).is_some());
    }
    shared as f64 / keys.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::tokens;

    #[test]
    fn keys_count_once_in_sets_and_as_often_as_they_stand_otherwise() {
        let (a, b) = ([1, 1, 1, 2, 3], [1, 1, 3, 4]);
        assert_eq!(contained(&a, &b, Counting::Set), 2.0 / 3.0);
        assert_eq!(contained(&a, &b, Counting::Once), 3.0 / 5.0);
        assert_eq!(contained(&[], &b, Counting::Set), 0.0);
    }

    #[test]
    fn bytes_are_those_of_the_paper() {
        let text: Vec<String> = (0..3000).map(|word| format!("w{word}")).collect();
        let document = tokens(&text.join(" "));
        for row in &super::super::paper::TABLE {
            let prints = Prints::new(row.way, [&document].into_iter()).unwrap();
            // Ten times as many words, so that chance and ends matter less.
            let (ours, theirs) = (prints.bytes / 10.0, f64::from(row.bytes));
            assert!((ours / theirs - 1.0).abs() < 0.1, "{}: {ours}", row.name);
            assert_eq!(prints.containments(0, 0, Counting::Set), [1.0, 1.0]);
        }
    }
}
