//! Places in a text, counted as the reader of the results counts.

use std::str::FromStr;

use serde::Serialize;

use crate::span::ByteSpan;

/// What offsets count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OffsetUnit {
    /// Unicode code points, as in Python.
    #[default]
    Char,
    /// Bytes of UTF-8, as in Rust and Go.
    Byte,
    /// UTF-16 code units, as in JavaScript and Java.
    Utf16,
}

impl OffsetUnit {
    /// As it is written in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Char => "char",
            Self::Byte => "byte",
            Self::Utf16 => "utf16",
        }
    }
}

impl FromStr for OffsetUnit {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        [Self::Char, Self::Byte, Self::Utf16]
            .into_iter()
            .find(|unit| unit.name() == name)
            .ok_or_else(|| "offsets are counted by char, byte or utf16".to_owned())
    }
}

/// Bytes between two places whose offsets are kept.
const STEP: usize = 128;

/// The offsets of a text in every unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offsets {
    /// Code points and UTF-16 units before every `STEP`-th byte; empty where all is ASCII.
    marks: Vec<(u32, u32)>,
}

impl Offsets {
    /// Goes through the text once.
    pub fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Self::default();
        }
        let (mut chars, mut units) = (0, 0);
        let marks = text
            .as_bytes()
            .chunks(STEP)
            .map(|chunk| {
                let mark = (chars, units);
                let (more_chars, more_units) = counts(chunk);
                chars += more_chars;
                units += more_units;
                mark
            })
            .collect();
        Self { marks }
    }

    /// The offset of the character at this byte of the text the offsets were made of.
    pub fn of(&self, text: &str, byte: usize, unit: OffsetUnit) -> u64 {
        let Some(&(chars, units)) = self.marks.get(byte / STEP) else {
            // All ASCII, or the end of a text of whole steps.
            return match self.marks.last() {
                None => byte as u64,
                Some(_) if unit == OffsetUnit::Byte => byte as u64,
                Some(&(chars, units)) => {
                    let from = (self.marks.len() - 1) * STEP;
                    let more = counts(&text.as_bytes()[from..byte]);
                    u64::from(if unit == OffsetUnit::Char {
                        chars + more.0
                    } else {
                        units + more.1
                    })
                }
            };
        };
        let rest = &text.as_bytes()[byte / STEP * STEP..byte];
        u64::from(match unit {
            OffsetUnit::Byte => return byte as u64,
            OffsetUnit::Char => chars + counts(rest).0,
            OffsetUnit::Utf16 => units + counts(rest).1,
        })
    }

    /// Both ends of a span.
    pub fn span(&self, text: &str, span: ByteSpan, unit: OffsetUnit) -> (u64, u64) {
        let [begin, end] = [span.begin, span.end].map(|byte| self.of(text, byte as usize, unit));
        (begin, end)
    }
}

/// The code points and UTF-16 units that begin in these bytes, of which there are no more than [`STEP`].
fn counts(bytes: &[u8]) -> (u32, u32) {
    /// One in each of eight bytes.
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (mut continuing, mut pairs) = (0u64, 0u64);
    let (eights, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    for eight in eights.iter().chain([&last]) {
        let eight = u64::from_le_bytes(*eight);
        let bit = |n: u32| eight >> n;
        // 10xxxxxx goes on with a character; four bytes of UTF-8, which begin with 1111xxxx, are two units.
        continuing += bit(7) & !bit(6) & ONES;
        pairs += bit(7) & bit(6) & bit(5) & bit(4) & ONES;
    }
    // Each of eight sums is 17 at most, and so is all of them together less than 256.
    let sum = |eight: u64| (eight.wrapping_mul(ONES) >> 56) as u32;
    let chars = bytes.len() as u32 - sum(continuing);
    (chars, chars + sum(pairs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        /// Some thousand spans of each text, about a million in all.
        #[test]
        fn offsets_slice_to_the_same_text_in_every_unit(
            text in "(\\PC|[a-z ]{0,40}|[\u{4e00}-\u{4eff}]{0,9}|[\u{1f600}-\u{1f64f}]){0,90}",
            seed in any::<u64>(),
        ) {
            let offsets = Offsets::new(&text);
            let chars: Vec<char> = text.chars().collect();
            let units: Vec<u16> = text.encode_utf16().collect();
            let bounds: Vec<usize> =
                text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let mut state = seed;
            for _ in 0..700 {
                state = crate::hash::mix(state.wrapping_add(1));
                let (x, y) = (state as u32 as usize % bounds.len(), (state >> 32) as usize % bounds.len());
                let span = ByteSpan { begin: bounds[x.min(y)] as u32, end: bounds[x.max(y)] as u32 };
                let wanted = &text[span.range()];
                let range = |unit| {
                    let (begin, end) = offsets.span(&text, span, unit);
                    begin as usize..end as usize
                };
                prop_assert_eq!(&text[range(OffsetUnit::Byte)], wanted);
                prop_assert!(chars[range(OffsetUnit::Char)].iter().copied().eq(wanted.chars()));
                prop_assert!(
                    units[range(OffsetUnit::Utf16)].iter().copied().eq(wanted.encode_utf16())
                );
            }
        }
    }
}
