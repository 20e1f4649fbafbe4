//! 0 mod p: keep the shingles whose hash is divisible by `p`.
//!
//! - Promise: context-free: a shingle is kept in every document that has it, or in none. There is
//!   no bound on the length of a shared run that keeps nothing.
//! - Cost: linear time; keeps `1 / p`.
//! - Source: Manber, USENIX 1994; Seo and Croft, SIGIR 2008.

use crate::fingerprint::{Selector, Shingles};

/// Keeps shingles with hash 0 modulo `p`.
#[derive(Clone, Copy, Debug)]
pub struct ModP {
    /// The modulus, at least 1.
    pub p: u64,
}

impl Selector for ModP {
    fn select(&self, shingles: &Shingles<'_>, keep: &mut dyn FnMut(usize)) {
        for (i, value) in shingles.values.iter().enumerate() {
            if value % self.p == 0 {
                keep(i);
            }
        }
    }
}
