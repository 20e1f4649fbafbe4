//! From hits to pairs: for each document, the earlier ones it shares enough keys with.
//!
//! Each document's records are gone through twice. First a counter for every earlier document says
//! how many keys are shared; most pairs share a single one and go no further. Then the places of
//! those that are left are gathered, and the pair is measured: by the tokens under shared keys, or
//! by its passages.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use super::Counting;
use super::hits::{Link, Places, Record, records};
use super::join::Joined;
use super::order::Order;
use super::overlap::Overlap;
use super::pairs::{Located, Out, Pair, Pairing, Reused};
use super::runs::Runs;
use crate::align::{Aligner, Passage, Seed};
use crate::error::Result;
use crate::span::{TokenSpan, covered};

/// One thread's share of the comparing.
pub(super) struct Comparer<'a> {
    pairing: &'a Pairing<'a>,
    joined: &'a Joined,
    out: &'a Mutex<Out>,
    /// For each document: shared keys with the one at hand; then, 1 plus its place in `found`.
    counters: Vec<u32>,
    /// The earlier documents with a counter above 0.
    found: Vec<u32>,
    shared: Vec<Shared>,
    gathered: Gathered,
    own_places: Places,
    other_places: Places,
    /// The passages of a pair.
    aligner: Option<Aligner>,
    found_passages: Vec<Passage>,
    /// Compares by order, or by runs, where that is asked for.
    order: Option<Order>,
    runs: Option<Runs>,
    pairs: Vec<Pair>,
    passages: Vec<Located>,
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
    pub(super) fn new(pairing: &'a Pairing<'a>, joined: &'a Joined, out: &'a Mutex<Out>) -> Self {
        Self {
            pairing,
            joined,
            out,
            counters: vec![0; joined.sizes.len()],
            found: Vec::new(),
            shared: Vec::new(),
            gathered: Gathered::default(),
            own_places: Places::default(),
            other_places: Places::default(),
            aligner: pairing.align.map(Aligner::new),
            found_passages: Vec::new(),
            order: pairing.order.map(Order::new),
            runs: (pairing.runs).map(|mile| Runs::new(mile, pairing.counting)),
            passages: Vec::new(),
            pairs: Vec::new(),
            reused: Vec::new(),
        }
    }

    /// Compares all documents of a partition; in several passes where their records do not fit.
    pub(super) fn partition(&mut self, partition: usize) -> Result<()> {
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
            if hits >= self.pairing.enough(self.joined, earlier, doc) {
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
        if self.order.is_some() {
            self.in_order(doc, &found)?;
        } else {
            for slice in slices.windows(2) {
                self.measure(doc, &found[slice[0]..slice[1]], scan)?;
            }
        }
        self.found = found;
        if self.pairs.len().max(self.passages.len()) >= 1 << 12 || self.reused.len() >= 1 << 14 {
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
            gathered,
            own_places,
            other_places,
            ..
        } = self;
        for (i, &earlier) in found.iter().enumerate() {
            counters[earlier as usize] = i as u32 + 1;
        }
        shared.clear();
        shared.resize(found.len(), Shared::default());
        gathered.clear();
        let counting = self.pairing.counting;
        let seeds = self.pairing.align.is_some() || self.runs.is_some();
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
                // An index may be forged: what it counts is right for each key at most.
                shared.common = shared.common.saturating_add(own.min(theirs));
                if record.link == Link::Stop {
                    shared.own_linked = shared.own_linked.saturating_add(own);
                    shared.other_linked = shared.other_linked.saturating_add(theirs);
                }
                if seeds {
                    gathered.seeds(pair, &other.spans, &own_places.spans);
                } else {
                    gathered.spans(pair, &other.spans, &own_places.spans);
                }
            });
        })?;
        for &earlier in found {
            counters[earlier as usize] = 0;
        }
        if self.runs.is_some() {
            self.in_runs(doc, found)
        } else if seeds {
            self.align(doc, found)
        } else {
            self.cover(doc, found);
            Ok(())
        }
    }

    /// Pairs by the tokens under shared keys.
    fn cover(&mut self, doc: u32, found: &[u32]) {
        let Gathered { own, others, .. } = &mut self.gathered;
        own.sort_unstable();
        others.sort_unstable();
        let by_pair = |x: &(u32, TokenSpan), y: &(u32, TokenSpan)| x.0 == y.0;
        let groups = own.chunk_by(by_pair).zip(others.chunk_by(by_pair));
        for ((i, &earlier), (own, others)) in found.iter().enumerate().zip(groups) {
            let spans = |group: &[(u32, TokenSpan)]| covered(group.iter().map(|(_, span)| *span));
            let pair = Pair {
                a_matched: spans(others),
                b_matched: spans(own),
                ..pair(self.pairing, self.joined, &self.shared[i], earlier, doc)
            };
            let others = others.iter().map(|(_, span)| *span);
            merged(earlier, others, &mut self.reused);
            self.pairing
                .repeat_for_copies(pair, &[], &mut self.pairs, &mut self.passages);
        }
        let mut all: Vec<TokenSpan> = own.iter().map(|(_, span)| *span).collect();
        all.sort_unstable();
        merged(doc, all, &mut self.reused);
    }

    /// Pairs by their passages; those without any are none.
    fn align(&mut self, doc: u32, found: &[u32]) -> Result<()> {
        let Some(mut aligner) = self.aligner.take() else {
            return Ok(());
        };
        self.gathered.sort_seeds(found.len());
        let store = self.pairing.store;
        // Fetched when a passage is likely.
        let mut later = None;
        let mut own_spans = Vec::new();
        for (i, &earlier) in found.iter().enumerate() {
            if !aligner.look(self.gathered.seeds_of(i)) {
                continue;
            }
            let later = match &mut later {
                Some(later) => later,
                none => none.insert(store.words(doc)?),
            };
            let around = |range, out: &mut Vec<u32>| store.some_words(earlier, range, out);
            if !aligner.look_around(&later.words, around)? {
                continue;
            }
            let words = store.words(earlier)?;
            let found = &mut self.found_passages;
            found.clear();
            aligner.passages(words.side(), later.side(), found);
            if found.is_empty() {
                continue;
            }
            let pair = pair(self.pairing, self.joined, &self.shared[i], earlier, doc);
            self.push(pair, &mut own_spans);
        }
        own_spans.sort_unstable();
        merged(doc, own_spans, &mut self.reused);
        self.aligner = Some(aligner);
        Ok(())
    }

    /// Pairs by runs of tokens: with their passages, or with the tokens under hits that lie in line.
    fn in_runs(&mut self, doc: u32, found: &[u32]) -> Result<()> {
        let Some(mut runs) = self.runs.take() else {
            return Ok(());
        };
        self.gathered.sort_seeds(found.len());
        let store = self.pairing.store;
        let mut own_spans = Vec::new();
        for (i, &earlier) in found.iter().enumerate() {
            if !runs.look(self.gathered.seeds_of(i)) {
                continue;
            }
            self.found_passages.clear();
            if let Some(aligner) = &mut self.aligner {
                let (a, b) = (store.words(earlier)?, store.words(doc)?);
                let around = |range, out: &mut Vec<u32>| store.some_words(earlier, range, out);
                if aligner.look(&mut runs.in_line) && aligner.look_around(&b.words, around)? {
                    aligner.passages(a.side(), b.side(), &mut self.found_passages);
                }
                if self.found_passages.is_empty() {
                    continue;
                }
            }
            let [a_in_b, b_in_a] = runs.compare(store, earlier, doc)?;
            let pair = Pair {
                a_common: a_in_b.halves,
                a_size: 2 * a_in_b.size,
                b_common: b_in_a.halves,
                b_size: 2 * b_in_a.size,
                ..pair(self.pairing, self.joined, &self.shared[i], earlier, doc)
            };
            if self.aligner.is_some() {
                self.push(pair, &mut own_spans);
                continue;
            }
            let spans = |begin: fn(&Seed) -> u32| {
                let span = |hit: &Seed| TokenSpan {
                    begin: begin(hit),
                    end: begin(hit) + hit.length,
                };
                let mut spans: Vec<TokenSpan> = runs.in_line.iter().map(span).collect();
                spans.sort_unstable();
                spans
            };
            let (others, own) = (spans(|hit| hit.a), spans(|hit| hit.b));
            let pair = Pair {
                a_matched: covered(others.iter().copied()),
                b_matched: covered(own.iter().copied()),
                ..pair
            };
            merged(earlier, others, &mut self.reused);
            own_spans.extend(own);
            self.pairing
                .repeat_for_copies(pair, &[], &mut self.pairs, &mut self.passages);
        }
        own_spans.sort_unstable();
        merged(doc, own_spans, &mut self.reused);
        self.runs = Some(runs);
        Ok(())
    }

    /// Appends a pair with the passages found last.
    fn push(&mut self, pair: Pair, own_spans: &mut Vec<TokenSpan>) {
        let found = &self.found_passages;
        let mut others: Vec<TokenSpan> = found.iter().map(|passage| passage.a).collect();
        let mut own: Vec<TokenSpan> = found.iter().map(|passage| passage.b).collect();
        others.sort_unstable();
        own.sort_unstable();
        let pair = Pair {
            a_matched: covered(others.iter().copied()),
            b_matched: covered(own.iter().copied()),
            passages: found.len() as u32,
            ..pair
        };
        merged(pair.a, others, &mut self.reused);
        own_spans.extend(own);
        let located: Vec<Located> = found
            .iter()
            .map(|passage| Located::new(pair.a, pair.b, passage))
            .collect();
        self.pairing
            .repeat_for_copies(pair, &located, &mut self.pairs, &mut self.passages);
    }

    /// Pairs by the order of their unique words, with the passages around these.
    fn in_order(&mut self, doc: u32, found: &[u32]) -> Result<()> {
        let Some(mut order) = self.order.take() else {
            return Ok(());
        };
        let store = self.pairing.store;
        let mut own_spans = Vec::new();
        for &earlier in found {
            let Some(kin) = order.compare(store, earlier, doc)? else {
                continue;
            };
            let common = order.common.len() as u32;
            let pair = Pair {
                a: earlier,
                b: doc,
                hits: common,
                a_matched: common,
                b_matched: common,
                passages: 0,
                alias: 0,
                a_common: kin.lcs,
                a_size: kin.sizes[0],
                b_common: kin.lcs,
                b_size: kin.sizes[1],
                a_known: kin.known[0],
                b_known: kin.known[1],
                in_pieces: kin.in_pieces,
                confirmed: kin.confirmed,
                overlap: Overlap::default(),
            };
            if let Some(aligner) = &mut self.aligner {
                let (a, b) = (store.words(earlier)?, store.words(doc)?);
                self.found_passages.clear();
                if aligner.look(&mut order.common) {
                    aligner.passages(a.side(), b.side(), &mut self.found_passages);
                }
                self.push(pair, &mut own_spans);
            } else {
                let word = |begin: u32| TokenSpan {
                    begin,
                    end: begin + 1,
                };
                merged(
                    earlier,
                    order.common.iter().map(|seed| word(seed.a)),
                    &mut self.reused,
                );
                own_spans.extend(order.common.iter().map(|seed| word(seed.b)));
                self.pairing
                    .repeat_for_copies(pair, &[], &mut self.pairs, &mut self.passages);
            }
        }
        own_spans.sort_unstable();
        merged(doc, own_spans, &mut self.reused);
        self.order = Some(order);
        Ok(())
    }

    /// Gives the results so far to those of all threads.
    pub(super) fn hand_over(&mut self) -> Result<()> {
        let mut out = self
            .out
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        out.pairs.extend(self.pairs.drain(..))?;
        out.passages.extend(self.passages.drain(..))?;
        out.reused.extend(self.reused.drain(..))
    }
}

/// The pair as its shared keys have it.
fn pair(pairing: &Pairing<'_>, joined: &Joined, shared: &Shared, a: u32, b: u32) -> Pair {
    let size = |doc: u32| {
        let size = &joined.sizes[doc as usize];
        match pairing.counting {
            Counting::Set => size.keys.load(Ordering::Relaxed),
            Counting::Multiset => size.occurrences.load(Ordering::Relaxed),
        }
    };
    Pair {
        a,
        b,
        hits: shared.keys,
        a_matched: 0,
        b_matched: 0,
        passages: 0,
        alias: 0,
        a_common: shared.common,
        a_size: size(a).saturating_add(shared.other_linked),
        b_common: shared.common,
        b_size: size(b).saturating_add(shared.own_linked),
        a_known: 0,
        b_known: 0,
        in_pieces: 0,
        confirmed: 0,
        overlap: Overlap::default(),
    }
}

/// Where the pairs of one document have their shared keys, by the pair's number.
#[derive(Default)]
struct Gathered {
    own: Vec<(u32, TokenSpan)>,
    others: Vec<(u32, TokenSpan)>,
    seeds: Vec<(u32, Seed)>,
    /// The seeds by pair, and where each pair's end.
    sorted: Vec<Seed>,
    ends: Vec<usize>,
}

/// Seeds of one key in one pair. A line that stands a hundred times in both documents would give ten
/// thousand; the first of them tell as much.
const MAX_SEEDS: usize = 256;

impl Gathered {
    fn clear(&mut self) {
        self.own.clear();
        self.others.clear();
        self.seeds.clear();
    }

    fn spans(&mut self, pair: u32, others: &[TokenSpan], own: &[TokenSpan]) {
        self.own.extend(own.iter().map(|&span| (pair, span)));
        self.others.extend(others.iter().map(|&span| (pair, span)));
    }

    /// Every place in one document with every place in the other, up to a limit.
    fn seeds(&mut self, pair: u32, others: &[TokenSpan], own: &[TokenSpan]) {
        // The side with fewer places keeps as many as it may; a passage that stands once here and
        // often there is found everywhere.
        let few = others.len().min(own.len()).min(16);
        let most = |places: &[TokenSpan], rest: usize| places.len().min(MAX_SEEDS / rest.max(1));
        let (others, own) = if others.len() <= own.len() {
            (&others[..few], &own[..most(own, few)])
        } else {
            (&others[..most(others, few)], &own[..few])
        };
        for other in others {
            self.seeds.extend(own.iter().map(|own| {
                let seed = Seed {
                    a: other.begin,
                    b: own.begin,
                    length: other.len().min(own.len()),
                };
                (pair, seed)
            }));
        }
    }

    /// Sorts the seeds by pair.
    fn sort_seeds(&mut self, pairs: usize) {
        self.ends.clear();
        self.ends.resize(pairs, 0);
        for (pair, _) in &self.seeds {
            self.ends[*pair as usize] += 1;
        }
        let mut from = 0;
        for end in &mut self.ends {
            from += std::mem::replace(end, from);
        }
        self.sorted.clear();
        self.sorted.resize(self.seeds.len(), Seed::default());
        for &(pair, seed) in &self.seeds {
            let at = &mut self.ends[pair as usize];
            self.sorted[*at] = seed;
            *at += 1;
        }
    }

    fn seeds_of(&mut self, pair: usize) -> &mut [Seed] {
        let from = pair.checked_sub(1).map_or(0, |before| self.ends[before]);
        &mut self.sorted[from..self.ends[pair]]
    }
}

/// Appends `spans`, sorted, as stretches that do not touch.
pub(super) fn merged(doc: u32, spans: impl IntoIterator<Item = TokenSpan>, out: &mut Vec<Reused>) {
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
