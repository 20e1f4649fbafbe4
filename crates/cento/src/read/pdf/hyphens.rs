//! Words that were divided at the end of a line.
//!
//! A hyphen there may be of the word or of the line. What the rest of the document writes in one piece was divided; what it writes with
//! a hyphen was not; of what it does not have, a small letter on the next line says that the word goes on.

use std::collections::HashSet;

use super::pages::Page;

/// The words of a document that stand within lines, to tell by.
#[derive(Debug, Default)]
pub(super) struct Hyphens {
    words: HashSet<String>,
}

/// What stands between a line and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seam {
    /// A space.
    Space,
    /// Nothing.
    Nothing,
    /// Nothing, and the hyphen goes, too.
    Joined,
}

/// Words that stand behind the first half of two compounds: `pre- and post-war`.
const BETWEEN: &[&str] = &[
    "and", "or", "to", "und", "oder", "bis", "et", "ou", "y", "o", "e", "en", "of", "och", "og",
    "i",
];

pub(super) const HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{ad}'];

impl Hyphens {
    pub(super) fn of(pages: &[Page]) -> Self {
        let mut words = HashSet::new();
        for line in pages.iter().flat_map(|page| &page.lines) {
            let mut parts = line.text.split_whitespace().peekable();
            while let Some(word) = parts.next() {
                // A word that is divided at the end tells nothing.
                if parts.peek().is_some() || !word.ends_with(HYPHENS) {
                    words.insert(bare(word).to_lowercase());
                }
            }
        }
        Self { words }
    }

    /// How a line goes on in the next.
    pub(super) fn seam(&self, line: &str, next: &str) -> Seam {
        let Some(head) = line.strip_suffix(HYPHENS) else {
            return match is_unspaced(line, next) {
                true => Seam::Nothing,
                false => Seam::Space,
            };
        };
        let first = head.split_whitespace().next_back().unwrap_or_default();
        let second = next.split_whitespace().next().unwrap_or_default();
        let (first, second) = (bare(first), bare(second));
        // A dash, or a list of one letter.
        if !head.ends_with(char::is_alphanumeric) || second.is_empty() {
            return Seam::Space;
        }
        if line.ends_with('\u{ad}') {
            return Seam::Joined;
        }
        let has = |word: &str| self.words.contains(&word.to_lowercase());
        let goes_on = next.starts_with(char::is_lowercase);
        if goes_on && BETWEEN.contains(&second) {
            return Seam::Space;
        }
        if goes_on && has(&format!("{first}{second}")) {
            return Seam::Joined;
        }
        if has(&format!("{first}-{second}")) || first.contains('-') {
            return Seam::Nothing;
        }
        match goes_on && first.chars().all(char::is_alphabetic) {
            true => Seam::Joined,
            false => Seam::Nothing,
        }
    }
}

/// Without what stands around a word.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Whether both sides are of a script that puts no spaces between words.
fn is_unspaced(line: &str, next: &str) -> bool {
    let is_one = |c: char| matches!(c, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{e00}'..='\u{eff}' | '\u{20000}'..='\u{3ffff}');
    line.ends_with(is_one) && next.starts_with(is_one)
}

#[cfg(test)]
mod tests {
    use super::super::pages::Line;
    use super::*;

    #[test]
    fn the_document_tells_whose_a_hyphen_is() {
        let line = |text: &str| Line {
            text: text.into(),
            ..Line::default()
        };
        let page = Page {
            lines: vec![
                line("the manipulation of well-known"),
                line("texts is a self-"),
                line("evident co-operation of man-"),
            ],
            ..Page::default()
        };
        let hyphens = Hyphens::of(&[page]);
        for (first, second, seam) in [
            ("by Manip-", "ulation.", Seam::Joined),
            ("a well-", "known text", Seam::Nothing),
            ("the \u{201c}well-", "known\u{201d} text", Seam::Nothing),
            ("co-", "operation", Seam::Nothing),
            ("unheard-", "of words", Seam::Space),
            ("repre-", "sented", Seam::Joined),
            ("state-of-the-", "art", Seam::Nothing),
            ("the Franco-", "German border", Seam::Nothing),
            ("1914-", "18", Seam::Nothing),
            ("pre-", "and post-war", Seam::Space),
            ("soft\u{ad}", "Ware", Seam::Joined),
            ("a dash -", "and more", Seam::Space),
            ("a line", "and another", Seam::Space),
            ("吾輩は", "猫である", Seam::Nothing),
            ("-", "", Seam::Space),
            ("", "", Seam::Space),
        ] {
            assert_eq!(hyphens.seam(first, second), seam, "{first}|{second}");
        }
    }
}
