//! Sentences that match, and the pairs of documents that have them.

use super::Sentencing;
use crate::align::Counts;
use crate::error::Result;
use crate::find::compare::merged;
use crate::find::copies::Sides;
use crate::find::overlap::Overlap;
use crate::find::pairs::{Located, Out, Pair, Paired, repeat_for_copies};
use crate::span::{TokenSpan, covered};
use crate::spill::Sorted;

/// What two sentences share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shared {
    words: u32,
    /// How many words each has.
    of: [u32; 2],
    /// What they weigh, and the share of it.
    weight: u32,
    weighted: f64,
}

impl Shared {
    /// So many words of how many each has, with what they weigh of how much. Words that all sentences have weigh nothing: then
    /// all count the same.
    pub(super) fn new(words: u32, of: [u32; 2], (weight, all): (u32, u32)) -> Self {
        let weighted = match all {
            0 => f64::from(words) / f64::from(of[0].min(of[1]).max(1)),
            all => f64::from(weight) / f64::from(all),
        };
        Self {
            words,
            of,
            weight,
            weighted: weighted.min(1.0),
        }
    }

    /// Everything, so many words.
    pub(super) fn all(words: u32) -> Self {
        Self::new(words, [words; 2], (1, 1))
    }

    /// What the shared words weigh, then how many there are: more is the better match.
    pub(super) fn amount(self) -> (u32, u32) {
        (self.weight, self.words)
    }

    /// How many words the first has.
    pub(super) fn of_first(self) -> u32 {
        self.of[0]
    }

    /// Two sentences of which it is true, where overlap is a share of so many words.
    pub(super) fn between(
        self,
        (a, a_span): (u32, TokenSpan),
        (b, b_span): (u32, TokenSpan),
        of: u32,
    ) -> Located {
        let [of_a, of_b] = self.of;
        Located {
            a,
            b,
            a_span,
            b_span,
            counts: Counts {
                matched: self.words,
                substituted: 0,
                inserted: of_b - self.words,
                deleted: of_a - self.words,
            },
            overlap: self.overlap(of),
        }
    }

    /// How much of a sentence that has so many words they are.
    pub(super) fn overlap(self, of: u32) -> Overlap {
        Overlap::new(self.words, of, self.weighted)
    }

    /// The same seen from the other side.
    pub(super) fn flipped(self) -> Self {
        Self {
            of: [self.of[1], self.of[0]],
            ..self
        }
    }
}

impl Sentencing<'_> {
    /// Two sentences of different documents, `a` and `b` as in the pair of these.
    pub(super) fn located(&self, a: u32, b: u32, shared: Shared) -> Result<Option<Located>> {
        let (a, b) = (self.kept.place(a)?, self.kept.place(b)?);
        if !self.is_pair(a.doc, b.doc) {
            return Ok(None);
        }
        let [of_a, of_b] = shared.of;
        let of = match self.copies.sides() {
            Sides::Within | Sides::Added { .. } => of_a.min(of_b),
            // The input's.
            Sides::Against { .. } => of_a,
        };
        let (a, b) = ((a.doc, a.span), (b.doc, b.span));
        Ok(Some(shared.between(a, b, of)))
    }
}

/// The pairs of all matches, in order.
pub(super) fn paired(sentencing: &Sentencing<'_>, found: &Sorted<Located>) -> Result<Paired> {
    let mut out = Out::new(sentencing.memory / 8, sentencing.temp);
    let mut group: Vec<Located> = Vec::new();
    for next in found.iter()? {
        let next = next?;
        let docs = |one: &Located| (one.a, one.b);
        if group.last().is_some_and(|last| docs(last) != docs(&next)) {
            pair(sentencing, &group, &mut out)?;
            group.clear();
        }
        group.push(next);
    }
    if !group.is_empty() {
        pair(sentencing, &group, &mut out)?;
    }
    out.aliases(
        sentencing.copies,
        sentencing.max_copies,
        sentencing.tokens_of_originals,
        |doc| sentencing.kept.words_of(doc),
        |_| sentencing.has_passages,
    )?;
    out.finish()
}

/// Makes a pair of two documents' matches, and repeats it for their copies.
fn pair(sentencing: &Sentencing<'_>, group: &[Located], out: &mut Out) -> Result<()> {
    let Located { a, b, .. } = group[0];
    let sizes = [a, b].map(|doc| sentencing.kept.count_of(doc));
    let (pair, located) = pair_of(group, sizes, sentencing.has_passages);
    let (mut pairs, mut passages, mut reused) = (Vec::new(), Vec::new(), Vec::new());
    let (copies, most) = (sentencing.copies, sentencing.max_copies);
    repeat_for_copies(copies, most, pair, &located, &mut pairs, &mut passages);
    let spans = |side: fn(&Located) -> TokenSpan| {
        let mut spans: Vec<TokenSpan> = group.iter().map(side).collect();
        spans.sort_unstable();
        spans
    };
    merged(a, spans(|one| one.a_span), &mut reused);
    merged(b, spans(|one| one.b_span), &mut reused);
    out.pairs.extend(pairs)?;
    out.passages.extend(passages)?;
    out.reused.extend(reused)
}

/// The pair of two documents that have so many sentences, of which those of `group` match, and its passages.
pub(super) fn pair_of(
    group: &[Located],
    [a_size, b_size]: [u32; 2],
    has_passages: bool,
) -> (Pair, Vec<Located>) {
    let first = group[0];
    let sides = [|one: &Located| one.a_span, |one: &Located| one.b_span];
    let [a_spans, b_spans] = sides.map(|side| {
        let mut spans: Vec<TokenSpan> = group.iter().map(side).collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    });
    let best = group.iter().max_by_key(|one| one.overlap.rank());
    let best = best.unwrap_or(&group[0]);
    let pair = Pair {
        a: first.a,
        b: first.b,
        hits: group.iter().map(|one| one.counts.matched).sum(),
        a_matched: covered(a_spans.iter().copied()),
        b_matched: covered(b_spans.iter().copied()),
        passages: if has_passages { group.len() as u32 } else { 0 },
        alias: 0,
        a_common: a_spans.len() as u32,
        a_size,
        b_common: b_spans.len() as u32,
        b_size,
        a_known: 0,
        b_known: 0,
        in_pieces: 0,
        confirmed: 0,
        overlap: best.overlap,
    };
    let located = match has_passages {
        true => group.to_vec(),
        false => Vec::new(),
    };
    (pair, located)
}
