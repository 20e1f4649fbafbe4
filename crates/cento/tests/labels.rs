//! Every label begins where it says it does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write;

use cento::align::AlignOptions;
use cento::engine;
use cento::find::FindOptions;
use cento::report::{PairRow, PassageRow, Sink};
use cento::watch::Unwatched;

#[derive(Default)]
struct Seen {
    pairs: Vec<Vec<&'static str>>,
    passages: Vec<Vec<&'static str>>,
}

impl Sink for Seen {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.pairs.push(row.labels.names());
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        self.passages.push(row.labels.names());
        Ok(())
    }
}

/// The labels of what is found among texts, each with a series; all of it must have the same.
fn labels(texts: &[(String, &str)]) -> Vec<&'static str> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("texts.jsonl");
    let mut rows = String::new();
    for (at, (text, series)) in texts.iter().enumerate() {
        writeln!(
            rows,
            r#"{{"id":"{at}","series":"{series}","text":"{text}"}}"#
        )
        .unwrap();
    }
    std::fs::write(&path, rows).unwrap();
    let scheme = "kgram:k=4".parse().unwrap();
    let options = FindOptions {
        align: Some(AlignOptions::default()),
        ..FindOptions::new(scheme, 1 << 28, std::env::temp_dir())
    };
    let mut seen = Seen::default();
    let input = [path.to_str().unwrap().to_owned()];
    engine::find(&input, None, &options, &Unwatched, &mut seen).unwrap();
    let first = seen.pairs[0].clone();
    let mut all = seen.pairs.iter().chain(&seen.passages);
    assert!(all.all(|labels| *labels == first), "{:?}", seen.pairs);
    first
}

/// So many words that no other place has, nor any that are like them.
fn own(place: usize, count: usize) -> String {
    let word = |at: usize| {
        let number = cento::hash::mix((place * 1000 + at + 1) as u64);
        let letters = (0..8).map(|digit| (b'a' + (number >> (8 * digit) & 15) as u8) as char);
        letters.collect::<String>()
    };
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

/// A text of `words` words in `with` of `all` documents.
fn shared(words: usize, with: usize, all: usize, series: &str) -> Vec<(String, String)> {
    (0..all)
        .map(|at| {
            let text = if at < with {
                own(9000, words)
            } else {
                own(8000 + at, words)
            };
            let text = format!("{} {text} {}", own(2 * at, 30), own(2 * at + 1, 30));
            (text, series.replace('N', &at.to_string()))
        })
        .collect()
}

fn labels_of(texts: &[(String, String)]) -> Vec<&'static str> {
    let texts: Vec<(String, &str)> = texts
        .iter()
        .map(|(text, series)| (text.clone(), series.as_str()))
        .collect();
    labels(&texts)
}

#[test]
fn the_same_words_are_an_alias_and_one_changed_is_none() {
    let text = own(1, 40);
    let other = text.to_uppercase().replace(' ', ", ");
    assert_eq!(labels(&[(text.clone(), "s"), (other, "t")]), ["alias"]);
    let changed = text.replace(&own(1, 1), "changed");
    assert!(labels(&[(text, "s"), (changed, "t")]).is_empty());
}

#[test]
fn a_phrase_is_short_and_in_ten_documents() {
    assert_eq!(labels_of(&shared(19, 10, 10, "series N")), ["phrase"]);
    assert!(labels_of(&shared(20, 10, 10, "series N")).is_empty());
    assert!(labels_of(&shared(19, 9, 10, "series N")).is_empty());
}

#[test]
fn a_frame_is_in_half_of_a_series_of_five() {
    assert_eq!(labels_of(&shared(30, 3, 6, "one")), ["frame"]);
    assert!(labels_of(&shared(30, 3, 7, "one")).is_empty());
    assert!(labels_of(&shared(30, 4, 4, "one")).is_empty());
    assert!(labels_of(&shared(30, 6, 6, "series N")).is_empty());
}

#[test]
fn a_template_takes_three_documents() {
    let filled = |at: usize| {
        let text = format!("{} {} {}", own(9000, 15), own(at, 2), own(9001, 15));
        (text, "series".to_owned())
    };
    assert_eq!(
        labels_of(&(0..3).map(filled).collect::<Vec<_>>()),
        ["template"]
    );
    assert!(labels_of(&(0..2).map(filled).collect::<Vec<_>>()).is_empty());
}
