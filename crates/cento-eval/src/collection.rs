//! Documents from a JSONL file, plain or gzipped.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result};
use cento::token::{Tokenizer, Tokens, Words};
use flate2::read::MultiGzDecoder;
use serde::Deserialize;

/// One line.
#[derive(Deserialize)]
struct Line {
    id: String,
    text: String,
}

/// The id and text of every document of a collection, in order.
pub(crate) fn documents(path: &Path) -> Result<impl Iterator<Item = Result<(String, String)>>> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let reader: Box<dyn Read> = match path.extension() {
        Some(extension) if extension == "gz" => Box::new(MultiGzDecoder::new(file)),
        _ => Box::new(file),
    };
    let lines = BufReader::with_capacity(1 << 20, reader).lines();
    let name = path.display().to_string();
    Ok(lines.enumerate().map(move |(at, line)| {
        let place = || format!("cannot read line {} of {name}", at + 1);
        let line = line.with_context(place)?;
        let Line { id, text } = serde_json::from_str(&line).with_context(place)?;
        Ok((id, text))
    }))
}

/// The tokens of every document of a collection, in order.
pub(crate) fn tokens(path: &Path) -> Result<Vec<Tokens>> {
    let words = Words::default();
    documents(path)?
        .map(|document| {
            let mut tokens = Tokens::default();
            words.tokenize(&document?.1, &mut tokens);
            Ok(tokens)
        })
        .collect()
}
