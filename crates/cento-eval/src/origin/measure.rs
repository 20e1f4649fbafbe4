//! How right the origins are that a table of fixed size gives.

use std::collections::{HashMap, HashSet};

use anyhow::Result;
use cento::fingerprint::Fingerprint;
use cento::origin::{Dominant, OriginOptions, Origins, Tracker};

use super::truth::{Collection, Truth};
use crate::threads;

/// The eight sizes of the paper, in per cent of the different shingles.
pub(super) const SIZES: [f64; 8] = [34.0, 14.0, 7.0, 3.3, 1.4, 0.7, 0.3, 0.1];

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    queries: usize,
    /// Query documents whose dominant origin is right.
    right: usize,
    tokens: u64,
    /// Tokens of query documents rightly called fresh or old.
    right_tokens: u64,
    /// Shingles with an origin that only estimation gave them, and how many of these are right.
    pub(super) extra: (u64, u64),
    /// For each query document its shingles, and whether its dominant origin is right.
    pub(super) by_length: Vec<(usize, bool)>,
    quotations: usize,
    named: usize,
}

impl Score {
    /// Per cent of query documents with the right dominant origin.
    pub(super) fn dominant(&self) -> f64 {
        100.0 * self.right as f64 / self.queries.max(1) as f64
    }

    /// Per cent of tokens rightly called fresh or old.
    pub(super) fn freshness(&self) -> f64 {
        100.0 * self.right_tokens as f64 / self.tokens.max(1) as f64
    }

    /// The share of quotations whose parent is among the origins.
    pub(super) fn quotations(&self) -> f64 {
        self.named as f64 / self.quotations.max(1) as f64
    }

    fn query(&mut self, truth: &Truth, at: usize, origins: &Origins, selected: &[Fingerprint]) {
        let known = &truth.documents[at];
        self.queries += 1;
        let is_right = origins.dominant == known.dominant;
        self.right += usize::from(is_right);
        self.by_length.push((known.labels.len(), is_right));
        let tokens = origins.tokens;
        // Every token is in one of four: fresh in both, in one, in none.
        let both = common(&origins.fresh, &known.fresh);
        let fresh: u32 = known.fresh.iter().map(|span| span.len()).sum();
        let wrong = (origins.fresh_tokens - both) + (fresh - both);
        self.tokens += u64::from(tokens);
        self.right_tokens += u64::from(tokens - wrong);
        for ((&label, &known_of), shingle) in
            origins.labels.iter().zip(&origins.known).zip(selected)
        {
            if label != origins.document && !known_of {
                let truly = known.labels.get(shingle.span.begin as usize);
                self.extra.0 += 1;
                self.extra.1 += u64::from(truly == Some(&label));
            }
        }
    }
}

/// How many tokens are in both of two lists of spans.
fn common(a: &[cento::span::TokenSpan], b: &[cento::span::TokenSpan]) -> u32 {
    let (mut i, mut j, mut sum) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        sum += x.end.min(y.end).saturating_sub(x.begin.max(y.begin));
        if x.end <= y.end {
            i += 1;
        } else {
            j += 1;
        }
    }
    sum
}

/// Goes through a collection with a table.
pub(super) fn score(
    collection: &Collection,
    truth: &Truth,
    sketches: &[Vec<Fingerprint>],
    options: &OriginOptions,
) -> Result<Score> {
    let mut tracker = Tracker::new(options)?;
    let mut score = Score::default();
    let mut queries = truth.queries.iter().peekable();
    let mut quoted = collection.quotations.clone();
    quoted.sort_unstable();
    let mut quoted = quoted.iter().peekable();
    for (at, (tokens, selected)) in collection.documents.iter().zip(sketches).enumerate() {
        let size = (tokens.len() as u32, selected.len() as u32);
        let origins = tracker.observe(at as u64, size, selected);
        if queries.next_if_eq(&&at).is_some() {
            score.query(truth, at, origins, selected);
        }
        while let Some((_, parent)) = quoted.next_if(|(child, _)| *child == at) {
            score.quotations += 1;
            let is_parent = |block: &cento::origin::Block| block.origin == *parent as u64;
            score.named += usize::from(origins.blocks.iter().any(is_parent));
        }
    }
    Ok(score)
}

/// The share of query documents that are their own dominant origin, and of their tokens that are fresh: what one
/// gets who says so of all.
pub(super) fn trivial(collection: &Collection, truth: &Truth) -> (f64, f64) {
    let (mut own, mut fresh, mut tokens) = (0, 0, 0);
    for &at in &truth.queries {
        let known = &truth.documents[at];
        own += usize::from(known.dominant == Dominant::Own);
        fresh += known
            .fresh
            .iter()
            .map(|span| span.len() as usize)
            .sum::<usize>();
        tokens += collection.documents[at].len();
    }
    (
        100.0 * own as f64 / truth.queries.len().max(1) as f64,
        100.0 * fresh as f64 / tokens.max(1) as f64,
    )
}

/// The documents that the shingles in a table came with, after a whole collection.
pub(super) fn kept(
    collection: &Collection,
    sketches: &[Vec<Fingerprint>],
    options: &OriginOptions,
) -> Result<Vec<u64>> {
    let mut tracker = Tracker::new(options)?;
    for (number, (tokens, selected)) in (0..).zip(collection.documents.iter().zip(sketches)) {
        let size = (tokens.len() as u32, selected.len() as u32);
        tracker.observe(number, size, selected);
    }
    Ok(tracker.kept())
}

/// How many documents before each copied shingle was last seen, in rising order; and how often one that is copied
/// is.
pub(super) fn lags(sketches: &[Vec<Fingerprint>]) -> (Vec<usize>, f64) {
    let mut last: HashMap<u64, usize> = HashMap::new();
    let mut copied: HashSet<u64> = HashSet::new();
    let mut lags = Vec::new();
    for (at, shingles) in sketches.iter().enumerate() {
        for shingle in shingles {
            match last.insert(shingle.key, at) {
                Some(before) if before < at => {
                    lags.push(at - before);
                    copied.insert(shingle.key);
                }
                _ => {}
            }
        }
    }
    lags.sort_unstable();
    let copies = lags.len() as f64 / copied.len().max(1) as f64;
    (lags, copies)
}

/// Scores at all eight sizes.
#[derive(Clone, Debug)]
pub(super) struct Curve(pub(super) Vec<Score>);

impl Curve {
    /// On all cores: the sizes are runs of their own.
    pub(super) fn new(
        collection: &Collection,
        truth: &Truth,
        sketches: &[Vec<Fingerprint>],
        options: &OriginOptions,
    ) -> Result<Self> {
        let scores = threads::map(SIZES.len(), |at| {
            let options = OriginOptions {
                memory: Some(truth.table(SIZES[at])),
                ..options.clone()
            };
            score(collection, truth, sketches, &options)
        });
        scores.into_iter().collect::<Result<_>>().map(Self)
    }

    /// The dominant origins at each size.
    pub(super) fn dominant(&self) -> Vec<f64> {
        self.0.iter().map(Score::dominant).collect()
    }

    /// The freshness of tokens at each size.
    pub(super) fn freshness(&self) -> Vec<f64> {
        self.0.iter().map(Score::freshness).collect()
    }

    /// The means of both, and the mean of these.
    pub(super) fn means(&self) -> (f64, f64, f64) {
        let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
        let (dominant, freshness) = (mean(self.dominant()), mean(self.freshness()));
        (dominant, freshness, (dominant + freshness) / 2.0)
    }
}
