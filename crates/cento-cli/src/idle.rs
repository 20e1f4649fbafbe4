//! Arguments that would have no effect: said, since whoever gives one expects it to do something.

use cento::fingerprint::{Comparison, Scheme};

/// What an argument is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum For {
    /// Schemes that compare sentences.
    Sentences,
    /// Schemes that compare the order of unique words.
    Order,
    /// Either of them.
    Scores,
    /// All but those that compare sentences.
    Fingerprints,
    /// The same: others put passages together of words that follow one another.
    Passages,
}

/// Where a scheme comes from, which says how to have another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SchemeFrom {
    /// From the arguments.
    #[default]
    Arguments,
    /// From an index, which has no other.
    Index,
}

impl For {
    const ALL: [Self; 5] = [
        Self::Sentences,
        Self::Order,
        Self::Scores,
        Self::Fingerprints,
        Self::Passages,
    ];

    fn has_effect(self, comparison: Comparison) -> bool {
        let is_by_order = comparison == Comparison::Order;
        let is_by_sentences = matches!(comparison, Comparison::Sentences(_));
        match self {
            Self::Sentences => is_by_sentences,
            Self::Order => is_by_order,
            Self::Scores => is_by_sentences || is_by_order,
            Self::Fingerprints | Self::Passages => !is_by_sentences,
        }
    }

    /// What it is for, and that a scheme has nothing of the kind.
    fn why(self) -> (&'static str, &'static str) {
        match self {
            Self::Sentences => ("sentences", "has none"),
            Self::Order => ("unique words", "has none"),
            Self::Scores => ("sentences and unique words", "has neither"),
            Self::Fingerprints => ("fingerprints", "compares sentences"),
            Self::Passages => (
                "passages of words in their order",
                "takes each sentence for one",
            ),
        }
    }

    fn hint(self, from: SchemeFrom) -> String {
        let presets: &[&str] = match self {
            Self::Sentences => &["sentences"],
            Self::Order => &["editions"],
            Self::Scores => &["sentences", "editions"],
            Self::Fingerprints | Self::Passages => {
                return "--threshold, --min-words and --min-weight say when two sentences match"
                    .to_owned();
            }
        };
        let presets: Vec<String> = presets
            .iter()
            .map(|name| format!("--preset {name}"))
            .collect();
        match from {
            SchemeFrom::Arguments => presets.join(" or "),
            SchemeFrom::Index => format!(
                "make an index that has them with `cento index create DIR {}`",
                presets[0]
            ),
        }
    }
}

/// What is wrong with arguments that are given with a scheme which heeds them not: a text for each kind.
pub(crate) fn mistakes(given: &[(&str, For)], scheme: &Scheme, from: SchemeFrom) -> Vec<String> {
    let idle = For::ALL
        .into_iter()
        .filter(|purpose| !purpose.has_effect(scheme.comparison()));
    let mistakes = idle.filter_map(|purpose| {
        let of_it = given.iter().filter(|(_, of)| *of == purpose);
        let names: Vec<&str> = of_it.map(|(name, _)| *name).collect();
        let (last, first) = names.split_last()?;
        let names = match first {
            [] => format!("{last} is"),
            first => format!("{} and {last} are", first.join(", ")),
        };
        let (what, lacks) = purpose.why();
        Some(format!(
            "{names} for {what}, and {} {lacks}\nhint: {}",
            scheme.brief(),
            purpose.hint(from)
        ))
    });
    mistakes.collect()
}
