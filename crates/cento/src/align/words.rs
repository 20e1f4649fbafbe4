//! Two documents' words, seen from a place in both, forwards or backwards.

use super::shape::Shape;
use crate::span::TokenSpan;

/// One document, word by word.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Side<'a> {
    /// A number for each word, the same for the same word.
    pub(crate) words: &'a [u32],
    pub(crate) shapes: &'a [Shape],
}

/// Words that are compared at once.
const BLOCK: usize = 16;

/// Words of two documents, counted from where the view begins.
pub(super) trait Words {
    /// How many words each document has from here.
    fn lengths(&self) -> (usize, usize);

    /// Whether two words are the same.
    fn same(&self, x: usize, y: usize) -> bool;

    /// Whether any of the next `count` words of one side is one of the other's.
    fn meet(&self, x: usize, y: usize, count: usize) -> bool;

    /// How many words from these on are the same.
    fn run(&self, x: usize, y: usize) -> usize;

    /// Whether two words are nearly the same.
    fn close(&self, x: usize, y: usize) -> bool;
}

/// The words of two spans, in order.
pub(super) struct Ahead<'a> {
    a: Side<'a>,
    b: Side<'a>,
    a_words: &'a [u32],
    b_words: &'a [u32],
    from: (usize, usize),
}

impl<'a> Ahead<'a> {
    /// Whether any two words are nearly the same.
    pub(super) fn any_close(&self) -> bool {
        let (n, m) = self.lengths();
        (0..n).any(|x| (0..m).any(|y| self.close(x, y)))
    }

    pub(super) fn new(a: Side<'a>, b: Side<'a>, a_span: TokenSpan, b_span: TokenSpan) -> Self {
        Self {
            a,
            b,
            a_words: &a.words[a_span.range()],
            b_words: &b.words[b_span.range()],
            from: (a_span.begin as usize, b_span.begin as usize),
        }
    }
}

/// Whether two texts have a word in common.
pub(super) fn share_a_word(a: &[u32], b: &[u32]) -> bool {
    a.iter().any(|word| b.contains(word))
}

impl Words for Ahead<'_> {
    fn lengths(&self) -> (usize, usize) {
        (self.a_words.len(), self.b_words.len())
    }

    fn same(&self, x: usize, y: usize) -> bool {
        self.a_words[x] == self.b_words[y]
    }

    fn meet(&self, x: usize, y: usize, count: usize) -> bool {
        let (a, b) = (&self.a_words[x..], &self.b_words[y..]);
        share_a_word(&a[..count.min(a.len())], &b[..count.min(b.len())])
    }

    fn run(&self, x: usize, y: usize) -> usize {
        let (a, b) = (&self.a_words[x..], &self.b_words[y..]);
        // Most places have no run.
        if a.first() != b.first() {
            return 0;
        }
        // Copies of whole documents run for thousands of words.
        let (a_blocks, b_blocks) = (a.chunks_exact(BLOCK), b.chunks_exact(BLOCK));
        let blocks = a_blocks.zip(b_blocks).take_while(|(x, y)| x == y).count();
        let from = blocks * BLOCK;
        let rest = a[from..].iter().zip(&b[from..]);
        from + rest.take_while(|(x, y)| x == y).count()
    }

    fn close(&self, x: usize, y: usize) -> bool {
        let (x, y) = (self.from.0 + x, self.from.1 + y);
        self.a.shapes[x].is_close(self.b.shapes[y])
    }
}

/// The words of two spans, from their ends to their beginnings.
pub(super) struct Behind<'a>(pub(super) Ahead<'a>);

impl Words for Behind<'_> {
    fn lengths(&self) -> (usize, usize) {
        self.0.lengths()
    }

    fn same(&self, x: usize, y: usize) -> bool {
        let (a, b) = self.lengths();
        self.0.same(a - 1 - x, b - 1 - y)
    }

    fn meet(&self, x: usize, y: usize, count: usize) -> bool {
        let (a, b) = (self.0.a_words, self.0.b_words);
        let (a, b) = (&a[..a.len() - x], &b[..b.len() - y]);
        let last = |words: usize| words.saturating_sub(count);
        share_a_word(&a[last(a.len())..], &b[last(b.len())..])
    }

    fn run(&self, x: usize, y: usize) -> usize {
        let (a, b) = (self.0.a_words, self.0.b_words);
        let pairs = a[..a.len() - x].iter().rev();
        let pairs = pairs.zip(b[..b.len() - y].iter().rev());
        pairs.take_while(|(x, y)| x == y).count()
    }

    fn close(&self, x: usize, y: usize) -> bool {
        let (a, b) = self.lengths();
        self.0.close(a - 1 - x, b - 1 - y)
    }
}
