//! The same text with slots filled in anew: forms, notices, generated pages.
//!
//! Every member is aligned with the fullest. Where at least half of the documents have a word of their
//! own at one place, and three at least, that place is a slot; a text with a slot is a template when the
//! members agree nearly everywhere else. Copies that differ by chance differ at different places, and two
//! versions of a text have two words at a place, not many.

use std::collections::BTreeSet;

use super::cluster::Member;
use crate::align::{Aligner, Column};
use crate::error::Result;
use crate::find::LabelOptions;
use crate::find::store::Store;

/// Members that are looked at; more show nothing new.
const MOST: usize = 24;

/// Longer texts are no forms.
const LONGEST: u32 = 5000;

/// Looks for slots; its memory is used again.
#[derive(Debug, Default)]
pub(super) struct Templates {
    /// For each word of the fullest member, the words that stand there in the others.
    words: Vec<BTreeSet<u32>>,
    /// How many members have another word, or none, there.
    changed: Vec<u32>,
}

impl Templates {
    pub(super) fn is_template(
        &mut self,
        members: &[Member],
        store: &Store,
        aligner: &mut Aligner,
        options: &LabelOptions,
    ) -> Result<bool> {
        // One member a document, the fullest first.
        let mut chosen: Vec<Member> = members.to_vec();
        chosen.sort_by_key(|member| (member.doc, u32::MAX - member.span.len()));
        chosen.dedup_by_key(|member| member.doc);
        let Some(&fullest) = chosen
            .iter()
            .max_by_key(|member| (member.span.len(), u32::MAX - member.doc))
        else {
            return Ok(false);
        };
        if fullest.span.len() > LONGEST {
            return Ok(false);
        }
        chosen.retain(|member| *member != fullest);
        chosen.truncate(MOST - 1);
        let text = store.text(fullest.doc)?;
        let own = &text.words[fullest.span.range()];
        self.words.clear();
        self.words
            .extend(own.iter().map(|word| BTreeSet::from([*word])));
        self.changed.clear();
        self.changed.resize(own.len(), 0);
        for member in &chosen {
            let other = store.text(member.doc)?;
            let words = &other.words[member.span.range()];
            let columns = aligner.columns(text.side(), other.side(), fullest.span, member.span);
            let (mut x, mut y) = (0, 0);
            for &(column, count) in columns.runs() {
                for _ in 0..count {
                    match column {
                        Column::Match => {}
                        Column::Substitution => {
                            self.words[x].insert(words[y]);
                            self.changed[x] += 1;
                        }
                        Column::Deletion => self.changed[x] += 1,
                        Column::Insertion => {}
                    }
                    x += usize::from(column != Column::Insertion);
                    y += usize::from(column != Column::Deletion);
                }
            }
        }
        let documents = chosen.len() + 1;
        let different = 3.max(documents.div_ceil(2));
        let is_slot = |at: &usize| self.words[*at].len() >= different;
        let slots = (0..own.len()).filter(is_slot).count();
        let fixed = own.len() - slots;
        let others: u32 = (0..own.len())
            .filter(|at| !is_slot(at))
            .map(|at| self.changed[at])
            .sum();
        let same = 1.0 - f64::from(others) / (fixed * chosen.len()).max(1) as f64;
        Ok(slots > 0 && slots <= fixed && same >= options.template_fixed)
    }
}
