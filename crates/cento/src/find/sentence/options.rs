//! What makes a sentence another's.

use serde::Serialize;

/// When two sentences match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SentenceOptions {
    /// The least share of a sentence's words that the other has.
    pub threshold: f64,
    /// The fewest words they share.
    pub least: u32,
}

impl Default for SentenceOptions {
    fn default() -> Self {
        Self {
            threshold: 0.5,
            least: 3,
        }
    }
}

impl SentenceOptions {
    /// How many of its words a sentence of so many must share.
    pub(crate) fn enough(&self, words: u32) -> u32 {
        // A threshold such as 0.3 of ten words is three, whatever a float makes of it.
        let share = (self.threshold * f64::from(words) - 1e-9).ceil() as u32;
        share.max(self.least)
    }

    pub(crate) fn mistakes(&self, out: &mut Vec<String>) {
        if !(self.threshold > 0.0 && self.threshold <= 1.0) {
            out.push("--threshold must be above 0 and at most 1".to_owned());
        }
        if self.least == 0 {
            out.push("--min-words must be at least 1".to_owned());
        }
    }
}
