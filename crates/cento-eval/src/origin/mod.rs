//! The study of Abdel-Hamid et al. 2009 on any collection in order of time: selections, evictions, estimations, table
//! sizes.

mod measure;
mod paper;
mod truth;

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use cento::fingerprint::{Fingerprint, Scheme};
use cento::origin::{Dominant, Estimation, Eviction, OriginOptions};
use clap::Args;

use crate::page::{PageArguments, Table, percent};
use crate::plot::{Axis, Line, Plot};
use measure::{Curve, SIZES, score, trivial};
use truth::{Collection, Truth};

/// Options of `cento-eval origin`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Collections in order of time: JSONL, plain or gzipped
    #[arg(required = true)]
    collections: Vec<PathBuf>,
    /// Labelled quotations in the first collection: rows of `child`, `parent`, `found_in_parent`
    #[arg(long, value_name = "FILE")]
    quotations: Option<PathBuf>,
    /// Documents with fewer tokens are left out, as in the paper, but for quotations
    #[arg(long, default_value_t = 45)]
    min_tokens: usize,
    #[command(flatten)]
    page: PageArguments,
}

/// Lengths of bridges.
const BRIDGES: [usize; 7] = [5, 10, 30, 100, 200, 500, 1000];

/// Mean scores at which those of a bucket are halved.
const HALVINGS: [usize; 9] = [1, 2, 3, 4, 5, 6, 8, 11, 16];

/// Shingles in a bucket.
const BUCKETS: [usize; 7] = [4, 8, 16, 32, 64, 128, 256];

/// The scheme that is looked at closest.
const NHS: &str = OriginOptions::SCHEME;

/// How evictions and estimations are put together.
fn version(scheme: &Scheme, eviction: Eviction, estimation: Estimation) -> OriginOptions {
    OriginOptions {
        scheme: scheme.clone(),
        eviction,
        estimation,
        halve_at: OriginOptions::PAPERS_HALVE_AT,
        ..OriginOptions::within(OriginOptions::MIN_MEMORY)
    }
}

/// A collection with what is true of it, and the sketches that are used again and again.
struct Case {
    collection: Collection,
    truth: Truth,
    nhs: Vec<Vec<Fingerprint>>,
    all: Vec<Vec<Fingerprint>>,
}

impl Case {
    fn new(collection: Collection, k: usize) -> Result<Self> {
        let scheme = |name: String| name.parse::<Scheme>();
        Ok(Self {
            truth: Truth::new(&collection, k)?,
            nhs: collection.sketches(&scheme(format!("hailstorm:k={k},trim=true"))?),
            all: collection.sketches(&scheme(format!("kgram:k={k}"))?),
            collection,
        })
    }

    fn curve(&self, sketches: &[Vec<Fingerprint>], options: &OriginOptions) -> Result<Curve> {
        Curve::new(&self.collection, &self.truth, sketches, options)
    }

    /// A curve for one of the two selections that are looked at closest.
    fn close(&self, is_all: bool, eviction: Eviction, estimation: Estimation) -> Result<Curve> {
        let sketches = if is_all { &self.all } else { &self.nhs };
        self.curve(sketches, &version(&NHS.parse()?, eviction, estimation))
    }
}

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut cases = Vec::new();
    let mut quoted = None;
    for (at, path) in arguments.collections.iter().enumerate() {
        let labels = arguments.quotations.as_deref().filter(|_| at == 0);
        let all = Collection::read(format!("data {}", at + 1), path, labels)?;
        let long = all.without_short(arguments.min_tokens);
        ensure!(
            !long.documents.is_empty(),
            "no document of {} is long enough",
            path.display()
        );
        cases.push(Case::new(long, 8)?);
        if labels.is_some() {
            quoted = Some(Case::new(all, 8)?);
        }
    }
    let mut body = String::new();
    statistics(&cases, &mut body);
    let mut plots = Vec::new();
    for case in &cases {
        default(case, &mut body, &mut plots)?;
        selections(case, &mut body, &mut plots)?;
        evictions(case, &mut body, &mut plots)?;
        estimations(case, &mut body)?;
        halvings(case, &mut body)?;
        bridges(case, &mut body)?;
        extra(case, &mut body)?;
        lengths(case, &mut body, &mut plots)?;
        buckets(case, &mut body)?;
        six(case, &mut body)?;
    }
    if let Some(case) = &quoted {
        quotations(case, &mut body, &mut plots)?;
    }
    if let Some(folder) = arguments.page.folder() {
        for (name, plot) in &plots {
            plot.write(&folder.join(name))?;
        }
    }
    let paths = arguments.collections.iter().enumerate();
    let data: Vec<String> = paths
        .map(|(at, path)| format!("data {} is {}", at + 1, arguments.page.data(at, path)))
        .collect();
    let quotations = match &arguments.quotations {
        Some(_) => " --quotations LABELS",
        None => "",
    };
    let command = format!(
        "cento-eval origin COLLECTION...{quotations} --min-tokens {}",
        arguments.min_tokens
    );
    let title = "Origins: who had it first, in fixed memory";
    arguments.page.write(title, &command, &data, &body)
}

fn one(value: f64) -> String {
    format!("{value:.1}")
}

/// A heading for the figures of one collection.
fn heading(body: &mut String, case: &Case, text: &str) {
    let _ = write!(body, "## {}: {text}\n\n", case.collection.name);
}

/// Adds a table and an empty line.
fn add(body: &mut String, table: &Table) {
    let _ = writeln!(body, "{table}");
}

/// Headings for the eight sizes and their mean.
fn by_size(first: &[&str]) -> Table {
    let sizes = SIZES.iter().map(|size| format!("{size} %"));
    let first = first.iter().map(|&name| name.to_owned());
    Table::new(first.chain(sizes).chain(["mean".to_owned()]))
}

/// A row of figures by size with their mean.
fn sizes_row(table: &mut Table, first: &[&str], figures: &[f64]) {
    let mean = figures.iter().sum::<f64>() / figures.len() as f64;
    let first = first.iter().map(|&name| name.to_owned());
    let figures = figures.iter().copied().map(one);
    table.row(first.chain(figures).chain([one(mean)]));
}

/// A line of a plot over the sizes.
fn line(name: impl Into<String>, figures: &[f64]) -> Line {
    Line {
        name: name.into(),
        points: SIZES.iter().copied().zip(figures.iter().copied()).collect(),
    }
}

/// A plot over the sizes.
fn plot_by_size(title: String, y: &str, lines: Vec<Line>) -> Plot {
    let least = lines
        .iter()
        .flat_map(|line| &line.points)
        .map(|point| point.1);
    let least = (least.fold(100.0, f64::min) / 10.0).floor() as usize * 10;
    let step = if least >= 70 { 5 } else { 10 };
    Plot {
        title,
        x: Axis {
            label: "room for so many per cent of the different shingles".to_owned(),
            marks: SIZES.iter().rev().copied().collect(),
            is_logarithmic: true,
        },
        y: Axis {
            label: y.to_owned(),
            marks: (least..=100)
                .step_by(step)
                .map(|mark| mark as f64)
                .collect(),
            is_logarithmic: false,
        },
        lines,
    }
}

/// Their tables 1 and 2.
fn statistics(cases: &[Case], body: &mut String) {
    body.push_str("## The collections (their table 1)\n\n");
    let mut table = Table::new([
        "",
        "documents",
        "shingles a document",
        "with a dominant origin, %",
        "tokens of a copied block",
        "shingles copied, %",
        "own dominant origin, %",
        "fresh tokens, %",
    ]);
    for case in cases {
        let documents = &case.truth.documents;
        let shingles: usize = documents.iter().map(|one| one.labels.len()).sum();
        let with_origin = documents
            .iter()
            .filter(|one| one.dominant != Dominant::None);
        let blocks: Vec<u32> = documents
            .iter()
            .flat_map(|one| one.blocks.clone())
            .collect();
        let copied: usize = (0..)
            .zip(documents)
            .map(|(at, one)| one.labels.iter().filter(|&&label| label != at).count())
            .sum();
        let (own, fresh) = trivial(&case.collection, &case.truth);
        table.row([
            case.collection.name.clone(),
            documents.len().to_string(),
            one(shingles as f64 / documents.len() as f64),
            percent(with_origin.count() as f64, documents.len() as f64),
            one(f64::from(blocks.iter().sum::<u32>()) / blocks.len().max(1) as f64),
            percent(copied as f64, shingles as f64),
            one(own),
            one(fresh),
        ]);
    }
    for ((name, figures), trivial) in paper::STATISTICS.iter().zip([["62", "57"], ["69", "61"]]) {
        table.row([name].into_iter().chain(figures).chain(&trivial));
    }
    add(body, &table);
    body.push_str(
        "The last two columns are of the query documents, the last fifth of those with a dominant origin: what \
         one gets who calls every document its own origin and every token fresh.\n\n\
         ## Sizes of the table (their table 2)\n\n",
    );
    let sizes = SIZES.iter().map(|size| format!("{size} %"));
    let mut table = Table::new(
        ["".to_owned(), "different shingles".to_owned()]
            .into_iter()
            .chain(sizes),
    );
    for case in cases {
        let bytes = SIZES
            .iter()
            .map(|&size| format!("{} KB", case.truth.table(size) / 1000));
        let first = [
            case.collection.name.clone(),
            case.truth.distinct.to_string(),
        ];
        table.row(first.into_iter().chain(bytes));
    }
    add(body, &table);
}

/// Their tables 3 to 7.
fn selections(case: &Case, body: &mut String, plots: &mut Vec<(String, Plot)>) -> Result<()> {
    heading(body, case, "selections (their tables 3 to 7)");
    body.push_str(
        "Version A evicts at random and guesses nothing; version B is lucky and guesses both ways. DO: per cent of \
         query documents whose dominant origin is right. TF: per cent of their tokens rightly called fresh or old. Means \
         over the eight sizes; overall is the mean of both.\n\n",
    );
    let mut table = Table::new([
        "scheme", "theirs", "sent, %", "theirs", "A: DO", "TF", "overall", "B: DO", "TF", "overall",
    ]);
    let mut best: Vec<(&str, Curve, Curve)> = Vec::new();
    let shingles: usize = case
        .truth
        .documents
        .iter()
        .map(|one| one.labels.len())
        .sum();
    for (name, theirs, sent) in paper::SELECTIONS {
        let scheme: Scheme = name.parse()?;
        let sketches = case.collection.sketches(&scheme);
        let kept: usize = sketches.iter().map(Vec::len).sum();
        let curve =
            |eviction, estimation| case.curve(&sketches, &version(&scheme, eviction, estimation));
        let a = curve(Eviction::Random, Estimation::None)?;
        let b = curve(Eviction::Lucky, Estimation::Both)?;
        let mut row = vec![
            format!("`{name}`"),
            (*theirs).to_owned(),
            percent(kept as f64, shingles as f64),
            (*sent).to_owned(),
        ];
        for curve in [&a, &b] {
            let (dominant, freshness, overall) = curve.means();
            row.extend([dominant, freshness, overall].map(one));
        }
        table.row(row);
        if paper::BEST.contains(theirs) {
            best.push((theirs, a, b));
        }
    }
    add(body, &table);
    best.sort_by_key(|(theirs, ..)| paper::BEST.iter().position(|name| name == theirs));
    type Figures = fn(&Curve) -> Vec<f64>;
    let shown: [(&str, bool, Figures, &[paper::Column; 7]); 4] = [
        (
            "DO of version A (table 4)",
            true,
            Curve::dominant,
            &paper::DO_A,
        ),
        (
            "DO of version B (table 5)",
            false,
            Curve::dominant,
            &paper::DO_B,
        ),
        (
            "TF of version A (table 6)",
            true,
            Curve::freshness,
            &paper::TF_A,
        ),
        (
            "TF of version B (table 6)",
            false,
            Curve::freshness,
            &paper::TF_B,
        ),
    ];
    for (title, is_a, figures, theirs) in shown {
        let _ = write!(body, "{title}:\n\n");
        let mut table = by_size(&["", ""]);
        for ((name, a, b), theirs) in best.iter().zip(theirs) {
            let ours = figures(if is_a { a } else { b });
            sizes_row(&mut table, &[name, "ours"], &ours);
            table.row([*name, "theirs"].iter().chain(theirs));
        }
        add(body, &table);
    }
    body.push_str("Overall (table 7):\n\n");
    let mut table = Table::new([""].iter().chain(&paper::BEST));
    for (label, is_a) in [("ours, A", true), ("ours, B", false)] {
        let overall = best
            .iter()
            .map(|(_, a, b)| one(if is_a { a.means().2 } else { b.means().2 }));
        table.row([label.to_owned()].into_iter().chain(overall));
    }
    for (label, figures) in &paper::OVERALL {
        table.row([label].into_iter().chain(figures));
    }
    add(body, &table);
    for (metric, figures) in [("DO", Curve::dominant as Figures), ("TF", Curve::freshness)] {
        let mut lines = Vec::new();
        for (name, a, b) in best
            .iter()
            .filter(|best| ["All", "NHs", "NW8"].contains(&best.0))
        {
            lines.push(line(format!("{name}, A"), &figures(a)));
            lines.push(line(format!("{name}, B"), &figures(b)));
        }
        let file = picture(case, &format!("selections-{}", metric.to_lowercase()));
        let title = format!("{metric} of selections, {}", case.collection.name);
        show(body, &file, &title);
        plots.push((file, plot_by_size(title, &format!("{metric}, %"), lines)));
    }
    Ok(())
}

/// The name of a picture.
fn picture(case: &Case, what: &str) -> String {
    format!(
        "origin-{}-{what}.svg",
        case.collection.name.replace(' ', "-")
    )
}

/// Puts a picture on the page.
fn show(body: &mut String, file: &str, title: &str) {
    let _ = write!(body, "![{title}]({file})\n\n");
}

/// Their table 8.
fn evictions(case: &Case, body: &mut String, plots: &mut Vec<(String, Plot)>) -> Result<()> {
    heading(body, case, "evictions (their table 8)");
    body.push_str("Without estimation.\n\n");
    for (is_all, name) in [(true, "All"), (false, "NHs")] {
        let mut table = by_size(&["", ""]);
        let mut lines = Vec::new();
        let mut overall = Table::new(["", "DO", "TF", "overall", "theirs: DO", "TF", "overall"]);
        for (eviction, &(_, all, nhs)) in Eviction::ALL.iter().zip(&paper::EVICTIONS) {
            let curve = case.close(is_all, *eviction, Estimation::None)?;
            sizes_row(&mut table, &[eviction.name(), "DO"], &curve.dominant());
            sizes_row(&mut table, &[eviction.name(), "TF"], &curve.freshness());
            lines.push(line(eviction.name(), &curve.dominant()));
            let (dominant, freshness, mean) = curve.means();
            let theirs = if is_all { all } else { nhs };
            let ours = [dominant, freshness, mean].map(one);
            let theirs = theirs.iter().map(|&figure| figure.to_owned());
            overall.row(
                [eviction.name().to_owned()]
                    .into_iter()
                    .chain(ours)
                    .chain(theirs),
            );
        }
        let _ = write!(body, "{name}, by size:\n\n");
        add(body, &table);
        let _ = write!(body, "{name}, means:\n\n");
        add(body, &overall);
        let file = picture(case, &format!("evictions-{}", name.to_lowercase()));
        let title = format!("DO by eviction, {name}, {}", case.collection.name);
        show(body, &file, &title);
        plots.push((file, plot_by_size(title, "DO, %", lines)));
    }
    Ok(())
}

/// Their tables 9 and 10.
fn estimations(case: &Case, body: &mut String) -> Result<()> {
    heading(body, case, "estimations (their tables 9 and 10)");
    for (is_all, name) in [(false, "NHs"), (true, "All")] {
        let mut table = by_size(&["", "", ""]);
        let mut overall =
            Table::new(["", "", "DO", "TF", "overall", "theirs: DO", "TF", "overall"]);
        for eviction in Eviction::ALL {
            for estimation in Estimation::ALL {
                let curve = case.close(is_all, *eviction, *estimation)?;
                let names = [eviction.name(), estimation.name()];
                sizes_row(&mut table, &[names[0], names[1], "DO"], &curve.dominant());
                sizes_row(&mut table, &[names[0], names[1], "TF"], &curve.freshness());
                let (dominant, freshness, mean) = curve.means();
                let theirs = paper::ESTIMATIONS
                    .iter()
                    .find(|row| [row.0, row.1] == names);
                let theirs = theirs.map_or(["-"; 3], |row| if is_all { row.3 } else { row.2 });
                let ours = [dominant, freshness, mean].map(one);
                let theirs = theirs.iter().map(|&figure| figure.to_owned());
                let names = names.map(str::to_owned);
                overall.row(names.into_iter().chain(ours).chain(theirs));
            }
        }
        let _ = write!(body, "{name}, means:\n\n");
        add(body, &overall);
        let _ = write!(body, "{name}, by size:\n\n");
        add(body, &table);
    }
    Ok(())
}

fn halvings(case: &Case, body: &mut String) -> Result<()> {
    heading(body, case, "when lucky scores are halved");
    body.push_str(
        "NHs; the mean score of a bucket at which all its scores are halved, 11 in the paper; means over the eight sizes. \
         Old: per cent of the table, with bridging and room for 1.4 %, that is from the first half of the documents at the \
         end.\n\n",
    );
    let mut table = Table::new([
        "halved at",
        "bridging: DO",
        "TF",
        "overall",
        "both: DO",
        "TF",
        "overall",
        "old",
    ]);
    for halve_at in HALVINGS {
        let mut row = vec![halve_at.to_string()];
        for estimation in [Estimation::Bridging, Estimation::Both] {
            let options = OriginOptions {
                halve_at,
                ..version(&NHS.parse()?, Eviction::Lucky, estimation)
            };
            let (dominant, freshness, mean) = case.curve(&case.nhs, &options)?.means();
            row.extend([dominant, freshness, mean].map(one));
        }
        let options = OriginOptions {
            halve_at,
            memory: Some(case.truth.table(AGED)),
            ..version(&NHS.parse()?, Eviction::Lucky, Estimation::Bridging)
        };
        let kept = measure::kept(&case.collection, &case.nhs, &options)?;
        let middle = case.collection.documents.len() as u64 / 2;
        let old = kept.iter().filter(|&&origin| origin < middle).count();
        row.push(percent(old as f64, kept.len() as f64));
        table.row(row);
    }
    add(body, &table);
    Ok(())
}

fn bridges(case: &Case, body: &mut String) -> Result<()> {
    heading(body, case, "the length of bridges");
    body.push_str(
        "Lucky, both ways of guessing; means over the eight sizes. Theirs, All: DO 87.4 at 10, rising to 88.3 at 1000.\n\n",
    );
    let mut table = Table::new([
        "shorter than",
        "NHs: DO",
        "TF",
        "overall",
        "All: DO",
        "TF",
        "overall",
    ]);
    for bridge in BRIDGES {
        let mut row = vec![bridge.to_string()];
        for sketches in [&case.nhs, &case.all] {
            let options = OriginOptions {
                bridge,
                ..version(&NHS.parse()?, Eviction::Lucky, Estimation::Both)
            };
            let (dominant, freshness, mean) = case.curve(sketches, &options)?.means();
            row.extend([dominant, freshness, mean].map(one));
        }
        table.row(row);
    }
    add(body, &table);
    Ok(())
}

/// Their table 11.
fn extra(case: &Case, body: &mut String) -> Result<()> {
    heading(
        body,
        case,
        "shingles that only estimation labels (their table 11)",
    );
    body.push_str("NHs, lucky, both ways of guessing, in query documents.\n\n");
    let mut table = Table::new(["room", "shingles", "right, %", "theirs", "right, %"]);
    let curve = case.close(false, Eviction::Lucky, Estimation::Both)?;
    for ((size, score), (theirs, right)) in SIZES.iter().zip(&curve.0).zip(paper::EXTRA) {
        let (extra, true_ones) = score.extra;
        table.row([
            format!("{size} %"),
            extra.to_string(),
            percent(true_ones as f64, extra as f64),
            theirs.to_owned(),
            right.to_owned(),
        ]);
    }
    add(body, &table);
    Ok(())
}

/// Their figure 2.
fn lengths(case: &Case, body: &mut String, plots: &mut Vec<(String, Plot)>) -> Result<()> {
    heading(body, case, "DO by length of document (their figure 2)");
    body.push_str(
        "NHs, lucky, both ways of guessing, at the smallest size; documents by their shingles.\n\n",
    );
    let curve = case.close(false, Eviction::Lucky, Estimation::Both)?;
    let mut of_queries = curve
        .0
        .last()
        .map(|score| score.by_length.clone())
        .unwrap_or_default();
    of_queries.sort_unstable();
    let mut table = Table::new(["shingles", "documents", "DO"]);
    let mut points = Vec::new();
    // Ten groups of as many documents each.
    for group in of_queries.chunks(of_queries.len().div_ceil(10).max(1)) {
        let right = group.iter().filter(|one| one.1).count();
        let dominant = 100.0 * right as f64 / group.len() as f64;
        let (first, last) = (group[0].0, group[group.len() - 1].0);
        table.row([
            format!("{first} to {last}"),
            group.len().to_string(),
            one(dominant),
        ]);
        points.push((group[group.len() / 2].0 as f64, dominant));
    }
    add(body, &table);
    let file = picture(case, "lengths");
    let title = format!("DO by length at 0.1 %, {}", case.collection.name);
    show(body, &file, &title);
    let mut marks = vec![20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    let most = points.iter().map(|point| point.0).fold(0.0, f64::max);
    while marks.last().is_some_and(|&last| last < most) {
        marks.push(marks[marks.len() - 1] * 2.0);
    }
    plots.push((
        file,
        Plot {
            title,
            x: Axis {
                label: "shingles of the document (middle of each tenth)".to_owned(),
                marks,
                is_logarithmic: true,
            },
            y: Axis {
                label: "DO, %".to_owned(),
                marks: (0..=100).step_by(20).map(f64::from).collect(),
                is_logarithmic: false,
            },
            lines: vec![Line {
                name: "NHs, lucky, both".to_owned(),
                points,
            }],
        },
    ));
    Ok(())
}

fn buckets(case: &Case, body: &mut String) -> Result<()> {
    heading(body, case, "shingles in a bucket");
    body.push_str("NHs; means over the eight sizes. Theirs change by less than half a point.\n\n");
    let mut table = Table::new([
        "bucket",
        "A: DO",
        "TF",
        "overall",
        "B: DO",
        "TF",
        "overall",
        "default: DO",
        "TF",
        "overall",
    ]);
    let nhs: Scheme = NHS.parse()?;
    for bucket in BUCKETS {
        let mut row = vec![bucket.to_string()];
        for options in [
            version(&nhs, Eviction::Random, Estimation::None),
            version(&nhs, Eviction::Lucky, Estimation::Both),
            OriginOptions::within(OriginOptions::MIN_MEMORY),
        ] {
            let options = OriginOptions { bucket, ..options };
            let (dominant, freshness, mean) = case.curve(&case.nhs, &options)?.means();
            row.extend([dominant, freshness, mean].map(one));
        }
        table.row(row);
    }
    add(body, &table);
    Ok(())
}

/// Shingles of six tokens beside those of eight, each against its own truth.
fn six(case: &Case, body: &mut String) -> Result<()> {
    heading(body, case, "shingles of six tokens and of eight");
    body.push_str(
        "NHs; means over the eight sizes, each against a run that keeps all shingles of its length. Theirs are slightly \
         better with eight.\n\n",
    );
    let mut table = Table::new(["k", "A: DO", "TF", "overall", "B: DO", "TF", "overall"]);
    let shorter = Case::new(case.collection.without_short(0), 6)?;
    for case in [&shorter, case] {
        let mut row = vec![case.truth.k.to_string()];
        for (eviction, estimation) in [
            (Eviction::Random, Estimation::None),
            (Eviction::Lucky, Estimation::Both),
        ] {
            let (dominant, freshness, mean) = case.close(false, eviction, estimation)?.means();
            row.extend([dominant, freshness, mean].map(one));
        }
        table.row(row);
    }
    add(body, &table);
    Ok(())
}

/// What is compared closest: version A, version B, and what cento does.
fn versions() -> Result<[(&'static str, OriginOptions); 5]> {
    let nhs: Scheme = NHS.parse()?;
    Ok([
        (
            "A: random, none",
            version(&nhs, Eviction::Random, Estimation::None),
        ),
        ("lru, none", version(&nhs, Eviction::Lru, Estimation::None)),
        (
            "random, bridging",
            version(&nhs, Eviction::Random, Estimation::Bridging),
        ),
        (
            "B: lucky, both",
            version(&nhs, Eviction::Lucky, Estimation::Both),
        ),
        (
            "the default",
            OriginOptions::within(OriginOptions::MIN_MEMORY),
        ),
    ])
}

/// What cento does by default beside versions A and B, and why.
fn default(case: &Case, body: &mut String, plots: &mut Vec<(String, Plot)>) -> Result<()> {
    heading(body, case, "the default");
    let _ = write!(
        body,
        "NHs. The default is {}, halved at {}, with {}.\n\n",
        Eviction::DEFAULT,
        OriginOptions::HALVE_AT,
        Estimation::DEFAULT
    );
    let mut table = by_size(&["", ""]);
    let (mut dominant, mut freshness) = (Vec::new(), Vec::new());
    let mut ages = Table::new([
        "",
        "from the last hundredth",
        "last tenth",
        "last half",
        "first half",
    ]);
    for (name, options) in versions()? {
        let curve = case.curve(&case.nhs, &options)?;
        sizes_row(&mut table, &[name, "DO"], &curve.dominant());
        sizes_row(&mut table, &[name, "TF"], &curve.freshness());
        dominant.push(line(name, &curve.dominant()));
        freshness.push(line(name, &curve.freshness()));
        let options = OriginOptions {
            memory: Some(case.truth.table(AGED)),
            ..options
        };
        let kept = measure::kept(&case.collection, &case.nhs, &options)?;
        let documents = case.collection.documents.len() as f64;
        let since = |share: f64| {
            let from = documents * (1.0 - share);
            kept.iter().filter(|&&origin| origin as f64 >= from).count() as f64
        };
        let all = kept.len() as f64;
        let shares = [since(0.01), since(0.1), since(0.5), all - since(0.5)];
        let shares = shares.map(|part| percent(part, all));
        ages.row([name.to_owned()].into_iter().chain(shares));
    }
    add(body, &table);
    for (metric, lines) in [("DO", dominant), ("TF", freshness)] {
        let file = picture(case, &format!("default-{}", metric.to_lowercase()));
        let title = format!("{metric} of the default, {}", case.collection.name);
        show(body, &file, &title);
        plots.push((file, plot_by_size(title, &format!("{metric}, %"), lines)));
    }
    let (lags, copies) = measure::lags(&case.all);
    let at = |share: f64| {
        lags.get((lags.len() as f64 * share) as usize)
            .copied()
            .unwrap_or(0)
    };
    let _ = write!(
        body,
        "A shingle that is copied was last seen {} documents before in half of all cases, {} in three quarters, {} in \
         nine tenths, of {}; shingles that are copied at all are so {:.1} times. What is in the table at the end, with \
         room for {AGED} %, in per cent, by the age of the document it came with:\n\n{ages}\n",
        at(0.5),
        at(0.75),
        at(0.9),
        case.collection.documents.len(),
        copies
    );
    Ok(())
}

/// The size at which the age of what is in the table is looked at.
const AGED: f64 = 1.4;

/// Of labelled quotations, how many have their parent among the origins of the child.
fn quotations(case: &Case, body: &mut String, plots: &mut Vec<(String, Plot)>) -> Result<()> {
    heading(body, case, "labelled quotations");
    let exact = OriginOptions::exact();
    let ample = OriginOptions::within(1 << 28);
    let of = |sketches, options| score(&case.collection, &case.truth, sketches, options);
    let exact = of(&case.all, &exact)?.quotations();
    let ample = of(&case.nhs, &ample)?.quotations();
    let _ = write!(
        body,
        "The share of {} quotations, of which three lines or more were found in their parent, whose parent is among the \
         origins of the child's blocks. All documents, short ones too. Every shingle kept: {exact:.4}; the default in \
         ample memory: {ample:.4}. By size:\n\n",
        case.collection.quotations.len()
    );
    let sizes = SIZES.iter().map(|size| format!("{size} %"));
    let mut table = Table::new(["".to_owned()].into_iter().chain(sizes));
    let mut lines = Vec::new();
    for (name, options) in versions()? {
        let curve = case.curve(&case.nhs, &options)?;
        let shares: Vec<f64> = curve.0.iter().map(|score| score.quotations()).collect();
        let cells = shares.iter().map(|share| format!("{share:.3}"));
        table.row([name.to_owned()].into_iter().chain(cells));
        let shares: Vec<f64> = shares.iter().map(|share| 100.0 * share).collect();
        lines.push(line(name, &shares));
    }
    add(body, &table);
    let file = picture(case, "quotations");
    let title = format!("Quotations whose parent is named, {}", case.collection.name);
    show(body, &file, &title);
    plots.push((file, plot_by_size(title, "%", lines)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Posts that quote earlier ones, with labels, through the whole study.
    #[test]
    fn the_study_runs_on_a_small_stream() {
        let folder = tempfile::tempdir().unwrap();
        let mut random = crate::random::Random::new(7);
        let mut posts: Vec<Vec<String>> = Vec::new();
        let (mut rows, mut labels) = (String::new(), String::new());
        for number in 0..120usize {
            let own = (0..60)
                .map(|_| format!("w{}", random.next() % 900))
                .collect();
            let text = match number % 3 {
                2 => [posts[number - 2][..40].to_vec(), own].concat(),
                _ => own,
            };
            let _ = writeln!(rows, r#"{{"id":"p{number}","text":"{}"}}"#, text.join(" "));
            if number % 3 == 2 {
                let parent = number - 2;
                let _ = writeln!(
                    labels,
                    r#"{{"child":"p{number}","parent":"p{parent}","quoted_lines":4,"found_in_parent":4}}"#
                );
            }
            posts.push(text);
        }
        let (stream, quotations) = (folder.path().join("s.jsonl"), folder.path().join("q.jsonl"));
        std::fs::write(&stream, rows).unwrap();
        std::fs::write(&quotations, labels).unwrap();
        let out = folder.path().join("origin.md");
        let arguments: Arguments = crate::test_arguments(&[
            stream.to_str().unwrap(),
            "--quotations",
            quotations.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
        ]);
        run(&arguments).unwrap();
        let page = std::fs::read_to_string(&out).unwrap();
        assert!(
            page.contains("Every shingle kept: 1.0000; the default in ample memory: 1.0000"),
            "{page}"
        );
        // A third of the documents, each two fifths old.
        let row = page
            .lines()
            .find(|line| line.starts_with("| data 1 | 120 "))
            .unwrap();
        assert!(row.contains("| 100.0 | 40.0 |"), "{row}");
        assert!(folder.path().join("origin-data-1-lengths.svg").exists());
    }
}
