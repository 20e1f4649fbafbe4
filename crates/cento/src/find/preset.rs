//! Names for good choices.

use std::str::FromStr;

use crate::align::AlignOptions;
use crate::fingerprint::Scheme;

/// A scheme and what counts as a passage, under one name. Why these: `docs/studies/passages.md`.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// What it is called.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    scheme: &'static str,
    /// The cap for stop fingerprints, where it is not the scheme's own: texts that stand in some
    /// hundred documents, such as licences, are found between all of them.
    pub max_df: Option<u32>,
    /// The fewest shared fingerprints of a pair.
    pub min_hits: u32,
    /// What counts as a passage.
    pub align: AlignOptions,
}

/// All presets; the first is the default.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "general",
        about: "finds edited and damaged passages of 15 words and more",
        scheme: "kgram:k=4",
        max_df: Some(200),
        min_hits: 2,
        align: AlignOptions::DEFAULT,
    },
    Preset {
        name: "news",
        about: "clean text in large amounts: half the time, misses what OCR has damaged",
        scheme: "winnow:k=4,window=3",
        max_df: Some(200),
        min_hits: 2,
        align: AlignOptions::DEFAULT,
    },
    Preset {
        name: "books",
        about: "long texts read by OCR: bridges lost lines and page headers",
        scheme: "kgram:k=4",
        max_df: Some(200),
        min_hits: 2,
        align: AlignOptions {
            min_tokens: 20,
            max_gap: 60,
            min_identity: 0.4,
        },
    },
    Preset {
        name: "editions",
        about: "editions and partial copies among books, through OCR: which part is which",
        scheme: "unique:length=1",
        max_df: None,
        min_hits: 2,
        align: AlignOptions {
            min_tokens: 20,
            max_gap: 60,
            min_identity: 0.4,
        },
    },
    Preset {
        name: "sentences",
        about: "quotations and rewordings, one sentence at a time, words in any order",
        scheme: "words",
        max_df: None,
        min_hits: 2,
        align: AlignOptions::DEFAULT,
    },
    Preset {
        name: "slides",
        about: "slides that are in other decks, by their words and pictures; the default where all files are decks",
        scheme: "kgram:k=4",
        max_df: Some(200),
        // One picture, or a slide of two words, is enough.
        min_hits: 1,
        align: AlignOptions {
            min_tokens: 1,
            max_gap: 5,
            min_identity: 0.6,
        },
    },
];

impl Preset {
    /// Its fingerprinting.
    pub fn scheme(&self) -> Scheme {
        self.scheme
            .parse()
            .expect("presets name schemes that exist")
    }
}

impl Default for Preset {
    fn default() -> Self {
        PRESETS[0]
    }
}

impl FromStr for Preset {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = PRESETS.iter().find(|preset| preset.name == name);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            format!("there are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_named() {
        for preset in PRESETS {
            let parsed: Preset = preset.name.parse().unwrap();
            assert_eq!(parsed.scheme(), preset.scheme());
        }
        assert!("novels".parse::<Preset>().is_err());
    }
}
