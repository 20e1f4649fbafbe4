//! The same input and parameters give the same bytes, for any number of threads and any budget.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use cento::align::AlignOptions;
use cento::engine::find;
use cento::find::FindOptions;
use cento::report::{
    ClusterRow, DocumentRow, Folder, Format, PairRow, PassageRow, Sink, SkippedRow, Summary,
};
use cento::watch::Unwatched;

use common::Random;

/// All formats at once.
struct Folders(Vec<Folder>);

impl Sink for Folders {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.0.iter_mut().try_for_each(|folder| folder.pair(row))
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        self.0.iter_mut().try_for_each(|folder| folder.passage(row))
    }

    fn cluster(&mut self, row: &ClusterRow) -> cento::Result<()> {
        self.0.iter_mut().try_for_each(|folder| folder.cluster(row))
    }

    fn document(&mut self, row: &DocumentRow) -> cento::Result<()> {
        self.0
            .iter_mut()
            .try_for_each(|folder| folder.document(row))
    }

    fn skipped(&mut self, row: &SkippedRow) -> cento::Result<()> {
        self.0.iter_mut().try_for_each(|folder| folder.skipped(row))
    }
}

/// Lines of JSON of about `bytes`: words of natural frequencies, passages borrowed and edited,
/// whole copies, footers that many share, ids given twice, rows that can't be read.
fn collection(seed: u64, bytes: usize) -> String {
    let mut random = Random::new(seed);
    let word = |random: &mut Random| {
        // Rank by a power law.
        let uniform = (random.below(1 << 20) + 1) as f64 / (1 << 20) as f64;
        let rank = (20_000f64.powf(uniform) - 1.0) as u64;
        match rank % 50 {
            0 => format!("é{rank}ß"),
            1 => "語".to_owned(),
            _ => format!("w{rank}"),
        }
    };
    let mut texts: Vec<Vec<String>> = Vec::new();
    let mut lines = String::new();
    while lines.len() < bytes {
        let longest = 8 << random.below(8);
        let length = 20 + random.below(longest);
        let mut words: Vec<String> = (0..length).map(|_| word(&mut random)).collect();
        if let Some(other) = texts.get(random.below(texts.len().max(1))).cloned() {
            match random.below(8) {
                0 => words = other,
                1 | 2 => {
                    words = other;
                    let at = random.below(words.len());
                    words[at] = word(&mut random);
                }
                3 | 4 => {
                    let from = random.below(other.len());
                    let to = from + random.below(other.len() - from);
                    words.extend_from_slice(&other[from..to]);
                }
                _ => {}
            }
        }
        if random.below(3) == 0 {
            words.extend(
                "all rights reserved by the makers of these tests"
                    .split(' ')
                    .map(str::to_owned),
            );
        }
        let n = texts.len();
        let id = if random.below(40) == 0 {
            "again".to_owned()
        } else {
            format!("doc/{n}")
        };
        let text = serde_json::json!(words.join(if random.below(2) == 0 { " " } else { ", " }));
        match random.below(50) {
            0 => writeln!(lines, "{{\"id\":\"broken {n}\""),
            1 => writeln!(lines, "{{\"id\":\"no text {n}\"}}"),
            2 => writeln!(
                lines,
                "{{\"id\":\"{id}\",\"text\":{text},\"date\":\"1999-01\",\"n\":{n},\"title\":\"T\"}}"
            ),
            _ => writeln!(lines, "{{\"id\":\"{id}\",\"text\":{text}}}"),
        }
        .expect("in memory");
        texts.push(words);
    }
    lines
}

type Files = BTreeMap<String, Vec<u8>>;

/// Runs into fresh folders; returns all files but those with times.
fn run(folder: &Path, against: bool, options: &FindOptions) -> (Summary, Files) {
    const FORMATS: [(&str, Format); 3] = [
        ("jsonl", Format::Jsonl),
        ("csv", Format::Csv),
        ("parquet", Format::Parquet),
    ];
    let out = tempfile::tempdir_in(folder).expect("temporary folder");
    let create = |(name, format)| Folder::create(&out.path().join(name), format);
    let mut sink = Folders(
        FORMATS
            .map(create)
            .into_iter()
            .collect::<Result<_, _>>()
            .expect("folders"),
    );
    let path = |name: &str| [folder.join(name).to_str().expect("plain path").to_owned()];
    let reference = path("ref.jsonl");
    let summary = find(
        &path("in.jsonl"),
        against.then_some(&reference[..]),
        options,
        &Unwatched,
        &mut sink,
    )
    .expect("a run");
    for folder in sink.0 {
        folder
            .finish(&summary, &"times differ", summary.report.as_ref())
            .expect("complete files");
    }
    let mut files = Files::new();
    for (name, _) in FORMATS {
        for entry in fs::read_dir(out.path().join(name)).expect("a folder of results") {
            let path = entry.expect("a file").path();
            let file = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            if file != "timing.json" {
                files.insert(format!("{name}/{file}"), fs::read(&path).expect("a file"));
            }
        }
    }
    (summary, files)
}

fn check(against: bool, bytes: usize, threads: &[usize], memories: &[usize]) {
    let folder = tempfile::tempdir().expect("temporary folder");
    fs::write(folder.path().join("in.jsonl"), collection(1, bytes)).expect("temporary file");
    if against {
        // Half the documents are those of the input.
        let mut reference = collection(1, bytes / 2);
        reference.push_str(&collection(2, bytes / 2));
        fs::write(folder.path().join("ref.jsonl"), reference).expect("temporary file");
    }
    let scheme = "winnow:k=5,window=8".parse().expect("a scheme");
    let mut options = FindOptions::new(scheme, 1 << 30, folder.path().to_path_buf());
    options.max_df = Some(20);
    options.max_copies = 5;
    options.align = Some(AlignOptions::default());
    options.report = true;
    let (summary, expected) = run(folder.path(), against, &options);
    assert_eq!(expected.len(), 21, "{:?}", expected.keys());
    assert!(summary.pairs > 1000 && summary.copies > 10 && summary.renamed > 10);
    assert!(summary.frequent.stop_keys > 0 && summary.taken.skipped.len() == 2);
    assert!(summary.passages > 1000 && summary.clusters > 100);
    for &threads in threads {
        for &memory in memories {
            for again in 0..2 {
                (options.threads, options.memory) = (threads, memory);
                let (found, files) = run(folder.path(), against, &options);
                assert_eq!(found.top, summary.top, "{threads} threads, {memory} bytes");
                for (name, bytes) in &expected {
                    assert!(
                        files.get(name) == Some(bytes),
                        "{name} differs with {threads} threads, {memory} bytes, run {again}"
                    );
                }
                assert_eq!(files.len(), expected.len());
            }
        }
    }
}

#[test]
fn files_are_the_same_for_any_threads_and_memory() {
    check(false, 3 << 20, &[1, 2, 4], &[64 << 20, 80 << 20, 1 << 30]);
}

/// Far below what a run would be given: nearly everything goes through temporary files.
#[test]
fn files_are_the_same_when_little_fits_in_memory() {
    check(false, 1 << 20, &[1, 4], &[256 << 10, 1 << 20]);
}

#[test]
fn files_are_the_same_against_a_reference() {
    check(true, 1 << 20, &[1, 2, 4], &[256 << 10, 64 << 20]);
}
