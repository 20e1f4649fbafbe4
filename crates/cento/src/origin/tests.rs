//! The rules of the method on streams made by hand, and everything against slow and obvious implementations.

use std::collections::HashMap;

use proptest::prelude::*;

use super::evict::{lucky, lucky_end};
use super::table::{Met, first_byte};
use super::tracker::Seen;
use super::*;
use crate::fingerprint::{Fingerprint, Sketch};
use crate::hash::mix;
use crate::read::Document;
use crate::span::TokenSpan;
use crate::token::Tokens;

/// Shingles of eight tokens, one after the other, with these keys spread.
fn shingles(keys: impl IntoIterator<Item = u64>) -> Vec<Fingerprint> {
    let spans = (0..).map(|begin| TokenSpan {
        begin,
        end: begin + 8,
    });
    let keys = keys.into_iter().map(|key| mix(key + 1));
    keys.zip(spans)
        .map(|(key, span)| Fingerprint { key, span })
        .collect()
}

/// A tracker whose table is one bucket of `bucket` shingles.
fn one_bucket(bucket: usize, eviction: Eviction, estimation: Estimation) -> Tracker {
    let options = OriginOptions {
        eviction,
        estimation,
        bucket,
        halve_at: OriginOptions::PAPERS_HALVE_AT,
        ..OriginOptions::within(OriginOptions::MIN_MEMORY)
    };
    let mut tracker = Tracker::new(&options).unwrap();
    tracker.seen = Seen::Table(super::table::Table::new(&options, 0).unwrap());
    tracker
}

impl Tracker {
    fn table(&mut self) -> &mut super::table::Table {
        match &mut self.seen {
            Seen::Table(table) => table,
            Seen::Exact(_) => panic!("there is a table"),
        }
    }

    /// The next document, with shingles of these keys.
    fn meet(&mut self, document: u64, keys: impl IntoIterator<Item = u64>) -> Origins {
        let selected = shingles(keys);
        let tokens = selected.len() as u32 + 7;
        let size = (tokens, selected.len() as u32);
        self.observe(document, size, &selected).clone()
    }

    fn score(&mut self, key: u64) -> Option<u8> {
        self.table().score(mix(key + 1))
    }

    fn has(&mut self, key: u64) -> bool {
        self.table().known(mix(key + 1)).is_some()
    }

    /// Makes the table forget all but some keys.
    fn forget_all_but(&mut self, kept: &[u64]) {
        let kept: Vec<u64> = kept.iter().map(|key| mix(key + 1)).collect();
        self.table().retain(&kept);
    }
}

/// Labels as letters: `.` for the document's own.
fn letters(origins: &Origins) -> String {
    let letter = |&label: &u64| match label == origins.document {
        true => '.',
        false => (b'A' + label as u8) as char,
    };
    origins.labels.iter().map(letter).collect()
}

/// The paper's figure 1: B copies A's shingles 5 to 11 as its own 7 to 13, and of these only the 7th and the 11th of B
/// are in the table. Bridging finds those between, expansion the neighbours of both, and the 13th stays unknown.
#[test]
fn the_figure_of_the_paper() {
    let a = 1..=14;
    let b = || (101..=106).chain(5..=11).chain(201..=203);
    for (estimation, expected) in [
        (Estimation::None, "......A...A....."),
        (Estimation::Expansion, "......AA.AAA...."),
        (Estimation::Bridging, "......AAAAA....."),
        (Estimation::Both, "......AAAAAA...."),
    ] {
        let mut tracker = one_bucket(64, Eviction::Lucky, estimation);
        tracker.meet(0, a.clone());
        tracker.forget_all_but(&[5, 9]);
        assert_eq!(letters(&tracker.meet(1, b())), expected, "{estimation}");
    }
}

/// A bridge from shingle 2 to 9 of A, taken over as a whole, with all between forgotten; then each condition fails
/// by itself.
#[test]
fn a_bridge_is_refused_for_each_condition_that_fails() {
    let a = || 0..20;
    let stream = |estimation, keep: &[u64], b: Vec<u64>, bridge| {
        let mut tracker = one_bucket(64, Eviction::Random, estimation);
        tracker.options.bridge = bridge;
        tracker.meet(0, a());
        tracker.meet(1, 50..60);
        tracker.forget_all_but(keep);
        letters(&tracker.meet(2, b))
    };
    let whole: Vec<u64> = (2..=9).collect();
    let bridged = |estimation, keep: &[u64], b: &[u64]| stream(estimation, keep, b.to_vec(), 30);
    for estimation in [Estimation::Bridging, Estimation::Both] {
        assert_eq!(bridged(estimation, &[2, 9], &whole), "AAAAAAAA");
        // Another origin at one end: nothing but the ends, and what the other end expands to.
        let mut other = whole.clone();
        other[7] = 55;
        let ends = if estimation == Estimation::Both {
            "AA.....B"
        } else {
            "A......B"
        };
        assert_eq!(bridged(estimation, &[2, 55], &other), ends);
        // One word more or less between them here than there.
        let mut shorter = whole.clone();
        shorter.remove(3);
        let ends = if estimation == Estimation::Both {
            "AA...AA"
        } else {
            "A.....A"
        };
        assert_eq!(bridged(estimation, &[2, 9], &shorter), ends);
        // Seven apart is not less than seven.
        let ends = if estimation == Estimation::Both {
            "AA....AA"
        } else {
            "A......A"
        };
        assert_eq!(stream(estimation, &[2, 9], whole.clone(), 7), ends);
        assert_eq!(stream(estimation, &[2, 9], whole.clone(), 8), "AAAAAAAA");
        // Not in order: there the second stands before the first.
        let turned: Vec<u64> = whole.iter().rev().copied().collect();
        assert_eq!(bridged(estimation, &[2, 9], &turned), "A......A");
    }
    // With a hit between, bridges go from one to the next: where the second is refused, the first stands, and none
    // leads over both.
    let mut behind = whole.clone();
    behind[6] = 99;
    assert_eq!(bridged(Estimation::Both, &[2, 5, 9], &behind), "AAAAA..A");
    assert_eq!(
        bridged(Estimation::Bridging, &[2, 5, 9], &behind),
        "AAAAAAAA"
    );
    // A hit between that comes from elsewhere stays what it is.
    let mut quoted = whole.clone();
    quoted[4] = 55;
    for estimation in [Estimation::Bridging, Estimation::Both] {
        assert_eq!(bridged(estimation, &[2, 55, 9], &quoted), "AAAABAAA");
    }
    // The neighbour at either inner end differs.
    for (at, expected) in [(1, "A.....AA"), (6, "AA.....A")] {
        let mut changed = whole.clone();
        changed[at] = 99;
        assert_ne!(
            first_byte(&shingles([99])[0]),
            first_byte(&shingles([2 + at as u64])[0])
        );
        assert_eq!(bridged(Estimation::Both, &[2, 9], &changed), expected);
        assert_eq!(bridged(Estimation::Bridging, &[2, 9], &changed), "AAAAAAAA");
    }
}

#[test]
fn offsets_are_told_apart_modulo_256() {
    let mut tracker = one_bucket(256, Eviction::Random, Estimation::Bridging);
    // Of a long document two are left, the 251st and the 261st, whose offset is stored as 4.
    let long: Vec<u64> = (0..256).collect();
    tracker.meet(0, (1000..1010).chain(long.clone()));
    tracker.forget_all_but(&[240, 250]);
    assert_eq!(letters(&tracker.meet(1, 238..=252)), "..AAAAAAAAAAA..");
}

#[test]
fn neighbours_are_known_by_their_first_byte() {
    let mut tracker = one_bucket(64, Eviction::Random, Estimation::Both);
    tracker.meet(0, [7, 8, 9]);
    let bytes: Vec<u8> = shingles([7, 8, 9]).iter().map(first_byte).collect();
    let stored = |tracker: &mut Tracker, key: u64| {
        let known = tracker.table().known(mix(key + 1)).unwrap();
        (known.offset, known.before, known.after)
    };
    assert_eq!(stored(&mut tracker, 7), (0, 0, bytes[1]));
    assert_eq!(stored(&mut tracker, 8), (1, bytes[0], bytes[2]));
    assert_eq!(stored(&mut tracker, 9), (2, bytes[1], 0));
    // A shingle whose first byte is 0 is not taken for none.
    let zero = Fingerprint {
        key: 5,
        ..shingles([1])[0]
    };
    assert_eq!(first_byte(&zero), 1);
}

#[test]
fn scores_grow_as_the_paper_says() {
    let mut tracker = one_bucket(256, Eviction::Lucky, Estimation::None);
    tracker.meet(0, 0..16);
    // New ones have 1; the first and the last of a document 3 more, every seventh 1 more.
    let scores: Vec<u8> = (0..16).map(|key| tracker.score(key).unwrap()).collect();
    assert_eq!(scores, [4, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 4]);
    // A copied block of 11 shingles in the middle of a document of 15, whose 7th and 14th are shingles 7 and 14 of
    // the first: one for being met, three for both ends of the block, the root of 9.
    tracker.meet(1, (100..102).chain(3..14).chain(102..104));
    let scores: Vec<u8> = (0..16).map(|key| tracker.score(key).unwrap()).collect();
    assert_eq!(scores, [4, 1, 1, 5, 2, 2, 3, 3, 2, 2, 2, 2, 2, 6, 1, 4]);
    let new: Vec<u8> = (100..104).map(|key| tracker.score(key).unwrap()).collect();
    assert_eq!(new, [4, 1, 2, 4]);
    // Short blocks give their ends nothing.
    assert_eq!(
        [0, 1, 2, 3, 5, 6, 11, 18, 102].map(lucky_end),
        [0, 0, 0, 1, 1, 2, 3, 4, 10]
    );
    // A document of one shingle has its first and its last in one.
    assert_eq!(lucky(0, 1, false), 3);
    assert_eq!(lucky(6, 7, true), 1 + 3 + 1);
}

#[test]
fn lucky_scores_are_halved_when_their_mean_reaches_eleven() {
    let mut tracker = one_bucket(64, Eviction::Lucky, Estimation::None);
    // One shingle that is a whole document grows by 4: 1 + 3, 8, and 12 is past 11.
    for (document, expected) in [(0, 4), (1, 8), (2, 6), (3, 10), (4, 7)] {
        tracker.meet(document, [1]);
        assert_eq!(tracker.score(1), Some(expected), "document {document}");
    }
    // Others in the bucket bring the mean down.
    tracker.meet(5, 10..30);
    tracker.meet(6, [1]);
    assert_eq!(tracker.score(1), Some(11));
    // Or sooner: 4 is the mean itself.
    let options = OriginOptions {
        halve_at: 4,
        ..tracker.options.clone()
    };
    let mut tracker = Tracker::new(&options).unwrap();
    tracker.meet(0, [1]);
    assert_eq!(tracker.score(1), Some(2));
}

#[test]
fn copy_counts_are_halved_when_ten_are_full() {
    let mut tracker = one_bucket(64, Eviction::CopyCount, Estimation::None);
    tracker.meet(0, 0..20);
    for document in 1..=254 {
        tracker.meet(document, 0..9);
    }
    assert_eq!(tracker.score(8), Some(255));
    tracker.meet(300, 0..9);
    assert_eq!((tracker.score(8), tracker.score(9)), (Some(255), Some(1)));
    for document in 301..554 {
        tracker.meet(document, [9]);
    }
    assert_eq!((tracker.score(8), tracker.score(9)), (Some(255), Some(254)));
    tracker.meet(600, [9]);
    assert_eq!((tracker.score(8), tracker.score(9)), (Some(127), Some(127)));
    assert_eq!(tracker.score(15), Some(0), "1 halved");
}

#[test]
fn the_one_that_leaves() {
    // The least lately met.
    let mut tracker = one_bucket(4, Eviction::Lru, Estimation::None);
    tracker.meet(0, [1, 2, 3, 4]);
    tracker.meet(1, [2, 1]);
    for (new, left) in [(5, 3), (6, 4), (7, 2), (8, 1), (9, 5)] {
        assert!(tracker.has(left));
        tracker.meet(new, [new]);
        assert!(!tracker.has(left) && tracker.has(new), "{left} for {new}");
    }
    // The least copied, of these the oldest; a new one comes in with 1 and leaves before those met twice.
    let mut tracker = one_bucket(4, Eviction::CopyCount, Estimation::None);
    tracker.meet(0, [1, 2, 3, 4]);
    tracker.meet(1, [2, 1]);
    for (new, left) in [(5, 3), (6, 4), (7, 5), (8, 6)] {
        tracker.meet(new, [new]);
        assert!(!tracker.has(left) && tracker.has(new), "{left} for {new}");
    }
    assert!(tracker.has(1) && tracker.has(2));
    // The least lucky: both ends of the first document stay.
    let mut tracker = one_bucket(4, Eviction::Lucky, Estimation::None);
    tracker.meet(0, [1, 2, 3, 4]);
    tracker.meet(1, [5, 6, 7]);
    assert!(tracker.has(1) && tracker.has(4) && tracker.has(7));
    // Random ones, by their seed.
    let survivors = |seed| {
        let options = OriginOptions {
            eviction: Eviction::Random,
            estimation: Estimation::None,
            seed,
            ..OriginOptions::within(OriginOptions::MIN_MEMORY)
        };
        let mut tracker = Tracker::new(&options).unwrap();
        tracker.seen = Seen::Table(super::table::Table::new(&options, 0).unwrap());
        tracker.meet(0, 0..1000);
        (0..1000)
            .filter(|&key| tracker.has(key))
            .collect::<Vec<_>>()
    };
    assert_eq!(survivors(1), survivors(1));
    assert_ne!(survivors(1), survivors(2));
    assert_eq!(survivors(1).len(), 64);
}

#[test]
fn a_document_is_no_origin_of_itself() {
    let mut tracker = one_bucket(64, Eviction::Lucky, Estimation::Both);
    let origins = tracker.meet(3, [1, 2, 3, 1, 2, 3, 1, 2, 3]);
    assert_eq!(letters(&origins), ".........");
    assert_eq!(origins.dominant, Dominant::Own);
    assert_eq!((origins.fresh_tokens, origins.old_tokens()), (16, 0));
}

/// By counts of shingles from the document itself and two others.
#[test]
fn the_dominant_origin_has_a_tenth_more_than_any_other() {
    for (counts, expected) in [
        ((11, 10, 0), Dominant::Own),
        ((10, 10, 0), Dominant::None),
        ((10, 11, 0), Dominant::Other(0)),
        ((20, 21, 0), Dominant::None),
        ((20, 22, 0), Dominant::Other(0)),
        ((0, 10, 10), Dominant::None),
        ((5, 10, 11), Dominant::Other(1)),
        ((0, 0, 0), Dominant::None),
    ] {
        let (own, a, b) = counts;
        let mut tracker = one_bucket(256, Eviction::Random, Estimation::None);
        tracker.meet(0, 0..50);
        tracker.meet(1, 100..150);
        // In turns, so that shares are not those of runs.
        let mut keys: Vec<u64> = (1000..1000 + own).chain(0..a).chain(100..100 + b).collect();
        keys.sort_by_key(|&key| mix(key));
        let origins = tracker.meet(2, keys);
        assert_eq!(origins.dominant, expected, "{counts:?}");
        let most = own.max(a).max(b) as f64;
        assert!((origins.dominant_share - most / (own + a + b).max(1) as f64).abs() < 1e-9);
    }
}

/// A shingle of a table, as plainly as can be.
#[derive(Clone, Debug)]
struct Plain {
    key: u64,
    origin: u64,
    offset: usize,
    before: Option<u8>,
    after: Option<u8>,
    score: u32,
    /// When it came, or was last met.
    time: u64,
}

/// The whole method on one bucket, without any of the ways in which it is made fast.
struct Obvious {
    bucket: Vec<Plain>,
    size: usize,
    eviction: Eviction,
    estimation: Estimation,
    bridge: usize,
    halve_at: u32,
    random: u64,
    clock: u64,
}

impl Obvious {
    fn observe(&mut self, document: u64, shingles: &[Fingerprint]) -> Vec<u64> {
        let byte = |at: usize| {
            shingles
                .get(at)
                .map(|shingle| ((shingle.key >> 56) as u8).max(1))
        };
        let mut found: Vec<Option<Plain>> = Vec::new();
        let mut was_there = Vec::new();
        for (at, shingle) in shingles.iter().enumerate() {
            self.clock += 1;
            let clock = self.clock;
            if let Some(known) = self
                .bucket
                .iter_mut()
                .find(|known| known.key == shingle.key)
            {
                found.push((known.origin != document).then(|| known.clone()));
                was_there.push(true);
                match self.eviction {
                    Eviction::Lru => known.time = clock,
                    Eviction::CopyCount => known.score = (known.score + 1).min(255),
                    _ => {}
                }
                if self.eviction == Eviction::CopyCount
                    && self.bucket.iter().filter(|one| one.score == 255).count() >= 10
                {
                    self.bucket.iter_mut().for_each(|one| one.score /= 2);
                }
                continue;
            }
            found.push(None);
            was_there.push(false);
            if self.bucket.len() == self.size {
                let leaves = match self.eviction {
                    Eviction::Random => {
                        // Numbers of splitmix64, as shares of the bucket.
                        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
                        let share = mix(self.random) as f64 / 2f64.powi(64);
                        let at = (share * self.size as f64) as usize;
                        self.bucket.get(at.min(self.size - 1))
                    }
                    Eviction::Lru => self.bucket.iter().min_by_key(|one| one.time),
                    _ => self.bucket.iter().min_by_key(|one| (one.score, one.time)),
                };
                let leaves = leaves.unwrap().key;
                self.bucket.retain(|one| one.key != leaves);
            }
            self.bucket.push(Plain {
                key: shingle.key,
                origin: document,
                offset: at % 256,
                before: at.checked_sub(1).and_then(byte),
                after: byte(at + 1),
                score: 1,
                time: clock,
            });
        }
        let labels = self.label(document, &found, byte);
        if self.eviction == Eviction::Lucky {
            self.reward(document, shingles, &labels, &was_there);
        }
        labels
    }

    fn label(
        &self,
        document: u64,
        found: &[Option<Plain>],
        byte: impl Fn(usize) -> Option<u8>,
    ) -> Vec<u64> {
        let origin = |found: &Option<Plain>| found.as_ref().map_or(document, |known| known.origin);
        let mut labels: Vec<u64> = found.iter().map(origin).collect();
        let is = |wanted: &[Estimation]| wanted.contains(&self.estimation);
        if is(&[Estimation::Bridging, Estimation::Both]) {
            for end in 0..found.len() {
                for begin in (0..end).rev() {
                    let (Some(s), Some(t)) = (&found[begin], &found[end]) else {
                        continue;
                    };
                    let same = s.origin == t.origin
                        && end - begin < self.bridge
                        && (s.offset + end - begin) % 256 == t.offset;
                    if !same {
                        continue;
                    }
                    let agree = s.after == byte(begin + 1) && t.before == byte(end - 1);
                    if self.estimation == Estimation::Bridging || agree {
                        for at in begin + 1..end {
                            if found[at].is_none() {
                                labels[at] = s.origin;
                            }
                        }
                    }
                    break;
                }
            }
        }
        if is(&[Estimation::Expansion, Estimation::Both]) {
            for at in 0..found.len() {
                let Some(known) = &found[at] else { continue };
                for (neighbour, expected) in
                    [(at + 1, known.after), (at.wrapping_sub(1), known.before)]
                {
                    if neighbour < found.len()
                        && found[neighbour].is_none()
                        && labels[neighbour] == document
                        && expected == byte(neighbour)
                    {
                        labels[neighbour] = known.origin;
                    }
                }
            }
        }
        labels
    }

    fn reward(&mut self, document: u64, shingles: &[Fingerprint], labels: &[u64], met: &[bool]) {
        let count = labels.len();
        for at in 0..count {
            let mut by = u32::from(met[at]);
            let same = |other: usize| labels[other] == labels[at];
            let begins = at == 0 || !same(at - 1);
            let ends = at + 1 == count || !same(at + 1);
            if labels[at] != document && (begins || ends) {
                let run = (0..=at).rev().take_while(|&other| same(other)).count()
                    + (at + 1..count).take_while(|&other| same(other)).count();
                by += ((run.max(2) - 2) as f64).sqrt().floor() as u32;
            }
            if at == 0 || at == count - 1 {
                by += 3;
            }
            if at % 7 == 6 {
                by += 1;
            }
            if by == 0 {
                continue;
            }
            let Some(known) = self
                .bucket
                .iter_mut()
                .find(|one| one.key == shingles[at].key)
            else {
                continue;
            };
            known.score = (known.score + by).min(255);
            let sum: u32 = self.bucket.iter().map(|one| one.score).sum();
            if f64::from(sum) / self.bucket.len() as f64 >= f64::from(self.halve_at) {
                self.bucket.iter_mut().for_each(|one| one.score /= 2);
            }
        }
    }
}

/// Documents that copy runs of keys from each other.
fn stream_of_keys() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let part = prop_oneof![
        (0u64..400, 1u64..40).prop_map(|(from, count)| (from..from + count).collect::<Vec<_>>()),
        prop::collection::vec(0u64..4000, 1..6),
    ];
    let document = prop::collection::vec(part, 0..6).prop_map(|parts| parts.concat());
    prop::collection::vec(document, 1..30)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_table_does_what_the_obvious_one_does(
        documents in stream_of_keys(),
        size in 1usize..=100,
        eviction in prop::sample::select(Eviction::ALL.to_vec()),
        estimation in prop::sample::select(Estimation::ALL.to_vec()),
        bridge in 1usize..50,
        halve_at in 1usize..15,
        seed: u64,
    ) {
        let mut tracker = one_bucket(size, eviction, estimation);
        let options = OriginOptions { bridge, halve_at, seed, ..tracker.options.clone() };
        tracker.seen = Seen::Table(super::table::Table::new(&options, 0).unwrap());
        tracker.options = options;
        let mut obvious = Obvious {
            bucket: Vec::new(),
            size,
            eviction,
            estimation,
            bridge,
            halve_at: halve_at as u32,
            random: seed,
            clock: 0,
        };
        for (number, keys) in (0..).zip(documents) {
            let origins = tracker.meet(number, keys.clone());
            let labels = obvious.observe(number, &shingles(keys));
            prop_assert_eq!(&origins.labels, &labels, "document {}", number);
            for one in &obvious.bucket {
                let known = tracker.table().known(one.key);
                prop_assert_eq!(known.map(|known| known.origin), Some(one.origin));
                if eviction.has_score() {
                    prop_assert_eq!(tracker.table().score(one.key), Some(one.score as u8));
                }
            }
        }
    }
}

/// Documents of few words, so that runs of them recur.
fn stream_of_tokens() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let part = prop_oneof![
        (0u64..60, 1u64..40).prop_map(|(from, count)| (from..from + count).collect::<Vec<_>>()),
        prop::collection::vec(0u64..3, 1..30),
    ];
    let document = prop::collection::vec(part, 0..5).prop_map(|parts| parts.concat());
    prop::collection::vec(document, 1..25)
}

fn select(scheme: &str, words: &[u64]) -> Vec<Fingerprint> {
    let method = scheme
        .parse::<crate::fingerprint::Scheme>()
        .unwrap()
        .build();
    let tokens = Tokens {
        hashes: words.iter().map(|&word| mix(word + 1)).collect(),
        ..Tokens::default()
    };
    let mut sketch = Sketch::default();
    method.fingerprinter.fingerprint(&tokens, &mut sketch);
    sketch.fingerprints
}

fn observe(tracker: &mut Tracker, scheme: &str, number: u64, words: &[u64]) -> Origins {
    let shingles = (words.len() + 1).saturating_sub(8) as u32;
    let size = (words.len() as u32, shingles);
    tracker
        .observe(number, size, &select(scheme, words))
        .clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// With room for everything, every shingle looked at and nothing guessed, the table's answers are the truth:
    /// those of `exact`, and those of looking for every run of eight words in all earlier documents.
    #[test]
    fn with_room_for_everything_the_answers_are_exact(documents in stream_of_tokens()) {
        let all = OriginOptions {
            scheme: OriginOptions::EXACT_SCHEME.parse().unwrap(),
            estimation: Estimation::None,
            ..OriginOptions::within(8 << 20)
        };
        let mut table = Tracker::new(&all).unwrap();
        let mut exact = Tracker::new(&OriginOptions::exact()).unwrap();
        for (number, words) in documents.iter().enumerate() {
            let scheme = OriginOptions::EXACT_SCHEME;
            let found = observe(&mut table, scheme, number as u64, words);
            prop_assert_eq!(&observe(&mut exact, scheme, number as u64, words), &found);
            let first = |run: &[u64]| {
                let had = |document: &Vec<u64>| document.windows(8).any(|other| other == run);
                documents.iter().position(had).unwrap() as u64
            };
            let labels: Vec<u64> = words.windows(8).map(first).collect();
            prop_assert_eq!(&found.labels, &labels);
            let is_old = |token: usize| {
                let mut covering = (token.saturating_sub(7)..=token).filter(|&at| at < labels.len());
                covering.any(|at| labels[at] != number as u64)
            };
            let fresh: Vec<usize> = (0..words.len()).filter(|&token| !is_old(token)).collect();
            let spans = found.fresh.iter().flat_map(|span| span.range());
            prop_assert_eq!(&spans.collect::<Vec<_>>(), &fresh);
            prop_assert_eq!(found.fresh_tokens as usize, fresh.len());
            let mut counts: HashMap<u64, usize> = HashMap::new();
            labels.iter().for_each(|label| *counts.entry(*label).or_default() += 1);
            // Eleven to ten is a tenth more exactly, which 1.1 as a float is not.
            let wins = |(origin, count): &(&u64, &usize)| {
                let mut rest = counts.iter().filter(|(other, _)| other != origin);
                rest.all(|(_, rest)| 10 * **count >= 11 * rest)
            };
            let dominant = match counts.iter().find(wins) {
                None => Dominant::None,
                Some((&origin, _)) if origin == number as u64 => Dominant::Own,
                Some((&origin, _)) => Dominant::Other(origin),
            };
            prop_assert_eq!(found.dominant, dominant);
            let blocks: u32 = found.blocks.iter().map(|block| block.shingles.1 - block.shingles.0).sum();
            prop_assert_eq!(blocks as usize, labels.iter().filter(|&&label| label != number as u64).count());
        }
    }

    /// Whatever is selected and guessed, spans are in order and inside, and every token is fresh or covered.
    #[test]
    fn spans_are_in_order_and_inside(
        documents in stream_of_tokens(),
        scheme in prop::sample::select(vec![
            "hailstorm:k=8,trim=true", "winnow:k=8,window=8", "modp:k=8,p=3", "every:k=8,step=4",
            "breaks:p=3", "dct:p=3",
        ]),
        eviction in prop::sample::select(Eviction::ALL.to_vec()),
        estimation in prop::sample::select(Estimation::ALL.to_vec()),
    ) {
        let mut tracker = one_bucket(16, eviction, estimation);
        for (number, words) in documents.iter().enumerate() {
            let selected = select(scheme, words);
            let origins = observe(&mut tracker, scheme, number as u64, words);
            let inside = |span: &TokenSpan| span.begin < span.end && span.end <= words.len() as u32;
            prop_assert!(origins.fresh.iter().all(inside));
            prop_assert!(origins.fresh.windows(2).all(|two| two[0].end < two[1].begin));
            prop_assert!(origins.blocks.iter().all(|block| inside(&block.span)));
            prop_assert!(origins.blocks.iter().all(|block| block.origin < number as u64));
            prop_assert!(origins.blocks.windows(2).all(|two| two[0].shingles.1 <= two[1].shingles.0));
            prop_assert_eq!(origins.labels.len(), origins.selected as usize);
            let mut fresh = vec![true; words.len()];
            for (shingle, &label) in selected.iter().zip(&origins.labels) {
                if label != number as u64 {
                    fresh[shingle.span.range()].fill(false);
                }
            }
            let places = (0..words.len()).filter(|&at| fresh[at]);
            let found = origins.fresh.iter().flat_map(|span| span.range());
            prop_assert!(places.clone().eq(found));
            prop_assert_eq!(origins.fresh_tokens as usize, places.count());
        }
    }
}

#[test]
fn a_row_has_ids_and_places_in_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut stream = Stream::new(&OriginOptions::exact(), folder.path()).unwrap();
    let line = "Über allen Gipfeln ist Ruh, in allen Wipfeln spürest du kaum einen Hauch";
    let mut observe = |id: &str, text: String| {
        let document = Document {
            id: id.to_owned(),
            text,
            ..Document::default()
        };
        stream.observe(&document).unwrap().row
    };
    let row = observe("lied", line.to_owned());
    assert_eq!((row.dominant, row.blocks.len()), ("self", 0));
    let text = format!("Er schrieb: „{line}!“ – und schwieg.");
    let row = observe("brief", text.clone());
    let part = |begin: u64, end: u64| {
        let chars = text
            .chars()
            .skip(begin as usize)
            .take((end - begin) as usize);
        chars.collect::<String>()
    };
    // Six of its ten shingles.
    assert_eq!(
        (
            row.dominant,
            row.dominant_origin.as_deref(),
            row.dominant_share
        ),
        ("other", Some("lied"), 0.6)
    );
    assert_eq!(part(row.blocks[0].begin, row.blocks[0].end), line);
    assert_eq!(row.blocks[0].origin, "lied");
    let fresh: Vec<String> = row
        .fresh
        .iter()
        .map(|span| part(span.begin, span.end))
        .collect();
    assert_eq!(fresh, ["Er schrieb", "und schwieg"]);
    assert_eq!((row.tokens, row.fresh_tokens, row.old_tokens), (17, 4, 13));
    // Nothing to say of a text without words.
    let row = observe("leer", "…".to_owned());
    assert_eq!(
        (row.tokens, row.dominant, row.dominant_share),
        (0, "none", 0.0)
    );
    assert!(row.fresh.is_empty());
}

#[test]
fn what_cannot_be_is_refused() {
    let within = OriginOptions::within(1 << 20);
    for (options, message) in [
        (OriginOptions::within(1000), "8 KiB"),
        (
            OriginOptions {
                bucket: 0,
                ..within.clone()
            },
            "1 to 256",
        ),
        (
            OriginOptions {
                bucket: 257,
                ..within.clone()
            },
            "1 to 256",
        ),
        (
            OriginOptions {
                memory: None,
                ..within.clone()
            },
            "nothing to guess",
        ),
    ] {
        let error = Tracker::new(&options).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    assert!(
        "fifo"
            .parse::<Eviction>()
            .unwrap_err()
            .contains("copy-count, lucky")
    );
    for &eviction in Eviction::ALL {
        assert_eq!(eviction.to_string().parse(), Ok(eviction));
    }
}

#[test]
fn entries_have_the_bytes_that_are_needed() {
    for (eviction, estimation, bytes) in [
        (Eviction::Random, Estimation::None, 14),
        (Eviction::Lru, Estimation::Bridging, 15),
        (Eviction::Lru, Estimation::Expansion, 16),
        (Eviction::Lucky, Estimation::None, 15),
        (Eviction::CopyCount, Estimation::Bridging, 16),
        (Eviction::Random, Estimation::Both, 17),
        (Eviction::Lucky, Estimation::Both, 18),
    ] {
        let options = OriginOptions {
            eviction,
            estimation,
            ..OriginOptions::within(10 << 20)
        };
        let (table, entry) = Tracker::new(&options).unwrap().room().unwrap();
        assert_eq!(entry, bytes, "{eviction} {estimation}");
        assert!(table <= 10 << 20 && table > (10 << 20) - 64 * bytes);
    }
    assert_eq!(size_of::<Met>(), 24);
}
