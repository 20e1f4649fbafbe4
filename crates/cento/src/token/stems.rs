//! Stems: what a word has in common with its inflected forms.
//!
//! - Promise: tokens with the same normal form have the same stem, in every document and on every
//!   thread; a stop word has none.
//! - Cost: a word that was met before costs one look at a table of fixed size, which threads share.
//! - Source: the Snowball stemmers, in a version that is pinned, since stems are stored.

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use frostem::Stemmer;

use super::stop::stop_words;
use super::{Language, Tokenizer, Tokens, Words};
use crate::hash::token_hash;

/// Turns tokens into the hashes of their stems.
pub struct Stems {
    stemmer: Option<Stemmer>,
    language: Language,
    /// The hashes of the stop words, in order.
    stop: Vec<u64>,
    met: Met,
}

/// Longer words, in bytes, are no words of a language and stay as they are.
const LONGEST: usize = 64;

impl Stems {
    /// Stands for a stop word; no stem has this hash.
    pub const STOP: u64 = 0;

    /// Stems words of a language, if `stem` is set, and leaves out its stop words, if `stop_words` is.
    pub fn new(language: Language, stop_words: bool, stem: bool) -> Self {
        let stems = Self {
            stemmer: language.stemmer().filter(|_| stem).map(Stemmer::new),
            language,
            stop: Vec::new(),
            met: Met::default(),
        };
        if stop_words {
            stems.with_stop_words(list(language))
        } else {
            stems
        }
    }

    /// Takes these stop words instead of the language's. They are known by their normal form; what
    /// the tokenizer splits is as many stop words.
    pub fn with_stop_words(mut self, words: impl Iterator<Item = String>) -> Self {
        let tokenizer = Words::default();
        let mut tokens = Tokens::default();
        words.for_each(|word| tokenizer.tokenize(&word, &mut tokens));
        self.stop = tokens.hashes;
        self.stop.sort_unstable();
        self.stop.dedup();
        self.met = Met::default();
        self
    }

    /// Tells the stem of each of the text's tokens: the hash of the stem of its normal form, or
    /// [`STOP`](Self::STOP). Where nothing is stemmed it is the token's own hash.
    pub fn fill(&self, words: &Words, text: &str, tokens: &mut Tokens) {
        let Tokens {
            hashes,
            spans,
            stems,
            ..
        } = tokens;
        stems.clear();
        stems.extend(hashes.iter().zip(spans).map(|(&hash, span)| {
            self.met.get(hash).unwrap_or_else(|| {
                let stem = self.stem(words, hash, &text[span.range()]);
                self.met.put(hash, stem);
                stem
            })
        }));
    }

    /// The hash of the stem of a word that has this hash.
    #[cold]
    fn stem(&self, words: &Words, hash: u64, word: &str) -> u64 {
        if self.stop.binary_search(&hash).is_ok() {
            return Self::STOP;
        }
        let stem = match self.stemmer {
            Some(stemmer) if word.len() <= LONGEST => {
                let mut normal = words.normal(word);
                if normal.bytes().any(|byte| byte.is_ascii_uppercase()) {
                    normal = Cow::Owned(normal.to_ascii_lowercase());
                }
                token_hash(stemmer.stem(&normal).as_bytes())
            }
            _ => hash,
        };
        if stem == Self::STOP { 1 } else { stem }
    }
}

fn list(language: Language) -> impl Iterator<Item = String> {
    stop_words(language).split_whitespace().map(str::to_owned)
}

impl fmt::Debug for Stems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stems")
            .field("language", &self.language)
            .field("stem", &self.stemmer.is_some())
            .field("stop", &self.stop.len())
            .finish()
    }
}

/// Stems of words met before, as many as fit; a new one takes the place of an old one.
///
/// Threads share it without locks: what is kept beside a stem is the word's hash with the stem's bits
/// turned over, so that two halves written by different threads are not taken for one entry.
struct Met(Box<[[AtomicU64; 2]]>);

/// Entries kept, a power of two.
const ENTRIES: usize = 1 << 14;

impl Default for Met {
    fn default() -> Self {
        // A hash is looked up where its last bits say; no empty place has the last bits of its own.
        let empty = |at: usize| [AtomicU64::new(!at as u64), AtomicU64::new(0)];
        Self((0..ENTRIES).map(empty).collect())
    }
}

impl Met {
    #[inline]
    fn get(&self, hash: u64) -> Option<u64> {
        let [check, stem] = &self.0[hash as usize % ENTRIES];
        let stem = stem.load(Relaxed);
        (check.load(Relaxed) ^ stem == hash).then_some(stem)
    }

    fn put(&self, hash: u64, of: u64) {
        let [check, stem] = &self.0[hash as usize % ENTRIES];
        check.store(hash ^ of, Relaxed);
        stem.store(of, Relaxed);
    }
}
