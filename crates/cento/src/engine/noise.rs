//! What every passage is, and results without those that nobody asked for.

use std::collections::BTreeMap;

use super::Related;
use super::rows::class;
use crate::error::Result;
use crate::find::collection::Collection;
use crate::find::pairs::{Located, Pair, Paired, Reused};
use crate::find::store::Store;
use crate::find::{Class, FindOptions, Label, Labels};
use crate::group::{Clusters, Decks};
use crate::report::PatternSummary;
use crate::span::{TokenSpan, covered};
use crate::spill::{Sorter, Temp};

/// Tells the labels of passages.
pub(super) struct Labeller<'a> {
    pub(super) store: &'a Store,
    pub(super) decks: &'a Decks,
    pub(super) clusters: Option<&'a Clusters>,
}

impl Labeller<'_> {
    /// The group of a passage, counted from 1 (0 is none), and its labels. Passages are counted from 0.
    pub(super) fn labels(
        &self,
        pair: &Pair,
        passage: &Located,
        number: u64,
    ) -> Result<(u32, Labels)> {
        let (cluster, labels) = match self.clusters {
            Some(clusters) => clusters.of_passage(number),
            None => Default::default(),
        };
        let labels = if pair.alias == 1 {
            labels.alias()
        } else {
            labels
        };
        let labels = match self.decks.are_decks(pair.a, pair.b) {
            // Its group may be of the line at the foot, and have this slide because that is on it.
            true => labels.template_if(self.decks.is_template(self.store, passage)?),
            false => labels,
        };
        Ok((cluster, labels))
    }
}

/// What pairs are, by class: a label, or none for reuse.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns {
    /// Those that are in the results, and those that were left out.
    counts: BTreeMap<(Option<Label>, Class), [u64; 2]>,
}

/// Which of several labels a passage is counted under, the first first.
const ORDER: [Label; 5] = [
    Label::Alias,
    Label::Spam,
    Label::Frame,
    Label::Template,
    Label::Phrase,
];

impl Patterns {
    /// Counts a pair whose passages have these labels, and so many words each. A pair is reuse if one of its passages is; else it is what
    /// most of its words are.
    pub(super) fn add(
        &mut self,
        class: Class,
        alias: bool,
        passages: impl Iterator<Item = (Labels, u32)>,
        is_left_out: bool,
    ) {
        let mut words = [0; ORDER.len()];
        let mut is_noise = false;
        for (labels, tokens) in passages {
            let pattern = ORDER.iter().position(|label| labels.has(*label));
            is_noise = pattern.is_some();
            match pattern {
                Some(pattern) => words[pattern] += u64::from(tokens),
                None => break,
            }
        }
        let most = words.iter().copied().max().unwrap_or(0);
        let pattern = match words.iter().position(|&words| words == most) {
            _ if alias => Some(Label::Alias),
            Some(at) if is_noise => Some(ORDER[at]),
            _ => None,
        };
        self.counts.entry((pattern, class)).or_default()[usize::from(is_left_out)] += 1;
    }

    /// For people, and for scripts.
    pub(super) fn summary(&self) -> Vec<PatternSummary> {
        let all: u64 = self.counts.values().flatten().sum();
        let mut patterns: BTreeMap<Option<Label>, PatternSummary> = BTreeMap::new();
        for (&(pattern, class), [kept, left_out]) in &self.counts {
            let summary = patterns.entry(pattern).or_default();
            summary.pattern = pattern.map_or("reuse", Label::name);
            summary.pairs += kept + left_out;
            summary.left_out += left_out;
            *summary.classes.entry(class.name()).or_default() += kept + left_out;
            summary.share = summary.pairs as f64 / all.max(1) as f64;
        }
        patterns.into_values().collect()
    }
}

/// Leaves out passages that carry any of `without`, pairs that have no other, and groups of nothing else; counts what the pairs
/// left out are.
pub(super) fn leave_out(
    related: &mut Related,
    clusters: &mut Clusters,
    without: Labels,
    collection: &Collection,
    decks: &Decks,
    options: &FindOptions,
    temp: &Temp,
) -> Result<Patterns> {
    let bytes = options.memory / 8;
    let mut pairs = Sorter::new(bytes, temp);
    let mut passages = Sorter::new(bytes, temp);
    let mut reused = Sorter::new(bytes, temp);
    let mut patterns = Patterns::default();
    let mut keeps = Vec::new();
    let labeller = Labeller {
        store: &collection.store,
        decks,
        clusters: Some(clusters),
    };
    let mut all = related.paired.passages.iter()?;
    let (mut own, mut kept) = (Vec::new(), Vec::new());
    for pair in related.paired.pairs.iter()? {
        let pair = pair?;
        own.clear();
        kept.clear();
        for passage in all.by_ref().take(pair.passages as usize) {
            let passage = passage?;
            let (_, labels) = labeller.labels(&pair, &passage, keeps.len() as u64)?;
            let is_kept = labels.common(without).is_empty();
            keeps.push(is_kept);
            own.push((labels, passage.counts.matched));
            if is_kept {
                kept.push(passage);
            }
        }
        let is_copy = pair.alias == 1 && without.has(Label::Alias);
        if is_copy || (kept.is_empty() && pair.passages > 0) {
            let own = own.iter().copied();
            patterns.add(class(&pair, options), pair.alias == 1, own, true);
            continue;
        }
        pairs.push(match kept.len() == pair.passages as usize {
            true => pair,
            false => Pair {
                passages: kept.len() as u32,
                a_matched: matched(&kept, |passage| passage.a_span),
                b_matched: matched(&kept, |passage| passage.b_span),
                ..pair
            },
        })?;
        for &passage in &kept {
            for (doc, span) in [(passage.a, passage.a_span), (passage.b, passage.b_span)] {
                reused.push(Reused { doc, span })?;
            }
            passages.push(passage)?;
        }
    }
    drop(all);
    clusters.keep(&keeps);
    related.paired = Paired {
        pairs: pairs.finish()?,
        passages: passages.finish()?,
        reused: reused.finish()?,
    };
    Ok(patterns)
}

/// Words of one side that some passage has.
fn matched(passages: &[Located], side: fn(&Located) -> TokenSpan) -> u32 {
    let mut spans: Vec<TokenSpan> = passages.iter().map(side).collect();
    spans.sort_unstable();
    covered(spans)
}
