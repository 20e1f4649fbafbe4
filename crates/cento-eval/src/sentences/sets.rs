//! Sentences as sets of words, split and stemmed as the engine does it.

use std::collections::{HashMap, HashSet};

use cento::fingerprint::Signing;
use cento::hash::key;
use cento::token::{Language, Stems, StopWords, Tokenizer, Tokens, Words};

/// The words of all sentences of a study, by number.
pub(super) struct Vocabulary {
    stems: Stems,
    split: Words,
    numbers: HashMap<u64, u32>,
    /// For each word what the engine makes signatures of.
    halves: Vec<u32>,
    /// For each word, how many sentences have it.
    counts: Vec<u32>,
    sentences: u32,
}

/// The sentences of some documents.
#[derive(Default)]
pub(super) struct Sets {
    /// Where the words of each sentence end.
    ends: Vec<u32>,
    /// In order within a sentence, each once.
    words: Vec<u32>,
    /// For each document, the number behind its last sentence.
    documents: Vec<u32>,
    /// The document of each sentence.
    of: Vec<u32>,
}

impl Vocabulary {
    /// No words yet, of a language.
    pub(super) fn new(language: Language) -> Self {
        Self {
            stems: Stems::new(language, &StopWords::Language, true),
            split: Words::default(),
            numbers: HashMap::new(),
            halves: Vec::new(),
            counts: Vec::new(),
            sentences: 0,
        }
    }

    /// The sentences of texts that have words.
    pub(super) fn sets<'a>(&mut self, texts: impl Iterator<Item = &'a str>) -> Sets {
        let mut sets = Sets::default();
        let mut tokens = Tokens::default();
        let mut words = Vec::new();
        for text in texts {
            tokens.clear();
            self.split.tokenize(text, &mut tokens);
            self.split.sentences(text, &mut tokens);
            self.stems.fill(&self.split, text, &mut tokens);
            for span in &tokens.sentences {
                words.clear();
                let stems = tokens.stems[span.range()].iter();
                for &stem in stems.filter(|&&stem| stem != Stems::STOP) {
                    words.push(self.number(stem));
                }
                words.sort_unstable();
                words.dedup();
                if !words.is_empty() {
                    (words.iter()).for_each(|&word| self.counts[word as usize] += 1);
                    self.sentences += 1;
                    sets.push(&words);
                }
            }
            sets.documents.push(sets.ends.len() as u32);
        }
        sets
    }

    /// The sentences of a text that have words, as these are written: stop words left out, each once.
    pub(super) fn written<'t>(&self, text: &'t str) -> Vec<Vec<&'t str>> {
        let mut tokens = Tokens::default();
        self.split.tokenize(text, &mut tokens);
        self.split.sentences(text, &mut tokens);
        self.stems.fill(&self.split, text, &mut tokens);
        let mut sentences = Vec::new();
        for span in &tokens.sentences {
            let (mut seen, mut words) = (HashSet::new(), Vec::new());
            for at in span.range() {
                let stem = tokens.stems[at];
                if stem != Stems::STOP && seen.insert(stem) {
                    words.push(&text[tokens.spans[at].range()]);
                }
            }
            if !words.is_empty() {
                sentences.push(words);
            }
        }
        sentences
    }

    fn number(&mut self, stem: u64) -> u32 {
        let new = self.halves.len() as u32;
        let number = *self.numbers.entry(stem).or_insert(new);
        if number == new {
            self.halves.push((key(stem) >> 32) as u32);
            self.counts.push(0);
        }
        number
    }

    /// How many words there are.
    pub(super) fn len(&self) -> usize {
        self.halves.len()
    }

    /// `ln(N / df)` of each word.
    pub(super) fn weights(&self) -> Vec<f64> {
        let all = f64::from(self.sentences);
        (self.counts.iter())
            .map(|&count| (all / f64::from(count)).ln())
            .collect()
    }

    /// The signature of every sentence.
    pub(super) fn signatures(&self, sets: &Sets, signing: Signing) -> Vec<u128> {
        let signature = |at: usize| {
            let words = sets.words(at).iter();
            signing.signature(words.map(|&word| self.halves[word as usize]))
        };
        (0..sets.len()).map(signature).collect()
    }
}

impl Sets {
    fn push(&mut self, words: &[u32]) {
        self.words.extend_from_slice(words);
        self.ends.push(self.words.len() as u32);
        self.of.push(self.documents.len() as u32);
    }

    /// Those of the first so many documents.
    pub(super) fn first(&self, documents: usize) -> Self {
        let sentences = documents.checked_sub(1).map_or(0, |at| self.documents[at]) as usize;
        let words = sentences.checked_sub(1).map_or(0, |at| self.ends[at]) as usize;
        Self {
            ends: self.ends[..sentences].to_vec(),
            words: self.words[..words].to_vec(),
            documents: self.documents[..documents].to_vec(),
            of: self.of[..sentences].to_vec(),
        }
    }

    /// How many sentences there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many documents these are of.
    pub(super) fn documents(&self) -> usize {
        self.documents.len()
    }

    /// The sentences of a document.
    pub(super) fn sentences_of(&self, document: usize) -> std::ops::Range<usize> {
        let begin = document.checked_sub(1).map_or(0, |at| self.documents[at]);
        begin as usize..self.documents[document] as usize
    }

    /// The document that a sentence is of.
    pub(super) fn document_of(&self, sentence: usize) -> u32 {
        self.of[sentence]
    }

    /// The words of a sentence.
    pub(super) fn words(&self, sentence: usize) -> &[u32] {
        let begin = sentence.checked_sub(1).map_or(0, |at| self.ends[at]);
        &self.words[begin as usize..self.ends[sentence] as usize]
    }

    /// How many words a sentence has, on the average.
    pub(super) fn mean_words(&self) -> f64 {
        self.words.len() as f64 / self.len().max(1) as f64
    }
}
