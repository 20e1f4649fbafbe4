//! The normal form under which two spellings of a word are one.

use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use icu_normalizer::{ComposingNormalizer, ComposingNormalizerBorrowed};

/// Compatibility composition (NFKC), full case folding, then composition again, since folding can
/// take characters apart. Soft hyphens and joiners are left out.
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
    /// ```
    pub fn normalize(&self, word: &str) -> String {
        let visible: String = word
            .chars()
            .filter(|c| !matches!(c, '\u{ad}' | '\u{200c}' | '\u{200d}'))
            .collect();
        let composed = self.compose.normalize(&visible);
        let folded = self.case.fold_string(&composed);
        self.compose.normalize(&folded).into_owned()
    }
}
