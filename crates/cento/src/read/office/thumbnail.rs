//! Pictures of a file in small, for people to see.

use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, Rgba, RgbaImage, imageops};

use super::picture::decode;
use crate::read::archive::Archive;
use crate::read::kind;
use crate::read::package::Package;

/// The longer side, in pixels.
const SIDE: u32 = 224;
/// Of JPEG.
const QUALITY: u8 = 72;
/// Larger files are not opened again.
const MAX_FILE: u64 = 256 << 20;
/// Pixels that are decoded in all: some four seconds.
const MAX_PIXELS: u64 = 400_000_000;

/// Makes them, as long as that takes no more than a few seconds in all.
pub(crate) struct Thumbnails {
    /// Pixels that may still be decoded.
    left: u64,
}

impl Default for Thumbnails {
    fn default() -> Self {
        Self { left: MAX_PIXELS }
    }
}

impl Thumbnails {
    /// Each of these entries of a file as JPEG; `None` for what is no picture, can't be decoded, or is not there any more.
    pub(crate) fn of(&mut self, file: &str, entries: &[&str]) -> Vec<Option<Vec<u8>>> {
        let bytes = bytes_of(Path::new(file)).unwrap_or_default();
        let Ok(mut package) = Package::open(&bytes, 0) else {
            return vec![None; entries.len()];
        };
        let each = entries.iter().map(|entry| {
            let bytes = package.media(entry)?;
            let (_, picture) = decode(&bytes, 1, &mut self.left)?;
            packed(&picture?)
        });
        each.collect()
    }
}

/// The unpacked bytes of a file.
fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    let archive = kind::of(path).map_or(Archive::Plain, |(_, archive)| archive);
    let mut bytes = Vec::new();
    let reader = archive.open(path.to_path_buf(), Arc::default()).ok()?;
    let read = reader.take(MAX_FILE).read_to_end(&mut bytes).ok()?;
    ((read as u64) < MAX_FILE).then_some(bytes)
}

/// A picture in small, on white where it is transparent.
fn packed(picture: &DynamicImage) -> Option<Vec<u8>> {
    let small = match picture.width().max(picture.height()) > SIDE {
        true => picture.thumbnail(SIDE, SIDE).to_rgba8(),
        false => picture.to_rgba8(),
    };
    let mut white = RgbaImage::from_pixel(small.width(), small.height(), Rgba([255; 4]));
    imageops::overlay(&mut white, &small, 0, 0);
    let mut out = Cursor::new(Vec::new());
    let encoder = JpegEncoder::new_with_quality(&mut out, QUALITY);
    DynamicImage::ImageRgba8(white)
        .to_rgb8()
        .write_with_encoder(encoder)
        .ok()?;
    Some(out.into_inner())
}
