//! Web pages: any bytes as a page and as an archive of the web.

#![no_main]

use cento::read::{Content, Input, Item, ReadOptions, Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&kind, rest)) = data.split_first() else { return };
    let folder = tempfile::tempdir().expect("a folder for one file");
    let (name, bytes) = match kind % 4 {
        0 => ("input.warc", rest.to_vec()),
        1 => {
            let answer = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", rest].concat();
            let head = format!(
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: a\r\nContent-Length: {}\r\n\r\n",
                answer.len()
            );
            ("input.warc", [head.as_bytes(), &answer].concat())
        }
        _ => ("input.html", rest.to_vec()),
    };
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("a file of a few bytes");
    let read = |content| {
        let options = ReadOptions {
            content,
            ..ReadOptions::default()
        };
        let mut texts = Vec::new();
        let Ok(mut input) = Input::open(&[path.display().to_string()], &options) else { return texts };
        while let Ok(Some(chunk)) = input.next_chunk() {
            chunk.parse(&mut |item| {
                if let Item::Document(document) = item {
                    texts.push(document.text);
                }
            });
        }
        texts
    };
    let everything = read(Content::All);
    for content in [Content::Slope, Content::Readable] {
        let some = read(content);
        assert_eq!(some.len(), everything.len());
        for (some, all) in some.iter().zip(&everything) {
            assert!(some.split("\n\n").all(|block| all.contains(block)));
        }
    }
});
