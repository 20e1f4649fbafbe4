//! Compressed files as streams of bytes.
//!
//! - Promise: concatenated members, frames and streams are read as one; every byte that can be
//!   unpacked before a damage is delivered before the error.
//! - Cost: a damaged file is unpacked twice.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Archive {
    Plain,
    Gzip,
    Zstd,
    Bzip2,
    Xz,
}

/// Extensions and what they stand for.
pub(super) const ARCHIVES: &[(&str, Archive)] = &[
    ("gz", Archive::Gzip),
    ("zst", Archive::Zstd),
    ("bz2", Archive::Bzip2),
    ("xz", Archive::Xz),
];

const BUFFER: usize = 128 << 10;

/// Counts the bytes that come from disk.
struct Counted {
    file: File,
    count: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl Archive {
    /// The unpacked bytes of `path`; those read from disk are added to `count`.
    pub(super) fn open(
        self,
        path: PathBuf,
        count: Arc<AtomicU64>,
    ) -> io::Result<Box<dyn Read + Send>> {
        let file = Counted {
            file: File::open(&path)?,
            count,
        };
        if self == Self::Plain {
            return Ok(Box::new(file));
        }
        let reader = self.unpack(file)?;
        Ok(Box::new(Unpacked {
            reader,
            archive: self,
            path,
            delivered: 0,
            careful: false,
        }))
    }

    fn unpack(self, file: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
        let file = BufReader::with_capacity(BUFFER, file);
        Ok(match self {
            Self::Plain => Box::new(file),
            Self::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(file)),
            Self::Zstd => Box::new(zstd::Decoder::with_buffer(file)?),
            Self::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(file)),
            Self::Xz => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(file)),
        })
    }
}

/// Decoders give an error instead of the bytes they had already unpacked in the same call. So
/// after an error the file is opened again and read on, byte by byte, up to the damage itself.
struct Unpacked {
    reader: Box<dyn Read + Send>,
    archive: Archive,
    path: PathBuf,
    delivered: u64,
    careful: bool,
}

impl Read for Unpacked {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let end = if self.careful {
            into.len().min(1)
        } else {
            into.len()
        };
        match self.reader.read(&mut into[..end]) {
            Ok(read) => {
                self.delivered += read as u64;
                Ok(read)
            }
            Err(error) if self.careful || error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.careful = true;
                self.reader = self.archive.unpack(File::open(&self.path)?)?;
                // `take` asks for no more than the rest, so that the damage does not show yet.
                let mut known = (&mut self.reader).take(self.delivered);
                match io::copy(&mut known, &mut io::sink()) {
                    Ok(skipped) if skipped == self.delivered => self.read(into),
                    _ => Err(error),
                }
            }
        }
    }
}
