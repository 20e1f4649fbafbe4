//! Any bytes, as a file of any kind: what can't be read is skipped, and nothing panics.

#![no_main]

use cento::read::{Input, Item, ReadOptions, Source};
use libfuzzer_sys::fuzz_target;

const KINDS: &[&str] = &[
    "jsonl", "csv", "tsv", "parquet", "txt", "json", "jsonl.gz", "csv.zst", "jsonl.bz2", "txt.xz", "rtf",
];

fuzz_target!(|data: &[u8]| {
    let Some((kind, bytes)) = data.split_first() else { return };
    let folder = tempfile::tempdir().expect("a folder for one file");
    let kind = KINDS[*kind as usize % KINDS.len()];
    let path = folder.path().join(format!("input.{kind}"));
    std::fs::write(&path, bytes).expect("a file of a few bytes");
    let options = ReadOptions { chunk_bytes: 64, max_bytes: 1 << 16, ..ReadOptions::default() };
    let Ok(mut input) = Input::open(&[path.display().to_string()], &options) else { return };
    while let Ok(Some(chunk)) = input.next_chunk() {
        chunk.parse(&mut |item| {
            if let Item::Document(document) = item {
                assert!(document.text.len() <= 3 << 16, "no longer than asked for");
            }
        });
    }
});
