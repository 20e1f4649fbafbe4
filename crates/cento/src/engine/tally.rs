//! What is counted while pairs go by.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::find::Class;
use crate::find::pairs::{Located, Pair};
use crate::group::Labels;
use crate::report::{LabelSummary, PairRow, SlideSummary};

/// Pairs shown to people who asked for no files.
const TOP: usize = 10;

/// What is counted while pairs go by.
pub(super) struct Tally {
    /// For each document, how many pairs it is in, and a bit for each class of them.
    pub(super) related: Vec<u32>,
    pub(super) classes: Vec<u16>,
    pub(super) pairs: [u64; Class::ALL.len()],
    pub(super) passages: u64,
    pub(super) portions: u64,
    pub(super) slides: SlideSummary,
    pub(super) lineages: u64,
    pub(super) labels: BTreeMap<&'static str, LabelSummary>,
    pub(super) top: BinaryHeap<Reverse<Ranked>>,
}

impl Tally {
    pub(super) fn new(documents: usize) -> Self {
        Self {
            related: vec![0; documents],
            classes: vec![0; documents],
            pairs: [0; Class::ALL.len()],
            passages: 0,
            portions: 0,
            slides: SlideSummary::default(),
            lineages: 0,
            labels: BTreeMap::new(),
            top: BinaryHeap::new(),
        }
    }

    /// Counts a pair, with its longest passage.
    pub(super) fn add(&mut self, pair: &Pair, row: &PairRow, longest: Option<Located>) {
        for doc in [pair.a, pair.b] {
            self.related[doc as usize] += 1;
            self.classes[doc as usize] |= 1 << row.class as u8;
        }
        self.pairs[row.class as usize] += 1;
        let rank = (
            u64::from(pair.a_matched) + u64::from(pair.b_matched),
            Reverse((pair.a, pair.b)),
        );
        let is_full = self.top.len() == TOP;
        if is_full
            && self
                .top
                .peek()
                .is_some_and(|Reverse(least)| rank < least.rank)
        {
            return;
        }
        self.top.push(Reverse(Ranked {
            rank,
            row: row.clone(),
            longest,
        }));
        if is_full {
            self.top.pop();
        }
    }

    /// Counts the labels of a pair and its passages.
    pub(super) fn label(&mut self, pair: Labels, passages: impl Iterator<Item = Labels>) {
        let mut count = |labels: Labels, field: fn(&mut LabelSummary) -> &mut u64| {
            for name in labels.names() {
                *field(self.labels.entry(name).or_default()) += 1;
            }
        };
        count(pair, |summary| &mut summary.pairs);
        passages.for_each(|labels| count(labels, |summary| &mut summary.passages));
    }
}

/// A pair by how much it shares; of equals the earlier ranks higher.
pub(super) struct Ranked {
    pub(super) rank: (u64, Reverse<(u32, u32)>),
    pub(super) row: PairRow,
    pub(super) longest: Option<Located>,
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}
