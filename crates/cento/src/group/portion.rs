//! Which part of one document is which part of another: passages that follow one another, as one.

use super::extent::Extent;
use crate::find::pairs::Located;
use crate::span::{TokenSpan, covered};

/// A stretch of one document that is a stretch of another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Portion {
    pub(crate) a: TokenSpan,
    pub(crate) b: TokenSpan,
    /// The share of the words of both stretches that are inside passages.
    pub(crate) aligned: f64,
    /// The same for every [`BIN`] words of `a`, the last of which may be fewer.
    pub(crate) bins: Vec<f64>,
    /// The pieces of it that are the same text throughout, as far as noise lets one see: passages, with what
    /// [is noise](is_noise) between them. Text that only one of the two has is between pieces.
    pub(crate) pieces: Vec<(TokenSpan, TokenSpan)>,
}

/// Words of a bin: about a page.
pub(crate) const BIN: u32 = 250;

/// Words between two passages of one portion: some pages of notes, pictures or lost text.
const GAP: u32 = 1000;

/// Words between two passages that may be noise, at most: so long a stretch without a word that can be read is none.
const NOISE: u32 = 5000;

/// A portion has so many words at least on both sides; less is a quotation.
const LEAST: u32 = 100;

/// The portions of a pair, by their places in `a`. `passages` are those of the pair, in order.
pub(crate) fn portions(passages: &[Located]) -> Vec<Portion> {
    let a_passages = Extent::of(passages.iter().map(|passage| passage.a_span));
    let b_passages = Extent::of(passages.iter().map(|passage| passage.b_span));
    let is_empty = |from: &Located, to: &Located| {
        let (a, b) = between(from, to);
        !a_passages.meets(a) && !b_passages.meets(b)
    };
    let mut open: Vec<Vec<&Located>> = Vec::new();
    for passage in passages {
        // Of the portions it may go on with, the nearest.
        let distance = |portion: &&mut Vec<&Located>| {
            let last = portion.last()?;
            let is_behind = |from: TokenSpan, to: TokenSpan| {
                // Neighbours may share a few words.
                to.begin >= from.begin && to.end > from.end
            };
            if !is_behind(last.a_span, passage.a_span) || !is_behind(last.b_span, passage.b_span) {
                return None;
            }
            let gaps = gaps(last, passage);
            // What stands elsewhere in the other document is no noise.
            let is_near = gaps.0.max(gaps.1) <= GAP || is_noise(gaps) && is_empty(last, passage);
            is_near.then_some(gaps.0 + gaps.1)
        };
        let nearest = open
            .iter_mut()
            .filter_map(|portion| Some((distance(&&mut *portion)?, portion)))
            .min_by_key(|(distance, _)| *distance);
        match nearest {
            Some((_, portion)) => portion.push(passage),
            None => open.push(vec![passage]),
        }
    }
    let portions = open.into_iter().filter_map(|passages| {
        let (a, b) = whole(&passages)?;
        if a.len().min(b.len()) < LEAST {
            return None;
        }
        let a_covered = covered(passages.iter().map(|passage| passage.a_span));
        let b_covered = covered(passages.iter().map(|passage| passage.b_span));
        Some(Portion {
            a,
            b,
            aligned: f64::from(a_covered + b_covered) / f64::from(a.len() + b.len()),
            bins: bins(a, BIN, passages.iter().map(|passage| passage.a_span)),
            pieces: pieces(&passages),
        })
    });
    let mut portions: Vec<Portion> = portions.collect();
    portions.sort_by_key(|portion| (portion.a, portion.b));
    portions
}

/// What stands in both documents between two passages.
fn between(from: &Located, to: &Located) -> (TokenSpan, TokenSpan) {
    let gap = |from: TokenSpan, to: TokenSpan| TokenSpan {
        begin: from.end,
        end: to.begin.max(from.end),
    };
    (gap(from.a_span, to.a_span), gap(from.b_span, to.b_span))
}

/// How many words that are.
fn gaps(from: &Located, to: &Located) -> (u32, u32) {
    let (a, b) = between(from, to);
    (a.len(), b.len())
}

/// Whether so many words of both documents between two passages are one text that is badly read: of other text,
/// one has more than the other. Noise makes two words of one, or one of two, and misses a few.
fn is_noise((a, b): (u32, u32)) -> bool {
    let (less, more) = (a.min(b), a.max(b));
    more <= NOISE && more - less <= more / 20 + 5
}

/// The passages of a portion, with those as one between which there is nothing but noise.
fn pieces(passages: &[&Located]) -> Vec<(TokenSpan, TokenSpan)> {
    let pieces = passages.chunk_by(|from, to| is_noise(gaps(from, to)));
    pieces.filter_map(whole).collect()
}

/// From the first of some passages that follow one another to the last.
fn whole(passages: &[&Located]) -> Option<(TokenSpan, TokenSpan)> {
    let (first, last) = (passages.first()?, passages.last()?);
    let span = |first: TokenSpan, last: TokenSpan| TokenSpan {
        begin: first.begin,
        end: last.end,
    };
    Some((
        span(first.a_span, last.a_span),
        span(first.b_span, last.b_span),
    ))
}

/// The share of each `bin` words of `whole` that `spans`, in the order of their beginnings, cover.
pub fn bins(whole: TokenSpan, bin: u32, spans: impl IntoIterator<Item = TokenSpan>) -> Vec<f64> {
    let mut counts = vec![0u32; whole.len().div_ceil(bin) as usize];
    // Up to here all is counted.
    let mut from = whole.begin;
    for span in spans {
        let mut at = span.begin.max(from);
        let end = span.end.min(whole.end);
        while at < end {
            let number = (at - whole.begin) / bin;
            let to = (whole.begin + (number + 1) * bin).min(end);
            counts[number as usize] += to - at;
            at = to;
        }
        from = from.max(end);
    }
    let size = |at: usize| (whole.len() - at as u32 * bin).min(bin);
    let shares = counts.iter().enumerate();
    shares
        .map(|(at, count)| f64::from(*count) / f64::from(size(at)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::Counts;
    use crate::find::overlap::Overlap;

    fn span(begin: u32, end: u32) -> TokenSpan {
        TokenSpan { begin, end }
    }

    fn passage(a: (u32, u32), b: (u32, u32)) -> Located {
        Located {
            a: 0,
            b: 1,
            a_span: span(a.0, a.1),
            b_span: span(b.0, b.1),
            counts: Counts::default(),
            overlap: Overlap::default(),
        }
    }

    #[test]
    fn passages_that_follow_one_another_are_one_portion() {
        let found = portions(&[
            passage((0, 300), (50, 350)),
            passage((400, 700), (360, 660)),
            passage((1600, 1900), (1500, 1800)),
        ]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].a, found[0].b), (span(0, 1900), span(50, 1800)));
        assert!((found[0].aligned - 1800.0 / 3650.0).abs() < 1e-12);
        assert_eq!(found[0].bins.len(), 8);
        assert_eq!(found[0].bins[0], 1.0);
        assert_eq!(found[0].bins[1], 150.0 / 250.0);
        assert_eq!(found[0].bins[3], 0.0);
        assert_eq!(found[0].bins[7], 150.0 / 150.0);
    }

    #[test]
    fn noise_does_not_break_a_portion() {
        let found = portions(&[
            passage((0, 300), (50, 350)),
            // As long on both sides: the same text, badly read,
            passage((2300, 2600), (2390, 2690)),
            // and other text, a little of it,
            passage((2700, 3000), (3590, 3890)),
            // and much of it.
            passage((5000, 5300), (4500, 4800)),
        ]);
        let spans: Vec<_> = found.iter().map(|one| (one.a, one.b)).collect();
        assert_eq!(
            spans,
            [
                (span(0, 3000), span(50, 3890)),
                (span(5000, 5300), span(4500, 4800)),
            ]
        );
        // Only noise is held to be the same.
        assert_eq!(
            found[0].pieces,
            [
                (span(0, 2600), span(50, 2690)),
                (span(2700, 3000), span(3590, 3890)),
            ]
        );
        assert_eq!(found[1].pieces, [(found[1].a, found[1].b)]);
    }

    #[test]
    fn noise_is_of_one_length_and_not_endless() {
        assert!(is_noise((0, 5)) && is_noise((5, 0)) && !is_noise((0, 6)));
        assert!(is_noise((2000, 2100)) && !is_noise((2000, 2200)));
        assert!(is_noise((5000, 4990)) && !is_noise((5001, 5001)));
    }

    #[test]
    fn stories_in_another_order_are_portions_of_their_own() {
        let found = portions(&[
            passage((0, 2000), (5000, 7000)),
            passage((2010, 4000), (3000, 4990)),
            passage((4010, 5000), (0, 990)),
            // A quotation. It is as far from the first story in both, but that is no noise.
            passage((4100, 4160), (9000, 9060)),
        ]);
        let spans: Vec<_> = found.iter().map(|one| (one.a.begin, one.b.begin)).collect();
        assert_eq!(spans, [(0, 5000), (2010, 3000), (4010, 0)]);
        assert!(found.iter().all(|portion| portion.aligned == 1.0));
    }

    #[test]
    fn what_stands_twice_is_mapped_twice() {
        // The second of each goes on with its own first.
        let found = portions(&[
            passage((0, 400), (0, 400)),
            passage((0, 400), (5000, 5400)),
            passage((450, 800), (450, 800)),
            passage((450, 800), (5450, 5800)),
        ]);
        let spans: Vec<_> = found.iter().map(|one| (one.a, one.b)).collect();
        assert_eq!(
            spans,
            [
                (span(0, 800), span(0, 800)),
                (span(0, 800), span(5000, 5800))
            ]
        );
    }

    #[test]
    fn bins_count_every_word_once() {
        let spans = [span(5, 20), span(10, 12), span(15, 30), span(90, 200)];
        let found = bins(span(0, 100), 30, spans);
        assert_eq!(found, [25.0 / 30.0, 0.0, 0.0, 1.0]);
        assert!(bins(span(3, 3), 30, spans).is_empty());
    }
}
