//! What becomes of words that somebody takes over.

use std::collections::HashMap;

use cento::token::{Stems, StopWords, Tokenizer, Tokens, Words, detect};

use crate::random::Random;

/// What is done to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    /// Another takes its place.
    Replace,
    /// It is left out.
    Omit,
    /// Another follows it.
    Add,
    /// It changes places with the next.
    Swap,
    /// Another form of it takes its place: `tides` for `tide`.
    Inflect,
}

/// Edits, each with the share of all that it and those before it are.
pub(crate) type Mix = [(Edit, f64)];

/// Replaced words, and as many left out or added.
pub(crate) const PLAIN: &Mix = &[(Edit::Replace, 0.5), (Edit::Omit, 0.75), (Edit::Add, 1.0)];

/// As people reword.
pub(crate) const PEOPLE: &Mix = &[
    (Edit::Replace, 0.35),
    (Edit::Omit, 0.5),
    (Edit::Add, 0.7),
    (Edit::Swap, 0.8),
    (Edit::Inflect, 1.0),
];

/// Edits passages, with words of a collection.
pub(crate) struct Editor<'e, 't> {
    pub(crate) mix: &'e Mix,
    /// Where new words come from.
    pub(crate) texts: &'e [Vec<&'t str>],
    pub(crate) forms: &'e Forms<'t>,
}

impl<'t> Editor<'_, 't> {
    /// The passages with this share of words edited.
    pub(crate) fn edited(
        &self,
        passages: &[Vec<&'t str>],
        share: f64,
        random: &mut Random,
    ) -> Vec<Vec<&'t str>> {
        passages
            .iter()
            .map(|passage| self.passage(passage, share, random))
            .collect()
    }

    fn passage(&self, passage: &[&'t str], share: f64, random: &mut Random) -> Vec<&'t str> {
        let mut copy = Vec::with_capacity(passage.len());
        let mut words = passage.iter().copied().peekable();
        while let Some(word) = words.next() {
            let dice = random.unit();
            let edit = self.mix.iter().find(|(_, until)| dice < share * until);
            match edit.map(|(edit, _)| *edit) {
                None => copy.push(word),
                Some(Edit::Replace) => copy.push(self.any(random)),
                Some(Edit::Omit) => {}
                Some(Edit::Add) => copy.extend([word, self.any(random)]),
                Some(Edit::Swap) => {
                    copy.extend(words.next());
                    copy.push(word);
                }
                // A word without another form is replaced.
                Some(Edit::Inflect) => {
                    let other = self.forms.other(word, random);
                    copy.push(other.unwrap_or_else(|| self.any(random)));
                }
            }
        }
        copy
    }

    /// A word as often as it stands in documents, each of which counts the same.
    fn any(&self, random: &mut Random) -> &'t str {
        let text = &self.texts[random.below(self.texts.len())];
        random.pick(text)
    }
}

/// The forms of each word that a collection has.
#[derive(Default)]
pub(crate) struct Forms<'t> {
    /// The stem of each word.
    stems: HashMap<&'t str, u64>,
    /// The words of each stem, in the order they are met.
    words: HashMap<u64, Vec<&'t str>>,
}

impl<'t> Forms<'t> {
    /// Of the words of some texts.
    pub(crate) fn new(texts: &[Vec<&'t str>]) -> Self {
        let sample = texts.iter().take(50).map(|words| words.join(" "));
        let language = detect(&sample.collect::<Vec<_>>().join("\n"));
        let (split, stems) = (
            Words::default(),
            Stems::new(language, &StopWords::None, true),
        );
        let (mut forms, mut tokens) = (Self::default(), Tokens::default());
        for &word in texts.iter().flatten() {
            if forms.stems.contains_key(word) {
                continue;
            }
            tokens.clear();
            split.tokenize(word, &mut tokens);
            stems.fill(&split, word, &mut tokens);
            // What is several tokens, or none, has no forms.
            if let [stem] = tokens.stems[..] {
                forms.stems.insert(word, stem);
                forms.words.entry(stem).or_default().push(word);
            }
        }
        forms
    }

    /// Another word with the same stem that is not the same but for its case.
    fn other(&self, word: &str, random: &mut Random) -> Option<&'t str> {
        let words = self.words.get(self.stems.get(word)?)?;
        let same = word.to_lowercase();
        let others: Vec<&str> = words
            .iter()
            .copied()
            .filter(|other| other.to_lowercase() != same)
            .collect();
        (!others.is_empty()).then(|| random.pick(&others))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_edit_does_what_it_says() {
        let text = "the tides rise and the boats wait while the tide falls";
        let texts = vec![text.split(' ').collect::<Vec<_>>(); 60];
        let forms = Forms::new(&texts);
        let edited = |edit: Edit| {
            let mix = [(edit, 1.0)];
            let editor = Editor {
                mix: &mix,
                texts: &texts,
                forms: &forms,
            };
            let passage = vec!["tide", "boats", "wait"];
            editor.edited(&[passage], 1.0, &mut Random::new(1)).concat()
        };
        assert_eq!(edited(Edit::Omit), [""; 0]);
        assert_eq!(edited(Edit::Swap), ["boats", "tide", "wait"]);
        assert_eq!(edited(Edit::Inflect)[0], "tides");
        assert_eq!(edited(Edit::Replace).len(), 3);
        let added = edited(Edit::Add);
        assert_eq!([added[0], added[2], added[4]], ["tide", "boats", "wait"]);
    }

    #[test]
    fn as_many_words_are_edited_as_asked() {
        let texts = vec![vec!["new"; 50]; 20];
        let forms = Forms::new(&texts);
        let passage = vec!["old"; 20_000];
        for mix in [PLAIN, PEOPLE] {
            let editor = Editor {
                mix,
                texts: &texts,
                forms: &forms,
            };
            assert_eq!(mix.last().map(|(_, until)| *until), Some(1.0));
            let copy = editor.edited(std::slice::from_ref(&passage), 0.1, &mut Random::new(2));
            let kept = copy.concat().iter().filter(|word| **word == "old").count() as f64;
            // Added and swapped words leave the old one.
            let lost = if mix == PLAIN { 0.075 } else { 0.07 };
            assert!((kept - 20_000.0 * (1.0 - lost)).abs() < 200.0, "{kept}");
        }
    }
}
