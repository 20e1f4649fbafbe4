//! Text documents of Office Open XML.

use super::package;

const PARTS: &[(&str, &str)] = &[
    (
        "_rels/.rels",
        r#"<Relationships><Relationship Id="a" Type="x/officeDocument" Target="w/d.xml"/></Relationships>"#,
    ),
    (
        "w/d.xml",
        r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>text</w:t></w:r></w:p></w:body></w:document>"#,
    ),
    (
        "w/_rels/d.xml.rels",
        r#"<Relationships><Relationship Id="i" Type="x/image" Target="i"/><Relationship Id="f" Type="x/footnotes" Target="f.xml"/><Relationship Id="h" Type="x/header" Target="h.xml"/><Relationship Id="c" Type="x/chart" Target="c.xml"/></Relationships>"#,
    ),
    ("w/f.xml", "<f/>"),
    ("w/h.xml", "<h/>"),
    ("w/c.xml", "<c/>"),
    ("w/i", "no picture"),
];

pub(super) fn run(data: &[u8]) {
    package::read("input.docx", PARTS, data);
}
