//! The same verse in another translation: how often it comes first.

use std::fmt::Write;

use anyhow::Result;
use cento::find::SentenceOptions;
use cento::fingerprint::Signing;

use super::finding::{Question, numbers};
use super::first::{First, right};
use super::scan::{Scan, enough, reaches};
use super::sets::{Sets, Vocabulary};
use super::translation::Translation;
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};
use crate::threads;

/// The least share of a sentence's words that the other has.
const THRESHOLDS: [f64; 3] = [0.3, 0.4, 0.5];

/// Bits in which signatures differ at most.
const DISTANCES: usize = 16;

/// As [`DISTANCES`] is plotted.
const SIGNING: Signing = Signing {
    bits: 64,
    hashes: 2,
};

/// The fewest shared words of a sentence: none but the threshold's, and the preset's.
fn leasts() -> [u32; 2] {
    [1, SentenceOptions::default().least]
}

/// What comes first for a verse, by scan: at each threshold, for each of [`leasts`], and by signatures of each
/// distance.
#[derive(Clone, Copy, Default)]
struct Firsts {
    scan: [[First; 2]; 3],
    near: [[First; DISTANCES + 1]; 3],
}

/// The share of verses that come first, of those that are in both translations.
struct Outcome {
    name: String,
    verses: usize,
    scan: [[f64; 2]; 3],
    preset: [f64; 3],
    near: [[f64; DISTANCES + 1]; 3],
    /// The same by the engine's signatures, at the default distance and threshold.
    default: f64,
}

/// The distance that the engine's signatures have unless told.
const DEFAULT_DISTANCE: usize = 3;

/// Verses scanned at a time.
const BLOCK: usize = 256;

/// What comes first for every verse of `query`.
fn scanned(query: &Sets, reference: &Sets, vocabulary: &Vocabulary) -> Vec<Firsts> {
    let weights = vocabulary.weights();
    let [own, others] = [query, reference].map(|sets| vocabulary.signatures(sets, SIGNING));
    let blocks = threads::map(query.documents().div_ceil(BLOCK), |block| {
        let mut scan = Scan::new(reference, vocabulary, &weights);
        let documents = block * BLOCK..query.documents().min((block + 1) * BLOCK);
        let first_of = |document: usize| {
            let mut firsts = Firsts::default();
            for sentence in query.sentences_of(document) {
                let words = query.words(sentence);
                let least = enough(words.len(), THRESHOLDS[0], 1);
                scan.each(words, least, |shared| {
                    let document = reference.document_of(shared.reference);
                    let difference = own[sentence] ^ others[shared.reference];
                    let distance = difference.count_ones() as usize;
                    for (at, &threshold) in THRESHOLDS.iter().enumerate() {
                        if !reaches(shared.overlap, threshold) {
                            continue;
                        }
                        for (first, least) in firsts.scan[at].iter_mut().zip(leasts()) {
                            if shared.words >= least {
                                first.offer(shared.weighted, document);
                            }
                        }
                        if shared.words >= leasts()[1] {
                            let near = firsts.near[at].iter_mut().skip(distance);
                            near.for_each(|first| first.offer(shared.weighted, document));
                        }
                    }
                });
            }
            firsts
        };
        documents.map(first_of).collect::<Vec<_>>()
    });
    blocks.concat()
}

/// What comes first for every verse by the engine.
fn found(
    scheme: String,
    threshold: f64,
    query: &Translation,
    reference: &Translation,
) -> Result<Vec<First>> {
    let question = Question {
        scheme,
        threshold,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let [inputs, references] = [query, reference].map(|one| numbers(&one.documents));
    let found = question.find((&query.path, &inputs), Some((&reference.path, &references)))?;
    let mut firsts = vec![First::default(); query.documents.len()];
    for pair in found.pairs {
        firsts[pair.a as usize].offer(pair.weighted, pair.b);
    }
    Ok(firsts)
}

fn outcome(query: &Translation, reference: &Translation) -> Result<Outcome> {
    let language = reference.language();
    let mut vocabulary = Vocabulary::new(language);
    let others = vocabulary.sets(reference.texts());
    let own = vocabulary.sets(query.texts());
    let wanted = query.numbers_in(reference);
    let verses = wanted.iter().flatten().count();
    let share = |firsts: &[First]| right(firsts, &wanted) as f64 / verses.max(1) as f64;
    let scanned = scanned(&own, &others, &vocabulary);
    let of = |each: &dyn Fn(&Firsts) -> First| share(&scanned.iter().map(each).collect::<Vec<_>>());
    let mut preset = [0.0; 3];
    for (share_of, threshold) in preset.iter_mut().zip(THRESHOLDS) {
        *share_of = share(&found(
            format!("words:lang={language}"),
            threshold,
            query,
            reference,
        )?);
    }
    let scheme = format!("qsign:m=64,l=2,d={DEFAULT_DISTANCE},lang={language}");
    Ok(Outcome {
        name: format!("{} in {}", query.name, reference.name),
        verses,
        scan: [0, 1, 2].map(|at| [0, 1].map(|least| of(&|firsts| firsts.scan[at][least]))),
        preset,
        near: [0, 1, 2]
            .map(|at| std::array::from_fn(|distance| of(&|firsts| firsts.near[at][distance]))),
        default: share(&found(scheme, THRESHOLDS[2], query, reference)?),
    })
}

/// Adds the part to the page.
pub(super) fn report(
    pairs: &[(&Translation, &Translation)],
    body: &mut String,
    plots: &mut Vec<(String, Plot)>,
) -> Result<()> {
    let outcomes: Vec<Outcome> = pairs
        .iter()
        .map(|(query, reference)| outcome(query, reference))
        .collect::<Result<_>>()?;
    body.push_str(
        "## The same verse first\n\nEach verse of one translation is looked for in another. The score of two verses \
         is that of their best two sentences, by `weighted_overlap` among those that reach the threshold of \
         `word_overlap`; of equals the verse that stands first in the file counts. Shown is the share of verses for \
         which the same verse comes first, of those that both translations have. The scan compares every sentence \
         with every other and is the measure's own limit. The preset leaves out sentences that share fewer than \
         three words; the second scan does so too.\n\n",
    );
    let mut table = Table::new([
        "",
        "verses",
        "threshold",
        "scan",
        "scan, three words",
        "preset",
        "of the scan's, %",
    ]);
    for outcome in &outcomes {
        for (at, threshold) in THRESHOLDS.iter().enumerate() {
            let [whole, three] = outcome.scan[at];
            let preset = outcome.preset[at];
            table.row([
                outcome.name.clone(),
                outcome.verses.to_string(),
                threshold.to_string(),
                format!("{whole:.4}"),
                format!("{three:.4}"),
                format!("{preset:.4}"),
                format!("{:.2}", 100.0 * preset / whole.max(f64::MIN_POSITIVE)),
            ]);
        }
    }
    let _ = writeln!(body, "{table}");
    near(&outcomes, body, plots);
    Ok(())
}

/// Adds what signatures find.
fn near(outcomes: &[Outcome], body: &mut String, plots: &mut Vec<(String, Plot)>) {
    let _ = write!(
        body,
        "The same by signatures of 64 bits (scheme `qsign:m=64,l=2`), of which at most `d` differ; words must be \
         three. These are the scan's pairs with such signatures; the last column is what the engine finds at its \
         default, d = {DEFAULT_DISTANCE} and threshold 0.5.\n\n"
    );
    let shown = (0..=DISTANCES).step_by(2);
    let headings = shown.clone().map(|distance| format!("d = {distance}"));
    let first = ["", "threshold"].map(str::to_owned).into_iter();
    let last = [format!("d = {DEFAULT_DISTANCE}"), "engine".to_owned()];
    let mut table = Table::new(first.chain(headings).chain(last));
    for outcome in outcomes {
        for (at, threshold) in THRESHOLDS.iter().enumerate() {
            let near = &outcome.near[at];
            let cells = shown
                .clone()
                .map(|distance| format!("{:.3}", near[distance]));
            let engine = match at {
                2 => format!("{:.3}", outcome.default),
                _ => String::new(),
            };
            let last = [format!("{:.3}", near[DEFAULT_DISTANCE]), engine];
            let first = [outcome.name.clone(), threshold.to_string()].into_iter();
            table.row(first.chain(cells).chain(last));
        }
    }
    let _ = writeln!(body, "{table}");
    for (at, threshold) in [(0, "0.3"), (2, "0.5")] {
        let mut lines = Vec::new();
        for outcome in outcomes {
            let points =
                (0..=DISTANCES).map(|distance| (distance as f64, outcome.near[at][distance]));
            lines.push(Line {
                name: outcome.name.replace(" in ", ", "),
                points: points.collect(),
            });
        }
        let name = format!("sentences-first-{}.svg", threshold.replace('.', ""));
        let title = format!("The same verse first by 64 bits, threshold {threshold}");
        let _ = writeln!(body, "![{title}]({name})\n");
        plots.push((
            name,
            Plot {
                title,
                x: Axis {
                    label: "bits that differ at most".to_owned(),
                    marks: (0..=DISTANCES).step_by(2).map(|mark| mark as f64).collect(),
                    is_logarithmic: false,
                },
                y: Axis {
                    label: "share of verses".to_owned(),
                    marks: vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
                    is_logarithmic: false,
                },
                lines,
            },
        ));
    }
}
