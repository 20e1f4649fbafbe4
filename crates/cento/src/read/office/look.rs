//! What a picture looks like, in 64 bits.
//!
//! The picture is brought to 32 x 32 grey means, on white where it is transparent; of its cosine transform the lowest 64
//! frequencies but the mean are kept, each as whether it is above a tenth of their mean size.
//!
//! - Promise: of a picture and itself at half the size as JPEG of quality 60, nearly all bits are the same; of different
//!   ones, about half. [`Object::NEAR`](crate::object::Object::NEAR) lies between.
//! - Cost: one pass over the pixels.
//! - Source: Zauner, Implementation and benchmarking of perceptual image hash functions, 2010.
//! - Departure: there the bit says whether a frequency is above the median. In a logo that mirrors itself half of them are
//!   nothing, and so is the median: which side they are on is then chance.

use image::DynamicImage;

/// Rows and columns of means.
const SIDE: usize = 32;
/// Frequencies in each direction.
const LOW: usize = 9;
/// What differs less from its mean, in levels of 255, is one colour.
const FLAT: f32 = 2.0;
/// What has fewer frequencies goes from one colour to another, as many backgrounds do: they would all be the same. The least
/// that a picture of real slides has is 13.
const FEW: u32 = 10;
/// How far a frequency must be above nothing, in mean sizes.
const ABOVE: f32 = 0.1;

/// Grey means, row by row, from 0 to 255.
pub(super) struct Look {
    means: Vec<f32>,
}

impl Look {
    pub(super) fn of(picture: &DynamicImage) -> Self {
        match picture {
            DynamicImage::ImageLuma8(picture) => {
                Self::from(picture.width(), picture, |&[grey]: &[u8; 1]| grey.into())
            }
            DynamicImage::ImageLumaA8(picture) => {
                Self::from(picture.width(), picture, |&[grey, alpha]: &[u8; 2]| {
                    on_white(grey.into(), alpha)
                })
            }
            DynamicImage::ImageRgb8(picture) => {
                Self::from(picture.width(), picture, |&[red, green, blue]: &[u8; 3]| {
                    grey(red, green, blue)
                })
            }
            DynamicImage::ImageRgba8(picture) => Self::rgba(picture),
            // Sixteen bits a channel, or floating point.
            picture => Self::rgba(&picture.to_rgba8()),
        }
    }

    fn rgba(picture: &image::RgbaImage) -> Self {
        Self::from(
            picture.width(),
            picture,
            |&[red, green, blue, alpha]: &[u8; 4]| on_white(grey(red, green, blue), alpha),
        )
    }

    /// Means over equal areas: a pixel that lies in two counts for both.
    fn from<const N: usize>(width: u32, pixels: &[u8], level: impl Fn(&[u8; N]) -> f32) -> Self {
        let width = width.max(1) as usize;
        let (pixels, _) = pixels.as_chunks::<N>();
        let height = (pixels.len() / width).max(1);
        let mut means = vec![0.0; SIDE * SIDE];
        // Sums of levels from the left edge.
        let mut sums = vec![0.0; width + 1];
        for (y, row) in pixels.chunks_exact(width).enumerate() {
            let mut sum = 0.0;
            for (pixel, to) in row.iter().zip(&mut sums[1..]) {
                sum += level(pixel);
                *to = sum;
            }
            let columns: [f32; SIDE] = std::array::from_fn(|column| {
                let (from, to) = (edge(&sums, width, column), edge(&sums, width, column + 1));
                (to - from) * SIDE as f32 / width as f32
            });
            // The share of this row in each row of means.
            let scale = SIDE as f32 / height as f32;
            let (top, bottom) = (y as f32 * scale, (y + 1) as f32 * scale);
            for to in top as usize..SIDE.min(bottom.ceil() as usize) {
                let share = bottom.min((to + 1) as f32) - top.max(to as f32);
                let means = &mut means[to * SIDE..(to + 1) * SIDE];
                for (mean, column) in means.iter_mut().zip(columns) {
                    *mean += column * share.max(0.0);
                }
            }
        }
        Self { means }
    }

    /// Its 64 bits; `None` where there is nothing to see.
    pub(super) fn value(&self) -> Option<u64> {
        let count = self.means.len() as f32;
        let mean = self.means.iter().sum::<f32>() / count;
        let spread = self.means.iter().map(|level| (level - mean).powi(2));
        if (spread.sum::<f32>() / count).sqrt() < FLAT {
            return None;
        }
        let frequencies = self.frequencies();
        let size = frequencies.iter().map(|one| one.abs()).sum::<f32>() / 64.0;
        let bits = frequencies.map(|one| u64::from(one > ABOVE * size));
        let value: u64 = bits.iter().fold(0, |value, bit| value << 1 | bit);
        (value.count_ones() >= FEW).then_some(value)
    }

    /// The lowest 64 of the cosine transform, without the mean, by rising sums of both directions.
    fn frequencies(&self) -> [f32; 64] {
        let waves: [[f32; SIDE]; LOW + 2] = std::array::from_fn(|frequency| {
            std::array::from_fn(|at| {
                let angle = (2 * at + 1) as f32 * frequency as f32;
                let wave = (angle * std::f32::consts::PI / (2 * SIDE) as f32).cos();
                // Platforms differ in the last bits of a cosine.
                (wave * 1000.0).round()
            })
        });
        let dot = |row: &[f32], wave: &[f32; SIDE]| -> f32 {
            row.iter().zip(wave).map(|(level, wave)| level * wave).sum()
        };
        let mut rows = [[0.0; SIDE]; LOW + 2];
        for (y, row) in self.means.chunks_exact(SIDE).enumerate() {
            for (to, wave) in rows.iter_mut().zip(&waves) {
                to[y] = dot(row, wave);
            }
        }
        let mut order: Vec<(usize, usize)> = (0..LOW + 2)
            .flat_map(|down| (0..LOW + 2).map(move |right| (down, right)))
            .filter(|&(down, right)| down + right > 0)
            .collect();
        order.sort_by_key(|&(down, right)| (down + right, down));
        let mut frequencies = [0.0; 64];
        for (to, (down, right)) in frequencies.iter_mut().zip(order) {
            *to = dot(&rows[right], &waves[down]);
        }
        frequencies
    }
}

/// The sum of levels left of a column of means, by what a pixel has there.
fn edge(sums: &[f32], width: usize, column: usize) -> f32 {
    let at = column * width;
    let (whole, part) = (at / SIDE, at % SIDE);
    let next = sums.get(whole + 1).copied().unwrap_or(sums[whole]);
    sums[whole] + (next - sums[whole]) * part as f32 / SIDE as f32
}

fn grey(red: u8, green: u8, blue: u8) -> f32 {
    0.299 * f32::from(red) + 0.587 * f32::from(green) + 0.114 * f32::from(blue)
}

fn on_white(level: f32, alpha: u8) -> f32 {
    255.0 - (255.0 - level) * f32::from(alpha) / 255.0
}

#[cfg(test)]
mod tests {
    use image::codecs::jpeg::JpegEncoder;
    use image::imageops::{FilterType, resize};
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;
    use crate::hash::mix;
    use crate::object::Object;

    /// Gradients, stripes, discs, logos that mirror themselves, boxes of noise, and lines of what looks like text.
    fn picture(number: u32) -> RgbImage {
        let (kind, seed) = (number % 5, u64::from(number));
        let random = |a: u32, b: u32| {
            let value = mix(seed << 40 ^ u64::from(a) << 20 ^ u64::from(b));
            (value % 256) as u8
        };
        let (width, height) = (200 + 13 * number, 150 + 29 * (number % 7));
        let (left, top) = (
            f32::from(random(1, 1)) / 255.0,
            f32::from(random(2, 2)) / 255.0,
        );
        RgbImage::from_fn(width, height, |x, y| {
            let (right, down) = (x as f32 / width as f32, y as f32 / height as f32);
            let level = match kind {
                0 => {
                    let (across, along) = (right * (2.0 + 6.0 * left), down * (1.0 + 6.0 * top));
                    127.0 + 64.0 * ((3.0 * across).sin() + (3.0 * along + across * along).cos())
                }
                1 => {
                    255.0
                        * f32::from(
                            ((right * (2 + number / 4) as f32 + down * 5.0 * top) as u32 % 2) as u8,
                        )
                }
                2 => {
                    let mirrored = (right - 0.5).abs();
                    // As many bulges as tell one from the other.
                    let bulges = (down * 3.0 * (1 + number / 5) as f32).cos().abs();
                    let inside = mirrored < 0.1 + 0.4 * left * bulges && down > top / 3.0;
                    if inside { 60.0 } else { 255.0 }
                }
                3 => f32::from(random((right * 6.0) as u32, (down * 5.0) as u32)),
                _ => {
                    let ink = y % 12 < 7
                        && random(x / 3, y / 12) % 2 == 0
                        && right < 0.4 + random(7, y / 12) as f32 / 400.0;
                    if ink && down > 0.6 * top { 20.0 } else { 250.0 }
                }
            };
            Rgb([
                level as u8,
                (level * 0.8) as u8,
                (255.0 - level * 0.3) as u8,
            ])
        })
    }

    fn value(picture: RgbImage) -> u64 {
        Look::of(&picture.into()).value().expect("something to see")
    }

    #[test]
    fn a_picture_keeps_its_value_and_others_have_others() {
        let pictures: Vec<RgbImage> = (0..20).map(picture).collect();
        let values: Vec<u64> = pictures.iter().cloned().map(value).collect();
        for (number, picture) in pictures.iter().enumerate() {
            let half = resize(
                picture,
                picture.width() / 2,
                picture.height() / 2,
                FilterType::Triangle,
            );
            let mut bytes = Vec::new();
            let encoder = JpegEncoder::new_with_quality(&mut bytes, 60);
            DynamicImage::from(half)
                .write_with_encoder(encoder)
                .expect("encoded");
            let again = image::load_from_memory(&bytes).expect("decoded").to_rgb8();
            let again = value(again);
            for (other, &with) in values.iter().enumerate() {
                let apart = (again ^ with).count_ones();
                let same = apart <= Object::NEAR;
                assert_eq!(
                    same,
                    number == other,
                    "{number} and {other} are {apart} apart: {again:x} {with:x}"
                );
            }
        }
    }

    #[test]
    fn what_is_transparent_is_white() {
        let solid = picture(3);
        let clear = RgbaImage::from_fn(solid.width(), solid.height(), |x, y| {
            let Rgb([red, green, blue]) = *solid.get_pixel(x, y);
            match x % 50 < 20 {
                true => Rgba([red, 0, 0, 0]),
                false => Rgba([red, green, blue, 255]),
            }
        });
        let white = RgbImage::from_fn(solid.width(), solid.height(), |x, y| match x % 50 < 20 {
            true => Rgb([255; 3]),
            false => *solid.get_pixel(x, y),
        });
        assert_eq!(Look::of(&clear.into()).value(), Some(value(white)));
    }

    #[test]
    fn one_colour_or_from_one_to_another_shows_nothing() {
        let flat = RgbImage::from_pixel(100, 100, Rgb([7, 8, 9]));
        assert_eq!(Look::of(&flat.into()).value(), None);
        let clear = RgbaImage::from_fn(100, 100, |x, _| Rgba([x as u8, 0, 0, 0]));
        assert_eq!(Look::of(&clear.into()).value(), None);
        let across = RgbImage::from_fn(200, 100, |x, _| Rgb([x as u8; 3]));
        assert_eq!(Look::of(&across.into()).value(), None);
        let along = RgbImage::from_fn(200, 200, |_, y| Rgb([y as u8; 3]));
        assert_eq!(Look::of(&along.into()).value(), None);
    }

    #[test]
    fn channels_and_depths_make_no_difference() {
        let colour = image::DynamicImage::from(picture(8));
        let expected = Look::of(&colour).value();
        assert_eq!(Look::of(&colour.to_rgba8().into()).value(), expected);
        assert_eq!(Look::of(&colour.to_rgb16().into()).value(), expected);
        let grey = Look::of(&colour.to_luma8().into()).value();
        assert_eq!(Look::of(&colour.to_luma_alpha8().into()).value(), grey);
    }
}
