//! Sentences that were there before pass by those that were added.
//!
//! Each is looked at once at each of its words. Where a word has few sentences, what it meets is compared at once. Where
//! it has many, a run over all would tell them apart by further words, and compare those that share three or four with
//! the first only if they are more than `max_df`. So that new sentences bring what such a run finds, it is counted how many share
//! the first three words of what was met there; where these are too many, the word is left to be joined.

use std::ops::Range;

use super::compare::Met;
use super::looks::{ABREAST, Looking, Looks, Passer};
use super::ordered::Card;
use super::piece::Count;
use super::prefix::{Joiner, MOST_AT_A_WORD};
use super::seen::Seen;
use crate::error::Result;

/// Two sentences that were met at a word of many.
#[derive(Clone, Copy)]
struct Doubt {
    first: First,
    own: u32,
    other: u32,
    enough: u32,
    /// The places behind the word in each.
    behind: [u8; 2],
}

/// The first words that two sentences share.
type First = [u32; 3];

/// Two sentences at a word, of which the first asks: they may share enough.
struct Meeting {
    x: Seen,
    y: Seen,
    rank: u32,
    /// The number of the one that was met.
    other: u32,
}

impl Meeting {
    fn of(looking: &Looking, other: Seen) -> Option<Self> {
        let own = looking.own;
        let length = |one: &Seen| (one.standing.words, one.standing.number);
        // The shorter asks.
        let (x, y) = match length(&own) < length(&other) {
            true => (own, other),
            // Of two that were added each passes by the other.
            false if own.standing.is_added() => return None,
            false => (other, own),
        };
        (x.asks() && x.may_share_enough(&y)).then_some(Self {
            x,
            y,
            rank: looking.rank,
            other: other.standing.number,
        })
    }
}

/// How a word is gone about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// What is met is compared.
    Compared,
    /// So many have it that what is met is kept as a doubt; there are so many doubts.
    Doubted(u16),
    /// It is to be joined.
    Left,
}

/// Different first words that are counted at a word, and what is met there; where there is more, it is left to be joined.
const MOST_COUNTED: usize = 64;
const MOST_DOUBTS: u16 = 512;

/// Words that are shared at least so that a run over all tells sentences apart by three.
const TOLD_APART: u32 = 3;

impl Joiner<'_> {
    /// Goes through some words, of which each has so many sentences that were added.
    pub(super) fn pass(
        &mut self,
        words: Range<u32>,
        size: impl Fn(u32, &Count) -> usize,
    ) -> Result<()> {
        self.gather(words.clone(), size)?;
        let doubts = self.pass_by(words.clone())?;
        self.settle(words, doubts)
    }

    /// Whether so many sentences have a word that a run over all tells them apart by further words.
    fn is_wide(&self, rank: u32) -> bool {
        self.counts.of(rank).sentences as usize > self.wide
    }

    /// Puts those that were added at their words.
    fn gather(&mut self, words: Range<u32>, size: impl Fn(u32, &Count) -> usize) -> Result<()> {
        let mut piece = std::mem::take(&mut self.piece);
        let mut crowds = std::mem::take(&mut self.crowds);
        crowds.clear();
        let (ordered, same, counts) = (self.ordered, self.same, self.counts);
        let sizes = |rank: u32, count: &Count| [size(rank, count), 0];
        let is_added = |card: &Card| card.is_added;
        piece.fill(ordered, same, counts, words.clone(), sizes, is_added)?;
        let mut seen = Vec::new();
        for (at, rank) in words.enumerate() {
            let (members, first) = piece.at_mut(at);
            let weight = ordered.weight_of(rank);
            let enough = ordered.lacking(weight, weight).saturating_add(1);
            seen.clear();
            let all = members
                .iter()
                .map(|&standing| self.seen(standing, 1, enough, 0));
            seen.extend(all.filter(|one| one.most >= enough));
            if !self.is_wide(rank) {
                self.sort(&mut seen);
                self.all(&seen, None, 1, weight)?;
            }
            seen.sort_by_key(|one| !one.asks());
            for (member, one) in members.iter_mut().zip(&seen) {
                *member = one.standing;
            }
            crowds.push(&seen, first, enough);
        }
        crowds.end();
        (self.piece, self.crowds) = (piece, crowds);
        Ok(())
    }

    /// Has those that were there before pass by; and those that were added, where there are many.
    fn pass_by(&mut self, words: Range<u32>) -> Result<Vec<Doubt>> {
        let (ordered, by_words) = (self.ordered, self.enough);
        let mut crowds = std::mem::take(&mut self.crowds);
        let piece = std::mem::take(&mut self.piece);
        let first = words.start;
        let way = |rank| match self.is_wide(rank) {
            true => Way::Doubted(0),
            false => Way::Compared,
        };
        let mut ways: Vec<Way> = words.clone().map(way).collect();
        let any_wide = ways.contains(&Way::Doubted(0));
        let mut doubts = Vec::new();
        let (mut looks, mut meetings) = (Looks::default(), Vec::new());
        let is_passing = |card: &Card| any_wide || !card.is_added;
        ordered.blocks(is_passing, |mut number, cards, mut words| {
            let mut passers = [Passer::default(); ABREAST];
            for cards in cards.chunks(ABREAST) {
                looks.clear();
                for ((at, passer), card) in (0..).zip(&mut passers).zip(cards) {
                    let (own, behind) = words.split_at(card.known.into());
                    *passer = Passer::new(number, card, own);
                    (number, words) = (number + 1, behind);
                    if is_passing(card) {
                        looks.add(at, passer, &crowds, first, |word| {
                            !card.is_added || ways[word] != Way::Compared
                        });
                    }
                }
                looks.choose(&crowds, &by_words);
                while looks.take(&passers, (&crowds, &piece), &by_words) {
                    meetings.clear();
                    for (looking, other) in looks.met() {
                        let other = self.seen(piece.standing(other), 1, looking.enough, 0);
                        if let Some(meeting) = Meeting::of(looking, other) {
                            ordered.fetch_card(other.standing.number);
                            meetings.push(meeting);
                        }
                    }
                    for meeting in &meetings {
                        ordered.fetch_words(meeting.other);
                    }
                    for meeting in &meetings {
                        let word = (meeting.rank - first) as usize;
                        self.meet(meeting, &mut ways[word], &mut doubts)?;
                        if ways[word] == Way::Left {
                            crowds.leave(word);
                        }
                    }
                }
            }
            Ok(())
        })?;
        (self.piece, self.crowds) = (piece, crowds);
        let left = words.zip(ways).filter(|(_, way)| *way == Way::Left);
        self.left.extend(left.map(|(rank, _)| rank));
        Ok(doubts)
    }

    /// One that passes by meets one that was added.
    fn meet(&mut self, meeting: &Meeting, way: &mut Way, doubts: &mut Vec<Doubt>) -> Result<()> {
        let Meeting { x, y, rank, .. } = meeting;
        let rank = *rank;
        let weight = self.ordered.weight_of(rank);
        let count = match way {
            Way::Compared => return self.compare(x, y, 1, weight),
            Way::Doubted(count) => count,
            Way::Left => return Ok(()),
        };
        let (own, other) = (x.standing.number, y.standing.number);
        let met = x.met(y, 1, weight);
        if self.comparer.is_compared(own, other)
            && self.comparer.shared(own, other, x.enough, met)?.is_some()
        {
            match self.comparer.first_shared(own, other, met)? {
                Some([second, third]) if x.enough >= TOLD_APART && *count < MOST_DOUBTS => {
                    *count += 1;
                    doubts.push(Doubt {
                        first: [rank, second, third],
                        own,
                        other,
                        enough: x.enough,
                        behind: [met.x, met.y].map(|place| place as u8),
                    });
                }
                _ => *way = Way::Left,
            }
        }
        Ok(())
    }

    /// Compares those that were met where a run over all would; leaves the words of the others.
    fn settle(&mut self, words: Range<u32>, mut doubts: Vec<Doubt>) -> Result<()> {
        doubts.sort_unstable_by_key(|doubt| doubt.first);
        let mut firsts: Vec<(First, usize)> = doubts.iter().map(|one| (one.first, 0)).collect();
        firsts.dedup();
        self.count(words.clone(), &mut firsts)?;
        let most = self.sentencing.max_df as usize;
        for of_word in firsts.chunk_by(|one, next| one.0[0] == next.0[0]) {
            if of_word.len() > MOST_COUNTED || of_word.iter().any(|one| one.1 > most) {
                self.left.push(of_word[0].0[0]);
            }
        }
        self.left.sort_unstable();
        self.left.dedup();
        for rank in words {
            let count = self.counts.of(rank);
            let passed = 1..=MOST_AT_A_WORD as u32;
            if passed.contains(&count.added) && self.left.binary_search(&rank).is_err() {
                self.met_at(count.sentences as usize);
            }
        }
        for doubt in doubts {
            if self.left.binary_search(&doubt.first[0]).is_err() {
                let met = Met {
                    shared: 1,
                    weight: self.ordered.weight_of(doubt.first[0]),
                    x: doubt.behind[0].into(),
                    y: doubt.behind[1].into(),
                };
                self.comparer
                    .compare(doubt.own, doubt.other, doubt.enough, met)?;
            }
        }
        Ok(())
    }

    /// Counts the sentences that have the first words of what was met.
    fn count(&mut self, words: Range<u32>, firsts: &mut [(First, usize)]) -> Result<()> {
        if firsts.is_empty() {
            return Ok(());
        }
        // By word, which are its own; none where there are too many.
        let mut of_words = vec![0..0; words.len()];
        let mut begin = 0;
        for of_word in firsts.chunk_by(|one, next| one.0[0] == next.0[0]) {
            let end = begin + of_word.len();
            if of_word.len() <= MOST_COUNTED {
                of_words[(of_word[0].0[0] - words.start) as usize] = begin..end;
            }
            begin = end;
        }
        self.ordered.each(|_, card, own| {
            for (at, &rank) in own[..card.leading.into()].iter().enumerate() {
                if words.contains(&rank) {
                    let own = &own[at + 1..];
                    let of_word = of_words[(rank - words.start) as usize].clone();
                    for ([_, second, third], count) in &mut firsts[of_word] {
                        *count += usize::from(own.contains(second) && own.contains(third));
                    }
                }
            }
            Ok(())
        })
    }
}
