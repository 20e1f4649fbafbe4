//! Passages of a pair: seeds merged, extended and joined.

use std::ops::Range;

use super::Seed;
use super::anchor::{Anchor, anchors};
use super::chain::{Chain, Chains, Fragment};
use super::columns::{Columns, Counts};
use super::extend::{DROP, extend};
use super::options::AlignOptions;
use super::parts::parts;
use super::whole::Whole;
use super::words::{Ahead, Behind, Side};
use crate::error::Result;
use crate::span::TokenSpan;

/// Reused text, located in both documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Its tokens in each document.
    pub a: TokenSpan,
    /// Its tokens in each document.
    pub b: TokenSpan,
    /// The columns of its alignment.
    pub counts: Counts,
}

impl Passage {
    /// All of two documents with the same words, so many of them.
    pub(crate) fn whole(tokens: u32) -> Self {
        let all = TokenSpan {
            begin: 0,
            end: tokens,
        };
        Self {
            a: all,
            b: all,
            counts: Counts {
                matched: tokens,
                ..Counts::default()
            },
        }
    }
}

/// Aligns pairs of documents. Its memory is used again from pair to pair.
#[derive(Debug)]
pub(crate) struct Aligner {
    options: AlignOptions,
    whole: Whole,
    anchors: Vec<Anchor>,
    window: Vec<u32>,
    fragments: Vec<Fragment>,
    chains: Chains,
}

/// The least score of a fragment: that of five words in a row.
const LEAST_FRAGMENT: i32 = 10;

/// The least score of a passage: that of eight words in a row. Chance reaches it in no text.
const LEAST_PASSAGE: i32 = 16;

/// Fragments of one pair. A pair with more repeats the same words over and over.
const MOST_FRAGMENTS: usize = 4096;

impl Aligner {
    pub(crate) fn new(options: AlignOptions) -> Self {
        Self {
            options,
            whole: Whole::default(),
            anchors: Vec::new(),
            window: Vec::new(),
            fragments: Vec::new(),
            chains: Chains::default(),
        }
    }

    /// Finds where two documents may have passages, by their seeds; false where nowhere.
    pub(crate) fn look(&mut self, seeds: &mut [Seed]) -> bool {
        anchors(seeds, self.options.min_tokens, &mut self.anchors);
        !self.anchors.is_empty()
    }

    /// Goes on with those places that have enough words in common around them; false where none has.
    /// `words` appends the words of a range of `a`, as far as there are any.
    pub(crate) fn look_around(
        &mut self,
        b: &[u32],
        mut words: impl FnMut(Range<usize>, &mut Vec<u32>) -> Result<()>,
    ) -> Result<bool> {
        let AlignOptions {
            min_tokens,
            min_identity,
            ..
        } = self.options;
        let enough = (f64::from(min_tokens) * min_identity).ceil() as u32;
        let mut kept = 0;
        for i in 0..self.anchors.len() {
            let anchor = self.anchors[i];
            let is_kept = anchor.length >= enough || {
                self.window.clear();
                words(anchor.around(), &mut self.window)?;
                anchor.is_supported(&self.window, b, enough)
            };
            if is_kept {
                self.anchors[kept] = anchor;
                kept += 1;
            }
        }
        self.anchors.truncate(kept);
        Ok(kept > 0)
    }

    /// Appends the passages of the two documents looked at last to `out`, in order of `a`.
    pub(crate) fn passages(&mut self, a: Side<'_>, b: Side<'_>, out: &mut Vec<Passage>) {
        self.extend(a, b);
        self.chains.find(&mut self.fragments, self.options.max_gap);
        let from = out.len();
        for i in 0..self.chains.found.len() {
            let chain = self.chains.found[i];
            // At least half of the score is words that match, each of which is one column for two.
            let both = chain.a.len() + chain.b.len();
            let most_columns = both.saturating_sub((chain.score / 2) as u32);
            let options = self.options;
            if chain.score < self.least(LEAST_PASSAGE) || most_columns < options.min_tokens {
                continue;
            }
            let counts = self.counts(a, b, &chain);
            if counts.columns() < options.min_tokens {
                continue;
            }
            // Extending goes over short gaps whatever is asked for.
            let is_whole = options.max_gap > DROP as u32 / 2;
            if is_whole && counts.identity() >= options.min_identity {
                out.push(Passage {
                    a: chain.a,
                    b: chain.b,
                    counts,
                });
            } else {
                let begin = (chain.a.begin, chain.b.begin);
                let columns = self.columns(a, b, chain.a, chain.b);
                parts(columns.runs(), begin, &options, out);
            }
        }
        out[from..].sort_unstable_by_key(|passage| (passage.a, passage.b));
    }

    /// A least score, or less where shorter passages are asked for.
    fn least(&self, score: i32) -> i32 {
        score.min(2 * self.options.min_tokens.min(1 << 16) as i32)
    }

    /// The columns of a chain: those of its fragments and of the gaps between them.
    fn counts(&mut self, a: Side<'_>, b: Side<'_>, chain: &Chain) -> Counts {
        let mut counts = self.fragments[chain.last].counts;
        let mut at = chain.last;
        while let Some(previous) = self.chains.before[at] {
            let (first, second) = (&self.fragments[previous], &self.fragments[at]);
            let gap = |end: u32, begin: u32| {
                (begin >= end).then_some(TokenSpan {
                    begin: end,
                    end: begin,
                })
            };
            let (Some(a_gap), Some(b_gap)) = (
                gap(first.a.end, second.a.begin),
                gap(first.b.end, second.b.begin),
            ) else {
                // Neighbours that overlap are aligned afresh.
                return self.columns(a, b, chain.a, chain.b).counts();
            };
            counts += first.counts;
            counts += self.columns(a, b, a_gap, b_gap).counts();
            at = previous;
        }
        counts
    }

    /// Extends every anchor that no fragment holds yet.
    fn extend(&mut self, a: Side<'_>, b: Side<'_>) {
        let Self {
            anchors, fragments, ..
        } = self;
        fragments.clear();
        let least = LEAST_FRAGMENT.min(2 * self.options.min_tokens.min(1 << 16) as i32);
        for anchor in anchors.iter() {
            let holds = |fragment: &Fragment| {
                fragment.a.range().contains(&(anchor.a as usize))
                    && fragment.b.range().contains(&(anchor.b as usize))
            };
            if fragments.iter().rev().any(holds) {
                continue;
            }
            // Keys that survive a changed word are shared by spans that differ in it.
            let Some(at) = (0..anchor.length).find(|at| {
                let word =
                    |side: Side<'_>, from: u32| side.words.get((from + at) as usize).copied();
                let here = word(a, anchor.a);
                here.is_some() && here == word(b, anchor.b)
            }) else {
                continue;
            };
            let (x, y) = (anchor.a + at, anchor.b + at);
            let span = |begin, end| TokenSpan { begin, end };
            let ahead = Ahead::new(
                a,
                b,
                span(x, a.words.len() as u32),
                span(y, b.words.len() as u32),
            );
            let right = extend(&ahead);
            let left = extend(&Behind(Ahead::new(a, b, span(0, x), span(0, y))));
            let score = left.score + right.score;
            if score >= least {
                let mut counts = left.counts;
                counts += right.counts;
                fragments.push(Fragment {
                    a: span(x - left.x, x + right.x),
                    b: span(y - left.y, y + right.y),
                    score,
                    counts,
                });
                if fragments.len() == MOST_FRAGMENTS {
                    break;
                }
            }
        }
    }

    /// The columns of the best alignment of two spans from end to end.
    pub(crate) fn columns(
        &mut self,
        a: Side<'_>,
        b: Side<'_>,
        a_span: TokenSpan,
        b_span: TokenSpan,
    ) -> &Columns {
        self.whole.align(a, b, a_span, b_span)
    }
}
