//! Pictures that are the same, and those that only seem so.

use std::path::Path;
use std::sync::Arc;

use cento::engine::{check, find, find_indexed};
use cento::find::{FindOptions, New, Preset};
use cento::group::Label;
use cento::index::{AddOptions, AddSummary, Making, Snapshot, Writer, add};
use cento::report::{PairRow, Sink, SlideRow};
use cento::watch::Unwatched;
use image::{Rgb, RgbImage, Rgba, RgbaImage};

use super::common::Random;
use super::deck::*;
use super::*;

const AT: [i64; 4] = [10, 20, 300, 40];

/// Pairs, and whether they are aliases.
#[derive(Default)]
struct Pairs(Vec<(String, String, bool)>);

impl Sink for Pairs {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        let is_alias = row.labels.has(Label::Alias);
        self.0.push((row.a_id.clone(), row.b_id.clone(), is_alias));
        Ok(())
    }
}

fn options(temp: &Path, memory: usize, threads: usize) -> FindOptions {
    let preset: Preset = "slides".parse().expect("a preset");
    FindOptions {
        max_df: preset.max_df,
        min_hits: preset.min_hits,
        align: Some(preset.align),
        threads,
        ..FindOptions::new(preset.scheme(), memory, temp.to_owned())
    }
}

fn pairs(folder: &Path, memory: usize, threads: usize) -> Vec<(String, String, bool)> {
    let temp = tempfile::tempdir().expect("a folder");
    let mut pairs = Pairs::default();
    let input = [folder.to_string_lossy().into_owned()];
    let options = options(temp.path(), memory, threads);
    find(&input, None, &options, &Unwatched, &mut pairs).expect("a run");
    pairs.0
}

/// A window with a frame, and lines of letters that the seed chooses.
fn window(seed: u64) -> RgbImage {
    let mut random = Random::new(seed);
    let letters: Vec<bool> = (0..200 * 150).map(|_| random.below(3) == 0).collect();
    RgbImage::from_fn(800, 600, |x, y| match (x, y) {
        (_, 0..50) => Rgb([0, 120, 215]),
        (0..200, _) => Rgb([45, 45, 48]),
        (250..500, 90..500) if y % 70 < 16 && letters[(y / 4 * 200 + x / 4) as usize] => {
            Rgb([20; 3])
        }
        _ => Rgb([240; 3]),
    })
}

/// White discs, and nothing around them.
fn icon(seed: u64) -> RgbaImage {
    let mut random = Random::new(seed);
    let discs = [(); 3].map(|()| [0, 0].map(|_| 20 + random.below(90) as i64));
    RgbaImage::from_fn(128, 128, |x, y| {
        let is_in = |[right, down]: &[i64; 2]| {
            (right - i64::from(x)).pow(2) + (down - i64::from(y)).pow(2) < 400
        };
        Rgba([255, 255, 255, if discs.iter().any(is_in) { 255 } else { 0 }])
    })
}

fn png(picture: impl Into<image::DynamicImage>) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let written = picture.into().write_to(&mut bytes, image::ImageFormat::Png);
    written.expect("encoded");
    bytes.into_inner()
}

/// At half its size, as JPEG of quality 60.
fn stored_anew(picture: &RgbImage) -> Vec<u8> {
    let (width, height) = (picture.width() / 2, picture.height() / 2);
    let filter = image::imageops::FilterType::Triangle;
    let half = image::imageops::resize(picture, width, height, filter);
    let mut bytes = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 60);
    half.write_with_encoder(encoder).expect("encoded");
    bytes
}

/// A deck of one picture and some words.
fn deck(words: &str, picture: Vec<u8>) -> Vec<u8> {
    let objects = text(2, AT, words) + &picture_of(3);
    let slide = Slide::of(objects).with("p", "image", "../media/p.bin");
    Deck::of([slide]).with("ppt/media/p.bin", picture).bytes()
}

fn picture_of(id: u32) -> String {
    super::deck::picture(id, AT, "p")
}

fn write(folder: &Path, name: &str, bytes: Vec<u8>) {
    std::fs::write(folder.join(name), bytes).expect("written");
}

#[test]
fn windows_and_icons_that_differ_in_a_few_places_are_not_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..12 {
        let words: String = (0..12).map(|at| format!("w{number}x{at} ")).collect();
        let name = |kind: &str| format!("{kind}{number:02}.pptx");
        write(
            folder.path(),
            &name("window"),
            deck(&words, png(window(number))),
        );
        write(
            folder.path(),
            &name("icon"),
            deck(&words.replace('x', "y"), png(icon(number))),
        );
    }
    write(
        folder.path(),
        "z.pptx",
        deck("other words altogether", stored_anew(&window(7))),
    );
    let expected = [("window07.pptx".to_owned(), "z.pptx".to_owned(), false)];
    // Looks are on disk where there is little memory.
    for (memory, threads) in [(256 << 20, 1), (1 << 20, 2)] {
        assert_eq!(pairs(folder.path(), memory, threads), expected);
    }
}

#[test]
fn decks_are_aliases_only_with_the_very_same_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = "the same words on all of them, and enough of these to be found";
    let picture = window(1);
    write(folder.path(), "a.pptx", deck(words, png(picture.clone())));
    write(folder.path(), "b.pptx", deck(words, stored_anew(&picture)));
    write(folder.path(), "c.pptx", deck(words, png(picture)));
    let pair = |a: &str, b: &str, is_alias| (a.to_owned(), b.to_owned(), is_alias);
    let mut found = pairs(folder.path(), 256 << 20, 2);
    found.sort();
    let expected = [
        pair("a.pptx", "b.pptx", false),
        pair("a.pptx", "c.pptx", true),
        pair("b.pptx", "c.pptx", false),
    ];
    assert_eq!(found, expected);
}

/// Adds a folder to an index, which is made where there is none.
fn added(index: &Path, folder: &Path) -> AddSummary {
    let preset: Preset = "slides".parse().expect("a preset");
    let making = Making::new(preset.scheme(), None);
    let mut writer = match index.exists() {
        true => Writer::open(index, "a test"),
        false => Writer::create(index, making, "a test"),
    };
    let writer = writer.as_mut().expect("an index");
    let temp = tempfile::tempdir().expect("a folder");
    let options = AddOptions {
        strict: true,
        ..AddOptions::new(256 << 20, temp.path().to_owned())
    };
    let input = [folder.to_string_lossy().into_owned()];
    add(writer, &input, &options, &Unwatched).expect("added")
}

#[test]
fn an_index_knows_its_pictures_from_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let (decks, index) = (folder.path().join("in"), folder.path().join("index"));
    std::fs::create_dir(&decks).expect("a folder");
    for number in 0..3 {
        let words = format!("words of deck{number} only and none of others");
        write(
            &decks,
            &format!("{number}.pptx"),
            deck(&words, png(window(number))),
        );
    }
    added(&index, &decks);
    // To add them again changes nothing.
    let again = added(&index, &decks);
    assert_eq!((again.unchanged, again.replaced), (3, 0));
    let snapshot = Arc::new(Snapshot::open(&index).expect("an index"));
    let options = options(folder.path(), 256 << 20, 1);
    let asked = |picture: Vec<u8>| {
        let query = document("q.pptx", &deck("something else", picture));
        let mut pairs = Pairs::default();
        check(&snapshot, &query, 10, &options, &mut pairs).expect("a check");
        pairs.0.into_iter().map(|(_, b, _)| b).collect::<Vec<_>>()
    };
    for number in 0..3 {
        assert_eq!(
            asked(stored_anew(&window(number))),
            [format!("{number}.pptx")]
        );
    }
    assert_eq!(asked(png(window(9))), [""; 0]);
}

/// Slides that have something in common.
#[derive(Default)]
struct Slides(Vec<String>);

impl Sink for Slides {
    fn pair(&mut self, _: &PairRow) -> cento::Result<()> {
        Ok(())
    }

    fn slide(&mut self, row: &SlideRow<'_>) -> cento::Result<()> {
        // The folders in an id are those of the input.
        let [a_id, b_id] = [row.a_id, row.b_id].map(|id| id.rsplit('/').next().unwrap_or(id));
        let row = SlideRow {
            a_id,
            b_id,
            ..row.clone()
        };
        self.0.push(format!("{row:?}"));
        Ok(())
    }
}

#[test]
fn an_index_knows_its_decks_whether_passages_are_asked_for_or_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    for folder in [&first, &second] {
        std::fs::create_dir(folder).expect("a folder");
    }
    // Texts first, of which none has slides.
    for name in ["one.txt", "other.txt"] {
        let text = b"a text that stands in two files, word for word";
        write(&first, name, text.to_vec());
    }
    for (name, seed) in [("a.pptx", 1), ("b.pptx", 1), ("c.pptx", 2)] {
        let words = format!("some words of {name}, others than those elsewhere");
        write(&second, name, deck(&words, png(window(seed))));
    }
    let input = [&first, &second].map(|folder| folder.to_string_lossy().into_owned());
    let with_passages = options(folder.path(), 256 << 20, 1);
    let pairs_only = FindOptions {
        align: None,
        ..with_passages.clone()
    };
    for (options, lineages) in [(with_passages, Some(1)), (pairs_only, None)] {
        let index = folder.path().join(format!("index{}", lineages.is_some()));
        let in_index = |new| {
            let snapshot = Arc::new(Snapshot::open(&index).expect("an index"));
            let mut slides = Slides::default();
            let summary = find_indexed(&snapshot, new, &options, &Unwatched, &mut slides);
            let summary = summary.expect("a run");
            (summary.decks, summary.lineages, slides.0)
        };
        added(&index, &first);
        assert_eq!(in_index(New::Nothing), (None, None, vec![]));
        let mut slides = Slides::default();
        let summary = find(&input, None, &options, &Unwatched, &mut slides).expect("a run");
        let expected = (summary.decks, summary.lineages, slides.0);
        assert_eq!((expected.0, expected.1), (Some(3), lineages));
        assert_eq!(expected.2.is_empty(), lineages.is_none());
        // Whether they are new, or in the index.
        assert_eq!(in_index(New::Among(&input[1..])), expected);
        added(&index, &second);
        assert_eq!(in_index(New::Nothing), expected);
        assert_eq!(in_index(New::Latest(3)), expected);
    }
}
