//! The sentences of two documents face to face: what each shares with each, and what it would have to share.
//!
//! - Promise: where two are said to match, a run over these documents finds them, if no more than `max_df` have what they share;
//!   where they are not, it does not. The numbers are those of the run.
//! - Cost: for each sentence, those of the other document that have one of its words. Words that very many have bring nobody
//!   together.

use std::collections::HashMap;

use super::census::Census;
use super::kept::Kept;
use super::matches::Shared;
use super::options::SentenceOptions;
use super::ranks::weight;
use crate::error::Result;
use crate::find::FindOptions;
use crate::find::collection::Collection;
use crate::find::overlap::Overlap;
use crate::fingerprint::{Candidates, Comparison, Scheme, Signing};
use crate::read::Document;
use crate::span::TokenSpan;
use crate::spill::Temp;
use crate::watch::Unwatched;

/// A word of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weighed {
    pub(crate) key: u64,
    /// How many sentences have it.
    pub(crate) sentences: u32,
    weight: u32,
}

/// A sentence with its words.
#[derive(Debug)]
pub(crate) struct Face {
    pub(crate) span: TokenSpan,
    /// By key.
    words: Vec<Weighed>,
    weight: u32,
    signature: u128,
}

/// Two sentences that have a word in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meeting {
    /// How many words they share, of how many of the one that is asked about.
    pub(crate) shared: u32,
    pub(crate) of: u32,
    weight: u32,
    pub(crate) overlap: Overlap,
    /// In how many bits their signatures differ, where these are compared.
    pub(crate) bits: Option<u32>,
    /// Whether they share the share of words that is asked for, as many as are, words that weigh as much, and whether the
    /// signatures are near.
    pub(crate) has_share: bool,
    pub(crate) has_words: bool,
    pub(crate) has_weight: bool,
    pub(crate) is_near: bool,
    /// How many sentences have the rarest of the words that they share.
    pub(crate) rarest: u32,
}

impl Meeting {
    pub(crate) fn matches(&self) -> bool {
        self.has_share && self.has_words && self.has_weight && self.is_near
    }
}

/// All sentences of two documents that have words.
pub(crate) struct Faces {
    /// Those of `a`, then of `b`.
    pub(crate) sides: [Vec<Face>; 2],
    /// How many sentences words are weighed by.
    pub(crate) all: u32,
    options: SentenceOptions,
    signatures: Option<(Signing, u32)>,
    /// Whether the shorter of two is asked about, and not that of `a`.
    is_within: bool,
}

/// Sentences that a word brings together with one that has it.
const MOST_AT_A_WORD: usize = 1 << 12;

impl Faces {
    /// The sentences of `a` and `b`, of a run of the one against the other; or of a collection that has both. With them comes the
    /// scheme with what was found out.
    pub(crate) fn between(
        a: Document,
        b: Document,
        options: &FindOptions,
        census: Option<&Census>,
    ) -> Result<(Scheme, Self)> {
        let temp = Temp::new(options.temp.clone());
        // Documents are numbered as they are taken in.
        let ((mut collection, _), docs) = match census {
            None => (Collection::of(a, b, options, &temp, &Unwatched)?, [1, 0]),
            Some(_) => {
                let both = Collection::both([a, b], options, &temp, &Unwatched)?;
                (both, [0, 1])
            }
        };
        let method = collection.scheme.build();
        let (Comparison::Sentences(candidates), Some(kept)) =
            (method.comparison, &mut collection.sentences)
        else {
            return Err(Census::none(&collection.scheme));
        };
        if let Some(census) = census {
            kept.count_as(census);
        }
        let faces = Self::new(kept, docs, census.is_some(), options.sentence, candidates)?;
        Ok((collection.scheme, faces))
    }

    fn new(
        kept: &Kept,
        docs: [u32; 2],
        is_within: bool,
        options: SentenceOptions,
        candidates: Candidates,
    ) -> Result<Self> {
        let counts: Vec<(u64, u32)> = kept.lexicon.iter().collect();
        let signatures = match candidates {
            Candidates::Words => None,
            Candidates::Near { signing, distance } => Some((signing, distance)),
        };
        let mut sides = [Vec::new(), Vec::new()];
        for (side, doc) in sides.iter_mut().zip(docs) {
            let from = kept.first_of(doc);
            kept.each(from..from + kept.count_of(doc), |_, place, numbers| {
                let words = numbers.iter().map(|&number| {
                    let (key, sentences) = counts[number as usize];
                    Weighed {
                        key,
                        sentences,
                        weight: weight(kept.counted, sentences),
                    }
                });
                let mut words: Vec<Weighed> = words.collect();
                words.sort_unstable_by_key(|word| word.key);
                let keys: Vec<u64> = words.iter().map(|word| word.key).collect();
                side.push(Face {
                    span: place.span,
                    weight: words.iter().map(|word| word.weight).sum(),
                    signature: signatures.map_or(0, |(signing, _)| signing.signature_of(&keys)),
                    words,
                });
                Ok(())
            })?;
        }
        Ok(Self {
            sides,
            all: kept.counted,
            options,
            signatures,
            is_within,
        })
    }

    /// What shared words must weigh, where one that a sentence has alone weighs 1; none where words are not weighed.
    pub(crate) fn least_weight(&self) -> Option<f64> {
        SentenceOptions::weighs(self.all).then_some(self.options.weight)
    }

    /// A weight, where one that a sentence has alone weighs 1.
    fn in_words(&self, own: u32) -> f64 {
        f64::from(own) / f64::from(weight(self.all, 1).max(1))
    }

    pub(crate) fn weight_of(&self, word: &Weighed) -> f64 {
        self.in_words(word.weight)
    }

    pub(crate) fn weight_in(&self, meeting: &Meeting) -> f64 {
        self.in_words(meeting.weight)
    }

    /// The words that two sentences share, the weightiest first.
    pub(crate) fn words(x: &Face, y: &Face) -> Vec<Weighed> {
        let mut words: Vec<Weighed> = shared(x, y).copied().collect();
        words.sort_by_key(|word| (word.sentences, word.key));
        words
    }

    /// What a sentence of `a` and one of `b` have in common.
    fn meet(&self, x: &Face, y: &Face) -> Meeting {
        let (mut count, mut weight, mut rarest) = (0, 0, u32::MAX);
        for word in shared(x, y) {
            count += 1;
            weight += word.weight;
            rarest = rarest.min(word.sentences);
        }
        let sizes = [x, y].map(|face| face.words.len() as u32);
        let (of, all) = match self.is_within {
            true => (sizes[0].min(sizes[1]), x.weight.min(y.weight)),
            false => (sizes[0], x.weight),
        };
        let overlap = Shared::new(count, sizes, (weight, all)).overlap(of);
        let bits = (x.signature ^ y.signature).count_ones();
        Meeting {
            shared: count,
            of,
            weight,
            overlap,
            bits: self.signatures.map(|_| bits),
            has_share: count >= self.options.share(of),
            has_words: count >= self.options.least,
            has_weight: weight >= self.options.least_weight(self.all),
            is_near: self.signatures.is_none_or(|(_, distance)| bits <= distance),
            rarest,
        }
    }

    /// Calls `each` with all that have a word in common, by their places in `a` and in `b`.
    fn meetings(&self, mut each: impl FnMut([usize; 2], Meeting)) {
        let [a, b] = &self.sides;
        let mut having: HashMap<u64, Vec<usize>> = HashMap::new();
        for (at, face) in b.iter().enumerate() {
            for word in &face.words {
                having.entry(word.key).or_default().push(at);
            }
        }
        let mut met = Vec::new();
        for (at, face) in a.iter().enumerate() {
            met.clear();
            let lists = face.words.iter().filter_map(|word| having.get(&word.key));
            lists
                .filter(|list| list.len() <= MOST_AT_A_WORD)
                .for_each(|list| met.extend_from_slice(list));
            met.sort_unstable();
            met.dedup();
            for &other in &met {
                each([at, other], self.meet(face, &b[other]));
            }
        }
    }

    /// The best `most`: those that match, then by how much of a sentence is shared, then in order.
    pub(crate) fn best(&self, most: usize) -> Vec<([usize; 2], Meeting)> {
        let mut best: Vec<([usize; 2], Meeting)> = Vec::new();
        let rank = |meeting: &Meeting| (meeting.matches(), meeting.overlap.rank());
        self.meetings(|at, meeting| {
            let place = best.partition_point(|(_, other)| rank(other) >= rank(&meeting));
            if place < most {
                best.truncate(most - 1);
                best.insert(place, (at, meeting));
            }
        });
        best
    }
}

/// The words that both have, as they are in the first.
fn shared<'f>(x: &'f Face, y: &'f Face) -> impl Iterator<Item = &'f Weighed> {
    let mut rest = y.words.as_slice();
    x.words.iter().filter(move |word| {
        rest = &rest[rest.partition_point(|other| other.key < word.key)..];
        rest.first().is_some_and(|other| other.key == word.key)
    })
}
