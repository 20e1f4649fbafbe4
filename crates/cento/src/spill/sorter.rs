//! Sorting more records than fit in memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use zerocopy::IntoBytes;

use super::{Appended, Record, Temp};
use crate::error::Result;

/// Takes records in any order, gives them back in theirs: runs that fit are sorted in memory,
/// written out, and merged at the end.
#[derive(Debug)]
pub(crate) struct Sorter<T> {
    buffer: Vec<T>,
    limit: usize,
    file: Option<Appended>,
    runs: Vec<(u64, usize)>,
    temp: Temp,
}

impl<T: Record + Ord> Sorter<T> {
    /// `bytes` is how much memory it may take.
    pub(crate) fn new(bytes: usize, temp: &Temp) -> Self {
        let limit = (bytes / size_of::<T>()).max(1024);
        Self {
            buffer: Vec::new(),
            limit,
            file: None,
            runs: Vec::new(),
            temp: temp.clone(),
        }
    }

    pub(crate) fn push(&mut self, record: T) -> Result<()> {
        if self.buffer.len() == self.limit {
            self.spill()?;
        }
        if self.buffer.len() == self.buffer.capacity() {
            // Doubling, but never past the limit.
            let more = self.buffer.len().clamp(256, self.limit - self.buffer.len());
            self.buffer.reserve_exact(more);
        }
        self.buffer.push(record);
        Ok(())
    }

    pub(crate) fn extend(&mut self, records: impl IntoIterator<Item = T>) -> Result<()> {
        records.into_iter().try_for_each(|record| self.push(record))
    }

    fn spill(&mut self) -> Result<()> {
        self.buffer.sort_unstable();
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(self.temp.create()?),
        };
        self.runs
            .push((file.append(self.buffer.as_bytes())?, self.buffer.len()));
        self.buffer.clear();
        Ok(())
    }

    /// Ends the taking. The result can be gone through more than once.
    pub(crate) fn finish(mut self) -> Result<Sorted<T>> {
        if self.file.is_some() {
            self.spill()?;
            self.buffer = Vec::new();
        } else {
            self.buffer.sort_unstable();
        }
        let Self {
            buffer,
            limit,
            file,
            runs,
            ..
        } = self;
        let read_ahead = (limit / runs.len().max(1)).clamp(64, 1 << 14);
        Ok(Sorted {
            memory: buffer,
            file,
            runs,
            read_ahead,
        })
    }
}

/// Sorted records, in memory or in runs.
#[derive(Debug)]
pub(crate) struct Sorted<T> {
    memory: Vec<T>,
    file: Option<Appended>,
    runs: Vec<(u64, usize)>,
    read_ahead: usize,
}

impl<T: Record + Ord> Sorted<T> {
    #[cfg(test)]
    fn len(&self) -> usize {
        self.memory.len() + self.runs.iter().map(|(_, records)| records).sum::<usize>()
    }

    /// All records in order.
    pub(crate) fn iter(&self) -> Result<Merge<'_, T>> {
        let mut merge = Merge {
            sorted: self,
            at: 0,
            runs: Vec::new(),
            heap: BinaryHeap::new(),
        };
        for &(begin, left) in &self.runs {
            merge.runs.push(Run {
                begin,
                left,
                ahead: Vec::new(),
                at: 0,
            });
            merge.refill(merge.runs.len() - 1)?;
        }
        Ok(merge)
    }
}

/// One sorted run on disk, as far as it has not been read.
struct Run<T> {
    begin: u64,
    left: usize,
    ahead: Vec<T>,
    at: usize,
}

/// The records of a [`Sorted`], in order.
pub(crate) struct Merge<'a, T> {
    sorted: &'a Sorted<T>,
    at: usize,
    runs: Vec<Run<T>>,
    /// The next record of each run.
    heap: BinaryHeap<Reverse<(T, usize)>>,
}

impl<T: Record + Ord> Merge<'_, T> {
    /// Puts the next record of a run on the heap, if there is one.
    fn refill(&mut self, index: usize) -> Result<()> {
        let run = &mut self.runs[index];
        if run.at == run.ahead.len() {
            let records = run.left.min(self.sorted.read_ahead);
            let Some(file) = self.sorted.file.as_ref().filter(|_| records > 0) else {
                return Ok(());
            };
            run.ahead.clear();
            file.read_records(run.begin, records, &mut run.ahead)?;
            run.begin += (records * size_of::<T>()) as u64;
            run.left -= records;
            run.at = 0;
        }
        self.heap.push(Reverse((run.ahead[run.at], index)));
        run.at += 1;
        Ok(())
    }

    fn advance(&mut self) -> Result<Option<T>> {
        if self.runs.is_empty() {
            self.at += 1;
            return Ok(self.sorted.memory.get(self.at - 1).copied());
        }
        let Some(Reverse((record, run))) = self.heap.pop() else {
            return Ok(None);
        };
        self.refill(run)?;
        Ok(Some(record))
    }
}

impl<T: Record + Ord> Iterator for Merge<'_, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        self.advance().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    #[test]
    fn any_budget_gives_the_same_order() {
        let temp = Temp::new(std::env::temp_dir());
        let records: Vec<u64> = (0..50_000).map(|i| mix(i) % 1000).collect();
        let mut expected = records.clone();
        expected.sort_unstable();
        for bytes in [0, 100_000, 1 << 30] {
            let mut sorter = Sorter::new(bytes, &temp);
            sorter.extend(records.iter().copied()).unwrap();
            let sorted = sorter.finish().unwrap();
            assert_eq!(sorted.len(), records.len());
            for _ in 0..2 {
                let found: Vec<u64> = sorted.iter().unwrap().map(Result::unwrap).collect();
                assert!(found == expected, "{bytes} bytes");
            }
        }
    }

    #[test]
    fn nothing_sorts_to_nothing() {
        let temp = Temp::new(std::env::temp_dir());
        let sorted = Sorter::<u32>::new(0, &temp).finish().unwrap();
        assert_eq!(sorted.iter().unwrap().count(), 0);
    }
}
