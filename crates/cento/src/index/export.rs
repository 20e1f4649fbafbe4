//! The documents of an index as a source, for other tools and other indexes.

use super::snapshot::{DocRef, Snapshot};
use crate::error::Result;
use crate::read::{Chunk, Document, Item, Source};

/// All documents of a snapshot, in order.
#[derive(Debug)]
pub struct Exported<'a> {
    snapshot: &'a Snapshot,
    documents: std::vec::IntoIter<DocRef>,
}

impl<'a> Exported<'a> {
    /// From the first.
    pub fn new(snapshot: &'a Snapshot) -> Result<Self> {
        Ok(Self {
            snapshot,
            documents: snapshot.documents()?.into_iter(),
        })
    }
}

impl Source for Exported<'_> {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        let document = self.documents.next().map(|doc| self.snapshot.document(doc));
        Ok(document
            .transpose()?
            .map(|document: Document| Chunk::of(Item::Document(document))))
    }
}
