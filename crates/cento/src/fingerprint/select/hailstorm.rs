//! Hailstorm: keep a shingle when its smallest token comes first or last in it.
//!
//! - Promise: context-free, like 0 mod p; and every token, the first and last `k - 1` of the
//!   document aside, is inside a kept shingle. No other selector here has both.
//! - Cost: linear time on hashes; keeps about `2 / k`.
//! - Source: Abdel-Hamid, Behzadi, Christoph and Henzinger, WWW 2009.

use super::sliding::minima;
use crate::fingerprint::{Selector, Shingles};

/// Keeps shingles whose least token hash stands at either end; further occurrences of that token
/// in between do not matter.
#[derive(Clone, Copy, Debug)]
pub struct Hailstorm;

impl Selector for Hailstorm {
    fn select(&self, shingles: &Shingles<'_>, keep: &mut dyn FnMut(usize)) {
        let (tokens, k) = (shingles.tokens, shingles.k);
        if shingles.values.is_empty() {
            return;
        }
        let mut first = 0;
        minima(tokens, k, |least| {
            let last = first + k - 1;
            if tokens[first] == tokens[least] || tokens[last] == tokens[least] {
                keep(first);
            }
            first += 1;
        });
    }
}
