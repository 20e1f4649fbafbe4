//! A copy with what is not seen put into its words is found, and said to have it.

use std::collections::BTreeMap;
use std::path::Path;

use cento::engine::find;
use cento::find::{FindOptions, Preset};
use cento::report::{DocumentRow, PairRow, PassageRow, Sink};
use cento::watch::Unwatched;

#[derive(Default)]
struct Rows {
    pairs: usize,
    texts: Vec<(String, String)>,
    labels: BTreeMap<String, Vec<&'static str>>,
}

impl Sink for Rows {
    fn pair(&mut self, _: &PairRow) -> cento::Result<()> {
        self.pairs += 1;
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        self.texts
            .push((row.a_text.to_string(), row.b_text.to_string()));
        Ok(())
    }

    fn document(&mut self, row: &DocumentRow) -> cento::Result<()> {
        self.labels.insert(row.id.clone(), row.labels.clone());
        Ok(())
    }
}

fn found(folder: &Path) -> Rows {
    let preset: Preset = "news".parse().expect("a preset");
    let temp = tempfile::tempdir().expect("a folder");
    let options = FindOptions {
        align: Some(preset.align),
        ..FindOptions::new(preset.scheme(), 256 << 20, temp.path().to_owned())
    };
    let mut rows = Rows::default();
    let input = [folder.to_string_lossy().into_owned()];
    find(&input, None, &options, &Unwatched, &mut rows).expect("a run");
    rows
}

#[test]
fn a_copy_is_found_through_what_was_put_into_it() {
    let words = "the ferry came late again and nobody on the quay was surprised since it had been so for years \
                 whatever the company promised them every spring when the new timetable was put up";
    // Every fourth word has a zero-width space in it, every other fourth a letter of Cyrillic.
    let masked: Vec<String> = words
        .split_whitespace()
        .enumerate()
        .map(|(at, word)| match at % 4 {
            1 if word.len() > 2 => format!("{}\u{200b}{}", &word[..2], &word[2..]),
            3 if word.len() > 2 => word.replacen('e', "\u{435}", 1).replacen('o', "\u{43e}", 1),
            _ => word.to_owned(),
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.txt"), format!("{words} and an end")).expect("written");
    let masked = format!("{} but another end", masked.join(" "));
    assert!(masked.matches('\u{200b}').count() >= 5 && masked.contains('\u{435}'));
    std::fs::write(folder.path().join("b.txt"), &masked).expect("written");
    let rows = found(folder.path());
    assert_eq!(rows.pairs, 1);
    let (a, b) = rows.texts.first().expect("a passage");
    assert!(words.contains(a.trim()) && a.len() > 150, "{a}");
    assert!(masked.contains(b.as_str()) && b.contains('\u{200b}'), "{b}");
    assert_eq!(rows.labels["a.txt"], Vec::<&str>::new());
    assert_eq!(rows.labels["b.txt"], ["hidden-characters"]);
}
