//! The pictures of an index.

use std::collections::BTreeSet;

use super::Snapshot;
use crate::error::Result;

impl Snapshot {
    /// The values of all pictures. Each was given that of the first that it looks like, so that no two of these look alike, and
    /// their order tells nothing.
    pub(crate) fn pictures(&self) -> Result<Vec<u64>> {
        let mut values = BTreeSet::new();
        for segment in &self.segments {
            values.extend(segment.pictures()?.iter().map(|picture| picture.hash.get()));
        }
        Ok(values.into_iter().collect())
    }
}
