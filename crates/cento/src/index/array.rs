//! Records of fixed size, one behind the other in a file.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use super::sealed::Sealed;
use crate::error::Result;

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
        let (mut low, mut high) = (0, self.count);
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
