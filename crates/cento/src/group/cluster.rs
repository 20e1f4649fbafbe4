//! Reprint groups: passages that stand in the same places, with all places they stand in.
//!
//! Passages that meet at the same place of a document are of one group, and so are those they meet
//! elsewhere. That alone would chain: a place that holds half of another leads to one that holds half of
//! that, and at the end stands a text that has nothing of the first. So every group is checked from its
//! fullest member outwards: each place is carried over to that member's text along the passages, and
//! those that do not hold half of it, or it half of them, form groups of their own. Where sentences are compared, a group is
//! a sentence with those that match it ([`stars`]).

use std::collections::BTreeMap;

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::direction::Almanac;
use super::locus::{Joint, Loci};
use super::places::Places;
use super::stars::stars;
use super::template::Templates;
use crate::align::{AlignOptions, Aligner};
use crate::codec::{Reader, put};
use crate::error::Result;
use crate::find::pairs::Located;
use crate::find::store::Store;
use crate::find::{LabelOptions, Labels};
use crate::span::TokenSpan;
use crate::spill::{Sorted, Sorter, Spool, Temp};

/// A place in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Member {
    pub(crate) doc: u32,
    pub(crate) span: TokenSpan,
}

/// How passages are to be grouped.
#[derive(Clone, Copy)]
pub(crate) struct Grouping<'a> {
    pub(crate) store: &'a Store,
    pub(crate) almanac: &'a Almanac,
    pub(crate) labels: &'a LabelOptions,
    pub(crate) align: AlignOptions,
    pub(crate) joint: Joint,
    /// Bytes of memory for what is sorted.
    pub(crate) bytes: usize,
    pub(crate) temp: &'a Temp,
}

/// The groups of a run.
#[derive(Debug)]
pub(crate) struct Clusters {
    /// For each passage in order, the number of its group from 1, and its labels.
    of_passages: Vec<(u32, Labels)>,
    /// For each group in order, where its members lie, how many there are, and its labels.
    extents: Vec<(u64, u64, Labels)>,
    members: Spool,
}

/// One group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cluster {
    /// Oldest first; undated ones last.
    pub(crate) members: Vec<Member>,
    /// Which of them all others match, where sentences are grouped.
    core: Option<Member>,
    pub(crate) labels: Labels,
}

/// A span of a passage.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
struct Place {
    doc: u32,
    begin: u32,
    /// Longer spans first.
    less: u32,
    passage: u32,
}

impl Place {
    fn span(&self) -> TokenSpan {
        TokenSpan {
            begin: self.begin,
            end: u32::MAX - self.less,
        }
    }
}

/// A passage with the group it is in, so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
pub(super) struct Linked {
    pub(super) root: u32,
    pub(super) number: u32,
    pub(super) passage: Located,
}

impl PartialOrd for Linked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Linked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.root, self.number).cmp(&(other.root, other.number))
    }
}

/// A group that is complete, for ordering: larger first, then by first member.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
struct Ordered {
    fewer: u32,
    doc: u32,
    begin: u32,
    number: u32,
}

impl Grouping<'_> {
    pub(crate) fn run(&self, passages: &Sorted<Located>) -> Result<Clusters> {
        let mut groups = self.linked(passages)?;
        let mut linked = Sorter::new(self.bytes, self.temp);
        for (number, passage) in passages.iter()?.enumerate() {
            let number = number as u32;
            linked.push(Linked {
                root: groups.root(number),
                number,
                passage: passage?,
            })?;
        }
        let count = groups.parents.len();
        drop(groups);
        let mut builder = Builder {
            grouping: self,
            aligner: Aligner::new(self.align),
            templates: Templates::default(),
            of_passages: vec![(0, Labels::default()); count],
            extents: Vec::new(),
            members: Spool::new(self.bytes / 4, self.temp),
            order: Sorter::new(self.bytes / 4, self.temp),
        };
        let mut group: Vec<Linked> = Vec::new();
        for next in linked.finish()?.iter()? {
            let next = next?;
            if group.first().is_some_and(|first| first.root != next.root) {
                builder.component(std::mem::take(&mut group))?;
            }
            group.push(next);
        }
        if !group.is_empty() {
            builder.component(group)?;
        }
        builder.finish()
    }

    /// Joins passages that meet at the same place of a document.
    fn linked(&self, passages: &Sorted<Located>) -> Result<Groups> {
        let mut places = Sorter::new(self.bytes, self.temp);
        let mut count = 0;
        for passage in passages.iter()? {
            let passage = passage?;
            for (doc, span) in [(passage.a, passage.a_span), (passage.b, passage.b_span)] {
                places.push(Place {
                    doc,
                    begin: span.begin,
                    less: u32::MAX - span.end,
                    passage: count,
                })?;
            }
            count += 1;
        }
        let mut groups = Groups {
            parents: (0..count).collect(),
        };
        let mut loci = Loci::of(self.joint);
        let mut doc = None;
        for place in places.finish()?.iter()? {
            let place = place?;
            if doc.replace(place.doc) != Some(place.doc) {
                loci.clear();
            }
            let first = loci.place(place.span(), place.passage);
            groups.join(first, place.passage);
        }
        Ok(groups)
    }
}

/// Which passages are joined: each knows one it is joined to.
struct Groups {
    parents: Vec<u32>,
}

impl Groups {
    fn root(&mut self, mut at: u32) -> u32 {
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at
    }

    fn join(&mut self, x: u32, y: u32) {
        let (x, y) = (self.root(x), self.root(y));
        // The first is the root, so that the order of joining does not matter.
        self.parents[x.max(y) as usize] = x.min(y);
    }
}

/// Passages by which of them still hang together.
fn parts(passages: Vec<Linked>) -> Vec<Vec<Linked>> {
    let places = Places::new(&passages, Joint::Stretch);
    let mut groups = Groups {
        parents: (0..places.members.len() as u32).collect(),
    };
    for [a, b] in &places.of {
        groups.join(*a, *b);
    }
    let mut by_root: BTreeMap<u32, Vec<Linked>> = BTreeMap::new();
    for (linked, [a, _]) in passages.into_iter().zip(&places.of) {
        let root = groups.root(*a);
        by_root.entry(root).or_default().push(linked);
    }
    by_root.into_values().collect()
}

/// Makes groups of joined passages, and orders them.
struct Builder<'a> {
    grouping: &'a Grouping<'a>,
    aligner: Aligner,
    templates: Templates,
    of_passages: Vec<(u32, Labels)>,
    extents: Vec<(u64, u64, Labels)>,
    members: Spool,
    order: Sorter<Ordered>,
}

impl Builder<'_> {
    /// Splits joined passages into groups around a text each.
    fn component(&mut self, passages: Vec<Linked>) -> Result<()> {
        if self.grouping.joint == Joint::Sentences {
            return stars(&passages, |core, own| {
                self.group(own, Places::new(own, Joint::Sentences), Some(core))
            });
        }
        let mut left = vec![passages];
        while let Some(passages) = left.pop() {
            let places = Places::new(&passages, Joint::Stretch);
            let reached = places.reached(&passages);
            if !reached.contains(&false) {
                self.group(&passages, places, None)?;
                continue;
            }
            let mut own = Vec::new();
            let mut others = Vec::new();
            for (linked, [a, b]) in passages.into_iter().zip(places.of) {
                if reached[a as usize] && reached[b as usize] {
                    own.push(linked);
                } else {
                    others.push(linked);
                }
            }
            self.group(&own, Places::new(&own, Joint::Stretch), None)?;
            // Without what held them together the others fall apart.
            left.extend(parts(others));
        }
        Ok(())
    }

    /// Completes a group.
    fn group(&mut self, passages: &[Linked], places: Places, core: Option<Member>) -> Result<()> {
        let mut members = apart(places.members);
        let almanac = self.grouping.almanac;
        members.sort_by_key(|member| {
            let begin = almanac.time(member.doc).map(|time| time.begin);
            (begin.is_none(), begin, *member)
        });
        let mut documents: Vec<u32> = members.iter().map(|member| member.doc).collect();
        documents.sort_unstable();
        documents.dedup();
        // Slots are differences.
        let may_differ = passages.iter().any(|linked| {
            let counts = linked.passage.counts;
            counts.matched < counts.columns()
        });
        let labels = self.labels(&members, &documents, may_differ)?;
        let options = self.grouping.labels;
        let number = self.extents.len() as u32;
        for linked in passages {
            let mut labels = labels;
            if linked.passage.counts.columns() < options.phrase_tokens
                && documents.len() as u32 >= options.phrase_documents
            {
                labels = labels.phrase();
            }
            self.of_passages[linked.number as usize] = (number, labels);
        }
        let mut encoded = Vec::new();
        let at = members.iter().position(|member| Some(*member) == core);
        put(&mut encoded, at.map_or(0, |at| at as u64 + 1));
        for member in &members {
            put(&mut encoded, u64::from(member.doc));
            put(&mut encoded, u64::from(member.span.begin));
            put(&mut encoded, u64::from(member.span.end));
        }
        let begin = self.members.append(&encoded)?;
        self.extents
            .push((begin, begin + encoded.len() as u64, labels));
        let first = members.iter().min().copied().unwrap_or(Member {
            doc: 0,
            span: TokenSpan::default(),
        });
        self.order.push(Ordered {
            fewer: u32::MAX - documents.len() as u32,
            doc: first.doc,
            begin: first.span.begin,
            number,
        })
    }

    /// The labels of all of a group's passages.
    fn labels(
        &mut self,
        members: &[Member],
        documents: &[u32],
        may_differ: bool,
    ) -> Result<Labels> {
        let Grouping {
            almanac,
            labels: options,
            store,
            ..
        } = self.grouping;
        let mut labels = Labels::default();
        let mut series: BTreeMap<u32, u32> = BTreeMap::new();
        for series_of in documents.iter().filter_map(|&doc| almanac.series(doc)) {
            *series.entry(series_of).or_default() += 1;
        }
        let is_frame = series.iter().any(|(&series, &documents)| {
            let all = almanac.size(series);
            all >= options.frame_documents
                && f64::from(documents) >= options.frame_share * f64::from(all)
        });
        if is_frame {
            labels = labels.frame();
        }
        if may_differ
            && documents.len() as u32 >= options.template_documents
            && self
                .templates
                .is_template(members, store, &mut self.aligner, options)?
        {
            labels = labels.template();
        }
        // A text that many sources took over is in each of them once; spam is sent to each again and again.
        let several = series.len() as u32 >= options.spam_series
            && series.values().sum::<u32>() as f64 >= options.spam_repeats * series.len() as f64;
        if several
            && documents.len() as u32 >= options.spam_documents
            && self.is_most_of(members, documents)?
        {
            labels = labels.spam();
        }
        Ok(labels)
    }

    /// Whether half of the documents have little besides.
    fn is_most_of(&self, members: &[Member], documents: &[u32]) -> Result<bool> {
        let mut own: BTreeMap<u32, u32> = BTreeMap::new();
        for member in members {
            *own.entry(member.doc).or_default() += member.span.len();
        }
        let mut most = 0;
        for (doc, tokens) in own {
            let all = self.grouping.store.row(doc)?.tokens;
            let share = self.grouping.labels.spam_share;
            most += usize::from(f64::from(tokens) >= share * f64::from(all));
        }
        Ok(2 * most >= documents.len())
    }

    fn finish(self) -> Result<Clusters> {
        // Numbers in order, from 1.
        let mut numbers = vec![0; self.extents.len()];
        let mut extents = Vec::with_capacity(self.extents.len());
        for (at, ordered) in self.order.finish()?.iter()?.enumerate() {
            let ordered = ordered?;
            numbers[ordered.number as usize] = at as u32 + 1;
            extents.push(self.extents[ordered.number as usize]);
        }
        let mut of_passages = self.of_passages;
        for (cluster, _) in &mut of_passages {
            *cluster = numbers[*cluster as usize];
        }
        Ok(Clusters {
            of_passages,
            extents,
            members: self.members,
        })
    }
}

/// The places with those of one document that overlap as one: a reader is shown each word once.
fn apart(mut places: Vec<Member>) -> Vec<Member> {
    places.sort_unstable();
    let mut apart: Vec<Member> = Vec::with_capacity(places.len());
    for place in places {
        match apart.last_mut() {
            Some(last) if last.doc == place.doc && place.span.begin < last.span.end => {
                last.span.end = last.span.end.max(place.span.end);
            }
            _ => apart.push(place),
        }
    }
    apart
}

impl Clusters {
    /// How many groups there are.
    pub(crate) fn len(&self) -> usize {
        self.extents.len()
    }

    /// The group of a passage, counted from 1, and the passage's labels; passages are counted from 0
    /// in their order.
    pub(crate) fn of_passage(&self, passage: u64) -> (u32, Labels) {
        self.of_passages[passage as usize]
    }

    /// Keeps those passages that are told, in their order, and groups that have one of them.
    pub(crate) fn keep(&mut self, passages: &[bool]) {
        let mut keeps = passages.iter();
        self.of_passages
            .retain(|_| keeps.next().copied().unwrap_or(true));
        let mut numbers = vec![0; self.extents.len()];
        for (cluster, _) in &self.of_passages {
            numbers[*cluster as usize - 1] = 1;
        }
        let mut is_kept = numbers.iter().map(|&number| number == 1);
        self.extents.retain(|_| is_kept.next().unwrap_or(true));
        // Numbers in order, from 1.
        let mut count = 0;
        for number in numbers.iter_mut().filter(|number| **number == 1) {
            count += 1;
            *number = count;
        }
        for (cluster, _) in &mut self.of_passages {
            *cluster = numbers[*cluster as usize - 1];
        }
    }

    /// The labels of each group, in order.
    pub(crate) fn labels(&self) -> impl Iterator<Item = Labels> + '_ {
        self.extents.iter().map(|(_, _, labels)| *labels)
    }

    /// A group, counted from 0.
    pub(crate) fn cluster(&self, at: usize) -> Result<Cluster> {
        let (begin, end, labels) = self.extents[at];
        let mut bytes = vec![0; (end - begin) as usize];
        self.members.read(begin, &mut bytes)?;
        let mut reader = Reader::new(&bytes);
        let core = reader.number();
        let mut members = Vec::new();
        while !reader.is_empty() {
            let [doc, begin, end] = [(); 3].map(|()| reader.number() as u32);
            members.push(Member {
                doc,
                span: TokenSpan { begin, end },
            });
        }
        let core = core.checked_sub(1);
        Ok(Cluster {
            core: core.and_then(|at| members.get(at as usize).copied()),
            members,
            labels,
        })
    }
}

impl Cluster {
    /// The sentence that all others match, where sentences are grouped.
    pub(crate) fn core(&self) -> Option<Member> {
        self.core
    }

    /// The member with the longest span, the oldest of equals; of sentences the one that all others match.
    pub(crate) fn fullest(&self) -> Option<Member> {
        if self.core.is_some() {
            return self.core;
        }
        let longest = self.members.iter().map(|member| member.span.len()).max()?;
        self.members
            .iter()
            .find(|member| member.span.len() == longest)
            .copied()
    }

    /// How many documents have it.
    pub(crate) fn size(&self) -> usize {
        let mut documents: Vec<u32> = self.members.iter().map(|member| member.doc).collect();
        documents.sort_unstable();
        documents.dedup();
        documents.len()
    }
}
