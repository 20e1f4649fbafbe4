//! The one list of methods, and the one spelling of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::params::{Params, Quiet, Share, Within, nearest};
use super::{
    Dct, Every, Fingerprinter, Hailstorm, HashBreak, Mile, ModP, Reads, Selector,
    SentenceSignatures, SentenceWords, Sentences, Shingled, Short, Signing, Sketch, Trimmed,
    Unique, Winnow,
};
use crate::error::{Error, Result};
use crate::hash::token_hash;
use crate::read::Sample;
use crate::token::{Stems, StopWords, Tokenizer, Tokens, Words, language_of};

/// What a scheme builds: everything that differs from method to method.
pub struct Method {
    /// Makes the keys.
    pub fingerprinter: Box<dyn Fingerprinter>,
    /// A key in more documents than this is a stop fingerprint, unless the user says otherwise.
    pub max_df: u32,
    /// Tokens of every fingerprint, for methods where all have as many and may overlap.
    pub shingle: Option<u32>,
    /// How a pair is compared.
    pub comparison: Comparison,
    /// Of a document's fingerprints those are stored, and found by others, that begin at every so many-th token.
    pub overleap: u32,
    /// The least share of its words that a sentence must have in common, unless the user says otherwise.
    pub threshold: Option<f64>,
}

/// How a pair is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// By how many keys each document shares.
    Containment,
    /// By the runs of tokens that match, as far as a few bits of each tell.
    Runs(Mile),
    /// By how many shared keys stand in the same order, each of which stands once in a document.
    Order,
    /// Sentence by sentence, by how many words each shares.
    Sentences(Candidates),
}

/// How sentences are found that are worth comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// Those that share rare words.
    Words,
    /// Those whose signatures are near.
    Near {
        /// How signatures are made.
        signing: Signing,
        /// In how many bits they may differ.
        distance: u32,
    },
}

impl Method {
    /// Appends the fingerprints of a text, whose tokens are given, to `out`.
    pub fn fingerprint(&self, words: &Words, text: &str, tokens: &mut Tokens, out: &mut Sketch) {
        self.fingerprint_but(words, text, tokens, &[], out);
    }

    /// The same without those that have a word of which `masked` says that it does not count.
    pub(crate) fn fingerprint_but(
        &self,
        words: &Words,
        text: &str,
        tokens: &mut Tokens,
        masked: &[bool],
        out: &mut Sketch,
    ) {
        let reads = self.fingerprinter.reads();
        match reads {
            Reads::Hashes => {}
            Reads::Forms => words.forms(text, tokens),
            Reads::Sentences(stems) => {
                words.sentences(text, tokens);
                stems.fill(words, text, tokens);
                // The other words of a sentence count.
                let stems = tokens.stems.iter_mut().zip(masked);
                stems
                    .filter(|(_, masked)| **masked)
                    .for_each(|(stem, _)| *stem = Stems::STOP);
            }
        }
        self.fingerprinter.fingerprint(tokens, out);
        if !masked.is_empty() && !matches!(reads, Reads::Sentences(_)) {
            out.retain(|fingerprint| !masked[fingerprint.span.range()].contains(&true));
        }
    }

    /// Which words are the same, for methods that compare sentences.
    pub(crate) fn stems(&self) -> Option<&Stems> {
        match self.fingerprinter.reads() {
            Reads::Sentences(stems) => Some(stems),
            Reads::Hashes | Reads::Forms => None,
        }
    }
}

/// Reads a method's parameters and builds it.
type Build = fn(&mut Params<'_>) -> Method;

/// Name, one line for people, constructor. A new method is a file and a line here.
const METHODS: &[(&str, &str, Build)] = &[
    ("kgram", "every shingle of k tokens", |p| {
        shingled(p.count("k", 3, K), Every { step: 1 })
    }),
    ("every", "every step-th shingle, by position", |p| {
        let k = p.count("k", 8, K);
        shingled(
            k,
            Every {
                step: p.count("step", 4, 1..=1000),
            },
        )
    }),
    ("modp", "shingles with hash 0 mod p", |p| {
        let k = p.count("k", 3, K);
        trimmable(
            k,
            ModP {
                p: p.count("p", 6, 1..=100_000) as u64,
            },
            p,
        )
    }),
    ("winnow", "the least shingle of each window", |p| {
        let k = p.count("k", 5, K);
        trimmable(
            k,
            Winnow {
                window: p.count("window", 8, 1..=1000),
            },
            p,
        )
    }),
    (
        "hailstorm",
        "shingles whose least token is first or last",
        |p| trimmable(p.count("k", 8, K), Hailstorm, p),
    ),
    (
        "breaks",
        "chunks that end after tokens with hash 0 mod p",
        |p| {
            whole(HashBreak {
                p: p.count("p", 3, P),
                short: p.choice("short", SHORT, Quiet::No),
            })
        },
    ),
    (
        "dct",
        "such chunks, by the low frequencies of their token hashes",
        |p| {
            let p_ = p.count("p", 3, P);
            let bits = p.choice("bits", &[("32", 32), ("64", 64)], Quiet::No);
            whole(Dct {
                breaks: HashBreak {
                    p: p_,
                    short: p.choice("short", SHORT, Quiet::Yes),
                },
                bits,
            })
        },
    ),
    ("mile", "a few bits of each token, in runs of m", |p| {
        let mile = Mile {
            bits: p.count("b", 4, 1..=Mile::MAX_BITS as usize) as u32,
            length: p.count("m", 5, 1..=Mile::MAX_UNIT_BITS as usize) as u32,
            overleap: p.count("o", 4, 1..=1000) as u32,
        };
        if mile.bits * mile.length > Mile::MAX_UNIT_BITS {
            p.mistake(format!(
                "`b` times `m` is more than {} bits",
                Mile::MAX_UNIT_BITS
            ));
        }
        Method {
            comparison: Comparison::Runs(mile),
            overleap: mile.overleap,
            // Units are met by chance in many documents: being frequent makes them no stop words.
            max_df: 1000,
            ..whole(mile)
        }
    }),
    (
        "unique",
        "words that stand once, compared by their order",
        |p| Method {
            comparison: Comparison::Order,
            // A word in many documents is weak evidence, not none: how many are asked for by it is told by its frequency.
            max_df: u32::MAX,
            ..whole(Unique {
                length: p.count("length", 1, 1..=100),
            })
        },
    ),
    ("words", "the words of each sentence, in any order", |p| {
        Method {
            comparison: Comparison::Sentences(Candidates::Words),
            max_df: 256,
            threshold: Some(threshold(p)),
            ..whole(SentenceWords { stems: stems(p) })
        }
    }),
    (
        "qsign",
        "the same words, by signatures of m bits that differ in d at most",
        |p| {
            let bits = p.count("m", 64, 1..=128) as u32;
            let Given(hashes) = p.parsed("l", Given(Some(HASHES)), Quiet::No);
            // Where it is to be found out, none is made before it is known.
            let Within(hashes) = hashes.unwrap_or(HASHES);
            let signing = Signing { bits, hashes };
            let distance = distance(p, signing, WORDS_OF_A_SENTENCE);
            Method {
                comparison: Comparison::Sentences(Candidates::Near { signing, distance }),
                max_df: u32::MAX,
                threshold: Some(threshold(p)),
                ..whole(SentenceSignatures::new(stems(p), signing, distance))
            }
        },
    ),
];

/// What is given, or that which is found out from the collection.
#[derive(PartialEq)]
struct Given<T>(Option<T>);

const AUTO: &str = "auto";

impl<T: FromStr> FromStr for Given<T> {
    type Err = T::Err;

    fn from_str(name: &str) -> std::result::Result<Self, T::Err> {
        match name {
            AUTO => Ok(Self(None)),
            name => Ok(Self(Some(name.parse()?))),
        }
    }
}

impl<T: fmt::Display> fmt::Display for Given<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str(AUTO),
            Some(value) => value.fmt(f),
        }
    }
}

/// How many bits each word sets, unless another number is given.
const HASHES: Within<1, { Signing::MOST_HASHES }> = Within(2);

/// What says in how many bits signatures may differ; once that is known, only the first is left.
const DISTANCE: &[&str] = &["d", "fp", "slack"];

/// How many words a sentence is taken to have where it is not known.
const WORDS_OF_A_SENTENCE: f64 = 10.0;

/// In how many bits signatures may differ: as many as are given, or as follow from how often sentences of so many words may
/// be taken for one another that differ in more than `slack` of these.
fn distance(p: &mut Params<'_>, signing: Signing, words: f64) -> u32 {
    let Given(given) = p.parsed("d", Given(Some(Within::<0, 128>(3))), Quiet::No);
    if given.is_some() {
        p.only_with(&DISTANCE[1..], "`d=auto`, which finds out `d`");
    }
    match given {
        Some(Within(distance)) if distance > signing.bits => {
            p.mistake(format!(
                "`d` is more than the {} bits there are",
                signing.bits
            ));
            distance
        }
        Some(Within(distance)) => distance,
        None => {
            let Share(rate) = p.parsed("fp", Share(0.1), Quiet::No);
            if rate == 1.0 {
                p.mistake("`fp` is less than 1".to_owned());
            }
            let slack = p.count("slack", 2, 0..=100) as u32;
            signing.distance(words, slack, rate)
        }
    }
}

/// The least share of words that sentences have in common, where none is given.
pub(crate) const THRESHOLD: f64 = 0.5;

/// The same, as it is given.
fn threshold(p: &mut Params<'_>) -> f64 {
    let Share(threshold) = p.parsed("t", Share(THRESHOLD), Quiet::Yes);
    threshold
}

/// How words of sentences are told apart.
fn stems(p: &mut Params<'_>) -> Stems {
    let Given(language) = p.parsed("lang", Given(None), Quiet::No);
    let language = language.unwrap_or_default();
    let stop = p.parsed("stop", StopWords::default(), Quiet::Yes);
    let stem = p.choice("stem", &[("yes", true), ("none", false)], Quiet::Yes);
    Stems::new(language, &stop, stem)
}

const K: std::ops::RangeInclusive<usize> = 1..=1000;
const P: std::ops::RangeInclusive<usize> = 1..=1000;
const SHORT: &[(&str, Short)] = &[
    ("drop", Short::Drop),
    ("merge", Short::Merge),
    ("keep", Short::Keep),
];

fn whole(fingerprinter: impl Fingerprinter + 'static) -> Method {
    Method {
        fingerprinter: Box::new(fingerprinter),
        max_df: 100,
        shingle: None,
        comparison: Comparison::Containment,
        threshold: None,
        overleap: 1,
    }
}

fn shingled(k: usize, selector: impl Selector + 'static) -> Method {
    Method {
        shingle: Some(k as u32),
        ..whole(Shingled { k, selector })
    }
}

fn trimmable(k: usize, selector: impl Selector + 'static, params: &mut Params<'_>) -> Method {
    if params.flag("trim") {
        shingled(k, Trimmed { selector })
    } else {
        shingled(k, selector)
    }
}

/// Which fingerprinting, with which parameters: `winnow:k=5,window=8`.
///
/// ```
/// use cento::fingerprint::Scheme;
/// let scheme: Scheme = "winnow:window=8".parse()?;
/// assert_eq!(scheme.to_string(), "winnow:k=5,window=8");
/// let error = "winow:k=5".parse::<Scheme>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown scheme `winow:k=5`: did you mean `winnow`?");
/// # Ok::<(), cento::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Scheme {
    canonical: String,
    method: usize,
    comparison: Comparison,
}

impl Scheme {
    /// Builds the method.
    pub fn build(&self) -> Method {
        let params = self
            .canonical
            .split_once(':')
            .map_or("", |(_, params)| params);
        METHODS[self.method].2(&mut Params::split(params))
    }

    /// How it compares.
    pub fn comparison(&self) -> Comparison {
        self.comparison
    }

    /// The same with another value of a parameter that it has.
    pub fn with(&self, name: &str, value: &str) -> Result<Self> {
        self.with_params(&[name], &format!("{name}={value}"))
    }

    /// The same with some parameters in the place of others.
    fn with_params(&self, others: &[&str], new: &str) -> Result<Self> {
        let (method, params) = self
            .canonical
            .split_once(':')
            .unwrap_or((&self.canonical, ""));
        let kept = params.split(',').filter(|param| {
            let name = param.split_once('=').map_or(*param, |(name, _)| name);
            !others.contains(&name) && !name.is_empty()
        });
        let kept: Vec<&str> = kept.collect();
        format!("{method}:{new},{}", kept.join(",")).parse()
    }

    /// The same with what was to be found out about a collection, of which `sample` is a part.
    pub(crate) fn fitted_to(&self, sample: &Sample) -> Self {
        let mut scheme = self.in_language_of(sample);
        if scheme.asks_for_a_vocabulary() {
            let vocabulary = scheme.sentences_of(sample.text()).distinct_words();
            scheme = scheme.with_vocabulary(vocabulary);
        }
        if scheme.param("d") == Some(AUTO)
            && let Comparison::Sentences(Candidates::Near { signing, .. }) = scheme.comparison
        {
            let words = scheme.sentences_of(sample.text()).mean_words();
            let words = words.unwrap_or(WORDS_OF_A_SENTENCE);
            let (_, params) = scheme.canonical.split_once(':').unwrap_or_default();
            let distance = distance(&mut Params::split(params), signing, words);
            scheme = scheme.told(DISTANCE, "d", &distance.to_string());
        }
        scheme
    }

    /// The same with the language of a sample, where that was to be found out.
    pub(crate) fn in_language_of(&self, sample: &Sample) -> Self {
        match self.param("lang") {
            Some(AUTO) => self.told(&["lang"], "lang", &language_of(sample).to_string()),
            _ => self.clone(),
        }
    }

    /// The same with as many bits for each word as so many different words need, where that was to be found out.
    pub(crate) fn with_vocabulary(&self, words: usize) -> Self {
        match self.comparison {
            Comparison::Sentences(Candidates::Near { signing, .. })
                if self.asks_for_a_vocabulary() =>
            {
                let hashes = Signing::hashes_for(signing.bits, words as u64);
                self.told(&["l"], "l", &hashes.to_string())
            }
            _ => self.clone(),
        }
    }

    /// The same with what another has found out, where this one leaves it to be found out: what an index is asked with
    /// need not name its language.
    pub(crate) fn as_told_by(&self, other: &Self) -> Self {
        let mut scheme = self.clone();
        let all: [(&str, &[&str]); 3] = [("lang", &["lang"]), ("l", &["l"]), ("d", DISTANCE)];
        for (name, others) in all {
            if scheme.param(name) == Some(AUTO)
                && scheme.method == other.method
                && let Some(value) = other.param(name).filter(|value| *value != AUTO)
            {
                scheme = scheme.told(others, name, value);
            }
        }
        scheme
    }

    /// Whether an index that was made with this has what another asks for: they are the same but for the bits in which
    /// signatures may differ.
    pub(crate) fn answers(&self, asked: &Self) -> bool {
        let is_near = |scheme: &Self| {
            matches!(
                scheme.comparison,
                Comparison::Sentences(Candidates::Near { .. })
            )
        };
        let at_its_distance = || {
            let distance = asked
                .param("d")
                .filter(|_| is_near(self) && is_near(asked))?;
            self.with_params(DISTANCE, &format!("d={distance}")).ok()
        };
        self == asked || at_its_distance().is_some_and(|scheme| scheme == *asked)
    }

    /// The same with a value that was found out.
    fn told(&self, others: &[&str], name: &str, value: &str) -> Self {
        self.with_params(others, &format!("{name}={value}"))
            .expect("what is found out is a value that could be given")
    }

    /// The sentences of a text.
    fn sentences_of(&self, text: &str) -> Sentences {
        let (split, mut tokens) = (Words::default(), Tokens::default());
        split.tokenize(text, &mut tokens);
        let mut sketch = Sketch::default();
        self.build()
            .fingerprint(&split, text, &mut tokens, &mut sketch);
        sketch.sentences
    }

    /// Whether something about the collection is to be found out: `lang=auto`, `l=auto`, `d=auto`.
    pub fn asks_for_a_sample(&self) -> bool {
        ["lang", "l", "d"]
            .into_iter()
            .any(|name| self.param(name) == Some(AUTO))
    }

    /// Whether how many different words there are is to be found out: a run knows when it has read all of them.
    pub(crate) fn asks_for_a_vocabulary(&self) -> bool {
        self.param("l") == Some(AUTO)
    }

    /// The value of a parameter, where the scheme has it.
    pub fn param(&self, name: &str) -> Option<&str> {
        let (_, params) = self.canonical.split_once(':')?;
        params
            .split(',')
            .find_map(|param| param.strip_prefix(name)?.strip_prefix('='))
    }

    /// The same for people: a long list of stop words by how many they are and a number that tells lists apart.
    pub fn brief(&self) -> String {
        match self.param("stop") {
            Some(list) if list.len() > 40 => {
                let (words, digest) = (list.matches('+').count(), token_hash(list.as_bytes()));
                let brief = format!("{words} words {:08x}", digest as u32);
                self.canonical.replace(list, &brief)
            }
            _ => self.canonical.clone(),
        }
    }

    /// The name, one line about it, and its default spelling, for every method.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str, Scheme)> {
        METHODS.iter().map(|(name, about, _)| {
            (
                *name,
                *about,
                name.parse()
                    .expect("a name alone is a scheme with defaults"),
            )
        })
    }
}

impl FromStr for Scheme {
    type Err = Error;

    fn from_str(given: &str) -> Result<Self> {
        let wrong = |cause| Error::Scheme {
            given: given.to_owned(),
            cause,
        };
        let (name, params) = given.split_once(':').unwrap_or((given, ""));
        let names = || METHODS.iter().map(|(name, ..)| *name);
        let Some(method) = names().position(|known| known == name.trim()) else {
            return Err(wrong(match nearest(name, names()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
            }));
        };
        let mut params = Params::split(params);
        let comparison = METHODS[method].2(&mut params).comparison;
        let params = params.finish().map_err(wrong)?;
        let separator = if params.is_empty() { "" } else { ":" };
        Ok(Self {
            canonical: format!("{}{separator}{params}", METHODS[method].0),
            method,
            comparison,
        })
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.canonical)
    }
}

impl TryFrom<String> for Scheme {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

impl From<Scheme> for String {
    fn from(scheme: Scheme) -> Self {
        scheme.canonical
    }
}
