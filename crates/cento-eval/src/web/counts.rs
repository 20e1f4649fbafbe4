//! How many strings of texts and of frames are kept.

use super::pages::{Page, spaced};

/// Counts over pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Strings of texts that are kept.
    pub(super) kept: u32,
    /// Strings of texts that are not.
    pub(super) lost: u32,
    /// Strings of frames that are kept.
    pub(super) frames: u32,
}

impl Counts {
    /// Counts the strings of a page, of which `text` is kept.
    pub(super) fn add(&mut self, page: &Page, text: &str) {
        let text = spaced(text);
        let kept = |strings: &[String]| {
            strings
                .iter()
                .filter(|string| text.contains(&***string))
                .count() as u32
        };
        let with = kept(&page.with);
        self.kept += with;
        self.lost += page.with.len() as u32 - with;
        self.frames += kept(&page.without);
    }

    /// The sum of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            kept: self.kept + other.kept,
            lost: self.lost + other.lost,
            frames: self.frames + other.frames,
        }
    }

    /// The share of kept strings that are of texts.
    pub(super) fn precision(self) -> f64 {
        share(self.kept, self.kept + self.frames)
    }

    /// The share of strings of texts that are kept.
    pub(super) fn recall(self) -> f64 {
        share(self.kept, self.kept + self.lost)
    }

    /// The harmonic mean of both.
    pub(super) fn f1(self) -> f64 {
        share(2 * self.kept, 2 * self.kept + self.lost + self.frames)
    }
}

fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}
