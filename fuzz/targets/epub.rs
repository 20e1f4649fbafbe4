//! Books: any bytes as a zip file, and any text as a part of one whose packing is right.

#![no_main]

mod zip;

use cento::read::{Input, Item, ReadOptions, Source};
use libfuzzer_sys::fuzz_target;
use zip::zip;

/// The parts that are tried, with the others around them as they should be.
const PARTS: &[(&str, &str)] = &[
    ("META-INF/container.xml", r#"<container><rootfile full-path="b.opf"/></container>"#),
    (
        "b.opf",
        r#"<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>"#,
    ),
    ("a.xhtml", "<p>text</p>"),
    ("META-INF/encryption.xml", "<encryption/>"),
];

fuzz_target!(|data: &[u8]| {
    let Some((&kind, rest)) = data.split_first() else { return };
    let bytes = match PARTS.get(usize::from(kind) % (PARTS.len() + 1)) {
        Some((tried, _)) => {
            let parts = PARTS.iter().map(|(name, content)| match name == tried {
                true => (*name, rest),
                false => (*name, content.as_bytes()),
            });
            zip(parts)
        }
        None => rest.to_vec(),
    };
    let folder = tempfile::tempdir().expect("a folder for one file");
    let path = folder.path().join("input.epub");
    std::fs::write(&path, bytes).expect("a file of a few bytes");
    let options = ReadOptions::default();
    let Ok(mut input) = Input::open(&[path.display().to_string()], &options) else { return };
    while let Ok(Some(chunk)) = input.next_chunk() {
        chunk.parse(&mut |item| {
            if let Item::Document(document) = item {
                let layout = document.layout.expect("where its chapters begin");
                assert_eq!(layout.blocks.len(), layout.labels.len());
                assert!(document.text.len() <= 2 * data.len() + 16);
            }
        });
    }
});
