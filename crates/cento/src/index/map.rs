//! Files mapped into memory.

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a whole file.
#[expect(unsafe_code, reason = "mapping a file is")]
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // Safe as long as nobody changes the file or makes it shorter while it is mapped. Files of an
    // index are written once, under a name that no other has, and removed, never cut.
    unsafe { Mmap::map(file) }
}
