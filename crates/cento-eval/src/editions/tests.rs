//! The whole study on generated books, and the engine beside the study's own code.

use std::path::Path;

use serde_json::json;

use super::shelf::{Shelf, Text};
use super::*;
use crate::random::Random;

/// Words enough that many of them stand once: the `n`-th is drawn by Zipf's law.
fn prose(words: usize, random: &mut Random) -> String {
    let word = |random: &mut Random| {
        let rank = (8000f64.powf(random.unit()) * 2.0) as u32;
        let letter =
            |at: u32| char::from(b'a' + (rank.wrapping_mul(2_654_435_761) >> (at * 5) & 15) as u8);
        (0..6).map(letter).collect::<String>()
    };
    let words: Vec<String> = (0..words).map(|_| word(random)).collect();
    words.join(" ")
}

/// Two editions of each of several works.
fn write_books(path: &Path, works: usize) {
    let mut rows = String::new();
    let mut random = Random::new(11);
    for work in 0..works {
        let text = prose(4000, &mut random);
        let edition = Confusions::default().damage(&text, 0.01, &mut random);
        for (at, text) in [text, edition].iter().enumerate() {
            let row =
                json!({ "id": format!("{work}/{at}"), "work": work.to_string(), "text": text });
            let _ = writeln!(rows, "{row}");
        }
    }
    std::fs::write(path, rows).unwrap();
}

fn write_verses(path: &Path, seed: u64) {
    let mut rows = String::new();
    let mut random = Random::new(seed);
    for book in ["Gen", "Exod"] {
        for verse in 1..60 {
            let (id, verse) = (
                format!("{seed}/{book}.{verse}"),
                format!("{book}.1.{verse}"),
            );
            let row = json!({ "id": id, "verse": verse, "text": prose(30, &mut random) });
            let _ = writeln!(rows, "{row}");
        }
    }
    std::fs::write(path, rows).unwrap();
}

#[test]
fn the_study_runs_on_generated_books_and_gives_the_same_page_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    write_books(Path::new(&path("books.jsonl")), 4);
    write_verses(Path::new(&path("one.jsonl")), 1);
    write_verses(Path::new(&path("other.jsonl")), 2);
    std::fs::write(path("confusions.txt"), "e;c;3\nm;rn;1\nrn;m;1\n ;-;1\n").unwrap();
    let page = |out: &str| {
        let out = path(out);
        let arguments: Arguments = crate::test_arguments(&[
            "--books",
            &path("books.jsonl"),
            "--verses",
            &path("one.jsonl"),
            &path("other.jsonl"),
            "--confusions",
            &path("confusions.txt"),
            "--repeats",
            "2",
            "--out",
            &out,
        ]);
        run(&arguments).unwrap();
        std::fs::read_to_string(out).unwrap()
    };
    let first = page("first.md");
    let row = |name: &str| {
        let mut lines = first.lines();
        lines
            .find(|line| line.starts_with(name))
            .unwrap()
            .to_owned()
    };
    let labelled = row("| cento's default | 0.72 ");
    assert!(
        labelled.starts_with("| cento's default | 0.72 | 1.000 | 1.000 | 1.000 | 1.000 |"),
        "{labelled}"
    );
    let french = row("| 5 % | cento's default ");
    assert_eq!(french, "| 5 % | cento's default | 2 | 2 | 0 | 4 | 0 |");
    // A copy that is not changed has all of its words in order.
    let clean = row("| from another work | 0 ");
    assert!(clean.ends_with("| 1.000 |"), "{clean}");
    assert!(folder.path().join("editions-same-its-both.svg").exists());
    assert_eq!(page("second.md"), first);
}

/// The rules are in the engine and here, each on its own.
#[test]
fn the_engine_decides_as_the_study_does() {
    let mut random = Random::new(5);
    let mut texts = Vec::new();
    for work in 0..8u32 {
        let text = prose(3000, &mut random);
        let noise = f64::from(work) * 0.04;
        let copy = Confusions::default().damage(&text, noise, &mut random);
        texts.extend([text, copy].map(|text| Text::whole(&work.to_string(), text)));
    }
    let outcome = Shelf { texts }.judge().unwrap();
    for (at, (name, words, is_confirmed)) in VARIANTS.into_iter().enumerate() {
        let own: Vec<bool> = outcome.kins.iter().map(|kin| kin.is_found(words)).collect();
        let found = |hits: &[bool]| hits.iter().filter(|hit| **hit).count();
        if is_confirmed {
            assert!(found(&outcome.engine[at]) <= found(&own), "{name}");
            continue;
        }
        assert_eq!(outcome.engine[at], own, "{name}");
        assert_eq!(outcome.not_compared(at), 0);
        // Noise hides some copies from the paper's rule, none from words of both.
        let is_all = words == cento::find::Counted::All;
        assert_eq!(found(&own) < 8, is_all, "{name}: {}", found(&own));
    }
}

#[test]
fn pairs_that_share_filler_are_left_out() {
    let text = |works: &[&str]| Text {
        text: String::new(),
        works: works.iter().map(|&work| work.to_owned()).collect(),
    };
    let texts = [&["a"][..], &["a"], &["a", "b"], &["b"], &["a", "c"], &["d"]].map(text);
    let pairs = Shelf {
        texts: texts.to_vec(),
    }
    .pairs();
    let known = |a, b| {
        pairs
            .iter()
            .find(|pair| (pair.0, pair.1) == (a, b))
            .map(|pair| pair.2)
    };
    assert_eq!(known(0, 1), Some(true));
    assert_eq!(known(0, 2), Some(true));
    assert_eq!(known(0, 3), Some(false));
    // Lent, and parts of one work that may be different ones.
    assert_eq!(known(2, 3), None);
    assert_eq!(known(2, 4), None);
    assert_eq!(known(4, 5), Some(false));
}
