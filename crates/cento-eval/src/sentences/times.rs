//! What scan, rare words and signatures cost (the paper's figures 8 to 10).

use std::collections::HashSet;
use std::fmt::Write;

use anyhow::Result;
use cento::find::SentenceOptions;

use super::finding::{Question, numbers};
use super::growth::decades;
use super::scan::{Scan, enough};
use super::sets::{Sets, Vocabulary};
use super::translation::Translation;
use crate::clock::Clock;
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};

/// Signatures and the distances that are measured. Of 32 bits at a distance of 3 there are 5,489 values, which takes
/// longer to look up than to scan.
const NEAR: [(&str, &[u32]); 4] = [
    ("m=16,l=1", &[0, 1, 2]),
    ("m=32,l=2", &[0, 1, 2]),
    ("m=64,l=2", &[0, 1, 2, 3, 5, 7, 9]),
    ("m=128,l=2", &[0, 3, 6, 9]),
];

/// Verses that are scanned, about.
const SCANNED: usize = 500;

/// What a scan of some verses finds, and how long it takes.
pub(super) struct Scanned {
    step: usize,
    pairs: HashSet<(u32, u32)>,
    pub(super) seconds_a_sentence: f64,
}

/// Scans about [`SCANNED`] documents of the query, evenly spread: all where there are no more.
pub(super) fn scanned(query: &Sets, reference: &Sets, vocabulary: &Vocabulary) -> Scanned {
    let options = SentenceOptions::default();
    let step = query.documents().div_ceil(SCANNED).max(1);
    let weights = vocabulary.weights();
    let clock = Clock::start();
    let mut scan = Scan::new(reference, vocabulary, &weights);
    let (mut pairs, mut sentences) = (HashSet::new(), 0);
    for document in (0..query.documents()).step_by(step) {
        for sentence in query.sentences_of(document) {
            let words = query.words(sentence);
            let enough = enough(words.len(), options.threshold, options.least);
            scan.each(words, enough, |shared| {
                let found = reference.document_of(shared.reference);
                pairs.insert((document as u32, found));
            });
            sentences += 1;
        }
    }
    Scanned {
        step,
        pairs,
        seconds_a_sentence: clock.seconds() / f64::from(sentences.max(1)),
    }
}

impl Scanned {
    /// The share of its pairs that a run has: of all, and of those of the same verse.
    pub(super) fn recall(&self, found: &HashSet<(u32, u32)>, same: &[Option<u32>]) -> [f64; 2] {
        let is_same = |&(a, b): &(u32, u32)| same[a as usize] == Some(b);
        let share = |wanted: &dyn Fn(&(u32, u32)) -> bool| {
            let all = self.pairs.iter().filter(|pair| wanted(pair));
            let known = all.clone().filter(|pair| found.contains(pair));
            known.count() as f64 / all.count().max(1) as f64
        };
        [share(&|_| true), share(&is_same)]
    }
}

/// Adds the part to the page.
pub(super) fn report(
    query: &Translation,
    reference: &Translation,
    body: &mut String,
    plots: &mut Vec<(String, Plot)>,
) -> Result<()> {
    let language = reference.language();
    let mut vocabulary = Vocabulary::new(language);
    let others = vocabulary.sets(reference.texts());
    let own = vocabulary.sets(query.texts());
    let same = query.numbers_in(reference);
    let scanned = scanned(&own, &others, &vocabulary);
    let _ = write!(
        body,
        "## Time (their figures 8 to 10)\n\nAll {} sentences of {} in the {} of {}, threshold 0.5, on one thread, in \
         CPU time. Recall is of the pairs of verses that the scan finds for each {}-th verse; the time of the scan \
         is that of these verses, the others are asked for all at once. Most of all pairs share little more than \
         half of the words; those of the same verse are rewordings. Reading, splitting and stemming both files is \
         the same for all and counts in neither column of time; it takes ",
        own.len(),
        query.name,
        others.len(),
        reference.name,
        scanned.step
    );
    let mut table = Table::new([
        "",
        "recall, all pairs",
        "the same verse",
        "all, s",
        "a sentence, ms",
        "of the scan's time",
    ]);
    let scan = scanned.seconds_a_sentence;
    let mut row = |name: String, [all, same]: [f64; 2], seconds: f64| {
        table.row([
            name,
            format!("{all:.3}"),
            format!("{same:.3}"),
            format!("{:.2}", seconds * own.len() as f64),
            format!("{:.4}", seconds * 1e3),
            format!("{:.5}", seconds / scan),
        ]);
    };
    row("scan".to_owned(), [1.0; 2], scan);
    let [inputs, references] = [query, reference].map(|one| numbers(&one.documents));
    let find = |scheme: &str| -> Result<([f64; 2], f64, f64)> {
        let question = Question::on_one_thread(scheme);
        let against = Some((&*reference.path, &references));
        let found = question.find((&query.path, &inputs), against)?;
        let seconds = found.joining / own.len().max(1) as f64;
        Ok((
            scanned.recall(&found.documents(), &same),
            seconds,
            found.reading,
        ))
    };
    let (recall, words, reading) = find(&format!("words:lang={language}"))?;
    row("rare words (the preset)".to_owned(), recall, words);
    let level = |name: &str, seconds: f64| Line {
        name: name.to_owned(),
        points: vec![(0.0, seconds * 1e3), (1.0, seconds * 1e3)],
    };
    let mut lines = vec![level("scan", scan), level("rare words (recall 1)", words)];
    for (signing, distances) in NEAR {
        let bits = signing.trim_start_matches("m=").split(',').next();
        let bits = bits.unwrap_or_default();
        let mut points = Vec::new();
        for distance in distances {
            let (recall, seconds, _) =
                find(&format!("qsign:{signing},d={distance},lang={language}"))?;
            row(format!("{bits} bits, d = {distance}"), recall, seconds);
            points.push((recall[1], seconds * 1e3));
        }
        lines.push(Line {
            name: format!("{bits} bits"),
            points,
        });
    }
    let _ = write!(body, "{reading:.2} s.\n\n{table}\n");
    let plot = Plot {
        title: "Time of a sentence, by recall of the same verse".to_owned(),
        x: Axis {
            label: "recall of the same verse".to_owned(),
            marks: vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
            is_logarithmic: false,
        },
        y: Axis {
            label: "milliseconds a sentence".to_owned(),
            marks: decades(&lines),
            is_logarithmic: true,
        },
        lines,
    };
    let name = "sentences-time.svg";
    let _ = writeln!(body, "![{}]({name})\n", plot.title);
    plots.push((name.to_owned(), plot));
    Ok(())
}
