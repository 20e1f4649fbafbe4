//! The same text with slots filled in anew: forms, notices, generated pages.
//!
//! Every member is aligned with the fullest. A run of words that at least half of the others do not have
//! is a gap, and what each member has in its place is a filling. A gap is a **slot** when half of the
//! members have words of the text on both sides of it, and three of these, and half of them, have
//! fillings of their own: two versions of a text have two fillings, not many. A text with a slot is a
//! **template** when
//!
//! - the slots hold most of all differences, or a smaller part where there are many members: copies that
//!   differ by chance differ everywhere, and where there are few of them, two edits at one place do not
//!   make it a form;
//! - members agree nearly everywhere outside the slots;
//! - the slots are not the larger part.
//!
//! A member that has only a part of the text tells nothing about the rest.

use std::collections::BTreeSet;
use std::ops::Range;

use super::cluster::Member;
use crate::align::{Aligner, Column};
use crate::error::Result;
use crate::find::LabelOptions;
use crate::find::store::Store;

/// Members that are looked at; more show nothing new.
const MOST: usize = 8;

/// Up to so many members, two that are edited at one place make three fillings, half of all.
const FEW: usize = 6;

/// Longer texts are no forms.
const LONGEST: u32 = 1000;

/// Looks for slots; its memory is used again.
#[derive(Debug, Default)]
pub(super) struct Templates {
    form: Form,
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
        // One that has little of the text says little about it, and takes long to align.
        let least = fullest.span.len() * 3 / 5;
        chosen.retain(|member| *member != fullest && member.span.len() >= least);
        if chosen.len() + 1 < options.template_documents as usize {
            return Ok(false);
        }
        chosen.truncate(MOST - 1);
        let text = store.words(fullest.doc)?;
        self.form.begin(&text.words[fullest.span.range()]);
        for member in &chosen {
            let other = store.words(member.doc)?;
            let columns = aligner.columns(text.side(), other.side(), fullest.span, member.span);
            self.form
                .add(&other.words[member.span.range()], columns.runs());
            // Members that differ nowhere alike have no slots, and the first show it.
            if self.form.others.len() == 3 && !self.form.differ_alike() {
                return Ok(false);
            }
        }
        Ok(self.form.is_template(options))
    }
}

/// A text and what others have in its place.
#[derive(Debug, Default)]
struct Form {
    words: Vec<u32>,
    others: Vec<Other>,
}

impl Form {
    /// Whether two members have another word at one place.
    fn differ_alike(&self) -> bool {
        (0..self.words.len()).any(|at| {
            let differ = self.others.iter().filter(|other| other.differs[at]);
            differ.count() > 1
        })
    }
}

/// A member beside the fullest.
#[derive(Debug, Default)]
struct Other {
    words: Vec<u32>,
    /// For each word of the fullest and for its end: where in `words` one is before and after what only
    /// this member has there.
    at: Vec<(u32, u32)>,
    /// Which words of the fullest it has not.
    differs: Vec<bool>,
    /// The words of the fullest from its first match to its last.
    covers: Range<usize>,
}

impl Other {
    /// What it has between two words of the fullest.
    fn filling(&self, gap: &Range<usize>) -> &[u32] {
        &self.words[self.at[gap.start].0 as usize..self.at[gap.end].1 as usize]
    }

    /// Columns that do not match, in a part of the text.
    fn differences(&self, part: &Range<usize>) -> usize {
        let differs = part.clone().filter(|at| self.differs[*at]).count();
        differs + self.insertions(part)
    }

    /// What it has beside the words of a part, those before and behind it included.
    fn insertions(&self, part: &Range<usize>) -> usize {
        (part.start..=part.end)
            .map(|at| (self.at[at].1 - self.at[at].0) as usize)
            .sum()
    }

    fn covers(&self, part: &Range<usize>) -> bool {
        self.covers.start <= part.start && part.end <= self.covers.end
    }
}

impl Form {
    fn begin(&mut self, words: &[u32]) {
        self.words.clear();
        self.words.extend_from_slice(words);
        self.others.clear();
    }

    fn add(&mut self, words: &[u32], columns: &[(Column, u32)]) {
        let mut other = Other {
            words: words.to_vec(),
            ..Other::default()
        };
        let (mut y, mut before) = (0, 0);
        let (mut first, mut last) = (None, 0);
        for &(column, count) in columns {
            for _ in 0..count {
                if column == Column::Insertion {
                    y += 1;
                    continue;
                }
                other.at.push((before, y));
                other.differs.push(column != Column::Match);
                y += u32::from(column != Column::Deletion);
                before = y;
                if column == Column::Match {
                    first = first.or(Some(other.at.len() - 1));
                    last = other.at.len();
                }
            }
        }
        other.at.push((before, y));
        other.covers = first.unwrap_or(0)..last;
        self.others.push(other);
    }

    /// Runs of words that half of the others do not have.
    fn gaps(&self) -> Vec<Range<usize>> {
        let mut gaps: Vec<Range<usize>> = Vec::new();
        for at in 0..self.words.len() {
            let here = || {
                self.others
                    .iter()
                    .filter(|other| other.covers.contains(&at))
            };
            let all = here().count();
            let without = here().filter(|other| other.differs[at]).count();
            if without == 0 || 2 * without < all {
                continue;
            }
            match gaps.last_mut() {
                Some(gap) if gap.end == at => gap.end = at + 1,
                _ => gaps.push(at..at + 1),
            }
        }
        gaps
    }

    /// Whether the members that reach over a gap fill it each in its own way.
    fn is_slot(&self, gap: &Range<usize>) -> bool {
        let fillings = self
            .others
            .iter()
            .filter(|other| other.covers(gap))
            .map(|other| other.filling(gap));
        let own = std::iter::once(&self.words[gap.clone()]);
        let (mut all, mut different) = (0, BTreeSet::new());
        for filling in own.chain(fillings) {
            all += 1;
            different.insert(filling);
        }
        // Where few members reach, the text has ended for the others, and what follows is their own.
        2 * all > self.others.len() && different.len() >= 3 && 2 * different.len() >= all
    }

    fn is_template(&self, options: &LabelOptions) -> bool {
        let slots: Vec<Range<usize>> = self
            .gaps()
            .into_iter()
            .filter(|gap| self.is_slot(gap))
            .collect();
        let width: usize = slots.iter().map(Range::len).sum();
        if slots.is_empty() || 2 * width > self.words.len() {
            return false;
        }
        let (mut inside, mut all, mut compared) = (0, 0, 0);
        for other in &self.others {
            // What stands before the first and behind the last match is nobody's difference.
            let covered = other.covers.clone();
            let outer = other.at.get(covered.start).map_or(0, |at| at.1 - at.0)
                + other.at.get(covered.end).map_or(0, |at| at.1 - at.0);
            all += other.differences(&covered).saturating_sub(outer as usize);
            for slot in slots.iter().filter(|slot| other.covers(slot)) {
                inside += other.differences(slot);
            }
            let slots = slots.iter().filter(|slot| other.covers(slot));
            compared += covered.len() - slots.map(Range::len).sum::<usize>();
        }
        let outside = usize::saturating_sub(all, inside);
        // Where few members are edited at random, two edits at one place look like a slot. The more
        // members there are, the more of them it would take, and the rarer that is.
        let documents = self.others.len() + 1;
        let needed = options.template_slots * (FEW as f64 / documents as f64).min(1.0);
        inside as f64 >= needed * all as f64
            && outside as f64 <= (1.0 - options.template_fixed) * compared as f64
    }
}

#[cfg(test)]
mod tests;
