//! Words that are one another with a letter or two wrong, told by eight bytes a word.
//!
//! A word is known by its length, its letters, and its pairs of neighbouring letters, ends included. An edit
//! changes the length by one at most, puts one letter in the place of one, and two pairs in the place of
//! two. Where all three differ by no more than a wrong letter in four makes, and two at most, the words are close: damaged
//! and misspelt words always are, others hardly ever. Texts are thus aligned without a look at their letters.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Names what is kept of a word. What is stored carries it; change it when that changes.
pub(crate) const SHAPE: &str = "shape-1";

/// The length of a word in 6 bits, its letters in 32, its pairs of letters in 26.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(transparent)]
pub(crate) struct Shape(u64);

const LETTERS: u32 = 32;
const PAIRS: u32 = 26;

/// The length of all words that are as long or longer.
const LONG: u64 = (1 << (64 - LETTERS - PAIRS)) - 1;

/// Wrong letters of the longest words: the bits of two such words that have nothing in common
/// differ in hardly more.
const MOST: u32 = 2;

impl Shape {
    /// As it is stored.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// As it was stored.
    pub(crate) fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The shape of a word in its normal form, so that all spellings of it have one.
    pub(crate) fn of(word: &str) -> Self {
        let (mut letters, mut pairs, mut length, mut last) = (0u64, 0u64, 0, 0u32);
        // Pairs beyond the last bit are left out: those that are there tell enough.
        let mut add = |letter: u32| {
            pairs |= 1 << (last.wrapping_mul(11).wrapping_add(letter.wrapping_mul(7)) % 32);
            last = letter;
            letter % LETTERS
        };
        if word.is_ascii() {
            length = word.len() as u64;
            for byte in word.bytes() {
                letters |= 1 << add(byte.to_ascii_lowercase().into());
            }
        } else {
            for letter in word.chars().flat_map(|letter| letter.to_lowercase().next()) {
                length += 1;
                letters |= 1 << add(letter as u32);
            }
        }
        add(0);
        Self(length.min(LONG) << (LETTERS + PAIRS) | letters << PAIRS | pairs & ((1 << PAIRS) - 1))
    }

    /// Whether at most one letter in four is another, and two at most.
    ///
    /// Words of up to three letters are never close: too many of them are words of their own.
    pub(super) fn is_close(self, other: Self) -> bool {
        let [x, y] = [self.0, other.0].map(|bits| (bits >> (LETTERS + PAIRS)) as u32);
        let most = (x.max(y) / 4).min(MOST);
        if most == 0 || x.abs_diff(y) > most {
            return false;
        }
        let different = self.0 ^ other.0;
        let letters = (different >> PAIRS) & ((1 << LETTERS) - 1);
        let pairs = different & ((1 << PAIRS) - 1);
        letters.count_ones() <= 2 * most && pairs.count_ones() <= 4 * most
    }
}

#[cfg(test)]
mod tests {
    use icu_normalizer::DecomposingNormalizer;
    use proptest::prelude::*;

    use super::*;
    use crate::token::{Tokenizer, Tokens, Words};

    fn close(x: &str, y: &str) -> bool {
        let (one, other) = (
            Shape::of(x).is_close(Shape::of(y)),
            Shape::of(y).is_close(Shape::of(x)),
        );
        assert_eq!(one, other, "{x} {y}");
        one
    }

    #[test]
    fn damaged_words_are_close_and_others_are_not() {
        for (a, b) in [
            ("house", "houfe"),
            ("house", "hous"),
            ("Parliament", "parliarnent"),
            ("commandment", "cornmandment"),
            ("Straße", "strafe"),
            ("ответа", "отвста"),
        ] {
            assert!(close(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("the", "she"),
            ("house", "horns"),
            ("a", "abcdefgh"),
            ("word", "text"),
            ("", "word"),
        ] {
            assert!(!close(a, b), "{a} {b}");
        }
        let words = [
            "harbour", "council", "Monday", "ferry", "weather", "schedule", "there", "which",
        ];
        for (i, x) in words.iter().enumerate() {
            for y in &words[i + 1..] {
                assert!(!close(x, y), "{x} {y}");
            }
        }
    }

    proptest! {
        /// Long words that have nothing to do with one another are hardly ever close.
        #[test]
        fn other_words_are_not_close(words in prop::collection::vec("[0-9a-f]{24,40}|[a-z]{14,30}", 60)) {
            let pairs = || words.iter().enumerate().flat_map(|(i, x)| words[i + 1..].iter().map(move |y| (x, y)));
            let all = pairs().count();
            let wrong = pairs().filter(|(x, y)| close(x, y)).count();
            prop_assert!(wrong * 20 <= all, "{wrong} of {all}");
        }

        /// All spellings of a word have one shape: what is stored of it is found by its hash.
        #[test]
        fn spellings_have_one_shape(word in "[a-zA-ZÄäßéİiıжЖΣσςŉﬁǆ中ａＡ\u{301}\u{308}]{1,14}") {
            let words = Words::default();
            let known = |spelling: &str| {
                let mut tokens = Tokens::default();
                words.tokenize(spelling, &mut tokens);
                let shapes = tokens.spans.iter().map(|span| {
                    Shape::of(&words.normal(&spelling[span.range()]))
                });
                tokens.hashes.iter().copied().zip(shapes).collect::<Vec<_>>()
            };
            let apart = DecomposingNormalizer::new_nfd().normalize(&word).into_owned();
            for spelling in [word.to_uppercase(), word.to_lowercase(), apart] {
                let (one, other) = (known(&word), known(&spelling));
                for (x, y) in one.iter().zip(&other).filter(|(x, y)| x.0 == y.0) {
                    prop_assert_eq!(x.1, y.1, "{} {}", word, spelling);
                }
            }
        }

        /// As many edits as a quarter of the letters, up to two, leave a word close.
        #[test]
        fn a_damaged_word_is_close(
            word in "[a-zA-Z0-9ÄäßéİжЖ中]{4,60}",
            edits in prop::collection::vec((0usize..60, "[a-eA-EäÄжİ中]?"), 1..8),
        ) {
            let mut letters: Vec<String> = word.chars().map(String::from).collect();
            let most = (letters.len() / 4).min(MOST as usize);
            for (at, letter) in edits.into_iter().take(most) {
                let at = at % letters.len();
                letters[at] = letter;
            }
            prop_assert!(close(&word, &letters.concat()));
        }
    }
}
