//! Which stop words are left out, and how a list of one's own is read and written.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::object::Object;
use crate::token::chars::{Part, part};
use crate::token::{Normalizer, Tokenizer, Tokens, Words};

/// Which words of a sentence do not count.
///
/// Written `yes`, `none` or, where it is a list, with all its words: `+and+the`. They stand in their normal form
/// and in order, so that lists of the same words are written alike.
///
/// ```
/// use cento::token::StopWords;
/// let list = StopWords::list("The the and # but not: not")?;
/// assert_eq!(list.to_string(), "+and+the");
/// assert_eq!("+and+the".parse::<StopWords>()?, list);
/// assert_eq!("none".parse::<StopWords>()?, StopWords::None);
/// # Ok::<(), cento::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StopWords {
    /// Those of the language.
    #[default]
    Language,
    /// None: every word counts.
    None,
    /// These, whatever the language.
    List(StopList),
}

/// Words, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopList(BTreeSet<String>);

/// Stands before each word of a list. No word has it in it, nor `,` or `=`.
const SIGN: char = '+';

impl StopWords {
    /// A list as people keep it: words parted by white space, `#` and the rest of its line left out. What the
    /// tokenizer splits is as many words; objects are none.
    pub fn list(text: &str) -> Result<Self> {
        let (tokenizer, mut words) = (Words::default(), BTreeSet::new());
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default();
            let mut tokens = Tokens::default();
            tokenizer.tokenize(line, &mut tokens);
            let found = tokens.spans.iter().map(|span| &line[span.range()]);
            let found = found.filter(|word| !word.starts_with(Object::MARK));
            words.extend(found.map(spelling));
        }
        if words.is_empty() {
            return Err(Error::Usage("there are no words in it".to_owned()));
        }
        Ok(Self::List(StopList(words)))
    }
}

impl StopList {
    /// The words, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// How many there are.
    #[expect(clippy::len_without_is_empty, reason = "a list has words")]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// The normal form of a word; or the word itself where that form is none, as `⒈` is `1.`.
fn spelling(word: &str) -> String {
    let normal = Normalizer::default().normalize(word);
    if is_word(&normal) {
        normal
    } else {
        word.to_owned()
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|first| matches!(part(first), Part::Word | Part::Unspaced))
        && text.chars().all(|c| part(c) != Part::Other)
}

impl FromStr for StopWords {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match (text, text.strip_prefix(SIGN)) {
            ("yes", _) => Ok(Self::Language),
            ("none", _) => Ok(Self::None),
            (_, Some(words)) => {
                // Not tokenised again: the dictionary may split a word that stands alone otherwise.
                let words = words.split(SIGN).map(|word| match is_word(word) {
                    true => Ok(spelling(word)),
                    false => Err(Error::Usage(format!("`{word}` is not a word"))),
                });
                Ok(Self::List(StopList(words.collect::<Result<_>>()?)))
            }
            _ => Err(Error::Usage(
                "there are yes, none and lists of words such as +and+the".to_owned(),
            )),
        }
    }
}

impl fmt::Display for StopWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Language => f.write_str("yes"),
            Self::None => f.write_str("none"),
            Self::List(list) => list.iter().try_for_each(|word| write!(f, "{SIGN}{word}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lists_of_the_same_words_are_written_alike() {
        let list = |text: &str| StopWords::list(text).unwrap().to_string();
        let expected = "+and+e\u{301}te\u{301}+straße"
            .parse::<StopWords>()
            .unwrap();
        assert_eq!(expected.to_string(), "+and+strasse+été");
        for text in [
            "and été strasse",
            "\u{feff}STRASSE # a comment\r\n\tAnd,\u{a0}and\r\n\r\n# and another: or\r\nÉté#not",
        ] {
            assert_eq!(list(text), expected.to_string());
        }
        assert_eq!(list("don't"), "+don+t");
        assert_eq!(list("\u{fffc}picture-00000000000000ff frame"), "+frame");
        // Words that would be taken for something else without their sign.
        assert_eq!(list("none"), "+none");
        assert_eq!("+none".parse::<StopWords>().unwrap().to_string(), "+none");
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for text in ["", " \n", "# only a comment", "... !"] {
            let error = StopWords::list(text).unwrap_err();
            assert_eq!(error.to_string(), "there are no words in it");
        }
        for text in ["+", "+a++b", "+don't", "+a b", "a+b", "no", ""] {
            assert!(text.parse::<StopWords>().is_err(), "{text}");
        }
    }

    proptest! {
        /// Normal forms may have any characters: `🄁` is `0,`.
        #[test]
        fn any_list_is_read_as_it_is_written(text in "(.{0,9} ){0,9}", numbers in "\\p{No}[\\p{L}\\p{M}\\p{N}]{0,5}") {
            for text in [text, numbers] {
                let Ok(list) = StopWords::list(&text) else { continue };
                let written = list.to_string();
                prop_assert!(!written.contains([',', '=']) && !written.contains(char::is_whitespace));
                prop_assert_eq!(written.parse::<StopWords>().unwrap(), list);
            }
        }
    }
}
