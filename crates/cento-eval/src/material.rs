//! Real text to make pairs of documents from.

use std::cell::OnceCell;

use anyhow::{Result, bail};
use cento::hash::roll;
use cento::token::{Tokenizer, Tokens, Words};

use crate::random::Random;

/// Documents, each as its words.
pub(crate) struct Material<'t> {
    /// The words of each document.
    pub(crate) texts: Vec<Vec<&'t str>>,
    /// The distinct shingles of five tokens of each, in order, once they are asked for.
    shingles: Vec<OnceCell<Vec<u64>>>,
}

impl<'t> Material<'t> {
    /// Takes up the documents that have at least so many words, as `split` tells these.
    pub(crate) fn new(
        texts: impl IntoIterator<Item = &'t str>,
        least: usize,
        split: impl Fn(&'t str) -> Vec<&'t str>,
    ) -> Self {
        let texts: Vec<Vec<&str>> = texts
            .into_iter()
            .map(split)
            .filter(|words| words.len() >= least)
            .collect();
        let shingles = texts.iter().map(|_| OnceCell::new()).collect();
        Self { texts, shingles }
    }

    /// Fails where there is too little to make pairs of.
    pub(crate) fn check(&self) -> Result<()> {
        if self.texts.len() < 20 {
            bail!("only {} documents are long enough", self.texts.len());
        }
        Ok(())
    }

    /// Puts `words` words of other documents around and between the passages.
    pub(crate) fn fill(
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
    pub(crate) fn unrelated(&self, source: usize, random: &mut Random) -> usize {
        let mut other = source;
        for _ in 0..50 {
            other = random.below(self.texts.len());
            let (x, y) = (self.shingles(source), self.shingles(other));
            let (small, large) = if x.len() < y.len() { (x, y) } else { (y, x) };
            let is_shared = |shingle: &&u64| large.binary_search(shingle).is_ok();
            let shared = small.iter().filter(is_shared).count();
            if other != source && shared * 50 <= small.len() {
                break;
            }
        }
        other
    }

    fn shingles(&self, text: usize) -> &[u64] {
        self.shingles[text].get_or_init(|| {
            let mut values = Vec::new();
            roll(&tokens(&self.texts[text].join(" ")).hashes, 5, &mut values);
            values.sort_unstable();
            values.dedup();
            values
        })
    }
}

/// The tokens of a text.
pub(crate) fn tokens(text: &str) -> Tokens {
    let mut tokens = Tokens::default();
    Words::default().tokenize(text, &mut tokens);
    tokens
}

/// `count` words in a row from a random place.
pub(crate) fn stretch<'w, 't>(
    words: &'w [&'t str],
    count: usize,
    random: &mut Random,
) -> &'w [&'t str] {
    let begin = random.below(words.len() - count + 1);
    &words[begin..begin + count]
}

/// One to five passages of `words` with `count` words in all, in their order.
pub(crate) fn passages<'t>(
    words: &[&'t str],
    count: usize,
    random: &mut Random,
) -> Vec<Vec<&'t str>> {
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
