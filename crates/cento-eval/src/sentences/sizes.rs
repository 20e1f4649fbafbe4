//! Collections of several sizes, and what a sentence takes to look up in each.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use cento::read::Document;
use cento::token::{Language, detect};

use super::finding::{Written, numbers};
use super::indexed::{Files, Stored};
use super::rewording::Rewordings;
use super::sets::{Sets, Vocabulary};
use super::times::scanned;
use super::ways::{Asked, Way};
use crate::collection;

/// Sentences that are asked for.
const QUERIES: usize = 300;

/// Bytes by which the language is found out.
const SAMPLE: usize = 1 << 16;

/// What was measured on a collection, or the first part of one.
pub(super) struct Size {
    pub(super) collection: String,
    pub(super) documents: usize,
    pub(super) sentences: usize,
    pub(super) queries: usize,
    pub(super) scan: Way,
    /// In an index.
    pub(super) words: Stored,
    pub(super) signatures: Vec<Stored>,
    /// Signatures that stand in tables.
    pub(super) near: Vec<Way>,
    /// What else the engine does.
    pub(super) others: Vec<Way>,
}

impl Size {
    /// The signatures that take least of those that find so much.
    pub(super) fn cheapest(&self, level: f64, of: usize) -> Option<&Way> {
        let enough = self.near.iter().filter(|way| way.recall[of] >= level);
        enough.min_by(|x, y| x.seconds.total_cmp(&y.seconds))
    }
}

/// A collection and its sentences.
pub(super) struct Whole {
    path: PathBuf,
    name: String,
    language: Language,
    documents: Vec<Document>,
    vocabulary: Vocabulary,
    sets: Sets,
}

impl Whole {
    /// Reads it.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let documents = collection::documents(path)?;
        let mut sample = String::new();
        for document in &documents {
            if sample.len() >= SAMPLE {
                break;
            }
            sample.push_str(&document.text);
            sample.push('\n');
        }
        let language = detect(&sample);
        let mut vocabulary = Vocabulary::new(language);
        let sets = vocabulary.sets(documents.iter().map(|document| document.text.as_str()));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(Self {
            path: path.to_owned(),
            name: name.split('.').next().unwrap_or_default().to_owned(),
            language,
            documents,
            vocabulary,
            sets,
        })
    }

    /// The first documents that have so many sentences, for each number of them, and all.
    pub(super) fn measure(mut self, first: &[usize]) -> Result<Vec<Size>> {
        let mut counts: Vec<usize> = first.to_vec();
        counts.retain(|&count| count < self.sets.len());
        counts.sort_unstable();
        counts.dedup();
        let mut sizes = Vec::new();
        for count in counts {
            let enough = |&documents: &usize| self.sets.sentences_of(documents - 1).end >= count;
            let documents = (1..=self.documents.len()).find(enough);
            let documents = documents.unwrap_or(self.documents.len());
            let written = Written::new(self.documents[..documents].iter())?;
            let sets = self.sets.first(documents);
            sizes.push(self.size(&sets, written.path())?);
        }
        let (sets, path) = (std::mem::take(&mut self.sets), self.path.clone());
        sizes.push(self.size(&sets, &path)?);
        Ok(sizes)
    }

    /// Measures the first documents, whose sentences and file are given.
    fn size(&mut self, reference: &Sets, path: &Path) -> Result<Size> {
        let documents = &self.documents[..reference.documents()];
        let asked = Rewordings::draw(QUERIES, documents, reference, &mut self.vocabulary);
        ensure!(
            !asked.documents.is_empty(),
            "{} has no sentences that can be reworded",
            path.display()
        );
        let texts = asked.documents.iter().map(|query| query.text.as_str());
        let own = self.vocabulary.sets(texts);
        let scanned = scanned(&own, reference, &self.vocabulary);
        let near = Asked {
            own: &own,
            reference,
            vocabulary: &self.vocabulary,
            scanned: &scanned,
            sources: &asked.sources,
        }
        .near()?;
        let queries = Written::new(asked.documents.iter())?;
        let files = Files {
            queries: (queries.path(), &numbers(&asked.documents)),
            collection: (path, &numbers(documents)),
            language: self.language.to_string(),
            scanned: &scanned,
            sources: &asked.sources,
        };
        let ((words, weighty), signatures) = (files.words()?, files.signatures()?);
        let at_once = files.at_once()?;
        Ok(Size {
            collection: self.name.clone(),
            documents: reference.documents(),
            sentences: reference.len(),
            queries: own.len(),
            scan: Way {
                name: "scan".to_owned(),
                recall: [1.0; 2],
                seconds: scanned.seconds_a_sentence,
                split: None,
            },
            words,
            signatures,
            near,
            others: [weighty].into_iter().chain(at_once).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::ways::NEAR;
    use super::*;
    use crate::random::Random;

    /// Documents of three sentences, of words of which the first are frequent.
    fn documents() -> Vec<Document> {
        let mut random = Random::new(11);
        let mut sentence = || {
            let words = (0..10).map(|_| format!("w{}q", 400f64.powf(random.unit()) as u32));
            words.collect::<Vec<_>>().join(" ")
        };
        let document = |number: u32| Document {
            id: format!("d{number}"),
            text: format!("{}.\n\n{}.\n\n{}.", sentence(), sentence(), sentence()),
            ..Document::default()
        };
        (0..400).map(document).collect()
    }

    /// The words of each sentence.
    fn split(text: &str) -> Vec<HashSet<String>> {
        let words = |sentence: &str| sentence.split(' ').map(str::to_owned).collect();
        text.trim_end_matches('.')
            .split(".\n\n")
            .map(words)
            .collect()
    }

    #[test]
    fn recall_is_that_of_an_obvious_count() {
        let all = documents();
        let written = Written::new(all.iter()).unwrap();
        let sizes = Whole::read(written.path()).unwrap().measure(&[600, 9999]);
        let sizes = sizes.unwrap();
        let counts = sizes.iter().map(|size| (size.documents, size.sentences));
        assert_eq!(counts.collect::<Vec<_>>(), [(200, 600), (400, 1200)]);
        for size in &sizes {
            let documents = &all[..size.documents];
            let texts = || documents.iter().map(|document| document.text.as_str());
            let mut vocabulary = Vocabulary::new(Language::Other);
            let reference = vocabulary.sets(texts());
            let asked = Rewordings::draw(QUERIES, documents, &reference, &mut vocabulary);
            let own = vocabulary.sets(
                asked
                    .documents
                    .iter()
                    .map(|document| document.text.as_str()),
            );
            assert_eq!((own.len(), size.queries), (QUERIES, QUERIES));
            // Every pair that shares half of the query's words, and three.
            let sentences: Vec<Vec<HashSet<String>>> = texts().map(split).collect();
            let mut ways: Vec<&Way> = size.near.iter().collect();
            for (signing, distances) in NEAR {
                let [queries, others] =
                    [&own, &reference].map(|sets| vocabulary.signatures(sets, signing));
                let mut pairs = HashSet::new();
                let mut near: Vec<HashSet<(usize, usize)>> = vec![HashSet::new(); distances.len()];
                for (query, text) in asked.documents.iter().enumerate() {
                    let words = split(&text.text).remove(0);
                    for (document, sentences) in sentences.iter().enumerate() {
                        for (at, other) in sentences.iter().enumerate() {
                            let shared = words.intersection(other).count();
                            if shared < 3 || 2 * shared < words.len() {
                                continue;
                            }
                            pairs.insert((query, document));
                            let bits = (queries[query] ^ others[3 * document + at]).count_ones();
                            for (near, &distance) in near.iter_mut().zip(distances) {
                                if bits <= distance {
                                    near.insert((query, document));
                                }
                            }
                        }
                    }
                }
                let is_source = |&(query, document): &(usize, usize)| {
                    asked.sources[query] == Some(document as u32)
                };
                assert_eq!(pairs.iter().filter(|pair| is_source(pair)).count(), QUERIES);
                for near in &near {
                    let sources = near.iter().filter(|pair| is_source(pair)).count();
                    let expected = [
                        near.len() as f64 / pairs.len() as f64,
                        sources as f64 / QUERIES as f64,
                    ];
                    let way = ways.remove(0);
                    assert_eq!(way.recall, expected, "{}", way.name);
                    assert!(way.split.unwrap().comparing <= way.seconds);
                }
            }
            assert!(ways.is_empty());
            // Words lose nothing, in an index and at once, whatever is given out.
            for way in [&size.words.way, &size.others[1]] {
                assert_eq!(way.recall, [1.0; 2], "{}", way.name);
            }
            // The engine's signatures find what those in tables do.
            assert_eq!(size.others[2].recall, size.near[0].recall);
            // Distances 3, 5, 7 and 9.
            for (stored, near) in size.signatures.iter().zip(&size.near) {
                assert_eq!(stored.way.recall, near.recall, "{}", stored.way.name);
            }
        }
    }
}
