use std::sync::Arc;

use ::parquet::arrow::ArrowWriter;
use ::parquet::basic::Encoding;
use ::parquet::file::properties::{WriterProperties, WriterVersion};
use arrow::array::*;
use arrow::datatypes::Int32Type;

use super::*;

/// A file of these columns, in row groups of `group` rows.
fn written(columns: Vec<(&str, ArrayRef)>, group: usize) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns).expect("columns of one length");
    let options = WriterProperties::builder()
        .set_max_row_group_row_count(Some(group))
        .build();
    let mut writer =
        ArrowWriter::try_new(Vec::new(), batch.schema(), Some(options)).expect("writer");
    writer.write(&batch).expect("write");
    writer.into_inner().expect("finish")
}

fn strings(values: &[Option<&str>]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

/// Three rows of most kinds of columns.
pub(super) fn table() -> Vec<u8> {
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>([
        Some(vec![Some(1), None]),
        None,
        Some(vec![]),
    ]);
    let nested = StructArray::from(vec![(
        Arc::new(arrow::datatypes::Field::new(
            "k",
            arrow::datatypes::DataType::Utf8,
            true,
        )),
        strings(&[Some("v"), None, Some("\"")]),
    )]);
    let dictionary: DictionaryArray<Int32Type> = ["Times", "Times", "Post"].into_iter().collect();
    written(
        vec![
            ("id", Arc::new(Int64Array::from(vec![1, 2, 3]))),
            (
                "text",
                strings(&[Some("one"), Some("caf\u{e9}"), Some("three")]),
            ),
            (
                "date",
                Arc::new(Date32Array::from(vec![Some(0), None, Some(-43_829)])),
            ),
            ("series", Arc::new(dictionary)),
            (
                "b",
                Arc::new(BooleanArray::from(vec![Some(true), Some(false), None])),
            ),
            (
                "f",
                Arc::new(Float64Array::from(vec![1.5, f64::NAN, 1e300])),
            ),
            ("g", Arc::new(Float32Array::from(vec![0.1, 0.0, -1.0]))),
            ("l", Arc::new(list)),
            ("s", Arc::new(nested)),
            (
                "t",
                Arc::new(TimestampMicrosecondArray::from(vec![
                    Some(1_500_000),
                    None,
                    Some(-1),
                ])),
            ),
        ],
        2,
    )
}

#[test]
fn columns_become_fields_and_other_columns_meta() {
    let documents = documents(read_file("a.parquet", &table()));
    assert_eq!(
        documents[0],
        Document {
            id: "1".into(),
            text: "one".into(),
            date: Some("1970-01-01".into()),
            series: Some("Times".into()),
            meta: concat!(
                r#"{"b":true,"f":1.5,"g":0.1,"l":[1,null],"s":{"k":"v"},"#,
                r#""t":"1970-01-01T00:00:01.5Z"}"#
            )
            .into(),
            ..Document::default()
        }
    );
    assert_eq!(
        (documents[1].text.as_str(), &documents[1].date),
        ("café", &None)
    );
    assert_eq!(
        documents[1].meta,
        r#"{"b":false,"f":null,"g":0.0,"l":null,"s":{"k":null},"t":null}"#
    );
    assert_eq!(documents[2].date.as_deref(), Some("1850-01-01"));
    assert_eq!(documents[2].series.as_deref(), Some("Post"));
    assert_eq!(
        documents[2].meta,
        r#"{"b":null,"f":1e+300,"g":-1.0,"l":[],"s":{"k":"\""},"t":"1969-12-31T23:59:59.999999Z"}"#
    );
}

#[test]
fn chunks_and_compression_make_no_difference() {
    let table = table();
    let expected = read_file("a.parquet", &table);
    for (name, bytes) in [
        ("a.parquet.gz", gzip(&table)),
        ("a.parquet.zst", zstd(&table)),
        ("a.parquet.bz2", bzip2(&table)),
        ("a.parquet.xz", xz(&table)),
        ("a.parquet", table),
    ] {
        let folder = folder(&[(name, &bytes)]);
        for chunk_bytes in [1, 64, 1 << 20] {
            assert_eq!(
                read(&inside(&folder, name), &small_chunks(chunk_bytes)),
                expected,
                "{name}"
            );
        }
    }
}

#[test]
fn every_kind_of_string_is_a_text() {
    let texts = ["a", "b"];
    let columns: [ArrayRef; 6] = [
        Arc::new(LargeStringArray::from_iter_values(texts)),
        Arc::new(StringViewArray::from_iter_values(texts)),
        Arc::new(BinaryArray::from_iter_values(texts)),
        Arc::new(LargeBinaryArray::from_iter_values(texts)),
        Arc::new(texts.into_iter().collect::<DictionaryArray<Int32Type>>()),
        Arc::new(StringArray::from_iter_values(texts)),
    ];
    for text in columns {
        let file = written(vec![("id", text.clone()), ("text", text)], 10);
        let documents = documents(read_file("a.parquet", &file));
        let read: Vec<_> = documents
            .iter()
            .map(|d| (d.id.as_str(), d.text.as_str()))
            .collect();
        assert_eq!(read, [("a", "a"), ("b", "b")]);
    }
}

/// As in rows of JSON: a page stands for a text that is not there.
#[cfg(feature = "html")]
#[test]
fn strings_are_read_however_their_pages_are_written() {
    let words: Vec<Option<String>> = (0..3000)
        .map(|row| (row % 7 > 0).then(|| format!("word and word and {}", row * row)))
        .collect();
    let ids = StringArray::from_iter_values((0..words.len()).map(|row| format!("row {row}")));
    let mut lists = ListBuilder::new(StringBuilder::new());
    for row in 0..words.len() {
        lists.append_value(words[row..].iter().take(row % 3).cloned());
    }
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(ids)),
        ("text", Arc::new(StringArray::from(words.clone()))),
        ("notes", Arc::new(lists.finish())),
    ];
    let batch = RecordBatch::try_from_iter(columns).expect("columns of one length");
    let mut expected = None;
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        for encoding in [
            Encoding::PLAIN,
            Encoding::DELTA_LENGTH_BYTE_ARRAY,
            Encoding::DELTA_BYTE_ARRAY,
        ] {
            let options = WriterProperties::builder()
                .set_writer_version(version)
                .set_dictionary_enabled(false)
                .set_encoding(encoding)
                .set_data_page_row_count_limit(700)
                .build();
            let mut writer =
                ArrowWriter::try_new(Vec::new(), batch.schema(), Some(options)).expect("writer");
            writer.write(&batch).expect("write");
            let items = read_file("a.parquet", &writer.into_inner().expect("finish"));
            assert_eq!(items.len(), words.len());
            let expected = expected.get_or_insert_with(|| items.clone());
            assert_eq!(&items, expected, "{encoding} {version:?}");
        }
    }
    let texts = expected
        .unwrap_or_default()
        .into_iter()
        .map(|item| match item {
            Item::Document(document) => Some(document.text),
            Item::Skipped(_) => None,
        });
    assert_eq!(texts.collect::<Vec<_>>(), words);
}

#[test]
fn a_column_with_pages_stands_for_the_text() {
    let pages = [
        Some("<title>T</title><link rel=canonical href=http://a.b/c><p>one"),
        Some("<p>two"),
        None,
    ];
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3]));
    let items = read_file(
        "a.parquet",
        &written(vec![("id", ids.clone()), ("html", strings(&pages))], 2),
    );
    assert_eq!(
        skipped(&items),
        [("missing_text", "a.parquet:3: nothing in column `text`")]
    );
    let read = documents(items[..2].to_vec());
    assert_eq!((&*read[0].text, &*read[1].text), ("one", "two"));
    assert_eq!(read[0].title.as_deref(), Some("T"));
    assert_eq!(read[0].meta, r#"{"url":"http://a.b/c"}"#);
    assert!(read[0].site.is_some());
    // Beside a text it is a field like others.
    let texts = strings(&[Some("own"), Some(""), None]);
    let columns = vec![("id", ids), ("html", strings(&pages)), ("text", texts)];
    let read = documents(read_file("a.parquet", &written(columns, 2))[..2].to_vec());
    assert!(
        read[0].meta.starts_with(r#"{"html":"<title>"#),
        "{}",
        read[0].meta
    );
    assert_eq!((&*read[0].text, &*read[1].text), ("own", "two"));
    assert_eq!(read[1].meta, "");
}

#[test]
fn rows_that_are_no_documents_are_skipped_with_their_number() {
    let file = written(
        vec![
            ("id", strings(&[Some("a"), None, Some("c"), Some("d")])),
            (
                "text",
                strings(&[None, Some("b"), Some("too long"), Some("d")]),
            ),
            ("date", strings(&[None, None, None, Some("May")])),
        ],
        10,
    );
    let folder = folder(&[("a.parquet", &file)]);
    let options = ReadOptions {
        max_bytes: 5,
        ..ReadOptions::default()
    };
    let items = read(&inside(&folder, "a.parquet"), &options);
    assert_eq!(
        skipped(&items),
        [
            ("missing_text", "a.parquet:1: nothing in column `text`"),
            ("missing_id", "a.parquet:2: nothing in column `id`"),
            ("too_large", "a.parquet:3: longer than 5 bytes"),
        ]
    );
    let Some(Item::Document(last)) = items.last() else {
        panic!("a document")
    };
    assert_eq!(
        (last.meta.as_str(), last.bad_date),
        (r#"{"date":"May"}"#, true)
    );
}

#[test]
fn a_table_without_text_names_its_columns() {
    let folder = folder(&[(
        "a.parquet",
        &written(vec![("id", strings(&[])), ("body", strings(&[]))], 1),
    )]);
    let message = error(&inside(&folder, "a.parquet")).to_string();
    assert!(
        message.contains("id, body") && message.contains("--text-field"),
        "{message}"
    );
    assert_eq!(
        skipped(&read(&inside(&folder, ""), &ReadOptions::default()))[0].0,
        "missing_text"
    );
}

#[test]
fn a_cut_file_is_skipped() {
    let table = table();
    for bytes in [&table[..table.len() - 1], &table[..10], b"", b"not parquet"] {
        assert_eq!(
            skipped(&read_file("a.parquet", bytes))[0].0,
            "broken_parquet"
        );
    }
    let packed = gzip(&table);
    let items = read_file("a.parquet.gz", &packed[..packed.len() / 2]);
    assert_eq!(skipped(&items)[0].0, "broken_archive");
}

#[test]
fn a_long_value_stored_once_is_held_once() {
    let (rows, length) = (400, 64 << 10);
    let long = "x".repeat(length);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(Int64Array::from_iter_values(0..rows))),
        ("text", strings(&vec![Some(long.as_str()); rows as usize])),
    ];
    let file = written(columns, 1000);
    assert!(
        file.len() < 1 << 20,
        "the writer stores it once: {}",
        file.len()
    );

    let folder = folder(&[("a.parquet", &file)]);
    let arguments = [inside(&folder, "a.parquet")];
    let mut input = Input::open(&arguments, &ReadOptions::default()).expect("opens");
    let mut documents = 0;
    while let Some(chunk) = input.next_chunk().expect("readable") {
        assert!(chunk.weight() < 1 << 20, "{}", chunk.weight());
        chunk.parse(&mut |item| match item {
            Item::Document(document) => documents += i64::from(document.text.len() == length),
            Item::Skipped(skipped) => panic!("{}", skipped.detail),
        });
    }
    assert_eq!(documents, rows);
}
