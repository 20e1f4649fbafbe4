//! `find` against a slow and obvious implementation of the contract, on random small collections.

mod common;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;

use cento::engine::find;
use cento::find::{Class, Counting, FindOptions, Frequent, Thresholds};
use cento::fingerprint::{Fingerprint, Scheme, Sketch};
use cento::group::Label;
use cento::hash::token_hash;
use cento::report::{DocumentRow, PairRow, Sink, SkippedRow, Summary, TopPair};
use cento::token::Tokens;
use cento::watch::Unwatched;

use common::Random;

/// A document as it was made up: its words are known, its text spells them in some way.
#[derive(Clone, Debug)]
struct Doc {
    id: String,
    words: Vec<String>,
    text: String,
}

#[derive(Clone, Debug)]
struct Case {
    input: Vec<Doc>,
    reference: Option<Vec<Doc>>,
    options: FindOptions,
    shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Lines,
    Folder,
}

/// All results of a run that the contract determines.
#[derive(Debug, Default)]
struct Results {
    pairs: Vec<PairRow>,
    documents: Vec<DocumentRow>,
    skipped: Vec<SkippedRow>,
    summary: Summary,
}

impl Sink for Results {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.pairs.push(row.clone());
        Ok(())
    }

    fn document(&mut self, row: &DocumentRow) -> cento::Result<()> {
        self.documents.push(row.clone());
        Ok(())
    }

    fn skipped(&mut self, row: &SkippedRow) -> cento::Result<()> {
        self.skipped.push(row.clone());
        Ok(())
    }
}

impl Results {
    /// The results line by line, so that the first difference can be told.
    fn lines(&self) -> Vec<String> {
        let Summary {
            documents,
            reference_documents,
            tokens,
            fingerprints,
            text_bytes,
            pairs,
            related_documents,
            classes,
            copies,
            copies_without_rows,
            frequent,
            taken,
            renamed,
            first_renamed,
            top,
            ..
        } = &self.summary;
        let mut lines = Vec::new();
        lines.extend(self.pairs.iter().map(|row| format!("{row:?}")));
        lines.extend(self.documents.iter().map(|row| format!("{row:?}")));
        lines.extend(self.skipped.iter().map(|row| format!("{row:?}")));
        lines.extend(classes.iter().map(|row| format!("{row:?}")));
        lines.push(format!(
            "documents {documents} reference {reference_documents} tokens {tokens} \
             fingerprints {fingerprints} bytes {text_bytes} pairs {pairs} \
             related {related_documents} copies {copies} without rows {copies_without_rows} \
             skipped {:?} renamed {renamed} {first_renamed:?}",
            taken.skipped
        ));
        lines.push(format!("{frequent:?}"));
        lines.extend(top.iter().map(|top| format!("{top:?}")));
        lines
    }
}

// ---- The reference implementation ----

const A: usize = 0;
const B: usize = 1;

type Places = Vec<Range<usize>>;

/// A document with what the contract says of it.
struct Known<'a> {
    doc: &'a Doc,
    name: String,
    side: usize,
    fingerprints: Vec<Fingerprint>,
    keys: BTreeMap<u64, Places>,
}

struct BruteForce<'a> {
    options: &'a FindOptions,
    within: bool,
    docs: Vec<Known<'a>>,
    /// For each document, the first one with its words.
    original: Vec<usize>,
    max_df: usize,
}

/// What two originals share.
struct SharedPair {
    x: usize,
    y: usize,
    x_in_y: f64,
    y_in_x: f64,
    hits: u32,
    covered: [BTreeSet<usize>; 2],
}

impl<'a> BruteForce<'a> {
    fn new(case: &'a Case) -> Self {
        let method = case.options.scheme.build();
        let within = case.reference.is_none();
        let mut docs = Vec::new();
        for (side, list) in [
            (B, case.reference.as_deref().unwrap_or_default()),
            (A, &case.input),
        ] {
            for (doc, name) in list.iter().zip(names(list)) {
                let mut tokens = Tokens::default();
                let mut sketch = Sketch::default();
                tokens.hashes = doc.words.iter().map(|w| token_hash(w.as_bytes())).collect();
                method.fingerprinter.fingerprint(&tokens, &mut sketch);
                let mut keys: BTreeMap<u64, Places> = BTreeMap::new();
                for fingerprint in &sketch.fingerprints {
                    keys.entry(fingerprint.key)
                        .or_default()
                        .push(fingerprint.span.range());
                }
                let fingerprints = sketch.fingerprints;
                docs.push(Known {
                    doc,
                    name,
                    side,
                    fingerprints,
                    keys,
                });
            }
        }
        let original = (0..docs.len())
            .map(|i| {
                let words = &docs[i].doc.words;
                let same = |j: &usize| !words.is_empty() && docs[*j].doc.words == *words;
                (0..i).find(same).unwrap_or(i)
            })
            .collect();
        let max_df = case.options.max_df.unwrap_or(method.max_df) as usize;
        Self {
            options: &case.options,
            within,
            docs,
            original,
            max_df,
        }
    }

    fn originals(&self) -> impl Iterator<Item = usize> {
        (0..self.docs.len()).filter(|&i| self.original[i] == i)
    }

    fn copies(&self, original: usize) -> Vec<usize> {
        (original + 1..self.docs.len())
            .filter(|&i| self.original[i] == original)
            .collect()
    }

    /// Whether the original or a copy of it is on this side.
    fn stands_for(&self, original: usize, side: usize) -> bool {
        let mut group = self.copies(original);
        group.push(original);
        self.within || group.iter().any(|&i| self.docs[i].side == side)
    }

    /// The original and those of its copies that get rows of their own.
    fn with_rows(&self, original: usize) -> Vec<usize> {
        let copies = self.copies(original);
        let of_side = |side| {
            let mine = copies
                .iter()
                .copied()
                .filter(move |&i| self.docs[i].side == side);
            // The first of each side always takes part; the original is that of its own.
            let first = usize::from(!self.within && side != self.docs[original].side);
            mine.take(self.options.max_copies + first)
        };
        let mut all = vec![original];
        all.extend(of_side(B));
        all.extend(of_side(A));
        all
    }

    /// The two as `a` and `b`, where they are compared.
    fn as_pair(&self, x: usize, y: usize) -> Option<(usize, usize)> {
        match (self.docs[x].side, self.docs[y].side) {
            _ if self.within => Some((x.min(y), x.max(y))),
            (A, B) => Some((x, y)),
            (B, A) => Some((y, x)),
            _ => None,
        }
    }

    fn counted(&self, places: &Places) -> usize {
        match self.options.counting {
            Counting::Set => 1,
            Counting::Multiset => places.len(),
        }
    }

    fn run(&self) -> Results {
        // Who has each key, among the originals.
        let mut holders: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for i in self.originals() {
            for key in self.docs[i].keys.keys() {
                holders.entry(*key).or_default().push(i);
            }
        }
        let stands: Vec<[bool; 2]> = (0..self.docs.len())
            .map(|i| [self.stands_for(i, A), self.stands_for(i, B)])
            .collect();
        // Per stop key, the first document of each side.
        let firsts: HashMap<u64, [Option<usize>; 2]> = holders
            .iter()
            .filter(|(_, docs)| docs.len() > self.max_df)
            .map(|(key, docs)| {
                let first = |side: usize| docs.iter().copied().find(|&i| stands[i][side]);
                (*key, [first(A), first(B)])
            })
            .collect();
        let linked = |key: u64, x: usize, y: usize| {
            let [first_a, first_b] = firsts[&key];
            [(x, y), (y, x)].into_iter().any(|(one, other)| {
                (stands[one][A] && first_b == Some(other))
                    || (stands[one][B] && first_a == Some(other))
            })
        };
        let originals: Vec<usize> = self.originals().collect();
        let mut shared_pairs = Vec::new();
        for (n, &x) in originals.iter().enumerate() {
            for &y in &originals[n + 1..] {
                let compared = (stands[x][A] && stands[y][B]) || (stands[x][B] && stands[y][A]);
                if compared
                    && let Some(pair) = self.compare(x, y, |key| match firsts.contains_key(&key) {
                        false => Count::Always,
                        true if linked(key, x, y) => Count::ForThisPair,
                        true => Count::Never,
                    })
                {
                    shared_pairs.push(pair);
                }
            }
        }
        self.results(&shared_pairs, &holders)
    }

    fn compare(&self, x: usize, y: usize, count: impl Fn(u64) -> Count) -> Option<SharedPair> {
        let sides = [&self.docs[x], &self.docs[y]];
        let mut covered = [BTreeSet::new(), BTreeSet::new()];
        let (mut hits, mut common) = (0, 0);
        for (key, in_x) in &sides[0].keys {
            let Some(in_y) = sides[1]
                .keys
                .get(key)
                .filter(|_| count(*key) != Count::Never)
            else {
                continue;
            };
            hits += 1;
            common += self.counted(in_x).min(self.counted(in_y));
            covered[0].extend(in_x.iter().cloned().flatten());
            covered[1].extend(in_y.iter().cloned().flatten());
        }
        let size = |own: usize| -> usize {
            sides[own]
                .keys
                .iter()
                .filter(|(key, _)| match count(**key) {
                    Count::Always => true,
                    Count::ForThisPair => sides[1 - own].keys.contains_key(key),
                    Count::Never => false,
                })
                .map(|(_, places)| self.counted(places))
                .sum()
        };
        (hits >= self.options.min_hits).then(|| SharedPair {
            x,
            y,
            x_in_y: common as f64 / size(0) as f64,
            y_in_x: common as f64 / size(1) as f64,
            hits,
            covered,
        })
    }

    fn row(
        &self,
        a: usize,
        b: usize,
        shares: [f64; 2],
        hits: u32,
        matched: [usize; 2],
        alias: bool,
    ) -> PairRow {
        let level = |share| self.options.thresholds.level(share);
        let [a_in_b, b_in_a] = shares;
        PairRow {
            a_id: self.docs[a].name.clone(),
            b_id: self.docs[b].name.clone(),
            a_in_b,
            b_in_a,
            a_level: level(a_in_b),
            b_level: level(b_in_a),
            class: Class::of(level(a_in_b), level(b_in_a)),
            hits,
            a_matched: matched[0] as u32,
            b_matched: matched[1] as u32,
            passages: None,
            labels: alias.then_some(Label::Alias).into_iter().collect(),
            scores: None,
        }
    }

    fn results(&self, shared_pairs: &[SharedPair], holders: &BTreeMap<u64, Vec<usize>>) -> Results {
        let is_stop = |key: &u64| holders[key].len() > self.max_df;
        let mut rows: BTreeMap<(usize, usize), PairRow> = BTreeMap::new();
        let mut add = |a: usize, b: usize, row: PairRow| {
            assert!(rows.insert((a, b), row).is_none(), "one row a pair");
        };
        for pair in shared_pairs {
            let matched = [0, 1].map(|side| pair.covered[side].len());
            for x in self.with_rows(pair.x) {
                for y in self.with_rows(pair.y) {
                    match self.as_pair(x, y) {
                        Some((a, b)) if a == x => {
                            let shares = [pair.x_in_y, pair.y_in_x];
                            add(a, b, self.row(a, b, shares, pair.hits, matched, false));
                        }
                        Some((a, b)) => {
                            let shares = [pair.y_in_x, pair.x_in_y];
                            let matched = [matched[1], matched[0]];
                            add(a, b, self.row(a, b, shares, pair.hits, matched, false));
                        }
                        None => {}
                    }
                }
            }
        }
        for original in self.originals() {
            let group = self.with_rows(original);
            let Known { doc, keys, .. } = &self.docs[original];
            let hits = keys.keys().filter(|key| !is_stop(key)).count() as u32;
            for (n, &x) in group.iter().enumerate() {
                for &y in &group[n + 1..] {
                    if let Some((a, b)) = self.as_pair(x, y) {
                        let matched = [doc.words.len(); 2];
                        add(a, b, self.row(a, b, [1.0, 1.0], hits, matched, true));
                    }
                }
            }
        }

        let sides: &[usize] = if self.within { &[A] } else { &[A, B] };
        let order = sides
            .iter()
            .flat_map(|&side| (0..self.docs.len()).filter(move |&i| self.docs[i].side == side));
        let documents = order
            .map(|i| {
                let Known {
                    doc,
                    name,
                    side,
                    fingerprints,
                    ..
                } = &self.docs[i];
                let original = self.original[i];
                let mut covered: BTreeSet<usize> = BTreeSet::new();
                for pair in shared_pairs {
                    for (own, one) in [pair.x, pair.y].into_iter().enumerate() {
                        // A copy has what its original has.
                        if one == original {
                            covered.extend(&pair.covered[own]);
                        }
                    }
                }
                let compared =
                    self.within || self.stands_for(original, A) && self.stands_for(original, B);
                let identical = compared && !self.copies(original).is_empty();
                let share = match doc.words.len() {
                    _ if identical => 1.0,
                    0 => 0.0,
                    words => covered.len() as f64 / words as f64,
                };
                DocumentRow {
                    id: name.clone(),
                    side: (!self.within).then_some(["a", "b"][*side]),
                    tokens: doc.words.len() as u32,
                    fingerprints: fingerprints.len() as u32,
                    related: rows.keys().filter(|(a, b)| *a == i || *b == i).count() as u32,
                    duplicate_of: (original != i).then(|| self.docs[original].name.clone()),
                    reused: share,
                    date: None,
                    series: None,
                    title: None,
                    meta: String::new(),
                    labels: Vec::new(),
                }
            })
            .collect();
        let summary = self.summary(&rows, holders);
        Results {
            pairs: rows.into_values().collect(),
            documents,
            skipped: Vec::new(),
            summary,
        }
    }

    fn summary(
        &self,
        rows: &BTreeMap<(usize, usize), PairRow>,
        holders: &BTreeMap<u64, Vec<usize>>,
    ) -> Summary {
        let count = self.docs.len() as u64;
        let mut classes = Vec::new();
        for class in Class::ALL {
            let of_class = || rows.iter().filter(move |(_, row)| row.class == class);
            let members: BTreeSet<usize> = of_class().flat_map(|((a, b), _)| [*a, *b]).collect();
            let (pairs, members) = (of_class().count() as u64, members.len() as u64);
            classes.push(cento::report::ClassSummary {
                class: class.name(),
                meaning: class.meaning(),
                pairs,
                documents: members,
                share: if count == 0 {
                    0.0
                } else {
                    members as f64 / count as f64
                },
                siblings: if members == 0 {
                    0.0
                } else {
                    2.0 * pairs as f64 / members as f64
                },
            });
        }
        let mut frequent = Frequent::default();
        for (key, docs) in holders {
            let occurrences: usize = docs.iter().map(|&i| self.docs[i].keys[key].len()).sum();
            frequent.keys += 1;
            frequent.occurrences += occurrences as u64;
            if docs.len() > self.max_df {
                frequent.stop_keys += 1;
                frequent.stop_occurrences += occurrences as u64;
            }
        }
        let copies = (0..self.docs.len())
            .filter(|&i| self.original[i] != i)
            .count();
        let with_rows: usize = self.originals().map(|i| self.with_rows(i).len() - 1).sum();
        let renamed: Vec<&Known> = self
            .docs
            .iter()
            .filter(|known| known.name != known.doc.id)
            .collect();
        let mut top: Vec<(&(usize, usize), &PairRow)> = rows.iter().collect();
        top.sort_by_key(|(_, row)| std::cmp::Reverse(row.a_matched + row.b_matched));
        top.truncate(10);
        let related: BTreeSet<usize> = rows.keys().flat_map(|(a, b)| [*a, *b]).collect();
        Summary {
            documents: count,
            reference_documents: match self.within {
                true => 0,
                false => self.docs.iter().filter(|known| known.side == B).count() as u64,
            },
            tokens: self
                .docs
                .iter()
                .map(|known| known.doc.words.len() as u64)
                .sum(),
            fingerprints: self
                .docs
                .iter()
                .map(|known| known.fingerprints.len() as u64)
                .sum(),
            text_bytes: self
                .docs
                .iter()
                .map(|known| known.doc.text.len() as u64)
                .sum(),
            pairs: rows.len() as u64,
            related_documents: related.len() as u64,
            classes,
            copies: copies as u64,
            copies_without_rows: (copies - with_rows) as u64,
            frequent,
            renamed: renamed.len() as u64,
            first_renamed: renamed.first().map(|known| known.name.clone()),
            top: top
                .into_iter()
                .map(|(_, row)| TopPair {
                    row: row.clone(),
                    excerpt: None,
                })
                .collect(),
            ..Summary::default()
        }
    }
}

#[derive(PartialEq)]
enum Count {
    Always,
    ForThisPair,
    Never,
}

/// The ids of one side in results: the second of one id is `id#2` and so on, passing over names
/// that exist.
fn names(docs: &[Doc]) -> Vec<String> {
    let given: BTreeSet<&str> = docs.iter().map(|doc| doc.id.as_str()).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    docs.iter()
        .map(|doc| {
            let numbered = (2..)
                .map(|n| format!("{}#{n}", doc.id))
                .filter(|name| !given.contains(name.as_str()));
            let mut names = std::iter::once(doc.id.clone()).chain(numbered);
            let name = names.find(|name| !taken.contains(name)).expect("endless");
            taken.insert(name.clone());
            name
        })
        .collect()
}

// ---- Running and comparing ----

fn write_side(folder: &Path, name: &str, docs: &[Doc], shape: Shape) -> String {
    match shape {
        Shape::Lines => {
            let path = folder.join(format!("{name}.jsonl"));
            let mut lines = String::new();
            for doc in docs {
                let (id, text) = (serde_json::json!(doc.id), serde_json::json!(doc.text));
                writeln!(lines, "{{\"id\":{id},\"text\":{text}}}").expect("in memory");
            }
            fs::write(&path, lines).expect("temporary file");
            path.to_str().expect("plain path").to_owned()
        }
        Shape::Folder => {
            let path = folder.join(name);
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).expect("temporary folder");
            for doc in docs {
                fs::write(path.join(&doc.id), &doc.text).expect("temporary file");
            }
            path.to_str().expect("plain path").to_owned()
        }
    }
}

/// The first difference between the engine and the reference implementation.
fn difference(case: &Case, folder: &Path) -> Option<String> {
    let input = [write_side(folder, "in", &case.input, case.shape)];
    let reference = case
        .reference
        .as_ref()
        .map(|docs| [write_side(folder, "ref", docs, case.shape)]);
    let mut found = Results::default();
    let outcome = find(
        &input,
        reference.as_ref().map(|paths| &paths[..]),
        &case.options,
        &Unwatched,
        &mut found,
    );
    match outcome {
        Ok(summary) => found.summary = summary,
        Err(error) => return Some(format!("the run failed: {error}")),
    }
    let expected = BruteForce::new(case).run().lines();
    let found = found.lines();
    let at = (0..expected.len().max(found.len())).find(|&i| expected.get(i) != found.get(i))?;
    let none = "nothing".to_owned();
    Some(format!(
        "expected {}\n   found {}",
        expected.get(at).unwrap_or(&none),
        found.get(at).unwrap_or(&none)
    ))
}

/// Fails with the smallest case that leaving out documents leads to, or what a few hundred tries
/// come to.
fn check(seed: u64, case: &Case, folder: &Path) {
    let Some(mut told) = difference(case, folder) else {
        return;
    };
    let mut case = case.clone();
    let mut smaller = true;
    let mut tries = 10_000 / (case.input.len() + 1);
    while smaller {
        smaller = false;
        let sides = [
            case.input.len(),
            case.reference.as_ref().map_or(0, Vec::len),
        ];
        'sides: for (side, count) in sides.into_iter().enumerate() {
            for at in 0..count {
                if tries == 0 {
                    break 'sides;
                }
                tries -= 1;
                let mut candidate = case.clone();
                match side {
                    A => drop(candidate.input.remove(at)),
                    _ => drop(candidate.reference.as_mut().map(|docs| docs.remove(at))),
                }
                if let Some(still) = difference(&candidate, folder) {
                    (case, told, smaller) = (candidate, still, true);
                    break 'sides;
                }
            }
        }
    }
    let list = |docs: &[Doc]| {
        docs.iter().fold(String::new(), |list, doc| {
            format!("{list}    {}: {}\n", doc.id, doc.words.join(" "))
        })
    };
    panic!(
        "seed {seed}\n{told}\n{:#?}\ninput:\n{}reference:\n{}",
        case.options,
        list(&case.input),
        case.reference
            .as_deref()
            .map_or("    none\n".to_owned(), list)
    );
}

// ---- Making cases up ----

/// How large and how varied collections are.
#[derive(Clone)]
struct Sizes {
    docs: Range<usize>,
    words: Range<usize>,
    vocabulary: Range<usize>,
    memory: &'static [usize],
}

const SMALL: Sizes = Sizes {
    docs: 0..11,
    words: 0..41,
    vocabulary: 2..31,
    memory: &[1 << 30, 64 << 20, 64 << 10],
};

const SCHEMES: &[&str] = &[
    "kgram:k=1",
    "kgram:k=2",
    "kgram:k=3",
    "kgram:k=7",
    "every:k=1,step=3",
    "every:k=2,step=2",
    "every:k=8,step=4",
    "modp:k=1,p=2",
    "modp:k=2,p=3",
    "modp:k=3,p=6",
    "modp:k=3,p=2,trim=true",
    "winnow:k=1,window=1",
    "winnow:k=2,window=3",
    "winnow:k=5,window=8",
    "winnow:k=1,window=40",
    "winnow:k=3,window=2,trim=true",
    "hailstorm:k=1",
    "hailstorm:k=2",
    "hailstorm:k=3",
    "hailstorm:k=8",
    "hailstorm:k=4,trim=true",
    "breaks:p=1",
    "breaks:p=2,short=drop",
    "breaks:p=3,short=merge",
    "breaks:p=3,short=keep",
    "breaks:p=8,short=keep",
    "dct:p=2,bits=32",
    "dct:p=3,bits=64",
    "dct:p=2,bits=64",
];

fn words(random: &mut Random, vocabulary: usize, count: usize) -> Vec<String> {
    (0..count)
        .map(|_| format!("w{}", random.below(vocabulary)))
        .collect()
}

/// The words in some spelling: case and punctuation are no part of them.
fn spelt(random: &mut Random, words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        text.push_str(["", "", "", "(", "\u{201c}", "\n"][random.below(6)]);
        text.push_str(&match random.below(4) {
            0 => word.to_uppercase(),
            _ => word.clone(),
        });
        text.push_str([" ", " ", ", ", ". ", "\u{2014}", "'"][random.below(6)]);
    }
    if words.is_empty() {
        text.push_str(["", " ", "...", "\u{2026}\n"][random.below(4)]);
    }
    text
}

/// `all` is what new documents may borrow from.
fn docs(
    random: &mut Random,
    sizes: &Sizes,
    vocabulary: usize,
    all: &mut Vec<Vec<String>>,
) -> Vec<Doc> {
    let count = random.within(&sizes.docs);
    let identical = random.below(15) == 0;
    let one = {
        let length = random.within(&sizes.words);
        words(random, vocabulary, length)
    };
    let borrowing = random.below(10);
    (0..count)
        .map(|i| {
            let length = random.within(&sizes.words);
            let mut mine = words(random, vocabulary, length);
            let other = all
                .get(random.below(all.len().max(1)))
                .cloned()
                .unwrap_or_default();
            let kind = if random.below(10) < borrowing {
                random.below(10)
            } else {
                10
            };
            match kind {
                _ if identical => mine = one.clone(),
                0 => mine.clear(),
                1 => mine.truncate(1),
                2 | 3 => mine = other,
                4 | 5 => {
                    mine = other;
                    if !mine.is_empty() {
                        let at = random.below(mine.len());
                        mine[at] = format!("w{}", random.below(vocabulary));
                    }
                }
                6 => {
                    mine.truncate(length / 2);
                    let from = random.below(other.len() + 1);
                    mine.extend_from_slice(&other[from..]);
                    mine.truncate(sizes.words.end - 1);
                }
                7 if !mine.is_empty() => mine = vec![mine[0].clone(); length],
                _ => {}
            }
            all.push(mine.clone());
            let id = match random.below(3) {
                0 => ["a", "a#2", "a#3", "b", "b#2", "a#2#2", "#2"][random.below(7)].to_owned(),
                _ => format!("d{i}"),
            };
            Doc {
                id,
                text: spelt(random, &mine),
                words: mine,
            }
        })
        .collect()
}

fn case(random: &mut Random, sizes: &Sizes, folder: &Path) -> Case {
    let vocabulary = random.within(&sizes.vocabulary);
    let mut all = Vec::new();
    let reference = (random.below(2) == 0).then(|| docs(random, sizes, vocabulary, &mut all));
    let input = docs(random, sizes, vocabulary, &mut all);
    let scheme: Scheme = SCHEMES[random.below(SCHEMES.len())]
        .parse()
        .expect("a scheme");
    let memory = sizes.memory[random.below(sizes.memory.len())];
    let (most, considerable, partial) = [
        (0.8, 0.5, 0.1),
        (1.0, 1.0, 1.0),
        (0.9, 0.3, 0.2),
        (0.5, 0.5, 0.01),
        (1.0, 0.1, 0.1),
    ][random.below(5)];
    let options = FindOptions {
        max_df: (random.below(8) > 0).then(|| 2 + random.below(5) as u32),
        min_hits: 1 + random.below(3) as u32,
        counting: [Counting::Set, Counting::Multiset][random.below(2)],
        thresholds: Thresholds {
            most,
            considerable,
            partial,
        },
        max_copies: random.below(4),
        threads: [1, 2, 4][random.below(3)],
        ..FindOptions::new(scheme, memory, folder.to_path_buf())
    };
    Case {
        input,
        reference,
        options,
        shape: Shape::Lines,
    }
}

fn check_many(seeds: Range<u64>, make: impl Fn(&mut Random, &Path) -> Case) {
    let folder = tempfile::tempdir().expect("temporary folder");
    for seed in seeds {
        let case = make(&mut Random::new(seed), folder.path());
        check(seed, &case, folder.path());
    }
}

// ---- The promises ----

#[test]
fn find_equals_brute_force_on_random_collections() {
    check_many(0..4000, |random, folder| case(random, &SMALL, folder));
}

#[test]
fn find_equals_brute_force_for_every_scheme_and_counting() {
    let per_scheme = 20;
    check_many(0..SCHEMES.len() as u64 * per_scheme, |random, folder| {
        let mut case = case(random, &SMALL, folder);
        let n = random.seed() as usize;
        case.options.scheme = SCHEMES[n / per_scheme as usize].parse().expect("a scheme");
        case.options.counting = [Counting::Set, Counting::Multiset][n % 2];
        case
    });
}

#[test]
fn find_equals_brute_force_on_folders_of_text() {
    check_many(0..150, |random, folder| {
        let mut case = case(
            random,
            &Sizes {
                docs: 1..8,
                ..SMALL
            },
            folder,
        );
        for side in [Some(&mut case.input), case.reference.as_mut()]
            .into_iter()
            .flatten()
        {
            for (i, doc) in side.iter_mut().enumerate() {
                doc.id = format!("{i:02}.txt");
            }
        }
        case.shape = Shape::Folder;
        case
    });
}

/// A few kilobytes: partitions do not fit, groups are sorted in runs, records are gone through in
/// passes, documents one by one.
#[test]
fn find_equals_brute_force_when_nothing_fits_in_memory() {
    let sizes = Sizes {
        docs: 30..90,
        vocabulary: 2..7,
        memory: &[8 << 10, 16 << 10, 64 << 10],
        ..SMALL
    };
    check_many(0..120, |random, folder| case(random, &sizes, folder));
}

/// Contents, names and pairs in more than one run each.
#[test]
fn find_equals_brute_force_on_more_documents_than_are_sorted_at_once() {
    let sizes = Sizes {
        docs: 1100..1400,
        words: 0..5,
        vocabulary: 3..5,
        memory: &[64 << 10],
    };
    check_many(0..4, |random, folder| {
        let mut case = case(random, &sizes, folder);
        case.options.max_copies = 20;
        case
    });
}

/// Several documents in one partition of the hits, which does not fit: gone through in passes.
#[test]
fn find_equals_brute_force_when_partitions_of_many_documents_do_not_fit() {
    let sizes = Sizes {
        docs: 500..700,
        words: 3..10,
        vocabulary: 5..12,
        memory: &[8 << 10, 16 << 10, 32 << 10],
    };
    check_many(0..6, |random, folder| {
        let mut case = case(random, &sizes, folder);
        case.options.scheme = ["kgram:k=1", "kgram:k=2"][random.seed() as usize % 2]
            .parse()
            .expect("a scheme");
        case.options.max_df = Some(30);
        case
    });
}

/// A document whose shared places are measured a slice at a time.
#[test]
fn find_equals_brute_force_on_a_large_family_of_near_copies() {
    let sizes = Sizes {
        docs: 1..2,
        words: 60..61,
        vocabulary: 400..401,
        memory: &[64 << 10, 1 << 30],
    };
    check_many(0..4, |random, folder| {
        let mut case = case(random, &sizes, folder);
        let page = case.input[0].words.clone();
        let mut family: Vec<Doc> = (0..180)
            .map(|i| {
                let mut words = page.clone();
                let at = random.below(words.len());
                words[at] = format!("w{}", 1000 + i);
                Doc {
                    id: format!("d{i}"),
                    text: spelt(random, &words),
                    words,
                }
            })
            .collect();
        case.reference = (random.seed() % 2 == 1).then(|| family.split_off(80));
        case.input = family;
        case.options.scheme = "kgram:k=1".parse().expect("a scheme");
        case.options.max_df = Some(1000);
        case
    });
}
