//! What can only be seen from inside.

use std::sync::Arc;

use super::{AddOptions, Folder, Making, Snapshot, Writer, add_from, key56, verify_on};
use crate::error::Result;
use crate::hash::token_hash;
use crate::read::{Block, Chunk, Document, Item, Layout, Look, Source};
use crate::watch::Unwatched;

struct Given(std::vec::IntoIter<Document>);

impl Source for Given {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        Ok(self
            .0
            .next()
            .map(|document| Chunk::of(Item::Document(document))))
    }
}

fn add(writer: &mut Writer, documents: Vec<Document>) {
    let options = AddOptions {
        strict: true,
        ..AddOptions::new(1 << 30, std::env::temp_dir())
    };
    let mut source = Given(documents.into_iter());
    add_from(writer, &mut source, 0, &options, &Unwatched).unwrap();
}

fn document(id: usize, words: &[&str]) -> Document {
    let filler: Vec<String> = (0..200)
        .map(|at| format!("w{}", (id * 7 + at) % 311))
        .collect();
    Document {
        id: format!("d{id}"),
        text: format!(
            "{} {} {}",
            filler.join(" "),
            words.join(" "),
            filler.join(" ")
        ),
        title: words.first().map(|&word| word.to_owned()),
        ..Document::default()
    }
}

/// Everything that a segment holds, decompressed: texts and names, word by word, and all keys.
fn everything(writer: &Writer) -> (String, Vec<u64>, Vec<u64>) {
    let (mut text, mut words, mut keys) = (String::new(), Vec::new(), Vec::new());
    for segment in &writer.snapshot().segments {
        for blocks in [&segment.texts, &segment.names] {
            for block in 0..blocks.directory.len() {
                let bytes = blocks.block(&segment.file, block).unwrap();
                text += &String::from_utf8_lossy(&bytes);
            }
        }
        for content in segment.contents.iter(&segment.file) {
            segment
                .words(&content.unwrap(), |word| words.push(word.hash.get()))
                .unwrap();
        }
        let vocabulary = segment.streams.vocabulary.all(&segment.file).unwrap();
        words.extend(vocabulary.iter().map(|word| word.hash.get()));
        keys.extend(segment.all_postings().map(|place| place.unwrap().key));
    }
    (text, words, keys)
}

#[test]
fn what_was_removed_is_gone_from_the_disk_after_compact() {
    // All in one segment, or in as many as fit the memory.
    removed_and_compacted(1 << 30, 1);
    removed_and_compacted(1 << 17, 2);
}

fn removed_and_compacted(memory: usize, segments: usize) {
    let folder = tempfile::tempdir().unwrap();
    let disk = Arc::new(Folder::new(folder.path()));
    let making = Making::new("kgram:k=1".parse().unwrap(), None);
    let mut writer = Writer::create_on(disk, making, "a test").unwrap();
    let (secret, other) = (["xyzzy", "plugh"], ["frobnicate"]);
    add(&mut writer, (0..300).map(|id| document(id, &[])).collect());
    add(
        &mut writer,
        vec![document(300, &secret), document(301, &other)],
    );
    add(
        &mut writer,
        (302..350).map(|id| document(id, &[])).collect(),
    );
    // One is replaced, one removed, and of one only the metadata change.
    let has = |writer: &Writer, word: &str| {
        let (text, words, keys) = everything(writer);
        let hash = token_hash(word.as_bytes());
        let key = key56(crate::hash::key(crate::hash::run_hash(&[hash])));
        [
            text.contains(word),
            words.contains(&hash),
            keys.contains(&key),
        ]
    };
    assert_eq!(has(&writer, "xyzzy"), [true; 3]);
    assert_eq!(has(&writer, "frobnicate"), [true; 3]);
    add(&mut writer, vec![document(300, &[])]);
    assert!(writer.remove("d301").unwrap());
    writer.within(memory);
    writer.compact().unwrap();
    for word in ["xyzzy", "plugh", "frobnicate"] {
        assert_eq!(has(&writer, word), [false; 3], "{word}");
    }
    let info = writer.snapshot().info().unwrap();
    assert_eq!(
        (info.documents, info.dead_documents, info.segments),
        (349, 0, segments)
    );
    // Nor is any other file left.
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names[segments..], ["lock", "manifest"], "{names:?}");
}

#[test]
fn segments_stay_few() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Arc::new(Folder::new(folder.path()));
    let making = Making::new("kgram:k=3".parse().unwrap(), None);
    let mut writer = Writer::create_on(disk, making, "a test").unwrap();
    writer.merge_at(4);
    let mut most = 0;
    for id in 0..400 {
        add(&mut writer, vec![document(id, &[])]);
        most = most.max(writer.snapshot().info().unwrap().segments);
    }
    // Three of each of a few levels, where there were 400 additions.
    assert!((4..=12).contains(&most), "{most} segments");
    assert_eq!(writer.snapshot().info().unwrap().documents, 400);
    // What is removed is freed by itself, long before all of it is gone.
    let before = writer.snapshot().info().unwrap().bytes;
    for id in 0..300 {
        assert!(writer.remove(&format!("d{id}")).unwrap());
    }
    writer.commit().unwrap();
    let after = writer.snapshot().info().unwrap();
    assert!(after.bytes < before / 2, "{before} then {}", after.bytes);
}

/// Empty texts take no room in any block, and must not put the others out of step.
#[test]
fn empty_texts_stand_between_long_ones_through_any_merge() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Arc::new(Folder::new(folder.path()));
    let making = Making::new("kgram:k=3".parse().unwrap(), None);
    let mut writer = Writer::create_on(disk, making, "a test").unwrap();
    let long = |id: usize| {
        let words: Vec<String> = (0..9000)
            .map(|at| format!("w{}", (id * 31 + at * at) % 7919))
            .collect();
        Document {
            id: format!("d{id}"),
            text: words.join(" "),
            ..Document::default()
        }
    };
    let empty = |id: usize| Document {
        id: format!("d{id}"),
        ..Document::default()
    };
    let batches: Vec<Vec<Document>> = vec![
        vec![empty(0), long(1), empty(2)],
        vec![long(3), empty(4)],
        vec![empty(5)],
        vec![long(6), long(7)],
    ];
    let all: Vec<Document> = batches.concat();
    for batch in batches {
        add(&mut writer, batch);
        writer.compact().unwrap();
    }
    let documents = writer.snapshot().documents().unwrap();
    let found: Vec<Document> = documents
        .into_iter()
        .map(|doc| writer.snapshot().document(doc).unwrap())
        .collect();
    assert!(found == all);
    assert_eq!(super::verify(folder.path()).unwrap().len(), 0);
}

/// A content whose document was replaced belongs to what is left, once segments are merged.
#[test]
fn merging_puts_contents_in_the_order_of_their_documents() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Arc::new(Folder::new(folder.path()));
    let making = Making::new("kgram:k=3".parse().unwrap(), None);
    let mut writer = Writer::create_on(disk, making, "a test").unwrap();
    add(&mut writer, (0..20).map(|id| document(id, &[])).collect());
    let mut retitled = document(3, &[]);
    retitled.title = Some("Another".to_owned());
    let mut copy = document(5, &[]);
    copy.id = "copy".to_owned();
    add(&mut writer, vec![retitled, copy, document(7, &["changed"])]);
    assert!(writer.remove("d5").unwrap());
    writer.compact().unwrap();
    let segment = &writer.snapshot().segments[0];
    assert!(segment.entry.in_order);
    assert_eq!(segment.copies.len(), 0);
    let contents = segment.contents.iter(&segment.file);
    assert!(
        contents
            .into_iter()
            .all(|content| content.unwrap().owner.get() != u32::MAX)
    );
    assert_eq!(super::verify(folder.path()).unwrap().len(), 0);
}

/// Counts and single looks say what going through all postings of a key does, in one block and over many, with removed
/// documents and without.
#[test]
fn counts_and_looks_are_those_of_all_postings() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Arc::new(Folder::new(folder.path()));
    let making = Making::new("kgram:k=1".parse().unwrap(), None);
    let mut writer = Writer::create_on(disk, making, "a test").unwrap();
    let documents = |ids: std::ops::Range<usize>| {
        let document = |id: usize| {
            // Not one behind the other: a run of one word is one posting.
            let often = ["often", "again"].repeat(1 + id % 9);
            document(
                id,
                &[&often[..], &["seldom"][..usize::from(id == 70)]].concat(),
            )
        };
        ids.map(document).collect::<Vec<_>>()
    };
    add(&mut writer, documents(0..150));
    add(&mut writer, documents(150..200));
    for round in 0..2 {
        let snapshot = writer.snapshot().clone();
        let mut all = Vec::new();
        snapshot
            .each_posting(|content, place| {
                all.push((place.key, content, place.span.begin));
                Ok(())
            })
            .unwrap();
        let mut lengths = Vec::new();
        all.sort_unstable();
        for group in all.chunk_by(|x, y| x.0 == y.0) {
            assert_eq!(snapshot.count(group[0].0).unwrap(), group.len());
            assert_eq!(snapshot.count(group[0].0 + 1).unwrap(), 0);
            lengths.push(group.len());
        }
        assert!(lengths.contains(&1) && lengths.iter().any(|&length| length > 500));
        for &(key, content, begin) in all.iter().step_by(7) {
            for begin in begin.saturating_sub(1)..begin + 2 {
                let is_there = all.binary_search(&(key, content, begin)).is_ok();
                assert_eq!(snapshot.stands_in(key, content, begin).unwrap(), is_there);
            }
            assert!(!snapshot.stands_in(key + 1, content, begin).unwrap());
        }
        if round == 0 {
            let ids: Vec<String> = (10..40).map(|id| format!("d{id}")).collect();
            for id in ids {
                assert!(writer.remove(&id).unwrap());
            }
            writer.commit().unwrap();
        }
    }
}

#[test]
fn pictures_are_known_without_a_look_at_any_text() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Arc::new(Folder::new(folder.path()));
    let making = Making::new("kgram:k=3".parse().unwrap(), None);
    let mut writer = Writer::create_on(disk, making, "a test").unwrap();
    writer.merge_at(100);
    let deck = |id: usize, values: &[u64]| {
        let objects = values.iter().map(|value| {
            let kind = crate::object::ObjectKind::Picture;
            let object = crate::object::Object {
                kind,
                value: *value,
            };
            format!("{object}\n\n")
        });
        Document {
            text: objects.collect(),
            layout: Some(Box::default()),
            ..document(id, &[])
        }
    };
    let (a, b, c) = (
        0x0123_4567_89ab_cdef,
        0xfedc_ba98_7654_3210,
        0x0f0f_0f0f_0f0f_0f0f,
    );
    // A text that only looks as if it had one, and a picture that looks like the first.
    let no_deck = Document {
        layout: None,
        ..deck(1, &[c])
    };
    add(&mut writer, vec![deck(0, &[a, b, a]), no_deck]);
    add(&mut writer, vec![document(2, &[]), deck(3, &[a ^ 0b11, c])]);
    let pictures = |writer: &Writer| {
        let mut values = Vec::new();
        let mut take = |value, _: Option<&Look>| {
            values.push(value);
            Ok(())
        };
        writer.snapshot().pictures(&mut take).unwrap();
        values
    };
    let sorted = |mut values: Vec<u64>| {
        values.sort_unstable();
        values
    };
    assert_eq!(pictures(&writer), sorted(vec![a, b, c]));
    // What only the first had is gone with it.
    assert!(writer.remove("d0").unwrap());
    writer.commit().unwrap();
    assert_eq!(pictures(&writer), sorted(vec![a, c]));
    writer.compact().unwrap();
    assert_eq!(pictures(&writer), sorted(vec![a, c]));
    add(&mut writer, vec![deck(3, &[b])]);
    assert_eq!(pictures(&writer), [b]);
    let of_segments = writer.snapshot().segments.iter();
    let stored = of_segments.map(|segment| segment.bytes_of(super::segment::Section::Pictures));
    assert_eq!(stored.sum::<u64>(), 3 * 12);
}

#[test]
fn pictures_are_told_apart_by_their_looks_from_one_commit_to_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Arc::new(Folder::new(folder.path()));
    let making = Making::new("kgram:k=3".parse().unwrap(), None);
    let mut writer = Writer::create_on(disk, making, "a test").unwrap();
    writer.merge_at(100);
    let look = |value: u64, level: u8| Look::new(value, 500, [level; 1024], [[128; 64]; 2]);
    let deck = |id: usize, value: u64, level: u8| {
        let kind = crate::object::ObjectKind::Picture;
        let block = Block {
            look: Some(Arc::new(look(value, level))),
            ..Block::default()
        };
        let layout = Layout {
            blocks: vec![block],
            ..Layout::default()
        };
        Document {
            text: format!("{}\n\n", crate::object::Object { kind, value }),
            layout: Some(Box::new(layout)),
            ..document(id, &[])
        }
    };
    let all = |writer: &Writer| {
        let mut all = Vec::new();
        let mut take = |value, look: Option<&Look>| {
            all.push((value, *look.unwrap()));
            Ok(())
        };
        writer.snapshot().pictures(&mut take).unwrap();
        all.sort_by_key(|&(value, look)| (look.value(), value != look.value()));
        all
    };
    // The second has the value of the first, the third looks like that.
    add(&mut writer, vec![deck(0, 7, 20)]);
    add(&mut writer, vec![deck(1, 7, 90), deck(2, 7 ^ 1, 92)]);
    let found = all(&writer);
    let own = found[1].0;
    assert_eq!(found, [(7, look(7, 20)), (own, look(7, 90))]);
    assert_ne!(own, 7);
    // The look of what stands for others outlives its document.
    assert!(writer.remove("d1").unwrap());
    writer.commit().unwrap();
    assert_eq!(all(&writer), found);
    writer.compact().unwrap();
    assert_eq!(all(&writer), found);
    add(&mut writer, vec![deck(3, 7 ^ 2, 21), deck(4, 7, 88)]);
    assert_eq!(all(&writer), found);
    let of_segments = writer.snapshot().segments.iter();
    let stored = of_segments.map(|segment| segment.bytes_of(super::segment::Section::Looks));
    assert_eq!(stored.sum::<u64>(), 4 * 1170);
}

#[test]
fn whether_any_document_has_a_layout_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Arc::new(Folder::new(folder.path()));
    let making = Making::new("kgram:k=3".parse().unwrap(), None);
    let mut writer = Writer::create_on(disk.clone(), making, "a test").unwrap();
    writer.merge_at(100);
    let with_layout = |id: usize| Document {
        layout: Some(Box::default()),
        ..document(id, &["some", "words"])
    };
    let may_have = |writer: &Writer| writer.snapshot().may_have_layouts();
    assert!(!may_have(&writer));
    add(
        &mut writer,
        vec![document(0, &["some"]), document(1, &["others"])],
    );
    assert!(!may_have(&writer));
    add(&mut writer, vec![document(2, &["more"]), with_layout(3)]);
    assert!(may_have(&writer));
    writer.compact().unwrap();
    assert!(may_have(&writer));
    drop(writer);
    // One that says wrongly that none has is damaged; in one of a version that did not know they may.
    let told = |old: &str, new: &str| {
        let text = std::fs::read_to_string(folder.path().join("manifest")).unwrap();
        let (json, _) = text.trim_end().rsplit_once('\n').unwrap();
        assert_eq!(json.matches(old).count(), 1);
        let json = json.replace(old, new);
        let sum = crc32fast::hash(json.as_bytes());
        let path = folder.path().join("manifest");
        std::fs::write(path, format!("{json}\ncrc32 {sum:08x}\n")).unwrap();
        let snapshot = Snapshot::on(disk.clone()).unwrap();
        (
            snapshot.may_have_layouts(),
            verify_on(disk.clone()).unwrap(),
        )
    };
    let (may, wrong) = told("_layouts\": true", "_layouts\": false");
    assert!(!may);
    let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert!(
        wrong.len() == 1 && wrong[0].contains("document d3: it has a layout"),
        "{wrong:?}"
    );
    let (may, wrong) = told("      \"may_have_layouts\": false,\n", "");
    assert!(may && wrong.is_empty(), "{wrong:?}");
    // It is known again when what is left is written anew.
    let mut writer = Writer::open_on(disk.clone(), "a test").unwrap();
    assert!(may_have(&writer));
    assert!(writer.remove("d3").unwrap());
    writer.commit().unwrap();
    assert!(may_have(&writer));
    writer.compact().unwrap();
    assert!(!may_have(&writer));
}
