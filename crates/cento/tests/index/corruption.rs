//! Damage: every change to a file of an index is found, and no answer is wrong because of one.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use cento::align::AlignOptions;
use cento::engine::check;
use cento::find::FindOptions;
use cento::index::{Disk, Snapshot, verify_on};
use cento::read::Document;
use cento::{Error, Result};

use crate::answers::Lines;
use crate::common::Random;
use crate::history::{Model, Step, Story, Texts, contents};
use crate::machine::{Machine, Moment};
use crate::power::SCHEME;

/// Bytes under one checksum.
const PAGE: usize = 4096;

/// The schemes of indexes that are damaged, and how many pieces of damage are done to each. Words and signatures of
/// sentences are stored in parts of their own.
const DAMAGED: [(&str, usize); 3] = [
    (SCHEME, 40_000),
    ("words:lang=none", 4_000),
    ("qsign:d=4,lang=none", 4_000),
];

/// What is done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Damage {
    /// A bit is another.
    Flip,
    /// The end is missing.
    Cut,
    /// Something stands behind the end.
    Longer,
    /// Two pages are in each other's place.
    Pages,
    /// Two pieces of some other size are.
    Pieces,
    /// A page has come from another file, and the other way round.
    Foreign,
    /// Bytes, often those of the end, are garbage.
    Garbage,
    /// All of another file.
    Other,
    /// The file is not there.
    Missing,
}

const KINDS: [Damage; 9] = [
    Damage::Flip,
    Damage::Cut,
    Damage::Longer,
    Damage::Pages,
    Damage::Pieces,
    Damage::Foreign,
    Damage::Garbage,
    Damage::Other,
    Damage::Missing,
];

/// An index of several segments, most with something removed from them, and some with the same words.
fn index(scheme: &str) -> (Moment, Model) {
    let machine = Arc::new(Machine::default());
    let mut texts = Texts::new(5, 500);
    let mut story = Story::new(machine.clone(), scheme).expect("an index");
    story.writer().merge_at(100);
    for _ in 0..3 {
        let documents = (0..130).map(|_| texts.document()).collect();
        story.take(&Step::Add(documents)).expect("a step");
    }
    let ids = story.model.documents.iter().step_by(9);
    let ids = ids.map(|document| document.id.clone()).collect();
    story.take(&Step::Remove(ids)).expect("a step");
    let info = story.writer().snapshot().info().expect("an index");
    assert!(info.segments >= 3 && info.dead_documents >= 20, "{info:?}");
    assert!(
        info.documents >= 200 && info.contents < info.documents,
        "{info:?}"
    );
    (machine.now(), story.model)
}

/// What is asked of an index.
struct Questions {
    queries: Vec<Document>,
    options: FindOptions,
}

impl Questions {
    fn new(model: &Model, scheme: &str) -> Self {
        let queries = model.documents.iter().step_by(20);
        let scheme = scheme.parse().expect("a scheme");
        Self {
            queries: queries.cloned().collect(),
            options: FindOptions {
                min_hits: 1,
                max_df: Some(50),
                align: Some(AlignOptions {
                    min_tokens: 6,
                    max_gap: 10,
                    min_identity: 0.5,
                }),
                ..FindOptions::new(scheme, 1 << 30, std::env::temp_dir())
            },
        }
    }

    /// What is found for one of them.
    fn ask(&self, snapshot: &Arc<Snapshot>, query: usize) -> Result<Lines> {
        let mut found = Lines::default();
        let query = &self.queries[query];
        check(snapshot, query, usize::MAX, &self.options, &mut found)?;
        Ok(found)
    }
}

type Files = BTreeMap<String, Arc<[u8]>>;

/// The files that belong to an index.
fn live(machine: &Machine) -> Files {
    let names = machine.list().expect("a disk");
    let names = names.into_iter().filter(|name| name != "lock");
    names
        .map(|name| (name.clone(), machine.read(&name)))
        .collect()
}

/// Swaps two pieces of `size` bytes that do not overlap, at multiples of `size`; the last may be short.
fn swap(bytes: &mut [u8], size: usize, random: &mut Random) {
    let pieces = bytes.len().div_ceil(size);
    let (a, b) = (random.below(pieces), random.below(pieces));
    let (a, b) = (a.min(b) * size, a.max(b) * size);
    let (before, behind) = bytes.split_at_mut(b);
    let length = size.min(behind.len());
    if a < b {
        before[a..a + length].swap_with_slice(&mut behind[..length]);
    }
}

/// A file: any, or that of any byte.
fn pick<'f>(files: &'f Files, random: &mut Random) -> (&'f String, &'f Arc<[u8]>) {
    let any = random.below(files.len());
    let mut byte = random.below(files.values().map(|bytes| bytes.len()).sum());
    let of_byte = files.values().position(|bytes| {
        let is_here = byte < bytes.len();
        byte = byte.saturating_sub(bytes.len());
        is_here
    });
    let at = of_byte.filter(|_| random.below(2) == 0).unwrap_or(any);
    files.iter().nth(at).expect("a file")
}

impl Damage {
    /// Does it to a file; false where nothing is other than before.
    fn apply(self, machine: &Machine, files: &Files, random: &mut Random) -> bool {
        let ((name, old), (other_name, other_old)) = (pick(files, random), pick(files, random));
        let (mut new, mut other) = (old.to_vec(), other_old.to_vec());
        match self {
            Self::Flip => new[random.below(old.len())] ^= 1 << random.below(8),
            Self::Cut => new.truncate(random.below(old.len())),
            Self::Longer => new.extend((0..=random.below(PAGE)).map(|_| random.next() as u8)),
            Self::Pages => swap(&mut new, PAGE, random),
            Self::Pieces => swap(&mut new, 1 << random.below(11), random),
            Self::Foreign => {
                let pages = old.len().min(other_old.len()) / PAGE;
                if pages == 0 || name == other_name {
                    return false;
                }
                let (a, b) = (random.below(pages) * PAGE, random.below(pages) * PAGE);
                new[a..a + PAGE].swap_with_slice(&mut other[b..b + PAGE]);
            }
            Self::Garbage => {
                let length = 1 + random.below(64.min(old.len()));
                let from = match random.below(2) {
                    0 => old.len() - length,
                    _ => random.below(old.len() - length + 1),
                };
                let is_all = random.below(2) == 0;
                let garbage = &mut new[from..from + length];
                garbage.fill_with(|| if is_all { 0xff } else { random.next() as u8 });
            }
            Self::Other => new.clone_from(&other),
            Self::Missing => {
                machine.remove(name).expect("a disk");
                return true;
            }
        }
        machine.put(name, &new);
        if self == Self::Foreign {
            machine.put(other_name, &other);
        }
        new[..] != old[..]
    }
}

/// The answer, or none where an error of the right kind stands in for it.
fn is_typed<T>(answer: Result<T>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(
            Error::Damaged { .. } | Error::Newer { .. } | Error::Differs { .. } | Error::Io { .. },
        ) => None,
        Err(error) => panic!("{error:?}"),
    }
}

/// What damage has come to.
#[derive(Debug, Default)]
struct Tally {
    damages: BTreeMap<Damage, usize>,
    /// Indexes that did not open.
    refused: usize,
    /// Answers, and errors in place of one.
    right: usize,
    errors: usize,
    /// Indexes that were to be compacted.
    compactions: usize,
}

impl Tally {
    fn right_or_error<T: PartialEq + Debug>(&mut self, answer: Result<T>, expected: &T) {
        match is_typed(answer) {
            Some(answer) => {
                assert_eq!(answer, *expected);
                self.right += 1;
            }
            None => self.errors += 1,
        }
    }

    /// What is damaged is not made to look right by being written anew.
    fn compact(&mut self, machine: &Arc<Machine>, model: &Model) {
        let Some(mut story) = is_typed(Story::open(machine.clone(), model.clone())) else {
            return;
        };
        self.compactions += 1;
        if is_typed(story.take(&Step::Compact)).is_some() {
            let snapshot = Snapshot::on(machine.clone()).expect("an index");
            assert_eq!(snapshot.verify().len(), 0);
            assert_eq!(contents(&snapshot).expect("all documents"), *model);
        }
    }
}

/// Whether `cento index verify` finds something wrong.
fn is_found(machine: &Arc<Machine>) -> bool {
    verify_on(machine.clone()).map_or(true, |wrong| !wrong.is_empty())
}

#[test]
fn damage_is_found_and_never_gives_a_wrong_answer() {
    for (scheme, damages) in DAMAGED {
        is_found_and_gives_no_wrong_answer(scheme, damages);
    }
}

fn is_found_and_gives_no_wrong_answer(scheme: &str, damages: usize) {
    let (moment, model) = index(scheme);
    let questions = Questions::new(&model, scheme);
    let files = live(&moment.killed());
    let snapshot = Arc::new(Snapshot::on(Arc::new(moment.killed())).expect("an index"));
    assert_eq!(snapshot.verify().len(), 0);
    let answers: Vec<Lines> = (0..questions.queries.len())
        .map(|query| questions.ask(&snapshot, query).expect("an answer"))
        .collect();
    let rows: usize = answers.iter().map(|lines| lines.pairs.len()).sum();
    assert!(rows >= 20, "{rows} rows");

    let mut random = Random::new(6);
    let mut tally = Tally::default();
    while tally.damages.values().sum::<usize>() < damages {
        let damage = KINDS[random.below(KINDS.len())];
        let machine = Arc::new(moment.killed());
        if !damage.apply(&machine, &files, &mut random) {
            continue;
        }
        *tally.damages.entry(damage).or_default() += 1;
        let Some(snapshot) = is_typed(Snapshot::on(machine.clone())) else {
            tally.refused += 1;
            assert!(is_found(&machine), "{damage:?} is not found");
            continue;
        };
        let snapshot = Arc::new(snapshot);
        let query = random.below(answers.len());
        tally.right_or_error(questions.ask(&snapshot, query), &answers[query]);
        tally.right_or_error(contents(&snapshot), &model);
        assert!(is_found(&machine), "{damage:?} is not found");
        if random.below(10) == 0 {
            tally.compact(&machine, &model);
        }
    }
    let least = tally.damages.values().min();
    assert!(
        tally.damages.len() == KINDS.len() && least >= Some(&(damages / 80)),
        "{scheme}: {tally:?}"
    );
    // An index that does not open gives no wrong answer easily.
    assert!(tally.refused <= damages * 4 / 5, "{scheme}: {tally:?}");
    let few = damages / 40;
    assert!(
        tally.right >= few && tally.errors >= few,
        "{scheme}: {tally:?}"
    );
    assert!(tally.compactions >= damages / 80, "{scheme}: {tally:?}");
}
