//! Pages of which some strings are known to belong to their text or to their frame.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};
use cento::read::study::Looked;
use cento::read::{Content, Document, Fields, Input, Item, ReadOptions, Source};
use serde::Deserialize;

use crate::collection;

/// A page.
pub(super) struct Page {
    pub(super) id: String,
    pub(super) looked: Looked,
    /// The text of each block, with single spaces.
    pub(super) blocks: Vec<String>,
    /// Strings of its text.
    pub(super) with: Vec<String>,
    /// Strings of its frame.
    pub(super) without: Vec<String>,
}

/// The fields that mark a page.
#[derive(Deserialize)]
struct Marks {
    with: Vec<String>,
    without: Vec<String>,
}

/// Text with single spaces and no soft hyphens: as it reads.
pub(super) fn spaced(text: &str) -> String {
    let text = text.replace('\u{ad}', "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The pages of a file.
pub(super) fn read(path: &Path) -> Result<Vec<Page>> {
    raw(path)?.into_iter().map(page).collect()
}

fn page(document: Document) -> Result<Page> {
    let context = || format!("the page {}", document.id);
    let marks: Marks = serde_json::from_str(&document.meta).with_context(context)?;
    let looked = Looked::new(&document.text).with_context(context)?;
    let spaced = |list: Vec<String>| list.iter().map(|string| self::spaced(string)).collect();
    Ok(Page {
        blocks: looked.blocks().map(self::spaced).collect(),
        id: document.id,
        looked,
        with: spaced(marks.with),
        without: spaced(marks.without),
    })
}

/// Pages as they stand.
fn raw(path: &Path) -> Result<Vec<Document>> {
    let fields = Fields {
        text: "html".to_owned(),
        ..Fields::default()
    };
    collection::with_fields(path, fields)
}

/// The bytes of all pages.
pub(super) fn bytes(path: &Path) -> Result<usize> {
    Ok(raw(path)?.iter().map(|page| page.text.len()).sum())
}

/// What is read of each page, in order; nothing where it is not read.
pub(super) fn texts(path: &Path, content: Content) -> Result<Vec<Option<String>>> {
    let mut texts = Vec::new();
    items(path, content, &mut |item| {
        texts.push(match item {
            Item::Document(document) => Some(document.text),
            Item::Skipped(_) => None,
        });
    })?;
    Ok(texts)
}

/// Calls `with` for what is read of each page.
pub(super) fn each(path: &Path, content: Content, with: &mut dyn FnMut(&str)) -> Result<()> {
    items(path, content, &mut |item| {
        if let Item::Document(document) = item {
            with(&document.text);
        }
    })
}

fn items(path: &Path, content: Content, out: &mut dyn FnMut(Item)) -> Result<()> {
    let argument = path.to_str().context("a path that is not Unicode")?;
    let options = ReadOptions {
        content,
        ..ReadOptions::default()
    };
    let mut input = Input::open(&[argument.to_owned()], &options)?;
    while let Some(chunk) = input.next_chunk()? {
        chunk.parse(out);
    }
    Ok(())
}

/// What another program read of each page, in order.
pub(super) fn others(path: &Path, pages: &[Page]) -> Result<Vec<Option<String>>> {
    let documents = collection::documents(path)?;
    let mut texts: HashMap<String, String> = documents
        .into_iter()
        .map(|document| (document.id, document.text))
        .collect();
    Ok(pages.iter().map(|page| texts.remove(&page.id)).collect())
}
