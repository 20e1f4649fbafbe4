//! The works of a run, gathered pair by pair.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::cluster::{Grouping, Member};
use super::extent::Extent;
use super::portion::Portion;
use super::work::{Kinship, books, works};
use crate::align::Counts;
use crate::error::Result;
use crate::find::LabelOptions;
use crate::find::overlap::Overlap;
use crate::find::pairs::{Located, Pair};
use crate::spill::{Sorter, Temp};

/// Takes pairs with their portions, and makes works of them. A pair takes 64 bytes, and 16 for each portion.
pub(crate) struct Editions {
    kinships: Vec<Kinship>,
    /// The portions of pairs that only share a part.
    parts: Sorter<Located>,
}

impl Editions {
    /// `bytes` is for what is sorted.
    pub(crate) fn new(bytes: usize, temp: &Temp) -> Self {
        Self {
            kinships: Vec::new(),
            parts: Sorter::new(bytes, temp),
        }
    }

    /// A pair of documents of so many tokens.
    pub(crate) fn pair(
        &mut self,
        pair: &Pair,
        tokens: [u32; 2],
        portions: &[Portion],
    ) -> Result<()> {
        if portions.is_empty() {
            return Ok(());
        }
        // Words that noise keeps out of passages are in the other book too.
        let pieces = || portions.iter().flat_map(|portion| &portion.pieces);
        let half = |same: Extent, tokens: u32| 2 * u64::from(same.len()) >= u64::from(tokens);
        let kin = Kinship {
            a: pair.a,
            b: pair.b,
            a_extent: Extent::of(portions.iter().map(|portion| portion.a)),
            b_extent: Extent::of(portions.iter().map(|portion| portion.b)),
            half_of_a: half(Extent::of(pieces().map(|piece| piece.0)), tokens[0]),
            half_of_b: half(Extent::of(pieces().map(|piece| piece.1)), tokens[1]),
        };
        if !kin.half_of_a && !kin.half_of_b {
            for portion in portions {
                self.parts.push(Located {
                    a: pair.a,
                    b: pair.b,
                    a_span: portion.a,
                    b_span: portion.b,
                    counts: Counts::default(),
                    overlap: Overlap::default(),
                })?;
            }
        }
        self.kinships.push(kin);
        Ok(())
    }

    /// The works, the largest first. `grouping` is for the parts that books share.
    pub(crate) fn finish(self, grouping: &Grouping<'_>) -> Result<Vec<Vec<Member>>> {
        let mut works = works(&self.kinships);
        // Books of one work have their parts in common by that.
        let mut of_book: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (number, work) in works.iter().enumerate() {
            for member in work {
                of_book.entry(member.doc).or_default().push(number);
            }
        }
        let none = LabelOptions::NONE;
        let clusters = Grouping {
            labels: &none,
            ..*grouping
        }
        .run(&self.parts.finish()?)?;
        for at in 0..clusters.len() {
            let mut members = clusters.cluster(at)?.members;
            members.sort_unstable();
            let is_known = |number: &&usize| {
                let work = &works[**number];
                let holds = |doc: u32| work.iter().any(|member| member.doc == doc);
                members.iter().all(|member| holds(member.doc))
            };
            let first = members.first().and_then(|first| of_book.get(&first.doc));
            if books(&members) > 1
                && !first.is_some_and(|works| works.iter().any(|at| is_known(&at)))
            {
                works.push(members);
            }
        }
        works.sort_by_key(|members| (Reverse(books(members)), members.first().copied()));
        Ok(works)
    }
}
