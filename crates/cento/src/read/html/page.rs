//! A page as a list of blocks, and the boxes that they stand in.
//!
//! A block is what a reader sees as one piece of text: a paragraph, a heading, an item of a list, a cell of a table. The
//! text of all blocks is one string. Boxes are the page's elements that hold blocks, each before what is in it; the
//! blocks of a box follow each other. That is all of the tree that choosing among blocks needs.
//!
//! - Promise: linear time whatever the page, and memory of a few times its text. How deep elements stand in each other
//!   makes no difference.
//! - Departure from the HTML standard: elements that are closed in the wrong order, and text that stands where a table
//!   does not allow it, stay where they are.

use std::ops::Range;

use super::hint::Hints;
use super::lexer::{Attributes, Lexer, Token};
use super::metadata::Metadata;
use super::reference::resolved;
use super::slope::Slope;
use super::tag::{TAGS, Tag};
use crate::read::Other;
use crate::read::frames::values;

/// What a page holds.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// The text of all blocks, with what stands between them.
    pub(super) text: String,
    pub(super) blocks: Vec<Block>,
    /// The first is the page itself.
    pub(super) boxes: Vec<Box>,
    /// The part of the text with the fewest tags.
    pub(super) flattest: Range<usize>,
    pub(super) metadata: Metadata,
}

/// A piece of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// Where it stands in the text.
    pub(super) begin: u32,
    pub(super) end: u32,
    /// The innermost box that it stands in.
    pub(super) inside: u32,
    /// How many of its bytes are of links.
    pub(super) linked: u32,
    /// What stands before it, if the block before is kept.
    pub(super) gap: Gap,
}

/// What stands between two blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Gap {
    #[default]
    Paragraph,
    /// The next row of a table.
    Row,
    /// The next cell of a row.
    Cell,
}

impl Gap {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Paragraph => "\n\n",
            Self::Row => "\n",
            Self::Cell => "\t",
        }
    }
}

/// An element that holds blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Box {
    /// The box around it; its own number for the first.
    pub(super) parent: u32,
    pub(super) tag: Tag,
    pub(super) hints: Hints,
    /// Of what it and the boxes around it are called: the same on pages that are built alike.
    pub(super) place: u32,
    /// The blocks in it, those in boxes within it included.
    pub(super) blocks: Range<u32>,
}

/// Where the pieces of a text begin, and where on the page they stood.
pub(super) type Places = Vec<(u32, u32)>;

/// More boxes than this are no page.
pub(super) const MOST_BOXES: usize = 1_000_000;

impl Page {
    /// What is in the text of a page; `None` when it has too many boxes.
    pub(super) fn read(html: &str) -> Option<Self> {
        let mut builder = Builder::new();
        for token in Lexer::new(html) {
            match token {
                Token::Text(text) => builder.text(text),
                Token::Raw(text) => builder.raw(text),
                Token::Open {
                    tag,
                    name,
                    attributes,
                } => builder.open(tag, name, attributes),
                Token::Close { tag, name } => builder.close(tag, name),
            }
            if builder.page.boxes.len() > MOST_BOXES {
                return None;
            }
        }
        Some(builder.finish())
    }

    /// The text of the blocks that are kept, with what stands between them.
    pub(super) fn text_of(&self, kept: &[bool]) -> (String, Places) {
        let length = |(block, kept): (&Block, &bool)| match kept {
            true => (block.end - block.begin) as usize + 2,
            false => 0,
        };
        let blocks = || self.blocks.iter().zip(kept);
        let mut text = String::with_capacity(blocks().map(length).sum());
        let (mut follows, mut places) = (false, Places::new());
        for (block, &is_kept) in blocks() {
            if is_kept {
                if !text.is_empty() {
                    // A cell stands beside the one before only if that is there.
                    let gap = if follows { block.gap } else { Gap::Paragraph };
                    text.push_str(gap.text());
                }
                places.push((text.len() as u32, self.place(block)));
                text.push_str(self.words(block));
            }
            follows = is_kept;
        }
        (text, places)
    }

    /// A stretch of the whole text.
    pub(super) fn stretch(&self, range: Range<usize>) -> (String, Places) {
        let inside = |block: &&Block| range.contains(&(block.begin as usize));
        let places = self.blocks.iter().filter(inside);
        let places = places.map(|block| (block.begin - range.start as u32, self.place(block)));
        (self.text[range.clone()].to_owned(), places.collect())
    }

    /// The blocks that are not kept.
    pub(super) fn others(&self, is_kept: impl Fn(usize, &Block) -> bool) -> Vec<Other> {
        let others = self.blocks.iter().enumerate();
        others
            .filter(|(at, block)| !is_kept(*at, block))
            .flat_map(|(_, block)| {
                let bytes = std::iter::once(block.end - block.begin).chain(std::iter::repeat(0));
                let values = values(self.words(block)).zip(bytes);
                values.map(|(values, bytes)| Other {
                    place: self.place(block),
                    values,
                    bytes,
                })
            })
            .collect()
    }

    fn place(&self, block: &Block) -> u32 {
        self.boxes[block.inside as usize].place
    }

    /// The text of a block.
    pub(super) fn words(&self, block: &Block) -> &str {
        &self.text[block.begin as usize..block.end as usize]
    }
}

/// An element that is open.
#[derive(Clone, Copy)]
struct Open {
    /// Its box; that around it, for a hidden element.
    number: u32,
    tag: Tag,
    /// Of its name, to tell elements of one tag apart.
    name: u32,
    /// Where the one of the same tag that was opened before it stands in the stack, and one; 0 if there is none.
    same: u32,
    /// The same for the innermost barrier.
    barrier: u32,
}

/// Takes in tokens.
struct Builder {
    page: Page,
    open: Vec<Open>,
    /// For each tag, where its innermost element stands in the stack, and one; 0 if none is open.
    last: [u32; TAGS],
    /// The same for the innermost table or cell.
    barrier: u32,
    /// The block that is being written.
    block: Option<Block>,
    /// Whether there was white space since the last word.
    space: bool,
    /// The link that is open: how many elements were open where it began.
    link: Option<usize>,
    /// Line breaks since the last word.
    breaks: u32,
    /// What stands between this cell and the one before.
    gap: Gap,
    /// Whether the last thing was the start tag of an element without tags, and of which.
    raw: Option<(Tag, bool)>,
    slope: Slope,
}

impl Builder {
    fn new() -> Self {
        let root = Box {
            parent: 0,
            tag: Tag::Body,
            hints: Hints::default(),
            place: BASIS,
            blocks: 0..0,
        };
        Self {
            page: Page {
                boxes: vec![root],
                ..Page::default()
            },
            open: Vec::new(),
            last: [0; TAGS],
            barrier: 0,
            block: None,
            space: false,
            link: None,
            breaks: 0,
            gap: Gap::Paragraph,
            raw: None,
            slope: Slope::default(),
        }
    }

    fn is_open(&self, tag: Tag) -> bool {
        self.last[tag as usize] > 0
    }

    /// The innermost box.
    fn inside(&self) -> u32 {
        self.open.last().map_or(0, |open| open.number)
    }

    fn open(&mut self, tag: Tag, name: &str, attributes: Attributes<'_>) {
        self.slope.tag();
        match tag {
            Tag::Meta => self.page.metadata.meta(attributes),
            Tag::Relation => self.page.metadata.relation(attributes),
            Tag::Time => self.page.metadata.time(attributes),
            Tag::Raw | Tag::Title | Tag::Typed => {
                let is_data = attributes
                    .get("type")
                    .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"));
                self.raw = Some((tag, is_data));
            }
            Tag::Link => {
                // Links do not stand in each other; a name is no link.
                self.end_link();
                if attributes.get("href").is_some() {
                    self.link = Some(self.open.len());
                }
            }
            Tag::Break => self.line_break(),
            Tag::Rule => self.end_block(),
            _ if tag.is_box() => {
                self.end_implied(tag);
                self.push(tag, name, attributes);
            }
            _ => {}
        }
    }

    fn close(&mut self, tag: Tag, name: &str) {
        self.slope.tag();
        match tag {
            Tag::Link => self.end_link(),
            Tag::Break => self.line_break(),
            _ if tag.is_box() => {
                let at = self.last[tag as usize];
                let of_table = matches!(
                    tag,
                    Tag::Table | Tag::Rows | Tag::Row | Tag::Cell | Tag::Caption
                );
                let barrier = match of_table {
                    true => self.last[Tag::Table as usize],
                    false => self.barrier,
                };
                if at == 0 || at < barrier {
                    return;
                }
                let same_name = self.open[at as usize - 1].name == number(name);
                if same_name || !matches!(tag, Tag::Hidden | Tag::Custom) {
                    self.pop_to(at as usize - 1);
                }
            }
            _ => {}
        }
    }

    /// Ends elements whose end tags are left out before `tag`.
    fn end_implied(&mut self, tag: Tag) {
        if tag.ends_paragraph() {
            self.end_within(Tag::P, self.barrier);
        }
        let last = |tag: Tag| self.last[tag as usize];
        match tag {
            Tag::Heading if self.open.last().is_some_and(|open| open.tag == tag) => {
                self.pop_to(self.open.len() - 1);
            }
            Tag::Item => self.end_within(Tag::Item, self.barrier.max(last(Tag::List))),
            Tag::Term => self.end_within(Tag::Term, self.barrier.max(last(Tag::Terms))),
            Tag::Rows => self.end_within(Tag::Rows, last(Tag::Table)),
            Tag::Row => self.end_within(Tag::Row, last(Tag::Table)),
            Tag::Cell => self.end_within(Tag::Cell, last(Tag::Table).max(last(Tag::Row))),
            Tag::Table => {
                // A table in a table, not in a cell of it.
                let table = last(Tag::Table);
                if table > last(Tag::Cell).max(last(Tag::Caption)) {
                    self.pop_to(table as usize - 1);
                }
            }
            _ => {}
        }
    }

    /// Ends the innermost element of that tag, if it stands in what is at `outer` in the stack.
    fn end_within(&mut self, tag: Tag, outer: u32) {
        let at = self.last[tag as usize];
        if at > outer {
            self.pop_to(at as usize - 1);
        }
    }

    fn push(&mut self, tag: Tag, name: &str, attributes: Attributes<'_>) {
        let mut number = self.inside();
        if tag != Tag::Hidden {
            self.end_block();
            let blocks = self.page.blocks.len() as u32;
            self.page.boxes.push(Box {
                parent: number,
                tag,
                hints: Hints::of(attributes),
                place: place(self.page.boxes[number as usize].place, tag, attributes),
                blocks: blocks..blocks,
            });
            number = self.page.boxes.len() as u32 - 1;
        }
        match tag {
            Tag::Table => self.gap = Gap::Paragraph,
            Tag::Row => self.gap = self.gap.max_row(),
            _ => {}
        }
        self.open.push(Open {
            number,
            tag,
            name: self::number(name),
            same: self.last[tag as usize],
            barrier: self.barrier,
        });
        let place = self.open.len() as u32;
        self.last[tag as usize] = place;
        if tag.is_barrier() {
            self.barrier = place;
        }
    }

    /// Closes elements until so many are open.
    fn pop_to(&mut self, count: usize) {
        while self.open.len() > count {
            let Some(open) = self.open.pop() else { break };
            self.last[open.tag as usize] = open.same;
            self.barrier = open.barrier;
            if open.tag == Tag::Hidden {
                continue;
            }
            self.end_block();
            self.page.boxes[open.number as usize].blocks.end = self.page.blocks.len() as u32;
            if open.tag == Tag::Table {
                self.gap = Gap::Paragraph;
            }
        }
        if self.link.is_some_and(|from| from > self.open.len()) {
            self.end_link();
        }
    }

    fn end_link(&mut self) {
        self.link = None;
    }

    fn line_break(&mut self) {
        self.breaks += 1;
        self.space = true;
        // Two in a row are how paragraphs were made.
        if self.breaks == 2 && !self.is_open(Tag::Pre) {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        self.space = false;
        self.breaks = 0;
        if let Some(mut block) = self.block.take() {
            block.end = self.page.text.len() as u32;
            block.linked = block.linked.min(block.end - block.begin);
            self.page.blocks.push(block);
        }
    }

    /// What is in an element without tags.
    fn raw(&mut self, text: &str) {
        match self.raw.take() {
            Some((Tag::Title, _)) if !self.is_open(Tag::Hidden) => self.page.metadata.title(text),
            Some((Tag::Raw, true)) => self.page.metadata.data(text),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.is_open(Tag::Hidden) {
            return;
        }
        let text = resolved(text);
        let begins = match self.is_open(Tag::Pre) {
            true => self.put_lines(&text),
            false => self.put_words(&text),
        };
        if let Some(begin) = begins {
            let end = self.page.text.len();
            if let Some(block) = self.block.as_mut().filter(|_| self.link.is_some()) {
                block.linked += (end - begin) as u32;
            }
            self.slope.words(begin, &self.page.text[begin..end]);
        }
    }

    /// Appends words with one space between them; where they begin, if there are any.
    fn put_words(&mut self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut first = None;
        let mut at = 0;
        while at < bytes.len() {
            let space = space_at(bytes, at);
            if space > 0 {
                self.space = true;
                at += space;
                continue;
            }
            let mut end = at + 1;
            while end < bytes.len() && space_at(bytes, end) == 0 {
                end += 1;
            }
            let begin = self.begin_word();
            first.get_or_insert(begin);
            self.page.text.push_str(&text[at..end]);
            at = end;
        }
        first
    }

    /// Appends text as it stands, but for white space at the ends of lines.
    fn put_lines(&mut self, text: &str) -> Option<usize> {
        let mut first = None;
        for (number, line) in text.split('\n').enumerate() {
            self.breaks += u32::from(number > 0);
            let line = line.trim_end();
            if line.is_empty() {
                continue;
            }
            let begin = self.begin_word();
            first.get_or_insert(begin);
            self.page.text.push_str(line);
        }
        // Where tags stand in a line, it goes on.
        self.space = text.ends_with([' ', '\t']);
        first
    }

    /// Appends what stands before a word; where it begins.
    fn begin_word(&mut self) -> usize {
        let out = &mut self.page.text;
        if self.block.is_some() {
            match self.breaks {
                0 if self.space => out.push(' '),
                0 => {}
                1 => out.push('\n'),
                _ => out.push_str("\n\n"),
            }
        } else {
            let in_cell = self.open.last().is_some_and(|open| open.tag == Tag::Cell);
            let gap = if in_cell { self.gap } else { Gap::Paragraph };
            if in_cell {
                self.gap = Gap::Cell;
            }
            if !out.is_empty() {
                out.push_str(gap.text());
            }
            self.block = Some(Block {
                begin: out.len() as u32,
                inside: self.open.last().map_or(0, |open| open.number),
                gap,
                ..Block::default()
            });
        }
        self.space = false;
        self.breaks = 0;
        out.len()
    }

    fn finish(mut self) -> Page {
        self.pop_to(0);
        self.end_block();
        self.page.boxes[0].blocks.end = self.page.blocks.len() as u32;
        self.page.flattest = self.slope.flattest();
        self.page
    }
}

impl Gap {
    /// A row's first cell stands in a new line, unless it is the first of its table.
    fn max_row(self) -> Self {
        match self {
            Self::Cell => Self::Row,
            other => other,
        }
    }
}

/// How many bytes of white space begin at `at`; a space that does not break lines is one.
fn space_at(bytes: &[u8], at: usize) -> usize {
    match bytes[at] {
        b' ' | b'\t' | b'\n' | b'\r' | 0x0c => 1,
        0xc2 if bytes.get(at + 1) == Some(&0xa0) => 2,
        _ => 0,
    }
}

/// The place of a box in another. Numbers in names do not count: they are those of the text.
fn place(outer: u32, tag: Tag, attributes: Attributes<'_>) -> u32 {
    let mut place = step(outer, tag as u8);
    for (key, value) in attributes {
        if key.eq_ignore_ascii_case("class") || key.eq_ignore_ascii_case("id") {
            let letters = value.bytes().filter(|byte| !byte.is_ascii_digit());
            place = letters.fold(step(place, b'.'), step);
        }
    }
    place
}

/// Where the hash of Fowler, Noll and Vo begins.
const BASIS: u32 = 0x811c_9dc5;

/// A step of the hash of Fowler, Noll and Vo.
fn step(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

/// A number for a name (Fowler, Noll and Vo's hash), in any case.
fn number(name: &str) -> u32 {
    let bytes = name.bytes().map(|byte| byte.to_ascii_lowercase());
    bytes.fold(BASIS, step)
}
