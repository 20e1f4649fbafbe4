//! Books.

use super::package;

const PARTS: &[(&str, &str)] = &[
    (
        "META-INF/container.xml",
        r#"<container><rootfile full-path="b.opf"/></container>"#,
    ),
    (
        "b.opf",
        r#"<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>"#,
    ),
    ("a.xhtml", "<p>text</p>"),
    ("META-INF/encryption.xml", "<encryption/>"),
];

pub(super) fn run(data: &[u8]) {
    if let Some(book) = package::read("input.epub", PARTS, data) {
        let layout = book.layout.expect("where its chapters begin");
        assert_eq!(layout.blocks.len(), layout.labels.len());
    }
}
