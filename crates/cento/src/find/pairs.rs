//! From hits to pairs: for each document, the earlier ones it shares enough keys with.
//!
//! Each document's records are gone through twice. First a counter for every earlier document says
//! how many keys are shared; most pairs share a single one and go no further. Then the places of
//! those that are left are gathered, and the pair is measured.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::copies::Copies;
use super::hits::{Link, Places, Record, records};
use super::join::Joined;
use crate::error::Result;
use crate::parallel;
use crate::span::{TokenSpan, covered};
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
    /// 1 for identical documents.
    pub(crate) alias: u32,
    /// Containment of each side in the other, as a share: `common` of `size`.
    pub(crate) a_common: u32,
    pub(crate) a_size: u32,
    pub(crate) b_common: u32,
    pub(crate) b_size: u32,
}

impl Pair {
    pub(crate) fn a_in_b(&self) -> f64 {
        f64::from(self.a_common) / f64::from(self.a_size.max(1))
    }

    pub(crate) fn b_in_a(&self) -> f64 {
        f64::from(self.b_common) / f64::from(self.b_size.max(1))
    }

    fn flipped(self) -> Self {
        Self {
            a: self.b,
            b: self.a,
            a_matched: self.b_matched,
            b_matched: self.a_matched,
            a_common: self.b_common,
            a_size: self.b_size,
            b_common: self.a_common,
            b_size: self.a_size,
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
    pub(crate) max_copies: usize,
    pub(crate) copies: &'a Copies,
    /// The length of each document that has copies, by original.
    pub(crate) tokens_of_originals: &'a [(u32, u32)],
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
    /// By document, then place.
    pub(crate) reused: Sorted<Reused>,
}

impl Pairing<'_> {
    pub(crate) fn run(&self, joined: &Joined) -> Result<Paired> {
        let out = Mutex::new(Out {
            pairs: Sorter::new(self.result_bytes, self.temp),
            reused: Sorter::new(self.result_bytes, self.temp),
        });
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
        self.aliases(joined, &mut out.pairs)?;
        Ok(Paired {
            pairs: out.pairs.finish()?,
            reused: out.reused.finish()?,
        })
    }

    /// Adds the pairs of identical documents.
    fn aliases(&self, joined: &Joined, pairs: &mut Sorter<Pair>) -> Result<()> {
        for (original, &(_, tokens)) in self.copies.originals().zip(self.tokens_of_originals) {
            let keys = joined.sizes[original as usize].keys.load(Ordering::Relaxed);
            let group = self.copies.with_copies(original, self.max_copies);
            for (i, x) in group.clone().enumerate() {
                for y in group.clone().skip(i + 1) {
                    let Some((a, b)) = self.copies.as_pair(x, y) else {
                        continue;
                    };
                    pairs.push(Pair {
                        a,
                        b,
                        hits: keys,
                        a_matched: tokens,
                        b_matched: tokens,
                        alias: 1,
                        a_common: 1,
                        a_size: 1,
                        b_common: 1,
                        b_size: 1,
                    })?;
                }
            }
        }
        Ok(())
    }
}

struct Out {
    pairs: Sorter<Pair>,
    reused: Sorter<Reused>,
}

/// One thread's share of the comparing.
struct Comparer<'a> {
    pairing: &'a Pairing<'a>,
    joined: &'a Joined,
    out: &'a Mutex<Out>,
    /// For each document: shared keys with the one at hand; then, 1 plus its place in `found`.
    counters: Vec<u32>,
    /// The earlier documents with a counter above 0.
    found: Vec<u32>,
    shared: Vec<Shared>,
    own_spans: Vec<(u32, TokenSpan)>,
    other_spans: Vec<(u32, TokenSpan)>,
    own_places: Places,
    other_places: Places,
    pairs: Vec<Pair>,
    reused: Vec<Reused>,
}

/// What one pair shares.
#[derive(Clone, Copy, Default)]
struct Shared {
    keys: u32,
    /// The same, counted as asked for.
    common: u32,
    /// Keys that count for this pair though they are stop fingerprints, in each document.
    own_linked: u32,
    other_linked: u32,
}

/// Bytes of memory for each span that is gathered and sorted.
const SPAN_BYTES: usize = 32;

/// Goes through all records of one document, as often as asked.
type Scan<'s> = dyn Fn(&mut dyn FnMut(&[u8])) -> Result<()> + 's;

impl<'a> Comparer<'a> {
    fn new(pairing: &'a Pairing<'a>, joined: &'a Joined, out: &'a Mutex<Out>) -> Self {
        Self {
            pairing,
            joined,
            out,
            counters: vec![0; joined.sizes.len()],
            found: Vec::new(),
            shared: Vec::new(),
            own_spans: Vec::new(),
            other_spans: Vec::new(),
            own_places: Places::default(),
            other_places: Places::default(),
            pairs: Vec::new(),
            reused: Vec::new(),
        }
    }

    /// Compares all documents of a partition; in several passes where their records do not fit.
    fn partition(&mut self, partition: usize) -> Result<()> {
        let hits = &self.joined.hits;
        let first = (partition * self.joined.width) as u32;
        let limit = self.pairing.partition_bytes;
        if hits.len(partition) <= limit {
            let mut bytes = Vec::new();
            hits.load(partition, &mut bytes)?;
            return self.documents(first, &bytes);
        }
        let mut sizes = vec![0; self.joined.width];
        hits.pieces(partition, |piece| {
            records(piece).for_each(|(local, record)| sizes[local as usize] += record.len() + 16);
            Ok(())
        })?;
        let mut from = 0;
        while from < sizes.len() {
            let (mut to, mut size) = (from + 1, sizes[from]);
            while to < sizes.len() && size + sizes[to] <= limit {
                size += sizes[to];
                to += 1;
            }
            if size > limit {
                self.document(first + from as u32, &|each| {
                    hits.pieces(partition, |piece| {
                        records(piece)
                            .filter(|(local, _)| *local as usize == from)
                            .for_each(|(_, record)| each(record));
                        Ok(())
                    })
                })?;
            } else {
                let mut bytes = Vec::with_capacity(size);
                hits.pieces(partition, |piece| {
                    for (local, record) in records(piece) {
                        if (from..to).contains(&(local as usize)) {
                            let mut whole = Vec::new();
                            crate::codec::put(&mut whole, u64::from(local));
                            whole.extend_from_slice(record);
                            crate::codec::put_bytes(&mut bytes, &whole);
                        }
                    }
                    Ok(())
                })?;
                self.documents(first, &bytes)?;
            }
            from = to;
        }
        Ok(())
    }

    /// Compares the documents whose records are in `bytes`.
    fn documents(&mut self, first: u32, bytes: &[u8]) -> Result<()> {
        let mut by_document: Vec<(u32, &[u8])> = records(bytes).collect();
        by_document.sort_by_key(|(local, _)| *local);
        for group in by_document.chunk_by(|x, y| x.0 == y.0) {
            self.document(first + group[0].0, &|each| {
                group.iter().for_each(|(_, record)| each(record));
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Compares one document with all earlier ones it shares keys with.
    fn document(&mut self, doc: u32, scan: &Scan<'_>) -> Result<()> {
        let (counters, found) = (&mut self.counters, &mut self.found);
        found.clear();
        let (mut all_hits, mut all_spans) = (0, 0);
        scan(&mut |bytes| {
            let record = Record::parse(bytes);
            all_hits += record.count();
            // A span takes two bytes at least, and the document's own are gathered for each pair.
            all_spans += record.count() * record.own_spans() + bytes.len() / 2;
            for earlier in record.earlier() {
                let counter = &mut counters[earlier as usize];
                if *counter == 0 {
                    found.push(earlier);
                }
                *counter += 1;
            }
        })?;
        // A slice of them at a time, so that their places fit.
        let spans_a_hit = (all_spans / all_hits.max(1)).max(2);
        let room = (self.pairing.partition_bytes / SPAN_BYTES).max(1 << 12) / spans_a_hit;
        let mut slices = vec![0];
        let mut spans = 0;
        let mut kept = 0;
        for i in 0..found.len() {
            let earlier = found[i];
            let hits = std::mem::take(&mut counters[earlier as usize]);
            if hits >= self.pairing.min_hits {
                if spans + hits as usize > room && spans > 0 {
                    slices.push(kept);
                    spans = 0;
                }
                spans += hits as usize;
                found[kept] = earlier;
                kept += 1;
            }
        }
        found.truncate(kept);
        slices.push(kept);
        let found = std::mem::take(&mut self.found);
        for slice in slices.windows(2) {
            self.measure(doc, &found[slice[0]..slice[1]], scan)?;
        }
        self.found = found;
        if self.pairs.len() >= 1 << 12 || self.reused.len() >= 1 << 14 {
            self.hand_over()?;
        }
        Ok(())
    }

    /// Measures the pairs of `doc` with each of `found`.
    fn measure(&mut self, doc: u32, found: &[u32], scan: &Scan<'_>) -> Result<()> {
        if found.is_empty() {
            return Ok(());
        }
        let Self {
            counters,
            shared,
            own_spans,
            other_spans,
            own_places,
            other_places,
            ..
        } = self;
        for (i, &earlier) in found.iter().enumerate() {
            counters[earlier as usize] = i as u32 + 1;
        }
        shared.clear();
        shared.resize(found.len(), Shared::default());
        own_spans.clear();
        other_spans.clear();
        let counting = self.pairing.counting;
        scan(&mut |record| {
            let record = Record::parse(record);
            if !record
                .earlier()
                .any(|earlier| counters[earlier as usize] > 0)
            {
                return;
            }
            record.own(own_places);
            let wanted = |earlier: u32| counters[earlier as usize] > 0;
            record.each_earlier(other_places, wanted, |earlier, other| {
                let pair = counters[earlier as usize] - 1;
                let (own, theirs) = match counting {
                    Counting::Set => (1, 1),
                    Counting::Multiset => (own_places.occurrences, other.occurrences),
                };
                let shared = &mut shared[pair as usize];
                shared.keys += 1;
                shared.common += own.min(theirs);
                if record.link == Link::Stop {
                    shared.own_linked += own;
                    shared.other_linked += theirs;
                }
                own_spans.extend(own_places.spans.iter().map(|&span| (pair, span)));
                other_spans.extend(other.spans.iter().map(|&span| (pair, span)));
            });
        })?;
        own_spans.sort_unstable();
        other_spans.sort_unstable();
        let mut own = own_spans.chunk_by(|x, y| x.0 == y.0);
        let mut others = other_spans.chunk_by(|x, y| x.0 == y.0);
        let size = |doc: u32| {
            let size = &self.joined.sizes[doc as usize];
            match counting {
                Counting::Set => size.keys.load(Ordering::Relaxed),
                Counting::Multiset => size.occurrences.load(Ordering::Relaxed),
            }
        };
        let own_size = size(doc);
        for (&earlier, shared) in found.iter().zip(&self.shared) {
            counters[earlier as usize] = 0;
            let spans = |group: Option<&'_ [(u32, TokenSpan)]>| {
                covered(group.unwrap_or_default().iter().map(|(_, span)| *span))
            };
            let (own, others) = (own.next(), others.next());
            let pair = Pair {
                a: earlier,
                b: doc,
                hits: shared.keys,
                a_matched: spans(others),
                b_matched: spans(own),
                alias: 0,
                a_common: shared.common,
                a_size: size(earlier) + shared.other_linked,
                b_common: shared.common,
                b_size: own_size + shared.own_linked,
            };
            let others = others.unwrap_or_default().iter().map(|(_, span)| *span);
            merged(earlier, others, &mut self.reused);
            repeat_for_copies(self.pairing, pair, &mut self.pairs);
        }
        let mut all: Vec<TokenSpan> = own_spans.iter().map(|(_, span)| *span).collect();
        all.sort_unstable();
        merged(doc, all, &mut self.reused);
        Ok(())
    }

    /// Gives the results so far to those of all threads.
    fn hand_over(&mut self) -> Result<()> {
        let mut out = self
            .out
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        out.pairs.extend(self.pairs.drain(..))?;
        out.reused.extend(self.reused.drain(..))
    }
}

/// Appends `spans`, sorted, as stretches that do not touch.
fn merged(doc: u32, spans: impl IntoIterator<Item = TokenSpan>, out: &mut Vec<Reused>) {
    let from = out.len();
    for span in spans {
        match out[from..].last_mut() {
            Some(last) if span.begin <= last.span.end => {
                last.span.end = last.span.end.max(span.end);
            }
            _ => out.push(Reused { doc, span }),
        }
    }
}

/// Appends the pair for every copy of either document.
fn repeat_for_copies(pairing: &Pairing<'_>, pair: Pair, out: &mut Vec<Pair>) {
    let copies = pairing.copies;
    for x in copies.with_copies(pair.a, pairing.max_copies) {
        for y in copies.with_copies(pair.b, pairing.max_copies) {
            if let Some((a, b)) = copies.as_pair(x, y) {
                let pair = if a == x { pair } else { pair.flipped() };
                out.push(Pair { a, b, ..pair });
            }
        }
    }
}
