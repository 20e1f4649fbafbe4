//! How documents are compared: the arguments that every verb takes that compares.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use cento::find::{
    Counted, Counting, FindOptions, OrderOptions, Preset, Score, SentenceOptions, Thresholds,
};
use cento::fingerprint::{Comparison, Scheme};
use cento::index::Making;
use cento::read::only_slides;
use clap::Args;

use crate::args::{PassageArgs, ResourceArgs};
use crate::idle::{self, For};
use crate::words::WordArgs;

/// How documents are compared.
#[derive(Debug, Args)]
#[command(next_help_heading = "Method")]
pub(crate) struct MethodArgs {
    /// A scheme and what counts as a passage, under one name: general, news, books, editions, sentences
    /// or slides
    /// [default: general, or slides where all files are decks; with --index, that of the index]
    #[arg(long, value_name = "NAME")]
    preset: Option<Preset>,
    /// The fingerprinting: kgram, every, modp, winnow, hailstorm, breaks, dct, mile, unique, words
    /// or qsign, with parameters; of qsign, l=auto and d=auto are found out from the collection
    /// [default: the preset's; kgram:k=4]
    #[arg(long, value_name = "SCHEME", value_parser = scheme)]
    scheme: Option<Scheme>,
    /// A fingerprint in more documents than this links them to the first of them only
    /// [default: 200 with a preset; with --scheme, that of the scheme, 100; with `unique`, none]
    #[arg(long, value_name = "N")]
    max_df: Option<u32>,
    /// The fewest shared fingerprints of a pair [default: 2; 1 with --preset slides]
    #[arg(long, value_name = "N")]
    min_hits: Option<u32>,
    /// Count a repeated fingerprint as often as it occurs
    #[arg(long)]
    multiset: bool,
    /// Under `unique`, the score that makes two documents duplicates: its or cs [default: its]
    #[arg(long, value_name = "SCORE")]
    by: Option<Score>,
    /// Under `unique`, the words that count: those that stand in both documents, or all [default: both]
    #[arg(long, value_name = "both|all")]
    words: Option<Counted>,
    /// Under `unique`, the least score [default: 0.72 by its, 0.12 by cs]; under `words` and `qsign`, the least share of a
    /// sentence's words that another has [default: 0.5]
    #[arg(long, value_name = "SCORE")]
    threshold: Option<f64>,
    /// Under `unique`, the least share of words in order around which the text is the same, as far as they are looked at;
    /// 0 takes translations and retellings for duplicates too [default: 0.67]
    #[arg(long, value_name = "SHARE")]
    confirmed: Option<f64>,
    /// Under `words` and `qsign`, the fewest words that two sentences share [default: 3]
    #[arg(long, value_name = "N")]
    min_words: Option<u32>,
    /// Under `words` and `qsign`, how much the words weigh that two sentences share, where one that a sentence has alone
    /// weighs 1 [default: 1]
    #[arg(long, value_name = "WEIGHT")]
    min_weight: Option<f64>,
    #[command(flatten)]
    counting: WordArgs,
    /// Containment from which a document is `most`, `considerable` and `partial` in another
    #[arg(long, value_name = "MOST,CONSIDERABLE,PARTIAL", default_value = "0.8,0.5,0.1",
          value_parser = levels)]
    levels: Thresholds,
    #[arg(skip)]
    from: idle::SchemeFrom,
}

/// The preset where nothing is asked for.
pub(crate) const GENERAL: &str = "general";

impl MethodArgs {
    /// What is wrong with the arguments, and with those about passages: those that the scheme does not heed.
    pub(crate) fn mistakes(&self, passages: Option<&PassageArgs>) -> Vec<String> {
        let named = [
            ("--min-hits", For::Fingerprints, self.min_hits.is_some()),
            ("--multiset", For::Fingerprints, self.multiset),
            ("--by", For::Order, self.by.is_some()),
            ("--words", For::Order, self.words.is_some()),
            ("--threshold", For::Scores, self.threshold.is_some()),
            ("--confirmed", For::Order, self.confirmed.is_some()),
            ("--min-words", For::Sentences, self.min_words.is_some()),
            ("--min-weight", For::Sentences, self.min_weight.is_some()),
        ];
        let named = named.into_iter().filter(|(.., is_given)| *is_given);
        let given = named.map(|(name, purpose, _)| (name, purpose));
        let given = given.chain(self.counting.names());
        let passages = passages.into_iter().flat_map(PassageArgs::names);
        let given: Vec<_> = given.chain(passages).collect();
        idle::mistakes(&given, &self.scheme(), self.from)
    }

    /// Refuses arguments that the scheme does not heed.
    pub(crate) fn checked(&self, passages: Option<&PassageArgs>) -> Result<()> {
        match self.mistakes(passages) {
            mistakes if mistakes.is_empty() => Ok(()),
            mistakes => bail!(mistakes.join("\n")),
        }
    }

    /// The cap as given, or the preset's where its scheme is used.
    fn max_df(&self) -> Option<u32> {
        let preset = self.preset().max_df.filter(|_| self.scheme.is_none());
        self.max_df.or(preset)
    }

    pub(crate) fn scheme(&self) -> Scheme {
        let given = self.scheme.clone();
        self.counting
            .of(given.unwrap_or_else(|| self.preset().scheme()))
    }

    /// The scheme or preset that was asked for, as arguments.
    pub(crate) fn given(&self) -> Option<String> {
        match (&self.scheme, &self.preset) {
            // What was said of words is part of the scheme.
            _ if self.counting.names().next().is_some() => {
                Some(format!("--scheme {}", self.scheme()))
            }
            (Some(scheme), _) => Some(format!("--scheme {scheme}")),
            (None, Some(preset)) => Some(format!("--preset {}", preset.name)),
            (None, None) => None,
        }
    }

    /// What was asked for of a match, as arguments.
    pub(crate) fn given_of_matches(&self) -> Vec<String> {
        let threshold = self.threshold.map(|share| format!("--threshold {share}"));
        let words = self.min_words.map(|words| format!("--min-words {words}"));
        let weight = self
            .min_weight
            .map(|weight| format!("--min-weight {weight}"));
        [threshold, words, weight].into_iter().flatten().collect()
    }

    /// Whether documents are compared by the order of their unique words.
    pub(crate) fn is_by_order(&self) -> bool {
        self.scheme().comparison() == Comparison::Order
    }

    /// Whether sentences are compared.
    pub(crate) fn is_by_sentences(&self) -> bool {
        matches!(self.scheme().comparison(), Comparison::Sentences(_))
    }

    /// Whether nothing was asked for, and nothing is told by the input.
    pub(crate) fn is_general(&self) -> bool {
        self.scheme.is_none() && self.preset.is_none()
    }

    /// What the preset is called, unless a scheme was given in its place.
    pub(crate) fn preset_name(&self) -> Option<&'static str> {
        let preset = self
            .preset
            .or_else(|| self.is_general().then(Preset::default));
        preset.map(|preset| preset.name)
    }

    pub(crate) fn preset(&self) -> Preset {
        self.preset.unwrap_or_default()
    }

    /// The same, for slides where nothing else is asked for and all files are decks, but for those in the folder of results.
    pub(crate) fn for_inputs(mut self, inputs: &[String], out: Option<&Path>) -> Self {
        if self.scheme.is_none() && self.preset.is_none() && only_slides(inputs, out) {
            self.preset = "slides".parse().ok();
        }
        self
    }

    /// The same, with what an index was made with where nothing else is asked for; for slides, where all files that are asked
    /// about are decks, but for those in the folder of results, and the index has what that takes.
    pub(crate) fn with_index(self, making: &Making, inputs: &[String], out: Option<&Path>) -> Self {
        if self.scheme.is_some() || self.preset.is_some() {
            return self;
        }
        // The scheme is the index's own, whatever its preset means by now.
        let preset = making.preset.as_deref().and_then(|name| name.parse().ok());
        let slides: Option<Preset> = "slides".parse().ok();
        let slides = slides.filter(|slides| slides.scheme() == making.scheme);
        let preset = match preset {
            // That is what it is made with where nothing is asked for.
            Some(Preset { name: GENERAL, .. }) | None if only_slides(inputs, out) => {
                slides.or(preset)
            }
            preset => preset,
        };
        let max_df = preset.and_then(|preset: Preset| preset.max_df);
        Self {
            scheme: Some(making.scheme.clone()),
            preset,
            max_df: self.max_df.or(max_df),
            from: idle::SchemeFrom::Index,
            ..self
        }
    }

    /// What they come to within some memory.
    pub(crate) fn within(&self, memory: usize, temp: PathBuf) -> FindOptions {
        let defaults = FindOptions::new(self.scheme(), memory, temp);
        let (order, sentence) = (defaults.order, defaults.sentence);
        FindOptions {
            max_df: self.max_df(),
            counting: match self.multiset {
                true => Counting::Multiset,
                false => Counting::Set,
            },
            thresholds: self.levels,
            order: OrderOptions {
                by: self.by.unwrap_or(order.by),
                words: self.words.unwrap_or(order.words),
                threshold: self.threshold,
                confirmed: self.confirmed.unwrap_or(order.confirmed),
            },
            sentence: SentenceOptions {
                threshold: self.threshold.unwrap_or(sentence.threshold),
                least: self.min_words.unwrap_or(sentence.least),
                weight: self.min_weight.unwrap_or(sentence.weight),
            },
            min_hits: self.min_hits.unwrap_or(self.preset().min_hits),
            ..defaults
        }
    }

    /// Whether shared words of sentences must weigh something.
    pub(crate) fn weighs_words(&self) -> bool {
        self.min_weight.unwrap_or(SentenceOptions::default().weight) > 0.0
    }

    /// The same with what counts as a passage.
    pub(crate) fn options(&self, passages: &PassageArgs, resources: &ResourceArgs) -> FindOptions {
        FindOptions {
            align: Some(passages.options(&self.preset())),
            ignore: passages.ignore.clone(),
            offsets: passages.offsets,
            threads: resources.threads(),
            ..self.within(resources.memory(), resources.temp())
        }
    }
}

pub(crate) fn scheme(text: &str) -> Result<Scheme, String> {
    text.parse().map_err(|error: cento::Error| match error {
        // clap says which scheme was given.
        cento::Error::Scheme { cause, .. } => cause,
        other => other.to_string(),
    })
}

fn levels(text: &str) -> Result<Thresholds, String> {
    let numbers: Vec<f64> = text
        .split(',')
        .map_while(|part| part.trim().parse().ok())
        .collect();
    let [most, considerable, partial] = numbers[..] else {
        return Err("three shares are needed, such as 0.8,0.5,0.1".to_owned());
    };
    let levels = Thresholds {
        most,
        considerable,
        partial,
    };
    levels.validate().map_err(|error| error.to_string())?;
    Ok(levels)
}
