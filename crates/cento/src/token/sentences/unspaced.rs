//! Sentences without a space between them: `He went home.She stayed.`
//!
//! A full stop right before a letter is mostly none: it stands in names of files and hosts, in code and in `U.S.A`.
//! So all must look like the end of one sentence and the beginning of another, and less is enough where the second
//! begins with a word that begins many.

use super::Reader;
use crate::token::abbreviation::Role;

/// Words of the sentence before it, at least: a name stands alone.
const FEWEST: usize = 3;

/// Digits of a number that is no item's, at least.
const YEAR: usize = 3;

impl Reader<'_> {
    /// Whether token `at`, right behind a full stop, looks like the first word of another sentence.
    pub(super) fn begins_unspaced(&self, at: usize) -> bool {
        let last = at - 1;
        if !self.is_capitalised(at) || !self.before(at).chars().all(is_mark) {
            return false;
        }
        let ahead = self.text[..self.spans[last].begin as usize]
            .chars()
            .next_back();
        if Role::of(self.hashes[at]).is(Role::OPENS) {
            // `java.lang.String`, `a/b.The`, `me@example.One`
            let is_part = ahead.is_some_and(|c| r".:/\@_=#&~".contains(c));
            let is_year = self.is_number(last) && self.word(last).len() >= YEAR;
            let is_word = self.last(last).is_lowercase()
                && (self.word(last).chars().nth(1).is_some() || self.is_tail(last));
            return !is_part && (is_word || is_year);
        }
        // A word of a name or of code stands beside signs.
        let goes_on = |next: usize| {
            self.behind(at) == Some(' ')
                && self.first(next).is_alphabetic()
                && self.before(next) == " "
        };
        self.is_small_word(last)
            && ahead.is_some_and(char::is_whitespace)
            && self.word(at).chars().nth(1).is_some()
            && at - self.begin >= FEWEST
            && at + 1 < self.spans.len()
            && goes_on(at + 1)
    }

    /// Whether a word has one capital, the first letter, and stands as words of prose do.
    fn is_capitalised(&self, at: usize) -> bool {
        let mut letters = self.word(at).chars();
        let parts = |c: char| c.is_whitespace() || matches!(c, ',' | '\'' | '\u{2019}');
        letters.next().is_some_and(char::is_uppercase)
            && letters.all(char::is_lowercase)
            && self.behind(at).is_some_and(parts)
    }

    /// Whether it is a word of at least two letters, all small.
    pub(super) fn is_small_word(&self, at: usize) -> bool {
        let word = self.word(at);
        word.chars().all(char::is_lowercase) && word.chars().nth(1).is_some()
    }
}

/// Whether it may stand between two such sentences: what closes one, or opens one in Spanish.
fn is_mark(c: char) -> bool {
    matches!(
        c,
        '.' | '\u{2026}' | ')' | ']' | '"' | '\u{201d}' | '\u{bf}' | '\u{a1}'
    )
}
