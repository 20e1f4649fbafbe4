//! Many sequences of records, written side by side and read one at a time.

use std::sync::Mutex;

use zerocopy::IntoBytes;

use super::{Appended, Record, Temp};
use crate::error::Result;

/// Bytes gathered for one partition before they are handed on.
const CHUNK: usize = 1 << 14;

/// Records by partition. Chunks stay in memory up to `limit` bytes in all; then all of them go to
/// one temporary file, each partition's as one stretch.
#[derive(Debug)]
pub(crate) struct Partitions<T> {
    chunks: Vec<Vec<Vec<T>>>,
    extents: Vec<Vec<(u64, usize)>>,
    buffered: usize,
    limit: usize,
    file: Option<Appended>,
    temp: Temp,
}

impl<T: Record> Partitions<T> {
    pub(crate) fn new(count: usize, limit: usize, temp: &Temp) -> Self {
        Self {
            chunks: (0..count).map(|_| Vec::new()).collect(),
            extents: vec![Vec::new(); count],
            buffered: 0,
            limit,
            file: None,
            temp: temp.clone(),
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.chunks.len()
    }

    /// Adds records to a partition.
    pub(crate) fn add(&mut self, partition: usize, chunk: Vec<T>) -> Result<()> {
        self.buffered += size_of_val(chunk.as_slice());
        self.chunks[partition].push(chunk);
        if self.buffered > self.limit {
            self.spill()
        } else {
            Ok(())
        }
    }

    fn spill(&mut self) -> Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(self.temp.create()?),
        };
        // One write a partition: gathered first, since chunks may be small.
        let mut stretch = Vec::new();
        for (chunks, extents) in self.chunks.iter_mut().zip(&mut self.extents) {
            stretch.clear();
            let mut records = 0;
            for chunk in chunks.drain(..) {
                records += chunk.len();
                stretch.extend_from_slice(chunk.as_bytes());
            }
            if records > 0 {
                extents.push((file.append(&stretch)?, records));
            }
        }
        self.buffered = 0;
        Ok(())
    }

    /// How many records a partition has.
    pub(crate) fn len(&self, partition: usize) -> usize {
        let in_memory: usize = self.chunks[partition].iter().map(Vec::len).sum();
        let in_file: usize = self.extents[partition]
            .iter()
            .map(|(_, records)| records)
            .sum();
        in_memory + in_file
    }

    /// Appends all records of a partition to `into`.
    pub(crate) fn load(&self, partition: usize, into: &mut Vec<T>) -> Result<()> {
        into.reserve(self.len(partition));
        if let Some(file) = &self.file {
            for &(begin, records) in &self.extents[partition] {
                file.read_records(begin, records, into)?;
            }
        }
        self.chunks[partition]
            .iter()
            .for_each(|chunk| into.extend_from_slice(chunk));
        Ok(())
    }

    /// Calls `each` with the records of a partition, a piece at a time. Records that were added in
    /// one call are never in two pieces.
    pub(crate) fn pieces(
        &self,
        partition: usize,
        mut each: impl FnMut(&[T]) -> Result<()>,
    ) -> Result<()> {
        let mut piece = Vec::new();
        if let Some(file) = &self.file {
            for &(begin, records) in &self.extents[partition] {
                piece.clear();
                file.read_records(begin, records, &mut piece)?;
                each(&piece)?;
            }
        }
        self.chunks[partition]
            .iter()
            .try_for_each(|chunk| each(chunk))
    }
}

/// One writer's chunks, gathered before they are added to partitions that several writers share.
#[derive(Debug)]
pub(crate) struct Scatter<'a, T> {
    open: Vec<Vec<T>>,
    shared: &'a Mutex<Partitions<T>>,
}

impl<'a, T: Record> Scatter<'a, T> {
    pub(crate) fn new(shared: &'a Mutex<Partitions<T>>) -> Self {
        let count = lock(shared).count();
        Self {
            open: (0..count).map(|_| Vec::new()).collect(),
            shared,
        }
    }

    /// Adds one record, or several that must stay together.
    #[inline]
    pub(crate) fn push(&mut self, partition: usize, records: &[T]) -> Result<()> {
        let open = &mut self.open[partition];
        if open.len() + records.len() > open.capacity() {
            let room = (CHUNK / size_of::<T>()).max(records.len());
            let full = std::mem::replace(open, Vec::with_capacity(room));
            if !full.is_empty() {
                lock(self.shared).add(partition, full)?;
            }
        }
        self.open[partition].extend_from_slice(records);
        Ok(())
    }

    /// Hands on what is still open.
    pub(crate) fn finish(self) -> Result<()> {
        let mut shared = lock(self.shared);
        for (partition, chunk) in self.open.into_iter().enumerate() {
            if !chunk.is_empty() {
                shared.add(partition, chunk)?;
            }
        }
        Ok(())
    }
}

/// A panic in another thread ends the run anyway; there is no state of ours to protect from it.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_comes_back_from_its_partition_in_order() {
        let temp = Temp::new(std::env::temp_dir());
        for limit in [0, 1 << 15, 1 << 30] {
            let shared = Mutex::new(Partitions::new(3, limit, &temp));
            let mut scatter = Scatter::new(&shared);
            for i in 0..100_000u32 {
                scatter.push(i as usize % 3, &[i, i + 1]).unwrap();
            }
            scatter.finish().unwrap();
            let partitions = shared.into_inner().unwrap();
            for p in 0..3 {
                let mut records = Vec::new();
                partitions.load(p, &mut records).unwrap();
                let expected: Vec<u32> = (p as u32..100_000)
                    .step_by(3)
                    .flat_map(|i| [i, i + 1])
                    .collect();
                assert!(records == expected, "limit {limit}");
            }
        }
    }
}
