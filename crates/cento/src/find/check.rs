//! One text against an index.
//!
//! The answer is that of a run over all documents of the index with the text behind them, as far as the
//! text takes part in it: its keys are looked up, the few documents that share enough of them are numbered
//! in their order, and measured as in any run.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use zerocopy::IntoBytes;

use super::copies::Copies;
use super::hits::{Link, Places, encode_record};
use super::indexed::Indexed;
use super::join::{Frequent, Joined, Size};
use super::pairs::{Located, Pair, Pairing};
use super::store::{Documents, Store, Words};
use super::{Counting, FindOptions};
use crate::align::{AlignOptions, Passage, Shape};
use crate::codec::put;
use crate::error::Result;
use crate::fingerprint::{Method, Sketch};
use crate::hash::digest;
use crate::index::{ContentRef, DocRef, Snapshot, key56};
use crate::prepare::Row;
use crate::read::Document;
use crate::span::{ByteSpan, TokenSpan};
use crate::spill::{Partitions, Temp};
use crate::token::{Tokenizer, Tokens, Words as Split};
use crate::watch::Unwatched;

/// Checks texts against one snapshot.
pub(crate) struct Checker<'a> {
    snapshot: &'a Arc<Snapshot>,
    options: &'a FindOptions,
    method: &'a Method,
    max_df: u32,
    temp: Temp,
    split: Split,
}

/// What was found of a text.
pub(crate) struct Checked {
    /// The text and what was found, by number.
    pub(crate) store: Store,
    /// With the text as `a`; those that have most of its words first.
    pub(crate) pairs: Vec<(Pair, Vec<Located>)>,
    pub(crate) trail: Trail,
}

/// How an answer came about.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Trail {
    /// Words of the text.
    pub tokens: u64,
    /// Its distinct keys.
    pub keys: u64,
    /// Keys that the index has.
    pub known_keys: u64,
    /// Keys that are stop fingerprints: evidence only for the first document that has them.
    pub stop_keys: u64,
    /// Texts in the index that share any key; documents with the same words count once.
    pub sharing: u64,
    /// Texts that share enough keys to be looked at.
    pub candidates: u64,
    /// Documents that have a passage, or all words, of this one.
    pub found: u64,
}

/// Memory for words and texts that were fetched.
const CACHE: usize = 32 << 20;

/// Memory for results before they are sorted on disk.
const RESULTS: usize = 1 << 20;

/// A key of the text: where it stands there, and in which contents where.
struct Shared {
    own: Places,
    link: Link,
    others: Vec<(ContentRef, Places)>,
}

/// The keys of a text, looked up.
#[derive(Default)]
struct LookedUp {
    shared: Vec<Shared>,
    stops: HashSet<u64>,
    /// Distinct keys of the text and their occurrences, without stop fingerprints.
    size: (u32, u32),
}

/// Whose number a number is. The text stands before documents that have the same words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Who {
    Query,
    Same,
    Found(ContentRef),
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        snapshot: &'a Arc<Snapshot>,
        options: &'a FindOptions,
        method: &'a Method,
    ) -> Self {
        Self {
            snapshot,
            options,
            method,
            max_df: options.max_df.unwrap_or(method.max_df),
            temp: Temp::new(options.temp.clone()),
            split: Split::default(),
        }
    }

    /// Finds the `limit` documents that have most words of the text.
    pub(crate) fn check(&self, document: &Document, limit: usize) -> Result<Checked> {
        let mut tokens = Tokens::default();
        self.split.tokenize(&document.text, &mut tokens);
        let keys = self.keys(&tokens);
        let mut trail = Trail {
            tokens: tokens.len() as u64,
            keys: keys.len() as u64,
            ..Trail::default()
        };
        // Documents with the very words of the text.
        let (mut content, mut same) = (None, Vec::new());
        if !tokens.is_empty() {
            content = self
                .snapshot
                .content_with(digest(tokens.hashes.as_bytes()))?;
        }
        if let Some(content) = content {
            same = self.snapshot.documents_of(content)?;
        }
        let place = same.first().copied().unwrap_or(DocRef::END);
        let looked_up = self.look_up(keys, content, place, &mut trail)?;
        let shared = &looked_up.shared;
        let mut hits: HashMap<ContentRef, u32> = HashMap::new();
        for (content, _) in shared.iter().flat_map(|key| &key.others) {
            *hits.entry(*content).or_default() += 1;
        }
        trail.sharing = hits.len() as u64;
        hits.retain(|_, hits| *hits >= self.options.min_hits);
        trail.candidates = hits.len() as u64;

        let mut numbered = vec![(place, Who::Query)];
        numbered.extend(same.iter().map(|&doc| (doc, Who::Same)));
        #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
        for &content in hits.keys() {
            let documents = self.snapshot.documents_of(content)?;
            numbered.extend(documents.into_iter().map(|doc| (doc, Who::Found(content))));
        }
        numbered.sort_unstable();
        let mut firsts: BTreeMap<Who, u32> = BTreeMap::new();
        let mut copies = Vec::new();
        for (number, &(_, who)) in (0..).zip(&numbered) {
            let first = *firsts.entry(who).or_insert(number);
            if first != number {
                copies.push((number, first));
            }
        }
        let query = firsts[&Who::Query];
        let joined = Joined {
            // Told for the few that are found, when they are.
            sizes: numbered.iter().map(|_| Size::of(0, 0)).collect(),
            width: numbered.len(),
            hits: {
                let mut all = Partitions::new(1, usize::MAX, &self.temp);
                all.add(0, records(shared, &firsts, query))?;
                all
            },
            frequent: Frequent::default(),
        };
        let documents = numbered.iter().map(|&(doc, _)| doc).collect();
        let few = Few {
            indexed: Indexed::some(self.snapshot, documents),
            query,
            asked: Asked::new(document, tokens, trail.keys as u32),
        };
        let store = Store::new(few, CACHE);
        let paired = Pairing {
            min_hits: self.options.min_hits,
            counting: self.options.counting,
            max_copies: self.options.max_copies,
            copies: &Copies::of(numbered.len(), copies),
            // Copies among what is found are no pairs of the text: none is given a length.
            tokens_of_originals: &[],
            align: self.options.align,
            store: &store,
            threads: 1,
            partition_bytes: usize::MAX,
            result_bytes: RESULTS,
            temp: &self.temp,
            watch: &Unwatched,
        }
        .run(&joined)?;
        let mut pairs = Vec::new();
        let mut passages = paired.passages.iter()?;
        for pair in paired.pairs.iter()? {
            let pair = pair?;
            let passages = passages.by_ref().take(pair.passages as usize);
            let passages = passages.collect::<Result<Vec<_>>>()?;
            pairs.push(with_first(query, pair, passages));
        }
        self.add_same(query, &numbered, &trail, &looked_up, &mut pairs);
        trail.found = pairs.len() as u64;
        pairs.sort_by_key(|(pair, _)| (Reverse(pair.a_matched), pair.b));
        pairs.truncate(limit);
        self.add_sizes(&numbered, &looked_up, &mut pairs)?;
        Ok(Checked {
            store,
            pairs,
            trail,
        })
    }

    /// The keys of a text, in order, with their places.
    fn keys(&self, tokens: &Tokens) -> Vec<(u64, Places)> {
        let mut sketch = Sketch::default();
        sketch.fold(self.method.shingle);
        self.method.fingerprinter.fingerprint(tokens, &mut sketch);
        let fingerprints = &mut sketch.fingerprints;
        fingerprints.sort_by_key(|fingerprint| key56(fingerprint.key));
        let groups = fingerprints.chunk_by(|x, y| key56(x.key) == key56(y.key));
        let keys = groups.map(|group| {
            let mut places = Places::default();
            for fingerprint in group {
                places.add(fingerprint.span, self.occurrences(fingerprint.span));
            }
            (key56(group[0].key), places)
        });
        keys.collect()
    }

    /// How many shingles a span stands for.
    fn occurrences(&self, span: TokenSpan) -> u32 {
        let shingle = self.method.shingle;
        shingle.map_or(1, |k| span.len().saturating_sub(k) + 1)
    }

    /// Looks up the keys of a text, whose own content is left out; `place` is where the text stands in the order.
    fn look_up(
        &self,
        keys: Vec<(u64, Places)>,
        content: Option<ContentRef>,
        place: DocRef,
        trail: &mut Trail,
    ) -> Result<LookedUp> {
        let mut looked_up = LookedUp::default();
        let stops = self.snapshot.stops(self.max_df)?;
        let with_places = |group: &[(ContentRef, TokenSpan)]| {
            let mut places = Places::default();
            for &(_, span) in group {
                places.add(span, self.occurrences(span));
            }
            (group[0].0, places)
        };
        let mut found: Vec<(ContentRef, TokenSpan)> = Vec::new();
        for (key, own) in keys {
            found.clear();
            // Each document is linked to the first by a stop fingerprint, and the text may be that.
            let mut is_stop = stops.contains(&key);
            let first = match is_stop {
                true => self.snapshot.first_with_key(key, content)?,
                false => None,
            };
            let first = first.filter(|(doc, ..)| *doc < place);
            let is_known = first.is_some() || {
                self.snapshot.find(key, |content, place| {
                    found.push((content, place.span));
                    Ok(())
                })?;
                !found.is_empty()
            };
            let groups = || found.chunk_by(|x, y| x.0 == y.0);
            let documents = groups().count() as u32 + u32::from(content.is_none());
            let mut others: Vec<(ContentRef, Places)> = match first {
                Some((_, content, spans)) => {
                    let spans = spans.into_iter().map(|span| (content, span));
                    vec![with_places(&spans.collect::<Vec<_>>())]
                }
                None => groups()
                    .filter(|group| Some(group[0].0) != content)
                    .map(with_places)
                    .collect(),
            };
            if !is_stop && documents > self.max_df {
                // A stop fingerprint only because the text has it too; then it is not the first.
                is_stop = true;
                looked_up.stops.insert(key);
                let mut firsts = Vec::new();
                for (at, (content, _)) in others.iter().enumerate() {
                    let doc = self.snapshot.documents_of(*content)?.first().copied();
                    firsts.push((doc, at));
                }
                let first = firsts.into_iter().min().map_or(0, |(_, at)| at);
                others = others.into_iter().skip(first).take(1).collect();
            }
            trail.known_keys += u64::from(is_known);
            trail.stop_keys += u64::from(is_stop);
            let link = if is_stop { Link::Stop } else { Link::Key };
            if !is_stop {
                looked_up.size.0 += 1;
                looked_up.size.1 += own.occurrences;
            }
            if !others.is_empty() {
                looked_up.shared.push(Shared { own, link, others });
            }
        }
        Ok(looked_up)
    }

    /// Adds the sizes of the text and of what was found, without stop fingerprints, to their pairs.
    fn add_sizes(
        &self,
        numbered: &[(DocRef, Who)],
        looked_up: &LookedUp,
        pairs: &mut [(Pair, Vec<Located>)],
    ) -> Result<()> {
        let stops = self.snapshot.stops(self.max_df)?;
        let is_stop = |key: &u64| stops.contains(key) || looked_up.stops.contains(key);
        let counted = |(keys, occurrences): (u32, u32)| match self.options.counting {
            Counting::Set => keys,
            Counting::Multiset => occurrences,
        };
        let mut tokens = Tokens::default();
        for (pair, _) in pairs.iter_mut().filter(|(pair, _)| pair.alias == 0) {
            let doc = numbered[pair.b as usize].0;
            let size = self.snapshot.size_of(doc)?;
            let (mut keys, mut occurrences) = (size.keys, size.fingerprints);
            if !(stops.is_empty() && looked_up.stops.is_empty()) {
                tokens.clear();
                self.snapshot
                    .words(doc, |hash, _| tokens.hashes.push(hash))?;
                for (_, places) in self.keys(&tokens).iter().filter(|(key, _)| is_stop(key)) {
                    keys -= 1;
                    occurrences -= places.occurrences;
                }
            }
            pair.a_size += counted(looked_up.size);
            pair.b_size += counted((keys, occurrences));
        }
        Ok(())
    }

    /// Adds the documents that have the very words of the text.
    fn add_same(
        &self,
        query: u32,
        numbered: &[(DocRef, Who)],
        trail: &Trail,
        looked_up: &LookedUp,
        pairs: &mut Vec<(Pair, Vec<Located>)>,
    ) {
        let tokens = trail.tokens as u32;
        let whole = Passage::whole(tokens);
        let is_passage = |align: &AlignOptions| tokens >= align.min_tokens;
        let passage = self.options.align.filter(is_passage).map(|_| whole);
        for (number, _) in (0..)
            .zip(numbered)
            .filter(|(_, (_, who))| *who == Who::Same)
        {
            let pair = Pair::alias(query, number, looked_up.size.0, tokens, passage.is_some());
            let located = passage.map(|passage| Located::new(query, number, &passage));
            pairs.push((pair, located.into_iter().collect()));
        }
    }
}

/// The records of the join that the text takes part in.
fn records(shared: &[Shared], firsts: &BTreeMap<Who, u32>, query: u32) -> Vec<u8> {
    let mut out = Vec::new();
    let [mut own, mut earlier, mut places] = [const { Vec::new() }; 3];
    let mut linked: Vec<(u32, &Places)> = Vec::new();
    for key in shared {
        linked.clear();
        let numbers = key.others.iter().filter_map(|(content, places)| {
            let number = firsts.get(&Who::Found(*content))?;
            Some((*number, places))
        });
        linked.extend(numbers);
        linked.sort_unstable_by_key(|(number, _)| *number);
        let (before, after) =
            linked.split_at(linked.partition_point(|(number, _)| *number < query));
        own.clear();
        key.own.encode(&mut own);
        if !before.is_empty() {
            earlier.clear();
            places.clear();
            let mut last = 0;
            for (number, of) in before {
                put(&mut earlier, u64::from(number - last));
                last = *number;
                of.encode(&mut places);
            }
            let count = before.len();
            encode_record(query, key.link, &own, count, &earlier, &places, &mut out);
        }
        for (number, of) in after {
            earlier.clear();
            put(&mut earlier, query.into());
            places.clear();
            of.encode(&mut places);
            encode_record(*number, key.link, &places, 1, &earlier, &own, &mut out);
        }
    }
    out
}

/// A pair and its passages with `first` as `a`.
fn with_first(first: u32, pair: Pair, passages: Vec<Located>) -> (Pair, Vec<Located>) {
    if pair.a == first {
        return (pair, passages);
    }
    let (a, b) = (pair.b, pair.a);
    let flipped = passages.into_iter().map(|passage| Located {
        a,
        b,
        ..passage.flipped()
    });
    let mut passages: Vec<Located> = flipped.collect();
    passages.sort_unstable();
    let pair = pair.flipped();
    (Pair { a, b, ..pair }, passages)
}

/// The text that is asked about.
#[derive(Debug)]
struct Asked {
    id: String,
    row: Row,
    text: String,
    spans: Vec<ByteSpan>,
    words: Words,
}

impl Asked {
    fn new(document: &Document, tokens: Tokens, fingerprints: u32) -> Self {
        let Document { id, text, .. } = document.clone();
        let shapes = tokens.spans.iter().map(|span| {
            let word = text.get(span.range()).unwrap_or_default();
            Shape::of(word)
        });
        let words = Words {
            words: tokens.hashes.iter().map(|hash| *hash as u32).collect(),
            shapes: shapes.collect(),
        };
        Self {
            id,
            row: Row {
                tokens: tokens.len() as u32,
                fingerprints,
                date: document.date.clone(),
                series: document.series.clone(),
                title: document.title.clone(),
                meta: document.meta.clone(),
            },
            text,
            spans: tokens.spans,
            words,
        }
    }
}

/// The text among what was found.
#[derive(Debug)]
struct Few {
    /// With a place for the text, where nothing is.
    indexed: Indexed,
    query: u32,
    asked: Asked,
}

impl Documents for Few {
    fn len(&self) -> usize {
        self.indexed.len()
    }

    fn id(&self, doc: u32) -> Result<String> {
        if doc == self.query {
            return Ok(self.asked.id.clone());
        }
        self.indexed.id(doc)
    }

    fn row(&self, doc: u32) -> Result<Row> {
        if doc == self.query {
            return Ok(self.asked.row.clone());
        }
        self.indexed.row(doc)
    }

    fn words(&self, doc: u32) -> Result<Words> {
        if doc == self.query {
            return Ok(self.asked.words.clone());
        }
        self.indexed.words(doc)
    }

    fn some_words(&self, _: u32, _: Range<usize>, _: &mut Vec<u32>) -> Result<bool> {
        Ok(false)
    }

    fn text(&self, doc: u32, words: usize) -> Result<(String, Vec<ByteSpan>)> {
        if doc == self.query {
            return Ok((self.asked.text.clone(), self.asked.spans.clone()));
        }
        self.indexed.text(doc, words)
    }
}
