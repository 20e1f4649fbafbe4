//! The low frequencies of a chunk's token hashes, in whole numbers.
//!
//! Fixed point throughout, 30 bits behind the point: what is stored must not depend on a platform's
//! floating point, and a chunk may be millions of tokens long, so the angle is kept as a fraction of
//! a turn, which wraps around by itself.
//!
//! - Cost: linear in the chunk for each coefficient asked for.
//! - Source: Seo and Croft, SIGIR 2008, steps ii to v.

/// Bits behind the point.
const POINT: u32 = 30;

/// A chunk's token hashes as a signal: the upper 32 bits of each, less their median, over the
/// largest magnitude. Reused from chunk to chunk.
#[derive(Clone, Debug, Default)]
pub struct Signal {
    samples: Vec<i32>,
    sorted: Vec<i64>,
}

/// One frequency's share of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient {
    /// The coefficient.
    pub value: i64,
    /// The largest magnitude it can have in a signal of that length.
    pub range: i64,
}

impl Signal {
    /// Takes up a chunk.
    pub fn set(&mut self, chunk: &[u64]) {
        self.samples.clear();
        if chunk.is_empty() {
            return;
        }
        let high = |token: u64| (token >> 32) as i64;
        self.sorted.clear();
        self.sorted.extend(chunk.iter().map(|&token| high(token)));
        // Twice the median, since that of an even number is the mean of the middle two.
        let (below, &mut upper, _) = self.sorted.select_nth_unstable(chunk.len() / 2);
        let lower = match below.iter().max() {
            Some(&largest) if chunk.len().is_multiple_of(2) => largest,
            _ => upper,
        };
        let centred = |token: &u64| 2 * high(*token) - (lower + upper);
        let largest = chunk.iter().map(|token| centred(token).abs()).max();
        // All tokens equal: all samples zero.
        let largest = largest.unwrap_or(0).max(1);
        // The product stays below 2^63: twice a 32-bit number, times 2^30.
        self.samples.extend(
            chunk
                .iter()
                .map(|token| ((centred(token) << POINT) / largest) as i32),
        );
    }

    /// How many tokens the chunk has.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// True when there is no token.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// True when all tokens are equal: every coefficient is 0.
    pub fn is_flat(&self) -> bool {
        self.samples.iter().all(|&sample| sample == 0)
    }

    /// The coefficient of frequency `k` of the DCT-II: Σ x(n) cos(π/N (n + ½) k).
    pub fn coefficient(&self, k: usize) -> Coefficient {
        let length = self.samples.len() as u128;
        if k == 0 {
            let value = self.samples.iter().map(|&sample| i64::from(sample)).sum();
            // Half of the samples are on either side of the median.
            let range = (length.div_ceil(2).max(1) - 1).max(1) as i64;
            return Coefficient {
                value,
                range: range << POINT,
            };
        }
        // The angle in turns, 64 bits behind the point: (n + ½) k / 2N.
        let first = ((k as u128) << 62).checked_div(length).unwrap_or(0) as u64;
        let mut angle = first;
        let (mut value, mut range) = (0i64, 0i64);
        for &sample in &self.samples {
            let cosine = cosine(angle);
            value += (i64::from(sample) * cosine) >> POINT;
            range += cosine.abs();
            angle = angle.wrapping_add(first.wrapping_mul(2));
        }
        Coefficient { value, range }
    }
}

impl Coefficient {
    /// Which of `2^bits` equal parts of its range it falls into, counted from the most negative;
    /// `bits` from 0 to 31.
    pub fn quantise(self, bits: u32) -> u64 {
        // Both shifted down to where the product below fits, which only the longest chunks need.
        let excess = (64 - self.range.leading_zeros()).saturating_sub(62 - bits);
        let range = (self.range >> excess).max(1);
        let value = (self.value >> excess).clamp(-range, range);
        (((value + range) << bits) / (2 * range)).min((1 << bits) - 1) as u64
    }
}

/// The cosine of an angle given as a fraction of a turn, by a line between two entries of the table.
fn cosine(angle: u64) -> i64 {
    let at = (angle >> (64 - STEPS.ilog2())) as usize;
    let between = ((angle << STEPS.ilog2()) >> (64 - POINT)) as i64;
    let (here, next) = (i64::from(COSINE[at]), i64::from(COSINE[at + 1]));
    here + (((next - here) * between) >> POINT)
}

const STEPS: usize = 1024;

/// A turn of the cosine, from its series, in whole numbers, when this is compiled.
static COSINE: [i32; STEPS + 1] = {
    let mut table = [0; STEPS + 1];
    let mut i = 0;
    while i <= STEPS / 4 {
        let value = series(i) as i32;
        table[i] = value;
        table[STEPS / 2 - i] = -value;
        table[STEPS / 2 + i] = -value;
        table[STEPS - i] = value;
        i += 1;
    }
    table
};

/// cos(2π i / STEPS) for the first quarter.
const fn series(i: usize) -> i128 {
    const PI: i128 = 3_622_009_729_038_561_421; // 60 bits behind the point
    let x = 2 * PI * i as i128 / STEPS as i128;
    let square = (x * x) >> 60;
    let (mut term, mut sum) = (1i128 << 60, 1i128 << 60);
    let mut n = 1;
    while n <= 30 {
        term = -(((term * square) >> 60) / (n * (n + 1)));
        sum += term;
        n += 2;
    }
    (sum + (1 << (59 - POINT))) >> (60 - POINT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    const ONE: i64 = 1 << POINT;

    fn signal(high: &[u64]) -> Signal {
        let mut signal = Signal::default();
        let chunk: Vec<u64> = high.iter().map(|&h| h << 32 | 77).collect();
        signal.set(&chunk);
        signal
    }

    fn samples(high: &[u64]) -> Vec<i64> {
        let exact = |&s: &i32| i64::from(s) * 4 / ONE;
        signal(high).samples.iter().map(exact).collect()
    }

    /// In quarters.
    #[test]
    fn samples_are_centred_on_the_median_and_at_most_one() {
        assert_eq!(samples(&[]), Vec::<i64>::new());
        assert_eq!(samples(&[5]), [0]);
        assert_eq!(samples(&[5, 5, 5, 5]), [0, 0, 0, 0]);
        assert_eq!(samples(&[3, 9]), [-4, 4]);
        assert_eq!(samples(&[7, 3, 5]), [4, -4, 0]);
        // The median of 1, 3, 5, 9 is 4; the farthest is 9.
        assert_eq!(signal(&[1, 9, 3, 5]).samples[0], -(3 * ONE / 5) as i32);
        assert_eq!(signal(&[1, 9, 3, 5]).samples[1], ONE as i32);
        assert_eq!(samples(&[0, u64::from(u32::MAX)]), [-4, 4]);
    }

    #[test]
    fn parts_of_the_range_are_equal_and_closed_at_the_top() {
        let part = |value, range, bits| Coefficient { value, range }.quantise(bits);
        let parts: Vec<u64> = (-4..=4).map(|value| part(value, 4, 2)).collect();
        assert_eq!(parts, [0, 0, 1, 1, 2, 2, 3, 3, 3]);
        assert_eq!(part(0, 0, 3), 4);
        assert_eq!(part(5, 5, 0), 0);
        let long = 1i64 << 62;
        assert_eq!(part(long / 2, long, 31), 3 << 29);
        assert_eq!(part(-long, long, 31), 0);
        assert_eq!(part(long, long, 31), (1 << 31) - 1);
    }

    #[test]
    fn the_table_is_the_cosine() {
        for i in 0..100_000u64 {
            let angle = mix(i + 1);
            let exact = (angle as f64 / 2f64.powi(64) * std::f64::consts::TAU).cos();
            let ours = cosine(angle) as f64 / ONE as f64;
            assert!((exact - ours).abs() < 1e-5, "{angle}: {exact} {ours}");
        }
        assert_eq!((cosine(0), cosine(1 << 63)), (ONE, -ONE));
        assert_eq!((cosine(1 << 62), cosine(3 << 62)), (0, 0));
    }

    #[test]
    fn coefficients_are_those_of_the_formula() {
        for length in [1usize, 2, 3, 4, 7, 16, 33, 1000] {
            let high: Vec<u64> = (0..length as u64).map(|i| mix(i + 1) >> 32).collect();
            let signal = signal(&high);
            for k in 0..length.min(20) {
                let angle =
                    |n: usize| std::f64::consts::PI / length as f64 * (n as f64 + 0.5) * k as f64;
                let exact: f64 = (0..length)
                    .map(|n| f64::from(signal.samples[n]) / ONE as f64 * angle(n).cos())
                    .sum();
                let Coefficient { value, range } = signal.coefficient(k);
                let ours = value as f64 / ONE as f64;
                assert!((exact - ours).abs() < 1e-5 * length as f64, "{length} {k}");
                assert!(value.abs() <= range + length as i64, "{length} {k}");
            }
        }
    }

    /// Values that are stored, so a change here is a change of format.
    #[test]
    fn stored_coefficients_never_change() {
        let signal = signal(&[
            10,
            3_100_000_000,
            4_000_000_000,
            1_300_000_000,
            2_000_000_000,
        ]);
        let values: Vec<i64> = (0..5).map(|k| signal.coefficient(k).value).collect();
        assert_eq!(
            values,
            [214748371, -453172000, -2008773973, -1550194231, 568204063]
        );
    }
}
