//! A row of the table that only collections of web pages have: what was left out of these.

use super::table::{Cell, Column, Kind, Row, column};
use crate::read::SiteFrame;

/// A part of a site's frame.
#[derive(Clone, Copy, Debug)]
pub struct FrameRow<'a>(pub &'a SiteFrame);

impl Row for FrameRow<'_> {
    const TABLE: &'static str = "frames";
    const COLUMNS: &'static [Column] = &[
        column("site", Kind::Text),
        column("kind", Kind::Text),
        column("pages", Kind::Count),
        column("of", Kind::Count),
        column("text", Kind::Text),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        let SiteFrame {
            site,
            kind,
            pages,
            of,
            text,
        } = self.0;
        vec![
            site.as_str().into(),
            kind.name().into(),
            (*pages).into(),
            (*of).into(),
            text.as_str().into(),
        ]
    }
}
