//! The whole run on one page: read, join, pair, report.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::find::check::{Checked, Checker, Trail};
use crate::find::collection::Collection;
use crate::find::join::{Frequent, Join};
use crate::find::pairs::{Located, Pair, Paired, Pairing};
use crate::find::sentence::{SentenceChecker, Sentencing};
use crate::find::store::Store;
use crate::find::{Class, FindOptions, Score, SentenceSummary, WHOLE};
use crate::fingerprint::{Comparison, Method};
use crate::group::{
    Almanac, Clusters, Direction, Editions, Grouping, Labels, Member, Portion, books, portions,
};
use crate::index::{Posting, Snapshot};
use crate::offsets::OffsetUnit;
use crate::parallel;
use crate::read::{Chunk, Document, Item, Skipped, Source, Time};
use crate::report::{
    Builder, ClassSummary, ClusterRow, DocumentRow, Evidence, LabelSummary, MemberRow, OrderScores,
    PairRow, PassageRow, PortionRow, Report, Scores, SentenceScores, Shown, Sink, SkippedRow,
    Summary, TopPair, WorkRow,
};
use crate::span::covered;
use crate::spill::{Partitions, Temp};
use crate::token::Stems;
use crate::watch::{Stage, Watch};

/// Finds the related pairs of `input`, or between `input` and `reference`, and gives every row of
/// the results to `sink`.
pub fn find(
    input: &[String],
    reference: Option<&[String]>,
    options: &FindOptions,
    watch: &dyn Watch,
    sink: &mut dyn Sink,
) -> Result<Summary> {
    options.validate()?;
    let options = &options.within_memory();
    let temp = Temp::new(options.temp.clone());
    let read = Collection::read(input, reference, options, &temp, watch)?;
    relate(read, options, &temp, watch, sink)
}

/// Finds the related pairs of all documents of an index; or, where there is a `new` input, between that
/// and these, as [`find`] with them as the reference. With `among_new` it finds what [`find`] would in all of them, the new
/// ones behind the others, but for pairs of two that are in the index.
pub fn find_indexed(
    snapshot: &Arc<Snapshot>,
    new: Option<&[String]>,
    among_new: bool,
    options: &FindOptions,
    watch: &dyn Watch,
    sink: &mut dyn Sink,
) -> Result<Summary> {
    options.validate()?;
    let options = &made_as(snapshot, options)?;
    let options = &options.within_memory();
    let temp = Temp::new(options.temp.clone());
    let read = Collection::indexed(snapshot, new, among_new, options, &temp, watch)?;
    relate(read, options, &temp, watch, sink)
}

/// The options with what the index has found out about its documents; an error where it was made otherwise.
fn made_as(snapshot: &Snapshot, options: &FindOptions) -> Result<FindOptions> {
    let scheme = options.scheme.as_told_by(&snapshot.making().scheme);
    snapshot.must_be_made_with(&scheme)?;
    Ok(FindOptions {
        scheme,
        ..options.clone()
    })
}

/// Finds the documents of an index that share text with `document`, and gives the `limit` that have most of
/// its words to `sink`, each with its passages: what [`find`] would give with the document behind all others,
/// but for groups, which need all of them. `document` is `a`.
pub fn check(
    snapshot: &Arc<Snapshot>,
    document: &Document,
    limit: usize,
    options: &FindOptions,
    sink: &mut dyn Sink,
) -> Result<Trail> {
    options.validate()?;
    let options = &made_as(snapshot, options)?;
    let method = options.scheme.build();
    let checked = AnyChecker::new(snapshot, options, &method).check(document, limit)?;
    give_checked(checked, &method, options, sink)
}

/// Checks documents by their keys, or by their sentences.
enum AnyChecker<'a> {
    Keys(Checker<'a>),
    Sentences(SentenceChecker<'a>),
}

impl<'a> AnyChecker<'a> {
    fn new(snapshot: &'a Arc<Snapshot>, options: &'a FindOptions, method: &'a Method) -> Self {
        match options.by_sentences() {
            None => Self::Keys(Checker::new(snapshot, options, method)),
            Some(_) => Self::Sentences(SentenceChecker::new(snapshot, options, method)),
        }
    }

    fn check(&self, document: &Document, limit: usize) -> Result<Checked> {
        match self {
            Self::Keys(checker) => checker.check(document, limit),
            Self::Sentences(checker) => checker.check(document, limit),
        }
    }
}

/// Gives the rows of an answer.
fn give_checked(
    checked: Checked,
    method: &Method,
    options: &FindOptions,
    sink: &mut dyn Sink,
) -> Result<Trail> {
    let Checked {
        store,
        pairs,
        trail,
    } = checked;
    let time = |doc: u32| Ok::<_, Error>(store.row(doc)?.date.as_deref().and_then(Time::parse));
    let quoting = Quoting {
        store: &store,
        unit: options.offsets,
        stems: method.stems(),
    };
    let mut number = 0;
    for (pair, passages) in pairs {
        let labels = match pair.alias {
            1 => Labels::default().alias(),
            _ => Labels::default(),
        };
        let row = pair_row(
            [store.id(pair.a)?, store.id(pair.b)?],
            &pair,
            labels,
            options,
        );
        sink.pair(&row)?;
        let direction = Direction::between(time(pair.a)?, time(pair.b)?);
        for passage in &passages {
            number += 1;
            let found = Found {
                number,
                cluster: None,
                labels,
                direction,
            };
            quoting.give(&found, &row, passage, sink)?;
        }
    }
    Ok(trail)
}

/// Bytes of memory for each byte of a text that is checked, where its words are as short as can be.
const BYTES_A_BYTE_CHECKED: usize = 40;

/// Checks every document of `source`, on all threads, and gives each with how its answer came about and the
/// sink that took it, in order; or why it could not be read.
pub fn check_all<S: Sink + Default + Send>(
    snapshot: &Arc<Snapshot>,
    source: &mut dyn Source,
    limit: usize,
    options: &FindOptions,
    watch: &dyn Watch,
    mut each: impl FnMut(std::result::Result<(Document, Trail, S), Skipped>) -> Result<()>,
) -> Result<()> {
    options.validate()?;
    let options = &made_as(snapshot, options)?;
    let method = options.scheme.build();
    let checker = AnyChecker::new(snapshot, options, &method);
    let mut bytes_read = 0;
    let limit_bytes = options.memory / 2;
    parallel::ordered(
        options.threads,
        limit_bytes,
        || {
            let chunk = source.next_chunk()?;
            Ok(chunk.map(|chunk| (chunk.weight() * BYTES_A_BYTE_CHECKED, chunk)))
        },
        |chunk: Chunk| {
            let (bytes, mut items) = (chunk.bytes_read(), Vec::new());
            chunk.parse(&mut |item| items.push(item));
            let checked = items.into_iter().map(|item| match item {
                Item::Document(document) if Checker::bytes_for(&document.text) > limit_bytes => {
                    Ok(Err(Skipped::too_large(&document)))
                }
                Item::Document(document) => {
                    let mut sink = S::default();
                    let checked = checker.check(&document, limit)?;
                    let trail = give_checked(checked, &method, options, &mut sink)?;
                    Ok(Ok((document, trail, sink)))
                }
                Item::Skipped(skipped) => Ok(Err(skipped)),
            });
            Ok((bytes, checked.collect::<Result<Vec<_>>>()?))
        },
        |(bytes, checked)| {
            bytes_read += bytes;
            watch.advance(Stage::Read, bytes_read, 0)?;
            checked.into_iter().try_for_each(&mut each)
        },
    )
}

/// Compares `a` with `b`: the same as [`find`] of the one against the other. No pair, no row of one.
pub fn compare(
    a: Document,
    b: Document,
    options: &FindOptions,
    watch: &dyn Watch,
    sink: &mut dyn Sink,
) -> Result<Summary> {
    options.validate()?;
    let options = &options.within_memory();
    let temp = Temp::new(options.temp.clone());
    let read = Collection::of(a, b, options, &temp, watch)?;
    relate(read, options, &temp, watch, sink)
}

/// Joins what was read, and reports it.
fn relate(
    (collection, postings): (Collection, Partitions<Posting>),
    options: &FindOptions,
    temp: &Temp,
    watch: &dyn Watch,
    sink: &mut dyn Sink,
) -> Result<Summary> {
    let method = collection.scheme.build();
    if let Comparison::Sentences(candidates) = method.comparison
        && let Some(kept) = &collection.sentences
    {
        let (paired, frequent, sentences) = Sentencing {
            options: options.sentence,
            candidates,
            max_df: options.max_df.unwrap_or(method.max_df),
            max_copies: options.max_copies,
            kept,
            copies: &collection.copies,
            tokens_of_originals: &collection.tokens_of_originals()?,
            has_passages: options.align.is_some(),
            threads: options.threads,
            memory: options.memory,
            temp,
            watch,
        }
        .run()?;
        let related = Related {
            paired,
            frequent,
            sentences: Some(sentences),
        };
        return report(collection, related, options, temp, watch, sink);
    }
    let joined = Join {
        max_df: options.max_df.unwrap_or(method.max_df),
        shingle: method.shingle,
        comparison: method.comparison,
        fingerprints: &collection.fingerprints,
        copies: &collection.copies,
        threads: options.threads,
        partition_bytes: options.memory / (8 * options.threads),
        hit_bytes: options.memory / 4,
        temp,
        watch,
    }
    .run(postings)?;
    let paired = Pairing {
        min_hits: options.min_hits,
        counting: options.counting,
        order: options.by_order(),
        max_copies: options.max_copies,
        copies: &collection.copies,
        tokens_of_originals: &collection.tokens_of_originals()?,
        align: options.align,
        store: &collection.store,
        threads: options.threads,
        partition_bytes: options.memory / (8 * options.threads),
        result_bytes: options.memory / 8,
        temp,
        watch,
    }
    .run(&joined)?;
    let related = Related {
        paired,
        frequent: joined.frequent,
        sentences: None,
    };
    drop(joined);
    report(collection, related, options, temp, watch, sink)
}

/// What came of joining.
struct Related {
    paired: Paired,
    frequent: Frequent,
    sentences: Option<SentenceSummary>,
}

/// Groups passages, and gives all rows.
fn report(
    collection: Collection,
    related: Related,
    options: &FindOptions,
    temp: &Temp,
    watch: &dyn Watch,
    sink: &mut dyn Sink,
) -> Result<Summary> {
    let almanac = Almanac::new(&collection.store)?;
    let grouping = |align| Grouping {
        store: &collection.store,
        almanac: &almanac,
        labels: &options.labels,
        align,
        bytes: options.memory / 8,
        temp,
    };
    let clusters = options.align.map(grouping);
    let clusters = clusters
        .map(|grouping| grouping.run(&related.paired.passages))
        .transpose()?;
    let method = collection.scheme.build();
    Reporter {
        collection,
        stems: method.stems(),
        related,
        almanac,
        clusters,
        options,
        temp,
        watch,
    }
    .run(sink)
}

fn scores(pair: &Pair, options: &FindOptions) -> Option<Scores> {
    let share = |part: u32| f64::from(part) / f64::from(WHOLE);
    match options.scheme.comparison() {
        Comparison::Containment => None,
        Comparison::Order => Some(Scores::Order(order_scores(pair))),
        Comparison::Sentences(_) => Some(Scores::Sentences(SentenceScores {
            word_overlap: share(pair.word_overlap),
            weighted_overlap: share(pair.weighted_overlap),
        })),
    }
}

fn order_scores(pair: &Pair) -> OrderScores {
    // Of documents with the same words the shares are known, not the numbers.
    let (lcs, x, y) = match pair.alias {
        1 => (pair.hits, pair.hits, pair.hits),
        _ => (pair.a_common, pair.a_size, pair.b_size),
    };
    OrderScores {
        lcs,
        cs: Score::Cs.of(lcs, x, y),
        its: Score::Its.of(lcs, x, y),
        its_both: {
            let (x, y) = (pair.a_known, pair.b_known);
            Score::Its.of(lcs.max(pair.in_pieces).min(x).min(y), x, y)
        },
        confirmed: f64::from(pair.confirmed) / f64::from(WHOLE),
    }
}

fn pair_row(
    [a_id, b_id]: [String; 2],
    pair: &Pair,
    labels: Labels,
    options: &FindOptions,
) -> PairRow {
    let levels = &options.thresholds;
    let (a_in_b, b_in_a) = (pair.a_in_b(), pair.b_in_a());
    let (a_level, b_level) = (levels.level(a_in_b), levels.level(b_in_a));
    PairRow {
        a_id,
        b_id,
        a_in_b,
        b_in_a,
        a_level,
        b_level,
        class: Class::of(a_level, b_level),
        hits: pair.hits,
        a_matched: pair.a_matched,
        b_matched: pair.b_matched,
        passages: options.align.map(|_| pair.passages),
        labels,
        scores: scores(pair, options),
    }
}

/// What is known of a passage besides where it is.
struct Found {
    number: u64,
    cluster: Option<u64>,
    labels: Labels,
    direction: (Direction, Option<u64>),
}

/// Where the texts of passages are, and how they are told.
struct Quoting<'a> {
    store: &'a Store,
    unit: OffsetUnit,
    stems: Option<&'a Stems>,
}

impl Quoting<'_> {
    /// Gives the row of a passage.
    fn give(
        &self,
        found: &Found,
        pair: &PairRow,
        passage: &Located,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let (a, b) = (self.store.text(passage.a)?, self.store.text(passage.b)?);
        let (direction, lag_days) = found.direction;
        let (a_text, a_begin, a_end) = a.quote(passage.a_span, self.unit);
        let (b_text, b_begin, b_end) = b.quote(passage.b_span, self.unit);
        sink.passage(&PassageRow {
            number: found.number,
            a_id: &pair.a_id,
            b_id: &pair.b_id,
            a_span: (a_begin, a_end),
            b_span: (b_begin, b_end),
            unit: self.unit,
            a_text,
            b_text,
            a_tokens: passage.a_span,
            b_tokens: passage.b_span,
            counts: passage.counts,
            direction,
            lag_days,
            cluster: found.cluster,
            labels: found.labels,
            texts: [a.placed(), b.placed()],
            stems: self.stems,
        })
    }
}

/// Turns numbers into rows.
struct Reporter<'a> {
    collection: Collection,
    /// Which words are the same, where sentences were compared.
    stems: Option<&'a Stems>,
    related: Related,
    almanac: Almanac,
    clusters: Option<Clusters>,
    options: &'a FindOptions,
    temp: &'a Temp,
    watch: &'a dyn Watch,
}

/// Pairs shown to people who asked for no files.
const TOP: usize = 10;

impl Reporter<'_> {
    fn run(&self, sink: &mut dyn Sink) -> Result<Summary> {
        let mut tally = Tally::new(self.collection.store.len());
        let mut report = self
            .options
            .report
            .then(|| Builder::new(&self.collection.store, &self.almanac, self.stems));
        let quoting = Quoting {
            store: &self.collection.store,
            unit: self.options.offsets,
            stems: self.stems,
        };
        let mut editions = self
            .options
            .looks_for_works()
            .then(|| Editions::new(self.options.memory / 16, self.temp));
        let mut all = self.related.paired.passages.iter()?;
        let mut passages = Vec::new();
        for pair in self.related.paired.pairs.iter()? {
            let pair = pair?;
            passages.clear();
            for passage in all.by_ref().take(pair.passages as usize) {
                let number = tally.passages;
                tally.passages += 1;
                let (cluster, labels) = match &self.clusters {
                    Some(clusters) => clusters.of_passage(number),
                    None => Default::default(),
                };
                let labels = if pair.alias == 1 {
                    labels.alias()
                } else {
                    labels
                };
                passages.push((passage?, number + 1, cluster, labels));
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
            sink.pair(&row)?;
            if let Some(report) = &mut report {
                report.pair(&Shown {
                    docs: (pair.a, pair.b),
                    row: &row,
                    passages: &passages,
                    portions: portions.as_deref(),
                })?;
            }
            tally.label(labels, passages.iter().map(|passage| passage.3));
            for &(passage, number, cluster, labels) in &passages {
                let found = Found {
                    number,
                    cluster: (cluster > 0).then_some(cluster.into()),
                    labels,
                    direction: self.almanac.direction(passage.a, passage.b),
                };
                quoting.give(&found, &row, &passage, sink)?;
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
                let row = |doc, related, reused| self.document(doc, related, reused);
                report.finish(self.clusters.as_ref(), works.as_deref(), &row)
            })
            .transpose()?;
        self.summary(tally, works.map(|works| works.len() as u64), report)
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
                let original = copies.original(doc);
                let tokens = || Ok::<_, Error>(f64::from(store.row(doc)?.tokens.max(1)));
                let share = match original.and_then(|original| shares.get(&original)) {
                    _ if copies.has_alias(doc) => 1.0,
                    Some(share) => *share,
                    None if spans.is_empty() => 0.0,
                    None => f64::from(covered(spans.iter().copied())) / tokens()?,
                };
                if copies.has_copies(doc) {
                    shares.insert(doc, share);
                }
                let related = tally.related[doc as usize];
                if let Some(report) = &mut report {
                    report.document(doc, related, share);
                }
                sink.document(&self.document(doc, related, share)?)?;
            }
        }
        Ok(())
    }

    /// The row of a document that is in so many pairs, and of which so much is reused.
    fn document(&self, doc: u32, related: u32, reused: f64) -> Result<DocumentRow> {
        let Collection { store, copies, .. } = &self.collection;
        let row = store.row(doc)?;
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
            labels: row
                .is_word_list
                .then_some("word-list")
                .into_iter()
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
        let store = &self.collection.store;
        for (at, of_cluster) in clusters.labels().enumerate() {
            for name in of_cluster.names() {
                let summary = labels.entry(name).or_default();
                summary.clusters += 1;
                if summary.evidence.len() == EVIDENCE {
                    continue;
                }
                let cluster = clusters.cluster(at)?;
                let text = match cluster.fullest() {
                    Some(member) => {
                        let text = store.text(member.doc)?;
                        let (quote, ..) = text.quote(member.span, self.options.offsets);
                        quote.chars().take(EVIDENCE_LETTERS).collect()
                    }
                    None => String::new(),
                };
                summary.evidence.push(Evidence {
                    cluster_id: format!("c{}", at + 1),
                    documents: cluster.size() as u64,
                    text,
                });
            }
        }
        Ok(labels)
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
            labels: self.with_evidence(tally.labels)?,
            related_documents: tally
                .classes
                .iter()
                .filter(|classes| **classes != 0)
                .count() as u64,
            classes: classes.collect(),
            copies: copies.len() as u64,
            copies_without_rows: copies.without_rows(self.options.max_copies) as u64,
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

/// What is counted while pairs go by.
struct Tally {
    /// For each document, how many pairs it is in, and a bit for each class of them.
    related: Vec<u32>,
    classes: Vec<u16>,
    pairs: [u64; Class::ALL.len()],
    passages: u64,
    portions: u64,
    labels: BTreeMap<&'static str, LabelSummary>,
    top: BinaryHeap<Reverse<Ranked>>,
}

impl Tally {
    fn new(documents: usize) -> Self {
        Self {
            related: vec![0; documents],
            classes: vec![0; documents],
            pairs: [0; Class::ALL.len()],
            passages: 0,
            portions: 0,
            labels: BTreeMap::new(),
            top: BinaryHeap::new(),
        }
    }

    /// Counts a pair, with its longest passage.
    fn add(&mut self, pair: &Pair, row: &PairRow, longest: Option<Located>) {
        for doc in [pair.a, pair.b] {
            self.related[doc as usize] += 1;
            self.classes[doc as usize] |= 1 << row.class as u8;
        }
        self.pairs[row.class as usize] += 1;
        let rank = (
            u64::from(pair.a_matched) + u64::from(pair.b_matched),
            Reverse((pair.a, pair.b)),
        );
        let is_full = self.top.len() == TOP;
        if is_full
            && self
                .top
                .peek()
                .is_some_and(|Reverse(least)| rank < least.rank)
        {
            return;
        }
        self.top.push(Reverse(Ranked {
            rank,
            row: row.clone(),
            longest,
        }));
        if is_full {
            self.top.pop();
        }
    }

    /// Counts the labels of a pair and its passages.
    fn label(&mut self, pair: Labels, passages: impl Iterator<Item = Labels>) {
        let mut count = |labels: Labels, field: fn(&mut LabelSummary) -> &mut u64| {
            for name in labels.names() {
                *field(self.labels.entry(name).or_default()) += 1;
            }
        };
        count(pair, |summary| &mut summary.pairs);
        passages.for_each(|labels| count(labels, |summary| &mut summary.passages));
    }
}

/// A pair by how much it shares; of equals the earlier ranks higher.
struct Ranked {
    rank: (u64, Reverse<(u32, u32)>),
    row: PairRow,
    longest: Option<Located>,
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}
