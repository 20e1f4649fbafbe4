//! Documents in, origins out.

use std::path::Path;

use super::batch::Prepared;
use super::names::Names;
use super::options::OriginOptions;
use super::origins::Origins;
use super::row::OriginRow;
use super::tracker::Tracker;
use crate::error::Result;
use crate::fingerprint::{Method, Sketch};
use crate::offsets::OffsetUnit;
use crate::read::Document;
use crate::token::{Tokenizer, Tokens, Words, count_words};

/// Takes documents in order of time, and says of each what of it was there before.
///
/// ```
/// use cento::origin::{OriginOptions, Stream};
/// use cento::read::Document;
/// let mut stream = Stream::new(&OriginOptions::within(1 << 20), &std::env::temp_dir())?;
/// let song = "she had never seen the sea but she knew every song that was ever sung of it";
/// for (id, text) in [("song", song.to_owned()), ("letter", format!("As they say, {song}."))] {
///     let document = Document { id: id.into(), text, ..Document::default() };
///     let observed = stream.observe(&document)?;
///     if id == "letter" {
///         assert_eq!(observed.row.dominant_origin.as_deref(), Some("song"));
///         assert_eq!(observed.row.blocks[0].origin, "song");
///     }
/// }
/// # Ok::<(), cento::Error>(())
/// ```
pub struct Stream {
    pub(super) tracker: Tracker,
    pub(super) names: Names,
    pub(super) method: Method,
    pub(super) tokenizer: Words,
    /// What places in rows count.
    pub unit: OffsetUnit,
    /// Those of the document at hand.
    tokens: Tokens,
    sketch: Sketch,
}

/// What is found out about a document.
#[derive(Debug)]
pub struct Observed<'s> {
    /// The document.
    pub document: &'s Document,
    /// In numbers and tokens.
    pub origins: &'s Origins,
    /// As results have it.
    pub row: OriginRow,
}

impl Stream {
    /// One that has seen nothing yet. The ids of documents go to a file without a name in the folder `temp`.
    pub fn new(options: &OriginOptions, temp: &Path) -> Result<Self> {
        let (tracker, names) = (Tracker::new(options)?, Names::temporary(temp)?);
        Ok(Self::with(tracker, names, options))
    }

    pub(super) fn with(tracker: Tracker, names: Names, options: &OriginOptions) -> Self {
        Self {
            tracker,
            names,
            method: options.scheme.build(),
            tokenizer: Words::default(),
            unit: OffsetUnit::default(),
            tokens: Tokens::default(),
            sketch: Sketch::default(),
        }
    }

    /// The next document.
    pub fn observe<'s>(&'s mut self, document: &'s Document) -> Result<Observed<'s>> {
        self.tokenise(document);
        self.observe_tokenised(document)
    }

    /// Tokenises a document; gives how many tokens it has.
    pub(super) fn tokenise(&mut self, document: &Document) -> usize {
        self.tokens.clear();
        // As much room as it needs, and not twice as much.
        let words = count_words(&document.text).max(document.text.len() / 6);
        self.tokens.reserve_exact(words);
        self.tokenizer.tokenize(&document.text, &mut self.tokens);
        self.tokens.len()
    }

    /// The same as [`Stream::observe`] for the document that was tokenised last.
    pub(super) fn observe_tokenised<'s>(
        &'s mut self,
        document: &'s Document,
    ) -> Result<Observed<'s>> {
        self.sketch.clear();
        let (words, text) = (&self.tokenizer, &document.text);
        let (tokens, sketch) = (&mut self.tokens, &mut self.sketch);
        self.method.fingerprint(words, text, tokens, sketch);
        let prepared = Prepared::new(&self.tokens, &self.sketch, &self.method);
        let (tracker, names) = (&mut self.tracker, &mut self.names);
        take(tracker, names, self.unit, document, prepared)
    }

    /// The next document, tokenised and fingerprinted elsewhere.
    pub(super) fn take<'s>(
        &'s mut self,
        document: &'s Document,
        prepared: Prepared<'_>,
    ) -> Result<Observed<'s>> {
        let (tracker, names) = (&mut self.tracker, &mut self.names);
        take(tracker, names, self.unit, document, prepared)
    }
}

fn take<'s>(
    tracker: &'s mut Tracker,
    names: &mut Names,
    unit: OffsetUnit,
    document: &'s Document,
    prepared: Prepared<'_>,
) -> Result<Observed<'s>> {
    let number = names.add(&document.id)?;
    let Prepared {
        spans,
        shingles,
        selected,
    } = prepared;
    let origins = tracker.observe(number, (spans.len() as u32, shingles), selected);
    let row = OriginRow::new(&document.id, &document.text, spans, origins, names, unit)?;
    Ok(Observed {
        document,
        origins,
        row,
    })
}
