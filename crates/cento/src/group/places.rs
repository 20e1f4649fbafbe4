//! The places that passages stand in, and which of them hold one text.

use std::collections::VecDeque;

use super::cluster::{Linked, Member};
use super::locus::{Joint, Loci};
use crate::find::pairs::Located;
use crate::span::TokenSpan;

/// The places of some passages.
pub(super) struct Places {
    pub(super) members: Vec<Member>,
    /// For each passage, its two places.
    pub(super) of: Vec<[u32; 2]>,
}

impl Places {
    pub(super) fn new(passages: &[Linked], joint: Joint) -> Self {
        // Each side of each passage, numbered through.
        let mut spans: Vec<(Member, u32)> = Vec::with_capacity(2 * passages.len());
        for (i, linked) in (0..).zip(passages) {
            let Located {
                a,
                b,
                a_span,
                b_span,
                ..
            } = linked.passage;
            let member = |doc, span| Member { doc, span };
            spans.push((member(a, a_span), 2 * i));
            spans.push((member(b, b_span), 2 * i + 1));
        }
        spans.sort_unstable_by_key(|&(member, side)| {
            let less = u32::MAX - member.span.end;
            (member.doc, member.span.begin, less, side)
        });
        let mut places = Self {
            members: Vec::new(),
            of: vec![[0; 2]; passages.len()],
        };
        let mut loci = Loci::of(joint);
        let mut doc = None;
        for (member, side) in spans {
            if doc.replace(member.doc) != Some(member.doc) {
                loci.clear();
            }
            let new = places.members.len() as u32;
            let at = loci.place(member.span, new);
            if at == new {
                places.members.push(member);
            } else {
                let span = &mut places.members[at as usize].span;
                // What every passage there holds a good part of.
                span.begin = span.begin.min(member.span.begin);
                span.end = span.end.max(member.span.end);
            }
            places.of[side as usize / 2][side as usize % 2] = at;
        }
        places
    }

    /// Which places hold the text of the fullest one, as far as the passages tell.
    pub(super) fn reached(&self, passages: &[Linked]) -> Vec<bool> {
        let (begins, sides) = self.sides();
        let sides_at = |at: usize| &sides[begins[at] as usize..begins[at + 1] as usize];
        // The fullest: the longest of those that the most passages hold together.
        let all = 0..self.members.len();
        let Some(fullest) = all.max_by_key(|&at| self.fullness(at, sides_at(at).len())) else {
            return Vec::new();
        };
        let text = self.members[fullest].span;
        // Each place with what it holds, in tokens of the fullest.
        let mut held: Vec<Option<(f64, f64)>> = vec![None; self.members.len()];
        held[fullest] = Some((f64::from(text.begin), f64::from(text.end)));
        let mut next = VecDeque::from([fullest]);
        while let Some(at) = next.pop_front() {
            let Some(here) = held[at] else { continue };
            let from = self.members[at].span;
            for &side in sides_at(at) {
                let (number, is_second) = (side as usize / 2, side % 2 == 1);
                let other = self.of[number][usize::from(!is_second)] as usize;
                if held[other].is_some() {
                    continue;
                }
                let passage = &passages[number].passage;
                let (own, theirs) = if is_second {
                    (passage.b_span, passage.a_span)
                } else {
                    (passage.a_span, passage.b_span)
                };
                // From the other place to this one along the passage, then on to the fullest.
                let scale = |x: f64, from: (f64, f64), to: (f64, f64)| {
                    to.0 + (x - from.0) * (to.1 - to.0) / (from.1 - from.0).max(1.0)
                };
                let pair = |span: TokenSpan| (f64::from(span.begin), f64::from(span.end));
                let carried = |x: u32| {
                    let x = scale(f64::from(x), pair(theirs), pair(own));
                    scale(x, pair(from), here)
                };
                let span = self.members[other].span;
                let place = (carried(span.begin), carried(span.end));
                // What meets the fullest itself has been found to hold half of it.
                let direct = at == fullest;
                let shared = place.1.min(f64::from(text.end)) - place.0.max(f64::from(text.begin));
                let longest = (place.1 - place.0).max(f64::from(text.len()));
                if direct || 2.0 * shared >= longest {
                    held[other] = Some(place);
                    next.push_back(other);
                }
            }
        }
        held.into_iter().map(|held| held.is_some()).collect()
    }

    /// By what the fullest is found: how many passages hold a place, how long it is, and which comes first.
    pub(super) fn fullness(&self, at: usize, passages: usize) -> (usize, u32, u32, u32) {
        let Member { doc, span } = self.members[at];
        (passages, span.len(), u32::MAX - doc, u32::MAX - span.begin)
    }

    /// The sides of passages by place, in their order: where those of each place begin, and all.
    pub(super) fn sides(&self) -> (Vec<u32>, Vec<u32>) {
        let mut begins = vec![0; self.members.len() + 1];
        let all = || self.of.as_flattened().iter().map(|&place| place as usize);
        all().for_each(|place| begins[place + 1] += 1);
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        let mut ends = begins.clone();
        let mut sides = vec![0; 2 * self.of.len()];
        for (side, place) in (0..).zip(all()) {
            sides[ends[place] as usize] = side;
            ends[place] += 1;
        }
        (begins, sides)
    }
}
