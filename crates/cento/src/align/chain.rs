//! Fragments joined over gaps: a page header, a lost line, a stretch too damaged to follow.

use super::columns::Counts;
use crate::span::TokenSpan;

/// An alignment without large gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fragment {
    pub(super) a: TokenSpan,
    pub(super) b: TokenSpan,
    pub(super) score: i32,
    /// The columns of its alignment.
    pub(super) counts: Counts,
}

/// Fragments before it that one may be joined to.
const LOOK_BACK: usize = 64;

/// Words of two neighbours that may stand in both, as ends grow a little too far.
const OVERLAP: u32 = 6;

impl Fragment {
    /// Whether another runs over the same words: extended from elsewhere, it got past a place where that one
    /// ended.
    fn holds(&self, other: &Self) -> bool {
        let inside = |x: TokenSpan, y: TokenSpan| x.begin <= y.begin && y.end <= x.end;
        let diagonal = |a: u32, b: u32| i64::from(b) - i64::from(a);
        let first = diagonal(self.a.begin, self.b.begin);
        let last = diagonal(self.a.end, self.b.end);
        let between = first.min(last) - i64::from(OVERLAP)..=first.max(last) + i64::from(OVERLAP);
        inside(self.a, other.a)
            && inside(self.b, other.b)
            && between.contains(&diagonal(other.a.begin, other.b.begin))
    }
}

/// What the gap between two fragments costs; `None` where the second does not follow the first.
fn gap_cost(first: &Fragment, second: &Fragment, max_gap: u32) -> Option<i32> {
    if second.a.end <= first.a.end || second.b.end <= first.b.end || second.b.begin < first.b.begin
    {
        return None;
    }
    // Two that have met run on over the same words of both sides.
    let overlap = |end: u32, begin: u32| end.saturating_sub(begin);
    let a_overlap = overlap(first.a.end, second.a.begin);
    let b_overlap = overlap(first.b.end, second.b.begin);
    let least = a_overlap.min(b_overlap);
    if least > 0 && a_overlap.abs_diff(b_overlap) <= OVERLAP + least / 8 {
        return Some(0);
    }
    let gap = |overlap: u32, end: u32, begin: u32| {
        (overlap <= OVERLAP).then_some(begin.saturating_sub(end))
    };
    let a = gap(a_overlap, first.a.end, second.a.begin)?;
    let b = gap(b_overlap, first.b.end, second.b.begin)?;
    // What stands in both neighbours is not there twice.
    if a.max(b) + a_overlap.max(b_overlap) > max_gap {
        return None;
    }
    // Words that stand on one side only are one insertion, however long; words on both sides
    // that do not agree tell against it one by one.
    let difference = a.abs_diff(b) as i32;
    let opened = if difference > 0 {
        4 + difference / 2
    } else {
        0
    };
    Some(2 * a.min(b) as i32 + opened)
}

/// Fragments joined to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) a: TokenSpan,
    pub(super) b: TokenSpan,
    /// That of all fragments, gaps aside.
    pub(super) score: i32,
    /// The last of its fragments; [`Chains::before`] gives the others.
    pub(super) last: usize,
    /// How many.
    pub(super) fragments: usize,
}

/// Chains of fragments; their memory is used again from pair to pair.
#[derive(Debug, Default)]
pub(super) struct Chains {
    pub(super) found: Vec<Chain>,
    /// For each fragment, the one before it in its chain.
    pub(super) before: Vec<Option<usize>>,
    scores: Vec<i32>,
    order: Vec<usize>,
    used: Vec<bool>,
}

impl Chains {
    /// Joins `fragments`, which get sorted, into chains in order of `a`.
    pub(super) fn find(&mut self, fragments: &mut Vec<Fragment>, max_gap: u32) {
        let Self {
            found,
            before,
            scores,
            order,
            used,
        } = self;
        // Longer ones before those they hold.
        fragments.sort_unstable_by_key(|fragment| {
            let less = u32::MAX - fragment.a.end;
            (fragment.a.begin, fragment.b.begin, less, fragment.b.end)
        });
        let mut kept: usize = 0;
        for i in 0..fragments.len() {
            let fragment = fragments[i];
            let before = &fragments[kept.saturating_sub(LOOK_BACK)..kept];
            if !before.iter().any(|other| other.holds(&fragment)) {
                fragments[kept] = fragment;
                kept += 1;
            }
        }
        fragments.truncate(kept);
        scores.clear();
        before.clear();
        for (i, fragment) in fragments.iter().enumerate() {
            let joined = (i.saturating_sub(LOOK_BACK)..i)
                .rev()
                .filter_map(|j| {
                    let cost = gap_cost(&fragments[j], fragment, max_gap)?;
                    // Both must be worth more than the gap between them.
                    (cost < scores[j].min(fragment.score)).then(|| (scores[j] - cost, j))
                })
                .max();
            scores.push(fragment.score + joined.map_or(0, |(score, _)| score));
            before.push(joined.map(|(_, j)| j));
        }
        // Best chains first; a fragment belongs to one.
        order.clear();
        order.extend(0..fragments.len());
        order.sort_by_key(|&i| (-scores[i], i));
        used.clear();
        used.resize(fragments.len(), false);
        found.clear();
        for &last in &*order {
            if used[last] {
                continue;
            }
            used[last] = true;
            let mut chain = Chain {
                a: fragments[last].a,
                b: fragments[last].b,
                score: fragments[last].score,
                last,
                fragments: 1,
            };
            let mut at = last;
            while let Some(previous) = before[at] {
                if used[previous] {
                    before[at] = None;
                    break;
                }
                used[previous] = true;
                chain.a.begin = fragments[previous].a.begin;
                chain.b.begin = fragments[previous].b.begin;
                chain.score += fragments[previous].score;
                chain.fragments += 1;
                at = previous;
            }
            found.push(chain);
        }
        found.sort_unstable_by_key(|chain| (chain.a.begin, chain.b.begin, chain.a.end));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fragment(a: u32, b: u32, length: u32) -> Fragment {
        let span = |begin| TokenSpan {
            begin,
            end: begin + length,
        };
        Fragment {
            a: span(a),
            b: span(b),
            score: 2 * length as i32,
            counts: Counts::default(),
        }
    }

    fn spans(fragments: &[Fragment]) -> Vec<(u32, u32, u32, u32)> {
        let mut chains = Chains::default();
        chains.find(&mut fragments.to_vec(), 25);
        let spans = chains.found.iter();
        spans
            .map(|chain| (chain.a.begin, chain.a.end, chain.b.begin, chain.b.end))
            .collect()
    }

    #[test]
    fn what_follows_over_a_short_gap_is_joined() {
        // Twelve words of a header in `b`.
        let found = spans(&[fragment(0, 0, 30), fragment(30, 42, 30)]);
        assert_eq!(found, [(0, 60, 0, 72)]);
        // Three damaged words in both.
        let found = spans(&[fragment(0, 0, 10), fragment(13, 13, 10)]);
        assert_eq!(found, [(0, 23, 0, 23)]);
    }

    #[test]
    fn what_runs_over_the_same_words_is_one() {
        // Met and run on; inside another; inside another on its way.
        let found = spans(&[fragment(0, 0, 60), fragment(20, 22, 80)]);
        assert_eq!(found, [(0, 100, 0, 102)]);
        let found = spans(&[fragment(0, 0, 60), fragment(20, 21, 30)]);
        assert_eq!(found, [(0, 60, 0, 60)]);
        // A passage that the first text has once and the second, inside the same stretch, again.
        let found = spans(&[fragment(0, 0, 100), fragment(20, 60, 20)]);
        assert_eq!(found, [(0, 100, 0, 100), (20, 40, 60, 80)]);
    }

    #[test]
    fn what_does_not_follow_is_not() {
        // In another order.
        let found = spans(&[fragment(0, 40, 30), fragment(30, 0, 30)]);
        assert_eq!(found, [(0, 30, 40, 70), (30, 60, 0, 30)]);
        // Too far.
        assert_eq!(spans(&[fragment(0, 0, 30), fragment(30, 60, 30)]).len(), 2);
        // Short phrases with as many other words between them.
        assert_eq!(spans(&[fragment(0, 0, 5), fragment(11, 11, 5)]).len(), 2);
    }
}
