//! Pages without the frames of their sites.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use super::count::number;
use super::units::{Block, Unit, Values, blocks};
use crate::hash::mix;
use crate::read::Document;

/// Cuts frames out of pages, and counts.
#[derive(Debug, Default)]
pub(super) struct Cutter {
    /// Units and places, each with its site.
    units: HashSet<u64>,
    places: HashSet<u64>,
    network: HashSet<u64>,
    documents: AtomicU64,
    bytes: AtomicU64,
}

/// Less of a page than this is not what it is about.
const LEAST_OWN: f64 = 0.1;

/// A page that has less than this beside what a network shows is about that: it was taken over, or is spam, which is labelled
/// where it is found.
const LEAST_BESIDE_NETWORK: f64 = 0.33;

/// Stands for a unit or a place of a site.
fn key(site: u64, own: u64) -> u64 {
    mix(site ^ mix(own))
}

impl Cutter {
    /// A unit is the frame of a site from now on.
    pub(super) fn unit(&mut self, site: u64, unit: u64) {
        self.units.insert(key(site, unit));
    }

    /// A place is.
    pub(super) fn place(&mut self, site: u64, place: u32) {
        self.places.insert(key(site, place.into()));
    }

    /// A unit is shown on a site by a network.
    pub(super) fn network(&mut self, site: u64, unit: u64) {
        self.network.insert(key(site, unit));
    }

    /// How many pages something was cut out of, and how many bytes.
    pub(super) fn counts(&self) -> [u64; 2] {
        [&self.documents, &self.bytes].map(|count| count.load(Ordering::Relaxed))
    }

    /// The page without the frame of its site.
    pub(super) fn cut(&self, mut document: Document) -> Document {
        let Some(site) = &document.site else {
            return document;
        };
        let number = number(&site.name);
        let is_frame = |unit: &Unit, is_alone: bool| {
            let Values { whole, opening } = unit.values;
            // Of a block of several sentences only the first begins alike.
            let opening = if is_alone { opening } else { 0 };
            [whole, opening]
                .iter()
                .any(|value| self.units.contains(&key(number, *value)))
        };
        let mut blocks: Vec<Block> = blocks(&document.text).collect();
        let length = |blocks: &[Block]| {
            let lengths = blocks.iter().map(|block| block.whole.range.len());
            lengths.sum::<usize>()
        };
        let all = length(&blocks);
        blocks.retain(|block| !is_frame(&block.whole, block.sentences.is_empty()));
        let is_in_place = |block: &Block| {
            let place = site.place(block.whole.range.start);
            self.places.contains(&key(number, place.into()))
        };
        // A page that has hardly anything else is about what stands there: one to be printed, or one that lists others.
        let left = length(&blocks);
        let mut own = blocks.clone();
        own.retain(|block| !is_in_place(block));
        if length(&own) as f64 >= LEAST_OWN * left as f64 {
            blocks = own;
        }
        let is_of_network = |unit: &Unit| self.network.contains(&key(number, unit.values.whole));
        let left = length(&blocks);
        let mut own = blocks.clone();
        own.retain(|block| !is_of_network(&block.whole));
        if length(&own) as f64 >= LEAST_BESIDE_NETWORK * left as f64 {
            blocks = own;
        }
        let mut text = String::new();
        let mut kept = 0;
        for block in blocks {
            let range = block.whole.range;
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            let (mut begin, before) = (range.start, text.len());
            for sentence in block.sentences.iter().filter(|unit| is_frame(unit, true)) {
                text.push_str(&document.text[begin..sentence.range.start]);
                begin = sentence.range.end;
            }
            text.push_str(&document.text[begin..range.end]);
            kept += text.len() - before;
        }
        if kept < all {
            self.documents.fetch_add(1, Ordering::Relaxed);
            self.bytes.fetch_add((all - kept) as u64, Ordering::Relaxed);
            document.text = text;
        }
        document
    }
}
