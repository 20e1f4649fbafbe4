//! The pictures of an index.

use super::Snapshot;
use crate::error::Result;
use crate::prepare::pictures;

impl Snapshot {
    /// The values of all pictures, in order of their documents.
    pub(crate) fn pictures(&self) -> Result<Vec<u64>> {
        let mut values = Vec::new();
        for doc in self.documents()? {
            if self.name(doc)?.1.layout.is_some() {
                let text = self.text(doc)?;
                values.extend(pictures(&text).map(|(_, object)| object.value));
            }
        }
        Ok(values)
    }
}
