//! A few bits for each token of a document, one behind the other.

/// The fingerprint of a whole document. From fewer than eight bits a token no word can be told, and what two documents
/// have in common can be found and located all the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Print {
    bits: u32,
    tokens: u32,
    packed: Vec<u8>,
}

impl Print {
    /// The bits of a token, given half of its hash: the first, so that fewer bits are the first of them.
    #[inline]
    pub fn value(bits: u32, half: u32) -> u8 {
        (half >> (u32::BITS - bits)) as u8
    }

    /// Of tokens, by half of the hash of each; `bits` is 1 to 8.
    pub fn new(bits: u32, halves: impl Iterator<Item = u32>) -> Self {
        Self::of(bits, halves.map(|half| Self::value(bits, half)))
    }

    fn of(bits: u32, values: impl Iterator<Item = u8>) -> Self {
        let (mut tokens, mut packed) = (
            0,
            Vec::with_capacity(values.size_hint().0 * bits as usize / 8 + 1),
        );
        let (mut open, mut filled) = (0u32, 0);
        for value in values {
            tokens += 1;
            open = open << bits | u32::from(value);
            filled += bits;
            if filled >= u8::BITS {
                filled -= u8::BITS;
                packed.push((open >> filled) as u8);
                open &= (1 << filled) - 1;
            }
        }
        if filled > 0 {
            packed.push((open << (u8::BITS - filled)) as u8);
        }
        Self {
            bits,
            tokens,
            packed,
        }
    }

    /// From its [bytes](Self::bytes); `None` where these are not those of so many tokens.
    pub fn from_bytes(bits: u32, tokens: u32, packed: Vec<u8>) -> Option<Self> {
        let print = Self {
            bits,
            tokens,
            packed,
        };
        if !(1..=super::Mile::MAX_BITS).contains(&bits)
            || print.packed.len() != Self::length(bits, tokens)
        {
            return None;
        }
        // What stands behind the last token is nothing.
        let behind = print.packed.len() as u64 * 8 - u64::from(tokens) * u64::from(bits);
        let last = print.packed.last().copied().unwrap_or(0);
        (u32::from(last) & ((1 << behind) - 1) == 0).then_some(print)
    }

    /// How many bytes so many tokens take.
    pub fn length(bits: u32, tokens: u32) -> usize {
        (u64::from(bits) * u64::from(tokens)).div_ceil(8) as usize
    }

    /// Bits of a token.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How many tokens there are.
    pub fn tokens(&self) -> u32 {
        self.tokens
    }

    /// All bits, eight to a byte.
    pub fn bytes(&self) -> &[u8] {
        &self.packed
    }

    /// The bits of each token.
    pub fn values(&self) -> impl Iterator<Item = u8> + '_ {
        let bits = self.bits as usize;
        let mask = ((1u16 << bits) - 1) as u8;
        (0..self.tokens as usize).map(move |token| {
            let end = (token + 1) * bits;
            let (byte, behind) = ((end - 1) / 8, (8 - end % 8) % 8);
            let before = match byte {
                0 => 0,
                byte => u16::from(self.packed[byte - 1]),
            };
            ((before << 8 | u16::from(self.packed[byte])) >> behind) as u8 & mask
        })
    }

    /// The same with fewer bits, as if it had been made so; `None` where it has not as many.
    pub fn downgraded(&self, bits: u32) -> Option<Self> {
        if !(1..=self.bits).contains(&bits) {
            return None;
        }
        let values = self.values().map(|value| value >> (self.bits - bits));
        Some(Self::of(bits, values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    #[test]
    fn values_come_back_and_fewer_bits_are_the_first() {
        for tokens in [0u64, 1, 2, 3, 7, 8, 9, 100] {
            let halves = || (0..tokens).map(|token| mix(token + 1) as u32);
            for bits in 1..=8 {
                let print = Print::new(bits, halves());
                let values: Vec<u8> = halves().map(|half| (half >> (32 - bits)) as u8).collect();
                assert!(print.values().eq(values.iter().copied()), "{bits} {tokens}");
                assert_eq!(
                    print.bytes().len(),
                    (tokens * u64::from(bits)).div_ceil(8) as usize
                );
                let bytes = print.bytes().to_vec();
                assert_eq!(
                    Print::from_bytes(bits, tokens as u32, bytes),
                    Some(print.clone())
                );
                for fewer in 1..=bits {
                    assert_eq!(print.downgraded(fewer), Some(Print::new(fewer, halves())));
                }
                assert_eq!(print.downgraded(bits + 1), None);
                assert_eq!(print.downgraded(0), None);
            }
        }
    }

    #[test]
    fn bytes_that_are_no_print_are_refused() {
        assert_eq!(Print::from_bytes(4, 3, vec![1, 2, 3]), None);
        assert_eq!(Print::from_bytes(4, 3, vec![1]), None);
        assert_eq!(Print::from_bytes(4, 3, vec![1, 0x21]), None);
        assert!(Print::from_bytes(4, 3, vec![1, 0x20]).is_some());
        assert_eq!(Print::from_bytes(0, 0, vec![]), None);
        assert_eq!(Print::from_bytes(9, 8, vec![0; 9]), None);
    }
}
