//! What a character is to the tokenizer.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};

use super::hidden::is_hidden;

/// The part a character plays in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A letter or digit: begins or continues a run.
    Word,
    /// A letter of a script that puts no spaces between words.
    Unspaced,
    /// A combining mark: continues a run.
    Mark,
    /// A character without a form: continues a run where a letter follows, and is no part of the normal form. Soft hyphens and
    /// joiners are put in by typesetters, and a copy often lacks them; others are put in to hide a copy.
    Joiner,
    /// Ends a run.
    Other,
}

/// The part `c` plays.
pub(super) fn part(c: char) -> Part {
    if is_hidden(c) {
        return Part::Joiner;
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let wordy = GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Number);
    if wordy.contains(category) {
        if is_unspaced(c) {
            Part::Unspaced
        } else {
            Part::Word
        }
    } else if GeneralCategoryGroup::Mark.contains(category) {
        Part::Mark
    } else {
        Part::Other
    }
}

fn is_unspaced(c: char) -> bool {
    // Thai is the first of these scripts in code point order; most text never gets past here.
    c >= '\u{e00}'
        && matches!(
            CodePointMapData::<Script>::new().get(c),
            Script::Thai
                | Script::Lao
                | Script::Myanmar
                | Script::Khmer
                | Script::Han
                | Script::Hiragana
                | Script::Katakana
        )
}
