//! Documents of a collection, as cento reads them.

use std::path::Path;

use anyhow::{Context, Result, bail};
use cento::read::{Document, Fields, Input, Item, ReadOptions, Source};
use cento::token::{Tokenizer, Tokens, Words};

/// Every document of a collection, in order.
pub(crate) fn documents(path: &Path) -> Result<Vec<Document>> {
    with_fields(path, Fields::default())
}

/// The same, with fields of these names.
pub(crate) fn with_fields(path: &Path, fields: Fields) -> Result<Vec<Document>> {
    let argument = path
        .to_str()
        .context("a path that is not Unicode")?
        .to_owned();
    let options = ReadOptions {
        fields,
        ..ReadOptions::default()
    };
    let mut input = Input::open(&[argument], &options)?;
    let mut documents = Vec::new();
    let mut skipped = None;
    while let Some(chunk) = input.next_chunk()? {
        chunk.parse(&mut |item| match item {
            Item::Document(document) => documents.push(document),
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
    Ok(tokenised(&documents(path)?))
}

/// The tokens of documents.
pub(crate) fn tokenised(documents: &[Document]) -> Vec<Tokens> {
    let words = Words::default();
    let one = |document: &Document| {
        let mut tokens = Tokens::default();
        words.tokenize(&document.text, &mut tokens);
        tokens
    };
    documents.iter().map(one).collect()
}
