//! Files of many documents: how they are cut into chunks makes no difference.

use cento::read::{Item, ReadOptions, Reason};

use super::document::items;

/// The longest row: short, so that some are longer.
const LONGEST: u64 = 1 << 12;

/// What is in a file of this name, whether it is read in large chunks or small ones.
pub(super) fn rows(name: &str, bytes: &[u8]) -> Vec<Item> {
    let [large, small] = [1 << 20, 256].map(|chunk_bytes| {
        let options = ReadOptions {
            chunk_bytes,
            max_bytes: LONGEST,
            ..ReadOptions::default()
        };
        items(name, bytes, &options)
    });
    // How much is read of a table before damage is met goes with how much is asked for at once.
    let is_damaged = |item: &Item| match item {
        Item::Skipped(skipped) => skipped.reason == Reason::BrokenParquet,
        Item::Document(_) => false,
    };
    if !small.iter().any(is_damaged) {
        assert_eq!(large, small);
    }
    for item in &large {
        if let Item::Document(document) = item {
            // A byte that is replaced becomes three.
            assert!(
                document.text.len() as u64 <= 3 * LONGEST,
                "no longer than asked for"
            );
        }
    }
    large
}
