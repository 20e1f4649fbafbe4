//! Files of an index: damage behind checksums that are right is told, or does no harm.

use std::sync::{Arc, OnceLock};

use cento::align::AlignOptions;
use cento::engine::{check, find_indexed};
use cento::find::{Counting, FindOptions, New};
use cento::fingerprint::Scheme;
use cento::index::{AddOptions, Exported, Making, Snapshot, Writer, add_from, verify_on};
use cento::read::{Block, Chunk, Document, Item, Layout, Part, Source};
use cento::report::{PairRow, PassageRow, Sink};
use cento::watch::Unwatched;

use super::damage::Damage;
use super::memory_disk::MemoryDisk;
use super::seal::{seal, seal_manifest};

/// By keys, and by sentences; by signatures of these, and by the order of words.
const SCHEMES: [&str; 4] = [
    "winnow:k=3,window=2",
    "words:lang=en",
    "qsign:lang=en",
    "unique",
];

const TEXTS: [&str; 6] = [
    "one two three four five six seven eight nine ten",
    "nought one two three four five six seven eight nine ten eleven",
    "Many words are here. Some of them are there. Some of them are here and there.",
    "Some of them are there. Nothing else is. Many words are here.",
    "one two three four five six seven eight nine ten",
    "\u{fffc}picture-0123456789abcdef\n\nthe words of a slide, and more of them below it\n\n",
];

/// The first byte says which index, which of its files, and whether its checksums are right then; the others are the damage.
pub(super) fn run(data: &[u8]) {
    static GOOD: OnceLock<[MemoryDisk; 4]> = OnceLock::new();
    let Some((&kind, rest)) = data.split_first() else {
        return;
    };
    let kind = usize::from(kind);
    let disk = GOOD.get_or_init(|| SCHEMES.map(made))[kind % 2 + kind / 128 * 2].copy();
    let names = disk.names().into_iter().filter(|name| name != "lock");
    let names: Vec<String> = names.collect();
    let name = &names[kind / 4 % names.len()];
    let damage = |bytes: &mut Vec<u8>| Damage(rest).apply(bytes);
    let is_sealed = kind & 2 == 0;
    if is_sealed && name != "manifest" {
        seal(&disk, name, damage);
    } else {
        let mut bytes = disk.read(name).expect("a file").to_vec();
        damage(&mut bytes);
        if is_sealed {
            seal_manifest(&mut bytes);
        }
        disk.put(name, bytes);
    }
    let disk = Arc::new(disk);
    look(disk.clone());
    ask(disk.clone());
    // Last, since it makes a new one of it.
    if let Ok(mut writer) = Writer::open_on(disk, "fuzzing") {
        let _ = writer.compact();
    }
}

/// An index of two segments, with something removed from the first.
fn made(scheme: &str) -> MemoryDisk {
    let disk = Arc::new(MemoryDisk::default());
    let scheme: Scheme = scheme.parse().expect("a scheme");
    let mut writer =
        Writer::create_on(disk.clone(), Making::new(scheme, None), "fuzzing").expect("an index");
    writer.merge_at(100);
    let (first, second) = TEXTS.split_at(3);
    add(&mut writer, 0, first);
    add(&mut writer, 3, second);
    writer.remove("0").expect("a document");
    writer.commit().expect("a commit");
    drop(writer);
    disk.copy()
}

fn add(writer: &mut Writer, from: usize, texts: &[&str]) {
    let options = AddOptions {
        strict: true,
        ..AddOptions::new(1 << 20, std::env::temp_dir())
    };
    let documents = texts
        .iter()
        .enumerate()
        .map(|(at, text)| document(from + at, text));
    let documents: Vec<Document> = documents.collect();
    add_from(
        writer,
        &mut Given(documents.into_iter()),
        0,
        &options,
        &Unwatched,
    )
    .expect("documents");
}

fn document(number: usize, text: &str) -> Document {
    let block = |begin, part| Block {
        begin,
        page: 1,
        part,
        ..Block::default()
    };
    let layout = text.starts_with('\u{fffc}').then(|| Layout {
        size: [25_400, 19_050],
        blocks: vec![block(0, Part::Body), block(30, Part::Notes)],
        ..Layout::default()
    });
    Document {
        id: number.to_string(),
        text: text.into(),
        date: Some("2020-02-29".into()),
        title: Some("a title".into()),
        meta: r#"{"more":1}"#.into(),
        layout: layout.map(Box::new),
        ..Document::default()
    }
}

struct Given(std::vec::IntoIter<Document>);

impl Source for Given {
    fn next_chunk(&mut self) -> cento::Result<Option<Chunk>> {
        let next = self.0.next();
        Ok(next.map(|document| Chunk::of(Item::Document(document))))
    }
}

struct Nowhere;

impl Sink for Nowhere {
    fn pair(&mut self, _row: &PairRow) -> cento::Result<()> {
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        assert!(row.a_span.0 <= row.a_span.1 && row.b_span.0 <= row.b_span.1);
        Ok(())
    }
}

/// Reads everything. What is wrong is an error.
fn look(disk: Arc<MemoryDisk>) {
    let _ = verify_on(disk.clone());
    let Ok(snapshot) = Snapshot::on(disk) else {
        return;
    };
    let _ = snapshot.info();
    if let Ok(list) = snapshot.list() {
        list.for_each(drop);
    }
    if let Ok(mut source) = Exported::new(&snapshot) {
        while let Ok(Some(_)) = source.next_chunk() {}
    }
}

/// What is found in it, which may be wrong: who can write the files can write any answer.
fn options(scheme: Scheme) -> FindOptions {
    FindOptions {
        min_hits: 1,
        threads: 1,
        align: Some(AlignOptions {
            min_tokens: 4,
            max_gap: 4,
            min_identity: 0.5,
        }),
        ..FindOptions::new(scheme, 1 << 20, std::env::temp_dir())
    }
}

fn ask(disk: Arc<MemoryDisk>) {
    let Ok(snapshot) = Snapshot::on(disk) else {
        return;
    };
    let snapshot = Arc::new(snapshot);
    let options = options(snapshot.making().scheme.clone());
    for text in [TEXTS[1], TEXTS[3]] {
        let query = document(9, text);
        let _ = check(&snapshot, &query, usize::MAX, &options, &mut Nowhere);
    }
    let _ = find_indexed(&snapshot, New::Nothing, &options, &Unwatched, &mut Nowhere);
    let options = FindOptions {
        counting: Counting::Multiset,
        max_df: Some(1),
        align: None,
        ..options
    };
    let _ = find_indexed(&snapshot, New::Nothing, &options, &Unwatched, &mut Nowhere);
}

/// What an index says of its sentences, with checksums that are right.
#[cfg(test)]
mod tests {
    use super::*;

    /// Where the sections of sentences and of their words end, among the numbers at the end of a segment.
    const SENTENCES: usize = 14;
    const WORDS: usize = 15;
    const SECTIONS: usize = 20;

    /// What is said when all sentences of an index are compared of which `change` changed those of a segment: they, and the
    /// words, of twelve bytes each, of which the last four say how many have it.
    fn found_after(scheme: &str, change: impl FnOnce(&mut [u8], &mut [[u8; 12]])) -> String {
        let disk = made(scheme);
        let segment = disk
            .names()
            .into_iter()
            .rfind(|name| name.ends_with("segment"));
        seal(&disk, &segment.expect("a segment"), |bytes| {
            let length = bytes.len();
            let (all, footer) = bytes.split_at_mut(length - 8 * SECTIONS);
            let end = |section: usize| {
                let end = footer[8 * section..].first_chunk().expect("a number");
                u64::from_le_bytes(*end) as usize
            };
            let (all, words) = all[..end(WORDS)].split_at_mut(end(SENTENCES));
            change(&mut all[end(SENTENCES - 1)..], words.as_chunks_mut().0);
        });
        let snapshot = Arc::new(Snapshot::on(Arc::new(disk)).expect("an index"));
        let options = options(snapshot.making().scheme.clone());
        let found = find_indexed(&snapshot, New::Nothing, &options, &Unwatched, &mut Nowhere);
        found.map_or_else(|error| error.to_string(), |_| "found".to_owned())
    }

    #[test]
    fn how_many_sentences_have_a_word_is_counted_again() {
        for scheme in ["words:lang=en", "qsign:lang=en"] {
            assert_eq!(found_after(scheme, |_, _| {}), "found");
            let miscounted = "words are in another number of sentences than it says";
            // One more, and as many together.
            let said = found_after(scheme, |_, words| words[0][8] += 1);
            assert!(said.contains(miscounted), "{said}");
            let said = found_after(scheme, |_, words| {
                words[0][8] += 1;
                words[1][8] -= 1;
            });
            assert!(said.contains(miscounted), "{said}");
        }
    }

    #[test]
    fn a_word_stands_in_a_sentence_once() {
        for scheme in ["words:lang=en", "qsign:lang=en"] {
            // Behind where one is and its length comes how many words it has, then their numbers: a byte each.
            let twice = |mut sentences: &mut [u8], words: &mut [[u8; 12]]| {
                while sentences[2] < 2 {
                    let count = usize::from(sentences[2]);
                    sentences = &mut sentences[3 + count..];
                }
                let [kept, lost] = [sentences[3], sentences[4]].map(usize::from);
                sentences[4] = sentences[3];
                words[kept][8] += 1;
                words[lost][8] -= 1;
            };
            let said = found_after(scheme, twice);
            assert!(said.contains("a sentence has a word twice"), "{said}");
        }
    }
}
