use proptest::prelude::*;

use super::*;

const CHUNKS: [usize; 4] = [1, 7, 64, 1 << 20];

/// Pieces that make JSON-like, CSV-like and plainly wrong bytes likely.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..8),
        Just(b"{\"id\":\"a\",\"text\":\"b\"}\n".to_vec()),
        Just(b"{\"id\":1,\"text\":\"\\ud800\\u00e9".to_vec()),
        Just(b"id,text,date\n".to_vec()),
        Just(b"1,\"x\"\"\ny\",1850\r\n".to_vec()),
        Just(b"\"".to_vec()),
        Just(b"\\".to_vec()),
        Just(b"\r".to_vec()),
        Just(b"\n".to_vec()),
        Just(b"}".to_vec()),
        Just(b",".to_vec()),
        Just(b"\xef\xbb\xbf".to_vec()),
    ];
    proptest::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

/// Every chunk size gives the same items, or the same refusal.
fn same_for_all_chunks(name: &str, bytes: &[u8], max_bytes: u64) {
    let folder = folder(&[(name, bytes)]);
    let results = CHUNKS.map(|chunk_bytes| {
        let options = ReadOptions {
            max_bytes,
            ..small_chunks(chunk_bytes)
        };
        try_read(&[inside(&folder, name)], &options).map_err(|error| error.to_string())
    });
    for result in &results[1..] {
        assert_eq!(result, &results[0]);
    }
}

/// A string without lone surrogates, as any JSON writer may escape it.
fn written(document: &Document) -> String {
    let mut object = serde_json::Map::new();
    let optional = [
        ("date", &document.date),
        ("series", &document.series),
        ("title", &document.title),
    ];
    object.insert("id".into(), document.id.clone().into());
    object.insert("text".into(), document.text.clone().into());
    for (name, value) in optional {
        object.insert(name.into(), value.clone().into());
    }
    serde_json::Value::from(object).to_string()
}

fn any_document() -> impl Strategy<Value = Document> {
    let optional = || proptest::option::of(any::<String>());
    let date = proptest::option::of(Just("1850-01-02".to_owned()));
    (".+", any::<String>(), date, optional(), optional()).prop_map(
        |(id, text, date, series, title)| Document {
            id,
            text,
            date,
            series,
            title,
            ..Document::default()
        },
    )
}

/// The same JSON with every character beyond ASCII escaped, as Python writes it.
fn as_ascii(json: &str) -> String {
    let mut out = String::new();
    for char in json.chars() {
        match char.is_ascii() {
            true => out.push(char),
            false => {
                for unit in char.encode_utf16(&mut [0; 2]) {
                    out += &format!("\\u{unit:04x}");
                }
            }
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_as_jsonl_give_the_same_items_for_every_chunk(bytes in bytes(), max in 1..200_u64) {
        same_for_all_chunks("a.jsonl", &bytes, max);
    }

    #[test]
    fn any_bytes_as_csv_give_the_same_items_for_every_chunk(bytes in bytes(), max in 1..200_u64) {
        same_for_all_chunks("a.csv", &bytes, max);
        same_for_all_chunks("a.csv", &[b"id,text,date\n", &bytes[..]].concat(), max);
    }

    #[test]
    fn any_bytes_as_archives_do_not_panic(bytes in bytes(), cut in any::<prop::sample::Index>()) {
        let mut packed = gzip(&bytes);
        let at = cut.index(packed.len());
        packed[at] ^= 0x55;
        for (name, bytes) in [
            ("a.jsonl.gz", &packed),
            ("a.jsonl.gz", &bytes),
            ("a.jsonl.zst", &bytes),
            ("a.jsonl.bz2", &bytes),
            ("a.jsonl.xz", &bytes),
        ] {
            same_for_all_chunks(name, bytes, 1000);
        }
    }

    #[test]
    fn documents_written_as_json_are_read_back(
        expected in proptest::collection::vec(any_document(), 1..5)
    ) {
        let lines: Vec<_> = expected.iter().map(written).collect();
        let plain = read_file("a.jsonl", lines.join("\n").as_bytes());
        prop_assert_eq!(documents(plain), &expected[..]);
        let ascii = read_file("a.jsonl", as_ascii(&lines.join("\r\n")).as_bytes());
        prop_assert_eq!(documents(ascii), &expected[..]);
    }

    #[test]
    fn rows_of_csv_are_what_the_csv_crate_reads(
        rows in proptest::collection::vec(("[^\0]+", any::<String>()), 1..5)
    ) {
        let mut table = ::csv::Writer::from_writer(Vec::new());
        table.write_record(["id", "text"]).expect("write");
        for (id, text) in &rows {
            table.write_record([id, text]).expect("write");
        }
        let bytes = table.into_inner().expect("flush");
        let read = documents(read_file("a.csv", &bytes));
        let read: Vec<_> = read.into_iter().map(|document| (document.id, document.text)).collect();
        prop_assert_eq!(read, rows);
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn damaged_parquet_does_not_panic(
        bytes in bytes(),
        flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut table = super::parquet::table();
        for (at, byte) in flips {
            let at = at.index(table.len());
            table[at] = byte;
        }
        read_file("a.parquet", &table);
        read_file("a.parquet", &bytes);
        let footer = u32::try_from(bytes.len()).expect("short").to_le_bytes();
        let framed = [b"PAR1", &bytes[..], &footer, b"PAR1"].concat();
        read_file("a.parquet", &framed);
    }
}
