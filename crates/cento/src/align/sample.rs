//! A text with its words, for tests.

use super::{Placed, Shape, Side};
use crate::span::TokenSpan;
use crate::token::{Tokenizer, Tokens, Words};

pub(crate) struct Sample {
    pub(crate) text: String,
    pub(crate) words: Vec<u32>,
    shapes: Vec<Shape>,
    tokens: Tokens,
}

impl Sample {
    pub(crate) fn new(text: &str) -> Self {
        let (mut tokens, words) = (Tokens::default(), Words::default());
        words.tokenize(text, &mut tokens);
        Self {
            text: text.to_owned(),
            words: tokens.hashes.iter().map(|hash| *hash as u32).collect(),
            shapes: tokens
                .spans
                .iter()
                .map(|span| Shape::of(&words.normal(&text[span.range()])))
                .collect(),
            tokens,
        }
    }

    pub(crate) fn side(&self) -> Side<'_> {
        Side {
            words: &self.words,
            shapes: &self.shapes,
        }
    }

    pub(crate) fn placed(&self) -> Placed<'_> {
        Placed {
            text: &self.text,
            side: self.side(),
            spans: &self.tokens.spans,
        }
    }

    pub(crate) fn whole(&self) -> TokenSpan {
        TokenSpan {
            begin: 0,
            end: self.words.len() as u32,
        }
    }
}
