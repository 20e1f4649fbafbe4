//! What a picture looks like, in 64 bits.
//!
//! The picture is brought to 32 x 32 grey means, on white where it is transparent; of its cosine transform the lowest 64
//! frequencies but the mean are kept, each as whether it is above their median.
//!
//! - Promise: of a picture and itself at half the size as JPEG of quality 60, nearly all bits are the same; of different
//!   ones, about half. [`NEAR`] lies between.
//! - Cost: one pass over the pixels.
//! - Source: Zauner, Implementation and benchmarking of perceptual image hash functions, 2010.

use image::DynamicImage;

/// Pictures that differ in no more bits are the same.
pub(crate) const NEAR: u32 = 8;

/// Rows and columns of means.
const SIDE: usize = 32;
/// Frequencies in each direction.
const LOW: usize = 9;
/// What differs less from its mean, in levels of 255, is one colour.
const FLAT: f32 = 2.0;

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
        let mut sorted = frequencies;
        sorted.sort_unstable_by(f32::total_cmp);
        let median = (sorted[31] + sorted[32]) / 2.0;
        let bits = frequencies.iter().map(|&one| u64::from(one > median));
        Some(bits.fold(0, |value, bit| value << 1 | bit))
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
