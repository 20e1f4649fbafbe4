//! Guesses where shingles come from that the table has forgotten.

use super::table::{Known, Met, NAMED, first_byte};
use crate::fingerprint::Fingerprint;

/// What is guessed of shingles that are not in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimation {
    /// Nothing: they are new.
    None,
    /// A neighbour of a shingle that was met has the same origin if it begins as the neighbour there.
    Expansion,
    /// Between two shingles with the same origin, as far apart here as there, what was not met has that origin.
    Bridging,
    /// Both, where the neighbours at the inner ends of a bridge must begin as those there.
    Both,
}

NAMED!(Estimation, "estimation" {
    "none" => None,
    "expansion" => Expansion,
    "bridging" => Bridging,
    "both" => Both,
});

impl Estimation {
    /// What measures best: see `docs/studies/origin.md`.
    pub const DEFAULT: Self = Self::Bridging;

    /// Fills `labels` with the origin of each shingle of document `own`. A bridge is less than `bridge` shingles long.
    ///
    /// What was met keeps its origin, also under a bridge: who quotes a quotation has words of one document inside
    /// those of another. Where two bridges cross, the later one counts; between two expansions, the earlier.
    pub(super) fn label(
        self,
        own: u64,
        bridge: usize,
        shingles: &[Fingerprint],
        met: &[Met],
        labels: &mut Vec<u64>,
    ) {
        labels.extend(
            met.iter()
                .map(|met| met.before().map_or(own, |known| known.origin)),
        );
        if matches!(self, Self::Bridging | Self::Both) {
            for (end, known) in hits(met) {
                let Some((begin, from)) = pier(met, end, known, bridge) else {
                    continue;
                };
                let inside = begin + 1..end;
                let agree = |known: u8, at: usize| known == first_byte(&shingles[at]);
                if self == Self::Bridging
                    || agree(from.after, begin + 1) && agree(known.before, end - 1)
                {
                    for at in inside.filter(|&at| met[at].before().is_none()) {
                        labels[at] = known.origin;
                    }
                }
            }
        }
        if matches!(self, Self::Expansion | Self::Both) {
            for (at, known) in hits(met) {
                let neighbours = [
                    (at.checked_add(1), known.after),
                    (at.checked_sub(1), known.before),
                ];
                for (neighbour, byte) in neighbours {
                    if let Some(neighbour) = neighbour
                        && let Some(shingle) = shingles.get(neighbour)
                        && met[neighbour].before().is_none()
                        && labels[neighbour] == own
                        && byte == first_byte(shingle)
                    {
                        labels[neighbour] = known.origin;
                    }
                }
            }
        }
    }
}

/// The shingles that were met in earlier documents.
fn hits(met: &[Met]) -> impl Iterator<Item = (usize, &Known)> {
    let known = met.iter().enumerate();
    known.filter_map(|(at, met)| Some((at, met.before()?)))
}

/// Where a bridge that ends at `end` begins: at the nearest shingle before it with the same origin, as far from it
/// there as here.
fn pier<'m>(
    met: &'m [Met],
    end: usize,
    known: &Known,
    bridge: usize,
) -> Option<(usize, &'m Known)> {
    let from = (end + 1).saturating_sub(bridge);
    (from..end).rev().find_map(|begin| {
        let other = met[begin].before()?;
        let there = known.offset.wrapping_sub(other.offset);
        let here = (end - begin) as u8;
        (other.origin == known.origin && there == here).then_some((begin, other))
    })
}
