//! Running text, as sentences and paragraphs.

use std::ops::RangeInclusive;

use super::Language;
use crate::random::Random;

/// Writes texts.
pub(crate) struct Writer<'a> {
    pub(crate) language: &'a Language,
    pub(crate) random: Random,
}

impl Writer<'_> {
    /// A number in a range.
    pub(crate) fn from(&mut self, range: RangeInclusive<usize>) -> usize {
        range.start() + self.random.below(range.end() - range.start() + 1)
    }

    /// Words of running text.
    pub(crate) fn words(&mut self, count: RangeInclusive<usize>) -> Vec<String> {
        let count = self.from(count);
        self.run(count)
    }

    /// So many of them.
    pub(crate) fn run(&mut self, count: usize) -> Vec<String> {
        let mut ranks = vec![self.language.draw(&mut self.random)];
        while ranks.len() <= count {
            let last = ranks[ranks.len() - 1];
            self.language.next(last, &mut self.random, &mut ranks);
        }
        ranks[1..=count]
            .iter()
            .map(|rank| self.language.word(*rank).to_owned())
            .collect()
    }

    /// A word by its frequency.
    pub(crate) fn word(&mut self) -> String {
        let rank = self.language.draw(&mut self.random);
        self.language.word(rank).to_owned()
    }

    /// A word as it comes behind another.
    pub(crate) fn next_word(&mut self) -> String {
        self.words(1..=1).concat()
    }

    /// Words of sentences: the first of each in upper case, the last with its point.
    pub(crate) fn prose(&mut self, count: RangeInclusive<usize>) -> Vec<String> {
        let mut words = self.words(count);
        let mut at = 0;
        while at < words.len() {
            let end = (at + self.from(6..=24)).min(words.len());
            // No sentence of two words at the end.
            let end = if words.len() - end < 4 {
                words.len()
            } else {
                end
            };
            words[at] = capital(&words[at]);
            for word in &mut words[at..end - 1] {
                if self.random.chance(0.06) {
                    word.push(',');
                }
            }
            words[end - 1].push('.');
            at = end;
        }
        words
    }

    /// A heading.
    pub(crate) fn heading(&mut self) -> String {
        capital(&self.words(4..=9).join(" "))
    }

    /// A name of two words.
    pub(crate) fn name(&mut self) -> String {
        let words = self.words(2..=2);
        words
            .iter()
            .map(|word| capital(word))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// A text with a share of its words replaced, left out or followed by another, which `other` gives.
    pub(crate) fn edited(
        &mut self,
        text: &[String],
        share: f64,
        other: fn(&mut Self) -> String,
    ) -> Vec<String> {
        let mut out = Vec::with_capacity(text.len());
        for word in text {
            let dice = self.random.unit();
            if dice >= share {
                out.push(word.clone());
            } else if dice < share * 0.6 {
                out.push(other(self));
            } else if dice < share * 0.8 {
                out.extend([word.clone(), other(self)]);
            }
        }
        out
    }

    /// Words as paragraphs of some sentences.
    pub(crate) fn paragraphs(&mut self, words: &[String]) -> Vec<String> {
        let mut paragraphs = Vec::new();
        let mut paragraph: Vec<&str> = Vec::new();
        let mut least = self.from(30..=80);
        for word in words {
            paragraph.push(word);
            if paragraph.len() >= least && word.ends_with('.') {
                paragraphs.push(std::mem::take(&mut paragraph).join(" "));
                least = self.from(30..=80);
            }
        }
        if !paragraph.is_empty() {
            paragraphs.push(paragraph.join(" "));
        }
        paragraphs
    }
}

/// The word with its first letter in upper case.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
