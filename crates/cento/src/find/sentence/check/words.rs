//! Sentences that share enough of a sentence's words.
//!
//! Each word is looked up; a sentence that must be found by half of them stands in one of the shorter lists, and in how many of
//! the others is told by going along with these.
//!
//! - Cost: the lengths of the shorter lists; those of words that came before are at hand.
//! - Source: Li, Lu and Lu, ICDE 2008 (lists of different length are divided, the long ones skipped through).

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::super::matches::Shared;
use super::{Asking, Id, Word};
use crate::error::Result;
use crate::index::{Snapshot, key56};

/// Looks sentences up by their words.
pub(super) struct WordLists<'a> {
    snapshot: &'a Snapshot,
    memory: usize,
    lists: Mutex<Lists>,
}

/// The sentences that have each word, of words looked up lately.
#[derive(Default)]
struct Lists {
    by_key: HashMap<u64, Arc<Vec<Id>>>,
    bytes: usize,
}

/// A word, and the sentences that have it, where these were asked for.
struct Listed<'w> {
    word: &'w Word,
    list: OnceCell<Arc<Vec<Id>>>,
    /// How often one was asked for alone.
    asked: Cell<usize>,
}

/// One in so many sentences of a word may be asked for alone before all are fetched.
const ASKED_ALONE: usize = 256;

impl<'a> WordLists<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, memory: usize) -> Self {
        Self {
            snapshot,
            memory,
            lists: Mutex::default(),
        }
    }

    /// Calls `each` with every sentence of the index that shares enough of a sentence's words.
    pub(super) fn find(
        &self,
        asking: &[&Asking],
        each: &mut dyn FnMut(&Asking, Id, Shared),
    ) -> Result<()> {
        for asking in asking {
            self.sentence(asking, &mut |id, shared| each(asking, id, shared))?;
        }
        Ok(())
    }

    fn sentence(&self, asking: &Asking, each: &mut dyn FnMut(Id, Shared)) -> Result<()> {
        let (words, enough) = (&asking.words, asking.enough as usize);
        let known = words.iter().filter(|word| word.known > 0);
        let lists: Vec<Listed<'_>> = known.map(|word| self.listed(word)).collect();
        if lists.len() < enough {
            return Ok(());
        }
        let (least_weight, whole) = (asking.least_weight, asking.weight());
        let mut left: u32 = lists.iter().map(|list| list.word.weight).sum();
        for first in 0..=lists.len() - enough {
            // This word and those that are more frequent do not weigh enough.
            if left < least_weight {
                break;
            }
            // Of those behind it so many may lack what it has.
            let may_lack = lists.len() - first - enough;
            let mut cursors = vec![0; lists.len()];
            'ids: for &id in self.list_of(&lists[first])? {
                let (mut lacking, mut shared) = (0, left);
                for at in first + 1..lists.len() {
                    if !self.has(&lists[at], id, &mut cursors[at])? {
                        lacking += 1;
                        shared -= lists[at].word.weight;
                        if lacking > may_lack || shared < least_weight {
                            continue 'ids;
                        }
                    }
                }
                for (list, cursor) in lists[..first].iter().zip(&mut cursors) {
                    if self.has(list, id, cursor)? {
                        // It came with that.
                        continue 'ids;
                    }
                }
                let count = (lists.len() - first - lacking) as u32;
                let of = [words.len() as u32, count];
                each(id, Shared::new(count, of, (shared, whole)));
            }
            left -= lists[first].word.weight;
        }
        Ok(())
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listed<'w>(&self, word: &'w Word) -> Listed<'w> {
        let at_hand = self.lists().by_key.get(&key56(word.key)).cloned();
        Listed {
            word,
            list: at_hand.map_or_else(OnceCell::new, OnceCell::from),
            asked: Cell::new(0),
        }
    }

    /// The sentences that have a word.
    fn list_of<'l>(&self, listed: &'l Listed<'_>) -> Result<&'l [Id]> {
        if let Some(list) = listed.list.get() {
            return Ok(list);
        }
        let list = self.list(key56(listed.word.key), listed.word.known)?;
        Ok(listed.list.get_or_init(|| list))
    }

    /// Whether a sentence has a word. Those asked about come in order; `cursor` is how far the list was gone through. The list
    /// of a frequent word, of which few are asked about, is not fetched.
    fn has(&self, listed: &Listed<'_>, (content, span): Id, cursor: &mut usize) -> Result<bool> {
        let (word, asked) = (listed.word, listed.asked.get());
        if listed.list.get().is_none() && asked < word.known / ASKED_ALONE {
            listed.asked.set(asked + 1);
            return self
                .snapshot
                .stands_in(key56(word.key), content, span.begin);
        }
        let list = self.list_of(listed)?;
        Ok(is_in(list, (content, span), cursor))
    }

    fn list(&self, key: u64, length: usize) -> Result<Arc<Vec<Id>>> {
        let mut list = Vec::with_capacity(length);
        self.snapshot.find(key, |content, place| {
            list.push((content, place.span));
            Ok(())
        })?;
        let list = Arc::new(list);
        let mut lists = self.lists();
        let bytes = size_of_val(list.as_slice()) + 64;
        if lists.bytes + bytes > self.memory / 4 {
            (lists.by_key, lists.bytes) = Default::default();
        }
        lists.bytes += bytes;
        lists.by_key.insert(key, list.clone());
        Ok(list)
    }
}

/// Whether a list has a sentence, from `cursor` on, which is moved to where it is or would be.
fn is_in(list: &[Id], id: Id, cursor: &mut usize) -> bool {
    let rest = &list[*cursor..];
    // Steps that double, then what lies between the last two.
    let mut step = 1;
    while step < rest.len() && rest[step] < id {
        step *= 2;
    }
    let from = step / 2;
    let to = (step + 1).min(rest.len());
    *cursor += from + rest[from..to].partition_point(|other| *other < id);
    list.get(*cursor) == Some(&id)
}
