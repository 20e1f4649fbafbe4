//! Two sentences, word by word.

use std::sync::{Mutex, PoisonError};

use super::Sentencing;
use super::matches::Shared;
use super::ordered::{Card, Ordered};
use crate::error::Result;
use crate::find::copies::{Copies, Sides};
use crate::find::pairs::Located;
use crate::spill::Sorter;

/// One thread's comparing.
pub(super) struct Comparer<'a> {
    sentencing: &'a Sentencing<'a>,
    ordered: &'a Ordered,
    same: &'a Copies,
    found: &'a Mutex<Sorter<Located>>,
    matches: Vec<Located>,
    /// Room for the words of two sentences.
    words: [Vec<u32>; 2],
}

impl<'a> Comparer<'a> {
    pub(super) fn new(
        sentencing: &'a Sentencing<'a>,
        ordered: &'a Ordered,
        same: &'a Copies,
        found: &'a Mutex<Sorter<Located>>,
    ) -> Self {
        Self {
            sentencing,
            ordered,
            same,
            found,
            matches: Vec::new(),
            words: Default::default(),
        }
    }

    /// How many of its words a sentence must share.
    pub(super) fn enough(&self, card: &Card) -> u32 {
        self.sentencing.options.enough(card.words.into())
    }

    /// Compares two sentences that met: the first must share `enough` of its words. They count only where they share no
    /// other words before those they met by, since another group has them by these.
    pub(super) fn compare(&mut self, own: u32, other: u32, enough: u32, met: Met) -> Result<()> {
        if !self.is_compared(own, other) {
            return Ok(());
        }
        let [x, y] = [own, other].map(|number| self.ordered.card(number));
        let Some((count, weight)) = self.shared(own, other, enough, met)? else {
            return Ok(());
        };
        let all = match self.same.sides() {
            // The input's.
            Sides::Against { .. } => x.weight,
            _ => x.weight.min(y.weight),
        };
        let shared = Shared::new(count, [x.words.into(), y.words.into()], (weight, all));
        let (same, sentencing) = (self.same, self.sentencing);
        sentencing.each_copy(same, own, other, |own, other| {
            if let Some((a, b)) = same.as_pair(own, other) {
                let shared = if a == own { shared } else { shared.flipped() };
                self.matches.extend(sentencing.located(a, b, shared)?);
            }
            Ok(())
        })?;
        if self.matches.len() >= 1 << 14 {
            self.hand_over()?;
        }
        Ok(())
    }

    /// Whether two sentences, or others of the same words, may be a pair: of different documents, and not both there before.
    #[inline]
    pub(super) fn is_compared(&self, own: u32, other: u32) -> bool {
        let [x, y] = [own, other].map(|number| self.ordered.card(number));
        let is_alone = |number| !self.same.has_copies(number);
        let is_one_document = x.doc == y.doc && is_alone(own) && is_alone(other);
        let is_old = !x.is_added && !y.is_added;
        !is_one_document && !is_old && self.same.compared(own, other)
    }

    /// The first two words that two sentences share behind those they met by.
    pub(super) fn first_shared(
        &mut self,
        own: u32,
        other: u32,
        met: Met,
    ) -> Result<Option<[u32; 2]>> {
        let (ordered, [x_room, y_room]) = (self.ordered, &mut self.words);
        let x_words = ordered.words(own, x_room)?;
        let y_words = ordered.words(other, y_room)?;
        let mut both = x_words[met.x..]
            .iter()
            .copied()
            .filter(|word| y_words.contains(word));
        Ok(both
            .next()
            .zip(both.next())
            .map(|(first, second)| [first, second]))
    }

    /// How many words two sentences share that met, and what these weigh; none where these are not enough, or where they
    /// share others before those they met by.
    pub(super) fn shared(
        &mut self,
        own: u32,
        other: u32,
        enough: u32,
        met: Met,
    ) -> Result<Option<(u32, u32)>> {
        let (ordered, [x_room, y_room]) = (self.ordered, &mut self.words);
        let x_words = ordered.words(own, x_room)?;
        let y_words = ordered.words(other, y_room)?;
        let (mut count, mut weight) = (met.shared, met.weight);
        let (mut i, mut j) = (met.x, met.y);
        while i < x_words.len() && j < y_words.len() {
            let (own, other) = (x_words[i], y_words[j]);
            if own == other {
                count += 1;
                weight += ordered.weight_of(own);
            } else if count + ((x_words.len() - i).min(y_words.len() - j) as u32) < enough {
                return Ok(None);
            }
            i += usize::from(own <= other);
            j += usize::from(other <= own);
        }
        if count < enough
            || weight < ordered.least_weight
            || common(&x_words[..met.x], &y_words[..met.y]) > met.shared
        {
            return Ok(None);
        }
        Ok(Some((count, weight)))
    }

    /// Gives the matches so far to those of all threads.
    pub(super) fn hand_over(&mut self) -> Result<()> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.extend(self.matches.drain(..))
    }
}

/// By which words two sentences met: the rarest that they share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub(super) shared: u32,
    pub(super) weight: u32,
    /// The place behind the last of them among the words of each.
    pub(super) x: usize,
    pub(super) y: usize,
}

impl Met {
    /// By something else.
    pub(super) const BY_NO_WORD: Self = Self {
        shared: 0,
        weight: 0,
        x: 0,
        y: 0,
    };
}

/// How many words are in both.
pub(super) fn common(x: &[u32], y: &[u32]) -> u32 {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < x.len() && j < y.len() {
        count += u32::from(x[i] == y[j]);
        let (own, other) = (x[i], y[j]);
        i += usize::from(own <= other);
        j += usize::from(other <= own);
    }
    count
}
