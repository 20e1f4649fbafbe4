//! Shingles that were met, in one allocation that never grows.
//!
//! A shingle belongs to one bucket, which the leading bits of its key choose. A bucket has room for a fixed number
//! and is a row of columns: 8 bytes of origins, 4 and 2 of the keys, of which the latter are looked for and the former
//! tell apart what these do not, and as estimation and eviction need, 1 of offsets, 2 of neighbours and 1 of scores: 14
//! to 18 bytes a shingle. In a bucket they stand from the oldest on.

use memchr::memchr;
use zerocopy::{FromBytes, Immutable, IntoBytes};

use super::estimate::Estimation;
use super::evict::{self, Eviction};
use super::options::OriginOptions;
use crate::error::{Error, Result};
use crate::fingerprint::Fingerprint;
use crate::hash::mix;

/// What is known of a shingle from the first document that had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) origin: u64,
    /// Of the shingle among those selected there, modulo 256.
    pub(super) offset: u8,
    /// The first bytes of the shingles selected before and after it there; 0 for none.
    pub(super) before: u8,
    pub(super) after: u8,
}

/// Whether a shingle was met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    /// In an earlier document.
    Before(Known),
    /// In this one.
    Here,
    /// Nowhere.
    Never,
}

impl Met {
    pub(super) fn before(&self) -> Option<&Known> {
        match self {
            Self::Before(known) => Some(known),
            _ => None,
        }
    }
}

/// The byte by which a shingle is known to its neighbours. None is 0.
pub(super) fn first_byte(shingle: &Fingerprint) -> u8 {
    ((shingle.key >> 56) as u8).max(1)
}

/// What is stored of the `at`-th shingle of a document.
pub(super) fn known(origin: u64, shingles: &[Fingerprint], at: usize) -> Known {
    let neighbour = |at: Option<usize>| at.and_then(|at| shingles.get(at)).map_or(0, first_byte);
    Known {
        origin,
        offset: at as u8,
        before: neighbour(at.checked_sub(1)),
        after: neighbour(at.checked_add(1)),
    }
}

/// The columns of a bucket. One that is not needed is empty.
pub(super) struct Bucket<'a> {
    origins: &'a mut [u64],
    rests: &'a mut [u32],
    /// 0 where there is no shingle; these are at the end.
    pub(super) tags: &'a mut [u16],
    offsets: &'a mut [u8],
    before: &'a mut [u8],
    after: &'a mut [u8],
    pub(super) scores: &'a mut [u8],
}

/// Takes a column of `count` numbers from the front of some bytes.
fn column<'a, T: FromBytes + IntoBytes + Immutable>(
    bytes: &mut &'a mut [u8],
    count: usize,
) -> &'a mut [T]
where
    [T]: FromBytes + IntoBytes + zerocopy::KnownLayout<PointerMetadata = usize>,
{
    let (front, rest) = std::mem::take(bytes).split_at_mut(count * size_of::<T>());
    *bytes = rest;
    <[T]>::mut_from_bytes(front).unwrap_or_default()
}

impl<'a> Bucket<'a> {
    fn new(mut bytes: &'a mut [u8], layout: Layout) -> Self {
        let Layout {
            size,
            has_offset,
            has_neighbours,
            has_score,
        } = layout;
        let if_wanted = |wanted| if wanted { size } else { 0 };
        Self {
            // In this order they are aligned.
            origins: column(&mut bytes, size),
            rests: column(&mut bytes, size),
            tags: column(&mut bytes, size),
            offsets: column(&mut bytes, if_wanted(has_offset)),
            before: column(&mut bytes, if_wanted(has_neighbours)),
            after: column(&mut bytes, if_wanted(has_neighbours)),
            scores: column(&mut bytes, if_wanted(has_score)),
        }
    }

    /// How many shingles there are.
    pub(super) fn len(&self) -> usize {
        match self.tags.last() {
            Some(0) => self.tags.partition_point(|&tag| tag != 0),
            _ => self.tags.len(),
        }
    }

    /// Where a shingle is.
    #[inline]
    fn find(&self, (tag, rest): (u16, u32)) -> Option<usize> {
        /// So many are compared at once.
        const WIDE: usize = 32;
        for (at, tags) in self.tags.chunks(WIDE).enumerate() {
            // No early end: this is a few instructions on wide registers.
            let any = tags.iter().fold(false, |any, &one| any | (one == tag));
            if any {
                let mut slots = (at * WIDE..).zip(tags);
                let found = slots.find(|&(slot, &one)| one == tag && self.rests[slot] == rest);
                if let Some((slot, _)) = found {
                    return Some(slot);
                }
            }
        }
        None
    }

    /// The oldest of those with the least score.
    pub(super) fn least(&self) -> usize {
        let least = self
            .scores
            .iter()
            .fold(u8::MAX, |least, &score| least.min(score));
        memchr(least, self.scores).unwrap_or(0)
    }

    fn known(&self, slot: usize) -> Known {
        let byte = |column: &[u8]| column.get(slot).copied().unwrap_or(0);
        Known {
            origin: self.origins[slot],
            offset: byte(self.offsets),
            before: byte(self.before),
            after: byte(self.after),
        }
    }

    fn set(&mut self, slot: usize, (tag, rest): (u16, u32), known: Known) {
        self.tags[slot] = tag;
        self.rests[slot] = rest;
        self.origins[slot] = known.origin;
        for (column, byte) in [
            (&mut *self.offsets, known.offset),
            (&mut *self.before, known.before),
            (&mut *self.after, known.after),
            (&mut *self.scores, 1),
        ] {
            if let Some(place) = column.get_mut(slot) {
                *place = byte;
            }
        }
    }

    /// Makes a shingle the youngest of a bucket.
    pub(super) fn make_youngest(&mut self, slot: usize) {
        let end = self.len();
        to_end(self.origins, slot, end);
        to_end(self.rests, slot, end);
        to_end(self.tags, slot, end);
        to_end(self.offsets, slot, end);
        to_end(self.before, slot, end);
        to_end(self.after, slot, end);
        to_end(self.scores, slot, end);
    }

    /// Halves all scores.
    pub(super) fn halve(&mut self) {
        self.scores.iter_mut().for_each(|score| *score /= 2);
    }
}

/// Moves one of a column to place `end`, and those behind it forward.
fn to_end<T: Copy>(column: &mut [T], slot: usize, end: usize) {
    if let Some(part) = column.get_mut(slot..end) {
        let one = part[0];
        part.copy_within(1.., 0);
        part[end - slot - 1] = one;
    }
}

/// What a bucket is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    /// Shingles of a bucket.
    size: usize,
    has_offset: bool,
    has_neighbours: bool,
    has_score: bool,
}

impl Layout {
    fn new(options: &OriginOptions) -> Self {
        let estimation = options.estimation;
        Self {
            size: options.bucket,
            has_offset: matches!(estimation, Estimation::Bridging | Estimation::Both),
            has_neighbours: matches!(estimation, Estimation::Expansion | Estimation::Both),
            has_score: options.eviction.has_score(),
        }
    }

    fn entry(self) -> usize {
        14 + usize::from(self.has_offset)
            + 2 * usize::from(self.has_neighbours)
            + usize::from(self.has_score)
    }
}

/// How far ahead of its use a bucket is asked for: memory takes its time.
const AHEAD: usize = 8;

/// Bytes that memory is fetched by.
const LINE: usize = 64;

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    /// All buckets.
    memory: Vec<u64>,
    layout: Layout,
    /// Bytes of one.
    bucket: usize,
    count: u64,
    eviction: Eviction,
    halve_at: usize,
    /// Of the last random number.
    pub(super) random: u64,
}

impl Table {
    /// A table of no more than `memory` bytes, of which one bucket is the least.
    pub(super) fn new(options: &OriginOptions, memory: usize) -> Result<Self> {
        let layout = Layout::new(options);
        let bucket = (layout.entry() * layout.size).next_multiple_of(size_of::<u64>());
        let count = (memory / bucket).max(1);
        // Zeroed memory is had without being touched, but not without failing.
        if Vec::<u8>::new().try_reserve_exact(count * bucket).is_err() {
            let what = format!("there is no memory for a table of {memory} bytes");
            return Err(Error::Usage(what));
        }
        Ok(Self {
            memory: vec![0; count * bucket / size_of::<u64>()],
            layout,
            bucket,
            count: count as u64,
            eviction: options.eviction,
            halve_at: options.halve_at,
            random: options.seed,
        })
    }

    /// All of it, in the order of the machine's bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        self.memory.as_bytes()
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        self.memory.as_mut_bytes()
    }

    /// Bytes of a shingle.
    pub(super) fn entry(&self) -> usize {
        self.layout.entry()
    }

    /// The origins of all shingles.
    pub(super) fn origins(&mut self) -> Vec<u64> {
        let layout = self.layout;
        let size = self.bucket;
        let buckets = self.bytes_mut().chunks_exact_mut(size);
        let of_bucket = |bytes| {
            let bucket = Bucket::new(bytes, layout);
            let kept = bucket.origins[..bucket.len()].iter();
            kept.copied().collect::<Vec<_>>()
        };
        buckets.flat_map(of_bucket).collect()
    }

    /// Where the bucket of a key begins.
    #[inline]
    fn begin(&self, key: u64) -> usize {
        ((u128::from(key) * u128::from(self.count)) >> 64) as usize * self.bucket
    }

    #[inline]
    fn bucket(&mut self, key: u64) -> Bucket<'_> {
        let (begin, size, layout) = (self.begin(key), self.bucket, self.layout);
        Bucket::new(&mut self.bytes_mut()[begin..begin + size], layout)
    }

    /// What of a key is stored: its last 48 bits, the first of which are never 0.
    #[inline]
    fn stored(key: u64) -> (u16, u32) {
        (((key >> 32) as u16).max(1), key as u32)
    }

    /// Asks for what of a bucket is needed first, soon: its tags, and its scores behind them.
    #[inline]
    fn touch(&self, key: u64) {
        let tags = self.begin(key) + 12 * self.layout.size;
        let end = self.begin(key) + self.bucket - 1;
        let bytes = self.bytes();
        std::hint::black_box(bytes[tags] | bytes[(tags + LINE).min(end)] | bytes[end]);
    }

    /// Looks up and puts in the shingles of a document.
    pub(super) fn meet(&mut self, document: u64, shingles: &[Fingerprint], met: &mut Vec<Met>) {
        let eviction = self.eviction;
        for (at, shingle) in shingles.iter().enumerate() {
            if let Some(soon) = shingles.get(at + AHEAD) {
                self.touch(soon.key);
            }
            let random = &mut self.random.clone();
            let mut bucket = self.bucket(shingle.key);
            let stored = Self::stored(shingle.key);
            if let Some(slot) = bucket.find(stored) {
                let known = bucket.known(slot);
                eviction.hit(&mut bucket, slot);
                met.push(match known.origin == document {
                    true => Met::Here,
                    false => Met::Before(known),
                });
                continue;
            }
            let mut slot = bucket.len();
            if slot == bucket.tags.len() {
                let victim = eviction.victim(&bucket, || {
                    *random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
                    mix(*random)
                });
                bucket.make_youngest(victim);
                slot -= 1;
            }
            bucket.set(slot, stored, known(document, shingles, at));
            self.random = *random;
            met.push(Met::Never);
        }
    }

    /// Gives the shingles of a document their scores, now that its blocks are known: the places of their first and
    /// last shingle.
    pub(super) fn reward(
        &mut self,
        shingles: &[Fingerprint],
        met: &[Met],
        blocks: impl Iterator<Item = (usize, usize)>,
    ) {
        if self.eviction != Eviction::Lucky {
            return;
        }
        let mut blocks = blocks.peekable();
        for (at, (shingle, met)) in shingles.iter().zip(met).enumerate() {
            let mut by = evict::lucky(at, shingles.len(), *met != Met::Never);
            if let Some(&(first, last)) = blocks.peek() {
                if at == first || at == last {
                    by += evict::lucky_end(last + 1 - first);
                }
                if at == last {
                    blocks.next();
                }
            }
            if by == 0 {
                continue;
            }
            let halve_at = self.halve_at;
            let mut bucket = self.bucket(shingle.key);
            // It may have had to leave for a later one.
            if let Some(slot) = bucket.find(Self::stored(shingle.key)) {
                Eviction::reward(&mut bucket, slot, by, halve_at);
            }
        }
    }
}

#[cfg(test)]
impl Table {
    /// What is known of a key.
    pub(super) fn known(&mut self, key: u64) -> Option<Known> {
        let bucket = self.bucket(key);
        Some(bucket.known(bucket.find(Self::stored(key))?))
    }

    /// The score of a key.
    pub(super) fn score(&mut self, key: u64) -> Option<u8> {
        let bucket = self.bucket(key);
        Some(bucket.scores[bucket.find(Self::stored(key))?])
    }

    /// Forgets all keys of a table of one bucket but these.
    pub(super) fn retain(&mut self, kept: &[u64]) {
        let mut bucket = self.bucket(0);
        let kept: Vec<_> = kept.iter().map(|&key| Self::stored(key)).collect();
        let mut slot = 0;
        for _ in 0..bucket.len() {
            if kept.contains(&(bucket.tags[slot], bucket.rests[slot])) {
                slot += 1;
            } else {
                bucket.make_youngest(slot);
                let last = bucket.len() - 1;
                bucket.tags[last] = 0;
            }
        }
    }
}

/// Names of an enum's values, for the command line and for files.
macro_rules! NAMED {
    ($type:ident, $what:literal { $($name:literal => $value:ident),+ $(,)? }) => {
        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$value),+];

            /// As it is written.
            pub fn name(self) -> &'static str {
                match self { $(Self::$value => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(name: &str) -> Result<Self, String> {
                match name {
                    $($name => Ok(Self::$value),)+
                    _ => Err(format!(concat!("no such ", $what, ": there are {}"), [$($name),+].join(", "))),
                }
            }
        }
    };
}
pub(super) use NAMED;
