//! DCT fingerprints: a chunk is known by the low frequencies of its token hashes.
//!
//! Hash-breaking cuts the text. The hashes of a chunk's tokens, less their median and over their
//! largest magnitude, are a signal; the lowest frequencies of its cosine transform, each quantised
//! uniformly over the range it can take, are packed into a number. One replaced word changes each
//! coefficient a little, and with luck no quantised one.
//!
//! - Promise: the same chunk has the same key anywhere. Hash-breaking's key never survives the
//!   replacement of a word; this one does in 8 % of chunks with `bits` 32 and in 3 % with 64: never
//!   below five tokens, in a quarter to a half of those of twelve or more.
//! - Cost: linear in the chunk, times at most 13 coefficients.
//! - Source: Seo and Croft, SIGIR 2008; 64 bits as in Abdel-Hamid et al., WWW 2009.
//! - Departures, since the paper's packing is lost; `docs/studies/dct.md` has what was tried:
//!   - The chunk's length stands in the top bits: a replacement leaves it as it is, so it tells
//!     chunks apart at no loss. Frequency 0 is left out: it moves with the median.
//!   - Coefficients share 27 bits (of 32) or 40 (of 64), each gets as many as fit all of them and
//!     at least 3. More bits survive less, fewer confuse more: 8, 4 or 2 bits as the
//!     length grows confuse nearly one pair of three-token chunks in a thousand.
//!   - Chunks of fewer than five tokens, and those of one word repeated, are hashed: their signals
//!     are too much alike (`x y x` has two, whatever the words) and survive nothing at any number
//!     of bits that tells them apart.

use super::{HashBreak, Signal};
use crate::fingerprint::{Fingerprinter, Sketch};
use crate::hash::{key, run_hash};
use crate::token::Tokens;

/// Chunks by hash-breaking, fingerprints by discrete cosine transform.
#[derive(Clone, Copy, Debug)]
pub struct Dct {
    /// How the text is cut.
    pub breaks: HashBreak,
    /// Bits of a fingerprint: 32, to survive more, or 64, to confuse less.
    pub bits: u32,
}

/// Shorter chunks are hashed.
const LEAST_TOKENS: usize = 5;

/// No coefficient gets fewer bits.
const LEAST_BITS: u32 = 3;

impl Dct {
    /// The fingerprint of a chunk, at most `bits` wide.
    fn pack(&self, chunk: &[u64], signal: &mut Signal) -> u64 {
        if chunk.len() < LEAST_TOKENS {
            return self.hash(chunk);
        }
        signal.set(chunk);
        if signal.is_flat() {
            return self.hash(chunk);
        }
        let (length_bits, room) = if self.bits == 32 { (5, 27) } else { (8, 40) };
        let frequencies = chunk.len() - 1;
        let bits = (room / frequencies.min(64) as u32).max(LEAST_BITS);
        let kept = frequencies.min((room / bits) as usize);
        let length = (chunk.len() as u64).min((1 << length_bits) - 1);
        (1..=kept).fold(length, |packed, k| {
            packed << bits | signal.coefficient(k).quantise(bits)
        }) << (room - bits * kept as u32)
    }

    fn hash(&self, chunk: &[u64]) -> u64 {
        run_hash(chunk) >> (64 - self.bits)
    }
}

impl Fingerprinter for Dct {
    fn fingerprint(&self, tokens: &Tokens, out: &mut Sketch) {
        let mut signal = Signal::default();
        self.breaks.chunks(&tokens.hashes, |begin, chunk| {
            out.push(key(self.pack(chunk, &mut signal)), begin, chunk.len());
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fingerprint::Short;
    use crate::hash::{mix, token_hash};
    use crate::token::{Tokenizer, Words};

    fn dct(bits: u32) -> Dct {
        let short = Short::Drop;
        Dct {
            breaks: HashBreak { p: 3, short },
            bits,
        }
    }

    fn pack(text: &str, bits: u32) -> u64 {
        let mut tokens = Tokens::default();
        Words::default().tokenize(text, &mut tokens);
        dct(bits).pack(&tokens.hashes, &mut Signal::default())
    }

    /// They are stored, so a change here is a change of format.
    #[test]
    fn stored_fingerprints_never_change() {
        let text = "one woman comedy by person willy";
        let twenty = "one two three four five six seven eight nine ten eleven twelve thirteen \
                      fourteen fifteen sixteen seventeen eighteen nineteen twenty";
        let packed: Vec<String> = [text, twenty]
            .iter()
            .flat_map(|text| [32, 64].map(|bits| format!("{:x}", pack(text, bits))))
            .collect();
        assert_eq!(
            packed,
            ["35a2e79c", "6b48b767d3a", "a38e489b", "1471c9137246"]
        );
    }

    #[test]
    fn the_length_stands_in_the_top_bits() {
        let of = |n: usize, bits| {
            let chunk: Vec<u64> = (0..n as u64).map(|i| mix(i + 1)).collect();
            dct(bits).pack(&chunk, &mut Signal::default())
        };
        for (n, top32, top64) in [(5, 5, 5), (30, 30, 30), (32, 31, 32), (300, 31, 255)] {
            assert_eq!((of(n, 32) >> 27, of(n, 64) >> 40), (top32, top64), "{n}");
        }
    }

    #[test]
    fn short_and_flat_chunks_are_told_apart_by_their_words() {
        let all = [
            "ha",
            "ho",
            "ha ho",
            "ho ha",
            "ha ho ha",
            "no so no",
            "ha ha ha ha ha",
            "ho ho ho ho ho",
        ];
        for bits in [32, 64] {
            let distinct: std::collections::HashSet<u64> =
                all.iter().map(|text| pack(text, bits)).collect();
            assert_eq!(distinct.len(), all.len());
        }
    }

    #[test]
    fn a_long_chunk_takes_linear_time() {
        let word = token_hash(b"word");
        for chunk in [
            vec![word; 3_000_000],
            (0..3_000_000).map(mix).collect::<Vec<_>>(),
        ] {
            let packed = dct(64).pack(&chunk, &mut Signal::default());
            assert!(packed > 0);
        }
    }

    /// A tenth of chunks of twelve tokens at the very least; the study has the figures.
    #[test]
    fn some_fingerprints_survive_a_replaced_word() {
        let mut signal = Signal::default();
        for bits in [32, 64] {
            let survived = (0..1000u64).filter(|&i| {
                let mut chunk: Vec<u64> = (0..12).map(|n| mix(1 + i * 12 + n)).collect();
                let before = dct(bits).pack(&chunk, &mut signal);
                chunk[(i % 12) as usize] = mix(1_000_000 + i);
                before == dct(bits).pack(&chunk, &mut signal)
            });
            assert!(survived.count() >= 100, "{bits}");
        }
    }

    proptest! {
        #[test]
        fn the_same_chunk_has_the_same_key_anywhere(
            before in prop::collection::vec(0u64..500, 0..40),
            words in prop::collection::vec(0u64..500, 5..60),
            bits in prop::sample::select(vec![32, 64]),
        ) {
            let dct = dct(bits);
            let hashes = |words: &[u64]| words.iter().map(|&w| mix(w + 1)).collect::<Vec<_>>();
            let end = (0..).map(|w| mix(w + 1)).find(|&t| dct.breaks.breaks(t)).unwrap();
            let keys = |tokens: Vec<u64>| {
                let mut sketch = Sketch::default();
                dct.fingerprint(&Tokens { hashes: tokens, ..Tokens::default() }, &mut sketch);
                sketch.fingerprints.iter().map(|f| f.key).collect::<Vec<_>>()
            };
            let alone = keys(hashes(&words));
            let shifted = keys([hashes(&before), vec![end], hashes(&words)].concat());
            prop_assert!(shifted.ends_with(&alone));
        }

        /// Order matters: two different orders of five to seven words are not confused.
        #[test]
        fn a_permuted_chunk_has_another_key(
            length in 5usize..8, seed in 1u64..1_000_000, rotation in 1usize..5,
        ) {
            let chunk: Vec<u64> = (0..length as u64).map(|n| mix(seed * 10 + n)).collect();
            let mut rotated = chunk.clone();
            rotated.rotate_left(rotation);
            let mut signal = Signal::default();
            prop_assert_ne!(dct(64).pack(&chunk, &mut signal), dct(64).pack(&rotated, &mut signal));
        }
    }
}
