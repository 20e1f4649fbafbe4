//! The Document Slope Curve: the part of a page with the fewest tags.
//!
//! With each tag of a page as 1 and each word as 0, the sum over its first k tokens is a curve that is flattest over the
//! page's own text. That part is the run of tokens with the most words beyond its tags: with words as 1 and tags as -1,
//! the run of the largest sum, which one pass finds.
//!
//! - Cost: linear time, a few numbers of memory.
//! - Source: Seo and Croft, SIGIR 2008, after Finn, Kushmerick and Smyth, 2001.
//! - Departure: where words are written without spaces, as in Chinese, each character is one.

use std::ops::Range;

/// Sees the tags and words of a page, in order.
#[derive(Debug, Default)]
pub(super) struct Slope {
    /// Words beyond tags since `begin`.
    sum: u64,
    begin: usize,
    best: u64,
    flattest: Range<usize>,
}

impl Slope {
    /// A tag comes.
    pub(super) fn tag(&mut self) {
        self.sum = self.sum.saturating_sub(1);
    }

    /// Words come, which stand from `begin` on in the text.
    pub(super) fn words(&mut self, begin: usize, text: &str) {
        if self.sum == 0 {
            self.begin = begin;
        }
        self.sum += u64::from(count(text));
        if self.sum > self.best {
            self.best = self.sum;
            self.flattest = self.begin..begin + text.len();
        }
    }

    /// The part of the text with the fewest tags, the first of equals.
    pub(super) fn flattest(self) -> Range<usize> {
        self.flattest
    }
}

/// How many words a text has.
pub(super) fn count(text: &str) -> u32 {
    let mut words = 0;
    let mut in_word = false;
    for byte in text.bytes() {
        let is_space = byte <= b' ';
        // The first byte of a character between U+3000 and U+9FFF.
        let is_whole = (0xe3..=0xe9).contains(&byte);
        words += u32::from(is_whole || !is_space && !in_word);
        in_word = !is_space;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The flattest part of tags, `.`, and words of one letter.
    fn flattest(tokens: &str) -> Range<usize> {
        let mut slope = Slope::default();
        for (at, token) in tokens.char_indices() {
            match token {
                '.' => slope.tag(),
                _ => slope.words(at, &tokens[at..=at]),
            }
        }
        slope.flattest()
    }

    #[test]
    fn the_flattest_part_has_the_most_words_beyond_tags() {
        assert_eq!(flattest("..a..bbb.cccc...d.e."), 5..13);
        assert_eq!(flattest("aaa....bb"), 0..3);
        assert_eq!(flattest("aa....bbb"), 6..9);
        assert_eq!(flattest("aa....bb"), 0..2);
        assert_eq!(flattest("aaa..bbb"), 0..8);
        assert_eq!(flattest("...."), 0..0);
        assert_eq!(flattest(""), 0..0);
    }

    #[test]
    fn it_is_the_largest_sum_over_all_runs() {
        let mut state = 7_u32;
        for _ in 0..200 {
            let mut token = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if state >> 31 == 0 { '.' } else { 'a' }
            };
            let tokens: String = (0..20).map(|_| token()).collect();
            let sum = |run: &str| {
                let words = run.bytes().filter(|byte| *byte == b'a').count() as i32;
                2 * words - run.len() as i32
            };
            let runs = (0..20).flat_map(|from| (from..=20).map(move |to| from..to));
            let best = runs.map(|run| sum(&tokens[run])).max();
            assert_eq!(Some(sum(&tokens[flattest(&tokens)])), best, "{tokens}");
        }
    }

    #[test]
    fn words_stand_between_spaces() {
        assert_eq!(count("two words"), 2);
        assert_eq!(count(" one\n"), 1);
        assert_eq!(count("日本語"), 3);
        assert_eq!(count(""), 0);
    }
}
