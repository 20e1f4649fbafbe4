//! Spans of one document that are the same place.

use crate::span::TokenSpan;

/// How many tokens two spans share.
pub(super) fn overlap(x: TokenSpan, y: TokenSpan) -> u32 {
    x.end.min(y.end).saturating_sub(x.begin.max(y.begin))
}

/// What the two sides of a passage have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Joint {
    /// A stretch of text, end to end: what one holds of another can be carried over to a third.
    #[default]
    Stretch,
    /// Some of the words of a sentence, in any order.
    Sentences,
}

/// Whether two spans are the same place: each holds half of the other at least.
pub(super) fn same_place(x: TokenSpan, y: TokenSpan) -> bool {
    2 * overlap(x, y) >= x.len().max(y.len())
}

/// Places looked at for one span. More overlap only in a text that repeats itself.
const OPEN: usize = 256;

/// Gathers spans, which come in order of `begin`, into places. Each is compared with the span that
/// opened the place, not with the last that joined it: otherwise places would creep along.
#[derive(Debug, Default)]
pub(super) struct Loci {
    /// The span that opened each place that may still take another, and its number.
    open: Vec<(TokenSpan, u32)>,
    joint: Joint,
}

impl Loci {
    /// Of passages of one kind: a sentence is one place, and no part of it another.
    pub(super) fn of(joint: Joint) -> Self {
        Self {
            joint,
            ..Self::default()
        }
    }

    pub(super) fn clear(&mut self) {
        self.open.clear();
    }

    /// The number of the place that `span` belongs to; a new one gets `new`.
    pub(super) fn place(&mut self, span: TokenSpan, new: u32) -> u32 {
        self.open.retain(|(opened, _)| opened.end > span.begin);
        let best = self
            .open
            .iter()
            .rev()
            .take(OPEN)
            .filter(|(opened, _)| match self.joint {
                Joint::Stretch => same_place(*opened, span),
                Joint::Sentences => *opened == span,
            })
            .max_by_key(|(opened, number)| {
                let shared = overlap(*opened, span);
                let longest = opened.len().max(span.len());
                // In thousandths, and the first of equals.
                (
                    u64::from(shared) * 1000 / u64::from(longest.max(1)),
                    u32::MAX - number,
                )
            });
        match best {
            Some((_, number)) => *number,
            None => {
                self.open.push((span, new));
                new
            }
        }
    }
}
