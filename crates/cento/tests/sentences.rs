//! Sentences that share most of their words: compared with a slow, obvious implementation.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use cento::align::AlignOptions;
use cento::engine::find;
use cento::find::{FindOptions, SentenceOptions};
use cento::fingerprint::{Scheme, Signing};
use cento::hash::{key, token_hash};
use cento::report::{PairRow, PassageRow, Sink};
use cento::watch::Unwatched;

use common::Random;

/// A document: its sentences, each of its words.
type Text = Vec<Vec<String>>;

/// A word; the first are frequent.
fn word(random: &mut Random, vocabulary: usize) -> String {
    let uniform = (random.below(1 << 20) + 1) as f64 / (1 << 20) as f64;
    format!("w{}", (vocabulary as f64).powf(uniform) as usize)
}

fn sentence(random: &mut Random, words: usize, vocabulary: usize) -> Vec<String> {
    (0..words).map(|_| word(random, vocabulary)).collect()
}

/// A sentence with some words changed and in another order.
fn reworded(random: &mut Random, sentence: &[String], vocabulary: usize) -> Vec<String> {
    let changed = random.below(70);
    let mut words = sentence.to_vec();
    for at in 0..words.len() {
        if random.below(100) < changed {
            words[at] = word(random, vocabulary);
        }
        words.swap(at, random.below(at + 1));
    }
    if random.below(3) == 0 {
        let more = random.below(6);
        words.extend((0..more).map(|_| word(random, vocabulary)));
    }
    words
}

fn collection(random: &mut Random, documents: usize, vocabulary: usize) -> Vec<Text> {
    let mut all: Vec<Vec<String>> = Vec::new();
    let mut texts = Vec::new();
    for _ in 0..documents {
        let mut text = Vec::new();
        for _ in 0..random.below(6) {
            let words = [1, 3, 5, 9, 20][random.below(5)];
            let new = match random.below(3) {
                0 => sentence(random, words, vocabulary),
                _ if all.is_empty() => sentence(random, words, vocabulary),
                1 => all[random.below(all.len())].clone(),
                _ => {
                    let source = all[random.below(all.len())].clone();
                    reworded(random, &source, vocabulary)
                }
            };
            all.push(new.clone());
            text.push(new);
        }
        texts.push(text);
    }
    texts
}

#[derive(Default)]
struct Rows {
    pairs: Vec<PairRow>,
    /// The ids, where each sentence begins, and how many words they share.
    passages: Vec<(String, String, u64, u64, u32)>,
}

impl Sink for Rows {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.pairs.push(row.clone());
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        let (a, b) = (row.a_id.to_owned(), row.b_id.to_owned());
        let begins = (row.a_span.0, row.b_span.0);
        self.passages
            .push((a, b, begins.0, begins.1, row.counts.matched));
        Ok(())
    }
}

fn written(texts: &[Text], from: usize) -> tempfile::NamedTempFile {
    let mut lines = String::new();
    for (at, text) in texts.iter().enumerate() {
        let text: Vec<String> = text.iter().map(|words| words.join(" ")).collect();
        let id = from + at;
        writeln!(
            lines,
            "{{\"id\":\"{id}\",\"text\":\"{}\"}}",
            text.join("\\n\\n")
        )
        .expect("memory");
    }
    let file = tempfile::Builder::new().suffix(".jsonl").tempfile();
    let file = file.expect("a file");
    std::fs::write(file.path(), lines).expect("a file");
    file
}

fn options() -> FindOptions {
    FindOptions {
        align: Some(AlignOptions::DEFAULT),
        max_copies: 10_000,
        ..FindOptions::new(
            "words:lang=none".parse().expect("a scheme"),
            1 << 28,
            std::env::temp_dir(),
        )
    }
}

fn run(texts: &[Text], reference: Option<usize>, options: &FindOptions) -> Rows {
    let first = reference.unwrap_or(0);
    let input = written(&texts[first..], first);
    let against = written(&texts[..first], 0);
    let path = |file: &tempfile::NamedTempFile| [file.path().to_string_lossy().into_owned()];
    let (input, against) = (path(&input), path(&against));
    let against = reference.map(|_| &against[..]);
    let mut rows = Rows::default();
    find(&input, against, options, &Unwatched, &mut rows).expect("a run");
    rows
}

/// Where each sentence of a text begins.
fn begins(text: &Text) -> Vec<u64> {
    let mut at = 0;
    let each = text.iter().map(|words| {
        let begin = at;
        at += words.join(" ").len() as u64 + 2;
        begin
    });
    each.collect()
}

type Found = BTreeMap<(usize, usize, u64, u64), u32>;

/// In how many bits the signatures of two sentences differ.
fn distance(signing: &Signing, x: &BTreeSet<String>, y: &BTreeSet<String>) -> u32 {
    let signature = |words: &BTreeSet<String>| {
        let half = |word: &String| (key(token_hash(word.as_bytes())) >> 32) as u32;
        signing.signature(words.iter().map(half))
    };
    (signature(x) ^ signature(y)).count_ones()
}

fn brute_force(
    texts: &[Text],
    reference: Option<usize>,
    options: &SentenceOptions,
    is_near: &dyn Fn(&BTreeSet<String>, &BTreeSet<String>) -> bool,
) -> Found {
    let set = |words: &Vec<String>| BTreeSet::from_iter(words.iter().cloned());
    let mut found = BTreeMap::new();
    for (x, one) in texts.iter().enumerate() {
        for (y, other) in texts.iter().enumerate() {
            let is_pair = match reference {
                None => x < y,
                Some(reference) => x >= reference && y < reference,
            };
            // Documents with the same words are told of as a whole.
            if !is_pair || one.concat() == other.concat() {
                continue;
            }
            for (own, from) in one.iter().zip(begins(one)) {
                for (others, to) in other.iter().zip(begins(other)) {
                    let (own, others) = (set(own), set(others));
                    let shared = own.intersection(&others).count();
                    let of = match reference {
                        None => own.len().min(others.len()),
                        Some(_) => own.len(),
                    };
                    let share = shared as f64 / of as f64;
                    let is_enough = shared >= options.least as usize;
                    if share >= options.threshold - 1e-9 && is_enough && is_near(&own, &others) {
                        found.insert((x, y, from, to), shared as u32);
                    }
                }
            }
        }
    }
    found
}

fn found(rows: &Rows, texts: &[Text]) -> Found {
    let number = |id: &String| id.parse::<usize>().expect("a number");
    let passages = rows
        .passages
        .iter()
        .map(|(a, b, from, to, shared)| ((number(a), number(b), *from, *to), *shared));
    passages
        .filter(|((a, b, ..), _)| texts[*a].concat() != texts[*b].concat())
        .collect()
}

#[test]
fn finds_what_comparing_all_with_all_finds() {
    let mut all = 0;
    for seed in 0..80 {
        let mut random = Random::new(seed);
        let vocabulary = [30, 300, 5000][random.below(3)];
        let texts = collection(&mut random, 40, vocabulary);
        let sentence = SentenceOptions {
            threshold: [0.3, 0.5, 0.8, 1.0][random.below(4)],
            least: [1, 2, 3, 5][random.below(4)],
            weight: 0.0,
        };
        let reference = (random.below(2) == 0).then_some(20);
        for (threads, memory, max_df) in [
            (1, 1 << 28, 100_000),
            (2, 1 << 20, 100_000),
            (2, 1 << 28, 5),
        ] {
            // With few compared at once, groups are told apart by two words and three.
            let is_exact = max_df > 1000;
            let options = FindOptions {
                sentence,
                threads,
                memory,
                max_df: Some(max_df),
                ..options()
            };
            let rows = run(&texts, reference, &options);
            let found = found(&rows, &texts);
            let expected = brute_force(&texts, reference, &sentence, &|_, _| true);
            let about = format!("seed {seed}, {sentence:?}, {reference:?}, {max_df}");
            if is_exact {
                let lost: Vec<_> = expected
                    .iter()
                    .filter(|one| found.get(one.0) != Some(one.1))
                    .take(5)
                    .collect();
                let more: Vec<_> = found
                    .iter()
                    .filter(|one| expected.get(one.0) != Some(one.1))
                    .take(5)
                    .collect();
                assert!(
                    found == expected,
                    "{about}: lost {lost:?}, made up {more:?}"
                );
            } else {
                let is_true = |one: &(_, _)| expected.get(one.0) == Some(one.1);
                assert!(found.iter().all(|one| is_true(&one)), "{about}");
            }
            all += found.len();
        }
    }
    assert!(all > 10_000, "{all}");
}

/// At any distance, what is found is what shares enough words and is near; at the largest, everything that the scan has.
#[test]
fn signatures_find_what_is_near() {
    let mut all = 0;
    for seed in 0..40 {
        let mut random = Random::new(1000 + seed);
        let vocabulary = [30, 300, 5000][random.below(3)];
        let texts = collection(&mut random, 60, vocabulary);
        let sentence = SentenceOptions {
            threshold: [0.3, 0.5, 0.8][random.below(3)],
            least: [1, 3][random.below(2)],
            weight: 0.0,
        };
        let reference = (random.below(2) == 0).then_some(30);
        let bits = [16, 32, 64, 128][random.below(4)];
        let signing = Signing { bits, hashes: 2 };
        for most in [0, 1, 3, 9, bits] {
            let scheme = format!("qsign:m={bits},l=2,d={most},lang=none");
            let options = FindOptions {
                scheme: scheme.parse().expect("a scheme"),
                sentence,
                threads: 1 + random.below(2),
                ..options()
            };
            let found = found(&run(&texts, reference, &options), &texts);
            let is_near = |x: &_, y: &_| distance(&signing, x, y) <= most;
            let expected = brute_force(&texts, reference, &sentence, &is_near);
            assert!(
                found == expected,
                "seed {seed}, {scheme}: {} {}",
                found.len(),
                expected.len()
            );
            if most == bits {
                let scan = brute_force(&texts, reference, &sentence, &|_, _| true);
                assert!(found == scan, "seed {seed}, {scheme}");
            }
            all += found.len();
        }
    }
    assert!(all > 10_000, "{all}");
}

/// Words that nearly all sentences have weigh nothing, however many are shared.
#[test]
fn frequent_words_alone_are_no_match() {
    let sentence = |text: &str| vec![text.split(' ').map(str::to_owned).collect::<Vec<_>>()];
    let mut texts: Vec<Text> = (0..200)
        .map(|at| sentence(&format!("moon sun sea star own{at}")))
        .collect();
    texts.push(sentence("moon sun sea star whale harbour"));
    texts.push(sentence("sea harbour whale star lantern"));
    let of = |weight: f64| {
        let sentence = SentenceOptions {
            weight,
            ..SentenceOptions::default()
        };
        let options = FindOptions {
            sentence,
            ..options()
        };
        let rows = run(&texts, None, &options);
        let ids = rows
            .pairs
            .iter()
            .map(|row| (row.a_id.clone(), row.b_id.clone()));
        ids.collect::<Vec<_>>()
    };
    // All 201 sentences share four words, and each two of them are a pair where weight does not count; the other has
    // two words of one of them that are in no other sentence: they weigh twice ln(202 / 2), a word alone ln(202).
    assert_eq!(of(0.0).len(), 201 * 200 / 2 + 1);
    let pair = vec![("200".to_owned(), "201".to_owned())];
    assert_eq!(of(1.0), pair);
    assert_eq!(of(1.7), pair);
    assert_eq!(of(1.8), []);
}

/// A sentence that is looked for may be of any language, or tell none.
#[test]
fn the_language_is_that_of_the_collection() {
    let text = |sentence: &str| vec![sentence.split(' ').map(str::to_owned).collect()];
    let english = [
        "the sea was calm that morning and all of the boats that were in the harbour went out",
        "nobody had thought of asking the keeper why he left his house so early every day",
        "it took them more than three weeks before they could mend what the storm had broken",
        "whoever wants to learn about those years should read the letters which his sister kept",
        "there is nothing better than a warm supper after you have walked along this shore",
        "they would rather have waited until somebody with knowledge of engines came by",
    ];
    let french = "la mer était calme ce matin et tous les bateaux sont partis du port";
    let path = |file: &tempfile::NamedTempFile| [file.path().to_string_lossy().into_owned()];
    let input = written(&[text(french)], 9);
    let against = written(&english.map(text), 0);
    let options = FindOptions {
        scheme: "words".parse().expect("a scheme"),
        ..options()
    };
    for (against, language) in [
        (Some(&path(&against)[..]), "words:lang=en"),
        (None, "words:lang=fr"),
    ] {
        let mut rows = Rows::default();
        let found = find(&path(&input), against, &options, &Unwatched, &mut rows);
        let scheme = found.expect("a run").scheme.expect("a scheme");
        assert_eq!(scheme.to_string(), language);
    }
}

#[test]
fn a_list_of_stop_words_is_part_of_the_scheme() {
    let scheme = |text: &str| text.parse::<Scheme>().expect("a scheme");
    let short = scheme("words:stop=+The+and,lang=english");
    assert_eq!(short.to_string(), "words:lang=en,stop=+and+the");
    assert_eq!(short.brief(), short.to_string());
    assert_eq!(
        short,
        scheme("words:lang=en")
            .with("stop", "+the+and+the")
            .expect("a scheme")
    );
    assert_ne!(short, scheme("words:lang=en"));
    assert_eq!(
        scheme("words:lang=en,stop=yes").to_string(),
        "words:lang=en"
    );
    // Long ones are told apart in few words.
    let list = |from: u32| {
        (from..from + 99)
            .map(|number| format!("+w{number}"))
            .collect::<String>()
    };
    let long =
        [list(100), list(200)].map(|list| scheme(&format!("words:lang=en,stop={list},stem=none")));
    assert_eq!(scheme(&long[0].to_string()), long[0]);
    let brief = long[0].brief();
    assert!(
        brief.starts_with("words:lang=en,stop=99 words ") && brief.ends_with(",stem=none"),
        "{brief}"
    );
    assert_ne!(brief, long[1].brief());
}
