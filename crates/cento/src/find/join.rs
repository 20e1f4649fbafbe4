//! The join: postings sorted by key, grouped, and each group's documents linked to each other.
//!
//! Keys were partitioned by their leading bits while reading. Here each partition is sorted and
//! gone through by one thread. A key in more than `max_df` documents is a stop fingerprint: it is
//! evidence only between its first document and each other, which is linear in the group and still
//! finds a family of a hundred thousand near copies.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::Serialize;

use super::asking::{Asking, Rarities};
use super::copies::{Copies, Sides};
use super::hits::{Link, Places, encode_record};
use crate::codec::put;
use crate::error::Result;
use crate::fingerprint::{Comparison, is_stored};
use crate::index::Posting;
use crate::index::radix;
use crate::parallel;
use crate::spill::{Partitions, Scatter, Sorter, Temp};
use crate::watch::{Stage, Watch};

/// How the join is to be done.
pub(crate) struct Join<'a> {
    pub(crate) max_df: u32,
    /// Tokens of a fingerprint, where all have as many.
    pub(crate) shingle: Option<u32>,
    /// How pairs will be compared.
    pub(crate) comparison: Comparison,
    /// A document is found by those of its fingerprints that begin at every so many-th token, and finds others by all.
    pub(crate) overleap: u32,
    /// How many fingerprints each document has.
    pub(crate) fingerprints: &'a [u32],
    pub(crate) copies: &'a Copies,
    pub(crate) threads: usize,
    /// Bytes of memory for one partition's postings on one thread, and for all hits.
    pub(crate) partition_bytes: usize,
    pub(crate) hit_bytes: usize,
    pub(crate) temp: &'a Temp,
    pub(crate) watch: &'a dyn Watch,
}

/// What the join gives.
pub(crate) struct Joined {
    /// Records of [`hits`](super::hits), partitioned by later document.
    pub(crate) hits: Partitions<u8>,
    /// Documents in one partition of `hits`.
    pub(crate) width: usize,
    pub(crate) sizes: Vec<Size>,
    /// What documents asked by, where not all keys link them.
    pub(crate) asking: Asking,
    pub(crate) frequent: Frequent,
}

/// The size of a document's sketch without stop fingerprints.
#[derive(Debug, Default)]
pub(crate) struct Size {
    /// Distinct keys.
    pub(crate) keys: AtomicU32,
    /// Occurrences of them.
    pub(crate) occurrences: AtomicU32,
}

/// What was set aside as too common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Frequent {
    /// Distinct keys in more than the allowed number of documents.
    pub stop_keys: u64,
    /// Their occurrences.
    pub stop_occurrences: u64,
    /// Distinct keys in all.
    pub keys: u64,
    /// Occurrences of all keys, copies of documents left out.
    pub occurrences: u64,
}

/// Most partitions of the hits; fewer with fewer documents.
const HIT_PARTITIONS: usize = 256;

impl Join<'_> {
    /// Joins `postings`, which are given back to the system as it goes.
    pub(crate) fn run(&self, postings: Partitions<Posting>) -> Result<Joined> {
        let documents = self.fingerprints.len();
        let width = documents.div_ceil(HIT_PARTITIONS).max(1);
        let partitions = documents.div_ceil(width).max(1);
        let hits = Mutex::new(Partitions::new(partitions, self.hit_bytes, self.temp));
        let sizes: Vec<Size> = self
            .fingerprints
            .iter()
            .map(|&all| Size::new(all))
            .collect();
        let mut pass = Pass {
            join: self,
            postings: &postings,
            hits: &hits,
            sizes: &sizes,
            width,
            kind: Kind::Cap,
            pass: 0,
            passes: 1,
        };
        let (rarities, mut asking);
        asking = Asking::default();
        if self.comparison == Comparison::Order {
            rarities = Rarities::new(documents);
            pass.passes = 2;
            pass.kind = Kind::Count(&rarities);
            pass.run()?;
            asking = rarities.asking();
            pass.pass = 1;
            pass.kind = Kind::Asking(&asking);
        }
        let frequent = pass.run()?;
        let hits = hits
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(Joined {
            hits,
            width,
            sizes,
            asking,
            frequent,
        })
    }
}

/// One time through all postings.
struct Pass<'a> {
    join: &'a Join<'a>,
    postings: &'a Partitions<Posting>,
    hits: &'a Mutex<Partitions<u8>>,
    sizes: &'a [Size],
    width: usize,
    kind: Kind<'a>,
    /// Which, of how many.
    pass: u64,
    passes: u64,
}

/// What is done with the documents of a key.
#[derive(Clone, Copy)]
enum Kind<'a> {
    /// They are linked, unless they are too many.
    Cap,
    /// It is noted how many they are.
    Count(&'a Rarities),
    /// Those are linked to the others that ask by it.
    Asking(&'a Asking),
}

impl Pass<'_> {
    fn run(&self) -> Result<Frequent> {
        let count = self.postings.count();
        let linkers = parallel::each(
            self.join.threads,
            count,
            || Linker {
                join: self.join,
                sizes: self.sizes,
                width: self.width,
                kind: self.kind,
                scatter: Scatter::new(self.hits),
                frequent: Frequent::default(),
                loaded: Vec::new(),
                sorted: Vec::new(),
                group: Group::default(),
                record: Vec::new(),
            },
            |linker, partition| {
                let done = self.pass * count as u64 + partition as u64;
                let all = self.passes * count as u64;
                self.join.watch.advance(Stage::Join, done, all)?;
                linker.partition(self.postings, partition)
            },
        )?;
        let mut frequent = Frequent::default();
        for linker in linkers {
            linker.scatter.finish()?;
            frequent.add(&linker.frequent);
        }
        Ok(frequent)
    }
}

impl Size {
    /// So many distinct keys, and occurrences of them.
    pub(crate) fn of(keys: u32, occurrences: u32) -> Self {
        Self {
            keys: keys.into(),
            occurrences: occurrences.into(),
        }
    }

    /// That of a document with so many fingerprints, before any is known to repeat another or to
    /// be a stop fingerprint: most are neither, and cost nothing.
    fn new(all: u32) -> Self {
        Self {
            keys: all.into(),
            occurrences: all.into(),
        }
    }

    /// One key was met `occurrences` times.
    fn repeats(&self, occurrences: u32) {
        if occurrences > 1 {
            self.keys.fetch_sub(occurrences - 1, Ordering::Relaxed);
        }
    }

    /// A key that was met `occurrences` times is a stop fingerprint.
    fn without(&self, occurrences: u32) {
        self.keys.fetch_sub(occurrences, Ordering::Relaxed);
        self.occurrences.fetch_sub(occurrences, Ordering::Relaxed);
    }
}

impl Frequent {
    pub(super) fn add(&mut self, other: &Self) {
        self.stop_keys += other.stop_keys;
        self.stop_occurrences += other.stop_occurrences;
        self.keys += other.keys;
        self.occurrences += other.occurrences;
    }
}

/// One thread's share of the join.
struct Linker<'a> {
    join: &'a Join<'a>,
    sizes: &'a [Size],
    width: usize,
    kind: Kind<'a>,
    scatter: Scatter<'a, u8>,
    frequent: Frequent,
    loaded: Vec<Posting>,
    sorted: Vec<Posting>,
    group: Group,
    record: Vec<u8>,
}

impl Linker<'_> {
    fn partition(&mut self, postings: &Partitions<Posting>, partition: usize) -> Result<()> {
        let bytes = postings.len(partition) * size_of::<Posting>();
        if bytes > self.join.partition_bytes {
            return self.large_partition(postings, partition);
        }
        let mut loaded = std::mem::take(&mut self.loaded);
        loaded.clear();
        postings.load(partition, &mut loaded)?;
        if !self.join.copies.is_empty() {
            loaded.retain(|posting| !self.join.copies.is_copy(posting.doc()));
        }
        let mut sorted = std::mem::take(&mut self.sorted);
        radix::sort(&loaded, &mut sorted);
        self.loaded = loaded;
        for group in sorted.chunk_by(|a, b| a.key() == b.key()) {
            if let [posting] = group
                && posting.occurrences(self.join.shingle) == 1
            {
                self.frequent.keys += 1;
                self.frequent.occurrences += 1;
            } else {
                self.group(group.iter().copied().map(Ok), group.iter().copied().map(Ok))?;
            }
        }
        self.sorted = sorted;
        Ok(())
    }

    /// A partition that does not fit: sorted in runs on disk. A single group may not fit either, so
    /// two readers go through the runs, one ahead of the other by a group.
    fn large_partition(&mut self, postings: &Partitions<Posting>, partition: usize) -> Result<()> {
        let mut sorter = Sorter::new(self.join.partition_bytes, self.join.temp);
        postings.pieces(partition, |piece| {
            let kept = piece
                .iter()
                .filter(|posting| !self.join.copies.is_copy(posting.doc()));
            sorter.extend(kept.copied())
        })?;
        let sorted = sorter.finish()?;
        let mut ahead = sorted.iter()?.peekable();
        let mut behind = sorted.iter()?.peekable();
        while let Some(next) = ahead.peek() {
            let Ok(key) = next.as_ref().map(|posting| posting.key()) else {
                return ahead.next().transpose().map(|_| ());
            };
            let same =
                |posting: &Result<Posting>| posting.as_ref().map_or(true, |p| p.key() == key);
            self.group(
                std::iter::from_fn(|| ahead.next_if(same)),
                std::iter::from_fn(|| behind.next_if(same)),
            )?;
        }
        Ok(())
    }

    /// Links the documents of one key: `first` to learn how many there are, `second` to link them.
    fn group(
        &mut self,
        mut first: impl Iterator<Item = Result<Posting>>,
        second: impl Iterator<Item = Result<Posting>>,
    ) -> Result<()> {
        if !matches!(self.kind, Kind::Cap) {
            // Each key stands once in a document: their numbers are all there is to know.
            self.group.all.clear();
            for posting in first {
                let posting = posting?;
                self.group.key = posting.key();
                self.group.all.push(posting.doc());
            }
            second.for_each(drop);
            return self.documents();
        }
        let (copies, overleap) = (self.join.copies, self.join.overleap);
        let is_by_runs = matches!(self.join.comparison, Comparison::Runs(_));
        let add = |places: &mut Places, span, times| match is_by_runs {
            true => places.add_apart(span),
            false => places.add(span, times),
        };
        let mut group = std::mem::take(&mut self.group);
        group.clear();
        let (mut documents, mut occurrences) = (0u32, 0u64);
        let mut last = None;
        first.try_for_each(|posting| {
            let posting = posting?;
            let (doc, span) = (posting.doc(), posting.span());
            let times = posting.occurrences(self.join.shingle);
            occurrences += u64::from(times);
            if !is_stored(span, overleap) {
                return Ok(());
            }
            if last.replace(doc) != Some(doc) {
                documents += 1;
            }
            for (side, first) in group.firsts.iter_mut().enumerate() {
                if first.doc.is_none() && copies.on_side(doc, side) {
                    first.doc = Some(doc);
                }
                if first.doc == Some(doc) {
                    add(&mut first.places, span, times);
                }
            }
            Ok(())
        })?;
        self.frequent.keys += 1;
        self.frequent.occurrences += occurrences;
        let stop = documents > self.join.max_df;
        if stop {
            self.frequent.stop_keys += 1;
            self.frequent.stop_occurrences += occurrences;
        }
        let mut places = std::mem::take(&mut group.places);
        let mut stored = std::mem::take(&mut group.stored);
        places.clear();
        stored.clear();
        let mut current = None;
        for posting in second {
            let posting = posting?;
            let (doc, span) = (posting.doc(), posting.span());
            if let Some(done) = current.replace(doc).filter(|done| *done != doc) {
                self.member(&mut group, done, [&places, &stored], stop)?;
                places.clear();
                stored.clear();
            }
            let times = posting.occurrences(self.join.shingle);
            add(&mut places, span, times);
            if overleap > 1 && is_stored(span, overleap) {
                add(&mut stored, span, times);
            }
        }
        if let Some(done) = current {
            self.member(&mut group, done, [&places, &stored], stop)?;
        }
        group.places = places;
        group.stored = stored;
        self.group = group;
        Ok(())
    }

    /// Links a document to others of its group: by its places it finds these, by those that are stored it is found.
    fn member(
        &mut self,
        group: &mut Group,
        doc: u32,
        [places, stored]: [&Places; 2],
        stop: bool,
    ) -> Result<()> {
        let size = &self.sizes[doc as usize];
        let stored = if self.join.overleap > 1 {
            stored
        } else {
            places
        };
        if stop {
            size.without(places.occurrences);
            return self.link_to_firsts(group, doc, [places, stored]);
        }
        size.repeats(places.occurrences);
        self.link_to_earlier(group, doc, [places, stored])
    }

    /// Counts the documents of one key, or links them to those that ask by it.
    fn documents(&mut self) -> Result<()> {
        let mut group = std::mem::take(&mut self.group);
        let copies = self.join.copies;
        let documents = group.all.len() as u32;
        self.frequent.keys += 1;
        self.frequent.occurrences += u64::from(documents);
        let on = |side| group.all.iter().any(|&doc| copies.on_side(doc, side));
        if documents < 2 || !(on(0) && on(1)) {
            // Nothing to compare.
        } else if let Kind::Count(rarities) = self.kind {
            rarities.add(&group.all);
        } else if let Kind::Asking(asking) = self.kind {
            let is_stop = documents > self.join.max_df;
            if is_stop {
                self.frequent.stop_keys += 1;
                self.frequent.stop_occurrences += u64::from(documents);
            }
            // Only the first of each side where they are too many.
            let first = |side| {
                let mut documents = group.all.iter().copied();
                documents.find(|&doc| copies.on_side(doc, side))
            };
            let firsts = [first(0), first(1)];
            let asks = |doc: &u32| asking.asks(*doc, group.key, documents);
            let any_asks = is_stop && group.all.iter().any(asks);
            let is_linking = |doc: &&u32| match is_stop {
                true => any_asks && firsts.contains(&Some(**doc)),
                false => asks(doc),
            };
            group.asking.clear();
            group.asking.extend(group.all.iter().filter(is_linking));
            let mut asked = 0;
            // All before it are compared with one that asks, and those that ask with any other.
            for at in 0..group.all.len() {
                let later = group.all[at];
                let is_asking = group.asking.get(asked) == Some(&later);
                let earlier = match is_asking {
                    true => &group.all[..at],
                    false => &group.asking[..asked],
                };
                group.chosen_docs.clear();
                let (mut count, mut last) = (0, 0);
                for &earlier in earlier.iter().filter(|&&doc| copies.compared(doc, later)) {
                    put(&mut group.chosen_docs, u64::from(earlier - last));
                    last = earlier;
                    count += 1;
                }
                self.write(later, Link::Key, &[0], count, &group.chosen_docs, &[])?;
                asked += usize::from(is_asking);
            }
        }
        self.group = group;
        Ok(())
    }

    /// Writes what a document shares with all members of its group before it.
    fn link_to_earlier(
        &mut self,
        group: &mut Group,
        doc: u32,
        [places, stored]: [&Places; 2],
    ) -> Result<()> {
        let copies = self.join.copies;
        let begin = group.encoded.len();
        stored.encode(&mut group.encoded);
        let (before, mut own) = group.encoded.split_at(begin);
        if self.join.overleap > 1 {
            group.own.clear();
            places.encode(&mut group.own);
            own = &group.own;
        }
        if copies.sides() == Sides::Within {
            // All of them count, and stand encoded one behind the other.
            let count = group.members.len();
            self.write(doc, Link::Key, own, count, &group.docs, before)?;
        } else {
            group.chosen_docs.clear();
            group.chosen_places.clear();
            let (mut count, mut last) = (0, 0);
            for member in group
                .members
                .iter()
                .filter(|member| copies.compared(member.doc, doc))
            {
                put(&mut group.chosen_docs, u64::from(member.doc - last));
                last = member.doc;
                group
                    .chosen_places
                    .extend_from_slice(&before[member.begin..member.end]);
                count += 1;
            }
            self.write(
                doc,
                Link::Key,
                own,
                count,
                &group.chosen_docs,
                &group.chosen_places,
            )?;
        }
        if stored.spans.is_empty() {
            group.encoded.truncate(begin);
            return Ok(());
        }
        let last = group.members.last().map_or(0, |member| member.doc);
        put(&mut group.docs, u64::from(doc - last));
        group.members.push(Member {
            doc,
            begin,
            end: group.encoded.len(),
        });
        Ok(())
    }

    /// Writes what a document shares, by a stop fingerprint, with the first document that has it
    /// (on the other side, where there are sides).
    fn link_to_firsts(
        &mut self,
        group: &mut Group,
        doc: u32,
        [places, stored]: [&Places; 2],
    ) -> Result<()> {
        let copies = self.join.copies;
        for (side, first) in group.firsts.iter().enumerate() {
            let Some(first_doc) = first.doc.filter(|&first| first != doc) else {
                continue;
            };
            if !copies.on_side(doc, 1 - side) || !copies.compared(first_doc, doc) {
                continue;
            }
            // The same link again: both firsts are one document (always so without sides), or
            // each is the other's first.
            let one_first = group.firsts[0].doc == group.firsts[1].doc && copies.on_side(doc, 1);
            let mutual = group.firsts[0].doc == Some(doc);
            if side == 1 && (one_first || mutual) {
                continue;
            }
            let (later, own, earlier, others) = if doc > first_doc {
                (doc, places, first_doc, &first.places)
            } else {
                (first_doc, &first.places, doc, stored)
            };
            if others.spans.is_empty() {
                continue;
            }
            group.encoded.clear();
            own.encode(&mut group.encoded);
            group.chosen_docs.clear();
            put(&mut group.chosen_docs, u64::from(earlier));
            group.chosen_places.clear();
            others.encode(&mut group.chosen_places);
            let (docs, others) = (&group.chosen_docs, &group.chosen_places);
            self.write(later, Link::Stop, &group.encoded, 1, docs, others)?;
        }
        Ok(())
    }

    fn write(
        &mut self,
        later: u32,
        link: Link,
        own: &[u8],
        count: usize,
        earlier: &[u8],
        places: &[u8],
    ) -> Result<()> {
        if count == 0 {
            return Ok(());
        }
        let (partition, local) = (later as usize / self.width, later as usize % self.width);
        self.record.clear();
        encode_record(
            local as u32,
            link,
            own,
            count,
            earlier,
            places,
            &mut self.record,
        );
        self.scatter.push(partition, &self.record)
    }
}

/// The documents of one key, so far.
#[derive(Default)]
struct Group {
    members: Vec<Member>,
    /// The members' numbers, encoded as a record has them.
    docs: Vec<u8>,
    /// The members' places, encoded.
    encoded: Vec<u8>,
    /// The first document of each side that stores the key.
    firsts: [First; 2],
    places: Places,
    /// Those that are stored, and all as a record has them, where not all are stored.
    stored: Places,
    own: Vec<u8>,
    /// The key and its documents, where that is all there is to know.
    key: u64,
    all: Vec<u32>,
    /// Those that ask by it.
    asking: Vec<u32>,
    chosen_docs: Vec<u8>,
    chosen_places: Vec<u8>,
}

#[derive(Default)]
struct First {
    doc: Option<u32>,
    places: Places,
}

struct Member {
    doc: u32,
    begin: usize,
    end: usize,
}

impl Group {
    fn clear(&mut self) {
        self.members.clear();
        self.docs.clear();
        self.encoded.clear();
        for first in &mut self.firsts {
            first.doc = None;
            first.places.clear();
        }
    }
}
