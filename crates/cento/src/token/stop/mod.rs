//! Stop words: what a language needs in any sentence, whatever it is about.
//!
//! Articles, pronouns, prepositions, conjunctions and auxiliaries. Negation is not among them, since
//! it changes what is said: of `don't`, which the tokenizer splits, `don` is a stop word and `t` is
//! not. The lists of others take in much that carries meaning, and negation with it, so these are our own. Words are
//! parted by white space, and tokenised as any text.

mod list;

pub use list::{StopList, StopWords};

use super::Language;

/// The stop words of a language.
pub(super) fn stop_words(language: Language) -> &'static str {
    match language {
        Language::Other => "",
        Language::Arabic => include_str!("ar.txt"),
        Language::Armenian => include_str!("hy.txt"),
        Language::Basque => include_str!("eu.txt"),
        Language::Catalan => include_str!("ca.txt"),
        Language::Czech => include_str!("cs.txt"),
        Language::Danish => include_str!("da.txt"),
        Language::Dutch => include_str!("nl.txt"),
        Language::English => include_str!("en.txt"),
        Language::Esperanto => include_str!("eo.txt"),
        Language::Estonian => include_str!("et.txt"),
        Language::Finnish => include_str!("fi.txt"),
        Language::French => include_str!("fr.txt"),
        Language::German => include_str!("de.txt"),
        Language::Greek => include_str!("el.txt"),
        Language::Hindi => include_str!("hi.txt"),
        Language::Hungarian => include_str!("hu.txt"),
        Language::Indonesian => include_str!("id.txt"),
        Language::Irish => include_str!("ga.txt"),
        Language::Italian => include_str!("it.txt"),
        Language::Lithuanian => include_str!("lt.txt"),
        Language::Nepali => include_str!("ne.txt"),
        Language::Norwegian => include_str!("no.txt"),
        Language::Persian => include_str!("fa.txt"),
        Language::Polish => include_str!("pl.txt"),
        Language::Portuguese => include_str!("pt.txt"),
        Language::Romanian => include_str!("ro.txt"),
        Language::Russian => include_str!("ru.txt"),
        Language::Serbian => include_str!("sr.txt"),
        Language::Sesotho => include_str!("st.txt"),
        Language::Spanish => include_str!("es.txt"),
        Language::Swedish => include_str!("sv.txt"),
        Language::Tamil => include_str!("ta.txt"),
        Language::Turkish => include_str!("tr.txt"),
        Language::Ukrainian => include_str!("uk.txt"),
        Language::Yiddish => include_str!("yi.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::{Normalizer, Tokenizer, Tokens, Words};

    #[test]
    fn every_language_has_a_list_of_words_in_normal_form() {
        let normalizer = Normalizer::default();
        for language in Language::all() {
            let list: Vec<&str> = stop_words(language).split_whitespace().collect();
            assert!(list.len() > 75, "{language}: {}", list.len());
            for word in &list {
                let normal = normalizer.normalize(word);
                assert!(!normal.is_empty(), "{language}");
                let mut tokens = Tokens::default();
                Words::default().tokenize(word, &mut tokens);
                assert_eq!(tokens.len(), 1, "{language}: {word}");
            }
            assert!(
                list.iter()
                    .enumerate()
                    .all(|(at, word)| !list[..at].contains(word)),
                "{language}"
            );
        }
        assert_eq!(stop_words(Language::Other), "");
    }

    #[test]
    fn negation_is_no_stop_word() {
        for (language, word) in [
            (Language::English, "not"),
            (Language::English, "no"),
            (Language::English, "t"),
            (Language::French, "pas"),
            (Language::French, "ne"),
            (Language::French, "n"),
            (Language::German, "nicht"),
            (Language::German, "kein"),
            (Language::Spanish, "no"),
            (Language::Russian, "не"),
            (Language::Hindi, "नहीं"),
            (Language::Arabic, "لا"),
            (Language::Greek, "δεν"),
            (Language::Basque, "ez"),
            (Language::Irish, "mura"),
        ] {
            assert!(
                !stop_words(language)
                    .split_whitespace()
                    .any(|stop| stop == word),
                "{language}: {word}"
            );
        }
    }
}
