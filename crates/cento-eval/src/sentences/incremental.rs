//! New sentences into an index, beside finding everything anew (the paper's figure 13).

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use cento::engine;
use cento::index::{self, AddOptions, Making, OnDuplicate, Writer};
use cento::read::{Document, Fields};
use cento::watch::Unwatched;

use super::clock::Clock;
use super::finding::{Numbers, Pairs, Question, Written, numbers};
use super::growth::verse_by_verse;
use super::translation::Translation;
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};

/// Verses that were there, as shares of all that are not new.
const SHARES: [f64; 4] = [0.625, 0.75, 0.875, 1.0];

/// Every so many-th verse is new.
const NEW: usize = 9;

/// What is measured, and its name.
const SCHEMES: [(&str, &str); 2] = [
    ("rare words", "words"),
    ("64 bits, d = 3", "qsign:m=64,l=2,d=3"),
];

/// Seconds to find new documents in an index and among themselves and to add them, and to find all pairs anew; the pairs of
/// a new one, in either way.
struct Measured {
    incremental: f64,
    full: f64,
    pairs: [usize; 2],
}

fn add(writer: &mut Writer, path: &Path) -> Result<()> {
    let options = AddOptions {
        fields: Fields::default(),
        on_duplicate: OnDuplicate::default(),
        strict: true,
        memory: 1 << 30,
        threads: 1,
        temp: std::env::temp_dir(),
        leave_out: None,
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
    let clock = Clock::start();
    let input = [new_file.path().to_string_lossy().into_owned()];
    let snapshot = writer.snapshot().clone();
    engine::find_indexed(&snapshot, Some(&input), &options, &Unwatched, &mut found)?;
    let among = question.find((new_file.path(), &numbers), None)?;
    add(&mut writer, new_file.path())?;
    let incremental = clock.seconds();
    let whole_file = Written::new(all.iter())?;
    let clock = Clock::start();
    let whole = question.find((whole_file.path(), &numbers), None)?;
    let full = clock.seconds();
    let is_new = |document: u32| document as usize >= old.len();
    let of_new = |pairs: &[super::finding::Pair]| {
        let pairs = pairs.iter().filter(|pair| is_new(pair.a) || is_new(pair.b));
        let pairs = pairs.map(|pair| (pair.a.min(pair.b), pair.a.max(pair.b)));
        pairs.collect::<HashSet<_>>().len()
    };
    found.pairs.extend(among.pairs);
    Ok(Measured {
        incremental,
        full,
        pairs: [of_new(&found.pairs), of_new(&whole.pairs)],
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
        "## New sentences (their figure 13)\n\n{} new verses, every {NEW}-th of those above, where so many others are in an index. Incremental: the new ones are looked \
         for in the index and among themselves, and added. Full: all pairs of all verses are found anew. CPU seconds on one thread, \
         with reading, splitting and writing. The paper gains 5 to 7 times.\n\n",
        new.len()
    );
    let mut table = Table::new([
        "",
        "in the index",
        "incremental, s",
        "full, s",
        "times",
        "pairs of new verses",
        "in full",
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
            let [found, wanted] = measured.pairs.map(|pairs| pairs.to_string());
            table.row([
                name.to_owned(),
                count.to_string(),
                format!("{:.2}", measured.incremental),
                format!("{:.2}", measured.full),
                format!(
                    "{:.1}",
                    measured.full / measured.incremental.max(f64::MIN_POSITIVE)
                ),
                found,
                wanted,
            ]);
            incremental.push((count as f64, measured.incremental));
            full.push((count as f64, measured.full));
        }
        for (how, points) in [("incremental", incremental), ("full", full)] {
            let short = name.split(',').next().unwrap_or(name);
            lines.push(Line {
                name: format!("{short}, {how}"),
                points,
            });
        }
    }
    let _ = writeln!(body, "{table}");
    let most = lines.iter().flat_map(|line| &line.points);
    let most = most.fold(1.0, |most: f64, point| most.max(point.1));
    let step = (most / 5.0).ceil();
    let first = (old.len() as f64 * SHARES[0] / 1e4).floor() * 1e4;
    let plot = Plot {
        title: "New verses into an index, and everything anew".to_owned(),
        x: Axis {
            label: "verses in the index".to_owned(),
            marks: (0..=5)
                .map(|at| first + f64::from(at) * 1e4)
                .take_while(|mark| *mark < old.len() as f64 + 1e4)
                .collect(),
            is_logarithmic: false,
        },
        y: Axis {
            label: "CPU seconds".to_owned(),
            marks: (0..=5).map(|at| step * f64::from(at)).collect(),
            is_logarithmic: false,
        },
        lines,
    };
    let name = "sentences-incremental.svg";
    let _ = writeln!(body, "![{}]({name})\n", plot.title);
    plots.push((name.to_owned(), plot));
    Ok(())
}
