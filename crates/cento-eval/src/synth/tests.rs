//! The truth is true, and the same seed gives the same collection.

use std::collections::HashMap;

use serde_json::Value;

use super::*;

/// The lines written, as text and as values.
fn synth(bytes: u64, seed: u64, shape: Shape) -> (String, Vec<Value>, Vec<Value>) {
    let folder = tempfile::tempdir().unwrap();
    let (out, truth) = (folder.path().join("out"), folder.path().join("truth"));
    run(&Arguments {
        bytes,
        seed,
        out: out.clone(),
        truth: Some(truth.clone()),
        share: 0.3,
        whole: 0.1,
        window: 50,
        shape,
    })
    .unwrap();
    let text = std::fs::read_to_string(out).unwrap();
    let values = |text: &str| {
        text.lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect()
    };
    let truth = values(&std::fs::read_to_string(truth).unwrap());
    let documents = values(&text);
    (text, documents, truth)
}

fn slice(text: &str, row: &Value, side: &str) -> String {
    let at = |end| row[format!("{side}_{end}")].as_u64().unwrap() as usize;
    let (begin, end) = (at("begin"), at("end"));
    text.chars().skip(begin).take(end - begin).collect()
}

#[test]
fn truth_spans_slice_to_the_copied_words() {
    for shape in [Shape::Natural, Shape::Footer] {
        let (_, documents, truth) = synth(4_000_000, 5, shape);
        let texts: HashMap<&str, &str> = documents
            .iter()
            .map(|d| (d["id"].as_str().unwrap(), d["text"].as_str().unwrap()))
            .collect();
        let mut kinds: HashMap<&str, usize> = HashMap::new();
        for row in &truth {
            let (src, dst) = (row["src"].as_str().unwrap(), row["dst"].as_str().unwrap());
            assert!(src < dst);
            let (from, to) = (slice(texts[src], row, "src"), slice(texts[dst], row, "dst"));
            let words = row["words"].as_u64().unwrap() as usize;
            let kind = row["kind"].as_str().unwrap();
            assert_eq!(from.split_whitespace().count(), words, "{row}");
            assert_eq!(from, from.trim());
            if matches!(kind, "exact" | "copy") {
                assert_eq!(from, to, "{row}");
            } else {
                let edited = to.split_whitespace().count();
                assert!(edited.abs_diff(words) <= 3 + words / 4, "{row}: {edited}");
            }
            if !kind.ends_with("copy") {
                assert!((20..=200).contains(&words), "{row}");
            }
            *kinds.entry(kind).or_default() += 1;
        }
        let expected = [
            "exact",
            "edit05",
            "edit15",
            "ocr02",
            "ocr06",
            "copy",
            "near-copy",
        ];
        assert!(
            expected.iter().all(|kind| kinds.contains_key(kind)),
            "{kinds:?}"
        );
    }
}

#[test]
fn a_smaller_collection_is_the_beginning_of_a_larger_one() {
    let (small, ..) = synth(300_000, 1, Shape::Natural);
    let (large, ..) = synth(900_000, 1, Shape::Natural);
    let (other, ..) = synth(300_000, 2, Shape::Natural);
    assert!(large.starts_with(&small) && large.len() > small.len());
    assert_ne!(small, other);
}

#[test]
fn as_many_documents_copy_as_asked() {
    let (_, documents, truth) = synth(4_000_000, 3, Shape::Natural);
    let mut copying: Vec<&str> = truth
        .iter()
        .map(|row| row["dst"].as_str().unwrap())
        .collect();
    copying.dedup();
    let share = copying.len() as f64 / documents.len() as f64;
    assert!(
        (0.23..0.37).contains(&share),
        "{share} of {}",
        documents.len()
    );
}

#[test]
fn every_shape_is_what_it_says() {
    let text = |d: &Value| d["text"].as_str().unwrap().to_owned();
    let (all, documents, truth) = synth(100_000, 1, Shape::Copies);
    assert!(all.len() >= 100_000 && truth.is_empty());
    assert!(documents.iter().all(|d| text(d) == text(&documents[0])));

    let (_, documents, _) = synth(100_000, 1, Shape::NearCopies);
    let words = |d: &Value| {
        text(d)
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let first = words(&documents[0]);
    assert!(documents.len() > 20);
    for document in &documents {
        let different = words(document)
            .iter()
            .zip(&first)
            .filter(|(x, y)| x != y)
            .count();
        assert!(different <= 2, "{different}");
    }

    let (_, documents, _) = synth(300_000, 1, Shape::OneDocument);
    assert_eq!(documents.len(), 1);
    assert!(text(&documents[0]).len() > 280_000);

    for shape in [Shape::OneWord, Shape::OneWordDocument] {
        let (_, documents, _) = synth(100_000, 1, shape);
        assert_eq!(documents.len() == 1, shape == Shape::OneWordDocument);
        assert!(documents.iter().all(|d| {
            let words = words(d);
            words.iter().all(|w| *w == words[0])
        }));
    }

    let (_, documents, _) = synth(200_000, 1, Shape::Footer);
    let last = |d: &Value| text(d).rsplit("\n\n").next().unwrap_or_default().to_owned();
    assert!(documents.iter().all(|d| last(d) == last(&documents[0])));
    assert!(documents.len() > 5);
}
