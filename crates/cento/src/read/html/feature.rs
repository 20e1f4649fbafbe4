//! What can be seen of a block, as numbers.

use super::hint::Hints;
use super::page::{Block, Box, Page};
use super::slope::count;
use super::tag::Tag;

/// How many numbers there are for a block.
pub(super) const FEATURES: usize = TEXT + OWN.len() + AROUND.len() + HINTS.len() + PLACE;

/// A block's numbers.
pub(super) type Features = [f32; FEATURES];

/// Numbers of the text itself.
const TEXT: usize = 10;

/// What the innermost box may be.
const OWN: [Tag; 7] = [
    Tag::P,
    Tag::Heading,
    Tag::Item,
    Tag::Cell,
    Tag::Quote,
    Tag::Figcaption,
    Tag::Div,
];

/// What boxes around may be.
const AROUND: [Tag; 11] = [
    Tag::Article,
    Tag::Main,
    Tag::Nav,
    Tag::Header,
    Tag::Footer,
    Tag::Aside,
    Tag::Form,
    Tag::Figure,
    Tag::Label,
    Tag::List,
    Tag::Table,
];

/// What boxes around may be called.
const HINTS: [Hints; Hints::COUNT] = [
    Hints::CONTENT,
    Hints::MAIN,
    Hints::NAVIGATION,
    Hints::HEAD,
    Hints::FOOT,
    Hints::SIDE,
    Hints::COMMENT,
    Hints::RELATED,
    Hints::SHARE,
    Hints::PROMOTION,
    Hints::ABOUT,
    Hints::CAPTION,
    Hints::HIDDEN,
    Hints::TITLE,
    Hints::LEAD,
];

/// Most of a page is this share of its prose.
const MOST: f64 = 0.6;

/// A page of which this part is links has a frame, and the more so the more it has.
const FRAMED: f64 = 8.0;

/// Numbers of the place of a block among others.
const PLACE: usize = 11;

/// What is known of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measure {
    pub(super) words: f32,
    /// About the logarithm of their number, 1 where there are 127.
    pub(super) length: f32,
    /// The share of its bytes that are of links.
    pub(super) linked: f32,
}

/// What is summed over the blocks of a box.
#[derive(Clone, Copy, Default)]
struct Sum {
    bytes: f64,
    linked: f64,
    words: f64,
    /// Words of blocks that read like prose.
    prose: f64,
}

/// What is seen of the blocks of a page.
pub(super) struct Seen<'a> {
    pub(super) page: &'a Page,
    pub(super) measures: Vec<Measure>,
    /// Over the first blocks, of each number of them.
    sums: Vec<Sum>,
    /// For each box, the tags of it and the boxes around it as bits, and their hints.
    around: Vec<(u64, Hints)>,
}

impl<'a> Seen<'a> {
    pub(super) fn new(page: &'a Page) -> Self {
        let measures: Vec<Measure> = page
            .blocks
            .iter()
            .map(|block| measure(page, block))
            .collect();
        let sums = sums(page, &measures);
        let around = around(&page.boxes, &sums);
        Self {
            page,
            measures,
            sums,
            around,
        }
    }

    /// The numbers of a block.
    pub(super) fn row(&self, at: usize) -> Features {
        let block = &self.page.blocks[at];
        let inside = &self.page.boxes[block.inside as usize];
        let mut row = [0.0; FEATURES];
        let (text, rest) = row.split_at_mut(TEXT);
        text_features(self.page.words(block), self.measures[at], text);
        let (own, rest) = rest.split_at_mut(OWN.len());
        for (to, tag) in own.iter_mut().zip(OWN) {
            *to = flag(inside.tag == tag);
        }
        let (tags, hints) = self.around[block.inside as usize];
        let (to_tags, rest) = rest.split_at_mut(AROUND.len());
        for (to, tag) in to_tags.iter_mut().zip(AROUND) {
            *to = flag(tags & 1 << tag as u64 != 0);
        }
        let (to_hints, place) = rest.split_at_mut(HINTS.len());
        for (to, hint) in to_hints.iter_mut().zip(HINTS) {
            *to = flag(hints.has(hint));
        }
        let parent = &self.page.boxes[inside.parent as usize];
        let outer = &self.page.boxes[parent.parent as usize];
        let all = self.sums[self.page.blocks.len()];
        // What comes late may be of the frame, in a page that has one.
        let framed = (FRAMED * all.linked / all.bytes.max(1.0)).min(1.0);
        let late = framed * self.sums[at].prose / all.prose.max(1.0);
        let numbers = self
            .part(parent)
            .into_iter()
            .chain(self.part(outer))
            .chain(self.near(at.checked_sub(1)))
            .chain(self.near(Some(at + 1)))
            .chain([late as f32]);
        for (to, number) in place.iter_mut().zip(numbers) {
            *to = number;
        }
        row
    }

    /// What is seen of a box: its links, how long its blocks are, how much of it is prose.
    fn part(&self, of: &Box) -> [f32; 3] {
        let (begin, end) = (of.blocks.start as usize, of.blocks.end as usize);
        let (from, to) = (self.sums[begin], self.sums[end]);
        let words = to.words - from.words;
        let linked = (to.linked - from.linked) / (to.bytes - from.bytes).max(1.0);
        let prose = (to.prose - from.prose) / words.max(1.0);
        let a_block = words / (end - begin).max(1) as f64;
        [linked as f32, logarithm(a_block as u32), prose as f32]
    }

    /// What is seen of a block beside.
    fn near(&self, other: Option<usize>) -> [f32; 2] {
        let other = other.and_then(|other| self.measures.get(other));
        let other = other.copied().unwrap_or_default();
        [other.length, other.linked]
    }
}

pub(super) fn flag(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

fn measure(page: &Page, block: &Block) -> Measure {
    let words = count(page.words(block));
    Measure {
        words: words as f32,
        length: logarithm(words),
        linked: block.linked as f32 / (block.end - block.begin).max(1) as f32,
    }
}

/// A logarithm with straight lines between powers of two: the same on every machine, which that of its library is not.
fn logarithm(words: u32) -> f32 {
    let one_more = words.saturating_add(1);
    let whole = one_more.ilog2();
    let part = one_more as f32 / (1_u32 << whole) as f32 - 1.0;
    (whole as f32 + part) / 7.0
}

/// Whether a block has the length of a sentence and few links.
fn is_prose(measure: Measure) -> bool {
    measure.words >= 10.0 && measure.linked < 0.35
}

/// Sums over the first blocks, of each number of them.
fn sums(page: &Page, measures: &[Measure]) -> Vec<Sum> {
    let mut sums = Vec::with_capacity(measures.len() + 1);
    let mut sum = Sum::default();
    sums.push(sum);
    for (block, measure) in page.blocks.iter().zip(measures) {
        sum.bytes += f64::from(block.end - block.begin);
        sum.linked += f64::from(block.linked);
        sum.words += f64::from(measure.words);
        if is_prose(*measure) {
            sum.prose += f64::from(measure.words);
        }
        sums.push(sum);
    }
    sums
}

/// For each box, the tags of it and the boxes around it as bits, and their hints.
///
/// A box that holds most of a page is the page, whatever it is called.
fn around(boxes: &[Box], sums: &[Sum]) -> Vec<(u64, Hints)> {
    let total = sums.last().map_or(0.0, |sum| sum.prose);
    let mut around: Vec<(u64, Hints)> = Vec::with_capacity(boxes.len());
    for (at, one) in boxes.iter().enumerate() {
        // A box stands behind the one around it.
        let (mut tags, mut hints) = match at {
            0 => (0, Hints::default()),
            _ => around[one.parent as usize],
        };
        let (from, to) = (one.blocks.start as usize, one.blocks.end as usize);
        let is_most = sums[to].prose - sums[from].prose > MOST * total;
        let of_page = [Tag::Article, Tag::Main];
        if !is_most || of_page.contains(&one.tag) {
            tags |= 1 << one.tag as u64;
        }
        hints.add(match is_most {
            true => Hints(one.hints.0 & (Hints::CONTENT.0 | Hints::MAIN.0)),
            false => one.hints,
        });
        around.push((tags, hints));
    }
    around
}

fn text_features(text: &str, measure: Measure, out: &mut [f32]) {
    let (mut commas, mut digits, mut capitals) = (0, 0, 0);
    let mut is_word_start = true;
    for byte in text.bytes() {
        match byte {
            b',' | b';' => commas += 1,
            b'0'..=b'9' => digits += 1,
            b'A'..=b'Z' if is_word_start => capitals += 1,
            _ => {}
        }
        is_word_start = byte == b' ';
    }
    let end = text.trim_end_matches(['"', '\'', ')', '”', '’', '»', '“', ' ']);
    let ends = end.ends_with(['.', '!', '?', '。', '！', '？', '…', '؟', '।']);
    let length = measure.length;
    let numbers = [
        1.0,
        length,
        (measure.words / 40.0).min(1.0),
        measure.linked,
        measure.linked * length,
        flag(ends),
        (commas as f32 / measure.words.max(1.0)).min(0.5),
        (digits as f32 / text.len().max(1) as f32).min(1.0),
        (capitals as f32 / measure.words.max(1.0)).min(1.0),
        flag(text.contains(['©', '|', '›', '»', '®'])),
    ];
    out.copy_from_slice(&numbers);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(html: &str) -> Vec<Features> {
        let page = Page::read(html).expect("a page");
        let seen = Seen::new(&page);
        (0..page.blocks.len()).map(|at| seen.row(at)).collect()
    }

    fn place(hint: Hints) -> usize {
        let at = HINTS.iter().position(|known| *known == hint);
        TEXT + OWN.len() + AROUND.len() + at.expect("known")
    }

    #[test]
    fn a_logarithm_grows_with_words_and_is_1_at_127() {
        let numbers: Vec<f32> = (0..2000).map(logarithm).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b));
        assert_eq!(
            (numbers[0], numbers[1], numbers[127]),
            (0.0, 1.0 / 7.0, 1.0)
        );
        assert!(logarithm(u32::MAX) < 5.0);
    }

    #[test]
    fn boxes_around_a_block_tell_of_it_unless_they_hold_the_page() {
        let sentence = "A sentence of more than ten words, that is, of prose, stands here.";
        let two = format!("<div class=sidebar><p>{sentence}</p></div><p>{sentence} {sentence}</p>");
        let side = place(Hints::SIDE);
        let features = rows(&two);
        assert_eq!([features[0][side], features[1][side]], [1.0, 0.0]);
        let features = rows(&format!("<div class=sidebar>{two}</div>"));
        assert_eq!([features[0][side], features[1][side]], [1.0, 0.0]);
    }

    #[test]
    fn all_that_is_seen_is_a_number() {
        for html in [
            "",
            "<p>a",
            "<ul><li><a href=x>b</a></ul>c",
            "<p>.",
            "<p>日本",
        ] {
            for row in rows(html) {
                assert!(
                    row.iter().all(|number| number.is_finite()),
                    "{html}: {row:?}"
                );
                assert_eq!(row[0], 1.0);
            }
        }
    }
}
