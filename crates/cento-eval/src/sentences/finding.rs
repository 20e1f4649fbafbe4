//! Runs of the engine, and what they cost.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use cento::engine;
use cento::find::{FindOptions, SentenceOptions};
use cento::read::Document;
use cento::report::{PairRow, Scores, Sink};
use cento::watch::{Stage, Watch};

use crate::clock::Clock;

/// The numbers of documents by their ids.
pub(super) type Numbers<'a> = HashMap<&'a str, u32>;

/// Numbers documents in their order.
pub(super) fn numbers(documents: &[Document]) -> Numbers<'_> {
    let ids = documents.iter().map(|document| document.id.as_str());
    ids.zip(0..).collect()
}

/// What a run is asked for.
pub(super) struct Question {
    pub(super) scheme: String,
    pub(super) threshold: f64,
    pub(super) threads: usize,
}

/// Two documents and their best sentences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) weighted: f64,
    /// Words of the sentences of `a` and of `b` that were found in the other.
    pub(super) matched: [u32; 2],
}

/// What a run found, and the seconds it took to read and split, and to find.
pub(super) struct Found {
    pub(super) pairs: Vec<Pair>,
    pub(super) reading: f64,
    pub(super) joining: f64,
}

impl Found {
    /// The documents of each pair.
    pub(super) fn documents(&self) -> HashSet<(u32, u32)> {
        self.pairs.iter().map(|pair| (pair.a, pair.b)).collect()
    }
}

/// Bytes that a run may take: as much as makes none of these spill.
const MEMORY: usize = 4 << 30;

impl Question {
    /// At the default threshold, on one thread.
    pub(super) fn on_one_thread(scheme: &str) -> Self {
        Self {
            scheme: scheme.to_owned(),
            threshold: SentenceOptions::default().threshold,
            threads: 1,
        }
    }

    /// The options of the preset but for what is asked.
    pub(super) fn options(&self) -> Result<FindOptions> {
        let scheme = self.scheme.parse()?;
        Ok(FindOptions {
            sentence: SentenceOptions {
                threshold: self.threshold,
                // The paper's measure has no such bound: what it is about is told apart from this.
                weight: 0.0,
                ..SentenceOptions::default()
            },
            // Every copy of a verse is one that may come first.
            max_copies: 10_000,
            threads: self.threads,
            ..FindOptions::new(scheme, MEMORY, std::env::temp_dir())
        })
    }

    /// Finds the pairs between two files, or within one.
    pub(super) fn find(
        &self,
        (input, inputs): (&Path, &Numbers<'_>),
        against: Option<(&Path, &Numbers<'_>)>,
    ) -> Result<Found> {
        let argument = |path: &Path| {
            let path = path.to_str().context("a path that is not Unicode")?;
            anyhow::Ok([path.to_owned()])
        };
        let reference = against.map(|(path, _)| argument(path)).transpose()?;
        let reference = reference.as_ref().map(|path| &path[..]);
        let mut pairs = Pairs {
            inputs,
            references: against.map_or(inputs, |(_, numbers)| numbers),
            pairs: Vec::new(),
        };
        let stages = Stages::start();
        let (input, options) = (argument(input)?, self.options()?);
        engine::find(&input, reference, &options, &stages, &mut pairs)?;
        Ok(stages.found(pairs.pairs))
    }
}

/// Takes the pairs of a run.
pub(super) struct Pairs<'a> {
    pub(super) inputs: &'a Numbers<'a>,
    pub(super) references: &'a Numbers<'a>,
    pub(super) pairs: Vec<Pair>,
}

impl Sink for Pairs<'_> {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        if let Some(Scores::Sentences(scores)) = row.scores {
            self.pairs.push(Pair {
                a: self.inputs[row.a_id.as_str()],
                b: self.references[row.b_id.as_str()],
                weighted: scores.weighted_overlap,
                matched: [row.a_matched, row.b_matched],
            });
        }
        Ok(())
    }
}

/// When reading ended, and when results began to be written.
pub(super) struct Stages {
    clock: Clock,
    ends: Mutex<[Option<f64>; 2]>,
}

impl Stages {
    /// Begins now.
    pub(super) fn start() -> Self {
        Self {
            clock: Clock::start(),
            ends: Mutex::default(),
        }
    }

    /// What was found, with the time that it took.
    pub(super) fn found(self, pairs: Vec<Pair>) -> Found {
        let all = self.clock.seconds();
        let ends = self.ends.into_inner();
        let [read, joined] = ends.unwrap_or_else(PoisonError::into_inner);
        let (reading, joined) = (read.unwrap_or(0.0), joined.unwrap_or(all));
        Found {
            pairs,
            reading,
            joining: joined - reading,
        }
    }
}

impl Watch for Stages {
    fn advance(&self, stage: Stage, _: u64, _: u64) -> cento::Result<()> {
        let at = match stage {
            Stage::Read | Stage::Load => return Ok(()),
            Stage::Join | Stage::Compare => 0,
            Stage::Write | Stage::Frames => 1,
        };
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        ends[at].get_or_insert_with(|| self.clock.seconds());
        Ok(())
    }
}

/// Documents in a file of their own.
pub(super) struct Written {
    path: PathBuf,
    _folder: tempfile::TempDir,
}

impl Written {
    /// Writes them.
    pub(super) fn new<'a>(documents: impl Iterator<Item = &'a Document>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("documents.jsonl");
        let mut rows = String::new();
        for document in documents {
            let row = serde_json::json!({ "id": document.id, "text": document.text });
            rows.push_str(&row.to_string());
            rows.push('\n');
        }
        std::fs::write(&path, rows)?;
        Ok(Self {
            path,
            _folder: folder,
        })
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}
