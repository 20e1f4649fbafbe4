//! Why two documents have sentences that match, or have none.
//!
//! Whether they are a pair is told by the run that [`find`](crate::engine::find) and [`compare`](crate::engine::compare)
//! make of them; the best sentences are shown with the numbers by which it is told.

use serde::Serialize;

use super::seeking::Seeking;
use super::{Parting, Sentence, Word, hash_of};
use crate::error::Result;
use crate::explain::view::View;
use crate::find::sentence::{Face, Faces, Meeting, Weighed};
use crate::find::{Class, FindOptions};
use crate::fingerprint::{Candidates, Comparison, Scheme};
use crate::read::Document;

/// What two sentences must have to match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// The least share of the words of one that the other has.
    pub threshold: f64,
    /// Of which one: of that in `a`, or of the shorter.
    pub of: &'static str,
    /// The fewest words that they share.
    pub min_words: u32,
    /// What these weigh at least, where a word that one sentence has alone weighs 1; none where there are too few sentences to
    /// weigh words by.
    pub min_weight: Option<f64>,
    /// In how many bits signatures may differ, where these are compared.
    pub distance: Option<u32>,
    /// How many sentences words are weighed by.
    pub sentences: u32,
}

/// What would have to be asked for two sentences to match: that which is not as it is, and no more than that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Needs {
    /// The threshold, or a smaller one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// The fewest words, or fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_words: Option<u32>,
    /// The least weight, or less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_weight: Option<f64>,
    /// The distance of signatures, or a larger one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
}

/// A word that two sentences share.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SharedWord {
    /// What is left of it.
    pub stem: String,
    /// 16 hexadecimal digits, as in the sentences.
    pub hash: String,
    /// How many sentences have it.
    pub sentences: u32,
    /// How much it weighs, where one that a sentence has alone weighs 1.
    pub weight: f64,
}

/// Two sentences that share words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Met {
    /// That of `a`.
    pub a: Sentence,
    /// That of `b`.
    pub b: Sentence,
    /// Whether they match.
    pub matches: bool,
    /// The words that they share, the rarest first.
    pub words: Vec<SharedWord>,
    /// How many these are,
    pub shared: u32,
    /// of how many of the one that is asked about.
    pub of: u32,
    /// The share of its words.
    pub word_overlap: f64,
    /// The share of what they weigh.
    pub weighted_overlap: f64,
    /// What the shared words weigh, where one that a sentence has alone weighs 1.
    pub weight: f64,
    /// In how many bits the signatures differ, where these are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<u32>,
    /// What would have to be asked for them to match.
    pub needs: Needs,
}

/// Two documents, sentence by sentence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SentencesCompared {
    /// The scheme.
    pub scheme: Scheme,
    /// Tokens of each side.
    pub a_tokens: usize,
    /// Tokens of `b`.
    pub b_tokens: usize,
    /// Sentences of each side that have words besides stop words.
    pub a_sentences: usize,
    /// Those of `b`.
    pub b_sentences: usize,
    /// The share of the sentences of `a` that match one of `b`.
    pub a_in_b: f64,
    /// The share of those of `b` that match one of `a`.
    pub b_in_a: f64,
    /// The class, if they are a pair.
    pub class: Option<&'static str>,
    /// What is asked of two sentences.
    pub asked: Asked,
    /// The best, those that match before others.
    pub best: Vec<Met>,
    /// In a sentence.
    pub verdict: String,
}

/// Sentences that are shown.
const BEST: usize = 10;

/// Explains two documents by themselves, as `a` compared with `b`; or as two of a collection, in which they are a pair or are
/// none.
pub fn sentence_pairs(
    a: &Document,
    b: &Document,
    options: &FindOptions,
    collection: Option<&[String]>,
) -> Result<SentencesCompared> {
    options.validate()?;
    let seeking = Seeking::new(a, b, options, collection)?;
    let (scheme, faces) = seeking.faces()?;
    let method = scheme.build();
    let documents = seeking.hung()?;
    let views = documents
        .each_ref()
        .map(|document| View::of(document, &method));
    let asked = Asked {
        threshold: options.sentence.threshold,
        of: if collection.is_none() { "a" } else { "shorter" },
        min_words: options.sentence.least,
        min_weight: faces.least_weight(),
        distance: match method.comparison {
            Comparison::Sentences(Candidates::Near { distance, .. }) => Some(distance),
            _ => None,
        },
        sentences: faces.all,
    };
    let telling = Telling {
        parting: Parting::new(&scheme, &method)?,
        views: &views,
        faces: &faces,
    };
    let best = faces.best(BEST);
    // Whether a run over all finds what very many sentences share is known when it has.
    let max_df = options.max_df.unwrap_or(method.max_df);
    let mut matches = best.iter().filter(|(_, met)| met.matches()).peekable();
    let is_crowded = matches.peek().is_some() && matches.all(|(_, met)| met.rarest > max_df);
    let found = match is_crowded {
        true => seeking.among_all()?,
        false => seeking.among_two()?,
    };
    let best = best.iter().map(|(at, meeting)| telling.met(*at, meeting));
    let best = best.collect::<Option<_>>().unwrap_or_default();
    let sizes = [0, 1].map(|side| faces.sides[side].len());
    let class = found.map(|found| found.class);
    let [a_in_b, b_in_a] = found.map_or([0.0; 2], |found| found.shares);
    Ok(SentencesCompared {
        a_tokens: views[0].tokens.len(),
        b_tokens: views[1].tokens.len(),
        a_sentences: sizes[0],
        b_sentences: sizes[1],
        a_in_b,
        b_in_a,
        class: class.map(Class::name),
        verdict: match class {
            Some(class) if views[0].content == views[1].content => {
                format!("a pair, {class}: the same tokens in the same order")
            }
            Some(class) => format!(
                "a pair, {class} ({}): {}",
                class.meaning(),
                matched(a_in_b, sizes[0])
            ),
            None if is_crowded => format!(
                "not a pair: they have sentences that share enough, but more than {max_df} have even the rarest of these \
                 words (--max-df), and are compared with the first of them only"
            ),
            None => format!("not a pair: {}", why_not(&views, sizes, &asked)),
        },
        scheme,
        asked,
        best,
    })
}

/// How many of so many sentences match.
fn matched(share: f64, sentences: usize) -> String {
    let matched = (share * sentences as f64).round();
    let verb = if matched == 1.0 { "matches" } else { "match" };
    format!("{matched} of {sentences} sentences of a {verb} one of b")
}

/// Why two documents that have so many sentences are no pair.
fn why_not(views: &[View<'_>; 2], sizes: [usize; 2], asked: &Asked) -> String {
    if views.iter().any(|view| view.tokens.is_empty()) {
        return "a text without words matches nothing".to_owned();
    }
    if sizes.contains(&0) {
        return "a text of stop words alone matches nothing".to_owned();
    }
    match asked.distance {
        None => "no two sentences share enough of their words".to_owned(),
        Some(distance) => format!(
            "no two sentences share enough of their words and have signatures that differ in at most {distance} bits"
        ),
    }
}

/// Tells what came of two sentences.
struct Telling<'a> {
    parting: Parting<'a>,
    views: &'a [View<'a>; 2],
    faces: &'a Faces,
}

impl Telling<'_> {
    /// Of those at two places; none where these are not there.
    fn met(&self, at: [usize; 2], meeting: &Meeting) -> Option<Met> {
        let [x, y] = [0, 1].map(|side| self.faces.sides[side].get(at[side]));
        let (x, y) = (x?, y?);
        let sentence = |side: usize, face: &Face| {
            let sentences = self.parting.sentences(&self.views[side], &[face.span]);
            sentences.into_iter().next()
        };
        let (a, b) = (sentence(0, x)?, sentence(1, y)?);
        let words = Faces::words(x, y);
        let weight = self.faces.weight_in(meeting);
        let share = meeting.overlap.words();
        Some(Met {
            matches: meeting.matches(),
            words: words.iter().map(|word| self.shared(&a, word)).collect(),
            shared: meeting.shared,
            of: meeting.of,
            word_overlap: share,
            weighted_overlap: meeting.overlap.weighted(),
            weight,
            bits: meeting.bits,
            needs: Needs {
                threshold: (!meeting.has_share).then_some(share),
                min_words: (!meeting.has_words).then_some(meeting.shared),
                min_weight: (!meeting.has_weight).then_some(weight),
                distance: meeting.bits.filter(|_| !meeting.is_near),
            },
            a,
            b,
        })
    }

    /// A word that a sentence shares.
    fn shared(&self, sentence: &Sentence, word: &Weighed) -> SharedWord {
        let hash = hash_of(word.key);
        let own = |own: &&Word| own.hash.as_deref() == Some(&hash);
        let own = sentence.words.iter().find(own);
        SharedWord {
            stem: own.and_then(|own| own.stem.clone()).unwrap_or_default(),
            sentences: word.sentences,
            weight: self.faces.weight_of(word),
            hash,
        }
    }
}
