//! What pictures look like that were looked at before: to decode one takes longer than all else that is done with it, and
//! where slides travel the same ones come again and again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Look;

/// Pictures of all files of an input, by the digest of their bytes.
#[derive(Debug, Default)]
pub(super) struct Looks {
    seen: Mutex<HashMap<u128, Seen>>,
}

/// A picture that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) pixels: u64,
    /// What it looks like, if like anything.
    pub(super) look: Option<Arc<Look>>,
}

/// Pictures that are remembered: some 12 MB.
const MOST: usize = 10_000;

impl Looks {
    pub(super) fn get(&self, digest: u128) -> Option<Seen> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(&digest).cloned()
    }

    pub(super) fn put(&self, digest: u128, picture: Seen) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() < MOST {
            seen.insert(digest, picture);
        }
    }
}
