//! Documents that are named one by one on the command line.

use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use cento::explain;
use cento::read::{Chunk, Document, Input, Item, ReadOptions, Source};

/// The only document of a file of any kind; a file of no known kind, and `-` for standard input, is
/// plain text.
pub(crate) fn only(path: &str, options: &ReadOptions) -> Result<Document> {
    if path == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .read_to_end(&mut bytes)
            .context("cannot read standard input")?;
        return Ok(plain(path, &bytes));
    }
    let mut input = match Input::open(&[path.to_owned()], options) {
        Err(cento::Error::Usage(_)) if Path::new(path).is_file() => {
            let bytes = std::fs::read(path).with_context(|| format!("cannot read {path}"))?;
            return Ok(plain(path, &bytes));
        }
        opened => opened?,
    };
    let (mut documents, mut why) = (Vec::new(), String::new());
    while let Some(chunk) = input.next_chunk()? {
        chunk.parse(&mut |item| match item {
            Item::Document(document) => documents.push(document),
            Item::Skipped(skipped) => why = format!(": {}", skipped.detail),
        });
        if documents.len() > 1 {
            bail!(
                "{path} holds more than one document\n\
                 hint: name two of its ids and the file with --in {path}"
            );
        }
    }
    let mut document = documents
        .pop()
        .with_context(|| format!("no document in {path}{why}"))?;
    // One of several arguments: its path tells it apart.
    if Path::new(path).ends_with(&document.id) {
        path.clone_into(&mut document.id);
    }
    Ok(document)
}

pub(crate) fn plain(path: &str, bytes: &[u8]) -> Document {
    Document {
        id: path.to_owned(),
        text: String::from_utf8_lossy(bytes).into_owned(),
        ..Document::default()
    }
}

/// The documents with these two ids in a collection.
pub(crate) fn look_up(
    collection: &[String],
    options: &ReadOptions,
    ids: [&str; 2],
) -> Result<[Document; 2]> {
    if collection.iter().any(|path| path == "-") {
        bail!(
            "standard input can't be read twice\nhint: save it to a file and name that with --in"
        );
    }
    Ok(explain::look_up(collection, options, ids)?)
}

/// Texts at hand, then those of an input.
pub(crate) struct Given {
    texts: std::vec::IntoIter<Document>,
    rest: Option<Input>,
}

impl Given {
    pub(crate) fn new(texts: Vec<Document>, rest: Option<Input>) -> Self {
        Self {
            texts: texts.into_iter(),
            rest,
        }
    }

    pub(crate) fn of(text: Document) -> Self {
        Self::new(vec![text], None)
    }
}

impl Source for Given {
    fn next_chunk(&mut self) -> cento::Result<Option<Chunk>> {
        match (self.texts.next(), &mut self.rest) {
            (Some(text), _) => Ok(Some(Chunk::of(Item::Document(text)))),
            (None, Some(rest)) => rest.next_chunk(),
            (None, None) => Ok(None),
        }
    }
}
