//! Slides of Office Open XML.

use super::package;

const PARTS: &[(&str, &str)] = &[
    (
        "_rels/.rels",
        r#"<Relationships><Relationship Id="a" Type="x/officeDocument" Target="ppt/p.xml"/><Relationship Id="b" Type="x/core-properties" Target="docProps/core.xml"/></Relationships>"#,
    ),
    (
        "ppt/p.xml",
        r#"<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="r"><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>"#,
    ),
    (
        "ppt/_rels/p.xml.rels",
        r#"<Relationships><Relationship Id="a" Type="x/slide" Target="s.xml"/></Relationships>"#,
    ),
    ("ppt/s.xml", ""),
    (
        "ppt/_rels/s.xml.rels",
        r#"<Relationships><Relationship Id="i" Type="x/image" Target="i"/><Relationship Id="c" Type="x/chart" Target="c.xml"/><Relationship Id="d" Type="x/diagramData" Target="d.xml"/><Relationship Id="l" Type="x/slideLayout" Target="l.xml"/><Relationship Id="n" Type="x/notesSlide" Target="n.xml"/></Relationships>"#,
    ),
    ("ppt/l.xml", "<l/>"),
    (
        "ppt/_rels/l.xml.rels",
        r#"<Relationships><Relationship Id="m" Type="x/slideMaster" Target="m.xml"/></Relationships>"#,
    ),
    ("ppt/m.xml", "<m/>"),
    ("ppt/n.xml", "<n/>"),
    ("ppt/c.xml", "<c/>"),
    ("ppt/d.xml", "<d/>"),
    ("ppt/i", "no picture"),
    ("docProps/core.xml", "<core/>"),
];

pub(super) fn run(data: &[u8]) {
    package::read("input.pptx", PARTS, data);
}
