//! Seeds merged along diagonals.

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
const SHIFTS: i64 = 2;

impl Anchor {
    /// How many words around it are the same on nearly its diagonal, next to another that is: where
    /// a passage is damaged its words still stand side by side, and common words that meet by
    /// chance stand alone.
    pub(super) fn words_around(&self, a: &[u32], b: &[u32]) -> u32 {
        let begin = (self.a as usize).saturating_sub(AROUND);
        let end = a.len().min((self.a + self.length) as usize + AROUND);
        let diagonal = i64::from(self.b) - i64::from(self.a);
        let mut words = 0;
        for shift in -SHIFTS..=SHIFTS {
            let offset = diagonal + shift;
            let from = (begin as i64).max(-offset);
            let to = (end as i64).min(b.len() as i64 - offset);
            if from >= to {
                continue;
            }
            let a = &a[from as usize..to as usize];
            let b = &b[(from + offset) as usize..(to + offset) as usize];
            let (mut before, mut counted) = (false, false);
            for (x, y) in a.iter().zip(b) {
                let same = x == y;
                // The second of two counts for both, each further one for itself.
                words += u32::from(same && before) * (1 + u32::from(!counted));
                counted = same && before;
                before = same;
            }
        }
        words
    }
}
