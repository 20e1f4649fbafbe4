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

use std::sync::Mutex;

use super::Sentencing;
use super::compare::{Comparer, Met};
use super::matches::Match;
use super::ordered::{Card, Ordered, rank_of};
use crate::error::Result;
use crate::find::copies::{Copies, Sides};
use crate::find::join::Frequent;
use crate::index::{Posting, radix};
use crate::parallel;
use crate::spill::Sorter;
use crate::watch::Stage;

/// Goes through all words.
pub(super) fn run(
    sentencing: &Sentencing<'_>,
    ordered: &Ordered,
    same: &Copies,
    found: &Mutex<Sorter<Match>>,
) -> Result<Frequent> {
    let count = ordered.postings.count();
    let joiners = parallel::each(
        sentencing.threads,
        count,
        || Joiner {
            sentencing,
            ordered,
            same,
            comparer: Comparer::new(sentencing, ordered, same, found),
            frequent: Frequent::default(),
            postings: Default::default(),
            rooms: Default::default(),
        },
        |joiner, partition| {
            let all = 2 * count as u64;
            sentencing
                .watch
                .advance(Stage::Join, (count + partition) as u64, all)?;
            joiner.partition(partition)
        },
    )?;
    let mut frequent = Frequent::default();
    for mut joiner in joiners {
        joiner.comparer.hand_over()?;
        frequent.add(&joiner.frequent);
    }
    Ok(frequent)
}

/// A sentence that has the words looked at, the last of them at a place among its own.
#[derive(Clone, Copy)]
struct Member {
    number: u32,
    at: u16,
}

/// The same, with what is asked of it over and over.
struct Seen {
    member: Member,
    card: Card,
    /// Words it may share, at most.
    most: u32,
    /// How many it must share where it asks; more than it can where it does not.
    enough: u32,
}

/// One thread's share.
struct Joiner<'a> {
    sentencing: &'a Sentencing<'a>,
    ordered: &'a Ordered,
    same: &'a Copies,
    comparer: Comparer<'a>,
    frequent: Frequent,
    /// Those of a partition, as they come and in order.
    postings: [Vec<Posting>; 2],
    /// By how many words groups share.
    rooms: [Room; MOST_WORDS as usize + 1],
}

/// Room for a group, which is one of many: it is used again.
#[derive(Default)]
struct Room {
    members: Vec<Member>,
    seen: Vec<Seen>,
    subs: Vec<(u32, Member)>,
}

/// Words after which sentences are not told apart any further.
const MOST_WORDS: u32 = 4;

/// Sentences with which all are compared that share these and are too many to be compared with one another.
const FIRST: usize = 16;

/// Sentences that share words.
#[derive(Clone, Copy)]
struct Group<'a> {
    members: &'a [Member],
    /// How many words, the last of them, and what those before it weigh.
    shared: u32,
    last: u32,
    weight: u32,
}

impl Joiner<'_> {
    fn partition(&mut self, partition: usize) -> Result<()> {
        let [mut loaded, mut sorted] = std::mem::take(&mut self.postings);
        loaded.clear();
        self.ordered.postings.load(partition, &mut loaded)?;
        radix::sort(&loaded, &mut sorted);
        let mut members = std::mem::take(&mut self.rooms[0].members);
        for group in sorted.chunk_by(|x, y| x.key() == y.key()) {
            self.frequent.keys += 1;
            self.frequent.occurrences += group.len() as u64;
            let member = |posting: &Posting| Member {
                number: posting.doc(),
                at: posting.span().begin as u16,
            };
            members.clear();
            members.extend(group.iter().map(member));
            self.group(Group {
                members: &members,
                shared: 1,
                last: rank_of(partition, group[0]),
                weight: 0,
            })?;
        }
        self.rooms[0].members = members;
        self.postings = [loaded, sorted];
        Ok(())
    }

    /// Compares the sentences of a group.
    fn group(&mut self, group: Group<'_>) -> Result<()> {
        let Group {
            members, shared, ..
        } = group;
        if members.len() < 2 || !members.iter().any(|member| self.may_ask(member.number)) {
            return Ok(());
        }
        let last = self.ordered.weight_of(group.last);
        let weight = group.weight + last;
        // No word behind the last weighs more: so many must follow.
        let enough = shared.saturating_add(self.ordered.lacking(weight, last));
        let mut seen = std::mem::take(&mut self.rooms[shared as usize].seen);
        seen.clear();
        let all = members.iter();
        let all = all.map(|&member| self.seen(member, shared, enough));
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

    fn seen(&self, member: Member, shared: u32, enough: u32) -> Seen {
        let card = *self.ordered.card(member.number);
        let most = shared + u32::from(card.known - 1 - member.at);
        let enough = match self.may_ask(member.number) {
            true => enough.max(self.sentencing.options.enough(card.words.into())),
            false => u32::MAX,
        };
        Seen {
            member,
            card,
            most,
            enough: if most >= enough { enough } else { u32::MAX },
        }
    }

    fn may_ask(&self, number: u32) -> bool {
        self.same.sides() == Sides::Within || self.same.on_side(number, 0)
    }

    /// Those that ask before those they ask for: of two in one collection the shorter asks.
    fn sort(&self, seen: &mut [Seen]) {
        let is_within = self.same.sides() == Sides::Within;
        seen.sort_unstable_by_key(|one| {
            let length = if is_within { one.card.words } else { 0 };
            (!is_within && !one.asks(), length, one.member.number)
        });
    }

    /// Compares all with all, most of them by a look at the bits of their words.
    fn all(&mut self, seen: &[Seen], shared: u32, weight: u32) -> Result<()> {
        for (at, x) in seen.iter().enumerate() {
            if !x.asks() {
                continue;
            }
            for y in &seen[at + 1..] {
                if x.may_share_enough(y) {
                    self.comparer.compare(
                        x.side(),
                        y.side(),
                        x.enough,
                        x.met(y, shared, weight),
                    )?;
                }
            }
        }
        Ok(())
    }

    /// Compares each with the first of them, of which there are more than are compared with one another.
    fn with_first(&mut self, seen: &[Seen], shared: u32, weight: u32) -> Result<()> {
        let mut firsts: Vec<usize> = (0..seen.len()).collect();
        firsts.sort_unstable_by_key(|&at| seen[at].member.number);
        firsts.truncate(FIRST);
        let is_first = |number: u32| number <= seen[firsts[firsts.len() - 1]].member.number;
        for &first in &firsts {
            for (at, other) in seen.iter().enumerate() {
                let (own, others) = (seen[first].member.number, other.member.number);
                // Of two that are both among the first, once.
                if at == first || is_first(others) && others < own {
                    continue;
                }
                let is_before = match self.same.sides() {
                    Sides::Within => (seen[first].card.words, own) < (other.card.words, others),
                    Sides::Against { .. } => seen[first].asks(),
                };
                let (x, y) = match is_before {
                    true => (&seen[first], other),
                    false => (other, &seen[first]),
                };
                if x.asks() && x.may_share_enough(y) {
                    let met = x.met(y, shared, weight);
                    self.comparer.compare(x.side(), y.side(), x.enough, met)?;
                }
            }
        }
        Ok(())
    }

    /// Tells sentences that share `shared` words of so much weight apart by the next word that they share.
    fn split(&mut self, seen: &[Seen], shared: u32, weight: u32) -> Result<()> {
        let next = shared + 1;
        let mut asked = Asked::new(seen.len());
        let mut room = Vec::new();
        let Room {
            mut members,
            mut subs,
            ..
        } = std::mem::take(&mut self.rooms[shared as usize]);
        subs.clear();
        let least = self.sentencing.options.least;
        for is_asking in [true, false] {
            for one in seen {
                let asks_more = one.asks() && one.enough > shared;
                if is_asking && !asks_more {
                    continue;
                }
                let enough = if is_asking { one.enough } else { least };
                let words = self.ordered.words(one.member.number, &mut room)?;
                let from = one.member.next();
                let rest = words.get(from..).unwrap_or_default();
                // As many as must follow do, and weigh as much.
                let to = rest
                    .len()
                    .saturating_sub(enough.saturating_sub(next) as usize);
                let mut left = weight + self.ordered.weight(rest);
                for (at, &rank) in (from..).zip(&rest[..to]) {
                    if left < self.ordered.least_weight {
                        break;
                    }
                    left -= self.ordered.weight_of(rank);
                    if is_asking {
                        asked.add(rank);
                    } else if asked.may_have(rank) {
                        let (number, at) = (one.member.number, at as u16);
                        subs.push((rank, Member { number, at }));
                    }
                }
            }
        }
        subs.sort_unstable_by_key(|(rank, member)| (*rank, member.number));
        for group in subs.chunk_by(|x, y| x.0 == y.0) {
            members.clear();
            members.extend(group.iter().map(|(_, member)| *member));
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

    fn may_have(&self, rank: u32) -> bool {
        let (word, bit) = self.place(rank);
        self.bits[word] >> bit & 1 == 1
    }
}

impl Seen {
    fn side(&self) -> (u32, &Card) {
        (self.member.number, &self.card)
    }

    fn asks(&self) -> bool {
        self.enough != u32::MAX
    }

    /// Whether it may share as many words with another as it must.
    #[inline]
    fn may_share_enough(&self, other: &Self) -> bool {
        other.most >= self.enough && self.card.most_in(&other.card) >= self.enough
    }

    /// How it met another.
    fn met(&self, other: &Self, shared: u32, weight: u32) -> Met {
        Met {
            shared,
            weight,
            x: self.member.next(),
            y: other.member.next(),
        }
    }
}

impl Member {
    /// The place behind the last of the words looked at.
    fn next(self) -> usize {
        usize::from(self.at) + 1
    }
}
