//! Where slides come from: one slide in several decks, from the oldest on.
//!
//! Two slides are one where half of the words and objects of each are in the other, beyond what their template has. A slide
//! comes from that one of the earlier slides that it has most in common with; of several alike, from the latest.
//!
//! What was taken over most comes first: the words and objects that slides have of the ones they come from, in all. Slides of a
//! few words and no picture, as "Thank you" and "Demo", come after all others: they are in many decks, and were not taken from any.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Almanac;
use super::slides::SlidePair;

/// A slide of a deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Slide {
    pub(crate) doc: u32,
    pub(crate) number: u32,
}

/// A slide, and the one it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Descendant {
    pub(crate) slide: Slide,
    /// None for the first.
    pub(crate) from: Option<Descent>,
}

/// What a slide has of an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Descent {
    pub(crate) slide: Slide,
    /// Words and objects in both, without those of the template.
    pub(crate) matched: u32,
    /// Words and objects of the one that has more.
    pub(crate) tokens: u32,
    /// Pictures in both, without those of the template.
    pub(crate) pictures: u32,
}

/// A slide of fewer words, and without a picture, is too common to tell where it comes from.
const FEW: u32 = 4;

/// Takes pairs of slides, and tells lineages.
#[derive(Default)]
pub(crate) struct Lineages {
    numbers: BTreeMap<Slide, usize>,
    /// The slide that stands for the lineage of each, by way of others.
    parents: Vec<usize>,
    from: Vec<Option<Descent>>,
}

impl Lineages {
    /// Two slides of these documents.
    pub(crate) fn add(&mut self, almanac: &Almanac, docs: (u32, u32), pair: &SlidePair) {
        let tokens = pair.a_tokens.max(pair.b_tokens);
        let (tokens, matched) = (tokens.saturating_sub(pair.template), pair.own());
        if matched == 0 || 2 * matched < tokens {
            return;
        }
        let slide = |doc, number| Slide { doc, number };
        let mut own = [slide(docs.0, pair.a), slide(docs.1, pair.b)];
        own.sort_by_key(|slide| age(almanac, *slide));
        let [earlier, later] = own.map(|slide| self.number(slide));
        let (x, y) = (self.root(earlier), self.root(later));
        self.parents[x.max(y)] = x.min(y);
        let descent = Descent {
            slide: own[0],
            matched,
            tokens,
            pictures: pair.pictures,
        };
        let is_better = self.from[later].is_none_or(|known| {
            let share =
                |of: &Descent| u64::from(of.matched) * u64::from(u32::MAX) / u64::from(of.tokens);
            let rank = |of: &Descent| (share(of), age(almanac, of.slide));
            rank(&descent) > rank(&known)
        });
        if is_better {
            self.from[later] = Some(descent);
        }
    }

    fn number(&mut self, slide: Slide) -> usize {
        let next = self.parents.len();
        let number = *self.numbers.entry(slide).or_insert(next);
        if number == next {
            self.parents.push(next);
            self.from.push(None);
        }
        number
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    /// Those that say something first, and of these those of which most was taken over; each from its oldest slide on, those
    /// without a date last.
    pub(crate) fn finish(mut self, almanac: &Almanac) -> Vec<Vec<Descendant>> {
        let mut lineages: BTreeMap<usize, Vec<Descendant>> = BTreeMap::new();
        for (slide, number) in std::mem::take(&mut self.numbers) {
            let from = self.from[number];
            let root = self.root(number);
            lineages
                .entry(root)
                .or_default()
                .push(Descendant { slide, from });
        }
        let mut lineages: Vec<_> = lineages.into_values().collect();
        for lineage in &mut lineages {
            lineage.sort_by_key(|descendant| age(almanac, descendant.slide));
        }
        lineages.sort_by_cached_key(|lineage| {
            let taken = || lineage.iter().filter_map(|one| one.from);
            let says = taken().any(|from| from.matched >= FEW || from.pictures > 0);
            let all: u64 = taken().map(|from| u64::from(from.matched)).sum();
            (
                !says,
                Reverse(all),
                Reverse(decks(lineage)),
                lineage.first().map(|first| first.slide),
            )
        });
        lineages
    }
}

/// What orders slides: their deck's date, those without one last, then their place.
fn age(almanac: &Almanac, slide: Slide) -> (bool, Option<i64>, Slide) {
    let begin = almanac.time(slide.doc).map(|time| time.begin);
    (begin.is_none(), begin, slide)
}

/// How many decks a lineage is in.
pub(crate) fn decks(lineage: &[Descendant]) -> usize {
    let mut docs: Vec<u32> = lineage.iter().map(|one| one.slide.doc).collect();
    docs.sort_unstable();
    docs.dedup();
    docs.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(a: u32, b: u32, matched: u32) -> SlidePair {
        SlidePair {
            a,
            b,
            matched,
            a_tokens: 10,
            b_tokens: 10,
            ..SlidePair::default()
        }
    }

    #[test]
    fn a_slide_comes_from_the_latest_that_is_most_like_it() {
        // Of 2003, 2001, 2002 and not dated.
        let almanac = Almanac::of_dates(&[Some("2003"), Some("2001"), Some("2002"), None]);
        let mut lineages = Lineages::default();
        // The slide of 2001 was changed in 2002, and kept so in 2003.
        lineages.add(&almanac, (1, 2), &pair(1, 5, 6));
        lineages.add(&almanac, (0, 1), &pair(7, 1, 6));
        lineages.add(&almanac, (0, 2), &pair(7, 5, 10));
        // One that is as near to both comes from the later.
        lineages.add(&almanac, (0, 3), &pair(7, 2, 9));
        lineages.add(&almanac, (2, 3), &pair(5, 2, 9));
        // Too little, and only a template.
        lineages.add(&almanac, (0, 1), &pair(8, 1, 4));
        let template = SlidePair {
            template: 10,
            ..pair(9, 2, 10)
        };
        lineages.add(&almanac, (0, 1), &template);
        // Another one, in two decks.
        lineages.add(&almanac, (0, 1), &pair(3, 3, 5));
        let told = lineages.finish(&almanac);
        let told: Vec<Vec<_>> = told
            .iter()
            .map(|lineage| {
                let name = |slide: Slide| (slide.doc, slide.number);
                let each = lineage.iter();
                each.map(|one| (name(one.slide), one.from.map(|from| name(from.slide))))
                    .collect()
            })
            .collect();
        assert_eq!(
            told,
            [
                vec![
                    ((1, 1), None),
                    ((2, 5), Some((1, 1))),
                    ((0, 7), Some((2, 5))),
                    ((3, 2), Some((0, 7))),
                ],
                vec![((1, 3), None), ((0, 3), Some((1, 3)))],
            ]
        );
    }

    #[test]
    fn what_says_most_comes_before_what_is_in_most_decks() {
        let almanac = Almanac::of_dates(&[None; 40]);
        let mut lineages = Lineages::default();
        let of = |slide, matched, pictures| SlidePair {
            a_tokens: matched,
            b_tokens: matched,
            pictures,
            ..pair(slide, slide, matched)
        };
        for deck in 1..40 {
            // "Thank you" closes all of them.
            lineages.add(&almanac, (0, deck), &of(9, 2, 0));
        }
        lineages.add(&almanac, (0, 1), &of(1, 30, 0));
        lineages.add(&almanac, (0, 1), &of(2, 1, 1));
        for deck in 1..5 {
            lineages.add(&almanac, (0, deck), &of(3, 10, 0));
        }
        lineages.add(&almanac, (0, 1), &of(4, 10, 0));
        let told = lineages.finish(&almanac);
        let slides: Vec<u32> = told.iter().map(|lineage| lineage[0].slide.number).collect();
        assert_eq!(slides, [3, 1, 4, 2, 9]);
    }
}
