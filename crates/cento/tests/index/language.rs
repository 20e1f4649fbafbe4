//! The language of an index: told by the first documents, and by no others.

use std::sync::Arc;

use cento::engine::{check, find, find_indexed};
use cento::explain::fitted_to;
use cento::find::New;
use cento::index::{Disk, Folder, Snapshot, Writer, add_from};
use cento::read::{Document, ReadOptions, Source};
use cento::watch::Unwatched;
use cento::{Error, Result};

use crate::adding::Failing;
use crate::answers::{Lines, is_same_as_find, options, written};
use crate::common::Random;
use crate::history::{Given, Model, add_options, contents, making};
use crate::machine::Machine;

const ENGLISH: [&str; 6] = [
    "The sea was calm that morning, and all of the boats that were in the harbour went out before seven.",
    "Nobody had thought of asking the keeper why he was leaving his house so early on every single day.",
    "All boats in the harbours were going out that calm morning. It took them more than three weeks to come back.",
    "Whoever wants to learn about those years should read the letters which his sister had kept in the attic.",
    "Why does the keeper leave the house so early, each day? Nobody has asked, and nobody would have been told.",
    "They would rather have waited until somebody came by who knew more about engines than they did themselves.",
];

const FRENCH: [&str; 3] = [
    "La mer était calme ce matin-là, et tous les bateaux qui étaient dans le port sont partis à sept heures.",
    "Personne n'avait pensé à demander au gardien pourquoi il quittait sa maison si tôt tous les jours.",
    "Les bateaux du port partaient tous ce matin, car la mer était calme et personne ne voulait attendre.",
];

fn documents(texts: &[&str]) -> Vec<Document> {
    let document = |text: &&str| Document {
        id: text.split(' ').take(2).collect(),
        text: (*text).to_owned(),
        ..Document::default()
    };
    texts.iter().map(document).collect()
}

fn given(texts: &[&str]) -> Given {
    Given(documents(texts).into_iter())
}

fn add(writer: &mut Writer, source: &mut dyn Source) -> Result<()> {
    add_from(writer, source, 0, &add_options(1 << 27), &Unwatched).map(|_| ())
}

/// The scheme of an index, as one who opens it sees it.
fn scheme(disk: Arc<dyn Disk>) -> String {
    let snapshot = Snapshot::on(disk).expect("an index");
    snapshot.making().scheme.to_string()
}

fn folder() -> (tempfile::TempDir, Arc<Folder>) {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = Arc::new(Folder::new(folder.path()));
    (folder, disk)
}

#[test]
fn an_index_tells_its_language_as_a_run_does() {
    let model = Model {
        documents: documents(&ENGLISH),
    };
    let file = written(&model.documents);
    let path = [file.path().to_string_lossy().into_owned()];
    for asked in [
        "words",
        "words:stop=+all+the,stem=none",
        "words:lang=fr",
        "qsign:d=30",
        "qsign:m=32,l=auto,d=30",
        "qsign:d=auto,fp=0.9,slack=9,lang=fr",
        "qsign:d=auto,fp=0.9,slack=9",
    ] {
        let (_folder, disk) = folder();
        let writer = Writer::create_on(disk.clone(), making(asked), "a test");
        add(&mut writer.expect("an index"), &mut given(&ENGLISH)).expect("a run");
        let snapshot = Arc::new(Snapshot::on(disk).expect("an index"));
        let run = find(&path, None, &options(asked, 0), &Unwatched, &mut ()).expect("a run");
        let told = &snapshot.making().scheme;
        assert_eq!(run.scheme.as_ref(), Some(told));
        let language = match asked.contains("fr") {
            true => "fr",
            false => "en",
        };
        assert_eq!(told.param("lang"), Some(language));
        assert!(!told.asks_for_a_sample());
        // It may be asked with what it was made with, or with what that has come to.
        for asked in [asked, &told.to_string()] {
            let found = is_same_as_find(&snapshot, &model, &options(asked, 0));
            assert!(found[0] > 0, "no pairs by {asked}");
        }
        assert_eq!(snapshot.verify().len(), 0);
    }
}

#[test]
fn another_language_is_refused() {
    let (_folder, disk) = folder();
    let mut writer = Writer::create_on(disk, making("words"), "a test").expect("an index");
    add(&mut writer, &mut given(&ENGLISH)).expect("a run");
    let [text] = documents(&ENGLISH[..1]).try_into().expect("one");
    let asked = |scheme: &str| {
        let mut found = Lines::default();
        let options = options(scheme, 0);
        check(writer.snapshot(), &text, 10, &options, &mut found).map(|_| found.pairs.len())
    };
    assert_eq!(asked("words").expect("its own"), 2);
    assert_eq!(asked("words:lang=en").expect("its own"), 2);
    for other in ["words:lang=de", "words:stop=none", "qsign"] {
        let refused = asked(other);
        assert!(matches!(refused, Err(Error::Differs { .. })), "{refused:?}");
    }
}

#[test]
fn later_documents_do_not_change_it() {
    let (_folder, disk) = folder();
    let mut writer = Writer::create_on(disk.clone(), making("words"), "a test").expect("an index");
    for texts in [&FRENCH[..], &ENGLISH] {
        add(&mut writer, &mut given(texts)).expect("a run");
        assert_eq!(scheme(disk.clone()), "words:lang=fr");
    }
    // Nor does it matter that the first are gone.
    for text in documents(&FRENCH).iter().chain(&documents(&ENGLISH)) {
        assert!(writer.remove(&text.id).expect("an index"));
    }
    writer.compact().expect("an index");
    add(&mut writer, &mut given(&ENGLISH)).expect("a run");
    assert_eq!(scheme(disk), "words:lang=fr");
}

#[test]
fn what_brings_no_documents_tells_nothing() {
    let (_folder, disk) = folder();
    let mut writer = Writer::create_on(disk.clone(), making("words"), "a test").expect("an index");
    add(&mut writer, &mut given(&[])).expect("a run");
    assert_eq!(scheme(disk.clone()), "words:lang=auto");
    // It breaks while it is looked at, and when it has been.
    for left in [0, 3] {
        let broken = add(&mut writer, &mut Failing(given(&ENGLISH), left));
        assert!(matches!(broken, Err(Error::Usage(_))), "{broken:?}");
        writer.commit().expect("an index");
        assert_eq!(scheme(disk.clone()), "words:lang=auto");
    }
    // Nothing is found in it, and nothing is wrong.
    let snapshot = writer.snapshot();
    let mut found = Lines::default();
    find_indexed(
        snapshot,
        New::Nothing,
        &options("words", 0),
        &Unwatched,
        &mut found,
    )
    .expect("a run");
    let [text] = documents(&ENGLISH[..1]).try_into().expect("one");
    check(snapshot, &text, 10, &options("words", 0), &mut found).expect("an answer");
    assert_eq!(found, Lines::default());
    add(&mut writer, &mut given(&FRENCH)).expect("a run");
    assert_eq!(scheme(disk), "words:lang=fr");
}

#[test]
fn what_tells_nothing_is_of_no_language() {
    let (_folder, disk) = folder();
    let mut writer = Writer::create_on(disk.clone(), making("words"), "a test").expect("an index");
    add(&mut writer, &mut given(&["42"])).expect("a run");
    assert_eq!(scheme(disk), "words:lang=none");
}

/// Wherever the power is cut, the index is empty and of no language yet, or has both.
#[test]
fn the_language_comes_with_the_documents() {
    let machine = Arc::new(Machine::default());
    let mut writer =
        Writer::create_on(machine.clone(), making("words"), "a test").expect("an index");
    machine.record();
    add(&mut writer, &mut given(&ENGLISH)).expect("a run");
    let (mut random, mut seen) = (Random::new(7), [0; 2]);
    for moment in machine.moments() {
        for _ in 0..20 {
            let disk = Arc::new(moment.image(&mut random));
            let snapshot = Snapshot::on(disk.clone()).expect("an index");
            let count = contents(&snapshot).expect("all documents").documents.len();
            let expected = match count {
                0 => "words:lang=auto",
                _ => "words:lang=en",
            };
            assert_eq!(snapshot.making().scheme.to_string(), expected);
            assert!([0, ENGLISH.len()].contains(&count));
            seen[usize::from(count > 0)] += 1;
            // Given again, it comes to the same.
            let mut writer = Writer::open_on(disk.clone(), "a test").expect("an index");
            add(&mut writer, &mut given(&ENGLISH)).expect("a run");
            assert_eq!(scheme(disk), "words:lang=en");
        }
    }
    assert!(seen.iter().all(|seen| *seen > 20), "{seen:?}");
}

/// Documents of both languages, so many of each, one language behind the other.
fn mixed(english: usize, french: usize) -> Vec<Document> {
    let texts = |all: &'static [&'static str], count| all.iter().cycle().take(count);
    let texts = texts(&ENGLISH, english).chain(texts(&FRENCH, french));
    let documents = texts.enumerate().map(|(at, text)| Document {
        id: at.to_string(),
        text: format!("{at}. {text}"),
        ..Document::default()
    });
    documents.collect()
}

/// What is first does not tell for what follows, nor does either of two.
#[test]
fn an_index_has_the_language_of_most_of_what_is_added_first() {
    for (english, french, expected) in [
        (700, 8000, "words:lang=fr"),
        (900, 100, "words:lang=en"),
        (500, 500, "words:lang=none"),
        (300, 700, "words:lang=none"),
    ] {
        let (_folder, disk) = folder();
        let mut writer =
            Writer::create_on(disk.clone(), making("words"), "a test").expect("an index");
        let mut given = Given(mixed(english, french).into_iter());
        add(&mut writer, &mut given).expect("a run");
        assert_eq!(scheme(disk.clone()), expected);
        // What comes later changes nothing.
        add(&mut writer, &mut Given(mixed(0, 20).into_iter())).expect("a run");
        assert_eq!(scheme(disk), expected);
    }
}

/// The language that a run over some files is told.
fn told(paths: &[String]) -> String {
    let told = |chunk_bytes| {
        let options = ReadOptions {
            chunk_bytes,
            ..ReadOptions::default()
        };
        let scheme = "words".parse().expect("a scheme");
        let told = fitted_to(paths, &options, &scheme).expect("a run");
        told.param("lang").expect("a language").to_owned()
    };
    let first = told(1 << 16);
    assert_eq!(told(1 << 20), first);
    first
}

/// Each file counts as far as it is large, wherever it stands.
#[test]
fn all_files_of_an_input_tell_its_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str, bytes: usize| {
        let row = format!("{{\"id\":\"one\",\"text\":\"{text}\"}}\n");
        let path = folder.path().join(name);
        std::fs::write(&path, row.repeat(bytes / row.len())).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let (in_english, in_french) = (ENGLISH.join(" "), FRENCH.join(" "));
    let english = file("a.jsonl", &in_english, 5 << 20);
    let little = file("b.jsonl", &in_french, 1 << 18);
    let much = file("c.jsonl", &in_french, 5 << 20);
    let more = file("d.jsonl", &in_french, 26 << 20);
    let told =
        |paths: &[&String]| told(&paths.iter().map(|path| (*path).clone()).collect::<Vec<_>>());
    assert_eq!(told(&[&english]), "en");
    assert_eq!(told(&[&english, &little]), "en");
    assert_eq!(told(&[&little, &english]), "en");
    assert_eq!(told(&[&english, &much]), "none");
    assert_eq!(told(&[&much, &english]), "none");
    assert_eq!(told(&[&english, &more]), "fr");
    // Files of one document each.
    let texts = tempfile::tempdir().expect("a folder");
    for at in 0..100 {
        let text = if at < 70 { &in_english } else { &in_french };
        let path = texts.path().join(format!("{at:03}.txt"));
        std::fs::write(path, text.repeat(2000 / text.len() + 1)).expect("a file");
    }
    let path = texts.path().to_string_lossy().into_owned();
    assert_eq!(told(&[&path]), "none");
}

#[test]
fn what_documents_say_they_are_in_counts() {
    let text = ENGLISH.join(" ");
    let row = |lang: &str| format!("{{\"id\":\"one\",\"lang\":\"{lang}\",\"text\":\"{text}\"}}\n");
    for (rows, expected) in [
        (row("en").repeat(30), "en"),
        (row("de-AT").repeat(30), "de"),
        (row("de").repeat(15) + &row("en").repeat(15), "none"),
        (row("ja").repeat(30), "none"),
    ] {
        let file = tempfile::Builder::new().suffix(".jsonl").tempfile();
        let file = file.expect("a file");
        std::fs::write(file.path(), rows).expect("a file");
        assert_eq!(
            told(&[file.path().to_string_lossy().into_owned()]),
            expected
        );
    }
}
