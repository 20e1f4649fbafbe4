//! The part of the results that the page shows, with its texts.

use std::collections::BTreeMap;

use super::builder::{Kept, RowOf};
use super::decks::{BOX_BYTES, Pictures};
use super::model::{
    Cluster, Deck, Descendant, Document, Lineage, Member, Pair, Passage, Portion, Shared,
    SlidePair, Work, WorkMember,
};
use super::texts::Texts;
use crate::align::{Edit, edits, shared};
use crate::error::Result;
use crate::find::pairs::Located;
use crate::find::store::{Store, Text};
use crate::group::{self, Almanac, Decks, Label, Labels};
use crate::offsets::OffsetUnit;
use crate::report::{place, place_in_words};
use crate::span::{ByteSpan, TokenSpan};
use crate::token::Stems;

/// Places of a group that are shown.
pub(super) const MEMBERS: usize = 24;

/// More slides of a deck than any has.
const MOST_SLIDES: u64 = 10_000;

/// Longer texts of a group are cut.
const CLUSTER_TEXT: usize = 2000;

/// The part of the results that is shown.
pub(super) struct Page<'a> {
    store: &'a Store,
    almanac: &'a Almanac,
    stems: Option<&'a Stems>,
    decks: &'a Decks,
    texts: Texts,
    /// The place of each document shown.
    numbers: BTreeMap<u32, usize>,
    /// What the texts take, about.
    pub(super) bytes: usize,
    spans: BTreeMap<u32, (usize, usize)>,
}

impl<'a> Page<'a> {
    pub(super) fn new(
        store: &'a Store,
        almanac: &'a Almanac,
        stems: Option<&'a Stems>,
        decks: &'a Decks,
    ) -> Self {
        Self {
            store,
            almanac,
            stems,
            decks,
            texts: Texts::default(),
            numbers: BTreeMap::new(),
            bytes: 0,
            spans: BTreeMap::new(),
        }
    }

    /// How many bytes these spans of a document would add.
    pub(super) fn bytes_more(
        &self,
        doc: u32,
        spans: impl IntoIterator<Item = TokenSpan>,
    ) -> Result<usize> {
        let text = self.store.text(doc)?;
        let known = self.spans.get(&doc).copied();
        let (mut count, mut bytes) = known.unwrap_or_default();
        let before = known.map_or(0, |_| Texts::cost(text.text.len(), count, bytes));
        for span in spans {
            let span = text.bytes_of(span);
            count += 1;
            bytes += (span.end - span.begin) as usize;
        }
        let boxes = match known.is_none() && self.decks.is_deck(doc) {
            true => self
                .store
                .row(doc)?
                .layout
                .map_or(0, |layout| layout.blocks.len()),
            false => 0,
        };
        Ok(Texts::cost(text.text.len(), count, bytes) - before + boxes * BOX_BYTES)
    }

    /// Wants these spans of a document.
    pub(super) fn reserve(
        &mut self,
        doc: u32,
        spans: impl IntoIterator<Item = TokenSpan>,
    ) -> Result<()> {
        let spans: Vec<TokenSpan> = spans.into_iter().collect();
        self.bytes += self.bytes_more(doc, spans.iter().copied())?;
        let text = self.store.text(doc)?;
        self.texts.name(doc);
        let (count, bytes) = self.spans.entry(doc).or_default();
        for span in spans {
            let span = text.bytes_of(span);
            *count += 1;
            *bytes += (span.end - span.begin) as usize;
            self.texts.want(doc, span);
        }
        Ok(())
    }

    /// Gives every document that is wanted its place.
    pub(super) fn number(&mut self) {
        let documents = self.texts.documents().enumerate();
        self.numbers = documents.map(|(at, doc)| (doc, at)).collect();
    }

    fn place(&self, doc: u32) -> usize {
        self.numbers.get(&doc).copied().unwrap_or_default()
    }

    pub(super) fn pair(&self, kept: &Kept, first: usize) -> Result<Pair> {
        let row = &kept.row;
        Ok(Pair {
            a: self.place(kept.docs.0),
            b: self.place(kept.docs.1),
            a_in_b: row.a_in_b,
            b_in_a: row.b_in_a,
            a_level: row.a_level,
            b_level: row.b_level,
            class: row.class,
            hits: row.hits,
            a_matched: row.a_matched,
            b_matched: row.b_matched,
            labels: row.labels,
            passages: row.passages.unwrap_or_default(),
            first,
            shown: kept.passages.len(),
            scores: row.scores,
            portions: kept
                .map
                .as_ref()
                .map(|(portions, _)| self.portions(kept.docs, portions))
                .transpose()?,
            bins: kept.map.as_ref().map(|(_, bins)| bins.clone()),
            slides: kept.slides.iter().map(slide_pair).collect(),
        })
    }

    pub(super) fn lineage(&self, number: usize, lineage: &[group::Descendant]) -> Lineage {
        let shown = &lineage[..lineage.len().min(MEMBERS)];
        let slides = shown.iter().map(|one| Descendant {
            document: self.place(one.slide.doc),
            slide: one.slide.number,
            from: one
                .from
                .and_then(|from| shown.iter().position(|other| other.slide == from.slide)),
            matched: one.from.map(|from| [from.matched, from.tokens]),
        });
        Lineage {
            lineage_id: format!("l{number}"),
            size: group::decks(lineage),
            slides: slides.collect(),
            left_out: lineage.len() - shown.len(),
        }
    }

    fn portions(&self, docs: (u32, u32), portions: &[group::Portion]) -> Result<Vec<Portion>> {
        let (a, b) = (self.store.text(docs.0)?, self.store.text(docs.1)?);
        let shown = portions.iter().map(|portion| {
            let (_, a_begin, a_end) = a.quote(portion.a, OffsetUnit::Utf16);
            let (_, b_begin, b_end) = b.quote(portion.b, OffsetUnit::Utf16);
            Portion {
                a_begin,
                a_end,
                b_begin,
                b_end,
                aligned: portion.aligned,
            }
        });
        Ok(shown.collect())
    }

    pub(super) fn works(&self, works: &[&Vec<group::Member>]) -> Result<Vec<Work>> {
        let mut shown = Vec::with_capacity(works.len());
        for (number, members) in (1..).zip(works) {
            let member = |member: &group::Member| {
                let text = self.store.text(member.doc)?;
                let (_, begin, end) = text.quote(member.span, OffsetUnit::Utf16);
                Ok(WorkMember {
                    document: self.place(member.doc),
                    begin,
                    end,
                })
            };
            shown.push(Work {
                work_id: format!("w{number}"),
                members: members.iter().map(member).collect::<Result<_>>()?,
            });
        }
        Ok(shown)
    }

    pub(super) fn passage(
        &self,
        &(passage, number, cluster, labels): &(Located, u64, u32, Labels),
        clusters: usize,
    ) -> Result<Passage> {
        let (a, b) = (self.store.text(passage.a)?, self.store.text(passage.b)?);
        let unit = OffsetUnit::Utf16;
        let (_, a_begin, a_end) = a.quote(passage.a_span, unit);
        let (_, b_begin, b_end) = b.quote(passage.b_span, unit);
        let (direction, lag_days) = self.almanac.direction(passage.a, passage.b);
        let counts = passage.counts;
        // Documents with the same words are passages as a whole.
        let stems = self.stems.filter(|_| !labels.has(Label::Alias));
        let shared = stems.and_then(|stems| {
            let (a, b) = (a.placed(), b.placed());
            shared(stems, a, b, passage.a_span, passage.b_span)
        });
        let differ = counts.matched < counts.columns();
        let edits = if differ && shared.is_none() {
            edits(a.placed(), b.placed(), passage.a_span, passage.b_span)
        } else {
            Vec::new()
        };
        Ok(Passage {
            passage_id: format!("p{number}"),
            a: self.place(passage.a),
            b: self.place(passage.b),
            a_begin,
            a_end,
            b_begin,
            b_end,
            tokens: counts.columns(),
            matched: counts.matched,
            substituted: counts.substituted,
            inserted: counts.inserted,
            deleted: counts.deleted,
            identity: counts.identity(),
            direction,
            lag_days,
            cluster_id: (1..=clusters)
                .contains(&(cluster as usize))
                .then(|| format!("c{cluster}")),
            labels,
            edits: flat(
                &edits,
                |byte| a.offset(byte, unit),
                |byte| b.offset(byte, unit),
            ),
            shared: shared.map(|shared| Shared {
                a: ends(&shared.a, &a),
                b: ends(&shared.b, &b),
            }),
            a_place: self.pages(passage.a, passage.a_span)?,
            b_place: self.pages(passage.b, passage.b_span)?,
        })
    }

    /// The pages that words of a document stand on.
    fn pages(&self, doc: u32, tokens: TokenSpan) -> Result<Option<String>> {
        let place = place(self.decks, self.store, doc, tokens)?;
        Ok(place.as_deref().and_then(place_in_words))
    }

    pub(super) fn cluster(&self, at: usize, cluster: &crate::group::Cluster) -> Result<Cluster> {
        let store = self.store;
        let unit = OffsetUnit::Utf16;
        let first = cluster.members.first().copied();
        // What members are shown against: sentences against the one that all match, others against the oldest.
        let model = cluster.core().or(first);
        let model_text = model.map(|model| store.text(model.doc)).transpose()?;
        let mut members = Vec::new();
        for (i, member) in cluster.members.iter().take(MEMBERS).enumerate() {
            let text = store.text(member.doc)?;
            let (_, begin, end) = text.quote(member.span, unit);
            let mut shown = Member {
                document: self.place(member.doc),
                begin,
                end,
                edits: None,
                shared: None,
                lag_days: None,
            };
            match (&model_text, model) {
                (_, Some(model)) if model == *member => {
                    shown.edits = cluster.core().map(|_| Vec::new());
                }
                (Some(model_text), Some(model)) => {
                    let (own, other) = (text.placed(), model_text.placed());
                    let shared = self
                        .stems
                        .and_then(|stems| shared(stems, own, other, member.span, model.span));
                    match shared {
                        Some(shared) => shown.shared = Some(ends(&shared.a, &text)),
                        None => {
                            shown.edits = Some(flat(
                                &edits(own, other, member.span, model.span),
                                |byte| text.offset(byte, unit),
                                |byte| model_text.offset(byte, unit),
                            ));
                        }
                    }
                }
                _ => {}
            }
            if let (Some(first), 1..) = (first, i) {
                shown.lag_days = self.almanac.direction(first.doc, member.doc).1;
            }
            members.push(shown);
        }
        let dates = |doc: u32| Ok::<_, crate::Error>(store.row(doc)?.date);
        let dated = || {
            cluster
                .members
                .iter()
                .filter(|member| self.almanac.time(member.doc).is_some())
        };
        let text = match cluster.fullest() {
            Some(member) => {
                let text = store.text(member.doc)?;
                let (text, ..) = text.quote(member.span, unit);
                cut(text)
            }
            None => String::new(),
        };
        Ok(Cluster {
            cluster_id: format!("c{}", at + 1),
            size: cluster.size(),
            spans: cluster.members.len(),
            first_date: dated()
                .next()
                .map(|member| dates(member.doc))
                .transpose()?
                .flatten(),
            last_date: dated()
                .next_back()
                .map(|member| dates(member.doc))
                .transpose()?
                .flatten(),
            text,
            labels: cluster.labels,
            left_out: cluster.members.len() - members.len(),
            members,
        })
    }

    fn deck(&self, doc: u32, pictures: &Pictures) -> Result<Option<Deck>> {
        if !self.decks.is_deck(doc) {
            return Ok(None);
        }
        let row = self.store.row(doc)?;
        let layout = row.layout.unwrap_or_default();
        // Slides with nothing on them are in no block.
        let meta: Option<serde_json::Value> = serde_json::from_str(&row.meta).ok();
        let slides = meta.and_then(|meta| meta["slides"].as_u64()).unwrap_or(0);
        Ok(pictures.deck(
            &layout,
            &*self.store.text(doc)?,
            slides.min(MOST_SLIDES) as u32,
        ))
    }

    pub(super) fn documents(
        &self,
        related: &BTreeMap<u32, (u32, f64)>,
        pictures: &Pictures,
        row_of: &RowOf<'_>,
    ) -> Result<Vec<Document>> {
        let mut documents = Vec::with_capacity(self.numbers.len());
        for doc in self.texts.documents() {
            let (text, length) = self.texts.pieces(doc, self.store)?;
            let (related, reused) = related.get(&doc).copied().unwrap_or_default();
            let row = row_of(doc, related, reused)?;
            documents.push(Document {
                id: row.id,
                side: row.side,
                tokens: row.tokens,
                length,
                date: row.date,
                series: row.series,
                title: row.title,
                related: row.related,
                reused: row.reused,
                duplicate_of: row.duplicate_of,
                text,
                labels: row.labels,
                deck: self.deck(doc, pictures)?,
            });
        }
        Ok(documents)
    }
}

fn slide_pair(pair: &group::SlidePair) -> SlidePair {
    SlidePair {
        a: pair.a,
        b: pair.b,
        matched: pair.matched,
        pictures: pair.pictures,
        notes: pair.notes,
        a_tokens: pair.a_tokens,
        b_tokens: pair.b_tokens,
        template: pair.template,
        relation: pair.relation.name(),
    }
}

/// Edits as four numbers each.
fn flat(edits: &[Edit], a: impl Fn(u32) -> u64, b: impl Fn(u32) -> u64) -> Vec<u64> {
    let numbers = |edit: &Edit| {
        let [x, y]: [ByteSpan; 2] = [edit.a, edit.b];
        [a(x.begin), a(x.end), b(y.begin), b(y.end)]
    };
    edits.iter().flat_map(numbers).collect()
}

/// Spans as two numbers each.
fn ends(spans: &[ByteSpan], text: &Text) -> Vec<u64> {
    let ends = spans.iter().flat_map(|span| [span.begin, span.end]);
    ends.map(|byte| text.offset(byte, OffsetUnit::Utf16))
        .collect()
}

/// The beginning of a long text.
fn cut(text: &str) -> String {
    if text.len() <= CLUSTER_TEXT {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(CLUSTER_TEXT);
    format!("{}…", text[..end].trim_end())
}
