//! Two books compared by the order of their unique words.
//!
//! Of the words that stand once in each book, as many as follow one another in both are found: a longest common
//! subsequence, which for words without repeats is a longest rising one. Its length, against the numbers of words there
//! are, is the [score](Score); where the score is high enough, the text around some of the words is looked at.
//!
//! - Source: Yalniz, Can and Manmatha, CIKM 2011.
//! - Departures: of all unique words only those count that stand in the other book at all ([`Counted::Both`]); words in
//!   order within [pieces](pieces) count though the pieces stand in another order; and a pair must be
//!   [confirmed](confirm) by its text.

mod confirm;
mod pieces;
mod score;
mod table;

pub use score::{Counted, OrderOptions, Score};

use std::borrow::Cow;
use std::sync::Arc;

use self::pieces::{in_pieces, pieces};
use self::table::Table;
use super::store::{Sketched, Store, Text, Words};
use crate::align::Seed;
use crate::error::Result;
use crate::rising::Rising;
use crate::token::Form;

/// Compares pairs; its memory is used again.
#[derive(Debug)]
pub(super) struct Order {
    options: OrderOptions,
    rising: Rising,
    /// Places in both books of the words that stand once in each, by the first.
    pub(super) common: Vec<Seed>,
    /// Those in order that count.
    chain: Vec<Seed>,
    /// The unique words of the later book, which is compared with many, and all its distinct words.
    later: Table,
    vocabulary: Option<(u32, Vec<u32>)>,
}

/// What two books share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kin {
    pub(super) lcs: u32,
    /// Words in order within pieces, whatever the order of these.
    pub(super) in_pieces: u32,
    /// The unique words of each,
    pub(super) sizes: [u32; 2],
    /// and how many of them stand in the other at all.
    pub(super) known: [u32; 2],
    /// The share of words looked at around which the text is the same, in ten-thousandths.
    pub(super) confirmed: u32,
}

/// Words in order around which the text is looked at.
const LOOKED_AT: usize = 96;

/// A whole share.
pub(crate) const WHOLE: u32 = 10_000;

impl Order {
    pub(super) fn new(options: OrderOptions) -> Self {
        Self {
            options,
            rising: Rising::default(),
            common: Vec::new(),
            chain: Vec::new(),
            later: Table::default(),
            vocabulary: None,
        }
    }

    /// Compares two books; nothing where they are no duplicates.
    pub(super) fn compare(&mut self, store: &Store, a: u32, b: u32) -> Result<Option<Kin>> {
        let [a_sketch, b_sketch] = [store.sketch(a)?, store.sketch(b)?];
        let sizes = [&a_sketch, &b_sketch].map(|sketch| sketch.len() as u32);
        let least = self.options.least(sizes[0], sizes[1]);
        self.find_common(&a_sketch, b, &b_sketch);
        let common = &self.common;
        if (common.len() as u32) < least {
            return Ok(None);
        }
        // Of most pairs that get here no more is asked.
        let lcs = self.rising.length(common.iter().map(|seed| seed.b)) as u32;
        let OrderOptions { by, words, .. } = self.options;
        let pieced = |common: &[Seed]| match words {
            Counted::All => 0,
            Counted::Both => in_pieces(common),
        };
        let in_pieces = pieced(common);
        if lcs.max(in_pieces) < least {
            return Ok(None);
        }
        let threshold = self.options.threshold();
        let known = match words {
            Counted::All => sizes,
            Counted::Both => self.known(store, (a, &a_sketch), (b, &b_sketch))?,
        };
        let counted = |lcs: u32, in_pieces: u32, known: [u32; 2]| {
            let most = lcs.max(in_pieces).min(known[0]).min(known[1]);
            by.of(most, known[0], known[1]) >= threshold
        };
        if !counted(lcs, in_pieces, known) {
            return Ok(None);
        }
        let mut common = Cow::Borrowed(&self.common);
        let (mut rising, mut in_their_pieces) = (lcs, in_pieces);
        if store.row(a)?.is_word_list && store.row(b)?.is_word_list {
            // What is left must be enough by itself.
            let left = without_alphabet(&mut self.rising, &self.common, &*store.text(a)?);
            let ordered = (self.common.len() - left.len()) as u32;
            rising = self.rising.length(left.iter().map(|seed| seed.b)) as u32;
            in_their_pieces = pieced(&left);
            if !counted(
                rising,
                in_their_pieces,
                known.map(|known| known.saturating_sub(ordered)),
            ) {
                return Ok(None);
            }
            common = Cow::Owned(left);
        }
        self.chain.clear();
        if rising >= in_their_pieces {
            self.rising.find(common.len(), |at| common[at].b);
            self.chain
                .extend(self.rising.backwards().map(|at| common[at]));
        } else {
            self.chain.extend(pieces(&common).flatten());
        }
        let confirmed = self.confirmed(store, a, b)?;
        if f64::from(confirmed) < self.options.confirmed * f64::from(WHOLE) {
            return Ok(None);
        }
        // Told also where it does not decide.
        let known = match words {
            Counted::All => self.known(store, (a, &a_sketch), (b, &b_sketch))?,
            Counted::Both => known,
        };
        Ok(Some(Kin {
            lcs,
            in_pieces: pieces::in_pieces(&self.common),
            sizes,
            known,
            confirmed,
        }))
    }

    /// The words that stand once in each book, in the order of the first.
    fn find_common(&mut self, a: &Sketched, b: u32, b_sketch: &Sketched) {
        if self.later.doc != Some(b) {
            self.later.fill(b, b_sketch);
        }
        self.common.clear();
        let common = self.later.find(&a.keys);
        self.common.extend(common.map(|(at, b)| Seed {
            a: a.places[at],
            b,
            length: 1,
        }));
    }

    /// How many unique words of each book stand in the other.
    fn known(
        &mut self,
        store: &Store,
        (a, a_sketch): (u32, &Sketched),
        (b, b_sketch): (u32, &Sketched),
    ) -> Result<[u32; 2]> {
        let (a_words, b_words) = (store.words(a)?, store.words(b)?);
        let distinct = |words: &Arc<Words>| {
            let mut words = words.words.clone();
            words.sort_unstable();
            words.dedup();
            words
        };
        let in_b = match self.vocabulary.take() {
            Some((of, words)) if of == b => words,
            _ => distinct(&b_words),
        };
        let count = |sketch: &Sketched, words: &Words, other: &[u32]| {
            let word = |place: &&u32| words.words.get(**place as usize);
            let known = |place: &&u32| word(place).is_some_and(|w| other.binary_search(w).is_ok());
            sketch.places.iter().filter(known).count() as u32
        };
        let known = [
            count(a_sketch, &a_words, &in_b),
            count(b_sketch, &b_words, &distinct(&a_words)),
        ];
        self.vocabulary = Some((b, in_b));
        Ok(known)
    }

    /// The share of the words in order around which the text is the same; some of them, evenly spread, are looked at.
    fn confirmed(&self, store: &Store, a: u32, b: u32) -> Result<u32> {
        let (a, b) = (store.text(a)?, store.text(b)?);
        let looked_at = self.chain.len().min(LOOKED_AT);
        let confirmed = (0..looked_at).filter(|at| {
            let at = (2 * at + 1) * self.chain.len() / (2 * looked_at);
            let seed = self.chain[at];
            confirm::is_confirmed(&a, seed.a, &b, seed.b)
        });
        Ok(confirmed.count() as u32 * WHOLE / looked_at.max(1) as u32)
    }
}

/// Those of the words in common that do not stand in the order of the alphabet, as those of any two lists do.
fn without_alphabet(rising: &mut Rising, common: &[Seed], text: &Text) -> Vec<Seed> {
    let head = |seed: &Seed| {
        let word = text.text.get(text.word(seed.a).range());
        Form::of(&word.unwrap_or_default().to_lowercase()).head()
    };
    let heads: Vec<u64> = common.iter().map(head).collect();
    rising.find(heads.len(), |at| (heads[at], at));
    let mut is_ordered = vec![false; heads.len()];
    rising.backwards().for_each(|at| is_ordered[at] = true);
    let left = common
        .iter()
        .zip(is_ordered)
        .filter(|(_, is_ordered)| !is_ordered);
    left.map(|(&seed, _)| seed).collect()
}
