//! What of a segment is no longer there.

use roaring::RoaringBitmap;
use serde::{Deserialize, Serialize};

use super::disk::Disk;
use super::sealed::{Seal, Sealed, SealedWriter};
use crate::error::Result;

/// The removed documents and contents of a segment. A content is removed with the last document that has it,
/// in whatever segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Dead {
    pub(super) documents: RoaringBitmap,
    pub(super) contents: RoaringBitmap,
}

/// The file that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DeadEntry {
    pub(super) number: u64,
    #[serde(flatten)]
    pub(super) seal: Seal,
    pub(super) documents: u32,
    pub(super) contents: u32,
}

pub(super) fn file_name(number: u64) -> String {
    format!("{number:08}.dead")
}

impl Dead {
    pub(super) fn has_document(&self, doc: u32) -> bool {
        self.documents.contains(doc)
    }

    pub(super) fn has_content(&self, content: u32) -> bool {
        self.contents.contains(content)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.documents.is_empty() && self.contents.is_empty()
    }

    /// Whether there are as many documents and contents as these.
    pub(super) fn is_among(&self, [documents, contents]: [u64; 2]) -> bool {
        let is_within = |set: &RoaringBitmap, count: u64| {
            let last = set.max();
            last.is_none_or(|last| u64::from(last) < count)
        };
        is_within(&self.documents, documents) && is_within(&self.contents, contents)
    }

    pub(super) fn open(disk: &dyn Disk, entry: &DeadEntry) -> Result<Self> {
        let file = Sealed::open(disk, &file_name(entry.number), entry.number, entry.seal)?;
        let mut bytes = file.get(0, file.len())?;
        let mut bitmap = || {
            RoaringBitmap::deserialize_from(&mut bytes)
                .map_err(|_| file.damaged("a set can't be read"))
        };
        let dead = Self {
            documents: bitmap()?,
            contents: bitmap()?,
        };
        let counts = [&dead.documents, &dead.contents].map(RoaringBitmap::len);
        if counts != [entry.documents, entry.contents].map(u64::from) {
            return Err(file.damaged("it holds another number than it should"));
        }
        Ok(dead)
    }

    pub(super) fn write(&self, disk: &dyn Disk, number: u64) -> Result<DeadEntry> {
        let mut file = SealedWriter::create(disk, &file_name(number), number)?;
        for bitmap in [&self.documents, &self.contents] {
            let mut bytes = Vec::with_capacity(bitmap.serialized_size());
            let written = bitmap.serialize_into(&mut bytes);
            written.map_err(crate::error::Error::io(
                "write",
                disk.path(&file_name(number)),
            ))?;
            file.write(&bytes)?;
        }
        Ok(DeadEntry {
            number,
            seal: file.finish()?,
            documents: self.documents.len() as u32,
            contents: self.contents.len() as u32,
        })
    }
}
