//! Slides and text documents of OpenDocument.

use super::package;

const PARTS: &[(&str, &str)] = &[
    (
        "mimetype",
        "application/vnd.oasis.opendocument.presentation",
    ),
    ("content.xml", ""),
    ("styles.xml", "<s/>"),
    ("meta.xml", "<m/>"),
    ("META-INF/manifest.xml", "<m/>"),
    ("Object 1/content.xml", "<o/>"),
    ("i", "no picture"),
];

pub(super) fn run(data: &[u8]) {
    package::read("input.odp", PARTS, data);
}
