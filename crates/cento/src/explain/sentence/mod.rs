//! Sentences with what is left of their words, for methods that compare these.

mod pair;
mod seeking;

pub use pair::{Asked, Met, Needs, SentencesCompared, SharedWord, sentence_pairs};

use std::ops::Range;

use serde::Serialize;

use super::Piece;
use super::view::View;
use crate::error::Result;
use crate::find::Census;
use crate::fingerprint::{Candidates, Comparison, Fingerprint, Method, Scheme};
use crate::hash::key;
use crate::prepare::fitted_to_texts;
use crate::read::Document;
use crate::span::TokenSpan;
use crate::token::{Stems, Words};

/// A word of a sentence, as it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Word {
    /// Its number among the tokens of the text.
    pub token: u32,
    /// First character, in Unicode code points.
    pub begin: usize,
    /// One past the last character.
    pub end: usize,
    /// The word itself.
    pub text: String,
    /// What is left of it; none of a stop word, which does not count.
    pub stem: Option<String>,
    /// 16 hexadecimal digits, the same for all words of this stem; none of a stop word.
    pub hash: Option<String>,
}

/// A sentence, and its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// First token.
    pub token: u32,
    /// How many tokens.
    pub tokens: u32,
    /// First character, in Unicode code points.
    pub begin: usize,
    /// One past the last character.
    pub end: usize,
    /// The text itself.
    pub text: String,
    /// Its signature, where these are compared: a hexadecimal digit for four bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// Every word, stop words too, in order.
    pub words: Vec<Word>,
}

/// A text taken apart into sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SentencesExplained {
    /// The scheme.
    pub scheme: Scheme,
    /// Every sentence. Those that have stop words only are compared with none.
    pub sentences: Vec<Sentence>,
}

/// Takes a document apart into sentences, for a scheme that compares these. What it leaves to be found out is told from the
/// document.
pub fn sentences(document: &Document, scheme: &Scheme) -> Result<SentencesExplained> {
    let scheme = fitted_to_texts(scheme, &[&document.text]);
    let method = scheme.build();
    let parting = Parting::new(&scheme, &method)?;
    let view = View::of(document, &method);
    let sentences = parting.sentences(&view, &view.tokens.sentences);
    Ok(SentencesExplained { scheme, sentences })
}

/// Takes sentences apart.
struct Parting<'m> {
    stems: &'m Stems,
    candidates: Candidates,
    words: Words,
}

impl<'m> Parting<'m> {
    /// By the method of a scheme.
    fn new(scheme: &Scheme, method: &'m Method) -> Result<Self> {
        match (method.stems(), method.comparison) {
            (Some(stems), Comparison::Sentences(candidates)) => Ok(Self {
                stems,
                candidates,
                words: Words::default(),
            }),
            _ => Err(Census::none(scheme)),
        }
    }

    /// Some sentences of a document, in order.
    fn sentences(&self, view: &View<'_>, spans: &[TokenSpan]) -> Vec<Sentence> {
        let unnamed = |span: TokenSpan| Fingerprint { key: 0, span };
        let all = view.pieces(spans.iter().map(|&span| unnamed(span)));
        let tokens = spans.iter().flat_map(|span| span.begin..span.end);
        let tokens = tokens.map(|token| TokenSpan {
            begin: token,
            end: token + 1,
        });
        let mut words = view.pieces(tokens.map(unnamed)).into_iter();
        let all = all.into_iter().map(|piece| {
            let words = words.by_ref().take(piece.tokens as usize);
            let words: Vec<Word> = words.map(|word| self.word(view, word)).collect();
            Sentence {
                token: piece.token,
                tokens: piece.tokens,
                begin: piece.begin,
                end: piece.end,
                text: piece.text,
                signature: self.signature(view, piece.token..piece.token + piece.tokens),
                words,
            }
        });
        all.collect()
    }

    fn word(&self, view: &View<'_>, word: Piece) -> Word {
        let own = view.tokens.stems.get(word.token as usize);
        let own = own.copied().filter(|stem| *stem != Stems::STOP);
        Word {
            stem: self.stems.left_of(&self.words, &word.text),
            hash: own.map(|stem| hash_of(key(stem))),
            token: word.token,
            begin: word.begin,
            end: word.end,
            text: word.text,
        }
    }

    /// The signature of some tokens, where these are compared.
    fn signature(&self, view: &View<'_>, tokens: Range<u32>) -> Option<String> {
        let Candidates::Near { signing, .. } = self.candidates else {
            return None;
        };
        let tokens = tokens.start as usize..tokens.end as usize;
        let stems = view.tokens.stems.get(tokens).unwrap_or_default();
        let stems = stems.iter().filter(|stem| **stem != Stems::STOP);
        let keys: Vec<u64> = stems.map(|&stem| key(stem)).collect();
        let digits = signing.bits.div_ceil(4) as usize;
        Some(format!("{:0digits$x}", signing.signature_of(&keys)))
    }
}

/// What a word is known by, in writing.
fn hash_of(key: u64) -> String {
    format!("{key:016x}")
}
