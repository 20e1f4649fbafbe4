//! Stems: what a word has in common with its inflected forms.
//!
//! - Promise: tokens with the same normal form have the same stem, in every document and on every
//!   thread; a stop word has none.
//! - Cost: a word that was met before costs one look at a table of 1 MB, which threads share; in English as much as
//!   tokenising, or less.
//! - Source: the Snowball stemmers, in a version that is pinned, since stems are stored.
//! - Departure: what begins with a digit is no word of a language and stays as it is.

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use frostem::Stemmer;

use super::stop::stop_words;
use super::{Language, Normalizer, StopWords, Tokens, Words};
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

    /// Stems words of a language, if `stem` is set, and leaves out stop words.
    pub fn new(language: Language, stop: &StopWords, stem: bool) -> Self {
        let normalizer = Normalizer::default();
        let hash = |word: &str| token_hash(normalizer.normalize(word).as_bytes());
        let mut stop: Vec<u64> = match stop {
            StopWords::Language => stop_words(language).split_whitespace().map(hash).collect(),
            StopWords::None => Vec::new(),
            StopWords::List(list) => list.iter().map(hash).collect(),
        };
        stop.sort_unstable();
        Self {
            stemmer: language.stemmer().filter(|_| stem).map(Stemmer::new),
            language,
            stop,
            met: Met::default(),
        }
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
        let tokens = hashes.iter().zip(spans);
        stems.extend(tokens.map(|(&hash, span)| self.of(words, hash, &text[span.range()])));
    }

    /// The stem of a word that has this hash, looked up where it was met before.
    #[inline]
    pub(crate) fn of(&self, words: &Words, hash: u64, word: &str) -> u64 {
        self.met.get(hash).unwrap_or_else(|| {
            let stem = self.stem(words, hash, word);
            self.met.put(hash, stem);
            stem
        })
    }

    /// What is left of a word, for people; none where it is a stop word.
    pub(crate) fn left_of(&self, words: &Words, word: &str) -> Option<String> {
        if self.of(words, words.hash(word), word) == Self::STOP {
            return None;
        }
        let lower = lower(words, word);
        Some(match self.stemmer_of(word) {
            Some(stemmer) => stemmer.stem(&lower).into_owned(),
            None => lower.into_owned(),
        })
    }

    /// By what a word is stemmed, if it is.
    fn stemmer_of(&self, word: &str) -> Option<&Stemmer> {
        let number = word.starts_with(|c: char| c.is_ascii_digit());
        (self.stemmer.as_ref()).filter(|_| word.len() <= LONGEST && !number)
    }

    /// The hash of the stem of a word that has this hash.
    #[cold]
    fn stem(&self, words: &Words, hash: u64, word: &str) -> u64 {
        if self.stop.binary_search(&hash).is_ok() {
            return Self::STOP;
        }
        let stem = match self.stemmer_of(word) {
            Some(stemmer) => token_hash(stemmer.stem(&lower(words, word)).as_bytes()),
            None => hash,
        };
        if stem == Self::STOP { 1 } else { stem }
    }
}

/// The normal form of a word.
fn lower<'w>(words: &Words, word: &'w str) -> Cow<'w, str> {
    let normal = words.normal(word);
    match normal.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(normal.to_ascii_lowercase()),
        false => normal,
    }
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
const ENTRIES: usize = 1 << 16;

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::token::Tokenizer;

    fn filled(stems: &Stems, text: &str) -> Tokens {
        let (words, mut tokens) = (Words::default(), Tokens::default());
        words.tokenize(text, &mut tokens);
        stems.fill(&words, text, &mut tokens);
        tokens
    }

    fn hash(word: &str) -> u64 {
        token_hash(word.as_bytes())
    }

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (language, forms) in [
            (
                Language::English,
                "connect Connected CONNECTING connections",
            ),
            (Language::French, "continuer continuait Continuation"),
            (Language::German, "Haus Hauses hause"),
            (Language::Spanish, "corredor corredores"),
            (
                Language::Italian,
                "abbandonata abbandonate abbandonati abbandonato",
            ),
            (Language::Portuguese, "quilométricas quilométricos"),
            (Language::Dutch, "boek boeken"),
            (Language::Swedish, "flicka flickor flickorna"),
            (Language::Danish, "undersøgelse undersøgelsen"),
            (Language::Norwegian, "havnedistrikt havnedistriktene"),
            (Language::Finnish, "talo talossa talosta"),
            (Language::Hungarian, "ház házak"),
            (Language::Russian, "важная Важное важные ВАЖНОГО"),
            (Language::Greek, "άνθρωπος ΑΝΘΡΩΠΟΥ άνθρωπο"),
            (Language::Turkish, "ev evler evlerde"),
            (Language::Romanian, "copil copilul"),
            (Language::Arabic, "كتاب الكتاب"),
            (Language::Hindi, "लड़का लड़के लड़कों"),
        ] {
            let stems = filled(&Stems::new(language, &StopWords::None, true), forms).stems;
            assert!(
                stems.windows(2).all(|two| two[0] == two[1]),
                "{language}: {forms}: {stems:x?}"
            );
        }
        let english = Stems::new(Language::English, &StopWords::None, true);
        assert_eq!(
            filled(&english, "Boats sailing").stems,
            [hash("boat"), hash("sail")]
        );
    }

    #[test]
    fn stop_words_have_no_stem() {
        let stop = |language, text| {
            let stems = filled(&Stems::new(language, &StopWords::Language, true), text).stems;
            stems
                .iter()
                .map(|&stem| u8::from(stem == Stems::STOP))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            stop(
                Language::English,
                "The tide, and THE boats, didn't wait for us"
            ),
            [1, 0, 1, 1, 0, 1, 0, 0, 1, 1]
        );
        assert_eq!(
            stop(Language::French, "L’hiver n’est pas à l'homme"),
            [1, 0, 0, 1, 0, 1, 1, 0]
        );
        assert_eq!(
            stop(Language::German, "Das Meer ist daß, DASS und Wind"),
            [1, 0, 1, 1, 1, 1, 0]
        );
        assert_eq!(stop(Language::Russian, "Я и море"), [1, 1, 0]);
        assert_eq!(
            stop(Language::Greek, "ο άνθρωπος και η θάλασσα ΤΟΥΣ"),
            [1, 0, 1, 1, 0, 1]
        );
        assert_eq!(stop(Language::Other, "the tide and the boats"), [0; 5]);
    }

    #[test]
    fn a_list_of_ones_own_replaces_the_language_s() {
        let list = StopWords::list("Boats don't").unwrap();
        for language in [Language::English, Language::Other] {
            let tokens = filled(
                &Stems::new(language, &list, true),
                "the BOATS and a boat don t",
            );
            let stopped: Vec<bool> = tokens
                .stems
                .iter()
                .map(|&stem| stem == Stems::STOP)
                .collect();
            assert_eq!(stopped, [false, true, false, false, false, true, true]);
        }
    }

    #[test]
    fn without_stemming_a_token_is_its_own_stem() {
        for stems in [
            Stems::new(Language::English, &StopWords::None, false),
            Stems::new(Language::Other, &StopWords::Language, true),
        ] {
            let tokens = filled(&stems, "The boats went sailing, été");
            assert_eq!(tokens.stems, tokens.hashes);
        }
        let stops = filled(
            &Stems::new(Language::English, &StopWords::Language, false),
            "the boats",
        );
        assert_eq!(stops.stems, [Stems::STOP, hash("boats")]);
    }

    #[test]
    fn long_words_stay_as_they_are() {
        let long = "s".repeat(1 << 20);
        let tokens = filled(
            &Stems::new(Language::English, &StopWords::Language, true),
            &long,
        );
        assert_eq!(tokens.stems, tokens.hashes);
    }

    #[test]
    fn an_empty_place_knows_no_hash() {
        let met = Met::default();
        for hash in [0, 1, !0, ENTRIES as u64, hash("a")] {
            assert_eq!(met.get(hash), None);
        }
        met.put(7, 9);
        assert_eq!((met.get(7), met.get(7 + ENTRIES as u64)), (Some(9), None));
        met.put(7 + ENTRIES as u64, 0);
        assert_eq!((met.get(7), met.get(7 + ENTRIES as u64)), (None, Some(0)));
    }

    #[test]
    fn threads_get_the_same_stems() {
        let stems = Stems::new(Language::English, &StopWords::Language, true);
        // More words than are kept.
        let text: String = (0..3 * ENTRIES)
            .map(|i| format!("sailing{i} the boats "))
            .collect();
        let alone = filled(
            &Stems::new(Language::English, &StopWords::Language, true),
            &text,
        );
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| assert_eq!(filled(&stems, &text).stems, alone.stems));
            }
        });
    }

    proptest! {
        /// In every language, of any text.
        #[test]
        fn any_word_has_a_stem(text in "(.{0,9} ){0,9}", letters in "[\\p{L}\\p{M}]{0,20}", language in 0..36usize) {
            let language = Language::all().nth(language).unwrap_or_default();
            let stems = Stems::new(language, &StopWords::Language, true);
            for text in [text.as_str(), &letters] {
                let tokens = filled(&stems, text);
                prop_assert_eq!(tokens.stems.len(), tokens.len());
                let words = Words::default();
                let one_by_one = tokens.spans.iter().map(|span| {
                    let word = &text[span.range()];
                    stems.of(&words, words.hash(word), word)
                });
                for (span, &stem) in tokens.spans.iter().zip(&tokens.stems) {
                    let left = stems.left_of(&words, &text[span.range()]);
                    prop_assert_eq!(left.map_or(Stems::STOP, |left| hash(&left)), stem);
                }
                prop_assert!(one_by_one.eq(tokens.stems.iter().copied()));
                prop_assert_eq!(&tokens.stems, &filled(&Stems::new(language, &StopWords::Language, true), text).stems);
            }
        }
    }
}
