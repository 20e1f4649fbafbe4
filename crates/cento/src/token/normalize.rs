//! The normal form under which two spellings of a word are one.

use std::borrow::Cow;

use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use icu_normalizer::{ComposingNormalizer, ComposingNormalizerBorrowed};

use super::hidden::{is_hidden, unmasked};

/// Compatibility composition (NFKC), full case folding, then composition again, since folding can
/// take characters apart. Characters without a form, soft hyphens and joiners among them, are left out; letters of another script
/// that look like those of the word are those of the word.
#[derive(Debug)]
pub struct Normalizer {
    compose: ComposingNormalizerBorrowed<'static>,
    case: CaseMapperBorrowed<'static>,
}

impl Default for Normalizer {
    fn default() -> Self {
        Self {
            compose: ComposingNormalizer::new_nfkc(),
            case: CaseMapper::new(),
        }
    }
}

impl Normalizer {
    /// The normal form of one word.
    ///
    /// ```
    /// let normalizer = cento::token::Normalizer::default();
    /// assert_eq!(normalizer.normalize("Straße"), "strasse");
    /// assert_eq!(normalizer.normalize("E\u{301}te\u{301}"), "été");
    /// assert_eq!(normalizer.normalize("c\u{43e}\u{200b}py"), "copy");
    /// ```
    pub fn normalize(&self, word: &str) -> String {
        self.unmasked(word).0
    }

    /// The normal form of one word, and whether letters of another script were among its own.
    pub(super) fn unmasked(&self, word: &str) -> (String, bool) {
        let visible: Cow<'_, str> = match word.chars().any(is_hidden) {
            true => word.chars().filter(|c| !is_hidden(*c)).collect(),
            false => word.into(),
        };
        let composed = self.compose.normalize(&visible);
        let folded = self.case.fold_string(&composed);
        // After folding, so that a word is the same in either case; and composed, so that it is with marks apart.
        match unmasked(&folded) {
            None => (self.compose.normalize(&folded).into_owned(), false),
            Some(own) => (self.compose.normalize(&own).into_owned(), true),
        }
    }
}
