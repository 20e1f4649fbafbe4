//! Documents in, origins out.

use std::path::Path;

use super::batch::{Batch, Ready, ReadyDocument};
use super::names::Names;
use super::options::OriginOptions;
use super::origins::Origins;
use super::row::OriginRow;
use super::tracker::Tracker;
use crate::error::Result;
use crate::fingerprint::Method;
use crate::offsets::OffsetUnit;
use crate::read::Document;
use crate::span::ByteSpan;
use crate::token::Words;

/// Takes documents in order of time, and says of each what of it was there before.
///
/// ```
/// use cento::origin::{OriginOptions, Stream};
/// use cento::read::Document;
/// let mut stream = Stream::new(&OriginOptions::within(1 << 20), &std::env::temp_dir())?;
/// let song = "she had never seen the sea but she knew every song that was ever sung of it";
/// for (id, text) in [("song", song.to_owned()), ("letter", format!("As they say, {song}."))] {
///     let observed = stream.observe(Document { id: id.into(), text, ..Document::default() })?;
///     if id == "letter" {
///         assert_eq!(observed.row.dominant_origin.as_deref(), Some("song"));
///         assert_eq!(observed.row.fresh_tokens, 3);
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
    /// For documents that come one by one.
    batch: Batch,
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
        Ok(Self::with(
            Tracker::new(options)?,
            Names::temporary(temp)?,
            options,
        ))
    }

    pub(super) fn with(tracker: Tracker, names: Names, options: &OriginOptions) -> Self {
        Self {
            tracker,
            names,
            method: options.scheme.build(),
            tokenizer: Words::default(),
            unit: OffsetUnit::default(),
            batch: Batch::default(),
        }
    }

    /// The next document.
    pub fn observe(&mut self, document: Document) -> Result<Observed<'_>> {
        self.batch.clear();
        self.batch.add(document, &self.tokenizer, &self.method);
        let Self {
            tracker,
            names,
            unit,
            batch,
            ..
        } = self;
        let Some(Ready::Document(ready)) = batch.items.first() else {
            unreachable!("it was put there");
        };
        let (spans, sketch) = (&batch.spans, &batch.sketch.fingerprints);
        take(
            tracker,
            names,
            *unit,
            ready,
            spans,
            &sketch[ready.selected.clone()],
        )
    }

    /// The next document, tokenised and fingerprinted elsewhere.
    pub(super) fn take<'s>(
        &'s mut self,
        ready: &'s ReadyDocument,
        spans: &[ByteSpan],
        selected: &[crate::fingerprint::Fingerprint],
    ) -> Result<Observed<'s>> {
        take(
            &mut self.tracker,
            &mut self.names,
            self.unit,
            ready,
            spans,
            selected,
        )
    }
}

fn take<'s>(
    tracker: &'s mut Tracker,
    names: &mut Names,
    unit: OffsetUnit,
    ready: &'s ReadyDocument,
    spans: &[ByteSpan],
    selected: &[crate::fingerprint::Fingerprint],
) -> Result<Observed<'s>> {
    let document = &ready.document;
    let number = names.add(&document.id)?;
    let size = (ready.tokens.len() as u32, ready.shingles);
    let origins = tracker.observe(number, size, selected);
    let spans = &spans[ready.tokens.clone()];
    let row = OriginRow::new(&document.id, &document.text, spans, origins, names, unit)?;
    Ok(Observed {
        document,
        origins,
        row,
    })
}
