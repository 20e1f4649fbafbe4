//! Pictures by what they look like, so that scaling and packing them anew keeps them what they are.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;

use image::{DynamicImage, ImageDecoder, ImageReader, Limits};

use super::package::Package;
use super::sight;
use crate::hash::digest;
use crate::object::{Object, ObjectKind};
use crate::read::Look;
use crate::read::looks::{Looks, Seen};

/// Width and height, in pixels.
const MAX_SIDE: u32 = 20_000;
/// One picture, in bytes when it is decoded.
const MAX_BYTES: u64 = 64 << 20;
/// All pictures of a file, in pixels: some two seconds of decoding.
const MAX_PIXELS: u64 = 200_000_000;
/// What is smaller is told by its bytes: at half its size an icon of 15 pixels looks like others.
const MIN_SIDE: u32 = 16;

/// A picture as it stands in a text, and as it is told apart.
#[derive(Clone)]
pub(super) struct Pictured {
    pub(super) object: Object,
    /// What it looks like, where it can be looked at.
    pub(super) look: Option<Arc<Look>>,
    /// Tells its bytes; 0 where it has no look.
    pub(super) stamp: u64,
}

/// The pictures of one file: each is looked at once.
pub(super) struct Pictures {
    known: BTreeMap<String, Pictured>,
    /// Those of other files.
    looks: Arc<Looks>,
    /// Pixels that may still be decoded, or might have had to be.
    left: u64,
}

impl Pictures {
    pub(super) fn new(looks: Arc<Looks>) -> Self {
        Self {
            known: BTreeMap::new(),
            looks,
            left: MAX_PIXELS,
        }
    }

    /// A picture, unless there is no entry of that name: by its looks, or else by its bytes.
    pub(super) fn object(&mut self, package: &mut Package<'_>, entry: &str) -> Option<Pictured> {
        if let Some(known) = self.known.get(entry) {
            return Some(known.clone());
        }
        let stamp = package.stamp(entry)?;
        let bytes = package.media(entry).unwrap_or_default();
        let digest = digest(&bytes);
        let look = self.look(digest, &bytes);
        let (kind, value) = match &look {
            Some(look) => (ObjectKind::Picture, look.value()),
            None => (ObjectKind::Graphic, stamp),
        };
        let pictured = Pictured {
            object: Object { kind, value },
            stamp: if look.is_some() { digest as u64 } else { 0 },
            look,
        };
        self.known.insert(entry.to_owned(), pictured.clone());
        Some(pictured)
    }

    /// What a picture looks like; `None` for what can't be decoded, is too large or too small.
    fn look(&mut self, digest: u128, bytes: &[u8]) -> Option<Arc<Look>> {
        if let Some(Seen { pixels, look }) = self.looks.get(digest) {
            self.left = self.left.checked_sub(pixels)?;
            return look;
        }
        let (pixels, picture) = decode(bytes, MIN_SIDE, &mut self.left)?;
        let look = picture.and_then(|picture| sight::look(&picture));
        let seen = Seen {
            pixels,
            look: look.clone(),
        };
        self.looks.put(digest, seen);
        look
    }
}

/// How many pixels a picture has, which are taken from those `left`, and the picture, unless it is damaged; nothing where
/// it is beyond the limits or none.
pub(super) fn decode(
    bytes: &[u8],
    min_side: u32,
    left: &mut u64,
) -> Option<(u64, Option<DynamicImage>)> {
    let reader = ImageReader::new(Cursor::new(bytes));
    let mut reader = reader.with_guessed_format().ok()?;
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().ok()?;
    let (width, height) = decoder.dimensions();
    if width.max(height) > MAX_SIDE || width.min(height) < min_side {
        return None;
    }
    if decoder.total_bytes() > MAX_BYTES {
        return None;
    }
    let pixels = u64::from(width) * u64::from(height);
    *left = left.checked_sub(pixels)?;
    decoder.set_limits(limits).ok()?;
    Some((pixels, DynamicImage::from_decoder(decoder).ok()))
}
