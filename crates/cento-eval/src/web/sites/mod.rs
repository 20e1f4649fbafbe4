//! Which relations are found between pages of generated sites, before and after their frames are left out.

mod world;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Result;
use cento::engine;
use cento::find::{FindOptions, Labels, Preset};
use cento::read::Content;
use cento::report::{PairRow, Sink, Summary};
use cento::watch::Unwatched;
use serde_json::json;

use self::world::{Size, World};
use crate::page::{Table, percent};
use crate::synth::Language;

/// Memory for a run: the sites fit.
const MEMORY: usize = 1 << 30;

/// What is done about frames and noise, in one way of reading.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    content: Content,
    keep_frames: bool,
    /// Whether passages that are labelled *frame* or *spam* are left out.
    is_filtered: bool,
}

const WAYS: &[Way] = &[
    way(
        "`--content all --keep-frames --without none`",
        Content::All,
        true,
        false,
    ),
    way(
        "`--content dsc --keep-frames --without none`",
        Content::Slope,
        true,
        false,
    ),
    way(
        "`--keep-frames --without none`",
        Content::Readable,
        true,
        false,
    ),
    way("`--keep-frames`", Content::Readable, true, true),
    way("`--content all`", Content::All, false, true),
    way("`--without none`", Content::Readable, false, false),
    way("the default", Content::Readable, false, true),
];

const fn way(name: &'static str, content: Content, keep_frames: bool, is_filtered: bool) -> Way {
    Way {
        name,
        content,
        keep_frames,
        is_filtered,
    }
}

/// The part of the study that is about generated sites.
pub(super) fn study(seed: u64, sites: usize, pages: usize, keep: Option<&Path>) -> Result<String> {
    let world = World::new(&Language::new(seed), seed, Size { sites, pages });
    let mut file = tempfile::Builder::new().suffix(".jsonl").tempfile()?;
    let mut out = BufWriter::new(file.as_file_mut());
    for page in &world.pages {
        writeln!(out, "{}", json!({ "id": page.url, "html": page.html }))?;
    }
    out.flush()?;
    drop(out);
    if let Some(path) = keep {
        std::fs::copy(file.path(), path)?;
        let mut out = BufWriter::new(std::fs::File::create(path.with_extension("truth.jsonl"))?);
        for &(a, b) in &world.borrowed {
            let [a, b] = [a, b].map(|page| &world.pages[page].url);
            writeln!(out, "{}", json!({ "a_id": a, "b_id": b }))?;
        }
        out.flush()?;
    }
    let input = file.path().to_string_lossy().into_owned();
    let mut table = Table::new([
        "",
        "pairs",
        "true",
        "precision",
        "recall",
        "text left out",
        "both spam",
        "one site",
        "other",
    ]);
    let mut patterns = String::new();
    for way in WAYS {
        let (found, summary) = find(&input, *way)?;
        let row = Row::new(&world, &found);
        let frames = summary.frames.unwrap_or_default();
        let left_out = frames.bytes as f64 / (frames.bytes + summary.text_bytes).max(1) as f64;
        table.row([
            way.name.to_owned(),
            row.pairs.to_string(),
            row.right.to_string(),
            format!("{:.3}", row.precision()),
            format!(
                "{:.3}",
                row.right as f64 / world.borrowed.len().max(1) as f64
            ),
            percent(left_out, 1.0),
            row.wrong[0].to_string(),
            row.wrong[1].to_string(),
            row.wrong[2].to_string(),
        ]);
        if way.content == Content::Slope {
            patterns = by_pattern(&summary).to_string();
        }
    }
    let spam = world.pages.iter().filter(|page| page.is_spam).count();
    Ok(format!(
        "## Relations between pages of generated sites\n\n\
         {sites} sites of {pages} pages each; {} pairs of pages have text in common because one took it of the other, or both of a third; {spam} \
         pages are spam. Wrong pairs are of two pages of spam, of two other pages of one site, or neither.\n\n{table}\n\
         ## What relations are, as the paper's table 7 has it\n\n\
         Per cent of the pairs of each class, by `--content dsc --keep-frames --without none`, which is what the paper read.\n\n{patterns}",
        world.borrowed.len(),
    ))
}

/// What a run found, and its figures.
fn find(input: &str, way: Way) -> Result<(Pairs, Summary)> {
    let preset = Preset::default();
    let options = FindOptions {
        align: Some(preset.align),
        max_df: preset.max_df,
        min_hits: preset.min_hits,
        content: way.content,
        keep_frames: way.keep_frames,
        without: (!way.is_filtered).then(Labels::default),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        ..FindOptions::new(preset.scheme(), MEMORY, std::env::temp_dir())
    };
    let mut pairs = Pairs::default();
    let summary = engine::find(&[input.to_owned()], None, &options, &Unwatched, &mut pairs)?;
    Ok((pairs, summary))
}

/// The ids of the pairs found.
#[derive(Default)]
struct Pairs(Vec<[String; 2]>);

impl Sink for Pairs {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.0.push([row.a_id.clone(), row.b_id.clone()]);
        Ok(())
    }
}

/// Pairs that were found, right and wrong.
struct Row {
    pairs: usize,
    right: usize,
    /// Of two pages of spam; of two other pages of one site; others.
    wrong: [usize; 3],
}

impl Row {
    fn new(world: &World, found: &Pairs) -> Self {
        let numbers: HashMap<&str, usize> = world
            .pages
            .iter()
            .enumerate()
            .map(|(number, page)| (page.url.as_str(), number))
            .collect();
        let site = |page: usize| world.pages[page].url.rsplit_once('/').map(|(site, _)| site);
        let pairs: BTreeSet<(usize, usize)> = found
            .0
            .iter()
            .map(|[a, b]| (numbers[a.as_str()], numbers[b.as_str()]))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        let mut wrong = [0; 3];
        let mut right = 0;
        for &(a, b) in &pairs {
            if world.borrowed.contains(&(a, b)) {
                right += 1;
            } else if world.pages[a].is_spam && world.pages[b].is_spam {
                wrong[0] += 1;
            } else {
                wrong[if site(a) == site(b) { 1 } else { 2 }] += 1;
            }
        }
        Self {
            pairs: pairs.len(),
            right,
            wrong,
        }
    }

    fn precision(&self) -> f64 {
        self.right as f64 / self.pairs.max(1) as f64
    }
}

/// Shares of the pairs of each class.
fn by_pattern(summary: &Summary) -> Table {
    let mut of_class: BTreeMap<&str, u64> = BTreeMap::new();
    for pattern in &summary.patterns {
        for (class, pairs) in &pattern.classes {
            *of_class.entry(class).or_default() += pairs;
        }
    }
    let headings = std::iter::once("").chain(of_class.keys().copied());
    let mut table = Table::new(headings.chain(["all"]));
    for pattern in &summary.patterns {
        let mut cells = vec![pattern.pattern.to_owned()];
        for (class, all) in &of_class {
            let pairs = pattern.classes.get(class).copied().unwrap_or(0);
            cells.push(percent(pairs as f64, *all as f64));
        }
        cells.push(percent(pattern.share, 1.0));
        table.row(cells);
    }
    table
}
