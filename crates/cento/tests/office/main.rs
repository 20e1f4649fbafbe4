//! Slides and text documents, made by code: what is read of them, and what is refused.

#![cfg(feature = "office")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/deck.rs"]
mod deck;
#[path = "../common/hostile.rs"]
mod files;
#[path = "../common/zip.rs"]
mod zip;

mod damage;
mod hostile;
mod open;
mod pictures;
mod reuse;
mod slides;
mod words;

use cento::read::{Document, Frame, Input, Item, Layout, Part, ReadOptions, Source};
use cento::token::Object;

/// What a file of this name and content is.
fn read_with(name: &str, bytes: &[u8], options: &ReadOptions) -> Item {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("written");
    let mut input = Input::open(&[path.display().to_string()], options).expect("opened");
    let mut items = Vec::new();
    while let Some(chunk) = input.next_chunk().expect("read") {
        chunk.parse(&mut |item| items.push(item));
    }
    assert_eq!(items.len(), 1);
    items.remove(0)
}

fn read(name: &str, bytes: &[u8]) -> Item {
    read_with(name, bytes, &ReadOptions::default())
}

/// A document that is read.
fn document(name: &str, bytes: &[u8]) -> Document {
    match read(name, bytes) {
        Item::Document(document) => document,
        Item::Skipped(skipped) => panic!("{}", skipped.detail),
    }
}

fn layout(document: &Document) -> &Layout {
    document.layout.as_deref().expect("a layout")
}

/// The text of each block without the empty line behind it, objects without their values.
fn blocks(document: &Document) -> Vec<String> {
    let layout = layout(document);
    let ends = layout
        .blocks
        .iter()
        .skip(1)
        .map(|block| block.begin as usize);
    let ends = ends.chain([document.text.len()]);
    let texts = layout.blocks.iter().zip(ends).map(|(block, end)| {
        let text = &document.text[block.begin as usize..end];
        let text = text
            .strip_suffix("\n\n")
            .expect("an empty line ends a block");
        match Object::at(text) {
            Some((object, length)) => format!("[{}]{}", object.kind.name(), &text[length..]),
            None => text.to_owned(),
        }
    });
    texts.collect()
}

/// All objects of a document, in order.
fn objects(document: &Document) -> Vec<Object> {
    let marks = document.text.match_indices('\u{fffc}');
    let objects = marks.map(|(at, _)| Object::at(&document.text[at..]));
    objects.map(|object| object.expect("an object").0).collect()
}

fn pages(document: &Document) -> Vec<(u32, Part)> {
    let blocks = layout(document).blocks.iter();
    blocks.map(|block| (block.page, block.part)).collect()
}

/// In tenths of a millimetre.
fn frames(document: &Document) -> Vec<Option<[i64; 4]>> {
    let tenths = |frame: Frame| {
        [
            i64::from(frame.x) / 10,
            i64::from(frame.y) / 10,
            i64::from(frame.width) / 10,
            i64::from(frame.height) / 10,
        ]
    };
    let blocks = layout(document).blocks.iter();
    blocks.map(|block| block.frame.map(tenths)).collect()
}
