//! Slides as the page draws them: their boxes to scale, their pictures in small.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::model::{Deck, Piece, Slide};
use crate::error::Result;
use crate::find::store::{Store, Text};
use crate::object::{Object, ObjectKind};
use crate::offsets::OffsetUnit;
use crate::read::{Block, Layout, Part, Thumbnails};

/// Bytes of pictures in all, as they are packed.
const PICTURE_BYTES: usize = 3 << 20;

/// About what a box takes in the page.
pub(super) const BOX_BYTES: usize = 48;

/// The pictures of the decks that are shown.
#[derive(Default)]
pub(super) struct Pictures {
    thumbnails: Thumbnails,
    /// Where each stands in the page; none for those that could not be had.
    numbers: BTreeMap<Object, Option<usize>>,
    urls: Vec<String>,
    bytes: usize,
}

impl Pictures {
    /// Takes the pictures of a document from its file, as long as there is room.
    pub(super) fn take(&mut self, store: &Store, doc: u32) -> Result<()> {
        if self.bytes >= PICTURE_BYTES {
            return Ok(());
        }
        let Some(layout) = store.row(doc)?.layout else {
            return Ok(());
        };
        if layout.file.is_empty() {
            return Ok(());
        }
        let text = store.text(doc)?;
        let mut wanted: BTreeMap<Object, &str> = BTreeMap::new();
        for block in &layout.blocks {
            if let Some(object) = picture(&text, block)
                && !self.numbers.contains_key(&object)
            {
                wanted.entry(object).or_insert(&block.media);
            }
        }
        if wanted.is_empty() {
            return Ok(());
        }
        let entries: Vec<&str> = wanted.values().copied().collect();
        let small = self.thumbnails.of(&layout.file, &entries);
        for (object, small) in wanted.into_keys().zip(small) {
            let number = small
                .filter(|_| self.bytes < PICTURE_BYTES)
                .map(|small| self.put(&small));
            self.numbers.insert(object, number);
        }
        Ok(())
    }

    fn put(&mut self, jpeg: &[u8]) -> usize {
        let mut url = "data:image/jpeg;base64,".to_owned();
        BASE64.encode_string(jpeg, &mut url);
        self.bytes += url.len();
        self.urls.push(url);
        self.urls.len() - 1
    }

    pub(super) fn into_urls(self) -> Vec<String> {
        self.urls
    }

    /// A document's slides, `count` of them at least, where it has any.
    pub(super) fn deck(&self, layout: &Layout, text: &Text, count: u32) -> Option<Deck> {
        let place = |byte: u32| text.offset(byte.min(text.text.len() as u32), OffsetUnit::Utf16);
        let mut slides: Vec<Slide> = Vec::new();
        let ends = layout.blocks.iter().skip(1).map(|next| next.begin);
        let ends = ends.chain([text.text.len() as u32]);
        for (block, end) in layout.blocks.iter().zip(ends) {
            if block.page == 0 {
                continue;
            }
            if slides.last().is_none_or(|last| last.number != block.page) {
                slides.push(Slide {
                    number: block.page,
                    hidden: matches!(block.part, Part::Hidden | Part::HiddenNotes),
                    boxes: Vec::new(),
                    notes: Vec::new(),
                });
            }
            let Some(slide) = slides.last_mut() else {
                continue;
            };
            let piece = Piece {
                begin: place(block.begin),
                end: place(end),
                frame: block.frame.map(|frame| {
                    [
                        frame.x.into(),
                        frame.y.into(),
                        frame.width.into(),
                        frame.height.into(),
                    ]
                }),
                picture: picture(text, block)
                    .and_then(|object| self.numbers.get(&object).copied().flatten()),
            };
            match block.part {
                Part::Body | Part::Hidden => slide.boxes.push(piece),
                Part::Notes | Part::HiddenNotes => slide.notes.push(piece),
            }
        }
        let numbers: BTreeSet<u32> = slides.iter().map(|slide| slide.number).collect();
        let empty = (1..=count).filter(|number| !numbers.contains(number));
        slides.extend(empty.map(|number| Slide {
            number,
            hidden: false,
            boxes: Vec::new(),
            notes: Vec::new(),
        }));
        slides.sort_by_key(|slide| slide.number);
        (!numbers.is_empty()).then(|| Deck {
            size: layout.size,
            template: layout.template.name.clone(),
            template_text: layout.template.text.clone(),
            slides,
        })
    }
}

/// The picture that a block is.
fn picture(text: &Text, block: &Block) -> Option<Object> {
    if block.media.is_empty() {
        return None;
    }
    let (object, _) = Object::at(text.text.get(block.begin as usize..)?)?;
    matches!(object.kind, ObjectKind::Picture | ObjectKind::Graphic).then_some(object)
}
