//! Which units and which places are the frames of sites.

use std::collections::{BTreeMap, HashMap, HashSet};

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::cut::Cutter;
use super::network::{self, Shown};
use super::units::{Block, SHORTEST, Unit, Values, blocks};
use super::{Frame, FrameKind, FrameOptions, Gathering};
use crate::error::Result;
use crate::hash::{digest, mix};
use crate::read::{Document, Item};
use crate::spill::Sorter;

/// What takes turns, such as advertisements and lines about authors, is on fewer pages. It is of the frame when it is on this share
/// of them, and on so many.
const TURNS: (f64, u32) = (0.05, 10);

/// At some places stands on every page something else, and yet nothing of its own: the first words of other texts, who wrote it
/// when. They are known by this: of so many texts there, this share is on another page too.
const SLOT: (u32, f64) = (10, 0.5);

/// No more of a site's text than this can be at such places: where pages repeat one another whole, as those of a blog by month
/// do, everything would be.
const MOST_IN_SLOTS: f64 = 1.0 / 3.0;

/// A unit of a page.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
pub(super) struct Seen {
    pub(super) site: u64,
    /// 0 stands for the page itself, so that a site's pages are counted before its units.
    pub(super) unit: u64,
    /// The same for pages that are versions of one.
    pub(super) voice: u64,
    /// Where the page lies.
    pub(super) page: u64,
    /// Where on the page a block is; 0 for sentences.
    pub(super) place: u32,
    /// Bytes of a block, below 0 where the block is not in what was kept of the page; 0 for sentences.
    pub(super) length: i32,
}

/// Stands for a site.
pub(super) fn number(site: &str) -> u64 {
    digest(site.as_bytes()) as u64
}

fn bytes(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// Each unit of a page once.
pub(super) fn units_of(document: &Document, page: u64, out: &mut Vec<Seen>) {
    let Some(site) = &document.site else { return };
    let blocks: Vec<Block> = blocks(&document.text).collect();
    let longest = blocks
        .iter()
        .max_by_key(|block| block.whole.range.len())
        .map_or(0, |block| block.whole.values.whole);
    let title = document
        .title
        .as_deref()
        .map_or(0, |title| digest(title.as_bytes()) as u64);
    let whole = Seen {
        site: number(&site.name),
        unit: 0,
        voice: mix(title ^ mix(longest)),
        page,
        place: 0,
        length: 0,
    };
    let first = out.len();
    out.push(whole);
    let mut put = |values: Values, place: u32, length: i32| {
        out.push(Seen {
            unit: values.whole,
            place: if length == 0 { 0 } else { place },
            length,
            ..whole
        });
        if values.opening > 0 {
            out.push(Seen {
                unit: values.opening,
                ..whole
            });
        }
    };
    for block in &blocks {
        let range = &block.whole.range;
        let place = site.place(range.start);
        put(block.whole.values, place, bytes(range.len()));
        for sentence in &block.sentences {
            put(sentence.values, 0, 0);
        }
    }
    for other in &site.others {
        put(other.values, other.place, -bytes(other.bytes as usize));
    }
    let own = &mut out[first..];
    own.sort_unstable();
    let mut unique = first;
    for at in first..out.len() {
        if at == first || out[at] != out[unique - 1] {
            out[unique] = out[at];
            unique += 1;
        }
    }
    out.truncate(unique);
}

/// How often something is, and where first.
#[derive(Clone, Copy, Debug)]
struct Often {
    voices: u32,
    first: u64,
}

/// What stands at a place of a site's pages.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    texts: u32,
    /// Texts that are on another page too.
    repeated: u32,
    /// What of it is in the text of pages: only that can be cut out.
    bytes: u64,
    first: u64,
}

/// What is known so far of the site at hand.
#[derive(Debug, Default)]
struct Counted {
    /// How many pages it has.
    pages: u32,
    /// What stands where, but for units of its frame.
    places: BTreeMap<u32, Place>,
    /// Of the unit at hand: where its blocks stand, how long they are, and on which pages.
    blocks: Vec<(u32, i32, u64)>,
}

impl Counted {
    fn is_frame(&self, unit: u64, voices: u32, options: &FrameOptions) -> bool {
        let [documents, all] = [voices, self.pages].map(f64::from);
        let (share, least) = TURNS;
        // Texts may begin alike now and then.
        let is_opening = unit & 1 == 1;
        let takes_turns = !is_opening && documents >= (share * all).max(f64::from(least));
        self.pages >= options.documents && (documents >= options.share * all || takes_turns)
    }

    /// Whether the unit at hand is a block that is long enough to be told on other sites, too. Of spam that was changed here and there,
    /// some sentences are the same everywhere: without these, it would no longer be known.
    fn is_telling(&self, unit: u64) -> bool {
        let is_whole = unit & 1 == 0 && !self.blocks.is_empty();
        let mut lengths = self
            .blocks
            .iter()
            .map(|(_, length, _)| length.unsigned_abs());
        is_whole && lengths.all(|length| length as usize >= SHORTEST)
    }

    /// The blocks of the unit at hand are not of the frame.
    fn place_blocks(&mut self, often: Often) {
        for &(at, length, page) in &self.blocks {
            let place = self.places.entry(at).or_insert(Place {
                first: u64::MAX,
                ..Place::default()
            });
            place.texts += 1;
            place.repeated += u32::from(often.voices > 1);
            place.bytes += u64::from(length.max(0).unsigned_abs());
            place.first = place.first.min(page);
        }
    }

    /// The places where half of what stands is on other pages too, the shortest first, as far as there may be any.
    fn slots(self, options: &FrameOptions) -> Vec<(u32, Place)> {
        if self.pages < options.documents {
            return Vec::new();
        }
        let all: u64 = self.places.values().map(|place| place.bytes).sum();
        let (least, share) = SLOT;
        let is_slot = |place: &Place| {
            place.texts >= least && f64::from(place.repeated) >= share * f64::from(place.texts)
        };
        let mut slots: Vec<(u32, Place)> = self
            .places
            .into_iter()
            .filter(|(at, place)| *at != 0 && is_slot(place))
            .collect();
        slots.sort_by_key(|(at, place)| (place.bytes, *at));
        let mut left = (MOST_IN_SLOTS * all as f64) as u64;
        let fitting = slots.iter().take_while(|(_, place)| {
            let rest = left.checked_sub(place.bytes);
            left = rest.unwrap_or(left);
            rest.is_some()
        });
        let fitting = fitting.count();
        slots.truncate(fitting);
        slots
    }
}

/// By the first page that they are on, the units and places with how many pages have them, and of how many.
type FirstOn = BTreeMap<u64, HashMap<(FrameKind, u64), [u32; 2]>>;

/// Counts what sites have, one after the other.
struct Counter {
    options: FrameOptions,
    cutter: Cutter,
    first: FirstOn,
    /// Units of all sites.
    shown: Sorter<Shown>,
    at_hand: Counted,
}

impl Counter {
    /// All of a unit is known.
    fn unit(&mut self, unit: Seen, often: Often) -> Result<()> {
        let site = &mut self.at_hand;
        if site.is_telling(unit.unit) {
            self.shown.push(Shown {
                unit: unit.unit,
                site: unit.site,
                first: often.first,
                pages: often.voices,
                of: site.pages,
            })?;
        }
        if unit.unit == 0 {
            site.pages = often.voices;
        } else if site.is_frame(unit.unit, often.voices, &self.options) {
            self.cutter.unit(unit.site, unit.unit);
            let on_page = self.first.entry(often.first).or_default();
            on_page.insert((FrameKind::Text, unit.unit), [often.voices, site.pages]);
        } else {
            site.place_blocks(often);
        }
        site.blocks.clear();
        Ok(())
    }

    /// All of a site is known.
    fn site(&mut self, site: u64) {
        let counted = std::mem::take(&mut self.at_hand);
        let pages = counted.pages;
        for (at, place) in counted.slots(&self.options) {
            self.cutter.place(site, at);
            let on_page = self.first.entry(place.first).or_default();
            on_page.insert((FrameKind::Place, at.into()), [place.texts, pages]);
        }
    }

    /// All sites are known.
    fn finish(self) -> Result<(Cutter, FirstOn)> {
        let (mut cutter, mut first) = (self.cutter, self.first);
        network::each(self.shown, |shown| {
            cutter.network(shown.site, shown.unit);
            let on_page = first.entry(shown.first).or_default();
            on_page.insert((FrameKind::Network, shown.unit), [shown.pages, shown.of]);
        })?;
        Ok((cutter, first))
    }
}

/// The frames of all sites. `shown` is room for units.
pub(super) fn counted(
    seen: Sorter<Seen>,
    shown: Sorter<Shown>,
    options: FrameOptions,
    pages: &Gathering,
) -> Result<(Vec<Frame>, Cutter)> {
    let mut counter = Counter {
        options,
        cutter: Cutter::default(),
        first: BTreeMap::new(),
        shown,
        at_hand: Counted::default(),
    };
    let mut current: Option<(Seen, Often)> = None;
    for next in seen.finish()?.iter()? {
        let next = next?;
        match &mut current {
            Some((last, often)) if (last.site, last.unit) == (next.site, next.unit) => {
                often.voices += u32::from(last.voice != next.voice);
                often.first = often.first.min(next.page);
                *last = next;
            }
            other => {
                let often = Often {
                    voices: 1,
                    first: next.page,
                };
                if let Some((last, often)) = other.replace((next, often)) {
                    counter.unit(last, often)?;
                    if last.site != next.site {
                        counter.site(last.site);
                    }
                }
            }
        }
        if next.length != 0 {
            let blocks = &mut counter.at_hand.blocks;
            blocks.push((next.place, next.length, next.page));
        }
    }
    if let Some((last, often)) = current {
        counter.unit(last, often)?;
        counter.site(last.site);
    }
    let (cutter, first) = counter.finish()?;
    let mut frames = Vec::new();
    for (page, own) in &first {
        if let Item::Document(document) = pages.item(*page)? {
            rows(&document, own, &mut frames);
        }
    }
    frames.sort_by(|a, b| {
        let order = |frame: &Frame| (frame.site.clone(), frame.kind, u32::MAX - frame.pages);
        order(a).cmp(&order(b)).then_with(|| a.text.cmp(&b.text))
    });
    frames.dedup();
    Ok((frames, cutter))
}

/// The frames that are on a page before any other.
fn rows(document: &Document, own: &HashMap<(FrameKind, u64), [u32; 2]>, frames: &mut Vec<Frame>) {
    let Some(site) = &document.site else { return };
    let mut seen = HashSet::new();
    let mut put = |unit: &Unit, place: Option<u32>| {
        let Values { whole, opening } = unit.values;
        let texts = [whole, opening].map(|value| (FrameKind::Text, value));
        let place = place.map(|place| (FrameKind::Place, place.into()));
        let network = (FrameKind::Network, whole);
        let mut keys = texts.into_iter().chain(place).chain([network]);
        let Some(key) = keys.find(|key| own.contains_key(key)) else {
            return false;
        };
        if let Some([pages, of]) = own.get(&key).filter(|_| seen.insert(key)) {
            frames.push(Frame {
                site: site.name.clone(),
                kind: key.0,
                pages: *pages,
                of: *of,
                text: document.text[unit.range.clone()].to_owned(),
            });
        }
        true
    };
    for block in blocks(&document.text) {
        let place = site.place(block.whole.range.start);
        // What a block of the frame has in it needs no row of its own.
        if !put(&block.whole, Some(place)) {
            for sentence in &block.sentences {
                put(sentence, None);
            }
        }
    }
}
