//! Shingles that were met, all of them: the truth that a table of fixed size is measured against.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use super::table::{Known, Met};
use crate::fingerprint::Fingerprint;

/// Keys are spread evenly already.
#[derive(Clone, Copy, Debug, Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The first document of every shingle.
#[derive(Debug, Default)]
pub(super) struct Exact {
    origins: HashMap<u64, u64, BuildHasherDefault<AsIs>>,
}

impl Exact {
    /// Looks up and puts in the shingles of a document.
    pub(super) fn meet(&mut self, document: u64, shingles: &[Fingerprint], met: &mut Vec<Met>) {
        met.extend(
            shingles
                .iter()
                .map(|shingle| match self.origins.entry(shingle.key) {
                    Entry::Vacant(place) => {
                        place.insert(document);
                        Met::Never
                    }
                    Entry::Occupied(place) if *place.get() == document => Met::Here,
                    Entry::Occupied(place) => Met::Before(Known {
                        origin: *place.get(),
                        offset: 0,
                        before: 0,
                        after: 0,
                    }),
                }),
        );
    }

    /// How many different shingles there are.
    pub(super) fn len(&self) -> usize {
        self.origins.len()
    }
}
