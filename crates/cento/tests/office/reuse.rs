//! Decks that reuse each other's slides: which slide is which.

use std::collections::BTreeSet;
use std::path::Path;

use cento::engine::find;
use cento::find::{FindOptions, Preset};
use cento::group::Label;
use cento::report::{LineageRow, PairRow, PassageRow, Sink, SlideRow, Summary, put_json};
use cento::watch::Unwatched;
use image::{ImageFormat, RgbImage};

use super::deck::{self, *};
use super::words::{docx, paragraph};

/// A deck's name and a slide of it.
type Place = (String, u32);

#[derive(Default)]
struct Rows {
    pairs: Vec<(String, String, bool)>,
    slides: BTreeSet<(Place, Place, u32)>,
    places: Vec<String>,
    /// Pairs of slides that have nothing in common but a template.
    template: usize,
    /// Rows of the table of slides, as they are written.
    written: Vec<serde_json::Value>,
    lineages: Vec<LineageRow>,
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
        self.template += usize::from(row.labels.has(Label::Template));
        let mut json = Vec::new();
        put_json(row, &mut json).expect("written");
        self.written
            .push(serde_json::from_slice(&json).expect("JSON"));
        Ok(())
    }

    fn lineage(&mut self, row: &LineageRow) -> cento::Result<()> {
        self.lineages.push(row.clone());
        Ok(())
    }
}

fn found(folder: &Path, threads: usize) -> Rows {
    run(folder, threads).0
}

fn run(folder: &Path, threads: usize) -> (Rows, Summary) {
    let preset: Preset = "slides".parse().expect("a preset");
    let temp = tempfile::tempdir().expect("a folder");
    let options = FindOptions {
        max_df: preset.max_df,
        min_hits: preset.min_hits,
        align: Some(preset.align),
        threads,
        report: true,
        ..FindOptions::new(preset.scheme(), 256 << 20, temp.path().to_owned())
    };
    let mut rows = Rows::default();
    let input = [folder.to_string_lossy().into_owned()];
    let summary = find(&input, None, &options, &Unwatched, &mut rows).expect("a run");
    (rows, summary)
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
            let foot = "Confidential: Harbour Board of Skell, Department of Lights, page";
            let foot = format!("{foot} {}", number + 1);
            let objects = text(2, AT, &own) + &picture_on(3) + &text(4, AT, &foot);
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
    // The text of the master is in neither. What stands on each slide is found once, not five times five.
    assert!((1..=5).contains(&rows.slides.len()), "{:?}", rows.slides);
    assert_eq!(rows.template, rows.slides.len());
    assert!(rows.places.len() <= 5, "{:?}", rows.places);
    assert!(rows.lineages.is_empty());
}

/// What a program puts at the foot of each slide need not stand on many of them to be told.
#[test]
fn two_slides_with_one_foot_are_no_reuse() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, subject) in [("ferries", "boat"), ("lamps", "light")] {
        let slides = (0..2).map(|number| {
            let own = words(&format!("{subject}{number}x"), 25);
            let foot = placeholder(4, "ftr", "Harbour Board of Skell, Department of Lights");
            Slide::of(text(2, AT, &own) + &foot)
        });
        let bytes = Deck::of(slides).bytes();
        std::fs::write(folder.path().join(format!("{name}.pptx")), bytes).expect("written");
    }
    let rows = found(folder.path(), 1);
    assert_eq!(
        rows.pairs,
        [("ferries.pptx".into(), "lamps.pptx".into(), true)]
    );
    assert_eq!(rows.template, rows.slides.len());
}

#[test]
fn a_title_is_no_template_because_the_foot_names_the_part() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, subject) in [("ferries", "boat"), ("lamps", "light")] {
        let part = "Charts of the Skell estuary";
        let own = text(2, AT, &words(subject, 25)) + &placeholder(4, "ftr", "Overview");
        let title = text(2, AT, part) + &placeholder(4, "ftr", part);
        let bytes = Deck::of([Slide::of(own), Slide::of(title)]).bytes();
        std::fs::write(folder.path().join(format!("{name}.pptx")), bytes).expect("written");
    }
    let rows = found(folder.path(), 1);
    assert_eq!(
        rows.pairs,
        [("ferries.pptx".into(), "lamps.pptx".into(), false)]
    );
    assert_eq!(rows.template, 0);
}

#[test]
fn a_picture_is_found_in_text_documents_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).expect("written");
    };
    let picture = "<w:p><w:r><w:drawing><a:graphic><a:blip r:embed=\"i\"/></a:graphic></w:drawing></w:r></w:p>";
    let handout = |name: &str| {
        let body = paragraph(&words(name, 12)) + picture + &paragraph(&words(name, 3));
        docx(&body, &[("i", "image", "a drawing")])
    };
    let shown = Slide::of(text(2, AT, &words("cat", 12)) + &picture_on(3));
    let said = Slide::of(text(2, AT, &words("dan", 12)));
    let deck = Deck::of([said, shown.with("p", "image", "../media/p.wmf")]);
    write("a.docx", &handout("ann"));
    write("b.docx", &handout("ben"));
    write("c.pptx", &deck.with("ppt/media/p.wmf", "a drawing").bytes());
    let rows = found(folder.path(), 1);
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned(), false);
    assert_eq!(
        rows.pairs,
        [
            pair("a.docx", "b.docx"),
            pair("a.docx", "c.pptx"),
            pair("b.docx", "c.pptx"),
        ]
    );
    assert_eq!(rows.places.len(), 3);
}

#[test]
fn a_slide_that_stands_twice_and_a_picture_on_many_are_no_template() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, deck: Deck| {
        std::fs::write(folder.path().join(format!("{name}.pptx")), deck.bytes()).expect("written");
    };
    let said = |name: &str| Slide::of(text(2, AT, &words(name, 12)));
    let shown = |name: &str| {
        let objects = text(2, AT, &words(name, 12)) + &picture_on(3);
        Slide::of(objects).with("p", "image", "../media/p.png")
    };
    let picture = encoded(&drawn(4), ImageFormat::Png);
    write("asked", Deck::of([said("ask"), said("ask")]));
    write("more", Deck::of([said("ask"), said("ask"), said("tom")]));
    let many = ["ann", "ben", "cat", "dan"].map(shown);
    let others = (0..6).map(|at| said(&format!("x{at}y")));
    write(
        "many",
        Deck::of(many.into_iter().chain(others)).with("ppt/media/p.png", picture.clone()),
    );
    write(
        "once",
        Deck::of([said("eve"), shown("fay")]).with("ppt/media/p.png", picture),
    );
    let rows = found(folder.path(), 1);
    assert!(rows.pairs.iter().all(|(.., is_template)| !is_template));
    let expected = [1, 2].map(|slide| (at("asked", slide), at("more", slide), 0));
    let pictures = [1, 2, 3, 4].map(|slide| (at("many", slide), at("once", 2), 1));
    for wanted in expected.into_iter().chain(pictures) {
        assert!(
            rows.slides.contains(&wanted),
            "{wanted:?} in {:?}",
            rows.slides
        );
    }
}

#[test]
fn a_slide_that_stands_many_times_is_found_wherever_it_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = |name: &str| Slide::of(text(2, AT, &words(name, 12)));
    let agenda = || {
        let objects = text(2, AT, "Agenda") + &text(3, AT, &words("topic", 9)) + &picture_on(4);
        Slide {
            notes: Some(words("note", 6)),
            ..Slide::of(objects).with("p", "image", "../media/p.png")
        }
    };
    // On four of ten slides, which is too often to be looked for on each of them and too seldom for a template.
    let many = [1, 3, 6, 8];
    let slides = (1..=10).map(|number| match many.contains(&number) {
        true => agenda(),
        false => said(&format!("one{number}x")),
    });
    let one = Deck::of(slides);
    let two = Deck::of([said("two"), agenda(), said("three"), said("four")]);
    for (name, deck) in [("one", one), ("two", two)] {
        let deck = deck.with("ppt/media/p.png", encoded(&drawn(3), ImageFormat::Png));
        std::fs::write(folder.path().join(format!("{name}.pptx")), deck.bytes()).expect("written");
    }
    let rows = found(folder.path(), 1);
    let told = rows.written.iter().map(|row| {
        let numbers = ["a_slide", "b_slide", "matched", "pictures", "a_tokens"];
        numbers.map(|name| row[name].as_u64().expect("a number"))
    });
    assert!(told.eq(many.map(|number| [number, 2, 11, 1, 11])));
    let relations = rows.written.iter().map(|row| &row["relation"]);
    assert!(
        relations
            .into_iter()
            .all(|relation| relation == "counterpart")
    );
    let [lineage] = &rows.lineages[..] else {
        panic!("{:?}", rows.lineages);
    };
    assert_eq!((lineage.size, lineage.slides.len()), (2, 5));
}

#[test]
fn a_slide_that_stands_hundreds_of_times_in_both_decks_is_not_told_for_all_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let agenda = || Slide::of(text(2, AT, "Agenda") + &text(3, AT, &words("topic", 9)));
    for name in ["one", "two"] {
        let slides = (0..500).map(|number| match number % 5 < 2 {
            true => agenda(),
            false => Slide::of(text(2, AT, &words(&format!("{name}{number}x"), 12))),
        });
        let deck = Deck::of(slides);
        std::fs::write(folder.path().join(format!("{name}.pptx")), deck.bytes()).expect("written");
    }
    let rows = found(folder.path(), 1);
    // 200 in each: all of both with one of the other, at least, and not 40,000 of them.
    let numbers = |name: &str| -> std::collections::BTreeSet<u64> {
        let rows = rows.written.iter();
        rows.map(|row| row[name].as_u64().expect("a number"))
            .collect()
    };
    assert_eq!(
        (numbers("a_slide").len(), numbers("b_slide").len()),
        (200, 200)
    );
    assert!(rows.written.len() < 4000, "{}", rows.written.len());
}

#[test]
fn a_slide_is_followed_from_deck_to_deck() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = |text_of: &str| Slide::of(text(2, AT, text_of));
    let old = words("cat", 20);
    let newer = old.replace("cat7 cat8", "dog7 dog8");
    // By name, the youngest comes first.
    for (name, created, slides) in [
        (
            "a",
            "2022-05-01T00:00:00Z",
            vec![newer.clone(), words("eve", 9)],
        ),
        ("b", "2020-05-01T00:00:00Z", vec![words("fay", 9), old]),
        (
            "c",
            "2021-05-01T00:00:00Z",
            vec![words("gil", 9), words("hal", 9), newer],
        ),
    ] {
        let slides = slides.iter().map(|words| said(words));
        let deck = Deck {
            created: created.into(),
            ..Deck::of(slides)
        };
        std::fs::write(folder.path().join(format!("{name}.pptx")), deck.bytes()).expect("written");
    }
    let rows = found(folder.path(), 2);
    let [lineage] = &rows.lineages[..] else {
        panic!("{:?}", rows.lineages);
    };
    assert_eq!((lineage.number, lineage.size), (1, 3));
    assert_eq!(lineage.text, words("cat", 20).trim());
    let dates = [&lineage.first_date, &lineage.last_date].map(Option::as_deref);
    assert_eq!(
        dates,
        [Some("2020-05-01T00:00:00Z"), Some("2022-05-01T00:00:00Z")]
    );
    let slides = lineage.slides.iter().map(|slide| {
        let from = slide.from.as_ref();
        let from = from.map(|from| (from.id.as_str(), from.slide, from.matched, from.tokens));
        (slide.id.as_str(), slide.slide, from)
    });
    assert!(slides.eq([
        ("b.pptx", 2, None),
        ("c.pptx", 3, Some(("b.pptx", 2, 18, 20))),
        ("a.pptx", 1, Some(("c.pptx", 3, 20, 20))),
    ]));
}

#[test]
fn hidden_slides_are_told_wherever_slides_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = |name: &str, hidden: bool| Slide {
        hidden,
        ..Slide::of(text(2, AT, &words(name, 20)))
    };
    for (name, slides) in [
        ("a", [said("cat", true), said("dog", false)]),
        ("b", [said("dog", true), said("cat", true)]),
    ] {
        let bytes = Deck::of(slides).bytes();
        std::fs::write(folder.path().join(format!("{name}.pptx")), bytes).expect("written");
    }
    let (rows, summary) = run(folder.path(), 1);
    let told = rows.written.iter().map(|row| {
        let slides = [&row["a_slide"], &row["b_slide"]].map(|slide| slide.as_u64());
        (slides, row["hidden"].clone(), row["relation"].clone())
    });
    let [both, one] = [serde_json::json!(["a", "b"]), serde_json::json!(["b"])];
    assert!(told.eq([
        ([Some(1), Some(2)], both, "counterpart".into()),
        ([Some(2), Some(1)], one, "counterpart".into()),
    ]));
    let hidden = rows.lineages.iter().flat_map(|lineage| &lineage.slides);
    let hidden: Vec<(u32, bool)> = hidden.map(|one| (one.slide, one.hidden)).collect();
    assert_eq!(hidden, [(1, true), (2, true), (2, false), (1, true)]);
    let slides = serde_json::to_value(summary.slides).expect("JSON");
    assert_eq!(slides, serde_json::json!({"pairs": 2, "template": 0}));
}

#[test]
fn the_page_has_slides_to_scale_and_their_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = drawn(1);
    let half = image::imageops::resize(&picture, 80, 60, image::imageops::FilterType::Triangle);
    for (name, bytes) in [
        ("one", encoded(&picture, ImageFormat::Png)),
        ("two", encoded(&half, ImageFormat::Jpeg)),
    ] {
        let objects = text(2, AT, &words("cat", 9)) + &picture_on(3);
        let mut slide = Slide::of(objects).with("p", "image", "../media/p.bin");
        slide.notes = Some("Say less".into());
        let deck = Deck::of([slide]).with("ppt/media/p.bin", bytes);
        std::fs::write(folder.path().join(format!("{name}.pptx")), deck.bytes()).expect("written");
    }
    let (_, summary) = run(folder.path(), 1);
    let report = serde_json::to_value(summary.report.expect("a report")).expect("JSON");
    // One of two that look the same stands for both.
    let pictures = report["pictures"].as_array().expect("pictures");
    assert_eq!(pictures.len(), 1);
    assert!(
        pictures[0]
            .as_str()
            .expect("an address")
            .starts_with("data:image/jpeg;base64,/9j/")
    );
    for document in report["documents"].as_array().expect("documents") {
        let text = document["text"][0][1].as_str().expect("a text");
        let slide = &document["deck"]["slides"][0];
        assert_eq!(slide["number"], 1);
        let boxes = slide["boxes"].as_array().expect("boxes");
        assert_eq!(boxes.len(), 2);
        assert_eq!(boxes[0]["frame"], serde_json::json!([100, 200, 3000, 400]));
        assert_eq!(
            (&boxes[0]["picture"], &boxes[1]["picture"]),
            (&serde_json::Value::Null, &0.into())
        );
        // All of it is ASCII but for one sign, which is one unit.
        let units: Vec<u16> = text.encode_utf16().collect();
        let words_of = |piece: &serde_json::Value| {
            let [begin, end] =
                ["begin", "end"].map(|name| piece[name].as_u64().expect("a place") as usize);
            String::from_utf16(&units[begin..end]).expect("a text")
        };
        assert_eq!(words_of(&boxes[0]).trim(), words("cat", 9).trim());
        assert!(words_of(&boxes[1]).starts_with("\u{fffc}picture-"));
        assert_eq!(words_of(&slide["notes"][0]).trim(), "Say less");
    }
    assert_eq!(report["pairs"][0]["slides"][0]["pictures"], 1);
    assert_eq!(report["lineages"][0]["slides"][1]["from"], 0);
    let (_, again) = run(folder.path(), 1);
    let again = serde_json::to_value(again.report).expect("JSON");
    assert_eq!(again, report);
}

/// Passages as they are told: their words on both sides, and their places.
#[derive(Default)]
struct Told(Vec<([String; 2], [serde_json::Value; 2])>);

impl Sink for Told {
    fn pair(&mut self, _row: &PairRow) -> cento::Result<()> {
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        let place = |place: &Option<String>| {
            let place = place.as_deref().expect("a place");
            serde_json::from_str(place).expect("JSON")
        };
        let texts = [row.a_text.to_owned(), row.b_text.to_owned()];
        self.0
            .push((texts, [place(&row.a_place), place(&row.b_place)]));
        Ok(())
    }
}

#[test]
fn every_scheme_tells_the_words_and_the_boxes_of_a_passage() {
    let folder = tempfile::tempdir().expect("a folder");
    let boxes: [[i64; 4]; 3] = [[10, 20, 300, 40], [11, 70, 300, 50], [400, 70, 200, 50]];
    let shared = [words("oak", 16), words("elm", 14)];
    // In the one deck the two boxes are on slide 2, in the other on slide 3, with other words around.
    let slide = |own: &str| {
        let own = text(2, boxes[0], &words(own, 9)) + &text(3, boxes[1], &shared[0]);
        Slide::of(own + &text(4, boxes[2], &shared[1]))
    };
    let said = |name: &str| Slide::of(text(2, AT, &words(name, 40)));
    let one = Deck::of([said("ann"), slide("ben"), said("cat")]);
    let two = Deck::of([said("dan"), said("eve"), slide("fay")]);
    for (name, deck) in [("one", one), ("two", two)] {
        std::fs::write(folder.path().join(format!("{name}.pptx")), deck.bytes()).expect("written");
    }
    let input = [folder.path().to_string_lossy().into_owned()];
    for scheme in [
        "mile:b=4,m=5,o=4",
        "mile:b=6,m=3",
        "kgram:k=4",
        "winnow:k=4,window=5",
        "hailstorm:k=4",
        "breaks",
    ] {
        let temp = tempfile::tempdir().expect("a folder");
        let scheme_of = scheme.parse().expect("a scheme");
        let options = FindOptions {
            align: Some(cento::align::AlignOptions::default()),
            ..FindOptions::new(scheme_of, 256 << 20, temp.path().to_owned())
        };
        let mut told = Told::default();
        find(&input, None, &options, &Unwatched, &mut told).expect("a run");
        let [(texts, places)] = &told.0[..] else {
            panic!("{scheme}: {:?}", told.0);
        };
        let all = shared.concat();
        for text in texts {
            assert!(
                text.split_whitespace().eq(all.split_whitespace()),
                "{scheme}: {text}"
            );
        }
        for (place, number) in places.iter().zip([2, 3]) {
            assert_eq!(place["slides"], serde_json::json!([number]), "{scheme}");
            let expected = boxes[1..].iter().map(|at| {
                let [x, y, width, height] = at.map(|length| length * 10);
                serde_json::json!({"slide": number, "x": x, "y": y, "width": width, "height": height})
            });
            assert_eq!(
                place["boxes"],
                expected.collect::<serde_json::Value>(),
                "{scheme}"
            );
        }
    }
}
