//! Damage to a file, as bytes say.

/// Pieces one behind the other: three bytes for where in the file, one for how long, and as many bytes in place of those there. A
/// piece of length 0 cuts the file off.
pub(super) struct Damage<'a>(pub(super) &'a [u8]);

impl Damage<'_> {
    pub(super) fn apply(self, whole: &mut Vec<u8>) {
        let mut rest = self.0;
        while let Some((&[low, middle, high, length], behind)) = rest.split_first_chunk() {
            let at = u32::from_le_bytes([low, middle, high, 0]) as usize;
            let at = at % (whole.len() + 1);
            if length == 0 {
                whole.truncate(at);
            }
            let (bytes, behind) = behind.split_at(behind.len().min(length.into()));
            for (place, byte) in whole[at..].iter_mut().zip(bytes) {
                *place = *byte;
            }
            rest = behind;
        }
    }
}

/// Makes the checksum at the end right, so that what is behind it is met too.
pub(super) fn with_checksum(whole: &mut [u8]) {
    if let Some((body, sum)) = whole.split_last_chunk_mut::<8>() {
        *sum = cento::hash::token_hash(body).to_le_bytes();
    }
}
