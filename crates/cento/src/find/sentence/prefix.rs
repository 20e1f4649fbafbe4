//! Sentences that share enough words, by those that are rare.
//!
//! A sentence of which half the words must be shared shares one of the rarer half: it asks by these. Words are gone
//! through one at a time, with the sentences that have each. Where these are few, they are compared with one
//! another, most of them by a look at the bits of their words, 256 at a time. Where they are many, they are told apart by the
//! next word that they share, and so on up to a fourth. A word is passed by where it and all that are more frequent do
//! not weigh as much together as shared words must. Where some were added to those that were there before, these
//! are not put at their words: they pass by those that were added ([`Crowds`]), and meet them as they would in a group.
//!
//! - Promise: of sentences that share enough, all are found but those of groups of more than `max_df` that share the
//!   rarest of these, as many as they must share and at most four; of such a group, its first 16.
//! - Cost: words times `max_df` looks, or a tenth of its square where 256 are looked at at once; the rest goes with what is
//!   found.
//! - Source: Bayardo, Ma and Srikant, WWW 2007 (All-Pairs: prefixes, lengths); Xiao et al., WWW 2008 (PPJoin: places).
//!   That groups are told apart by further words is our own: without it frequent words cost the square of the
//!   collection.

use std::ops::Range;
use std::sync::Mutex;

use super::Sentencing;
use super::compare::Comparer;
use super::crowds::Crowds;
use super::ordered::Ordered;
use super::piece::{ADDED, ASKS, Count, Counts, Piece, Standing};
use super::seen::Seen;
use super::slices::{Asked, Slices, WIDTH, Which, WordBits};
use super::tally::Tally;
use crate::error::Result;
use crate::find::copies::{Bits, Copies, Sides};
use crate::find::join::Frequent;
use crate::find::pairs::Located;
use crate::parallel;
use crate::spill::Sorter;
use crate::watch::Stage;

/// Pieces of work for each thread. All sentences are gone through for each, which costs about as much as the memory that
/// fewer and larger ones would touch first.
const PIECES: usize = 16;

/// The same where they pass by those that were added, of which there are fewer.
const PASSES: usize = 2;

/// Bytes for a sentence that was added at one of its words: where it stands, and a line of its own; and for each word.
const BYTES_IN_A_CROWD: usize = 96;
const BYTES_A_CROWD: usize = 72;

/// Sentences of one word that are compared with one another: the square of `max_df` by this, since a look at many at once is
/// that much cheaper than one at each; and at most so many, from where on it is cheaper to tell them apart.
const AT_ONCE: usize = 10;
pub(super) const MOST_AT_A_WORD: usize = 4096;

/// Goes through all words.
pub(super) fn run(
    sentencing: &Sentencing<'_>,
    ordered: &Ordered,
    same: &Copies,
    found: &Mutex<Sorter<Located>>,
) -> Result<Frequent> {
    let counts = Counts::new(ordered)?;
    let most = sentencing.max_df as usize;
    let wide = (most.saturating_mul(most) / AT_ONCE).min(MOST_AT_A_WORD);
    let mut frequent = Frequent::default();
    let joiner = || Joiner {
        sentencing,
        ordered,
        same,
        comparer: Comparer::new(sentencing, ordered, same, found),
        frequent: Frequent::default(),
        enough: std::array::from_fn(|words| sentencing.options.enough(words as u32)),
        wide,
        counts: &counts,
        piece: Piece::default(),
        slices: Slices::default(),
        askers: Vec::new(),
        sorted: Vec::new(),
        words: Vec::new(),
        rooms: Default::default(),
        crowds: Crowds::default(),
        left: Vec::new(),
    };
    let threads = sentencing.threads;
    // Where some were added, words are gone through twice: to pass by, and to join what is left. Before came the ordering.
    let turns = match sentencing.copies.sides() {
        Sides::Added { .. } => 2,
        _ => 1,
    };
    let mut run = |pieces: Vec<Range<u32>>,
                   turn: u64,
                   work: &(dyn Fn(&mut Joiner<'_>, Range<u32>) -> Result<()> + Sync)|
     -> Result<Vec<u32>> {
        let all = pieces.len().max(1) as u64;
        let joiners = parallel::each(threads, pieces.len(), joiner, |joiner, at| {
            let done = (turns + turn) * all + at as u64;
            sentencing
                .watch
                .advance(Stage::Join, done, 2 * turns * all)?;
            work(joiner, pieces[at].clone())
        })?;
        let mut left = Vec::new();
        for mut joiner in joiners {
            joiner.comparer.hand_over()?;
            frequent.add(&joiner.frequent);
            left.append(&mut joiner.left);
        }
        Ok(left)
    };
    // By how many bytes a word takes.
    let pieces = |parts: usize, size: &dyn Fn(u32, &Count) -> usize| {
        let most = counts.sum(size).div_ceil(parts * threads);
        counts.pieces(most.min(sentencing.memory / 8 / threads), size)
    };
    let mut joined = None;
    if let Sides::Added { .. } = sentencing.copies.sides() {
        let passed = |_: u32, count: &Count| match count.added as usize {
            added if added <= MOST_AT_A_WORD => added,
            _ => 0,
        };
        // One thread has nobody to wait for.
        let passes = if threads == 1 { 1 } else { PASSES };
        let bytes =
            |rank: u32, count: &Count| BYTES_A_CROWD + passed(rank, count) * BYTES_IN_A_CROWD;
        let pieces = match counts.sum(passed) {
            0 => Vec::new(),
            _ => pieces(passes, &bytes),
        };
        let left = run(pieces, 0, &|joiner, words| joiner.pass(words, passed))?;
        let mut words = Bits::new(ordered.distinct_words());
        left.into_iter().for_each(|rank| words.set(rank));
        joined = Some(words);
    }
    let joined = |rank: u32, count: &Count| {
        let is_joined = joined
            .as_ref()
            .is_none_or(|words| words.get(rank) || count.added as usize > MOST_AT_A_WORD);
        if is_joined {
            count.sentences as usize
        } else {
            0
        }
    };
    // Where a word stands, and the words behind it.
    let a_sentence = size_of::<Standing>() + ordered.words_behind() * size_of::<u32>();
    let bytes = |rank: u32, count: &Count| joined(rank, count) * a_sentence;
    let pieces = pieces(PIECES, &bytes);
    run(pieces, turns - 1, &|joiner, words| {
        joiner.join(words, joined)
    })?;
    Ok(frequent)
}

/// Those of a block that were there before and ask.
#[derive(Clone, Copy)]
struct Askers {
    which: Which,
    /// How many bits the one that is content with the fewest must share.
    least: u32,
}

impl Askers {
    fn new(block: &[Seen], shared: u32) -> Self {
        let mut askers = Self {
            which: Which::NONE,
            least: u32::MAX,
        };
        for (at, one) in block.iter().enumerate() {
            if one.asks() && !one.standing.is_added() {
                askers.which.set(at);
                askers.least = askers.least.min(one.bits_enough(shared));
            }
        }
        askers
    }
}

/// One thread's share.
pub(super) struct Joiner<'a> {
    pub(super) sentencing: &'a Sentencing<'a>,
    pub(super) ordered: &'a Ordered,
    pub(super) same: &'a Copies,
    pub(super) comparer: Comparer<'a>,
    frequent: Frequent,
    /// By how many words a sentence has, how many it must share.
    pub(super) enough: [u32; 256],
    /// Sentences of one word that are compared with one another at most.
    pub(super) wide: usize,
    pub(super) counts: &'a Counts,
    pub(super) piece: Piece,
    /// The bits of a group, and those in it that were there before and ask.
    slices: Slices,
    askers: Vec<Askers>,
    /// Room for sorting.
    sorted: Vec<Seen>,
    /// Room for the words of a sentence.
    words: Vec<u32>,
    /// By how many words groups share.
    rooms: [Room; MOST_WORDS as usize + 1],
    /// Those that were added, where others pass by; and the words at which these are to be joined all the same.
    pub(super) crowds: Crowds,
    pub(super) left: Vec<u32>,
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
    standing: Standing,
    /// Whether it asks by this word.
    asks: bool,
}

/// Words after which sentences are not told apart any further.
const MOST_WORDS: u32 = 4;

/// Sentences that are sorted one by one, not by counting.
const MOST_TO_INSERT: usize = 20;

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
    /// Goes through some words, of which each has so many sentences.
    fn join(&mut self, words: Range<u32>, size: impl Fn(u32, &Count) -> usize) -> Result<()> {
        let mut piece = std::mem::take(&mut self.piece);
        let most = self.sentencing.max_df as usize;
        // Those of words that many have are told apart by the words behind.
        let sizes = |rank: u32, count: &Count| match size(rank, count) {
            size if size > most => [size, count.behind as usize],
            size => [size, 0],
        };
        let (ordered, same, counts) = (self.ordered, self.same, self.counts);
        piece.fill(ordered, same, counts, words.clone(), sizes, |_| true)?;
        for (at, rank) in words.enumerate() {
            let (members, rest) = piece.at(at);
            self.met_at(members.len());
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

    /// Counts a word of so many sentences.
    pub(super) fn met_at(&mut self, sentences: usize) {
        self.frequent.keys += u64::from(sentences > 0);
        self.frequent.occurrences += sentences as u64;
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
        let done = self.among(&mut seen, members.len(), group.rest, shared, weight);
        self.rooms[shared as usize].seen = seen;
        done
    }

    /// Compares sentences that share `shared` words of so much weight.
    fn among(
        &mut self,
        seen: &mut Vec<Seen>,
        members: usize,
        rest: Option<&[u32]>,
        shared: u32,
        weight: u32,
    ) -> Result<()> {
        let asking = seen.iter().filter(|one| one.asks()).count();
        if asking == 0 {
            return Ok(());
        }
        let most = self.sentencing.max_df as usize;
        if shared == 1 && members <= self.wide
            || asking.saturating_mul(seen.len()) <= most.saturating_mul(most)
        {
            self.sort(seen);
            return self.all(seen, rest, shared, weight);
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

    pub(super) fn seen(&self, standing: Standing, shared: u32, enough: u32, rest: usize) -> Seen {
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

    /// Those that ask before those they ask for: of two in one collection the shorter asks. Those of one length stay in their
    /// order, which is that of their numbers.
    pub(super) fn sort(&mut self, seen: &mut Vec<Seen>) {
        let is_within = self.same.sides().is_one();
        let key = |one: &Seen| match is_within {
            true => one.standing.words,
            false => u8::from(!one.asks()),
        };
        if seen.len() <= MOST_TO_INSERT {
            seen.sort_by_key(key);
            return;
        }
        let mut ends = [0; 256];
        seen.iter().for_each(|one| ends[usize::from(key(one))] += 1);
        let mut end = 0;
        for count in &mut ends {
            end += std::mem::replace(count, end);
        }
        self.sorted.clear();
        self.sorted.resize(seen.len(), Seen::default());
        for one in &*seen {
            let end = &mut ends[usize::from(key(one))];
            self.sorted[*end] = *one;
            *end += 1;
        }
        std::mem::swap(seen, &mut self.sorted);
    }

    /// Compares all with all, but those that were there before with one another.
    pub(super) fn all(
        &mut self,
        seen: &[Seen],
        rest: Option<&[u32]>,
        shared: u32,
        weight: u32,
    ) -> Result<()> {
        match seen.len() <= FEW {
            true => self.one_by_one(seen, shared, weight),
            false => self.by_slices(seen, rest, shared, weight),
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
    fn by_slices(
        &mut self,
        seen: &[Seen],
        rest: Option<&[u32]>,
        shared: u32,
        weight: u32,
    ) -> Result<()> {
        let mut slices = std::mem::take(&mut self.slices);
        slices.fill(seen.iter().map(|one| one.standing.bits));
        let mut askers = std::mem::take(&mut self.askers);
        askers.clear();
        askers.extend(seen.chunks(WIDTH).map(|block| Askers::new(block, shared)));
        let any_old = askers.iter().any(|askers| !askers.which.is_empty());
        for (at, x) in seen.iter().enumerate() {
            if !x.standing.is_added() {
                continue;
            }
            let (own, mut asked) = (at / WIDTH, Asked::of(x.standing.bits));
            if x.asks() {
                let least = x.bits_enough(shared);
                for (block, others) in seen.chunks(WIDTH).enumerate().skip(own) {
                    let mut found = slices.with(block, &mut asked, least);
                    if block == own {
                        // Those behind it.
                        found = found.without(Which::first(at % WIDTH + 1));
                    }
                    if found.is_empty() {
                        continue;
                    }
                    // Where nothing is asked for, all have it, and those that are not there too.
                    found.and(Which::first(others.len())).each(|next| {
                        let y = &others[next];
                        match x.shares_enough(y, rest, shared) {
                            true => self.compare(x, y, shared, weight),
                            false => Ok(()),
                        }
                    })?;
                }
            }
            if !any_old {
                continue;
            }
            for (block, others) in seen.chunks(WIDTH).enumerate().take(own + 1) {
                let Askers { mut which, least } = askers[block];
                if block == own {
                    // Those before it.
                    which = which.and(Which::first(at % WIDTH));
                }
                if !which.is_empty() {
                    let found = slices.with(block, &mut asked, least).and(which);
                    found.each(|next| {
                        let y = &others[next];
                        match y.shares_enough(x, rest, shared) {
                            true => self.compare(y, x, shared, weight),
                            false => Ok(()),
                        }
                    })?;
                }
            }
        }
        (self.slices, self.askers) = (slices, askers);
        Ok(())
    }

    pub(super) fn compare(&mut self, x: &Seen, y: &Seen, shared: u32, weight: u32) -> Result<()> {
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
            for one in seen {
                let asks_to = one.asks_to(shared);
                let own = self.behind(one, rest)?;
                // As many as must follow do, and weigh as much.
                let found_to = one.to(least, shared);
                let mut left = weight;
                let mut bits = WordBits::default();
                for (at, &rank) in own.iter().enumerate().rev() {
                    left += ordered.weight_of(rank);
                    let is_found = at < found_to && left >= ordered.least_weight;
                    if is_found && tally.has(rank) && (turns == 1 || rank % turns == turn) {
                        words.push(u64::from(rank) << 32 | nexts.len() as u64);
                        nexts.push(Next {
                            standing: Standing {
                                bits,
                                at: one.standing.next() as u8 + at as u8,
                                behind: (own.len() - 1 - at) as u8,
                                ..one.standing
                            },
                            asks: at < asks_to,
                        });
                    }
                    bits.add(rank);
                }
            }
            // Sentences of one word stay in their order.
            words.sort_unstable();
            for group in words.chunk_by(|x, y| x >> 32 == y >> 32) {
                let all = group.iter().map(|&word| nexts[word as u32 as usize]);
                if group.len() < 2
                    || !all.clone().any(|one| one.asks)
                    || !all_added && !all.clone().any(|one| one.standing.is_added())
                {
                    continue;
                }
                members.clear();
                members.extend(all.map(|one| one.standing));
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
