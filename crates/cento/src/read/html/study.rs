//! What [`readable`] sees of a page, for those who measure and fit it.

use super::feature::Seen;
use super::page::Page;
use super::readable;
use super::weights::{FIRST_WEIGHTS, SECOND_WEIGHTS};

/// A page that can be looked at with several weights.
pub struct Looked {
    page: Page,
    seen: Seen,
}

impl Looked {
    /// Reads a page; none if it is hostile.
    pub fn new(html: &str) -> Option<Self> {
        let page = Page::read(html)?;
        let seen = Seen::new(&page);
        Some(Self { page, seen })
    }

    /// The text of each block.
    pub fn blocks(&self) -> impl Iterator<Item = &str> {
        self.page.blocks.iter().map(|block| self.page.words(block))
    }

    /// What is seen of each block itself.
    pub fn first(&self) -> impl Iterator<Item = &[f32]> {
        self.seen.features.iter().map(|row| &row[..])
    }

    /// What is seen of each block among others, by weights of what is seen of it itself.
    pub fn second(&self, first: &[f32]) -> Vec<Vec<f32>> {
        let rows = readable::second(&self.page, &self.seen, first);
        rows.iter().map(|row| row.to_vec()).collect()
    }
}

/// The weights of both.
pub fn weights() -> [Vec<f32>; 2] {
    [FIRST_WEIGHTS.to_vec(), SECOND_WEIGHTS.to_vec()]
}
