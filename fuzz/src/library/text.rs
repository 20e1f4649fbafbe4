//! Plain text in any encoding.

use cento::read::ReadOptions;

use super::document::document;

pub(super) fn run(data: &[u8]) {
    let read = document("input.txt", data, &ReadOptions::default()).expect("any bytes are a text");
    // No encoding has more than three bytes of UTF-8 for a byte.
    assert!(read.text.len() <= 3 * data.len());
    // Where the byte order mark says UTF-8, or nothing is invalid, everything else is kept.
    let plain = data.strip_prefix(b"\xef\xbb\xbf");
    if let Some(plain) = plain {
        assert_eq!(read.text, String::from_utf8_lossy(plain));
    } else if read.meta.is_empty() {
        assert_eq!(read.text, String::from_utf8_lossy(data));
    }
}
