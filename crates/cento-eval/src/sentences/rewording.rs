//! Sentences of a collection in other words, so that it is known where each is from.

use cento::find::SentenceOptions;
use cento::read::Document;

use super::scan::enough;
use super::sets::{Sets, Vocabulary};
use crate::random::Random;

/// The share of words that are replaced by some that stand nowhere.
const REPLACED: f64 = 0.25;

/// Which sentences are drawn, and how they are reworded.
const SEED: u64 = 1;

/// Draws for each that is wanted: some keep too few of their words.
const DRAWS: usize = 20;

/// What is asked for, each a document of one sentence, and the number of the document that it is from.
#[derive(Default)]
pub(super) struct Rewordings {
    pub(super) documents: Vec<Document>,
    pub(super) sources: Vec<Option<u32>>,
}

impl Rewordings {
    /// So many sentences of `documents`, of which `reference` is made, where there are as many.
    pub(super) fn draw(
        count: usize,
        documents: &[Document],
        reference: &Sets,
        vocabulary: &mut Vocabulary,
    ) -> Self {
        let options = SentenceOptions::default();
        let mut random = Random::new(SEED);
        let mut drawn = Self::default();
        for _ in 0..DRAWS * count {
            if drawn.documents.len() == count || documents.is_empty() {
                break;
            }
            let source = random.below(documents.len());
            let sentences = vocabulary.written(&documents[source].text);
            if sentences.is_empty() {
                continue;
            }
            let sentence = random.below(sentences.len());
            let text = reworded(&sentences[sentence], &mut random);
            let own = vocabulary.sets(std::iter::once(text.as_str()));
            let theirs = reference.words(reference.sentences_of(source).start + sentence);
            if own.len() != 1 {
                continue;
            }
            let words = own.words(0);
            let left = words.iter().filter(|word| theirs.contains(word)).count() as u32;
            if left >= enough(words.len(), options.threshold, options.least) {
                drawn.documents.push(Document {
                    id: format!("query {}", drawn.documents.len()),
                    text,
                    ..Document::default()
                });
                drawn.sources.push(Some(source as u32));
            }
        }
        drawn
    }
}

/// The words in another order, some of them replaced.
fn reworded(words: &[&str], random: &mut Random) -> String {
    let mut words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    random.shuffle(&mut words);
    for word in &mut words {
        if random.chance(REPLACED) {
            *word = format!("zz{}", random.below(1_000_000));
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento::token::Language;

    #[test]
    fn a_rewording_keeps_half_of_a_sentence_of_its_source() {
        let texts = [
            "Red green blue black white grey. Pink brown.",
            "One two three four five six seven eight.",
        ];
        let documents = texts.map(|text| Document {
            text: text.to_owned(),
            ..Document::default()
        });
        let mut vocabulary = Vocabulary::new(Language::Other);
        let reference = vocabulary.sets(texts.into_iter());
        let drawn = Rewordings::draw(20, &documents, &reference, &mut vocabulary);
        assert_eq!(drawn.documents.len(), 20);
        for (query, source) in drawn.documents.iter().zip(&drawn.sources) {
            let source = texts[source.unwrap() as usize].to_lowercase();
            let words: Vec<&str> = query.text.split(' ').collect();
            let left = words.iter().filter(|word| source.contains(*word)).count();
            assert!(left >= 3 && 2 * left >= words.len(), "{}", query.text);
        }
        assert!(
            drawn
                .documents
                .iter()
                .any(|query| query.text.contains("zz"))
        );
    }
}
