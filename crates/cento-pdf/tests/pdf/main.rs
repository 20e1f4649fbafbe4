//! PDF files, made by code, through the library and the helper: what is read of them, and what is refused.

mod honest;
mod hostile;
mod maker;

use std::path::Path;

use cento::read::{Document, Input, Item, PdfOptions, ReadOptions, Source};

fn options() -> ReadOptions {
    ReadOptions {
        pdf: PdfOptions {
            helper: Some(env!("CARGO_BIN_EXE_cento-pdf").into()),
            ..PdfOptions::default()
        },
        ..ReadOptions::default()
    }
}

/// Everything in a file or folder.
fn read_all(path: &Path, options: &ReadOptions) -> Vec<Item> {
    let mut input = Input::open(&[path.display().to_string()], options).expect("opened");
    let mut items = Vec::new();
    while let Some(chunk) = input.next_chunk().expect("read") {
        chunk.parse(&mut |item| items.push(item));
    }
    items
}

/// What a file of this content is.
fn read_with(bytes: &[u8], options: &ReadOptions) -> Item {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.pdf");
    std::fs::write(&path, bytes).expect("written");
    let mut items = read_all(&path, options);
    assert_eq!(items.len(), 1);
    items.remove(0)
}

fn document(bytes: &[u8]) -> Document {
    match read_with(bytes, &options()) {
        Item::Document(document) => document,
        Item::Skipped(skipped) => panic!("{}: {}", skipped.reason.code(), skipped.detail),
    }
}

/// `read` or a reason, and the text or the cause.
fn outcome(bytes: &[u8], options: &ReadOptions) -> (&'static str, String) {
    match read_with(bytes, options) {
        Item::Document(document) => ("read", document.text),
        Item::Skipped(skipped) => (skipped.reason.code(), skipped.detail),
    }
}
