//! Ids that occur more than once.
//!
//! The second document of one id becomes `id#2`, the third `id#3`, passing over names that some
//! document has by itself. The two sides of a comparison have separate names.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::store::Store;
use crate::error::Result;
use crate::hash::token_hash;
use crate::spill::{Sorter, Temp};

/// A hashed id, for sorting equals together.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
struct Named {
    hash: [u32; 2],
    doc: u32,
}

/// Takes the ids as they are read.
#[derive(Debug)]
pub(crate) struct Naming {
    named: Sorter<Named>,
    /// Hashes of ids that look as if renamed: the only ones a new name can collide with.
    numbered: Vec<u64>,
}

/// The documents that were renamed.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Document and number, by document.
    renamed: Vec<(u32, u32)>,
}

impl Naming {
    pub(crate) fn new(bytes: usize, temp: &Temp) -> Self {
        Self {
            named: Sorter::new(bytes, temp),
            numbered: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, side: usize, id: &str, doc: u32) -> Result<()> {
        let hash = hash(side, id);
        let ends_in_number = id.rsplit_once('#').is_some_and(|(_, number)| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        });
        if ends_in_number {
            self.numbered.push(hash);
        }
        self.named.push(Named {
            hash: [(hash >> 32) as u32, hash as u32],
            doc,
        })
    }

    /// `side` tells which side a document is on.
    pub(crate) fn finish(mut self, store: &Store, side: impl Fn(u32) -> usize) -> Result<Names> {
        self.numbered.sort_unstable();
        let mut renamed = Vec::new();
        let mut last: Option<Named> = None;
        let mut number = 1;
        for named in self.named.finish()?.iter()? {
            let named = named?;
            if last
                .replace(named)
                .is_none_or(|last| last.hash != named.hash)
            {
                number = 1;
                continue;
            }
            let id = store.id(named.doc)?;
            loop {
                number += 1;
                let name = hash(side(named.doc), &format!("{id}#{number}"));
                if self.numbered.binary_search(&name).is_err() {
                    break;
                }
            }
            renamed.push((named.doc, number));
        }
        renamed.sort_unstable();
        Ok(Names { renamed })
    }
}

fn hash(side: usize, id: &str) -> u64 {
    token_hash(id.as_bytes()).rotate_left(side as u32)
}

impl Names {
    pub(crate) fn renamed(&self) -> usize {
        self.renamed.len()
    }

    /// The first document that was renamed.
    pub(crate) fn first(&self) -> Option<u32> {
        self.renamed.first().map(|&(doc, _)| doc)
    }

    /// The name of a document in results.
    pub(crate) fn name(&self, doc: u32, store: &Store) -> Result<String> {
        let mut id = store.id(doc)?;
        if !self.renamed.is_empty()
            && let Ok(at) = self.renamed.binary_search_by_key(&doc, |&(doc, _)| doc)
        {
            id.push('#');
            id.push_str(&self.renamed[at].1.to_string());
        }
        Ok(id)
    }
}
