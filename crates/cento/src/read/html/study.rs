//! For measuring and fitting: what [`super::readable`] sees.

use super::feature::Seen;
use super::page::Page;
use super::readable;
pub use super::readable::Weights;

/// A page that is looked at several times.
pub struct Looked {
    page: Page,
    seen: Seen,
}

impl Looked {
    /// Reads a page; nothing where that is hostile.
    pub fn new(html: &str) -> Option<Self> {
        let page = Page::read(html)?;
        let seen = Seen::new(&page);
        Some(Self { page, seen })
    }

    /// The text of each block.
    pub fn blocks(&self) -> impl Iterator<Item = &str> {
        self.page.blocks.iter().map(|block| self.page.words(block))
    }

    /// The numbers of each block.
    pub fn first(&self) -> Vec<Vec<f32>> {
        self.seen.features.iter().map(|row| row.to_vec()).collect()
    }

    /// The second numbers of each block.
    pub fn second(&self, first: &[f32]) -> Vec<Vec<f32>> {
        let rows = readable::second(&self.page, &self.seen, first);
        rows.iter().map(|row| row.to_vec()).collect()
    }
}
