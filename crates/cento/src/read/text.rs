//! Plain text and Markdown: one document per file. And bytes as text, for every reader.

use std::borrow::Cow;

use super::Document;
use super::encoding;
use super::file::{FileRef, Refused};

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The file's text, in whatever encoding it is; everything but a byte order mark is kept.
pub(super) fn read(file: &FileRef) -> Result<Document, Refused> {
    let decoded = encoding::decode(file.bytes()?);
    Ok(Document {
        meta: decoded.meta(),
        text: decoded.text,
        replaced: decoded.replaced,
        ..Document::default()
    })
}

/// `bytes` without a leading byte order mark.
pub(super) fn without_bom(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BOM).unwrap_or(bytes)
}

/// The bytes as text, with U+FFFD for each invalid sequence, and how many those were.
pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, u32) {
    if let Ok(text) = str::from_utf8(bytes) {
        return (Cow::Borrowed(text), 0);
    }
    let mut text = String::with_capacity(bytes.len());
    let mut replaced = 0;
    for part in bytes.utf8_chunks() {
        text.push_str(part.valid());
        if !part.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
            replaced += 1;
        }
    }
    (Cow::Owned(text), replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_bytes_are_replaced_as_the_standard_library_does() {
        for bytes in [
            &b"caf\xe9 noir"[..],
            b"\xf0\x90\x80",
            b"\xed\xa0\x80",
            b"ok",
            b"\xff\xfe",
        ] {
            let (text, replaced) = decode(bytes);
            assert_eq!(text, String::from_utf8_lossy(bytes));
            assert_eq!(replaced as usize, text.matches('\u{fffd}').count());
        }
    }
}
