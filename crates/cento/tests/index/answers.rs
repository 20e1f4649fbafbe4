//! `check` and `find` of an index give what `find` gives on the documents in it.

use std::fmt::Write as _;
use std::sync::Arc;

use cento::align::AlignOptions;
use cento::engine::{check, find, find_indexed};
use cento::find::{Counted, Counting, FindOptions, New, OrderOptions, Score, SentenceOptions};
use cento::fingerprint::{Candidates, Comparison, Scheme};
use cento::index::{Folder, Snapshot};
use cento::read::Document;
use cento::report::{ClusterRow, DocumentRow, PairRow, PassageRow, Sink, put_json};
use cento::watch::Unwatched;

use crate::common::Random;
use crate::history::{Model, Step, Story, Texts};

/// Rows as lines of JSON.
#[derive(Default, Debug, PartialEq)]
pub(crate) struct Lines {
    pub(crate) pairs: Vec<String>,
    passages: Vec<String>,
    others: Vec<String>,
}

impl Lines {
    /// The documents in order, and in how many pairs each is.
    fn documents(&self) -> Vec<(String, u64)> {
        let rows = self.others.iter().map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
            Some((row["id"].as_str()?.to_owned(), row["related"].as_u64()?))
        });
        rows.flatten().collect()
    }
}

fn json<R: cento::report::Row>(row: &R) -> String {
    let mut out = Vec::new();
    put_json(row, &mut out).expect("memory");
    String::from_utf8(out).expect("JSON")
}

impl Sink for Lines {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.pairs.push(json(row));
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        self.passages.push(json(row));
        Ok(())
    }

    fn cluster(&mut self, row: &ClusterRow) -> cento::Result<()> {
        self.others.push(json(row));
        Ok(())
    }

    fn document(&mut self, row: &DocumentRow) -> cento::Result<()> {
        self.others.push(json(row));
        Ok(())
    }
}

/// The documents as a file that `find` reads.
pub(crate) fn written(documents: &[Document]) -> tempfile::NamedTempFile {
    let mut lines = String::new();
    for document in documents {
        let mut row: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&document.meta).unwrap_or_default();
        row.insert("id".into(), document.id.clone().into());
        row.insert("text".into(), document.text.clone().into());
        for (name, value) in [
            ("date", &document.date),
            ("series", &document.series),
            ("title", &document.title),
        ] {
            if let Some(value) = value {
                row.insert(name.into(), value.clone().into());
            }
        }
        writeln!(lines, "{}", serde_json::Value::Object(row)).expect("memory");
    }
    let file = tempfile::Builder::new().suffix(".jsonl").tempfile();
    let file = file.expect("a file");
    std::fs::write(file.path(), lines).expect("a file");
    file
}

pub(crate) fn options(scheme: &str, variant: usize) -> FindOptions {
    let scheme: Scheme = scheme.parse().expect("a scheme");
    let is_by_keys = match scheme.comparison() {
        Comparison::Containment | Comparison::Runs(_) => true,
        Comparison::Order | Comparison::Sentences(_) => false,
    };
    FindOptions {
        // A run links documents to the first only where a key is in many; a check looks all of them up.
        max_df: [None, Some(2), Some(4)][variant % 3].filter(|_| is_by_keys),
        order: OrderOptions {
            by: [Score::Its, Score::Cs][variant % 2],
            words: [Counted::Both, Counted::All][variant / 2 % 2],
            threshold: Some([0.3, 0.6, 0.72][variant % 3]),
            confirmed: [0.0, 0.5, 0.67][variant % 3],
        },
        sentence: SentenceOptions {
            threshold: [0.3, 0.5, 0.8][variant % 3],
            least: [3, 1, 2][variant / 3 % 3],
            weight: [0.0, 0.7, 1.2][variant % 3],
        },
        min_hits: [2, 1][variant % 2],
        counting: [Counting::Set, Counting::Multiset][variant / 2 % 2],
        align: (!variant.is_multiple_of(3)).then_some(AlignOptions {
            min_tokens: 6,
            max_gap: 10,
            min_identity: 0.5,
        }),
        ..FindOptions::new(scheme, 1 << 30, std::env::temp_dir())
    }
}

/// How many pairs and passages there were.
pub(crate) fn is_same_as_find(
    snapshot: &Arc<Snapshot>,
    model: &Model,
    options: &FindOptions,
) -> [usize; 2] {
    let file = written(&model.documents);
    let path = [file.path().to_string_lossy().into_owned()];
    let (mut expected, mut found) = (Lines::default(), Lines::default());
    let summary = find(&path, None, options, &Unwatched, &mut expected).expect("a run");
    let indexed =
        find_indexed(snapshot, New::Nothing, options, &Unwatched, &mut found).expect("a run");
    assert_eq!(found, expected);
    let json = |summary| serde_json::to_value(summary).expect("JSON");
    assert_eq!(json(&indexed), json(&summary));
    [found.pairs.len(), found.passages.len()]
}

/// New documents against the index, as those against a file of its documents.
fn new_is_same_as_against(
    snapshot: &Arc<Snapshot>,
    model: &Model,
    new: &[Document],
    options: &FindOptions,
) {
    let (old, new) = (written(&model.documents), written(new));
    let path = |file: &tempfile::NamedTempFile| [file.path().to_string_lossy().into_owned()];
    let (mut expected, mut found) = (Lines::default(), Lines::default());
    let (old, new) = (path(&old), path(&new));
    let summary = find(&new, Some(&old), options, &Unwatched, &mut expected).expect("a run");
    let indexed = find_indexed(
        snapshot,
        New::Against(&new),
        options,
        &Unwatched,
        &mut found,
    )
    .expect("a run");
    assert_eq!(found, expected);
    let json = |summary| serde_json::to_value(summary).expect("JSON");
    assert_eq!(json(&indexed), json(&summary));
}

/// What new documents bring to the index, as a run over all of them has it.
fn added_is_same_as_all(
    snapshot: &Arc<Snapshot>,
    model: &Model,
    new: &[Document],
    options: &FindOptions,
) -> usize {
    let new: Vec<Document> = new
        .iter()
        .map(|document| Document {
            id: format!("new {}", document.id),
            ..document.clone()
        })
        .collect();
    let all: Vec<Document> = model.documents.iter().chain(&new).cloned().collect();
    let new = written(&new);
    let new = [new.path().to_string_lossy().into_owned()];
    brings_what_all_have(snapshot, New::Among(&new), &all, options, |id| {
        id.starts_with("new ")
    })
}

/// What the last documents of an index brought, as a run over all of them has it.
fn latest_is_same_as_all(
    snapshot: &Arc<Snapshot>,
    model: &Model,
    latest: usize,
    options: &FindOptions,
) -> usize {
    let all = &model.documents;
    let (_, new) = all.split_at(all.len() - latest.min(all.len()));
    brings_what_all_have(snapshot, New::Latest(latest as u32), all, options, |id| {
        new.iter().any(|document| document.id == id)
    })
}

/// What new documents bring, as a run over all has it.
fn brings_what_all_have(
    snapshot: &Arc<Snapshot>,
    new: New<'_>,
    all: &[Document],
    options: &FindOptions,
    is_new: impl Fn(&str) -> bool,
) -> usize {
    let all = written(all);
    let all = [all.path().to_string_lossy().into_owned()];
    let (mut expected, mut found) = (Lines::default(), Lines::default());
    find(&all, None, options, &Unwatched, &mut expected).expect("a run");
    find_indexed(snapshot, new, options, &Unwatched, &mut found).expect("a run");
    // Without what depends on pairs of others: numbers, groups and labels.
    let of_new = |lines: &[String]| -> Vec<String> {
        let mut rows = Vec::new();
        for line in lines {
            let mut row: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(line).expect("JSON");
            let is_new = |id: &str| row[id].as_str().is_some_and(&is_new);
            if is_new("a_id") || is_new("b_id") {
                for field in ["passage_id", "cluster_id", "labels"] {
                    row.remove(field);
                }
                rows.push(serde_json::Value::Object(row).to_string());
            }
        }
        rows
    };
    assert_eq!(of_new(&found.pairs), of_new(&expected.pairs));
    assert_eq!(of_new(&found.passages), of_new(&expected.passages));
    assert_eq!(of_new(&found.pairs).len(), found.pairs.len());
    // All new documents, and of the others those that are in a pair.
    let in_pairs = |id: &str| {
        let is = |line: &String, field: &str| {
            let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
            row[field] == id
        };
        let pairs = found.pairs.iter();
        pairs
            .filter(|line| is(line, "a_id") || is(line, "b_id"))
            .count()
    };
    let mut documents = expected.documents();
    documents.retain_mut(|(id, related)| {
        *related = in_pairs(id) as u64;
        *related > 0 || is_new(id)
    });
    assert_eq!(found.documents(), documents);
    found.pairs.len()
}

/// Takes a row apart and turns it round.
fn turned(line: &str) -> serde_json::Map<String, serde_json::Value> {
    let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
    let mut out = serde_json::Map::new();
    for (name, value) in row.as_object().expect("an object") {
        let name = match name.as_str() {
            "inserted" => "deleted".to_owned(),
            "deleted" => "inserted".to_owned(),
            name => match name.split_at_checked(2) {
                Some(("a_", "in_b")) => "b_in_a".to_owned(),
                Some(("b_", "in_a")) => "a_in_b".to_owned(),
                Some(("a_", rest)) => format!("b_{rest}"),
                Some(("b_", rest)) => format!("a_{rest}"),
                _ => name.to_owned(),
            },
        };
        let value = match value.as_str() {
            Some("a_to_b") => "b_to_a".into(),
            Some("b_to_a") => "a_to_b".into(),
            _ => value.clone(),
        };
        out.insert(name, value);
    }
    out
}

/// What rows say of a pair with the query, without what depends on all others.
fn of_query(lines: &[String], query: &str) -> Vec<String> {
    let mut rows = Vec::new();
    for line in lines {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let mut row = match (row["a_id"] == query, row["b_id"] == query) {
            (true, _) => row.as_object().expect("an object").clone(),
            (_, true) => turned(line),
            _ => continue,
        };
        for field in ["passage_id", "cluster_id", "labels", "class"] {
            row.remove(field);
        }
        rows.push(serde_json::Value::Object(row).to_string());
    }
    rows.sort();
    rows
}

fn check_is_same_as_find(
    snapshot: &Arc<Snapshot>,
    model: &Model,
    query: Document,
    options: &FindOptions,
) -> [usize; 2] {
    let mut documents = model.documents.clone();
    let query = Document {
        id: "query".to_owned(),
        ..query
    };
    let path = |file: &tempfile::NamedTempFile| [file.path().to_string_lossy().into_owned()];
    let mut expected = Lines::default();
    if matches!(options.scheme.comparison(), Comparison::Sentences(_)) {
        // Of two sentences in one collection the shorter asks; here those of the query do.
        let (input, reference) = (written(std::slice::from_ref(&query)), written(&documents));
        let (input, reference) = (path(&input), path(&reference));
        find(&input, Some(&reference), options, &Unwatched, &mut expected).expect("a run");
    } else {
        documents.push(query.clone());
        let all = written(&documents);
        find(&path(&all), None, options, &Unwatched, &mut expected).expect("a run");
    }
    // Of two documents the later finds the other. In a run one with the words of the query, which stands before others, does so
    // in its place; in a check the query does.
    let is_leaping =
        matches!(options.scheme.comparison(), Comparison::Runs(mile) if mile.overleap > 1);
    let mut found = Lines::default();
    // Whatever fits the memory.
    for memory in [options.memory, 0] {
        let options = &FindOptions {
            memory,
            ..options.clone()
        };
        found = Lines::default();
        check(snapshot, &query, usize::MAX, options, &mut found).expect("a check");
        // A run looks at the letters of one of the documents with the same words, a check at those of the query.
        let is_copy = found.pairs.iter().any(|line| line.contains("\"alias\""));
        let pairs = |lines: &[String]| -> Vec<String> {
            let mut pairs = of_query(lines, "query");
            if is_copy && is_leaping {
                pairs.retain(|pair| pair.contains("\"alias\""));
            }
            if is_copy {
                let confirmed = ["1.0", "0.0"].map(|share| format!("\"confirmed\":{share}"));
                let without = |pair: &mut String| {
                    confirmed
                        .iter()
                        .for_each(|field| *pair = pair.replace(field, ""));
                };
                pairs.iter_mut().for_each(without);
            }
            pairs
        };
        assert_eq!(
            pairs(&found.pairs),
            pairs(&expected.pairs),
            "{}",
            query.text
        );
        if !(is_copy && is_leaping) {
            assert_eq!(
                of_query(&found.passages, "query"),
                of_query(&expected.passages, "query"),
            );
        }
    }
    // The best come first: by sentences those that share the weightiest words, which the rows do not tell.
    let is_by_sentences = matches!(options.scheme.comparison(), Comparison::Sentences(_));
    let covered = found.pairs.iter().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(row["a_id"], "query");
        match is_by_sentences {
            true => u64::from(row["labels"] == serde_json::json!([])),
            false => u64::MAX - row["a_matched"].as_u64().expect("a number"),
        }
    });
    assert!(covered.is_sorted());
    [found.pairs.len(), found.passages.len()]
}

/// What an index made with a scheme is asked with: where signatures are compared, at one distance or another.
fn asked(scheme: &str, at: usize) -> String {
    let asked: Scheme = scheme.parse().expect("a scheme");
    match (asked.comparison(), at % 3) {
        (Comparison::Sentences(Candidates::Near { distance, .. }), 0) => {
            let other = ["0".to_owned(), (distance + 1).to_string()][at / 3 % 2].clone();
            asked.with("d", &other).expect("a scheme").to_string()
        }
        _ => scheme.to_owned(),
    }
}

fn histories(scheme: &str, seeds: std::ops::Range<u64>) {
    let (mut counts, mut brought) = ([[0; 2]; 2], [0; 2]);
    for seed in seeds {
        let folder = tempfile::tempdir().expect("a folder");
        let disk = Arc::new(Folder::new(folder.path()));
        let mut texts = Texts::new(seed, 25);
        let mut story = Story::new(disk, scheme).expect("an index");
        for at in 0..12 {
            let step = texts.step();
            story.take(&step).expect("a step");
            if texts.random().below(3) > 0 && at < 11 {
                continue;
            }
            let options = options(&asked(scheme, at), seed as usize + at);
            let model = story.model.clone();
            let snapshot = story.writer().snapshot().clone();
            assert_eq!(snapshot.verify().len(), 0);
            let found = is_same_as_find(&snapshot, &model, &options);
            (0..2).for_each(|i| counts[0][i] += found[i]);
            let new: Vec<Document> = (0..4).map(|_| texts.document()).collect();
            new_is_same_as_against(&snapshot, &model, &new, &options);
            // What is left out where too many share words is left out either way.
            let capped = FindOptions {
                max_df: options.max_df.or([None, Some(2), Some(3)][at % 3]),
                ..options.clone()
            };
            brought[0] += added_is_same_as_all(&snapshot, &model, &new, &capped);
            let latest = 1 + seed as usize % (model.documents.len() + 2);
            brought[1] += latest_is_same_as_all(&snapshot, &model, latest, &capped);
            for _ in 0..3 {
                let query = match texts.random().below(3) {
                    0 if !model.documents.is_empty() => {
                        let at = texts.random().below(model.documents.len());
                        model.documents[at].clone()
                    }
                    _ => texts.document(),
                };
                let found = check_is_same_as_find(&snapshot, &model, query, &options);
                (0..2).for_each(|i| counts[1][i] += found[i]);
            }
        }
    }
    // Answers that are empty are easily the same.
    let enough = |counts: &[usize]| counts.iter().all(|&count| count > 40);
    let enough = enough(&brought) && enough(counts.as_flattened());
    assert!(
        enough,
        "{scheme}: pairs and passages of find and check: {counts:?}, pairs of new ones: {brought:?}"
    );
}

/// Of each scheme.
const HISTORIES: u64 = 225;

macro_rules! any_history_gives_the_answers_of_a_run {
    ($($name:ident: $scheme:literal, $first:literal;)*) => {
        mod any_history_gives_the_answers_of_a_run {
            $(#[test]
            fn $name() {
                super::histories($scheme, $first..$first + super::HISTORIES);
            })*
        }
    };
}

// Each with the seed of its first history.
any_history_gives_the_answers_of_a_run! {
    kgram: "kgram:k=3", 10_000;
    every: "every:k=3,step=2", 20_000;
    modp: "modp:k=2,p=3", 30_000;
    winnow: "winnow:k=3,window=4", 40_000;
    hailstorm: "hailstorm:k=4", 50_000;
    breaks: "breaks:p=3", 60_000;
    short_breaks: "breaks:p=2,short=keep", 70_000;
    dct: "dct:p=2,bits=32", 80_000;
    trimmed: "modp:k=3,p=2,trim=true", 90_000;
    unique: "unique:length=1", 100_000;
    long_unique: "unique:length=4", 110_000;
    words: "words:lang=none", 120_000;
    english_words: "words:lang=en", 130_000;
    qsign: "qsign:m=64,l=2,d=12,lang=none", 140_000;
    near_qsign: "qsign:m=64,l=2,d=3,lang=none", 150_000;
    short_qsign: "qsign:m=16,l=1,d=2,lang=none", 160_000;
    long_qsign: "qsign:m=128,l=3,d=20,lang=en", 170_000;
    mile: "mile:b=3,m=3,o=2", 180_000;
    leaping_mile: "mile:b=4,m=2,o=5", 190_000;
    whole_mile: "mile:b=8,m=3,o=1", 200_000;
}

/// A new method is compared too.
#[test]
fn every_method_has_histories() {
    let source = include_str!("answers.rs");
    for (name, ..) in Scheme::all() {
        let named = format!(": \"{name}:");
        assert!(source.contains(&named), "no history of {name}");
    }
}

/// However many documents share text with a query, those that are given are the first of all of them.
#[test]
fn the_best_of_many_come_first() {
    let mut random = Random::new(8);
    let common: Vec<String> = (0..60).map(|i| format!("common{i}")).collect();
    let documents: Vec<Document> = (0..1500)
        .map(|i| {
            let shared = 20 + random.below(40);
            let own: Vec<String> = (0..30).map(|j| format!("own{i}x{j}")).collect();
            Document {
                id: format!("d{i}"),
                text: format!("{} {}", common[..shared].join(" "), own.join(" ")),
                ..Document::default()
            }
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let disk = Arc::new(Folder::new(folder.path()));
    let mut story = Story::new(disk, "kgram:k=4").expect("an index");
    story.take(&Step::Add(documents)).expect("a step");
    let query = Document {
        id: "query".to_owned(),
        text: common.join(" "),
        ..Document::default()
    };
    let options = FindOptions {
        max_df: Some(10_000),
        align: Some(AlignOptions::default()),
        ..options("kgram:k=4", 0)
    };
    let snapshot = story.writer().snapshot().clone();
    let ask = |limit: usize| {
        let mut found = Lines::default();
        let trail = check(&snapshot, &query, limit, &options, &mut found).expect("a check");
        assert_eq!(trail.found, 1500);
        found
    };
    let all = ask(usize::MAX);
    assert_eq!(all.pairs.len(), 1500);
    for limit in [1, 7, 200] {
        let some = ask(limit);
        assert_eq!(some.pairs[..], all.pairs[..limit]);
        assert_eq!(some.passages[..], all.passages[..limit]);
    }
}
