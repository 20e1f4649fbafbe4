//! Whole readings: arguments in, items out.

mod broken;
mod csv;
mod files;
#[cfg(feature = "html")]
mod html;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
mod properties;

use std::fs;
use std::io::Write;

use tempfile::TempDir;

use super::*;
use crate::error::{Error, Result};

/// A folder of the given files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("temp folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("inside the folder")).expect("create");
        fs::write(path, bytes).expect("write");
    }
    folder
}

fn inside(folder: &TempDir, name: &str) -> String {
    folder
        .path()
        .join(name)
        .to_str()
        .expect("UTF-8 path")
        .to_owned()
}

fn small_chunks(chunk_bytes: usize) -> ReadOptions {
    ReadOptions {
        chunk_bytes,
        ..ReadOptions::default()
    }
}

/// Everything `arguments` hold. Checks that the progress adds up.
fn try_read(arguments: &[String], options: &ReadOptions) -> Result<Vec<Item>> {
    let mut input = Input::open(arguments, options)?;
    let (mut items, mut bytes) = (Vec::new(), 0);
    while let Some(chunk) = input.next_chunk()? {
        bytes += chunk.bytes_read();
        chunk.parse(&mut |item| items.push(item));
    }
    if let Some(total) = input.total_bytes() {
        assert_eq!(bytes, total, "bytes read");
    }
    Ok(items)
}

fn read(argument: &str, options: &ReadOptions) -> Vec<Item> {
    try_read(&[argument.to_owned()], options).expect("readable")
}

/// The items of one file with this name and content.
fn read_file(name: &str, bytes: &[u8]) -> Vec<Item> {
    let folder = folder(&[(name, bytes)]);
    read(&inside(&folder, name), &ReadOptions::default())
}

fn documents(items: Vec<Item>) -> Vec<Document> {
    let document = |item| match item {
        Item::Document(document) => document,
        Item::Skipped(skipped) => panic!("skipped: {}", skipped.detail),
    };
    items.into_iter().map(document).collect()
}

fn ids(items: &[Item]) -> Vec<&str> {
    let id = |item| match item {
        &Item::Document(Document { ref id, .. }) => id.as_str(),
        Item::Skipped(_) => "-",
    };
    items.iter().map(id).collect()
}

/// `(reason code, detail)` of what was skipped.
fn skipped(items: &[Item]) -> Vec<(&str, &str)> {
    let skipped = |item| match item {
        &Item::Skipped(Skipped {
            reason, ref detail, ..
        }) => Some((reason.code(), detail.as_str())),
        Item::Document(_) => None,
    };
    items.iter().filter_map(skipped).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    out.write_all(bytes).expect("write");
    out.finish().expect("finish")
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut out = ::bzip2::write::BzEncoder::new(Vec::new(), ::bzip2::Compression::fast());
    out.write_all(bytes).expect("write");
    out.finish().expect("finish")
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut out = liblzma::write::XzEncoder::new(Vec::new(), 1);
    out.write_all(bytes).expect("write");
    out.finish().expect("finish")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ::zstd::encode_all(bytes, 1).expect("compress")
}

/// The error of opening or reading.
fn error(argument: &str) -> Error {
    try_read(&[argument.to_owned()], &ReadOptions::default()).expect_err("must fail")
}
