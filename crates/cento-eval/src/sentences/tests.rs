//! The whole study on generated verses.

use std::fmt::Write;
use std::path::Path;

use serde_json::json;

use super::*;
use crate::random::Random;

/// Words of no language; the first are frequent.
fn words(count: usize, random: &mut Random) -> Vec<String> {
    let word = |random: &mut Random| format!("w{}q", (2000f64.powf(random.unit())) as u32);
    (0..count).map(|_| word(random)).collect()
}

/// Verses, and the same with a share of their words changed.
fn write_verses(path: &Path, name: &str, changed: f64) {
    let (mut texts, mut changes) = (Random::new(5), Random::new(name.len() as u64));
    let mut rows = String::new();
    for verse in 0..300 {
        let mut text = words(12, &mut texts);
        for word in &mut text {
            if changes.chance(changed) {
                *word = words(1, &mut changes).remove(0);
            }
        }
        let (verse, text) = (format!("Gen.1.{verse}"), text.join(" "));
        let row = json!({ "id": format!("{name}/{verse}"), "verse": verse, "text": text });
        let _ = writeln!(rows, "{row}");
    }
    std::fs::write(path, rows).unwrap();
}

#[test]
fn the_study_runs_on_generated_verses() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, changed) in [("first", 0.0), ("near", 0.1), ("further", 0.3)] {
        write_verses(Path::new(&path(&format!("{name}.jsonl"))), name, changed);
    }
    let [posts, quotes] = ["posts.jsonl", "quotes.jsonl"].map(path);
    let quoted = "seven grey geese flew over the river";
    let rows = [
        json!({ "id": "a", "text": format!("{quoted}.\n") }),
        json!({ "id": "b", "text": format!("> {quoted}.\n\nWho counted them?\n") }),
        json!({ "id": "c", "text": "nothing of that kind was seen here\n" }),
    ];
    std::fs::write(&posts, rows.map(|row| format!("{row}\n")).concat()).unwrap();
    std::fs::write(&quotes, "{\"child\":\"b\",\"parent\":\"a\"}\n").unwrap();
    let out = path("page.md");
    let arguments: Arguments = crate::test_arguments(&[
        "--verses",
        &path("near.jsonl"),
        &path("further.jsonl"),
        "--against",
        &path("first.jsonl"),
        "--posts",
        &posts,
        "--quotes",
        &quotes,
        "--sizes",
        &path("first.jsonl"),
        "--first-sentences",
        "100,200",
        "--out",
        &out,
    ]);
    run(&arguments).unwrap();
    let page = std::fs::read_to_string(out).unwrap();
    assert!(page.contains(" --sizes COLLECTION... --first-sentences 100,200`"));
    for sentences in [100, 200, 300] {
        let row = format!(
            "| first | {sentences} | {sentences} | 300 | words, in an index | 1.000 | 1.000 |"
        );
        assert!(page.contains(&row), "{page}");
    }
    // What is near comes first, by scan and by the preset.
    assert!(
        page.contains("| near in first | 300 | 0.5 | 1.0000 | 1.0000 | 1.0000 | 100.00 |"),
        "{page}"
    );
    assert!(
        page.contains("| rare words (the preset) | 1.000 | 1.000 |"),
        "{page}"
    );
    assert!(
        page.contains("| found by the preset | 1 | 100.0 | 1 | 100.0 |"),
        "{page}"
    );
    for line in page.lines().filter_map(|line| line.strip_prefix("![")) {
        let name = line.split_once("](").unwrap().1.trim_end_matches(')');
        assert!(folder.path().join(name).exists(), "{name}");
    }
}

#[test]
fn sizes_need_no_verses() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [collection, out] = ["some.jsonl", "page.md"].map(path);
    write_verses(Path::new(&collection), "some", 0.0);
    let arguments: Arguments = crate::test_arguments(&["--sizes", &collection, "--out", &out]);
    run(&arguments).unwrap();
    let page = std::fs::read_to_string(out).unwrap();
    assert!(page.contains("- Command: `cento-eval sentences --sizes COLLECTION...`"));
    assert_eq!(page.matches("\n## ").count(), 2, "{page}");
}
