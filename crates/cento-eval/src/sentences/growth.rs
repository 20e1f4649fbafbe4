//! How time grows with the number of sentences (the paper's figures 11 and 12).

use std::fmt::Write;

use anyhow::Result;
use cento::read::Document;

use super::finding::{Question, Written, numbers};
use super::sets::Vocabulary;
use super::translation::Translation;
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};

/// How often the verses are halved.
const HALVED: u32 = 4;

/// What is measured, and its name.
const SCHEMES: [(&str, &str); 4] = [
    ("rare words", "words"),
    ("16 bits, d = 1", "qsign:m=16,l=1,d=1"),
    ("32 bits, d = 1", "qsign:m=32,l=2,d=1"),
    ("64 bits, d = 3", "qsign:m=64,l=2,d=3"),
];

/// The verses of translations, those of one name one behind the other.
pub(super) fn verse_by_verse<'a>(translations: &[&'a Translation]) -> Vec<&'a Document> {
    let Some(first) = translations.first() else {
        return Vec::new();
    };
    let places: Vec<Vec<Option<u32>>> = translations
        .iter()
        .map(|translation| first.numbers_in(translation))
        .collect();
    let mut verses = Vec::new();
    for at in 0..first.verses.len() {
        for (translation, places) in translations.iter().zip(&places) {
            verses.extend(places[at].map(|place| &translation.documents[place as usize]));
        }
    }
    verses
}

/// The powers of ten that the points of lines lie between.
pub(super) fn decades(lines: &[Line]) -> Vec<f64> {
    let powers = lines.iter().flat_map(|line| &line.points);
    let powers = powers.map(|point| point.1.max(1e-6).log10());
    let (least, most) = powers.fold((0.0, 0.0), |(least, most): (f64, f64), power| {
        (least.min(power), most.max(power))
    });
    let (least, most) = (least.floor() as i32, most.ceil() as i32);
    (least..=most.max(least + 1))
        .map(|power| 10f64.powi(power))
        .collect()
}

/// Adds the part to the page.
pub(super) fn report(
    translations: &[&Translation],
    body: &mut String,
    plots: &mut Vec<(String, Plot)>,
) -> Result<()> {
    let verses = verse_by_verse(translations);
    let Some(first) = translations.first() else {
        return Ok(());
    };
    let language = first.language();
    let _ = write!(
        body,
        "## Growth (their figures 11 and 12)\n\nVerses of {} translations, those of one name together, the first so \
         many of them, all with all on one thread, in CPU seconds without reading and splitting. Behind each time is \
         that of half as many, times so much. The paper's times grow with the square of the sentences. Pairs grow \
         faster than sentences here, since phrases recur throughout.\n\n",
        translations.len()
    );
    let headings = ["verses", "sentences", "pairs", "times"].map(str::to_owned);
    let each = SCHEMES
        .iter()
        .flat_map(|(name, _)| [(*name).to_owned(), "times".to_owned()]);
    let mut table = Table::new(headings.into_iter().chain(each));
    let mut lines: Vec<Line> = SCHEMES
        .iter()
        .map(|(name, _)| Line {
            name: (*name).to_owned(),
            points: Vec::new(),
        })
        .collect();
    let mut pairs = 0;
    for size in (0..=HALVED).rev().map(|halved| verses.len() >> halved) {
        let documents: Vec<Document> = verses[..size].iter().copied().cloned().collect();
        let mut vocabulary = Vocabulary::new(language);
        let texts = documents.iter().map(|document| document.text.as_str());
        let sentences = vocabulary.sets(texts).len();
        let written = Written::new(documents.iter())?;
        let numbers = numbers(&documents);
        let mut cells = vec![size.to_string(), sentences.to_string()];
        for ((_, scheme), line) in SCHEMES.iter().zip(&mut lines) {
            let scheme = match scheme.contains(':') {
                true => format!("{scheme},lang={language}"),
                false => format!("{scheme}:lang={language}"),
            };
            let found = Question::on_one_thread(&scheme).find((written.path(), &numbers), None)?;
            if cells.len() == 2 {
                let now = found.pairs.len();
                let times = now as f64 / pairs.max(1) as f64;
                let times = if pairs > 0 {
                    format!("{times:.2}")
                } else {
                    String::new()
                };
                cells.extend([now.to_string(), times]);
                pairs = now;
            }
            let before = line.points.last().map(|&(_, seconds)| seconds);
            let times = before.map_or(String::new(), |before| {
                format!("{:.2}", found.joining / before.max(f64::MIN_POSITIVE))
            });
            cells.extend([format!("{:.2}", found.joining), times]);
            line.points.push((sentences as f64, found.joining));
        }
        table.row(cells);
    }
    let _ = writeln!(body, "{table}");
    let plot = Plot {
        title: "All with all, by the number of sentences".to_owned(),
        x: Axis {
            label: "sentences".to_owned(),
            marks: vec![5e3, 1e4, 2e4, 5e4, 1e5, 2e5],
            is_logarithmic: true,
        },
        y: Axis {
            label: "CPU seconds".to_owned(),
            marks: decades(&lines),
            is_logarithmic: true,
        },
        lines,
    };
    let name = "sentences-growth.svg";
    let _ = writeln!(body, "![{}]({name})\n", plot.title);
    plots.push((name.to_owned(), plot));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_lie_between_powers_of_ten() {
        let points = vec![(1.0, 0.03), (2.0, 20.0)];
        let name = String::new();
        assert_eq!(
            decades(&[Line { name, points }]),
            [0.01, 0.1, 1.0, 10.0, 100.0]
        );
        assert_eq!(decades(&[]), [1.0, 10.0]);
    }
}
