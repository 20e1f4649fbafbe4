//! Recall by threshold and bits that differ (the paper's tables 1 and 2 and figure 6).

use std::fmt::Write;

use cento::find::SentenceOptions;

use super::bands::{Asked, BANDS, Counted, Differing, SIGNINGS, total};
use super::paper::{FOUND, SETS};
use super::sets::{Sets, Vocabulary};
use super::translation::Translation;
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};

/// Bits that differ at most: those of the paper, and more.
pub(super) const DISTANCES: [u32; 11] = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16];

/// About how many sentences are asked for.
const QUERIES: usize = 4000;

/// What was counted, and of how long sentences.
pub(super) struct Measured {
    pub(super) counted: [Counted; 4],
    pub(super) mean_words: f64,
}

/// Adds table 1.
pub(super) fn sets<'a>(collections: impl Iterator<Item = (&'a str, &'a Sets)>, body: &mut String) {
    body.push_str("## The data (their table 1)\n\nSentences that have words other than stop words, and how many \
     different ones.\n\n");
    let mut table = Table::new(["", "documents", "sentences", "words a sentence"]);
    for (name, sets) in collections {
        table.row([
            name.to_owned(),
            sets.documents().to_string(),
            sets.len().to_string(),
            format!("{:.2}", sets.mean_words()),
        ]);
    }
    for (name, documents, sentences, words) in SETS {
        table.row([name, documents, sentences, words]);
    }
    let _ = writeln!(body, "{table}");
}

/// Adds table 2 and figure 6; gives what was counted.
pub(super) fn report(
    query: &Translation,
    reference: &Translation,
    body: &mut String,
    plots: &mut Vec<(String, Plot)>,
) -> Measured {
    let mut vocabulary = Vocabulary::new(reference.language());
    let others = vocabulary.sets(reference.texts());
    let own = vocabulary.sets(query.texts());
    let asked = Asked {
        query: &own,
        reference: &others,
        vocabulary: &vocabulary,
        same: &query.numbers_in(reference),
        step: own.len().div_ceil(QUERIES).max(1),
        least: SentenceOptions::default().least,
    };
    let (counted, queries) = (asked.count(), asked.queries());
    let _ = write!(
        body,
        "## Recall by threshold and bits (their table 2)\n\nOf pairs of sentences that share at least half the words \
         of the first, by that share, those whose signatures differ in at most `d` bits. Asked for are {queries} \
         sentences of {}, evenly spread, among the {} of {}. Pairs share at least three words. In the second half of \
         each table only sentences of the same verse count: these are rewordings, where the first half also has what \
         shares words by chance.\n\n",
        query.name,
        others.len(),
        reference.name
    );
    for (signing, counted) in SIGNINGS.iter().zip(&counted) {
        let _ = write!(
            body,
            "{} bits, {} a word:\n\n",
            signing.bits, signing.hashes
        );
        let _ = writeln!(body, "{}", table(counted, queries));
    }
    body.push_str("Figures of the paper, on its own sentences:\n\n");
    let headings = ["share of words", "pairs"].map(str::to_owned).into_iter();
    let headings = headings.chain((0..=5).map(|distance| format!("d = {distance}")));
    let mut table = Table::new(headings);
    for part in &FOUND {
        let name = |of: &str| format!("{} bits, {}: {of}", part.bits, part.set);
        let rows = BANDS.iter().zip(&part.bands);
        for (of, (pairs, recall)) in rows.chain([(&"all", &part.total)]) {
            let first = [name(of), pairs.to_string()].into_iter();
            table.row(first.chain(recall.iter().map(|&recall| recall.to_owned())));
        }
        let first = [name("candidates a sentence"), String::new()].into_iter();
        table.row(first.chain(part.candidates.iter().map(|&count| count.to_owned())));
    }
    let _ = writeln!(body, "{table}");
    precision(&counted, body, plots);
    Measured {
        counted,
        mean_words: own.mean_words(),
    }
}

fn table(counted: &Counted, queries: usize) -> Table {
    let headings = ["share of words", "pairs"].map(str::to_owned).into_iter();
    let headings = headings.chain(DISTANCES.map(|distance| format!("d = {distance}")));
    let mut table = Table::new(headings);
    let mut row = |name: String, pairs: &Differing| {
        let recall = |distance| match pairs.recall(distance) {
            Some(recall) => format!("{recall:.3}"),
            None => "-".to_owned(),
        };
        let first = [name, pairs.all().to_string()].into_iter();
        table.row(first.chain(DISTANCES.map(recall)));
    };
    for (of, bands) in [("", &counted.bands), (", same verse", &counted.same)] {
        for (name, pairs) in BANDS.iter().zip(bands) {
            row(format!("{name}{of}"), pairs);
        }
        row(format!("all{of}"), &total(bands));
    }
    let each = |distance| {
        let candidates = counted.candidates.within(distance) as f64;
        format!("{:.1}", candidates / queries.max(1) as f64)
    };
    let first = ["candidates a sentence".to_owned(), String::new()].into_iter();
    table.row(first.chain(DISTANCES.map(each)));
    table
}

/// Adds figure 6.
fn precision(counted: &[Counted; 4], body: &mut String, plots: &mut Vec<(String, Plot)>) {
    body.push_str(
        "Precision and recall (their figure 6), for d from 0 on: of the candidates those that share half of the \
         words, and of such pairs of the same verse those that are candidates.\n\n",
    );
    let line = |(at, counted): (usize, &Counted)| {
        let [pairs, same] = [&counted.bands, &counted.same].map(total);
        let point = |distance: u32| {
            let candidates = counted.candidates.within(distance);
            let precision = pairs.within(distance) as f64 / candidates.max(1) as f64;
            Some((same.recall(distance)?, precision)).filter(|_| candidates > 0)
        };
        Line {
            name: format!("{} bits", SIGNINGS[at].bits),
            points: (0..=SIGNINGS[at].bits.min(40)).filter_map(point).collect(),
        }
    };
    let axis = |label: &str| Axis {
        label: label.to_owned(),
        marks: vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
        is_logarithmic: false,
    };
    let plot = Plot {
        title: "Precision and recall of signatures".to_owned(),
        x: axis("recall of the same verse"),
        y: axis("precision"),
        lines: counted.iter().enumerate().map(line).collect(),
    };
    let name = "sentences-precision.svg";
    let _ = writeln!(body, "![{}]({name})\n", plot.title);
    plots.push((name.to_owned(), plot));
}
