//! Letters to pieces of lines, in the order in which they are drawn, or, from right to left, in which they stand.
//!
//! A piece goes on while the next letter stands on its baseline and close behind it. Spaces are mostly not drawn: a gap of a
//! sixth of the size is one.

use crate::logical::{self, is_right_to_left};

/// A piece of a line, or a line. Lengths are in points; along and across the direction of writing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// 0 upright, 1 downwards, 2 upside down, 3 upwards, 4 letters above each other.
    pub turn: u8,
    /// Where it begins, along.
    pub begin: f64,
    /// Where it ends, along.
    pub end: f64,
    /// Where its letters stand, across.
    pub baseline: f64,
    /// The size of its letters.
    pub size: f64,
    /// What it says.
    pub text: String,
    /// Whether it is read from the right.
    pub is_from_right: bool,
}

/// A letter where it is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    turn: u8,
    pub(crate) begin: f64,
    pub(crate) end: f64,
    baseline: f64,
    pub(crate) size: f64,
    pub(crate) text: String,
}

/// A gap in front of a letter that is a space, in sizes.
pub(crate) const SPACE: f64 = 0.16;
/// A gap that ends a piece.
const GAP: f64 = 1.2;
/// How far a letter may stand back over the one before it: accents do.
const BACK: f64 = 1.0;
/// How far a letter may stand above or below the line: a raised number does.
const RAISED: f64 = 0.45;

impl Letter {
    /// A letter that is drawn by `matrix` on a page whose corner is at the upper left, of `advance` thousandths.
    pub(crate) fn new(
        matrix: [f64; 6],
        advance: f64,
        text: String,
        is_vertical: bool,
    ) -> Option<Self> {
        let [a, b, c, d, x, y] = matrix;
        if matrix
            .iter()
            .any(|value| !value.is_finite() || value.abs() > 1e7)
        {
            return None;
        }
        let size = 1000.0 * c.hypot(d);
        let along = advance * a.hypot(b);
        let (turn, begin, baseline) = match is_vertical {
            // From the top, and lines from the right.
            true => (4, y, -x),
            false if b.abs() <= a.abs() && a >= 0.0 => (0, x, y),
            false if b.abs() <= a.abs() => (2, -x, -y),
            false if b > 0.0 => (1, y, -x),
            false => (3, -y, x),
        };
        let along = if is_vertical { size } else { along };
        (size > 0.1).then_some(Self {
            turn,
            begin,
            end: begin + along,
            baseline,
            size,
            text,
        })
    }

    /// Whether it is the other drawn again, as thick letters are.
    pub(crate) fn is_over(&self, other: &Self) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 0.1 * self.size;
        self.text == other.text
            && self.turn == other.turn
            && near(self.begin, other.begin)
            && near(self.baseline, other.baseline)
    }
}

/// Pieces of lines, while letters come.
#[derive(Default)]
pub(crate) struct Segments {
    done: Vec<Line>,
    open: Option<Line>,
    /// Those of the open piece; only where they stand tells how they are read, if any is read from the right.
    letters: Vec<Letter>,
    has_from_right: bool,
}

impl Segments {
    pub(crate) fn push(&mut self, letter: &Letter) {
        let is_blank = letter.text.chars().all(char::is_whitespace);
        let is_from_right = is_right_to_left(&letter.text);
        if let Some(open) = &mut self.open {
            let gap = letter.begin - open.end;
            let size = open.size.max(letter.size);
            let is_near = match self.has_from_right || is_from_right {
                true => gap.max(open.begin - letter.end) < GAP * size,
                false => gap < GAP * size && gap > -BACK * size,
            };
            let goes_on = open.turn == letter.turn
                && (letter.baseline - open.baseline).abs() < RAISED * size
                && is_near;
            if goes_on {
                self.letters.push(letter.clone());
                self.has_from_right |= is_from_right;
                if self.has_from_right {
                    open.begin = open.begin.min(letter.begin);
                }
                let is_apart = open.text.ends_with(char::is_whitespace);
                if gap > SPACE * size.min(2.0 * letter.size) && !is_apart && !is_blank {
                    open.text.push(' ');
                }
                // A raised number is of the line, not the line of it.
                if letter.size > open.size && !is_blank {
                    (open.size, open.baseline) = (letter.size, letter.baseline);
                }
                open.end = open.end.max(letter.end);
                match is_blank && is_apart {
                    true => {}
                    false => open.text.push_str(&letter.text),
                }
                return;
            }
        }
        self.close();
        if !is_blank {
            self.open = Some(Line {
                turn: letter.turn,
                begin: letter.begin,
                end: letter.end,
                baseline: letter.baseline,
                size: letter.size,
                text: letter.text.clone(),
                is_from_right: false,
            });
            self.letters.push(letter.clone());
            self.has_from_right = is_from_right;
        }
    }

    fn close(&mut self) {
        if let Some(mut open) = self.open.take() {
            open.text.truncate(open.text.trim_end().len());
            if self.has_from_right {
                (open.text, open.is_from_right) = logical::read(&self.letters);
            }
            self.done.push(open);
        }
        self.letters.clear();
        self.has_from_right = false;
    }

    pub(crate) fn finish(mut self) -> Vec<Line> {
        self.close();
        self.done
    }
}
