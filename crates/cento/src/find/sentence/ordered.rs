//! Sentences with their words in order, from the rarest on.

use std::sync::{Mutex, PoisonError};

use zerocopy::IntoBytes;

use super::Sentencing;
use super::ranks::Ranks;
use crate::error::Result;
use crate::find::copies::Copies;
use crate::fingerprint::{Candidates, Fingerprint};
use crate::hash::mix;
use crate::index::{PARTITION_BITS, Posting};
use crate::parallel;
use crate::span::TokenSpan;
use crate::spill::{Partitions, Scatter, Spool};
use crate::watch::Stage;

/// A sentence at a glance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Card {
    /// A bit for each word that others have too.
    pub(super) bits: u64,
    /// Where its words begin.
    at: u64,
    pub(super) doc: u32,
    /// How many words it has, and how many of them others have too.
    pub(super) words: u16,
    pub(super) known: u16,
    /// Whether it has too few of these, or another stands for it.
    pub(super) is_left_out: bool,
}

impl Card {
    /// Words that both may share, at most, where `other` stands for a sentence that has all words of its own.
    #[inline]
    pub(super) fn most_shared(&self, other: &Self) -> u32 {
        u32::from(self.known) - (self.bits & !other.bits).count_ones()
    }
}

/// All sentences, by number.
pub(super) struct Ordered {
    cards: Vec<Card>,
    words: Spool,
    /// Their signatures, where these are compared.
    pub(super) signatures: Vec<u128>,
    ranks: Ranks,
    least_weight: f64,
    /// Where each word stands: the sentence, and the place among its words that others have too.
    pub(super) postings: Partitions<Posting>,
}

/// Sentences ordered at a time.
const BLOCK: u32 = 1 << 14;

/// Bytes for each sentence under way.
const BYTES_A_SENTENCE: usize = 512;

/// What was made of a block of sentences.
#[derive(Default)]
struct Block {
    cards: Vec<Card>,
    words: Vec<u32>,
    signatures: Vec<u128>,
}

impl Ordered {
    pub(super) fn new(sentencing: &Sentencing<'_>, same: &Copies) -> Result<Self> {
        let kept = sentencing.kept;
        let (memory, temp) = (sentencing.memory, sentencing.temp);
        let ranks = kept.frequencies.ranks(kept.counted);
        let postings = Mutex::new(Partitions::new(1 << PARTITION_BITS, memory / 4, temp));
        let mut cards = Vec::with_capacity(kept.len() as usize);
        let mut signatures = Vec::new();
        let signing = match sentencing.candidates {
            Candidates::Words => None,
            Candidates::Near { signing, .. } => Some(signing),
        };
        let mut all = Spool::new(memory / 8, temp);
        let mut next = 0;
        parallel::ordered(
            sentencing.threads,
            memory / 8,
            || {
                let from = next;
                next = kept.len().min(from + BLOCK);
                sentencing.watch.advance(
                    Stage::Join,
                    u64::from(from),
                    2 * u64::from(kept.len()),
                )?;
                let weight = (next - from) as usize * BYTES_A_SENTENCE;
                Ok((from < next).then_some((weight, from..next)))
            },
            |range| {
                let mut block = Block::default();
                let mut scatter = Scatter::new(&postings);
                kept.each(range, |number, place, words| {
                    let is_used = !same.is_copy(number) && !sentencing.is_folded(place.doc);
                    if let Some(signing) = signing {
                        let signature = signing.signature(words.iter().copied());
                        block.signatures.push(signature);
                    }
                    let from = block.words.len();
                    block
                        .words
                        .extend(words.iter().filter_map(|&word| ranks.rank(word)));
                    let known = &mut block.words[from..];
                    known.sort_unstable();
                    let mut card = Card {
                        doc: place.doc,
                        words: words.len() as u16,
                        known: known.len() as u16,
                        ..Card::default()
                    };
                    known
                        .iter()
                        .for_each(|&rank| card.bits |= 1 << (mix(u64::from(rank)) & 63));
                    if !is_used || known.len() < sentencing.options.least as usize {
                        card.is_left_out = true;
                    } else if signing.is_none() {
                        for (at, &rank) in known.iter().enumerate() {
                            let key = mix(u64::from(rank));
                            let (begin, end) = (at as u32, at as u32 + 1);
                            let span = TokenSpan { begin, end };
                            let posting = Posting::new(number, &Fingerprint { key, span });
                            let partition = (key >> (64 - PARTITION_BITS)) as usize;
                            scatter.push(partition, &[posting])?;
                        }
                    }
                    block.cards.push(card);
                    Ok(())
                })?;
                scatter.finish()?;
                Ok(block)
            },
            |block| {
                signatures.extend(block.signatures);
                let mut at = all.append(block.words.as_bytes())?;
                for mut card in block.cards {
                    card.at = at;
                    at += u64::from(card.known) * size_of::<u32>() as u64;
                    cards.push(card);
                }
                Ok(())
            },
        )?;
        Ok(Self {
            cards,
            words: all,
            signatures,
            ranks,
            least_weight: sentencing.options.least_weight(kept.counted),
            postings: postings
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner),
        })
    }

    pub(super) fn len(&self) -> u32 {
        self.cards.len() as u32
    }

    #[inline]
    pub(super) fn card(&self, number: u32) -> &Card {
        &self.cards[number as usize]
    }

    /// The words of a sentence that others have too, as places in the order of all words.
    pub(super) fn words(&self, number: u32, into: &mut Vec<u32>) -> Result<()> {
        let card = self.card(number);
        into.resize(card.known.into(), 0);
        self.words.read(card.at, into.as_mut_bytes())
    }

    /// Whether a sentence weighs enough to match one that is the same.
    pub(super) fn is_weighty(&self, number: u32) -> Result<bool> {
        let mut words = Vec::new();
        self.words(number, &mut words)?;
        Ok(self.weight(&words, 0) >= self.least_weight)
    }

    /// How much words weigh together, of which a sentence has so many alone.
    pub(super) fn weight(&self, words: &[u32], alone: u32) -> f64 {
        let known: f64 = words
            .iter()
            .map(|&rank| f64::from(self.ranks.weight(rank)))
            .sum();
        known + f64::from(alone) * f64::from(self.ranks.alone)
    }
}
