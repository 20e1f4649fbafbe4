//! Records of fixed size, one behind the other in a file.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use super::sealed::Sealed;
use crate::error::Result;

/// How often it is guessed where a hash stands. Each guess is off by about the root of what the one before was.
const GUESSES: usize = 3;

/// Where they are.
#[derive(Debug)]
pub(super) struct Array<T> {
    begin: usize,
    count: usize,
    /// Whether all of them were found to be right.
    is_checked: AtomicBool,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Array<T> {
    fn clone(&self) -> Self {
        Self {
            begin: self.begin,
            count: self.count,
            is_checked: AtomicBool::new(self.is_checked.load(Ordering::Acquire)),
            of: PhantomData,
        }
    }
}

impl<T: Copy + FromBytes + Immutable + KnownLayout + Unaligned> Array<T> {
    pub(super) fn new(section: Range<usize>) -> Self {
        Self {
            begin: section.start,
            count: section.len() / size_of::<T>(),
            is_checked: AtomicBool::new(false),
            of: PhantomData,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    #[inline]
    pub(super) fn get(&self, file: &Sealed, at: usize) -> Result<T> {
        let past = || file.damaged("a record is asked for that is not there");
        if at >= self.count {
            return Err(past());
        }
        let bytes = file.get(self.begin + at * size_of::<T>(), size_of::<T>())?;
        T::read_from_bytes(bytes).map_err(|_| past())
    }

    /// All of them: what is asked for often is checked once.
    pub(super) fn all<'s>(&self, file: &'s Sealed) -> Result<&'s [T]> {
        let length = self.count * size_of::<T>();
        let bytes = if self.is_checked.load(Ordering::Acquire) {
            file.get_again(self.begin, length)?
        } else {
            let bytes = file.get(self.begin, length)?;
            self.is_checked.store(true, Ordering::Release);
            bytes
        };
        let wrong = |_| file.damaged("a record is asked for that is not there");
        <[T]>::ref_from_bytes(bytes).map_err(wrong)
    }

    /// How many of the first records `is_before` accepts, where it accepts none behind one it does not.
    pub(super) fn partition_point(
        &self,
        file: &Sealed,
        is_before: impl Fn(&T) -> bool,
    ) -> Result<usize> {
        self.partition_in(file, 0..self.count, is_before)
    }

    /// The same of those whose hashes are below another, where they stand in the order of hashes. A hash can be any number:
    /// its size tells about where it stands, and few pages of the file are looked at.
    pub(super) fn first_from(
        &self,
        file: &Sealed,
        hash: u64,
        hash_of: impl Fn(&T) -> u64,
    ) -> Result<usize> {
        let Some(last) = self.count.checked_sub(1) else {
            return Ok(0);
        };
        let count = self.count as i128;
        let mut at = ((u128::from(hash) * self.count as u128) >> 64) as usize;
        for _ in 0..GUESSES {
            let off = i128::from(hash) - i128::from(hash_of(&self.get(file, at)?));
            at = (at as i128 + ((off * count) >> 64)).clamp(0, last as i128) as usize;
        }
        // From there on ever farther to both sides, until it is between.
        let is_before = |at: usize| Ok(hash_of(&self.get(file, at)?) < hash);
        let (mut low, mut high, mut step) = (at, at, 1);
        while low > 0 && !is_before(low - 1)? {
            (high, low) = (low - 1, low.saturating_sub(step));
            step *= 2;
        }
        while high < self.count && is_before(high)? {
            (low, high) = (high + 1, self.count.min(high + step));
            step *= 2;
        }
        self.partition_in(file, low..high, |one| hash_of(one) < hash)
    }

    /// The partition point where it is known to be in a range.
    fn partition_in(
        &self,
        file: &Sealed,
        range: Range<usize>,
        is_before: impl Fn(&T) -> bool,
    ) -> Result<usize> {
        let Range {
            start: mut low,
            end: mut high,
        } = range;
        while low < high {
            let middle = low + (high - low) / 2;
            if is_before(&self.get(file, middle)?) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    pub(super) fn iter<'s>(
        &self,
        file: &'s Sealed,
    ) -> impl Iterator<Item = Result<T>> + use<'s, T> {
        let array = self.clone();
        (0..self.count).map(move |at| array.get(file, at))
    }
}

#[cfg(test)]
mod tests {
    use zerocopy::IntoBytes;
    use zerocopy::little_endian::U64;

    use super::super::disk::{Disk, Folder};
    use super::super::sealed::SealedWriter;
    use super::*;
    use crate::hash::mix;

    proptest::proptest! {
        #[test]
        fn whatever_order_hashes_are_in_a_place_is_found(hashes: Vec<u64>, hash: u64) {
            let folder = tempfile::tempdir().unwrap();
            let disk = Folder::new(folder.path());
            let file = file(&disk, 1, &hashes);
            let array: Array<U64> = Array::new(0..file.len());
            for hash in hashes.iter().copied().chain([hash, 0, u64::MAX]) {
                let found = array.first_from(&file, hash, |one| one.get()).unwrap();
                proptest::prop_assert!(found <= hashes.len());
            }
        }
    }

    fn file(disk: &Folder, number: u64, hashes: &[u64]) -> Sealed {
        let mut file = SealedWriter::create(disk, "hashes", number).unwrap();
        for &hash in hashes {
            file.write(U64::new(hash).as_bytes()).unwrap();
        }
        let seal = file.finish().unwrap();
        Sealed::open(disk as &dyn Disk, "hashes", number, seal).unwrap()
    }

    #[test]
    fn hashes_are_found_wherever_they_stand() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Folder::new(folder.path());
        // Such that lie as hashes do, and such that do not.
        let orders: [fn(u64) -> u64; 5] = [
            mix,
            |at| mix(at) >> 30,
            |at| u64::MAX - at / 3,
            |at| u64::MAX / 3 + at % 7,
            |_| u64::MAX,
        ];
        for (number, order) in (1..).zip(orders) {
            for count in [0, 1, 2, 3, 10, 100, 5000] {
                let mut hashes: Vec<u64> = (0..count).map(order).collect();
                hashes.sort_unstable();
                let file = file(&disk, number, &hashes);
                let array: Array<U64> = Array::new(0..file.len());
                let sought = (7000..7300).map(mix);
                let near = hashes
                    .iter()
                    .step_by(7)
                    .flat_map(|&hash| [hash.saturating_sub(1), hash, hash.saturating_add(1)]);
                for hash in sought.chain(near).chain([0, 1, u64::MAX]) {
                    let found = array.first_from(&file, hash, |one| one.get()).unwrap();
                    assert_eq!(found, hashes.partition_point(|&one| one < hash));
                }
            }
        }
    }
}
