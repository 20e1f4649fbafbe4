//! Compressed files: any bytes as one, and rows packed as they should be.

use std::io::Write;

use cento::read::{Item, Skipped};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::rows::rows;

const NAMES: [&str; 4] = [
    "input.jsonl.gz",
    "input.csv.zst",
    "input.jsonl.bz2",
    "input.jsonl.xz",
];

pub(super) fn run(data: &[u8]) {
    let Some((&kind, bytes)) = data.split_first() else {
        return;
    };
    match NAMES.get(usize::from(kind) % (NAMES.len() + 1)) {
        Some(name) => {
            rows(name, bytes);
        }
        None => assert_eq!(
            unnamed(rows("input.jsonl.gz", &packed(bytes))),
            unnamed(rows("input.jsonl", bytes))
        ),
    }
}

/// In two members, one behind the other, as programs that go on with a file write them.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let (first, second) = bytes.split_at(bytes.len() / 2);
    let member = |bytes| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("in memory");
        encoder.finish().expect("in memory")
    };
    [member(first), member(second)].concat()
}

/// Without what says which file they are from.
fn unnamed(items: Vec<Item>) -> Vec<Item> {
    let unnamed = |item| match item {
        Item::Skipped(Skipped { reason, .. }) => Item::Skipped(Skipped {
            id: String::new(),
            reason,
            detail: String::new(),
        }),
        document => document,
    };
    items.into_iter().map(unnamed).collect()
}
