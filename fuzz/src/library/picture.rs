//! Pictures in documents.

use cento::read::ReadOptions;

use super::document::document;
use super::zip::zip;

/// A text document of one picture.
const AROUND: &[(&str, &str)] = &[
    ("mimetype", ""),
    (
        "content.xml",
        r#"<o:d xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:d="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:x="http://www.w3.org/1999/xlink"><o:body><o:drawing><d:page><d:frame><d:image x:href="i"/></d:frame></d:page></o:drawing></o:body></o:d>"#,
    ),
];

pub(super) fn run(data: &[u8]) {
    let around = AROUND
        .iter()
        .map(|(name, content)| (*name, content.as_bytes()));
    let bytes = zip(around.chain([("i", data)]));
    let read = document("input.odp", &bytes, &ReadOptions::default())
        .expect("a document, whatever its picture");
    let layout = read.layout.expect("where the picture stands");
    assert_eq!(layout.blocks.len(), 1);
    assert_eq!(layout.blocks[0].media, "i");
}
