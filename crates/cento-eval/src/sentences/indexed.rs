//! Sentences looked up by the engine: one at a time in an index, and many at once.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result};
use cento::engine;
use cento::find::{FindOptions, SentenceOptions, Trail};
use cento::index::{Info, Making, Writer};
use cento::read::{Document, Input, ReadOptions, Skipped};
use cento::report::{PairRow, Sink};
use cento::watch::Unwatched;

use super::finding::{Numbers, Question};
use super::incremental::add;
use super::times::Scanned;
use super::ways::Way;
use crate::clock::seconds_of;

/// Documents that `check` gives for a text unless told.
const LIMIT: usize = 10;

/// An index is in files: of so many rounds the one counts that waits least for these.
const ROUNDS: usize = 3;

/// Signatures that are looked up at once, at the engine's default distance.
const SIGNATURES: (&str, &str) = ("64 bits, d = 3, many at once", "qsign:m=64,l=2,d=3");

/// The distances for which an index of signatures is made, of 64 bits; these are measured in tables too.
const KEPT: [u32; 4] = [3, 5, 7, 9];

/// A file of sentences that are asked for, and one that is looked through.
pub(super) struct Files<'a> {
    pub(super) queries: (&'a Path, &'a Numbers<'a>),
    pub(super) collection: (&'a Path, &'a Numbers<'a>),
    pub(super) language: String,
    pub(super) scanned: &'a Scanned,
    /// The document that each is from.
    pub(super) sources: &'a [Option<u32>],
}

/// An index, and what it takes to look sentences up in it.
pub(super) struct Stored {
    /// In how many bits signatures may differ; none where words are looked up.
    pub(super) distance: Option<u32>,
    pub(super) way: Way,
    /// The seconds where no document is given out.
    pub(super) silent: f64,
    pub(super) info: Info,
    /// For each sentence asked for.
    pub(super) values: f64,
    pub(super) met: f64,
}

/// What all checks came to.
#[derive(Default)]
struct Found {
    pairs: HashSet<(u32, u32)>,
    values: u64,
    met: u64,
}

/// The ids of documents that were found.
#[derive(Default)]
struct Ids(Vec<String>);

impl Sink for Ids {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.0.push(row.b_id.clone());
        Ok(())
    }
}

impl Files<'_> {
    /// By words, one at a time in an index: all documents that share enough; and only what weighs as much as the preset
    /// asks for.
    pub(super) fn words(&self) -> Result<(Stored, Way)> {
        let mut options = Question::on_one_thread(&self.words_scheme()).options()?;
        let (_folder, writer) = self.indexed(&options)?;
        let stored = self.stored(&writer, &options, None, "words, in an index")?;
        options.sentence = SentenceOptions::default();
        let (weighty, _) = self.checked(&writer, &options, LIMIT, "words, with --min-weight 1")?;
        Ok((stored, weighty))
    }

    /// By signatures, each distance in an index that is made for it.
    pub(super) fn signatures(&self) -> Result<Vec<Stored>> {
        let stored = KEPT.iter().map(|&distance| {
            let scheme = format!("qsign:m=64,l=2,d={distance},lang={}", self.language);
            let options = Question::on_one_thread(&scheme).options()?;
            let (_folder, writer) = self.indexed(&options)?;
            let name = format!("64 bits, d = {distance}, in an index");
            self.stored(&writer, &options, Some(distance), &name)
        });
        stored.collect()
    }

    /// The collection as an index, in a folder that goes with it.
    fn indexed(&self, options: &FindOptions) -> Result<(tempfile::TempDir, Writer)> {
        let folder = tempfile::tempdir()?;
        let making = Making::new(options.scheme.clone(), None);
        let mut writer = Writer::create(&folder.path().join("index"), making, "a study")?;
        add(&mut writer, self.collection.0)?;
        Ok((folder, writer))
    }

    fn stored(
        &self,
        writer: &Writer,
        options: &FindOptions,
        distance: Option<u32>,
        name: &str,
    ) -> Result<Stored> {
        let (way, found) = self.checked(writer, options, LIMIT, name)?;
        let (silent, _) = self.checked(writer, options, 0, name)?;
        let asked = self.sources.len().max(1) as f64;
        Ok(Stored {
            distance,
            way,
            silent: silent.seconds,
            info: writer.snapshot().info()?,
            values: found.values as f64 / asked,
            met: found.met as f64 / asked,
        })
    }

    fn words_scheme(&self) -> String {
        format!("words:lang={}", self.language)
    }

    /// The time with so many documents given for each; recall is of all that are found.
    fn checked(
        &self,
        writer: &Writer,
        options: &FindOptions,
        limit: usize,
        name: &str,
    ) -> Result<(Way, Found)> {
        // What this reads from files is at hand afterwards.
        let found = self.check(writer, options, usize::MAX)?;
        let mut least = f64::MAX;
        for _ in 0..ROUNDS {
            least = least.min(seconds_of(|| self.check(writer, options, limit).map(drop))?);
        }
        Ok((self.way(name, &found.pairs, least), found))
    }

    /// What `check` finds.
    fn check(&self, writer: &Writer, options: &FindOptions, limit: usize) -> Result<Found> {
        let path = self.queries.0.to_str();
        let path = path.context("a path that is not Unicode")?.to_owned();
        let mut source = Input::open(&[path], &ReadOptions::default())?;
        let mut found = Found::default();
        let each = |checked: Result<(Document, Trail, Ids), Skipped>| {
            if let Ok((document, trail, ids)) = checked {
                let query = self.queries.1[document.id.as_str()];
                let numbers = ids.0.iter().map(|id| self.collection.1[id.as_str()]);
                found.pairs.extend(numbers.map(|number| (query, number)));
                let near = trail.near.unwrap_or_default();
                found.values += near.values;
                found.met += near.met;
            }
            Ok(())
        };
        engine::check_all(
            writer.snapshot(),
            &mut source,
            limit,
            options,
            &Unwatched,
            each,
        )?;
        Ok(found)
    }

    /// All at once, by rare words and by signatures.
    pub(super) fn at_once(&self) -> Result<[Way; 2]> {
        let find = |name: &str, scheme: &str| {
            let question = Question::on_one_thread(scheme);
            let found = question.find(self.queries, Some(self.collection))?;
            anyhow::Ok(self.way(name, &found.documents(), found.joining))
        };
        let (name, scheme) = SIGNATURES;
        Ok([
            find("words, many at once", &self.words_scheme())?,
            find(name, &format!("{scheme},lang={}", self.language))?,
        ])
    }

    /// What was found of all sentences, in so many seconds.
    fn way(&self, name: &str, found: &HashSet<(u32, u32)>, seconds: f64) -> Way {
        Way {
            name: name.to_owned(),
            recall: self.scanned.recall(found, self.sources),
            seconds: seconds / self.sources.len().max(1) as f64,
            split: None,
        }
    }
}
