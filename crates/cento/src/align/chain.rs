//! Fragments joined over gaps: a page header, a lost line, a stretch too damaged to follow.

use super::columns::Counts;
use crate::span::TokenSpan;

/// An alignment without large gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fragment {
    pub(super) a: TokenSpan,
    pub(super) b: TokenSpan,
    pub(super) score: i32,
    /// The columns of its alignment, where nothing was joined.
    pub(super) counts: Counts,
    /// The widest gap between joined ones, in words of both sides.
    pub(super) gap: Option<u32>,
}

/// Fragments before it that one may be joined to.
const LOOK_BACK: usize = 64;

/// Words of two neighbours that may stand in both, as ends grow a little too far.
const OVERLAP: u32 = 6;

/// What the gap between two fragments costs; `None` where the second does not follow the first.
fn gap_cost(first: &Fragment, second: &Fragment, max_gap: u32) -> Option<i32> {
    let gap = |end: u32, begin: u32| match begin.checked_sub(end) {
        Some(gap) => Some(gap),
        None => (end - begin <= OVERLAP).then_some(0),
    };
    let a = gap(first.a.end, second.a.begin)?;
    let b = gap(first.b.end, second.b.begin)?;
    if a.max(b) > max_gap || second.a.end <= first.a.end || second.b.end <= first.b.end {
        return None;
    }
    // Words that stand on one side only are one insertion, however long; words on both sides
    // that do not agree tell against it one by one.
    let difference = a.abs_diff(b) as i32;
    let opened = if difference > 0 { 4 + difference / 2 } else { 0 };
    Some(2 * a.min(b) as i32 + opened)
}

/// Joins fragments into chains: gives each chain's spans, in order of `a`.
pub(super) fn chains(fragments: &mut [Fragment], max_gap: u32, out: &mut Vec<Fragment>) {
    out.clear();
    fragments.sort_unstable_by_key(|fragment| (fragment.a.begin, fragment.b.begin, fragment.a.end));
    let mut scores: Vec<i32> = Vec::with_capacity(fragments.len());
    let mut before: Vec<Option<usize>> = Vec::with_capacity(fragments.len());
    for (i, fragment) in fragments.iter().enumerate() {
        let joined = (i.saturating_sub(LOOK_BACK)..i)
            .rev()
            .filter_map(|j| {
                let cost = gap_cost(&fragments[j], fragment, max_gap)?;
                // Both must be worth more than the gap between them.
                (cost < scores[j].min(fragment.score)).then(|| (scores[j] - cost, j))
            })
            .max_by_key(|&(score, j)| (score, j));
        scores.push(fragment.score + joined.map_or(0, |(score, _)| score));
        before.push(joined.map(|(_, j)| j));
    }
    // Best chains first; a fragment belongs to one.
    let mut order: Vec<usize> = (0..fragments.len()).collect();
    order.sort_by_key(|&i| (-scores[i], i));
    let mut used = vec![false; fragments.len()];
    for last in order {
        if used[last] {
            continue;
        }
        let mut chain = fragments[last];
        used[last] = true;
        let mut at = last;
        while let Some(previous) = before[at].filter(|&previous| !used[previous]) {
            used[previous] = true;
            chain.a.begin = fragments[previous].a.begin.min(chain.a.begin);
            chain.b.begin = fragments[previous].b.begin.min(chain.b.begin);
            chain.score += fragments[previous].score;
            let [a, b] = [
                (fragments[at].a.begin, fragments[previous].a.end),
                (fragments[at].b.begin, fragments[previous].b.end),
            ]
            .map(|(begin, end)| begin.saturating_sub(end));
            chain.gap = chain.gap.max(Some(a + b));
            at = previous;
        }
        out.push(chain);
    }
    out.sort_unstable_by_key(|chain| (chain.a.begin, chain.b.begin, chain.a.end));
}
