//! Pairs of documents of every class, made from real text.
//!
//! Document a is a stretch of a real one. Document b takes passages from it, edits some of their
//! words, and fills up with other real text that shares next to nothing with a. How much is taken
//! and how long b is follow from the two containments drawn for the class.

use std::collections::HashSet;

use anyhow::{Result, bail};
use cento::hash::roll;
use cento::token::{Tokenizer, Tokens, Words};

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

/// Real text to make pairs from.
pub(crate) struct Material<'t> {
    /// The words of each document, with the marks at them.
    texts: Vec<Vec<&'t str>>,
    /// The distinct shingles of five tokens of each.
    shingles: Vec<HashSet<u64>>,
}

/// A document with fewer words is not used.
const LEAST_WORDS: usize = 150;

impl<'t> Material<'t> {
    /// Takes up the documents that are long enough.
    pub(crate) fn new(texts: &'t [String]) -> Self {
        let mut material = Self {
            texts: Vec::new(),
            shingles: Vec::new(),
        };
        for text in texts {
            let words: Vec<&str> = text.split_whitespace().collect();
            if words.len() >= LEAST_WORDS {
                let mut values = Vec::new();
                roll(&tokens(text).hashes, 5, &mut values);
                material.texts.push(words);
                material.shingles.push(values.into_iter().collect());
            }
        }
        material
    }

    /// Makes `each` pairs of every class; up to a share `edits` of the copied words is edited.
    pub(crate) fn pairs(&self, each: usize, edits: f64, seed: u64) -> Result<Vec<Pair>> {
        if self.texts.len() < 20 {
            bail!(
                "only {} documents have {LEAST_WORDS} words or more",
                self.texts.len()
            );
        }
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
        let source = random.below(self.texts.len());
        let longest = self.texts[source].len().min(1500);
        let words = LEAST_WORDS + random.below(longest - LEAST_WORDS + 1);
        let a = stretch(&self.texts[source], words, random);
        // More is copied to make up for the words that are edited.
        let edits = edits * random.unit();
        let kept = 1.0 - 0.75 * edits;
        let copied = ((in_a * words as f64 / kept) as usize).min(words);
        let mut b = edited(&passages(a, copied, random), edits, &self.texts, random);
        if class + 1 == CLASSES.len() {
            b = vec![Vec::new()];
        }
        let length = match in_b {
            0.0 => words,
            in_b => (in_a * words as f64 / in_b) as usize,
        };
        let copied: usize = b.iter().map(Vec::len).sum();
        self.fill(&mut b, length.saturating_sub(copied), source, random);
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

    /// Puts `words` words of other documents around and between the passages.
    fn fill(
        &self,
        passages: &mut [Vec<&'t str>],
        words: usize,
        source: usize,
        random: &mut Random,
    ) {
        let mut left = words;
        let places = passages.len();
        for (at, passage) in passages.iter_mut().enumerate() {
            let mut share = if at + 1 == places {
                left
            } else {
                words / places
            };
            left -= share;
            while share > 0 {
                let other = self.unrelated(source, random);
                let text = &self.texts[other];
                let stretch = stretch(text, share.min(text.len()), random);
                share -= stretch.len();
                if random.chance(0.5) {
                    passage.extend(stretch);
                } else {
                    passage.splice(0..0, stretch.iter().copied());
                }
            }
        }
    }

    /// A document with hardly a shingle of `source`; after fifty tries, the last one tried.
    fn unrelated(&self, source: usize, random: &mut Random) -> usize {
        let mut other = source;
        for _ in 0..50 {
            other = random.below(self.texts.len());
            let (x, y) = (&self.shingles[source], &self.shingles[other]);
            let (small, large) = if x.len() < y.len() { (x, y) } else { (y, x) };
            let shared = small
                .iter()
                .filter(|shingle| large.contains(shingle))
                .count();
            if other != source && shared * 50 <= small.len() {
                break;
            }
        }
        other
    }
}

fn tokens(text: &str) -> Tokens {
    let mut tokens = Tokens::default();
    Words::default().tokenize(text, &mut tokens);
    tokens
}

/// `count` words in a row from a random place.
fn stretch<'w, 't>(words: &'w [&'t str], count: usize, random: &mut Random) -> &'w [&'t str] {
    let begin = random.below(words.len() - count + 1);
    &words[begin..begin + count]
}

/// One to five passages of `words` with `count` words in all, in their order.
fn passages<'t>(words: &[&'t str], count: usize, random: &mut Random) -> Vec<Vec<&'t str>> {
    let parts = 1 + random.below(5.min(count / 20 + 1));
    let mut skipped = words.len() - count;
    let mut at = 0;
    (0..parts)
        .map(|part| {
            let skip = random.below(skipped / (parts - part) * 2 + 1).min(skipped);
            skipped -= skip;
            let length = count * (part + 1) / parts - count * part / parts;
            let begin = at + skip;
            at = begin + length;
            words[begin..at].to_vec()
        })
        .collect()
}

/// The passages with this share of words replaced (half), left out or followed by another.
fn edited<'t>(
    passages: &[Vec<&'t str>],
    share: f64,
    texts: &[Vec<&'t str>],
    random: &mut Random,
) -> Vec<Vec<&'t str>> {
    let any = |random: &mut Random| {
        let text = &texts[random.below(texts.len())];
        random.pick(text)
    };
    let mut edit = |passage: &Vec<&'t str>| {
        let mut copy = Vec::with_capacity(passage.len());
        for &word in passage {
            let dice = random.unit();
            if dice >= share {
                copy.push(word);
            } else if dice < share * 0.5 {
                copy.push(any(random));
            } else if dice >= share * 0.75 {
                copy.extend([word, any(random)]);
            }
        }
        copy
    };
    passages.iter().map(&mut edit).collect()
}

#[cfg(test)]
mod tests {
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
        let material = Material::new(&texts);
        for pair in material.pairs(20, 0.1, 7).unwrap() {
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
