//! Pairs of every class, planned and then edited.
//!
//! What is planned is which share of either document is reused: drawn evenly within the levels of the class, up to their
//! borders, as people who label pairs meet them there too. As many words are taken from a stretch of real text, in one to
//! five pieces, in order or not; they are edited; real text that shares next to nothing with the first goes around them. The
//! class is the one that was planned, whatever is measured later: a reworded sentence is reused.

use anyhow::Result;
use cento::token::Tokens;

use crate::edits::{Editor, Forms, PEOPLE};
use crate::material::{Material, passages, stretch, tokens};
use crate::random::Random;

/// Most, considerable, partial; the share is at least the first and below the second.
const MOST: [f64; 2] = [0.8, 1.0];
const CONSIDERABLE: [f64; 2] = [0.5, 0.8];
const PARTIAL: [f64; 2] = [0.1, 0.5];
const NONE: [f64; 2] = [0.0, 0.0];

/// The classes, with the levels of the larger and of the smaller share.
pub(super) const CLASSES: [(&str, [[f64; 2]; 2]); 7] = [
    ("C1", [MOST, MOST]),
    ("C2", [MOST, CONSIDERABLE]),
    ("C3", [MOST, PARTIAL]),
    ("C4", [CONSIDERABLE, CONSIDERABLE]),
    ("C5", [CONSIDERABLE, PARTIAL]),
    ("C6", [PARTIAL, PARTIAL]),
    ("C7", [NONE, NONE]),
];

/// Mean words of the two documents of a pair, from and to: 300 on average, as the paper's sizes tell.
const WORDS: [usize; 2] = [200, 400];

/// A document with fewer words is not used: the longer of a pair may be nearly twice the mean.
const LEAST_WORDS: usize = 800;

/// How often pieces come in another order, where there are several.
const SHUFFLED: f64 = 0.5;

/// Two documents and what was planned.
pub(super) struct Pair {
    pub(super) documents: [Tokens; 2],
    /// Which of [`CLASSES`].
    pub(super) class: usize,
    /// Which share of each was to be reused.
    pub(super) shares: [f64; 2],
}

/// How pairs are made.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// Pairs of each class.
    pub(super) each: usize,
    /// Each pair has a share of reused words edited that is drawn evenly from none to this.
    pub(super) edits: f64,
    pub(super) seed: u64,
}

/// Makes pairs.
pub(super) struct Maker<'t> {
    pub(super) material: Material<'t>,
    pub(super) forms: Forms<'t>,
}

impl<'t> Maker<'t> {
    /// Of documents that are long enough.
    pub(super) fn new(texts: impl IntoIterator<Item = &'t str>) -> Result<Self> {
        let words = |text: &'t str| {
            let spans = tokens(text).spans.into_iter();
            spans
                .map(|span| &text[span.begin as usize..span.end as usize])
                .collect()
        };
        let material = Material::new(texts, LEAST_WORDS, words);
        material.check()?;
        let forms = Forms::new(&material.texts);
        Ok(Self { material, forms })
    }

    /// Pairs of all classes, one class behind the other.
    pub(super) fn pairs(&self, plan: Plan) -> Vec<Pair> {
        (0..CLASSES.len() * plan.each)
            .map(|number| {
                let mut random = Random::part(plan.seed, number as u64);
                self.pair(number / plan.each, plan.edits, &mut random)
            })
            .collect()
    }

    /// Edits words as people do.
    pub(super) fn editor(&self) -> Editor<'_, 't> {
        Editor {
            mix: PEOPLE,
            texts: &self.material.texts,
            forms: &self.forms,
        }
    }

    fn pair(&self, class: usize, edits: f64, random: &mut Random) -> Pair {
        let texts = &self.material.texts;
        let source = random.below(texts.len());
        let both = 2 * (WORDS[0] + random.below(WORDS[1] - WORDS[0] + 1));
        let mut shares = CLASSES[class].1.map(|level| from(level, random));
        if random.chance(0.5) {
            shares.swap(0, 1);
        }
        let (a, b) = if shares[0] == 0.0 {
            let other = self.material.unrelated(source, random);
            let a = stretch(&texts[source], both / 2, random).to_vec();
            (a, stretch(&texts[other], both / 2, random).to_vec())
        } else {
            // Both share the same words, so that their lengths are as the shares of the other.
            let words = (both as f64 * shares[1] / (shares[0] + shares[1])).round() as usize;
            let a = stretch(&texts[source], words, random).to_vec();
            let taken = (shares[0] * words as f64).round() as usize;
            let around = (taken as f64 / shares[1]).round() as usize - taken;
            let mut pieces = passages(&a, taken, random);
            if random.chance(SHUFFLED) {
                random.shuffle(&mut pieces);
            }
            let edits = edits * random.unit();
            let mut b = self.editor().edited(&pieces, edits, random);
            self.material.fill(&mut b, around, source, random);
            (a, b.concat())
        };
        Pair {
            documents: [a, b].map(|words| tokens(&words.join(" "))),
            class,
            shares,
        }
    }
}

/// A share of a level.
fn from([least, end]: [f64; 2], random: &mut Random) -> f64 {
    least + (end - least) * random.unit()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// All words are distinct, so that those in common are those that were taken.
    fn texts() -> Vec<String> {
        let text = |d: usize| (0..1000).map(move |w| format!("d{d}w{w}"));
        (0..30)
            .map(|d| text(d).collect::<Vec<_>>().join(" "))
            .collect()
    }

    fn common(pair: &Pair) -> [f64; 2] {
        let [x, y] = [0, 1].map(|at| {
            let hashes = pair.documents[at].hashes.iter().copied();
            hashes.collect::<HashSet<u64>>()
        });
        let shared = x.intersection(&y).count() as f64;
        [shared / x.len() as f64, shared / y.len() as f64]
    }

    #[test]
    fn what_was_planned_is_in_the_pair() {
        let texts = texts();
        let maker = Maker::new(texts.iter().map(String::as_str)).unwrap();
        let plan = Plan {
            each: 40,
            edits: 0.0,
            seed: 7,
        };
        let pairs = maker.pairs(plan);
        let (mut words, mut out_of_order) = (0, 0);
        for (at, pair) in pairs.iter().enumerate() {
            assert_eq!(pair.class, at / 40);
            let shares = common(pair);
            for (share, planned) in shares.iter().zip(pair.shares) {
                // A word more or less, of the sixty or more that there are.
                assert!((share - planned).abs() < 0.02, "{share} {planned}");
            }
            let [more, less] = CLASSES[pair.class].1;
            let (larger, smaller) = (shares[0].max(shares[1]), shares[0].min(shares[1]));
            for (share, [least, end]) in [(larger, more), (smaller, less)] {
                assert!(share > least - 0.02 && share < end + 0.02, "{pair:?}");
            }
            words += pair.documents[0].len() + pair.documents[1].len();
            let first = &pair.documents[0].hashes;
            let places = pair.documents[1].hashes.iter();
            let places: Vec<usize> = places
                .filter_map(|hash| first.iter().position(|other| other == hash))
                .collect();
            out_of_order += usize::from(!places.is_sorted());
        }
        let mean = words as f64 / (2 * pairs.len()) as f64;
        assert!((285.0..315.0).contains(&mean), "{mean}");
        assert!((60..150).contains(&out_of_order), "{out_of_order}");
    }

    #[test]
    fn edits_lower_what_is_in_common_and_not_the_class() {
        let texts = texts();
        let maker = Maker::new(texts.iter().map(String::as_str)).unwrap();
        let plan = Plan {
            each: 40,
            edits: 0.15,
            seed: 7,
        };
        let edited = maker.pairs(plan);
        let mean = |pairs: &[Pair], of: fn(&Pair) -> f64| {
            pairs.iter().map(of).sum::<f64>() / pairs.len() as f64
        };
        let first = &edited[..40];
        let (common, planned) = (
            mean(first, |pair| common(pair)[0]),
            mean(first, |pair| pair.shares[0]),
        );
        // Of the edits, 7.5 % of the words on average, seven in ten lose a word: words here have no forms.
        let lost = 1.0 - common / planned;
        assert!((0.035..0.07).contains(&lost), "{lost}");
        assert!(first.iter().all(|pair| pair.class == 0));
    }

    impl std::fmt::Debug for Pair {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "{} {:?}", CLASSES[self.class].0, self.shares)
        }
    }
}
