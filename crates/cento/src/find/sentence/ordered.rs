//! Sentences with their words in order, from the rarest on.

use std::sync::{Mutex, PoisonError};

use zerocopy::{FromBytes, IntoBytes};

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
    bits: u128,
    /// Where its words begin.
    at: u64,
    pub(super) doc: u32,
    /// What all its words weigh.
    pub(super) weight: u32,
    /// How many words it has, and how many of them others have too.
    pub(super) words: u16,
    pub(super) known: u16,
    /// Whether it has too few of these, or another stands for it.
    pub(super) is_left_out: bool,
}

impl Card {
    /// How many of its words are among another's, at most.
    #[inline]
    pub(super) fn most_in(&self, other: &Self) -> u32 {
        u32::from(self.known) - (self.bits & !other.bits).count_ones()
    }
}

/// A word as the key by which sentences are sorted: its last bits first, which divide words evenly.
fn key_of(rank: u32) -> u64 {
    u64::from(rank.reverse_bits()) << 32
}

/// The word of a posting in a partition.
pub(super) fn rank_of(partition: usize, posting: Posting) -> u32 {
    let key = (partition as u64) << (64 - PARTITION_BITS) | posting.key() >> PARTITION_BITS;
    ((key >> 32) as u32).reverse_bits()
}

/// All sentences, by number.
pub(super) struct Ordered {
    cards: Vec<Card>,
    words: Spool,
    /// Their signatures, where these are compared.
    pub(super) signatures: Vec<u128>,
    ranks: Ranks,
    /// What shared words must weigh together.
    pub(super) least_weight: u32,
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
        let least = sentencing.options.least as usize;
        let least_weight = sentencing.options.least_weight(kept.counted);
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
                    let alone = (words.len() - known.len()) as u32 * ranks.alone;
                    let mut card = Card {
                        doc: place.doc,
                        weight: alone + weight(&ranks, known),
                        words: words.len() as u16,
                        known: known.len() as u16,
                        ..Card::default()
                    };
                    known
                        .iter()
                        .for_each(|&rank| card.bits |= 1 << (mix(u64::from(rank)) & 127));
                    // From how many of its words on enough is left to share.
                    let mut left = 0;
                    let behind = known.iter().rev().take_while(|&&rank| {
                        left += ranks.weight(rank);
                        left < least_weight
                    });
                    let behind = behind.count().max(least - 1);
                    let leading = known.len().saturating_sub(behind);
                    if !is_used || leading == 0 {
                        card.is_left_out = true;
                    } else if signing.is_none() {
                        for (at, &rank) in known.iter().enumerate().take(leading) {
                            let key = key_of(rank);
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
            least_weight,
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

    /// The words of a sentence that others have too, as places in the order of all words. Those that are in a file are read
    /// to `room`.
    #[inline]
    pub(super) fn words<'a>(&'a self, number: u32, room: &'a mut Vec<u32>) -> Result<&'a [u32]> {
        let card = self.card(number);
        let bytes = usize::from(card.known) * size_of::<u32>();
        let at_hand = self.words.at_hand(card.at, bytes);
        if let Some(words) = at_hand.and_then(|bytes| <[u32]>::ref_from_bytes(bytes).ok()) {
            return Ok(words);
        }
        room.resize(card.known.into(), 0);
        self.words.read(card.at, room.as_mut_bytes())?;
        Ok(room)
    }

    /// Whether a sentence weighs enough to match one that is the same.
    pub(super) fn is_weighty(&self, number: u32) -> bool {
        let card = self.card(number);
        let alone = u32::from(card.words - card.known);
        card.weight - alone * self.ranks.alone >= self.least_weight
    }

    /// How much a word weighs, by its place in the order of all words.
    #[inline]
    pub(super) fn weight_of(&self, rank: u32) -> u32 {
        self.ranks.weight(rank)
    }

    /// How much words weigh together.
    pub(super) fn weight(&self, words: &[u32]) -> u32 {
        weight(&self.ranks, words)
    }

    /// How many more words must follow, of which none weighs more than the last, where those so far weigh so much.
    pub(super) fn lacking(&self, weight: u32, last: u32) -> u32 {
        match self.least_weight.saturating_sub(weight) {
            0 => 0,
            lacking if last == 0 => lacking,
            lacking => lacking.div_ceil(last),
        }
    }
}

fn weight(ranks: &Ranks, words: &[u32]) -> u32 {
    words.iter().map(|&rank| ranks.weight(rank)).sum()
}
