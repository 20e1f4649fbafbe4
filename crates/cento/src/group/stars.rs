//! Groups of sentences: one, and those that match it.
//!
//! Sentences that match have half of their words in common, in any order, and so has the next with one of these: what is reached by
//! way of others may have nothing of the first. Nothing can be carried over from one to the next, as it can along stretches of
//! text. So a group is a sentence with those that match it; the one that most others match comes first, and what is not
//! among its own is left for the next.
//!
//! - Promise: in each group there is a sentence that all others match. Every passage is in one group.
//! - Cost: that of going through the passages of a sentence once for each sentence that it is grouped with.

use std::collections::BinaryHeap;

use super::cluster::{Linked, Member};
use super::locus::Joint;
use super::places::Places;
use crate::error::Result;

/// Which passages are left at each place.
struct Left {
    /// For each place, its passages; those that were taken are dropped by and by.
    at: Vec<Vec<u32>>,
    /// How many of them are left.
    counts: Vec<u32>,
    is_taken: Vec<bool>,
}

impl Left {
    fn new(places: &Places) -> Self {
        let mut at = vec![Vec::new(); places.members.len()];
        for (passage, of) in (0..).zip(&places.of) {
            of.iter()
                .for_each(|&place| at[place as usize].push(passage));
        }
        Self {
            counts: at.iter().map(|all: &Vec<u32>| all.len() as u32).collect(),
            is_taken: vec![false; places.of.len()],
            at,
        }
    }

    /// Takes the passages at a place of which both ends are among `own`.
    fn take(&mut self, place: u32, places: &Places, own: &[bool], taken: &mut Vec<u32>) {
        let Self {
            at,
            counts,
            is_taken,
        } = self;
        at[place as usize].retain(|&passage| {
            let of = places.of[passage as usize];
            let is_own = of.iter().all(|&place| own[place as usize]);
            if is_own && !is_taken[passage as usize] {
                is_taken[passage as usize] = true;
                of.iter().for_each(|&place| counts[place as usize] -= 1);
                taken.push(passage);
            }
            !is_taken[passage as usize]
        });
    }
}

/// Calls `each` with the sentence that all others of a group match, and the group's passages.
pub(super) fn stars(
    passages: &[Linked],
    mut each: impl FnMut(Member, &[Linked]) -> Result<()>,
) -> Result<()> {
    let places = Places::new(passages, Joint::Sentences);
    let mut left = Left::new(&places);
    let fullness = |left: &Left, at: u32| {
        let count = left.counts[at as usize];
        (places.fullness(at as usize, count as usize), at)
    };
    let all = 0..places.members.len() as u32;
    let mut next: BinaryHeap<_> = all.map(|at| fullness(&left, at)).collect();
    let mut own = vec![false; places.members.len()];
    let (mut star, mut taken, mut group) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(found) = next.pop() {
        let (_, first) = found;
        if left.counts[first as usize] == 0 {
            continue;
        }
        let now = fullness(&left, first);
        if now != found {
            // Some of its passages were taken in the meantime.
            next.push(now);
            continue;
        }
        star.clear();
        star.push(first);
        for &passage in &left.at[first as usize] {
            if !left.is_taken[passage as usize] {
                star.extend(places.of[passage as usize]);
            }
        }
        star.sort_unstable();
        star.dedup();
        star.iter().for_each(|&place| own[place as usize] = true);
        taken.clear();
        for &place in &star {
            left.take(place, &places, &own, &mut taken);
        }
        star.iter().for_each(|&place| own[place as usize] = false);
        taken.sort_unstable();
        group.clear();
        group.extend(taken.iter().map(|&at| passages[at as usize]));
        each(places.members[first as usize], &group)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::align::Counts;
    use crate::find::overlap::Overlap;
    use crate::find::pairs::Located;
    use crate::span::TokenSpan;

    /// Sentences that match, each by its number.
    fn linked(pairs: &[(u32, u32)]) -> Vec<Linked> {
        let span = |number: u32| TokenSpan {
            begin: 10 * (number % 3),
            end: 10 * (number % 3) + 9,
        };
        let all = (0..).zip(pairs).map(|(number, &(x, y))| Linked {
            root: 0,
            number,
            passage: Located {
                a: x / 3,
                b: y / 3,
                a_span: span(x),
                b_span: span(y),
                counts: Counts::default(),
                overlap: Overlap::default(),
            },
        });
        all.collect()
    }

    fn groups(pairs: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut groups = Vec::new();
        let done = stars(&linked(pairs), |core, group| {
            let has_core =
                |linked: &Linked| linked.passage.a == core.doc || linked.passage.b == core.doc;
            assert!(group.iter().any(has_core));
            groups.push(group.iter().map(|linked| linked.number).collect());
            Ok(())
        });
        assert!(done.is_ok());
        groups
    }

    #[test]
    fn what_is_reached_by_way_of_others_is_another_group() {
        // 0 matches 3, 6 and 9, of which two match each other; 9 matches 12, and that 15.
        let pairs = [(0, 3), (0, 6), (0, 9), (3, 6), (9, 12), (12, 15)];
        assert_eq!(groups(&pairs), [vec![0, 1, 2, 3], vec![4, 5]]);
    }

    proptest! {
        #[test]
        fn in_each_group_there_is_one_that_all_others_match(
            pairs in proptest::collection::btree_set((0u32..40, 0u32..40), 1..120),
        ) {
            let mut pairs: Vec<(u32, u32)> = pairs
                .into_iter()
                .filter(|(x, y)| x / 3 < y / 3)
                .collect();
            pairs.dedup();
            let found = groups(&pairs);
            let mut all: Vec<u32> = found.concat();
            all.sort_unstable();
            prop_assert!(all.into_iter().eq(0..pairs.len() as u32), "each passage once");
            let mut last = usize::MAX;
            for group in &found {
                let own: Vec<(u32, u32)> = group.iter().map(|&at| pairs[at as usize]).collect();
                let mut members: Vec<u32> = own.iter().flat_map(|&(x, y)| [x, y]).collect();
                members.sort_unstable();
                members.dedup();
                let matches = |one: u32| own.iter().filter(|&&(x, y)| x == one || y == one).count();
                let most = members.iter().map(|&one| matches(one)).max().unwrap_or(0);
                prop_assert_eq!(most, members.len() - 1);
                // The largest first.
                prop_assert!(most <= last);
                last = most;
            }
        }
    }
}
