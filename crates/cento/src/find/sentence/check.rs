//! One text against the sentences of an index.
//!
//! The answer is that of a run with the text against all documents of the index. Each word of a sentence is looked up; a
//! sentence that must be found by half of them stands in one of the shorter lists, and in how many of the others is
//! told by going along with these.
//!
//! - Cost: the lengths of the shorter lists; those of words that came before are at hand.
//! - Source: Li, Lu and Lu, ICDE 2008 (lists of different length are divided, the long ones skipped through).

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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
}

/// A word of a sentence.
#[derive(Clone)]
struct Word {
    list: Arc<Vec<Id>>,
    /// How many sentences have it.
    count: u32,
    key: u64,
}

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
            false => self.snapshot.content_with(content(words, &tokens))?,
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
                let list = self.list(key56(key))?;
                let count = list.len() as u32 + counts[&key];
                known.insert(key, !list.is_empty());
                words.push(Word { list, count, key });
            }
            // From the rarest on, as in a run.
            words.sort_unstable_by_key(|word| (word.count, word.key));
            self.sentence(&words, all, &mut |(other, place), shared| {
                if Some(other) != content {
                    found.entry(other).or_default().push((span, place, shared));
                }
            });
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
    fn sentence(&self, words: &[Word], all: u32, each: &mut dyn FnMut(Id, Shared)) {
        let enough = self.options.sentence.enough(words.len() as u32) as usize;
        let lists: Vec<&Word> = words.iter().filter(|word| !word.list.is_empty()).collect();
        if lists.len() < enough {
            return;
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
            left -= weights[first];
            // Of those behind it so many may lack what it has.
            let may_lack = lists.len() - first - enough;
            let mut cursors = vec![0; lists.len()];
            'ids: for &id in lists[first].list.iter() {
                for (list, cursor) in lists[..first].iter().zip(&mut cursors) {
                    if list.has(id, cursor) {
                        // It came with that.
                        continue 'ids;
                    }
                }
                let (mut count, mut shared, mut lacking) = (1, weights[first], 0);
                for at in first + 1..lists.len() {
                    if lists[at].has(id, &mut cursors[at]) {
                        count += 1;
                        shared += weights[at];
                    } else {
                        lacking += 1;
                        if lacking > may_lack {
                            continue 'ids;
                        }
                    }
                }
                if shared < least_weight {
                    continue;
                }
                let share = f64::from(shared) / f64::from(whole.max(1));
                each(
                    id,
                    Shared::new(count, [words.len() as u16, count as u16], share),
                );
            }
        }
    }

    /// How many sentences the index has.
    fn sentences(&self) -> Result<u32> {
        if let Some(&count) = self.count.get() {
            return Ok(count);
        }
        let mut count = 0u32;
        self.snapshot.find(key56(SENTENCE), |_, _| {
            count = count.saturating_add(1);
            Ok(())
        })?;
        Ok(*self.count.get_or_init(|| count))
    }

    /// The sentences that have a word.
    fn list(&self, key: u64) -> Result<Arc<Vec<Id>>> {
        let lock = || self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(list) = lock().by_key.get(&key) {
            return Ok(list.clone());
        }
        let mut list = Vec::new();
        self.snapshot.find(key, |content, place| {
            list.push((content, place.span));
            Ok(())
        })?;
        let list = Arc::new(list);
        let mut lists = lock();
        let bytes = size_of_val(list.as_slice()) + 64;
        if lists.bytes + bytes > self.options.memory / 4 {
            *lists = Lists::default();
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

impl Word {
    /// Whether a sentence has it. Those asked about come in order; `cursor` is how far the list was gone through.
    fn has(&self, id: Id, cursor: &mut usize) -> bool {
        let rest = &self.list[*cursor..];
        // Steps that double, then what lies between the last two.
        let mut step = 1;
        while step < rest.len() && rest[step] < id {
            step *= 2;
        }
        let from = step / 2;
        let to = (step + 1).min(rest.len());
        *cursor += from + rest[from..to].partition_point(|other| *other < id);
        self.list.get(*cursor) == Some(&id)
    }
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
