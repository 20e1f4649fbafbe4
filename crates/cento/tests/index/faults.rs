//! A disk that fails: every operation in turn. The error is reported, and the index is as it was after the
//! last commit.

use std::collections::BTreeMap;
use std::sync::Arc;

use cento::Error;
use cento::index::{Disk, Snapshot};
use cento::read::Document;

use crate::common::Random;
use crate::history::{Model, Step, Story, Texts, contents};
use crate::machine::{EIO, ENOSPC, Fault, Machine, Operation, ROOT};
use crate::power::{Cuts, Models, SCHEME, go_on};

const FAULTS: [Fault; 4] = [
    Fault::Refused(EIO),
    Fault::Refused(ENOSPC),
    Fault::Short,
    Fault::Late,
];

/// It is the error of the disk, on one of its files.
fn is_reported(error: &Error, fault: Fault) {
    let error = match error {
        Error::Afterwards(error) => error.as_ref(),
        other => other,
    };
    let Error::Io { path, cause, .. } = error else {
        panic!("{error:?} is not what the disk has reported");
    };
    assert_eq!(cause.raw_os_error(), Some(fault.number()));
    assert!(path.starts_with(ROOT), "{}", path.display());
}

/// Whether a segment could not be written.
fn is_of_segment(error: &Error) -> bool {
    let ending = |path: &std::path::Path| path.extension().is_some_and(|end| end == "segment");
    matches!(error, Error::Io { path, .. } if ending(path))
}

/// How often each operation has failed.
type Counts = BTreeMap<String, usize>;

/// Takes steps until the `number`-th operation fails; goes on from there. False where none has failed.
fn fails_at(
    number: usize,
    fault: Fault,
    steps: &[Step],
    cuts: &mut Cuts,
    counts: &mut Counts,
) -> bool {
    let machine = Arc::new(Machine::default());
    machine.fail_at(number, fault);
    let mut models: Models = vec![None];
    let mut story = None;
    let mut failed = None;
    match Story::new(machine.clone(), SCHEME) {
        Ok(made) => story = Some(made),
        Err(error) => failed = Some((error, Model::default())),
    }
    if let Some(story) = &mut story {
        models.push(Some(Model::default()));
        for step in steps {
            assert_eq!(machine.failed(), None, "a fault is not reported");
            if let Err(error) = story.take(step) {
                failed = Some((error, story.model.after(step)));
                break;
            }
            models.resize(machine.now().commits + 1, Some(story.model.clone()));
        }
    }
    let Some((error, after)) = failed else {
        assert_eq!(machine.failed(), None, "a fault is not reported");
        return false;
    };
    is_reported(&error, fault);
    let operation = machine.failed().expect("no error without a fault");
    *counts.entry(format!("{operation:?}")).or_default() += 1;
    // What is seen is the last manifest that was put in place: what was under way only if it got so far.
    let is_afterwards = matches!(error, Error::Afterwards(_));
    models.resize(machine.now().commits + 1, Some(after.clone()));
    let now = machine.now();
    let model = models[now.commits].clone();
    // It says so where the step is done nevertheless.
    assert!(!is_afterwards || model.as_ref() == Some(&after));
    if let Some(model) = &model {
        let snapshot = Snapshot::on(machine.clone()).expect("an index");
        assert_eq!(contents(&snapshot).expect("all documents"), *model);
        assert_eq!(snapshot.verify().len(), 0);
        // What was being written may be what filled the disk: it is gone.
        let is_segment = |name: &String| name.ends_with(".segment");
        if operation == Operation::Write && is_of_segment(&error) && !is_afterwards {
            let files = machine.list().expect("names");
            let segments = snapshot.info().expect("figures").segments;
            assert_eq!(
                files.iter().filter(|name| is_segment(name)).count(),
                segments
            );
        }
    }
    // The power may be cut too, at once or later.
    cuts.cut(&now, &models);
    if number.is_multiple_of(5) {
        cuts.kill(&now, &models);
    }
    let further = cuts.further();
    go_on(Arc::new(now.killed()), model.clone(), &further);
    if let (Some(story), Some(model)) = (story, model) {
        goes_on(story, &machine, model, &further);
    }
    true
}

/// A writer that is used after an error commits what it should, or nothing at all.
fn goes_on(mut story: Story, machine: &Arc<Machine>, model: Model, further: &Step) {
    if story.writer.is_none() {
        return;
    }
    story.model = model.clone();
    let expected = match story.take(further) {
        Ok(()) => story.model,
        Err(Error::Usage(_)) => model,
        Err(error) => panic!("{error:?} without a fault"),
    };
    let snapshot = Snapshot::on(machine.clone()).expect("an index");
    assert_eq!(contents(&snapshot).expect("all documents"), expected);
    assert_eq!(snapshot.verify().len(), 0);
}

/// Makes each operation of the steps fail in turn; how many did.
fn fail_all(steps: &[Step], cuts: &mut Cuts, counts: &mut Counts) -> usize {
    let mut runs = 0;
    for fault in FAULTS {
        let mut number = 1;
        while fails_at(number, fault, steps, cuts, counts) {
            number += 1;
        }
        runs += number - 1;
    }
    runs
}

#[test]
fn any_operation_that_fails_is_reported_and_nothing_is_lost() {
    let (mut cuts, mut counts) = (Cuts::new(2), Counts::new());
    let mut runs = 0;
    for seed in 100..102 {
        let mut texts = Texts::new(seed, 20);
        let steps: Vec<Step> = (0..12).map(|_| texts.step()).collect();
        runs += fail_all(&steps, &mut cuts, &mut counts);
    }
    assert!(runs >= 1200, "{runs} faults");
    for operation in [
        Operation::Open,
        Operation::Create,
        Operation::Write,
        Operation::Finish,
        Operation::Rename,
        Operation::Remove,
        Operation::List,
        Operation::Sync,
        Operation::Lock,
    ] {
        let count = counts.get(&format!("{operation:?}")).copied();
        assert!(count >= Some(5), "{operation:?}: {count:?}");
    }
}

const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Texts so long that they are written before the commit.
#[test]
fn an_error_in_the_middle_of_a_batch_leaves_nothing_of_it() {
    let mut random = Random::new(3);
    let mut document = |id: &str, length: usize| Document {
        id: id.to_owned(),
        // One word, so that it is a text and little else.
        text: (0..length)
            .map(|_| char::from(LETTERS[random.below(LETTERS.len())]))
            .collect(),
        ..Document::default()
    };
    let long = 3 << 19;
    let steps = [
        Step::Add(vec![document("a", 9), document("b", 9)]),
        Step::Add(vec![
            document("a", 9),
            document("b", long),
            document("c", 9),
        ]),
    ];
    let mut cuts = Cuts::new(4);
    let runs = fail_all(&steps, &mut cuts, &mut Counts::new());
    assert!(runs >= 50, "{runs} faults");
}
