//! Gathers what the page shows: the pairs and groups that rank highest, as far as they fit.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::decks::Pictures;
use super::figures::Figures;
use super::model::{Bins, LeftOut, Overview, Report, Totals};
use super::page::{MEMBERS, Page};
use crate::error::Result;
use crate::find::pairs::Located;
use crate::find::store::Store;
use crate::group::{self, Almanac, Clusters, Decks, Labels};
use crate::offsets::OffsetUnit;
use crate::report::{DocumentRow, PairRow, SCHEMA_VERSION};
use crate::span::TokenSpan;
use crate::token::Stems;

/// The most of each that is shown.
const PAIRS: usize = 4000;
const PASSAGES: usize = 10_000;
const CLUSTERS: usize = 400;
const WORKS: usize = 2000;
const LINEAGES: usize = 400;

/// Passages of one pair.
const PASSAGES_A_PAIR: usize = 200;

/// Pairs of slides of one pair of decks.
const SLIDES_A_PAIR: usize = 1000;

/// Portions of one pair.
const PORTIONS_A_PAIR: usize = 200;

/// Bins of a document.
const BINS: u32 = 200;

/// Bytes of text in all.
const TEXT_BYTES: usize = 5 << 20;

/// Bytes of text that nothing may exceed: what would is left out, and counted as such.
const MOST_BYTES: usize = 8 << 20;

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
    /// Which slide is which, where they are decks.
    pub(crate) slides: &'a [group::SlidePair],
}

/// What pairs were joined to.
pub(crate) struct Groups<'a> {
    pub(crate) clusters: Option<&'a Clusters>,
    pub(crate) works: Option<&'a [Vec<group::Member>]>,
    pub(crate) lineages: &'a [Vec<group::Descendant>],
}

/// Takes rows as they come, and keeps the best.
pub(crate) struct Builder<'a> {
    store: &'a Store,
    almanac: &'a Almanac,
    /// Which words are the same, where sentences were compared.
    stems: Option<&'a Stems>,
    decks: &'a Decks,
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
pub(super) struct Kept {
    rank: (bool, u32, Reverse<(u32, u32)>),
    pub(super) docs: (u32, u32),
    pub(super) row: PairRow,
    pub(super) passages: Vec<(Located, u64, u32, Labels)>,
    /// Which part is which, and how much of each bin is shared: of all passages, also those left out of the page.
    pub(super) map: Option<(Vec<group::Portion>, Bins)>,
    pub(super) slides: Vec<group::SlidePair>,
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
    pub(crate) fn new(
        store: &'a Store,
        almanac: &'a Almanac,
        stems: Option<&'a Stems>,
        decks: &'a Decks,
    ) -> Self {
        Self {
            store,
            almanac,
            stems,
            decks,
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
            slides: shown.slides[..shown.slides.len().min(SLIDES_A_PAIR)].to_vec(),
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
    pub(crate) fn finish(mut self, groups: &Groups<'_>, row_of: &RowOf<'_>) -> Result<Report> {
        let Groups {
            clusters,
            works,
            lineages,
        } = *groups;
        self.totals.clusters = clusters.map_or(0, Clusters::len) as u64;
        self.totals.works = works.map(|works| works.len() as u64);
        self.totals.lineages = (!lineages.is_empty()).then_some(lineages.len() as u64);
        let mut page = Page::new(self.store, self.almanac, self.stems, self.decks);
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
        let mut shown_lineages = 0;
        for lineage in lineages.iter().take(LINEAGES) {
            if page.bytes > TEXT_BYTES + TEXT_BYTES / 4 {
                break;
            }
            for descendant in lineage.iter().take(MEMBERS) {
                let slide = descendant.slide;
                let span = self.decks.slide(self.store, slide.doc, slide.number)?;
                page.reserve(slide.doc, span)?;
            }
            shown_lineages += 1;
        }
        page.number();
        let mut pictures = Pictures::default();
        if !self.decks.is_empty() {
            let of_pairs = fitting.iter().flat_map(|pair| [pair.docs.0, pair.docs.1]);
            let of_lineages = lineages[..shown_lineages].iter();
            let of_lineages = of_lineages.flat_map(|lineage| lineage.iter().take(MEMBERS));
            for doc in of_pairs.chain(of_lineages.map(|one| one.slide.doc)) {
                pictures.take(self.store, doc)?;
            }
        }
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
        for (number, lineage) in (1..).zip(&lineages[..shown_lineages]) {
            report.lineages.push(page.lineage(number, lineage));
        }
        report.documents = page.documents(&self.related, &pictures, row_of)?;
        report.pictures = pictures.into_urls();
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
            ("lineages", lineages.len() as u64, report.lineages.len()),
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
