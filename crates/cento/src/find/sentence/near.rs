//! Sentences whose signatures differ in few bits.
//!
//! A signature is cut into chunks. Two that differ in `d` bits differ in at most a `c`-th of these in one of `c` chunks: so
//! every sentence stands at its chunks, and looks up all values near to each. Where values that near are more than
//! there are sentences, all are compared with all.
//!
//! - Promise: all sentences within the distance are compared by their words.
//! - Cost: with the sentences that share a chunk: the square of the collection where chunks are too short for it.
//! - Source: Norouzi, Punjani and Fleet, CVPR 2012 (multi-index hashing), for the trees of Kim, Candan and Tatemura,
//!   WWW 2009.

use std::sync::{Mutex, PoisonError};

use super::Sentencing;
use super::compare::{Comparer, Met};
use super::matches::Match;
use super::ordered::Ordered;
use crate::error::Result;
use crate::find::copies::{Copies, Sides};
use crate::find::join::Frequent;
use crate::fingerprint::Fingerprint;
use crate::hash::mix;
use crate::index::{PARTITION_BITS, Posting, radix};
use crate::parallel;
use crate::span::TokenSpan;
use crate::spill::{Partitions, Scatter, Sorter};
use crate::watch::Stage;

/// How signatures are cut and looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near {
    bits: u32,
    distance: u32,
    /// How many chunks there are; none where all are compared with all.
    chunks: u32,
}

/// Sentences whose chunks are put in order at a time.
const BLOCK: u32 = 1 << 12;

/// Where a posting is from: its sentence stands there, or looks there.
const STANDS: u32 = 0;
const LOOKS: u32 = 1;

impl Near {
    /// For so many sentences: chunks of about as many bits as tell these apart.
    pub(super) fn new(bits: u32, distance: u32, sentences: u32) -> Self {
        let apart = sentences.max(2).ilog2() + 1;
        let chunks = (bits / apart).clamp(1, distance + 1);
        let near = Self {
            bits,
            distance,
            chunks,
        };
        let looks: u64 = (0..chunks).map(|chunk| near.values_near(chunk)).sum();
        match looks > u64::from(sentences) {
            true => Self { chunks: 0, ..near },
            false => near,
        }
    }

    /// Bits in which a chunk may differ.
    fn radius(&self) -> u32 {
        self.distance / self.chunks
    }

    /// Where a chunk begins, and how many bits it has.
    fn extent(&self, chunk: u32) -> (u32, u32) {
        let at = |chunk: u32| chunk * self.bits / self.chunks;
        (at(chunk), at(chunk + 1) - at(chunk))
    }

    fn chunk(&self, signature: u128, chunk: u32) -> u128 {
        let (begin, width) = self.extent(chunk);
        let mask = if width == 128 {
            u128::MAX
        } else {
            (1 << width) - 1
        };
        signature >> begin & mask
    }

    /// How many values differ from that of a chunk in few enough bits.
    fn values_near(&self, chunk: u32) -> u64 {
        let (_, width) = self.extent(chunk);
        let (mut all, mut each) = (1u64, 1u64);
        for at in 0..u64::from(self.radius().min(width)) {
            each = each.saturating_mul(u64::from(width) - at) / (at + 1);
            all = all.saturating_add(each);
        }
        all
    }

    /// Calls `each` with every value other than `value` that differs from it in at most `left` bits, those from `from` on.
    fn each_near(
        value: u128,
        from: u32,
        width: u32,
        left: u32,
        each: &mut dyn FnMut(u128) -> Result<()>,
    ) -> Result<()> {
        for bit in from..width {
            let other = value ^ 1 << bit;
            each(other)?;
            if left > 1 {
                Self::each_near(other, bit + 1, width, left - 1, each)?;
            }
        }
        Ok(())
    }

    /// The first chunk in which two signatures are near.
    fn first_near(&self, difference: u128) -> Option<u32> {
        (0..self.chunks).find(|&chunk| self.chunk(difference, chunk).count_ones() <= self.radius())
    }

    pub(super) fn run(
        &self,
        sentencing: &Sentencing<'_>,
        ordered: &Ordered,
        same: &Copies,
        found: &Mutex<Sorter<Match>>,
    ) -> Result<Frequent> {
        let mut comparer = Comparer::new(sentencing, ordered, same, found);
        if self.chunks == 0 {
            let all: Vec<u32> = (0..ordered.len())
                .filter(|&number| !ordered.card(number).is_left_out())
                .collect();
            for (at, &x) in all.iter().enumerate() {
                for &y in &all[at + 1..] {
                    self.compare(x, y, None, ordered, same, &mut comparer)?;
                }
            }
            comparer.hand_over()?;
            return Ok(Frequent::default());
        }
        let postings = self.postings(sentencing, ordered, same)?;
        let count = postings.count();
        let looking = parallel::each(
            sentencing.threads,
            count,
            || {
                let comparer = Comparer::new(sentencing, ordered, same, found);
                (comparer, Frequent::default())
            },
            |(comparer, frequent), partition| {
                let all = 2 * count as u64;
                sentencing
                    .watch
                    .advance(Stage::Join, (count + partition) as u64, all)?;
                let (mut loaded, mut sorted) = (Vec::new(), Vec::new());
                postings.load(partition, &mut loaded)?;
                radix::sort(&loaded, &mut sorted);
                for group in sorted.chunk_by(|x, y| x.key() == y.key()) {
                    frequent.keys += 1;
                    frequent.occurrences += group.len() as u64;
                    self.group(group, ordered, same, comparer)?;
                }
                Ok(())
            },
        )?;
        let mut frequent = Frequent::default();
        for (mut comparer, own) in looking {
            comparer.hand_over()?;
            frequent.add(&own);
        }
        Ok(frequent)
    }

    /// Whether a sentence looks up values near to its own.
    fn looks(&self, number: u32, ordered: &Ordered, same: &Copies) -> bool {
        self.radius() > 0 && same.on_side(number, 0) && ordered.card(number).is_added
    }

    /// The chunks of all sentences, and the values that these look up.
    fn postings(
        &self,
        sentencing: &Sentencing<'_>,
        ordered: &Ordered,
        same: &Copies,
    ) -> Result<Partitions<Posting>> {
        let limit = sentencing.memory / 4;
        let postings = Partitions::new(1 << PARTITION_BITS, limit, sentencing.temp);
        let postings = Mutex::new(postings);
        let blocks = ordered.len().div_ceil(BLOCK) as usize;
        let scatters = parallel::each(
            sentencing.threads,
            blocks,
            || Scatter::new(&postings),
            |scatter, block| {
                let from = block as u32 * BLOCK;
                for number in from..ordered.len().min(from + BLOCK) {
                    if ordered.card(number).is_left_out() {
                        continue;
                    }
                    let looks = self.looks(number, ordered, same);
                    let signature = ordered.signatures[number as usize];
                    for chunk in 0..self.chunks {
                        let mut push = |value: u128, kind: u32| {
                            let low = mix(value as u64).wrapping_add(chunk.into());
                            let key = mix(low ^ (value >> 64) as u64);
                            let begin = chunk << 1 | kind;
                            let span = TokenSpan {
                                begin,
                                end: begin + 1,
                            };
                            let posting = Posting::new(number, &Fingerprint { key, span });
                            scatter.push((key >> (64 - PARTITION_BITS)) as usize, &[posting])
                        };
                        let value = self.chunk(signature, chunk);
                        push(value, STANDS)?;
                        if looks {
                            let (_, width) = self.extent(chunk);
                            let radius = self.radius();
                            Self::each_near(value, 0, width, radius, &mut |near| {
                                push(near, LOOKS)
                            })?;
                        }
                    }
                }
                Ok(())
            },
        )?;
        scatters.into_iter().try_for_each(Scatter::finish)?;
        Ok(postings
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner))
    }

    /// Compares the sentences that stand at a value with one another, and with those that look there.
    fn group(
        &self,
        group: &[Posting],
        ordered: &Ordered,
        same: &Copies,
        comparer: &mut Comparer<'_>,
    ) -> Result<()> {
        let chunk = group[0].span().begin >> 1;
        let of = |kind: u32| {
            let is_such = move |posting: &&Posting| posting.span().begin & 1 == kind;
            group.iter().filter(is_such).map(|posting| posting.doc())
        };
        let stand: Vec<u32> = of(STANDS).collect();
        for (at, &x) in stand.iter().enumerate() {
            for &y in &stand[at + 1..] {
                self.compare(x, y, Some(chunk), ordered, same, comparer)?;
            }
        }
        for x in of(LOOKS) {
            for &y in &stand {
                // Where both look, once is enough.
                if x < y || !self.looks(y, ordered, same) || !same.sides().is_one() {
                    self.compare(x, y, Some(chunk), ordered, same, comparer)?;
                }
            }
        }
        Ok(())
    }

    /// Compares two sentences where their signatures are near, and the chunk at which they met is the first that is.
    fn compare(
        &self,
        x: u32,
        y: u32,
        met: Option<u32>,
        ordered: &Ordered,
        same: &Copies,
        comparer: &mut Comparer<'_>,
    ) -> Result<()> {
        let signature = |number: u32| ordered.signatures[number as usize];
        let difference = signature(x) ^ signature(y);
        if difference.count_ones() > self.distance
            || met.is_some() && self.first_near(difference) != met
        {
            return Ok(());
        }
        let length = |number: u32| (ordered.card(number).words, number);
        let is_turned = match same.sides() {
            Sides::Against { .. } => !same.on_side(x, 0),
            // The shorter asks.
            _ => length(y) < length(x),
        };
        let (x, y) = if is_turned { (y, x) } else { (x, y) };
        let enough = comparer.enough(ordered.card(x));
        comparer.compare(x, y, enough, Met::BY_NO_WORD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_values_are_all_and_each_once() {
        for (width, radius) in [(1, 1), (5, 1), (8, 2), (8, 3), (6, 6)] {
            let mut seen = Vec::new();
            let mut each = |value: u128| {
                seen.push(value);
                Ok(())
            };
            Near::each_near(0b10110, 0, width, radius, &mut each).unwrap();
            seen.sort_unstable();
            let near = |value: &u128| (1..=radius).contains(&(value ^ 0b10110).count_ones());
            let (low, all) = (0b10110 >> width << width, 1u128 << width);
            let expected: Vec<u128> = (low..low + all).filter(near).collect();
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn chunks_make_up_the_signature() {
        for (bits, distance, sentences) in [(16, 3, 1000), (64, 3, 30_000), (128, 9, 5_000_000)] {
            let near = Near::new(bits, distance, sentences);
            let extents: Vec<_> = (0..near.chunks).map(|chunk| near.extent(chunk)).collect();
            assert!(
                extents
                    .windows(2)
                    .all(|two| two[0].0 + two[0].1 == two[1].0)
            );
            assert_eq!(extents.last().map(|last| last.0 + last.1), Some(bits));
            // Whichever bits differ, one chunk is near.
            for seed in 0..1000 {
                let flips = (0..distance).map(|at| mix(seed << 8 | u64::from(at)) as u32 % bits);
                let difference = flips.fold(0, |all, bit| all | 1u128 << bit);
                assert!(near.first_near(difference).is_some());
            }
        }
        assert_eq!(Near::new(64, 64, 1000).chunks, 0);
    }
}
