//! Sentences that share most of their words: compared with a slow, obvious implementation.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use cento::align::AlignOptions;
use cento::engine::{check, find, find_indexed};
use cento::find::{FindOptions, New, SentenceOptions};
use cento::fingerprint::{Scheme, Signing};
use cento::hash::{key, token_hash};
use cento::index::{AddOptions, Making, OnDuplicate, Snapshot, Writer, add};
use cento::read::Document;
use cento::report::{ClusterRow, PairRow, PassageRow, Scores, Sink, put_json};
use cento::watch::{Stage, Unwatched, Watch};

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
    /// For the pair at hand, the best of what its passages are said to share; and the groups.
    best: f64,
    clusters: Vec<Vec<(String, u64)>>,
}

impl Sink for Rows {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.pairs.push(row.clone());
        self.best = 0.0;
        Ok(())
    }

    fn cluster(&mut self, row: &ClusterRow) -> cento::Result<()> {
        let places = row.members.iter().map(|one| (one.id.clone(), one.begin));
        self.clusters.push(places.collect());
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        let (a, b) = (row.a_id.to_owned(), row.b_id.to_owned());
        let begins = (row.a_span.0, row.b_span.0);
        // Documents with the same words are passages as a whole, and count all of them.
        if !row.labels.names().contains(&"alias") {
            let shared = row.shared().expect("sentences were compared");
            let counts = row.counts;
            assert_eq!(shared.words, counts.matched);
            let of = [counts.deleted, counts.inserted].map(|alone| counts.matched + alone);
            assert_eq!(shared.of, of);
            let scores = row.scores.expect("sentences were compared");
            let overlap = |of: u32| f64::from(shared.words) / f64::from(of);
            assert!(of.map(overlap).contains(&scores.word_overlap));
            self.best = self.best.max(scores.weighted_overlap);
            let pair = self.pairs.last().and_then(|row| row.scores);
            let pair = pair.and_then(Scores::sentences).expect("a pair");
            assert!(
                self.best <= pair.weighted_overlap,
                "it has those of its best"
            );
        }
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

/// What the engine knows a word by.
fn half(word: &String) -> u32 {
    (key(token_hash(word.as_bytes())) >> 32) as u32
}

fn set(words: &[String]) -> BTreeSet<String> {
    words.iter().cloned().collect()
}

/// How many sentences have each word, and how many sentences there are. Of documents that are the same one counts.
struct Frequencies {
    counts: BTreeMap<String, u32>,
    sentences: u32,
}

impl Frequencies {
    fn new(texts: &[Text]) -> Self {
        let distinct: BTreeSet<&Text> = texts.iter().collect();
        let mut counts = BTreeMap::new();
        let sentences = distinct.iter().flat_map(|text| text.iter());
        for word in sentences.clone().flat_map(|words| set(words)) {
            *counts.entry(word).or_default() += 1;
        }
        Self {
            counts,
            sentences: sentences.count() as u32,
        }
    }

    fn weight(&self, count: u32) -> f64 {
        (f64::from(self.sentences) / f64::from(count)).ln()
    }

    /// From the rarest on.
    fn ordered(&self, mut words: Vec<String>) -> Vec<String> {
        words.sort_by_key(|word| (self.counts[word], half(word)));
        words
    }

    fn is_weighty<'a>(&self, words: impl Iterator<Item = &'a String>, least: f64) -> bool {
        let weight: f64 = words.map(|word| self.weight(self.counts[word])).sum();
        self.sentences < 20 || weight >= least * self.weight(1) - 1e-4
    }
}

/// In how many bits the signatures of two sentences differ.
fn distance_of(signing: &Signing, x: &BTreeSet<String>, y: &BTreeSet<String>) -> u32 {
    let signature = |words: &BTreeSet<String>| signing.signature(words.iter().map(half));
    (signature(x) ^ signature(y)).count_ones()
}

fn brute_force(
    texts: &[Text],
    reference: Option<usize>,
    options: &SentenceOptions,
    is_near: &dyn Fn(&BTreeSet<String>, &BTreeSet<String>) -> bool,
) -> Found {
    let frequencies = Frequencies::new(texts);
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
                    let both = own.intersection(&others);
                    let shared = both.clone().count();
                    let of = match reference {
                        None => own.len().min(others.len()),
                        Some(_) => own.len(),
                    };
                    let share = shared as f64 / of as f64;
                    let is_enough = shared >= options.least as usize
                        && frequencies.is_weighty(both, options.weight);
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
    let (mut all, mut is_excusing) = (0, 0);
    for seed in 0..80 {
        let mut random = Random::new(seed);
        let vocabulary = [15, 30, 300, 5000][random.below(4)];
        let texts = collection(&mut random, 40, vocabulary);
        let sentence = SentenceOptions {
            threshold: [0.3, 0.5, 0.8, 1.0][random.below(4)],
            least: [1, 2, 3, 5][random.below(4)],
            weight: [0.0, 0.5, 1.0, 2.0][random.below(4)],
        };
        let reference = (random.below(2) == 0).then_some(20);
        let expected = brute_force(&texts, reference, &sentence, &|_, _| true);
        for (threads, memory, max_df) in [
            (1, 1 << 28, 100_000),
            (2, 1 << 20, 100_000),
            (2, 1 << 28, 5),
        ] {
            let options = FindOptions {
                sentence,
                threads,
                memory,
                max_df: Some(max_df),
                ..options()
            };
            let rows = run(&texts, reference, &options);
            let found = found(&rows, &texts);
            let about = format!("seed {seed}, {sentence:?}, {reference:?}, {max_df}");
            let more: Vec<_> = found
                .iter()
                .filter(|one| expected.get(one.0) != Some(one.1))
                .take(5)
                .collect();
            assert!(more.is_empty(), "{about}: made up {more:?}");
            let mut lost = expected
                .iter()
                .filter(|one| !found.contains_key(one.0))
                .filter(|one| !is_excused(one.0, &texts, reference, &sentence, max_df));
            assert!(lost.next().is_none(), "{about}: lost {:?}", lost.next());
            is_excusing += usize::from(found.len() < expected.len());
            all += found.len();
        }
    }
    assert!(all > 10_000 && is_excusing > 0, "{all} {is_excusing}");
}

/// Whether two sentences may be lost: more than so many share their rarest shared words, as many as they must share, but
/// not more than four.
fn is_excused(
    &(x, y, from, to): &(usize, usize, u64, u64),
    texts: &[Text],
    reference: Option<usize>,
    options: &SentenceOptions,
    max_df: u32,
) -> bool {
    let sentence = |text: usize, begin: u64| {
        let at = begins(&texts[text])
            .iter()
            .position(|&other| other == begin);
        set(&texts[text][at.expect("a sentence")])
    };
    let (own, other) = (sentence(x, from), sentence(y, to));
    let asks = match reference {
        None => own.len().min(other.len()),
        Some(_) => own.len(),
    };
    let must = (options.threshold * asks as f64 - 1e-9).ceil() as usize;
    let must = must.max(options.least as usize).min(4);
    let shared = own.intersection(&other).cloned().collect();
    let rarest = &Frequencies::new(texts).ordered(shared)[..must];
    let sentences = texts.iter().enumerate().flat_map(|(at, text)| {
        let is_reference = reference.is_some_and(|reference| at < reference);
        text.iter().map(move |words| (is_reference, set(words)))
    });
    let with_these = sentences.filter(|(_, words)| rarest.iter().all(|word| words.contains(word)));
    with_these.count() > max_df as usize
}

/// A sentence that stands in many documents word for word is found in all of them, and where these are too many, in each at
/// least once.
#[test]
fn what_many_quote_is_found_in_each() {
    let mut random = Random::new(5);
    let quoted: Vec<String> = (0..6).map(|at| format!("quoted{at}")).collect();
    let mut texts: Vec<Text> = (0..400)
        .map(|_| vec![sentence(&mut random, 9, 3000)])
        .collect();
    for text in &mut texts[..150] {
        let at = random.below(2);
        text.insert(at, quoted.clone());
    }
    let begin = |text: &Text| {
        let at = text.iter().position(|words| *words == quoted);
        begins(text)[at.expect("it quotes")]
    };
    for (max_df, expected) in [(None, 150 * 149 / 2), (Some(10), 16 * 15 / 2 + 16 * 134)] {
        let options = FindOptions {
            max_df,
            max_copies: 3,
            ..options()
        };
        let rows = run(&texts, None, &options);
        let found = found(&rows, &texts);
        let quotes = found.keys().filter(|(x, y, from, to)| {
            *y < 150 && *from == begin(&texts[*x]) && *to == begin(&texts[*y])
        });
        assert_eq!(quotes.count(), expected);
    }
}

/// Where all words count, however little they weigh.
fn unweighed() -> FindOptions {
    FindOptions {
        sentence: SentenceOptions {
            weight: 0.0,
            ..SentenceOptions::default()
        },
        ..options()
    }
}

/// A sentence, by its document and where it begins.
type Beginning<'r> = (&'r str, u64);

fn split(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// Half of half is nothing: of four sentences each has half of the one before.
#[test]
fn sentences_of_a_group_all_match_one_of_them() {
    let texts = vec![
        vec![split("alpha beta gamma delta epsilon zeta")],
        vec![split("eta theta iota zeta epsilon delta")],
        vec![split("iota theta eta kappa lambda my")],
        vec![split("my kappa ny xi lambda omikron")],
    ];
    let options = unweighed();
    let rows = run(&texts, None, &options);
    let groups: Vec<Vec<&str>> = rows
        .clusters
        .iter()
        .map(|group| group.iter().map(|(id, _)| id.as_str()).collect())
        .collect();
    // The third is in both: it has one half of the second, and one of the last.
    assert_eq!(groups, [vec!["0", "1", "2"], vec!["2", "3"]]);

    // In a large collection of rewordings too.
    let mut random = Random::new(11);
    let texts = collection(&mut random, 300, 60);
    let rows = run(&texts, None, &options);
    let found: BTreeSet<(Beginning<'_>, Beginning<'_>)> = rows
        .passages
        .iter()
        .flat_map(|(a, b, from, to, _)| {
            let (a, b) = ((a.as_str(), *from), (b.as_str(), *to));
            [(a, b), (b, a)]
        })
        .collect();
    let mut large = 0;
    for group in &rows.clusters {
        let places: Vec<Beginning<'_>> = group.iter().map(|(id, at)| (id.as_str(), *at)).collect();
        let holds = |core: &Beginning<'_>| {
            let others = places.iter().filter(|place| place != &core);
            others.clone().all(|place| found.contains(&(*core, *place)))
        };
        assert!(places.iter().any(holds), "{places:?}");
        large += usize::from(places.len() > 5);
    }
    assert!(large > 10, "{large} of {}", rows.clusters.len());
}

/// A copy of a document is one passage, and no part of the group of its longest sentence.
#[test]
fn a_copy_is_no_sentence() {
    let long = split("alpha beta gamma delta epsilon zeta eta theta");
    let texts = vec![
        vec![long.clone(), split("and one two three")],
        vec![long.clone(), split("and one two three")],
        vec![split("nothing of the kind"), long],
    ];
    let options = unweighed();
    let rows = run(&texts, None, &options);
    let copies = rows
        .pairs
        .iter()
        .find(|row| row.a_id == "0" && row.b_id == "1");
    // The words that sentences share, added up, as in any pair.
    assert_eq!(
        copies.map(|row| (row.hits, row.passages)),
        Some((12, Some(1)))
    );
    let begin = "nothing of the kind".len() as u64 + 2;
    let own = |places: &[(&str, u64)]| -> Vec<(String, u64)> {
        let places = places.iter().map(|(id, at)| ((*id).to_owned(), *at));
        places.collect()
    };
    let groups = [
        own(&[("0", 0), ("1", 0), ("2", begin)]),
        own(&[("0", 0), ("1", 0)]),
    ];
    assert_eq!(rows.clusters, groups);
}

/// The words of a passage, as its row has them.
#[derive(Default)]
struct Marked(Vec<[Vec<String>; 2]>);

impl Sink for Marked {
    fn pair(&mut self, _: &PairRow) -> cento::Result<()> {
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        let mut json = Vec::new();
        put_json(row, &mut json).expect("JSON");
        let row: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
        let side = |words: &str, text: &str, begin: &str| {
            let number = |value: &serde_json::Value| value.as_u64().expect("a number") as usize;
            let chars: Vec<char> = row[text].as_str().expect("a text").chars().collect();
            let from = number(&row[begin]);
            let spans = row["words"][words].as_array().expect("a list");
            let spans = spans
                .iter()
                .map(|span| number(&span[0]) - from..number(&span[1]) - from);
            spans.map(|span| chars[span].iter().collect()).collect()
        };
        self.0.push([
            side("a", "a_text", "a_begin"),
            side("b", "b_text", "b_begin"),
        ]);
        assert!(row["scores"]["weighted_overlap"].is_f64());
        Ok(())
    }
}

#[test]
fn a_passage_says_where_the_words_stand_that_its_sentences_share() {
    let texts = vec![
        vec![
            split("ganz für sich"),
            split("Fähren über den Fluß nach Köln"),
        ],
        vec![
            split("żółw"),
            split("nach köln übermorgen fähren über zwei"),
        ],
    ];
    let input = written(&texts, 0);
    let input = [input.path().to_string_lossy().into_owned()];
    let mut marked = Marked::default();
    find(&input, None, &options(), &Unwatched, &mut marked).expect("a run");
    let expected = [
        split("Fähren über nach Köln"),
        split("nach köln fähren über"),
    ];
    assert_eq!(marked.0, [expected]);
}

/// The documents of an answer come by what the words weigh that they share, not in the order of the index.
#[test]
fn what_shares_the_weightiest_words_is_answered_first() {
    let mut random = Random::new(3);
    let mut texts: Vec<Text> = (0..300)
        .map(|_| vec![sentence(&mut random, 9, 40)])
        .collect();
    let asked = split("w1 w2 w3 w4 rare1 rare2 rare3 rare4");
    texts[20] = vec![split("w1 w2 w3 w4 other words of its own")];
    texts[150] = vec![split("rare1 w2 w3 rare2 other words of its")];
    texts[280] = vec![split("rare4 rare3 rare2 rare1 one")];
    let kept: Vec<usize> = (0..texts.len()).collect();
    let index = indexed(&mut random, &texts, &kept, "words:lang=none");
    let document = Document {
        id: "asked".to_owned(),
        text: asked.join(" "),
        ..Document::default()
    };
    let options = unweighed();
    let answer = |limit| {
        let mut rows = Rows::default();
        check(&index.snapshot, &document, limit, &options, &mut rows).expect("an answer");
        let ids = rows.pairs.iter().map(|row| row.b_id.clone());
        ids.collect::<Vec<_>>()
    };
    let all = answer(usize::MAX);
    assert_eq!(all[..2], ["280", "150"]);
    assert!(all.contains(&"20".to_owned()), "{all:?}");
    assert_eq!(answer(2), all[..2]);
}

/// Where all sentences have the same words these weigh nothing, and are found.
#[test]
fn few_sentences_are_not_weighed() {
    let words = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let texts = vec![
        vec![words("alpha beta gamma delta")],
        vec![words("gamma delta alpha beta")],
        vec![words("alpha beta gamma other")],
    ];
    for reference in [None, Some(2)] {
        let rows = run(&texts, reference, &options());
        let expected = brute_force(&texts, reference, &options().sentence, &|_, _| true);
        assert_eq!(found(&rows, &texts), expected);
        let score = |a: &str, b: &str| {
            let row = rows.pairs.iter().find(|row| row.a_id == a && row.b_id == b);
            let scores = serde_json::to_value(row.expect("a pair").scores).expect("JSON");
            ["word_overlap", "weighted_overlap"].map(|name| scores[name].as_f64())
        };
        match reference {
            None => {
                assert_eq!(score("0", "1"), [Some(1.0); 2]);
                assert_eq!(score("0", "2"), [Some(0.75), Some(0.0)]);
            }
            Some(_) => assert_eq!(score("2", "1"), [Some(0.75), Some(0.0)]),
        }
    }
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
            let is_near = |x: &_, y: &_| distance_of(&signing, x, y) <= most;
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

/// Some of the texts, by number, as an index: added in several goes, merged now and then, with others among them that were
/// removed again.
fn indexed(random: &mut Random, texts: &[Text], kept: &[usize], scheme: &str) -> TempIndex {
    let folder = tempfile::tempdir().expect("a folder");
    let making = Making::new(scheme.parse().expect("a scheme"), None);
    let mut writer =
        Writer::create(&folder.path().join("index"), making, "a test").expect("an index");
    writer.merge_at(2 + random.below(4));
    let options = add_options(1 + random.below(2));
    let mut at = 0;
    while at < texts.len() {
        let end = texts.len().min(at + 1 + random.below(texts.len() / 4));
        let file = written(&texts[at..end], at);
        let path = [file.path().to_string_lossy().into_owned()];
        add(&mut writer, &path, &options, &Unwatched).expect("a run");
        at = end;
    }
    for number in (0..texts.len()).filter(|number| !kept.contains(number)) {
        assert!(writer.remove(&number.to_string()).expect("an index"));
        if random.below(5) == 0 {
            writer.commit().expect("an index");
        }
    }
    writer.commit().expect("an index");
    if random.below(3) == 0 {
        writer.compact().expect("an index");
    }
    let snapshot = writer.snapshot().clone();
    assert_eq!(snapshot.verify().len(), 0);
    TempIndex { snapshot, folder }
}

fn add_options(threads: usize) -> AddOptions {
    AddOptions {
        on_duplicate: OnDuplicate::Error,
        strict: true,
        threads,
        ..AddOptions::new(1 << 28, std::env::temp_dir())
    }
}

/// An index in a folder that goes with it.
struct TempIndex {
    snapshot: Arc<Snapshot>,
    #[expect(dead_code, reason = "it is held")]
    folder: tempfile::TempDir,
}

/// What new sentences bring to an index, or brought when they were added, is what a run over all finds of them: where few share
/// a word, where many do, and where more do than are compared with one another.
#[test]
fn new_sentences_bring_what_a_run_over_all_finds() {
    let (mut all, mut is_capped) = (0, 0);
    for seed in 0..12 {
        let mut random = Random::new(4000 + seed);
        let vocabulary = [15, 60, 300, 5000][seed as usize % 4];
        let (old, new) = (200, [1, 30, 150][random.below(3)]);
        let texts = collection(&mut random, old + new, vocabulary);
        let kept: Vec<usize> = (0..old).collect();
        let index = indexed(&mut random, &texts[..old], &kept, "words:lang=none");
        let kept: Vec<usize> = (0..old + new).collect();
        let added = &mut Random::new(5000 + seed);
        let added = indexed(added, &texts, &kept, "words:lang=none");
        let file = written(&texts[old..], old);
        let paths = [file.path().to_string_lossy().into_owned()];
        let sentence = SentenceOptions {
            threshold: [0.3, 0.5][random.below(2)],
            least: [2, 3][random.below(2)],
            weight: [0.0, 1.0][random.below(2)],
        };
        let mut counts = Vec::new();
        // Words of few sentences and of many; groups that are too large and some that just are not.
        for max_df in [4, 8 + random.below(50) as u32, 100_000] {
            let options = FindOptions {
                max_df: Some(max_df),
                threads: 1 + random.below(2),
                sentence,
                ..options()
            };
            let is_new = |id: &String| id.parse::<usize>().expect("a number") >= old;
            let mut expected = run(&texts, None, &options).passages;
            expected.retain(|(a, b, ..)| is_new(a) || is_new(b));
            let mut rows = Rows::default();
            let among = New::Among(&paths);
            find_indexed(&index.snapshot, among, &options, &Unwatched, &mut rows).expect("a run");
            assert!(rows.passages == expected, "seed {seed}, {max_df}");
            let (latest, mut rows) = (New::Latest(new as u32), Rows::default());
            find_indexed(&added.snapshot, latest, &options, &Unwatched, &mut rows).expect("a run");
            assert!(rows.passages == expected, "seed {seed}, {max_df}, added");
            counts.push(expected.len());
        }
        all += counts[2];
        is_capped += usize::from(counts[0] < counts[2]);
    }
    assert!(all > 5_000 && is_capped > 2, "{all} {is_capped}");
}

/// How far joining was, each time it was told.
#[derive(Default)]
struct Joining(Mutex<Vec<f64>>);

impl Watch for Joining {
    fn advance(&self, stage: Stage, done: u64, total: u64) -> cento::Result<()> {
        if stage == Stage::Join {
            let mut told = self.0.lock().expect("no panic");
            told.push(done as f64 / total as f64);
        }
        Ok(())
    }
}

/// Ordering is half of it, and what follows begins there, whether new sentences come to others or not.
#[test]
fn joining_goes_on_from_where_ordering_ends() {
    let texts = collection(&mut Random::new(7), 300, 300);
    let kept: Vec<usize> = (0..200).collect();
    let index = indexed(&mut Random::new(8), &texts[..200], &kept, "words:lang=none");
    let file = written(&texts[200..], 200);
    let paths = [file.path().to_string_lossy().into_owned()];
    for new in [New::Nothing, New::Among(&paths)] {
        let (joining, mut rows) = (Joining::default(), Rows::default());
        let options = FindOptions {
            threads: 1,
            ..options()
        };
        find_indexed(&index.snapshot, new, &options, &joining, &mut rows).expect("a run");
        let told = joining.0.into_inner().expect("no panic");
        // Both tell it: the end of the one, and the beginning of the other.
        let halves = told.iter().filter(|&&told| told == 0.5).count();
        assert!(told.is_sorted() && halves == 2, "{told:?}");
        assert!(told.last().is_some_and(|&last| last < 1.0), "{told:?}");
    }
}

/// Where two words are enough, a run over all does not tell those apart by a third that share two: what it leaves out so is not
/// brought by new sentences either.
#[test]
fn new_sentences_bring_nothing_that_a_run_over_all_leaves_out() {
    let text = |words: String| vec![words.split(' ').map(str::to_owned).collect()];
    let many = (0..38).map(|at| text(format!("zed alpha beta only{at}")));
    let one = text("alpha beta gamma pip".to_owned());
    let frequent = (0..50).map(|at| text(format!("gamma x{at} y{at} z{at}")));
    let mut texts: Vec<Text> = many.chain([one]).chain(frequent).collect();
    let old = texts.len();
    texts.push(text("zed alpha beta gamma".to_owned()));
    let kept: Vec<usize> = (0..old).collect();
    let index = indexed(&mut Random::new(1), &texts[..old], &kept, "words:lang=none");
    let file = written(&texts[old..], old);
    let paths = [file.path().to_string_lossy().into_owned()];
    let options = FindOptions {
        max_df: Some(2),
        sentence: SentenceOptions {
            threshold: 0.5,
            least: 2,
            weight: 0.0,
        },
        ..options()
    };
    let mut expected = run(&texts, None, &options).passages;
    expected.retain(|(_, b, ..)| *b == old.to_string());
    assert!(!expected.is_empty() && expected.iter().all(|(a, ..)| a != "38"));
    let mut rows = Rows::default();
    let among = New::Among(&paths);
    find_indexed(&index.snapshot, among, &options, &Unwatched, &mut rows).expect("a run");
    assert_eq!(rows.passages, expected);
}

/// Whatever distance an index was made for, at any it is asked for all that is near and shares enough words is found, by looking up
/// near values or by going through all.
#[test]
fn an_index_finds_what_is_near() {
    let (mut all, mut looked_up, mut gone_through) = (0, 0, 0);
    for seed in 0..40 {
        let mut random = Random::new(2000 + seed);
        let vocabulary = [30, 300, 5000][random.below(3)];
        // In few it seldom pays to look anything up.
        let is_large = seed % 5 == 0;
        let documents = if is_large { 2500 } else { 60 };
        let mut texts = collection(&mut random, documents + 9, vocabulary);
        let kept = (0..documents).filter(|_| random.below(4) > 0);
        let kept: Vec<usize> = kept.collect();
        let bits = [16, 32, 64, 128][random.below(4)];
        let signing = Signing {
            bits,
            hashes: 1 + random.below(3) as u32,
        };
        let scheme = |distance: u32| {
            let Signing { bits, hashes } = signing;
            format!("qsign:m={bits},l={hashes},d={distance},lang=none")
        };
        let made = [0, 1, 3, 6, 12][random.below(5)];
        let queries = texts.split_off(documents);
        let index = indexed(&mut random, &texts, &kept, &scheme(made));
        let reference: Vec<Text> = kept.iter().map(|&number| texts[number].clone()).collect();
        for (query, text) in queries.iter().chain(&reference[..3]).enumerate() {
            let most = match is_large {
                true => [1, 2, 3, made][random.below(4)],
                false => [0, 1, made, made + 2, bits][random.below(5)].min(bits),
            };
            let sentence = SentenceOptions {
                threshold: [0.3, 0.5, 0.8][random.below(3)],
                least: [1, 3][random.below(2)],
                weight: [0.0, 1.0][random.below(2)],
            };
            let options = FindOptions {
                scheme: scheme(most).parse().expect("a scheme"),
                sentence,
                memory: [1 << 28, 0][random.below(2)],
                ..options()
            };
            let lines: Vec<String> = text.iter().map(|words| words.join(" ")).collect();
            let document = Document {
                id: kept.len().to_string(),
                text: lines.join("\n\n"),
                ..Document::default()
            };
            let mut rows = Rows::default();
            let trail = check(&index.snapshot, &document, usize::MAX, &options, &mut rows);
            let near = trail.expect("an answer").near.expect("by signatures");
            // More than one for each part of each sentence.
            looked_up += u32::from(near.values > 30);
            gone_through += u32::from(near.values == 0 && near.met > 0);
            let mut with_query = reference.clone();
            with_query.push(text.clone());
            // Its documents have the numbers they were added with.
            for (.., other, _, _, _) in &mut rows.passages {
                let place = kept.iter().position(|number| number.to_string() == *other);
                *other = place.expect("one that was kept").to_string();
            }
            let is_near = |x: &_, y: &_| distance_of(&signing, x, y) <= most;
            let expected = brute_force(&with_query, Some(kept.len()), &sentence, &is_near);
            let found = found(&rows, &with_query);
            let about = format!(
                "seed {seed}, query {query}, {}, asked for {most}",
                scheme(made)
            );
            assert!(
                found == expected,
                "{about}: {} {}",
                found.len(),
                expected.len()
            );
            all += found.len();
        }
    }
    assert!(
        all > 3000 && looked_up > 20 && gone_through > 100,
        "{all} {looked_up} {gone_through}"
    );
}

/// What signatures are made of is the index's; how near they must be is asked.
#[test]
fn an_index_is_asked_with_its_own_signatures() {
    let mut random = Random::new(9);
    let texts = collection(&mut random, 20, 300);
    let kept: Vec<usize> = (0..20).collect();
    let index = indexed(&mut random, &texts, &kept, "qsign:m=64,l=2,d=3,lang=none");
    let document = Document {
        text: texts.concat().concat().join(" "),
        ..Document::default()
    };
    for (scheme, is_answered) in [
        ("qsign:m=64,l=2,d=0,lang=none", true),
        ("qsign:m=64,l=2,d=64", true),
        ("qsign:m=64,l=3,d=3,lang=none", false),
        ("qsign:m=32,l=2,d=3,lang=none", false),
        ("qsign:m=64,l=2,d=3,lang=en", false),
        ("words:lang=none", false),
    ] {
        let options = FindOptions {
            scheme: scheme.parse().expect("a scheme"),
            ..options()
        };
        let checked = check(
            &index.snapshot,
            &document,
            10,
            &options,
            &mut Rows::default(),
        );
        assert_eq!(checked.is_ok(), is_answered, "{scheme}: {checked:?}");
    }
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

/// Words of ignored texts do not count, the others of the same sentence do.
#[test]
fn ignored_texts_do_not_count() {
    let sentence = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let notice = "all rights reserved under the act of parliament";
    let texts: Vec<Text> = vec![
        vec![sentence(notice), sentence("harbour lantern whale")],
        vec![
            sentence(&format!("{notice} harbour lantern whale")),
            sentence("mill"),
        ],
        vec![sentence(notice), sentence("other words stand here")],
    ];
    let ignored = tempfile::Builder::new().suffix(".txt").tempfile();
    let ignored = ignored.expect("a file");
    std::fs::write(ignored.path(), notice).expect("a file");
    let pairs = |ignore: Vec<String>| {
        let mut options = options();
        options.ignore = ignore;
        options.sentence.weight = 0.0;
        let rows = run(&texts, None, &options);
        let ids = rows.pairs.iter();
        ids.map(|row| format!("{}-{}", row.a_id, row.b_id))
            .collect::<Vec<_>>()
    };
    assert_eq!(pairs(Vec::new()), ["0-1", "0-2", "1-2"]);
    let ignored = ignored.path().to_string_lossy().into_owned();
    assert_eq!(pairs(vec![ignored]), ["0-1"]);
}

/// What stands at begin and end of each word, which count UTF-16 units.
fn words_at(text: &str, ends: &serde_json::Value) -> Vec<String> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let ends: Vec<usize> = serde_json::from_value(ends.clone()).expect("a list of numbers");
    ends.chunks(2)
        .map(|two| String::from_utf16(&units[two[0]..two[1]]).expect("whole characters"))
        .collect()
}

#[test]
fn the_page_marks_the_words_that_sentences_share() {
    let texts = [
        ("𝔸 word. Old ferries sail on Monday in rain.", "1846-03-02"),
        (
            "𝔸 𝔹. In Monday's rain, the ferry sailed alone!",
            "1846-03-09",
        ),
        ("Rain! Monday rain sails with each ferry.", "1847"),
    ];
    let rows = texts.iter().enumerate().map(|(id, (text, date))| {
        serde_json::json!({ "id": id.to_string(), "text": text, "date": date }).to_string()
    });
    let file = tempfile::Builder::new().suffix(".jsonl").tempfile();
    let file = file.expect("a file");
    std::fs::write(file.path(), rows.collect::<Vec<_>>().join("\n")).expect("a file");
    let options = FindOptions {
        scheme: "words:lang=en".parse().expect("a scheme"),
        report: true,
        sentence: SentenceOptions {
            weight: 0.0,
            ..SentenceOptions::default()
        },
        ..options()
    };
    let input = [file.path().to_string_lossy().into_owned()];
    let summary = find(&input, None, &options, &Unwatched, &mut Rows::default());
    let report = summary.expect("a run").report.expect("a page");
    let page = serde_json::to_value(report).expect("JSON");
    let passage = &page["passages"][0];
    let expected = [
        ["ferries", "sail", "Monday", "rain"],
        ["Monday", "rain", "ferry", "sailed"],
    ];
    for (side, expected) in ["a", "b"].into_iter().zip(expected) {
        let document = passage[side].as_u64().expect("a number") as usize;
        let words = words_at(texts[document].0, &passage["shared"][side]);
        assert_eq!(words, expected);
    }
    assert_eq!(passage["edits"], serde_json::json!([]));
    let members = &page["clusters"][0]["members"];
    let shared = |at: usize| words_at(texts[at].0, &members[at]["shared"]);
    let [first, second] = expected;
    let third = ["Monday", "rain", "sails", "ferry"];
    let mut cores = 0;
    for (at, expected) in [first, second, third].into_iter().enumerate() {
        // The one that all others match has them all.
        if members[at].get("shared").is_none() {
            assert_eq!(members[at]["edits"], serde_json::json!([]));
            let core = page["clusters"][0]["text"].as_str().expect("a text");
            assert!(texts[at].0.contains(core));
            cores += 1;
        } else {
            assert_eq!(shared(at), expected);
        }
    }
    assert_eq!(cores, 1);
    let lags = [0, 1, 2].map(|at| members[at]["lag_days"].as_u64());
    assert_eq!(lags[..2], [None, Some(7)]);
    assert!(lags[2].is_some_and(|days| days > 200));
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

/// The sentences of a collection, each once, with the first text that has it.
fn different(texts: &[Text]) -> Vec<(usize, BTreeSet<String>)> {
    let mut seen = BTreeSet::new();
    let all = texts.iter().enumerate();
    let all = all.flat_map(|(at, text)| text.iter().map(move |words| (at, set(words))));
    all.filter(|(_, words)| seen.insert(words.clone()))
        .collect()
}

/// The distance follows from a rate and slack; what is found of a sample is what comparing all with all finds.
#[test]
fn signatures_tell_how_much_they_find() {
    let mut random = Random::new(7);
    let texts = collection(&mut random, 150, 300);
    let file = written(&texts, 0);
    let input = [file.path().to_string_lossy().into_owned()];
    let run = |scheme: &str| {
        let mut options = FindOptions {
            scheme: scheme.parse().expect("a scheme"),
            ..options()
        };
        options.sentence.weight = 0.0;
        let mut rows = Rows::default();
        let summary = find(&input, None, &options, &Unwatched, &mut rows).expect("a run");
        let sentences = summary.sentences.expect("sentences");
        (summary.scheme.expect("a scheme"), sentences, rows)
    };
    let mean_of = |texts: &BTreeSet<&Text>, copies: &[Text]| {
        let all = texts.iter().copied().chain(copies).flatten();
        let words = all.map(|words| set(words).len());
        let sum = words.clone().sum::<usize>();
        (sum as f64 / words.clone().count() as f64, words.count())
    };
    // The sample is of all documents, the collection of those that differ.
    let (sampled, _) = mean_of(&BTreeSet::new(), &texts);
    let (mean, sentences) = mean_of(&texts.iter().collect(), &[]);
    let signing = Signing {
        bits: 64,
        hashes: 2,
    };
    for (fp, slack) in [(0.01, 1), (0.1, 2), (0.3, 6)] {
        let (scheme, summary, rows) = run(&format!("qsign:d=auto,fp={fp},slack={slack},lang=none"));
        let distance = signing.distance(sampled, slack, fp);
        let fitted = format!("qsign:m=64,l=2,d={distance},lang=none");
        assert_eq!(scheme.to_string(), fitted);
        assert_eq!(summary.sentences as usize, sentences);
        assert!((summary.words - mean).abs() < 1e-9);
        let recall = summary.signatures.expect("signatures");
        assert_eq!(recall.distance, distance);
        let predicted = signing.recall(distance, mean, 0.5);
        assert!((recall.predicted - predicted).abs() < 1e-9);
        assert!(recall.sampled > 50 && recall.matches > 50 && recall.found <= recall.matches);
        let is_near = |x: &_, y: &_| distance_of(&signing, x, y) <= distance;
        let sentence = SentenceOptions {
            weight: 0.0,
            ..SentenceOptions::default()
        };
        let near = brute_force(&texts, None, &sentence, &is_near);
        assert_eq!(found(&rows, &texts), near);
        // Of different sentences, each taken once; a sample of some is near to all.
        let all = different(&texts);
        let matches = |is_near: &dyn Fn(&_, &_) -> bool| {
            let alone = all.iter().enumerate().map(|(at, x)| {
                let others = all[at + 1..].iter().filter(|y| {
                    let least = x.1.len().min(y.1.len()) as f64 / 2.0;
                    let shared = x.1.intersection(&y.1).count();
                    x.0 != y.0 && shared as f64 >= least.max(3.0) && is_near(&x.1, &y.1)
                });
                others.count()
            });
            alone.sum::<usize>() as f64
        };
        let observed = recall.found as f64 / recall.matches as f64;
        let expected = matches(&is_near) / matches(&|_, _| true);
        assert!((observed - expected).abs() < 0.05, "{observed} {expected}");
    }
    for wrong in [
        "qsign:d=129",
        "qsign:d=auto,fp=1",
        "qsign:fp=0.1",
        "qsign:d=some",
    ] {
        assert!(wrong.parse::<Scheme>().is_err(), "{wrong}");
    }
}

/// A run knows all words before it signs a sentence; an index signs the first when it has seen as much as tells a language.
#[test]
fn words_have_as_many_bits_as_the_vocabulary_needs() {
    let text = |words: usize, sentences: usize| -> Text {
        let sentence =
            |at: usize| (0..10).map(move |word| format!("w{}", (at * 10 + word) % words));
        (0..sentences).map(|at| sentence(at).collect()).collect()
    };
    // 32 bits have 496 pairs and 4,960 triples. Of the first ten, all that an index looks at is taken.
    let mut texts = vec![text(300, 200); 10];
    texts.push(text(700, 70));
    for (texts, of_all) in [(&texts[..], 3), (&texts[..10], 2)] {
        let file = written(texts, 0);
        let path = [file.path().to_string_lossy().into_owned()];
        let options = |scheme: &str| FindOptions {
            scheme: scheme.parse().expect("a scheme"),
            ..options()
        };
        let run = |scheme: &str| {
            let mut rows = Rows::default();
            let done = find(&path, None, &options(scheme), &Unwatched, &mut rows).expect("a run");
            let told = done.scheme.expect("a scheme").to_string();
            (told, done.sentences, rows.passages)
        };
        let (told, by_auto, passages) = run("qsign:m=32,l=auto,d=auto,fp=0.5,slack=4,lang=none");
        let signing = Signing {
            bits: 32,
            hashes: of_all,
        };
        let distance = signing.distance(10.0, 4, 0.5);
        let expected = format!("qsign:m=32,l={of_all},d={distance},lang=none");
        assert_eq!(told, expected);
        assert_eq!(run(&told), (told, by_auto, passages));
        let asked = "qsign:m=32,l=auto,lang=none";
        let folder = tempfile::tempdir().expect("a folder");
        let making = Making::new(asked.parse().expect("a scheme"), None);
        let mut writer =
            Writer::create(&folder.path().join("index"), making, "a test").expect("an index");
        add(&mut writer, &path, &add_options(1), &Unwatched).expect("a run");
        let made = writer.snapshot().making().scheme.to_string();
        assert_eq!(made, "qsign:m=32,l=2,d=3,lang=none");
        // It is asked with what it was made with, or with what came of that.
        for asked in [asked, &made, "qsign:m=32,l=auto,d=5,lang=none"] {
            let snapshot = writer.snapshot();
            let options = options(asked);
            let found = find_indexed(snapshot, New::Nothing, &options, &Unwatched, &mut ());
            assert!(found.is_ok(), "{asked}: {:?}", found.err());
        }
    }
}

#[test]
fn parameters_without_the_one_they_go_with_are_said_to_go_with_it() {
    for (given, name) in [
        ("qsign:fp=0.3", "fp"),
        ("qsign:slack=3", "slack"),
        ("qsign:d=3,slack=3,m=32", "slack"),
    ] {
        let error = given.parse::<Scheme>().expect_err("a mistake").to_string();
        let expected = format!("`{name}` goes with `d=auto`, which finds out `d`");
        assert!(error.ends_with(&expected), "{error}");
    }
    for right in ["qsign:d=auto,fp=0.3,slack=3", "qsign:l=auto", "qsign:l=8"] {
        assert!(right.parse::<Scheme>().is_ok(), "{right}");
    }
    for wrong in ["qsign:l=0", "qsign:l=9", "qsign:l=some"] {
        assert!(wrong.parse::<Scheme>().is_err(), "{wrong}");
    }
}

/// Where all that matches is of the same words, that is what is said to be found.
#[test]
fn sentences_of_the_same_words_are_counted_apart_from_the_sample() {
    let mut random = Random::new(5);
    let words = |all: &str| all.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut sentence = words("a seven word sentence in some order");
    let mut texts: Vec<Text> = (0..300)
        .map(|id| {
            for at in 0..sentence.len() {
                sentence.swap(at, random.below(at + 1));
            }
            // No two documents are the same as a whole.
            vec![sentence.clone(), words(&format!("only{id} has{id}"))]
        })
        .collect();
    let recall = |texts: &[Text]| {
        let file = written(texts, 0);
        let path = [file.path().to_string_lossy().into_owned()];
        let mut options = FindOptions {
            scheme: "qsign:d=3,lang=none".parse().expect("a scheme"),
            ..options()
        };
        options.sentence.weight = 0.0;
        let mut rows = Rows::default();
        let done = find(&path, None, &options, &Unwatched, &mut rows).expect("a run");
        let recall = done.sentences.and_then(|sentences| sentences.signatures);
        (recall.expect("signatures"), rows.pairs.len())
    };
    let (same, pairs) = recall(&texts);
    assert_eq!((same.sampled, same.matches, same.found), (1, 0, 0));
    assert_eq!((same.same, pairs), (44_850, 44_850));
    // One that differs in a word is another sentence, which matches the one that stands for all.
    texts.push(vec![words("a seven word sentence in some harbour")]);
    let (other, _) = recall(&texts);
    assert_eq!((other.sampled, other.matches, other.same), (2, 2, 44_850));
}

#[test]
fn a_threshold_may_be_all_and_no_more() {
    for (scheme, is_right) in [
        ("words:t=1", true),
        ("qsign:t=1", true),
        ("words:t=1.01", false),
        ("words:t=0", false),
        ("words:t=nan", false),
        ("qsign:d=auto,fp=0.5", true),
        ("qsign:d=auto,fp=1", false),
    ] {
        assert_eq!(scheme.parse::<Scheme>().is_ok(), is_right, "{scheme}");
    }
}
