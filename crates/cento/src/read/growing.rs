//! Inputs without an end: a file that others write to, and standard input. Where nothing has come for a while, reading
//! fails with [`WouldBlock`](io::ErrorKind::WouldBlock), and can be tried again.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

/// How long is waited before there is nothing.
const WAIT: Duration = Duration::from_millis(100);

/// A file that grows.
#[derive(Debug)]
pub(super) struct Growing {
    file: File,
    read: u64,
    /// Whether there was nothing the last time.
    waited: bool,
}

impl Growing {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
            read: 0,
            waited: false,
        })
    }
}

impl Read for Growing {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.waited {
            thread::sleep(WAIT);
        }
        let read = self.file.read(into)?;
        self.read += read as u64;
        self.waited = read == 0;
        if !self.waited || into.is_empty() {
            return Ok(read);
        }
        if self.file.metadata()?.len() < self.read {
            let cause = "it has become shorter while it was followed";
            return Err(io::Error::new(io::ErrorKind::InvalidData, cause));
        }
        Err(io::ErrorKind::WouldBlock.into())
    }
}

/// Bytes that are read at once.
const BLOCK: usize = 1 << 16;

/// A stream that is read on a thread of its own, so that nobody else has to wait for it.
#[derive(Debug)]
pub(super) struct Polled {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// What came and was not yet taken, and how much of it was.
    block: Vec<u8>,
    taken: usize,
}

impl Polled {
    pub(super) fn new(mut stream: impl Read + Send + 'static) -> Self {
        let (send, blocks) = bounded(1);
        thread::spawn(move || {
            loop {
                let mut block = vec![0; BLOCK];
                let read = match stream.read(&mut block) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_end = !matches!(read, Ok(1..));
                let read = read.map(|length| {
                    block.truncate(length);
                    block
                });
                if send.send(read).is_err() || is_end {
                    return;
                }
            }
        });
        Self {
            blocks,
            block: Vec::new(),
            taken: 0,
        }
    }
}

impl Read for Polled {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.block.len() {
            self.taken = 0;
            self.block.clear();
            self.block = match self.blocks.recv_timeout(WAIT) {
                Ok(block) => block?,
                Err(RecvTimeoutError::Timeout) => return Err(io::ErrorKind::WouldBlock.into()),
                Err(RecvTimeoutError::Disconnected) => Vec::new(),
            };
        }
        let rest = &self.block[self.taken..];
        let length = rest.len().min(into.len());
        into[..length].copy_from_slice(&rest[..length]);
        self.taken += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// Reads until there is nothing.
    fn all(reader: &mut impl Read) -> io::Result<String> {
        let (mut text, mut block) = (String::new(), [0; 64]);
        loop {
            match reader.read(&mut block) {
                Ok(0) => return Ok(text),
                Ok(length) => text += std::str::from_utf8(&block[..length]).unwrap(),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(text),
                Err(error) => return Err(error),
            }
        }
    }

    #[test]
    fn a_file_is_read_on_as_it_grows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut file = File::create(&path).unwrap();
        let mut growing = Growing::open(&path).unwrap();
        assert_eq!(all(&mut growing).unwrap(), "");
        file.write_all(b"one ").unwrap();
        assert_eq!(all(&mut growing).unwrap(), "one ");
        file.write_all(b"two").unwrap();
        assert_eq!(all(&mut growing).unwrap(), "two");
        File::create(&path).unwrap();
        let error = all(&mut growing).unwrap_err();
        assert!(error.to_string().contains("shorter"), "{error}");
    }

    #[test]
    fn a_stream_is_read_to_its_end_without_waiting_for_it() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut polled = Polled::new(reader);
        assert_eq!(all(&mut polled).unwrap(), "");
        writer.write_all(b"once").unwrap();
        let mut once = String::new();
        for _ in 0..5 {
            once += &all(&mut polled).unwrap();
        }
        assert_eq!(once, "once");
        writer.write_all(&[b'x'; 3 * BLOCK]).unwrap();
        let mut text = String::new();
        while text.len() < 3 * BLOCK {
            text += &all(&mut polled).unwrap();
        }
        drop(writer);
        assert_eq!(polled.read(&mut [0; 9]).unwrap(), 0);
    }
}
