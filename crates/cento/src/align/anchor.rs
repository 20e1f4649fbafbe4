//! Seeds merged along diagonals.

use std::ops::Range;

use super::Seed;

/// Seeds that lie on one diagonal and touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) length: u32,
}

/// So many words in a row are believed as they are; fewer when others lie close by, in tokens along
/// and across diagonals.
const ENOUGH: u32 = 6;
const NEIGHBOURHOOD: i64 = 48;
const DRIFT: i64 = 10;

/// Merges `seeds` into `out`, leaving out those that nothing else supports: short keys are shared by
/// chance, two of them side by side hardly ever. Longest first.
pub(super) fn anchors(seeds: &mut [Seed], min_tokens: u32, out: &mut Vec<Anchor>) {
    out.clear();
    let diagonal = |a: u32, b: u32| i64::from(b) - i64::from(a);
    // By diagonal, then place.
    seeds.sort_unstable_by_key(|seed| {
        let diagonal = seed.b.wrapping_sub(seed.a) ^ (1 << 31);
        (u64::from(diagonal) << 32) | u64::from(seed.a)
    });
    for seed in &*seeds {
        match out.last_mut() {
            Some(last)
                if diagonal(last.a, last.b) == diagonal(seed.a, seed.b)
                    && seed.a <= last.a + last.length =>
            {
                let end = (last.a + last.length).max(seed.a + seed.length);
                last.length = end - last.a;
            }
            _ => out.push(Anchor {
                a: seed.a,
                b: seed.b,
                length: seed.length,
            }),
        }
    }
    out.sort_unstable_by_key(|anchor| (anchor.a, anchor.b));
    let is_near = |x: &Anchor, y: &Anchor| {
        let (dx, dy) = (
            i64::from(y.a) - i64::from(x.a),
            i64::from(y.b) - i64::from(x.b),
        );
        dx > 0 && dy > 0 && dx <= NEIGHBOURHOOD && (dy - dx).abs() <= DRIFT
    };
    let mut supported: Vec<bool> = out
        .iter()
        .map(|anchor| anchor.length >= ENOUGH.min(min_tokens))
        .collect();
    for i in 0..out.len() {
        for j in i + 1..out.len().min(i + LOOK_AHEAD) {
            if i64::from(out[j].a) - i64::from(out[i].a) > NEIGHBOURHOOD {
                break;
            }
            if !(supported[i] && supported[j]) && is_near(&out[i], &out[j]) {
                (supported[i], supported[j]) = (true, true);
            }
        }
    }
    let mut each = supported.into_iter();
    out.retain(|_| each.next().unwrap_or(false));
    out.sort_unstable_by_key(|anchor| (u32::MAX - anchor.length, anchor.a, anchor.b));
}

/// Anchors looked at for support: more lie this close only where a phrase is repeated over and over.
const LOOK_AHEAD: usize = 64;

/// Words of the surroundings that are looked at, on either side, and how many words may have come or
/// gone there.
const AROUND: usize = 32;
const SHIFTS: [i64; 5] = [0, 1, -1, 2, -2];

impl Anchor {
    /// The words of `a` that tell whether it is more than chance; the last may be beyond its end.
    pub(super) fn around(&self) -> Range<usize> {
        let (begin, end) = (self.a as usize, (self.a + self.length) as usize);
        begin.saturating_sub(AROUND)..end + AROUND
    }

    /// Whether `enough` words in it and around it are the same on nearly its diagonal, each next to
    /// another that is: where a passage is damaged its words still stand side by side, and common words
    /// that meet by chance stand alone.
    ///
    /// Of `a` it is given the words [`around`](Self::around) it.
    pub(super) fn is_supported(&self, a: &[u32], b: &[u32], enough: u32) -> bool {
        let begin = self.around().start;
        let diagonal = i64::from(self.b) - i64::from(self.a);
        let (begin, end) = (begin as i64, (begin + a.len()) as i64);
        let mut words = 0;
        for shift in SHIFTS {
            let offset = diagonal + shift;
            let from = begin.max(-offset);
            let to = end.min(b.len() as i64 - offset);
            if from >= to {
                continue;
            }
            let a = &a[(from - begin) as usize..(to - begin) as usize];
            let b = &b[(from + offset) as usize..(to + offset) as usize];
            words += side_by_side(a, b);
            if words >= enough {
                return true;
            }
        }
        false
    }
}

/// How many words are the same as those opposite, next to another that is.
fn side_by_side(a: &[u32], b: &[u32]) -> u32 {
    let same = |i: usize| i < a.len() && a[i] == b[i];
    let inner: u32 = a
        .windows(3)
        .zip(b.windows(3))
        .map(|(x, y)| u32::from((x[1] == y[1]) & ((x[0] == y[0]) | (x[2] == y[2]))))
        .sum();
    let first = same(0) && same(1);
    let last = a.len() > 1 && same(a.len() - 1) && same(a.len() - 2);
    inner + u32::from(first) + u32::from(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_alone_do_not_count() {
        let count = |a: &[u32], b: &[u32]| side_by_side(a, b);
        assert_eq!(count(&[], &[]), 0);
        assert_eq!(count(&[1], &[1]), 0);
        assert_eq!(count(&[1, 2], &[1, 2]), 2);
        assert_eq!(count(&[1, 9, 3, 9, 5], &[1, 2, 3, 4, 5]), 0);
        assert_eq!(count(&[1, 2, 9, 4, 5, 6, 9], &[1, 2, 3, 4, 5, 6, 7]), 5);
        assert_eq!(count(&[9, 2, 3], &[1, 2, 3]), 2);
    }
}
