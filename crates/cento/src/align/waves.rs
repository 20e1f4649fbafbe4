//! The best alignment of two sequences of words, by waves of growing cost.
//!
//! A column that matches scores 2, a substitution by a close word 1, by another -2, a word on one side
//! only -2. Over the words read on both sides, `x + y`, that is a cost: a match costs nothing, a close
//! word 1, another 4, a word on one side 3; and the score is `x + y - cost`. The wave of a cost holds, for
//! each diagonal, the furthest place that can be reached at that cost; runs of equal words are walked for
//! nothing.
//!
//! - Promise: without a drop, the score is that of the full dynamic programme.
//! - Cost: time and memory go with the cost of the alignment times the diagonals alive; two equal
//!   texts take one walk. A diagonal from which the end is dearer than on the best way known is given up.
//! - Source: Ukkonen 1985 and Myers 1986 for unit costs; Marco-Sola and others, Bioinformatics 2021,
//!   for weighted ones; the drop is that of BLAST.
//! - Why the furthest place is enough: dropping the last word of both sides never makes an alignment
//!   dearer, so costs do not fall along a diagonal.

use super::columns::{Column, Columns};
use super::words::Words;

/// What a close word costs, a word on one side only, and another word. A close word scores, and gaps
/// cost little, so that words come to stand opposite those they replace.
const CLOSE: usize = 1;
const GAP: usize = 3;
const OTHER: usize = 4;

/// Places of one alignment, and more for each word. Two texts that take more have little in common,
/// and the square of their length.
const ROOM: usize = 1 << 16;
const ROOM_A_WORD: usize = 16;

/// No place on this diagonal.
const NONE: i32 = i32::MIN;

/// Where an alignment ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// Words of each side inside it.
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) score: i32,
    cost: usize,
}

/// The waves of one alignment; their memory is used again for the next.
#[derive(Debug, Default)]
pub(super) struct Waves {
    places: Vec<i32>,
    waves: Vec<Wave>,
    furthest: Furthest,
    traced: Vec<(Column, u32)>,
}

/// The diagonals `lowest..lowest + count`, whose places begin at `from`.
#[derive(Clone, Copy, Debug, Default)]
struct Wave {
    lowest: i32,
    from: usize,
    count: usize,
}

impl Waves {
    /// Aligns both sides from end to end, and gives up what falls `drop` below the best; then to where
    /// the score is best.
    pub(super) fn align(&mut self, words: &impl Words, drop: i32) -> Reach {
        let (n, m) = words.lengths();
        let (n, m) = (n as i32, m as i32);
        let first = words.run(0, 0) as i32;
        self.start(first);
        let mut best = Reach {
            x: first as u32,
            y: first as u32,
            score: 2 * first,
            cost: 0,
        };
        let mut end = (n == m && first == n).then_some(best);
        let room = ROOM + ROOM_A_WORD * (n + m) as usize;
        // What the way to the end costs at least from a diagonal, and at most from a place on it.
        let at_least = |diagonal: i32| GAP as i32 * (m - n - diagonal).abs();
        let at_most = |diagonal: i32, x: i32| {
            at_least(diagonal) + OTHER as i32 * (n - x).min(m - x - diagonal)
        };
        let mut bound = at_most(0, first);
        for cost in 1.. {
            if end.is_some() || self.places.len() > room {
                break;
            }
            let from = self.places.len();
            let lowest = self.enter(words, cost);
            for (at, diagonal) in (from..self.places.len()).zip(lowest..) {
                let x = self.places[at];
                if x == NONE {
                    continue;
                }
                // Another way is known to be as good.
                if cost as i32 + at_least(diagonal) > bound {
                    self.places[at] = NONE;
                    continue;
                }
                let y = x + diagonal;
                let run = if x < n && y < m {
                    words.run(x as usize, y as usize) as i32
                } else {
                    0
                };
                let reach = Reach {
                    x: (x + run) as u32,
                    y: (y + run) as u32,
                    score: x + y + 2 * run - cost as i32,
                    cost,
                };
                if reach.score < best.score - drop || !self.furthest.pass(diagonal, x + run) {
                    self.places[at] = NONE;
                    continue;
                }
                self.places[at] = x + run;
                bound = bound.min(cost as i32 + at_most(diagonal, x + run));
                if reach.score > best.score {
                    best = reach;
                }
                if x + run == n && y + run == m {
                    end = Some(reach);
                }
            }
            self.close_wave(lowest, from);
            if (0..OTHER).all(|step| self.wave(cost, step).count == 0) {
                break;
            }
        }
        end.unwrap_or(best)
    }

    fn start(&mut self, first: i32) {
        self.places.clear();
        self.waves.clear();
        self.furthest.clear();
        self.places.push(first);
        self.furthest.pass(0, first);
        self.waves.push(Wave {
            lowest: 0,
            from: 0,
            count: 1,
        });
    }

    /// Appends the places at which the diagonals of a wave are entered; returns the lowest diagonal.
    fn enter(&mut self, words: &impl Words, cost: usize) -> i32 {
        let (n, m) = words.lengths();
        let (n, m) = (n as i32, m as i32);
        let [close, gap, other] = [CLOSE, GAP, OTHER].map(|step| self.wave(cost, step));
        let bounds = [(close, 0), (gap, 1), (other, 0)]
            .into_iter()
            .filter(|(wave, _)| wave.count > 0)
            .map(|(wave, reach)| (wave.lowest - reach, wave.highest() + reach))
            .reduce(|x, y| (x.0.min(y.0), x.1.max(y.1)));
        let Some((lowest, highest)) = bounds else {
            return 0;
        };
        let from = self.places.len();
        self.places
            .resize(from + (highest - lowest + 1) as usize, NONE);
        let (before, entered) = self.places.split_at_mut(from);
        let mut put = |diagonal: i32, x: i32| {
            let place = &mut entered[(diagonal - lowest) as usize];
            *place = x.max(*place);
        };
        for (diagonal, x) in other.places(before) {
            if x < n && x + diagonal < m {
                put(diagonal, x + 1);
            }
        }
        for (diagonal, x) in gap.places(before) {
            if x < n {
                put(diagonal - 1, x + 1);
            }
            if x + diagonal < m {
                put(diagonal + 1, x);
            }
        }
        for (diagonal, x) in close.places(before) {
            let y = x + diagonal;
            if x < n && y < m && words.close(x as usize, y as usize) {
                put(diagonal, x + 1);
            }
        }
        lowest
    }

    /// Ends a wave, without the empty diagonals at either end.
    fn close_wave(&mut self, lowest: i32, from: usize) {
        let places = &self.places[from..];
        let skipped = places.iter().take_while(|x| **x == NONE).count();
        let kept = places.len() - places.iter().rev().take_while(|x| **x == NONE).count();
        self.places.truncate(from + kept);
        self.waves.push(match kept {
            0 => Wave::default(),
            _ => Wave {
                lowest: lowest + skipped as i32,
                from: from + skipped,
                count: kept - skipped,
            },
        });
    }

    fn wave(&self, cost: usize, step: usize) -> Wave {
        cost.checked_sub(step)
            .and_then(|cost| self.waves.get(cost))
            .copied()
            .unwrap_or_default()
    }

    /// The furthest place on a diagonal at a cost, or [`NONE`].
    fn place(&self, cost: usize, step: usize, diagonal: i32) -> i32 {
        let wave = self.wave(cost, step);
        let at = diagonal.wrapping_sub(wave.lowest);
        if wave.count > 0 && (0..wave.count as i32).contains(&at) {
            self.places[wave.from + at as usize]
        } else {
            NONE
        }
    }

    /// The ways to enter a diagonal at this cost, and what comes by each.
    fn entries(&self, words: &impl Words, cost: usize, diagonal: i32) -> [(i32, Entry); 4] {
        let (n, m) = words.lengths();
        let (n, m) = (n as i32, m as i32);
        let inside = |x: i32| x != NONE && x < n && x + diagonal < m;
        let close = self.place(cost, CLOSE, diagonal);
        let other = self.place(cost, OTHER, diagonal);
        let deleted = self.place(cost, GAP, diagonal + 1);
        let inserted = self.place(cost, GAP, diagonal - 1);
        let is_close = inside(close) && words.close(close as usize, (close + diagonal) as usize);
        [
            (if is_close { close + 1 } else { NONE }, Entry::Close),
            (if inside(other) { other + 1 } else { NONE }, Entry::Other),
            (
                if deleted != NONE && deleted < n {
                    deleted + 1
                } else {
                    NONE
                },
                Entry::Deleted,
            ),
            (
                if inserted != NONE && inserted + diagonal <= m {
                    inserted
                } else {
                    NONE
                },
                Entry::Inserted,
            ),
        ]
    }

    /// Appends the columns of the alignment that ends at `reach`, from left to right.
    pub(super) fn columns(&mut self, words: &impl Words, reach: Reach, out: &mut Columns) {
        let mut traced = std::mem::take(&mut self.traced);
        traced.clear();
        self.trace(words, reach, |column, count| traced.push((column, count)));
        for &(column, count) in traced.iter().rev() {
            out.push(column, count);
        }
        self.traced = traced;
    }

    /// Calls `each` with those columns from right to left, equal ones together.
    pub(super) fn trace(
        &self,
        words: &impl Words,
        reach: Reach,
        mut each: impl FnMut(Column, u32),
    ) {
        let mut x = reach.x as i32;
        let mut diagonal = reach.y as i32 - x;
        let mut cost = reach.cost;
        while cost > 0 {
            let entries = self.entries(words, cost, diagonal);
            // Of equal ways the first in order, always the same.
            let best =
                entries.iter().fold(
                    entries[0],
                    |best, entry| if entry.0 > best.0 { *entry } else { best },
                );
            let (entered, entry) = best;
            if entered == NONE {
                break;
            }
            each(Column::Match, (x - entered) as u32);
            x = entered;
            match entry {
                Entry::Close | Entry::Other => {
                    each(Column::Substitution, 1);
                    x -= 1;
                    cost -= if entry == Entry::Close { CLOSE } else { OTHER };
                }
                Entry::Deleted => {
                    each(Column::Deletion, 1);
                    x -= 1;
                    diagonal += 1;
                    cost -= GAP;
                }
                Entry::Inserted => {
                    each(Column::Insertion, 1);
                    diagonal -= 1;
                    cost -= GAP;
                }
            }
        }
        each(Column::Match, x as u32);
    }
}

impl Wave {
    fn highest(&self) -> i32 {
        self.lowest + self.count as i32 - 1
    }

    /// Its diagonals with a place on them.
    fn places<'a>(&self, places: &'a [i32]) -> impl Iterator<Item = (i32, i32)> + use<'a> {
        let places = &places[self.from..self.from + self.count];
        (self.lowest..)
            .zip(places.iter().copied())
            .filter(|(_, x)| *x != NONE)
    }
}

/// How far each diagonal has been followed: to get there again at a higher cost leads nowhere new.
#[derive(Debug, Default)]
struct Furthest {
    /// Diagonals 0, 1, ... and -1, -2, ...
    above: Vec<i32>,
    below: Vec<i32>,
}

impl Furthest {
    fn clear(&mut self) {
        self.above.clear();
        self.below.clear();
    }

    /// Goes to `x`; false where that is no further than before.
    fn pass(&mut self, diagonal: i32, x: i32) -> bool {
        let (side, at) = if diagonal >= 0 {
            (&mut self.above, diagonal as usize)
        } else {
            (&mut self.below, (-diagonal - 1) as usize)
        };
        if side.len() <= at {
            side.resize(at + 1, NONE);
        }
        let is_new = x > side[at];
        side[at] = x.max(side[at]);
        is_new
    }
}

/// How a diagonal is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Close,
    Other,
    Deleted,
    Inserted,
}

#[cfg(test)]
pub(super) mod tests;
