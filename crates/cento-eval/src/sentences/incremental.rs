//! New sentences into an index, beside finding everything anew (the paper's figure 13).

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use cento::engine;
use cento::find::New;
use cento::index::{self, AddOptions, Making, Writer};
use cento::read::Document;
use cento::watch::Unwatched;

use super::finding::{Numbers, Pairs, Question, Written, numbers};
use super::growth::verse_by_verse;
use super::translation::Translation;
use crate::clock::Clock;
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};

/// Verses that were there, as shares of all that are not new.
const SHARES: [f64; 3] = [0.5, 0.75, 1.0];

/// Every so many-th verse is new.
const NEW: usize = 9;

/// What is measured, and its name.
const SCHEMES: [(&str, &str); 2] = [
    ("rare words", "words"),
    ("64 bits, d = 3", "qsign:m=64,l=2,d=3"),
];

/// What it takes to look for new documents, in seconds, and what is found.
struct Measured {
    /// To find what they bring, and to add them.
    parts: [f64; 2],
    /// To find all pairs anew, and to make the index anew.
    full: [f64; 2],
    /// To check one.
    check: f64,
    /// The pairs that have a new one, in both ways.
    pairs: [usize; 2],
    /// How many of these are in both.
    same: usize,
}

/// New documents that are checked one at a time.
const CHECKED: usize = 100;

/// Adds the documents of a file.
pub(super) fn add(writer: &mut Writer, path: &Path) -> Result<()> {
    let options = AddOptions {
        strict: true,
        ..AddOptions::new(1 << 30, std::env::temp_dir())
    };
    let input = [path.to_string_lossy().into_owned()];
    index::add(writer, &input, &options, &Unwatched)?;
    Ok(())
}

fn measure(scheme: &str, old: &[&Document], new: &[&Document]) -> Result<Measured> {
    let question = Question::on_one_thread(scheme);
    let options = question.options()?;
    let all: Vec<Document> = old.iter().chain(new).map(|&one| one.clone()).collect();
    let numbers: Numbers<'_> = numbers(&all);
    let [old_file, new_file] = [old, new].map(|documents| Written::new(documents.iter().copied()));
    let (old_file, new_file) = (old_file?, new_file?);
    let folder = tempfile::tempdir()?;
    let making = Making::new(options.scheme.clone(), None);
    let mut writer = Writer::create(&folder.path().join("index"), making, "a study")?;
    add(&mut writer, old_file.path())?;
    let mut found = Pairs {
        inputs: &numbers,
        references: &numbers,
        pairs: Vec::new(),
    };
    let mut clock = Clock::start();
    let mut lap = || {
        let seconds = clock.seconds();
        clock = Clock::start();
        seconds
    };
    let input = [new_file.path().to_string_lossy().into_owned()];
    let snapshot = writer.snapshot().clone();
    engine::find_indexed(
        &snapshot,
        New::Among(&input),
        &options,
        &Unwatched,
        &mut found,
    )?;
    let finding = lap();
    add(&mut writer, new_file.path())?;
    let parts = [finding, lap()];
    let checked = new.len().min(CHECKED);
    for document in &new[..checked] {
        engine::check(&snapshot, document, 10, &options, &mut ())?;
    }
    let check = lap() / checked.max(1) as f64;
    let whole_file = Written::new(all.iter())?;
    lap();
    let whole = question.find((whole_file.path(), &numbers), None)?;
    let finding = lap();
    let making = Making::new(options.scheme.clone(), None);
    let mut writer = Writer::create(&folder.path().join("anew"), making, "a study")?;
    add(&mut writer, whole_file.path())?;
    let full = [finding, lap()];
    let is_new = |document: u32| document as usize >= old.len();
    let of_new = |pairs: &[super::finding::Pair]| -> HashSet<(u32, u32)> {
        let pairs = pairs.iter().filter(|pair| is_new(pair.a) || is_new(pair.b));
        let pairs = pairs.map(|pair| (pair.a.min(pair.b), pair.a.max(pair.b)));
        pairs.collect()
    };
    let [found, wanted] = [of_new(&found.pairs), of_new(&whole.pairs)];
    Ok(Measured {
        parts,
        full,
        check,
        pairs: [found.len(), wanted.len()],
        same: found.intersection(&wanted).count(),
    })
}

/// Adds the part to the page.
pub(super) fn report(
    translations: &[&Translation],
    body: &mut String,
    plots: &mut Vec<(String, Plot)>,
) -> Result<()> {
    let Some(first) = translations.first() else {
        return Ok(());
    };
    let language = first.language();
    let verses = verse_by_verse(translations);
    let is_new = |at: usize| at % NEW == NEW - 1;
    let side = |wanted: bool| -> Vec<&Document> {
        let numbered = verses.iter().enumerate();
        let those = numbered.filter(|(at, _)| is_new(*at) == wanted);
        those.map(|(_, verse)| *verse).collect()
    };
    let [old, new] = [side(false), side(true)];
    let _ = write!(
        body,
        "## New sentences (their figure 13)\n\n{} new verses, every {NEW}-th of those above, where so many others \
         are in an index. Incremental: the pairs that the new ones bring are found, with those of the index and \
         among themselves (`find --index --new --among-new`), and the new ones are added. Full: all pairs of all \
         verses are found anew; and an index of all is made anew. CPU seconds on one thread, with reading, \
         splitting and writing. Times: how often finding goes into finding, and both parts into both. The last \
         column is `check` of a new verse alone, for the ten that have most of it. The paper gains 5 to 7 \
         times.\n\n",
        new.len()
    );
    let mut table = Table::new([
        "",
        "in the index",
        "find, s",
        "add, s",
        "find all, s",
        "index all, s",
        "times, to find",
        "times, both",
        "pairs of new verses",
        "in full",
        "in both",
        "check of one, ms",
    ]);
    let mut lines = Vec::new();
    for (name, scheme) in SCHEMES {
        let scheme = match scheme.contains(':') {
            true => format!("{scheme},lang={language}"),
            false => format!("{scheme}:lang={language}"),
        };
        let (mut incremental, mut full) = (Vec::new(), Vec::new());
        for share in SHARES {
            let count = (old.len() as f64 * share) as usize;
            let measured = measure(&scheme, &old[..count], &new)?;
            let [finding, adding] = measured.parts;
            let [finding_all, making] = measured.full;
            let times = |whole: f64, part: f64| format!("{:.1}", whole / part.max(1e-9));
            let [found, wanted] = measured.pairs.map(|pairs| pairs.to_string());
            table.row([
                name.to_owned(),
                count.to_string(),
                format!("{finding:.2}"),
                format!("{adding:.2}"),
                format!("{finding_all:.2}"),
                format!("{making:.2}"),
                times(finding_all, finding),
                times(finding_all + making, finding + adding),
                found,
                wanted,
                measured.same.to_string(),
                format!("{:.2}", 1e3 * measured.check),
            ]);
            incremental.push((count as f64, finding + adding));
            full.push((count as f64, finding_all + making));
        }
        for (how, points) in [("added", incremental), ("anew", full)] {
            let short = name.split(',').next().unwrap_or(name);
            lines.push(Line {
                name: format!("{short}, {how}"),
                points,
            });
        }
    }
    let _ = writeln!(body, "{table}");
    let most = |of: fn(&(f64, f64)) -> f64| {
        let all = lines.iter().flat_map(|line| &line.points);
        all.map(of).fold(1.0, f64::max)
    };
    let (most_verses, most_seconds) = (most(|point| point.0), most(|point| point.1));
    let step = (most_seconds / 5.0).ceil();
    let first = (old.len() as f64 * SHARES[0] / 1e4).floor() * 1e4;
    // Up to the first mark that no point is beyond.
    let marks = |first: f64, step: f64, most: f64| -> Vec<f64> {
        let count = ((most - first) / step).ceil() as u32;
        let at = |at: u32| first + step * f64::from(at);
        (0..=count).map(at).collect()
    };
    let plot = Plot {
        title: "New verses into an index, and everything anew".to_owned(),
        x: Axis {
            label: "verses in the index".to_owned(),
            marks: marks(first, 2e4, most_verses),
            is_logarithmic: false,
        },
        y: Axis {
            label: "CPU seconds".to_owned(),
            marks: marks(0.0, step, most_seconds),
            is_logarithmic: false,
        },
        lines,
    };
    let name = "sentences-incremental.svg";
    let _ = writeln!(body, "![{}]({name})\n", plot.title);
    plots.push((name.to_owned(), plot));
    Ok(())
}
