//! Languages whose words can be stemmed.

use std::fmt;
use std::str::FromStr;

use frostem::Algorithm;
use serde::{Deserialize, Serialize};
use whatlang::Lang;

use crate::error::{Error, Result};

/// A language that has a stemmer and a list of stop words, or none of these.
///
/// Written as its ISO 639-1 code; its English name is understood too.
///
/// ```
/// use cento::token::Language;
/// assert_eq!("german".parse::<Language>()?, Language::German);
/// assert_eq!("de".parse::<Language>()?.to_string(), "de");
/// assert_eq!("none".parse::<Language>()?, Language::Other);
/// # Ok::<(), cento::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[expect(missing_docs, reason = "each is its own name")]
#[non_exhaustive]
pub enum Language {
    /// Unknown, mixed, or one without a stemmer: words stay as they are, and all count.
    #[default]
    Other,
    Arabic,
    Armenian,
    Basque,
    Catalan,
    Czech,
    Danish,
    Dutch,
    English,
    Esperanto,
    Estonian,
    Finnish,
    French,
    German,
    Greek,
    Hindi,
    Hungarian,
    Indonesian,
    Irish,
    Italian,
    Lithuanian,
    Nepali,
    Norwegian,
    Persian,
    Polish,
    Portuguese,
    Romanian,
    Russian,
    Serbian,
    Sesotho,
    Spanish,
    Swedish,
    Tamil,
    Turkish,
    Ukrainian,
    Yiddish,
}

/// What is known of a language.
struct Known {
    language: Language,
    /// By ISO 639-1.
    code: &'static str,
    /// In English.
    name: &'static str,
    stemmer: Algorithm,
    /// As [`detect`] may see it.
    seen: Option<Lang>,
}

const fn known(
    language: Language,
    code: &'static str,
    name: &'static str,
    stemmer: Algorithm,
    seen: Option<Lang>,
) -> Known {
    Known {
        language,
        code,
        name,
        stemmer,
        seen,
    }
}

/// All languages, in the order of their names.
#[rustfmt::skip]
const KNOWN: &[Known] = &[
    known(Language::Arabic, "ar", "arabic", Algorithm::Arabic, Some(Lang::Ara)),
    known(Language::Armenian, "hy", "armenian", Algorithm::Armenian, Some(Lang::Hye)),
    known(Language::Basque, "eu", "basque", Algorithm::Basque, None),
    known(Language::Catalan, "ca", "catalan", Algorithm::Catalan, Some(Lang::Cat)),
    known(Language::Czech, "cs", "czech", Algorithm::Czech, Some(Lang::Ces)),
    known(Language::Danish, "da", "danish", Algorithm::Danish, Some(Lang::Dan)),
    known(Language::Dutch, "nl", "dutch", Algorithm::Dutch, Some(Lang::Nld)),
    known(Language::English, "en", "english", Algorithm::English, Some(Lang::Eng)),
    known(Language::Esperanto, "eo", "esperanto", Algorithm::Esperanto, Some(Lang::Epo)),
    known(Language::Estonian, "et", "estonian", Algorithm::Estonian, Some(Lang::Est)),
    known(Language::Finnish, "fi", "finnish", Algorithm::Finnish, Some(Lang::Fin)),
    known(Language::French, "fr", "french", Algorithm::French, Some(Lang::Fra)),
    known(Language::German, "de", "german", Algorithm::German, Some(Lang::Deu)),
    known(Language::Greek, "el", "greek", Algorithm::Greek, Some(Lang::Ell)),
    known(Language::Hindi, "hi", "hindi", Algorithm::Hindi, Some(Lang::Hin)),
    known(Language::Hungarian, "hu", "hungarian", Algorithm::Hungarian, Some(Lang::Hun)),
    known(Language::Indonesian, "id", "indonesian", Algorithm::Indonesian, Some(Lang::Ind)),
    known(Language::Irish, "ga", "irish", Algorithm::Irish, None),
    known(Language::Italian, "it", "italian", Algorithm::Italian, Some(Lang::Ita)),
    known(Language::Lithuanian, "lt", "lithuanian", Algorithm::Lithuanian, Some(Lang::Lit)),
    known(Language::Nepali, "ne", "nepali", Algorithm::Nepali, Some(Lang::Nep)),
    known(Language::Norwegian, "no", "norwegian", Algorithm::Norwegian, Some(Lang::Nob)),
    known(Language::Persian, "fa", "persian", Algorithm::Persian, Some(Lang::Pes)),
    known(Language::Polish, "pl", "polish", Algorithm::Polish, Some(Lang::Pol)),
    known(Language::Portuguese, "pt", "portuguese", Algorithm::Portuguese, Some(Lang::Por)),
    known(Language::Romanian, "ro", "romanian", Algorithm::Romanian, Some(Lang::Ron)),
    known(Language::Russian, "ru", "russian", Algorithm::Russian, Some(Lang::Rus)),
    known(Language::Serbian, "sr", "serbian", Algorithm::Serbian, Some(Lang::Srp)),
    known(Language::Sesotho, "st", "sesotho", Algorithm::Sesotho, None),
    known(Language::Spanish, "es", "spanish", Algorithm::Spanish, Some(Lang::Spa)),
    known(Language::Swedish, "sv", "swedish", Algorithm::Swedish, Some(Lang::Swe)),
    known(Language::Tamil, "ta", "tamil", Algorithm::Tamil, Some(Lang::Tam)),
    known(Language::Turkish, "tr", "turkish", Algorithm::Turkish, Some(Lang::Tur)),
    known(Language::Ukrainian, "uk", "ukrainian", Algorithm::Ukrainian, Some(Lang::Ukr)),
    known(Language::Yiddish, "yi", "yiddish", Algorithm::Yiddish, Some(Lang::Yid)),
];

impl Language {
    /// All languages but [`Other`](Language::Other), in the order of their names.
    pub fn all() -> impl Iterator<Item = Self> {
        KNOWN.iter().map(|known| known.language)
    }

    /// The name in English: `english`; `none` for [`Other`](Language::Other).
    pub fn name(self) -> &'static str {
        self.known().map_or(NONE, |known| known.name)
    }

    /// The one that is seen as this; [`Other`](Self::Other) where it has no stemmer.
    pub(super) fn seen(lang: Lang) -> Self {
        let same = |known: &&Known| known.seen == Some(lang);
        let known = KNOWN.iter().find(same);
        known.map_or(Self::Other, |known| known.language)
    }

    /// What stems its words, if anything does.
    pub(super) fn stemmer(self) -> Option<Algorithm> {
        self.known().map(|known| known.stemmer)
    }

    fn known(self) -> Option<&'static Known> {
        KNOWN.iter().find(|known| known.language == self)
    }
}

/// How [`Language::Other`] is written.
const NONE: &str = "none";

impl FromStr for Language {
    type Err = Error;

    fn from_str(given: &str) -> Result<Self> {
        let name = given.trim().to_ascii_lowercase();
        if name == NONE {
            return Ok(Self::Other);
        }
        let same = |known: &&Known| known.code == name || known.name == name;
        match KNOWN.iter().find(same) {
            Some(known) => Ok(known.language),
            None => Err(Error::Usage(format!(
                "unknown language `{given}`\nhint: there are {} and none",
                KNOWN
                    .iter()
                    .map(|known| known.code)
                    .collect::<Vec<_>>()
                    .join(", ")
            ))),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.known().map_or(NONE, |known| known.code))
    }
}

impl TryFrom<String> for Language {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

impl From<Language> for String {
    fn from(language: Language) -> Self {
        language.to_string()
    }
}

/// No more of a sample is looked at: what is not clear from so many bytes is not one language.
const SAMPLE: usize = 64 << 10;

/// The language of a sample of a collection: of several documents rather than of one, and never of a
/// single sentence. [`Other`](Language::Other) where it is not clear, or has no stemmer.
pub fn detect(sample: &str) -> Language {
    match seen_in(&sample[..sample.floor_char_boundary(SAMPLE)]) {
        Some((language, true)) => language,
        _ => Language::Other,
    }
}

/// The language that a text looks most like, and whether that is clear: [`Other`](Language::Other) if it has no stemmer.
pub(super) fn seen_in(text: &str) -> Option<(Language, bool)> {
    let info = whatlang::detect(text)?;
    Some((Language::seen(info.lang()), info.is_reliable()))
}

/// The language that a document's field names: `en`, `en-GB`, `eng` or `English`. [`Other`](Language::Other) is
/// a language that has no stemmer; `None`, that there is no telling.
pub(super) fn named(lang: &str) -> Option<Language> {
    let lang = lang.trim().to_ascii_lowercase();
    let code = lang.split(['-', '_']).next().unwrap_or_default();
    let is_code = matches!(code.len(), 2 | 3) && code.bytes().all(|byte| byte.is_ascii_lowercase());
    match code {
        NONE | "und" | "mul" | "mis" | "zxx" => None,
        // The two that Norwegian is written in.
        "nb" | "nn" => Some(Language::Norwegian),
        _ => match (code.parse(), Lang::from_code(code)) {
            (Ok(language), _) => Some(language),
            (_, Some(lang)) => Some(Language::seen(lang)),
            _ => is_code.then_some(Language::Other),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_read_as_they_are_written() {
        for language in Language::all() {
            assert_eq!(language.to_string().parse::<Language>().unwrap(), language);
            assert_eq!(
                language.name().to_uppercase().parse::<Language>().unwrap(),
                language
            );
            assert_eq!(language.to_string().len(), 2);
        }
        assert_eq!(Language::all().count(), 35);
        assert_eq!(Language::Other.to_string(), "none");
        assert_eq!(" none ".parse::<Language>().unwrap(), Language::Other);
        let error = "klingon".parse::<Language>().unwrap_err().to_string();
        assert!(
            error.starts_with("unknown language `klingon`\nhint: there are ar, hy,"),
            "{error}"
        );
        assert!("".parse::<Language>().is_err());
    }

    #[test]
    fn languages_are_told_from_a_sample() {
        for (language, sample) in [
            (
                Language::English,
                "The tide came in at six in the morning, and all the boats that were in the harbour \
                went out at seven, since nobody wanted to wait for the wind to change.",
            ),
            (
                Language::French,
                "La mer était calme ce matin-là, et tous les bateaux qui étaient dans le port sont partis \
                à sept heures, car personne ne voulait attendre que le vent change.",
            ),
            (
                Language::German,
                "Das Meer war an diesem Morgen ruhig, und alle Boote, die im Hafen lagen, fuhren um \
                sieben Uhr hinaus, weil niemand warten wollte, bis der Wind sich dreht.",
            ),
            (
                Language::Spanish,
                "El mar estaba tranquilo aquella mañana, y todos los barcos que estaban en el puerto \
                salieron a las siete, porque nadie quería esperar a que cambiara el viento.",
            ),
            (
                Language::Italian,
                "Il mare era calmo quella mattina, e tutte le barche che erano nel porto sono uscite \
                alle sette, perché nessuno voleva aspettare che il vento cambiasse.",
            ),
            (
                Language::Russian,
                "Море в то утро было спокойным, и все лодки, которые стояли в гавани, вышли в семь \
                часов, потому что никто не хотел ждать, пока переменится ветер.",
            ),
            (
                Language::Greek,
                "Η θάλασσα ήταν ήρεμη εκείνο το πρωί και όλες οι βάρκες βγήκαν από το λιμάνι στις επτά.",
            ),
            (
                Language::Arabic,
                "كان البحر هادئا في ذلك الصباح وخرجت كل القوارب من الميناء في الساعة السابعة لأن أحدا لم يرد الانتظار.",
            ),
            (
                Language::Hindi,
                "उस सुबह समुद्र शांत था और बंदरगाह में खड़ी \
                    सभी नावें सात बजे बाहर चली गईं क्योंकि कोई इंतज़ार नहीं करना चाहता था।",
            ),
            (
                Language::Other,
                "今天早上海面很平静，港口里所有的船都在七点出海了。",
            ),
            (Language::Other, "0123 4567 890"),
            (Language::Other, ""),
        ] {
            assert_eq!(detect(sample), language, "{sample}");
            // More than is looked at, cut inside a character perhaps.
            if !sample.is_empty() {
                assert_eq!(
                    detect(&sample.repeat(SAMPLE / sample.len() + 2)),
                    language,
                    "{sample}"
                );
            }
        }
    }
}
