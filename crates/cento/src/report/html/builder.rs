//! Gathers what the page shows: the pairs and groups that rank highest, as far as they fit.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::figures::Figures;
use super::model::{
    Bins, Cluster, Document, LeftOut, Member, Overview, Pair, Passage, Portion, Report, Shared,
    Totals, Work, WorkMember,
};
use super::texts::Texts;
use crate::align::{Edit, edits, shared};
use crate::error::Result;
use crate::find::pairs::Located;
use crate::find::store::{Store, Text};
use crate::group::{self, Almanac, Clusters, Label, Labels};
use crate::offsets::OffsetUnit;
use crate::report::{DocumentRow, PairRow, SCHEMA_VERSION};
use crate::span::{ByteSpan, TokenSpan};
use crate::token::Stems;

/// The most of each that is shown.
const PAIRS: usize = 4000;
const PASSAGES: usize = 10_000;
const CLUSTERS: usize = 400;
const WORKS: usize = 2000;
const MEMBERS: usize = 24;

/// Passages of one pair.
const PASSAGES_A_PAIR: usize = 200;

/// Portions of one pair.
const PORTIONS_A_PAIR: usize = 200;

/// Bins of a document.
const BINS: u32 = 200;

/// Bytes of text in all.
const TEXT_BYTES: usize = 5 << 20;

/// Bytes of text that nothing may exceed: what would is left out, and counted as such.
const MOST_BYTES: usize = 8 << 20;

/// Longer texts of a group are cut.
const CLUSTER_TEXT: usize = 2000;

/// How many stand in the overview.
const TOP: usize = 10;

/// A pair with its passages, as a run gives them.
pub(crate) struct Shown<'a> {
    pub(crate) docs: (u32, u32),
    pub(crate) row: &'a PairRow,
    /// Each with its number, that of its group, and its labels.
    pub(crate) passages: &'a [(Located, u64, u32, Labels)],
    /// Which part is which, where that is looked for.
    pub(crate) portions: Option<&'a [group::Portion]>,
}

/// Takes rows as they come, and keeps the best.
pub(crate) struct Builder<'a> {
    store: &'a Store,
    almanac: &'a Almanac,
    /// Which words are the same, where sentences were compared.
    stems: Option<&'a Stems>,
    figures: Figures,
    best: BinaryHeap<Reverse<Kept>>,
    kept_passages: usize,
    totals: Totals,
    /// Those that are in a pair: in how many, and how much of them is reused.
    related: BTreeMap<u32, (u32, f64)>,
}

/// Tells a document's row by its number, how many pairs it is in, and how much of it is reused.
pub(crate) type RowOf<'r> = dyn Fn(u32, u32, f64) -> Result<DocumentRow> + 'r;

/// A pair that may be shown; larger ones rank higher.
struct Kept {
    rank: (bool, u32, Reverse<(u32, u32)>),
    docs: (u32, u32),
    row: PairRow,
    passages: Vec<(Located, u64, u32, Labels)>,
    /// Which part is which, and how much of each bin is shared: of all passages, also those left out of the page.
    map: Option<(Vec<group::Portion>, Bins)>,
}

impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Kept {}

impl PartialOrd for Kept {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Kept {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

impl<'a> Builder<'a> {
    pub(crate) fn new(store: &'a Store, almanac: &'a Almanac, stems: Option<&'a Stems>) -> Self {
        Self {
            store,
            almanac,
            stems,
            figures: Figures::new(almanac, store.len()),
            best: BinaryHeap::new(),
            kept_passages: 0,
            totals: Totals::default(),
            related: BTreeMap::new(),
        }
    }

    pub(crate) fn pair(&mut self, shown: &Shown<'_>) -> Result<()> {
        let (a, b) = shown.docs;
        let row = shown.row;
        self.totals.pairs += 1;
        self.totals.passages += shown.passages.len() as u64;
        let containment = row.a_in_b.max(row.b_in_a);
        self.figures.pair(a, b, containment, self.almanac);
        for (passage, ..) in shown.passages {
            self.figures.passage(passage, self.almanac);
        }
        // What people mostly do not look for comes last.
        let plain = row.labels.names().is_empty();
        let rank = (plain, row.a_matched + row.b_matched, Reverse((a, b)));
        let is_full = self.best.len() >= PAIRS || self.kept_passages >= PASSAGES;
        if is_full
            && self
                .best
                .peek()
                .is_some_and(|Reverse(least)| rank < least.rank)
        {
            return Ok(());
        }
        let mut passages = shown.passages.to_vec();
        if passages.len() > PASSAGES_A_PAIR {
            passages.sort_by_key(|(passage, ..)| Reverse(passage.counts.matched));
            passages.truncate(PASSAGES_A_PAIR);
            passages.sort_by_key(|(passage, ..)| *passage);
        }
        self.kept_passages += passages.len();
        self.best.push(Reverse(Kept {
            rank,
            docs: (a, b),
            row: row.clone(),
            passages,
            map: shown
                .portions
                .map(|portions| Ok::<_, crate::Error>((longest(portions), self.bins(shown)?)))
                .transpose()?,
        }));
        while self.best.len() > PAIRS || self.kept_passages > PASSAGES {
            let Some(Reverse(dropped)) = self.best.pop() else {
                break;
            };
            self.kept_passages -= dropped.passages.len();
        }
        Ok(())
    }

    /// How much of each bin is shared.
    fn bins(&self, shown: &Shown<'_>) -> Result<Bins> {
        let of = |doc: u32, span: fn(&Located) -> TokenSpan| {
            let mut spans: Vec<_> = shown.passages.iter().map(|one| span(&one.0)).collect();
            spans.sort_unstable();
            let end = self.store.row(doc)?.tokens;
            let width = end.div_ceil(BINS).max(1);
            let bins = group::bins(TokenSpan { begin: 0, end }, width, spans);
            let percent = |share: &f64| (share * 100.0).round() as u8;
            Ok::<_, crate::Error>(bins.iter().map(percent).collect())
        };
        Ok(Bins {
            a: of(shown.docs.0, |passage| passage.a_span)?,
            b: of(shown.docs.1, |passage| passage.b_span)?,
        })
    }

    /// A document, wherever it may be shown.
    pub(crate) fn document(&mut self, doc: u32, related: u32, reused: f64) {
        self.totals.documents += 1;
        if related > 0 {
            self.related.insert(doc, (related, reused));
        }
    }

    /// `row_of` is asked for those that are shown.
    pub(crate) fn finish(
        mut self,
        clusters: Option<&Clusters>,
        works: Option<&[Vec<group::Member>]>,
        row_of: &RowOf<'_>,
    ) -> Result<Report> {
        self.totals.clusters = clusters.map_or(0, Clusters::len) as u64;
        self.totals.works = works.map(|works| works.len() as u64);
        let mut page = Page {
            store: self.store,
            almanac: self.almanac,
            stems: self.stems,
            texts: Texts::default(),
            numbers: BTreeMap::new(),
            bytes: 0,
            spans: BTreeMap::new(),
        };
        let mut kept: Vec<Kept> = self.best.into_iter().map(|Reverse(kept)| kept).collect();
        kept.sort_unstable_by(|x, y| y.cmp(x));
        // As many as have room, the best first.
        let mut fitting = Vec::new();
        for mut pair in kept {
            let (a, b) = pair.docs;
            let has_map = pair.map.is_some();
            if page.bytes > TEXT_BYTES && !has_map {
                break;
            }
            let bytes = page.bytes_more(a, pair.passages.iter().map(|p| p.0.a_span))?
                + page.bytes_more(b, pair.passages.iter().map(|p| p.0.b_span))?;
            if page.bytes > TEXT_BYTES || page.bytes + bytes > MOST_BYTES {
                if !has_map {
                    continue;
                }
                // Which part is which is told without the text.
                pair.passages.clear();
            }
            page.reserve(a, pair.passages.iter().map(|p| p.0.a_span))?;
            page.reserve(b, pair.passages.iter().map(|p| p.0.b_span))?;
            fitting.push(pair);
        }
        let mut shown_clusters = Vec::new();
        let count = clusters.map_or(0, Clusters::len).min(CLUSTERS);
        for at in 0..count {
            if page.bytes > TEXT_BYTES + TEXT_BYTES / 4 {
                break;
            }
            let Some(cluster) = clusters.map(|clusters| clusters.cluster(at)).transpose()? else {
                break;
            };
            let mut bytes = page.bytes;
            for member in cluster.members.iter().take(MEMBERS) {
                bytes += page.bytes_more(member.doc, [member.span])?;
            }
            // They are numbered from the first.
            if bytes > MOST_BYTES {
                break;
            }
            for member in cluster.members.iter().take(MEMBERS) {
                page.reserve(member.doc, [member.span])?;
            }
            shown_clusters.push(cluster);
        }
        let works: Option<Vec<_>> = works.map(|works| works.iter().take(WORKS).collect());
        for member in works.iter().flatten().flat_map(|members| members.iter()) {
            page.reserve(member.doc, [])?;
        }
        page.number();
        let mut report = Report {
            schema_version: SCHEMA_VERSION,
            cento: env!("CARGO_PKG_VERSION"),
            offset_unit: OffsetUnit::Utf16.name(),
            ..Report::default()
        };
        for (at, cluster) in shown_clusters.iter().enumerate() {
            report.clusters.push(page.cluster(at, cluster)?);
        }
        // In the order of the tables.
        fitting.sort_unstable_by_key(|pair| pair.docs);
        for pair in &fitting {
            let first = report.passages.len();
            for passage in &pair.passages {
                report
                    .passages
                    .push(page.passage(passage, shown_clusters.len())?);
            }
            report.pairs.push(page.pair(pair, first)?);
        }
        report.works = works.map(|works| page.works(&works)).transpose()?;
        report.documents = page.documents(&self.related, row_of)?;
        let mut top: Vec<usize> = (0..fitting.len()).collect();
        top.sort_unstable_by(|&x, &y| fitting[y].cmp(&fitting[x]));
        top.truncate(TOP);
        let mut top_clusters: Vec<usize> = (0..report.clusters.len()).collect();
        top_clusters.sort_by_key(|&at| {
            let cluster = &report.clusters[at];
            let is_noise = !cluster.labels.names().is_empty();
            (is_noise, Reverse(cluster.size), at)
        });
        top_clusters.truncate(TOP);
        let left_out = [
            ("pairs", self.totals.pairs, report.pairs.len()),
            ("passages", self.totals.passages, report.passages.len()),
            ("clusters", self.totals.clusters, report.clusters.len()),
        ];
        report.overview = Overview {
            containment: self.figures.containment(),
            passage_tokens: self.figures.passage_tokens(),
            series: self.figures.series(self.almanac),
            time: self.figures.time(self.almanac),
            top_clusters,
            top_pairs: top,
            left_out: left_out
                .into_iter()
                .filter(|(_, all, shown)| *all > *shown as u64)
                .map(|(what, all, shown)| LeftOut {
                    what,
                    count: all - shown as u64,
                    why: "the page shows what shares the most; the tables have all",
                })
                .collect(),
        };
        report.totals = self.totals;
        Ok(report)
    }
}

/// The part of the results that is shown.
struct Page<'a> {
    store: &'a Store,
    almanac: &'a Almanac,
    stems: Option<&'a Stems>,
    texts: Texts,
    /// The place of each document shown.
    numbers: BTreeMap<u32, usize>,
    /// What the texts take, about.
    bytes: usize,
    spans: BTreeMap<u32, (usize, usize)>,
}

impl Page<'_> {
    /// How many bytes these spans of a document would add.
    fn bytes_more(&self, doc: u32, spans: impl IntoIterator<Item = TokenSpan>) -> Result<usize> {
        let text = self.store.text(doc)?;
        let known = self.spans.get(&doc).copied();
        let (mut count, mut bytes) = known.unwrap_or_default();
        let before = known.map_or(0, |_| Texts::cost(text.text.len(), count, bytes));
        for span in spans {
            let span = text.bytes_of(span);
            count += 1;
            bytes += (span.end - span.begin) as usize;
        }
        Ok(Texts::cost(text.text.len(), count, bytes) - before)
    }

    /// Wants these spans of a document.
    fn reserve(&mut self, doc: u32, spans: impl IntoIterator<Item = TokenSpan>) -> Result<()> {
        let spans: Vec<TokenSpan> = spans.into_iter().collect();
        self.bytes += self.bytes_more(doc, spans.iter().copied())?;
        let text = self.store.text(doc)?;
        self.texts.name(doc);
        let (count, bytes) = self.spans.entry(doc).or_default();
        for span in spans {
            let span = text.bytes_of(span);
            *count += 1;
            *bytes += (span.end - span.begin) as usize;
            self.texts.want(doc, span);
        }
        Ok(())
    }

    /// Gives every document that is wanted its place.
    fn number(&mut self) {
        let documents = self.texts.documents().enumerate();
        self.numbers = documents.map(|(at, doc)| (doc, at)).collect();
    }

    fn place(&self, doc: u32) -> usize {
        self.numbers.get(&doc).copied().unwrap_or_default()
    }

    fn pair(&self, kept: &Kept, first: usize) -> Result<Pair> {
        let row = &kept.row;
        Ok(Pair {
            a: self.place(kept.docs.0),
            b: self.place(kept.docs.1),
            a_in_b: row.a_in_b,
            b_in_a: row.b_in_a,
            a_level: row.a_level,
            b_level: row.b_level,
            class: row.class,
            hits: row.hits,
            a_matched: row.a_matched,
            b_matched: row.b_matched,
            labels: row.labels,
            passages: row.passages.unwrap_or_default(),
            first,
            shown: kept.passages.len(),
            scores: row.scores,
            portions: kept
                .map
                .as_ref()
                .map(|(portions, _)| self.portions(kept.docs, portions))
                .transpose()?,
            bins: kept.map.as_ref().map(|(_, bins)| bins.clone()),
        })
    }

    fn portions(&self, docs: (u32, u32), portions: &[group::Portion]) -> Result<Vec<Portion>> {
        let (a, b) = (self.store.text(docs.0)?, self.store.text(docs.1)?);
        let shown = portions.iter().map(|portion| {
            let (_, a_begin, a_end) = a.quote(portion.a, OffsetUnit::Utf16);
            let (_, b_begin, b_end) = b.quote(portion.b, OffsetUnit::Utf16);
            Portion {
                a_begin,
                a_end,
                b_begin,
                b_end,
                aligned: portion.aligned,
            }
        });
        Ok(shown.collect())
    }

    fn works(&self, works: &[&Vec<group::Member>]) -> Result<Vec<Work>> {
        let mut shown = Vec::with_capacity(works.len());
        for (number, members) in (1..).zip(works) {
            let member = |member: &group::Member| {
                let text = self.store.text(member.doc)?;
                let (_, begin, end) = text.quote(member.span, OffsetUnit::Utf16);
                Ok(WorkMember {
                    document: self.place(member.doc),
                    begin,
                    end,
                })
            };
            shown.push(Work {
                work_id: format!("w{number}"),
                members: members.iter().map(member).collect::<Result<_>>()?,
            });
        }
        Ok(shown)
    }

    fn passage(
        &self,
        &(passage, number, cluster, labels): &(Located, u64, u32, Labels),
        clusters: usize,
    ) -> Result<Passage> {
        let (a, b) = (self.store.text(passage.a)?, self.store.text(passage.b)?);
        let unit = OffsetUnit::Utf16;
        let (_, a_begin, a_end) = a.quote(passage.a_span, unit);
        let (_, b_begin, b_end) = b.quote(passage.b_span, unit);
        let (direction, lag_days) = self.almanac.direction(passage.a, passage.b);
        let counts = passage.counts;
        // Documents with the same words are passages as a whole.
        let stems = self.stems.filter(|_| !labels.has(Label::Alias));
        let shared = stems.and_then(|stems| {
            let (a, b) = (a.placed(), b.placed());
            shared(stems, a, b, passage.a_span, passage.b_span)
        });
        let differ = counts.matched < counts.columns();
        let edits = if differ && shared.is_none() {
            edits(a.placed(), b.placed(), passage.a_span, passage.b_span)
        } else {
            Vec::new()
        };
        Ok(Passage {
            passage_id: format!("p{number}"),
            a: self.place(passage.a),
            b: self.place(passage.b),
            a_begin,
            a_end,
            b_begin,
            b_end,
            tokens: counts.columns(),
            matched: counts.matched,
            substituted: counts.substituted,
            inserted: counts.inserted,
            deleted: counts.deleted,
            identity: counts.identity(),
            direction,
            lag_days,
            cluster_id: (1..=clusters)
                .contains(&(cluster as usize))
                .then(|| format!("c{cluster}")),
            labels,
            edits: flat(
                &edits,
                |byte| a.offset(byte, unit),
                |byte| b.offset(byte, unit),
            ),
            shared: shared.map(|shared| Shared {
                a: ends(&shared.a, &a),
                b: ends(&shared.b, &b),
            }),
        })
    }

    fn cluster(&self, at: usize, cluster: &crate::group::Cluster) -> Result<Cluster> {
        let store = self.store;
        let unit = OffsetUnit::Utf16;
        let first = cluster.members.first().copied();
        let first_text = first.map(|first| store.text(first.doc)).transpose()?;
        let mut members = Vec::new();
        for (i, member) in cluster.members.iter().take(MEMBERS).enumerate() {
            let text = store.text(member.doc)?;
            let (_, begin, end) = text.quote(member.span, unit);
            let mut shown = Member {
                document: self.place(member.doc),
                begin,
                end,
                edits: None,
                shared: None,
                lag_days: None,
            };
            if let (Some(first_text), Some(first), 1..) = (&first_text, first, i) {
                let (own, other) = (text.placed(), first_text.placed());
                let shared = self
                    .stems
                    .and_then(|stems| shared(stems, own, other, member.span, first.span));
                match shared {
                    Some(shared) => shown.shared = Some(ends(&shared.a, &text)),
                    None => {
                        shown.edits = Some(flat(
                            &edits(own, other, member.span, first.span),
                            |byte| text.offset(byte, unit),
                            |byte| first_text.offset(byte, unit),
                        ));
                    }
                }
                shown.lag_days = self.almanac.direction(first.doc, member.doc).1;
            }
            members.push(shown);
        }
        let dates = |doc: u32| Ok::<_, crate::Error>(store.row(doc)?.date);
        let dated = || {
            cluster
                .members
                .iter()
                .filter(|member| self.almanac.time(member.doc).is_some())
        };
        let text = match cluster.fullest() {
            Some(member) => {
                let text = store.text(member.doc)?;
                let (text, ..) = text.quote(member.span, unit);
                cut(text)
            }
            None => String::new(),
        };
        Ok(Cluster {
            cluster_id: format!("c{}", at + 1),
            size: cluster.size(),
            spans: cluster.members.len(),
            first_date: dated()
                .next()
                .map(|member| dates(member.doc))
                .transpose()?
                .flatten(),
            last_date: dated()
                .next_back()
                .map(|member| dates(member.doc))
                .transpose()?
                .flatten(),
            text,
            labels: cluster.labels,
            left_out: cluster.members.len() - members.len(),
            members,
        })
    }

    fn documents(
        &self,
        related: &BTreeMap<u32, (u32, f64)>,
        row_of: &RowOf<'_>,
    ) -> Result<Vec<Document>> {
        let mut documents = Vec::with_capacity(self.numbers.len());
        for doc in self.texts.documents() {
            let (text, length) = self.texts.pieces(doc, self.store)?;
            let (related, reused) = related.get(&doc).copied().unwrap_or_default();
            let row = row_of(doc, related, reused)?;
            documents.push(Document {
                id: row.id,
                side: row.side,
                tokens: row.tokens,
                length,
                date: row.date,
                series: row.series,
                title: row.title,
                related: row.related,
                reused: row.reused,
                duplicate_of: row.duplicate_of,
                text,
                labels: row.labels,
            });
        }
        Ok(documents)
    }
}

/// The longest portions, in their order.
fn longest(portions: &[group::Portion]) -> Vec<group::Portion> {
    let mut kept = portions.to_vec();
    if kept.len() > PORTIONS_A_PAIR {
        kept.sort_by_key(|portion| Reverse(portion.a.len()));
        kept.truncate(PORTIONS_A_PAIR);
        kept.sort_by_key(|portion| (portion.a, portion.b));
    }
    kept
}

/// Edits as four numbers each.
fn flat(edits: &[Edit], a: impl Fn(u32) -> u64, b: impl Fn(u32) -> u64) -> Vec<u64> {
    let numbers = |edit: &Edit| {
        let [x, y]: [ByteSpan; 2] = [edit.a, edit.b];
        [a(x.begin), a(x.end), b(y.begin), b(y.end)]
    };
    edits.iter().flat_map(numbers).collect()
}

/// Spans as two numbers each.
fn ends(spans: &[ByteSpan], text: &Text) -> Vec<u64> {
    let ends = spans.iter().flat_map(|span| [span.begin, span.end]);
    ends.map(|byte| text.offset(byte, OffsetUnit::Utf16))
        .collect()
}

/// The beginning of a long text.
fn cut(text: &str) -> String {
    if text.len() <= CLUSTER_TEXT {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(CLUSTER_TEXT);
    format!("{}…", text[..end].trim_end())
}
