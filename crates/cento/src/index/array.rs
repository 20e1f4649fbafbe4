//! Records of fixed size, one behind the other in a file.

use std::marker::PhantomData;
use std::ops::Range;

use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use super::sealed::Sealed;
use crate::error::Result;

/// Where they are.
#[derive(Debug)]
pub(super) struct Array<T> {
    begin: usize,
    count: usize,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Array<T> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<T: Copy + FromBytes + Immutable + KnownLayout + Unaligned> Array<T> {
    pub(super) fn new(section: Range<usize>) -> Self {
        Self {
            begin: section.start,
            count: section.len() / size_of::<T>(),
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

    pub(super) fn iter<'s>(&self, file: &'s Sealed) -> impl Iterator<Item = Result<T>> + use<'s, T> {
        let array = self.clone();
        (0..self.count).map(move |at| array.get(file, at))
    }
}
