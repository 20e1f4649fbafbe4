//! Books of 60,000 words, some of which are editions or partial copies of others.
//!
//! What matters to unique words is how many there are and how many two unrelated books share. A real novel of 60,000
//! words has some 4,000, a tenth of them in any other. Here the common words are those of the language; of its rarer
//! words each book prefers some, as a subject does; and some words, names mostly, come from a store of a million.

use std::collections::VecDeque;

use anyhow::Result;

use super::damage::Kind;
use super::document::date;
use super::language::Language;
use super::{Arguments, Copied, Document};
use crate::random::Random;

/// Words of a book.
const WORDS: usize = 60_000;

/// Words of the language that every book uses alike, and the share of all words that they are besides.
const COMMON: u32 = 1_500;
const COMMONLY: f64 = 0.6;

/// Of so many rarer words side by side a book prefers one.
const ALTERNATIVES: u64 = 2;

/// The share of words from the store, and how many it has.
const STORED: f64 = 0.01;
const STORE: usize = 1_000_000;

/// Writes one book after the other.
pub(crate) struct Books<'a> {
    language: &'a Language,
    arguments: &'a Arguments,
    /// Books that copy nothing, to copy from.
    window: VecDeque<(String, Vec<String>)>,
    number: u64,
}

impl<'a> Books<'a> {
    /// Nothing written yet.
    pub(crate) fn new(language: &'a Language, arguments: &'a Arguments) -> Self {
        Self {
            language,
            arguments,
            window: VecDeque::new(),
            number: 0,
        }
    }

    /// Hands over the next book, and what it copied.
    pub(crate) fn next(
        &mut self,
        write: impl FnOnce(&Document<'_>) -> Result<()>,
        tell: impl FnOnce(&Copied) -> Result<()>,
    ) -> Result<()> {
        let mut random = Random::part(self.arguments.seed, self.number);
        let id = format!("b{:08}", self.number);
        self.number += 1;
        let series = format!("series-{:02}", random.below(50));
        let date = date(&mut random);
        let mut words = self.words(&mut random);
        let copies = random.chance(self.arguments.share) && !self.window.is_empty();
        let mut text = String::new();
        if copies {
            let (source, theirs) = &self.window[random.below(self.window.len())];
            // From three tenths to all of it, put in the place of as many words of its own.
            let taken = WORDS * (3 + random.below(8)) / 10;
            let from = random.below(WORDS - taken + 1);
            let to = random.below(WORDS - taken + 1);
            let noise = random.pick(&[0, 1, 2, 5]);
            let source_text = |range: &[String]| range.join(" ");
            let (before, copied, behind) = (
                source_text(&words[..to]),
                source_text(&theirs[from..from + taken]),
                source_text(&words[to + taken..]),
            );
            let copy = Kind::Misread(noise).copy(&copied, self.language, &mut random);
            text = [before.as_str(), copy.as_str(), behind.as_str()]
                .map(str::trim)
                .join(" ");
            let text_before = source_text(&theirs[..from]);
            let characters = |text: &str| text.chars().count();
            let begins = |before: &str| characters(before) + usize::from(!before.is_empty());
            let (src_begin, dst_begin) = (begins(&text_before), begins(&before));
            tell(&Copied {
                src: source.clone(),
                src_begin,
                src_end: src_begin + characters(&copied),
                dst: id.clone(),
                dst_begin,
                dst_end: dst_begin + characters(&copy),
                words: taken,
                kind: format!("ocr{noise:02}"),
            })?;
            words.clear();
        } else {
            for (at, word) in words.iter().enumerate() {
                text.push_str(if at == 0 { "" } else { " " });
                text.push_str(word);
            }
        }
        write(&Document {
            id: id.clone(),
            series,
            date,
            text: &text,
        })?;
        if !copies {
            if self.window.len() >= self.arguments.window.max(1) {
                self.window.pop_front();
            }
            self.window.push_back((id, words));
        }
        Ok(())
    }

    /// The words of a book of its own.
    fn words(&self, random: &mut Random) -> Vec<String> {
        let subject = random.next();
        let word = |_| {
            if random.chance(STORED) {
                let at = random.below(STORE) as u32;
                let parts = [at % 997, at / 997].map(|part| self.language.word(200 + part));
                return parts.concat();
            }
            let mut rank = self.language.draw(random);
            if random.chance(COMMONLY) {
                rank %= COMMON;
            }
            if rank >= COMMON {
                let group = u64::from(rank) / ALTERNATIVES;
                let chosen = Random::part(subject, group).next() % ALTERNATIVES;
                rank = (group * ALTERNATIVES + chosen) as u32;
            }
            self.language.word(rank).to_owned()
        };
        (0..WORDS).map(word).collect()
    }
}
