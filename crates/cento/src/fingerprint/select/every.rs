//! Every shingle, or every `step`-th one by position.
//!
//! - Promise: with `step` 1 (k-gram), every shared run of `k` tokens is found. With more, two copies
//!   match only where their distance from the start of their documents agrees modulo `step`: a
//!   baseline, not a method to use.
//! - Cost: linear time; keeps `1 / step`.
//! - Source: Seo and Croft, SIGIR 2008 (k-gram); Abdel-Hamid et al., WWW 2009 (every l-th).

use crate::fingerprint::{Selector, Shingles};

/// Keeps the shingles at 0, `step`, `2 step`...
#[derive(Clone, Copy, Debug)]
pub struct Every {
    /// The distance between two kept shingles, at least 1.
    pub step: usize,
}

impl Selector for Every {
    fn select(&self, shingles: &Shingles<'_>, keep: &mut dyn FnMut(usize)) {
        (0..shingles.values.len()).step_by(self.step).for_each(keep);
    }
}
