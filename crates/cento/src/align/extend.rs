//! How far two texts go on agreeing from a place in both.
//!
//! Words that are the same are walked along as they come. Where they end, every way around the mismatch is
//! tried, a word replaced, added or left out at a time, until one leads to a word that is the same
//! and makes up for what was lost; it is taken, and the walk goes on. Where all ways have lost [`DROP`] the extension ends.
//!
//! - Cost: one comparison a word where texts agree, some thirty where they do not; no memory.
//! - Source: the drop is that of BLAST (Altschul and others 1997); the first way out is taken at once,
//!   as text has no long detours that pay off later.

use super::columns::{Column, Counts};
use super::words::Words;

/// What a column scores.
const MATCH: i8 = 2;
const CLOSE: i8 = 1;
const OTHER: i8 = -2;
const GAP: i8 = -2;

/// What may be lost before the extension ends: four words in a row that do not agree. More are gone
/// over where there is an anchor behind them.
pub(super) const DROP: i8 = 8;

/// Words of either side that a way around a mismatch may take: more only where most of them are
/// nearly the same.
const REACH: usize = 12;

/// Words of either side, of which one must match for the score to rise before all is lost, but where words
/// before it are nearly the same.
const NEAR: usize = (DROP / -OTHER) as usize + 1;

/// Words that may be added or left out on such a way.
const BAND: usize = (DROP / -GAP) as usize;

/// One word replaced, added or left out, and where the texts go on.
const ONE_WORD: [(Column, usize, usize); 3] = [
    (Column::Substitution, 1, 1),
    (Column::Insertion, 0, 1),
    (Column::Deletion, 1, 0),
];

/// Where an extension ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extension {
    /// Words of each side inside it.
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) score: i32,
    pub(super) counts: Counts,
}

/// Extends from the beginning of both sides.
pub(super) fn extend(words: &impl Words) -> Extension {
    let mut extension = Extension::default();
    loop {
        let (x, y) = (extension.x as usize, extension.y as usize);
        let run = words.run(x, y) as u32;
        extension.x += run;
        extension.y += run;
        extension.score += i32::from(MATCH) * run as i32;
        extension.counts.add(Column::Match, run);
        if !detour(words, &mut extension) {
            return extension;
        }
    }
}

/// The ways around one mismatch.
struct Ways {
    scores: [[i8; REACH + 1]; REACH + 1],
    last: [[Column; REACH + 1]; REACH + 1],
}

/// No way leads here.
const NONE: i8 = i8::MIN;

/// Goes around a mismatch; false where there is no way.
fn detour(words: &impl Words, extension: &mut Extension) -> bool {
    let (n, m) = words.lengths();
    let (x, y) = (extension.x as usize, extension.y as usize);
    // Most extensions end in words that have nothing in common.
    if !words.meet(x, y, NEAR) {
        return false;
    }
    // Most others are one word, and two that are the same behind it.
    for (column, i, j) in ONE_WORD {
        if x + i + 1 < n
            && y + j + 1 < m
            && words.same(x + i, y + j)
            && words.same(x + i + 1, y + j + 1)
        {
            let is_close = (i, j) == (1, 1) && words.close(x, y);
            extension.x += i as u32;
            extension.y += j as u32;
            extension.score += i32::from(if is_close { CLOSE } else { OTHER });
            extension.counts.add(column, 1);
            return true;
        }
    }
    let (rows, columns) = ((n - x).min(REACH), (m - y).min(REACH));
    let mut ways = Ways {
        scores: [[NONE; REACH + 1]; REACH + 1],
        last: [[Column::Match; REACH + 1]; REACH + 1],
    };
    ways.scores[0][0] = 0;
    for i in 0..=rows {
        let mut is_alive = false;
        let mut best = (0, 0);
        for j in i.saturating_sub(BAND)..=(i + BAND).min(columns) {
            let mut way = (ways.scores[i][j], Column::Match);
            let mut offer = |score: i8, column: Column| {
                if score > way.0 {
                    way = (score, column);
                }
            };
            if i > 0 && j > 0 && ways.scores[i - 1][j - 1] > NONE {
                let before = ways.scores[i - 1][j - 1];
                let (a, b) = (x + i - 1, y + j - 1);
                if words.same(a, b) {
                    offer(before + MATCH, Column::Match);
                } else if words.close(a, b) {
                    offer(before + CLOSE, Column::Substitution);
                } else {
                    offer(before + OTHER, Column::Substitution);
                }
            }
            if i > 0 {
                offer(ways.scores[i - 1][j].saturating_add(GAP), Column::Deletion);
            }
            if j > 0 {
                offer(ways.scores[i][j - 1].saturating_add(GAP), Column::Insertion);
            }
            if way.0 < -DROP {
                continue;
            }
            is_alive = true;
            (ways.scores[i][j], ways.last[i][j]) = way;
            // It ends in a word that is the same: the next may be close by chance.
            if way.0 > best.0 && way.1 == Column::Match {
                best = (way.0, j);
            }
        }
        if best.0 > 0 {
            ways.take(i, best.1, extension);
            return true;
        }
        if !is_alive {
            break;
        }
    }
    false
}

impl Ways {
    /// Goes the way that leads to a place.
    fn take(&self, i: usize, j: usize, extension: &mut Extension) {
        extension.x += i as u32;
        extension.y += j as u32;
        extension.score += i32::from(self.scores[i][j]);
        let (mut i, mut j) = (i, j);
        while (i, j) != (0, 0) {
            let column = self.last[i][j];
            extension.counts.add(column, 1);
            i -= usize::from(column != Column::Insertion);
            j -= usize::from(column != Column::Deletion);
        }
    }
}

#[cfg(test)]
mod tests;
