//! What the paper measures its rules against: overlaps of words and shingles, and I-Match.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use cento::fingerprint::{Scheme, Sketch};
use cento::token::Tokens;

/// Words of a shingle, and one in how many is kept.
pub(super) const SHINGLES: [(usize, usize); 9] = [
    (2, 10),
    (2, 25),
    (2, 50),
    (4, 10),
    (4, 25),
    (4, 50),
    (8, 10),
    (8, 25),
    (8, 50),
];

/// The share of what either has that both have. Both lists are in order, without repeats.
pub(super) fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let mut others = b.iter().peekable();
    let common = a.iter().filter(|&word| {
        while others.next_if(|&other| other < word).is_some() {}
        others.next_if(|&other| other == word).is_some()
    });
    let common = common.count();
    match a.len() + b.len() - common {
        0 => 0.0,
        all => common as f64 / all as f64,
    }
}

/// The shingles of `n` words whose hashes are 0 mod `p`, in order, without repeats.
pub(super) fn shingles(tokens: &Tokens, n: usize, p: usize) -> Vec<u64> {
    let scheme: Scheme = format!("modp:k={n},p={p}")
        .parse()
        .expect("the scheme exists");
    let mut sketch = Sketch::default();
    scheme
        .build()
        .fingerprinter
        .fingerprint(tokens, &mut sketch);
    let mut keys: Vec<u64> = sketch.fingerprints.iter().map(|one| one.key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Ends of the ranges of I-Match: shares of the highest idf there is.
pub(super) const RANGES: [f64; 6] = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];

/// I-Match (Chowdhury, Frieder, Grossman and McCabe, TOIS 2002): for each document one number that stands for its
/// different words of an idf between `low` and `high`, in shares of the highest; none where it has no such word.
pub(super) fn signatures(vocabularies: &[&[u64]], low: f64, high: f64) -> Vec<Option<u64>> {
    let mut documents: HashMap<u64, u32> = HashMap::new();
    for word in vocabularies.iter().copied().flatten() {
        *documents.entry(*word).or_default() += 1;
    }
    let all = (vocabularies.len() as f64).ln();
    let is_between = |word: &&u64| {
        let idf = 1.0 - f64::from(documents[word]).ln() / all;
        (low..=high).contains(&idf)
    };
    let signature = |vocabulary: &&[u64]| {
        let words: Vec<&u64> = vocabulary.iter().filter(is_between).collect();
        let mut hasher = DefaultHasher::new();
        words.hash(&mut hasher);
        (!words.is_empty()).then(|| hasher.finish())
    };
    vocabularies.iter().map(signature).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions::kin::tokens;

    #[test]
    fn overlaps_by_hand() {
        assert_eq!(jaccard(&[1, 2, 3, 7], &[2, 3, 4]), 0.4);
        assert_eq!(jaccard(&[1, 2], &[1, 2]), 1.0);
        assert_eq!(jaccard(&[], &[1]), 0.0);
        assert_eq!(jaccard(&[], &[]), 0.0);
    }

    #[test]
    fn shingles_by_hand() {
        let of = |text: &str, n, p| shingles(&tokens(text), n, p);
        // ab bc cd, and ab bc ce: two of four.
        assert_eq!(jaccard(&of("a b c d", 2, 1), &of("a b c e", 2, 1)), 0.5);
        // A shingle that comes again counts once.
        assert_eq!(of("a b a b", 2, 1).len(), 2);
        let text: String = (0..4000).map(|n| format!("w{n} ")).collect();
        let every = of(&text, 4, 1);
        let tenth = of(&text, 4, 10);
        assert_eq!(every.len(), 3997);
        assert!(tenth.len().abs_diff(400) < 80, "{}", tenth.len());
        assert!(tenth.iter().all(|key| every.binary_search(key).is_ok()));
    }

    #[test]
    fn signatures_are_of_words_in_the_middle_of_idf() {
        // Word 1 stands in all four, 2 and 3 in two, the others in one: idf 0, a half and 1.
        let documents: [&[u64]; 4] = [&[1, 2, 3, 4], &[1, 2, 3, 5], &[1, 6], &[1, 7]];
        let middle = signatures(&documents, 0.2, 0.8);
        assert!(middle[0].is_some() && middle[0] == middle[1]);
        assert_eq!(middle[2..], [None, None]);
        let rare = signatures(&documents, 0.4, 1.0);
        assert_ne!(rare[0], rare[1]);
        let common = signatures(&documents, 0.0, 0.2);
        assert!(common.iter().all(|one| *one == common[0]));
    }
}
