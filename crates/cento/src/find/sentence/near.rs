//! Sentences whose signatures differ in few bits.
//!
//! Every sentence stands at the parts of its signature, and looks up all values near to each ([`Cut`]). Where values that
//! near are more than there are sentences, all are compared with all.
//!
//! - Promise: all sentences within the distance are compared by their words.
//! - Cost: with the sentences that share a part: the square of the collection where parts are too short for it.
//! - Source: Norouzi, Punjani and Fleet, CVPR 2012 (multi-index hashing), for the trees of Kim, Candan and Tatemura,
//!   WWW 2009.

use std::sync::{Mutex, PoisonError};

use super::Sentencing;
use super::compare::{Comparer, Met};
use super::ordered::Ordered;
use crate::error::Result;
use crate::find::copies::{Copies, Sides};
use crate::find::join::Frequent;
use crate::find::pairs::Located;
use crate::fingerprint::{Cut, Fingerprint, Signing};
use crate::index::{PARTITION_BITS, Posting, radix};
use crate::parallel;
use crate::span::TokenSpan;
use crate::spill::{Partitions, Scatter, Sorter};
use crate::watch::Stage;

/// How signatures are cut and looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near {
    distance: u32,
    /// None where all are compared with all.
    cut: Option<Cut>,
}

/// Sentences whose parts are put in order at a time.
const BLOCK: u32 = 1 << 12;

/// Where a posting is from: its sentence stands there, or looks there.
const STANDS: u32 = 0;
const LOOKS: u32 = 1;

impl Near {
    /// For so many sentences.
    pub(super) fn new(signing: Signing, distance: u32, sentences: u32) -> Self {
        let cut = Cut::for_sentences(signing, distance, sentences);
        let cut = (cut.looks(distance) <= u64::from(sentences)).then_some(cut);
        Self { distance, cut }
    }

    pub(super) fn run(
        &self,
        sentencing: &Sentencing<'_>,
        ordered: &Ordered,
        same: &Copies,
        found: &Mutex<Sorter<Located>>,
    ) -> Result<Frequent> {
        let mut comparer = Comparer::new(sentencing, ordered, same, found);
        let Some(cut) = self.cut else {
            let all: Vec<u32> = (0..ordered.len())
                .filter(|&number| !ordered.card(number).is_left_out())
                .collect();
            for (at, &x) in all.iter().enumerate() {
                for &y in &all[at + 1..] {
                    self.compare(x, y, None, ordered, same, &mut comparer)?;
                }
            }
            comparer.hand_over()?;
            return Ok(Frequent::default());
        };
        let postings = self.postings(cut, sentencing, ordered, same)?;
        let count = postings.count();
        let looking = parallel::each(
            sentencing.threads,
            count,
            || {
                let comparer = Comparer::new(sentencing, ordered, same, found);
                (comparer, Frequent::default())
            },
            |(comparer, frequent), partition| {
                let all = 2 * count as u64;
                sentencing
                    .watch
                    .advance(Stage::Join, (count + partition) as u64, all)?;
                let (mut loaded, mut sorted) = (Vec::new(), Vec::new());
                postings.load(partition, &mut loaded)?;
                radix::sort(&loaded, &mut sorted);
                for group in sorted.chunk_by(|x, y| x.key() == y.key()) {
                    frequent.keys += 1;
                    frequent.occurrences += group.len() as u64;
                    self.group(group, ordered, same, comparer)?;
                }
                Ok(())
            },
        )?;
        let mut frequent = Frequent::default();
        for (mut comparer, own) in looking {
            comparer.hand_over()?;
            frequent.add(&own);
        }
        Ok(frequent)
    }

    /// Whether a sentence looks up values near to its own.
    fn looks(number: u32, ordered: &Ordered, same: &Copies) -> bool {
        same.on_side(number, 0) && ordered.card(number).is_added
    }

    /// The parts of all sentences, and the values that these look up.
    fn postings(
        &self,
        cut: Cut,
        sentencing: &Sentencing<'_>,
        ordered: &Ordered,
        same: &Copies,
    ) -> Result<Partitions<Posting>> {
        let limit = sentencing.memory / 4;
        let postings = Partitions::new(1 << PARTITION_BITS, limit, sentencing.temp);
        let postings = Mutex::new(postings);
        let blocks = ordered.len().div_ceil(BLOCK) as usize;
        let scatters = parallel::each(
            sentencing.threads,
            blocks,
            || Scatter::new(&postings),
            |scatter, block| {
                let from = block as u32 * BLOCK;
                for number in from..ordered.len().min(from + BLOCK) {
                    if ordered.card(number).is_left_out() {
                        continue;
                    }
                    let looks = Self::looks(number, ordered, same);
                    let signature = ordered.signatures[number as usize];
                    for (part, radius) in cut.looked_up(self.distance) {
                        let mut push = |key: u64, kind: u32| {
                            let begin = part << 1 | kind;
                            let span = TokenSpan {
                                begin,
                                end: begin + 1,
                            };
                            let posting = Posting::new(number, &Fingerprint { key, span });
                            scatter.push((key >> (64 - PARTITION_BITS)) as usize, &[posting])
                        };
                        push(cut.key(signature, part), STANDS)?;
                        if looks {
                            let near = (part, radius);
                            cut.each_near(signature, near, &mut |key| push(key, LOOKS))?;
                        }
                    }
                }
                Ok(())
            },
        )?;
        scatters.into_iter().try_for_each(Scatter::finish)?;
        Ok(postings
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner))
    }

    /// Compares the sentences that stand at a value with one another, and with those that look there.
    fn group(
        &self,
        group: &[Posting],
        ordered: &Ordered,
        same: &Copies,
        comparer: &mut Comparer<'_>,
    ) -> Result<()> {
        let part = group[0].span().begin >> 1;
        let of = |kind: u32| {
            let is_such = move |posting: &&Posting| posting.span().begin & 1 == kind;
            group.iter().filter(is_such).map(|posting| posting.doc())
        };
        let stand: Vec<u32> = of(STANDS).collect();
        for (at, &x) in stand.iter().enumerate() {
            for &y in &stand[at + 1..] {
                self.compare(x, y, Some(part), ordered, same, comparer)?;
            }
        }
        for x in of(LOOKS) {
            for &y in &stand {
                // Where both look, once is enough.
                if x < y || !Self::looks(y, ordered, same) || !same.sides().is_one() {
                    self.compare(x, y, Some(part), ordered, same, comparer)?;
                }
            }
        }
        Ok(())
    }

    /// Compares two sentences where their signatures are near, and the part by which they met is the first that is.
    fn compare(
        &self,
        x: u32,
        y: u32,
        met: Option<u32>,
        ordered: &Ordered,
        same: &Copies,
        comparer: &mut Comparer<'_>,
    ) -> Result<()> {
        let signature = |number: u32| ordered.signatures[number as usize];
        let difference = signature(x) ^ signature(y);
        if difference.count_ones() > self.distance
            || self
                .cut
                .and_then(|cut| cut.meets_at(difference, self.distance))
                != met
        {
            return Ok(());
        }
        let length = |number: u32| (ordered.card(number).words, number);
        let is_turned = match same.sides() {
            Sides::Against { .. } => !same.on_side(x, 0),
            // The shorter asks.
            _ => length(y) < length(x),
        };
        let (x, y) = if is_turned { (y, x) } else { (x, y) };
        let enough = comparer.enough(ordered.card(x));
        comparer.compare(x, y, enough, Met::BY_NO_WORD)
    }
}
