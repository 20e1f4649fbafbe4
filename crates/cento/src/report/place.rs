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
pub(crate) fn place(
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

/// A place as people say it: `p. 12`, `pp. 3-7`, `chapter 3 (The river)`; nothing where it has neither slides, pages nor chapters.
pub fn place_in_words(place: &str) -> Option<String> {
    let place: Value = serde_json::from_str(place).ok()?;
    let list = |name: &str| place[name].as_array().map_or(&[][..], Vec::as_slice);
    let names = [
        ("slides", "slide", "slides"),
        ("pages", "p.", "pp."),
        ("chapters", "chapter", "chapters"),
    ];
    let (name, one, several) = names
        .into_iter()
        .find(|(name, ..)| !list(name).is_empty())?;
    let labels = list("labels").iter().map(|label| label.as_str());
    let labels = labels.chain(std::iter::repeat(None));
    // What is printed on a page is what people look for; the name of a chapter stands behind its number.
    let shown = list(name).iter().zip(labels).map(|(number, label)| {
        match label.filter(|label| !label.is_empty()) {
            Some(label) if name == "pages" => label.to_owned(),
            Some(label) => format!("{number} ({label})"),
            None => number.to_string(),
        }
    });
    let shown: Vec<String> = shown.collect();
    Some(match &shown[..] {
        [page] => format!("{one} {page}"),
        more => format!("{several} {}", in_runs(more).join(", ")),
    })
}

/// Numbers and names, of which three numbers and more that follow each other are told by the first and the last: `1`, `4-7`.
pub fn in_runs(shown: &[String]) -> Vec<String> {
    let number = |text: &String| text.parse::<u64>().ok();
    let follows = |a: &String, b: &String| {
        number(a).is_some_and(|a| a.checked_add(1).is_some_and(|next| number(b) == Some(next)))
    };
    let mut out = Vec::new();
    for run in shown.chunk_by(follows) {
        match run {
            [first, _, .., last] => out.push(format!("{first}-{last}")),
            few => out.extend_from_slice(few),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_said_as_people_say_it() {
        for (place, words) in [
            (r#"{"pages":[12],"parts":["body"]}"#, Some("p. 12")),
            (r#"{"pages":[1,2],"labels":["iv",""]}"#, Some("pp. iv, 2")),
            (r#"{"pages":[1,2,3,5,6]}"#, Some("pp. 1-3, 5, 6")),
            (
                r#"{"pages":[3,4,5,6],"labels":["ii","1","2","3"]}"#,
                Some("pp. ii, 1-3"),
            ),
            (
                r#"{"chapters":[3],"labels":["The river"]}"#,
                Some("chapter 3 (The river)"),
            ),
            (r#"{"slides":[2,3]}"#, Some("slides 2, 3")),
            (
                r#"{"pages":[18446744073709551615,1,2]}"#,
                Some("pp. 18446744073709551615, 1, 2"),
            ),
            (r#"{"parts":["body"]}"#, None),
            ("", None),
        ] {
            assert_eq!(place_in_words(place).as_deref(), words, "{place}");
        }
    }
}
