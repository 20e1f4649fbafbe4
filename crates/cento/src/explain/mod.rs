//! What was done to a text, and why two documents do or do not match.

mod collection;
mod sentence;
mod view;

pub use collection::{Frequency, fitted_to, frequencies, look_up};
pub use sentence::{
    Asked, Met, Needs, Sentence, SentencesCompared, SentencesExplained, SharedWord, Word,
    sentence_pairs, sentences,
};

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde::Serialize;

use self::view::View;
use crate::engine::compare;
use crate::error::{Error, Result};
use crate::find::{Class, Counted, Counting, FindOptions, OrderOptions, Score};
use crate::fingerprint::{Comparison, Contains, Fingerprint, Mile, Print, Scheme};
use crate::prepare::{Gallery, fitted_to_texts};
use crate::read::Document;
use crate::report::{DocumentRow, OrderScores, PairRow, Scores, Sink};
use crate::span::TokenSpan;
use crate::watch::Unwatched;

/// A run of tokens with its hash, as it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// First token.
    pub token: u32,
    /// How many tokens.
    pub tokens: u32,
    /// First character, in Unicode code points.
    pub begin: usize,
    /// One past the last character.
    pub end: usize,
    /// 16 hexadecimal digits.
    pub hash: String,
    /// The text itself.
    pub text: String,
}

/// A text taken apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The scheme.
    pub scheme: Scheme,
    /// Every token.
    pub tokens: Vec<Piece>,
    /// Every shingle, with the key it would have; empty for schemes without shingles.
    pub shingles: Vec<Piece>,
    /// The fingerprints that are kept, with their keys.
    pub selected: Vec<Piece>,
}

/// Takes a document apart. What the scheme leaves to be found out is told from it. Where sentences are compared, these are
/// what there is to see: [`sentences`].
pub fn one(document: &Document, scheme: &Scheme) -> Explained {
    let scheme = &fitted_to_texts(scheme, &[&document.text]);
    let view = View::of(document, &scheme.build());
    let every_token = view
        .tokens
        .hashes
        .iter()
        .enumerate()
        .map(|(i, &key)| Fingerprint {
            key,
            span: TokenSpan {
                begin: i as u32,
                end: i as u32 + 1,
            },
        });
    let shingles = scheme
        .param("k")
        .and_then(|k| format!("kgram:k={k}").parse().ok());
    let shingles = shingles
        .map(|all: Scheme| View::of(document, &all.build()).sketch)
        .unwrap_or_default();
    let overleap = scheme.build().overleap;
    let stored = (view.sketch.iter().copied()).filter(|one| one.is_stored(overleap));
    let shingles = match scheme.comparison() {
        Comparison::Runs(_) => view.sketch.clone(),
        _ => shingles,
    };
    Explained {
        scheme: scheme.clone(),
        tokens: view.pieces(every_token),
        shingles: view.pieces(shingles),
        selected: view.pieces(stored),
    }
}

/// How much of each of two documents the other has, by runs of a few bits of each token.
fn shares(mile: Mile, counting: Counting, [a, b]: [&View<'_>; 2]) -> (f64, f64) {
    let [a, b] = [a, b].map(|view| {
        let halves = view.tokens.hashes.iter().map(|&hash| hash as u32);
        Print::new(mile.bits, halves)
    });
    let share = |of: &Print, has: &Print| {
        let contains = Contains::new(mile, has);
        match counting {
            Counting::Set => contains.contains(of).share(),
            Counting::Multiset => contains.contains_once(of).share(),
        }
    };
    (share(&a, &b), share(&b, &a))
}

/// Whether two shared keys stand as far apart in `a` as in `b`, which is found by those that it stores.
fn has_two_in_line(a: &View<'_>, b: &View<'_>, keys: &BTreeSet<u64>, overleap: u32) -> bool {
    let mut places: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for one in b.sketch.iter().filter(|one| one.is_stored(overleap)) {
        places.entry(one.key).or_default().push(one.span.begin);
    }
    let mut lines = BTreeSet::new();
    a.sketch
        .iter()
        .filter(|one| keys.contains(&one.key))
        .any(|one| {
            let places = places.get(&one.key).map_or(&[][..], Vec::as_slice);
            let line = |place: &u32| i64::from(one.span.begin) - i64::from(*place);
            !places.iter().all(|place| lines.insert(line(place)))
        })
}

/// Why two documents are a pair, or are not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairExplained {
    /// The scheme.
    pub scheme: Scheme,
    /// Tokens of each side.
    pub a_tokens: usize,
    /// Tokens of `b`.
    pub b_tokens: usize,
    /// Distinct fingerprints of each side that count.
    pub a_fingerprints: u64,
    /// Distinct fingerprints of `b` that count.
    pub b_fingerprints: u64,
    /// Fingerprints of both, in order of position in `a`.
    pub shared: Vec<SharedKey>,
    /// How many of them count.
    pub hits: u32,
    /// How many do not, being stop fingerprints.
    pub dropped: u32,
    /// The share of `a` found in `b`.
    pub a_in_b: f64,
    /// The share of `b` found in `a`.
    pub b_in_a: f64,
    /// Tokens of `a` covered by shared keys that count.
    pub a_matched: u32,
    /// Tokens of `b` covered by shared keys that count.
    pub b_matched: u32,
    /// The class, if they are a pair.
    pub class: Option<&'static str>,
    /// In a sentence.
    pub verdict: String,
}

/// A fingerprint that both documents have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SharedKey {
    /// Where it first stands in `a`.
    pub a: Piece,
    /// Where it first stands in `b`.
    pub b: Piece,
    /// In how many documents it stands, where a collection was given.
    pub documents: Option<u32>,
    /// Whether that is too many, so that it does not count.
    pub stop: bool,
    /// Whether it is too many, but counts here: one of the two is the first that has it.
    pub linked: bool,
}

/// Explains two documents by themselves, or, with `frequencies` from [`frequencies`], as part of a
/// collection, to which the scheme must be fitted with [`fitted_to`]. It is an error where sentences are compared, which
/// [`sentence_pairs`] explains.
pub fn pair(
    a: &Document,
    b: &Document,
    options: &FindOptions,
    frequencies: Option<&HashMap<u64, Frequency>>,
) -> Result<PairExplained> {
    if options.by_sentences().is_some() {
        return Err(Error::Usage(format!(
            "{} compares sentences, not documents as a whole",
            options.scheme.brief()
        )));
    }
    // The order in which a run of `a` against `b` takes them.
    let scheme = fitted_to_texts(&options.scheme, &[&b.text, &a.text]);
    let method = scheme.build();
    let order = options.by_order();
    let max_df = match order {
        // Words count however many documents have them.
        Some(_) => u32::MAX,
        None => options.max_df.unwrap_or(method.max_df),
    };
    let kin = order.map(|order| {
        let anything = OrderOptions {
            threshold: Some(0.0),
            confirmed: 0.0,
            ..order
        };
        let unconfirmed = OrderOptions {
            confirmed: 0.0,
            ..order
        };
        let found = |order| in_order(a, b, order, options);
        Kin {
            is_pair: found(order).scores.is_some(),
            is_in_order: found(unconfirmed).scores.is_some(),
            ordered: found(anything),
            order,
        }
    });
    let (mut a, mut b) = (a.clone(), b.clone());
    let mut gallery = Gallery::in_memory();
    for document in [&mut b, &mut a] {
        gallery.hang(document)?;
    }
    let [a, b] = [&a, &b].map(|document| View::of(document, &method));
    let frequency = |key: u64| frequencies.and_then(|all| all.get(&key).copied());
    // A stop fingerprint is still evidence between its first document and each other.
    let contents = [&a, &b].map(|view| view.content);
    let is_stop = |key: u64| {
        frequency(key).is_some_and(|frequency| {
            frequency.documents > max_df && !contents.contains(&frequency.first)
        })
    };
    let [a_counts, b_counts] = [&a, &b].map(View::counts);
    let b_stored = b.stored(method.overleap);
    let common: BTreeSet<u64> = a_counts
        .keys()
        .filter(|key| b_stored.contains(key))
        .copied()
        .collect();
    let counted: BTreeSet<u64> = common
        .iter()
        .filter(|key| !is_stop(**key))
        .copied()
        .collect();
    let size = |counts: &BTreeMap<u64, u32>| -> u64 {
        // Without the other document, a stop fingerprint is none of the sketch.
        let is_counted = |key: u64| {
            let frequent = frequency(key).is_some_and(|frequency| frequency.documents > max_df);
            !frequent || counted.contains(&key)
        };
        let counts = counts.iter().filter(|(key, _)| is_counted(**key));
        counts
            .map(|(_, &count)| weight(options.counting, count))
            .sum()
    };
    let shared_size: u64 = counted
        .iter()
        .map(|key| weight(options.counting, a_counts[key].min(b_counts[key])))
        .sum();
    let (a_fingerprints, b_fingerprints) = (size(&a_counts), size(&b_counts));
    let share = |size: u64| shared_size as f64 / size.max(1) as f64;
    let hits = counted.len() as u32;
    let dropped = (common.len() - counted.len()) as u32;
    let identical = !a.tokens.is_empty() && a.tokens.hashes == b.tokens.hashes;
    let (a_in_b, b_in_a) = match options.by_runs() {
        _ if identical => (1.0, 1.0),
        Some(mile) => shares(mile, options.counting, [&a, &b]),
        None => (share(a_fingerprints), share(b_fingerprints)),
    };
    let in_line = options.by_runs().is_none() || has_two_in_line(&a, &b, &counted, method.overleap);
    let levels = &options.thresholds;
    let class = (identical || hits >= options.min_hits && in_line)
        .then(|| Class::of(levels.level(a_in_b), levels.level(b_in_a)));
    let mut explained = PairExplained {
        scheme,
        a_tokens: a.tokens.len(),
        b_tokens: b.tokens.len(),
        a_fingerprints,
        b_fingerprints,
        shared: shared_keys(&a, &b, &common)
            .map(|(key, a, b)| SharedKey {
                a,
                b,
                documents: frequency(key).map(|frequency| frequency.documents),
                stop: is_stop(key),
                linked: !is_stop(key)
                    && frequency(key).is_some_and(|frequency| frequency.documents > max_df),
            })
            .collect(),
        hits,
        dropped,
        a_in_b,
        b_in_a,
        a_matched: if identical {
            a.tokens.len() as u32
        } else {
            a.covered_by(&counted)
        },
        b_matched: if identical {
            b.tokens.len() as u32
        } else {
            b.covered_by(&counted)
        },
        class: class.map(Class::name),
        verdict: String::new(),
    };
    if let Some(kin) = kin
        && !identical
    {
        let why_not = (!kin.is_pair).then(|| kin.why_not(hits, [a_fingerprints, b_fingerprints]));
        let lcs = kin.ordered.scores.map_or(0, |scores| scores.lcs);
        let share = |size: u64| f64::from(lcs) / size.max(1) as f64;
        explained.a_in_b = share(a_fingerprints);
        explained.b_in_a = share(b_fingerprints);
        let class = Class::of(
            levels.level(explained.a_in_b),
            levels.level(explained.b_in_a),
        );
        explained.class = why_not.is_none().then(|| class.name());
        explained.verdict = match why_not {
            None => format!(
                "a pair, {class} ({}): {lcs} of {hits} shared unique words in the same order",
                class.meaning()
            ),
            Some(why) => format!("not a pair: {why}"),
        };
        return Ok(explained);
    }
    explained.verdict = verdict(&explained, identical, options.min_hits, max_df, class);
    Ok(explained)
}

/// Memory for two documents: what does not fit goes to a file.
const ENOUGH: usize = 1 << 28;

/// How the unique words of two documents agree.
#[derive(Default)]
struct Ordered {
    /// Where they are duplicates.
    scores: Option<OrderScores>,
    /// How many of the two are lists in the order of the alphabet.
    lists: u32,
}

impl Sink for Ordered {
    fn pair(&mut self, row: &PairRow) -> Result<()> {
        self.scores = row.scores.and_then(Scores::order);
        Ok(())
    }

    fn document(&mut self, row: &DocumentRow) -> Result<()> {
        self.lists += u32::from(row.labels.contains(&"word-list"));
        Ok(())
    }
}

fn in_order(a: &Document, b: &Document, order: OrderOptions, options: &FindOptions) -> Ordered {
    let mut ordered = Ordered::default();
    let options = FindOptions {
        align: None,
        report: false,
        memory: options.memory.min(ENOUGH),
        order,
        ..options.clone()
    };
    match compare(a.clone(), b.clone(), &options, &Unwatched, &mut ordered) {
        Ok(_) => ordered,
        Err(_) => Ordered::default(),
    }
}

/// Two documents compared by the order of their unique words.
struct Kin {
    order: OrderOptions,
    /// Whether they are duplicates,
    is_pair: bool,
    /// and whether they are where the text around the words is not looked at.
    is_in_order: bool,
    /// How their words agree, whatever is asked for.
    ordered: Ordered,
}

impl Kin {
    /// Why two documents of so many unique words, so many of them common, are no duplicates.
    fn why_not(&self, common: u32, sizes: [u64; 2]) -> String {
        let Some(scores) = &self.ordered.scores else {
            return format!("{common} shared unique words, in no order that is more than chance");
        };
        let order = &self.order;
        let shared = format!(
            "{} of {common} shared unique words in the same order",
            scores.lcs
        );
        let (its, cs) = (scores.its, scores.cs);
        let its_both = scores.its_both;
        let score = match (order.by, order.words) {
            (Score::Cs, _) => cs,
            (Score::Its, Counted::All) => its,
            (Score::Its, Counted::Both) => its_both,
        };
        let [x, y] = sizes.map(|size| size as u32);
        let is_enough = score >= order.threshold() && scores.lcs >= order.least(x, y);
        if self.ordered.lists == 2 && is_enough && !self.is_in_order {
            return format!(
                "{shared} (its {its:.3}, over words in both {its_both:.3}), but both are word lists, with too little \
                 in common but words in the order of the alphabet"
            );
        }
        if scores.confirmed < order.confirmed {
            return format!(
                "{shared} (its {its:.3}, over words in both {its_both:.3}), but the text is the same around only \
                 {:.0} % of those looked at (--confirmed)",
                scores.confirmed * 100.0
            );
        }
        format!(
            "{shared}: its {its:.3}, over words in both {its_both:.3}, cs {cs:.3}; {} is asked for (--threshold)",
            order.threshold()
        )
    }
}

fn weight(counting: Counting, occurrences: u32) -> u64 {
    match counting {
        Counting::Set => 1,
        Counting::Multiset => u64::from(occurrences),
    }
}

/// Each common key, in order of its first place in `a`, with its first place in each.
fn shared_keys(
    a: &View<'_>,
    b: &View<'_>,
    common: &BTreeSet<u64>,
) -> impl Iterator<Item = (u64, Piece, Piece)> {
    let first_places = |view: &View<'_>| {
        let mut seen = HashSet::new();
        let firsts: Vec<Fingerprint> = view
            .sketch
            .iter()
            .filter(|fingerprint| common.contains(&fingerprint.key) && seen.insert(fingerprint.key))
            .copied()
            .collect();
        let keys: Vec<u64> = firsts.iter().map(|fingerprint| fingerprint.key).collect();
        keys.into_iter()
            .zip(view.pieces(firsts))
            .collect::<Vec<_>>()
    };
    let mut in_b: HashMap<u64, Piece> = first_places(b).into_iter().collect();
    first_places(a)
        .into_iter()
        .filter_map(move |(key, piece)| Some((key, piece, in_b.remove(&key)?)))
}

fn verdict(
    explained: &PairExplained,
    identical: bool,
    min_hits: u32,
    max_df: u32,
    class: Option<Class>,
) -> String {
    let PairExplained {
        hits,
        dropped,
        a_fingerprints,
        b_fingerprints,
        ..
    } = explained;
    match class {
        Some(class) if identical => format!("a pair, {class}: the same tokens in the same order"),
        Some(class) => format!(
            "a pair, {class} ({}): {hits} shared fingerprint{}",
            class.meaning(),
            if *hits == 1 { "" } else { "s" }
        ),
        None if explained.a_tokens == 0 || explained.b_tokens == 0 => {
            "not a pair: a text without words matches nothing".to_owned()
        }
        None if a_fingerprints + b_fingerprints == 0 && *dropped == 0 => {
            "not a pair: both texts are too short for a fingerprint of this scheme".to_owned()
        }
        None if *dropped > 0 && hits + dropped >= min_hits => format!(
            "not a pair: {dropped} of {} shared fingerprints stand in more than \
             {max_df} documents (--max-df) and are no evidence",
            hits + dropped
        ),
        None if *hits >= min_hits => format!(
            "not a pair: {hits} shared fingerprint{}, of which no two stand as far apart in one as in the other",
            if *hits == 1 { "" } else { "s" }
        ),
        None if *hits > 0 => format!(
            "not a pair: {hits} shared fingerprint{}, fewer than the {min_hits} of --min-hits",
            if *hits == 1 { "" } else { "s" }
        ),
        None => "not a pair: no shared fingerprint".to_owned(),
    }
}
