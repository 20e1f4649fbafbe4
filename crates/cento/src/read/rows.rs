//! Cuts a stream of bytes into runs of whole rows.
//!
//! - Promise: the rows do not depend on how much is read at once; a row that is too long is never
//!   held, its place is reported instead.
//! - Memory: one chunk, and the longest row that is allowed.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memrchr};

/// Knows where rows end. Sees every byte once, in order.
pub(super) trait RowEnds: Send {
    /// Goes on to one past the end of the first row in `bytes`, or over all of them.
    fn next_end(&mut self, bytes: &[u8]) -> Option<usize>;

    /// Goes over all of `bytes`; one past the end of the last row that ends there.
    fn last_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut last = None;
        let mut from = 0;
        while let Some(end) = self.next_end(&bytes[from..]) {
            from += end;
            last = Some(from);
        }
        last
    }
}

/// Rows are lines.
pub(super) struct Lines;

impl RowEnds for Lines {
    fn next_end(&mut self, bytes: &[u8]) -> Option<usize> {
        memchr(b'\n', bytes).map(|at| at + 1)
    }

    fn last_end(&mut self, bytes: &[u8]) -> Option<usize> {
        memrchr(b'\n', bytes).map(|at| at + 1)
    }
}

/// How many lines end in `bytes`.
pub(super) fn line_ends(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

/// What was cut off the stream.
pub(super) enum Cut {
    /// Whole rows, the first one at `line`. Rows over the limit may be among them.
    Rows { bytes: Vec<u8>, line: u64 },
    /// A row over the limit began at `line`; its bytes are gone.
    TooLong { line: u64 },
    /// The stream broke inside the row that began at `line`. Nothing follows.
    Broken { line: u64, error: io::Error },
    /// Nothing has come for a while; more may.
    Nothing,
}

/// When to stop reading and cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// When a chunk is full.
    Full,
    /// As soon as there is a row: someone may be waiting for what they just wrote.
    Ready,
}

/// A stream of rows.
pub(super) struct Rows<E> {
    reader: Box<dyn Read + Send>,
    ends: E,
    pace: Pace,
    chunk_bytes: usize,
    max_bytes: u64,
    /// What was read and not yet cut off; `ends` has seen it.
    buffer: Vec<u8>,
    /// The line on which `buffer` begins.
    line: u64,
    /// The line of the row that is being passed over.
    passing: Option<u64>,
    ended: bool,
    /// Whether there was nothing to read just now.
    waiting: bool,
    error: Option<io::Error>,
}

/// A pipe gives no more than this at once.
const READY_BYTES: usize = 64 << 10;

impl<E: RowEnds> Rows<E> {
    pub(super) fn new(
        reader: Box<dyn Read + Send>,
        ends: E,
        pace: Pace,
        options: &super::ReadOptions,
    ) -> Self {
        Self {
            reader,
            ends,
            pace,
            chunk_bytes: options.chunk_bytes.max(1),
            max_bytes: options.max_bytes,
            buffer: Vec::with_capacity(if pace == Pace::Full {
                options.chunk_bytes
            } else {
                0
            }),
            line: 1,
            passing: None,
            ended: false,
            waiting: false,
            error: None,
        }
    }

    /// The next cut, or `None` at the end.
    pub(super) fn next_cut(&mut self) -> Option<Cut> {
        loop {
            // What is left before the error may have been read at once with rows that were cut off.
            if self.error.is_some() && self.is_too_long() {
                return Some(self.pass_over());
            }
            if let Some(error) = self.error.take() {
                self.ended = true;
                self.buffer.clear();
                return Some(Cut::Broken {
                    line: self.passing.unwrap_or(self.line),
                    error,
                });
            }
            if self.ended {
                let end = self.buffer.len();
                return (end > 0).then(|| self.cut_off(end));
            }
            let mut seen = self.buffer.len();
            self.fill();
            if std::mem::take(&mut self.waiting) {
                return Some(Cut::Nothing);
            }
            if self.passing.is_some() {
                let end = self.ends.next_end(&self.buffer);
                let gone = end.unwrap_or(self.buffer.len());
                self.line += line_ends(&self.buffer[..gone]);
                self.buffer.drain(..gone);
                if end.is_none() {
                    continue;
                }
                self.passing = None;
                seen = 0;
            }
            if let Some(end) = self.ends.last_end(&self.buffer[seen..]) {
                return Some(self.cut_off(seen + end));
            }
            if self.is_too_long() {
                return Some(self.pass_over());
            }
        }
    }

    /// Whether the row that `buffer` is a part of is over the limit, and nobody knows yet.
    fn is_too_long(&self) -> bool {
        self.passing.is_none() && self.buffer.len() as u64 > self.max_bytes
    }

    /// Begins to pass over a row.
    fn pass_over(&mut self) -> Cut {
        let line = self.line;
        self.passing = Some(line);
        self.line += line_ends(&self.buffer);
        self.buffer.clear();
        Cut::TooLong { line }
    }

    fn cut_off(&mut self, end: usize) -> Cut {
        let room = match self.pace {
            Pace::Full => self.chunk_bytes,
            Pace::Ready => 0,
        };
        let mut rest = Vec::with_capacity(room.max(self.buffer.len() - end));
        rest.extend_from_slice(&self.buffer[end..]);
        self.buffer.truncate(end);
        let mut bytes = std::mem::replace(&mut self.buffer, rest);
        if bytes.len() < bytes.capacity() / 2 {
            bytes.shrink_to_fit();
        }
        let line = self.line;
        self.line += line_ends(&bytes);
        Cut::Rows { bytes, line }
    }

    /// Reads on: up to a full chunk, or another chunk's worth when a row is longer than that.
    fn fill(&mut self) {
        let room = match self.chunk_bytes.saturating_sub(self.buffer.len()) {
            0 => self.chunk_bytes,
            room => room,
        };
        let before = self.buffer.len();
        let done = match self.pace {
            Pace::Full => (&mut self.reader)
                .take(room as u64)
                .read_to_end(&mut self.buffer),
            Pace::Ready => {
                self.buffer.resize(before + room.min(READY_BYTES), 0);
                let read = loop {
                    match self.reader.read(&mut self.buffer[before..]) {
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        other => break other,
                    }
                };
                self.buffer
                    .truncate(before + read.as_ref().map_or(0, |read| *read));
                read
            }
        };
        match done {
            Ok(_) => self.ended = self.buffer.len() == before,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.waiting = true,
            // What came before the error is in the buffer, and is cut off first.
            Err(error) => self.error = Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::ReadOptions;

    /// Gives what is in it, then fails.
    struct Breaking(&'static [u8]);

    impl Read for Breaking {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            match self.0.read(into)? {
                0 if !into.is_empty() => Err(io::ErrorKind::InvalidData.into()),
                read => Ok(read),
            }
        }
    }

    #[test]
    fn a_long_row_is_told_before_the_break_in_it_however_much_is_read_at_once() {
        for chunk_bytes in 1..40 {
            let options = ReadOptions {
                chunk_bytes,
                max_bytes: 4,
                ..ReadOptions::default()
            };
            let reader = Box::new(Breaking(b"ab\ncd\nlonger than four"));
            let mut rows = Rows::new(reader, Lines, Pace::Full, &options);
            let mut told = Vec::new();
            while let Some(cut) = rows.next_cut() {
                match cut {
                    Cut::Rows { bytes, line } => {
                        assert!(line + line_ends(&bytes) <= 3, "at {chunk_bytes}");
                    }
                    Cut::TooLong { line } => told.push(("too long", line)),
                    Cut::Broken { line, .. } => told.push(("broken", line)),
                    Cut::Nothing => told.push(("nothing", 0)),
                }
            }
            assert_eq!(told, [("too long", 3), ("broken", 3)], "at {chunk_bytes}");
        }
    }
}
