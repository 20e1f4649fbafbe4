//! Columns of small numbers, each in as few bits as the largest needs.
//!
//! Crates for this pack 32-bit numbers; keys need up to 56 bits, and a lookup wants single numbers out
//! of a column, which a layout for wide registers makes costly.

/// Bytes that must follow a column, so that its last number can be read as eight bytes.
pub(super) const PADDING: usize = 8;

/// Bits that `value` needs; at most 56 can be packed.
pub(super) fn width(value: u64) -> u32 {
    64 - value.leading_zeros()
}

/// Appends `values`, each in `width` bits, from the low bits up.
pub(super) fn pack(values: impl IntoIterator<Item = u64>, width: u32, out: &mut Vec<u8>) {
    debug_assert!(width <= 56);
    let (mut bits, mut count) = (0u64, 0);
    for value in values {
        bits |= value << count;
        count += width;
        if count >= 64 {
            out.extend_from_slice(&bits.to_le_bytes());
            count -= 64;
            // What did not fit: none where it ended with the eight bytes.
            bits = value.checked_shr(width - count).unwrap_or(0);
        }
    }
    let left = (count as usize).div_ceil(8);
    out.extend_from_slice(&bits.to_le_bytes()[..left]);
}

/// How many bytes a column takes.
pub(super) fn packed(count: usize, width: u32) -> usize {
    (count * width as usize).div_ceil(8)
}

/// The number at place `at` of a column at the beginning of `bytes`, which go on past its end.
#[inline]
pub(super) fn unpack(bytes: &[u8], width: u32, at: usize) -> u64 {
    let bit = at * width as usize;
    let mut eight = [0; 8];
    if let Some(found) = bytes.get(bit / 8..bit / 8 + 8) {
        eight.copy_from_slice(found);
    }
    (u64::from_le_bytes(eight) >> (bit % 8)) & ((1 << width) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(bits in 0u32..=56, seeds: Vec<u64>) {
            let values: Vec<u64> = seeds.iter().map(|seed| seed & ((1 << bits) - 1)).collect();
            let widest = values.iter().map(|&value| width(value)).max().unwrap_or(0);
            let mut out = Vec::new();
            pack(values.iter().copied(), widest, &mut out);
            prop_assert_eq!(out.len(), packed(values.len(), widest));
            out.extend([0xff; PADDING]);
            for (at, &value) in values.iter().enumerate() {
                prop_assert_eq!(unpack(&out, widest, at), value);
            }
        }
    }
}
