//! What a file of any bytes is read as, and what holds of every document.

use cento::read::{Document, Input, Item, ReadOptions, Source};
use cento::token::Object;
use serde_json::value::RawValue;
use tempfile::TempDir;

thread_local! {
    /// Making one for each input would take longer than reading most.
    static FOLDER: TempDir = tempfile::tempdir().expect("a folder");
}

/// What is in a file of this name and content, as an argument: what ends a run ends the list.
pub(super) fn items(name: &str, bytes: &[u8], options: &ReadOptions) -> Vec<Item> {
    FOLDER.with(|folder| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("a file of a few bytes");
        let mut input = Input::open(&[path.display().to_string()], options)
            .expect("a kind of file that is read");
        let mut items = Vec::new();
        let mut read = 0;
        loop {
            match input.next_chunk() {
                Ok(Some(chunk)) => {
                    read += chunk.bytes_read();
                    chunk.parse(&mut |item| items.push(item));
                }
                Ok(None) => {
                    assert_eq!(Some(read), input.total_bytes(), "progress ends at the end");
                    break;
                }
                Err(_) => break,
            }
        }
        for item in &items {
            match item {
                Item::Document(document) => sound(document),
                Item::Skipped(skipped) => {
                    assert!(!skipped.id.is_empty() && !skipped.detail.is_empty())
                }
            }
        }
        items
    })
}

/// The one document in a file, unless it is refused.
pub(super) fn document(name: &str, bytes: &[u8], options: &ReadOptions) -> Option<Document> {
    let mut items = items(name, bytes, options);
    assert_eq!(items.len(), 1, "a document or why there is none");
    match items.remove(0) {
        Item::Document(document) => Some(document),
        Item::Skipped(_) => None,
    }
}

/// Panics unless everything holds that holds of every document.
pub(super) fn sound(document: &Document) {
    assert!(!document.id.is_empty());
    assert!(document.date.is_none() || !document.bad_date);
    // Fields of a row are kept as they were written, escapes of half a character too.
    let meta = &document.meta;
    let is_object = || meta.starts_with('{') && serde_json::from_str::<&RawValue>(meta).is_ok();
    assert!(meta.is_empty() || is_object(), "{meta}");
    let Some(layout) = &document.layout else {
        return;
    };
    let text = &document.text;
    let begins = || layout.blocks.iter().map(|block| block.begin as usize);
    assert!(begins().is_sorted());
    assert!(
        begins().all(|begin| text.is_char_boundary(begin)),
        "inside it, and in no character"
    );
    assert!(layout.blocks.iter().map(|block| block.page).is_sorted());
    // What is not text is an object, and what a stranger wrote is not.
    let mut marks = text.match_indices(Object::MARK);
    assert!(marks.all(|(at, _)| Object::at(&text[at..]).is_some()));
}
