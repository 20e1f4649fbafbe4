//! Signatures that stand in tables, and are looked up one at a time.
//!
//! A signature is cut into `c` chunks. Of two that differ in at most `d` bits, one of the first `d % c + 1` chunks differs
//! in at most `d / c`, or one of the others in at most one less: so all values that near are looked up in the table of each
//! chunk. The engine does the same in one run over all sentences, which it sorts for that; here the tables are there when
//! a sentence is asked for, as the paper's trees are.
//!
//! - Promise: all signatures within the distance, each once.
//! - Source: Norouzi, Punjani and Fleet, CVPR 2012.

use cento::hash::mix;

/// The signatures of all sentences.
pub(super) struct Signatures {
    bits: u32,
    /// In halves, of which there is one where 64 bits are enough: it is what goes through memory that costs.
    low: Vec<u64>,
    high: Vec<u64>,
}

impl Signatures {
    /// Of so many bits.
    pub(super) fn new(all: &[u128], bits: u32) -> Self {
        let high: &[u128] = if bits > 64 { all } else { &[] };
        Self {
            bits,
            low: all.iter().map(|&signature| signature as u64).collect(),
            high: high
                .iter()
                .map(|signature| (signature >> 64) as u64)
                .collect(),
        }
    }

    fn get(&self, sentence: u32) -> u128 {
        let sentence = sentence as usize;
        let high = self.high.get(sentence).copied().unwrap_or(0);
        u128::from(high) << 64 | u128::from(self.low[sentence])
    }

    /// Goes through all; adds those within the distance to `out`.
    pub(super) fn scan(&self, query: u128, distance: u32, out: &mut Vec<u32>) {
        let (low, high) = (query as u64, (query >> 64) as u64);
        let lows = self.low.iter().map(|other| (low ^ other).count_ones());
        let within = |(at, bits): (u32, u32)| (bits <= distance).then_some(at);
        if self.high.is_empty() {
            out.extend((0..).zip(lows).filter_map(within));
        } else {
            let highs = self.high.iter().map(|other| (high ^ other).count_ones());
            let both = lows.zip(highs).map(|(low, high)| low + high);
            out.extend((0..).zip(both).filter_map(within));
        }
    }
}

/// The sentences by the values of one chunk.
struct Chunk {
    begin: u32,
    width: u32,
    /// How many bits of a mixed value tell its bucket.
    bucket_bits: u32,
    /// Where each bucket begins.
    starts: Vec<u32>,
    /// The last bits of the mixed value, and the sentence.
    entries: Vec<(u32, u32)>,
}

impl Chunk {
    fn new(signatures: &Signatures, begin: u32, end: u32) -> Self {
        let count = signatures.low.len();
        let bucket_bits = count.max(2).ilog2() + 1;
        let mut chunk = Self {
            begin,
            width: end - begin,
            bucket_bits,
            starts: vec![0; (1 << bucket_bits) + 1],
            entries: vec![(0, 0); count],
        };
        let mixed = |chunk: &Self, at: u32| mix(chunk.of(signatures.get(at)));
        for at in 0..count as u32 {
            let bucket = chunk.bucket(mixed(&chunk, at));
            chunk.starts[bucket + 1] += 1;
        }
        for bucket in 1..chunk.starts.len() {
            chunk.starts[bucket] += chunk.starts[bucket - 1];
        }
        let mut next = chunk.starts.clone();
        for at in 0..count as u32 {
            let mixed = mixed(&chunk, at);
            let place = &mut next[chunk.bucket(mixed)];
            chunk.entries[*place as usize] = (mixed as u32, at);
            *place += 1;
        }
        chunk
    }

    /// Its value in a signature.
    fn of(&self, signature: u128) -> u64 {
        (signature >> self.begin) as u64 & (u64::MAX >> (64 - self.width))
    }

    fn bucket(&self, mixed: u64) -> usize {
        (mixed >> (64 - self.bucket_bits)) as usize
    }

    /// Calls `each` with the sentences that have a value, and few others.
    fn at(&self, value: u64, mut each: impl FnMut(u32)) {
        let mixed = mix(value);
        let bucket = self.bucket(mixed);
        let range = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        for &(last, sentence) in &self.entries[range] {
            if last == mixed as u32 {
                each(sentence);
            }
        }
    }
}

/// Calls `each` with `value` and all that differ from it in at most `left` of the bits from `from` on.
fn each_near(value: u64, from: u32, width: u32, left: u32, each: &mut impl FnMut(u64)) {
    each(value);
    if left > 0 {
        for bit in from..width {
            each_near(value ^ 1 << bit, bit + 1, width, left - 1, each);
        }
    }
}

/// Signatures by the values of their chunks.
pub(super) struct Tables<'a> {
    signatures: &'a Signatures,
    chunks: Vec<Chunk>,
}

impl<'a> Tables<'a> {
    /// Cut into so many chunks, two at least.
    pub(super) fn new(signatures: &'a Signatures, chunks: u32) -> Self {
        let at = |chunk: u32| chunk * signatures.bits / chunks;
        let chunk = |chunk: u32| Chunk::new(signatures, at(chunk), at(chunk + 1));
        Self {
            signatures,
            chunks: (0..chunks).map(chunk).collect(),
        }
    }

    /// In how many bits a chunk may differ; none where it is not looked up.
    fn radius(&self, chunk: usize, distance: u32) -> Option<u32> {
        let chunks = self.chunks.len() as u32;
        let is_first = chunk as u32 <= distance % chunks;
        (distance / chunks + u32::from(is_first)).checked_sub(1)
    }

    /// How many values are looked up.
    pub(super) fn looks(&self, distance: u32) -> u64 {
        let values = |(at, chunk): (usize, &Chunk)| {
            let radius = self.radius(at, distance)?;
            let (mut all, mut each) = (1u64, 1u64);
            for bit in 0..radius.min(chunk.width) {
                each = each.saturating_mul(u64::from(chunk.width - bit)) / u64::from(bit + 1);
                all = all.saturating_add(each);
            }
            Some(all)
        };
        self.chunks.iter().enumerate().filter_map(values).sum()
    }

    /// Adds the sentences within the distance to `out`.
    pub(super) fn look_up(&self, query: u128, distance: u32, out: &mut Vec<u32>) {
        let is_near = |at: usize, difference: u128| {
            let radius = self.radius(at, distance);
            radius.is_some_and(|radius| self.chunks[at].of(difference).count_ones() <= radius)
        };
        for (at, chunk) in self.chunks.iter().enumerate() {
            let Some(radius) = self.radius(at, distance) else {
                continue;
            };
            each_near(chunk.of(query), 0, chunk.width, radius, &mut |near| {
                chunk.at(near, |sentence| {
                    let signature = self.signatures.get(sentence);
                    let difference = query ^ signature;
                    if difference.count_ones() <= distance
                        && chunk.of(signature) == near
                        // It comes with the first chunk that is near.
                        && !(0..at).any(|earlier| is_near(earlier, difference))
                    {
                        out.push(sentence);
                    }
                });
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn tables_have_what_a_scan_has_and_each_once() {
        for bits in [64, 128] {
            let mut random = Random::new(3);
            // Few bits are set, so that many are near.
            let mut draw = || (0..6).fold(0u128, |all, _| all | 1 << random.below(bits as usize));
            let all: Vec<u128> = (0..3000).map(|_| draw()).collect();
            let signatures = Signatures::new(&all, bits);
            for chunks in [2, 3, 5] {
                let tables = Tables::new(&signatures, chunks);
                for distance in [0, 1, 3, 4, 7] {
                    let (mut found, mut scanned) = (Vec::new(), Vec::new());
                    let near = |other: &u128| (other ^ all[7]).count_ones() <= distance;
                    let expected = (0..).zip(&all).filter(|(_, other)| near(other));
                    let expected: Vec<u32> = expected.map(|(at, _)| at).collect();
                    tables.look_up(all[7], distance, &mut found);
                    signatures.scan(all[7], distance, &mut scanned);
                    found.sort_unstable();
                    assert_eq!(found, expected, "{bits} {chunks} {distance}");
                    assert_eq!(scanned, expected);
                }
            }
        }
    }

    #[test]
    fn looks_are_counted_by_hand() {
        let signatures = Signatures::new(&[0, 1], 64);
        let tables = Tables::new(&signatures, 2);
        // One chunk of 32 bits; both; both and a bit of the first; and so on.
        assert_eq!([0, 1, 2, 3].map(|d| tables.looks(d)), [1, 2, 34, 66]);
    }
}
