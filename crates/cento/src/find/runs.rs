//! Pairs by the runs of tokens that match, as far as a few bits of each token tell.
//!
//! The later of two documents finds the earlier by units that this one stores. By chance any two have some in common,
//! so that two must lie in line: as far apart in the one as in the other. Then both prints, made of their words, say how much of
//! each the other has.

use std::sync::Arc;

use super::Counting;
use super::store::{Store, Words};
use crate::align::Seed;
use crate::error::Result;
use crate::fingerprint::{Contained, Contains, Mile, Print};

/// Compares one document after the other with earlier ones.
pub(super) struct Runs {
    mile: Mile,
    counting: Counting,
    /// The document at hand.
    own: Option<(u32, Print, Contains)>,
    /// The hits of the last pair that lie in line.
    pub(super) in_line: Vec<Seed>,
}

impl Runs {
    pub(super) fn new(mile: Mile, counting: Counting) -> Self {
        Self {
            mile,
            counting,
            own: None,
            in_line: Vec::new(),
        }
    }

    /// Whether two hits of a pair lie in line, of which those are kept that do.
    pub(super) fn look(&mut self, hits: &mut [Seed]) -> bool {
        let diagonal = |hit: &Seed| i64::from(hit.a) - i64::from(hit.b);
        hits.sort_unstable_by_key(|hit| (diagonal(hit), hit.a));
        self.in_line.clear();
        for line in hits.chunk_by(|x, y| diagonal(x) == diagonal(y)) {
            if line.len() > 1 {
                self.in_line.extend_from_slice(line);
            }
        }
        !self.in_line.is_empty()
    }

    /// How much of `earlier` is in `later`, and the other way round.
    pub(super) fn compare(
        &mut self,
        store: &Store,
        earlier: u32,
        later: u32,
    ) -> Result<[Contained; 2]> {
        if self.own.as_ref().is_none_or(|(doc, ..)| *doc != later) {
            let print = self.print(&store.words(later)?);
            let contains = Contains::new(self.mile, &print);
            self.own = Some((later, print, contains));
        }
        let print = self.print(&store.words(earlier)?);
        let Some((_, own, contains)) = &self.own else {
            return Ok([Contained::default(); 2]);
        };
        let others = Contains::new(self.mile, &print);
        let of = |contains: &Contains, print: &Print| match self.counting {
            Counting::Set => contains.contains(print),
            Counting::Multiset => contains.contains_once(print),
        };
        Ok([of(contains, &print), of(&others, own)])
    }

    fn print(&self, words: &Arc<Words>) -> Print {
        Print::new(self.mile.bits, words.words.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_hits_in_line_make_a_pair() {
        let mile = Mile {
            bits: 4,
            length: 5,
            overleap: 4,
        };
        let hit = |a, b| Seed { a, b, length: 5 };
        let mut runs = Runs::new(mile, Counting::Set);
        assert!(!runs.look(&mut []));
        assert!(!runs.look(&mut [hit(4, 9), hit(8, 10), hit(9, 4)]));
        assert!(runs.look(&mut [hit(40, 77), hit(8, 10), hit(4, 41), hit(9, 11)]));
        assert_eq!(
            runs.in_line,
            [hit(4, 41), hit(40, 77), hit(8, 10), hit(9, 11)]
        );
    }
}
