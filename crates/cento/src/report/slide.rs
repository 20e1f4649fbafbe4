//! Rows of the tables that only decks have: slides that are in others, and where they come from.

use serde::Serialize;

use super::table::{Cell, Column, Kind, Row, column};
use crate::group::{Labels, SlideRelation};

/// Two slides that have words or pictures in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlideRow<'a> {
    /// As in the pair.
    pub a_id: &'a str,
    /// The slide, from 1.
    pub a_slide: u32,
    /// As in the pair.
    pub b_id: &'a str,
    /// The slide, from 1.
    pub b_slide: u32,
    /// Words, pictures and other objects that are the same.
    pub matched: u32,
    /// Pictures that are the same, without those of the template.
    pub pictures: u32,
    /// Of those that are the same, words and objects that are part of what both decks are made on.
    pub template: u32,
    /// Words of the notes that are the same.
    pub notes: u32,
    /// Words and objects of the slide.
    pub a_tokens: u32,
    /// Words and objects of the other.
    pub b_tokens: u32,
    /// Whether each is left out when its deck is shown.
    pub hidden: [bool; 2],
    /// What they are to each other among all slides of the two decks.
    pub relation: SlideRelation,
    /// `template` where all that is the same is part of what the decks are made on.
    pub labels: Labels,
}

impl Row for SlideRow<'_> {
    const TABLE: &'static str = "slides";
    const COLUMNS: &'static [Column] = &[
        column("a_id", Kind::Text),
        column("a_slide", Kind::Count),
        column("b_id", Kind::Text),
        column("b_slide", Kind::Count),
        column("matched", Kind::Count),
        column("pictures", Kind::Count),
        column("template", Kind::Count),
        column("notes", Kind::Count),
        column("a_tokens", Kind::Count),
        column("b_tokens", Kind::Count),
        column("labels", Kind::Texts),
        column("relation", Kind::Text),
        column("hidden", Kind::Texts),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        let sides = ["a", "b"].into_iter().zip(self.hidden);
        let hidden = sides.filter(|(_, is_hidden)| *is_hidden);
        vec![
            self.a_id.into(),
            self.a_slide.into(),
            self.b_id.into(),
            self.b_slide.into(),
            self.matched.into(),
            self.pictures.into(),
            self.template.into(),
            self.notes.into(),
            self.a_tokens.into(),
            self.b_tokens.into(),
            Cell::Texts(self.labels.names()),
            self.relation.name().into(),
            Cell::Texts(hidden.map(|(side, _)| side).collect()),
        ]
    }
}

/// A slide that is in several decks, from the oldest on.
#[derive(Clone, Debug, PartialEq)]
pub struct LineageRow {
    /// Its number among all, from 1.
    pub number: u64,
    /// How many decks have it.
    pub size: u64,
    /// As given with the first deck that is dated.
    pub first_date: Option<String>,
    /// As given with the last deck that is dated.
    pub last_date: Option<String>,
    /// The first slide's text.
    pub text: String,
    /// Oldest first.
    pub slides: Vec<DescendantRow>,
}

/// A slide of a lineage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DescendantRow {
    /// The deck.
    pub id: String,
    /// The slide, from 1.
    pub slide: u32,
    /// Whether it is left out when the deck is shown.
    pub hidden: bool,
    /// The deck's date, as given.
    pub date: Option<String>,
    /// The slide that it comes from; none for the first.
    pub from: Option<DescentRow>,
}

/// What a slide has of an earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DescentRow {
    /// The deck.
    pub id: String,
    /// The slide, from 1.
    pub slide: u32,
    /// Words and objects that are the same, without those of the template.
    pub matched: u32,
    /// Words and objects of the slide that has more of them.
    pub tokens: u32,
}

impl Row for LineageRow {
    const TABLE: &'static str = "lineages";
    const COLUMNS: &'static [Column] = &[
        column("lineage_id", Kind::Text),
        column("size", Kind::Count),
        column("first_date", Kind::Text),
        column("last_date", Kind::Text),
        column("text", Kind::Text),
        column("slides", Kind::Object),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        let slides = serde_json::to_string(&self.slides).unwrap_or_default();
        vec![
            Cell::Text(format!("l{}", self.number).into()),
            Cell::Count(self.size),
            (&self.first_date).into(),
            (&self.last_date).into(),
            self.text.as_str().into(),
            Cell::Object(slides.into()),
        ]
    }
}
