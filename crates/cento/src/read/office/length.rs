//! Lengths of OpenDocument: `2.54cm`, `1in`.

use super::geometry::Bounds;
use crate::read::Frame;

/// In hundredths of a millimetre.
pub(super) fn parse(length: &str) -> Option<f64> {
    let length = length.trim();
    let digits = length
        .find(|c: char| c.is_ascii_alphabetic() || c == '%')
        .unwrap_or(length.len());
    let (number, unit) = length.split_at(digits);
    let number: f64 = number.trim().parse().ok()?;
    let scale = match unit {
        "cm" => 1000.0,
        "mm" => 100.0,
        "in" | "inch" => 2540.0,
        "pt" => 2540.0 / 72.0,
        "pc" => 2540.0 / 6.0,
        "px" => 2540.0 / 96.0,
        _ => return None,
    };
    Some(number * scale).filter(|length| length.is_finite())
}

/// A box whose lengths are hundredths of a millimetre.
pub(super) fn frame(bounds: Bounds) -> Frame {
    Frame {
        x: bounds.x.round() as i32,
        y: bounds.y.round() as i32,
        width: bounds.width.round() as u32,
        height: bounds.height.round() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_the_same_in_every_unit() {
        for length in ["2.54cm", "25.4mm", "1in", "72pt", "6pc", " 96px "] {
            let parsed = parse(length).expect(length);
            assert!((parsed - 2540.0).abs() < 0.001, "{length}");
        }
        for none in ["", "1", "cm", "1e999cm", "50%", "nancm"] {
            assert_eq!(parse(none), None, "{none}");
        }
    }
}
