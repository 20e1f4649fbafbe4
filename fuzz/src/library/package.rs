//! Zip files of parts: any bytes as the whole, and any text as a part of one whose packing is right, so that more than the checksum
//! is tried.

use cento::read::{Document, ReadOptions};

use super::document::document;
use super::zip::zip;

/// Reads a file in which one of `parts`, which the first byte chooses, is the other bytes, and the others are as they should be; or
/// which is nothing but these bytes.
pub(super) fn read(name: &str, parts: &[(&str, &str)], data: &[u8]) -> Option<Document> {
    let (&kind, rest) = data.split_first()?;
    let bytes = match parts.get(usize::from(kind) % (parts.len() + 1)) {
        Some((tried, _)) => zip(parts.iter().map(|(name, content)| match name == tried {
            true => (*name, rest),
            false => (*name, content.as_bytes()),
        })),
        None => rest.to_vec(),
    };
    document(name, &bytes, &ReadOptions::default())
}
