//! What the slides of two decks have in common.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use super::counterpart::{SlideRelation, relate};
use super::deck::Deck;
use crate::align::{AlignOptions, Aligner, Column};
use crate::error::{Error, Result};
use crate::find::pairs::Located;
use crate::find::store::{Store, Text};
use crate::object::{Object, ObjectKind};
use crate::prepare::Row;
use crate::read::Paging;
use crate::span::TokenSpan;

/// Which documents of a collection have a layout, and which of these slides: mostly none.
#[derive(Debug, Default)]
pub(crate) struct Decks {
    /// Up to the last that has one.
    layouts: Vec<Option<Kind>>,
    /// Those looked at lately, by document: the same ones come in pair after pair. When the first is full, it takes the place of
    /// the second.
    latest: RefCell<[HashMap<u32, Rc<Deck>>; 2]>,
}

/// What has a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Deck,
    /// A text, with pages or chapters or neither.
    Other,
}

/// Decks that are held in each half: some 10 kB a deck.
const HELD: usize = 500;

/// Two slides that have words or pictures in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SlidePair {
    pub(crate) a: u32,
    pub(crate) b: u32,
    /// Tokens that are the same, pictures and other objects among them.
    pub(crate) matched: u32,
    /// Pictures that are the same, without those of the template.
    pub(crate) pictures: u32,
    /// Words of the notes that are the same.
    pub(crate) notes: u32,
    /// Of the tokens that are the same, those that are part of what both decks are made on.
    pub(crate) template: u32,
    /// Tokens of each slide, without its notes.
    pub(crate) a_tokens: u32,
    pub(crate) b_tokens: u32,
    /// Whether each is left out when its deck is shown.
    pub(crate) hidden: [bool; 2],
    /// What they are to each other among all slides of the two decks.
    pub(crate) relation: SlideRelation,
}

impl SlidePair {
    /// Whether all that they have in common is part of what the decks are made on.
    pub(crate) fn is_template(&self) -> bool {
        self.own() == 0 && self.notes == 0
    }

    /// Tokens that are the same beyond that.
    pub(crate) fn own(&self) -> u32 {
        self.matched - self.template.min(self.matched)
    }
}

impl Decks {
    /// Those of all documents.
    pub(crate) fn new(store: &Store) -> Result<Self> {
        let mut decks = Self::default();
        (0..store.len() as u32).try_for_each(|doc| {
            decks.add(doc, &store.row(doc)?);
            Ok::<_, Error>(())
        })?;
        Ok(decks)
    }

    /// Adds the next document.
    pub(crate) fn add(&mut self, doc: u32, row: &Row) {
        let Some(layout) = &row.layout else { return };
        let has_slides = layout.blocks.iter().any(|block| block.page > 0);
        let kind = match has_slides && layout.paging == Paging::Slides {
            true => Kind::Deck,
            false => Kind::Other,
        };
        self.layouts.resize(doc as usize, None);
        self.layouts.push(Some(kind));
    }

    /// Whether a document has slides.
    pub(crate) fn is_deck(&self, doc: u32) -> bool {
        self.layouts.get(doc as usize) == Some(&Some(Kind::Deck))
    }

    /// How many documents have slides.
    pub(crate) fn count(&self) -> usize {
        let is_deck = |layout: &&Option<Kind>| **layout == Some(Kind::Deck);
        self.layouts.iter().filter(is_deck).count()
    }

    /// Whether both documents have slides.
    pub(crate) fn are_decks(&self, a: u32, b: u32) -> bool {
        self.is_deck(a) && self.is_deck(b)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.layouts.is_empty()
    }

    /// Whether a document has one.
    fn has_layout(&self, doc: u32) -> bool {
        self.layouts.get(doc as usize).is_some_and(Option::is_some)
    }

    /// The slides of a document, where it has any.
    pub(crate) fn deck(&self, store: &Store, doc: u32) -> Result<Option<Rc<Deck>>> {
        if !self.has_layout(doc) {
            return Ok(None);
        }
        let mut latest = self.latest.borrow_mut();
        let known = latest.iter().find_map(|half| half.get(&doc).cloned());
        let deck = match known {
            Some(deck) => deck,
            None => {
                let layout = store.row(doc)?.layout.unwrap_or_default();
                let deck = match self.is_deck(doc) {
                    true => {
                        let words = &store.words(doc)?.words;
                        Deck::new(*layout, &*store.text(doc)?, words)
                    }
                    false => Deck::without_slides(*layout),
                };
                Rc::new(deck)
            }
        };
        if latest[0].len() >= HELD {
            latest.swap(0, 1);
            latest[0].clear();
        }
        latest[0].insert(doc, deck.clone());
        Ok(Some(deck))
    }

    /// Whether a passage is part of what both decks are made on rather than of what they say: beyond boxes that stand on half of
    /// the slides, as a logo or the line at the foot does, or in the text of the template, it has no four words, no picture and no
    /// slide whole.
    pub(crate) fn is_template(&self, store: &Store, passage: &Located) -> Result<bool> {
        let sides = [(passage.a, passage.a_span), (passage.b, passage.b_span)];
        for (doc, span) in sides {
            match self.deck(store, doc)? {
                Some(deck) if !deck.says(span) => return Ok(true),
                _ => {}
            }
        }
        Ok(false)
    }

    /// The tokens of a slide, without its notes; none where there is no such slide.
    pub(crate) fn slide(&self, store: &Store, doc: u32, number: u32) -> Result<Option<TokenSpan>> {
        Ok(self.deck(store, doc)?.and_then(|deck| deck.slide(number)))
    }

    /// Whether a slide is left out when its deck is shown.
    pub(crate) fn is_hidden(&self, store: &Store, doc: u32, number: u32) -> Result<bool> {
        let deck = self.deck(store, doc)?;
        Ok(deck.is_some_and(|deck| deck.is_hidden(number)))
    }

    /// The slides of two decks that are in passages together, in order; of each passage it is told whether it is part of a
    /// template.
    pub(crate) fn pairs(
        &self,
        store: &Store,
        a: u32,
        b: u32,
        passages: impl IntoIterator<Item = (Located, bool)>,
    ) -> Result<Vec<SlidePair>> {
        let (Some(x), Some(y)) = (self.deck(store, a)?, self.deck(store, b)?) else {
            return Ok(Vec::new());
        };
        let (a_text, b_text) = (store.text(a)?, store.text(b)?);
        let words = store.words(a)?;
        let mut pictures = BTreeSet::new();
        let mut aligner = Aligner::new(AlignOptions::default());
        let mut pairs = Found::new();
        for (passage, is_template) in passages {
            let (a, b) = (a_text.placed(), b_text.placed());
            let columns = aligner.columns(a.side, b.side, passage.a_span, passage.b_span);
            let (mut at_a, mut at_b) = (passage.a_span.begin, passage.b_span.begin);
            for &(column, count) in columns.runs() {
                if column == Column::Match {
                    for step in 0..count {
                        let (a, b) = (at_a + step, at_b + step);
                        let (Some(own), Some(other)) = (x.page_of(a), y.page_of(b)) else {
                            continue;
                        };
                        let pair = pairs.entry((own.number, other.number)).or_default();
                        match own.is_notes() || other.is_notes() {
                            true => pair.notes.add(a, b),
                            false => {
                                pair.matched.add(a, b);
                                if is_template || x.is_template(a) && y.is_template(b) {
                                    pair.template.add(a, b);
                                } else if is_picture(&a_text, a) {
                                    pair.pictures.add(a, b);
                                    pictures.insert(words.words[a as usize]);
                                }
                            }
                        }
                    }
                }
                at_a += if column == Column::Insertion {
                    0
                } else {
                    count
                };
                at_b += if column == Column::Deletion { 0 } else { count };
            }
        }
        // One that stands on many slides is looked for on the first of them only.
        for &picture in &pictures {
            for &a in x.places_of(picture) {
                for &b in y.places_of(picture) {
                    if let (Some(own), Some(other)) = (x.page_of(a), y.page_of(b)) {
                        let pair = pairs.entry((own.number, other.number)).or_default();
                        pair.matched.add(a, b);
                        pair.pictures.add(a, b);
                    }
                }
            }
        }
        let pairs = with_those_alike(pairs, &x, &y);
        let pairs = pairs.into_iter().map(|((a, b), pair)| SlidePair {
            a,
            b,
            matched: pair.matched.count(),
            pictures: pair.pictures.count(),
            notes: pair.notes.count(),
            template: pair.template.count(),
            a_tokens: x.tokens_of(a),
            b_tokens: y.tokens_of(b),
            hidden: [x.is_hidden(a), y.is_hidden(b)],
            relation: SlideRelation::default(),
        });
        let mut pairs: Vec<SlidePair> = pairs.collect();
        relate(&mut pairs);
        Ok(pairs)
    }
}

/// Pairs of slides that are told because others with the same words were found: where there are more, each is told with the one
/// that was found only.
const MOST_ALIKE: usize = 1 << 10;

/// Slides by their numbers, and what they have in common.
type Found = BTreeMap<(u32, u32), Common>;

/// The same of all slides that stand several times in their deck: what is on many slides was looked for on the first of them only.
fn with_those_alike(mut pairs: Found, x: &Deck, y: &Deck) -> Found {
    let (mut more, mut told) = (Vec::new(), BTreeSet::new());
    for (&(own, other), common) in &pairs {
        if common.matched.count() <= common.template.count() {
            continue;
        }
        let [a_alike, b_alike] = [(x, own), (y, other)].map(|(deck, slide)| deck.alike(slide));
        let (Some(a_first), Some(b_first)) = (a_alike.first(), b_alike.first()) else {
            continue;
        };
        // Any of these found more than once has the same in common.
        if a_alike.len() * b_alike.len() == 1 || !told.insert((a_first.0, b_first.0)) {
            continue;
        }
        let is_few = a_alike.len() * b_alike.len() <= MOST_ALIKE;
        let begin = |alike: &[(u32, u32)], slide: u32| {
            let found = alike.iter().find(|(number, _)| *number == slide);
            found.map_or(0, |(_, begin)| *begin)
        };
        let (a_begin, b_begin) = (begin(a_alike, own), begin(b_alike, other));
        for &(a, at_a) in a_alike {
            let others = match is_few || a == own {
                true => b_alike,
                false => &[(other, b_begin)],
            };
            for &(b, at_b) in others.iter().filter(|(b, _)| (a, *b) != (own, other)) {
                let by = [(a_begin, at_a), (b_begin, at_b)];
                more.push(((a, b), common.moved(by)));
            }
        }
    }
    for (slides, common) in more {
        pairs.entry(slides).or_default().join(common);
    }
    pairs
}

/// What two slides have in common.
#[derive(Default)]
struct Common {
    matched: Same,
    pictures: Same,
    notes: Same,
    template: Same,
}

impl Common {
    /// The same on other slides with the same words, which begin elsewhere; their notes are others.
    fn moved(&self, by: [(u32, u32); 2]) -> Self {
        Self {
            matched: self.matched.moved(by),
            pictures: self.pictures.moved(by),
            notes: Same::default(),
            template: self.template.moved(by),
        }
    }

    fn join(&mut self, other: Self) {
        self.matched.join(other.matched);
        self.pictures.join(other.pictures);
        self.template.join(other.template);
    }
}

/// Tokens of both sides that are the same: two passages may have the same words of a slide.
#[derive(Default)]
struct Same([BTreeSet<u32>; 2]);

impl Same {
    fn add(&mut self, a: u32, b: u32) {
        self.0[0].insert(a);
        self.0[1].insert(b);
    }

    fn moved(&self, by: [(u32, u32); 2]) -> Self {
        let moved = |side: usize| {
            let (from, to) = by[side];
            self.0[side].iter().map(|token| token - from + to).collect()
        };
        Self([moved(0), moved(1)])
    }

    fn join(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            own.extend(other);
        }
    }

    /// How many there are, where each matches once.
    fn count(&self) -> u32 {
        self.0[0].len().min(self.0[1].len()) as u32
    }
}

fn is_picture(text: &Text, token: u32) -> bool {
    let bytes = text.word(token);
    let object = text.text.get(bytes.range()).and_then(Object::at);
    object
        .is_some_and(|(object, _)| matches!(object.kind, ObjectKind::Picture | ObjectKind::Graphic))
}
