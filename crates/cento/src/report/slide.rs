//! Rows of the table that only decks have: slides that are in others.

use super::table::{Cell, Column, Kind, Row, column};

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
    /// Pictures that are the same.
    pub pictures: u32,
    /// Words of the notes that are the same.
    pub notes: u32,
    /// Words and objects of the slide.
    pub a_tokens: u32,
    /// Words and objects of the other.
    pub b_tokens: u32,
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
        column("notes", Kind::Count),
        column("a_tokens", Kind::Count),
        column("b_tokens", Kind::Count),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            self.a_id.into(),
            self.a_slide.into(),
            self.b_id.into(),
            self.b_slide.into(),
            self.matched.into(),
            self.pictures.into(),
            self.notes.into(),
            self.a_tokens.into(),
            self.b_tokens.into(),
        ]
    }
}
