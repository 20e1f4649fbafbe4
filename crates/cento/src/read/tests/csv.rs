use super::*;

const TABLE: &[u8] = b"\xef\xbb\xbfid,date,text,\"a \"\"b\"\"\"\r\n\
    1,1850,\"two\r\nlines, \"\"quoted\"\"\",x\r\n\
    \r\n\
    2,,caf\xe9,\r\n\
    3,soon,plain \"quote\",\"y\"\r\n\
    4,1850,short\r\n\
    5,1850,long,x,y\r\n\
    ,1850,nobody,z\r\n\
    6,1850,last,\"\"";

#[test]
fn rows_become_documents_and_other_columns_meta() {
    let items = read_file("t.csv", TABLE);
    assert_eq!(ids(&items), ["1", "2", "3", "-", "-", "-", "6"]);
    let documents: Vec<_> = items
        .iter()
        .filter_map(|item| match item {
            Item::Document(document) => Some(document),
            Item::Skipped(_) => None,
        })
        .collect();
    assert_eq!(documents[0].text, "two\r\nlines, \"quoted\"");
    assert_eq!(documents[0].date.as_deref(), Some("1850"));
    assert_eq!(documents[0].meta, r#"{"a \"b\"":"x"}"#);
    assert_eq!(
        (documents[1].text.as_str(), documents[1].replaced),
        ("caf\u{fffd}", 1)
    );
    assert_eq!(
        (documents[1].date.as_deref(), documents[1].bad_date),
        (None, false)
    );
    assert_eq!(documents[2].text, "plain \"quote\"");
    assert_eq!(documents[2].meta, r#"{"a \"b\"":"y","date":"soon"}"#);
    assert!(documents[2].bad_date);
    assert_eq!(documents[3].meta, r#"{"a \"b\"":""}"#);
}

/// As in rows of JSON: a page stands for a text that is not there.
#[cfg(feature = "html")]
#[test]
fn a_column_with_pages_stands_for_the_text() {
    let page = "<title>T</title><link rel=canonical href=http://a.b/c><p>one, two";
    let table = format!("id,html,more\n1,\"{page}\",x\n2,<p>three,\n");
    let read = documents(read_file("t.csv", table.as_bytes()));
    let texts: Vec<_> = read.iter().map(|one| (&*one.id, &*one.text)).collect();
    assert_eq!(texts, [("1", "one, two"), ("2", "three")]);
    assert_eq!(read[0].title.as_deref(), Some("T"));
    assert_eq!(read[0].meta, r#"{"more":"x","url":"http://a.b/c"}"#);
    assert!(read[0].site.is_some());
    // What the row says counts more.
    let table = format!("id,html,title,url\n1,\"{page}\",Own,http://d.e\n");
    let read = documents(read_file("t.csv", table.as_bytes()));
    assert_eq!(read[0].title.as_deref(), Some("Own"));
    assert_eq!(read[0].meta, r#"{"url":"http://d.e"}"#);
    // Beside a text it is a field like others.
    let table = "id\ttext\thtml\n1\town\t<p>one\n2\t\t<p>two\n";
    let read = documents(read_file("t.tsv", table.as_bytes()));
    assert_eq!(
        (&*read[0].text, &*read[0].meta),
        ("own", r#"{"html":"<p>one"}"#)
    );
    assert_eq!((&*read[1].text, &*read[1].meta), ("two", ""));
}

#[test]
fn ragged_rows_are_skipped_with_their_line() {
    let items = read_file("t.csv", TABLE);
    assert_eq!(
        skipped(&items),
        [
            ("broken_csv", "t.csv:7: 3 fields, the header has 4"),
            (
                "broken_csv",
                "t.csv:8: more fields than the header, which has 4"
            ),
            ("missing_id", "t.csv:9: nothing in column `id`"),
        ]
    );
}

#[test]
fn items_do_not_depend_on_the_chunk() {
    let folder = folder(&[("t.csv", TABLE)]);
    let expected = read(&inside(&folder, "t.csv"), &ReadOptions::default());
    for chunk_bytes in [1, 2, 3, 5, 7, 11, 64] {
        assert_eq!(
            read(&inside(&folder, "t.csv"), &small_chunks(chunk_bytes)),
            expected
        );
    }
}

#[test]
fn tabs_separate_in_tsv_and_lines_can_be_ids() {
    let folder = folder(&[("t.tsv", b"text\tn\n\"a\tb\nc\"\t1\nd,e\t2\n")]);
    let fields = Fields {
        id: Fields::LINE.into(),
        ..Fields::default()
    };
    let options = ReadOptions {
        fields,
        ..ReadOptions::default()
    };
    let documents = documents(read(&inside(&folder, "t.tsv"), &options));
    assert_eq!(
        (documents[0].id.as_str(), documents[0].text.as_str()),
        ("t.tsv:2", "a\tb\nc")
    );
    assert_eq!(
        (documents[1].id.as_str(), documents[1].text.as_str()),
        ("t.tsv:4", "d,e")
    );
    assert_eq!(documents[1].meta, r#"{"n":"2"}"#);
}

#[test]
fn a_named_table_without_text_is_an_error_a_found_one_is_skipped() {
    let folder = folder(&[("meta.csv", b"id,body\n1,x\n"), ("z.txt", b"text")]);
    let message = error(&inside(&folder, "meta.csv")).to_string();
    assert!(
        message.contains("meta.csv") && message.contains("id, body"),
        "{message}"
    );
    assert!(message.contains("--text-field"), "{message}");
    let items = read(&inside(&folder, ""), &ReadOptions::default());
    assert_eq!(ids(&items), ["-", "z.txt"]);
    assert_eq!(skipped(&items)[0].0, "missing_text");
}

#[test]
fn a_quote_that_is_never_closed_is_told() {
    let items = read_file("t.csv", b"id,text\n1,a\n2,\"b\n3,c\n");
    assert_eq!(
        skipped(&items),
        [("broken_csv", "t.csv:3: a quote is never closed")]
    );
}

#[test]
fn a_row_over_the_limit_is_skipped_and_the_next_has_its_line() {
    let table = format!("id,text\n1,\"{}\n\"\n2,b,c\n", "x\n".repeat(100));
    let folder = folder(&[("t.csv", table.as_bytes())]);
    for chunk_bytes in [1, 7, 64, 1 << 20] {
        let options = ReadOptions {
            max_bytes: 50,
            ..small_chunks(chunk_bytes)
        };
        let items = read(&inside(&folder, "t.csv"), &options);
        assert_eq!(
            skipped(&items),
            [
                ("too_large", "t.csv:2: longer than 50 bytes"),
                (
                    "broken_csv",
                    "t.csv:104: more fields than the header, which has 2"
                ),
            ]
        );
    }
}

#[test]
fn an_empty_table_has_no_header() {
    assert_eq!(skipped(&read_file("t.csv", b""))[0].0, "broken_csv");
    assert_eq!(read_file("t.csv", b"id,text\n"), []);
}
