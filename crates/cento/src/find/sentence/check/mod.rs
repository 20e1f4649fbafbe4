//! One text against the sentences of an index.
//!
//! The answer is that of a run with the text against all documents of the index. How sentences are found that share enough words
//! is another matter: by these ([`words`]), or by signatures that are near ([`near`]).

mod near;
mod words;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use zerocopy::IntoBytes;

use self::near::NearSentences;
use self::words::WordLists;
use super::matches::{Shared, pair_of};
use super::ranks::weight;
use crate::align::Passage;
use crate::error::Result;
use crate::find::FindOptions;
use crate::find::check::{Asked, Checked, Few, NearTrail, Trail, cache_bytes};
use crate::find::indexed::Indexed;
use crate::find::pairs::{Located, Pair};
use crate::find::store::{Sketched, Store};
use crate::fingerprint::{Candidates, Comparison, Method, SENTENCE, Sentences, Sketch};
use crate::hash::digest;
use crate::index::{ContentRef, DocRef, Snapshot, key56};
use crate::prepare::content;
use crate::read::Document;
use crate::span::TokenSpan;
use crate::token::{Tokenizer, Tokens, Words};

/// A sentence of the index.
type Id = (ContentRef, TokenSpan);

/// Sentences of the text and of each content that match.
type Found = BTreeMap<ContentRef, Vec<(TokenSpan, TokenSpan, Shared)>>;

/// Checks texts against one snapshot.
pub(crate) struct SentenceChecker<'a> {
    snapshot: &'a Arc<Snapshot>,
    options: &'a FindOptions,
    method: &'a Method,
    split: Words,
    count: OnceLock<u32>,
    /// How many sentences have each word, of words asked about lately.
    counts: Mutex<HashMap<u64, usize>>,
    way: Way<'a>,
}

/// How sentences are found.
enum Way<'a> {
    Words(WordLists<'a>),
    Near(NearSentences<'a>),
}

/// Words whose counts are at hand.
const COUNTS: usize = 1 << 16;

/// A sentence of the text.
struct Asking {
    span: TokenSpan,
    /// From the rarest on.
    words: Vec<Word>,
    /// How many of them another must have, and what these must weigh at least.
    enough: u32,
    least_weight: u32,
}

/// A word of a sentence.
struct Word {
    key: u64,
    /// How many sentences of the index have it, and how many with those of the text.
    known: usize,
    count: u32,
    weight: u32,
}

impl Asking {
    /// Whether a sentence of the index can match at all.
    fn may_match(&self) -> bool {
        let known = self.words.iter().filter(|word| word.known > 0);
        let weight: u32 = known.clone().map(|word| word.weight).sum();
        known.count() as u32 >= self.enough && weight >= self.least_weight
    }

    /// What all its words weigh.
    fn weight(&self) -> u32 {
        self.words.iter().map(|word| word.weight).sum()
    }
}

/// What the words weigh that a content has of the sentences of a text, then how many there are: of each sentence those
/// of its best match.
fn amount(matches: &[(TokenSpan, TokenSpan, Shared)]) -> (u64, u64) {
    let mut best: BTreeMap<TokenSpan, (u32, u32)> = BTreeMap::new();
    for (own, _, shared) in matches {
        let best = best.entry(*own).or_default();
        *best = shared.amount().max(*best);
    }
    let add = |(weight, words): (u64, u64), (more, others): &(u32, u32)| {
        (weight + u64::from(*more), words + u64::from(*others))
    };
    best.values().fold((0, 0), add)
}

impl<'a> SentenceChecker<'a> {
    pub(crate) fn new(
        snapshot: &'a Arc<Snapshot>,
        options: &'a FindOptions,
        method: &'a Method,
    ) -> Self {
        let way = match method.comparison {
            Comparison::Sentences(Candidates::Near { signing, distance }) => {
                Way::Near(NearSentences::new(snapshot, signing, distance, options))
            }
            _ => Way::Words(WordLists::new(snapshot, options.memory)),
        };
        Self {
            snapshot,
            options,
            method,
            split: Words::default(),
            count: OnceLock::new(),
            counts: Mutex::default(),
            way,
        }
    }

    /// Finds the `limit` documents that have most of the text's words in their sentences, by what these weigh.
    pub(crate) fn check(&self, document: &Document, limit: usize) -> Result<Checked> {
        let mut tokens = Tokens::default();
        self.split.tokenize(&document.text, &mut tokens);
        let words = digest(tokens.hashes.as_bytes());
        let mut sketch = Sketch::default();
        self.method
            .fingerprint(&self.split, &document.text, &mut tokens, &mut sketch);
        let content = match tokens.is_empty() {
            true => None,
            false => {
                self.snapshot
                    .content_with(content(words, &tokens, document.layout.as_deref()))?
            }
        };
        let own = &sketch.sentences;
        // A text that is there already counts once.
        let is_new = content.is_none();
        let mut counts: HashMap<u64, u32> = HashMap::new();
        for at in 0..own.len() {
            let words = own.get(at).1.iter();
            words.for_each(|key| *counts.entry(*key).or_default() += u32::from(is_new));
        }
        let own_count = own.len() as u32 * u32::from(is_new);
        let all = self.sentences()?.saturating_add(own_count);
        let mut known: HashMap<u64, bool> = HashMap::new();
        let mut asking = Vec::with_capacity(own.len());
        for at in 0..own.len() {
            let (span, keys) = own.get(at);
            let mut words = Vec::with_capacity(keys.len());
            for &key in keys {
                let in_index = self.known(key)?;
                let count = (in_index as u32).saturating_add(counts[&key]);
                known.insert(key, in_index > 0);
                words.push(Word {
                    key,
                    known: in_index,
                    count,
                    weight: weight(all, count),
                });
            }
            // From the rarest on, as in a run.
            words.sort_unstable_by_key(|word| (word.count, word.key));
            asking.push(Asking {
                span,
                enough: self.options.sentence.enough(words.len() as u32),
                least_weight: self.options.sentence.least_weight(all),
                words,
            });
        }
        let mut trail = Trail {
            tokens: tokens.len() as u64,
            keys: counts.len() as u64,
            known_keys: known.values().filter(|known| **known).count() as u64,
            ..Trail::default()
        };
        let mut found = Found::new();
        let mut each = |asking: &Asking, (other, place): Id, shared: Shared| {
            if Some(other) != content {
                let found = found.entry(other).or_default();
                found.push((asking.span, place, shared));
            }
        };
        let may_match = asking.iter().filter(|asking| asking.may_match());
        let may_match: Vec<&Asking> = may_match.collect();
        match &self.way {
            Way::Words(lists) => lists.find(&may_match, &mut each)?,
            Way::Near(near) => {
                let found = near.find(&may_match, self.sentences()?, &mut each)?;
                let threshold = self.options.sentence.threshold;
                trail.near = Some(NearTrail {
                    threshold,
                    predicted: near.recall(own.mean_words().unwrap_or(0.0), threshold),
                    ..found
                });
            }
        }
        for (&content, found) in &found {
            let end = found.iter().map(|(_, place, _)| place.end).max();
            self.snapshot.reaches(content, end.unwrap_or(0))?;
        }
        trail.sharing = found.len() as u64;
        trail.candidates = found.values().map(|found| found.len() as u64).sum();
        self.answer(document, tokens, content, own, found, limit, trail)
    }

    /// How many sentences the index has.
    fn sentences(&self) -> Result<u32> {
        if let Some(&count) = self.count.get() {
            return Ok(count);
        }
        let count = self.snapshot.count(key56(SENTENCE))? as u32;
        Ok(*self.count.get_or_init(|| count))
    }

    /// How many sentences of the index have a word.
    fn known(&self, key: u64) -> Result<usize> {
        let counts = || self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&known) = counts().get(&key) {
            return Ok(known);
        }
        let known = match self.way {
            Way::Words(_) => self.snapshot.count(key56(key))?,
            Way::Near(_) => self.snapshot.sentences_with(key)?,
        };
        let mut counts = counts();
        if counts.len() == COUNTS {
            counts.clear();
        }
        counts.insert(key, known);
        Ok(known)
    }

    /// What was found, by document.
    #[expect(clippy::too_many_arguments, reason = "all that is known")]
    fn answer(
        &self,
        document: &Document,
        tokens: Tokens,
        content: Option<ContentRef>,
        own: &Sentences,
        found: Found,
        limit: usize,
        mut trail: Trail,
    ) -> Result<Checked> {
        let mut documents = vec![DocRef::END];
        // Each with how much it has of the text.
        let mut pairs: Vec<((u64, u64), Pair, Vec<Located>)> = Vec::new();
        let most = self.options.max_copies.saturating_add(1);
        let mut copies = |content| -> Result<Vec<u32>> {
            let mut numbers = Vec::new();
            for &doc in self.snapshot.documents_of(content)?.iter().take(most) {
                numbers.push(documents.len() as u32);
                documents.push(doc);
            }
            Ok(numbers)
        };
        let has_passages = self.options.align.is_some();
        if let Some(content) = content {
            for number in copies(content)? {
                let tokens = tokens.len() as u32;
                let pair = Pair::alias(0, number, own.words(), tokens, has_passages);
                let whole = has_passages.then(|| Located {
                    overlap: pair.overlap,
                    ..Located::new(0, number, &Passage::whole(tokens))
                });
                pairs.push(((0, 0), pair, whole.into_iter().collect()));
            }
        }
        for (content, matches) in found {
            let amount = amount(&matches);
            for number in copies(content)? {
                let located = |&(own, other, shared): &(TokenSpan, TokenSpan, Shared)| {
                    shared.between((0, own), (number, other), shared.of_first())
                };
                let mut group: Vec<Located> = matches.iter().map(located).collect();
                group.sort_unstable();
                let (pair, located) = pair_of(&group, [own.len() as u32, 0], has_passages);
                pairs.push((amount, pair, located));
            }
        }
        trail.found = pairs.len() as u64;
        pairs.sort_by_key(|(amount, pair, _)| {
            (
                Reverse(pair.alias),
                Reverse(*amount),
                documents[pair.b as usize],
            )
        });
        pairs.truncate(limit);
        let pairs = pairs.into_iter().map(|(_, pair, located)| (pair, located));
        let mut pairs: Vec<(Pair, Vec<Located>)> = pairs.collect();
        let mut theirs = Sentences::default();
        for (pair, passages) in pairs.iter_mut().filter(|(pair, _)| pair.alias == 0) {
            theirs.clear();
            self.snapshot
                .sentences_of(documents[pair.b as usize], &mut theirs)?;
            pair.b_size = theirs.len() as u32;
            for passage in passages {
                let at = theirs.beginning_at(passage.b_span.begin);
                let words = at.map_or(0, |at| theirs.get(at).1.len()) as u32;
                passage.counts.inserted = words.saturating_sub(passage.counts.matched);
            }
        }
        let few = Few {
            indexed: Indexed::some(self.snapshot, documents),
            query: 0,
            asked: Asked::new(
                document,
                &self.split,
                tokens,
                trail.keys as u32,
                false,
                Sketched::default(),
            ),
        };
        Ok(Checked {
            store: Store::new(few, cache_bytes(self.options), 0),
            pairs,
            trail,
        })
    }
}
