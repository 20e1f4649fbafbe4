//! Passages of a pair: seeds merged, extended and joined.

use super::anchor::{Anchor, anchors};
use super::chain::{Fragment, chains};
use super::columns::{Column, Columns};
use super::options::AlignOptions;
use super::waves::{Goal, Waves};
use super::words::{Ahead, Behind, Side};
use super::Seed;
use crate::span::TokenSpan;

/// Reused text, located in both documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Its tokens in each document.
    pub a: TokenSpan,
    /// Its tokens in each document.
    pub b: TokenSpan,
    /// Columns of its alignment with the same word on both sides.
    pub matched: u32,
    /// Columns with another word.
    pub substituted: u32,
    /// Words that only `b` has.
    pub inserted: u32,
    /// Words that only `a` has.
    pub deleted: u32,
}

impl Passage {
    /// All columns.
    pub fn tokens(&self) -> u32 {
        self.matched + self.substituted + self.inserted + self.deleted
    }

    /// The share of columns that match.
    pub fn identity(&self) -> f64 {
        f64::from(self.matched) / f64::from(self.tokens().max(1))
    }
}

/// Aligns pairs of documents. Its memory is used again from pair to pair.
#[derive(Debug)]
pub(crate) struct Aligner {
    options: AlignOptions,
    waves: Waves,
    columns: Columns,
    anchors: Vec<Anchor>,
    fragments: Vec<Fragment>,
    chains: Vec<Fragment>,
}

/// What an alignment may lose before it is given up: six words in a row that do not agree.
const DROP: i32 = 12;

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
            waves: Waves::default(),
            columns: Columns::default(),
            anchors: Vec::new(),
            fragments: Vec::new(),
            chains: Vec::new(),
        }
    }

    /// Appends the passages of two documents to `out`, in order of `a`.
    pub(crate) fn passages(
        &mut self,
        a: Side<'_>,
        b: Side<'_>,
        seeds: &mut [Seed],
        out: &mut Vec<Passage>,
    ) {
        self.extend(a, b, seeds);
        chains(&mut self.fragments, self.options.max_gap, &mut self.chains);
        let chains = std::mem::take(&mut self.chains);
        let from = out.len();
        for chain in &chains {
            // At least half of the score is words that match, each of which is one column for two.
            let most_columns = chain.a.len() + chain.b.len() - (chain.score / 2) as u32;
            if chain.score < LEAST_PASSAGE || most_columns < self.options.min_tokens {
                continue;
            }
            let passage = self.align(a, b, chain.a, chain.b, chain.gap);
            if passage.tokens() >= self.options.min_tokens
                && passage.identity() >= self.options.min_identity
            {
                out.push(passage);
            }
        }
        self.chains = chains;
        out[from..].sort_unstable_by_key(|passage| (passage.a, passage.b));
    }

    /// Extends every anchor that no fragment holds yet.
    fn extend(&mut self, a: Side<'_>, b: Side<'_>, seeds: &mut [Seed]) {
        let Self {
            waves,
            anchors: found,
            fragments,
            ..
        } = self;
        anchors(seeds, found);
        fragments.clear();
        for anchor in found.iter() {
            let holds = |fragment: &Fragment| {
                fragment.a.range().contains(&(anchor.a as usize))
                    && fragment.b.range().contains(&(anchor.b as usize))
            };
            if fragments.iter().rev().any(holds) {
                continue;
            }
            // Keys that survive a changed word are shared by spans that differ in it.
            let Some(at) = (0..anchor.length).find(|at| {
                let hash = |side: Side<'_>, from: u32| {
                    side.tokens.hashes.get((from + at) as usize).copied()
                };
                let word = hash(a, anchor.a);
                word.is_some() && word == hash(b, anchor.b)
            }) else {
                continue;
            };
            let (x, y) = (anchor.a + at, anchor.b + at);
            let span = |begin, end| TokenSpan { begin, end };
            let ahead = Ahead::new(
                a,
                b,
                span(x, a.tokens.len() as u32),
                span(y, b.tokens.len() as u32),
            );
            let right = waves.extend(&ahead, DROP, Goal::Best);
            let behind = Behind(Ahead::new(a, b, span(0, x), span(0, y)));
            let left = waves.extend(&behind, DROP, Goal::Best);
            let score = left.score + right.score;
            if score >= LEAST_FRAGMENT {
                fragments.push(Fragment {
                    a: span(x - left.x, x + right.x),
                    b: span(y - left.y, y + right.y),
                    score,
                    gap: 0,
                });
                if fragments.len() == MOST_FRAGMENTS {
                    break;
                }
            }
        }
    }

    /// The best alignment of two spans from end to end; `gap` is the widest gap to be expected.
    pub(crate) fn align(
        &mut self,
        a: Side<'_>,
        b: Side<'_>,
        a_span: TokenSpan,
        b_span: TokenSpan,
        gap: u32,
    ) -> Passage {
        let columns = self.columns(a, b, a_span, b_span, gap);
        Passage {
            a: a_span,
            b: b_span,
            matched: columns.count(Column::Match),
            substituted: columns.count(Column::Substitution),
            inserted: columns.count(Column::Insertion),
            deleted: columns.count(Column::Deletion),
        }
    }

    /// The columns of that alignment.
    pub(crate) fn columns(
        &mut self,
        a: Side<'_>,
        b: Side<'_>,
        a_span: TokenSpan,
        b_span: TokenSpan,
        gap: u32,
    ) -> &Columns {
        let words = Ahead::new(a, b, a_span, b_span);
        // What extending lost on either side of the anchor, and what the gap costs.
        let drop = 2 * DROP + 2 * gap as i32;
        let reach = self.waves.extend(&words, drop, Goal::End);
        self.waves.columns(&words, reach, &mut self.columns);
        // Spans given by others may differ more than any passage does.
        let (x, y) = (reach.x, reach.y);
        let (rest_a, rest_b) = (a_span.len() - x, b_span.len() - y);
        let replaced = rest_a.min(rest_b);
        self.columns.push(Column::Substitution, replaced);
        self.columns.push(Column::Deletion, rest_a - replaced);
        self.columns.push(Column::Insertion, rest_b - replaced);
        &self.columns
    }
}
