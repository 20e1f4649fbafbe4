//! Decks that reuse each other's slides: which slide is which.

use std::collections::BTreeSet;
use std::path::Path;

use cento::engine::find;
use cento::find::{FindOptions, Preset};
use cento::group::Label;
use cento::report::{PairRow, PassageRow, Sink, SlideRow};
use cento::watch::Unwatched;
use image::{ImageFormat, RgbImage};

use super::deck::{self, *};

/// A deck's name and a slide of it.
type Place = (String, u32);

#[derive(Default)]
struct Rows {
    pairs: Vec<(String, String, bool)>,
    slides: BTreeSet<(Place, Place, u32)>,
    places: Vec<String>,
}

impl Sink for Rows {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        let is_template = row.labels.has(Label::Template);
        self.pairs
            .push((row.a_id.clone(), row.b_id.clone(), is_template));
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        self.places.extend(row.a_place.clone());
        Ok(())
    }

    fn slide(&mut self, row: &SlideRow<'_>) -> cento::Result<()> {
        let (a, b) = (
            (row.a_id.to_owned(), row.a_slide),
            (row.b_id.to_owned(), row.b_slide),
        );
        self.slides.insert((a, b, row.pictures));
        Ok(())
    }
}

fn found(folder: &Path, threads: usize) -> Rows {
    let preset: Preset = "slides".parse().expect("a preset");
    let temp = tempfile::tempdir().expect("a folder");
    let options = FindOptions {
        max_df: preset.max_df,
        min_hits: preset.min_hits,
        align: Some(preset.align),
        threads,
        ..FindOptions::new(preset.scheme(), 256 << 20, temp.path().to_owned())
    };
    let mut rows = Rows::default();
    let input = [folder.to_string_lossy().into_owned()];
    find(&input, None, &options, &Unwatched, &mut rows).expect("a run");
    rows
}

fn drawn(seed: u32) -> RgbImage {
    RgbImage::from_fn(160, 120, |x, y| {
        let level = |at: u32, step: u32| 255 * u32::from((at / (step + 9)).is_multiple_of(2));
        let red = (level(x + 3 * seed, 4 + seed % 7) + level(y, 11 + seed % 5)) / 2;
        image::Rgb([red as u8, (x * y / 97 * (seed + 1)) as u8, (y * 2) as u8])
    })
}

fn encoded(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    match format {
        ImageFormat::Jpeg => {
            let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 60);
            picture.write_with_encoder(encoder).expect("encoded");
        }
        format => picture.write_to(&mut bytes, format).expect("encoded"),
    }
    bytes.into_inner()
}

const AT: [i64; 4] = [10, 20, 300, 40];

fn words(name: &str, count: usize) -> String {
    (0..count).map(|at| format!("{name}{at} ")).collect()
}

fn at(deck: &str, slide: u32) -> Place {
    (format!("{deck}.pptx"), slide)
}

#[test]
fn slides_pictures_and_short_slides_are_found_where_they_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, deck: &Deck| {
        let path = folder.path().join(format!("{name}.pptx"));
        std::fs::write(path, deck.bytes()).expect("written");
    };
    let shown = |id| Slide::of(picture_on(id)).with("p", "image", "../media/p.bin");
    let said = |name: &str| Slide::of(text(2, AT, &words(name, 20)));
    let one = drawn(1);
    let mut slides = ["ann", "ben", "cat", "dan"].map(said).to_vec();
    slides.insert(2, shown(4));
    slides.push(Slide::of(text(2, AT, "Thank you")));
    let first = Deck::of(slides).with("ppt/media/p.bin", encoded(&one, ImageFormat::Png));
    write("first", &first);
    // A slide with two words replaced, the picture stored anew at half its size, a slide of two words.
    let half = image::imageops::resize(&one, 80, 60, image::imageops::FilterType::Triangle);
    let edited = words("cat", 20).replace("cat7 cat8", "dog7 dog8");
    let second = Deck::of([
        said("eve"),
        Slide::of(text(7, AT, &edited)),
        shown(9),
        Slide::of(text(2, AT, "Thank you!")),
    ])
    .with("ppt/media/p.bin", encoded(&half, ImageFormat::Jpeg));
    write("second", &second);
    // Another picture, and nothing in common.
    let other = Deck::of([said("fay"), shown(3)])
        .with("ppt/media/p.bin", encoded(&drawn(6), ImageFormat::Png));
    write("third", &other);
    for threads in [1, 3] {
        let rows = found(folder.path(), threads);
        let expected = [
            (at("first", 3), at("second", 3), 1),
            (at("first", 4), at("second", 2), 0),
            (at("first", 6), at("second", 4), 0),
        ];
        assert_eq!(rows.slides, BTreeSet::from(expected));
        assert_eq!(
            rows.pairs,
            [("first.pptx".into(), "second.pptx".into(), false)]
        );
        // In hundredths of a millimetre.
        let place = r#"{"boxes":[{"height":400,"slide":4,"width":3000,"x":100,"y":200}],"parts":["body"],"slides":[4]}"#;
        assert!(rows.places.contains(&place.to_owned()), "{:?}", rows.places);
    }
}

fn picture_on(id: u32) -> String {
    deck::picture(id, AT, "p")
}

#[test]
fn two_decks_on_one_template_are_no_reuse() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, subject) in [("ferries", "boat"), ("lamps", "light")] {
        let slides = (0..5).map(|number| {
            let own = words(&format!("{subject}{number}x"), 25);
            let foot = "Confidential: Harbour Board of Skell, Department of Lights";
            let objects = text(2, AT, &own) + &picture_on(3) + &text(4, AT, foot);
            Slide::of(objects).with("p", "image", "../media/logo.png")
        });
        let mut deck =
            Deck::of(slides).with("ppt/media/logo.png", encoded(&drawn(2), ImageFormat::Png));
        deck.master = text(5, AT, "Click to edit the title");
        std::fs::write(folder.path().join(format!("{name}.pptx")), deck.bytes()).expect("written");
    }
    let rows = found(folder.path(), 1);
    assert_eq!(
        rows.pairs,
        [("ferries.pptx".into(), "lamps.pptx".into(), true)]
    );
    // The text of the master is in neither.
    assert!(rows.slides.len() > 1);
}
