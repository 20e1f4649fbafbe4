//! Everything that was found, as rows.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::Related;
use super::noise::{Labeller, Patterns};
use super::rows::{Found, Quoting, pair_row, slide_row};
use super::tally::{Ranked, Tally};
use crate::error::{Error, Result};
use crate::find::collection::Collection;
use crate::find::copies::Sides;
use crate::find::pairs::{Located, Pair};
use crate::find::{Class, FindOptions};
use crate::group::{
    Almanac, Cluster, Clusters, Decks, Descendant, Editions, Grouping, Joint, Label, Labels,
    Lineages, Member, Portion, SlidePair, books, decks, portions,
};
use crate::prepare::Row;
use crate::report::{
    Builder, ClassSummary, ClusterRow, DescendantRow, DescentRow, DocumentRow, Evidence, FrameRow,
    Groups, LabelSummary, LineageRow, MemberRow, PairRow, PortionRow, Report, SeriesShare, Shown,
    Sink, SkippedRow, Summary, TopPair, WorkRow,
};
use crate::span::covered;
use crate::spill::Temp;
use crate::token::{Stems, plain};
use crate::watch::{Stage, Watch};

/// Turns numbers into rows.
pub(super) struct Reporter<'a> {
    pub(super) collection: Collection,
    /// Which words are the same, where sentences were compared.
    pub(super) stems: Option<&'a Stems>,
    pub(super) related: Related,
    pub(super) almanac: Almanac,
    pub(super) decks: Decks,
    pub(super) clusters: Option<Clusters>,
    /// What the pairs that were left out are.
    pub(super) patterns: Patterns,
    /// Which labels these have.
    pub(super) without: Labels,
    pub(super) options: &'a FindOptions,
    pub(super) temp: &'a Temp,
    pub(super) watch: &'a dyn Watch,
}

impl Reporter<'_> {
    pub(super) fn run(&self, sink: &mut dyn Sink) -> Result<Summary> {
        let mut tally = Tally::new(self.collection.store.len());
        let mut report = self.options.report.then(|| {
            Builder::new(
                &self.collection.store,
                &self.almanac,
                self.stems,
                &self.decks,
            )
        });
        let quoting = Quoting {
            store: &self.collection.store,
            unit: self.options.offsets,
            stems: self.stems,
            decks: &self.decks,
        };
        let mut editions = self
            .options
            .looks_for_works()
            .then(|| Editions::new(self.options.memory / 16, self.temp));
        let mut lineages = Lineages::default();
        let mut patterns = self.patterns.clone();
        let labeller = Labeller {
            store: &self.collection.store,
            decks: &self.decks,
            clusters: self.clusters.as_ref(),
        };
        let mut all = self.related.paired.passages.iter()?;
        let mut passages = Vec::new();
        for pair in self.related.paired.pairs.iter()? {
            let pair = pair?;
            passages.clear();
            for passage in all.by_ref().take(pair.passages as usize) {
                let number = tally.passages;
                tally.passages += 1;
                let passage = passage?;
                let (cluster, labels) = labeller.labels(&pair, &passage, number)?;
                passages.push((passage, number + 1, cluster, labels));
            }
            // A pair is what all of its passages are.
            let labels = match passages.len() {
                0 if pair.alias == 1 => Labels::default().alias(),
                0 => Labels::default(),
                _ => passages
                    .iter()
                    .fold(Labels::ALL, |labels, passage| labels.common(passage.3)),
            };
            let ids = [self.collection.name(pair.a)?, self.collection.name(pair.b)?];
            let portions = editions.as_ref().map(|_| {
                let passages: Vec<Located> = passages.iter().map(|passage| passage.0).collect();
                portions(&passages)
            });
            let row = pair_row(ids, &pair, labels, self.options);
            let slides = self.slides(&pair, &passages)?;
            for slides in &slides {
                lineages.add(&self.almanac, (pair.a, pair.b), slides);
            }
            sink.pair(&row)?;
            if let Some(report) = &mut report {
                report.pair(&Shown {
                    docs: (pair.a, pair.b),
                    row: &row,
                    passages: &passages,
                    portions: portions.as_deref(),
                    slides: &slides,
                })?;
            }
            tally.label(labels, passages.iter().map(|passage| passage.3));
            let own = passages.iter().map(|one| (one.3, one.0.counts.matched));
            patterns.add(row.class, pair.alias == 1, own, false);
            for &(passage, number, cluster, labels) in &passages {
                let found = Found {
                    number,
                    cluster: (cluster > 0).then_some(cluster.into()),
                    labels,
                    direction: self.almanac.direction(passage.a, passage.b),
                };
                quoting.give(&found, &row, &passage, sink)?;
            }
            for slides in &slides {
                sink.slide(&slide_row(&row, slides))?;
                tally.slides.pairs += 1;
                tally.slides.template += u64::from(slides.is_template());
            }
            if let (Some(editions), Some(portions)) = (&mut editions, portions) {
                tally.portions += portions.len() as u64;
                self.portions(&pair, &row, &portions, sink)?;
                let tokens = |doc| Ok::<_, Error>(self.collection.store.row(doc)?.tokens);
                editions.pair(&pair, [tokens(pair.a)?, tokens(pair.b)?], &portions)?;
            }
            let longest = passages.iter().map(|passage| passage.0);
            let longest = longest.max_by_key(|passage| (passage.counts.matched, Reverse(*passage)));
            tally.add(&pair, &row, longest);
        }
        self.groups(sink)?;
        let lineages = lineages.finish(&self.almanac);
        self.lineages(&lineages, sink)?;
        tally.lineages = lineages.len() as u64;
        let works = editions
            .map(|editions| self.works(editions, sink))
            .transpose()?;
        self.documents(&tally, report.as_mut(), sink)?;
        self.collection.each_skipped(|id, reason, detail| {
            let [id, reason, detail] = [id, reason, detail].map(str::to_owned);
            sink.skipped(&SkippedRow { id, reason, detail })
        })?;
        let report = report
            .map(|report| {
                let row = |doc, related, reused| {
                    let row = self.collection.store.row(doc)?;
                    self.document(doc, row, related, reused)
                };
                let groups = Groups {
                    clusters: self.clusters.as_ref(),
                    works: works.as_deref(),
                    lineages: &lineages,
                };
                report.finish(&groups, &row)
            })
            .transpose()?;
        for frame in &self.collection.frames.frames {
            sink.frame(&FrameRow(frame))?;
        }
        let mut summary = self.summary(tally, works.map(|works| works.len() as u64), report)?;
        if self.clusters.is_some() {
            summary.patterns = patterns.summary();
        }
        Ok(summary)
    }

    /// The slides of a pair that have something in common.
    fn slides(
        &self,
        pair: &Pair,
        passages: &[(Located, u64, u32, Labels)],
    ) -> Result<Vec<SlidePair>> {
        if !self.decks.are_decks(pair.a, pair.b) {
            return Ok(Vec::new());
        }
        let store = &self.collection.store;
        let passages = passages
            .iter()
            .map(|(passage, .., labels)| (*passage, labels.has(Label::Template)));
        self.decks.pairs(store, pair.a, pair.b, passages)
    }

    /// Gives the slides that are in several decks.
    fn lineages(&self, lineages: &[Vec<Descendant>], sink: &mut dyn Sink) -> Result<()> {
        let store = &self.collection.store;
        let name = |doc| self.collection.name(doc);
        for (number, lineage) in (1..).zip(lineages) {
            let slides = lineage.iter().map(|Descendant { slide, from }| {
                let from = from.map(|from| {
                    Ok::<_, Error>(DescentRow {
                        id: name(from.slide.doc)?,
                        slide: from.slide.number,
                        matched: from.matched,
                        tokens: from.tokens,
                    })
                });
                Ok::<_, Error>(DescendantRow {
                    id: name(slide.doc)?,
                    slide: slide.number,
                    hidden: self.decks.is_hidden(store, slide.doc, slide.number)?,
                    date: store.row(slide.doc)?.date,
                    from: from.transpose()?,
                })
            });
            let slides: Vec<_> = slides.collect::<Result<_>>()?;
            let text = match lineage.first().map(|first| first.slide) {
                Some(first) => {
                    let span = self.decks.slide(store, first.doc, first.number)?;
                    let text = store.text(first.doc)?;
                    let (text, ..) = text.quote(span.unwrap_or_default(), self.options.offsets);
                    plain(text).into_owned()
                }
                None => String::new(),
            };
            let dated = || slides.iter().filter_map(|slide| slide.date.clone());
            sink.lineage(&LineageRow {
                number,
                size: decks(lineage) as u64,
                first_date: dated().next(),
                last_date: dated().next_back(),
                text,
                slides,
            })?;
        }
        Ok(())
    }

    /// Gives the portions of a pair.
    fn portions(
        &self,
        pair: &Pair,
        row: &PairRow,
        portions: &[Portion],
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let store = &self.collection.store;
        let unit = self.options.offsets;
        for portion in portions {
            let (_, a_begin, a_end) = store.text(pair.a)?.quote(portion.a, unit);
            let (_, b_begin, b_end) = store.text(pair.b)?.quote(portion.b, unit);
            sink.portion(&PortionRow {
                a_id: &row.a_id,
                b_id: &row.b_id,
                a_span: (a_begin, a_end),
                b_span: (b_begin, b_end),
                unit,
                aligned: portion.aligned,
                bins: &portion.bins,
            })?;
        }
        Ok(())
    }

    /// Gives the works.
    fn works(&self, editions: Editions, sink: &mut dyn Sink) -> Result<Vec<Vec<Member>>> {
        let works = editions.finish(&Grouping {
            store: &self.collection.store,
            almanac: &self.almanac,
            labels: &self.options.labels,
            align: self.options.align.unwrap_or_default(),
            joint: Joint::Stretch,
            bytes: self.options.memory / 16,
            temp: self.temp,
        })?;
        let reference = self.collection.counts.reference;
        for (number, members) in (1..).zip(&works) {
            let size = books(members) as u64;
            let mut members = members.clone();
            // The reference was read first and is written last.
            members.sort_by_key(|member| (member.doc < reference, *member));
            let members = members.iter().map(|member| self.member(member));
            sink.work(&WorkRow {
                number,
                size,
                members: members.collect::<Result<_>>()?,
            })?;
        }
        Ok(works)
    }

    /// The row of a place in a document.
    fn member(&self, member: &Member) -> Result<MemberRow> {
        let store = &self.collection.store;
        let (_, begin, end) = store
            .text(member.doc)?
            .quote(member.span, self.options.offsets);
        Ok(MemberRow {
            id: self.collection.name(member.doc)?,
            begin,
            end,
            date: store.row(member.doc)?.date,
        })
    }

    fn groups(&self, sink: &mut dyn Sink) -> Result<()> {
        let store = &self.collection.store;
        let unit = self.options.offsets;
        for at in 0..self.clusters.as_ref().map_or(0, Clusters::len) {
            let Some(cluster) = self.clusters.as_ref().map(|clusters| clusters.cluster(at)) else {
                break;
            };
            let cluster = cluster?;
            let members = cluster.members.iter().map(|member| self.member(member));
            let members = members.collect::<Result<Vec<_>>>()?;
            let text = match cluster.fullest() {
                Some(member) => store
                    .text(member.doc)?
                    .quote(member.span, unit)
                    .0
                    .to_owned(),
                None => String::new(),
            };
            let date = |member: Option<&MemberRow>| member.and_then(|member| member.date.clone());
            sink.cluster(&ClusterRow {
                number: at as u64 + 1,
                size: cluster.size() as u64,
                first_date: date(members.iter().find(|member| member.date.is_some())),
                last_date: date(members.iter().rfind(|member| member.date.is_some())),
                text,
                members,
                labels: cluster.labels,
            })?;
        }
        Ok(())
    }

    fn documents(
        &self,
        tally: &Tally,
        mut report: Option<&mut Builder<'_>>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let Collection { store, copies, .. } = &self.collection;
        let (reference, all) = (self.collection.counts.reference, store.len() as u32);
        // What was added may have nothing to do with most of what was there before.
        let before = match copies.sides() {
            Sides::Added { before } => before,
            _ => 0,
        };
        // The reference was read first and is written last.
        for docs in [reference..all, 0..reference] {
            let mut reused = self.related.paired.reused.iter()?.peekable();
            let mut spans = Vec::new();
            // A copy has what its original has.
            let mut shares = HashMap::new();
            for doc in docs {
                if doc % 1024 == 0 {
                    self.watch
                        .advance(Stage::Write, u64::from(doc), u64::from(all))?;
                }
                spans.clear();
                while let Some(found) =
                    reused.next_if(|found| found.as_ref().map_or(true, |found| found.doc <= doc))
                {
                    let found = found?;
                    if found.doc == doc {
                        spans.push(found.span);
                    }
                }
                let related = tally.related[doc as usize];
                let is_told = doc >= before || related > 0;
                if !is_told && spans.is_empty() && !copies.has_copies(doc) {
                    continue;
                }
                let row = store.row(doc)?;
                let share = match copies.original(doc).and_then(|doc| shares.get(&doc)) {
                    _ if self.without.is_empty() && copies.has_alias(doc) => 1.0,
                    Some(share) => *share,
                    None if spans.is_empty() => 0.0,
                    None => {
                        f64::from(covered(spans.iter().copied())) / f64::from(row.tokens.max(1))
                    }
                };
                if copies.has_copies(doc) {
                    shares.insert(doc, share);
                }
                if !is_told {
                    continue;
                }
                if let Some(report) = &mut report {
                    report.document(doc, related, share);
                }
                sink.document(&self.document(doc, row, related, share)?)?;
            }
        }
        Ok(())
    }

    /// The row of a document that is in so many pairs, and of which so much is reused.
    fn document(&self, doc: u32, row: Row, related: u32, reused: f64) -> Result<DocumentRow> {
        let copies = &self.collection.copies;
        let is_against = !copies.sides().is_one();
        let side = match doc >= self.collection.counts.reference {
            true => "a",
            false => "b",
        };
        let original = copies.original(doc);
        Ok(DocumentRow {
            id: self.collection.name(doc)?,
            side: is_against.then_some(side),
            tokens: row.tokens,
            fingerprints: row.fingerprints,
            related,
            duplicate_of: original.map(|doc| self.collection.name(doc)).transpose()?,
            reused,
            date: row.date,
            series: row.series,
            title: row.title,
            meta: row.meta,
            labels: [
                row.is_word_list.then_some("word-list"),
                (row.hidden > 0).then_some("hidden-characters"),
            ]
            .into_iter()
            .flatten()
            .collect(),
        })
    }

    /// Adds the groups that carry each label.
    fn with_evidence(
        &self,
        mut labels: BTreeMap<&'static str, LabelSummary>,
    ) -> Result<BTreeMap<&'static str, LabelSummary>> {
        let Some(clusters) = &self.clusters else {
            return Ok(labels);
        };
        for (at, of_cluster) in clusters.labels().enumerate() {
            for name in of_cluster.names() {
                let summary = labels.entry(name).or_default();
                summary.clusters += 1;
                if summary.evidence.len() == EVIDENCE {
                    continue;
                }
                let evidence = self.evidence(at, &clusters.cluster(at)?)?;
                summary.evidence.push(evidence);
            }
        }
        Ok(labels)
    }

    /// What the labels of a group rest on.
    fn evidence(&self, at: usize, cluster: &Cluster) -> Result<Evidence> {
        let store = &self.collection.store;
        let text = match cluster.fullest() {
            Some(member) => {
                let text = store.text(member.doc)?;
                let (quote, ..) = text.quote(member.span, self.options.offsets);
                quote.chars().take(EVIDENCE_LETTERS).collect()
            }
            None => String::new(),
        };
        let mut tokens: BTreeMap<u32, u32> = BTreeMap::new();
        for member in &cluster.members {
            *tokens.entry(member.doc).or_default() += member.span.len();
        }
        let (mut series, mut shares) = (BTreeMap::new(), Vec::new());
        for (doc, tokens) in tokens {
            shares.push(f64::from(tokens) / f64::from(store.row(doc)?.tokens.max(1)));
            if let Some(of) = self.almanac.series(doc) {
                *series.entry(of).or_default() += 1;
            }
        }
        shares.sort_by(f64::total_cmp);
        let most_of = series.iter().map(|(&series, &documents)| SeriesShare {
            name: self.almanac.series_name(series).to_owned(),
            documents,
            of: self.almanac.size(series).into(),
        });
        // The first of equals.
        let most_of = most_of.reduce(|most, next| {
            let is_more = next.documents * most.of > most.documents * next.of;
            if is_more { next } else { most }
        });
        Ok(Evidence {
            cluster_id: format!("c{}", at + 1),
            documents: cluster.size() as u64,
            series: series.len() as u64,
            most_of,
            share: shares.get(shares.len() / 2).copied().unwrap_or(0.0),
            text,
        })
    }

    fn summary(&self, tally: Tally, works: Option<u64>, report: Option<Report>) -> Result<Summary> {
        let Collection {
            store,
            copies,
            counts,
            names,
            ..
        } = &self.collection;
        let documents = store.len() as u64;
        let top = tally
            .top
            .into_sorted_vec()
            .into_iter()
            .map(|Reverse(Ranked { row, longest, .. })| {
                let excerpt = longest
                    .map(|passage| {
                        let text = store.text(passage.a)?;
                        Ok::<_, Error>(
                            text.quote(passage.a_span, self.options.offsets)
                                .0
                                .to_owned(),
                        )
                    })
                    .transpose()?;
                Ok(TopPair { row, excerpt })
            })
            .collect::<Result<_>>()?;
        let classes = Class::ALL.iter().map(|&class| {
            let bit = 1u16 << class as u8;
            let in_class = tally
                .classes
                .iter()
                .filter(|classes| **classes & bit != 0)
                .count();
            ClassSummary::new(
                class,
                tally.pairs[class as usize],
                in_class as u64,
                documents,
            )
        });
        Ok(Summary {
            scheme: Some(self.collection.scheme.clone()),
            documents,
            reference_documents: counts.reference.into(),
            tokens: counts.tokens,
            fingerprints: counts.fingerprints,
            text_bytes: counts.text_bytes,
            digest: format!("{:032x}", counts.digest),
            pairs: tally.pairs.iter().sum(),
            passages: tally.passages,
            clusters: self.clusters.as_ref().map_or(0, Clusters::len) as u64,
            portions: works.map(|_| tally.portions),
            works,
            decks: Some(self.decks.count() as u64).filter(|count| *count > 0),
            slides: (tally.slides.pairs > 0).then_some(tally.slides),
            lineages: (tally.slides.pairs > 0).then_some(tally.lineages),
            labels: self.with_evidence(tally.labels)?,
            related_documents: tally
                .classes
                .iter()
                .filter(|classes| **classes != 0)
                .count() as u64,
            classes: classes.collect(),
            copies: copies.len() as u64,
            copies_without_rows: copies.without_rows(self.options.max_copies) as u64,
            frames: (counts.pages > 0).then(|| self.collection.frames.summary()),
            patterns: Vec::new(),
            without: self.without.names(),
            frequent: self.related.frequent,
            sentences: self.related.sentences,
            taken: counts.taken.clone(),
            renamed: names.renamed() as u64,
            first_renamed: names
                .first()
                .map(|doc| self.collection.name(doc))
                .transpose()?,
            report,
            top,
        })
    }
}

/// Groups that are named for each label, and how much of their text is.
const EVIDENCE: usize = 3;
const EVIDENCE_LETTERS: usize = 200;
