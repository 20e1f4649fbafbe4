//! The pictures of an index.

use std::collections::BTreeSet;

use super::super::segment::looks_of;
use super::Snapshot;
use crate::error::Result;
use crate::prepare::TakePicture;

impl Snapshot {
    /// Gives the values of all pictures, and what they look like. Each was given that of the first that it looks like, so that no two of
    /// these look alike, and their order tells nothing.
    pub(crate) fn pictures(&self, take: TakePicture<'_>) -> Result<()> {
        let mut values = BTreeSet::new();
        for segment in &self.segments {
            values.extend(segment.pictures()?.iter().map(|picture| picture.hash.get()));
        }
        for (value, place) in looks_of(&self.segments, values)? {
            let looked = place.map(|(segment, at)| {
                let segment = &self.segments[segment];
                segment.looks.get(&segment.file, at)
            });
            take(
                value,
                looked.transpose()?.as_ref().map(|looked| &looked.look),
            )?;
        }
        Ok(())
    }
}
