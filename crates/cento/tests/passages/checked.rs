//! What must hold of any results, whatever the documents are.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cento::find::FindOptions;
use cento::offsets::OffsetUnit;
use cento::span::TokenSpan;
use cento::token::{Tokenizer, Tokens, Words};

use crate::library::{Doc, Passage, Results};

/// A document's words, and its text in the unit of the results.
struct Known {
    tokens: Tokens,
    chars: Vec<char>,
    units: Vec<u16>,
    /// Where it stands in the input.
    at: usize,
}

impl Known {
    fn new(at: usize, text: &str) -> Self {
        let mut tokens = Tokens::default();
        Words::default().tokenize(text, &mut tokens);
        Self {
            tokens,
            chars: text.chars().collect(),
            units: text.encode_utf16().collect(),
            at,
        }
    }

    fn slice(&self, doc: &Doc, (begin, end): (u64, u64), unit: OffsetUnit) -> String {
        let range = begin as usize..end as usize;
        match unit {
            OffsetUnit::Char => self.chars[range].iter().collect(),
            OffsetUnit::Byte => doc.text[range].to_owned(),
            OffsetUnit::Utf16 => String::from_utf16(&self.units[range]).expect("whole characters"),
        }
    }
}

/// The documents of one side by id; ids must differ.
fn known(docs: &[Doc]) -> HashMap<&str, (&Doc, Known)> {
    docs.iter()
        .enumerate()
        .map(|(at, doc)| (doc.id.as_str(), (doc, Known::new(at, &doc.text))))
        .collect()
}

pub(crate) fn check(
    results: &Results,
    input: &[Doc],
    reference: Option<&[Doc]>,
    options: &FindOptions,
) {
    let align = options.align.expect("these tests are about passages");
    let a_docs = known(input);
    let reference_docs = reference.map(known);
    let b_docs = reference_docs.as_ref().unwrap_or(&a_docs);

    // Passages one by one: places, words, columns.
    for passage in &results.passages {
        let sides = [
            (
                &a_docs[&*passage.a_id],
                passage.a_span,
                &passage.a_text,
                passage.a_tokens,
            ),
            (
                &b_docs[&*passage.b_id],
                passage.b_span,
                &passage.b_text,
                passage.b_tokens,
            ),
        ];
        for ((doc, known), span, text, tokens) in sides {
            assert_eq!(
                &known.slice(doc, span, options.offsets),
                text,
                "{passage:#?}"
            );
            let bytes = known.tokens.bytes_of(tokens);
            assert_eq!(&doc.text[bytes.range()], text, "whole words: {passage:#?}");
        }
        let counts = passage.counts;
        assert_eq!(
            counts.columns(),
            counts.matched + counts.substituted + counts.inserted + counts.deleted
        );
        let share = f64::from(counts.matched) / f64::from(counts.columns());
        assert!((counts.identity() - share).abs() < 1e-12);
        assert_eq!(
            passage.a_tokens.len(),
            counts.matched + counts.substituted + counts.deleted,
            "{passage:#?}"
        );
        assert_eq!(
            passage.b_tokens.len(),
            counts.matched + counts.substituted + counts.inserted,
            "{passage:#?}"
        );
        assert!(counts.columns() >= align.min_tokens, "{passage:#?}");
        assert!(counts.identity() >= align.min_identity, "{passage:#?}");
        let [a, b] = [
            (&a_docs[&*passage.a_id].1, passage.a_tokens),
            (&b_docs[&*passage.b_id].1, passage.b_tokens),
        ]
        .map(|(known, tokens)| &known.tokens.hashes[tokens.range()]);
        assert!(
            counts.matched as usize <= common(a, b),
            "more words match than both have: {passage:#?}"
        );
    }
    let numbers = results.passages.iter().map(|passage| passage.number);
    assert!(numbers.eq(1..=results.passages.len() as u64));

    // Order of rows.
    let places = |a: &str, b: &str| (a_docs[a].1.at, b_docs[b].1.at);
    let pairs: Vec<_> = results
        .pairs
        .iter()
        .map(|row| places(&row.a_id, &row.b_id))
        .collect();
    assert!(
        pairs.is_sorted_by(|one, next| one < next),
        "pairs in input order, once"
    );
    if reference.is_none() {
        assert!(
            pairs.iter().all(|(a, b)| a < b),
            "the earlier document is a"
        );
    }
    let order: Vec<_> = results
        .passages
        .iter()
        .map(|p| (places(&p.a_id, &p.b_id), p.a_span.0, p.b_span.0))
        .collect();
    assert!(order.is_sorted(), "passages in order");
    let exact: BTreeSet<_> = results
        .passages
        .iter()
        .map(|p| (&p.a_id, &p.b_id, p.a_span, p.b_span))
        .collect();
    assert_eq!(exact.len(), results.passages.len(), "no passage twice");

    // Pairs and their passages.
    let mut of_pair: BTreeMap<(&str, &str), Vec<&Passage>> = BTreeMap::new();
    for passage in &results.passages {
        of_pair
            .entry((&passage.a_id, &passage.b_id))
            .or_default()
            .push(passage);
    }
    for row in &results.pairs {
        let passages = of_pair
            .remove(&(&*row.a_id, &*row.b_id))
            .unwrap_or_default();
        assert_eq!(row.passages, Some(passages.len() as u32), "{row:#?}");
        let Some(first) = passages.first() else {
            // Identical documents are a pair however short they are.
            let (a, b) = (&a_docs[&*row.a_id].1.tokens, &b_docs[&*row.b_id].1.tokens);
            let short = a.len() < align.min_tokens as usize;
            assert!(short && a.hashes == b.hashes, "without a passage: {row:#?}");
            assert_eq!(row.labels.names(), ["alias"]);
            assert_eq!([row.a_matched, row.b_matched], [a.len() as u32; 2]);
            continue;
        };
        let a_matched = union(passages.iter().map(|p| p.a_tokens));
        let b_matched = union(passages.iter().map(|p| p.b_tokens));
        assert_eq!(
            [row.a_matched, row.b_matched],
            [a_matched, b_matched],
            "{row:#?}"
        );
        let common: Vec<_> = first
            .labels
            .names()
            .into_iter()
            .filter(|name| passages.iter().all(|p| p.labels.names().contains(name)))
            .collect();
        assert_eq!(
            row.labels.names(),
            common,
            "a pair is what all its passages are"
        );
    }
    assert!(of_pair.is_empty(), "a passage is that of a pair");

    // Documents.
    let expected = input
        .iter()
        .chain(reference.unwrap_or_default())
        .map(|doc| &doc.id);
    assert!(results.documents.iter().map(|row| &row.id).eq(expected));
    for (row, is_a) in results.documents.iter().zip((0..).map(|n| n < input.len())) {
        let here = |id: &str, side_is_a| (reference.is_none() || side_is_a == is_a) && id == row.id;
        let related = |a: &str, b: &str| here(a, true) || here(b, false);
        let count = results
            .pairs
            .iter()
            .filter(|p| related(&p.a_id, &p.b_id))
            .count();
        assert_eq!(row.related as usize, count, "{row:#?}");
        let mine = results.passages.iter().flat_map(|p| {
            let sides = [
                (here(&p.a_id, true), p.a_tokens),
                (here(&p.b_id, false), p.b_tokens),
            ];
            sides.into_iter().filter(|side| side.0).map(|side| side.1)
        });
        let share = f64::from(union(mine)) / f64::from(row.tokens.max(1));
        let short = row.tokens < align.min_tokens;
        if short && (row.duplicate_of.is_some() || row.reused == 1.0) {
            continue; // A copy, or one that has copies, too short for a passage.
        }
        assert!((row.reused - share).abs() < 1e-9, "{share} of {row:#?}");
    }
    groups(results, &a_docs, b_docs, options.offsets);
}

fn groups(
    results: &Results,
    a_docs: &HashMap<&str, (&Doc, Known)>,
    b_docs: &HashMap<&str, (&Doc, Known)>,
    unit: OffsetUnit,
) {
    let sizes: Vec<_> = results.clusters.iter().map(|row| row.size).collect();
    assert!(
        sizes.is_sorted_by(|one, next| one >= next),
        "large groups first: {sizes:?}"
    );
    let numbers = results.clusters.iter().map(|row| row.number);
    assert!(numbers.eq(1..=results.clusters.len() as u64));
    for row in &results.clusters {
        let ids: BTreeSet<_> = row.members.iter().map(|member| &member.id).collect();
        assert_eq!(
            ids.len() as u64,
            row.size,
            "size counts documents: {row:#?}"
        );
        assert!(row.size >= 2, "{row:#?}");
        let places: BTreeSet<_> = row
            .members
            .iter()
            .map(|m| (&m.id, m.begin, m.end))
            .collect();
        assert_eq!(
            places.len(),
            row.members.len(),
            "every place once: {row:#?}"
        );
        let places: Vec<_> = places.into_iter().collect();
        let overlap =
            |pair: &[(&String, u64, u64)]| pair[0].0 == pair[1].0 && pair[1].1 < pair[0].2;
        assert!(!places.windows(2).any(overlap), "every word once: {row:#?}");
        let dated = row
            .members
            .iter()
            .take_while(|member| member.date.is_some())
            .count();
        let rest = row.members[dated..].iter();
        assert!(
            rest.clone().all(|m| m.date.is_none()),
            "undated ones last: {row:#?}"
        );
        let mut dates = row.members.iter().filter_map(|member| member.date.clone());
        let first = dates.next();
        assert_eq!(
            row.last_date,
            dates.next_back().or_else(|| first.clone()),
            "{row:#?}"
        );
        assert_eq!(row.first_date, first, "{row:#?}");
        for member in &row.members {
            let of = |docs: &HashMap<&str, (&Doc, Known)>| {
                docs.get(&*member.id).map(|(doc, _)| doc.date.clone())
            };
            assert!(
                [of(a_docs), of(b_docs)].contains(&Some(member.date.clone())),
                "{row:#?}"
            );
        }
        // Half of the place lies on the text, and half of that, at least, is the same.
        let mut text = Tokens::default();
        Words::default().tokenize(&row.text, &mut text);
        for member in &row.members {
            let found = [a_docs, b_docs].iter().any(|docs| {
                docs.get(&*member.id).is_some_and(|(doc, known)| {
                    let place = known.slice(doc, (member.begin, member.end), unit);
                    let mut words = Tokens::default();
                    Words::default().tokenize(&place, &mut words);
                    common(&words.hashes, &text.hashes) >= 4
                })
            });
            assert!(found, "{member:?} has nothing of {row:#?}");
        }
    }
    let mut used = BTreeSet::new();
    for passage in &results.passages {
        let number = passage
            .cluster
            .unwrap_or_else(|| panic!("in no group: {passage:#?}"));
        used.insert(number);
        let cluster = &results.clusters[number as usize - 1];
        for (id, (begin, end)) in [
            (&passage.a_id, passage.a_span),
            (&passage.b_id, passage.b_span),
        ] {
            let holds = cluster
                .members
                .iter()
                .any(|m| m.id == *id && m.begin <= begin && end <= m.end);
            assert!(
                holds,
                "a passage stands in its group: {passage:#?} {cluster:#?}"
            );
        }
    }
    assert_eq!(
        used.len(),
        results.clusters.len(),
        "every group has passages"
    );
}

/// How many words lie in some of the spans.
fn union(spans: impl Iterator<Item = TokenSpan>) -> u32 {
    spans
        .flat_map(TokenSpan::range)
        .collect::<BTreeSet<_>>()
        .len() as u32
}

/// How many words both have, in any order.
fn common(a: &[u64], b: &[u64]) -> usize {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for word in a {
        *counts.entry(*word).or_default() += 1;
    }
    b.iter()
        .filter(|word| {
            counts.get_mut(word).is_some_and(|count| {
                let left = *count > 0;
                *count = count.saturating_sub(1);
                left
            })
        })
        .count()
}
