//! Web pages. What a method takes of a page is pieces of it, in their order.

use cento::read::{Content, ReadOptions};

use super::document::document;

pub(super) fn run(data: &[u8]) {
    let read = |content| {
        let options = ReadOptions {
            content,
            ..ReadOptions::default()
        };
        document("input.html", data, &options)
    };
    let all = read(Content::All);
    for content in [Content::Slope, Content::Readable] {
        let some = read(content);
        assert_eq!(some.is_some(), all.is_some());
        if let (Some(some), Some(all)) = (some, &all) {
            assert_eq!(
                (&some.title, &some.date, &some.meta),
                (&all.title, &all.date, &all.meta)
            );
            let mut rest = all.text.as_str();
            for block in some.text.split("\n\n") {
                let at = rest
                    .find(block)
                    .expect("a piece of the page, behind the last");
                rest = &rest[at + block.len()..];
            }
        }
    }
}
