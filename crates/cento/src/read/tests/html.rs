use super::*;

/// A record of an archive of the web.
fn record(kind: &str, address: &str, content_type: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {address}\r\nWARC-Date: 2020-01-02T03:04:05Z\r\n\
         Content-Type: {content_type}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body, b"\r\n\r\n"].concat()
}

/// What a server answers.
fn answer(status: &str, header: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\n{header}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

fn response(address: &str, header: &str, body: &[u8]) -> Vec<u8> {
    let answer = answer("200 OK", header, body);
    record(
        "response",
        address,
        "application/http; msgtype=response",
        &answer,
    )
}

fn archive() -> Vec<u8> {
    let html = "Content-Type: text/html; charset=koi8-r";
    [
        record(
            "warcinfo",
            "x",
            "application/warc-fields",
            b"software: none\r\n",
        ),
        response(
            "http://a.b/1",
            html,
            b"<title>\xed\xc9\xd2</title><p>\xcd\xc9\xd2",
        ),
        record(
            "request",
            "http://a.b/1",
            "application/http",
            b"GET / HTTP/1.1\r\n\r\n",
        ),
        response(
            "http://a.b/2",
            "content-type: text/html\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip",
            &{
                let packed = gzip("<link rel=canonical href='http://a.b/two'><p>zwei".as_bytes());
                [
                    format!("{:x}\r\n", packed.len()).as_bytes(),
                    &packed,
                    b"\r\n0\r\n\r\n",
                ]
                .concat()
            },
        ),
        response("http://a.b/3", "Content-Type: image/png", b"\x89PNG"),
        record(
            "response",
            "http://a.b/4",
            "application/http",
            &answer("404 Not Found", html, b"<p>gone"),
        ),
        record("resource", "<file:///5>", "text/html", b"<p>f\xc3\xbcnf"),
        record(
            "conversion",
            "http://a.b/6",
            "text/plain",
            "sechs\n<p>".as_bytes(),
        ),
        response(
            "http://a.b/7",
            "Content-Type: text/html\r\nContent-Encoding: gzip",
            b"\x1f\x8bdamaged",
        ),
    ]
    .concat()
}

#[test]
fn pages_in_folders_and_archives_of_files_are_read() {
    let folder = folder(&[
        ("a.html", b"<p>one"),
        ("b.HTM", b"<meta charset=latin1><p>caf\xe9"),
        ("c.xhtml.gz", &gzip(b"<?xml version='1.0'?><p>three</p>")),
    ]);
    let read = documents(read(&inside(&folder, ""), &ReadOptions::default()));
    let texts: Vec<_> = read.iter().map(|one| (&*one.id, &*one.text)).collect();
    assert_eq!(
        texts,
        [
            ("a.html", "one"),
            ("b.HTM", "café"),
            ("c.xhtml.gz", "three")
        ]
    );
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let params = ::brotli::enc::BrotliEncoderParams {
        quality: 3,
        ..Default::default()
    };
    ::brotli::BrotliCompress(&mut &bytes[..], &mut packed, &params).expect("packed");
    packed
}

#[test]
fn pages_that_were_sent_with_brotli_are_unpacked_where_they_are_packed() {
    let page =
        "<title>t</title><p>Пакет: some words that are packed, and some words that are packed";
    let packed = brotli(page.as_bytes());
    let is_text = |bytes: &[u8]| str::from_utf8(&bytes[..16]).is_ok();
    assert!(packed.len() < page.len() && !is_text(&packed));
    let sent = |number: u32, body: &[u8]| {
        let header = "Content-Type: text/html; charset=utf-8\r\nContent-Encoding: br";
        response(&format!("http://a.b/{number}"), header, body)
    };
    let numbered: String = (0..5000).map(|number| format!("{number:x} ")).collect();
    let long = brotli(format!("{page} {numbered}").as_bytes());
    let bomb = brotli(&vec![b' '; 65 << 20]);
    assert!(bomb.len() < 1 << 20);
    let archive = [
        sent(1, &packed),
        // Some archives unpack, and leave the header.
        sent(2, page.as_bytes()),
        sent(3, b"words without any tag"),
        // Cut short.
        sent(4, &long[..long.len() / 2]),
        sent(
            5,
            b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        ),
        sent(6, &bomb),
    ];
    let items = read_file("x.warc", &archive.concat());
    let texts: Vec<&str> = items
        .iter()
        .filter_map(|item| match item {
            Item::Document(document) => Some(&*document.text),
            Item::Skipped(_) => None,
        })
        .collect();
    let own = "Пакет: some words that are packed, and some words that are packed";
    assert_eq!(texts[..3], [own, own, "words without any tag"]);
    assert!(texts[3].starts_with("Пакет: some words"), "{texts:?}");
    let reasons: Vec<&str> = skipped(&items).iter().map(|(reason, _)| *reason).collect();
    assert_eq!(reasons, ["broken_warc", "too_large"]);
}

#[test]
fn pages_in_archives_of_the_web_are_documents() {
    let items = read_file("x.warc", &archive());
    let packed = read_file("x.warc.gz", &gzip(&archive()));
    assert_eq!(packed[..4], items[..4]);
    // Archives are packed one record at a time.
    let first = record("warcinfo", "x", "y", b"z");
    let members = [gzip(&first), gzip(&archive())].concat();
    assert_eq!(ids(&read_file("x.warc.gz", &members)), ids(&items));
    assert_eq!(
        ids(&items),
        [
            "http://a.b/1",
            "http://a.b/2",
            "file:///5",
            "http://a.b/6",
            "-"
        ]
    );
    let texts = items.iter().filter_map(|item| match item {
        Item::Document(document) => Some(&*document.text),
        Item::Skipped(_) => None,
    });
    assert_eq!(
        texts.collect::<Vec<_>>(),
        ["мир", "zwei", "fünf", "sechs\n<p>"]
    );
    let (reason, detail) = skipped(&items)[0];
    assert_eq!(reason, "broken_warc");
    assert!(detail.starts_with("x.warc:9: "), "{detail}");
    let Item::Document(first) = &items[0] else {
        panic!("a document");
    };
    assert_eq!(first.title.as_deref(), Some("Мир"));
    assert_eq!(
        first.meta,
        r#"{"url":"http://a.b/1","fetched":"2020-01-02T03:04:05Z"}"#
    );
    let Item::Document(second) = &items[1] else {
        panic!("a document");
    };
    assert_eq!(
        second.meta,
        r#"{"url":"http://a.b/two","fetched":"2020-01-02T03:04:05Z"}"#
    );
}

#[test]
fn a_record_with_an_empty_address_has_none() {
    let empty = ["", "<>"].map(|address| record("resource", address, "text/html", b"<p>a"));
    assert_eq!(read_file("x.warc", &empty.concat()), []);
}

#[test]
fn archives_of_the_web_are_cut_anywhere() {
    let bytes = archive();
    let whole = read_file("x.warc", &bytes);
    for end in (0..bytes.len()).step_by(7) {
        let items = read_file("x.warc", &bytes[..end]);
        let read = items
            .iter()
            .filter(|item| matches!(item, Item::Document(_)));
        assert!(
            read.clone().eq(whole.iter().take(read.clone().count())),
            "{end}"
        );
        assert!(
            skipped(&items)
                .iter()
                .all(|(reason, _)| *reason == "broken_warc"),
            "{end}"
        );
    }
    let folder = folder(&[("x.warc", &bytes)]);
    for chunk_bytes in [1, 300, 1 << 20] {
        assert_eq!(
            read(&inside(&folder, "x.warc"), &small_chunks(chunk_bytes)),
            whole
        );
    }
}

#[test]
fn records_that_are_too_long_or_none_are_named() {
    let folder = folder(&[(
        "x.warc",
        &[
            response("http://a.b/long", "Content-Type: text/html", &[b'x'; 5000]),
            response("http://a.b/short", "Content-Type: text/html", b"<p>short"),
            b"nonsense\r\n".to_vec(),
        ]
        .concat(),
    )]);
    let options = ReadOptions {
        max_bytes: 1000,
        ..ReadOptions::default()
    };
    let items = read(&inside(&folder, "x.warc"), &options);
    assert_eq!(ids(&items), ["-", "http://a.b/short", "-"]);
    let reasons: Vec<_> = skipped(&items).iter().map(|(reason, _)| *reason).collect();
    assert_eq!(reasons, ["too_large", "broken_warc"]);
    assert_eq!(read_file("empty.warc", b""), []);
}

#[test]
fn a_row_may_hold_a_page() {
    let rows = [
        r#"{"id":1,"html":"<title>t</title><link rel=canonical href=http://a.b><p>one &amp; <b>all</b></p>","x":2}"#,
        r#"{"id":2,"html":"<title>t</title><p>two","title":"own","date":"1999","url":"http://c.d"}"#,
        r#"{"id":3,"text":"three","html":"<p>no"}"#,
        r#"{"id":4,"text":null,"html":"<p>four"}"#,
        r#"{"id":5,"html":7}"#,
        r#"{"id":6,"text":"","html":"<p>six"}"#,
        r#"{"id":7,"html":"<p>seven","text":""}"#,
        r#"{"id":8,"text":""}"#,
    ];
    let items = read_file("a.jsonl", rows.join("\n").as_bytes());
    assert_eq!(
        skipped(&items),
        [("missing_text", "a.jsonl:5: no field `text`")]
    );
    let read = documents([&items[..4], &items[5..]].concat());
    let shown: Vec<_> = read
        .iter()
        .map(|one| {
            (
                &*one.text,
                one.title.as_deref(),
                one.date.as_deref(),
                &*one.meta,
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (
                "one & all",
                Some("t"),
                None,
                r#"{"x":2,"url":"http://a.b"}"#
            ),
            ("two", Some("own"), Some("1999"), r#"{"url":"http://c.d"}"#),
            ("three", None, None, r#"{"html":"<p>no"}"#),
            ("four", None, None, ""),
            ("six", None, None, ""),
            ("seven", None, None, ""),
            ("", None, None, ""),
        ]
    );
}

#[test]
fn what_is_taken_of_a_page_can_be_chosen() {
    let menu = "<li><a href=x>menu</a>".repeat(20);
    let sentence = "A sentence that is long enough to be told from a menu, and ends. ".repeat(3);
    let page = format!("<nav><ul>{menu}</ul></nav><p>{sentence}</p>");
    let folder = folder(&[("a.html", page.as_bytes())]);
    let text = |content| {
        let options = ReadOptions {
            content,
            ..ReadOptions::default()
        };
        documents(read(&inside(&folder, "a.html"), &options))
            .remove(0)
            .text
    };
    assert_eq!(text(Content::Readable), sentence.trim_end());
    assert_eq!(text(Content::Slope), sentence.trim_end());
    assert!(text(Content::All).starts_with("menu\n\nmenu"));
}
