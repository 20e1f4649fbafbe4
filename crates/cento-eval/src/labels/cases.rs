//! Cases of every label, and what looks like them and is not.

use cento::group::Label;

use crate::random::Random;
use crate::synth::{Language, Writer};

/// A kind of case: its name, what its passages are, and how one is made.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// The labels its passages ought to have.
    pub(super) labels: &'static [Label],
    make: fn(&mut Maker<'_>),
}

const fn kind(name: &'static str, labels: &'static [Label], make: fn(&mut Maker<'_>)) -> Kind {
    Kind { name, labels, make }
}

/// All kinds. Under each label what has it, then what is near to it.
pub(super) const KINDS: &[Kind] = &[
    kind("alias: other case and punctuation", &[Label::Alias], alias),
    kind("one word of a document changed", &[], near_alias),
    kind("template: a whole document", &[Label::Template], |maker| {
        template(maker, Around::Nothing);
    }),
    kind("template: inside other text", &[Label::Template], |maker| {
        template(maker, Around::Text);
    }),
    kind(
        "template: in 3 to 5 documents",
        &[Label::Template],
        small_template,
    ),
    kind("template: with misprints", &[Label::Template], |maker| {
        let (form, around, share) = (form(maker), maker.around(), maker.share(1, 4));
        for _ in 0..maker.from(3, 40) {
            let words = filled(maker, &form);
            let words = maker.edited(&words, share);
            maker.document(&words, around, None);
        }
    }),
    kind(
        "near copies in 3 to 5 documents, edited at random",
        &[],
        |maker| {
            let documents = maker.from(3, 5);
            near_copies(maker, documents);
        },
    ),
    kind(
        "near copies in 6 to 40 documents, edited at random",
        &[],
        |maker| {
            let documents = maker.from(6, 40);
            near_copies(maker, documents);
        },
    ),
    kind("2 or 3 versions, each in many documents", &[], versions),
    kind("one release reworded by 3 to 6 outlets", &[], |maker| {
        rewordings(maker, 10, 25);
    }),
    kind(
        "one release lightly reworded by 3 to 6 outlets",
        &[],
        |maker| {
            rewordings(maker, 3, 12);
        },
    ),
    kind("two documents that differ in a slot", &[], two_documents),
    kind(
        "phrase: 12 to 19 words in 10 to 60 documents",
        &[Label::Phrase],
        |maker| {
            let (words, documents) = (maker.from(12, 19), maker.from(10, 60));
            quoted(maker, words, documents);
        },
    ),
    kind("12 to 19 words in 2 to 9 documents", &[], |maker| {
        let (words, documents) = (maker.from(12, 19), maker.from(2, 9));
        quoted(maker, words, documents);
    }),
    kind("40 to 120 words in 10 to 40 documents", &[], |maker| {
        let (words, documents) = (maker.from(40, 120), maker.from(10, 40));
        quoted(maker, words, documents);
    }),
    kind("frame: 50 to 100 % of a series", &[Label::Frame], |maker| {
        frame(maker, Slot::None);
    }),
    kind(
        "frame with a date: 50 to 100 % of a series",
        &[Label::Template, Label::Frame],
        |maker| frame(maker, Slot::Date),
    ),
    kind(
        "frame with misprints: 50 to 100 % of a series",
        &[Label::Frame],
        |maker| {
            frame(maker, Slot::Misprints);
        },
    ),
    kind("10 to 45 % of a series", &[], minority),
    kind("a series of 2 to 4 documents", &[], small_series),
    kind("one document in each of many series", &[], across_series),
    kind(
        "spam: several times in 3 to 8 series",
        &[Label::Spam],
        |maker| {
            sent(maker, 10);
        },
    ),
    kind(
        "several times in 3 to 8 series, within longer text",
        &[],
        |maker| sent(maker, 200),
    ),
    kind("one release in 10 to 20 series", &[], |maker| {
        let length = maker.from(60, 200);
        let words = maker.words(length);
        for at in 0..maker.from(10, 20) {
            let own = maker.words(12);
            let words = [own, words.clone()].concat();
            let series = maker.series(at);
            maker.document(&words, Around::Nothing, series);
        }
    }),
];

/// A document of a case.
pub(super) struct Made {
    pub(super) text: String,
    pub(super) series: Option<String>,
    /// Whether it has the text that others of the case have.
    pub(super) has: bool,
}

/// Makes the documents of one case.
pub(super) struct Maker<'a> {
    writer: Writer<'a>,
    number: usize,
    documents: Vec<Made>,
}

/// Makes the `number`-th case.
pub(super) fn make(kind: &Kind, language: &Language, seed: u64, number: usize) -> Vec<Made> {
    let mut maker = Maker {
        writer: Writer {
            language,
            random: Random::part(seed, number as u64),
        },
        number,
        documents: Vec::new(),
    };
    (kind.make)(&mut maker);
    maker.documents
}

/// What stands around a text.
#[derive(Clone, Copy, PartialEq)]
enum Around {
    Nothing,
    Text,
}

/// What changes in a frame.
#[derive(Clone, Copy, PartialEq)]
enum Slot {
    None,
    Date,
    /// Nothing by intent: one word in 33 is wrong.
    Misprints,
}

impl Maker<'_> {
    /// A number in a range, both ends included.
    fn from(&mut self, least: usize, most: usize) -> usize {
        self.writer.from(least..=most)
    }

    /// Words of running text.
    fn words(&mut self, count: usize) -> Vec<String> {
        self.writer.run(count)
    }

    /// Adds a document that has `text` at some place.
    fn document(&mut self, text: &[String], around: Around, series: Option<String>) {
        let has = !text.is_empty();
        let mut words = Vec::new();
        if around == Around::Text {
            let before = self.from(20, 120);
            words.extend(self.words(before));
        }
        words.extend_from_slice(text);
        if around == Around::Text {
            let after = self.from(20, 120);
            words.extend(self.words(after));
        }
        let text = words.join(" ");
        self.documents.push(Made { text, series, has });
    }

    /// A share of the words replaced, left out or followed by a new one.
    fn edited(&mut self, text: &[String], share: f64) -> Vec<String> {
        self.writer.edited(text, share, Writer::word)
    }

    /// A share between two, in hundredths.
    fn share(&mut self, least: usize, most: usize) -> f64 {
        self.from(least, most) as f64 / 100.0
    }

    fn series(&self, at: usize) -> Option<String> {
        Some(format!("series {}.{at}", self.number))
    }

    fn around(&mut self) -> Around {
        if self.writer.random.chance(0.5) {
            Around::Text
        } else {
            Around::Nothing
        }
    }
}

fn alias(maker: &mut Maker<'_>) {
    let length = maker.from(20, 200);
    let words = maker.words(length);
    for _ in 0..maker.from(2, 6) {
        let mut text = String::new();
        for word in &words {
            match maker.writer.random.below(8) {
                0 => text += &word.to_uppercase(),
                _ => text += word,
            }
            text += maker
                .writer
                .random
                .pick(&[" ", " ", " ", "  ", ", ", ". ", "\n\n", " \"", "; "]);
        }
        let (series, has) = (None, true);
        maker.documents.push(Made { text, series, has });
    }
}

fn near_alias(maker: &mut Maker<'_>) {
    let length = maker.from(20, 200);
    let words = maker.words(length);
    maker.document(&words, Around::Nothing, None);
    let mut changed = words;
    let at = maker.writer.random.below(changed.len());
    changed[at] += "x";
    maker.document(&changed, Around::Nothing, None);
}

/// A form: fixed parts, and the most words of each slot between them.
struct Form {
    parts: Vec<Vec<String>>,
    slots: Vec<usize>,
    /// Whether every filling is of full length.
    even: bool,
}

fn form(maker: &mut Maker<'_>) -> Form {
    let slots = maker.from(1, 6);
    let least = (30 / (slots + 1)).max(6);
    Form {
        parts: (0..=slots)
            .map(|_| {
                let length = maker.from(least, 25);
                maker.words(length)
            })
            .collect(),
        slots: (0..slots).map(|_| maker.from(1, 5)).collect(),
        even: maker.writer.random.chance(0.5),
    }
}

fn filled(maker: &mut Maker<'_>, form: &Form) -> Vec<String> {
    let mut words = form.parts[0].clone();
    for (part, &most) in form.parts[1..].iter().zip(&form.slots) {
        let length = if form.even { most } else { maker.from(1, most) };
        for _ in 0..length {
            let filling = match maker.writer.random.below(4) {
                0 => maker.writer.random.below(10_000).to_string(),
                _ => maker.writer.word(),
            };
            words.push(filling);
        }
        words.extend_from_slice(part);
    }
    words
}

fn forms(maker: &mut Maker<'_>, around: Around, documents: usize) {
    let form = form(maker);
    for _ in 0..documents {
        let words = filled(maker, &form);
        maker.document(&words, around, None);
    }
}

fn template(maker: &mut Maker<'_>, around: Around) {
    let documents = maker.from(3, 40);
    forms(maker, around, documents);
}

fn small_template(maker: &mut Maker<'_>) {
    let (documents, around) = (maker.from(3, 5), maker.around());
    forms(maker, around, documents);
}

fn two_documents(maker: &mut Maker<'_>) {
    let around = maker.around();
    forms(maker, around, 2);
}

fn near_copies(maker: &mut Maker<'_>, documents: usize) {
    let (length, share) = (maker.from(30, 200), maker.share(1, 10));
    let (words, around) = (maker.words(length), maker.around());
    for _ in 0..documents {
        let words = maker.edited(&words, share);
        maker.document(&words, around, None);
    }
}

fn versions(maker: &mut Maker<'_>) {
    let (length, versions) = (maker.from(60, 200), maker.from(2, 3));
    let words = maker.words(length);
    let at = maker.from(10, length - 15);
    let around = maker.around();
    for _ in 0..versions {
        let mut version = words.clone();
        let count = maker.from(1, 5);
        let other = maker.words(count);
        version.splice(at..at + count, other);
        for _ in 0..maker.from(5, 15) {
            // Whole documents would be identical: something of their own stands behind.
            let mut text = version.clone();
            let own = maker.from(3, 6);
            text.extend(maker.words(own));
            maker.document(&text, around, None);
        }
    }
}

fn rewordings(maker: &mut Maker<'_>, least: usize, most: usize) {
    let length = maker.from(40, 250);
    let (words, around) = (maker.words(length), maker.around());
    for _ in 0..maker.from(3, 6) {
        let share = maker.share(least, most);
        let words = maker.edited(&words, share);
        maker.document(&words, around, None);
    }
}

fn quoted(maker: &mut Maker<'_>, words: usize, documents: usize) {
    let words = maker.words(words);
    for _ in 0..documents {
        maker.document(&words, Around::Text, None);
    }
}

const MONTHS: [&str; 6] = ["January", "March", "May", "July", "September", "November"];

/// A text at the head or foot of `with` of `all` documents of a series.
fn furniture(maker: &mut Maker<'_>, with: usize, all: usize, slot: Slot) {
    let length = maker.from(25, 120);
    let words = maker.words(length);
    let at = maker.from(8, length - 8);
    let is_head = maker.writer.random.chance(0.5);
    for document in 0..all {
        let own = maker.from(40, 200);
        let own = maker.words(own);
        let mut furniture = words.clone();
        if slot == Slot::Date {
            let (day, year) = (maker.from(1, 28), maker.from(2015, 2024));
            let month = maker.writer.random.pick(&MONTHS);
            let date = [day.to_string(), month.to_owned(), year.to_string()];
            furniture.splice(at..at, date);
        }
        if slot == Slot::Misprints {
            furniture = maker.edited(&furniture, 0.03);
        }
        let text = match (document < with, is_head) {
            (false, _) => own,
            (true, true) => [furniture, own].concat(),
            (true, false) => [own, furniture].concat(),
        };
        let series = maker.series(0);
        maker.document(&text, Around::Nothing, series);
        if let Some(made) = maker.documents.last_mut() {
            made.has = document < with;
        }
    }
    let random = &mut maker.writer.random;
    random.shuffle(&mut maker.documents);
}

fn frame(maker: &mut Maker<'_>, slot: Slot) {
    let (all, share) = (maker.from(5, 60), maker.share(50, 100));
    let with = (all as f64 * share).ceil() as usize;
    furniture(maker, with.max(3), all, slot);
}

fn minority(maker: &mut Maker<'_>) {
    let (all, share) = (maker.from(12, 60), maker.share(10, 45));
    furniture(
        maker,
        ((all as f64 * share) as usize).max(2),
        all,
        Slot::None,
    );
}

fn small_series(maker: &mut Maker<'_>) {
    let all = maker.from(2, 4);
    furniture(maker, all, all, Slot::None);
}

/// A text that was sent to several series, to each some times, with so many words of each document's own.
fn sent(maker: &mut Maker<'_>, own: usize) {
    let length = maker.from(40, 120);
    let (words, share) = (maker.words(length), maker.share(0, 3));
    for at in 0..maker.from(3, 8) {
        let times = maker.from(4, 6);
        // The series has more documents than these.
        for document in 0..2 * times + 2 {
            let series = maker.series(at);
            let mut text = maker.words(own);
            let has = document < times;
            if has {
                text.extend(maker.edited(&words, share));
            }
            maker.document(&text, Around::Nothing, series);
            if let Some(made) = maker.documents.last_mut() {
                made.has = has;
            }
        }
    }
}

fn across_series(maker: &mut Maker<'_>) {
    let length = maker.from(25, 120);
    let words = maker.words(length);
    for at in 0..maker.from(4, 10) {
        for document in 0..maker.from(5, 7) {
            let text = if document == 0 { &words[..] } else { &[] };
            let series = maker.series(at);
            maker.document(text, Around::Text, series);
        }
    }
}
