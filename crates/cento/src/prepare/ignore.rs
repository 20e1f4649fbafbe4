//! Texts that never count: licences, notices, prayers, whatever everybody has.

use std::collections::{BTreeMap, HashSet};

use crate::error::{Error, Result};
use crate::hash::{mix, roll};
use crate::read::{Input, Item, ReadOptions, Source};
use crate::token::{Tokenizer, Tokens, Words};

/// Words in a row by which an ignored text is known again; a shorter text is known whole.
const K: usize = 5;

/// The runs of words of ignored texts.
#[derive(Debug, Default)]
pub(crate) struct Ignored {
    /// Hashes of runs, by their length.
    runs: BTreeMap<usize, HashSet<u64>>,
}

impl Ignored {
    /// No text is ignored.
    pub(crate) const NOTHING: Self = Self {
        runs: BTreeMap::new(),
    };

    /// Reads the texts of files of any kind.
    pub(crate) fn read(files: &[String], options: &ReadOptions) -> Result<Self> {
        let mut ignored = Self::default();
        if files.is_empty() {
            return Ok(ignored);
        }
        let mut source = Input::open(files, options)?;
        let (words, mut tokens) = (Words::default(), Tokens::default());
        let mut unread = None;
        while let Some(chunk) = source.next_chunk()? {
            chunk.parse(&mut |item| match item {
                Item::Document(document) => {
                    tokens.clear();
                    words.tokenize(&document.text, &mut tokens);
                    ignored.add(&tokens);
                }
                Item::Skipped(skipped) => unread = unread.take().or(Some(skipped)),
            });
        }
        // A text that was meant to be left out must not count in silence.
        match unread {
            Some(skipped) => Err(Error::Usage(format!(
                "--ignore: {} ({})",
                skipped.detail,
                skipped.reason.code()
            ))),
            None if ignored.is_empty() => Err(Error::Usage(format!(
                "--ignore: no words in {}",
                files.join(", ")
            ))),
            None => Ok(ignored),
        }
    }

    fn add(&mut self, tokens: &Tokens) {
        let k = tokens.len().min(K);
        if k > 0 {
            let mut values = Vec::new();
            roll(&tokens.hashes, k, &mut values);
            self.runs.entry(k).or_default().extend(values);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// For each token, whether it stands in a run of an ignored text.
    pub(crate) fn mask(&self, tokens: &Tokens, out: &mut Vec<bool>) {
        out.clear();
        out.resize(tokens.len(), false);
        let mut values = Vec::new();
        for (&k, runs) in &self.runs {
            if tokens.len() < k {
                continue;
            }
            values.clear();
            roll(&tokens.hashes, k, &mut values);
            for (at, value) in values.iter().enumerate() {
                if runs.contains(value) {
                    out[at..at + k].fill(true);
                }
            }
        }
    }

    /// A number for a masked word that no word of another document has.
    pub(crate) fn word(digest: u128, at: usize) -> u64 {
        mix((digest as u64).wrapping_add(at as u64))
    }
}
