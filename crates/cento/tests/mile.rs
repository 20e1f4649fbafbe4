//! MiLe in a collection against its rules, written down slowly.

mod common;

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use cento::engine::find;
use cento::find::{Counting, FindOptions};
use cento::fingerprint::Scheme;
use cento::hash::token_hash;
use cento::report::{PairRow, Sink};
use cento::watch::Unwatched;

use common::Random;

#[derive(Default)]
struct Pairs(Vec<PairRow>);

impl Sink for Pairs {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.0.push(row.clone());
        Ok(())
    }
}

/// Bits of a token, tokens of a unit, overleap.
type Mile = (u32, usize, usize);

/// The units of a document, each as the values of its tokens.
fn units(words: &[String], (bits, length, _): Mile) -> Vec<Vec<u32>> {
    let value = |word: &String| token_hash(word.as_bytes()) as u32 >> (32 - bits);
    let values: Vec<u32> = words.iter().map(value).collect();
    values.windows(length).map(<[u32]>::to_vec).collect()
}

/// Tokens of `a` that `b` has, by the rules of the paper, as a share.
fn contained(a: &[Vec<u32>], b: &[Vec<u32>], (_, m, o): Mile, counting: Counting) -> f64 {
    let mut used = BTreeSet::new();
    let mut matched: Vec<Option<usize>> = Vec::new();
    let mut sum = 0.0;
    for i in 0..a.len() {
        let hit = |i: usize, j: usize| a[i] == b[j] && j.is_multiple_of(o);
        let once = counting == Counting::Multiset;
        let free = (0..b.len()).filter(|&j| hit(i, j) && !(once && used.contains(&j)));
        let free: Vec<usize> = free.collect();
        let goes_on = |j: usize| {
            i >= o
                && j >= o
                && if once {
                    matched[i - o] == Some(j - o)
                } else {
                    hit(i - o, j - o)
                }
        };
        let behind = free.iter().copied().find(|&j| goes_on(j));
        let place = behind.or(free.first().copied());
        let is_behind = match o {
            1 => i > 0 && matched[i - 1].is_some(),
            _ => behind.is_some(),
        };
        if let Some(j) = place {
            used.insert(j);
            sum += if is_behind {
                o as f64
            } else {
                m as f64 + 0.5 * (o as f64 - 1.0)
            };
        }
        matched.push(place);
    }
    (sum / a.len().max(1) as f64).min(1.0)
}

/// Whether the later finds the earlier: by enough units that this stores, two of them in line.
fn finds(later: &[Vec<u32>], earlier: &[Vec<u32>], (_, _, o): Mile, min_hits: usize) -> bool {
    let mut keys = BTreeSet::new();
    let mut lines: HashMap<i64, u32> = HashMap::new();
    for (i, unit) in later.iter().enumerate() {
        for (j, other) in earlier.iter().enumerate().step_by(o) {
            if unit == other {
                keys.insert(unit);
                *lines.entry(i as i64 - j as i64).or_default() += 1;
            }
        }
    }
    keys.len() >= min_hits && lines.values().any(|&hits| hits > 1)
}

#[test]
fn pairs_are_those_of_the_rules() {
    let mut all = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let vocabulary = 3 + random.below(60);
        let mut documents: Vec<Vec<String>> = Vec::new();
        for at in 0..2 + random.below(7) {
            let mut words: Vec<String> = Vec::new();
            for _ in 0..1 + random.below(5) {
                if at > 0 && random.below(2) == 0 {
                    let other = &documents[random.below(at)];
                    let from = random.below(other.len());
                    let to = other.len().min(from + random.below(25));
                    words.extend_from_slice(&other[from..to]);
                }
                let own = random.below(12);
                words.extend((0..own).map(|_| format!("w{}", random.below(vocabulary))));
            }
            // One of its own, so that no two are the same.
            words.push(format!("own{at}"));
            documents.push(words);
        }
        let mile: Mile = [(4, 5, 4), (3, 3, 2), (8, 2, 1), (5, 2, 3)][random.below(4)];
        let counting = [Counting::Set, Counting::Multiset][random.below(2)];
        let min_hits = 1 + random.below(3);
        let mut lines = String::new();
        for (at, words) in documents.iter().enumerate() {
            writeln!(
                lines,
                "{{\"id\":\"d{at}\",\"text\":\"{}\"}}",
                words.join(" ")
            )
            .expect("memory");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("in.jsonl");
        std::fs::write(&path, lines).expect("a file");
        let (b, m, o) = mile;
        let scheme: Scheme = format!("mile:b={b},m={m},o={o}").parse().expect("a scheme");
        let options = FindOptions {
            counting,
            min_hits: min_hits as u32,
            threads: 1 + random.below(2),
            ..FindOptions::new(scheme, 64 << 20, folder.path().to_owned())
        };
        let mut pairs = Pairs::default();
        let input = [path.to_string_lossy().into_owned()];
        find(&input, None, &options, &Unwatched, &mut pairs).expect("a run");
        let found: Vec<(String, String, f64, f64)> = pairs
            .0
            .iter()
            .map(|row| (row.a_id.clone(), row.b_id.clone(), row.a_in_b, row.b_in_a))
            .collect();
        let units: Vec<Vec<Vec<u32>>> = documents.iter().map(|words| units(words, mile)).collect();
        let mut slow = Vec::new();
        for a in 0..documents.len() {
            for b in a + 1..documents.len() {
                if finds(&units[b], &units[a], mile, min_hits) {
                    let a_in_b = contained(&units[a], &units[b], mile, counting);
                    let b_in_a = contained(&units[b], &units[a], mile, counting);
                    slow.push((format!("d{a}"), format!("d{b}"), a_in_b, b_in_a));
                }
            }
        }
        assert_eq!(
            found, slow,
            "seed {seed}: {mile:?} {counting:?} {documents:?}"
        );
        all += slow.len();
    }
    assert!(all > 500, "{all}");
}
