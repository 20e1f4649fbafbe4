//! A sentence of a group, seen by the others.

use super::compare::{Met, common};
use super::piece::Standing;

/// A sentence at one of its words, where those that share it are compared.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    pub(super) standing: Standing,
    /// Where its other words are, among those of the group.
    pub(super) rest: usize,
    /// Words it may share, at most.
    pub(super) most: u32,
    /// How many it must share where it asks; more than it can where it does not.
    pub(super) enough: u32,
}

impl Seen {
    pub(super) fn asks(&self) -> bool {
        self.enough != u32::MAX
    }

    /// Whether it may share as many words with another as it must: by a look at the bits of those that follow.
    #[inline]
    pub(super) fn may_share_enough(&self, other: &Self) -> bool {
        let lacks = self.standing.bits.not_in(other.standing.bits);
        other.most >= self.enough && self.most - lacks >= self.enough
    }

    /// Whether it may share as many words with another as it must: word by word, where they are at hand.
    #[inline]
    pub(super) fn shares_enough(&self, other: &Self, rest: Option<&[u32]>, shared: u32) -> bool {
        if !self.may_share_enough(other) {
            return false;
        }
        let Some(rest) = rest else { return true };
        let words = |one: &Self| &rest[one.rest..][..one.standing.behind.into()];
        common(words(self), words(other)) + shared >= self.enough
    }

    /// Up to which of the words that follow it may share the next one, where it must share so many in all.
    pub(super) fn to(&self, enough: u32, shared: u32) -> usize {
        let more = enough.saturating_sub(shared + 1) as usize;
        usize::from(self.standing.behind).saturating_sub(more)
    }

    /// Up to which of them it asks by.
    pub(super) fn asks_to(&self, shared: u32) -> usize {
        match self.asks() && self.enough > shared {
            true => self.to(self.enough, shared),
            false => 0,
        }
    }

    /// How many bits of the words that follow it must share at least; words of one bit count once.
    pub(super) fn bits_enough(&self, shared: u32) -> u32 {
        let same = u32::from(self.standing.behind) - self.standing.bits.count();
        self.enough.saturating_sub(shared + same)
    }

    /// How it met another.
    pub(super) fn met(&self, other: &Self, shared: u32, weight: u32) -> Met {
        Met {
            shared,
            weight,
            x: self.standing.next(),
            y: other.standing.next(),
        }
    }
}
