//! Pairs of documents of every class, made from real text.
//!
//! Document a is a stretch of a real one. Document b takes passages from it, edits some of their
//! words, and fills up with other real text that shares next to nothing with a. How much is taken
//! and how long b is follow from the two containments drawn for the class.

use anyhow::Result;
use cento::token::Tokens;

use crate::edits::{Editor, Forms, PLAIN};
use crate::material::{Material, passages, stretch, tokens};
use crate::random::Random;

/// The classes, with the range of the larger and of the smaller containment. Drawn a little inside
/// the borders at 0.8, 0.5 and 0.1, since a pair at a border has no true class.
pub(crate) const CLASSES: [(&str, [f64; 2], [f64; 2]); 7] = [
    ("C1", [0.83, 0.98], [0.83, 0.98]),
    ("C2", [0.83, 0.98], [0.53, 0.77]),
    ("C3", [0.83, 0.98], [0.13, 0.47]),
    ("C4", [0.53, 0.77], [0.53, 0.77]),
    ("C5", [0.53, 0.77], [0.13, 0.47]),
    ("C6", [0.13, 0.47], [0.13, 0.47]),
    ("none", [0.0, 0.0], [0.0, 0.0]),
];

/// A document of a pair.
pub(crate) struct Document {
    /// Its text.
    pub(crate) text: String,
    /// Its tokens.
    pub(crate) tokens: Tokens,
}

/// Two documents and the class they were made for.
pub(crate) struct Pair {
    /// The two.
    pub(crate) documents: [Document; 2],
    /// Which of [`CLASSES`].
    pub(crate) class: usize,
}

/// A document with fewer words is not used.
const LEAST_WORDS: usize = 150;

/// Makes pairs.
pub(crate) struct Maker<'t> {
    material: Material<'t>,
    /// None: no word becomes another form of it.
    forms: Forms<'t>,
}

impl<'t> Maker<'t> {
    /// Takes up the documents that are long enough.
    pub(crate) fn new(texts: &'t [String]) -> Self {
        let texts = texts.iter().map(String::as_str);
        let words = |text: &'t str| text.split_whitespace().collect();
        Self {
            material: Material::new(texts, LEAST_WORDS, words),
            forms: Forms::default(),
        }
    }

    /// Makes `each` pairs of every class; up to a share `edits` of the copied words is edited.
    pub(crate) fn pairs(&self, each: usize, edits: f64, seed: u64) -> Result<Vec<Pair>> {
        self.material.check()?;
        let mut pairs = Vec::new();
        for class in 0..CLASSES.len() {
            for number in 0..each {
                let mut random = Random::part(seed, (class * each + number) as u64);
                pairs.push(self.pair(class, edits, &mut random));
            }
        }
        Ok(pairs)
    }

    fn pair(&self, class: usize, edits: f64, random: &mut Random) -> Pair {
        let (_, more, less) = CLASSES[class];
        let mut draw = |[from, to]: [f64; 2]| from + (to - from) * random.unit();
        let (more, less) = (draw(more), draw(less));
        // Either may be the source's.
        let (in_a, in_b) = if random.chance(0.5) {
            (more, less)
        } else {
            (less, more)
        };
        let texts = &self.material.texts;
        let source = random.below(texts.len());
        let longest = texts[source].len().min(1500);
        let words = LEAST_WORDS + random.below(longest - LEAST_WORDS + 1);
        let a = stretch(&texts[source], words, random);
        // More is copied to make up for the words that are edited.
        let edits = edits * random.unit();
        let kept = 1.0 - 0.75 * edits;
        let copied = ((in_a * words as f64 / kept) as usize).min(words);
        let editor = Editor {
            mix: PLAIN,
            texts,
            forms: &self.forms,
        };
        let mut b = editor.edited(&passages(a, copied, random), edits, random);
        if class + 1 == CLASSES.len() {
            b = vec![Vec::new()];
        }
        let length = match in_b {
            0.0 => words,
            in_b => (in_a * words as f64 / in_b) as usize,
        };
        let copied: usize = b.iter().map(Vec::len).sum();
        self.material
            .fill(&mut b, length.saturating_sub(copied), source, random);
        let mut texts = [a.join(" "), b.concat().join(" ")];
        if random.chance(0.5) {
            texts.swap(0, 1);
        }
        let documents = texts.map(|text| Document {
            tokens: tokens(&text),
            text,
        });
        Pair { documents, class }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// By shared words in order, which is what was copied: all words here are distinct.
    #[test]
    fn containments_fall_in_the_ranges_of_the_class() {
        let texts: Vec<String> = (0..30)
            .map(|d| {
                (0..900)
                    .map(|w| format!("d{d}w{w}"))
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        let maker = Maker::new(&texts);
        for pair in maker.pairs(20, 0.1, 7).unwrap() {
            let [a, b] = &pair.documents;
            let set = |d: &Document| d.tokens.hashes.iter().copied().collect::<HashSet<u64>>();
            let (x, y) = (set(a), set(b));
            let shared = x.intersection(&y).count() as f64;
            let (mut more, mut less) = (shared / x.len() as f64, shared / y.len() as f64);
            if more < less {
                std::mem::swap(&mut more, &mut less);
            }
            let (name, high, low) = CLASSES[pair.class];
            let near = |value: f64, [from, to]: [f64; 2]| value > from - 0.03 && value < to + 0.03;
            assert!(near(more, high) && near(less, low), "{name}: {more} {less}");
        }
    }
}
