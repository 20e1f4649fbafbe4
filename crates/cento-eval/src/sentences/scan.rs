//! Every sentence with every other: what the measure itself can find, at whatever cost.

use super::sets::{Sets, Vocabulary};

/// Two sentences that share words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shared {
    /// The sentence of the reference.
    pub(super) reference: usize,
    /// How many words.
    pub(super) words: u32,
    /// Their share of the words of the query, `word_overlap`.
    pub(super) overlap: f64,
    /// Their share of the weight of these, `weighted_overlap`.
    pub(super) weighted: f64,
}

/// Compares sentences with all of a reference, one after the other.
pub(super) struct Scan<'a> {
    reference: &'a Sets,
    weights: &'a [f64],
    /// For each word, one where the query has it.
    has: Vec<u8>,
}

/// What a float makes of 0.3 of ten words is three all the same.
const ALMOST: f64 = 1e-9;

/// How many of `words` are a share of them, and at least `least`.
pub(super) fn enough(words: usize, threshold: f64, least: u32) -> u32 {
    let share = (threshold * words as f64 - ALMOST).ceil() as u32;
    share.max(least)
}

/// Whether a share of words reaches a threshold.
pub(super) fn reaches(overlap: f64, threshold: f64) -> bool {
    overlap >= threshold - ALMOST
}

impl<'a> Scan<'a> {
    /// With words that weigh so much.
    pub(super) fn new(reference: &'a Sets, vocabulary: &Vocabulary, weights: &'a [f64]) -> Self {
        Self {
            reference,
            weights,
            has: vec![0; vocabulary.len()],
        }
    }

    /// Calls `each` with every sentence that has enough of the words.
    pub(super) fn each(&mut self, words: &[u32], enough: u32, each: impl FnMut(Shared)) {
        self.among(0..self.reference.len(), words, enough, each);
    }

    /// The same of some sentences only.
    pub(super) fn among(
        &mut self,
        sentences: impl Iterator<Item = usize>,
        words: &[u32],
        enough: u32,
        mut each: impl FnMut(Shared),
    ) {
        words.iter().for_each(|&word| self.has[word as usize] = 1);
        let weight = |word: &u32| self.weights[*word as usize];
        let whole: f64 = words.iter().map(weight).sum();
        for reference in sentences {
            let others = self.reference.words(reference);
            let has = |word: &u32| self.has[*word as usize];
            let count: u32 = others.iter().map(|word| u32::from(has(word))).sum();
            if count >= enough {
                let shared = others.iter().filter(|word| has(word) == 1);
                each(Shared {
                    reference,
                    words: count,
                    overlap: f64::from(count) / words.len() as f64,
                    weighted: shared.map(weight).sum::<f64>() / whole.max(f64::MIN_POSITIVE),
                });
            }
        }
        words.iter().for_each(|&word| self.has[word as usize] = 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento::token::Language;

    #[test]
    fn a_scan_by_hand() {
        let mut vocabulary = Vocabulary::new(Language::Other);
        let reference = [
            "red green blue\n\nred white",
            "grey",
            "red green blue black",
        ];
        let reference = vocabulary.sets(reference.into_iter());
        let query = vocabulary.sets(["red green white pink"].into_iter());
        assert_eq!((reference.len(), reference.documents()), (4, 3));
        assert_eq!(reference.sentences_of(0), 0..2);
        assert_eq!(reference.document_of(3), 2);
        let weights = vocabulary.weights();
        // Of five sentences four have red, three green, two white, one pink.
        let weight = |count: f64| (5.0 / count).ln();
        let whole = weight(4.0) + weight(3.0) + weight(2.0) + weight(1.0);
        let mut found = Vec::new();
        let mut scan = Scan::new(&reference, &vocabulary, &weights);
        scan.each(query.words(0), 2, |shared| found.push(shared));
        let expected = [
            (0, weight(4.0) + weight(3.0)),
            (1, weight(4.0) + weight(2.0)),
            (3, weight(4.0) + weight(3.0)),
        ];
        assert_eq!(found.len(), 3);
        for (shared, (reference, weighted)) in found.iter().zip(expected) {
            assert_eq!((shared.reference, shared.words), (reference, 2));
            assert_eq!(shared.overlap, 0.5);
            assert!((shared.weighted - weighted / whole).abs() < 1e-12);
        }
        // What was asked for before is forgotten.
        scan.each(&[], 1, |shared| panic!("{shared:?}"));
    }

    #[test]
    fn a_share_of_words_is_a_whole_number() {
        assert_eq!(enough(10, 0.3, 1), 3);
        assert_eq!(enough(11, 0.3, 1), 4);
        assert_eq!(enough(4, 0.5, 3), 3);
        assert!(reaches(3.0 / 10.0, 0.3) && !reaches(0.29, 0.3));
    }
}
