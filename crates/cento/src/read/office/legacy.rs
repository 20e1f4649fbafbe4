//! Files of the time before XML, and new ones that are encrypted: both are compound files.

use memchr::memmem;

use super::encrypted;
use crate::read::file::{FileRef, Refused};
use crate::read::{Document, Reason};

const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// A file of an older format by its name: never read.
pub(in crate::read) fn read(_: &FileRef) -> Result<Document, Refused> {
    Err(legacy())
}

/// Why a compound file is not read; `None` for other files.
pub(super) fn refused(bytes: &[u8]) -> Option<Refused> {
    if !bytes.starts_with(COMPOUND) {
        return None;
    }
    // The name of a stream in the file's directory, in UTF-16.
    let name: Vec<u8> = "EncryptedPackage"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let found = memmem::find(bytes, &name);
    Some(found.map_or_else(legacy, |_| encrypted()))
}

fn legacy() -> Refused {
    Refused::new(
        Reason::LegacyFormat,
        "an older format that is not read: save it as .pptx or .docx",
    )
}
