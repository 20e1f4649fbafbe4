//! Which slide stands beside which: of all slides of two decks that have something in common, those most alike.

use std::collections::BTreeMap;

use super::slides::SlidePair;

/// What two slides that have something in common are to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlideRelation {
    /// For one of the two at least, no slide of the other deck is more alike.
    Counterpart,
    /// No other is more alike, and yet they have only a few words in common.
    Faint,
    /// Each has another that is more alike.
    #[default]
    Other,
    /// They have nothing in common but what their decks are made on.
    Template,
}

impl SlideRelation {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counterpart => "counterpart",
            Self::Faint => "faint",
            Self::Other => "other",
            Self::Template => "template",
        }
    }
}

/// Slides that are less alike, in ten thousandths, and share neither picture nor notes, have a few words in common.
const FAINT: u64 = 3000;

/// Tells of all slides of two decks that have something in common what they are to each other.
pub(super) fn relate(pairs: &mut [SlidePair]) {
    // By side and number, the one most like it; of several alike, the first.
    let mut best: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    for (at, pair) in pairs.iter().enumerate() {
        if pair.is_template() {
            continue;
        }
        for (side, number) in [pair.a, pair.b].into_iter().enumerate() {
            let known = best.entry((side, number)).or_insert(at);
            if likeness(&pairs[*known]) < likeness(pair) {
                *known = at;
            }
        }
    }
    for pair in pairs.iter_mut().filter(|pair| pair.is_template()) {
        pair.relation = SlideRelation::Template;
    }
    for at in best.into_values() {
        let pair = &mut pairs[at];
        let is_more = pair.pictures > 0 || pair.notes > 0 || likeness(pair).0 >= FAINT;
        pair.relation = match is_more {
            true => SlideRelation::Counterpart,
            false => SlideRelation::Faint,
        };
    }
}

/// Twice what is the same against what both have, without the template, in ten thousandths; then the notes.
fn likeness(pair: &SlidePair) -> (u64, u32) {
    let beyond = |count: u32| u64::from(count.saturating_sub(pair.template));
    let all = beyond(pair.a_tokens) + beyond(pair.b_tokens);
    (20_000 * u64::from(pair.own()) / all.max(1), pair.notes)
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

    fn related(mut pairs: Vec<SlidePair>) -> Vec<&'static str> {
        relate(&mut pairs);
        pairs.iter().map(|pair| pair.relation.name()).collect()
    }

    #[test]
    fn each_slide_stands_beside_the_one_most_like_it() {
        // Slide 1 is most like slide 2 there; slide 3 is like no other, though that has a better one.
        let pairs = vec![pair(1, 1, 4), pair(1, 2, 8), pair(2, 1, 6), pair(3, 2, 5)];
        let told = ["other", "counterpart", "counterpart", "counterpart"];
        assert_eq!(related(pairs), told);
        // Of two alike the first, unless the notes tell.
        let same = |notes| SlidePair {
            notes,
            ..pair(1, 2, 8)
        };
        let twice = || vec![pair(1, 1, 8), pair(2, 1, 9)];
        assert_eq!(
            related([twice(), vec![same(0), pair(3, 2, 9)]].concat()),
            ["counterpart", "counterpart", "other", "counterpart"]
        );
        assert_eq!(
            related([twice(), vec![same(3), pair(3, 2, 9)]].concat()),
            ["other", "counterpart", "counterpart", "counterpart"]
        );
    }

    #[test]
    fn a_few_words_are_faint_and_a_template_is_no_counterpart() {
        let few = pair(1, 1, 2);
        let of_template = SlidePair {
            template: 9,
            ..pair(2, 2, 9)
        };
        let shown = SlidePair {
            pictures: 1,
            ..pair(3, 3, 2)
        };
        let said = SlidePair {
            notes: 1,
            ..pair(4, 4, 0)
        };
        assert_eq!(
            related(vec![few, of_template, shown, said]),
            ["faint", "template", "counterpart", "counterpart"]
        );
    }
}
