//! Hashes that are stored, so they never change: the same on every platform and in every version.
//!
//! A token's hash is XXH3-64 of its normal form. A shingle's is a polynomial over its tokens'
//! hashes, rolled along the document. The value that decides which shingles are kept and the key
//! that stands for them differ by a [finaliser](mix): selectors favour small or even values, and
//! keys are partitioned by their leading bits.

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// Names the functions here. What is stored carries it; change it when any of them changes.
pub const HASH: &str = "xxh3-poly-1";

/// The hash of a normalised token.
#[inline]
pub fn token_hash(word: &[u8]) -> u64 {
    xxh3_64(word)
}

/// A 128-bit digest of bytes, for telling whether two things are the same.
pub fn digest(bytes: &[u8]) -> u128 {
    xxh3_128(bytes)
}

/// Spreads every bit of the input over all bits of the output; a bijection (murmur3's finaliser).
#[inline]
pub fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x = (x ^ (x >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

/// The key stored for a value that selection has seen.
#[inline]
pub fn key(value: u64) -> u64 {
    mix(value ^ 0x9e37_79b9_7f4a_7c15)
}

/// The multiplier of the polynomial: odd, with 5 in its last three bits, so that differences of
/// its powers lose as few bits as they can.
const BASE: u64 = 0x9fb2_1c65_1e98_df25;

/// The hash of a run of tokens of any length, its length included.
pub fn run_hash(tokens: &[u64]) -> u64 {
    let sum = tokens
        .iter()
        .fold(0u64, |sum, &t| sum.wrapping_mul(BASE).wrapping_add(t));
    mix(sum ^ (tokens.len() as u64).wrapping_mul(0x2127_599b_f432_5c37))
}

/// Appends the hash of every run of `k` tokens: `values[i]` is that of `tokens[i..i + k]`, equal to
/// [`run_hash`] of it. Fewer than `k` tokens, or `k` of 0, append nothing.
pub fn roll(tokens: &[u64], k: usize, values: &mut Vec<u64>) {
    if k == 0 || tokens.len() < k {
        return;
    }
    let salt = (k as u64).wrapping_mul(0x2127_599b_f432_5c37);
    let leaving = BASE.wrapping_pow(k as u32);
    let mut sum = tokens[..k - 1]
        .iter()
        .fold(0u64, |sum, &t| sum.wrapping_mul(BASE).wrapping_add(t));
    values.reserve(tokens.len() - k + 1);
    sum = sum.wrapping_mul(BASE).wrapping_add(tokens[k - 1]);
    values.push(mix(sum ^ salt));
    values.extend(tokens[k..].iter().zip(tokens).map(|(&entering, &left)| {
        sum = sum
            .wrapping_mul(BASE)
            .wrapping_add(entering)
            .wrapping_sub(left.wrapping_mul(leaving));
        mix(sum ^ salt)
    }));
}

/// Numbers of things that are known by a hash, which whoever numbers them keeps: a table of the numbers
/// only, which stays in the cache where a map of hashes would not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    /// 1 more than a number, or 0; a power of two of them.
    slots: Vec<u32>,
    count: usize,
}

impl Numbers {
    /// The number of what has this hash: `next` where it has none yet.
    #[inline]
    pub(crate) fn number(&mut self, hash: u64, next: u32, hash_of: impl Fn(u32) -> u64) -> u32 {
        if let Some(mask) = self.slots.len().checked_sub(1) {
            let mut slot = hash as usize & mask;
            while let Some(number) = self.slots[slot].checked_sub(1) {
                if hash_of(number) == hash {
                    return number;
                }
                slot = (slot + 1) & mask;
            }
        }
        self.add(hash, next, &hash_of);
        next
    }

    /// Adds a hash that is not there.
    #[cold]
    fn add(&mut self, hash: u64, number: u32, hash_of: &impl Fn(u32) -> u64) {
        if 2 * self.count >= self.slots.len() {
            self.grow(hash_of);
        }
        let slot = self.slot(hash, hash_of);
        self.slots[slot] = number + 1;
        self.count += 1;
    }

    /// The number of what has this hash, if any.
    pub(crate) fn get(&self, hash: u64, hash_of: impl Fn(u32) -> u64) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.slot(hash, hash_of)].checked_sub(1)
    }

    /// Where the hash is, or where it would be.
    fn slot(&self, hash: u64, hash_of: impl Fn(u32) -> u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if hash_of(number) == hash {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Forgets all of them.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
        self.count = 0;
    }

    fn grow(&mut self, hash_of: &impl Fn(u32) -> u64) {
        let size = (2 * self.slots.len()).max(1 << 8);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for number in old.into_iter().filter_map(|slot| slot.checked_sub(1)) {
            let slot = self.slot(hash_of(number), hash_of);
            self.slots[slot] = number + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the published algorithm for the empty string and "a", and our own for the rest:
    /// they are stored in files, so a change here is a change of format.
    #[test]
    fn stored_hashes_never_change() {
        assert_eq!(token_hash(b""), 0x2d06_8005_38d3_94c2);
        assert_eq!(token_hash(b"a"), 0xe6c6_32b6_1e96_4e1f);
        assert_eq!(mix(1), 0xb456_bcfc_34c2_cb2c);
        assert_eq!(mix(0), 0);
    }

    #[test]
    fn rolling_equals_hashing_each_run() {
        let tokens: Vec<u64> = (0..100).map(|i| mix(i % 7)).collect();
        for k in 1..=20 {
            let mut rolled = Vec::new();
            roll(&tokens, k, &mut rolled);
            let each: Vec<u64> = tokens.windows(k).map(run_hash).collect();
            assert_eq!(rolled, each, "k = {k}");
        }
    }

    #[test]
    fn numbers_are_those_of_a_map() {
        let (mut numbers, mut hashes) = (Numbers::default(), Vec::new());
        let mut map = std::collections::HashMap::new();
        for i in 0..20_000u64 {
            // Many fall into the same slots.
            let hash = mix(i * i % 7919) & !0xff;
            let next = hashes.len() as u32;
            assert_eq!(
                numbers.get(hash, |n| hashes[n as usize]),
                map.get(&hash).copied()
            );
            let number = numbers.number(hash, next, |n| hashes[n as usize]);
            assert_eq!(number, *map.entry(hash).or_insert(next));
            if number == next {
                hashes.push(hash);
            }
        }
        assert_eq!(hashes.len(), map.len());
    }

    #[test]
    fn a_text_shorter_than_k_has_no_shingle() {
        let mut rolled = Vec::new();
        roll(&[1, 2], 3, &mut rolled);
        roll(&[1, 2], 0, &mut rolled);
        assert!(rolled.is_empty());
    }

    /// All 5-token runs over a small alphabet, shifts and swaps among them: a weak polynomial would
    /// fold some of these together.
    #[test]
    fn structured_runs_do_not_collide() {
        let alphabet: Vec<u64> = (0..9u64).map(|i| token_hash(&[b'a' + i as u8])).collect();
        let mut seen = std::collections::HashSet::new();
        for n in 0..9usize.pow(5) {
            let run: Vec<u64> = (0..5).map(|i| alphabet[n / 9usize.pow(i) % 9]).collect();
            assert!(seen.insert(key(run_hash(&run))), "collision at {n}");
        }
    }
}
