//! The places in a book where a text stands: one, or several where it is in pieces.

use super::locus::overlap;
use crate::span::TokenSpan;

/// Spans of one document, in order and apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent(Vec<TokenSpan>);

/// Words between two pieces that do not tear them apart: some pages of notes or pictures.
const NEAR: u32 = 1000;

/// Nor does this share of the words of both: a preface that one edition has in its middle.
const SHARE: u32 = 10;

impl Extent {
    /// What any of `spans` has; those that meet are one.
    pub(crate) fn of(spans: impl IntoIterator<Item = TokenSpan>) -> Self {
        let mut spans: Vec<TokenSpan> = spans.into_iter().collect();
        spans.sort_unstable();
        Self(joined(spans, |_, _| 0))
    }

    /// How many words it has.
    pub(crate) fn len(&self) -> u32 {
        self.spans().map(TokenSpan::len).sum()
    }

    /// Its spans.
    pub(crate) fn spans(&self) -> impl Iterator<Item = TokenSpan> + '_ {
        self.0.iter().copied()
    }

    /// Whether it has a word of `span`.
    pub(crate) fn meets(&self, span: TokenSpan) -> bool {
        let first = self.0.partition_point(|own| own.end <= span.begin);
        self.0.get(first).is_some_and(|own| own.begin < span.end)
    }

    /// How many words two have in common.
    fn shared(&self, other: &Self) -> u32 {
        let (mut own, mut others) = (&self.0[..], &other.0[..]);
        let mut shared = 0;
        while let ([x, own_rest @ ..], [y, others_rest @ ..]) = (own, others) {
            shared += overlap(*x, *y);
            // What ends first meets nothing that follows.
            if x.end <= y.end {
                own = own_rest;
            } else {
                others = others_rest;
            }
        }
        shared
    }

    /// Whether two are the same text of a book: each holds half of the other at least.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        2 * u64::from(self.shared(other)) >= u64::from(self.len().max(other.len()))
    }

    /// The same, with pieces that have little between them as one.
    pub(crate) fn closed(self) -> Self {
        let little = |x: TokenSpan, y: TokenSpan| NEAR.max(x.len().saturating_add(y.len()) / SHARE);
        Self(joined(self.0, little))
    }
}

/// Spans in order, with those as one between which there is no more than `most` says.
fn joined(spans: Vec<TokenSpan>, most: impl Fn(TokenSpan, TokenSpan) -> u32) -> Vec<TokenSpan> {
    let mut joined: Vec<TokenSpan> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.begin.saturating_sub(last.end) <= most(*last, span) => {
                last.end = last.end.max(span.end);
            }
            _ => joined.push(span),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn extent(spans: &[(u32, u32)]) -> Extent {
        Extent::of(spans.iter().map(|&(begin, end)| TokenSpan { begin, end }))
    }

    #[test]
    fn spans_that_meet_are_one() {
        let found = extent(&[(50, 60), (0, 10), (5, 20), (20, 30), (6, 7)]);
        assert_eq!(found, extent(&[(0, 30), (50, 60)]));
        assert_eq!(found.len(), 40);
        assert_eq!(extent(&[]).len(), 0);
    }

    #[test]
    fn what_stands_between_pieces_is_not_shared() {
        let halves = extent(&[(0, 5000), (15_000, 20_000)]);
        let between = extent(&[(5000, 15_000)]);
        assert!(!halves.is_same(&between) && !between.is_same(&halves));
        assert!(halves.is_same(&extent(&[(0, 5000)])));
        assert!(!halves.is_same(&extent(&[(0, 4999)])));
        assert!(!halves.is_same(&extent(&[(0, 20_001)])));
    }

    #[test]
    fn a_span_between_pieces_meets_none() {
        let pieces = extent(&[(10, 20), (30, 40)]);
        for (begin, end, meets) in [
            (0, 10, false),
            (20, 30, false),
            (40, 50, false),
            (19, 21, true),
        ] {
            assert_eq!(pieces.meets(TokenSpan { begin, end }), meets, "{begin}");
        }
        assert!(pieces.meets(TokenSpan { begin: 0, end: 50 }));
    }

    #[test]
    fn little_between_two_pieces_does_not_tear_them_apart() {
        assert_eq!(
            extent(&[(0, 200), (1200, 1300)]).closed(),
            extent(&[(0, 1300)])
        );
        let preface = extent(&[(0, 50_000), (54_000, 60_000)]);
        assert_eq!(preface.closed(), extent(&[(0, 60_000)]));
        let pieces = extent(&[(0, 5000), (6001, 10_000)]);
        assert_eq!(pieces.clone().closed(), pieces);
    }

    proptest! {
        #[test]
        fn shared_words_are_those_in_both(
            x in proptest::collection::vec((0u32..60, 0u32..12), 0..8),
            y in proptest::collection::vec((0u32..60, 0u32..12), 0..8),
        ) {
            let of = |spans: &[(u32, u32)]| {
                let ends: Vec<_> = spans.iter().map(|&(begin, length)| (begin, begin + length)).collect();
                extent(&ends)
            };
            let has = |spans: &[(u32, u32)], word| {
                let mut spans = spans.iter();
                spans.any(|&(begin, length)| (begin..begin + length).contains(&word))
            };
            let in_both = (0..80).filter(|&word| has(&x, word) && has(&y, word)).count();
            prop_assert_eq!(of(&x).shared(&of(&y)) as usize, in_both);
        }
    }
}
