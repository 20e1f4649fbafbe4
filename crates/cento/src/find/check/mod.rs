//! One text against an index.
//!
//! The answer is that of a run over all documents of the index with the text behind them, as far as the
//! text takes part in it: its keys are looked up, the few documents that share enough of them are numbered
//! in their order, and measured as in any run.

mod few;
mod lookup;
mod records;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use zerocopy::IntoBytes;

use super::asking::Asking as AskedBy;
use super::copies::Copies;
use super::hits::{Link, Places};
use super::indexed::Indexed;
use super::join::{Frequent, Joined, Size};
use super::pairs::{Located, Pair, Pairing};
use super::store::{Sketched, Store};
use super::{Counting, FindOptions};
use crate::align::{AlignOptions, Passage};
use crate::error::Result;
use crate::fingerprint::{Comparison, Method};
use crate::hash::digest;
use crate::index::{ContentRef, DocRef, Snapshot};
use crate::prepare::{self, Gallery, pictures};
use crate::read::Document;
use crate::spill::{Partitions, Temp};
use crate::token::count_words;
use crate::token::{Tokenizer, Tokens, Words as Split};
use crate::watch::Unwatched;
pub(super) use few::{Asked, Few};
use lookup::{Asking, Shared};
use records::Records;

/// Checks texts against one snapshot.
pub(crate) struct Checker<'a> {
    snapshot: &'a Arc<Snapshot>,
    options: &'a FindOptions,
    method: &'a Method,
    max_df: u32,
    /// Bytes for the hits of a text, in memory.
    hit_bytes: usize,
    temp: Temp,
    split: Split,
    /// The pictures of the index, once they are asked for.
    gallery: Mutex<Option<Gallery<'static>>>,
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
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
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
    /// How sentences were found by their signatures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<NearTrail>,
}

/// How sentences were found by their signatures.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct NearTrail {
    /// In how many bits signatures may differ.
    pub distance: u32,
    /// The least share of words that matches have.
    pub threshold: f64,
    /// What is found of those that have just that, as the formula says for sentences of as many words as those of the text have on
    /// the average.
    pub predicted: f64,
    /// Values that were looked up; none where all sentences were gone through.
    pub values: u64,
    /// Sentences that stand there, for each of the text, or all of them.
    pub met: u64,
}

/// Memory for words and texts that were fetched, at most.
const CACHE: usize = 32 << 20;

/// Memory for words and texts that are fetched for an answer.
pub(super) fn cache_bytes(options: &FindOptions) -> usize {
    CACHE.min(options.memory / (4 * options.threads.max(1)))
}

/// Bytes of memory for each word of a text: its hash, its place and its shape, twice, and a fingerprint that is sorted.
const BYTES_A_WORD: usize = 80;

/// Memory for results before they are sorted on disk.
const RESULTS: usize = 1 << 20;

/// Pairs beyond those asked for that are held before the least of them go.
const MORE_PAIRS: usize = 1 << 10;

/// What the keys of a text gave.
#[derive(Default)]
struct LookedUp {
    /// Keys that are stop fingerprints only because the text has them too.
    stops: HashSet<u64>,
    /// Distinct keys of the text and their occurrences, without stop fingerprints.
    size: (u32, u32),
    /// The keys that are shared; none where they are so many that they are looked up once more instead.
    shared: Option<Vec<Shared>>,
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
            max_df: match method.comparison {
                Comparison::Containment | Comparison::Runs(_) | Comparison::Sentences(_) => {
                    options.max_df.unwrap_or(method.max_df)
                }
                // Keys are looked up in any case; it is what they lead to that costs.
                Comparison::Order => u32::MAX,
            },
            hit_bytes: options.memory / (4 * options.threads.max(1)),
            temp: Temp::new(options.temp.clone()),
            split: Split::default(),
            gallery: Mutex::new(None),
        }
    }

    /// Memory that a text takes while it is checked, besides what it shares.
    pub(crate) fn bytes_for(text: &str) -> usize {
        3 * text.len() + BYTES_A_WORD * count_words(text)
    }

    /// Finds the `limit` documents that have most words of the text.
    pub(crate) fn check(&self, document: &Document, limit: usize) -> Result<Checked> {
        let hung = self.hung(document)?;
        let document = hung.as_ref().unwrap_or(document);
        let mut tokens = Tokens::default();
        self.split.tokenize(&document.text, &mut tokens);
        let mut trail = Trail {
            tokens: tokens.len() as u64,
            ..Trail::default()
        };
        // Documents with the very words of the text.
        let (mut content, mut same) = (None, Vec::new());
        if !tokens.is_empty() {
            let words = digest(tokens.hashes.as_bytes());
            let own = prepare::content(words, &tokens, document.layout.as_deref());
            content = self.snapshot.content_with(own)?;
        }
        if let Some(content) = content {
            same = self.snapshot.documents_of(content)?.into_owned();
        }
        let place = same.first().copied().unwrap_or(DocRef::END);
        let (fingerprints, is_word_list) =
            self.fingerprints(&document.text, document.layout.as_deref(), &mut tokens);
        let asking = Asking {
            fingerprints: &fingerprints,
            content,
            place,
        };
        let mut hits: HashMap<ContentRef, u32> = HashMap::new();
        let looked_up = self.count(&asking, &mut hits, &mut trail)?;
        trail.sharing = hits.len() as u64;
        self.retain_enough(looked_up.size.0, &mut hits)?;
        trail.candidates = hits.len() as u64;

        let mut numbered = vec![(place, Who::Query)];
        numbered.extend(same.iter().map(|&doc| (doc, Who::Same)));
        #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
        for &content in hits.keys() {
            let documents = self.snapshot.documents_of(content)?;
            // Further copies have no rows.
            let some = documents
                .iter()
                .take(self.options.max_copies.saturating_add(1));
            numbered.extend(some.map(|&doc| (doc, Who::Found(content))));
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
            hits: self.records(&asking, &looked_up, &firsts)?,
            asking: AskedBy::default(),
            frequent: Frequent::default(),
        };
        let documents = numbered.iter().map(|&(doc, _)| doc).collect();
        let sketch = match self.method.comparison {
            Comparison::Containment | Comparison::Runs(_) | Comparison::Sentences(_) => {
                Sketched::default()
            }
            Comparison::Order => Sketched::new(asking.fingerprints),
        };
        let few = Few {
            indexed: Indexed::some(self.snapshot, documents),
            query,
            asked: Asked::new(
                document,
                &self.split,
                tokens,
                trail.keys as u32,
                is_word_list,
                sketch,
            ),
        };
        let bytes = cache_bytes(self.options);
        let store = Store::new(few, bytes, bytes / 8);
        let paired = Pairing {
            min_hits: self.options.min_hits,
            counting: self.options.counting,
            order: self.options.by_order(),
            runs: self.options.by_runs(),
            max_copies: self.options.max_copies,
            copies: &Copies::of(numbered.len(), copies),
            // Copies among what is found are no pairs of the text: none is given a length.
            tokens_of_originals: &[],
            align: self.options.align,
            store: &store,
            threads: 1,
            partition_bytes: self.hit_bytes,
            result_bytes: RESULTS,
            temp: &self.temp,
            watch: &Unwatched,
        }
        .run(&joined)?;
        let mut pairs = Vec::new();
        let keep_best = |pairs: &mut Vec<(Pair, Vec<Located>)>| {
            pairs.sort_by_key(|(pair, _)| (Reverse(pair.a_matched), pair.b));
            pairs.truncate(limit);
        };
        let mut passages = paired.passages.iter()?;
        for pair in paired.pairs.iter()? {
            let pair = pair?;
            let passages = passages.by_ref().take(pair.passages as usize);
            let passages = passages.collect::<Result<Vec<_>>>()?;
            pairs.push(with_first(query, pair, passages));
            trail.found += 1;
            if pairs.len() > limit.saturating_mul(2).saturating_add(MORE_PAIRS) {
                keep_best(&mut pairs);
            }
        }
        trail.found += same.len() as u64;
        self.add_same(query, &numbered, &trail, &looked_up, &mut pairs);
        keep_best(&mut pairs);
        if self.method.comparison == Comparison::Containment {
            self.add_sizes(&numbered, &looked_up, &mut pairs)?;
        }
        Ok(Checked {
            store,
            pairs,
            trail,
        })
    }

    /// The document with the values of pictures in the index that its own look like, if any differ.
    fn hung(&self, document: &Document) -> Result<Option<Document>> {
        if document.layout.is_none() || pictures(&document.text).next().is_none() {
            return Ok(None);
        }
        let mut gallery = self.gallery.lock().unwrap_or_else(PoisonError::into_inner);
        let gallery = match &mut *gallery {
            Some(gallery) => gallery,
            none => {
                let mut all = Gallery::new(self.options.memory / 64, &self.temp);
                self.snapshot
                    .pictures(&mut |value, look| all.hang_earlier(value, look))?;
                none.insert(all)
            }
        };
        // What hangs there is not to depend on texts that were checked before.
        let mut hung = document.clone();
        let changed = Gallery::before(gallery).hang(&mut hung)?;
        Ok(changed.then_some(hung))
    }

    /// Leaves only the contents that share enough keys with a text that has so many.
    fn retain_enough(&self, keys: u32, hits: &mut HashMap<ContentRef, u32>) -> Result<()> {
        let min_hits = self.options.min_hits;
        hits.retain(|_, hits| *hits >= min_hits);
        let Some(order) = self.options.by_order() else {
            return Ok(());
        };
        let mut few = HashSet::new();
        #[expect(clippy::iter_over_hash_type, reason = "each for itself")]
        for (&content, &hits) in hits.iter() {
            let documents = self.snapshot.documents_of(content)?;
            if let Some(&first) = documents.first()
                && hits < order.least(keys, self.snapshot.facts(first)?.keys)
            {
                few.insert(content);
            }
        }
        hits.retain(|content, _| !few.contains(content));
        Ok(())
    }

    /// Counts the keys that each content shares with a text.
    fn count(
        &self,
        asking: &Asking<'_>,
        hits: &mut HashMap<ContentRef, u32>,
        trail: &mut Trail,
    ) -> Result<LookedUp> {
        let mut looked_up = LookedUp {
            shared: Some(Vec::new()),
            ..LookedUp::default()
        };
        let stops = self.snapshot.stops(self.max_df)?;
        let mut weight = 0;
        self.look_up(asking, &stops, |key| {
            trail.keys += 1;
            trail.known_keys += u64::from(key.is_known);
            if key.link == Link::Stop {
                trail.stop_keys += 1;
                if !stops.contains(&key.key) {
                    looked_up.stops.insert(key.key);
                }
            } else {
                looked_up.size.0 += 1;
                looked_up.size.1 += key.own.occurrences;
            }
            for (content, _) in &key.others {
                *hits.entry(*content).or_default() += 1;
            }
            if !key.others.is_empty()
                && let Some(shared) = &mut looked_up.shared
            {
                weight += key.weight();
                shared.push(key);
                if weight > self.hit_bytes {
                    looked_up.shared = None;
                }
            }
            Ok(())
        })?;
        Ok(looked_up)
    }

    /// The records of the keys that a text shares with those contents that have a number.
    fn records(
        &self,
        asking: &Asking<'_>,
        looked_up: &LookedUp,
        firsts: &BTreeMap<Who, u32>,
    ) -> Result<Partitions<u8>> {
        let mut records = Records::new(firsts, self.hit_bytes, &self.temp);
        match &looked_up.shared {
            Some(shared) => shared.iter().try_for_each(|key| records.add(key))?,
            None => {
                let stops = self.snapshot.stops(self.max_df)?;
                self.look_up(asking, &stops, |key| records.add(&key))?;
            }
        }
        records.finish()
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
            let size = self.snapshot.facts(doc)?;
            let (mut keys, mut occurrences) = (size.keys, size.fingerprints);
            if !(stops.is_empty() && looked_up.stops.is_empty()) {
                tokens.clear();
                let layout = self.snapshot.row(doc)?.layout;
                let mut text = String::new();
                match &layout {
                    Some(_) => {
                        text = self.snapshot.text(doc)?;
                        self.split.tokenize(&text, &mut tokens);
                    }
                    None => self
                        .snapshot
                        .words(doc, |hash, _| tokens.hashes.push(hash))?,
                }
                let (fingerprints, _) = self.fingerprints(&text, layout.as_deref(), &mut tokens);
                let stops = self.keys(&fingerprints).filter(|(key, ..)| is_stop(key));
                for (_, places, _) in stops {
                    let less = || {
                        let occurrences = occurrences.checked_sub(places.occurrences)?;
                        Some((keys.checked_sub(1)?, occurrences))
                    };
                    let fewer = || {
                        self.snapshot
                            .damaged(doc.segment, "a document has more keys than it says")
                    };
                    (keys, occurrences) = less().ok_or_else(fewer)?;
                }
            }
            pair.a_size = pair.a_size.saturating_add(counted(looked_up.size));
            pair.b_size = pair.b_size.saturating_add(counted((keys, occurrences)));
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
