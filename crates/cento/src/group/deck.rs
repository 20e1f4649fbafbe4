//! A deck, slide by slide: what it says on each, and what is part of what it is made on.

use std::collections::BTreeMap;

use crate::find::store::Text;
use crate::hash::run_hash;
use crate::object::Object;
use crate::prepare::{Page, is_telling, pages};
use crate::read::Layout;
use crate::span::TokenSpan;
use crate::token::{Tokenizer, Tokens, Words};

/// Words that say something without a slide of their own.
const FEW: usize = 4;

/// Slides that something must stand on to be part of what they are made on, and half of them at least.
const LEAST: usize = 3;

/// The slides of a document.
#[derive(Debug, Default)]
pub(crate) struct Deck {
    pub(crate) layout: Layout,
    pages: Vec<Page>,
    /// By the number of a slide, what all of its words are told by; and by that, all such slides.
    said: BTreeMap<u32, u64>,
    alike: BTreeMap<u64, Vec<(u32, u32)>>,
    /// By token.
    roles: Vec<Role>,
    /// Where each picture stands, by its word.
    pictures: BTreeMap<u32, Vec<u32>>,
}

/// What a token is in its deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    /// A word of what it says.
    #[default]
    Word,
    /// A picture, a chart.
    Telling,
    /// A rectangle, a line.
    Form,
    /// Of a box that stands on half of the slides, numbers aside, or in the text of its template.
    Template,
}

impl Deck {
    pub(super) fn new(layout: Layout, text: &Text, words: &[u32]) -> Self {
        let spans = text.placed().spans;
        let pages = pages(&layout, spans);
        let mut roles = vec![Role::Word; words.len()];
        let mut pictures: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut is_number = vec![false; words.len()];
        for (token, span) in spans.iter().enumerate().take(words.len()) {
            let own = text.text.get(span.range()).unwrap_or_default();
            is_number[token] = own.bytes().all(|byte| byte.is_ascii_digit());
            match Object::at(own) {
                Some((object, _)) if is_telling(object.kind) => {
                    roles[token] = Role::Telling;
                    let places = pictures.entry(words[token]).or_default();
                    places.push(token as u32);
                }
                Some(_) => roles[token] = Role::Form,
                None => {}
            }
        }
        // The boxes of slides, by what they say, numbers aside: where they are, on which slide last, and on how many.
        let mut boxes: BTreeMap<u64, (Vec<TokenSpan>, u32, usize)> = BTreeMap::new();
        let mut at = 0;
        let ends = layout.blocks.iter().skip(1).map(|next| next.begin);
        for (block, end) in layout.blocks.iter().zip(ends.chain([u32::MAX])) {
            let begin = at;
            at += spans[at..].partition_point(|span| span.begin < end);
            let said = (begin..at).filter(|&token| !is_number[token]);
            let said: Vec<u64> = said.map(|token| u64::from(words[token])).collect();
            if block.page == 0 || said.is_empty() {
                continue;
            }
            let (places, last, slides) = boxes.entry(run_hash(&said)).or_default();
            places.push(TokenSpan {
                begin: begin as u32,
                end: at as u32,
            });
            *slides += usize::from(*last != block.page);
            *last = block.page;
        }
        let count = pages.iter().filter(|page| !page.is_notes()).count();
        let least = count.div_ceil(2).max(LEAST);
        let template = words_of(&layout.template.text);
        for (places, _, slides) in boxes.values() {
            let is_typed = || {
                let said = places.first().map(|place| &words[place.range()]);
                said.is_some_and(|said| template.windows(said.len()).any(|words| words == said))
            };
            if *slides >= least || is_typed() {
                let tokens = places.iter().flat_map(|place| place.range());
                tokens.for_each(|token| roles[token] = Role::Template);
            }
        }
        let mut said = BTreeMap::new();
        let mut alike: BTreeMap<u64, Vec<(u32, u32)>> = BTreeMap::new();
        for page in pages.iter().filter(|page| !page.is_notes()) {
            let own = words[page.tokens.range()].iter().map(|&word| word.into());
            let own = run_hash(&own.collect::<Vec<u64>>());
            said.insert(page.number, own);
            let slides = alike.entry(own).or_default();
            slides.push((page.number, page.tokens.begin));
        }
        Self {
            layout,
            pages,
            said,
            alike,
            roles,
            pictures,
        }
    }

    /// A document that has none.
    pub(super) fn without_slides(layout: Layout) -> Self {
        Self {
            layout,
            ..Self::default()
        }
    }

    /// Whether a token is part of what the deck is made on.
    pub(super) fn is_template(&self, token: u32) -> bool {
        self.roles.get(token as usize) == Some(&Role::Template)
    }

    fn is_content(&self, token: u32) -> bool {
        let role = self.roles.get(token as usize);
        matches!(role, Some(Role::Word | Role::Telling))
    }

    /// Whether a passage says something here beyond what the deck is made on: some words, a picture, or all there is on a slide.
    pub(super) fn says(&self, span: TokenSpan) -> bool {
        let tokens = || (span.begin..span.end).filter(|&token| self.is_content(token));
        let is_telling = |token: u32| self.roles[token as usize] == Role::Telling;
        if tokens().count() >= FEW || tokens().any(is_telling) {
            return true;
        }
        let touched = |page: &&Page| page.tokens.begin < span.end && span.begin < page.tokens.end;
        self.pages.iter().filter(touched).any(|page| {
            let own = page.tokens.begin..page.tokens.end;
            let mut own = own.filter(|&token| self.is_content(token)).peekable();
            own.peek().is_some() && own.all(|token| span.begin <= token && token < span.end)
        })
    }

    /// Where a picture stands.
    pub(super) fn places_of(&self, picture: u32) -> &[u32] {
        self.pictures.get(&picture).map_or(&[], Vec::as_slice)
    }

    pub(super) fn page_of(&self, token: u32) -> Option<&Page> {
        let behind = self
            .pages
            .partition_point(|page| page.tokens.begin <= token);
        self.pages[..behind]
            .last()
            .filter(|page| token < page.tokens.end)
    }

    /// The tokens of a slide, without its notes.
    pub(super) fn slide(&self, number: u32) -> Option<TokenSpan> {
        let mut own = self.slides_of(number);
        own.next().map(|page| page.tokens)
    }

    /// How many these are.
    pub(super) fn tokens_of(&self, number: u32) -> u32 {
        let own = self.slides_of(number);
        own.map(|page| TokenSpan::len(page.tokens)).sum()
    }

    /// The slides that have the same words and objects as one of them, itself among them: their numbers and where their tokens begin.
    pub(super) fn alike(&self, number: u32) -> &[(u32, u32)] {
        let said = self.said.get(&number);
        let alike = said.and_then(|said| self.alike.get(said));
        alike.map_or(&[], Vec::as_slice)
    }

    /// Whether a slide is left out when the deck is shown.
    pub(super) fn is_hidden(&self, number: u32) -> bool {
        let mut pages = self.pages.iter();
        pages.any(|page| page.number == number && page.is_hidden())
    }

    fn slides_of(&self, number: u32) -> impl Iterator<Item = &Page> {
        let own = move |page: &&Page| page.number == number && !page.is_notes();
        self.pages.iter().filter(own)
    }
}

/// The words of a text, as those of documents are kept.
fn words_of(text: &str) -> Vec<u32> {
    let mut tokens = Tokens::default();
    Words::default().tokenize(text, &mut tokens);
    tokens.hashes.iter().map(|&hash| hash as u32).collect()
}
