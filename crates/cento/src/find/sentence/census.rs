//! How many sentences a collection has, and how many of them have each word: what words weigh there.

use super::kept::Kept;
use crate::error::{Error, Result};
use crate::find::FindOptions;
use crate::find::collection::Collection;
use crate::fingerprint::{Lexicon, Scheme};
use crate::spill::Temp;
use crate::watch::Watch;

/// What is counted in a collection, by which two of its documents are compared as a run over all of it compares them.
#[derive(Debug)]
pub struct Census {
    /// The scheme, with what was found out about the collection.
    pub(crate) scheme: Scheme,
    pub(super) lexicon: Lexicon,
    pub(super) sentences: u32,
    pub(super) words: u64,
}

impl Census {
    /// Reads a collection as [`find`](crate::engine::find) does. It is an error where the scheme compares no sentences.
    pub fn read(input: &[String], options: &FindOptions, watch: &dyn Watch) -> Result<Self> {
        options.validate()?;
        // Texts are not needed.
        let options = FindOptions {
            align: None,
            report: false,
            ..options.within_memory()
        };
        let temp = Temp::new(options.temp.clone());
        let (collection, _) = Collection::read(input, None, &options, &temp, watch)?;
        let scheme = collection.scheme;
        match collection.sentences {
            Some(kept) => Ok(kept.census(scheme)),
            None => Err(Self::none(&scheme)),
        }
    }

    /// Says that a scheme has no sentences to be counted.
    pub(crate) fn none(scheme: &Scheme) -> Error {
        Error::Usage(format!("{} compares no sentences", scheme.brief()))
    }
}

impl Kept {
    /// What is counted of all.
    fn census(self, scheme: Scheme) -> Census {
        Census {
            scheme,
            lexicon: self.lexicon,
            sentences: self.counted,
            words: self.counted_words,
        }
    }

    /// From now on words count as they do in the collection that these sentences are of.
    pub(crate) fn count_as(&mut self, census: &Census) {
        self.lexicon.count_as(&census.lexicon);
        self.counted = census.sentences;
        self.counted_words = census.words;
    }
}
