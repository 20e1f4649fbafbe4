//! Two books by the paper's rules: all unique words, nothing looked at but their order.
//!
//! - Source: Yalniz, Can and Manmatha, CIKM 2011. What counts as a word is cento's.

use cento::find::{Counted, OrderOptions, Score};
use cento::fingerprint::Sketch;
use cento::rising::Rising;
use cento::token::{Tokenizer, Tokens, Words};

/// What is compared of a book.
#[derive(Debug, Default)]
pub(super) struct Profile {
    /// The words that stand once, with their places, by word.
    unique: Vec<(u64, u32)>,
    /// All different words, in order.
    vocabulary: Vec<u64>,
}

/// The scheme whose words are compared.
pub(super) const SCHEME: &str = "unique:length=1";

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Tokens {
    let mut tokens = Tokens::default();
    Words::default().tokenize(text, &mut tokens);
    tokens
}

impl Profile {
    /// The profile of a text.
    pub(super) fn new(text: &str) -> Self {
        let method = SCHEME
            .parse::<cento::fingerprint::Scheme>()
            .expect("the scheme exists")
            .build();
        let mut tokens = tokens(text);
        let mut sketch = Sketch::default();
        method.fingerprint(&Words::default(), text, &mut tokens, &mut sketch);
        let places = sketch.fingerprints.iter().map(|one| one.span.begin);
        let mut unique: Vec<(u64, u32)> = places
            .map(|place| (tokens.hashes[place as usize], place))
            .collect();
        unique.sort_unstable();
        let mut vocabulary = tokens.hashes;
        vocabulary.sort_unstable();
        vocabulary.dedup();
        Self { unique, vocabulary }
    }

    /// The unique words, in the order of their hashes.
    pub(super) fn unique(&self) -> Vec<u64> {
        self.unique.iter().map(|&(word, _)| word).collect()
    }

    /// All different words, in the order of their hashes.
    pub(super) fn vocabulary(&self) -> &[u64] {
        &self.vocabulary
    }
}

/// What two books share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kin {
    /// Words that stand once in each,
    pub(super) common: u32,
    /// and of these in the same order.
    lcs: u32,
    /// Unique words of each,
    sizes: [u32; 2],
    /// and of these those that stand in the other at all.
    known: [u32; 2],
}

impl Kin {
    /// Compares two books.
    pub(super) fn of(a: &Profile, b: &Profile) -> Self {
        let mut places: Vec<(u32, u32)> = Vec::new();
        let mut b_words = b.unique.iter().peekable();
        for &(word, a_place) in &a.unique {
            while b_words.next_if(|other| other.0 < word).is_some() {}
            if let Some(&(_, b_place)) = b_words.next_if(|other| other.0 == word) {
                places.push((a_place, b_place));
            }
        }
        places.sort_unstable();
        let known = |one: &Profile, other: &Profile| {
            let stands = |(word, _): &&(u64, u32)| other.vocabulary.binary_search(word).is_ok();
            one.unique.iter().filter(stands).count() as u32
        };
        Self {
            common: places.len() as u32,
            lcs: Rising::default().find(places.len(), |at| places[at].1) as u32,
            sizes: [a, b].map(|profile| profile.unique.len() as u32),
            known: [known(a, b), known(b, a)],
        }
    }

    /// A score over all unique words.
    pub(super) fn score(&self, by: Score) -> f64 {
        by.of(self.lcs, self.sizes[0], self.sizes[1])
    }

    /// `its` over those that stand in the other book.
    pub(super) fn its_both(&self) -> f64 {
        Score::Its.of(self.lcs, self.known[0], self.known[1])
    }

    /// Whether `its` calls them duplicates, by the words that count, and without a look at the text.
    pub(super) fn is_found(&self, words: Counted) -> bool {
        let (by, threshold) = (Score::Its, Score::Its.threshold());
        match words {
            Counted::All => self.score(by) >= threshold,
            Counted::Both => {
                self.its_both() >= threshold && self.score(by) >= OrderOptions::LEAST_ITS
            }
        }
    }

    /// The score that the pair would have if all common words were in order: the most it can have.
    pub(super) fn bound(&self, by: Score) -> f64 {
        by.of(self.common, self.sizes[0], self.sizes[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_order_are_counted_by_hand() {
        // Unique: a b c d e, and d a b c f; e stands twice in the second, and z and y come again.
        let a = Profile::new("z a b z c d e z");
        let b = Profile::new("d y a b e c y f e");
        let kin = Kin::of(&a, &b);
        let expected = Kin {
            common: 4,
            lcs: 3,
            sizes: [5, 5],
            known: [5, 4],
        };
        assert_eq!(kin, expected);
        assert!((kin.score(Score::Cs) - 0.6).abs() < 1e-9);
        assert!((kin.score(Score::Its) - 3f64.ln() / 7f64.ln()).abs() < 1e-9);
        assert!((kin.its_both() - 3f64.ln() / 6f64.ln()).abs() < 1e-9);
        assert!((kin.bound(Score::Cs) - 0.8).abs() < 1e-9);
        assert_eq!(a.unique().len(), 5);
        assert_eq!(a.vocabulary().len(), 6);
    }
}
