//! One text against the sentences of an index.
//!
//! The answer is that of a run with the text against all documents of the index. Each word of a sentence is looked up; a
//! sentence that must be found by half of them stands in one of the shorter lists, and in how many of the others is
//! told by going along with these.
//!
//! - Cost: the lengths of the shorter lists; those of words that came before are at hand.
//! - Source: Li, Lu and Lu, ICDE 2008 (lists of different length are divided, the long ones skipped through).

use std::cell::{Cell, OnceCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use zerocopy::IntoBytes;

use super::matches::{Match, Shared, pair_of};
use super::ranks::weight;
use crate::align::Passage;
use crate::error::Result;
use crate::find::FindOptions;
use crate::find::check::{Asked, Checked, Few, Trail, cache_bytes};
use crate::find::indexed::Indexed;
use crate::find::pairs::{Located, Pair};
use crate::find::store::{Sketched, Store};
use crate::fingerprint::{
    Candidates, Comparison, Fingerprint, Method, SENTENCE, Signing, Sketch, half,
};
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
    lists: Mutex<Lists>,
}

/// The sentences that have each word, of words looked up lately.
#[derive(Default)]
struct Lists {
    by_key: HashMap<u64, Arc<Vec<Id>>>,
    bytes: usize,
    /// How many there are of each, of a few words more.
    counts: HashMap<u64, usize>,
}

/// Words whose counts are at hand.
const COUNTS: usize = 1 << 16;

/// A word of a sentence.
struct Word {
    key: u64,
    /// How many sentences of the index have it, and how many with those of the text.
    known: usize,
    count: u32,
    /// Those sentences, where they were asked for.
    list: OnceCell<Arc<Vec<Id>>>,
    /// How often one was asked for alone.
    asked: Cell<usize>,
}

/// One in so many sentences of a word may be asked for alone before all are fetched.
const ASKED_ALONE: usize = 256;

impl<'a> SentenceChecker<'a> {
    pub(crate) fn new(
        snapshot: &'a Arc<Snapshot>,
        options: &'a FindOptions,
        method: &'a Method,
    ) -> Self {
        Self {
            snapshot,
            options,
            method,
            split: Words::default(),
            count: OnceLock::new(),
            lists: Mutex::default(),
        }
    }

    /// Finds the `limit` documents that have most words of the text in their sentences.
    pub(crate) fn check(&self, document: &Document, limit: usize) -> Result<Checked> {
        let mut tokens = Tokens::default();
        self.split.tokenize(&document.text, &mut tokens);
        let mut trail = Trail {
            tokens: tokens.len() as u64,
            ..Trail::default()
        };
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
        let own = sentences(&sketch.fingerprints);
        // A text that is there already counts once.
        let is_new = content.is_none();
        let mut counts: HashMap<u64, u32> = HashMap::new();
        for words in own.values() {
            words
                .iter()
                .for_each(|key| *counts.entry(*key).or_default() += u32::from(is_new));
        }
        trail.keys = counts.len() as u64;
        let all = self.sentences()? + own.len() as u32 * u32::from(is_new);
        let mut found = Found::new();
        let mut known: HashMap<u64, bool> = HashMap::new();
        for (&span, keys) in &own {
            let mut words = Vec::with_capacity(keys.len());
            for &key in keys {
                let word = self.word(key, counts[&key])?;
                known.insert(key, word.known > 0);
                words.push(word);
            }
            // From the rarest on, as in a run.
            words.sort_unstable_by_key(|word| (word.count, word.key));
            self.sentence(&words, all, &mut |(other, place), shared| {
                if Some(other) != content {
                    found.entry(other).or_default().push((span, place, shared));
                }
            })?;
        }
        if let Comparison::Sentences(Candidates::Near { signing, distance }) =
            self.method.comparison
        {
            self.retain_near(signing, distance, &own, &mut found)?;
        }
        trail.known_keys = known.values().filter(|known| **known).count() as u64;
        trail.sharing = found.len() as u64;
        trail.candidates = found.values().map(|found| found.len() as u64).sum();
        self.answer(document, tokens, content, &own, found, limit, trail)
    }

    /// Leaves only sentences whose signatures are near. What shares enough words is found by these, which costs less than
    /// to look up near values.
    fn retain_near(
        &self,
        signing: Signing,
        distance: u32,
        own: &BTreeMap<TokenSpan, Vec<u64>>,
        found: &mut Found,
    ) -> Result<()> {
        let signature = |words: Option<&Vec<u64>>| {
            signing.signature(words.into_iter().flatten().map(|key| half(*key)))
        };
        for (content, matches) in &mut *found {
            let documents = self.snapshot.documents_of(*content)?;
            let theirs = match documents.first() {
                Some(&doc) => self.sentences_of(doc)?,
                None => BTreeMap::new(),
            };
            matches.retain(|(span, place, _)| {
                let difference = signature(own.get(span)) ^ signature(theirs.get(place));
                difference.count_ones() <= distance
            });
        }
        found.retain(|_, matches| !matches.is_empty());
        Ok(())
    }

    /// The sentences of a document in the index.
    fn sentences_of(&self, doc: DocRef) -> Result<BTreeMap<TokenSpan, Vec<u64>>> {
        let text = self.snapshot.text(doc)?;
        let (mut tokens, mut sketch) = (Tokens::default(), Sketch::default());
        self.split.tokenize(&text, &mut tokens);
        self.method
            .fingerprint(&self.split, &text, &mut tokens, &mut sketch);
        Ok(sentences(&sketch.fingerprints))
    }

    /// Calls `each` with every sentence of the index that shares enough of the words, which come from the rarest on.
    fn sentence(&self, words: &[Word], all: u32, each: &mut dyn FnMut(Id, Shared)) -> Result<()> {
        let enough = self.options.sentence.enough(words.len() as u32) as usize;
        let lists: Vec<&Word> = words.iter().filter(|word| word.known > 0).collect();
        if lists.len() < enough {
            return Ok(());
        }
        let weight_of = |word: &Word| weight(all, word.count);
        let weights: Vec<u32> = lists.iter().map(|word| weight_of(word)).collect();
        let least_weight = self.options.sentence.least_weight(all);
        let whole: u32 = words.iter().map(weight_of).sum();
        let mut left: u32 = weights.iter().sum();
        for first in 0..=lists.len() - enough {
            // This word and those that are more frequent do not weigh enough.
            if left < least_weight {
                break;
            }
            // Of those behind it so many may lack what it has.
            let may_lack = lists.len() - first - enough;
            let mut cursors = vec![0; lists.len()];
            'ids: for &id in self.list_of(lists[first])? {
                let (mut lacking, mut shared) = (0, left);
                for at in first + 1..lists.len() {
                    if !self.has(lists[at], id, &mut cursors[at])? {
                        lacking += 1;
                        shared -= weights[at];
                        if lacking > may_lack || shared < least_weight {
                            continue 'ids;
                        }
                    }
                }
                for (list, cursor) in lists[..first].iter().zip(&mut cursors) {
                    if self.has(list, id, cursor)? {
                        // It came with that.
                        continue 'ids;
                    }
                }
                let count = (lists.len() - first - lacking) as u32;
                let of = [words.len() as u32, count];
                each(id, Shared::new(count, of, (shared, whole)));
            }
            left -= weights[first];
        }
        Ok(())
    }

    /// How many sentences the index has.
    fn sentences(&self) -> Result<u32> {
        if let Some(&count) = self.count.get() {
            return Ok(count);
        }
        let count = self.snapshot.count(key56(SENTENCE))? as u32;
        Ok(*self.count.get_or_init(|| count))
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A word that the text has in so many sentences of its own.
    fn word(&self, key: u64, own: u32) -> Result<Word> {
        let at_hand = self.lists().by_key.get(&key56(key)).cloned();
        let known = match &at_hand {
            Some(list) => list.len(),
            None => self.known(key56(key))?,
        };
        Ok(Word {
            key,
            known,
            count: known as u32 + own,
            list: at_hand.map_or_else(OnceCell::new, OnceCell::from),
            asked: Cell::new(0),
        })
    }

    /// How many sentences of the index have a word.
    fn known(&self, key: u64) -> Result<usize> {
        if let Some(&known) = self.lists().counts.get(&key) {
            return Ok(known);
        }
        let known = self.snapshot.count(key)?;
        let mut lists = self.lists();
        if lists.counts.len() == COUNTS {
            lists.counts.clear();
        }
        lists.counts.insert(key, known);
        Ok(known)
    }

    /// The sentences that have a word.
    fn list_of<'w>(&self, word: &'w Word) -> Result<&'w [Id]> {
        if let Some(list) = word.list.get() {
            return Ok(list);
        }
        let list = self.list(key56(word.key), word.known)?;
        Ok(word.list.get_or_init(|| list))
    }

    /// Whether a sentence has a word. Those asked about come in order; `cursor` is how far the list was gone through. The list
    /// of a frequent word, of which few are asked about, is not fetched.
    fn has(&self, word: &Word, (content, span): Id, cursor: &mut usize) -> Result<bool> {
        let asked = word.asked.get();
        if word.list.get().is_none() && asked < word.known / ASKED_ALONE {
            word.asked.set(asked + 1);
            return self
                .snapshot
                .stands_in(key56(word.key), content, span.begin);
        }
        let list = self.list_of(word)?;
        Ok(is_in(list, (content, span), cursor))
    }

    fn list(&self, key: u64, length: usize) -> Result<Arc<Vec<Id>>> {
        let mut list = Vec::with_capacity(length);
        self.snapshot.find(key, |content, place| {
            list.push((content, place.span));
            Ok(())
        })?;
        let list = Arc::new(list);
        let mut lists = self.lists();
        let bytes = size_of_val(list.as_slice()) + 64;
        if lists.bytes + bytes > self.options.memory / 4 {
            (lists.by_key, lists.bytes) = Default::default();
        }
        lists.bytes += bytes;
        lists.by_key.insert(key, list.clone());
        Ok(list)
    }

    /// What was found, by document.
    #[expect(clippy::too_many_arguments, reason = "all that is known")]
    fn answer(
        &self,
        document: &Document,
        tokens: Tokens,
        content: Option<ContentRef>,
        own: &BTreeMap<TokenSpan, Vec<u64>>,
        found: Found,
        limit: usize,
        mut trail: Trail,
    ) -> Result<Checked> {
        let mut documents = vec![DocRef::END];
        let mut pairs: Vec<(Pair, Vec<Located>)> = Vec::new();
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
                let pair = Pair::alias(0, number, own.len() as u32, tokens, has_passages);
                let whole = has_passages.then(|| Located::new(0, number, &Passage::whole(tokens)));
                pairs.push((pair, whole.into_iter().collect()));
            }
        }
        for (content, matches) in found {
            for number in copies(content)? {
                let located = |&(own, other, shared): &(TokenSpan, TokenSpan, Shared)| {
                    Match::between((0, own), (number, other), shared, shared.of_first())
                };
                let mut group: Vec<Match> = matches.iter().map(located).collect();
                group.sort_unstable();
                pairs.push(pair_of(&group, [own.len() as u32, 0], has_passages));
            }
        }
        trail.found = pairs.len() as u64;
        pairs.sort_by_key(|(pair, _)| {
            (
                Reverse(pair.alias),
                Reverse(pair.a_matched),
                documents[pair.b as usize],
            )
        });
        pairs.truncate(limit);
        for (pair, passages) in pairs.iter_mut().filter(|(pair, _)| pair.alias == 0) {
            let theirs = self.sentences_of(documents[pair.b as usize])?;
            pair.b_size = theirs.len() as u32;
            for passage in passages {
                let words = theirs.get(&passage.b_span).map_or(0, Vec::len) as u32;
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

/// Whether a list has a sentence, from `cursor` on, which is moved to where it is or would be.
fn is_in(list: &[Id], id: Id, cursor: &mut usize) -> bool {
    let rest = &list[*cursor..];
    // Steps that double, then what lies between the last two.
    let mut step = 1;
    while step < rest.len() && rest[step] < id {
        step *= 2;
    }
    let from = step / 2;
    let to = (step + 1).min(rest.len());
    *cursor += from + rest[from..to].partition_point(|other| *other < id);
    list.get(*cursor) == Some(&id)
}

/// The words of each sentence.
fn sentences(fingerprints: &[Fingerprint]) -> BTreeMap<TokenSpan, Vec<u64>> {
    let mut sentences: BTreeMap<TokenSpan, Vec<u64>> = BTreeMap::new();
    for fingerprint in fingerprints
        .iter()
        .filter(|fingerprint| fingerprint.key != SENTENCE)
    {
        sentences
            .entry(fingerprint.span)
            .or_default()
            .push(fingerprint.key);
    }
    sentences
}
