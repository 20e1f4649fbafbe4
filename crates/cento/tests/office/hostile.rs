//! Files that are made to harm who reads them: each is refused for what it is, or read without harm.
//!
//! How long that takes, and how much memory, is measured in `cento-cli/tests/hostile.rs`.

use cento::read::only_slides;

use super::deck::*;
use super::files::{self as hostile, Hostile};
use super::*;

/// What came of a file: `read`, or a reason; and why.
fn outcome(bytes: &[u8]) -> (&'static str, String) {
    match read("x.pptx", bytes) {
        Item::Document(document) => ("read", document.text),
        Item::Skipped(skipped) => (skipped.reason.code(), skipped.detail),
    }
}

fn check(files: Vec<Hostile>) {
    for (name, bytes, expected, why) in files {
        let (outcome, detail) = outcome(&bytes);
        assert_eq!(outcome, expected, "{name}: {detail}");
        assert!(detail.contains(why), "{name}: {detail}");
    }
}

#[test]
fn bombs_are_not_unpacked() {
    check(hostile::bombs());
}

#[test]
fn stored_data_counts_as_much_as_packed_data() {
    check(hostile::large());
}

#[test]
fn xml_is_neither_too_deep_nor_too_wide() {
    check(hostile::xml());
}

#[test]
fn directories_that_lie_are_seen_through() {
    check(hostile::directories());
}

#[test]
fn names_lead_nowhere_and_circles_end() {
    check(hostile::names());
}

#[test]
fn pictures_beyond_measure_are_not_decoded() {
    check(hostile::pictures());
}

#[test]
fn other_kinds_are_bounded_as_well() {
    check(hostile::others());
}

/// Not one word of the file is read twice.
#[test]
fn a_slide_is_read_once_however_often_it_is_listed() {
    let mut files = hostile::names().into_iter();
    let (_, bytes, ..) = files
        .find(|(name, ..)| *name == "one slide a hundred thousand times")
        .expect("such a file");
    assert_eq!(outcome(&bytes).1, "Words\n\n");
}

#[test]
fn a_text_is_no_longer_than_asked_for() {
    let deck = Deck::of([Slide::of(text(2, [0, 0, 10, 10], &"word ".repeat(20_000)))]).bytes();
    let options = ReadOptions {
        max_bytes: 50_000,
        ..ReadOptions::default()
    };
    let Item::Skipped(skipped) = read_with("x.pptx", &deck, &options) else {
        panic!("it is read");
    };
    assert_eq!(skipped.reason.code(), "too_large");
}

#[test]
fn older_formats_are_refused_by_their_names() {
    for name in ["x.ppt", "x.pps", "x.doc", "x.PPT"] {
        let Item::Skipped(skipped) = read(name, b"anything") else {
            panic!("{name} is read");
        };
        assert_eq!(skipped.reason.code(), "legacy_format");
        assert!(skipped.detail.contains("save it as .pptx or .docx"));
    }
}

#[test]
fn what_is_left_beside_an_open_document_is_no_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let deck = Deck::of([Slide::of(text(2, [0, 0, 10, 10], "Some words"))]).bytes();
    std::fs::write(folder.path().join("deck.pptx"), deck).expect("written");
    std::fs::write(folder.path().join("~$deck.pptx"), b"\x03Ada").expect("written");
    for argument in [folder.path().to_owned(), folder.path().join("*.pptx")] {
        let arguments = [argument.display().to_string()];
        let mut input = Input::open(&arguments, &ReadOptions::default()).expect("opened");
        let mut ids = Vec::new();
        while let Some(chunk) = input.next_chunk().expect("read") {
            chunk.parse(&mut |item| match item {
                Item::Document(document) => ids.push(document.id),
                Item::Skipped(skipped) => panic!("{}", skipped.detail),
            });
        }
        assert_eq!(ids, ["deck.pptx"]);
    }
}

#[test]
fn a_packed_folder_is_said_to_be_one() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["Course.ZIP", "course.tar.gz"] {
        let path = folder.path().join(name);
        std::fs::write(&path, b"PK").expect("written");
        let refused = Input::open(&[path.display().to_string()], &ReadOptions::default());
        let Err(error) = refused else {
            panic!("{name} is read");
        };
        let hint = "it holds other files\nhint: unpack it, and name the folder";
        assert!(error.to_string().ends_with(hint), "{error}");
    }
}

#[test]
fn files_that_are_refused_do_not_make_decks_texts() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path.to_string_lossy().into_owned()
    };
    let deck = Deck::of([Slide::of(text(2, [0, 0, 10, 10], "Some words"))]).bytes();
    let [deck, old] = [file("new.pptx", &deck), file("old.ppt", b"anything")];
    let all = [folder.path().to_string_lossy().into_owned()];
    assert!(only_slides(&all, None));
    assert!(only_slides(&[old.clone(), deck.clone()], None));
    let pattern = folder.path().join("*.pptx");
    assert!(only_slides(&[pattern.to_string_lossy().into_owned()], None));
    assert!(!only_slides(&[old], None));
    let text = file("words.txt", b"Some words");
    assert!(!only_slides(&[deck, text.clone()], None));
    std::fs::remove_file(text).expect("removed");
    // Neither is what is not read: of a run before, not shown, or of a program that has a document open.
    let results = folder.path().join("results");
    std::fs::create_dir_all(&results).expect("a folder");
    std::fs::create_dir_all(folder.path().join(".notes")).expect("a folder");
    for name in ["results/pairs.jsonl", ".notes/words.txt", "~$words.docx"] {
        file(name, b"Some words");
    }
    assert!(only_slides(&all, Some(&results)));
    assert!(!only_slides(&all, None));
}
