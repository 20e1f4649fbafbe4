//! What of an input was not taken as it stands.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Skipped;
use crate::error::{Error, Result};

/// Counts of what was left out or mended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Taken {
    /// What could not be read, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
    /// Where and why, for the first of each reason.
    #[serde(skip)]
    pub first_skipped: BTreeMap<&'static str, String>,
    /// Documents with invalid UTF-8.
    pub repaired_documents: u64,
    /// Sequences of invalid UTF-8 that were replaced.
    pub replaced_sequences: u64,
    /// Documents whose words have characters in them that are not seen, or letters that look like others.
    pub hidden_documents: u64,
    /// Such characters, and words with such letters.
    pub hidden_characters: u64,
    /// Documents whose date could not be understood.
    pub bad_dates: u64,
    /// Files in folders that are of no kind cento reads.
    pub ignored_files: u64,
}

impl Taken {
    /// Counts a document in which so many sequences were replaced.
    pub(crate) fn document(&mut self, replaced: u32, bad_date: bool) {
        self.repaired_documents += u64::from(replaced > 0);
        self.replaced_sequences += u64::from(replaced);
        self.bad_dates += u64::from(bad_date);
    }

    /// Counts what is in the words of a document and is not seen.
    pub(crate) fn hidden(&mut self, characters: u32) {
        self.hidden_documents += u64::from(characters > 0);
        self.hidden_characters += u64::from(characters);
    }

    /// Counts what was skipped; an error where nothing may be.
    pub(crate) fn skip(&mut self, skipped: &Skipped, strict: bool) -> Result<()> {
        let (reason, detail) = (skipped.reason.code(), &skipped.detail);
        if strict {
            let detail = detail.clone();
            return Err(Error::Strict { reason, detail });
        }
        *self.skipped.entry(reason).or_default() += 1;
        let first = self.first_skipped.entry(reason);
        first.or_insert_with(|| detail.clone());
        Ok(())
    }
}
