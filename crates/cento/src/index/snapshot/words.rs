//! The sentences of an index and their words.

use std::collections::HashMap;

use super::{ContentRef, DocRef, Snapshot};
use crate::error::Result;
use crate::fingerprint::Sentences;

impl Snapshot {
    /// The words of a segment's sentences by number, and how many of these have each: of those of dead contents too, whose
    /// sentences are given to `dead`, with the numbers of their words.
    pub(crate) fn sentence_words(
        &self,
        segment: u32,
        mut dead: impl FnMut(&Sentences) -> Result<()>,
    ) -> Result<impl Iterator<Item = (u64, u32)> + '_> {
        let segment = self.segment(segment);
        let mut sentences = Sentences::default();
        for content in &segment.dead.contents {
            sentences.clear();
            segment.sentences_of(content, &mut sentences)?;
            dead(&sentences)?;
        }
        let words = segment.sentences.words.all(&segment.file)?;
        Ok(words
            .iter()
            .map(|word| (word.word.get(), word.sentences.get())))
    }

    /// A word of a segment's sentences, by number.
    pub(crate) fn sentence_word(&self, segment: u32, number: u64) -> Result<u64> {
        let segment = self.segment(segment);
        let word = segment.sentences.words.get(&segment.file, number as usize);
        Ok(word?.word.get())
    }

    /// Appends the sentences of a live document's content, their words by number in the segment that is given.
    pub(crate) fn sentences_of(&self, doc: DocRef, out: &mut Sentences) -> Result<ContentRef> {
        let (content, _) = self.content_of(doc, &self.record(doc)?)?;
        self.sentences_in(content, out)?;
        Ok(content)
    }

    /// Appends the sentences of a content, their words by number in its segment.
    pub(crate) fn sentences_in(&self, content: ContentRef, out: &mut Sentences) -> Result<()> {
        let segment = self.segment(content.segment);
        segment.sentences_of(content.content, out)
    }

    /// How many sentences of live contents have a word, where postings are not of words.
    pub(crate) fn sentences_with(&self, word: u64) -> Result<usize> {
        let dead = self.dead_words()?;
        let mut count = 0;
        for (segment, dead) in self.segments.iter().zip(dead) {
            if let Some(number) = segment.word_number(word)? {
                let found = segment
                    .sentences
                    .words
                    .get(&segment.file, number as usize)?;
                let dead = dead.get(&number).copied().unwrap_or(0);
                count += found.sentences.get().saturating_sub(dead) as usize;
            }
        }
        Ok(count)
    }

    fn dead_words(&self) -> Result<&[HashMap<u32, u32>]> {
        if let Some(dead) = self.dead_words.get() {
            return Ok(dead);
        }
        let mut all = Vec::with_capacity(self.segments.len());
        let mut sentences = Sentences::default();
        for segment in &self.segments {
            let mut dead: HashMap<u32, u32> = HashMap::new();
            for content in &segment.dead.contents {
                sentences.clear();
                segment.sentences_of(content, &mut sentences)?;
                for at in 0..sentences.len() {
                    let words = sentences.get(at).1.iter();
                    words.for_each(|&word| *dead.entry(word as u32).or_default() += 1);
                }
            }
            all.push(dead);
        }
        Ok(self.dead_words.get_or_init(|| all))
    }
}
