//! The whole run on one page: read, join, pair, report.

mod noise;
mod reporter;
mod rows;
mod tally;

use std::sync::Arc;

use self::noise::{Patterns, leave_out};
use self::reporter::Reporter;
use self::rows::{Found, Quoting, pair_row, slide_row};
use crate::error::{Error, Result};
use crate::find::check::{Checked, Checker, Trail};
use crate::find::collection::Collection;
use crate::find::join::{Frequent, Join};
use crate::find::pairs::{Paired, Pairing};
use crate::find::sentence::{SentenceChecker, Sentencing};
use crate::find::{Census, FindOptions, New, SentenceSummary};
use crate::fingerprint::{Comparison, Method};
use crate::group::{Almanac, Decks, Direction, Grouping, Joint, Labels};
use crate::index::{Posting, Snapshot};
use crate::parallel;
use crate::read::{Chunk, Document, Item, Skipped, Source, Time};
use crate::report::{Sink, Summary};
use crate::spill::{Partitions, Temp};
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

/// Finds the related pairs of all documents of an index; or between these and what is new, as [`find`] with them as the
/// reference; or what [`find`] would in all of them, the new ones behind the others, but for pairs of two that are in the
/// index.
pub fn find_indexed(
    snapshot: &Arc<Snapshot>,
    new: New<'_>,
    options: &FindOptions,
    watch: &dyn Watch,
    sink: &mut dyn Sink,
) -> Result<Summary> {
    options.validate()?;
    let options = &made_as(snapshot, options)?;
    let options = &options.within_memory();
    let temp = Temp::new(options.temp.clone());
    let read = Collection::indexed(snapshot, new, options, &temp, watch)?;
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
    let decks = Decks::new(&store)?;
    let quoting = Quoting {
        store: &store,
        unit: options.offsets,
        stems: method.stems(),
        decks: &decks,
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
        let mut own = Vec::with_capacity(passages.len());
        for passage in passages {
            number += 1;
            let is_template =
                decks.are_decks(pair.a, pair.b) && decks.is_template(&store, &passage)?;
            own.push((passage, is_template));
            let found = Found {
                number,
                cluster: None,
                labels: labels.template_if(is_template),
                direction,
            };
            quoting.give(&found, &row, &passage, sink)?;
        }
        for slides in decks.pairs(&store, pair.a, pair.b, own)? {
            sink.slide(&slide_row(&row, &slides))?;
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

/// Compares two documents of a collection by their sentences: what [`find`] over all of it finds between them, since words weigh
/// what they do there. Only where more sentences of the collection than [`FindOptions::max_df`] share the rarest words that two
/// sentences share may it leave out what is found here. No pair, no row of one.
pub fn compare_in(
    census: &Census,
    a: Document,
    b: Document,
    options: &FindOptions,
    watch: &dyn Watch,
    sink: &mut dyn Sink,
) -> Result<Summary> {
    options.validate()?;
    let options = &FindOptions {
        scheme: census.scheme.clone(),
        ..options.within_memory()
    };
    let temp = Temp::new(options.temp.clone());
    let mut read = Collection::both([a, b], options, &temp, watch)?;
    if let Some(sentences) = &mut read.0.sentences {
        sentences.count_as(census);
    }
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
        overleap: method.overleap,
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
        runs: options.by_runs(),
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
    mut related: Related,
    options: &FindOptions,
    temp: &Temp,
    watch: &dyn Watch,
    sink: &mut dyn Sink,
) -> Result<Summary> {
    let (mut almanac, mut decks) = (Almanac::default(), Decks::default());
    // Of pairs alone no dates are asked for.
    if options.align.is_some() || options.report || collection.counts.may_have_layouts {
        for doc in 0..collection.store.len() as u32 {
            let row = collection.store.row(doc)?;
            almanac.add(&row);
            decks.add(doc, &row);
        }
    }
    let grouping = |align| Grouping {
        store: &collection.store,
        almanac: &almanac,
        labels: &options.labels,
        align,
        joint: match options.by_sentences() {
            Some(_) => Joint::Sentences,
            None => Joint::Stretch,
        },
        bytes: options.memory / 8,
        temp,
    };
    let clusters = options.align.map(grouping);
    let mut clusters = clusters
        .map(|grouping| grouping.run(&related.paired.passages))
        .transpose()?;
    let without = options.without(collection.counts.pages > 0);
    let patterns = match &mut clusters {
        Some(clusters) if !without.is_empty() => {
            let (collection, decks) = (&collection, &decks);
            leave_out(
                &mut related,
                clusters,
                without,
                collection,
                decks,
                options,
                temp,
            )?
        }
        _ => Patterns::default(),
    };
    let method = collection.scheme.build();
    Reporter {
        collection,
        stems: method.stems(),
        related,
        almanac,
        decks,
        clusters,
        patterns,
        without,
        options,
        temp,
        watch,
    }
    .run(sink)
}
