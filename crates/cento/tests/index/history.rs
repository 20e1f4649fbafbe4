//! Random histories of an index, and what must be in it after them.

use std::sync::Arc;

use cento::Result;
use cento::fingerprint::Scheme;
use cento::index::{AddOptions, Disk, Exported, Making, Snapshot, Writer, add_from};
use cento::read::{Chunk, Document, Item, Source};
use cento::watch::Unwatched;

use crate::common::Random;

/// Documents as a source.
pub(crate) struct Given(pub(crate) std::vec::IntoIter<Document>);

impl Source for Given {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        Ok(self
            .0
            .next()
            .map(|document| Chunk::of(Item::Document(document))))
    }
}

pub(crate) fn add_options(memory: usize) -> AddOptions {
    AddOptions {
        strict: true,
        ..AddOptions::new(memory, std::env::temp_dir())
    }
}

pub(crate) fn making(scheme: &str) -> Making {
    let scheme: Scheme = scheme.parse().expect("a scheme");
    Making::new(scheme, None)
}

/// What an index should hold: documents in the order in which their ids first came.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Model {
    pub(crate) documents: Vec<Document>,
}

impl Model {
    pub(crate) fn add(&mut self, document: &Document) {
        match self.documents.iter_mut().find(|old| old.id == document.id) {
            Some(old) => *old = document.clone(),
            None => self.documents.push(document.clone()),
        }
    }

    pub(crate) fn remove(&mut self, id: &str) -> bool {
        let before = self.documents.len();
        self.documents.retain(|document| document.id != id);
        self.documents.len() < before
    }

    /// What it is after a step.
    pub(crate) fn after(&self, step: &Step) -> Self {
        let mut after = self.clone();
        match step {
            Step::Add(documents) => documents.iter().for_each(|document| after.add(document)),
            Step::Remove(ids) => ids.iter().for_each(|id| {
                after.remove(id);
            }),
            Step::Compact | Step::Reopen => {}
        }
        after
    }
}

/// The documents of an index, in order.
pub(crate) fn contents(snapshot: &Snapshot) -> Result<Model> {
    let mut source = Exported::new(snapshot)?;
    let mut documents = Vec::new();
    while let Some(chunk) = source.next_chunk()? {
        chunk.parse(&mut |item| match item {
            Item::Document(document) => documents.push(document),
            Item::Skipped(skipped) => panic!("{skipped:?}"),
        });
    }
    Ok(Model { documents })
}

/// One step of a history.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Add(Vec<Document>),
    Remove(Vec<String>),
    Compact,
    Reopen,
}

/// Makes texts that share passages, and whole copies of each other.
pub(crate) struct Texts {
    random: Random,
    seen: Vec<Vec<String>>,
    ids: usize,
}

impl Texts {
    pub(crate) fn new(seed: u64, ids: usize) -> Self {
        Self {
            random: Random::new(seed),
            seen: vec![vec!["first".to_owned(); 3]],
            ids,
        }
    }

    pub(crate) fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    pub(crate) fn words(&mut self) -> Vec<String> {
        let random = &mut self.random;
        let other = self.seen[random.below(self.seen.len())].clone();
        // Some are long enough for several blocks of texts, words and postings.
        let length = match random.below(40) {
            0 => 300 + random.below(600),
            1 => 0,
            2 if random.below(12) == 0 => 9000,
            _ => random.below(60),
        };
        let fresh = |random: &mut Random| match random.below(6) {
            0 => {
                let stem = ["straße", "σοφός", "été", "ﬁnal", "жизнь"][random.below(5)];
                format!("{stem}{}", random.below(40))
            }
            _ => format!("w{}", random.below(400)),
        };
        let mut words: Vec<String> = (0..length).map(|_| fresh(random)).collect();
        match random.below(8) {
            // A copy; one with a word changed; a part of one.
            0 | 1 => words = other,
            2 if !other.is_empty() => {
                words = other;
                let at = random.below(words.len());
                words[at] = fresh(random);
            }
            3..6 if !other.is_empty() => {
                let from = random.below(other.len());
                let to = from + random.below(other.len() - from + 1);
                words.extend_from_slice(&other[from..to]);
            }
            _ => {}
        }
        self.seen.push(words.clone());
        words
    }

    pub(crate) fn document(&mut self) -> Document {
        let words = self.words();
        let random = &mut self.random;
        // The same words may be written in several ways.
        let text = match random.below(5) {
            0 => words.join(", ").to_uppercase(),
            1 => format!("«{}»", words.join("  ")),
            2 => words.join(" ").replace('é', "e\u{301}").replace("ﬁ", "fi"),
            _ => words.join(" "),
        };
        Document {
            id: format!("d{}", random.below(self.ids)),
            text,
            date: (random.below(3) > 0).then(|| format!("19{:02}", 10 + random.below(90))),
            series: (random.below(3) > 0).then(|| format!("s{}", random.below(3))),
            title: (random.below(5) == 0).then(|| "A title".to_owned()),
            meta: match random.below(3) {
                0 => format!("{{\"n\":{}}}", random.below(9)),
                _ => String::new(),
            },
            ..Document::default()
        }
    }

    pub(crate) fn step(&mut self) -> Step {
        match self.random.below(10) {
            0 | 1 => {
                let count = 1 + self.random.below(6);
                let ids = (0..count).map(|_| format!("d{}", self.random.below(self.ids)));
                Step::Remove(ids.collect())
            }
            2 => Step::Compact,
            3 => Step::Reopen,
            _ => {
                let count = 1 + self.random.below(8);
                Step::Add((0..count).map(|_| self.document()).collect())
            }
        }
    }
}

/// Segments of a level that are merged: few, so that it happens often.
const FAN: usize = 3;

/// An index and what should be in it.
pub(crate) struct Story {
    disk: Arc<dyn Disk>,
    pub(crate) writer: Option<Writer>,
    pub(crate) model: Model,
}

impl Story {
    pub(crate) fn new(disk: Arc<dyn Disk>, scheme: &str) -> Result<Self> {
        let mut writer = Writer::create_on(disk.clone(), making(scheme), "a test")?;
        writer.merge_at(FAN);
        Ok(Self {
            disk,
            writer: Some(writer),
            model: Model::default(),
        })
    }

    /// An index that is there already.
    pub(crate) fn open(disk: Arc<dyn Disk>, model: Model) -> Result<Self> {
        let mut story = Self {
            disk,
            writer: None,
            model,
        };
        story.reopen()?;
        Ok(story)
    }

    fn reopen(&mut self) -> Result<()> {
        let mut writer = Writer::open_on(self.disk.clone(), "a test")?;
        writer.merge_at(FAN);
        self.writer = Some(writer);
        Ok(())
    }

    pub(crate) fn writer(&mut self) -> &mut Writer {
        self.writer.as_mut().expect("it is open")
    }

    /// Takes a step; the model is as it was where that fails.
    pub(crate) fn take(&mut self, step: &Step) -> Result<()> {
        let after = self.model.after(step);
        // Merged in what memory there is: all at once, or a few documents and words at a time.
        let memory = [1 << 30, 1 << 12][self.model.documents.len() % 2];
        self.writer().within(memory);
        match step {
            Step::Add(documents) => {
                let mut source = Given(documents.clone().into_iter());
                let options = AddOptions {
                    threads: 1 + documents.len() % 3,
                    ..add_options(1 << 30)
                };
                add_from(self.writer(), &mut source, 0, &options, &Unwatched)?;
            }
            Step::Remove(ids) => {
                let mut model = self.model.clone();
                for id in ids {
                    let expected = model.remove(id);
                    assert_eq!(self.writer().remove(id)?, expected, "{id}");
                }
                self.writer().commit()?;
            }
            Step::Compact => self.writer().compact()?,
            Step::Reopen => {
                self.writer = None;
                self.reopen()?;
            }
        }
        self.model = after;
        Ok(())
    }
}
