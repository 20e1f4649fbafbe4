//! What can be set about origins.

use super::{Estimation, Eviction};
use crate::error::{Error, Result};
use crate::fingerprint::Scheme;

/// How origins are found.
#[derive(Clone, Debug, PartialEq)]
pub struct OriginOptions {
    /// Which shingles are looked at.
    pub scheme: Scheme,
    /// Bytes of the table; `None` keeps every shingle.
    pub memory: Option<usize>,
    /// Which shingle leaves a full bucket.
    pub eviction: Eviction,
    /// What is guessed of shingles that have left.
    pub estimation: Estimation,
    /// A bridge is shorter than this, in selected shingles.
    pub bridge: usize,
    /// The mean score of a bucket at which all its scores are halved, for [`Eviction::Lucky`]: the lower, the sooner old
    /// merits are forgotten.
    pub halve_at: usize,
    /// Shingles in a bucket.
    pub bucket: usize,
    /// For [`Eviction::Random`].
    pub seed: u64,
}

impl OriginOptions {
    /// The shingles that are looked at unless something else is asked for.
    pub const SCHEME: &'static str = "hailstorm:k=8,trim=true";

    /// Those that are looked at where everything is kept.
    pub const EXACT_SCHEME: &'static str = "kgram:k=8";

    /// The mean score at which scores are halved unless something else is asked for.
    pub const HALVE_AT: usize = 4;

    /// That of the paper.
    pub const PAPERS_HALVE_AT: usize = 11;

    /// The smallest table.
    pub const MIN_MEMORY: usize = 1 << 13;

    /// What is done in a table of `memory` bytes unless something else is asked for.
    pub fn within(memory: usize) -> Self {
        Self {
            scheme: Self::SCHEME.parse().expect("a scheme"),
            memory: Some(memory),
            eviction: Eviction::DEFAULT,
            estimation: Estimation::DEFAULT,
            bridge: 30,
            halve_at: Self::HALVE_AT,
            bucket: 64,
            seed: 0,
        }
    }

    /// Everything is kept, and nothing guessed.
    pub fn exact() -> Self {
        Self {
            scheme: Self::EXACT_SCHEME.parse().expect("a scheme"),
            memory: None,
            estimation: Estimation::None,
            ..Self::within(0)
        }
    }

    /// What is wrong with them, if anything.
    pub fn validate(&self) -> Result<()> {
        let wrong = |what: &str| Err(Error::Usage(what.to_owned()));
        if self.memory.is_none() && self.estimation != Estimation::None {
            return wrong("where every shingle is kept there is nothing to guess");
        }
        if self.bridge > 1 << 16 {
            return wrong("a bridge is no longer than 65536 shingles");
        }
        if !(1..=255).contains(&self.halve_at) {
            return wrong("scores are from 1 to 255, and so is where they are halved");
        }
        if !(1..=256).contains(&self.bucket) {
            return wrong("a bucket has room for 1 to 256 shingles");
        }
        if self.memory.is_some_and(|memory| memory < Self::MIN_MEMORY) {
            return wrong("a table needs 8 KiB or more: raise --memory");
        }
        Ok(())
    }
}
