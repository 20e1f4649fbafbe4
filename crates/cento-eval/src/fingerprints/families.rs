//! The ways of fingerprinting that are compared: the engine's schemes, and two baselines.

use std::collections::HashMap;

use anyhow::Result;
use cento::fingerprint::{HashBreak, Scheme, Short, Signal, Sketch};
use cento::hash::{key, roll, run_hash};

use super::pairs::Document;
use crate::dct::{Bits, Layout, MOST};

/// A way of fingerprinting.
pub(crate) enum Family {
    /// One of the engine's.
    Scheme(Scheme),
    /// Chunks that end at `. , ! ? ;`.
    Punctuation,
    /// Shingles of `k` tokens, without those that hold a shorter shingle which stands only once in
    /// the collection (Bernstein and Zobel 2004): such a shingle can be shared with none.
    Spex(usize),
    /// DCT fingerprints with another layout than the engine's.
    Layout(Layout),
}

/// The distinct keys of a document, sorted, and how many there were before any were left out.
#[derive(Debug, PartialEq)]
pub(crate) struct Keys {
    /// The keys.
    pub(crate) keys: Vec<u64>,
    /// The denominator of containment.
    pub(crate) size: usize,
}

impl Keys {
    fn new(mut keys: Vec<u64>) -> Self {
        keys.sort_unstable();
        keys.dedup();
        let size = keys.len();
        Self { keys, size }
    }

    /// The containments of either in the other, the larger first.
    pub(crate) fn containments(&self, other: &Self) -> [f64; 2] {
        let shared = self
            .keys
            .iter()
            .filter(|key| other.keys.binary_search(key).is_ok())
            .count();
        let of = |size: usize| {
            if size == 0 {
                0.0
            } else {
                shared as f64 / size as f64
            }
        };
        let (a, b) = (of(self.size), of(other.size));
        [a.max(b), a.min(b)]
    }
}

impl Family {
    /// Reads `punctuation`, `spex:k=3`, `layout:8/4/2`, `layout:3` or a scheme.
    pub(crate) fn parse(name: &str) -> Result<Self> {
        Ok(match name {
            "punctuation" => Family::Punctuation,
            "layout:8/4/2" => Family::Layout(Layout::paper(Bits::First(&[8, 4, 2]))),
            "layout:3" => Family::Layout(Layout::paper(Bits::Fixed(3))),
            "layout:2" => Family::Layout(Layout::paper(Bits::Fixed(2))),
            _ => match name.strip_prefix("spex:k=") {
                Some(k) => Family::Spex(k.parse()?),
                None => Family::Scheme(name.parse()?),
            },
        })
    }

    /// Bytes of one fingerprint.
    pub(crate) fn width(&self) -> usize {
        match self {
            Family::Scheme(scheme) if scheme.to_string().contains("bits=32") => 4,
            Family::Layout(_) => 4,
            _ => 8,
        }
    }

    /// The keys of every document of a collection.
    pub(crate) fn keys(&self, documents: &[&Document]) -> Vec<Keys> {
        match self {
            Family::Scheme(scheme) => {
                let method = scheme.build();
                let one = |document: &&Document| {
                    let mut sketch = Sketch::default();
                    method
                        .fingerprinter
                        .fingerprint(&document.tokens, &mut sketch);
                    Keys::new(sketch.fingerprints.iter().map(|f| f.key).collect())
                };
                documents.iter().map(one).collect()
            }
            Family::Punctuation => documents.iter().map(|d| Keys::new(punctuated(d))).collect(),
            Family::Spex(k) => spex(documents, *k),
            Family::Layout(layout) => documents
                .iter()
                .map(|d| Keys::new(packed(d, layout)))
                .collect(),
        }
    }
}

fn punctuated(document: &Document) -> Vec<u64> {
    let (tokens, mut begin) = (&document.tokens, 0);
    let mut keys = Vec::new();
    for at in 0..tokens.len() {
        let from = tokens.spans[at].end as usize;
        let to = tokens
            .spans
            .get(at + 1)
            .map_or(document.text.len(), |next| next.begin as usize);
        let ends = document.text[from..to].contains(['.', ',', '!', '?', ';']);
        if ends || at + 1 == tokens.len() {
            keys.push(key(run_hash(&tokens.hashes[begin..=at])));
            begin = at + 1;
        }
    }
    keys
}

fn packed(document: &Document, layout: &Layout) -> Vec<u64> {
    let breaks = HashBreak {
        p: 3,
        short: Short::Drop,
    };
    let (mut signal, mut keys) = (Signal::default(), Vec::new());
    breaks.chunks(&document.tokens.hashes, |_, chunk| {
        signal.set(chunk);
        let kept = 0..chunk.len().min(MOST);
        let coefficients: Vec<_> = kept.map(|k| signal.coefficient(k)).collect();
        keys.push(layout.fingerprint(&coefficients, chunk.len(), run_hash(chunk)));
    });
    keys
}

fn spex(documents: &[&Document], k: usize) -> Vec<Keys> {
    // How often each shingle of one token fewer stands in the collection, those aside that hold a
    // rarer one.
    let mut counts: HashMap<u64, u32> = HashMap::new();
    let mut values = Vec::new();
    let mut shorter = Vec::new();
    for length in 1..k {
        let mut next: HashMap<u64, u32> = HashMap::new();
        for document in documents {
            candidates(document, length, &counts, &mut shorter, &mut values);
            values
                .iter()
                .for_each(|value| *next.entry(*value).or_default() += 1);
        }
        counts = next;
    }
    documents
        .iter()
        .map(|document| {
            values.clear();
            roll(&document.tokens.hashes, k, &mut values);
            let size = Keys::new(values.clone()).size;
            candidates(document, k, &counts, &mut shorter, &mut values);
            let keys = values.iter().map(|&value| key(value)).collect();
            Keys {
                size,
                ..Keys::new(keys)
            }
        })
        .collect()
}

/// The shingles of `length` tokens whose two parts of one token fewer are both counted twice.
fn candidates(
    document: &Document,
    length: usize,
    counts: &HashMap<u64, u32>,
    shorter: &mut Vec<u64>,
    values: &mut Vec<u64>,
) {
    values.clear();
    roll(&document.tokens.hashes, length, values);
    if length == 1 {
        return;
    }
    shorter.clear();
    roll(&document.tokens.hashes, length - 1, shorter);
    let twice = |value: u64| counts.get(&value).is_some_and(|&count| count > 1);
    let mut at = 0;
    values.retain(|_| {
        at += 1;
        twice(shorter[at - 1]) && twice(shorter[at])
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento::token::{Tokenizer, Tokens, Words};

    fn document(text: &str) -> Document {
        let mut tokens = Tokens::default();
        Words::default().tokenize(text, &mut tokens);
        let text = text.to_owned();
        Document { text, tokens }
    }

    #[test]
    fn chunks_end_at_punctuation() {
        let count = |text: &str| punctuated(&document(text)).len();
        assert_eq!(count("one two, three - four. five (six); seven"), 4);
        assert_eq!(count("one two."), 1);
        assert_eq!(count(""), 0);
        let shared = punctuated(&document("x y z, a b c. d"));
        assert!(shared.contains(&punctuated(&document("a b c"))[0]));
    }

    #[test]
    fn spex_keeps_what_is_shared_and_loses_what_is_not() {
        let (a, b) = (document("a b c d e p q r s"), document("t u v a b c d e w"));
        let documents = [&a, &b];
        let all = Family::parse("kgram:k=3").unwrap().keys(&documents);
        let spex = Family::parse("spex:k=3").unwrap().keys(&documents);
        assert_eq!(all[0].containments(&all[1]), spex[0].containments(&spex[1]));
        assert_eq!((all[0].keys.len(), spex[0].keys.len()), (7, 3));
    }
}
