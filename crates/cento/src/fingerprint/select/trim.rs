//! No complete overlap: drop kept shingles that add no token.
//!
//! - Promise: the same tokens are covered as without it.
//! - Cost: linear time.
//! - Source: Abdel-Hamid, Behzadi, Christoph and Henzinger, WWW 2009 (their N variants).
//! - A trimmed selection is no longer context-free: what is dropped depends on the neighbours.

use crate::fingerprint::{Selector, Shingles};

/// What `selector` keeps, less the shingles all of whose tokens other kept shingles cover.
#[derive(Clone, Copy, Debug)]
pub struct Trimmed<S> {
    /// The selector whose choice is trimmed.
    pub selector: S,
}

impl<S: Selector> Selector for Trimmed<S> {
    fn select(&self, shingles: &Shingles<'_>, keep: &mut dyn FnMut(usize)) {
        // Shingles have one length, so of those before it only the last one kept matters, and of
        // those behind it only the next: together they cover it when they touch.
        let mut covered = 0;
        let mut waiting = None;
        let mut decide = |at: usize, next: Option<usize>| {
            if next.is_none_or(|next| next > covered) {
                covered = at + shingles.k;
                keep(at);
            }
        };
        self.selector.select(shingles, &mut |next| {
            if let Some(at) = waiting.replace(next) {
                decide(at, Some(next));
            }
        });
        if let Some(at) = waiting {
            decide(at, None);
        }
    }
}
