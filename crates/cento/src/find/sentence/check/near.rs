//! Sentences whose signatures are near to that of a sentence.
//!
//! The index has every sentence at the parts of its signature, which is made of its words alone: it stays what it is whatever comes
//! and goes beside it. Values near to the parts that are asked about are looked up; the words of whatever stands there are
//! read and compared. Where values that near are so many that to go through all sentences costs less, that is done.
//!
//! - Promise: all sentences within the distance that share enough words.
//! - Cost: the values that are looked up in each segment, and the documents that have what was met; or all sentences, once for a
//!   text.
//! - Source: Norouzi, Punjani and Fleet, CVPR 2012, for the trees of Kim, Candan and Tatemura, WWW 2009.

use super::super::WORD_TWICE;
use super::super::matches::Shared;
use super::{Asking, Id};
use crate::error::Result;
use crate::find::FindOptions;
use crate::find::check::NearTrail;
use crate::fingerprint::{Candidates, Comparison, Cut, Sentences, Signing};
use crate::index::{ContentRef, Snapshot, key56};

/// Looks sentences up by their signatures.
pub(super) struct NearSentences<'a> {
    snapshot: &'a Snapshot,
    signing: Signing,
    distance: u32,
    /// How those of the index are cut.
    cut: Cut,
    /// How many that were met may be held.
    most_met: usize,
}

/// A sentence of the text, as it is compared.
struct Signed<'q> {
    asking: &'q Asking,
    signature: u128,
    /// Its words by key, and what each weighs.
    words: Vec<(u64, u32)>,
    weight: u32,
}

/// A sentence that was met: its content, its first token, and which of the text met it.
type Met = (ContentRef, u32, u32);

/// To look up a value takes as long as to go through so many sentences.
const SENTENCES_A_LOOK: u64 = 8;

/// To look at the signature of a sentence takes so much less than to come to it.
const SIGNATURES_A_SENTENCE: u64 = 32;

impl<'a> NearSentences<'a> {
    pub(super) fn new(
        snapshot: &'a Snapshot,
        signing: Signing,
        distance: u32,
        options: &FindOptions,
    ) -> Self {
        // An index made for another distance is cut for that.
        let made_for = match snapshot.making().scheme.comparison() {
            Comparison::Sentences(Candidates::Near { distance, .. }) => distance,
            _ => distance,
        };
        Self {
            snapshot,
            signing,
            distance,
            cut: Cut::stored(signing, made_for),
            most_met: options.memory / 4 / size_of::<Met>(),
        }
    }

    /// Calls `each` with every sentence of the index, which has so many, that is near to one of the text and shares enough of
    /// its words.
    pub(super) fn find(
        &self,
        asking: &[&Asking],
        sentences: u32,
        each: &mut dyn FnMut(&Asking, Id, Shared),
    ) -> Result<NearTrail> {
        let signed: Vec<Signed<'_>> = asking.iter().map(|asking| self.signed(asking)).collect();
        let (all, own) = (u64::from(sentences), signed.len() as u64);
        let segments = self.snapshot.segments().len() as u64;
        let looks = self.cut.looks(self.distance).saturating_mul(own);
        let by_looks = looks.saturating_mul(segments * SENTENCES_A_LOOK);
        let trail = match by_looks <= all + all.saturating_mul(own) / SIGNATURES_A_SENTENCE {
            true => self.look_up(&signed, each),
            false => self.go_through(&signed, each),
        }?;
        Ok(NearTrail {
            distance: self.distance,
            ..trail
        })
    }

    /// The share that should be found of what has that share of the words of sentences of so many.
    pub(super) fn recall(&self, words: f64, share: f64) -> f64 {
        self.signing.recall(self.distance, words, share)
    }

    fn signed<'q>(&self, asking: &'q Asking) -> Signed<'q> {
        let words = asking.words.iter().map(|word| (word.key, word.weight));
        let mut words: Vec<(u64, u32)> = words.collect();
        words.sort_unstable();
        let keys: Vec<u64> = words.iter().map(|(key, _)| *key).collect();
        Signed {
            asking,
            signature: self.signing.signature_of(&keys),
            words,
            weight: asking.weight(),
        }
    }

    /// Looks up all values near to the parts of signatures.
    fn look_up(
        &self,
        signed: &[Signed<'_>],
        each: &mut dyn FnMut(&Asking, Id, Shared),
    ) -> Result<NearTrail> {
        let mut trail = NearTrail::default();
        let mut met: Vec<Met> = Vec::new();
        for (number, own) in (0..).zip(signed) {
            for near in self.cut.looked_up(self.distance) {
                let mut look = |key: u64| {
                    trail.values += 1;
                    self.snapshot.find(key56(key), |content, place| {
                        met.push((content, place.span.begin, number));
                        Ok(())
                    })
                };
                look(self.cut.key(own.signature, near.0))?;
                self.cut.each_near(own.signature, near, &mut look)?;
            }
            // What was met by several parts is held by now with all of them.
            if met.len() > self.most_met {
                self.compare_met(signed, &mut met, &mut trail, each)?;
            }
        }
        self.compare_met(signed, &mut met, &mut trail, each)?;
        Ok(trail)
    }

    /// Compares what was met, document by document, and forgets it.
    fn compare_met(
        &self,
        signed: &[Signed<'_>],
        met: &mut Vec<Met>,
        trail: &mut NearTrail,
        each: &mut dyn FnMut(&Asking, Id, Shared),
    ) -> Result<()> {
        met.sort_unstable();
        met.dedup();
        trail.met += met.len() as u64;
        let (mut sentences, mut words) = (Sentences::default(), Vec::new());
        for of_content in met.chunk_by(|x, y| x.0 == y.0) {
            let content = of_content[0].0;
            sentences.clear();
            self.snapshot.sentences_in(content, &mut sentences)?;
            for at_place in of_content.chunk_by(|x, y| x.1 == y.1) {
                let Some(at) = sentences.beginning_at(at_place[0].1) else {
                    continue;
                };
                let (span, numbers) = sentences.get(at);
                self.words_of(content, numbers, &mut words)?;
                let signature = self.signing.signature_of(&words);
                for &(.., number) in at_place {
                    let own = &signed[number as usize];
                    if (own.signature ^ signature).count_ones() <= self.distance {
                        own.compare((content, span), &words, each);
                    }
                }
            }
        }
        met.clear();
        Ok(())
    }

    /// Goes through all sentences.
    fn go_through(
        &self,
        signed: &[Signed<'_>],
        each: &mut dyn FnMut(&Asking, Id, Shared),
    ) -> Result<NearTrail> {
        let mut trail = NearTrail::default();
        let (mut sentences, mut words) = (Sentences::default(), Vec::new());
        let (mut segment, mut bits) = (None, Vec::new());
        for content in self.snapshot.contents() {
            if segment.replace(content.segment) != Some(content.segment) {
                let words = self.snapshot.sentence_words(content.segment, |_| Ok(()))?;
                bits.clear();
                bits.extend(words.map(|(word, _)| self.signing.signature_of(&[word])));
            }
            sentences.clear();
            self.snapshot.sentences_in(content, &mut sentences)?;
            trail.met += sentences.len() as u64;
            for at in 0..sentences.len() {
                let (span, numbers) = sentences.get(at);
                let bits = numbers.iter().map(|&number| bits[number as usize]);
                let signature = bits.fold(0, |all, bits| all | bits);
                words.clear();
                for own in signed {
                    if (own.signature ^ signature).count_ones() <= self.distance {
                        if words.is_empty() {
                            self.words_of(content, numbers, &mut words)?;
                        }
                        own.compare((content, span), &words, each);
                    }
                }
            }
        }
        Ok(trail)
    }

    /// The keys of words, which are numbered in the segment of a content.
    fn words_of(&self, content: ContentRef, numbers: &[u64], out: &mut Vec<u64>) -> Result<()> {
        out.clear();
        for &number in numbers {
            out.push(self.snapshot.sentence_word(content.segment, number)?);
        }
        // Each counts once.
        match out.is_sorted_by(|x, y| x < y) {
            true => Ok(()),
            false => Err(self.snapshot.damaged(content.segment, WORD_TWICE)),
        }
    }
}

impl Signed<'_> {
    /// Calls `each` where a sentence shares enough words.
    fn compare(&self, id: Id, words: &[u64], each: &mut dyn FnMut(&Asking, Id, Shared)) {
        let (mut count, mut weight) = (0, 0);
        for word in words {
            if let Ok(at) = self.words.binary_search_by_key(word, |(key, _)| *key) {
                count += 1;
                weight += self.words[at].1;
            }
        }
        if count >= self.asking.enough && weight >= self.asking.least_weight {
            let of = [self.words.len() as u32, words.len() as u32];
            each(
                self.asking,
                id,
                Shared::new(count, of, (weight, self.weight)),
            );
        }
    }
}
