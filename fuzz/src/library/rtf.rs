//! Rich Text Format.

use cento::read::ReadOptions;

use super::document::document;

pub(super) fn run(data: &[u8]) {
    // Most bytes would be refused for how they begin.
    let whole = match data.starts_with(b"{\\rtf") {
        true => data.to_vec(),
        false => [b"{\\rtf1", data, b"}"].concat(),
    };
    if let Some(read) = document("input.rtf", &whole, &ReadOptions::default()) {
        assert!(read.text.len() <= 3 * whole.len());
    }
}
