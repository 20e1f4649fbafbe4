use super::*;

fn rows(count: usize) -> Vec<u8> {
    (0..count)
        .flat_map(|i| format!("{{\"id\":{i},\"text\":\"{:x}\"}}\n", i * 7_919_333).into_bytes())
        .collect()
}

/// Reads with several chunk sizes, which must agree.
fn read_broken(name: &str, bytes: &[u8]) -> Vec<Item> {
    let folder = folder(&[(name, bytes), ("z.txt", b"after")]);
    let items = read(&inside(&folder, ""), &ReadOptions::default());
    assert_eq!(read(&inside(&folder, ""), &small_chunks(100)), items);
    items
}

#[test]
fn rows_before_the_cut_are_read() {
    let rows = rows(20_000);
    for (name, packed) in [
        ("x.jsonl.gz", gzip(&rows)),
        ("x.jsonl.zst", zstd(&rows)),
        ("x.jsonl.bz2", bzip2(&rows)),
        ("x.jsonl.xz", xz(&rows)),
    ] {
        let items = read_broken(name, &packed[..packed.len() - 10]);
        let skipped = skipped(&items);
        assert_eq!(skipped.len(), 1, "{name}");
        assert_eq!(skipped[0].0, "broken_archive", "{name}");
        let line = items.len() - 1;
        assert!(
            skipped[0].1.starts_with(&format!("{name}:{line}: ")),
            "{}",
            skipped[0].1
        );
        // Formats that work in blocks lose the block.
        assert!(
            items.len() > if name.ends_with("gz") { 19_900 } else { 2 },
            "{name}"
        );
        assert_eq!(ids(&items).last(), Some(&"z.txt"), "the rest goes on");
    }
}

#[test]
fn rows_right_before_a_damage_are_read() {
    let rows = rows(1000);
    let mut packed = gzip(&rows[..rows.len() / 2]);
    packed.extend_from_slice(b"this is no archive");
    let items = read_broken("x.jsonl.gz", &packed);
    assert!(items.len() > 490, "{}", items.len());

    let mut flipped = gzip(&rows);
    let middle = flipped.len() / 2;
    flipped[middle..middle + 50].fill(0xff);
    let items = read_broken("x.jsonl.gz", &flipped);
    assert!(items.len() > 300, "{}", items.len());
    assert!(
        skipped(&items)
            .iter()
            .any(|(reason, _)| *reason == "broken_archive")
    );
}

#[test]
fn damaged_tables_and_texts_are_skipped() {
    let packed = gzip(b"id,text\n1,a\n2,b\n");
    let items = read_broken("x.csv.gz", &packed[..packed.len() - 8]);
    assert_eq!(ids(&items), ["1", "2", "-", "z.txt"]);
    let items = read_broken("x.txt.gz", b"not gzip");
    assert_eq!(skipped(&items)[0].0, "broken_archive");
}

#[cfg(unix)]
#[test]
fn unreadable_files_are_skipped() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[
        ("a.txt", b"x"),
        ("b.jsonl", b"{}"),
        ("c.txt", b"c"),
        ("d/e.txt", b"e"),
    ]);
    for name in ["a.txt", "b.jsonl", "d"] {
        let path = folder.path().join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o000)).expect("chmod");
    }
    if fs::read(folder.path().join("a.txt")).is_ok() {
        return; // root reads everything
    }
    let items = read(&inside(&folder, ""), &ReadOptions::default());
    fs::set_permissions(folder.path().join("d"), fs::Permissions::from_mode(0o700)).expect("chmod");
    assert_eq!(ids(&items), ["-", "-", "c.txt", "-"]);
    assert!(
        skipped(&items)
            .iter()
            .all(|(reason, _)| *reason == "unreadable")
    );
}
