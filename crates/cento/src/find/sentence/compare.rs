//! Two sentences, word by word.

use std::sync::{Mutex, PoisonError};

use super::Sentencing;
use super::matches::{Match, Shared};
use super::ordered::{Card, Ordered};
use crate::error::Result;
use crate::find::copies::{Copies, Sides};
use crate::spill::Sorter;

/// One thread's comparing.
pub(super) struct Comparer<'a> {
    sentencing: &'a Sentencing<'a>,
    ordered: &'a Ordered,
    same: &'a Copies,
    found: &'a Mutex<Sorter<Match>>,
    matches: Vec<Match>,
    /// The words of the two sentences at hand.
    words: [Vec<u32>; 2],
    least_weight: f64,
}

impl<'a> Comparer<'a> {
    pub(super) fn new(
        sentencing: &'a Sentencing<'a>,
        ordered: &'a Ordered,
        same: &'a Copies,
        found: &'a Mutex<Sorter<Match>>,
    ) -> Self {
        Self {
            sentencing,
            ordered,
            same,
            found,
            matches: Vec::new(),
            words: Default::default(),
            least_weight: sentencing.options.least_weight(sentencing.kept.counted),
        }
    }

    /// How many of its words a sentence must share.
    pub(super) fn enough(&self, card: &Card) -> u32 {
        self.sentencing.options.enough(card.words.into())
    }

    /// Compares two sentences by all their words: the first must share `enough` of its own. Those that met by `shared` words,
    /// the last of them at a place among those of the first, count only where no rarer ones are shared. `has_words`
    /// says that the words of the first are at hand.
    pub(super) fn compare(
        &mut self,
        (own, x): (u32, &Card),
        (other, y): (u32, &Card),
        enough: u32,
        (shared, at): (u32, usize),
        has_words: &mut bool,
    ) -> Result<()> {
        let is_alone = |number| !self.same.has_copies(number);
        let is_one_document = x.doc == y.doc && is_alone(own) && is_alone(other);
        if is_one_document || !self.same.compared(own, other) {
            return Ok(());
        }
        let [x_words, y_words] = &mut self.words;
        if !*has_words {
            self.ordered.words(own, x_words)?;
            *has_words = true;
        }
        self.ordered.words(other, y_words)?;
        let (mut i, mut j, mut count, mut weight) = (0, 0, 0, 0.0);
        while i < x_words.len() && j < y_words.len() {
            let (own, other) = (x_words[i], y_words[j]);
            if own == other {
                count += 1;
                weight += self.ordered.weight(&[own], 0);
                // Another group has them too, by words before these.
                if count == shared && i != at {
                    return Ok(());
                }
            }
            i += usize::from(own <= other);
            j += usize::from(other <= own);
        }
        if count < enough || weight < self.least_weight {
            return Ok(());
        }
        let weight_of = |words: &[u32], card: &Card| {
            let alone = u32::from(card.words - card.known);
            self.ordered.weight(words, alone)
        };
        let mut all = weight_of(x_words, x);
        if self.same.sides() == Sides::Within {
            all = all.min(weight_of(y_words, y));
        }
        let shared = Shared::new(
            count,
            [x.words, y.words],
            weight / all.max(f64::MIN_POSITIVE),
        );
        let most = self.sentencing.max_copies;
        for own in self.same.with_copies(own, most) {
            for other in self.same.with_copies(other, most) {
                if let Some((a, b)) = self.same.as_pair(own, other) {
                    let shared = if a == own { shared } else { shared.flipped() };
                    self.matches.extend(self.sentencing.located(a, b, shared)?);
                }
            }
        }
        if self.matches.len() >= 1 << 14 {
            self.hand_over()?;
        }
        Ok(())
    }

    /// Gives the matches so far to those of all threads.
    pub(super) fn hand_over(&mut self) -> Result<()> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.extend(self.matches.drain(..))
    }
}
