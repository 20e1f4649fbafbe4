//! What becomes of a passage when it is copied.

use super::language::Language;
use crate::random::Random;

/// How a copy differs from its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Not at all.
    Exact,
    /// This share of words, in hundredths, replaced, left out or followed by a new one.
    Edited(u32),
    /// This share of characters, in hundredths, misread.
    Misread(u32),
}

impl Kind {
    /// The kinds of passages, as often as they are drawn out of twenty.
    pub(crate) const PASSAGES: [(Kind, usize); 5] = [
        (Kind::Exact, 7),
        (Kind::Edited(5), 4),
        (Kind::Edited(15), 3),
        (Kind::Misread(2), 3),
        (Kind::Misread(6), 3),
    ];

    /// A kind by its frequency.
    pub(crate) fn draw(random: &mut Random) -> Self {
        let mut at = random.below(20);
        for (kind, count) in Self::PASSAGES {
            if at < count {
                return kind;
            }
            at -= count;
        }
        Kind::Exact
    }

    /// Its name in the truth.
    pub(crate) fn name(self) -> String {
        match self {
            Kind::Exact => "exact".to_owned(),
            Kind::Edited(share) => format!("edit{share:02}"),
            Kind::Misread(share) => format!("ocr{share:02}"),
        }
    }

    /// The copy.
    pub(crate) fn copy(self, text: &str, language: &Language, random: &mut Random) -> String {
        let copy = match self {
            Kind::Exact => text.to_owned(),
            Kind::Edited(share) => edit(text, f64::from(share) / 100.0, language, random),
            Kind::Misread(share) => misread(text, f64::from(share) / 100.0, random),
        };
        copy.trim().to_owned()
    }
}

fn edit(text: &str, share: f64, language: &Language, random: &mut Random) -> String {
    let mut copy = String::with_capacity(text.len() + text.len() / 8);
    for word in text.split_inclusive(char::is_whitespace) {
        let dice = random.unit();
        let bare = word.trim_end();
        let space = &word[bare.len()..];
        if bare.is_empty() || dice >= share {
            copy.push_str(word);
        } else if dice < share * 0.5 {
            copy.push_str(language.word(language.draw(random)));
            copy.push_str(space);
        } else if dice >= share * 0.75 {
            copy.push_str(bare);
            copy.push(' ');
            copy.push_str(language.word(language.draw(random)));
            copy.push_str(space);
        }
    }
    copy
}

/// Every character with the same chance.
fn misread(text: &str, share: f64, random: &mut Random) -> String {
    let mut copy = String::with_capacity(text.len() + text.len() / 16);
    for c in text.chars() {
        let dice = random.unit();
        if dice >= share {
            copy.push(c);
        } else {
            misread_one(c, dice / share, random, &mut copy);
        }
    }
    copy
}

/// A character as it is misread: replaced by one that looks like it, left out, or followed by another, by `dice` from 0
/// to less than 1.
pub(crate) fn misread_one(c: char, dice: f64, random: &mut Random, copy: &mut String) {
    if dice < 0.6 {
        copy.push_str(match c {
            'e' => "c",
            'c' => "e",
            'i' => "l",
            'l' => "1",
            'o' => "0",
            'h' => "b",
            'b' => "h",
            's' => "f",
            'f' | 'r' => "t",
            'n' => "u",
            'u' => "n",
            'm' => "rn",
            't' => "f",
            'a' => "o",
            _ => random.pick(&["e", "t", "a", "o", "i", "n", "s", "h", "r"]),
        });
    } else if dice >= 0.8 {
        copy.push(c);
        copy.push(random.pick(&['e', 't', 'a', 'o', 'i', 'n', ' ', '.', ',']));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_words_are_edited_as_asked() {
        let language = Language::new(1);
        let mut random = Random::new(3);
        let text = "word ".repeat(20_000);
        for share in [5, 15] {
            let copy = Kind::Edited(share).copy(&text, &language, &mut random);
            let kept = copy.split_whitespace().filter(|w| *w == "word").count();
            // Three quarters of edits lose the old word or replace it.
            let expected = 20_000.0 * (1.0 - f64::from(share) / 100.0 * 0.75);
            assert!((kept as f64 - expected).abs() < 250.0, "{share}: {kept}");
        }
    }

    #[test]
    fn as_many_characters_are_misread_as_asked() {
        let text = "z".repeat(50_000);
        let copy = Kind::Misread(6).copy(&text, &Language::new(1), &mut Random::new(3));
        let kept = copy.chars().filter(|c| *c == 'z').count() as f64;
        assert!(
            (kept - 50_000.0 * (1.0 - 0.06 * 0.8)).abs() < 300.0,
            "{kept}"
        );
    }
}
