//! What a word looks like, in four bytes: enough to tell most words that are not close.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// How many letters a word has, and which, as far as 26 bits tell.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(transparent)]
pub(crate) struct Shape(u32);

const LETTERS: u32 = 26;

/// The length of all words that are as long or longer.
const LONG: u32 = (1 << (32 - LETTERS)) - 1;

impl Shape {
    pub(crate) fn of(word: &str) -> Self {
        let (mut letters, mut length) = (0, 0);
        if word.is_ascii() {
            length = word.len() as u32;
            for byte in word.bytes() {
                letters |= 1 << (u32::from(byte.to_ascii_lowercase()) % LETTERS);
            }
        } else {
            for letter in word.chars().flat_map(|letter| letter.to_lowercase().next()) {
                length += 1;
                letters |= 1 << (letter as u32 % LETTERS);
            }
        }
        Self(length.min(LONG) << LETTERS | letters)
    }

    /// False where more than a letter in four is another. A letter replaced is one gone and one come.
    pub(super) fn may_be_close(self, other: Self) -> bool {
        let [x, y] = [self.0 >> LETTERS, other.0 >> LETTERS];
        let longest = x.max(y);
        if longest == LONG {
            return true;
        }
        let most = longest / 4;
        let different = (self.0 ^ other.0) & ((1 << LETTERS) - 1);
        x.abs_diff(y) <= most && most > 0 && different.count_ones() <= 2 * most
    }
}

#[cfg(test)]
mod tests {
    use super::super::close::close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn most_words_are_told_apart() {
        let words = [
            "harbour", "council", "Monday", "ferry", "weather", "whatever", "the",
        ];
        for (i, x) in words.iter().enumerate() {
            for y in &words[i + 1..] {
                assert!(!Shape::of(x).may_be_close(Shape::of(y)), "{x} {y}");
            }
        }
        assert!(!Shape::of("the").may_be_close(Shape::of("she")));
    }

    proptest! {
        #[test]
        fn words_that_are_close_may_be(
            word in "[a-zA-Z0-9ÄäßéİжЖ中]{4,80}",
            edits in prop::collection::vec((0usize..80, "[a-eA-EäÄжİ中]?"), 1..8),
        ) {
            let mut letters: Vec<String> = word.chars().map(String::from).collect();
            for (at, letter) in edits {
                let at = at % letters.len();
                letters[at] = letter;
            }
            let edited = letters.concat();
            if close(&word, &edited) {
                prop_assert!(Shape::of(&word).may_be_close(Shape::of(&edited)), "{word} {edited}");
                prop_assert!(Shape::of(&edited).may_be_close(Shape::of(&word)));
            }
        }
    }
}
