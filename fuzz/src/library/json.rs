//! Rows of JSON, one a line or in one array.

use super::rows::rows;

pub(super) fn run(data: &[u8]) {
    let Some((&kind, bytes)) = data.split_first() else {
        return;
    };
    let name = ["input.jsonl", "input.json"][usize::from(kind) % 2];
    rows(name, bytes);
}
