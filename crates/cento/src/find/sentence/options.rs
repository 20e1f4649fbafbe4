//! What makes a sentence another's.

use serde::Serialize;

use super::ranks::{PARTS, weight};
use crate::fingerprint::THRESHOLD;

/// When two sentences match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SentenceOptions {
    /// The least share of a sentence's words that the other has.
    pub threshold: f64,
    /// The fewest words they share.
    pub least: u32,
    /// How much these weigh at least, where a word that one sentence has alone weighs 1.
    pub weight: f64,
}

/// Sentences of which words are not weighed.
const FEW: u32 = 20;

impl Default for SentenceOptions {
    fn default() -> Self {
        Self {
            threshold: THRESHOLD,
            least: 3,
            weight: 1.0,
        }
    }
}

impl SentenceOptions {
    /// How many of its words a sentence of so many must share.
    pub(crate) fn enough(&self, words: u32) -> u32 {
        self.share(words).max(self.least)
    }

    /// How many the threshold asks for.
    pub(super) fn share(&self, words: u32) -> u32 {
        // A threshold such as 0.3 of ten words is three, whatever a float makes of it.
        (self.threshold * f64::from(words) - 1e-9).ceil() as u32
    }

    /// Whether words of so many sentences are weighed.
    pub(super) fn weighs(sentences: u32) -> bool {
        // Few sentences tell nothing about how frequent words are: all that some have may be in all.
        sentences >= FEW
    }

    /// The least weight of shared words among so many sentences. By chance some of these share words that weigh 1 together.
    pub(super) fn least_weight(&self, sentences: u32) -> u32 {
        if !Self::weighs(sentences) {
            return 0;
        }
        // What weighs just as much does, whatever rounding makes of it.
        (self.weight * f64::from(weight(sentences, 1)) - 1e-4 * PARTS).ceil() as u32
    }

    pub(crate) fn mistakes(&self, out: &mut Vec<String>) {
        if !(self.threshold > 0.0 && self.threshold <= 1.0) {
            out.push("--threshold must be above 0 and at most 1".to_owned());
        }
        if !(self.weight >= 0.0 && self.weight.is_finite()) {
            out.push("--min-weight must be 0 or more".to_owned());
        }
        if self.least == 0 {
            out.push("--min-words must be at least 1".to_owned());
        }
    }
}
