//! What [`readable`](super::readable) sees of a page, for those who measure and fit it.

use super::feature::Seen;
use super::page::Page;
use super::readable::Scored;
use super::weights::{FIRST_WEIGHTS, SECOND_WEIGHTS};

/// A page that can be looked at with several weights.
pub struct Looked(Page);

impl Looked {
    /// Reads a page; none if it is hostile.
    pub fn new(html: &str) -> Option<Self> {
        Page::read(html).map(Self)
    }

    /// The text of each block.
    pub fn blocks(&self) -> impl Iterator<Item = &str> {
        self.0.blocks.iter().map(|block| self.0.words(block))
    }

    /// What is seen of each block itself.
    pub fn first(&self) -> Vec<Vec<f32>> {
        let seen = Seen::new(&self.0);
        let blocks = 0..self.0.blocks.len();
        blocks.map(|at| seen.row(at).to_vec()).collect()
    }

    /// What is seen of each block among others, by weights of what is seen of it itself.
    pub fn second(&self, first: &[f32]) -> Vec<Vec<f32>> {
        let seen = Seen::new(&self.0);
        let scored = Scored::new(&seen, first);
        let blocks = 0..self.0.blocks.len();
        blocks.map(|at| scored.row(at).to_vec()).collect()
    }
}

/// The weights of both.
pub fn weights() -> [Vec<f32>; 2] {
    [FIRST_WEIGHTS.to_vec(), SECOND_WEIGHTS.to_vec()]
}
