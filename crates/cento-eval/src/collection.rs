//! Documents of a collection, as cento reads them.

use std::path::Path;

use anyhow::{Context, Result, bail};
use cento::read::{Input, Item, ReadOptions, Source};
use cento::token::{Tokenizer, Tokens, Words};

/// The id and text of every document of a collection, in order.
pub(crate) fn documents(path: &Path) -> Result<Vec<(String, String)>> {
    let argument = path
        .to_str()
        .context("a path that is not Unicode")?
        .to_owned();
    let mut input = Input::open(&[argument], &ReadOptions::default())?;
    let mut documents = Vec::new();
    let mut skipped = None;
    while let Some(chunk) = input.next_chunk()? {
        chunk.parse(&mut |item| match item {
            Item::Document(document) => documents.push((document.id, document.text)),
            Item::Skipped(row) => skipped = Some(row.detail),
        });
    }
    // A study on part of its data would be a study of something else.
    if let Some(detail) = skipped {
        bail!("cannot read {detail}");
    }
    Ok(documents)
}

/// The tokens of every document of a collection, in order.
pub(crate) fn tokens(path: &Path) -> Result<Vec<Tokens>> {
    let words = Words::default();
    Ok(documents(path)?
        .into_iter()
        .map(|(_, text)| {
            let mut tokens = Tokens::default();
            words.tokenize(&text, &mut tokens);
            tokens
        })
        .collect())
}
