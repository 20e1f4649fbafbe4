//! Eight bytes of text looked at together, as the lanes of one number.

/// The high bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// `byte` in each of eight.
const fn all(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Eight bytes, the first in the lowest place.
#[derive(Clone, Copy)]
pub(super) struct Eight(u64);

impl Eight {
    /// The bytes from `at` on; past the end of the text there are zeros.
    #[inline]
    pub(super) fn at(bytes: &[u8], at: usize) -> Self {
        let rest = &bytes[at..];
        Self(u64::from_le_bytes(
            rest.first_chunk().copied().unwrap_or_else(|| {
                let mut last = [0; 8];
                last[..rest.len()].copy_from_slice(rest);
                last
            }),
        ))
    }

    /// The high bit of each byte that is an ASCII letter or digit.
    #[inline]
    fn wordy(self) -> u64 {
        let low = self.0 & !HIGH;
        let lower = low | all(0x20);
        // A sum has its high bit set from the bound on; no byte carries into the next.
        let from = |value: u64, bound: u8| value + all(0x80 - bound);
        let letter = from(lower, b'a') & !from(lower, b'z' + 1);
        let digit = from(low, b'0') & !from(low, b'9' + 1);
        (letter | digit) & !self.0 & HIGH
    }

    /// How many bytes come before the first that is part of a word, or not ASCII.
    #[inline]
    pub(super) fn separators(self) -> usize {
        (self.wordy() | self.0 & HIGH).trailing_zeros() as usize / 8
    }

    /// How many bytes come before the first that is no ASCII letter or digit.
    #[inline]
    pub(super) fn letters(self) -> usize {
        (!self.wordy() & HIGH).trailing_zeros() as usize / 8
    }

    /// The bytes with the bit set that tells lower from upper case; digits have it already.
    #[inline]
    pub(super) fn lower_case(self) -> [u8; 8] {
        (self.0 | all(0x20)).to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_in_every_place_is_told_apart() {
        for byte in 0..=255u8 {
            for place in 0..8 {
                let mut spaces = [b' '; 8];
                spaces[place] = byte;
                let stops = byte.is_ascii_alphanumeric() || byte >= 0x80;
                let eight = Eight::at(&spaces, 0);
                assert_eq!(
                    eight.separators(),
                    if stops { place } else { 8 },
                    "{byte} at {place}"
                );
                let mut letters = [b'x'; 8];
                letters[place] = byte;
                let eight = Eight::at(&letters, 0);
                let wordy = byte.is_ascii_alphanumeric();
                assert_eq!(
                    eight.letters(),
                    if wordy { 8 } else { place },
                    "{byte} at {place}"
                );
                if wordy {
                    assert_eq!(eight.lower_case()[place], byte.to_ascii_lowercase());
                }
            }
        }
    }

    #[test]
    fn past_the_end_there_are_separators() {
        assert_eq!(Eight::at(b"ab", 0).letters(), 2);
        assert_eq!(Eight::at(b"ab ", 2).separators(), 8);
    }
}
