//! Related pairs and their passages, made from hits on all threads and sorted.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::compare::Comparer;
use super::copies::Copies;
use super::join::Joined;
use super::order::OrderOptions;
use super::overlap::Overlap;
use super::store::Store;
use crate::align::{AlignOptions, Counts, Passage};
use crate::error::Result;
use crate::fingerprint::Mile;
use crate::parallel;
use crate::span::TokenSpan;
use crate::spill::{Sorted, Sorter, Temp};
use crate::watch::{Stage, Watch};

/// How containment counts keys that stand in a document more than once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Once.
    #[default]
    Set,
    /// As often as they stand there.
    Multiset,
}

/// A related pair, `a` before `b` in the order of results.
#[derive(Clone, Copy, Debug, PartialEq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub(crate) struct Pair {
    pub(crate) a: u32,
    pub(crate) b: u32,
    /// Distinct shared keys.
    pub(crate) hits: u32,
    /// Tokens of each side under shared keys.
    pub(crate) a_matched: u32,
    pub(crate) b_matched: u32,
    /// How many passages; none are looked for where only pairs are asked for.
    pub(crate) passages: u32,
    /// 1 for identical documents.
    pub(crate) alias: u32,
    /// Containment of each side in the other, as a share: `common` of `size`.
    pub(crate) a_common: u32,
    pub(crate) a_size: u32,
    pub(crate) b_common: u32,
    pub(crate) b_size: u32,
    /// For pairs compared by order: how many unique words of each stand in the other at all, how many stand in order
    /// within pieces, and the share of those in order that the text confirms, in parts of [`WHOLE`](super::WHOLE);
    /// else 0.
    pub(crate) a_known: u32,
    pub(crate) b_known: u32,
    pub(crate) in_pieces: u32,
    pub(crate) confirmed: u32,
    /// For pairs compared by their sentences: the overlaps of the best two; else 0.
    pub(crate) overlap: Overlap,
}

impl Pair {
    pub(crate) fn a_in_b(&self) -> f64 {
        f64::from(self.a_common) / f64::from(self.a_size.max(1))
    }

    pub(crate) fn b_in_a(&self) -> f64 {
        f64::from(self.b_common) / f64::from(self.b_size.max(1))
    }

    /// The pair of two documents with the same words, of which they have so many, and so many keys.
    pub(super) fn alias(a: u32, b: u32, keys: u32, tokens: u32, has_passage: bool) -> Self {
        Self {
            a,
            b,
            hits: keys,
            a_matched: tokens,
            b_matched: tokens,
            passages: has_passage.into(),
            alias: 1,
            a_common: 1,
            a_size: 1,
            b_common: 1,
            b_size: 1,
            a_known: keys,
            b_known: keys,
            in_pieces: keys,
            confirmed: super::WHOLE,
            overlap: Overlap::WHOLE,
        }
    }

    pub(super) fn flipped(self) -> Self {
        Self {
            a_matched: self.b_matched,
            b_matched: self.a_matched,
            a_common: self.b_common,
            a_size: self.b_size,
            b_common: self.a_common,
            b_size: self.a_size,
            a_known: self.b_known,
            b_known: self.a_known,
            ..self
        }
    }
}

impl Eq for Pair {}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Pair {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.a, self.b).cmp(&(other.a, other.b))
    }
}

/// A passage of two documents, `a` and `b` as in their pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub(crate) struct Located {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) a_span: TokenSpan,
    pub(crate) b_span: TokenSpan,
    pub(crate) counts: Counts,
    /// Of two sentences, how much of one the other has; else 0.
    pub(crate) overlap: Overlap,
}

impl Located {
    pub(super) fn new(a: u32, b: u32, passage: &Passage) -> Self {
        Self {
            a,
            b,
            a_span: passage.a,
            b_span: passage.b,
            counts: passage.counts,
            overlap: Overlap::default(),
        }
    }

    pub(super) fn flipped(self) -> Self {
        Self {
            a_span: self.b_span,
            b_span: self.a_span,
            counts: self.counts.flipped(),
            ..self
        }
    }
}

impl PartialOrd for Located {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Located {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let place = |x: &Self| {
            let (a, b) = (x.a_span, x.b_span);
            (x.a, x.b, a.begin, b.begin, a.end, b.end)
        };
        place(self).cmp(&place(other))
    }
}

/// A stretch of a document that some other document has too.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
pub(crate) struct Reused {
    pub(crate) doc: u32,
    pub(crate) span: TokenSpan,
}

/// How pairs are to be made.
pub(crate) struct Pairing<'a> {
    pub(crate) min_hits: u32,
    pub(crate) counting: Counting,
    /// When two documents are duplicates, where they are compared by order.
    pub(crate) order: Option<OrderOptions>,
    /// Of how many tokens a run is made, where they are compared by these.
    pub(crate) runs: Option<Mile>,
    pub(crate) max_copies: usize,
    pub(crate) copies: &'a Copies,
    /// The length of each document that has copies, by original.
    pub(crate) tokens_of_originals: &'a [(u32, u32)],
    /// The texts, and what a passage is, where passages are asked for.
    pub(crate) align: Option<AlignOptions>,
    pub(crate) store: &'a Store,
    pub(crate) threads: usize,
    /// Bytes of memory for one partition's records on one thread, and for each result.
    pub(crate) partition_bytes: usize,
    pub(crate) result_bytes: usize,
    pub(crate) temp: &'a Temp,
    pub(crate) watch: &'a dyn Watch,
}

/// What comes out.
pub(crate) struct Paired {
    /// By `a`, then `b`.
    pub(crate) pairs: Sorted<Pair>,
    /// By `a`, then `b`, then place.
    pub(crate) passages: Sorted<Located>,
    /// By document, then place.
    pub(crate) reused: Sorted<Reused>,
}

impl Pairing<'_> {
    pub(crate) fn run(&self, joined: &Joined) -> Result<Paired> {
        let out = Mutex::new(Out::new(self.result_bytes, self.temp));
        let count = joined.hits.count();
        let comparers = parallel::each(
            self.threads,
            count,
            || Comparer::new(self, joined, &out),
            |comparer, partition| {
                self.watch
                    .advance(Stage::Compare, partition as u64, count as u64)?;
                comparer.partition(partition)
            },
        )?;
        for mut comparer in comparers {
            comparer.hand_over()?;
        }
        let mut out = out
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let keys = |doc: u32| Ok(joined.sizes[doc as usize].keys.load(Ordering::Relaxed));
        let align = self.align;
        let has_passage = |tokens| align.is_some_and(|align| tokens >= align.min_tokens);
        let (copies, most) = (self.copies, self.max_copies);
        out.aliases(copies, most, self.tokens_of_originals, keys, has_passage)?;
        out.finish()
    }

    /// How many shared keys make it worth comparing two documents.
    pub(super) fn enough(&self, joined: &Joined, a: u32, b: u32) -> u32 {
        let Some(order) = &self.order else {
            return self.min_hits;
        };
        let [x, y] = [a, b].map(|doc| joined.sizes[doc as usize].keys.load(Ordering::Relaxed));
        let least = order.least(x, y).max(self.min_hits);
        joined.asking.enough(a, b, least)
    }

    /// Appends a pair and its passages for every copy of either document.
    pub(super) fn repeat_for_copies(
        &self,
        pair: Pair,
        passages: &[Located],
        pairs: &mut Vec<Pair>,
        all: &mut Vec<Located>,
    ) {
        repeat_for_copies(self.copies, self.max_copies, pair, passages, pairs, all);
    }
}

/// The results of all threads.
pub(super) struct Out {
    pub(super) pairs: Sorter<Pair>,
    pub(super) passages: Sorter<Located>,
    pub(super) reused: Sorter<Reused>,
}

impl Out {
    /// `bytes` is how much memory each result may take.
    pub(super) fn new(bytes: usize, temp: &Temp) -> Self {
        Self {
            pairs: Sorter::new(bytes, temp),
            passages: Sorter::new(bytes, temp),
            reused: Sorter::new(bytes, temp),
        }
    }

    /// Adds the pairs of identical documents: `tokens` are the lengths of those that have copies, `keys` how many keys a
    /// document has, `has_passage` whether one of some length is a passage.
    pub(super) fn aliases(
        &mut self,
        copies: &Copies,
        most: usize,
        tokens: &[(u32, u32)],
        keys: impl Fn(u32) -> Result<u32>,
        has_passage: impl Fn(u32) -> bool,
    ) -> Result<()> {
        for (original, &(_, tokens)) in copies.originals().zip(tokens) {
            let keys = keys(original)?;
            let passage = has_passage(tokens).then(|| Passage::whole(tokens));
            let group = copies.with_copies(original, most);
            for (i, x) in group.clone().enumerate() {
                for y in group.clone().skip(i + 1) {
                    let Some((a, b)) = copies.as_pair(x, y) else {
                        continue;
                    };
                    if let Some(passage) = &passage {
                        let overlap = Overlap::WHOLE;
                        let whole = Located::new(a, b, passage);
                        self.passages.push(Located { overlap, ..whole })?;
                    }
                    let pair = Pair::alias(a, b, keys, tokens, passage.is_some());
                    self.pairs.push(pair)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Paired> {
        Ok(Paired {
            pairs: self.pairs.finish()?,
            passages: self.passages.finish()?,
            reused: self.reused.finish()?,
        })
    }
}

/// Appends a pair and its passages for every copy of either document, up to `most` of each.
pub(super) fn repeat_for_copies(
    copies: &Copies,
    most: usize,
    pair: Pair,
    passages: &[Located],
    pairs: &mut Vec<Pair>,
    all: &mut Vec<Located>,
) {
    for x in copies.with_copies(pair.a, most) {
        for y in copies.with_copies(pair.b, most) {
            let Some((a, b)) = copies.as_pair(x, y) else {
                continue;
            };
            let flip = a != x;
            let pair = if flip { pair.flipped() } else { pair };
            pairs.push(Pair { a, b, ..pair });
            all.extend(passages.iter().map(|&passage| {
                let passage = if flip { passage.flipped() } else { passage };
                Located { a, b, ..passage }
            }));
        }
    }
}
