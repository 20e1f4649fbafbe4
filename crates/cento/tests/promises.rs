//! What each way of fingerprinting promises, through the public interface.

mod common;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use cento::fingerprint::{Scheme, Sketch};
use cento::hash::{key, mix, run_hash, token_hash};
use cento::token::{Tokenizer, Tokens, Words};
use proptest::prelude::*;

use common::Random;

/// Keys and the tokens they stand for.
fn fingerprints(scheme: &str, tokens: &[u64]) -> Vec<(u64, Range<usize>)> {
    let scheme: Scheme = scheme.parse().expect("a scheme");
    let tokens = Tokens {
        hashes: tokens.to_vec(),
        ..Tokens::default()
    };
    let mut sketch = Sketch::default();
    scheme
        .build()
        .fingerprinter
        .fingerprint(&tokens, &mut sketch);
    let pairs = sketch.fingerprints.iter();
    pairs.map(|f| (f.key, f.span.range())).collect()
}

/// Where the kept shingles begin.
fn kept(scheme: &str, tokens: &[u64]) -> Vec<usize> {
    let fingerprints = fingerprints(scheme, tokens);
    fingerprints
        .into_iter()
        .map(|(_, span)| span.start)
        .collect()
}

fn covered(starts: &[usize], k: usize) -> BTreeSet<usize> {
    starts.iter().flat_map(|&start| start..start + k).collect()
}

/// Token hashes from a vocabulary of `words`, so that small ones repeat.
fn text(
    words: u64,
    length: impl Into<prop::collection::SizeRange>,
) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(
        (0..words).prop_map(|n| token_hash(&n.to_le_bytes())),
        length,
    )
}

/// Texts over vocabularies of any size.
fn any_text() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![text(2, 0..80), text(6, 0..80), text(1_000_000, 0..80)]
}

fn random_tokens(seed: u64, count: usize) -> Vec<u64> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.next()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn winnowing_finds_every_shared_run_of_k_plus_window_minus_1_tokens(
        k in 1usize..9,
        window in 1usize..13,
        words in prop::sample::select(vec![2u64, 5, 1_000_000]),
        seed: u64,
    ) {
        let mut random = Random::new(seed);
        let mut some = |count: usize| -> Vec<u64> {
            (0..count).map(|_| token_hash(&(random.next() % words).to_le_bytes())).collect()
        };
        let run = some(k + window - 1);
        let [x, y] = [seed as usize % 30, seed as usize % 7].map(|before| {
            let head = some(before);
            [head.clone(), run.clone(), some(20 - before.min(20))].concat().into_boxed_slice()
        });
        let scheme = format!("winnow:k={k},window={window}");
        let inside = |text: &[u64], before: usize| -> BTreeSet<(u64, usize)> {
            fingerprints(&scheme, text)
                .into_iter()
                .filter(|(_, span)| before <= span.start && span.end <= before + run.len())
                .map(|(key, span)| (key, span.start - before))
                .collect()
        };
        let x = inside(&x, seed as usize % 30);
        let y = inside(&y, seed as usize % 7);
        prop_assert!(x.intersection(&y).next().is_some(), "{scheme}: {x:?} {y:?}");
    }

    #[test]
    fn winnowing_keeps_the_rightmost_minimum_of_each_window(
        tokens in any_text(), k in 1usize..9, window in 1usize..13,
    ) {
        let values: Vec<u64> = tokens.windows(k).map(run_hash).collect();
        let windows: Vec<Range<usize>> = match values.len() {
            0 => Vec::new(),
            n if n < window => std::iter::once(0..n).collect(),
            n => (0..=n - window).map(|from| from..from + window).collect(),
        };
        let minima: BTreeSet<usize> = windows
            .into_iter()
            .map(|window| {
                let least = values[window.clone()].iter().min().expect("not empty");
                window.rev().find(|&i| values[i] == *least).expect("it is there")
            })
            .collect();
        let expected: Vec<_> = minima.into_iter().map(|i| (key(values[i]), i..i + k)).collect();
        prop_assert_eq!(fingerprints(&format!("winnow:k={k},window={window}"), &tokens), expected);
    }

    #[test]
    fn hailstorm_keeps_shingles_whose_least_token_is_first_or_last(
        tokens in any_text(), k in 1usize..12,
    ) {
        let expected: Vec<_> = tokens
            .windows(k)
            .enumerate()
            .filter(|(_, shingle)| {
                let least = shingle.iter().min();
                shingle.first() == least || shingle.last() == least
            })
            .map(|(i, shingle)| (key(run_hash(shingle)), i..i + k))
            .collect();
        prop_assert_eq!(fingerprints(&format!("hailstorm:k={k}"), &tokens), expected);
    }

    #[test]
    fn hailstorm_covers_every_inner_token(tokens in any_text(), k in 1usize..12) {
        for trim in [false, true] {
            let covered = covered(&kept(&format!("hailstorm:k={k},trim={trim}"), &tokens), k);
            let inner = k - 1..(tokens.len() + 1).saturating_sub(k).max(k - 1);
            for token in inner {
                prop_assert!(covered.contains(&token), "token {token} of {}", tokens.len());
            }
        }
    }

    #[test]
    fn context_free_selections_keep_a_shingle_everywhere_or_nowhere(
        texts in prop::collection::vec(text(3, 0..60), 2..5),
        k in 1usize..6,
        p in 1usize..7,
    ) {
        for scheme in [format!("kgram:k={k}"), format!("modp:k={k},p={p}"), format!("hailstorm:k={k}")] {
            let mut decided: HashMap<&[u64], Option<u64>> = HashMap::new();
            for tokens in &texts {
                let kept: HashMap<usize, u64> = fingerprints(&scheme, tokens)
                    .into_iter()
                    .map(|(key, span)| (span.start, key))
                    .collect();
                for (i, shingle) in tokens.windows(k).enumerate() {
                    let here = kept.get(&i).copied();
                    let before = *decided.entry(shingle).or_insert(here);
                    prop_assert_eq!(before, here, "{} at {}", &scheme, i);
                }
            }
        }
    }

    #[test]
    fn zero_mod_p_keeps_what_p_divides(tokens in any_text(), k in 1usize..6, p in 1usize..9) {
        let expected: Vec<usize> = (0..(tokens.len() + 1).saturating_sub(k))
            .filter(|&i| run_hash(&tokens[i..i + k]).is_multiple_of(p as u64))
            .collect();
        prop_assert_eq!(kept(&format!("modp:k={k},p={p}"), &tokens), expected);
    }

    #[test]
    fn every_keeps_each_step_th_shingle_and_kgram_all(
        tokens in any_text(), k in 1usize..6, step in 1usize..9,
    ) {
        let all: Vec<usize> = (0..(tokens.len() + 1).saturating_sub(k)).collect();
        prop_assert_eq!(&kept(&format!("kgram:k={k}"), &tokens), &all);
        let expected: Vec<usize> = all.into_iter().filter(|i| i % step == 0).collect();
        prop_assert_eq!(kept(&format!("every:k={k},step={step}"), &tokens), expected);
    }

    #[test]
    fn trim_drops_what_others_cover_and_loses_no_token(
        tokens in any_text(), k in 1usize..9, n in 1usize..9,
    ) {
        for scheme in [
            format!("modp:k={k},p={n}"), format!("winnow:k={k},window={n}"), format!("hailstorm:k={k}"),
        ] {
            let whole = kept(&scheme, &tokens);
            // The definition, word for word: in order of position, drop a shingle all of whose
            // tokens are covered by others that are not dropped, later ones included.
            let mut left = whole.clone();
            for &start in &whole {
                let others: Vec<usize> = left.iter().copied().filter(|&s| s != start).collect();
                let by_others = covered(&others, k);
                if (start..start + k).all(|token| by_others.contains(&token)) {
                    left = others;
                }
            }
            let trimmed = kept(&format!("{scheme},trim=true"), &tokens);
            prop_assert_eq!(covered(&whole, k), covered(&trimmed, k), "{}", &scheme);
            prop_assert_eq!(trimmed, left, "{}", &scheme);
        }
    }

    #[test]
    fn hash_breaking_ends_chunks_after_tokens_that_p_divides(
        tokens in any_text(), p in 1usize..9,
    ) {
        // Which tokens break is decided on their mixed hash.
        let breaks = |token: &u64| mix(*token).is_multiple_of(p as u64);
        let chunks: Vec<&[u64]> = tokens.split_inclusive(breaks).collect();
        let spans = |chunks: &[Vec<u64>]| -> Vec<(u64, Range<usize>)> {
            let mut begin = 0;
            chunks
                .iter()
                .map(|chunk| {
                    begin += chunk.len();
                    (key(run_hash(chunk)), begin - chunk.len()..begin)
                })
                .collect()
        };
        let kept: Vec<Vec<u64>> = chunks.iter().map(|chunk| chunk.to_vec()).collect();
        let mut merged: Vec<Vec<u64>> = Vec::new();
        for chunk in &chunks {
            match merged.last_mut().filter(|last| last.len() < p) {
                Some(short) => short.extend_from_slice(chunk),
                None => merged.push(chunk.to_vec()),
            }
        }
        let long: Vec<_> = spans(&kept).into_iter().filter(|(_, span)| span.len() >= p).collect();
        let found = |short: &str| fingerprints(&format!("breaks:p={p},short={short}"), &tokens);
        prop_assert_eq!(found("keep"), spans(&kept));
        prop_assert_eq!(found("drop"), long);
        prop_assert_eq!(found("merge"), spans(&merged));
    }

    #[test]
    fn every_scheme_gives_ordered_spans_inside_the_document(tokens in any_text()) {
        for (name, _, scheme) in Scheme::all() {
            let found = fingerprints(&scheme.to_string(), &tokens);
            for (_, span) in &found {
                prop_assert!(!span.is_empty() && span.end <= tokens.len(), "{name}: {span:?}");
            }
            for two in found.windows(2) {
                prop_assert!(two[0].1.start < two[1].1.start, "{name}: {two:?}");
            }
        }
    }

    #[test]
    fn equal_runs_have_equal_keys_and_others_differ(texts in prop::collection::vec(text(3, 0..40), 1..4)) {
        for scheme in ["kgram:k=3", "hailstorm:k=3", "winnow:k=3,window=2", "breaks:p=2,short=keep"] {
            let mut key_of: HashMap<&[u64], u64> = HashMap::new();
            let mut run_of: HashMap<u64, &[u64]> = HashMap::new();
            for tokens in &texts {
                for (key, span) in fingerprints(scheme, tokens) {
                    let run = &tokens[span];
                    prop_assert_eq!(*key_of.entry(run).or_insert(key), key, "{}", scheme);
                    prop_assert_eq!(*run_of.entry(key).or_insert(run), run, "{}", scheme);
                }
            }
        }
    }

    #[test]
    fn a_scheme_is_read_back_as_it_is_spelt(
        method in 0usize..7, k in 1usize..=1000, n in 1usize..=1000, choice in 0usize..3, trim: bool,
    ) {
        let short = ["drop", "merge", "keep"][choice];
        let bits = [32, 64][choice % 2];
        let spelt = match method {
            0 => format!("kgram:k={k}"),
            1 => format!("every:step={n},k={k}"),
            2 => format!("modp: k={k} , p={n},trim={trim}"),
            3 => format!("winnow:trim={trim},window={n}"),
            4 => format!("hailstorm:k={k},trim={trim}"),
            5 => format!("breaks:short={short},p={n}"),
            _ => format!("dct:p={n},bits={bits},short={short}"),
        };
        let scheme: Scheme = spelt.parse().expect("a scheme");
        let canonical = scheme.to_string();
        prop_assert_eq!(&canonical.parse::<Scheme>().expect("its own spelling"), &scheme);
        let json = serde_json::to_string(&scheme).expect("a string");
        prop_assert_eq!(serde_json::from_str::<Scheme>(&json).expect("as JSON"), scheme);
        for number in [format!("={k}"), format!("={n}"), format!("={short}")] {
            let typed = spelt.split([',', ' ']).any(|part| part.ends_with(&number));
            let hidden = number == "=drop" && method == 6;
            prop_assert!(!typed || hidden || canonical.contains(&number), "{spelt}: {canonical}");
        }
    }
}

#[test]
fn kept_shares_on_random_tokens_are_as_the_papers_say() {
    let tokens = random_tokens(7, 200_000);
    let share = |scheme: &str| kept(scheme, &tokens).len() as f64 / tokens.len() as f64;
    for (k, window) in [(3, 2), (5, 8), (8, 8), (3, 10), (1, 25), (8, 100)] {
        let found = share(&format!("winnow:k={k},window={window}"));
        let expected = 2.0 / (window as f64 + 1.0);
        assert!(
            (found / expected - 1.0).abs() < 0.03,
            "winnow {window}: {found}"
        );
    }
    for k in [2, 3, 6, 8, 20, 50] {
        let (found, expected) = (share(&format!("hailstorm:k={k}")), 2.0 / k as f64);
        assert!(
            (found / expected - 1.0).abs() < 0.03,
            "hailstorm {k}: {found}"
        );
    }
    for p in [1, 2, 3, 4, 6, 16, 50] {
        let (found, expected) = (share(&format!("modp:k=3,p={p}")), 1.0 / p as f64);
        assert!((found / expected - 1.0).abs() < 0.05, "modp {p}: {found}");
    }
    // Abdel-Hamid et al., at k = 8; their trimmed figures, within two points.
    for (scheme, expected) in [
        ("hailstorm:k=8,trim=true", 0.17),
        ("winnow:k=8,window=8,trim=true", 0.17),
        ("modp:k=8,p=3,trim=true", 0.15),
        ("breaks:p=3,short=merge", 0.20),
    ] {
        let found = share(scheme);
        assert!((found - expected).abs() < 0.02, "{scheme}: {found}");
    }
}

const NONE: [usize; 0] = [];

#[test]
fn a_document_too_short_for_a_shingle_has_no_fingerprint() {
    for scheme in [
        "kgram:k=4",
        "every:k=4,step=1",
        "modp:k=4,p=1",
        "winnow:k=4,window=1",
        "hailstorm:k=4",
    ] {
        for length in 0..4 {
            assert_eq!(
                kept(scheme, &random_tokens(1, length)),
                NONE,
                "{scheme}, {length} tokens"
            );
        }
        assert_eq!(kept(scheme, &[1, 3, 4, 2]), [0], "{scheme}");
    }
    for (name, _, scheme) in Scheme::all() {
        assert_eq!(kept(&scheme.to_string(), &[]), NONE, "{name}");
    }
}

/// Every way to get one letter of `word` wrong.
fn typos(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut typos = Vec::new();
    for i in 0..letters.len() {
        let mut left_out = letters.clone();
        left_out.remove(i);
        let mut doubled = letters.clone();
        doubled.insert(i, letters[i]);
        let mut wrong = letters.clone();
        wrong[i] = 'z';
        typos.extend([left_out, doubled, wrong]);
        if i > 0 {
            let mut swapped = letters.clone();
            swapped.swap(i - 1, i);
            typos.push(swapped);
        }
    }
    typos
        .into_iter()
        .map(String::from_iter)
        .filter(|typo| typo != word)
        .collect()
}

#[test]
fn an_unknown_scheme_names_the_nearest() {
    for (name, ..) in Scheme::all() {
        for typo in typos(name) {
            let told = typo.parse::<Scheme>().expect_err("a typo").to_string();
            assert!(
                told.contains(&format!("did you mean `{name}`?")),
                "{typo}: {told}"
            );
        }
    }
    let told = "xyzzy:k=3"
        .parse::<Scheme>()
        .expect_err("no scheme")
        .to_string();
    for (name, ..) in Scheme::all() {
        assert!(
            told.contains(name),
            "all are listed where none is near: {told}"
        );
    }
}

#[test]
fn an_unknown_parameter_names_the_nearest() {
    for (scheme, parameters) in [
        ("kgram", &["k"][..]),
        ("every", &["k", "step"]),
        ("modp", &["k", "p", "trim"]),
        ("winnow", &["k", "window", "trim"]),
        ("hailstorm", &["k", "trim"]),
        ("breaks", &["p", "short"]),
        ("dct", &["p", "bits"]),
    ] {
        for parameter in parameters {
            for typo in typos(parameter).into_iter().filter(|typo| !typo.is_empty()) {
                let spelt = format!("{scheme}:{typo}=1");
                let told = spelt.parse::<Scheme>().expect_err("a typo").to_string();
                assert!(
                    told.contains(&format!("no parameter `{typo}`")),
                    "{spelt}: {told}"
                );
                assert!(told.contains(parameter), "{spelt}: {told}");
            }
        }
    }
    let told = "kgram:k=3,window=8"
        .parse::<Scheme>()
        .expect_err("not of kgram")
        .to_string();
    assert!(told.contains("window") && told.contains('k'), "{told}");
}

#[test]
fn wrong_values_are_refused_all_at_once() {
    for (spelt, causes) in [
        ("winnow:k=0", &["k=0", "1 to"][..]),
        ("winnow:k=five,window=-1", &["k=five", "window=-1"]),
        (
            "breaks:short=shrink",
            &["short=shrink", "drop", "merge", "keep"],
        ),
        ("dct:bits=16", &["bits=16", "32", "64"]),
        ("hailstorm:trim=yes", &["trim=yes", "true", "false"]),
        ("kgram:k=3,k=4", &["`k`", "twice"]),
        ("kgram:3", &["`3`", "name=value"]),
    ] {
        let told = spelt.parse::<Scheme>().expect_err(spelt).to_string();
        for cause in causes {
            assert!(told.contains(cause), "{spelt}: {told}");
        }
    }
}

/// The shares that the papers give at k = 8, on the prose of the demo collection, to two points.
#[test]
fn kept_shares_on_natural_text_are_those_of_the_papers() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo/collection.jsonl");
    let texts: Vec<String> = std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|row| row["text"].as_str().unwrap().to_owned())
        .collect();
    for (scheme, share) in [
        ("hailstorm:k=8", 25.0),
        ("hailstorm:k=8,trim=true", 17.0),
        ("winnow:k=8,window=8", 23.5),
        ("winnow:k=8,window=8,trim=true", 17.0),
        ("modp:k=8,p=4", 25.0),
    ] {
        let method = scheme.parse::<Scheme>().unwrap().build();
        let (mut kept, mut all) = (0, 0);
        for text in &texts {
            let mut tokens = Tokens::default();
            Words::default().tokenize(text, &mut tokens);
            // As in the paper, very short documents are left out: they have hardly a window.
            if tokens.len() < 45 {
                continue;
            }
            let mut sketch = Sketch::default();
            method.fingerprinter.fingerprint(&tokens, &mut sketch);
            kept += sketch.fingerprints.len();
            all += tokens.len() - 7;
        }
        let found = 100.0 * kept as f64 / all as f64;
        assert!(
            (found - share).abs() <= 2.0,
            "{scheme} keeps {found:.1} %, not {share} %"
        );
    }
}
