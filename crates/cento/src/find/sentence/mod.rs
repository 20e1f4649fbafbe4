//! Sentence by sentence: which share most of their words, in any order.
//!
//! Sentences are numbered in the order of documents ([`Kept`]). Their words are ordered from the rarest on ([`Ordered`]);
//! those of a sentence that must be shared in part are looked up among all ([`prefix`]); what shares
//! enough is a [`Located`], and the matches of two documents are their pair.

mod census;
mod check;
mod compare;
mod crowds;
mod faces;
mod kept;
mod looks;
mod matches;
mod near;
mod options;
mod ordered;
mod passing;
mod piece;
mod prefix;
mod ranks;
mod recall;
mod seen;
mod slices;
mod tally;

pub use census::Census;
pub(crate) use check::SentenceChecker;
pub(crate) use faces::{Face, Faces, Meeting, Weighed};
pub(crate) use kept::Kept;
pub use options::SentenceOptions;
pub use recall::SignatureRecall;

use std::sync::Mutex;

use serde::Serialize;

use self::compare::Comparer;
use self::matches::paired;
use self::near::Near;
use self::ordered::Ordered;
use super::copies::{Bits, Content, Copies, Sides};
use super::join::Frequent;
use super::pairs::{Located, Paired};
use crate::error::Result;
use crate::fingerprint::Candidates;
use crate::hash::mix;
use crate::spill::{Sorter, Temp};
use crate::watch::Watch;

/// What is wrong with a sentence of an index where words do not count once each.
const WORD_TWICE: &str = "a sentence has a word twice";

/// What came of comparing sentences, besides pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SentenceSummary {
    /// How many there are that have words; those of documents with the same words count once.
    pub sentences: u64,
    /// How many words they have on the average, stop words left out.
    pub words: f64,
    /// What part of matches is found, where they are looked for by signatures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signatures: Option<SignatureRecall>,
}

/// How sentences are to be compared.
pub(crate) struct Sentencing<'a> {
    pub(crate) options: SentenceOptions,
    pub(crate) candidates: Candidates,
    /// More sentences than this that share their rarest words are compared with the first of them only.
    pub(crate) max_df: u32,
    pub(crate) max_copies: usize,
    pub(crate) kept: &'a Kept,
    /// Documents with the same words.
    pub(crate) copies: &'a Copies,
    /// The length of each document that has copies, by original.
    pub(crate) tokens_of_originals: &'a [(u32, u32)],
    /// Whether passages are asked for.
    pub(crate) has_passages: bool,
    pub(crate) threads: usize,
    pub(crate) memory: usize,
    pub(crate) temp: &'a Temp,
    pub(crate) watch: &'a dyn Watch,
}

impl Sentencing<'_> {
    pub(crate) fn run(&self) -> Result<(Paired, Frequent, SentenceSummary)> {
        let same = self.same_sentences()?;
        let kept = self.kept.counted;
        let ordered = Ordered::new(self, &same)?;
        let found = Mutex::new(Sorter::new(self.memory / 8, self.temp));
        let mut signatures = None;
        let mut frequent = match self.candidates {
            Candidates::Words => prefix::run(self, &ordered, &same, &found)?,
            Candidates::Near { signing, distance } => {
                let near = Near::new(signing, distance, kept);
                let frequent = near.run(self, &ordered, &same, &found)?;
                let mut comparer = Comparer::new(self, &ordered, &same, &found);
                let signing = (signing, distance);
                let recall = recall::recall(self, &ordered, &same, signing, &mut comparer)?;
                signatures = Some(recall);
                frequent
            }
        };
        let mut found = found
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let of_the_same = self.copies_among_themselves(&ordered, &same, &mut found)?;
        if let Some(recall) = &mut signatures {
            recall.same = of_the_same;
        }
        for original in same.originals().filter(|&one| ordered.is_weighty(one)) {
            let all = same.with_copies(original, usize::MAX).count() as u64;
            if all > u64::from(self.max_df) {
                frequent.stop_keys += 1;
                frequent.stop_occurrences += all;
            }
        }
        drop(ordered);
        let summary = SentenceSummary {
            sentences: self.kept.counted.into(),
            words: self.kept.mean_words(),
            signatures,
        };
        Ok((paired(self, &found.finish()?)?, frequent, summary))
    }

    /// Whether the sentences of a document are stood for by those of another on its side.
    fn is_folded(&self, doc: u32) -> bool {
        let original = self.copies.original(doc);
        original.is_some_and(|original| match self.copies.sides() {
            Sides::Within | Sides::Added { .. } => true,
            Sides::Against { reference } => (original < reference) == (doc < reference),
        })
    }

    /// Whether a match between two documents is one of their pair: not within one, nor where all words are the same, nor
    /// where both were there before.
    fn is_pair(&self, x: u32, y: u32) -> bool {
        let original = |doc| self.copies.original(doc).unwrap_or(doc);
        x != y && original(x) != original(y) && self.copies.compared(x, y)
    }

    /// Finds sentences of the same words on the same side: from here on the first stands for all.
    fn same_sentences(&self) -> Result<Copies> {
        let sides = match self.copies.sides() {
            // Which of them were added is told by their documents.
            Sides::Within | Sides::Added { .. } => Sides::Within,
            Sides::Against { reference } => Sides::Against {
                reference: self.kept.first_of(reference),
            },
        };
        let side = |number: u32| match sides {
            Sides::Against { reference } if number < reference => 1,
            _ => 0,
        };
        let alike = self.alike()?;
        let mut numbers = (0..self.kept.len())
            .filter(|&number| alike.get(number))
            .peekable();
        let mut contents = Sorter::new(self.memory / 16, self.temp);
        while let Some(first) = numbers.next() {
            // Those that are near are read at once.
            let mut end = first + 1;
            while let Some(next) = numbers.next_if(|&next| next - end < NEAR) {
                end = next + 1;
            }
            self.kept.each(first..end, |number, _, words| {
                match alike.get(number) && words.len() >= self.options.least as usize {
                    true => contents.push(Content::new(set_digest(side(number), words), number)),
                    false => Ok(()),
                }
            })?;
        }
        Copies::find(self.kept.len() as usize, &contents.finish()?, sides)
    }

    /// Sentences that may have the same words as another: all that have, and few more, as two looks at a few bits tell.
    fn alike(&self) -> Result<Bits> {
        let count = self.kept.len() as usize;
        let slots = count.next_power_of_two().saturating_mul(4);
        let [mut first, mut second] = [(); 2].map(|()| Slots::new(slots.min(1 << 32)));
        let halves = |sum: u64| (sum as u32, (sum >> 32) as u32);
        self.each_sum(|_, sum| first.add(halves(sum).0))?;
        self.each_sum(|_, sum| {
            let (low, high) = halves(sum);
            if first.is_shared(low) {
                second.add(high);
            }
        })?;
        let mut alike = Bits::new(count);
        self.each_sum(|number, sum| {
            let (low, high) = halves(sum);
            if first.is_shared(low) && second.is_shared(high) {
                alike.set(number);
            }
        })?;
        Ok(alike)
    }

    /// Calls `each` with the sentences that are not stood for by those of another document, and with what the words of each
    /// come to.
    fn each_sum(&self, mut each: impl FnMut(u32, u64)) -> Result<()> {
        let kept = self.kept;
        let mut folded = (0..kept.documents()).filter(|&doc| self.is_folded(doc));
        let mut from = 0;
        while from < kept.len() {
            let doc = folded.next();
            let end = doc.map_or(kept.len(), |doc| kept.first_of(doc));
            kept.each_sum(from..end, &mut each)?;
            from = doc.map_or(end, |doc| end + kept.count_of(doc));
        }
        Ok(())
    }

    /// Calls `each` with the sentences that two stand for, each of the one with each of the other; where these are too many, with
    /// the first of them.
    fn each_copy(
        &self,
        same: &Copies,
        own: u32,
        other: u32,
        mut each: impl FnMut(u32, u32) -> Result<()>,
    ) -> Result<()> {
        if !same.has_copies(own) && !same.has_copies(other) {
            return each(own, other);
        }
        let all = |number| same.with_copies(number, usize::MAX);
        let most = u64::from(self.max_df);
        let pairs = all(own).count() as u64 * all(other).count() as u64;
        let first = match pairs <= most.saturating_mul(most) {
            true => usize::MAX,
            false => prefix::FIRST,
        };
        for (at, x) in all(own).enumerate() {
            let others = if at < first { usize::MAX } else { first };
            all(other).take(others).try_for_each(|y| each(x, y))?;
        }
        Ok(())
    }

    /// Adds the matches of sentences of the same words, and counts them.
    fn copies_among_themselves(
        &self,
        ordered: &Ordered,
        same: &Copies,
        found: &mut Sorter<Located>,
    ) -> Result<u64> {
        let mut count = 0;
        for original in same.originals() {
            let words = ordered.card(original).words;
            if !ordered.is_weighty(original) {
                continue;
            }
            let whole = matches::Shared::all(words.into());
            self.each_copy(same, original, original, |x, y| {
                if let Some((a, b)) = same.as_pair(x, y).filter(|_| x < y)
                    && let Some(one) = self.located(a, b, whole)?
                {
                    found.push(one)?;
                    count += 1;
                }
                Ok(())
            })?;
        }
        Ok(count)
    }
}

/// Sentences farther apart are read one by one.
const NEAR: u32 = 8;

/// Numbers by some of their bits.
struct Slots {
    once: Bits,
    again: Bits,
    bits: u32,
}

impl Slots {
    /// `count` is a power of two.
    fn new(count: usize) -> Self {
        let [once, again] = [(); 2].map(|()| Bits::new(count));
        let bits = (count - 1) as u32;
        Self { once, again, bits }
    }

    fn add(&mut self, number: u32) {
        let slot = number & self.bits;
        if self.once.get(slot) {
            self.again.set(slot);
        }
        self.once.set(slot);
    }

    /// Whether another of those that were added may be the same.
    fn is_shared(&self, number: u32) -> bool {
        self.again.get(number & self.bits)
    }
}

/// Of words in any order, on a side.
fn set_digest(side: u64, words: &[u32]) -> u128 {
    let (mut low, mut high) = (side, words.len() as u64);
    for &word in words {
        let mixed = mix(u64::from(word) + 1);
        low = low.wrapping_add(mixed);
        high = high.wrapping_add(mix(mixed.rotate_left(32)));
    }
    u128::from(mix(high)) << 64 | u128::from(mix(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_come_twice_share_a_slot() {
        for count in [0usize, 1, 2, 100, 5000] {
            // Every fifth comes again.
            let all = |at: usize| mix((at - at % 5 * usize::from(at % 25 < 2)) as u64) as u32;
            let numbers: Vec<u32> = (0..count).map(all).collect();
            let mut slots = Slots::new(4 * count.next_power_of_two());
            numbers.iter().for_each(|&number| slots.add(number));
            let times = |number| numbers.iter().filter(|&&one| one == number).count();
            let shared = |number: &&u32| slots.is_shared(**number);
            assert!((numbers.iter()).all(|&number| times(number) < 2 || slots.is_shared(number)));
            let alone = numbers.iter().filter(|&&number| times(number) == 1);
            let (all, mistaken) = (alone.clone().count(), alone.filter(shared).count());
            assert!(4 * mistaken <= all, "{mistaken} of {all}");
        }
    }
}
