//! PDF: the lines on its pages, by a helper in a process of its own, put together to paragraphs.
//!
//! A file that exhausts or crashes who reads it takes down the [`helper`] and nothing else: that is one file skipped. What the
//! helper gives is lines with their places ([`pages`]); which of them are running heads and page numbers ([`furniture`]), which words
//! were divided at the end of a line ([`hyphens`]) and where paragraphs end ([`paragraphs`]) is told here.

mod furniture;
mod helper;
mod hyphens;
mod pages;
mod paragraphs;

use serde_json::{Map, Value};

use furniture::Furniture;
use pages::Pages;
use paragraphs::Paragraphs;

use super::file::{FileRef, Refused};
use super::{Document, Layout, Paging, Reason, Time};

/// The longest text, in bytes: ten times the longest novel.
const MAX_TEXT: u64 = 32 << 20;

/// What is in the file.
pub(super) fn read(file: &FileRef) -> Result<Document, Refused> {
    let written = helper::run(file)?;
    let pages = Pages::parse(&written)?;
    drop(written);
    document(pages, file.options.max_bytes.min(MAX_TEXT))
}

/// What is understood of what the helper says, for those who try it with anything; its id is left out.
pub fn said(written: &str) -> Option<Document> {
    let pages = Pages::parse(written).ok()?;
    document(pages, MAX_TEXT).ok()
}

/// The document on the pages, of at most `max` bytes.
fn document(pages: Pages, max: u64) -> Result<Document, Refused> {
    let furniture = Furniture::find(&pages.pages);
    let paragraphs = Paragraphs::of(&pages.pages, &furniture);
    if paragraphs.text.trim().is_empty() {
        let cause = "no text on its pages: they may be pictures of text";
        return Err(Refused::new(Reason::NoText, cause));
    }
    let letters = |is: fn(char) -> bool| paragraphs.text.chars().filter(|&c| is(c)).count();
    let unknown = letters(|c| c == char::REPLACEMENT_CHARACTER);
    if 2 * unknown > letters(|c| !c.is_whitespace()) {
        let cause = "its text cannot be read: its fonts do not say which characters they show";
        return Err(Refused::new(Reason::NoText, cause));
    }
    if paragraphs.text.len() as u64 > max {
        let cause = format!("longer than {max} bytes");
        return Err(Refused::new(Reason::TooLarge, cause));
    }
    let mut meta = Map::new();
    if let Some(author) = &pages.author {
        meta.insert("author".into(), author.as_str().into());
    }
    meta.insert("kind".into(), "pdf".into());
    meta.insert("pages".into(), pages.pages.len().into());
    // Hundredths of a point to hundredths of a millimetre.
    let length = |points: i64| u32::try_from(points * 254 / 720).unwrap_or(0);
    let size = pages.pages.first().map(|page| page.size.map(length));
    // What the file calls its pages is what programs show; a number that is printed counts where it does not.
    let given = pages.pages.iter().map(|page| page.label.clone());
    let labels: Vec<String> = match pages.pages.iter().all(|page| page.label.is_empty()) {
        true => furniture.labels,
        false => given.collect(),
    };
    // Nothing is said where it would say again which page it is.
    let is_plain = labels
        .iter()
        .enumerate()
        .all(|(at, label)| label.is_empty() || *label == (at + 1).to_string());
    Ok(Document {
        text: paragraphs.text,
        date: pages.date.filter(|date| Time::parse(date).is_some()),
        title: pages.title,
        meta: Value::Object(meta).to_string(),
        replaced: unknown as u32,
        layout: Some(Box::new(Layout {
            size: size.unwrap_or_default(),
            blocks: paragraphs.blocks,
            paging: Paging::Pages,
            labels: if is_plain { Vec::new() } else { labels },
            ..Layout::default()
        })),
        ..Document::default()
    })
}

#[cfg(test)]
mod tests;
