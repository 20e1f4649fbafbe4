//! What is explained of sentences is what a run finds of them.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cento::align::AlignOptions;
use cento::engine::{compare, compare_in, find};
use cento::explain::{SentencesCompared, sentence_pairs, sentences};
use cento::find::{Census, FindOptions, SentenceOptions};
use cento::fingerprint::Scheme;
use cento::read::Document;
use cento::report::{PairRow, PassageRow, Sink};
use cento::watch::Unwatched;

use common::Random;

/// How much of each is in the other, and where sentences that match begin.
type Pair = (f64, f64, Vec<[usize; 2]>);

/// Pairs, by their ids.
#[derive(Default, Debug, PartialEq)]
struct Rows(BTreeMap<[String; 2], Pair>);

impl Sink for Rows {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        let ids = [row.a_id.clone(), row.b_id.clone()];
        self.0.insert(ids, (row.a_in_b, row.b_in_a, Vec::new()));
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        let ids = [row.a_id.to_owned(), row.b_id.to_owned()];
        let begins = [row.a_span.0 as usize, row.b_span.0 as usize];
        self.0.entry(ids).or_default().2.push(begins);
        Ok(())
    }
}

fn document(id: usize, sentences: &[String]) -> Document {
    Document {
        id: id.to_string(),
        text: sentences.join("\n\n"),
        ..Document::default()
    }
}

/// Documents of a few sentences, many of them reworded from others.
fn documents(random: &mut Random, count: usize, vocabulary: usize) -> Vec<Document> {
    let mut all: Vec<Vec<String>> = Vec::new();
    let word = |random: &mut Random| {
        let least = random.below(vocabulary).min(random.below(vocabulary));
        format!("w{least}")
    };
    let document = |id| {
        let count = random.below(5);
        let sentences = (0..count).map(|_| {
            let mut words: Vec<String> = match random.below(3) {
                0 if !all.is_empty() => all[random.below(all.len())].clone(),
                _ => (0..1 + random.below(12)).map(|_| word(random)).collect(),
            };
            for at in 0..words.len() {
                if random.below(5) == 0 {
                    words[at] = word(random);
                }
                words.swap(at, random.below(at + 1));
            }
            all.push(words.clone());
            words.join(" ")
        });
        document(id, &sentences.collect::<Vec<_>>())
    };
    (0..count).map(document).collect()
}

fn written(documents: &[Document]) -> tempfile::NamedTempFile {
    let mut lines = String::new();
    for Document { id, text, .. } in documents {
        let text = text.replace('\n', "\\n");
        writeln!(lines, "{{\"id\":\"{id}\",\"text\":\"{text}\"}}").expect("memory");
    }
    let file = tempfile::Builder::new().suffix(".jsonl").tempfile();
    let file = file.expect("a file");
    std::fs::write(file.path(), lines).expect("a file");
    file
}

fn paths(file: &tempfile::NamedTempFile) -> [String; 1] {
    [file.path().to_string_lossy().into_owned()]
}

fn options(scheme: &str) -> FindOptions {
    FindOptions {
        align: Some(AlignOptions::DEFAULT),
        ..FindOptions::new(
            scheme.parse().expect("a scheme"),
            1 << 27,
            std::env::temp_dir(),
        )
    }
}

/// Whether the sentences that are shown are those that were found.
fn are_those(explained: &SentencesCompared, found: Option<&Pair>) -> bool {
    let Some((a_in_b, b_in_a, passages)) = found else {
        return explained.class.is_none()
            && explained.verdict.starts_with("not a pair")
            && explained.best.iter().all(|met| !met.matches);
    };
    let matching = explained.best.iter().filter(|met| met.matches);
    let mut shown: Vec<[usize; 2]> = matching.map(|met| [met.a.begin, met.b.begin]).collect();
    let mut found = passages.clone();
    shown.sort_unstable();
    found.sort_unstable();
    explained.class.is_some()
        && explained.verdict.starts_with("a pair")
        && (explained.a_in_b, explained.b_in_a) == (*a_in_b, *b_in_a)
        // Of documents of the same words all is one passage.
        && (shown == found || explained.verdict.ends_with("in the same order"))
}

/// By themselves as `compare` has them, in a collection as `find` has that.
#[test]
fn the_verdict_is_that_of_a_run() {
    let (mut pairs, mut others, mut light) = (0, 0, 0);
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let vocabulary = [20, 60, 400][random.below(3)];
        let count = [5, 40][random.below(2)];
        let all = documents(&mut random, count, vocabulary);
        let file = written(&all);
        let scheme = [
            "words:lang=none",
            "qsign:d=6,lang=none",
            "qsign:d=14,l=auto,lang=none",
        ];
        let options = FindOptions {
            sentence: SentenceOptions {
                threshold: [0.3, 0.5, 0.8][random.below(3)],
                least: [1, 2, 3][random.below(3)],
                weight: [0.0, 1.0, 1.7][random.below(3)],
            },
            ..options(scheme[random.below(3)])
        };
        let mut run = Rows::default();
        find(&paths(&file), None, &options, &Unwatched, &mut run).expect("a run");
        let census = Census::read(&paths(&file), &options, &Unwatched).expect("a collection");
        for _ in 0..40 {
            let (x, y) = (random.below(count), random.below(count));
            if x == y {
                continue;
            }
            let (a, b) = (&all[x.min(y)], &all[x.max(y)]);
            let ids = [a.id.clone(), b.id.clone()];
            let found = run.0.get(&ids);
            let explained = sentence_pairs(a, b, &options, Some(&paths(&file)));
            let explained = explained.expect("explained");
            assert!(are_those(&explained, found), "{explained:#?}\n{found:?}");
            let mut two = Rows::default();
            let (own, other) = (a.clone(), b.clone());
            compare_in(&census, own, other, &options, &Unwatched, &mut two).expect("a run");
            assert_eq!(two.0.get(&ids), found);
            pairs += u32::from(found.is_some());
            light += u32::from(
                explained
                    .best
                    .iter()
                    .any(|met| met.needs.min_weight.is_some()),
            );
            // By themselves, whichever is first.
            for (a, b) in [(a, b), (b, a)] {
                let mut two = Rows::default();
                let (own, other) = (a.clone(), b.clone());
                compare(own, other, &options, &Unwatched, &mut two).expect("a run");
                let explained = sentence_pairs(a, b, &options, None).expect("explained");
                let found = two.0.get(&[a.id.clone(), b.id.clone()]);
                assert!(are_those(&explained, found), "{explained:#?}\n{found:?}");
                others += u32::from(found.is_none());
            }
        }
    }
    assert!(
        pairs > 50 && others > 50 && light > 20,
        "{pairs} {others} {light}"
    );
}

/// With what is said to be needed, and with no less, two sentences match.
#[test]
fn what_is_needed_is_what_is_lacking() {
    let mut seen = [0; 4];
    for seed in 0..12 {
        let mut random = Random::new(100 + seed);
        let all = documents(&mut random, 60, 80);
        let file = written(&all);
        let options = FindOptions {
            sentence: SentenceOptions {
                threshold: 0.9,
                least: 5,
                weight: 1.5,
            },
            ..options("qsign:d=4,lang=none")
        };
        for _ in 0..30 {
            let (a, b) = (&all[random.below(60)], &all[random.below(60)]);
            let explained = sentence_pairs(a, b, &options, Some(&paths(&file)));
            let explained = explained.expect("explained");
            let Some(met) = explained.best.iter().find(|met| !met.matches) else {
                continue;
            };
            let needs = met.needs;
            let needed = [
                needs.threshold.is_some(),
                needs.min_words.is_some(),
                needs.min_weight.is_some(),
                needs.distance.is_some(),
            ];
            assert!(needed.contains(&true), "{met:#?}");
            let asked = |spare: Option<usize>| {
                // But for one of them, which stays as it was.
                let is_met = |at: usize| spare != Some(at);
                let given = options.sentence;
                let distance = needs.distance.filter(|_| is_met(3)).unwrap_or(4);
                FindOptions {
                    scheme: format!("qsign:d={distance},lang=none")
                        .parse()
                        .expect("a scheme"),
                    sentence: SentenceOptions {
                        threshold: needs
                            .threshold
                            .filter(|_| is_met(0))
                            .unwrap_or(given.threshold),
                        least: needs.min_words.filter(|_| is_met(1)).unwrap_or(given.least),
                        weight: needs
                            .min_weight
                            .filter(|_| is_met(2))
                            .unwrap_or(given.weight),
                    },
                    ..options.clone()
                }
            };
            let place = [met.a.begin, met.b.begin];
            let matches = |options: &FindOptions| {
                let again = sentence_pairs(a, b, options, Some(&paths(&file)));
                let again = again.expect("explained");
                let same = again
                    .best
                    .iter()
                    .find(|met| [met.a.begin, met.b.begin] == place);
                same.map(|met| met.matches)
            };
            assert_ne!(matches(&asked(None)), Some(false), "{met:#?}");
            for (at, seen) in seen.iter_mut().enumerate().filter(|(at, _)| needed[*at]) {
                assert_ne!(matches(&asked(Some(at))), Some(true), "{met:#?}");
                *seen += 1;
            }
        }
    }
    assert!(seen.iter().all(|times| *times > 5), "{seen:?}");
}

/// A sentence that very many have is found in the first of them only, and that is what is said.
#[test]
fn what_too_many_share_is_told_as_a_run_has_it() {
    let documents: Vec<Document> = (0..400)
        .map(|id| {
            let word = |at: usize| format!("u{id}x{at}");
            let own = (0..8).map(|at| [word(4 * at), word(4 * at + 1), word(4 * at + 2)].join(" "));
            let common = "the harbour bell rings twice for every late ferry".to_owned();
            document(id, &own.chain([common]).collect::<Vec<_>>())
        })
        .collect();
    let file = written(&documents);
    let options = options("words:lang=none");
    let mut run = Rows::default();
    find(&paths(&file), None, &options, &Unwatched, &mut run).expect("a run");
    let (mut pairs, mut left_out) = (0, 0);
    for [x, y] in [[0, 399], [3, 200], [399, 2], [100, 200], [398, 399]] {
        let explained = sentence_pairs(&documents[x], &documents[y], &options, Some(&paths(&file)));
        let explained = explained.expect("explained");
        let ids = [x.min(y), x.max(y)].map(|id| id.to_string());
        assert_eq!(
            explained.class.is_some(),
            run.0.contains_key(&ids),
            "{}",
            explained.verdict
        );
        assert!(explained.best[0].matches);
        match explained.class {
            Some(_) => pairs += 1,
            None => {
                assert!(
                    explained.verdict.contains("--max-df"),
                    "{}",
                    explained.verdict
                );
                left_out += 1;
            }
        }
    }
    assert_eq!((pairs, left_out), (3, 2));
}

#[test]
fn a_text_is_its_sentences_with_what_is_left_of_their_words() {
    let text = |text: &str| Document {
        text: text.to_owned(),
        ..Document::default()
    };
    let scheme: Scheme = "words:lang=en".parse().expect("a scheme");
    let explained = sentences(&text("Übrigens, the quick foxes. And so on."), &scheme);
    let explained = explained.expect("sentences");
    let left: Vec<Vec<Option<&str>>> = explained
        .sentences
        .iter()
        .map(|sentence| {
            sentence
                .words
                .iter()
                .map(|word| word.stem.as_deref())
                .collect()
        })
        .collect();
    assert_eq!(
        left,
        [
            vec![Some("übrigen"), None, Some("quick"), Some("fox")],
            vec![None; 3]
        ]
    );
    let first = &explained.sentences[0];
    assert_eq!((first.begin, first.end, first.tokens), (0, 25, 4));
    assert_eq!(
        (first.words[3].begin, first.words[3].text.as_str()),
        (20, "foxes")
    );
    assert!(
        first
            .words
            .iter()
            .all(|word| word.hash.is_some() == word.stem.is_some())
    );
    assert!(first.signature.is_none());
    let signed: Scheme = "qsign:m=16,lang=en".parse().expect("a scheme");
    let signed = sentences(&text("quick foxes"), &signed).expect("sentences");
    let signature = signed.sentences[0].signature.as_ref().expect("a signature");
    let bits = u128::from_str_radix(signature, 16)
        .expect("digits")
        .count_ones();
    assert!(
        signature.len() == 4 && (2..=4).contains(&bits),
        "{signature}"
    );
    let no_sentences: Scheme = "kgram".parse().expect("a scheme");
    assert!(sentences(&text("quick foxes"), &no_sentences).is_err());
}
