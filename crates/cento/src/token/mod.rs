//! From text to [`Tokens`]: maximal runs of letters, digits and their marks, normalised and hashed.

mod abbreviation;
mod chars;
mod eight;
mod form;
mod gap;
mod hidden;
mod language;
mod majority;
mod normalize;
mod sentences;
mod stems;
mod stop;
mod tokens;
mod words;

pub use crate::object::{Object, ObjectKind, plain};
pub use form::Form;
pub use hidden::Hidden;
pub use language::{Language, detect};
pub(crate) use majority::language_of;
pub use normalize::Normalizer;
pub(crate) use sentences::LONGEST as LONGEST_SENTENCE;
pub use stems::Stems;
pub use stop::{StopList, StopWords};
pub use tokens::Tokens;
pub(crate) use tokens::bytes_of;
pub use words::Words;

/// Names the split and the normal form. What is stored carries it; change it when either changes for words as they are written. (What
/// [hidden](Hidden) characters are taken for changed under this name: words that have none are what they were.)
pub const TOKENIZER: &str = "words-1";

/// The version of Unicode whose tables split and normalise.
pub const UNICODE: &str = "17.0";

/// Text in, tokens out. Appends to `out`; every span indexes `text`. A text without words appends
/// nothing; there is no text that fails.
pub trait Tokenizer: Send + Sync {
    /// Appends the tokens of `text`, which must be shorter than 4 GiB.
    fn tokenize(&self, text: &str, out: &mut Tokens);
}

/// About how many words a text has; more rather than fewer.
pub(crate) fn count_words(text: &str) -> usize {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    let (mut words, mut unspaced, mut inside) = (0, 0, false);
    for byte in text.bytes() {
        words += usize::from(is_letter(byte) && !inside);
        unspaced += usize::from(byte >= 0x80);
        inside = is_letter(byte);
    }
    // Words of scripts without spaces take six bytes and more.
    words + unspaced / 6
}

#[cfg(test)]
mod tests {
    use icu_properties::CodePointMapData;
    use icu_properties::props::GeneralCategory;

    use super::UNICODE;

    /// What is stored names the version: new tables must change the name.
    #[test]
    fn the_tables_are_of_the_version_that_is_named() {
        let letters = CodePointMapData::<GeneralCategory>::new();
        // The first character of Sidetic, which version 17 brought.
        let known = letters.get32(0x10940) != GeneralCategory::Unassigned;
        assert!(known, "older than {UNICODE}");
    }
}
