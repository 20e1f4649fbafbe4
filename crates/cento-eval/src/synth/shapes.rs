//! Collections that are hard on a join: everything alike, or one of everything.

use std::io::Write;

use anyhow::Result;

use super::document::{Author, date, natural_length};
use super::language::Language;
use super::{Arguments, Document, Output, Shape};
use crate::random::Random;

/// Words on a page that is copied: about a kilobyte, so that 100 MB hold 100,000 of them.
const PAGE: usize = 128;

/// One page again and again, as it is or with one word changed in each.
pub(super) fn pages(arguments: &Arguments, language: &Language, out: &mut Output) -> Result<()> {
    let mut random = Random::part(arguments.seed, 0);
    let mut page = String::new();
    Author::new(language).write(PAGE, &mut random, &mut page);
    let words: Vec<&str> = page.split_whitespace().collect();
    let mut number = 0;
    while out.written < arguments.bytes {
        let mut words = words.clone();
        if arguments.shape == Shape::NearCopies {
            let at = random.below(words.len());
            words[at] = language.word(language.draw(&mut random));
        }
        line(number, &words.join(" "), &mut random, out)?;
        number += 1;
    }
    Ok(())
}

/// Documents of one word repeated, another in each.
pub(super) fn one_word(arguments: &Arguments, language: &Language, out: &mut Output) -> Result<()> {
    let mut random = Random::part(arguments.seed, 0);
    let mut number = 0;
    while out.written < arguments.bytes {
        let word = format!("{} ", language.word(language.draw(&mut random)));
        let text = word.repeat(natural_length(&mut random));
        line(number, &text, &mut random, out)?;
        number += 1;
    }
    Ok(())
}

/// A single document, of natural text or of one word, written piece by piece.
pub(super) fn one_document(
    arguments: &Arguments,
    language: &Language,
    out: &mut Output,
) -> Result<()> {
    let mut random = Random::part(arguments.seed, 0);
    let mut author = Author::new(language);
    let date = date(&mut random);
    let head = format!(r#"{{"id":"s00000000","series":"series-00","date":"{date}","text":""#);
    out.file.write_all(head.as_bytes())?;
    out.written += head.len() as u64;
    let word = format!("{} ", language.word(language.draw(&mut random)));
    let mut text = String::new();
    while out.written < arguments.bytes {
        text.clear();
        if arguments.shape == Shape::OneWordDocument {
            text.push_str(&word.repeat(1000));
        } else {
            author.write(1000, &mut random, &mut text);
        }
        // Words, marks and line ends: nothing else needs an escape.
        let escaped = text.replace('\n', "\\n");
        out.file.write_all(escaped.as_bytes())?;
        out.written += escaped.len() as u64;
    }
    out.file.write_all(b"\"}\n")?;
    Ok(())
}

fn line(number: u64, text: &str, random: &mut Random, out: &mut Output) -> Result<()> {
    out.line(&Document {
        id: format!("s{number:08}"),
        series: format!("series-{:02}", random.below(50)),
        date: date(random),
        text: text.trim_end(),
    })
}
