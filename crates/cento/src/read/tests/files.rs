use super::*;

fn row(id: &str) -> Vec<u8> {
    format!("{{\"id\":\"{id}\",\"text\":\"t\"}}\n").into_bytes()
}

#[test]
fn folders_are_walked_in_order_of_paths() {
    let folder = folder(&[
        ("b.txt", b"b"),
        ("a/z.md", b"z"),
        ("a-b.txt", b"hyphen sorts before slash"),
        ("a/rows.jsonl", &row("row")),
        ("a.txt", b"so does the dot"),
        ("a/.hidden.txt", b"no"),
        (".git/c.txt", b"no"),
        ("a/image.png", b"no"),
        ("a/package.json", b"{}"),
        ("B.TXT.GZ", &gzip(b"packed")),
    ]);
    let arguments = [inside(&folder, "")];
    let items = try_read(&arguments, &ReadOptions::default()).expect("readable");
    let expected = ["B.TXT.GZ", "a-b.txt", "a.txt", "row", "a/z.md", "b.txt"];
    assert_eq!(ids(&items), expected);
    let input = Input::open(&arguments, &ReadOptions::default()).expect("opens");
    assert_eq!((input.files(), input.ignored()), (6, 2));
    assert_eq!(input.empty(), [""; 0]);
    for chunk_bytes in [1, 20] {
        assert_eq!(read(&arguments[0], &small_chunks(chunk_bytes)), items);
    }
}

#[test]
fn names_are_relative_to_one_argument_and_begin_with_it_among_several() {
    let folder = folder(&[("x/a.txt", b"1"), ("y/b.txt", b"2"), ("c.md", b"3")]);
    let read_ids = |names: &[&str]| {
        let arguments: Vec<_> = names.iter().map(|name| inside(&folder, name)).collect();
        let items = try_read(&arguments, &ReadOptions::default()).expect("readable");
        let root = inside(&folder, "");
        ids(&items)
            .into_iter()
            .map(|id| id.replace(&root, ""))
            .collect::<Vec<_>>()
    };
    assert_eq!(read_ids(&["x"]), ["a.txt"]);
    assert_eq!(read_ids(&["c.md"]), ["c.md"]);
    assert_eq!(read_ids(&["*/*.txt"]), ["x/a.txt", "y/b.txt"]);
    assert_eq!(read_ids(&["x/*.txt"]), ["a.txt"]);
    assert_eq!(
        read_ids(&["x/", "y", "c.md"]),
        ["x/a.txt", "y/b.txt", "c.md"]
    );
    assert_eq!(read_ids(&["x/*", "c.md"]), ["x/a.txt", "c.md"]);
}

#[test]
fn a_pattern_reads_each_file_once() {
    let folder = folder(&[("x/a.txt", b"1"), ("x/y/b.txt", b"2"), ("x/c.png", b"3")]);
    let items = read(&inside(&folder, "**/*"), &ReadOptions::default());
    assert_eq!(ids(&items), ["x/a.txt", "x/y/b.txt"]);
}

#[test]
fn a_file_whose_name_looks_like_a_pattern_is_read() {
    let folder = folder(&[("a[1].txt", b"1"), ("a1.txt", b"2")]);
    let items = read(&inside(&folder, "a[1].txt"), &ReadOptions::default());
    assert_eq!(ids(&items), ["a[1].txt"]);
}

#[test]
fn arguments_that_cannot_be_read_are_errors() {
    let folder = folder(&[("a.bin", b"x")]);
    assert!(matches!(
        error(&inside(&folder, "none.txt")),
        Error::Io { .. }
    ));
    let unknown = error(&inside(&folder, "a.bin")).to_string();
    assert!(
        unknown.contains(".jsonl") && unknown.contains(".txt"),
        "{unknown}"
    );
    assert!(matches!(error(&inside(&folder, "*.txt")), Error::Usage(_)));
    assert!(matches!(error("a[.txt"), Error::Usage(_)));
}

#[test]
fn an_empty_folder_is_named_not_an_error() {
    let folder = folder(&[("a.png", b"x")]);
    let argument = inside(&folder, "");
    let input =
        Input::open(std::slice::from_ref(&argument), &ReadOptions::default()).expect("opens");
    assert_eq!((input.files(), input.ignored()), (0, 1));
    assert_eq!(input.empty(), [argument]);
    assert_eq!(input.total_bytes(), Some(0));
}

#[test]
fn every_compression_is_read_over_its_seams() {
    let (a, b) = (row("a"), row("b"));
    for (name, pack) in [
        ("x.jsonl.gz", gzip as fn(&[u8]) -> Vec<u8>),
        ("x.jsonl.zst", zstd),
        ("x.jsonl.bz2", bzip2),
        ("x.jsonl.xz", xz),
    ] {
        // The seam is inside a row.
        let (left, right) = b.split_at(9);
        let packed = [pack(&a), pack(left), pack(right)].concat();
        assert_eq!(ids(&read_file(name, &packed)), ["a", "b"], "{name}");
    }
}

#[test]
fn texts_are_kept_but_for_the_byte_order_mark() {
    let document = documents(read_file("a.txt", b"\xef\xbb\xbf\r\n x\xff\n")).remove(0);
    assert_eq!(
        (document.text.as_str(), document.replaced),
        ("\r\n x\u{fffd}\n", 1)
    );
    assert_eq!(document.meta, "");
}

#[test]
fn long_texts_are_skipped_by_their_unpacked_size() {
    let packed = gzip(&[b'x'; 1000]);
    let folder = folder(&[
        ("a.txt", &[b'x'; 1000]),
        ("b.txt.gz", &packed),
        ("c.txt", &[b'x'; 500]),
    ]);
    assert!(packed.len() < 500);
    let options = ReadOptions {
        max_bytes: 500,
        ..ReadOptions::default()
    };
    let items = read(&inside(&folder, ""), &options);
    assert_eq!(ids(&items), ["-", "-", "c.txt"]);
    assert_eq!(
        skipped(&items)[1],
        ("too_large", "b.txt.gz: longer than 500 bytes")
    );
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_loops_skipped() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[("x/a.txt", b"1"), ("other/b.txt", b"2")]);
    let at = |name| inside(&folder, name);
    symlink(at("other/b.txt"), at("x/b.txt")).expect("link");
    symlink(at("x"), at("x/loop")).expect("link");
    symlink(at("nowhere"), at("x/lost.txt")).expect("link");
    symlink(at("nowhere"), at("x/lost")).expect("link");
    let items = read(&at("x"), &ReadOptions::default());
    let mut found = ids(&items);
    found.retain(|id| *id != "-");
    assert_eq!(found, ["a.txt", "b.txt"]);
    let mut reasons = skipped(&items);
    reasons.sort_unstable();
    assert_eq!(reasons.len(), 2);
    assert_eq!(
        reasons[0],
        ("unreadable", "loop: a link to a folder that holds it")
    );
    assert!(reasons[1].1.starts_with("lost.txt: "));
}
