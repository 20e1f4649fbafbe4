//! Where the pieces of a compound document stand in it: on which slide, in which box, in its notes.
//!
//! The text of such a document is a sequence of blocks, one behind the other: the words of a text box, or one
//! [object](crate::object::Object). A block ends where the next begins.

use std::sync::Arc;

use super::Look;
use crate::codec::{Reader, put, put_bytes};

/// Lengths are in hundredths of a millimetre.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Width and height of a slide or page; 0 where they are not known.
    pub size: [u32; 2],
    /// In order of the text.
    pub blocks: Vec<Block>,
    /// What the slides are made on.
    pub template: Template,
    /// The file it was read from, as that was named: its pictures are there. Empty where there is none.
    pub file: String,
    /// What `page` counts.
    pub paging: Paging,
    /// What is printed on the pages, from the first on, or what the chapters are called; an empty one where nothing is.
    /// There may be fewer than pages.
    pub labels: Vec<String>,
}

/// What a document is divided into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paging {
    /// Slides, if anything.
    #[default]
    Slides,
    /// Pages of paper.
    Pages,
    /// Chapters of a book.
    Chapters,
}

/// What many documents may be made on: its text is no text of theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// What it is called, or nothing.
    pub name: String,
    /// The text of its masters and layouts, a line each.
    pub text: String,
    /// What tells templates apart; 0 where there is none.
    pub digest: u64,
}

/// A piece of text, or an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The byte of the text where it begins.
    pub begin: u32,
    /// The slide, page or chapter from 1, or 0 where there are none.
    pub page: u32,
    /// Whether it is shown.
    pub part: Part,
    /// Where it stands on its slide, where that is known.
    pub frame: Option<Frame>,
    /// The entry of the file that holds its picture, or nothing.
    pub media: String,
    /// What its picture looks like, where it can be looked at. Not known of what comes from an index.
    pub look: Option<Arc<Look>>,
    /// Tells the bytes of that picture from others; 0 where it has no look.
    pub stamp: u64,
}

/// Which part of a document a block belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What is shown.
    #[default]
    Body,
    /// Notes for the speaker, footnotes.
    Notes,
    /// A slide that is not shown.
    Hidden,
    /// The notes of such a slide.
    HiddenNotes,
}

/// A box on a slide, from its upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// To the right.
    pub width: u32,
    /// Downwards.
    pub height: u32,
}

const PAGINGS: [Paging; 3] = [Paging::Slides, Paging::Pages, Paging::Chapters];

impl Paging {
    /// What the numbers are called in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slides => "slides",
            Self::Pages => "pages",
            Self::Chapters => "chapters",
        }
    }
}

const PARTS: [Part; 4] = [Part::Body, Part::Notes, Part::Hidden, Part::HiddenNotes];

impl Part {
    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Notes => "notes",
            Self::Hidden => "hidden",
            Self::HiddenNotes => "hidden_notes",
        }
    }
}

impl Layout {
    /// The block of a byte of the text; none before the first.
    pub fn block_at(&self, byte: u32) -> Option<&Block> {
        let behind = self.blocks.partition_point(|block| block.begin <= byte);
        self.blocks[..behind].last()
    }

    /// The block that begins with a byte of the text.
    pub(crate) fn block_from(&mut self, byte: u32) -> Option<&mut Block> {
        let at = self.blocks.partition_point(|block| block.begin < byte);
        self.blocks.get_mut(at).filter(|block| block.begin == byte)
    }

    /// What is printed on a page, or what a chapter is called; nothing where that is not known.
    pub fn label(&self, page: u32) -> &str {
        let at = (page as usize).checked_sub(1);
        let label = at.and_then(|at| self.labels.get(at));
        label.map_or("", String::as_str)
    }

    /// Appends it as bytes, but for the file and the looks of pictures.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        self.size.iter().for_each(|&side| put(out, side.into()));
        put_bytes(out, self.template.name.as_bytes());
        put_bytes(out, self.template.text.as_bytes());
        put(out, self.template.digest);
        put(out, self.blocks.len() as u64);
        let mut last = 0;
        for block in &self.blocks {
            put(out, u64::from(block.begin.wrapping_sub(last)));
            last = block.begin;
            put(out, u64::from(block.page));
            let has_frame = u64::from(block.frame.is_some());
            put(out, (block.part as u64) << 1 | has_frame);
            if let Some(frame) = block.frame {
                put(out, zigzag(frame.x));
                put(out, zigzag(frame.y));
                put(out, frame.width.into());
                put(out, frame.height.into());
            }
            put_bytes(out, block.media.as_bytes());
        }
        // Past the end there are zeros: slides take up what they always took up.
        if self.paging != Paging::Slides || !self.labels.is_empty() {
            put(out, self.paging as u64);
            put(out, self.labels.len() as u64);
            for label in &self.labels {
                put_bytes(out, label.as_bytes());
            }
        }
    }

    /// What [`encode`](Self::encode) wrote.
    pub(crate) fn decode(bytes: &[u8]) -> Self {
        let mut reader = Reader::new(bytes);
        let size = [reader.number() as u32, reader.number() as u32];
        let template = Template {
            name: reader.text(),
            text: reader.text(),
            digest: reader.number(),
        };
        let count = reader.number();
        let mut blocks = Vec::new();
        let mut begin = 0u32;
        for _ in 0..count {
            // Bytes that are damaged end early.
            if reader.is_empty() {
                break;
            }
            begin = begin.wrapping_add(reader.number() as u32);
            let page = reader.number() as u32;
            let kind = reader.number();
            let frame = (kind & 1 == 1).then(|| Frame {
                x: unzigzag(reader.number()),
                y: unzigzag(reader.number()),
                width: reader.number() as u32,
                height: reader.number() as u32,
            });
            blocks.push(Block {
                begin,
                page,
                part: PARTS[(kind >> 1) as usize % PARTS.len()],
                frame,
                media: reader.text(),
                ..Block::default()
            });
        }
        let paging = PAGINGS[reader.number() as usize % PAGINGS.len()];
        let count = reader.number();
        let mut labels = Vec::new();
        for _ in 0..count {
            if reader.is_empty() {
                break;
            }
            labels.push(reader.text());
        }
        Self {
            size,
            blocks,
            template,
            file: String::new(),
            paging,
            labels,
        }
    }
}

fn zigzag(x: i32) -> u64 {
    u64::from((x << 1 ^ x >> 31) as u32)
}

fn unzigzag(x: u64) -> i32 {
    let x = x as u32;
    (x >> 1) as i32 ^ -((x & 1) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_comes_back() {
        let frame = |x, y| Frame {
            x,
            y,
            width: 25_400,
            height: 1,
        };
        let block = |begin, page, part, frame| Block {
            begin,
            page,
            part,
            frame,
            media: if page == 2 {
                "m/i.png".into()
            } else {
                String::new()
            },
            ..Block::default()
        };
        let layout = Layout {
            size: [33_867, 19_050],
            blocks: vec![
                block(0, 1, Part::Body, Some(frame(-7, i32::MAX))),
                block(12, 1, Part::Notes, None),
                block(12, 2, Part::Hidden, Some(frame(i32::MIN, 0))),
                block(4_000_000, 3, Part::HiddenNotes, None),
            ],
            template: Template {
                name: "Ion".into(),
                text: "Titel\nText".into(),
                digest: u64::MAX,
            },
            ..Layout::default()
        };
        let book = Layout {
            paging: Paging::Chapters,
            labels: vec!["Loomings".into(), String::new()],
            ..layout.clone()
        };
        let mut bytes = Vec::new();
        book.encode(&mut bytes);
        assert_eq!(Layout::decode(&bytes), book);
        let label = |page| book.label(page);
        assert_eq!(
            [label(0), label(1), label(2), label(3)],
            ["", "Loomings", "", ""]
        );
        bytes.clear();
        layout.encode(&mut bytes);
        assert_eq!(Layout::decode(&bytes), layout);
        for end in 0..bytes.len() {
            // Nothing panics on what is damaged.
            Layout::decode(&bytes[..end]);
        }
        assert_eq!(Layout::decode(&[]), Layout::default());
        let at = |byte| layout.block_at(byte).map(|block| block.page);
        assert_eq!(
            [at(0), at(11), at(12), at(5_000_000)],
            [Some(1), Some(1), Some(2), Some(3)]
        );
        assert_eq!(Layout::default().block_at(7), None);
    }
}
