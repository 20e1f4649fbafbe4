//! Sentences that share enough words, by those that are rare.
//!
//! A sentence of which half the words must be shared shares one of the rarer half: it asks by these. Words are gone
//! through one at a time, with the sentences that have each. Where these are few, they are compared with one
//! another, most of them by a look at the bits of their words, 64 at a time. Where they are many, they are told apart by the
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
use super::piece::{ADDED, ASKS, Counts, Piece, Standing};
use super::slices::{Slices, WIDTH, WordBits};
use super::tally::Tally;
use crate::error::Result;
use crate::find::copies::{Copies, Sides};
use crate::find::join::Frequent;
use crate::parallel;
use crate::spill::Sorter;
use crate::watch::Stage;

/// Pieces of work for each thread. All sentences are gone through for each, which costs about as much as the memory that
/// fewer and larger ones would touch first.
const PIECES: usize = 16;

/// Goes through all words.
pub(super) fn run(
    sentencing: &Sentencing<'_>,
    ordered: &Ordered,
    same: &Copies,
    found: &Mutex<Sorter<Match>>,
) -> Result<Frequent> {
    let threads = sentencing.threads;
    let most = ordered.words_of_all().div_ceil(PIECES * threads);
    // Where a word stands, and the words behind it.
    let bytes = size_of::<Standing>() + ordered.words_behind() * size_of::<u32>();
    let pieces = ordered.pieces(most.min(sentencing.memory / 8 / threads / bytes));
    let counts = Counts::new(ordered)?;
    let joiners = parallel::each(
        threads,
        pieces.len(),
        || Joiner {
            sentencing,
            ordered,
            same,
            comparer: Comparer::new(sentencing, ordered, same, found),
            frequent: Frequent::default(),
            enough: (0..=u32::from(u8::MAX))
                .map(|words| sentencing.options.enough(words))
                .collect(),
            counts: &counts,
            piece: Piece::default(),
            slices: Slices::default(),
            askers: Vec::new(),
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

/// The same, where a group is compared.
struct Seen {
    standing: Standing,
    /// Where its other words are, among those of the group.
    rest: usize,
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
        let lacks = self.standing.bits.not_in(other.standing.bits);
        other.most >= self.enough && self.most - lacks >= self.enough
    }

    /// Up to which of the words that follow it may share the next one, where it must share so many in all.
    fn to(&self, enough: u32, shared: u32) -> usize {
        let more = enough.saturating_sub(shared + 1) as usize;
        usize::from(self.standing.behind).saturating_sub(more)
    }

    /// Up to which of them it asks by.
    fn asks_to(&self, shared: u32) -> usize {
        match self.asks() && self.enough > shared {
            true => self.to(self.enough, shared),
            false => 0,
        }
    }

    /// How many bits of the words that follow it must share at least; words of one bit count once.
    fn bits_enough(&self, shared: u32) -> u32 {
        let same = u32::from(self.standing.behind) - self.standing.bits.count();
        self.enough.saturating_sub(shared + same)
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

/// Those of a block that were there before and ask.
#[derive(Clone, Copy)]
struct Askers {
    which: u64,
    /// How many bits the one that is content with the fewest must share.
    least: u32,
}

impl Askers {
    fn new(block: &[Seen], shared: u32) -> Self {
        let mut askers = Self {
            which: 0,
            least: u32::MAX,
        };
        for (at, one) in block.iter().enumerate() {
            if one.asks() && !one.standing.is_added() {
                askers.which |= 1 << at;
                askers.least = askers.least.min(one.bits_enough(shared));
            }
        }
        askers
    }
}

/// The places of the bits that are set.
fn each_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        next
    })
}

/// One thread's share.
struct Joiner<'a> {
    sentencing: &'a Sentencing<'a>,
    ordered: &'a Ordered,
    same: &'a Copies,
    comparer: Comparer<'a>,
    frequent: Frequent,
    /// By how many words a sentence has, how many it must share.
    enough: Vec<u32>,
    counts: &'a Counts,
    piece: Piece,
    /// The bits of a group, and those in it that were there before and ask.
    slices: Slices,
    askers: Vec<Askers>,
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
    tally: Tally,
    /// At which words they stand next; and these words, each with its place among the former.
    nexts: Vec<Next>,
    words: Vec<u64>,
}

/// A sentence of a group at another of its words.
#[derive(Clone, Copy)]
struct Next {
    member: u32,
    /// Among the words behind the last.
    at: u8,
    /// Whether it asks by it.
    asks: bool,
}

/// Words after which sentences are not told apart any further.
const MOST_WORDS: u32 = 4;

/// Sentences that are compared without slicing their bits.
const FEW: usize = 16;

/// Sentences with which all are compared that share these and are too many to be compared with one another.
pub(super) const FIRST: usize = 16;

/// Sentences that share words.
#[derive(Clone, Copy)]
struct Group<'a> {
    members: &'a [Standing],
    /// Their other words, one behind the other, where these are at hand.
    rest: Option<&'a [u32]>,
    /// How many words, the last of them, and what those before it weigh.
    shared: u32,
    last: u32,
    weight: u32,
}

impl Joiner<'_> {
    /// Goes through some words.
    fn piece(&mut self, words: Range<u32>) -> Result<()> {
        let mut piece = std::mem::take(&mut self.piece);
        let most = self.sentencing.max_df as usize;
        piece.fill(self.ordered, self.same, self.counts, words.clone(), most)?;
        for (at, rank) in words.enumerate() {
            let (members, rest) = piece.at(at);
            self.frequent.keys += u64::from(!members.is_empty());
            self.frequent.occurrences += members.len() as u64;
            self.group(Group {
                members,
                rest,
                shared: 1,
                last: rank,
                weight: 0,
            })?;
        }
        self.piece = piece;
        Ok(())
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
        let mut rest = 0;
        let all = members.iter().map(|&standing| {
            let seen = self.seen(standing, shared, enough, rest);
            rest += usize::from(standing.behind);
            seen
        });
        seen.extend(all.filter(|one| one.most >= enough));
        let done = self.among(&mut seen, group.rest, shared, weight);
        self.rooms[shared as usize].seen = seen;
        done
    }

    /// Compares sentences that share `shared` words of so much weight.
    fn among(
        &mut self,
        seen: &mut [Seen],
        rest: Option<&[u32]>,
        shared: u32,
        weight: u32,
    ) -> Result<()> {
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
            self.split(seen, rest, shared, weight)?;
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

    fn seen(&self, standing: Standing, shared: u32, enough: u32, rest: usize) -> Seen {
        let most = shared + u32::from(standing.behind);
        let enough = match standing.kind & ASKS != 0 {
            true => enough.max(self.enough[usize::from(standing.words)]),
            false => u32::MAX,
        };
        Seen {
            standing,
            rest,
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

    /// Compares all with all, but those that were there before with one another.
    fn all(&mut self, seen: &[Seen], shared: u32, weight: u32) -> Result<()> {
        match seen.len() <= FEW {
            true => self.one_by_one(seen, shared, weight),
            false => self.by_slices(seen, shared, weight),
        }
    }

    /// The same, where it does not pay to slice their bits.
    fn one_by_one(&mut self, seen: &[Seen], shared: u32, weight: u32) -> Result<()> {
        for (at, x) in seen.iter().enumerate().filter(|(_, x)| x.asks()) {
            for y in &seen[at + 1..] {
                let is_asked = x.standing.is_added() || y.standing.is_added();
                if is_asked && x.may_share_enough(y) {
                    self.compare(x, y, shared, weight)?;
                }
            }
        }
        Ok(())
    }

    /// The same, most of them by a look at the bits of their words.
    fn by_slices(&mut self, seen: &[Seen], shared: u32, weight: u32) -> Result<()> {
        let mut slices = std::mem::take(&mut self.slices);
        slices.fill(seen.iter().map(|one| one.standing.bits));
        let mut askers = std::mem::take(&mut self.askers);
        askers.clear();
        askers.extend(seen.chunks(WIDTH).map(|block| Askers::new(block, shared)));
        for (at, x) in seen.iter().enumerate() {
            if !x.standing.is_added() {
                continue;
            }
            let (own, bits) = (at / WIDTH, x.standing.bits);
            if x.asks() {
                let least = x.bits_enough(shared);
                for (block, others) in seen.chunks(WIDTH).enumerate().skip(own) {
                    let mut found = slices.with(block, bits, least);
                    if block == own {
                        // Those behind it.
                        found &= (u64::MAX - 1) << (at % WIDTH);
                    }
                    for y in each_of(found).map_while(|next| others.get(next)) {
                        if y.most >= x.enough {
                            self.compare(x, y, shared, weight)?;
                        }
                    }
                }
            }
            for (block, others) in seen.chunks(WIDTH).enumerate().take(own + 1) {
                let Askers { which, least } = askers[block];
                // Those before it.
                let before = if block == own {
                    (1 << (at % WIDTH)) - 1
                } else {
                    u64::MAX
                };
                if which & before != 0 {
                    let found = slices.with(block, bits, least) & which & before;
                    for y in each_of(found).map(|next| &others[next]) {
                        if y.may_share_enough(x) {
                            self.compare(y, x, shared, weight)?;
                        }
                    }
                }
            }
        }
        (self.slices, self.askers) = (slices, askers);
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
    fn split(
        &mut self,
        seen: &[Seen],
        rest: Option<&[u32]>,
        shared: u32,
        weight: u32,
    ) -> Result<()> {
        let next = shared + 1;
        let Room {
            mut members,
            mut tally,
            mut nexts,
            mut words,
            ..
        } = std::mem::take(&mut self.rooms[shared as usize]);
        let least = self.sentencing.options.least;
        let ordered = self.ordered;
        let all_added = seen.iter().all(|one| one.standing.is_added());
        // As many words at a time as there is memory for.
        let behind = seen.iter().map(|one| usize::from(one.standing.behind));
        let needed = behind.sum::<usize>() * size_of::<(u64, Next)>();
        let bytes = self.sentencing.memory / 32 / self.sentencing.threads;
        let turns = needed.div_ceil(bytes.max(1)).max(1) as u32;
        tally.clear();
        for one in seen {
            let (found_to, asks_to) = (one.to(least, shared), one.asks_to(shared));
            let own = self.behind(one, rest)?;
            tally.add(&own[..found_to], asks_to, one.standing.is_added());
        }
        for turn in 0..turns {
            nexts.clear();
            words.clear();
            for (member, one) in (0..).zip(seen) {
                let asks_to = one.asks_to(shared);
                let own = self.behind(one, rest)?;
                // As many as must follow do, and weigh as much.
                let found_to = one.to(least, shared);
                let mut left = weight;
                for (at, &rank) in own.iter().enumerate().rev() {
                    left += ordered.weight_of(rank);
                    let is_found = at < found_to && left >= ordered.least_weight;
                    if is_found && tally.has(rank) && (turns == 1 || rank % turns == turn) {
                        words.push(u64::from(rank) << 32 | nexts.len() as u64);
                        nexts.push(Next {
                            member,
                            at: at as u8,
                            asks: at < asks_to,
                        });
                    }
                }
            }
            // Sentences of one word stay in their order.
            words.sort_unstable();
            for group in words.chunk_by(|x, y| x >> 32 == y >> 32) {
                let all = group.iter().map(|&word| nexts[word as u32 as usize]);
                let is_added = |one: Next| seen[one.member as usize].standing.is_added();
                if group.len() < 2
                    || !all.clone().any(|one| one.asks)
                    || !all_added && !all.clone().any(is_added)
                {
                    continue;
                }
                members.clear();
                for Next { member, at, .. } in all {
                    let one = &seen[member as usize];
                    let behind = &self.behind(one, rest)?[usize::from(at) + 1..];
                    let mut bits = WordBits::default();
                    behind.iter().for_each(|&rank| bits.add(rank));
                    members.push(Standing {
                        bits,
                        at: one.standing.next() as u8 + at,
                        behind: behind.len() as u8,
                        ..one.standing
                    });
                }
                self.group(Group {
                    members: &members,
                    rest: None,
                    shared: next,
                    last: (group[0] >> 32) as u32,
                    weight,
                })?;
            }
        }
        self.rooms[shared as usize] = Room {
            members,
            tally,
            nexts,
            words,
            seen: Vec::new(),
        };
        Ok(())
    }

    /// The words of a sentence behind the one that it stands at.
    fn behind<'w>(&'w mut self, one: &Seen, rest: Option<&'w [u32]>) -> Result<&'w [u32]> {
        match rest {
            Some(rest) => Ok(&rest[one.rest..][..one.standing.behind.into()]),
            None => {
                let words = self.ordered.words(one.standing.number, &mut self.words)?;
                Ok(&words[one.standing.next()..])
            }
        }
    }
}
