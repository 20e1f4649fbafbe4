//! Frames across pages: what stands on most pages of a site is of none of them.
//!
//! Menus, notices, "subscribe to our letter": one page does not tell them from its text, the other pages of its site do. So pages
//! are gathered before any is given on. Each tells its units ([`units`]): blocks, and the longer sentences of these. Units that
//! are on enough pages of a site are its frame, and so are places among its elements where half of what stands there is on other
//! pages too: first words of other texts, who wrote it and when ([`count`]). What several sites show on several pages each is an
//! advertisement ([`network`]). They are cut out of all pages ([`cut`]).
//!
//! - Promise: a unit is cut out if it is on [`share`](FrameOptions::share) of the pages of a site that has
//!   [`documents`](FrameOptions::documents) of them, or on ten pages and one in twenty. Pages with the same title and the same
//!   longest block are one page under two addresses, or at two times: together they count as one.
//! - Memory: the pages and their units are spilled; in memory are eight bytes for each unit of a frame, and their texts.
//! - Source: Seo and Croft, Local text reuse detection, SIGIR 2008, name this noise; to find it in the collection is ours.

mod count;
mod cut;
mod network;
mod units;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

use self::count::{Seen, counted, units_of};
use self::cut::Cutter;
pub use self::units::Values;
#[cfg(feature = "html")]
pub(super) use self::units::values;
use super::{Chunk, Item, Source};
use crate::codec::{Reader, put_bytes};
use crate::error::{Error, Result};
use crate::parallel;
use crate::spill::{Sorter, Spool, Temp};
use crate::watch::{Stage, Watch};

/// When something is the frame of a site.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameOptions {
    /// The share of a site's pages that have it.
    pub share: f64,
    /// Pages that a site has at least.
    pub documents: u32,
}

impl Default for FrameOptions {
    fn default() -> Self {
        Self {
            share: 0.5,
            documents: 5,
        }
    }
}

/// How a part of a frame was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FrameKind {
    /// The same words on many pages.
    Text,
    /// A place on pages where texts stand that are on other pages too.
    Place,
    /// The same words on several pages of several sites.
    Network,
}

impl FrameKind {
    /// As it is written in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Place => "place",
            Self::Network => "network",
        }
    }
}

/// A part of the frame of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The site: a host, or the folder of pages that do not tell theirs.
    pub site: String,
    /// How it was known.
    pub kind: FrameKind,
    /// Pages that it is on; of a place, texts that stand there.
    pub pages: u32,
    /// Pages that the site has.
    pub of: u32,
    /// Its words, as they stand on the first page that has it.
    pub text: String,
}

/// What was left out of pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    /// By site, kind, and by how many pages they are on.
    pub frames: Vec<Frame>,
    /// Pages that something was left out of.
    pub documents: u64,
    /// Bytes of text left out.
    pub bytes: u64,
}

/// What was left out of pages, in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FramesSummary {
    /// Sites that have a frame.
    pub sites: u64,
    /// Parts of frames.
    pub frames: u64,
    /// Pages that something was left out of.
    pub documents: u64,
    /// Bytes of text left out.
    pub bytes: u64,
}

impl Frames {
    /// In figures.
    pub fn summary(&self) -> FramesSummary {
        let sites: HashSet<&str> = self.frames.iter().map(|frame| &*frame.site).collect();
        FramesSummary {
            sites: sites.len() as u64,
            frames: self.frames.len() as u64,
            documents: self.documents,
            bytes: self.bytes,
        }
    }

    /// Takes in what was left out of other pages.
    pub fn add(&mut self, other: Self) {
        self.frames.extend(other.frames);
        self.documents += other.documents;
        self.bytes += other.bytes;
    }
}

/// What gathering may use.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// Bytes of memory.
    pub memory: usize,
    /// Threads.
    pub threads: usize,
    /// Told how far it is.
    pub watch: &'a dyn Watch,
    /// Bytes that are expected, 0 where that is not known.
    pub total: u64,
}

/// Gives the documents of a source, pages without the frames of their sites. Without pages nothing is gathered.
pub struct Framed<'a> {
    source: &'a mut dyn Source,
    options: Option<FrameOptions>,
    means: Means<'a>,
    temp: Temp,
    /// Bytes of input that were given on as they came.
    passed: u64,
    gathered: Option<Gathered>,
}

/// Pages and what came behind the first of them, as bytes.
struct Gathering {
    spool: Spool,
    /// In order: where the items of a chunk begin, how many bytes they are, and how many were read for it.
    chunks: Vec<(u64, usize, u64)>,
}

/// All of them, and their frames.
struct Gathered {
    pages: Gathering,
    /// Chunks that were given.
    given: usize,
    cutter: Arc<Cutter>,
    frames: Vec<Frame>,
}

impl<'a> Framed<'a> {
    /// Without options it gives what the source gives. What outgrows memory goes to a file in `temp`.
    pub fn new(
        source: &'a mut dyn Source,
        options: Option<FrameOptions>,
        means: Means<'a>,
        temp: PathBuf,
    ) -> Self {
        Self {
            source,
            options,
            means,
            temp: Temp::new(temp),
            passed: 0,
            gathered: None,
        }
    }

    /// What was left out of the pages that were given.
    pub fn finish(self) -> Frames {
        let Some(gathered) = self.gathered else {
            return Frames::default();
        };
        let [documents, bytes] = gathered.cutter.counts();
        Frames {
            frames: gathered.frames,
            documents,
            bytes,
        }
    }

    /// Takes in `first` and all that comes behind it.
    fn gather(&mut self, first: Chunk, options: FrameOptions) -> Result<Gathered> {
        let Means {
            memory,
            threads,
            watch,
            total,
        } = self.means;
        let mut pages = Gathering {
            spool: Spool::new(memory / 8, &self.temp),
            chunks: Vec::new(),
        };
        let mut seen = Sorter::new(memory / 16, &self.temp);
        let mut read = self.passed;
        let mut first = Some(first);
        let source = &mut self.source;
        parallel::ordered(
            threads,
            memory / 8,
            || {
                let chunk = match first.take() {
                    Some(chunk) => Some(chunk),
                    None => source.next_chunk()?,
                };
                // The page, its text, and that once more.
                Ok(chunk.map(|chunk| (3 * chunk.weight(), chunk)))
            },
            |chunk: Chunk| Ok(taken_apart(chunk)),
            |(bytes, items, units): (u64, Vec<u8>, Vec<Seen>)| {
                read += bytes;
                watch.advance(Stage::Frames, read, total)?;
                let begin = pages.spool.append(&items)?;
                pages.chunks.push((begin, items.len(), bytes));
                seen.extend(units.into_iter().map(|unit| Seen {
                    page: begin + unit.page,
                    ..unit
                }))
            },
        )?;
        let shown = Sorter::new(memory / 16, &self.temp);
        let (frames, cutter) = counted(seen, shown, options, &pages)?;
        Ok(Gathered {
            pages,
            given: 0,
            cutter: Arc::new(cutter),
            frames,
        })
    }
}

/// The items of a chunk as bytes, and the units of its pages.
fn taken_apart(chunk: Chunk) -> (u64, Vec<u8>, Vec<Seen>) {
    let read = chunk.bytes_read();
    let (mut items, mut units) = (Vec::new(), Vec::new());
    let mut one = Vec::new();
    chunk.parse(&mut |item| {
        if let Item::Document(document) = &item {
            units_of(document, items.len() as u64, &mut units);
        }
        one.clear();
        item.encode(&mut one);
        put_bytes(&mut items, &one);
    });
    (read, items, units)
}

impl Gathering {
    /// The item whose bytes begin at `begin`.
    fn item(&self, begin: u64) -> Result<Item> {
        // A number is at most ten bytes long.
        let mut head = [0; 10];
        let length = head.len().min((self.spool.len() - begin) as usize);
        self.spool.read(begin, &mut head[..length])?;
        let mut reader = Reader::new(&head);
        let mut bytes = vec![0; reader.number() as usize];
        let head = head.len() - reader.rest().len();
        self.spool.read(begin + head as u64, &mut bytes)?;
        Item::decode(&bytes).ok_or_else(|| {
            Error::Usage("a temporary file was changed by another program".to_owned())
        })
    }
}

impl Source for Framed<'_> {
    /// Pages with their frames: these are known when all were seen.
    fn spread(&self) -> Option<Box<dyn Source>> {
        self.source.spread()
    }

    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        if self.gathered.is_none() {
            let Some(chunk) = self.source.next_chunk()? else {
                return Ok(None);
            };
            let Some(options) = self.options.filter(|_| chunk.may_have_pages()) else {
                self.passed += chunk.bytes_read();
                return Ok(Some(chunk));
            };
            self.gathered = Some(self.gather(chunk, options)?);
        }
        let Some(gathered) = &mut self.gathered else {
            return Ok(None);
        };
        let Some(&(begin, length, read)) = gathered.pages.chunks.get(gathered.given) else {
            return Ok(None);
        };
        gathered.given += 1;
        let mut bytes = vec![0; length];
        gathered.pages.spool.read(begin, &mut bytes)?;
        let cutter = gathered.cutter.clone();
        let chunk = Chunk::new(length, move |out| {
            let mut reader = Reader::new(&bytes);
            while !reader.is_empty() {
                match Item::decode(reader.bytes()) {
                    Some(Item::Document(document)) => out(Item::Document(cutter.cut(document))),
                    Some(item) => out(item),
                    None => {}
                }
            }
        });
        Ok(Some(chunk.with_bytes_read(read)))
    }
}

#[cfg(test)]
mod tests;
