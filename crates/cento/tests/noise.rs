//! Results without passages of some labels: what is left is counted anew.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use cento::engine::find;
use cento::find::{FindOptions, Label, Labels, Preset};
use cento::report::{ClusterRow, DocumentRow, PairRow, PassageRow, Sink, Summary};
use cento::watch::Unwatched;

/// The group of a passage, its labels, and its text in both documents.
type Found = (Option<u64>, Labels, [String; 2]);

#[derive(Default)]
struct Rows {
    pairs: Vec<PairRow>,
    passages: Vec<Found>,
    clusters: Vec<(u64, Labels)>,
    reused: BTreeMap<String, f64>,
}

impl Sink for Rows {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.pairs.push(row.clone());
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        let texts = [row.a_text.to_string(), row.b_text.to_string()];
        self.passages.push((row.cluster, row.labels, texts));
        Ok(())
    }

    fn cluster(&mut self, row: &ClusterRow) -> cento::Result<()> {
        self.clusters.push((row.number, row.labels));
        Ok(())
    }

    fn document(&mut self, row: &DocumentRow) -> cento::Result<()> {
        self.reused.insert(row.id.clone(), row.reused);
        Ok(())
    }
}

/// Words that no other seed has.
fn words(seed: usize, count: usize) -> String {
    let word = |at: usize| {
        let digits = [seed / 20, seed % 20, at / 20, at % 20];
        String::from_iter(digits.map(|digit| char::from(b'a' + digit as u8)))
    };
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

/// A footer on every document of a paper, a text two documents share, spam in three papers, and a copy.
fn collection() -> Vec<(String, String, String)> {
    let mut documents = Vec::new();
    let footer = words(1, 30);
    for at in 0..6 {
        let own = words(10 + at, 60);
        // The first two share a text, beside the footer.
        let shared = if at < 2 {
            words(2, 40)
        } else {
            words(30 + at, 40)
        };
        let text = format!("{shared} {own} {footer}");
        documents.push((format!("times-{at}"), "times".to_owned(), text));
    }
    for series in 0..3 {
        for at in 0..10 {
            let text = match at {
                0..4 => format!("{} {}", words(50 + 10 * series + at, 5), words(3, 50)),
                _ => words(100 + 10 * series + at, 80),
            };
            documents.push((
                format!("blog-{series}-{at}"),
                format!("blog-{series}"),
                text,
            ));
        }
    }
    documents.push(("copy".to_owned(), "other".to_owned(), words(104, 80)));
    documents
}

fn found(without: Option<Labels>) -> (Rows, Summary) {
    let preset = Preset::default();
    let temp = tempfile::tempdir().expect("a folder");
    let mut file = tempfile::Builder::new()
        .suffix(".jsonl")
        .tempfile_in(&temp)
        .expect("a file");
    for (id, series, text) in collection() {
        writeln!(
            file,
            r#"{{"id":"{id}","series":"{series}","text":"{text}"}}"#
        )
        .expect("a row");
    }
    let options = FindOptions {
        align: Some(preset.align),
        without,
        ..FindOptions::new(preset.scheme(), 256 << 20, temp.path().to_owned())
    };
    let mut rows = Rows::default();
    let input = [file.path().to_string_lossy().into_owned()];
    let summary = find(&input, None, &options, &Unwatched, &mut rows).expect("a run");
    (rows, summary)
}

#[test]
fn all_labels_are_there_unless_they_are_left_out() {
    let (all, summary) = found(None);
    let labels = |rows: &Rows| -> BTreeSet<&str> {
        rows.passages.iter().flat_map(|row| row.1.names()).collect()
    };
    assert_eq!(labels(&all), BTreeSet::from(["alias", "frame", "spam"]));
    assert!(summary.without.is_empty());
    // 15 pairs of the paper by its footer, 66 of spam, one copy.
    assert_eq!(all.pairs.len(), 15 + 66 + 1);
    let patterns: BTreeMap<&str, (u64, u64)> = summary
        .patterns
        .iter()
        .map(|pattern| (pattern.pattern, (pattern.pairs, pattern.left_out)))
        .collect();
    let expected = [
        ("alias", (1, 0)),
        ("frame", (14, 0)),
        ("reuse", (1, 0)),
        ("spam", (66, 0)),
    ];
    assert_eq!(patterns, BTreeMap::from(expected));
    let spam = &summary.labels["spam"].evidence[0];
    assert_eq!((spam.documents, spam.series), (12, 3));
    assert!(spam.share > 0.9, "{}", spam.share);
    let frame = summary.labels["frame"].evidence[0]
        .most_of
        .clone()
        .expect("a series");
    assert_eq!(
        (frame.name.as_str(), frame.documents, frame.of),
        ("times", 6, 6)
    );

    let noise: Labels = [Label::Frame, Label::Spam].into_iter().collect();
    let (left, summary) = found(Some(noise));
    assert_eq!(labels(&left), BTreeSet::from(["alias"]));
    assert_eq!(summary.without, ["frame", "spam"]);
    let pairs: Vec<(&str, &str)> = left
        .pairs
        .iter()
        .map(|row| (row.a_id.as_str(), row.b_id.as_str()))
        .collect();
    assert_eq!(pairs, [("times-0", "times-1"), ("blog-0-4", "copy")]);
    // What was left out is counted where it was, and nowhere else.
    let left_out: u64 = summary
        .patterns
        .iter()
        .map(|pattern| pattern.left_out)
        .sum();
    assert_eq!((left_out, summary.pairs), (14 + 66, 2));
    let shares: f64 = summary.patterns.iter().map(|pattern| pattern.share).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    // The pair has lost its footer.
    assert_eq!(
        (left.pairs[0].passages, left.pairs[0].a_matched),
        (Some(1), 40)
    );
    assert_eq!(left.pairs[0].b_matched, 40);
    assert_eq!(left.passages[0].2, [words(2, 40), words(2, 40)]);
    // Groups have their numbers from 1 on, and passages name them.
    let numbers: Vec<u64> = left.clusters.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [1, 2]);
    let of: BTreeSet<Option<u64>> = left.passages.iter().map(|row| row.0).collect();
    assert_eq!(of, BTreeSet::from([Some(1), Some(2)]));
    let reused = |id: &str| (left.reused[id] * 1000.0).round();
    assert_eq!(reused("times-0"), (1000.0f64 * 40.0 / 130.0).round());
    assert_eq!(
        [reused("times-3"), reused("blog-0-0"), reused("copy")],
        [0.0, 0.0, 1000.0]
    );

    let (left, _) = found(Some([Label::Alias].into_iter().collect()));
    assert_eq!(left.pairs.len(), 15 + 66);
    assert_eq!(left.reused["copy"], 0.0);
}

#[test]
fn a_label_is_known_by_its_name() {
    for label in Label::ALL {
        assert_eq!(label.name().parse::<Label>().ok(), Some(label));
    }
    let error = "frames".parse::<Label>().expect_err("no label").to_string();
    assert!(
        error.contains("`frames`") && error.contains("spam"),
        "{error}"
    );
}
