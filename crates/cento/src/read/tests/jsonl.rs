use super::*;

/// The only document of a line.
fn one(line: &str) -> Document {
    let mut documents = documents(read_file("a.jsonl", line.as_bytes()));
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

/// The reason the only line is skipped for.
fn refused(line: &[u8]) -> (Reason, String, String) {
    match read_file("a.jsonl", line).remove(0) {
        Item::Skipped(Skipped { id, reason, detail }) => (reason, id, detail),
        Item::Document(document) => panic!("read: {document:?}"),
    }
}

#[test]
fn known_fields_are_picked_and_others_kept_untouched_in_order() {
    let document = one(concat!(
        r#" {"z": [1, {"a" : null}], "id": "x", "text": "caf\u00e9\n\"1\"", "date":"1850-02","#,
        r#" "series": "Times", "title": "T", "n": 1.50e3, "auth\u006fr": "A\/B", "b":false}"#
    ));
    assert_eq!(
        document,
        Document {
            id: "x".into(),
            text: "café\n\"1\"".into(),
            date: Some("1850-02".into()),
            series: Some("Times".into()),
            title: Some("T".into()),
            meta: r#"{"z":[1, {"a" : null}],"n":1.50e3,"auth\u006fr":"A\/B","b":false}"#.into(),
            replaced: 0,
            bad_date: false,
            site: None,
            layout: None,
        }
    );
}

#[test]
fn names_of_fields_are_settable() {
    let folder = folder(&[(
        "a.jsonl",
        br#"{"url":"u","body":"b","id":7,"t\u0069me":"1900"}"#,
    )]);
    let fields = Fields {
        id: "url".into(),
        text: "body".into(),
        date: "time".into(),
        title: "url".into(),
        ..Fields::default()
    };
    let options = ReadOptions {
        fields,
        ..ReadOptions::default()
    };
    let document = documents(read(&inside(&folder, "a.jsonl"), &options)).remove(0);
    assert_eq!((document.id.as_str(), document.text.as_str()), ("u", "b"));
    assert_eq!(
        document.title.as_deref(),
        Some("u"),
        "one field may serve twice"
    );
    assert_eq!(document.date.as_deref(), Some("1900"));
    assert_eq!(document.meta, r#"{"id":7}"#);
}

#[test]
fn ids_can_be_made_of_file_and_line() {
    let folder = folder(&[(
        "a.jsonl",
        b"{\"text\":\"x\"}\n\n{\"text\":\"y\",\"id\":1}\n",
    )]);
    let fields = Fields {
        id: Fields::LINE.into(),
        ..Fields::default()
    };
    let options = ReadOptions {
        fields,
        ..ReadOptions::default()
    };
    let items = read(&inside(&folder, "a.jsonl"), &options);
    assert_eq!(ids(&items), ["a.jsonl:1", "a.jsonl:3"]);
}

#[test]
fn numbers_serve_as_ids_and_other_short_fields() {
    let document = one(r#"{"id": 12, "text": "", "date": 1850, "series": -1.5, "title": 0}"#);
    assert_eq!(document.id, "12");
    assert_eq!(document.date.as_deref(), Some("1850"));
    assert_eq!(document.series.as_deref(), Some("-1.5"));
    assert_eq!(document.title.as_deref(), Some("0"));
}

#[test]
fn fields_of_another_type_go_to_meta() {
    let document = one(r#"{"id":"a","text":"b","date":null,"series":["x"],"title":true}"#);
    assert_eq!(
        (document.date, document.series, document.title),
        (None, None, None)
    );
    assert_eq!(document.meta, r#"{"series":["x"],"title":true}"#);
    assert!(!document.bad_date);
}

#[test]
fn a_date_that_is_none_goes_to_meta_and_is_marked() {
    let document = one(r#"{"id":"a","text":"b","date":"circa 1850","k":1}"#);
    assert_eq!(document.date, None);
    assert_eq!(document.meta, r#"{"k":1,"date":"circa 1850"}"#);
    assert!(document.bad_date);
}

#[test]
fn the_last_of_repeated_fields_wins() {
    let document = one(r#"{"id":"a","text":"b","text":"c","id":"d"}"#);
    assert_eq!((document.id.as_str(), document.text.as_str()), ("d", "c"));
    assert_eq!(document.meta, "");
    assert_eq!(one(r#"{"id":"a","text":"b","te\u0078t":"c"}"#).text, "c");
    assert_eq!(one(r#"{"id":"a","te\u0078t":"b","text":"c"}"#).text, "c");
}

#[test]
fn the_text_may_be_the_id_too() {
    let folder = folder(&[("a.jsonl", br#"{"text":"b"}"#)]);
    let fields = Fields {
        id: "text".into(),
        ..Fields::default()
    };
    let options = ReadOptions {
        fields,
        ..ReadOptions::default()
    };
    let document = documents(read(&inside(&folder, "a.jsonl"), &options)).remove(0);
    assert_eq!((document.id.as_str(), document.text.as_str()), ("b", "b"));
}

#[test]
fn broken_line_is_skipped_with_its_number() {
    let items = read_file(
        "a.jsonl",
        b"{\"id\":1,\"text\":\"a\"}\r\n\r\n{\"id\":2,\"text\"\r\n  \n{\"id\":3,\"text\":\"c\"}",
    );
    assert_eq!(ids(&items), ["1", "-", "3"]);
    assert_eq!(
        skipped(&items),
        [(
            "broken_json",
            "a.jsonl:3: EOF while parsing an object at column 15"
        )]
    );
}

#[test]
fn what_is_no_document_is_skipped_with_its_reason() {
    for (line, reason, id) in [
        (r#"[1]"#, Reason::BrokenJson, "a.jsonl:1"),
        (r#""text""#, Reason::BrokenJson, "a.jsonl:1"),
        (
            r#"{"id":"a","text":"b"} x"#,
            Reason::BrokenJson,
            "a.jsonl:1",
        ),
        (
            r#"{"id":"a","text":"b\q"}"#,
            Reason::BrokenJson,
            "a.jsonl:1",
        ),
        (
            r#"{"id":"a","text":"b\u00g0"}"#,
            Reason::BrokenJson,
            "a.jsonl:1",
        ),
        (
            "{\"id\":\"a\",\"text\":\"tab\there\"}",
            Reason::BrokenJson,
            "a.jsonl:1",
        ),
        (r#"{}"#, Reason::MissingId, "a.jsonl:1"),
        (r#"{"id":null,"text":"b"}"#, Reason::MissingId, "a.jsonl:1"),
        (r#"{"id":"","text":"b"}"#, Reason::MissingId, "a.jsonl:1"),
        (r#"{"id":[1],"text":"b"}"#, Reason::WrongType, "a.jsonl:1"),
        (r#"{"id":"a"}"#, Reason::MissingText, "a"),
        (r#"{"id":"a","text":null}"#, Reason::MissingText, "a"),
        (r#"{"id":"a","text":5}"#, Reason::WrongType, "a"),
        (r#"{"id":"a","text":["b"]}"#, Reason::WrongType, "a"),
    ] {
        let (found, found_id, detail) = refused(line.as_bytes());
        assert_eq!((found, found_id.as_str()), (reason, id), "{line}");
        assert!(detail.starts_with("a.jsonl:1: "), "{detail}");
    }
}

#[test]
fn deep_nesting_is_refused_and_does_not_overflow() {
    let nested = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        format!(r#"{{"id":"a","text":"b","k":{open}{close}}}"#)
    };
    assert_eq!(one(&nested(100)).meta.len(), 206);
    assert_eq!(refused(nested(200).as_bytes()).0, Reason::BrokenJson);
    assert_eq!(refused(nested(200_000).as_bytes()).0, Reason::BrokenJson);
    assert_eq!(
        refused("[".repeat(200_000).as_bytes()).0,
        Reason::BrokenJson
    );
}

#[test]
fn byte_order_mark_is_dropped() {
    let items = read_file("a.jsonl", b"\xef\xbb\xbf{\"id\":1,\"text\":\"a\"}\n");
    assert_eq!(ids(&items), ["1"]);
}

#[test]
fn invalid_bytes_and_lone_surrogates_are_replaced_and_counted() {
    let line = b"{\"id\":\"a\",\"text\":\"caf\xe9 \\ud800 \xf0\x9f\"}";
    let document = documents(read_file("a.jsonl", line)).remove(0);
    assert_eq!(document.text, "caf\u{fffd} \u{fffd} \u{fffd}");
    assert_eq!(document.replaced, 3);
}

#[test]
fn too_long_rows_are_skipped_whatever_the_chunk() {
    let long = "x".repeat(500);
    let text = format!(
        "{{\"id\":1,\"text\":\"a\"}}\n{{\"id\":2,\"text\":\"{long}\"}}\n{{\"id\":3,\"text\":\"b\"}}\n{long}"
    );
    let folder = folder(&[("a.jsonl", text.as_bytes())]);
    for chunk_bytes in [1, 7, 64, 1 << 20] {
        let options = ReadOptions {
            max_bytes: 100,
            ..small_chunks(chunk_bytes)
        };
        let items = read(&inside(&folder, "a.jsonl"), &options);
        assert_eq!(ids(&items), ["1", "-", "3", "-"]);
        let too_large = |line| format!("a.jsonl:{line}: longer than 100 bytes");
        assert_eq!(
            skipped(&items),
            [
                ("too_large", too_large(2).as_str()),
                ("too_large", too_large(4).as_str())
            ]
        );
    }
}

#[test]
fn a_row_of_exactly_the_limit_is_read() {
    let row = br#"{"id":1,"text":"abc"}"#;
    let folder = folder(&[("a.jsonl", row), ("b.jsonl", &[row, &b"\n"[..]].concat())]);
    for chunk_bytes in [1, 7, 1 << 20] {
        for name in ["a.jsonl", "b.jsonl"] {
            let exact = ReadOptions {
                max_bytes: row.len() as u64,
                ..small_chunks(chunk_bytes)
            };
            assert_eq!(ids(&read(&inside(&folder, name), &exact)), ["1"]);
            let less = ReadOptions {
                max_bytes: row.len() as u64 - 1,
                ..exact
            };
            assert_eq!(ids(&read(&inside(&folder, name), &less)), ["-"]);
        }
    }
}

#[test]
fn json_array_is_refused_with_advice() {
    let folder = folder(&[
        ("a.json", b"\n [{\"id\":1}]"),
        ("b.json", b"{\"id\":1,\"text\":\"x\"}"),
    ]);
    assert!(
        error(&inside(&folder, "a.json"))
            .to_string()
            .contains("JSON array")
    );
    assert_eq!(
        ids(&read(&inside(&folder, "b.json"), &ReadOptions::default())),
        ["1"]
    );
    let items = read(&inside(&folder, "*.json"), &ReadOptions::default());
    assert_eq!(ids(&items), ["-", "1"]);
}
