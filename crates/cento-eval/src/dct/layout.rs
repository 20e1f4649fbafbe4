//! Ways to turn a chunk's coefficients into a fingerprint.

use cento::fingerprint::Coefficient;
use cento::hash::run_hash;

/// Which coefficients are kept and with how many bits each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    /// Bits of the fingerprint: 32 or 64.
    pub(crate) width: u32,
    /// Bits of it for the chunk's length; 0 leaves it out.
    pub(crate) length: u32,
    /// Whether frequency 0 is kept.
    pub(crate) dc: bool,
    /// Bits for each coefficient.
    pub(crate) bits: Bits,
    /// Bits of the fingerprint for all coefficients, the length aside.
    pub(crate) room: u32,
    /// Chunks of fewer tokens are hashed.
    pub(crate) hashed: usize,
}

/// Bits for each coefficient of a chunk of `n` tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bits {
    /// Always as many.
    Fixed(u32),
    /// The first of these with which all coefficients fit, else the last.
    First(&'static [u32]),
    /// As many as fit when all coefficients are kept, within these bounds.
    Fill(u32, u32),
}

impl Layout {
    /// As the paper has it, as far as that can be read: 32 bits, all frequencies, no length.
    pub(crate) fn paper(bits: Bits) -> Self {
        Self {
            width: 32,
            length: 0,
            dc: true,
            bits,
            room: 32,
            hashed: 0,
        }
    }

    /// The engine's.
    pub(crate) fn engine(width: u32) -> Self {
        let (length, room) = if width == 32 { (5, 27) } else { (8, 40) };
        Self {
            width,
            length,
            dc: false,
            bits: Bits::Fill(3, 28),
            room,
            hashed: 5,
        }
    }

    /// In words, for the table.
    pub(crate) fn name(&self) -> String {
        let bits = match self.bits {
            Bits::Fixed(bits) => format!("{bits} bits"),
            Bits::First(list) => {
                let list: Vec<String> = list.iter().map(u32::to_string).collect();
                format!("{} bits", list.join("/"))
            }
            Bits::Fill(least, most) => format!("{most} to {least} bits, as fit"),
        };
        let dc = if self.dc { "" } else { ", no DC" };
        let length = if self.length > 0 { ", length" } else { "" };
        let hashed = match self.hashed {
            0 => String::new(),
            least => format!(", hashed below {least}"),
        };
        let name = format!(
            "{}: {bits} of {}{dc}{length}{hashed}",
            self.width, self.room
        );
        if *self == Self::engine(self.width) {
            return format!("**{name} (ours)**");
        }
        name
    }

    /// How many coefficients of a chunk of `n` tokens are kept, and with how many bits.
    fn shape(&self, n: usize) -> (usize, u32) {
        let room = self.room;
        let wanted = (n - usize::from(!self.dc)).max(1);
        let bits = match self.bits {
            Bits::Fixed(bits) => bits,
            Bits::First(list) => *list
                .iter()
                .find(|&&bits| bits as usize * wanted <= room as usize)
                .unwrap_or(&list[list.len() - 1]),
            Bits::Fill(least, most) => (room / wanted as u32).clamp(least, most),
        };
        (wanted.min((room / bits) as usize), bits)
    }

    /// A number that is equal exactly where the packed fingerprints are. `coefficients` are all of
    /// the chunk's, from frequency 0, or as many as any layout keeps; `hash` is that of its tokens.
    pub(crate) fn fingerprint(&self, coefficients: &[Coefficient], n: usize, hash: u64) -> u64 {
        if n < self.hashed {
            return hash >> (64 - self.width);
        }
        let (count, bits) = self.shape(n);
        let first = usize::from(!self.dc);
        let mut parts = [0u64; 65];
        if self.length > 0 {
            parts[64] = (n as u64).min((1 << self.length) - 1);
        }
        for (part, coefficient) in parts
            .iter_mut()
            .zip(coefficients.iter().skip(first).take(count))
        {
            *part = 1 + coefficient.quantise(bits);
        }
        run_hash(&parts)
    }
}

#[cfg(test)]
mod tests {
    use cento::fingerprint::{Dct, Fingerprinter, HashBreak, Short, Signal, Sketch};
    use cento::token::Tokens;

    use super::*;
    use crate::random::Random;

    /// Chunks that differ in one word are equal to the study exactly where they are to the engine.
    #[test]
    fn the_layout_called_ours_is_the_engines() {
        let breaks = HashBreak {
            p: 3,
            short: Short::Keep,
        };
        let mut random = Random::new(1);
        let word = |random: &mut Random| loop {
            let word = random.next();
            if !breaks.breaks(word) {
                break word;
            }
        };
        let mut signal = Signal::default();
        for width in [32, 64] {
            let mut survived = 0;
            for trial in 0..3000 {
                let before: Vec<u64> = (0..3 + trial % 40).map(|_| word(&mut random)).collect();
                let mut after = before.clone();
                after[random.below(before.len())] = word(&mut random);
                let key = |chunk: &[u64]| {
                    let mut sketch = Sketch::default();
                    let tokens = Tokens {
                        hashes: chunk.to_vec(),
                        ..Tokens::default()
                    };
                    Dct {
                        breaks,
                        bits: width,
                    }
                    .fingerprint(&tokens, &mut sketch);
                    sketch.fingerprints[0].key
                };
                let mut ours = |chunk: &[u64]| {
                    signal.set(chunk);
                    let all: Vec<_> = (0..chunk.len()).map(|k| signal.coefficient(k)).collect();
                    Layout::engine(width).fingerprint(&all, chunk.len(), run_hash(chunk))
                };
                let (engine, study) = (key(&before) == key(&after), ours(&before) == ours(&after));
                assert_eq!(engine, study, "{} tokens", before.len());
                survived += usize::from(engine);
            }
            assert!(survived > 300, "{survived}");
        }
    }
}
