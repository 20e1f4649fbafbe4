//! Winnowing: keep the smallest hash of every window.
//!
//! Slide over `window` consecutive shingle hashes and keep the smallest, the rightmost on a tie.
//! A shingle chosen by several windows is kept once.
//!
//! - Promise: two documents sharing `k + window - 1` tokens in a row share a fingerprint.
//! - Cost: linear time on hashes; keeps about `2 / (window + 1)`.
//! - Source: Schleimer, Wilkerson and Aiken, SIGMOD 2003.
//! - Departure: a text with fewer shingles than one window keeps its smallest, so that short
//!   texts are not invisible.

use super::sliding::minima;
use crate::fingerprint::{Selector, Shingles};

/// Keeps the smallest shingle of each window.
#[derive(Clone, Copy, Debug)]
pub struct Winnow {
    /// Shingles in a window, at least 1.
    pub window: usize,
}

impl Selector for Winnow {
    fn select(&self, shingles: &Shingles<'_>, keep: &mut dyn FnMut(usize)) {
        let mut kept = None;
        minima(shingles.values, self.window, |least| {
            if kept != Some(least) {
                kept = Some(least);
                keep(least);
            }
        });
    }
}
