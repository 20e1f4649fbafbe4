//! One writer, many readers.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cento::Error;
use cento::index::{Folder, Snapshot, Writer};

use crate::history::{Model, Story, Texts, contents, making};

#[test]
fn a_second_writer_is_told_who_the_first_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Writer::create(folder.path(), making("kgram:k=3"), "the first").expect("an index");
    let Err(Error::Locked { path, holder }) = Writer::open(folder.path(), "the second") else {
        panic!("two writers");
    };
    assert_eq!(
        (path.as_path(), holder.as_str()),
        (folder.path(), "the first")
    );
    // Readers need no lock.
    let snapshot = Arc::new(Snapshot::open(folder.path()).expect("an index"));
    assert_eq!(contents(&snapshot).expect("documents"), Model::default());
    drop(first);
    Writer::open(folder.path(), "the second").expect("the first is gone");
}

#[test]
fn a_snapshot_stays_while_a_writer_changes_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut story =
        Story::new(Arc::new(Folder::new(folder.path())), "kgram:k=3").expect("an index");
    let mut texts = Texts::new(7, 30);
    let mut held: Vec<(Arc<Snapshot>, Model)> = Vec::new();
    for _ in 0..60 {
        let step = texts.step();
        story.take(&step).expect("a step");
        held.push((story.writer().snapshot().clone(), story.model.clone()));
    }
    for (snapshot, model) in held {
        assert_eq!(contents(&snapshot).expect("documents"), model);
        assert_eq!(snapshot.verify().len(), 0);
    }
}

/// Opens and reads again and again while a writer commits, merges and removes files.
fn read_until(path: &Path, done: &AtomicBool, commits: &[AtomicU64]) -> u64 {
    let mut reads = 0;
    let mut last = 0;
    while !done.load(Ordering::Relaxed) {
        let snapshot = Arc::new(Snapshot::open(path).expect("an index"));
        let found = contents(&snapshot).expect("documents").documents;
        // The writer tells how many documents there are after each commit, at the latest soon after it.
        let told = commits[snapshot.commit() as usize].load(Ordering::Acquire);
        assert!(told == 0 || told == found.len() as u64 + 1);
        assert!(snapshot.commit() >= last, "time runs backwards");
        last = snapshot.commit();
        reads += 1;
    }
    reads
}

#[test]
fn readers_see_whole_commits_while_a_writer_is_at_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = Arc::new(Folder::new(folder.path()));
    let mut story = Story::new(disk, "winnow:k=3,window=2").expect("an index");
    let mut texts = Texts::new(11, 40);
    let done = AtomicBool::new(false);
    let commits: Vec<AtomicU64> = (0..2000).map(|_| AtomicU64::new(0)).collect();
    let reads = std::thread::scope(|scope| {
        let read = || read_until(folder.path(), &done, &commits);
        let readers: Vec<_> = (0..2).map(|_| scope.spawn(read)).collect();
        for _ in 0..150 {
            let step = texts.step();
            story.take(&step).expect("a step");
            let count = story.model.documents.len() as u64 + 1;
            let commit = story.writer().snapshot().commit();
            commits[commit as usize].store(count, Ordering::Release);
        }
        done.store(true, Ordering::Relaxed);
        let reads = readers
            .into_iter()
            .map(|reader| reader.join().expect("no panic"));
        reads.sum::<u64>()
    });
    assert!(reads > 20, "{reads} reads");
}
