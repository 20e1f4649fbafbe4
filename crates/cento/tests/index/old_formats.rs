//! An index of every format that was ever written is opened by every later version.
//!
//! `tests/index/formats/N` was written by the version that had format N first, and never changes. To add one, run
//! `NEW_FORMAT=N cargo test -p cento --test index old_formats`.

use std::path::PathBuf;
use std::sync::Arc;

use cento::align::AlignOptions;
use cento::engine::check;
use cento::find::FindOptions;
use cento::index::{Folder, Snapshot, verify};
use cento::read::Document;
use cento::report::{PairRow, PassageRow, Sink};

use crate::history::{Step, Story, contents};

/// The documents of the fixtures.
fn documents() -> Vec<Document> {
    let document = |id: &str, text: &str, date: Option<&str>| Document {
        id: id.to_owned(),
        text: text.to_owned(),
        date: date.map(str::to_owned),
        series: date.map(|_| "The Haven Mercury".to_owned()),
        meta: date.map_or(String::new(), |_| "{\"page\":3}".to_owned()),
        ..Document::default()
    };
    let lamp = "the new lamp at the point was lighted for the first time on Thursday evening";
    vec![
        document("lamp", lamp, Some("1924-03-22")),
        document("again", &format!("Reprinted: {lamp}, as we said."), None),
        document("copy", &lamp.to_uppercase(), Some("1924")),
        document("nothing", "", None),
        document(
            "町",
            "東京の新しい灯台は木曜日の夕方に初めて点灯された。",
            None,
        ),
    ]
}

/// Adds more, and takes them away, so that all kinds of files are there.
fn write(path: PathBuf) {
    std::fs::create_dir_all(&path).expect("a folder");
    let mut story = Story::new(Arc::new(Folder::new(path)), "kgram:k=3").expect("an index");
    let gone = Document {
        id: "gone".to_owned(),
        text: "what was removed".to_owned(),
        ..Document::default()
    };
    story.writer().merge_at(100);
    let mut first = documents();
    first[0].text = "what was replaced".to_owned();
    first.push(gone);
    let steps = [
        Step::Add(first),
        Step::Remove(vec!["gone".to_owned()]),
        Step::Add(documents()[..1].to_vec()),
    ];
    for step in &steps {
        story.take(step).expect("a step");
    }
}

#[derive(Default)]
struct Found(Vec<(String, u32)>);

impl Sink for Found {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.0.push((row.b_id.clone(), 0));
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        if let Some((_, matched)) = self.0.last_mut() {
            *matched += row.counts.matched;
        }
        Ok(())
    }
}

#[test]
fn every_format_is_read() {
    let formats = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/index/formats"));
    if let Ok(new) = std::env::var("NEW_FORMAT") {
        write(formats.join(new));
    }
    let mut seen = Vec::new();
    for entry in std::fs::read_dir(&formats).expect("the fixtures") {
        let path = entry.expect("a folder").path();
        let snapshot = Arc::new(Snapshot::open(&path).expect("an old index"));
        assert_eq!(verify(&path).expect("a check").len(), 0);
        // Replacing a document keeps its place, so these are in order.
        assert_eq!(
            contents(&snapshot).expect("documents").documents,
            documents()
        );
        let options = FindOptions {
            align: Some(AlignOptions {
                min_tokens: 5,
                ..AlignOptions::DEFAULT
            }),
            ..FindOptions::new(
                snapshot.making().scheme.clone(),
                1 << 30,
                std::env::temp_dir(),
            )
        };
        let query = Document {
            id: "query".to_owned(),
            text: "he said the new lamp at the point was lighted early".to_owned(),
            ..Document::default()
        };
        let mut found = Found::default();
        check(&snapshot, &query, 10, &options, &mut found).expect("a check");
        let expected = ["lamp", "again", "copy"].map(|id| (id.to_owned(), 8));
        assert_eq!(found.0, expected);
        seen.push(path.file_name().map(ToOwned::to_owned));
    }
    for format in ["1", "2", "3", "4"] {
        assert!(seen.contains(&Some(format.into())), "{seen:?}");
    }
}
