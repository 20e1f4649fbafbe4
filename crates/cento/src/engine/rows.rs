//! The rows of pairs and passages.

use crate::error::Result;
use crate::find::overlap::Overlap;
use crate::find::pairs::{Located, Pair};
use crate::find::store::Store;
use crate::find::{Class, FindOptions, Score, WHOLE};
use crate::fingerprint::Comparison;
use crate::group::{Decks, Direction, Labels, SlidePair};
use crate::offsets::OffsetUnit;
use crate::report::{
    OrderScores, PairRow, PassageRow, Scores, SentenceScores, Sink, SlideRow, place,
};
use crate::span::TokenSpan;
use crate::token::Stems;

fn scores(pair: &Pair, options: &FindOptions) -> Option<Scores> {
    match options.scheme.comparison() {
        Comparison::Containment | Comparison::Runs(_) => None,
        Comparison::Order => Some(Scores::Order(order_scores(pair))),
        Comparison::Sentences(_) => Some(Scores::Sentences(sentence_scores(pair.overlap))),
    }
}

fn sentence_scores(overlap: Overlap) -> SentenceScores {
    SentenceScores {
        word_overlap: overlap.words(),
        weighted_overlap: overlap.weighted(),
    }
}

fn order_scores(pair: &Pair) -> OrderScores {
    // Of documents with the same words the shares are known, not the numbers.
    let (lcs, x, y) = match pair.alias {
        1 => (pair.hits, pair.hits, pair.hits),
        _ => (pair.a_common, pair.a_size, pair.b_size),
    };
    OrderScores {
        lcs,
        cs: Score::Cs.of(lcs, x, y),
        its: Score::Its.of(lcs, x, y),
        its_both: {
            let (x, y) = (pair.a_known, pair.b_known);
            Score::Its.of(lcs.max(pair.in_pieces).min(x).min(y), x, y)
        },
        confirmed: f64::from(pair.confirmed) / f64::from(WHOLE),
    }
}

/// How much of either is in the other.
pub(super) fn class(pair: &Pair, options: &FindOptions) -> Class {
    let level = |containment| options.thresholds.level(containment);
    Class::of(level(pair.a_in_b()), level(pair.b_in_a()))
}

pub(super) fn pair_row(
    [a_id, b_id]: [String; 2],
    pair: &Pair,
    labels: Labels,
    options: &FindOptions,
) -> PairRow {
    let levels = &options.thresholds;
    let (a_in_b, b_in_a) = (pair.a_in_b(), pair.b_in_a());
    let (a_level, b_level) = (levels.level(a_in_b), levels.level(b_in_a));
    PairRow {
        a_id,
        b_id,
        a_in_b,
        b_in_a,
        a_level,
        b_level,
        class: class(pair, options),
        hits: pair.hits,
        a_matched: pair.a_matched,
        b_matched: pair.b_matched,
        passages: options.align.map(|_| pair.passages),
        labels,
        scores: scores(pair, options),
    }
}

/// The row of two slides of a pair.
pub(super) fn slide_row<'r>(row: &'r PairRow, slides: &SlidePair) -> SlideRow<'r> {
    SlideRow {
        a_id: &row.a_id,
        a_slide: slides.a,
        b_id: &row.b_id,
        b_slide: slides.b,
        matched: slides.matched,
        pictures: slides.pictures,
        template: slides.template,
        notes: slides.notes,
        a_tokens: slides.a_tokens,
        b_tokens: slides.b_tokens,
        hidden: slides.hidden,
        relation: slides.relation,
        labels: Labels::default().template_if(slides.is_template()),
    }
}

/// What is known of a passage besides where it is.
pub(super) struct Found {
    pub(super) number: u64,
    pub(super) cluster: Option<u64>,
    pub(super) labels: Labels,
    pub(super) direction: (Direction, Option<u64>),
}

/// Where the texts of passages are, and how they are told.
pub(super) struct Quoting<'a> {
    pub(super) store: &'a Store,
    pub(super) unit: OffsetUnit,
    pub(super) stems: Option<&'a Stems>,
    /// Which of them are compound documents.
    pub(super) decks: &'a Decks,
}

impl Quoting<'_> {
    fn place(&self, doc: u32, tokens: TokenSpan) -> Result<Option<String>> {
        place(self.decks, self.store, doc, tokens)
    }

    /// Gives the row of a passage.
    pub(super) fn give(
        &self,
        found: &Found,
        pair: &PairRow,
        passage: &Located,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let (a, b) = (self.store.text(passage.a)?, self.store.text(passage.b)?);
        let (direction, lag_days) = found.direction;
        let (a_text, a_begin, a_end) = a.quote(passage.a_span, self.unit);
        let (b_text, b_begin, b_end) = b.quote(passage.b_span, self.unit);
        sink.passage(&PassageRow {
            number: found.number,
            a_id: &pair.a_id,
            b_id: &pair.b_id,
            a_span: (a_begin, a_end),
            b_span: (b_begin, b_end),
            unit: self.unit,
            a_text,
            b_text,
            a_tokens: passage.a_span,
            b_tokens: passage.b_span,
            counts: passage.counts,
            scores: self
                .stems
                .and(pair.scores)
                .map(|_| sentence_scores(passage.overlap)),
            direction,
            lag_days,
            cluster: found.cluster,
            labels: found.labels,
            a_place: self.place(passage.a, passage.a_span)?,
            b_place: self.place(passage.b, passage.b_span)?,
            texts: [a.placed(), b.placed()],
            stems: self.stems,
        })
    }
}
