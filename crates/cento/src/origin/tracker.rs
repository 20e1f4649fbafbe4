//! Finds the origins of documents that come one after the other.

use super::exact::Exact;
use super::options::OriginOptions;
use super::origins::{Origins, Tally};
use super::table::{Met, Table};
use crate::error::Result;
use crate::fingerprint::Fingerprint;

/// Knows which shingles were met, and where first.
///
/// One pass over a document's shingles, no allocation for each, and time linear in their number (but for
/// sorting the runs of one origin).
#[derive(Debug)]
pub struct Tracker {
    pub(super) options: OriginOptions,
    pub(super) seen: Seen,
    met: Vec<Met>,
    tally: Tally,
    origins: Origins,
}

/// Shingles that were met.
#[derive(Debug)]
pub(super) enum Seen {
    Table(Table),
    Exact(Exact),
}

impl Tracker {
    /// One that has met nothing yet. All the memory for shingles is taken at once.
    pub fn new(options: &OriginOptions) -> Result<Self> {
        options.validate()?;
        Ok(Self {
            seen: match options.memory {
                Some(memory) => Seen::Table(Table::new(options, memory)?),
                None => Seen::Exact(Exact::default()),
            },
            options: options.clone(),
            met: Vec::new(),
            tally: Tally::new(),
            origins: Origins::default(),
        })
    }

    /// Bytes that the table has, and that each shingle takes of it; none where everything is kept.
    pub fn room(&self) -> Option<(usize, usize)> {
        match &self.seen {
            Seen::Table(table) => Some((table.bytes().len(), table.entry())),
            Seen::Exact(_) => None,
        }
    }

    /// How many different shingles were met, where everything is kept.
    pub fn distinct(&self) -> Option<usize> {
        match &self.seen {
            Seen::Table(_) => None,
            Seen::Exact(exact) => Some(exact.len()),
        }
    }

    /// The origin of each shingle in the table, in no particular order: what it remembers.
    pub fn kept(&mut self) -> Vec<u64> {
        match &mut self.seen {
            Seen::Table(table) => table.origins(),
            Seen::Exact(_) => Vec::new(),
        }
    }

    /// The origins of the next document, which has a number no other has, so many tokens and shingles, and these
    /// selected.
    pub fn observe(
        &mut self,
        document: u64,
        (tokens, shingles): (u32, u32),
        selected: &[Fingerprint],
    ) -> &Origins {
        let Self { met, origins, .. } = self;
        met.clear();
        met.reserve_exact(selected.len());
        origins.clear(selected.len());
        (origins.document, origins.tokens, origins.shingles) = (document, tokens, shingles);
        match &mut self.seen {
            Seen::Table(table) => table.meet(document, selected, met),
            Seen::Exact(exact) => exact.meet(document, selected, met),
        }
        let (estimation, bridge) = (self.options.estimation, self.options.bridge);
        estimation.label(document, bridge, selected, met, &mut origins.labels);
        origins.fill(selected, met, &mut self.tally);
        if let Seen::Table(table) = &mut self.seen {
            let blocks = origins.blocks.iter();
            let ends = blocks.map(|block| {
                let (begin, end) = block.shingles;
                (begin as usize, end as usize - 1)
            });
            table.reward(selected, met, ends);
        }
        origins
    }
}
