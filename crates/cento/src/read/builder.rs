//! The text of a document while it is put together, and where its pieces stand.

use std::sync::Arc;

use super::file::Refused;
use super::{Block, Frame, Look, Part, Reason};
use crate::object::Object;

/// The longest text, in bytes: ten times the longest novel. What is packed well would be far longer in memory than on disk.
const MAX_TEXT: u64 = 32 << 20;

/// The most pieces: paragraphs of ten words in the longest text.
const MAX_BLOCKS: usize = 500_000;

/// Where a piece stands.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) page: u32,
    pub(super) part: Part,
    pub(super) frame: Option<Frame>,
}

/// Blocks, one behind the other. Each ends with an empty line, so that no sentence goes on in the next.
pub(super) struct Builder {
    pub(super) text: String,
    pub(super) blocks: Vec<Block>,
    /// The longest text, in bytes.
    max: u64,
}

impl Builder {
    pub(super) fn new(max: u64) -> Self {
        Self {
            text: String::new(),
            blocks: Vec::new(),
            max: max.min(MAX_TEXT),
        }
    }

    /// A piece of text; nothing where there is nothing but white space.
    pub(super) fn words(&mut self, place: Place, words: &str) -> Result<(), Refused> {
        self.block(place, None, words, "")
    }

    /// A picture: its object, what it looks like and what tells its bytes, and its entry.
    #[cfg(feature = "office")]
    pub(super) fn picture(
        &mut self,
        place: Place,
        object: Object,
        (look, stamp): (Option<Arc<Look>>, u64),
        media: &str,
    ) -> Result<(), Refused> {
        self.block(place, Some(object), "", media)?;
        if let Some(block) = self.blocks.last_mut() {
            (block.look, block.stamp) = (look, stamp);
        }
        Ok(())
    }

    /// An object, with the words that it holds.
    #[cfg(feature = "office")]
    pub(super) fn object(
        &mut self,
        place: Place,
        object: Object,
        words: &str,
        media: &str,
    ) -> Result<(), Refused> {
        self.block(place, Some(object), words, media)
    }

    fn block(
        &mut self,
        place: Place,
        object: Option<Object>,
        words: &str,
        media: &str,
    ) -> Result<(), Refused> {
        let words = words.trim_end();
        let words = words.trim_start_matches(['\n', '\r']);
        let empty = words.trim_start().is_empty();
        if object.is_none() && empty {
            return Ok(());
        }
        if self.blocks.len() >= MAX_BLOCKS {
            let cause = format!("more than {MAX_BLOCKS} paragraphs and objects");
            return Err(Refused::new(Reason::TooLarge, cause));
        }
        self.blocks.push(Block {
            begin: self.text.len() as u32,
            page: place.page,
            part: place.part,
            frame: place.frame,
            media: media.to_owned(),
            ..Block::default()
        });
        if let Some(object) = object {
            self.text += &object.to_string();
            self.text.push('\n');
        }
        if !empty {
            // What a stranger writes is never taken for an object.
            match words.contains(Object::MARK) {
                true => self.text += &words.replace(Object::MARK, " "),
                false => self.text += words,
            }
            self.text.push('\n');
        }
        self.text.push('\n');
        match self.text.len() as u64 > self.max {
            true => {
                let cause = format!("longer than {} bytes", self.max);
                Err(Refused::new(Reason::TooLarge, cause))
            }
            false => Ok(()),
        }
    }
}
