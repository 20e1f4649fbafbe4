//! How much of one document another has, and where, by their prints alone.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::{Mile, Print};
use crate::hash::mix;
use crate::span::TokenSpan;

/// How much of a document another has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contained {
    /// Tokens that match, in halves, at most twice `size`.
    pub halves: u32,
    /// Units of the document.
    pub size: u32,
    /// Units of it that match.
    pub hits: u32,
}

impl Contained {
    /// Its share, 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.halves) / f64::from(2 * self.size.max(1))
    }
}

/// The same run of tokens in two documents, as far as their prints tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    /// Where it stands in the one that is asked about.
    pub a: u32,
    /// Where it stands in the one that contains it.
    pub b: u32,
    /// How many tokens.
    pub length: u32,
}

impl Run {
    /// Its tokens in the document that is asked about.
    pub fn a_span(self) -> TokenSpan {
        span(self.a, self.length)
    }

    /// Its tokens in the other.
    pub fn b_span(self) -> TokenSpan {
        span(self.b, self.length)
    }
}

fn span(begin: u32, length: u32) -> TokenSpan {
    TokenSpan {
        begin,
        end: begin + length,
    }
}

/// Places of one unit that runs are looked for at. A text of one word repeated has it everywhere, and the first tell as
/// much.
const MOST_PLACES: usize = 64;

/// The stored units of a document, by which it is asked what it contains.
#[derive(Debug)]
pub struct Contains {
    mile: Mile,
    values: Vec<u8>,
    /// Every stored unit with its place, in order.
    stored: Vec<(u64, u32)>,
    /// Stored units with the one stored before each, in order.
    pairs: Vec<(u64, u64)>,
    /// A bit for each stored unit: most units are none.
    filter: Vec<u64>,
}

/// Bits of the filter for each stored unit.
const FILTER_BITS: usize = 16;

impl Contains {
    /// Of a document, whose print must have as many bits a token.
    pub fn new(mile: Mile, print: &Print) -> Self {
        debug_assert_eq!(
            mile.bits,
            print.bits(),
            "prints of other bits do not compare"
        );
        let values: Vec<u8> = print.values().collect();
        let units = mile.units(values.iter().copied());
        let mut stored: Vec<(u64, u32)> = units.zip(0..).step_by(mile.overleap as usize).collect();
        let pairs = stored.windows(2).map(|two| (two[0].0, two[1].0));
        let mut pairs: Vec<(u64, u64)> = pairs.collect();
        pairs.sort_unstable();
        stored.sort_unstable();
        let words = (stored.len() * FILTER_BITS / 64 + 1).next_power_of_two();
        let mut contains = Self {
            mile,
            values,
            stored,
            pairs,
            filter: vec![0; words],
        };
        for at in 0..contains.stored.len() {
            let (word, bit) = contains.bit(contains.stored[at].0);
            contains.filter[word] |= bit;
        }
        contains
    }

    /// Where the bit of a unit is.
    #[inline]
    fn bit(&self, unit: u64) -> (usize, u64) {
        let hash = mix(unit);
        (
            (hash >> 6) as usize & (self.filter.len() - 1),
            1 << (hash & 63),
        )
    }

    /// Where the places of a unit are in `stored`, if it has any.
    #[inline]
    fn places(&self, unit: u64) -> Option<Range<usize>> {
        let (word, bit) = self.bit(unit);
        if self.filter[word] & bit == 0 {
            return None;
        }
        let begin = self.stored.partition_point(|&(stored, _)| stored < unit);
        let same = self.stored[begin..].partition_point(|&(stored, _)| stored == unit);
        (same > 0).then_some(begin..begin + same)
    }

    /// How much of `print` this one has.
    ///
    /// The first unit of a run adds its tokens, and half of those that the overleap may have passed by before it; one that goes
    /// on adds the tokens since the last.
    pub fn contains(&self, print: &Print) -> Contained {
        let Mile { overleap, .. } = self.mile;
        let units: Vec<u64> = self.mile.units(print.values()).collect();
        let mut sum = Sum::new(self.mile, units.len());
        let mut last_hit = false;
        for (at, unit) in units.iter().enumerate() {
            let is_hit = self.places(*unit).is_some();
            if is_hit {
                sum.add(match at.checked_sub(overleap as usize) {
                    // What stood before it matched, wherever that was.
                    Some(_) if overleap == 1 => last_hit,
                    Some(before) => self.pairs.binary_search(&(units[before], *unit)).is_ok(),
                    None => false,
                });
            }
            last_hit = is_hit;
        }
        sum.contained
    }

    /// The same where each stored unit matches once and is used up.
    pub fn contains_once(&self, print: &Print) -> Contained {
        let overleap = self.mile.overleap;
        let units: Vec<u64> = self.mile.units(print.values()).collect();
        let mut sum = Sum::new(self.mile, units.len());
        let mut used: HashSet<u32> = HashSet::new();
        // Where in its list each unit's first unused place may be.
        let mut next: HashMap<u64, u32> = HashMap::new();
        let mut matched: Vec<Option<u32>> = Vec::with_capacity(units.len());
        for (at, unit) in units.iter().enumerate() {
            let Some(places) = self.places(*unit) else {
                matched.push(None);
                continue;
            };
            let places = &self.stored[places];
            let before = at.checked_sub(overleap as usize).and_then(|at| matched[at]);
            let behind = before.map(|before| before + overleap);
            let behind = behind.filter(|place| {
                places.binary_search(&(*unit, *place)).is_ok() && !used.contains(place)
            });
            let place = behind.or_else(|| {
                let from = next.entry(*unit).or_default();
                while let Some((_, place)) = places.get(*from as usize) {
                    if !used.contains(place) {
                        return Some(*place);
                    }
                    *from += 1;
                }
                None
            });
            if let Some(place) = place {
                used.insert(place);
                let last_hit = at
                    .checked_sub(1)
                    .is_some_and(|last| matched[last].is_some());
                sum.add(if overleap == 1 {
                    last_hit
                } else {
                    behind.is_some()
                });
            }
            matched.push(place);
        }
        sum.contained
    }

    /// The longest runs that match, each of two units in line at least, in order.
    pub fn runs(&self, print: &Print) -> Vec<Run> {
        let Mile {
            length, overleap, ..
        } = self.mile;
        let theirs: Vec<u8> = print.values().collect();
        // How far each diagonal has been looked at.
        let mut looked_at: HashMap<i64, u32> = HashMap::new();
        let mut runs = Vec::new();
        for (a, unit) in (0u32..).zip(self.mile.units(theirs.iter().copied())) {
            let Some(places) = self.places(unit) else {
                continue;
            };
            let places = &self.stored[places];
            for &(_, b) in places.iter().take(MOST_PLACES) {
                let to = looked_at.entry(i64::from(a) - i64::from(b)).or_default();
                if a < *to {
                    continue;
                }
                let pairs = |from_a: u32, from_b: u32| {
                    (theirs[from_a as usize..].iter()).zip(&self.values[from_b as usize..])
                };
                let ahead = pairs(a, b).take_while(|(x, y)| x == y).count() as u32;
                let before =
                    (theirs[..a as usize].iter().rev()).zip(self.values[..b as usize].iter().rev());
                let back = before.take_while(|(x, y)| x == y).count() as u32;
                *to = a + ahead;
                if back + ahead >= length + overleap {
                    runs.push(Run {
                        a: a - back,
                        b: b - back,
                        length: back + ahead,
                    });
                }
            }
        }
        runs.sort_unstable();
        runs
    }
}

/// What matches so far.
struct Sum {
    mile: Mile,
    contained: Contained,
}

impl Sum {
    fn new(mile: Mile, units: usize) -> Self {
        let contained = Contained {
            size: units as u32,
            ..Contained::default()
        };
        Self { mile, contained }
    }

    fn add(&mut self, goes_on: bool) {
        let Mile {
            length, overleap, ..
        } = self.mile;
        let halves = match goes_on {
            true => 2 * overleap,
            false => 2 * length + (overleap - 1),
        };
        let Contained {
            halves: sum, size, ..
        } = self.contained;
        self.contained.halves = sum.saturating_add(halves).min(size.saturating_mul(2));
        self.contained.hits += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    fn mile(bits: u32, length: u32, overleap: u32) -> Mile {
        Mile {
            bits,
            length,
            overleap,
        }
    }

    /// Tokens of which many are the same, some in long runs of another document.
    fn sequence(seed: u64, words: u64, length: usize, other: &[u32]) -> Vec<u32> {
        let mut out = Vec::new();
        let mut state = seed;
        let mut next = || {
            state = mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15));
            state
        };
        while out.len() < length {
            if !other.is_empty() && next() % 4 == 0 {
                let from = next() as usize % other.len();
                let to = other.len().min(from + next() as usize % 30);
                out.extend_from_slice(&other[from..to]);
            } else {
                out.push(mix(next() % words) as u32);
            }
        }
        out
    }

    /// The rules as they are written, one unit at a time.
    fn slow(mile: Mile, a: &[u32], b: &[u32], once: bool) -> (f64, u32) {
        let Mile {
            bits,
            length,
            overleap,
        } = mile;
        let value = |half: &u32| half >> (32 - bits);
        let units = |tokens: &[u32]| -> Vec<Vec<u32>> {
            let values: Vec<u32> = tokens.iter().map(value).collect();
            values
                .windows(length as usize)
                .map(<[u32]>::to_vec)
                .collect()
        };
        let (a, b) = (units(a), units(b));
        let is_stored = |j: usize| j.is_multiple_of(overleap as usize);
        let o = overleap as usize;
        let mut used = vec![false; b.len()];
        let mut matched: Vec<Option<usize>> = Vec::new();
        let (mut sum, mut hits) = (0.0, 0);
        for i in 0..a.len() {
            let hit = |i: usize, j: usize| is_stored(j) && a[i] == b[j];
            let all: Vec<usize> = (0..b.len())
                .filter(|&j| hit(i, j) && !(once && used[j]))
                .collect();
            let goes_on = |&j: &usize| match once {
                _ if i < o || j < o => false,
                true => matched[i - o] == Some(j - o),
                false => hit(i - o, j - o),
            };
            let behind = all.iter().copied().find(goes_on);
            let place = behind.or(all.first().copied());
            if let Some(j) = place {
                used[j] = true;
                hits += 1;
                let goes_on = match overleap {
                    1 => i > 0 && matched[i - 1].is_some(),
                    _ => behind.is_some(),
                };
                sum += match goes_on {
                    true => f64::from(overleap),
                    false => f64::from(length) + 0.5 * f64::from(overleap - 1),
                };
            }
            matched.push(place);
        }
        let size = a.len().max(1) as f64;
        ((sum / size).min(1.0), hits)
    }

    #[test]
    fn counters_are_those_of_the_rules() {
        let mut above_none = 0;
        for seed in 0..400 {
            let words = [2, 5, 50, 5000][seed as usize % 4];
            let a = sequence(seed, words, 20 + seed as usize % 90, &[]);
            let b = sequence(seed + 1_000_000, words, 5 + seed as usize % 120, &a);
            for mile in [
                mile(4, 5, 4),
                mile(4, 4, 1),
                mile(2, 8, 3),
                mile(5, 2, 5),
                mile(8, 1, 1),
            ] {
                let [p, q] = [&a, &b].map(|tokens| Print::new(mile.bits, tokens.iter().copied()));
                for (p, q, a, b) in [(&p, &q, &a, &b), (&q, &p, &b, &a)] {
                    let contains = Contains::new(mile, q);
                    for (found, once) in [
                        (contains.contains(p), false),
                        (contains.contains_once(p), true),
                    ] {
                        let (share, hits) = slow(mile, a, b, once);
                        assert_eq!(
                            (found.share(), found.hits),
                            (share, hits),
                            "{seed} {mile:?} {once}"
                        );
                        above_none += u32::from(share > 0.0 && share < 1.0);
                    }
                }
            }
        }
        assert!(above_none > 1000);
    }

    #[test]
    fn runs_are_all_the_longest_with_two_units_in_line() {
        let mut found = 0;
        for seed in 0..300u64 {
            let words = [40, 500, 5000][seed as usize % 3];
            let a = sequence(seed, words, 60, &[]);
            let b = sequence(seed + 77_777, words, 80, &a);
            let mile = mile(5, 4, [1, 3, 4][seed as usize % 3]);
            let [p, q] = [&b, &a].map(|tokens| Print::new(mile.bits, tokens.iter().copied()));
            let runs = Contains::new(mile, &q).runs(&p);
            let (x, y): (Vec<u8>, Vec<u8>) = (p.values().collect(), q.values().collect());
            let mut slow = Vec::new();
            for i in 0..x.len() {
                for j in 0..y.len() {
                    let is_first = i == 0 || j == 0 || x[i - 1] != y[j - 1];
                    let length = x[i..]
                        .iter()
                        .zip(&y[j..])
                        .take_while(|(x, y)| x == y)
                        .count() as u32;
                    // A stored unit lies within it, wherever it begins.
                    if is_first && length >= mile.length + mile.overleap {
                        slow.push(Run {
                            a: i as u32,
                            b: j as u32,
                            length,
                        });
                    }
                }
            }
            slow.sort_unstable();
            assert_eq!(runs, slow);
            found += runs.len();
        }
        assert!(found > 300);
    }

    #[test]
    fn the_same_is_contained_whole_and_nothing_in_nothing() {
        let tokens = sequence(7, 1000, 200, &[]);
        let print = Print::new(4, tokens.into_iter());
        let contains = Contains::new(mile(4, 5, 1), &print);
        assert_eq!(contains.contains(&print).share(), 1.0);
        assert_eq!(
            contains.runs(&print).first().map(|run| run.length),
            Some(200)
        );
        let empty = Print::new(4, [].into_iter());
        assert_eq!(contains.contains(&empty), Contained::default());
        assert_eq!(
            Contains::new(mile(4, 5, 4), &empty).contains(&print).hits,
            0
        );
    }

    /// Two sequences that have `c` of `m` tokens in common, in order, match by chance in one of 2^(b(m-c)).
    #[test]
    fn chance_is_as_the_formula_says() {
        for (bits, length, common) in [(2, 4, 1), (3, 3, 1), (1, 8, 2), (4, 3, 2)] {
            let tries = 40_000u64;
            let mut matches = 0;
            for seed in 0..tries {
                let token = |place: u64, of: u64| match place < common {
                    true => mix(seed * 64 + place) as u32,
                    false => mix((seed * 64 + place) * 2 + of + (1 << 40)) as u32,
                };
                let [p, q] = [0, 1].map(|of| {
                    Print::new(
                        bits,
                        (0..u64::from(length)).map(move |place| token(place, of)),
                    )
                });
                matches += u64::from(p == q);
            }
            let chance = 0.5f64.powi((bits * (length - common as u32)) as i32);
            let error = 4.0 * (chance * (1.0 - chance) / tries as f64).sqrt();
            let share = matches as f64 / tries as f64;
            assert!((share - chance).abs() <= error, "{share} and not {chance}");
        }
    }
}
