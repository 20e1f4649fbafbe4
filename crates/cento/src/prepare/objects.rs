//! Fingerprints of what is too short for others and tells as much: a picture, a slide of a few words.
//!
//! A picture among words is one token, and the words around it are others in the next deck. So each picture is a fingerprint
//! by itself, in text documents too, as is every slide that has fewer words than a shingle.

use std::collections::{BTreeMap, HashMap};

use crate::fingerprint::{Comparison, Fingerprint, Method, Sketch};
use crate::hash::{key, mix, run_hash};
use crate::object::{Object, ObjectKind};
use crate::read::{Layout, Paging, Part};
use crate::span::{ByteSpan, TokenSpan};
use crate::token::Tokens;

/// Tells fingerprints of single objects, and of slides, from those of shingles.
const OBJECT: u64 = 0x6f62_6a65_6374_0001;
const SLIDE: u64 = 0x736c_6964_6573_0001;

/// Places of one object that are kept; a quarter of the slides where these are many.
const MOST_PLACES: usize = 3;

/// Slides have fewer words than this where a method has no shingles.
const FEW: usize = 4;

/// Appends them to the fingerprints of the last document, in order. Words of which `masked` says so do not count.
pub(crate) fn fingerprint(
    layout: &Layout,
    text: &str,
    tokens: &Tokens,
    masked: &[bool],
    method: &Method,
    out: &mut Sketch,
) {
    // Others compare documents by order, runs or sentences.
    if method.comparison != Comparison::Containment {
        return;
    }
    let is_masked = |at: usize| masked.get(at) == Some(&true);
    let few = method.shingle.map_or(FEW, |shingle| shingle as usize);
    let pages = pages(layout, &tokens.spans);
    let most = MOST_PLACES.max(pages.len() / 4);
    once_where_many(&pages, most, out);
    let object = |at: usize| Object::at(&text[tokens.spans[at].range()]);
    // By object, where it stands.
    let mut objects: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for at in (0..tokens.len()).filter(|&at| !is_masked(at)) {
        if object(at).is_some_and(|(object, _)| is_telling(object.kind)) {
            objects.entry(tokens.hashes[at]).or_default().push(at);
        }
    }
    for page in pages {
        let words = page.tokens.range().filter(|&at| object(at).is_none());
        let words: Vec<usize> = words.collect();
        if let (Some(&first), Some(&last)) = (words.first(), words.last())
            && words.len() < few
            && !page.is_notes()
            && !words.iter().any(|&at| is_masked(at))
        {
            let hashes: Vec<u64> = words.iter().map(|&at| tokens.hashes[at]).collect();
            // Where objects stand between them, the first words tell the place.
            let apart = (1..words.len()).find(|&at| words[at] != first + at);
            let end = apart.map_or(last + 1, |at| first + at);
            out.add(one(key(run_hash(&hashes) ^ SLIDE), first, end));
        }
    }
    for (hash, places) in objects {
        // A logo is on every slide, and so it is in other decks: once tells as much.
        let places = if places.len() > most {
            &places[..1]
        } else {
            &places
        };
        for &at in places {
            out.add(one(key(mix(hash ^ OBJECT)), at, at + 1));
        }
    }
    out.sort_last();
}

/// Leaves out fingerprints of the last document that reach from one slide to the next, and those that stand on more slides than
/// `most`, but on the first of them: the line at the foot of each would else be found at that of every other, and with it
/// whatever the next begins with.
fn once_where_many(pages: &[Page], most: usize, out: &mut Sketch) {
    if pages.is_empty() {
        return;
    }
    let page_of = |token: u32| pages.partition_point(|page| page.tokens.begin <= token);
    out.retain(|one| page_of(one.span.begin) == page_of(one.span.end.saturating_sub(1)));
    // By key, the first page and the last it was met on, and how many.
    let mut met: HashMap<u64, (usize, usize, usize)> = HashMap::new();
    for one in &out.fingerprints[out.document().0] {
        let page = page_of(one.span.begin);
        let (_, last, count) = met.entry(one.key).or_insert((page, page, 1));
        *count += usize::from(*last != page);
        *last = page;
    }
    met.retain(|_, (.., count)| *count > most);
    if !met.is_empty() {
        out.retain(|one| {
            let met = met.get(&one.key);
            met.is_none_or(|(first, ..)| *first == page_of(one.span.begin))
        });
    }
}

fn one(key: u64, begin: usize, end: usize) -> Fingerprint {
    let span = TokenSpan {
        begin: begin as u32,
        end: end as u32,
    };
    Fingerprint { key, span }
}

/// Whether an object alone says that it was taken from elsewhere: a rectangle does not.
pub(crate) fn is_telling(kind: ObjectKind) -> bool {
    match kind {
        ObjectKind::Picture
        | ObjectKind::Graphic
        | ObjectKind::Chart
        | ObjectKind::Media
        | ObjectKind::Embedded => true,
        ObjectKind::Shape | ObjectKind::Line | ObjectKind::Table => false,
    }
}

/// The tokens of a slide, or of its notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) number: u32,
    pub(crate) part: Part,
    pub(crate) tokens: TokenSpan,
}

impl Page {
    pub(crate) fn is_notes(&self) -> bool {
        matches!(self.part, Part::Notes | Part::HiddenNotes)
    }

    pub(crate) fn is_hidden(&self) -> bool {
        matches!(self.part, Part::Hidden | Part::HiddenNotes)
    }
}

/// The slides of a document and their notes, in order; none where it has no slides.
pub(crate) fn pages(layout: &Layout, spans: &[ByteSpan]) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    if layout.paging != Paging::Slides {
        return pages;
    }
    let mut at = 0;
    for (number, block) in layout.blocks.iter().enumerate() {
        let end = layout
            .blocks
            .get(number + 1)
            .map_or(u32::MAX, |next| next.begin);
        let begin = at;
        at += spans[at..].partition_point(|span| span.begin < end);
        if block.page == 0 {
            continue;
        }
        let tokens = TokenSpan {
            begin: begin as u32,
            end: at as u32,
        };
        match pages.last_mut() {
            Some(last) if (last.number, last.part) == (block.page, block.part) => {
                last.tokens.end = tokens.end;
            }
            _ => pages.push(Page {
                number: block.page,
                part: block.part,
                tokens,
            }),
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::Scheme;
    use crate::read::Block;
    use crate::token::{Tokenizer, Words};

    fn deck() -> (Layout, String) {
        let (mut layout, mut text) = (Layout::default(), String::new());
        for (page, part, block) in [
            (1, Part::Body, "Two words"),
            (1, Part::Body, "\u{fffc}picture-0123456789abcdef"),
            (1, Part::Notes, "Say less"),
            (2, Part::Hidden, "More words than a shingle has"),
            (2, Part::Hidden, "\u{fffc}shape-0000000000000001"),
            (3, Part::Body, "\u{fffc}chart-00000000000000ff"),
        ] {
            layout.blocks.push(Block {
                begin: text.len() as u32,
                page,
                part,
                ..Block::default()
            });
            text += block;
            text.push('\n');
        }
        (layout, text)
    }

    #[test]
    fn pictures_and_short_slides_are_fingerprints() {
        let (layout, text) = deck();
        let (words, mut tokens, mut sketch) =
            (Words::default(), Tokens::default(), Sketch::default());
        words.tokenize(&text, &mut tokens);
        let method = "kgram:k=4".parse::<Scheme>().expect("a scheme").build();
        let mut own = |masked: &[bool]| {
            sketch.clear();
            fingerprint(&layout, &text, &tokens, masked, &method, &mut sketch);
            let spans = sketch
                .fingerprints
                .iter()
                .map(|one| (one.span.begin, one.span.end));
            spans.collect::<Vec<_>>()
        };
        assert_eq!(own(&[]), [(0, 2), (2, 3), (12, 13)]);
        let mut masked = vec![false; tokens.len()];
        masked[1] = true;
        assert_eq!(own(&masked), [(2, 3), (12, 13)]);
        let pages = pages(&layout, &tokens.spans);
        let pages = pages
            .iter()
            .map(|page| (page.number, page.part, page.tokens.begin, page.tokens.end));
        assert!(pages.eq([
            (1, Part::Body, 0, 3),
            (1, Part::Notes, 3, 5),
            (2, Part::Hidden, 5, 12),
            (3, Part::Body, 12, 13),
        ]));
    }
}
