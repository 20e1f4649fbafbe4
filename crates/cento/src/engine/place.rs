//! Where a passage stands in a compound document.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::error::Result;
use crate::find::store::Store;
use crate::group::Decks;
use crate::read::Part;
use crate::span::TokenSpan;

/// The slides, pages or chapters of a passage, the boxes on these, and whether they are shown, as the text of a JSON object; nothing where
/// a document has no such places.
pub(super) fn place(
    decks: &Decks,
    store: &Store,
    doc: u32,
    tokens: TokenSpan,
) -> Result<Option<String>> {
    let Some(deck) = decks.deck(store, doc)? else {
        return Ok(None);
    };
    let layout = &deck.layout;
    let bytes = store.text(doc)?.bytes_of(tokens);
    let first = layout
        .blocks
        .partition_point(|block| block.begin <= bytes.begin);
    let behind = layout
        .blocks
        .partition_point(|block| block.begin < bytes.end);
    let blocks = &layout.blocks[first.saturating_sub(1)..behind.max(first)];
    let pages: BTreeSet<u32> = blocks
        .iter()
        .map(|block| block.page)
        .filter(|&page| page > 0)
        .collect();
    let parts: BTreeSet<Part> = blocks.iter().map(|block| block.part).collect();
    let boxes: Vec<Value> = blocks
        .iter()
        .filter_map(|block| {
            let frame = block.frame?;
            Some(json!({
                "slide": block.page,
                "x": frame.x,
                "y": frame.y,
                "width": frame.width,
                "height": frame.height,
            }))
        })
        .collect();
    let mut place = json!({});
    if !pages.is_empty() {
        place[layout.paging.name()] = json!(pages);
    }
    if !layout.labels.is_empty() {
        place["labels"] = pages.iter().map(|&page| layout.label(page)).collect();
    }
    place["parts"] = parts.iter().map(|part| part.name()).collect();
    if !boxes.is_empty() {
        place["boxes"] = boxes.into();
    }
    Ok(Some(place.to_string()))
}
