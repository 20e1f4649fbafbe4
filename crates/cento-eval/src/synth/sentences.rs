//! Sentences of weighty words, some of them reworded from others: as many rewordings of a sentence in a large collection as in a
//! small one, and hardly anything shared by chance.

use std::collections::VecDeque;

use anyhow::Result;

use super::document::date;
use super::language::Language;
use super::{Arguments, Copied, Document, Output};
use crate::random::Random;

/// Sentences of a document.
const SENTENCES: usize = 10;

/// The first words of the language, which any sentence may have, are left out as stop words would be.
const STOP: u32 = 150;

/// The share of words that a rewording replaces.
const REPLACED: f64 = 0.3;

/// A sentence that may be reworded: where it stands, and its words.
struct Source {
    id: String,
    begin: usize,
    end: usize,
    words: Vec<u32>,
}

fn draw(language: &Language, random: &mut Random) -> u32 {
    loop {
        let word = language.draw(random);
        if word >= STOP {
            return word;
        }
    }
}

/// Writes documents until there are enough.
pub(super) fn sentences(
    arguments: &Arguments,
    language: &Language,
    out: &mut Output,
    truth: &mut Output,
) -> Result<()> {
    let mut sources: VecDeque<Source> = VecDeque::new();
    let mut number = 0;
    while out.written < arguments.bytes {
        let mut random = Random::part(arguments.seed, number);
        let id = format!("s{number:08}");
        let (mut text, mut letters_written) = (String::new(), 0);
        for _ in 0..SENTENCES {
            let source = match random.chance(arguments.share) && !sources.is_empty() {
                true => Some(&sources[random.below(sources.len())]),
                false => None,
            };
            let words: Vec<u32> = match source {
                Some(source) => {
                    let mut words = source.words.clone();
                    random.shuffle(&mut words);
                    for word in &mut words {
                        if random.chance(REPLACED) {
                            *word = draw(language, &mut random);
                        }
                    }
                    words
                }
                None => {
                    let length = 8 + random.below(9);
                    (0..length).map(|_| draw(language, &mut random)).collect()
                }
            };
            let written: Vec<&str> = words.iter().map(|&word| language.word(word)).collect();
            let written = written.join(" ");
            let mut letters = written.chars();
            let capital = letters.next().into_iter().flat_map(char::to_uppercase);
            text.extend(capital.chain(letters));
            let (begin, end) = (letters_written, letters_written + written.chars().count());
            text.push_str(". ");
            letters_written = end + 2;
            match source {
                Some(source) => truth.line(&Copied {
                    src: source.id.clone(),
                    src_begin: source.begin,
                    src_end: source.end,
                    dst: id.clone(),
                    dst_begin: begin,
                    dst_end: end,
                    words: words.len(),
                    kind: "reworded".to_owned(),
                })?,
                None => sources.push_back(Source {
                    id: id.clone(),
                    begin,
                    end,
                    words,
                }),
            }
            if sources.len() > arguments.window {
                sources.pop_front();
            }
        }
        out.line(&Document {
            id,
            series: format!("series-{:02}", random.below(50)),
            date: date(&mut random),
            text: &text,
        })?;
        number += 1;
    }
    Ok(())
}
