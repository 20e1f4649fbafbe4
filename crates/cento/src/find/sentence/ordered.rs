//! Sentences with their words in order, from the rarest on.

use std::hint::black_box;

use zerocopy::IntoBytes;

use super::ranks::Ranks;
use super::{Sentencing, WORD_TWICE};
use crate::error::Result;
use crate::find::copies::{Bits, Copies, Sides};
use crate::fingerprint::{Candidates, half};
use crate::parallel;
use crate::prefetch::prefetch;
use crate::spill::Spool;
use crate::watch::Stage;

/// A sentence at a glance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Card {
    /// Where its words begin.
    at: u64,
    pub(super) doc: u32,
    /// What all its words weigh.
    pub(super) weight: u32,
    /// How many words it has, and how many of them others have too.
    pub(super) words: u8,
    pub(super) known: u8,
    /// By how many of these it is found; none where it has too few, or another stands for it.
    pub(super) leading: u8,
    /// Whether it is asked about: of two that were there before neither is.
    pub(super) is_added: bool,
}

impl Card {
    /// How much room its words take.
    fn bytes(&self) -> usize {
        usize::from(self.known) * size_of::<u32>()
    }

    pub(super) fn is_left_out(&self) -> bool {
        self.leading == 0
    }
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
    /// What was added to sentences that were there before.
    added: Added,
}

/// Sentences ordered at a time.
const BLOCK: u32 = 1 << 14;

/// Sentences that are gone through at a time when they are ordered: so few that most stand in one piece of memory.
const GONE_THROUGH: usize = 1 << 9;

/// Words that there is room for at first.
const WORDS_A_SENTENCE: usize = 16;

/// Bytes for each sentence under way.
const BYTES_A_SENTENCE: usize = 512;

/// What was added to sentences that were there before.
struct Added {
    /// By sentence, whether it or another of its words was; none where all were.
    sentences: Option<Bits>,
    /// By place in the order of words, whether such a sentence has the word.
    words: Bits,
}

impl Added {
    fn new(sentencing: &Sentencing<'_>, same: &Copies, ranks: &Ranks) -> Result<Self> {
        let mut words = Bits::new(ranks.len());
        let Sides::Added { .. } = sentencing.copies.sides() else {
            let sentences = None;
            return Ok(Self { sentences, words });
        };
        let kept = sentencing.kept;
        let mut sentences = Bits::new(kept.len() as usize);
        // Whatever these stand for has the same words.
        for doc in (0..kept.documents()).filter(|&doc| sentencing.copies.is_added(doc)) {
            if sentencing.is_folded(doc) {
                continue;
            }
            let own = kept.first_of(doc)..kept.first_of(doc) + kept.count_of(doc);
            kept.each(own, |number, _, numbers| {
                sentences.set(same.original(number).unwrap_or(number));
                let known = numbers.iter().filter_map(|&number| ranks.rank(number));
                known.for_each(|rank| words.set(rank));
                Ok(())
            })?;
        }
        let sentences = Some(sentences);
        Ok(Self { sentences, words })
    }

    fn has(&self, number: u32) -> bool {
        self.sentences.as_ref().is_none_or(|all| all.get(number))
    }

    #[inline]
    fn asks_by(&self, rank: u32) -> bool {
        self.sentences.is_none() || self.words.get(rank)
    }
}

/// What was made of a block of sentences.
#[derive(Default)]
struct Block {
    cards: Vec<Card>,
    words: Vec<u32>,
    signatures: Vec<u128>,
}

/// Words of a sentence that are sorted by counting: in half of all sentences, and in most.
const FEW: usize = 8;
const MORE: usize = 16;

/// Appends the ranks of words, as far as they have any, in order; whether no two are the same. Those of most sentences are so
/// few that it is soonest done by counting for each how many come before.
fn append_sorted(all: &mut Vec<u32>, words: &[u32], ranks: &Ranks) -> bool {
    let from = all.len();
    if words.len() > MORE {
        all.extend(words.iter().filter_map(|&word| ranks.rank(word)));
        let sorted = &mut all[from..];
        sorted.sort_unstable();
        return sorted.windows(2).all(|two| two[0] < two[1]);
    }
    // None is the largest number.
    let (mut own, mut count) = ([u32::MAX; MORE], 0);
    for &word in words {
        let rank = ranks.rank(word);
        own[count % MORE] = rank.unwrap_or(u32::MAX);
        count += usize::from(rank.is_some());
    }
    // Put where they belong and cut, not read again: that would wait until all are written.
    all.extend_from_slice(&[u32::MAX; MORE]);
    let sorted = &mut all[from..];
    match own.first_chunk::<FEW>() {
        Some(few) if count <= FEW => sort(few, count, sorted),
        _ => sort(&own, count, sorted),
    }
    let are_different = !sorted[..count].contains(&u32::MAX);
    all.truncate(from + count);
    are_different
}

/// Puts the first of some numbers where they belong. Of two that are the same one takes the other's place, and leaves its own
/// as it is.
#[inline]
fn sort<const ALL: usize>(own: &[u32; ALL], count: usize, sorted: &mut [u32]) {
    // As signed numbers they are compared many at once.
    let own = own.map(|one| (one ^ 1 << 31) as i32);
    let mut before = [0; ALL];
    for at in 0..count {
        // One after the other: taken together they would need more registers than there are.
        let own = black_box(&own);
        for other in 0..ALL {
            before[other] += i32::from(own[at] < own[other]);
        }
    }
    for (&before, &one) in before.iter().zip(&own[..count]) {
        sorted[before as usize % MORE] = one as u32 ^ 1 << 31;
    }
}

impl Ordered {
    pub(super) fn new(sentencing: &Sentencing<'_>, same: &Copies) -> Result<Self> {
        let kept = sentencing.kept;
        let (memory, temp) = (sentencing.memory, sentencing.temp);
        let ranks = Ranks::new(&kept.lexicon, kept.counted);
        let added = Added::new(sentencing, same, &ranks)?;
        let least = sentencing.options.least as usize;
        let least_weight = sentencing.options.least_weight(kept.counted);
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
                let mut block = Block {
                    cards: Vec::with_capacity(range.len()),
                    words: Vec::with_capacity(range.len() * WORDS_A_SENTENCE),
                    ..Block::default()
                };
                kept.each(range, |number, place, words| {
                    let is_used = !same.is_copy(number) && !sentencing.is_folded(place.doc);
                    if let Some(signing) = signing {
                        let words = words.iter().map(|&number| half(kept.lexicon.word(number)));
                        let signature = signing.signature(words);
                        block.signatures.push(signature);
                    }
                    let from = block.words.len();
                    if !append_sorted(&mut block.words, words, &ranks) {
                        return Err(kept.damaged(WORD_TWICE));
                    }
                    let known = &block.words[from..];
                    let alone = (words.len() - known.len()) as u32 * ranks.alone;
                    // From how many of its words on enough is left to share.
                    let (mut weight, mut behind) = (0, 0);
                    for &rank in known.iter().rev() {
                        weight += ranks.weight(rank);
                        behind += usize::from(weight < least_weight);
                    }
                    let leading = known.len().saturating_sub(behind.max(least - 1));
                    let card = Card {
                        doc: place.doc,
                        weight: alone + weight,
                        words: words.len() as u8,
                        known: known.len() as u8,
                        leading: if is_used { leading as u8 } else { 0 },
                        is_added: added.has(number),
                        at: 0,
                    };
                    block.cards.push(card);
                    Ok(())
                })?;
                Ok(block)
            },
            |block| {
                signatures.extend(block.signatures);
                let mut at = all.append(block.words.as_bytes())?;
                for mut card in block.cards {
                    card.at = at;
                    at += card.bytes() as u64;
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
            added,
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
        self.words.some(card.at, card.known.into(), room)
    }

    /// Has the card of a sentence come from memory.
    #[inline]
    pub(super) fn fetch_card(&self, number: u32) {
        prefetch(&self.cards, number as usize);
    }

    /// Has its words come from memory, where they are there.
    #[inline]
    pub(super) fn fetch_words(&self, number: u32) {
        let card = self.card(number);
        if let Some(words) = self.words.at_hand(card.at, card.bytes()) {
            prefetch(words, 0);
        }
    }

    /// Calls `each` with all sentences and their words, in order.
    pub(super) fn each(&self, each: impl FnMut(u32, &Card, &[u32]) -> Result<()>) -> Result<()> {
        self.some(|_| true, each)
    }

    /// The same of at least those that are asked for.
    pub(super) fn some(
        &self,
        is_asked_for: impl Fn(&Card) -> bool,
        mut each: impl FnMut(u32, &Card, &[u32]) -> Result<()>,
    ) -> Result<()> {
        self.blocks(is_asked_for, |first, cards, mut rest| {
            for (number, card) in (first..).zip(cards) {
                let (own, behind) = rest.split_at(card.known.into());
                each(number, card, own)?;
                rest = behind;
            }
            Ok(())
        })
    }

    /// The same with many at a time: the number of the first, and the words of all, one sentence's behind the other's.
    pub(super) fn blocks(
        &self,
        is_asked_for: impl Fn(&Card) -> bool,
        mut each: impl FnMut(u32, &[Card], &[u32]) -> Result<()>,
    ) -> Result<()> {
        let mut room = Vec::new();
        let numbers = (0..).step_by(GONE_THROUGH);
        for (first, cards) in numbers.zip(self.cards.chunks(GONE_THROUGH)) {
            // Those that were added stand together.
            if cards.iter().any(&is_asked_for) {
                let all = cards.iter().map(|card| usize::from(card.known)).sum();
                each(first, cards, self.words.some(cards[0].at, all, &mut room)?)?;
            }
        }
        Ok(())
    }

    /// Whether sentences are asked for by a word: of those that were there before nobody asks by words that no other has.
    #[inline]
    pub(super) fn asks_by(&self, rank: u32) -> bool {
        self.added.asks_by(rank)
    }

    /// How many words stand behind a word of a sentence, on the average.
    pub(super) fn words_behind(&self) -> usize {
        let known = self.cards.iter().map(|card| usize::from(card.known));
        let behind: usize = known.map(|known| known * known.saturating_sub(1) / 2).sum();
        behind.div_ceil((self.words.len() as usize / size_of::<u32>()).max(1))
    }

    /// How many words there are that more than one sentence has.
    pub(super) fn distinct_words(&self) -> usize {
        self.ranks.len()
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

    /// How many more words must follow, of which none weighs more than the last, where those so far weigh so much.
    pub(super) fn lacking(&self, weight: u32, last: u32) -> u32 {
        match self.least_weight.saturating_sub(weight) {
            0 => 0,
            lacking if last == 0 => lacking,
            lacking => lacking.div_ceil(last),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::Lexicon;
    use crate::hash::mix;

    #[test]
    fn words_are_sorted_however_many() {
        let mut lexicon = Lexicon::default();
        for word in 0..3000u32 {
            // Every third is in one sentence alone: it has no rank.
            lexicon.add(mix(word.into()), 1 + word % 3 * (word % 50));
        }
        let ranks = Ranks::new(&lexicon, 3000);
        for count in 0..40u32 {
            for seed in 0..50 {
                let mut words: Vec<u32> =
                    (0..count).map(|at| (71 * seed + 67 * at) % 3000).collect();
                let mut expected: Vec<u32> =
                    words.iter().filter_map(|&word| ranks.rank(word)).collect();
                assert!(count < 3 || expected.len() < words.len());
                expected.sort_unstable();
                let mut all = vec![7];
                assert!(append_sorted(&mut all, &words, &ranks));
                assert_eq!(all[1..], expected);
                assert_eq!(all[0], 7);
                // A word that another has too may not be there twice.
                if let Some(&twice) = words.iter().find(|&&word| ranks.rank(word).is_some()) {
                    words.insert(seed as usize % words.len(), twice);
                    assert!(!append_sorted(&mut all, &words, &ranks));
                }
            }
        }
    }
}
