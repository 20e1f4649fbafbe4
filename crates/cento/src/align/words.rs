//! Two documents' words, seen from a place in both, forwards or backwards.

use super::close::close;
use crate::span::TokenSpan;
use crate::token::Tokens;

/// One document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'a> {
    pub(crate) text: &'a str,
    pub(crate) tokens: &'a Tokens,
}

impl<'a> Side<'a> {
    fn word(&self, at: usize) -> &'a str {
        self.text
            .get(self.tokens.spans[at].range())
            .unwrap_or_default()
    }
}

/// Words of two documents, counted from where the view begins.
pub(super) trait Words {
    /// How many words each document has from here.
    fn lengths(&self) -> (usize, usize);

    /// How many words from these on are the same.
    fn run(&self, x: usize, y: usize) -> usize;

    /// Whether two words are nearly the same.
    fn close(&self, x: usize, y: usize) -> bool;
}

/// The words of two spans, in order.
pub(super) struct Ahead<'a> {
    a: Side<'a>,
    b: Side<'a>,
    a_hashes: &'a [u64],
    b_hashes: &'a [u64],
    from: (usize, usize),
}

impl<'a> Ahead<'a> {
    pub(super) fn new(a: Side<'a>, b: Side<'a>, a_span: TokenSpan, b_span: TokenSpan) -> Self {
        Self {
            a,
            b,
            a_hashes: &a.tokens.hashes[a_span.range()],
            b_hashes: &b.tokens.hashes[b_span.range()],
            from: (a_span.begin as usize, b_span.begin as usize),
        }
    }
}

impl Words for Ahead<'_> {
    fn lengths(&self) -> (usize, usize) {
        (self.a_hashes.len(), self.b_hashes.len())
    }

    fn run(&self, x: usize, y: usize) -> usize {
        let pairs = self.a_hashes[x..].iter().zip(&self.b_hashes[y..]);
        pairs.take_while(|(x, y)| x == y).count()
    }

    fn close(&self, x: usize, y: usize) -> bool {
        let (x, y) = (self.from.0 + x, self.from.1 + y);
        close(self.a.word(x), self.b.word(y))
    }
}

/// The words of two spans, from their ends to their beginnings.
pub(super) struct Behind<'a>(pub(super) Ahead<'a>);

impl Words for Behind<'_> {
    fn lengths(&self) -> (usize, usize) {
        self.0.lengths()
    }

    fn run(&self, x: usize, y: usize) -> usize {
        let (a, b) = (self.0.a_hashes, self.0.b_hashes);
        let pairs = a[..a.len() - x].iter().rev();
        let pairs = pairs.zip(b[..b.len() - y].iter().rev());
        pairs.take_while(|(x, y)| x == y).count()
    }

    fn close(&self, x: usize, y: usize) -> bool {
        let (a, b) = self.lengths();
        self.0.close(a - 1 - x, b - 1 - y)
    }
}
