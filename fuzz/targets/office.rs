//! Slides and text documents: any bytes as a zip file, and any text as a part of one whose packing is right, so that more
//! than the checksum is tried.

#![no_main]

mod zip;

use cento::read::{Input, Item, ReadOptions, Source};
use libfuzzer_sys::fuzz_target;
use zip::zip;

/// The parts that are tried, with the others around them as they should be.
const PARTS: &[(&str, &str)] = &[
    ("_rels/.rels", r#"<Relationships><Relationship Id="a" Type="x/officeDocument" Target="ppt/p.xml"/></Relationships>"#),
    (
        "ppt/p.xml",
        r#"<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="r"><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst></p:presentation>"#,
    ),
    ("ppt/_rels/p.xml.rels", r#"<Relationships><Relationship Id="a" Type="x/slide" Target="s.xml"/></Relationships>"#),
    ("ppt/s.xml", ""),
    (
        "ppt/_rels/s.xml.rels",
        r#"<Relationships><Relationship Id="a" Type="x/image" Target="i"/><Relationship Id="c" Type="x/chart" Target="s.xml"/><Relationship Id="l" Type="x/slideLayout" Target="s.xml"/></Relationships>"#,
    ),
    ("ppt/i", ""),
    ("docProps/core.xml", "<core/>"),
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
    let path = folder.path().join("input.pptx");
    std::fs::write(&path, bytes).expect("a file of a few bytes");
    let options = ReadOptions::default();
    let Ok(mut input) = Input::open(&[path.display().to_string()], &options) else { return };
    while let Ok(Some(chunk)) = input.next_chunk() {
        chunk.parse(&mut |item| {
            if let Item::Document(document) = item {
                let layout = document.layout.expect("where its pieces stand");
                let mut last = 0;
                for block in layout.blocks {
                    assert!(block.begin >= last && document.text.is_char_boundary(block.begin as usize));
                    last = block.begin;
                }
            }
        });
    }
});
