//! Many places, long texts, whole collections, every scheme.

use std::time::{Duration, Instant};

use cento::find::FindOptions;

use crate::library::{Doc, Language, doc, find, find_with, options};

/// `MAX_SEEDS`: 256 places of one key.
#[test]
fn a_passage_repeated_more_often_than_the_cap_is_found_up_to_it_and_fast() {
    let mut language = Language::new(6);
    let passage = language.fresh(40);
    let (before, after) = (language.fresh(100), language.fresh(100));
    let once = doc("once", &[&before, &passage, &after]);
    for (times, least) in [(200, 200), (256, 256), (3000, 256)] {
        let words: Vec<String> = (0..times)
            .flat_map(|_| [passage.clone(), language.fresh(30)].concat())
            .collect();
        let often = doc("often", &[&words]);
        let start = Instant::now();
        for docs in [[once.clone(), often.clone()], [often.clone(), once.clone()]] {
            let results = find(&docs);
            assert!(
                results.passages.len() >= least,
                "{}",
                results.passages.len()
            );
            assert!(results.passages.len() <= times);
            for found in &results.passages {
                assert_eq!(found.a_text, passage.join(" "));
                assert_eq!(found.b_text, passage.join(" "));
            }
        }
        let again = Doc {
            id: "again".to_owned(),
            ..doc("", &[&words, &before])
        };
        let results = find(&[often, again]);
        assert_eq!(results.pairs.len(), 1);
        assert!(
            results.pairs[0].a_matched as usize >= words.len() * 9 / 10,
            "{:?}",
            results.pairs
        );
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{:?}",
            start.elapsed()
        );
    }
}

#[test]
fn two_editions_of_a_book_are_one_passage() {
    let mut language = Language::new(21);
    let book = language.prose(60_000);
    let start = Instant::now();
    for percent in [0, 2, 5, 15] {
        let edition = language.edited(&book, percent);
        let mut around = || language.fresh(20);
        let docs = [
            doc("a", &[&around(), &book, &around()]),
            doc("b", &[&around(), &edition, &around()]),
        ];
        let results = find(&docs);
        let longest = results.passages.iter().map(|p| p.a_tokens.len()).max();
        assert!(longest >= Some(59_900), "{percent} %: {longest:?}");
    }
    assert!(
        start.elapsed() < Duration::from_secs(30),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn a_refrain_over_and_over_is_found_and_fast() {
    let mut language = Language::new(22);
    let start = Instant::now();
    for length in [100, 1000, 20_000] {
        let refrain = ["tra", "la", "la"].iter().cycle().take(length);
        let same: Vec<String> = refrain.map(|word| word.to_string()).collect();
        let docs =
            ["a", "b", "c"].map(|id| doc(id, &[&language.fresh(30), &same, &language.fresh(30)]));
        let results = find(&docs);
        assert_eq!(results.pairs.len(), 3);
        for row in &results.pairs {
            assert!(row.a_matched as usize >= length, "{row:?}");
            assert!(row.b_matched as usize >= length, "{row:?}");
        }
    }
    assert!(
        start.elapsed() < Duration::from_secs(30),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn shuffled_words_have_no_passages() {
    let mut language = Language::new(18);
    let mut texts: Vec<Vec<String>> = Vec::new();
    for n in 0..200 {
        let mut words = language.prose(300);
        if n % 2 == 1 {
            let other = &texts[language.random.below(n)];
            let from = language.random.below(other.len() - 100);
            let copy = other[from..from + 100].to_vec();
            let copy = language.edited(&copy, 5);
            words.splice(100..200, copy);
        }
        texts.push(words);
    }
    let docs = |texts: &[Vec<String>]| -> Vec<Doc> {
        (0..)
            .zip(texts)
            .map(|(n, words)| doc(n, &[words]))
            .collect()
    };
    let natural = find(&docs(&texts)).passages.len();
    assert!(natural >= 100, "{natural}");
    let shuffled: Vec<_> = texts.iter().map(|words| language.shuffled(words)).collect();
    let found = find(&docs(&shuffled)).passages.len();
    assert!(found * 100 <= natural, "{found} of {natural}");
}

#[test]
fn any_scheme_gives_passages() {
    let mut language = Language::new(19);
    let mut docs = Vec::new();
    for n in 0..30 {
        let passage = language.prose(300);
        for side in ["a", "b"] {
            let (before, after) = (language.fresh(90), language.fresh(60));
            docs.push(doc(format!("{side}{n}"), &[&before, &passage, &after]));
        }
    }
    for scheme in [
        "kgram:k=4",
        "every:k=8,step=4",
        "modp",
        "winnow:k=5,window=8",
        "hailstorm:k=8",
        "breaks",
        "dct",
    ] {
        let options = FindOptions {
            scheme: scheme.parse().expect("a scheme"),
            ..options()
        };
        let results = find_with(&docs, None, &options);
        for n in 0..30 {
            let spans = results.spans(format!("a{n}"), format!("b{n}"));
            assert_eq!(spans, [[(90, 390), (90, 390)]], "{scheme}");
        }
        assert_eq!(results.passages.len(), 30, "{scheme}");
    }
}
