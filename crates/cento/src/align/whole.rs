//! The alignment of two spans from end to end.

use super::columns::{Column, Columns};
use super::pins::{Pin, Pins};
use super::waves::Waves;
use super::words::{Ahead, Side, share_a_word};
use crate::span::TokenSpan;

/// Aligns spans from end to end; its memory is used again.
#[derive(Debug, Default)]
pub(super) struct Whole {
    waves: Waves,
    pins: Pins,
    columns: Columns,
}

/// What an alignment may lose at first: two stretches of four words each.
const DROP: i32 = 16;

/// What it may lose at most: beyond that memory would go with the square of the length.
const MOST_DROP: i32 = 1 << 12;

/// Spans up to so many words are aligned as they are.
const SHORT: u32 = 24;

impl Whole {
    /// The columns of the best alignment, but that long texts which differ much are held together by
    /// [`Pins`].
    pub(super) fn align(
        &mut self,
        a: Side<'_>,
        b: Side<'_>,
        a_span: TokenSpan,
        b_span: TokenSpan,
    ) -> &Columns {
        self.columns.clear();
        if a_span.len().min(b_span.len()) <= SHORT {
            self.between(a, b, a_span, b_span, MOST_DROP);
        } else if a_span.len().abs_diff(b_span.len()) > DROP as u32
            || !self.between(a, b, a_span, b_span, DROP)
        {
            let mut pins = std::mem::take(&mut self.pins);
            let (mut x, mut y) = (a_span.begin, b_span.begin);
            for pin in pins.find(&a.words[a_span.range()], &b.words[b_span.range()]) {
                let Pin {
                    a: at,
                    b: to,
                    length,
                } = *pin;
                let (at, to) = (a_span.begin + at, b_span.begin + to);
                let span = |begin, end| TokenSpan { begin, end };
                self.between(a, b, span(x, at), span(y, to), MOST_DROP);
                self.columns.push(Column::Match, length);
                (x, y) = (at + length, to + length);
            }
            self.pins = pins;
            let rest = |begin, end| TokenSpan { begin, end };
            self.between(a, b, rest(x, a_span.end), rest(y, b_span.end), MOST_DROP);
        }
        &self.columns
    }

    /// Appends the columns of two spans; false, and nothing, where they lose more than `most` and may
    /// lose less if cut.
    fn between(
        &mut self,
        a: Side<'_>,
        b: Side<'_>,
        a_span: TokenSpan,
        b_span: TokenSpan,
        most: i32,
    ) -> bool {
        let (n, m) = (a_span.len(), b_span.len());
        let (mut x, mut y) = (0, 0);
        let (x_words, y_words) = (&a.words[a_span.range()], &b.words[b_span.range()]);
        let is_small = x_words.len() * y_words.len() <= FEW;
        let words = Ahead::new(a, b, a_span, b_span);
        // Where no word is like another, each is replaced, added or left out.
        if !is_small || share_a_word(x_words, y_words) || words.any_close() {
            // Where few ways lead anywhere, all are followed.
            let mut drop = if is_small { most } else { DROP };
            let reach = loop {
                let reach = self.waves.align(&words, drop);
                if (reach.x, reach.y) == (n, m) || drop >= most {
                    break reach;
                }
                // A gap, or several with little between them.
                drop *= 4;
            };
            (x, y) = (reach.x, reach.y);
            if (x, y) != (n, m) && most < MOST_DROP {
                return false;
            }
            self.waves.columns(&words, reach, &mut self.columns);
        }
        // The rest, or all: more differences than any passage has.
        let replaced = (n - x).min(m - y);
        self.columns.push(Column::Substitution, replaced);
        self.columns.push(Column::Deletion, n - x - replaced);
        self.columns.push(Column::Insertion, m - y - replaced);
        true
    }
}

/// Pairs of words that are all looked at.
const FEW: usize = 1 << 10;

#[cfg(test)]
mod tests;
