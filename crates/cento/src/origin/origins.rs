//! What is found out about one document.

use super::table::Met;
use crate::fingerprint::Fingerprint;
use crate::span::TokenSpan;

/// The origins of a document's parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origins {
    /// The document's number.
    pub document: u64,
    /// How many tokens it has.
    pub tokens: u32,
    /// How many shingles.
    pub shingles: u32,
    /// How many of them were looked at.
    pub selected: u32,
    /// Where most of it comes from.
    pub dominant: Dominant,
    /// The share of the selected shingles that come from where most do.
    pub dominant_share: f64,
    /// Runs of selected shingles that come from the same earlier document, in order. Neighbouring ones may have
    /// tokens in common, as shingles have.
    pub blocks: Vec<Block>,
    /// Tokens in no shingle that was met before, in order.
    pub fresh: Vec<TokenSpan>,
    /// How many tokens these are.
    pub fresh_tokens: u32,
    /// The origin of each selected shingle: of an earlier document, or of its own.
    pub labels: Vec<u64>,
    /// Whether each selected shingle was in the table, rather than guessed.
    pub known: Vec<bool>,
}

/// Where most of a document comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dominant {
    /// No document has a tenth more of its shingles than any other.
    #[default]
    None,
    /// Most of it is its own.
    Own,
    /// An earlier document.
    Other(u64),
}

impl Dominant {
    /// As it is written in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Own => "self",
            Self::Other(_) => "other",
        }
    }
}

/// A run of selected shingles with one origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// From the first token of the first shingle to the last of the last.
    pub span: TokenSpan,
    /// The document that had it first.
    pub origin: u64,
    /// The first shingle, among the selected ones, and one past the last.
    pub shingles: (u32, u32),
}

impl Origins {
    /// How many tokens are in a shingle that was met before.
    pub fn old_tokens(&self) -> u32 {
        self.tokens - self.fresh_tokens
    }

    /// Empties it, with room for so many labels.
    pub(super) fn clear(&mut self, selected: usize) {
        self.labels.clear();
        self.labels.reserve_exact(selected);
        self.known.clear();
        self.known.reserve_exact(selected);
        self.blocks.clear();
        self.fresh.clear();
    }

    /// Makes out the rest from the labels.
    pub(super) fn fill(&mut self, shingles: &[Fingerprint], met: &[Met], tally: &mut Tally) {
        self.selected = shingles.len() as u32;
        self.known
            .extend(met.iter().map(|met| met.before().is_some()));
        tally.clear();
        let mut begin = 0;
        for run in self.labels.chunk_by(|one, next| one == next) {
            let (origin, end) = (run[0], begin + run.len());
            tally.push((origin, run.len() as u32));
            if origin != self.document {
                self.blocks.push(Block {
                    span: TokenSpan {
                        begin: shingles[begin].span.begin,
                        end: shingles[end - 1].span.end,
                    },
                    origin,
                    shingles: (begin as u32, end as u32),
                });
            }
            begin = end;
        }
        self.dominate(tally);
        self.freshen(shingles);
    }

    fn dominate(&mut self, tally: &mut Tally) {
        tally.sort_unstable();
        let (mut most, mut next) = ((self.document, 0), 0);
        for runs in tally.chunk_by(|one, other| one.0 == other.0) {
            let count: u32 = runs.iter().map(|run| run.1).sum();
            if count > most.1 {
                (most, next) = ((runs[0].0, count), most.1);
            } else {
                next = next.max(count);
            }
        }
        let (origin, count) = most;
        self.dominant = match 10 * u64::from(count) >= 11 * u64::from(next) && count > 0 {
            true if origin == self.document => Dominant::Own,
            true => Dominant::Other(origin),
            false => Dominant::None,
        };
        self.dominant_share = f64::from(count) / f64::from(self.selected.max(1));
    }

    /// Finds the tokens in no labelled shingle.
    fn freshen(&mut self, shingles: &[Fingerprint]) {
        let mut end = 0;
        let mut fresh = |begin: u32, until: u32| {
            if begin < until {
                self.fresh.push(TokenSpan { begin, end: until });
            }
        };
        for (shingle, &label) in shingles.iter().zip(&self.labels) {
            if label != self.document {
                fresh(end, shingle.span.begin);
                end = end.max(shingle.span.end);
            }
        }
        fresh(end, self.tokens);
        self.fresh_tokens = self.fresh.iter().map(|span| span.len()).sum();
    }
}

/// Origins with how many shingles in a row they have.
pub(super) type Tally = Vec<(u64, u32)>;
