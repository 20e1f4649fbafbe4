//! What counts as a passage.

use serde::Serialize;

/// What counts as a passage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AlignOptions {
    /// The fewest columns of a passage.
    pub min_tokens: u32,
    /// The most tokens, on either side, between two parts of one passage.
    pub max_gap: u32,
    /// The least share of columns that match.
    pub min_identity: f64,
}

impl Default for AlignOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl AlignOptions {
    /// What serves most collections.
    pub const DEFAULT: Self = Self {
        min_tokens: 15,
        max_gap: 25,
        min_identity: 0.5,
    };

    /// Says everything that is wrong with the options.
    pub(crate) fn mistakes(&self, out: &mut Vec<String>) {
        if self.min_tokens == 0 {
            out.push("--min-tokens must be at least 1".to_owned());
        }
        if self.max_gap > MAX_GAP {
            out.push(format!("--max-gap must be at most {MAX_GAP}"));
        }
        if !(0.0..=1.0).contains(&self.min_identity) {
            out.push("--min-identity must be between 0 and 1".to_owned());
        }
    }
}

/// A wider gap is two passages: aligning across it takes the square of its width.
const MAX_GAP: u32 = 1000;
