//! Dates: what is one in a row is one in any other file.

use cento::read::{Item, ReadOptions};
use serde_json::json;

use super::document::items;

pub(super) fn run(data: &[u8]) {
    let Ok(given) = str::from_utf8(data) else {
        return;
    };
    if given.is_empty() || given.contains(['\n', '\r']) {
        return;
    }
    let row = json!({ "id": "a", "text": "b", "date": given }).to_string();
    let items = items("input.jsonl", row.as_bytes(), &ReadOptions::default());
    let [Item::Document(row)] = items.as_slice() else {
        panic!("{items:?}")
    };
    let said = format!("cento-pdf\t1\ndate\t{given}\npage\t1\t1\nline\t0\t0\t0\t0\t1\ttext\nend\n");
    let page = cento::read::said(&said).expect("a page");
    assert_eq!(row.date, page.date);
    assert!(row.date.as_deref().is_none_or(|date| date == given));
}
