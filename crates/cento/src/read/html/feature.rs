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
const TEXT: usize = 13;

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
const AROUND: [Tag; 14] = [
    Tag::Article,
    Tag::Main,
    Tag::Section,
    Tag::Nav,
    Tag::Header,
    Tag::Footer,
    Tag::Aside,
    Tag::Form,
    Tag::Figure,
    Tag::Label,
    Tag::List,
    Tag::Table,
    Tag::Button,
    Tag::Noscript,
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

/// Numbers of the place of a block among others.
const PLACE: usize = 12;

/// What is known of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measure {
    pub(super) words: f32,
    /// The share of its bytes that are of links.
    pub(super) linked: f32,
}

/// What is summed over the blocks of a box.
#[derive(Clone, Copy, Default)]
struct Sum {
    bytes: f32,
    linked: f32,
    words: f32,
    /// Words of blocks that read like prose.
    prose: f32,
}

/// What is seen of all blocks of a page.
pub(super) struct Seen {
    pub(super) features: Vec<Features>,
    pub(super) measures: Vec<Measure>,
}

impl Seen {
    pub(super) fn new(page: &Page) -> Self {
        let measures: Vec<Measure> = page
            .blocks
            .iter()
            .map(|block| measure(page, block))
            .collect();
        let sums = sums(page, &measures);
        let around = around(&page.boxes);
        let total = sums[page.blocks.len()].words.max(1.0);
        let title = page.metadata.best_title();
        let mut features = Vec::with_capacity(page.blocks.len());
        for (at, block) in page.blocks.iter().enumerate() {
            let inside = &page.boxes[block.inside as usize];
            let mut row = [0.0; FEATURES];
            let (text, rest) = row.split_at_mut(TEXT);
            text_features(page.words(block), title, measures[at], text);
            let (own, rest) = rest.split_at_mut(OWN.len());
            for (to, tag) in own.iter_mut().zip(OWN) {
                *to = flag(inside.tag == tag);
            }
            let (tags, hints) = around[block.inside as usize];
            let (to_tags, rest) = rest.split_at_mut(AROUND.len());
            for (to, tag) in to_tags.iter_mut().zip(AROUND) {
                *to = flag(tags & 1 << tag as u64 != 0);
            }
            let (to_hints, place) = rest.split_at_mut(HINTS.len());
            for (to, hint) in to_hints.iter_mut().zip(HINTS) {
                *to = flag(hints.has(hint));
            }
            let part = |of: &Box| {
                let (begin, end) = (of.blocks.start as usize, of.blocks.end as usize);
                let (from, to) = (sums[begin], sums[end]);
                let bytes = (to.bytes - from.bytes).max(1.0);
                let linked = (to.linked - from.linked) / bytes;
                let words = (to.words - from.words) / (end - begin).max(1) as f32;
                let prose = (to.prose - from.prose) / (to.words - from.words).max(1.0);
                [linked, words.ln_1p() / 5.0, prose]
            };
            let parent = &page.boxes[inside.parent as usize];
            let outer = &page.boxes[parent.parent as usize];
            let near = |other: Option<usize>| {
                let other = other.and_then(|other| measures.get(other));
                let other = other.copied().unwrap_or_default();
                [other.words.ln_1p() / 5.0, other.linked]
            };
            let numbers = part(parent)
                .into_iter()
                .chain(part(outer))
                .chain(near(at.checked_sub(1)))
                .chain(near(Some(at + 1)))
                .chain([sums[at].words / total, at as f32 / page.blocks.len() as f32]);
            for (to, number) in place.iter_mut().zip(numbers) {
                *to = number;
            }
            features.push(row);
        }
        Self { features, measures }
    }
}

fn flag(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

fn measure(page: &Page, block: &Block) -> Measure {
    Measure {
        words: count(page.words(block)) as f32,
        linked: block.linked as f32 / (block.end - block.begin).max(1) as f32,
    }
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
        sum.bytes += (block.end - block.begin) as f32;
        sum.linked += block.linked as f32;
        sum.words += measure.words;
        if is_prose(*measure) {
            sum.prose += measure.words;
        }
        sums.push(sum);
    }
    sums
}

/// For each box, the tags of it and the boxes around it as bits, and their hints.
fn around(boxes: &[Box]) -> Vec<(u64, Hints)> {
    let mut around: Vec<(u64, Hints)> = Vec::with_capacity(boxes.len());
    for (at, one) in boxes.iter().enumerate() {
        // A box stands behind the one around it.
        let (mut tags, mut hints) = match at {
            0 => (0, Hints::default()),
            _ => around[one.parent as usize],
        };
        tags |= 1 << one.tag as u64;
        hints.add(one.hints);
        around.push((tags, hints));
    }
    around
}

fn text_features(text: &str, title: &str, measure: Measure, out: &mut [f32]) {
    let (mut commas, mut stops, mut digits, mut capitals) = (0, 0, 0, 0);
    let mut last = b' ';
    let mut is_word_start = true;
    for byte in text.bytes() {
        match byte {
            b',' | b';' => commas += 1,
            b'0'..=b'9' => digits += 1,
            b' ' if matches!(last, b'.' | b'!' | b'?' | b':') => stops += 1,
            b'A'..=b'Z' if is_word_start => capitals += 1,
            _ => {}
        }
        is_word_start = byte == b' ';
        last = byte;
    }
    let end = text.trim_end_matches(['"', '\'', ')', '”', '’', '»', '“', ' ']);
    let ends = end.ends_with(['.', '!', '?', '。', '！', '？', '…', '؟', '।']);
    let length = measure.words.ln_1p() / 5.0;
    let numbers = [
        1.0,
        length,
        (measure.words / 40.0).min(1.0),
        measure.linked,
        measure.linked * length,
        flag(ends),
        flag(stops > 0),
        (commas as f32 / measure.words.max(1.0)).min(0.5),
        (digits as f32 / text.len().max(1) as f32).min(1.0),
        (capitals as f32 / measure.words.max(1.0)).min(1.0),
        flag(text.contains(['©', '|', '›', '»', '®'])),
        flag(text.len() > 8 && title.contains(text)),
        flag(text.ends_with(':') || text.ends_with('…') || text.ends_with("...")),
    ];
    out.copy_from_slice(&numbers);
}
