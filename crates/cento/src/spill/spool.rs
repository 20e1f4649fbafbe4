//! A sequence of bytes that is appended to, then read at any place.

use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use super::{Appended, Record, Temp};
use crate::error::Result;

/// How much is gathered before the file is written to.
const BLOCK: usize = 1 << 18;

/// Bytes of a piece of memory: what grows is never copied.
const PIECE: usize = 1 << 20;

/// The first `limit` bytes stay in memory, the rest goes to a temporary file.
#[derive(Debug)]
pub(crate) struct Spool {
    /// All but the last are full.
    memory: Vec<Vec<u8>>,
    in_memory: usize,
    limit: usize,
    file: Option<Appended>,
    /// What is to be written to the file next.
    tail: Vec<u8>,
    temp: Temp,
}

impl Spool {
    pub(crate) fn new(limit: usize, temp: &Temp) -> Self {
        Self {
            memory: Vec::new(),
            in_memory: 0,
            limit,
            file: None,
            tail: Vec::new(),
            temp: temp.clone(),
        }
    }

    /// Where the next bytes will begin.
    pub(crate) fn len(&self) -> u64 {
        let written = self.file.as_ref().map_or(0, |file| file.end);
        self.in_memory as u64 + written + self.tail.len() as u64
    }

    /// Adds `bytes` at the end; returns where they begin.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<u64> {
        let begin = self.len();
        let room = if self.file.is_none() && self.tail.is_empty() {
            self.limit.saturating_sub(self.in_memory).min(bytes.len())
        } else {
            0
        };
        self.keep(&bytes[..room]);
        self.tail.extend_from_slice(&bytes[room..]);
        if self.tail.len() >= BLOCK {
            self.flush()?;
        }
        Ok(begin)
    }

    /// Adds bytes to those in memory.
    fn keep(&mut self, mut bytes: &[u8]) {
        self.in_memory += bytes.len();
        while !bytes.is_empty() {
            let room = match self.memory.last() {
                Some(last) if last.len() < PIECE => PIECE - last.len(),
                // Most are small: only what is large takes whole pieces at once.
                Some(_) => {
                    self.memory.push(Vec::with_capacity(PIECE));
                    PIECE
                }
                None => {
                    self.memory.push(Vec::new());
                    PIECE
                }
            };
            let (head, rest) = bytes.split_at(room.min(bytes.len()));
            if let Some(last) = self.memory.last_mut() {
                last.extend_from_slice(head);
            }
            bytes = rest;
        }
    }

    fn flush(&mut self) -> Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(self.temp.create()?),
        };
        file.append(&self.tail)?;
        self.tail.clear();
        Ok(())
    }

    /// The bytes from `begin` on, where all of them are in one piece of memory.
    #[inline]
    pub(crate) fn at_hand(&self, begin: u64, length: usize) -> Option<&[u8]> {
        let (piece, begin) = (begin as usize / PIECE, begin as usize % PIECE);
        self.memory.get(piece)?.get(begin..begin + length)
    }

    /// So many records from byte `begin` on. Those that are not in one piece of memory are read to `room`.
    #[inline]
    pub(crate) fn some<'a, T: Record + KnownLayout>(
        &'a self,
        begin: u64,
        count: usize,
        room: &'a mut Vec<T>,
    ) -> Result<&'a [T]> {
        let at_hand = self.at_hand(begin, count * size_of::<T>());
        if let Some(records) = at_hand.and_then(|bytes| <[T]>::ref_from_bytes(bytes).ok()) {
            return Ok(records);
        }
        room.clear();
        room.resize(count, T::new_zeroed());
        self.read(begin, room.as_mut_bytes())?;
        Ok(room)
    }

    /// Fills `into` from byte `begin` on.
    pub(crate) fn read(&self, begin: u64, into: &mut [u8]) -> Result<()> {
        let in_memory = self
            .in_memory
            .saturating_sub(begin as usize)
            .min(into.len());
        let (mut head, rest) = into.split_at_mut(in_memory);
        let mut at = begin as usize;
        while !head.is_empty() {
            let piece = &self.memory[at / PIECE][at % PIECE..];
            let (own, behind) = head.split_at_mut(piece.len().min(head.len()));
            own.copy_from_slice(&piece[..own.len()]);
            at += own.len();
            head = behind;
        }
        if rest.is_empty() {
            return Ok(());
        }
        let begin = begin + in_memory as u64 - self.in_memory as u64;
        let written = self.file.as_ref().map_or(0, |file| file.end);
        let in_file = (written.saturating_sub(begin) as usize).min(rest.len());
        let (head, rest) = rest.split_at_mut(in_file);
        if let (Some(file), false) = (&self.file, head.is_empty()) {
            file.read(begin, head)?;
        }
        if !rest.is_empty() {
            let from = (begin + in_file as u64 - written) as usize;
            rest.copy_from_slice(&self.tail[from..from + rest.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_wherever_they_went() {
        let temp = Temp::new(std::env::temp_dir());
        let bytes: Vec<u8> = (0..3 * PIECE).map(|i| (i * 7 / 3) as u8).collect();
        for limit in [0, 1000, BLOCK, PIECE + BLOCK, 10 * PIECE] {
            let mut spool = Spool::new(limit, &temp);
            for piece in bytes.chunks(4099) {
                spool.append(piece).unwrap();
            }
            assert_eq!(spool.len(), bytes.len() as u64);
            for (begin, len) in [
                (0, 10),
                (990, 20),
                (BLOCK - 5, BLOCK + 9),
                (BLOCK + 7, 9),
                (PIECE - 7, 9),
                (PIECE - 7, 2 * PIECE),
                (0, bytes.len()),
            ] {
                let mut read = vec![0; len];
                spool.read(begin as u64, &mut read).unwrap();
                let at_hand = spool.at_hand(begin as u64, len);
                let is_in_one = begin / PIECE == (begin + len - 1) / PIECE;
                assert_eq!(at_hand.is_some(), begin + len <= limit && is_in_one);
                assert!(at_hand.is_none_or(|bytes| bytes == read));
                assert!(
                    read == bytes[begin..begin + len],
                    "limit {limit}, {len} from {begin}"
                );
            }
        }
    }
}
