//! Pictures that look the same are one, though they were stored anew.
//!
//! A picture that was scaled or stored as JPEG has a value that differs in a few bits from what it had. The first picture of
//! a kind, in order of documents, stands for all that come within so many bits of it: these take its value.
//!
//! - Promise: a picture within [`NEAR`](Object::NEAR) bits of one that stands for others takes the value of the nearest.
//! - Cost: a look at those that agree in one of `NEAR + 1` parts of their bits; sixteen bytes and as many entries a picture.

use std::collections::HashMap;
use std::fmt;

use crate::error::Result;
use crate::object::{Object, ObjectKind};
use crate::read::Document;

/// Gives the values of pictures that were there before.
type Earlier<'a> = Box<dyn FnOnce() -> Result<Vec<u64>> + Send + 'a>;

/// The pictures met so far.
#[derive(Default)]
pub(crate) struct Gallery<'a> {
    /// Those that were there before, until the first is looked for: most collections have none.
    earlier: Option<Earlier<'a>>,
    /// Those that stand for others.
    firsts: Vec<u64>,
    /// By part, and by the bits of this part, the numbers of those that have them.
    parts: HashMap<(u32, u64), Vec<u32>>,
    /// What every picture met stands for, by value.
    known: HashMap<u64, u64>,
}

/// Parts that bits are cut into: of two values that differ in fewer bits than there are parts, one part is the same.
const PARTS: u32 = Object::NEAR + 1;

impl fmt::Debug for Gallery<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gallery of {}", self.firsts.len())
    }
}

impl<'a> Gallery<'a> {
    /// One in which others hang already.
    pub(crate) fn behind(earlier: impl FnOnce() -> Result<Vec<u64>> + Send + 'a) -> Self {
        Self {
            earlier: Some(Box::new(earlier)),
            ..Self::default()
        }
    }

    /// The value that stands for a picture's.
    pub(crate) fn of(&mut self, value: u64) -> Result<u64> {
        if let Some(earlier) = self.earlier.take() {
            for value in earlier()? {
                self.first_of(value);
            }
        }
        Ok(self.first_of(value))
    }

    fn first_of(&mut self, value: u64) -> u64 {
        if let Some(&first) = self.known.get(&value) {
            return first;
        }
        let near = (0..PARTS)
            .filter_map(|part| self.parts.get(&(part, bits(value, part))))
            .flatten()
            .map(|&number| ((self.firsts[number as usize] ^ value).count_ones(), number))
            .min();
        let first = match near {
            Some((distance, number)) if distance <= Object::NEAR => self.firsts[number as usize],
            _ => {
                let number = self.firsts.len() as u32;
                self.firsts.push(value);
                for part in 0..PARTS {
                    self.parts
                        .entry((part, bits(value, part)))
                        .or_default()
                        .push(number);
                }
                value
            }
        };
        self.known.insert(value, first);
        first
    }

    /// Gives each picture of a document the value that stands for it; whether any has another now.
    pub(crate) fn hang(&mut self, document: &mut Document) -> Result<bool> {
        let mut changed = None;
        for (at, object) in pictures(&document.text) {
            let value = self.of(object.value)?;
            if value != object.value {
                let text: &mut String = changed.get_or_insert_with(|| document.text.clone());
                let same = Object { value, ..object }.to_string();
                text.replace_range(at..at + same.len(), &same);
            }
        }
        let is_changed = changed.is_some();
        if let Some(text) = changed {
            document.text = text;
        }
        Ok(is_changed)
    }
}

/// The pictures of a text, and where they stand.
pub(crate) fn pictures(text: &str) -> impl Iterator<Item = (usize, Object)> {
    text.match_indices(Object::MARK).filter_map(|(at, _)| {
        let (object, _) = Object::at(&text[at..])?;
        (object.kind == ObjectKind::Picture).then_some((at, object))
    })
}

/// The bits of a value that belong to a part.
fn bits(value: u64, part: u32) -> u64 {
    let (begin, end) = (64 * part / PARTS, 64 * (part + 1) / PARTS);
    value >> begin & (u64::MAX >> (64 - (end - begin)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    #[test]
    fn the_nearest_of_the_first_stands_for_a_picture() {
        let mut gallery = Gallery::default();
        let mut firsts: Vec<u64> = Vec::new();
        let mut taken = 0;
        for at in 0..3000u64 {
            // Some are near others, at every distance.
            let mut value = mix(at % 300);
            for flip in 0..at / 300 {
                value ^= 1 << (mix(at * 64 + flip) % 64);
            }
            let distance = |first: &u64| (first ^ value).count_ones();
            let nearest = (0..firsts.len()).min_by_key(|&at| (distance(&firsts[at]), at));
            let nearest = nearest.filter(|&at| distance(&firsts[at]) <= Object::NEAR);
            let expected = match nearest {
                Some(at) => firsts[at],
                None => {
                    firsts.push(value);
                    value
                }
            };
            taken += u64::from(expected != value);
            assert_eq!(gallery.of(value).expect("a value"), expected);
            assert_eq!(gallery.of(value).expect("a value"), expected);
        }
        assert!(taken > 1000);
    }

    #[test]
    fn documents_have_the_values_of_the_first() {
        let mut gallery = Gallery::default();
        let text = |x: u64, y: u64| {
            let [x, y] = [x, y].map(|value| Object {
                kind: ObjectKind::Picture,
                value,
            });
            format!("a {x} b\n{y} \u{fffc}graphic-0000000000000001")
        };
        let document = |text: String| Document {
            text,
            ..Document::default()
        };
        let mut one = document(text(mix(1), mix(2)));
        assert!(!gallery.hang(&mut one).expect("no error"));
        let mut other = document(text(mix(3), mix(1) ^ 5));
        assert!(gallery.hang(&mut other).expect("no error"));
        assert_eq!(other.text, text(mix(3), mix(1)));
    }
}
