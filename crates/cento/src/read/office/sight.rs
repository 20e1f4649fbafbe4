//! From pixels to what a picture [looks like](Look).
//!
//! The picture is brought to 32 x 32 means of brightness and colour, on white where it is transparent, or on black where it would
//! not be seen on white. The value of its brightness is by `image_hasher`: which of two neighbours in a row, and which in a
//! column, is brighter. `docs/studies/slides.md` has why it is this one.
//!
//! - Cost: one pass over the pixels, and 40 microseconds.

use std::sync::Arc;

use image::imageops::FilterType;
use image::{DynamicImage, GrayImage};
use image_hasher::{HashAlg, HasherConfig};

use crate::read::look::{COLOUR_SIDE, Look, SIDE};

/// What differs less from its mean, in levels of 255, is one colour; what differs less from an even change of brightness goes from
/// one colour to another, as many backgrounds do.
const FLAT: f32 = 2.0;
/// How much better it must be seen on black than on white, which is what programs lay it on.
const BETTER: f32 = 4.0;
/// Places in a row and in a column that are compared with the next: 60 bits.
const PLACES: u32 = 10;

/// Means, row by row.
type Plane = [f32; SIDE * SIDE];

/// What a picture looks like from afar: all but the last as far as it is opaque.
struct Means {
    brightness: Plane,
    /// How blue, and how red.
    colours: [Plane; 2],
    /// How opaque it is, up to 1.
    opaque: Plane,
}

/// What a picture looks like; `None` where there is nothing to see.
pub(super) fn look(picture: &DynamicImage) -> Option<Arc<Look>> {
    let means = Means::of(picture);
    let (brightness, spread) = means.on_a_ground();
    if spread < FLAT {
        return None;
    }
    let brightness = brightness.map(|level| level.round() as u8);
    let colour = means.colours.each_ref().map(colour);
    let (value, pixels) = (value(brightness)?, picture.width().min(picture.height()));
    Some(Arc::new(Look::new(value, pixels, brightness, colour)))
}

fn value(brightness: [u8; SIDE * SIDE]) -> Option<u64> {
    let side = SIDE as u32;
    let picture = GrayImage::from_raw(side, side, brightness.to_vec())?;
    let hasher = HasherConfig::new()
        .hash_alg(HashAlg::DoubleGradient)
        .hash_size(PLACES, PLACES)
        .resize_filter(FilterType::CatmullRom)
        .to_hasher();
    let bytes = hasher.hash_image(&picture);
    Some(u64::from_le_bytes(bytes.as_bytes().try_into().ok()?))
}

impl Means {
    fn of(picture: &DynamicImage) -> Self {
        match picture {
            DynamicImage::ImageLuma8(picture) => {
                let [grey] = planes(picture.width(), picture, |&[grey]: &[u8; 1]| [grey.into()]);
                Self::new([&grey; 3], OPAQUE)
            }
            DynamicImage::ImageLumaA8(picture) => {
                let [grey, opaque] = planes(picture.width(), picture, |&[grey, alpha]| {
                    weighed([grey, 255], alpha)
                });
                let [grey, opaque] = [grey, opaque].map(unweighed);
                Self::new([&grey; 3], opaque.map(|level| level / 255.0))
            }
            DynamicImage::ImageRgb8(picture) => {
                let colours = planes(picture.width(), picture, |pixel: &[u8; 3]| {
                    pixel.map(u32::from)
                });
                Self::new(colours.each_ref(), OPAQUE)
            }
            DynamicImage::ImageRgba8(picture) => Self::rgba(picture),
            // Sixteen bits a channel, or floating point.
            picture => Self::rgba(&picture.to_rgba8()),
        }
    }

    fn rgba(picture: &image::RgbaImage) -> Self {
        let all = planes(picture.width(), picture, |&[red, green, blue, alpha]| {
            weighed([red, green, blue, 255], alpha)
        });
        let [red, green, blue, opaque] = all.map(unweighed);
        Self::new([&red, &green, &blue], opaque.map(|level| level / 255.0))
    }

    /// As JPEG has colours.
    fn new([red, green, blue]: [&Plane; 3], opaque: Plane) -> Self {
        let mixed = |[of_red, of_green, of_blue]: [f32; 3]| -> Plane {
            std::array::from_fn(|at| of_red * red[at] + of_green * green[at] + of_blue * blue[at])
        };
        Self {
            brightness: mixed([0.299, 0.587, 0.114]),
            colours: [mixed([-0.169, -0.331, 0.5]), mixed([0.5, -0.419, -0.081])],
            opaque,
        }
    }

    /// Brightness on the ground where more is to be seen, and how much is.
    fn on_a_ground(&self) -> (Plane, f32) {
        let (black, opaque) = (&self.brightness, &self.opaque);
        let white = std::array::from_fn(|at| black[at] + 255.0 * (1.0 - opaque[at]));
        let (on_white, on_black) = (spread(&white), spread(black));
        match on_black > BETTER * on_white {
            true => (*black, on_black),
            false => (white, on_white),
        }
    }
}

const OPAQUE: Plane = [1.0; SIDE * SIDE];

/// The levels of a pixel, by how opaque it is.
fn weighed<const N: usize>(levels: [u8; N], alpha: u8) -> [u32; N] {
    levels.map(|level| u32::from(level) * u32::from(alpha))
}

fn unweighed(plane: Plane) -> Plane {
    plane.map(|level| level / 255.0)
}

/// Means of each channel over equal areas: a pixel that lies in two counts for both.
fn planes<const N: usize>(
    width: u32,
    pixels: &[u8],
    levels: impl Fn(&[u8; N]) -> [u32; N],
) -> [Plane; N] {
    let width = width.max(1) as usize;
    let (pixels, _) = pixels.as_chunks::<N>();
    let height = (pixels.len() / width).max(1);
    let mut planes = [[0.0; SIDE * SIDE]; N];
    // Sums from the left edge: of the longest row, they are below 2^32.
    let mut sums = vec![[0u32; N]; width + 1];
    for (y, row) in pixels.chunks_exact(width).enumerate() {
        let mut sum = [0; N];
        for (pixel, to) in row.iter().zip(&mut sums[1..]) {
            for (sum, level) in sum.iter_mut().zip(levels(pixel)) {
                *sum += level;
            }
            *to = sum;
        }
        // The share of this row in each row of means.
        let scale = SIDE as f32 / height as f32;
        let (top, bottom) = (y as f32 * scale, (y + 1) as f32 * scale);
        for (channel, plane) in planes.iter_mut().enumerate() {
            let edges: [f64; SIDE + 1] =
                std::array::from_fn(|column| edge(&sums, width, column, channel));
            for to in top as usize..SIDE.min(bottom.ceil() as usize) {
                let share = bottom.min((to + 1) as f32) - top.max(to as f32);
                let share = share.max(0.0) * SIDE as f32 / width as f32;
                let means = plane[to * SIDE..(to + 1) * SIDE].iter_mut();
                for (mean, edges) in means.zip(edges.windows(2)) {
                    *mean += (edges[1] - edges[0]) as f32 * share;
                }
            }
        }
    }
    planes
}

/// The means of fewer areas, 128 for nothing.
fn colour(plane: &Plane) -> [u8; COLOUR_SIDE * COLOUR_SIDE] {
    let step = SIDE / COLOUR_SIDE;
    std::array::from_fn(|at| {
        let (x, y) = (at % COLOUR_SIDE * step, at / COLOUR_SIDE * step);
        let rows = (y..y + step).map(|y| y * SIDE + x);
        let means = rows.flat_map(|from| &plane[from..from + step]);
        let mean = means.sum::<f32>() / (step * step) as f32;
        (128.0 + mean).round() as u8
    })
}

/// How much levels differ from an even change, from left to right and from top to bottom.
fn spread(levels: &Plane) -> f32 {
    let count = levels.len() as f32;
    let from_centre = |at: usize| at as f32 - (SIDE - 1) as f32 / 2.0;
    let (mut mean, mut right, mut down, mut squares) = (0.0, 0.0, 0.0, 0.0);
    for (at, level) in levels.iter().enumerate() {
        let (x, y) = (from_centre(at % SIDE), from_centre(at / SIDE));
        mean += level / count;
        right += level * x;
        down += level * y;
        squares += x * x;
    }
    let (right, down) = (right / squares, down / squares);
    let rest = levels.iter().enumerate().map(|(at, level)| {
        let (x, y) = (from_centre(at % SIDE), from_centre(at / SIDE));
        (level - mean - right * x - down * y).powi(2)
    });
    (rest.sum::<f32>() / count).sqrt()
}

/// The sum left of a column of means, by what a pixel has there.
fn edge<const N: usize>(sums: &[[u32; N]], width: usize, column: usize, channel: usize) -> f64 {
    let at = column * width;
    let (whole, part) = (at / SIDE, at % SIDE);
    let from = f64::from(sums[whole][channel]);
    let next = sums
        .get(whole + 1)
        .map_or(from, |next| next[channel].into());
    from + (next - from) * part as f64 / SIDE as f64
}

#[cfg(test)]
mod tests {
    use image::codecs::jpeg::JpegEncoder;
    use image::imageops::resize;
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;
    use crate::hash::mix;

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

    fn seen(picture: impl Into<DynamicImage>) -> Arc<Look> {
        look(&picture.into()).expect("something to see")
    }

    /// At half its size, as JPEG of quality 60.
    fn stored_anew(picture: &RgbImage) -> DynamicImage {
        let (width, height) = (picture.width() / 2, picture.height() / 2);
        let half = resize(picture, width, height, FilterType::Triangle);
        let mut bytes = Vec::new();
        let encoder = JpegEncoder::new_with_quality(&mut bytes, 60);
        DynamicImage::from(half)
            .write_with_encoder(encoder)
            .expect("encoded");
        image::load_from_memory(&bytes).expect("decoded")
    }

    #[test]
    fn a_picture_is_like_itself_and_no_other() {
        let pictures: Vec<RgbImage> = (0..20).map(picture).collect();
        let looks: Vec<Arc<Look>> = pictures.iter().cloned().map(seen).collect();
        for (number, picture) in pictures.iter().enumerate() {
            let again = seen(stored_anew(picture));
            for (other, with) in looks.iter().enumerate() {
                let same = again.is_like(with);
                assert_eq!(same, number == other, "{number} and {other}");
            }
        }
    }

    /// A window with lines of text, of which one word is another.
    fn window(word: u32, title: [u8; 3]) -> RgbImage {
        RgbImage::from_fn(800, 600, |x, y| match (x, y) {
            (_, 0..50) => Rgb(title),
            (0..200, _) => Rgb([45, 45, 48]),
            (240..760, 90..560) if y % 30 < 14 => {
                let is_other = (300..390).contains(&x) && (270..284).contains(&y);
                let seed = if is_other { word } else { 0 };
                let letter = mix(u64::from(seed) << 40 ^ u64::from(x / 4) << 20 ^ u64::from(y / 4));
                match letter % 3 {
                    0 => Rgb([30; 3]),
                    _ => Rgb([250; 3]),
                }
            }
            _ => Rgb([240; 3]),
        })
    }

    #[test]
    fn a_word_or_a_colour_makes_another_picture() {
        let (blue, green) = ([0, 120, 215], [120, 118, 0]);
        let first = seen(window(0, blue));
        assert!(first.is_like(&seen(stored_anew(&window(0, blue)))));
        for other in [window(1, blue), window(2, blue), window(0, green)] {
            let near = (first.value() ^ seen(other.clone()).value()).count_ones();
            assert!(near <= crate::object::Object::NEAR, "{near} bits");
            assert!(!first.is_like(&seen(other.clone())));
            assert!(!first.is_like(&seen(stored_anew(&other))));
        }
    }

    const VALUES: [&str; 5] = [
        "08e5b55494a5294a",
        "0e60237fb1198cee",
        "0c9cc63e718c6318",
        "0246307b5b8ef7db",
        "0064290c75fa5000",
    ];

    #[test]
    fn values_stay_what_they_are() {
        // An index has them: another version of what makes them must make the same.
        let values = [0, 1, 2, 3, 4].map(|number| seen(picture(number)).value());
        assert_eq!(values.map(|value| format!("{value:016x}")), VALUES);
    }

    /// A disc for each number, where it is opaque.
    fn discs(numbers: u64, colour: u8) -> RgbaImage {
        let centre = |number: u64, part: u64| 20.0 + (mix(number * 2 + part) % 90) as f32;
        RgbaImage::from_fn(128, 128, |x, y| {
            let is_in = |number: u64| {
                let (right, down) = (x as f32 - centre(number, 0), y as f32 - centre(number, 1));
                right * right + down * down < 400.0
            };
            let is_opaque = (numbers * 3..numbers * 3 + 3).any(is_in);
            Rgba([colour, colour, colour, if is_opaque { 255 } else { 0 }])
        })
    }

    #[test]
    fn what_is_transparent_is_white_unless_nothing_would_be_seen() {
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
        assert_eq!(seen(clear), seen(white));
        // White on nothing, as on dark slides.
        let [one, other] = [1, 2].map(|numbers| seen(discs(numbers, 255)));
        let half = resize(&discs(1, 255), 64, 64, FilterType::Triangle);
        assert!(one.is_like(&seen(half)));
        assert!(!one.is_like(&other));
        let on_black = DynamicImage::from(discs(1, 255)).to_luma_alpha8();
        let on_black = image::GrayImage::from_fn(128, 128, |x, y| {
            let [grey, alpha] = on_black.get_pixel(x, y).0;
            image::Luma([if alpha == 0 { 0 } else { grey }])
        });
        assert_eq!(one, seen(on_black));
    }

    #[test]
    fn one_colour_or_from_one_to_another_shows_nothing() {
        let nothing = |picture: DynamicImage| assert_eq!(look(&picture), None);
        nothing(RgbImage::from_pixel(100, 100, Rgb([7, 8, 9])).into());
        nothing(RgbaImage::from_fn(100, 100, |x, _| Rgba([x as u8, 0, 0, 0])).into());
        nothing(RgbImage::from_fn(200, 100, |x, _| Rgb([x as u8; 3])).into());
        nothing(RgbImage::from_fn(200, 200, |_, y| Rgb([y as u8; 3])).into());
        nothing(RgbImage::from_fn(100, 100, |x, y| Rgb([(x + y) as u8; 3])).into());
    }

    #[test]
    fn channels_and_depths_make_no_difference() {
        let colour = DynamicImage::from(picture(8));
        let expected = look(&colour);
        assert_eq!(look(&colour.to_rgba8().into()), expected);
        assert_eq!(look(&colour.to_rgb16().into()), expected);
        let grey = look(&colour.to_luma8().into());
        assert_eq!(look(&colour.to_luma_alpha8().into()), grey);
    }
}
