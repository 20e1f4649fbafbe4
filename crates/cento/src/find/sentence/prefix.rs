//! Sentences that share enough words, by those that are rare.
//!
//! A sentence of which half the words must be shared shares one of the rarer half: it asks by these. Words are gone
//! through one at a time, with the sentences that have each. Where these are few, they are compared with one
//! another, most of them by a look at the bits of their words. Where they are many, they are told apart by the
//! next word that they share, and so on up to a fourth. A word is passed by where it and all that are more frequent do
//! not weigh as much together as shared words must.
//!
//! - Promise: of sentences that share enough, all are found but those of groups of more than `max_df` that share the
//!   rarest of these, as many as they must share and at most four; of such a group, its first 16.
//! - Cost: words times `max_df` looks; the rest goes with what is found.
//! - Source: Bayardo, Ma and Srikant, WWW 2007 (All-Pairs: prefixes, lengths); Xiao et al., WWW 2008 (PPJoin: places).
//!   That groups are told apart by further words is our own: without it frequent words cost the square of the
//!   collection.

use std::ops::Range;
use std::sync::Mutex;

use super::Sentencing;
use super::compare::{Comparer, Met};
use super::matches::Match;
use super::ordered::Ordered;
use crate::error::Result;
use crate::find::copies::{Copies, Sides};
use crate::find::join::Frequent;
use crate::parallel;
use crate::spill::Sorter;
use crate::watch::Stage;

/// Sentences that are gone through at a time, at most: so many by their words, as many times as they have these.
const AT_ONCE: usize = 1 << 22;

/// Goes through all words.
pub(super) fn run(
    sentencing: &Sentencing<'_>,
    ordered: &Ordered,
    same: &Copies,
    found: &Mutex<Sorter<Match>>,
) -> Result<Frequent> {
    let threads = sentencing.threads;
    let mut most = (sentencing.memory / 4 / threads / size_of::<Standing>()).min(AT_ONCE);
    if threads > 1 {
        // Pieces of work for each thread.
        most = most.min(ordered.words_of_all() / (4 * threads));
    }
    let pieces = ordered.pieces(most);
    let joiners = parallel::each(
        threads,
        pieces.len(),
        || Joiner {
            sentencing,
            ordered,
            same,
            comparer: Comparer::new(sentencing, ordered, same, found),
            frequent: Frequent::default(),
            piece: Piece::default(),
            added: Vec::new(),
            words: Vec::new(),
            rooms: Default::default(),
        },
        |joiner, at| {
            let all = pieces.len() as u64;
            sentencing
                .watch
                .advance(Stage::Join, all + at as u64, 2 * all)?;
            joiner.piece(pieces[at].clone())
        },
    )?;
    let mut frequent = Frequent::default();
    for mut joiner in joiners {
        joiner.comparer.hand_over()?;
        frequent.add(&joiner.frequent);
    }
    Ok(frequent)
}

/// A sentence at one of its words.
#[derive(Clone, Copy, Default)]
struct Standing {
    /// A bit for each word behind this one.
    bits: u64,
    number: u32,
    /// The place of the word among those that others have too, and how many of these stand behind it.
    at: u8,
    behind: u8,
    /// How many words the sentence has.
    words: u8,
    /// Whether it may ask, and whether it was added.
    kind: u8,
}

const ASKS: u8 = 1;
const ADDED: u8 = 2;

/// The bit of a word.
#[inline]
fn bit(rank: u32) -> u64 {
    1 << (rank.wrapping_mul(0x9e37_79b1) >> 26)
}

impl Standing {
    /// The place behind the word.
    fn next(&self) -> usize {
        usize::from(self.at) + 1
    }

    fn is_added(&self) -> bool {
        self.kind & ADDED != 0
    }
}

/// The same, where a group is compared.
struct Seen {
    standing: Standing,
    /// Words it may share, at most.
    most: u32,
    /// How many it must share where it asks; more than it can where it does not.
    enough: u32,
}

impl Seen {
    fn asks(&self) -> bool {
        self.enough != u32::MAX
    }

    /// Whether it may share as many words with another as it must: by a look at the bits of those that follow.
    #[inline]
    fn may_share_enough(&self, other: &Self) -> bool {
        let lacks = (self.standing.bits & !other.standing.bits).count_ones();
        other.most >= self.enough && self.most - lacks >= self.enough
    }

    /// How it met another.
    fn met(&self, other: &Self, shared: u32, weight: u32) -> Met {
        Met {
            shared,
            weight,
            x: self.standing.next(),
            y: other.standing.next(),
        }
    }
}

/// Where words stand: all sentences that are found by each.
#[derive(Default)]
struct Piece {
    standings: Vec<Standing>,
    /// Where those of each word end.
    ends: Vec<u32>,
}

/// One thread's share.
struct Joiner<'a> {
    sentencing: &'a Sentencing<'a>,
    ordered: &'a Ordered,
    same: &'a Copies,
    comparer: Comparer<'a>,
    frequent: Frequent,
    piece: Piece,
    /// Which of a group were added.
    added: Vec<usize>,
    /// Room for the words of a sentence.
    words: Vec<u32>,
    /// By how many words groups share.
    rooms: [Room; MOST_WORDS as usize + 1],
}

/// Room for a group, which is one of many: it is used again.
#[derive(Default)]
struct Room {
    members: Vec<Standing>,
    seen: Vec<Seen>,
    subs: Vec<(u32, Standing)>,
}

/// Words after which sentences are not told apart any further.
const MOST_WORDS: u32 = 4;

/// Sentences with which all are compared that share these and are too many to be compared with one another.
const FIRST: usize = 16;

/// Sentences that share words.
#[derive(Clone, Copy)]
struct Group<'a> {
    members: &'a [Standing],
    /// How many words, the last of them, and what those before it weigh.
    shared: u32,
    last: u32,
    weight: u32,
}

impl Joiner<'_> {
    /// Goes through some words.
    fn piece(&mut self, words: Range<u32>) -> Result<()> {
        let mut piece = std::mem::take(&mut self.piece);
        self.fill(words.clone(), &mut piece)?;
        let mut begin = 0;
        for (rank, &end) in words.zip(&piece.ends) {
            let members = &piece.standings[begin..end as usize];
            begin += self.ordered.most_with(rank) as usize;
            self.frequent.keys += u64::from(!members.is_empty());
            self.frequent.occurrences += members.len() as u64;
            self.group(Group {
                members,
                shared: 1,
                last: rank,
                weight: 0,
            })?;
        }
        self.piece = piece;
        Ok(())
    }

    /// Puts sentences where their words stand.
    fn fill(&self, words: Range<u32>, piece: &mut Piece) -> Result<()> {
        let Piece { standings, ends } = piece;
        let ordered = self.ordered;
        // Each has room for all that have its word, of which a few are not found by it.
        ends.clear();
        let mut all = 0;
        for rank in words.clone() {
            ends.push(all);
            all += ordered.most_with(rank);
        }
        standings.resize((all as usize).max(standings.len()), Standing::default());
        let (first, last) = (words.start, words.end);
        let is_here = |rank: u32| (first..last).contains(&rank) && ordered.asks_by(rank);
        ordered.each(|number, card, own| {
            let leading = usize::from(card.leading);
            if own[..leading].first().is_none_or(|&rank| rank >= last) {
                return;
            }
            let kind = if self.same.on_side(number, 0) {
                ASKS
            } else {
                0
            } | if card.is_added { ADDED } else { 0 };
            let mut bits = 0;
            for (at, &rank) in own.iter().enumerate().rev() {
                if rank < first {
                    break;
                }
                if at < leading && is_here(rank) {
                    let end = &mut ends[(rank - first) as usize];
                    standings[*end as usize] = Standing {
                        bits,
                        number,
                        at: at as u8,
                        behind: card.known - 1 - at as u8,
                        words: card.words,
                        kind,
                    };
                    *end += 1;
                }
                bits |= bit(rank);
            }
        })
    }

    /// Compares the sentences of a group.
    fn group(&mut self, group: Group<'_>) -> Result<()> {
        let Group {
            members, shared, ..
        } = group;
        let is_needed = |one: &Standing| one.kind == ASKS | ADDED;
        if members.len() < 2 || !members.iter().any(is_needed) {
            return Ok(());
        }
        let last = self.ordered.weight_of(group.last);
        let weight = group.weight + last;
        // No word behind the last weighs more: so many must follow.
        let enough = shared.saturating_add(self.ordered.lacking(weight, last));
        let mut seen = std::mem::take(&mut self.rooms[shared as usize].seen);
        seen.clear();
        let all = members.iter();
        let all = all.map(|&standing| self.seen(standing, shared, enough));
        seen.extend(all.filter(|one| one.most >= enough));
        let done = self.among(&mut seen, shared, weight);
        self.rooms[shared as usize].seen = seen;
        done
    }

    /// Compares sentences that share `shared` words of so much weight.
    fn among(&mut self, seen: &mut [Seen], shared: u32, weight: u32) -> Result<()> {
        let asking = seen.iter().filter(|one| one.asks()).count();
        if asking == 0 {
            return Ok(());
        }
        let most = self.sentencing.max_df as usize;
        if asking.saturating_mul(seen.len()) <= most.saturating_mul(most) {
            self.sort(seen);
            return self.all(seen, shared, weight);
        }
        if shared < MOST_WORDS {
            self.split(seen, shared, weight)?;
            // Those that share enough already need no other word.
            let need_more = |one: &Seen| one.asks() && one.enough > shared;
            seen.iter_mut()
                .filter(|one| need_more(one))
                .for_each(|one| one.enough = u32::MAX);
            if !seen.iter().any(Seen::asks) {
                return Ok(());
            }
        }
        self.frequent.stop_keys += 1;
        self.frequent.stop_occurrences += seen.len() as u64;
        self.with_first(seen, shared, weight)
    }

    fn seen(&self, standing: Standing, shared: u32, enough: u32) -> Seen {
        let most = shared + u32::from(standing.behind);
        let enough = match standing.kind & ASKS != 0 {
            true => enough.max(self.sentencing.options.enough(standing.words.into())),
            false => u32::MAX,
        };
        Seen {
            standing,
            most,
            enough: if most >= enough { enough } else { u32::MAX },
        }
    }

    /// Those that ask before those they ask for: of two in one collection the shorter asks.
    fn sort(&self, seen: &mut [Seen]) {
        let is_within = self.same.sides().is_one();
        seen.sort_unstable_by_key(|one| {
            let length = if is_within { one.standing.words } else { 0 };
            (!is_within && !one.asks(), length, one.standing.number)
        });
    }

    /// Compares all with all, most of them by a look at the bits of their words.
    fn all(&mut self, seen: &[Seen], shared: u32, weight: u32) -> Result<()> {
        let mut added = std::mem::take(&mut self.added);
        added.clear();
        added.extend((0..seen.len()).filter(|&at| seen[at].standing.is_added()));
        let mut next = 0;
        for (at, x) in seen.iter().enumerate().filter(|(_, x)| x.asks()) {
            while added.get(next).is_some_and(|&other| other <= at) {
                next += 1;
            }
            let mut look = |y: &Seen| match x.may_share_enough(y) {
                true => self.compare(x, y, shared, weight),
                false => Ok(()),
            };
            match x.standing.is_added() {
                true => seen[at + 1..].iter().try_for_each(&mut look)?,
                false => added[next..].iter().try_for_each(|&y| look(&seen[y]))?,
            }
        }
        self.added = added;
        Ok(())
    }

    fn compare(&mut self, x: &Seen, y: &Seen, shared: u32, weight: u32) -> Result<()> {
        let (own, other) = (x.standing.number, y.standing.number);
        let met = x.met(y, shared, weight);
        self.comparer.compare(own, other, x.enough, met)
    }

    /// Compares each with the first of them, of which there are more than are compared with one another.
    fn with_first(&mut self, seen: &[Seen], shared: u32, weight: u32) -> Result<()> {
        let mut firsts: Vec<usize> = (0..seen.len()).collect();
        firsts.sort_unstable_by_key(|&at| seen[at].standing.number);
        firsts.truncate(FIRST);
        let is_first = |number: u32| number <= seen[firsts[firsts.len() - 1]].standing.number;
        for &first in &firsts {
            for (at, other) in seen.iter().enumerate() {
                let (own, others) = (seen[first].standing.number, other.standing.number);
                // Of two that are both among the first, once.
                if at == first || is_first(others) && others < own {
                    continue;
                }
                let length = |one: &Seen| (one.standing.words, one.standing.number);
                let is_before = match self.same.sides() {
                    Sides::Against { .. } => seen[first].asks(),
                    _ => length(&seen[first]) < length(other),
                };
                let (x, y) = match is_before {
                    true => (&seen[first], other),
                    false => (other, &seen[first]),
                };
                if x.asks() && x.may_share_enough(y) {
                    self.compare(x, y, shared, weight)?;
                }
            }
        }
        Ok(())
    }

    /// Tells sentences that share `shared` words of so much weight apart by the next word that they share.
    fn split(&mut self, seen: &[Seen], shared: u32, weight: u32) -> Result<()> {
        let next = shared + 1;
        let Room {
            mut members,
            mut subs,
            ..
        } = std::mem::take(&mut self.rooms[shared as usize]);
        subs.clear();
        let least = self.sentencing.options.least;
        let mut asked = Asked::new(seen.len());
        let mut added = Asked::new(seen.len());
        let all_added = seen.iter().all(|one| one.standing.is_added());
        let places = self
            .ordered
            .places(seen.iter().map(|one| one.standing.number));
        for (one, place) in seen.iter().zip(places) {
            let words = self.ordered.words_at(place, &mut self.words)?;
            // As many as must follow do, and weigh as much.
            let to = |enough: u32| {
                words
                    .len()
                    .saturating_sub(enough.saturating_sub(next) as usize)
            };
            let asks = one.asks() && one.enough > shared;
            let (found_to, asks_to) = (to(least), if asks { to(one.enough) } else { 0 });
            let (mut left, mut standing) = (weight, one.standing);
            (standing.bits, standing.behind) = (0, 0);
            for (at, &rank) in words.iter().enumerate().skip(one.standing.next()).rev() {
                left += self.ordered.weight_of(rank);
                if at < found_to && left >= self.ordered.least_weight {
                    standing.at = at as u8;
                    subs.push((rank, standing));
                    if at < asks_to {
                        asked.add(rank);
                    }
                    if !all_added && standing.is_added() {
                        added.add(rank);
                    }
                }
                standing.bits |= bit(rank);
                standing.behind += 1;
            }
        }
        if !all_added {
            asked.retain(&added);
        }
        subs.retain(|(rank, _)| asked.may_have(*rank));
        subs.sort_unstable_by_key(|(rank, standing)| (*rank, standing.number));
        for group in subs.chunk_by(|x, y| x.0 == y.0) {
            members.clear();
            members.extend(group.iter().map(|(_, standing)| *standing));
            self.group(Group {
                members: &members,
                shared: next,
                last: group[0].0,
                weight,
            })?;
        }
        self.rooms[shared as usize] = Room {
            members,
            subs,
            seen: Vec::new(),
        };
        Ok(())
    }
}

/// Words that are asked by, and a few others.
struct Asked {
    bits: Vec<u64>,
}

impl Asked {
    /// For so many sentences.
    fn new(sentences: usize) -> Self {
        let words = sentences.clamp(1 << 6, 1 << 14).next_power_of_two();
        Self {
            bits: vec![0; words],
        }
    }

    #[inline]
    fn place(&self, rank: u32) -> (usize, u32) {
        ((rank as usize / 64) & (self.bits.len() - 1), rank % 64)
    }

    fn add(&mut self, rank: u32) {
        let (word, bit) = self.place(rank);
        self.bits[word] |= 1 << bit;
    }

    /// Only what the others may have too.
    fn retain(&mut self, others: &Self) {
        let words = self.bits.iter_mut().zip(&others.bits);
        words.for_each(|(own, other)| *own &= other);
    }

    fn may_have(&self, rank: u32) -> bool {
        let (word, bit) = self.place(rank);
        self.bits[word] >> bit & 1 == 1
    }
}
