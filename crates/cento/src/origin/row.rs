//! A document's origins as results have them: with ids, and places in the text.

use serde::Serialize;

use super::names::Names;
use super::origins::{Dominant, Origins};
use crate::error::Result;
use crate::offsets::{OffsetUnit, Offsets};
use crate::span::{ByteSpan, TokenSpan};
use crate::token::bytes_of;

/// What is said of a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OriginRow {
    /// Its id.
    pub id: String,
    /// How many words it has.
    pub tokens: u32,
    /// How many shingles.
    pub shingles: u32,
    /// How many of them were looked at.
    pub selected: u32,
    /// Where most of it comes from: `self`, `other` or `none`.
    pub dominant: &'static str,
    /// The earlier document that most comes from, if it is one.
    pub dominant_origin: Option<String>,
    /// The share of the selected shingles that come from where most do.
    pub dominant_share: f64,
    /// What was copied from which earlier document.
    pub blocks: Vec<BlockRow>,
    /// What is new.
    pub fresh: Vec<SpanRow>,
    /// How many words are new.
    pub fresh_tokens: u32,
    /// How many are not.
    pub old_tokens: u32,
}

/// A part of a text that an earlier document had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BlockRow {
    /// Where it begins.
    pub begin: u64,
    /// One past where it ends.
    pub end: u64,
    /// The document that had it first.
    pub origin: String,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SpanRow {
    /// Where it begins.
    pub begin: u64,
    /// One past where it ends.
    pub end: u64,
}

impl OriginRow {
    /// `spans` are those of the tokens of `text`.
    pub(super) fn new(
        id: &str,
        text: &str,
        spans: &[ByteSpan],
        origins: &Origins,
        names: &mut Names,
        unit: OffsetUnit,
    ) -> Result<Self> {
        let offsets = match unit {
            OffsetUnit::Byte => Offsets::default(),
            _ => Offsets::new(text),
        };
        let place = |tokens: TokenSpan| offsets.span(text, bytes_of(spans, tokens), unit);
        let blocks = origins.blocks.iter().map(|block| {
            let (begin, end) = place(block.span);
            let origin = names.name(block.origin)?.to_owned();
            Ok(BlockRow { begin, end, origin })
        });
        let blocks = blocks.collect::<Result<_>>()?;
        let fresh = origins.fresh.iter().map(|&tokens| {
            let (begin, end) = place(tokens);
            SpanRow { begin, end }
        });
        Ok(Self {
            id: id.to_owned(),
            tokens: origins.tokens,
            shingles: origins.shingles,
            selected: origins.selected,
            dominant: origins.dominant.name(),
            dominant_origin: match origins.dominant {
                Dominant::Other(number) => Some(names.name(number)?.to_owned()),
                _ => None,
            },
            dominant_share: (origins.dominant_share * 1e4).round() / 1e4,
            fresh: fresh.collect(),
            blocks,
            fresh_tokens: origins.fresh_tokens,
            old_tokens: origins.old_tokens(),
        })
    }
}
