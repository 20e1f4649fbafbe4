//! Where a web page is from.

use super::Values;

/// The site of a page, and where on the page its text stood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// The host; for pages that do not tell theirs, the folder they were saved in.
    pub name: String,
    /// For each piece of the text, in order, its first byte and a number for its place among the page's elements: the same on
    /// all pages of a site that are built alike.
    pub places: Vec<(u32, u32)>,
    /// What else the page shows.
    pub others: Vec<Other>,
}

/// A piece of a page that is not in its text: a block, or a sentence of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Other {
    /// As in [`Site::places`].
    pub place: u32,
    /// By what it is known on other pages.
    pub values: Values,
    /// How long the block is; 0 for a sentence.
    pub bytes: u32,
}

impl Site {
    /// The place of what begins at a byte; 0 where it is not known.
    pub(super) fn place(&self, begin: usize) -> u32 {
        let after = self
            .places
            .partition_point(|(from, _)| *from as usize <= begin);
        after.checked_sub(1).map_or(0, |at| self.places[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_reach_up_to_the_next() {
        let site = Site {
            name: String::new(),
            places: vec![(3, 7), (10, 8)],
            others: Vec::new(),
        };
        let places = [0, 3, 9, 10, 99].map(|begin| site.place(begin));
        assert_eq!(places, [0, 7, 7, 8, 8]);
    }
}
