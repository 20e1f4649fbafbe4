//! What part of all matches signatures find: by the formula, and in a sample.

use serde::Serialize;

use super::Sentencing;
use super::compare::{Comparer, Met};
use super::ordered::{Card, Ordered};
use super::slices::WordBits;
use crate::error::Result;
use crate::find::copies::Copies;
use crate::fingerprint::Signing;

/// The recall of signatures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SignatureRecall {
    /// In how many bits signatures may differ.
    pub distance: u32,
    /// The least share of words that matches have.
    pub threshold: f64,
    /// What is found of those that have just that, as the formula says for sentences of as many words as these have on the
    /// average.
    pub predicted: f64,
    /// Sentences that were compared with all others; of those of the same words the first stands for all.
    pub sampled: u32,
    /// What these match among the others, whatever the signatures.
    pub matches: u64,
    /// Those within the distance.
    pub found: u64,
    /// All matches of sentences of the same words, whose signatures are the same: these are found at any distance.
    pub same: u64,
}

/// Sentences that are compared with all others, at most, and comparisons that this may take.
const SAMPLE: usize = 200;
const COMPARISONS: usize = 1 << 26;

/// Looks at how much is found at a distance.
pub(super) fn recall(
    sentencing: &Sentencing<'_>,
    ordered: &Ordered,
    same: &Copies,
    (signing, distance): (Signing, u32),
    comparer: &mut Comparer<'_>,
) -> Result<SignatureRecall> {
    let used = |number: &u32| !ordered.card(*number).is_left_out();
    let asking: Vec<u32> = (0..ordered.len())
        .filter(used)
        .filter(|&number| same.on_side(number, 0) && ordered.card(number).is_added)
        .collect();
    let most = SAMPLE.min(COMPARISONS / ordered.len().max(1) as usize);
    let step = asking.len().div_ceil(most.max(1)).max(1);
    let mut recall = SignatureRecall {
        distance,
        threshold: sentencing.options.threshold,
        predicted: {
            let words = sentencing.kept.mean_words();
            signing.recall(distance, words, sentencing.options.threshold)
        },
        sampled: 0,
        matches: 0,
        found: 0,
        same: 0,
    };
    let bits = |words: &[u32]| {
        let mut bits = WordBits::default();
        words.iter().for_each(|&rank| bits.add(rank));
        bits
    };
    let mut sample = Vec::new();
    for &x in asking.iter().step_by(step) {
        let own = bits(ordered.words(x, &mut Vec::new())?);
        sample.push((x, ordered.card(x), own));
    }
    recall.sampled = sample.len() as u32;
    // Which may share enough, by a look at the bits of their words.
    let mut candidates = Vec::new();
    ordered.each(|y, other, words| {
        if other.is_left_out() {
            return Ok(());
        }
        let theirs = bits(words);
        for &(x, card, own) in &sample {
            if x == y || !comparer.is_compared(x, y) {
                continue;
            }
            let length = |number: u32, card: &Card| (card.words, number);
            let is_turned = same.sides().is_one() && length(y, other) < length(x, card);
            let (asking, most) = match is_turned {
                true => (other, u32::from(other.known) - theirs.not_in(own)),
                false => (card, u32::from(card.known) - own.not_in(theirs)),
            };
            let enough = comparer.enough(asking);
            if most >= enough {
                let pair = if is_turned { (y, x) } else { (x, y) };
                candidates.push((pair, enough));
            }
        }
        Ok(())
    })?;
    for ((x, y), enough) in candidates {
        if comparer.shared(x, y, enough, Met::BY_NO_WORD)?.is_some() {
            let signature = |number: u32| ordered.signatures[number as usize];
            let differ = (signature(x) ^ signature(y)).count_ones();
            recall.matches += 1;
            recall.found += u64::from(differ <= distance);
        }
    }
    Ok(recall)
}
