//! An index in figures.

use super::Snapshot;
use crate::error::Result;
use crate::index::segment::Section;

/// What an index holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Info {
    /// The number of its commit.
    pub commit: u64,
    /// Documents that are there, and contents that differ among them.
    pub documents: u64,
    /// Contents: documents with the same words have one.
    pub contents: u64,
    /// Documents that were removed or replaced and still take room.
    pub dead_documents: u64,
    /// Files of documents.
    pub segments: usize,
    /// Fingerprints that are kept, those of removed documents included.
    pub postings: u64,
    /// Words, counted once for documents that have the same.
    pub tokens: u64,
    /// Bytes of text.
    pub text_bytes: u64,
    /// Bytes of files that hold texts.
    pub bytes_of_texts: u64,
    /// Bytes of files that hold words.
    pub bytes_of_words: u64,
    /// Bytes of files that hold fingerprints.
    pub bytes_of_postings: u64,
    /// Bytes of all files.
    pub bytes: u64,
}

impl Snapshot {
    /// What is in it.
    pub fn info(&self) -> Result<Info> {
        let mut info = Info {
            commit: self.manifest.commit,
            segments: self.segments.len(),
            ..Info::default()
        };
        for segment in &self.segments {
            let entry = &segment.entry;
            info.bytes += entry.seal.bytes;
            if let Some(dead) = &entry.dead {
                info.bytes += dead.seal.bytes;
                info.dead_documents += u64::from(dead.documents);
            }
            info.documents += u64::from(entry.documents);
            info.contents += u64::from(entry.contents) - segment.dead.contents.len();
            // These only the manifest knows, whatever it says.
            info.postings = info.postings.saturating_add(entry.postings);
            info.tokens = info.tokens.saturating_add(entry.tokens);
            info.text_bytes = info.text_bytes.saturating_add(entry.text_bytes);
            let bytes = |sections: &[Section]| -> u64 {
                sections
                    .iter()
                    .map(|&section| segment.bytes_of(section))
                    .sum()
            };
            info.bytes_of_texts += bytes(&[Section::Texts, Section::TextBlocks]);
            info.bytes_of_words += bytes(&[
                Section::Streams,
                Section::Vocabulary,
                Section::Sentences,
                Section::SentenceWords,
                Section::SentenceEnds,
                Section::Pictures,
                Section::WordsByKey,
            ]);
            info.bytes_of_postings +=
                bytes(&[Section::Postings, Section::PostingBlocks, Section::Frequent]);
        }
        info.documents -= info.dead_documents;
        Ok(info)
    }
}
