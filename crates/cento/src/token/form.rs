//! What is known of a word besides its hash, for methods that ask for it.

use std::fmt;

/// How many letters a word has, and how it begins.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Form(u64);

/// Letters of the longest words, which are not told apart.
const MOST: u64 = 0xff;

impl Form {
    /// That of a word in its normal form, but for the case of ASCII letters.
    pub fn of(word: &str) -> Self {
        let mut head = 0u64;
        let mut bytes = word.bytes();
        for _ in 0..7 {
            let byte = bytes.next().unwrap_or(0).to_ascii_lowercase();
            head = head << 8 | u64::from(byte);
        }
        let (mut letters, mut digits) = (0, false);
        for c in word.chars() {
            digits |= c.is_numeric();
            letters += u64::from(c.is_alphabetic());
        }
        let letters = if digits { 0 } else { letters.min(MOST) };
        Self(head << 8 | letters)
    }

    /// How many letters it has; none where it has a digit.
    pub fn letters(self) -> usize {
        (self.0 & MOST) as usize
    }

    /// Its first bytes: words compare by them as in a dictionary.
    pub fn head(self) -> u64 {
        self.0 >> 8
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = self.head().to_be_bytes();
        write!(
            f,
            "{}({})",
            String::from_utf8_lossy(&head[1..]).trim_end_matches('\0'),
            self.letters()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_counted_and_digits_told() {
        let letters = |word: &str| Form::of(word).letters();
        assert_eq!(letters("word"), 4);
        assert_eq!(letters("été"), 3);
        assert_eq!(letters("l0ve"), 0);
        assert_eq!(letters("1914"), 0);
        assert_eq!(letters("五"), 1);
        assert_eq!(letters(&"x".repeat(1000)), 255);
        assert_eq!(letters(""), 0);
    }

    #[test]
    fn heads_compare_as_in_a_dictionary() {
        let head = |word: &str| Form::of(word).head();
        assert!(head("able") < head("about"));
        assert!(head("Able") < head("about"));
        assert!(head("a") < head("ab"));
        assert_eq!(head("abandonment"), head("abandoning"));
    }
}
