//! Adding: in batches, again after a stop, and with ids that are there already.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cento::index::{AddOptions, Folder, OnDuplicate, Writer, add_from};
use cento::read::Document;
use cento::watch::{Stage, Unwatched, Watch};
use cento::{Error, Result};

use crate::history::{Given, Texts, add_options, contents, making};

/// Documents of different ids.
fn documents(count: usize) -> Vec<Document> {
    let mut texts = Texts::new(3, 1);
    let mut documents: Vec<Document> = (0..count).map(|_| texts.document()).collect();
    for (at, document) in documents.iter_mut().enumerate() {
        document.id = format!("d{at}");
        document.text += &format!(" w{at}");
    }
    documents
}

fn writer(folder: &tempfile::TempDir) -> Writer {
    let disk = Arc::new(Folder::new(folder.path()));
    Writer::create_on(disk, making("kgram:k=3"), "a test").expect("an index")
}

/// Asks to stop after so many documents.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn advance(&self, _: Stage, _: u64, _: u64) -> Result<()> {
        match self.0.fetch_sub(1, Ordering::Relaxed) {
            0 => Err(Error::Stopped),
            _ => Ok(()),
        }
    }
}

#[test]
fn a_stopped_add_goes_on_where_it_stopped() {
    let all = documents(1000);
    let folder = tempfile::tempdir().expect("a folder");
    let mut writer = writer(&folder);
    let add = |writer: &mut Writer, watch: &dyn Watch| {
        let mut source = Given(all.clone().into_iter());
        // So little that there are several commits.
        add_from(writer, &mut source, 0, &add_options(5 << 17), watch)
    };
    let mut before = 0;
    for round in 0..3 {
        let stopped = add(&mut writer, &Patience(AtomicU64::new(before + 300)));
        assert!(matches!(stopped, Err(Error::Stopped)), "{stopped:?}");
        // What was done is there, though the run did not end.
        let there = contents(writer.snapshot()).expect("documents").documents;
        assert_eq!(there.len() as u64, before + 300);
        assert_eq!(there[..], all[..there.len()]);
        assert!(writer.snapshot().commit() > 2 * (round + 1));
        before = there.len() as u64;
    }
    let summary = add(&mut writer, &Unwatched).expect("a run");
    assert_eq!((summary.added, summary.unchanged), (100, 900));
    assert_eq!(
        contents(writer.snapshot()).expect("documents").documents,
        all
    );
    let again = add(&mut writer, &Unwatched).expect("a run");
    assert_eq!((again.added, again.unchanged, again.commits), (0, 1000, 0));
}

#[test]
fn what_is_killed_between_batches_is_not_done_twice() {
    let all = documents(400);
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = writer(&folder);
    // An error that is no request to stop: what was not committed is gone.
    let mut source = Failing(Given(all.clone().into_iter()), 250);
    let failed = add_from(
        &mut first,
        &mut source,
        0,
        &add_options(1 << 20),
        &Unwatched,
    );
    assert!(matches!(failed, Err(Error::Usage(_))), "{failed:?}");
    drop(first);
    let mut second = Writer::open(folder.path(), "a test").expect("an index");
    let there = contents(second.snapshot())
        .expect("documents")
        .documents
        .len();
    assert!((50..250).contains(&there), "{there} documents");
    let mut source = Given(all.clone().into_iter());
    let summary = add_from(
        &mut second,
        &mut source,
        0,
        &add_options(1 << 20),
        &Unwatched,
    );
    let summary = summary.expect("a run");
    assert_eq!(summary.unchanged as usize, there);
    assert_eq!(
        contents(second.snapshot()).expect("documents").documents,
        all
    );
}

/// A source that breaks after so many documents.
pub(crate) struct Failing(pub(crate) Given, pub(crate) usize);

impl cento::read::Source for Failing {
    fn next_chunk(&mut self) -> Result<Option<cento::read::Chunk>> {
        match self.1.checked_sub(1) {
            Some(left) => self.1 = left,
            None => return Err(Error::Usage("it broke".to_owned())),
        }
        self.0.next_chunk()
    }
}

#[test]
fn an_id_that_is_there_is_replaced_skipped_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut writer = writer(&folder);
    let old = documents(5);
    let add = |writer: &mut Writer, documents: &[Document], on_duplicate| {
        let options = AddOptions {
            on_duplicate,
            ..add_options(1 << 30)
        };
        let mut source = Given(Vec::from(documents).into_iter());
        add_from(writer, &mut source, 0, &options, &Unwatched)
    };
    add(&mut writer, &old, OnDuplicate::Error).expect("all are new");
    let mut new = old.clone();
    new[1].text = "something else altogether".to_owned();
    new[3].title = Some("Another title".to_owned());

    let summary = add(&mut writer, &new, OnDuplicate::Skip).expect("a run");
    assert_eq!((summary.left_out, summary.added), (5, 0));
    assert_eq!(
        contents(writer.snapshot()).expect("documents").documents,
        old
    );

    let refused = add(&mut writer, &new, OnDuplicate::Error);
    let Err(Error::Usage(message)) = refused else {
        panic!("{refused:?}");
    };
    assert!(
        message.starts_with("d0 is in the index already"),
        "{message}"
    );

    let summary = add(&mut writer, &new, OnDuplicate::Replace).expect("a run");
    assert_eq!((summary.replaced, summary.unchanged), (2, 3));
    // Each in the place of the other.
    assert_eq!(
        contents(writer.snapshot()).expect("documents").documents,
        new
    );

    // The last of one id wins, in one batch too, and it may be what was there before.
    let twice = [old[1].clone(), new[1].clone(), old[1].clone()];
    let summary = add(&mut writer, &twice, OnDuplicate::Replace).expect("a run");
    assert_eq!((summary.replaced, summary.unchanged), (3, 0));
    new[1] = old[1].clone();
    assert_eq!(
        contents(writer.snapshot()).expect("documents").documents,
        new
    );
}
