//! The whole study, on little.

use std::fmt::Write;

use super::*;
use crate::random::Random;

#[test]
fn the_study_runs_on_generated_texts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [texts, decks, pairs, out] =
        ["texts.jsonl", "decks.jsonl", "pairs.jsonl", "page.md"].map(path);
    let mut random = Random::new(1);
    let mut rows = String::new();
    for text in 0..40 {
        let words: Vec<String> = (0..1200)
            .map(|_| format!("w{}", random.below(3000)))
            .collect();
        let _ = writeln!(
            rows,
            "{{\"id\":\"{text}\",\"text\":\"{}\"}}",
            words.join(" ")
        );
    }
    std::fs::write(&texts, &rows).unwrap();
    std::fs::write(&decks, &rows).unwrap();
    let labelled = |at: usize| {
        let (other, label) = match at % 5 {
            0 => (at + 1, "template"),
            _ => (at, "valid"),
        };
        format!("{{\"a\":\"{at}\",\"b\":\"{other}\",\"label\":\"{label}\"}}\n")
    };
    std::fs::write(&pairs, (0..39).map(labelled).collect::<String>()).unwrap();
    let arguments: Arguments = crate::test_arguments(&[
        &texts,
        "--each",
        "10",
        "--runs",
        "2",
        "--tries",
        "100",
        "--simulated",
        "2",
        "--decks",
        &decks,
        "--deck-pairs",
        &pairs,
        "--out",
        &out,
    ]);
    run(&arguments).unwrap();
    let page = std::fs::read_to_string(out).unwrap();
    assert!(page.contains("140 of 140 prints, so this holds"), "{page}");
    assert!(
        page.contains(" --simulated 2 --decks DECKS --deck-pairs PAIRS`"),
        "{page}"
    );
    // A deck and itself are told from two that have nothing in common, whatever the bits.
    assert!(page.contains("| k-gram | 1.000 | 1.000 |"), "{page}");
    for line in page.lines().filter_map(|line| line.strip_prefix("![")) {
        let name = line.split_once("](").unwrap().1.trim_end_matches(')');
        assert!(folder.path().join(name).exists(), "{name}");
    }
}
