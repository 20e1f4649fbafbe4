//! Stop words: what a language needs in any sentence, whatever it is about.
//!
//! Articles, pronouns, prepositions, conjunctions and auxiliaries; negation is not among them, since
//! it changes what is said. Words are parted by white space, and tokenised as any text.

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
