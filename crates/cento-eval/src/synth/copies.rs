//! Ordinary documents, some of which copy.

use std::collections::VecDeque;

use anyhow::Result;

use super::damage::Kind;
use super::document::{Author, date, natural_length};
use super::language::Language;
use super::{Arguments, Copied, Document, Shape};
use crate::random::Random;

/// A document that copies nothing, to copy from.
struct Source {
    id: String,
    text: String,
}

/// Writes one document after the other.
pub(crate) struct Copies<'a> {
    author: Author<'a>,
    window: VecDeque<Source>,
    number: u64,
    footer: String,
    arguments: &'a Arguments,
    spare: String,
}

/// A passage taken from a source, with its words and its bytes there.
struct Passage<'s> {
    text: &'s str,
    words: usize,
    begin: usize,
}

impl<'a> Copies<'a> {
    /// Nothing written yet.
    pub(crate) fn new(language: &'a Language, arguments: &'a Arguments) -> Self {
        let mut author = Author::new(language);
        let mut footer = String::new();
        if arguments.shape == Shape::Footer {
            author.write(
                60,
                &mut Random::part(arguments.seed, u64::MAX - 1),
                &mut footer,
            );
        }
        Self {
            author,
            window: VecDeque::new(),
            number: 0,
            footer,
            arguments,
            spare: String::new(),
        }
    }

    /// Hands over the next document, and what it copied.
    pub(crate) fn next(
        &mut self,
        write: impl FnOnce(&Document<'_>) -> Result<()>,
        mut tell: impl FnMut(&Copied) -> Result<()>,
    ) -> Result<()> {
        let mut random = Random::part(self.arguments.seed, self.number);
        let id = format!("s{:08}", self.number);
        self.number += 1;
        let series = format!("series-{:02}", random.below(50));
        let date = date(&mut random);
        let copies = random.chance(self.arguments.share) && !self.window.is_empty();
        let mut text = std::mem::take(&mut self.spare);
        text.clear();
        if copies && random.chance(self.arguments.whole) {
            tell(&self.whole(&id, &mut random, &mut text))?;
        } else {
            let words = natural_length(&mut random);
            let passages = if copies { 1 + random.below(3) } else { 0 };
            for _ in 0..passages {
                self.author
                    .write(words / (passages + 1), &mut random, &mut text);
                if let Some(copied) = self.passage(&id, &mut random, &mut text) {
                    tell(&copied)?;
                }
            }
            self.author
                .write(words / (passages + 1), &mut random, &mut text);
        }
        text.truncate(text.trim_end().len());
        if !self.footer.is_empty() {
            text.push_str("\n\n");
            text.push_str(self.footer.trim_end());
        }
        write(&Document {
            id: id.clone(),
            series,
            date,
            text: &text,
        })?;
        if copies {
            self.spare = text;
        } else {
            if self.window.len() >= self.arguments.window.max(1) {
                self.spare = self
                    .window
                    .pop_front()
                    .map_or_else(String::new, |old| old.text);
            }
            self.window.push_back(Source { id, text });
        }
        Ok(())
    }

    /// A copy of a whole document, exact or edited here and there.
    fn whole(&mut self, dst: &str, random: &mut Random, text: &mut String) -> Copied {
        let source = &self.window[random.below(self.window.len())];
        let body =
            source.text[..source.text.len() - self.footer.len().min(source.text.len())].trim_end();
        let (kind, name) = match random.below(2) {
            0 => (Kind::Exact, "copy"),
            _ => (Kind::Edited(5), "near-copy"),
        };
        text.push_str(&kind.copy(body, self.author.language, random));
        Copied {
            src: source.id.clone(),
            src_begin: 0,
            src_end: characters(body),
            dst: dst.to_owned(),
            dst_begin: 0,
            dst_end: characters(text),
            words: body.split_whitespace().count(),
            kind: name.to_owned(),
        }
    }

    /// Appends a passage of 20 to 200 words, unless the source found is too short.
    fn passage(&mut self, dst: &str, random: &mut Random, text: &mut String) -> Option<Copied> {
        let source = &self.window[random.below(self.window.len())];
        // Short passages are as common as long ones on a scale of ratios: 20 · 10^u, by a table.
        const LENGTHS: [usize; 8] = [20, 27, 36, 48, 64, 85, 113, 150];
        let at = random.below(8);
        let words = LENGTHS[at] + random.below(LENGTHS[at] / 3 + 1);
        let passage = take(&source.text, words, random)?;
        let kind = Kind::draw(random);
        let copy = kind.copy(passage.text, self.author.language, random);
        let (src_begin, dst_begin) = (characters(&source.text[..passage.begin]), characters(text));
        text.push_str(&copy);
        text.push_str(if random.chance(0.3) { "\n\n" } else { " " });
        Some(Copied {
            src: source.id.clone(),
            src_begin,
            src_end: src_begin + characters(passage.text),
            dst: dst.to_owned(),
            dst_begin,
            dst_end: dst_begin + characters(&copy),
            words: passage.words,
            kind: kind.name(),
        })
    }
}

/// `words` words in a row from a random place.
fn take<'s>(text: &'s str, words: usize, random: &mut Random) -> Option<Passage<'s>> {
    // Nine bytes a word is more than they take on average: so the end of the text is far enough.
    let room = text.len().checked_sub(words * 9)?;
    let is_break = |byte: u8| byte.is_ascii_whitespace();
    let from = random.below(room + 1);
    let begin = match from {
        0 => 0,
        _ => from + 1 + text.as_bytes()[from..].iter().position(|&b| is_break(b))?,
    };
    let rest = &text[begin..];
    let begin = begin + (rest.len() - rest.trim_start().len());
    let rest = rest.trim_start();
    let (mut end, mut counted) = (0, 0);
    for word in rest.split_inclusive(char::is_whitespace) {
        end += word.len();
        counted += usize::from(!word.trim().is_empty());
        if counted == words {
            let text = rest[..end].trim_end();
            return Some(Passage { text, words, begin });
        }
    }
    None
}

/// The number of code points.
fn characters(text: &str) -> usize {
    text.as_bytes()
        .iter()
        .filter(|&&byte| byte & 0xc0 != 0x80)
        .count()
}
