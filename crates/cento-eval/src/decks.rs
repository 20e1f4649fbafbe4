//! Presentations that take slides from one another, with what was taken from where.
//!
//! Slides have a title, some words and, half of them, a picture; each deck has one of ten templates, with a logo and a line at
//! the foot of every slide. What a slide takes is the words and the picture of another deck's, some of them with a word changed.

use std::fs::{self, File};
use std::io::{BufWriter, Cursor, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use image::imageops::FilterType;
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::json;

use crate::random::Random;
use crate::synth::Language;

// As the tests make them.
#[allow(dead_code)]
#[path = "../../cento/tests/common/deck.rs"]
mod deck;
#[allow(dead_code)]
#[path = "../../cento/tests/common/zip.rs"]
mod zip;

/// Options of `cento-eval decks`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// How many presentations
    #[arg(long, default_value_t = 1000)]
    decks: u32,
    /// Slides in each
    #[arg(long, default_value_t = 30)]
    slides: u32,
    /// The same seed gives the same files
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Share of slides that are taken from an earlier deck
    #[arg(long, default_value_t = 0.15)]
    share: f64,
    /// The folder to write them to
    #[arg(long)]
    out: PathBuf,
    /// Which slide was taken from which, as JSONL
    #[arg(long)]
    truth: Option<PathBuf>,
}

const TEMPLATES: u64 = 10;
/// Different pictures besides logos.
const PICTURES: u64 = 3000;
const SIZE: (u32, u32) = (640, 480);

const TITLE: [i64; 4] = [100, 80, 3000, 250];
const BODY: [i64; 4] = [100, 400, 1600, 1200];
const SIDE: [i64; 4] = [1800, 400, 1400, 1050];
const LOGO: [i64; 4] = [3000, 1700, 200, 150];
const FOOT: [i64; 4] = [100, 1750, 2000, 100];

/// What a slide shows.
#[derive(Clone)]
struct Content {
    title: String,
    body: String,
    picture: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    fs::create_dir_all(&arguments.out).context("cannot make the folder")?;
    let truth = arguments.truth.as_ref().map(File::create).transpose()?;
    let mut truth = truth.map(BufWriter::new);
    let language = Language::new(arguments.seed);
    let mut random = Random::part(arguments.seed, 1);
    let mut made: Vec<Vec<Content>> = Vec::new();
    for number in 0..arguments.decks {
        let mut contents = Vec::new();
        for slide in 0..arguments.slides {
            if made.is_empty() || !random.chance(arguments.share) {
                contents.push(written(&language, &mut random));
                continue;
            }
            let deck = random.below(made.len());
            let from = random.below(made[deck].len());
            let mut content = made[deck][from].clone();
            let is_changed = random.chance(0.5);
            if is_changed {
                let rank = language.draw(&mut random);
                content.body = changed(&content.body, language.word(rank), &mut random);
            }
            contents.push(content);
            if let Some(truth) = &mut truth {
                let [own, other] = [number, deck as u32].map(name);
                let row = json!({
                    "id": own, "slide": slide + 1, "from": other, "from_slide": from + 1, "changed": is_changed,
                });
                writeln!(truth, "{row}")?;
            }
        }
        let path = arguments.out.join(name(number));
        fs::write(&path, file(&contents, u64::from(number) % TEMPLATES))
            .with_context(|| format!("cannot write {}", path.display()))?;
        made.push(contents);
    }
    truth.map_or(Ok(()), |mut truth| truth.flush().map_err(Into::into))
}

fn name(number: u32) -> String {
    format!("deck{number:04}.pptx")
}

/// A slide of its own.
fn written(language: &Language, random: &mut Random) -> Content {
    let mut words = |count: usize| {
        let mut ranks = vec![language.draw(random)];
        while ranks.len() < count {
            let last = ranks.last().copied().unwrap_or_default();
            language.next(last, random, &mut ranks);
        }
        let words: Vec<&str> = ranks.iter().map(|&rank| language.word(rank)).collect();
        words.join(" ")
    };
    let (title, body) = (words(6), words(20));
    let more = words(20);
    let picture = random.chance(0.5).then(|| random.next() % PICTURES);
    let body = match random.chance(0.7) {
        true => format!("{body}\n{more}"),
        false => body,
    };
    Content {
        title,
        body,
        picture,
    }
}

/// A text with one of its words replaced.
fn changed(text: &str, word: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    let at = random.below(words.len());
    words[at] = word;
    words.join(" ")
}

/// The bytes of a deck.
fn file(contents: &[Content], template: u64) -> Vec<u8> {
    let mut pictures: Vec<(String, Vec<u8>)> = vec![drawn(PICTURES + template)];
    let logo = pictures[0].0.clone();
    let slides = contents.iter().map(|content| {
        let mut objects =
            deck::text(2, TITLE, &content.title) + &deck::text(3, BODY, &content.body);
        let mut relations = vec![("logo", logo.clone())];
        if let Some(picture) = content.picture {
            let (name, bytes) = drawn(picture);
            objects += &deck::picture(4, SIDE, "p");
            relations.push(("p", name.clone()));
            if pictures.iter().all(|(known, _)| *known != name) {
                pictures.push((name, bytes));
            }
        }
        let foot = format!("Department {template}, for internal use and for no other");
        objects += &(deck::picture(5, LOGO, "logo") + &deck::text(6, FOOT, &foot));
        let slide = deck::Slide::of(objects);
        relations.iter().fold(slide, |slide, (id, name)| {
            slide.with(id, "image", &format!("../media/{name}"))
        })
    });
    let deck = deck::Deck::of(slides.collect::<Vec<_>>());
    let deck = pictures.into_iter().fold(deck, |deck, (name, bytes)| {
        deck.with(&format!("ppt/media/{name}"), bytes)
    });
    deck.bytes()
}

/// The picture of a number: patches of colour that run into each other, every other one as JPEG.
fn drawn(number: u64) -> (String, Vec<u8>) {
    let mut random = Random::part(77, number);
    let patches = RgbImage::from_fn(8, 6, |_, _| {
        let bits = random.next();
        Rgb([bits as u8, (bits >> 8) as u8, (bits >> 16) as u8])
    });
    let picture = image::imageops::resize(&patches, SIZE.0, SIZE.1, FilterType::CatmullRom);
    let (format, ending) = match number % 2 {
        0 => (ImageFormat::Png, "png"),
        _ => (ImageFormat::Jpeg, "jpg"),
    };
    let mut bytes = Cursor::new(Vec::new());
    let written = picture.write_to(&mut bytes, format);
    written.expect("pictures are written to memory");
    (format!("image{number}.{ending}"), bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use cento::engine::find;
    use cento::find::{FindOptions, Preset};
    use cento::report::{PairRow, Sink, SlideRow};
    use cento::watch::Unwatched;

    #[derive(Default)]
    struct Found(BTreeSet<[(String, u64); 2]>);

    impl Sink for Found {
        fn pair(&mut self, _row: &PairRow) -> cento::Result<()> {
            Ok(())
        }

        fn slide(&mut self, row: &SlideRow<'_>) -> cento::Result<()> {
            if row.matched > row.template {
                let a = (row.a_id.to_owned(), row.a_slide.into());
                self.0
                    .insert([a, (row.b_id.to_owned(), row.b_slide.into())]);
            }
            Ok(())
        }
    }

    #[test]
    fn every_slide_that_was_taken_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let truth = folder.path().join("truth.jsonl");
        let arguments = Arguments {
            decks: 12,
            slides: 6,
            seed: 3,
            share: 0.3,
            out: folder.path().join("decks"),
            truth: Some(truth.clone()),
        };
        run(&arguments).expect("written");
        let preset: Preset = "slides".parse().expect("a preset");
        let options = FindOptions {
            min_hits: preset.min_hits,
            max_df: preset.max_df,
            align: Some(preset.align),
            ..FindOptions::new(preset.scheme(), 256 << 20, folder.path().to_owned())
        };
        let mut found = Found::default();
        let input = [arguments.out.to_string_lossy().into_owned()];
        find(&input, None, &options, &Unwatched, &mut found).expect("a run");
        let truth = fs::read_to_string(truth).expect("a truth");
        let mut taken = 0;
        for line in truth.lines() {
            let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let of = |id: &str, slide: &str| {
                let id = row[id].as_str().expect("a name").to_owned();
                (id, row[slide].as_u64().expect("a number"))
            };
            let mut pair = [of("from", "from_slide"), of("id", "slide")];
            pair.sort();
            assert!(found.0.contains(&pair), "{line}");
            taken += 1;
        }
        assert!(taken > 5, "{taken}");
    }
}
