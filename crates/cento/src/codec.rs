//! Numbers and byte strings as few bytes, for data that is written and read by one run.

/// Appends `value` in base 128, low digits first.
#[inline]
pub(crate) fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// How many bytes [`put`] takes for `value`.
#[inline]
pub(crate) fn size(value: u64) -> usize {
    (64 - (value | 1).leading_zeros() as usize).div_ceil(7)
}

/// Appends the length of `bytes`, then `bytes`.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Reads what the functions above wrote, in the same order. Past the end, numbers are 0 and byte
/// strings empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Bytes not read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    #[inline]
    pub(crate) fn number(&mut self) -> u64 {
        // Most have few bytes: no jump goes by how many.
        if let Some(four) = self.bytes.first_chunk() {
            let four = u32::from_le_bytes(*four);
            let length = end(u64::from(!four & 0x8080_8080));
            if length <= 4 {
                self.bytes = &self.bytes[length..];
                return of_few_bytes(four, length);
            }
        }
        self.number_of_any_length()
    }

    /// Appends so many numbers.
    #[inline]
    pub(crate) fn numbers(&mut self, count: usize, out: &mut Vec<u64>) {
        out.reserve(count);
        // Two at a time: where the next begins is what each has to wait for.
        for _ in 0..count / 2 {
            out.extend(self.two());
        }
        if !count.is_multiple_of(2) {
            out.push(self.number());
        }
    }

    #[inline]
    fn two(&mut self) -> [u64; 2] {
        if let Some(eight) = self.bytes.first_chunk() {
            let eight = u64::from_le_bytes(*eight);
            let ends = !eight & 0x8080_8080_8080_8080;
            let first = end(ends);
            let both = end(ends & ends.wrapping_sub(1));
            if first <= 4 && both <= first + 4 {
                self.bytes = &self.bytes[both..];
                let behind = (eight >> (8 * first)) as u32;
                return [
                    of_few_bytes(eight as u32, first),
                    of_few_bytes(behind, both - first),
                ];
            }
        }
        [self.number(), self.number()]
    }

    fn number_of_any_length(&mut self) -> u64 {
        let mut value = 0;
        let mut shift = 0;
        while let Some((&byte, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
            shift = (shift + 7) & 63;
        }
        value
    }

    pub(crate) fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.bytes.split_at(length.min(self.bytes.len()));
        self.bytes = rest;
        taken
    }

    pub(crate) fn bytes(&mut self) -> &'a [u8] {
        let length = self.number();
        self.take(length as usize)
    }

    /// The same as text; what is not UTF-8 is replaced.
    pub(crate) fn text(&mut self) -> String {
        let bytes = self.bytes();
        // Nearly all is, and seen to be faster than it is gone through for what is not.
        match str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => String::from_utf8_lossy(bytes).into_owned(),
        }
    }
}

/// How many bytes there are up to the first bit that is set, which is the last of its byte; nine where none is.
#[inline]
fn end(ends: u64) -> usize {
    ends.trailing_zeros() as usize / 8 + 1
}

/// The number of the first bytes, one to four.
#[inline]
fn of_few_bytes(four: u32, length: usize) -> u64 {
    let own = four & (u32::MAX >> (32 - 8 * length));
    let sevens = own & 0x7f | own >> 1 & 0x3f80 | own >> 2 & 0x1f_c000;
    u64::from(sevens | own >> 3 & 0x0fe0_0000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_put_is_read(numbers: Vec<(u64, u8)>, strings: Vec<Vec<u8>>) {
            let mut out = Vec::new();
            // Of any number of bytes.
            let numbers = numbers.into_iter().map(|(number, bits)| number >> (bits % 64));
            let numbers: Vec<u64> = numbers.collect();
            numbers.iter().for_each(|&number| put(&mut out, number));
            prop_assert_eq!(out.len(), numbers.iter().map(|&number| size(number)).sum::<usize>());
            strings.iter().for_each(|string| put_bytes(&mut out, string));
            let mut reader = Reader::new(&out);
            for &number in &numbers {
                prop_assert_eq!(reader.number(), number);
            }
            for string in &strings {
                prop_assert_eq!(reader.bytes(), string.as_slice());
            }
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn anything_is_read_the_same_at_once(bytes: Vec<(bool, u8)>) {
            // Many that go on, and numbers that are longer than they need be.
            let bytes = bytes.into_iter().map(|(goes_on, byte)| byte & 0x7f & !(byte << 2) | u8::from(goes_on) << 7);
            let bytes: Vec<u8> = bytes.collect();
            let (mut one, mut other) = (Reader::new(&bytes), Reader::new(&bytes));
            let mut numbers = Vec::new();
            while !other.is_empty() {
                numbers.push(other.number_of_any_length());
                prop_assert_eq!(one.number(), numbers[numbers.len() - 1]);
                prop_assert_eq!(one.rest(), other.rest());
            }
            for count in 0..=numbers.len() {
                let (mut all, mut found) = (Reader::new(&bytes), vec![7]);
                all.numbers(count, &mut found);
                prop_assert_eq!(&found[1..], &numbers[..count]);
                all.numbers(numbers.len() - count, &mut found);
                prop_assert_eq!(&found[1..], &numbers);
                prop_assert!(all.is_empty());
                // Past the end they are 0.
                all.numbers(count, &mut found);
                prop_assert!(found[1 + numbers.len()..].iter().all(|&one| one == 0));
                prop_assert_eq!(found.len(), 1 + numbers.len() + count);
            }
        }
    }
}
