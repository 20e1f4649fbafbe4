//! Boxes on slides, and boxes in groups.

use super::namespace::Namespace;
use super::xml::Element;
use crate::read::Frame;

/// English metric units in a hundredth of a millimetre.
const EMU: f64 = 360.0;

/// A box, in the units of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Bounds {
    /// `a:off` and `a:ext`, or those of a group's children, in `a:xfrm`.
    fn read(transform: Element<'_>, offset: &str, extent: &str) -> Option<Self> {
        let offset = transform.child(Namespace::Drawing, offset)?;
        let extent = transform.child(Namespace::Drawing, extent)?;
        Some(Self {
            x: offset.number("x")?,
            y: offset.number("y")?,
            width: extent.number("cx")?.max(0.0),
            height: extent.number("cy")?.max(0.0),
        })
    }

    /// The box of an `a:xfrm` or `p:xfrm`.
    pub(super) fn of(transform: Element<'_>) -> Option<Self> {
        Self::read(transform, "off", "ext")
    }

    /// In hundredths of a millimetre.
    pub(super) fn frame(self) -> Frame {
        // From floating point to integers, `as` ends at the largest and smallest.
        let length = |emu: f64| (emu / EMU).round();
        Frame {
            x: length(self.x) as i32,
            y: length(self.y) as i32,
            width: length(self.width) as u32,
            height: length(self.height) as u32,
        }
    }

    /// How wide it is for its height, in sixteenths of a doubling: what is scaled keeps it.
    pub(super) fn ratio(self) -> i32 {
        match self.width > 0.0 && self.height > 0.0 {
            true => (16.0 * (self.width / self.height).log2()).round() as i32,
            // A line that stands or lies.
            false => 1000 * i32::from(self.width > 0.0) - 1000 * i32::from(self.height > 0.0),
        }
    }
}

/// From the coordinates inside a group to those of the slide.
#[derive(Clone, Copy)]
pub(super) struct Transform {
    scale: [f64; 2],
    offset: [f64; 2],
}

impl Transform {
    pub(super) const NONE: Self = Self {
        scale: [1.0; 2],
        offset: [0.0; 2],
    };

    /// That of a group inside this one, by its `a:xfrm`.
    pub(super) fn group(self, transform: Option<Element<'_>>) -> Self {
        let boxes = transform.and_then(|transform| {
            let inside = Bounds::read(transform, "chOff", "chExt")?;
            Some((Bounds::of(transform)?, inside))
        });
        let Some((outside, inside)) = boxes else {
            return self;
        };
        let scale = |out: f64, within: f64| if within > 0.0 { out / within } else { 1.0 };
        let scale = [
            scale(outside.width, inside.width),
            scale(outside.height, inside.height),
        ];
        let offset = [
            outside.x - inside.x * scale[0],
            outside.y - inside.y * scale[1],
        ];
        Self {
            scale: [self.scale[0] * scale[0], self.scale[1] * scale[1]],
            offset: [
                self.offset[0] + offset[0] * self.scale[0],
                self.offset[1] + offset[1] * self.scale[1],
            ],
        }
    }

    pub(super) fn apply(self, bounds: Bounds) -> Bounds {
        Bounds {
            x: self.offset[0] + bounds.x * self.scale[0],
            y: self.offset[1] + bounds.y * self.scale[1],
            width: bounds.width * self.scale[0],
            height: bounds.height * self.scale[1],
        }
    }
}
