//! What is in a word and is not seen: characters without a form, and letters that look like those of another script.
//!
//! Both make a copy look like new text to who compares letters, and are put in for that; typesetting leaves some behind, too. A word is
//! known by what is seen of it.

/// How many there are in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Characters without a form between two letters of a word: zero-width spaces, soft hyphens, controls of direction. Joiners
    /// are not counted in scripts that are written with them.
    pub characters: u32,
    /// Words with letters of another script that look like their own.
    pub words: u32,
}

impl Hidden {
    /// All of them.
    pub fn count(self) -> u32 {
        self.characters.saturating_add(self.words)
    }
}

/// Whether a character has no form of its own: those that Unicode says may be passed over where they can't be shown.
pub(super) fn is_hidden(c: char) -> bool {
    // Nearly all text with an alphabet stands before the first of the long list.
    match c {
        ..'\u{61c}' => matches!(c, '\u{ad}' | '\u{34f}'),
        '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// Whether a hidden character is one that some scripts are written with.
pub(super) fn is_joiner(c: char) -> bool {
    matches!(
        c,
        '\u{34f}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200c}'..='\u{200d}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Letters of Greek and Cyrillic that look like one of Latin, large or small: a word is the same in either case. Of Greek there are few,
/// since `TNFα` and `NFκB` are words as they stand.
const LOOKALIKES: &[(char, char)] = &[
    ('ι', 'i'),
    ('ο', 'o'),
    ('ρ', 'p'),
    ('а', 'a'),
    ('в', 'b'),
    ('е', 'e'),
    ('к', 'k'),
    ('м', 'm'),
    ('н', 'h'),
    ('о', 'o'),
    ('р', 'p'),
    ('с', 'c'),
    ('т', 't'),
    ('у', 'y'),
    ('х', 'x'),
    ('ё', 'ë'),
    ('ѕ', 's'),
    ('і', 'i'),
    ('ї', 'ï'),
    ('ј', 'j'),
    ('һ', 'h'),
    ('ӏ', 'l'),
    ('ԁ', 'd'),
    ('ԛ', 'q'),
    ('ԝ', 'w'),
];

/// A word in small letters with all of one script, where those of the other look like it; nothing where it is as it is meant to be.
pub(super) fn unmasked(word: &str) -> Option<String> {
    // The bytes that Greek and Cyrillic letters begin with, and one of the letters that nearly every Latin word has.
    let is_other = |byte: u8| (0xcd..=0xd4).contains(&byte);
    let is_mixed = word.bytes().any(is_other) && word.bytes().any(|b| b.is_ascii_alphabetic());
    is_mixed.then(|| unmask(word)).flatten()
}

#[cold]
fn unmask(word: &str) -> Option<String> {
    let (mut latin, mut other) = (Letters::default(), Letters::default());
    let mut has_greek = false;
    for c in word.chars() {
        match c {
            'a'..='z' | '\u{df}'..='\u{24f}' => latin.add(to_cyrillic(c).is_some()),
            '\u{370}'..='\u{52f}' => {
                has_greek |= c < '\u{400}';
                other.add(to_latin(c).is_some());
            }
            _ => {}
        }
    }
    // Two letters are a variable, not a word.
    if latin.all == 0 || other.all == 0 || latin.all + other.all < 3 {
        return None;
    }
    let is_latin = other.own == 0 && (latin.own > 0 || latin.all >= other.all);
    let is_cyrillic = !has_greek && latin.own == 0 && other.all >= latin.all;
    let folded = |fold: fn(char) -> Option<char>| word.chars().map(move |c| fold(c).unwrap_or(c));
    match (is_latin, is_cyrillic) {
        (true, _) => Some(folded(to_latin).collect()),
        (_, true) => Some(folded(to_cyrillic).collect()),
        _ => None,
    }
}

/// Letters of one script in a word, and those of them that look like no letter of the other.
#[derive(Default)]
struct Letters {
    all: u32,
    own: u32,
}

impl Letters {
    fn add(&mut self, looks_like_other: bool) {
        self.all += 1;
        self.own += u32::from(!looks_like_other);
    }
}

fn to_latin(c: char) -> Option<char> {
    let found = LOOKALIKES.iter().find(|(other, _)| *other == c);
    found.map(|(_, latin)| *latin)
}

fn to_cyrillic(c: char) -> Option<char> {
    let mut cyrillic = LOOKALIKES.iter().filter(|(other, _)| *other >= '\u{400}');
    let found = cyrillic.find(|(_, latin)| *latin == c);
    found.map(|(other, _)| *other)
}

#[cfg(test)]
mod tests {
    use icu_properties::CodePointSetData;
    use icu_properties::props::DefaultIgnorableCodePoint;

    use super::*;

    #[test]
    fn hidden_characters_are_those_of_unicode() {
        let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
        for c in '\0'..=char::MAX {
            assert_eq!(is_hidden(c), ignorable.contains(c), "{:x}", c as u32);
            assert!(is_hidden(c) || !is_joiner(c));
        }
    }

    #[test]
    fn words_are_of_the_script_of_the_letters_that_tell() {
        for (word, expected) in [
            ("р\u{430}ssword", Some("password")),
            ("cоpy", Some("copy")),
            ("нello", Some("hello")),
            ("wοrd", Some("word")),
            // Latin letters in a Cyrillic word.
            ("кoшкa", Some("кошка")),
            ("пpивeт", Some("привет")),
            ("кbт", Some("квт")),
            // By the greater part where no letter tells.
            ("рacе", Some("pace")),
            ("оcо", Some("осо")),
            // As they are meant to be.
            ("кошка", None),
            ("word", None),
            ("λόγος", None),
            ("tnfα", None),
            ("nfκb", None),
            ("μm", None),
            ("δt", None),
            ("ρx", None),
            ("σxy", None),
            ("été", None),
            ("жzж", None),
            ("3о", None),
            ("", None),
        ] {
            assert_eq!(unmasked(word).as_deref(), expected, "{word}");
        }
    }
}
