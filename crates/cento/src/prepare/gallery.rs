//! Pictures that look the same are one, though they were stored anew.
//!
//! A picture that was scaled or stored as JPEG has a value that differs in a few bits from what it had. The first picture of
//! a kind, in order of documents, stands for all that [look like](Look::is_like) it: these take its value in the text. One that has the
//! value of another and does not look like it takes one of its own.
//!
//! - Promise: a picture that looks like some that stand for others takes the value of the nearest, if that is among the
//!   [`MOST`] nearest by their bits.
//! - Cost: a look at those that agree in one of `NEAR + 1` parts of their bits; some 150 bytes of memory a picture, and its look,
//!   which is on disk beyond a budget.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use zerocopy::{FromZeros, IntoBytes};

use crate::error::Result;
use crate::hash::{digest, mix};
use crate::object::{Object, ObjectKind};
use crate::read::{Document, Look};
use crate::spill::{Spool, Temp};

/// Takes a picture that was there before: its value in texts, and its look, where that is known.
pub(crate) type TakePicture<'t> = &'t mut dyn FnMut(u64, Option<&Look>) -> Result<()>;

/// Gives the pictures that were there before.
type Earlier<'a> = Box<dyn FnOnce(TakePicture<'_>) -> Result<()> + Send + Sync + 'a>;

/// The pictures met so far.
pub(crate) struct Gallery<'a> {
    /// Those that were there before, until the first is looked for: most collections have none.
    earlier: Option<Earlier<'a>>,
    /// One that is not added to.
    behind: Option<&'a Gallery<'a>>,
    /// Those that stand for others.
    firsts: Vec<First>,
    looks: Spool,
    /// By part, and by the bits of this part, the numbers of those that have them.
    parts: HashMap<(u32, u64), Vec<u32>>,
    /// What stands for every picture met.
    known: HashMap<u128, First>,
}

/// A picture that stands for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct First {
    /// What it has in texts.
    token: u64,
    /// By which it is found.
    value: u64,
    /// Where its look begins, if it is known.
    look: Option<u64>,
}

/// What is like a picture.
enum Like {
    First(First),
    /// Nothing; and whether another has its value.
    Nothing(bool),
}

/// Parts that bits are cut into: of two values that differ in fewer bits than there are parts, one part is the same.
const PARTS: u32 = Object::NEAR + 1;

/// Pictures with near values that are looked at: thousands of screenshots of one window would take hours.
const MOST: usize = 1000;

impl fmt::Debug for Gallery<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gallery of {}", self.firsts.len())
    }
}

impl<'a> Gallery<'a> {
    /// An empty one. Looks beyond `memory` bytes go to a temporary file.
    pub(crate) fn new(memory: usize, temp: &Temp) -> Self {
        Self {
            earlier: None,
            behind: None,
            firsts: Vec::new(),
            looks: Spool::new(memory, temp),
            parts: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// An empty one that has no budget.
    pub(crate) fn in_memory() -> Self {
        Self::new(usize::MAX, &Temp::new(PathBuf::new()))
    }

    /// The same with pictures that hang there already.
    pub(crate) fn after(
        self,
        earlier: impl FnOnce(TakePicture<'_>) -> Result<()> + Send + Sync + 'a,
    ) -> Self {
        Self {
            earlier: Some(Box::new(earlier)),
            ..self
        }
    }

    /// An empty one before another, whose pictures stand for those that look like them and which stays as it is.
    pub(crate) fn before(behind: &'a Gallery<'a>) -> Self {
        Self {
            behind: Some(behind),
            ..Self::in_memory()
        }
    }

    /// Hangs a picture that stands for others, and has a value in texts.
    pub(crate) fn hang_earlier(&mut self, token: u64, look: Option<&Look>) -> Result<()> {
        let value = look.map_or(token, Look::value);
        let first = self.hang_first(token, value, look)?;
        self.known.insert(same(value, look), first);
        Ok(())
    }

    /// What stands for a picture.
    fn of(&mut self, value: u64, look: Option<&Look>) -> Result<First> {
        if let Some(earlier) = self.earlier.take() {
            earlier(&mut |token, look| self.hang_earlier(token, look))?;
        }
        let same = same(value, look);
        if let Some(&first) = self.known.get(&same) {
            return Ok(first);
        }
        let behind = match self.behind {
            Some(behind) => behind.like(value, look)?,
            None => Like::Nothing(false),
        };
        let like = match behind {
            Like::First(_) => behind,
            Like::Nothing(is_taken) => match self.like(value, look)? {
                Like::Nothing(is_here) => Like::Nothing(is_taken || is_here),
                first => first,
            },
        };
        let first = match like {
            Like::First(first) => first,
            Like::Nothing(is_taken) => {
                let token = if is_taken { mix(same as u64) } else { value };
                self.hang_first(token, value, look)?
            }
        };
        self.known.insert(same, first);
        Ok(first)
    }

    /// The nearest of those that look like a picture, the first of these.
    fn like(&self, value: u64, look: Option<&Look>) -> Result<Like> {
        let mut near: Vec<(u32, u32)> = (0..PARTS)
            .filter_map(|part| self.parts.get(&(part, bits(value, part))))
            .flatten()
            .map(|&number| {
                let first = &self.firsts[number as usize];
                ((first.value ^ value).count_ones(), number)
            })
            .filter(|&(distance, _)| distance <= Object::NEAR)
            .collect();
        near.sort_unstable();
        near.dedup();
        let mut is_taken = false;
        for (_, number) in near.into_iter().take(MOST) {
            let first = self.firsts[number as usize];
            is_taken |= first.token == value;
            // What has no look is told by its value alone.
            let is_like = match (look, self.look(first)?) {
                (Some(look), Some(other)) => look.is_like(&other),
                _ => true,
            };
            if is_like {
                return Ok(Like::First(first));
            }
        }
        Ok(Like::Nothing(is_taken))
    }

    fn look(&self, first: First) -> Result<Option<Look>> {
        let Some(at) = first.look else {
            return Ok(None);
        };
        let mut look = Look::new_zeroed();
        self.looks.read(at, look.as_mut_bytes())?;
        Ok(Some(look))
    }

    fn hang_first(&mut self, token: u64, value: u64, look: Option<&Look>) -> Result<First> {
        let look = look.map(|look| self.looks.append(look.as_bytes()));
        let look = look.transpose()?;
        let first = First { token, value, look };
        let number = self.firsts.len() as u32;
        self.firsts.push(first);
        for part in 0..PARTS {
            let part = (part, bits(value, part));
            self.parts.entry(part).or_default().push(number);
        }
        Ok(first)
    }

    /// Gives each picture of a document the value and the look of what stands for it; whether any has another value now.
    pub(crate) fn hang(&mut self, document: &mut Document) -> Result<bool> {
        let mut is_changed = false;
        let places: Vec<(usize, Object)> = pictures(&document.text).collect();
        for (at, object) in places {
            let layout = document.layout.as_mut();
            let block = layout.and_then(|layout| layout.block_from(at as u32));
            let look = block.as_ref().and_then(|block| block.look.clone());
            let value = look.as_ref().map_or(object.value, |look| look.value());
            let first = self.of(value, look.as_deref())?;
            if first.token != object.value {
                let value = first.token;
                let shown = Object { value, ..object }.to_string();
                document.text.replace_range(at..at + shown.len(), &shown);
                is_changed = true;
            }
            // What hangs behind is not looked for.
            if let (Some(block), None) = (block, self.behind) {
                block.look = self.look(first)?.map(Arc::new);
            }
        }
        Ok(is_changed)
    }
}

/// The same for pictures that look just the same.
fn same(value: u64, look: Option<&Look>) -> u128 {
    look.map_or(value.into(), |look| digest(look.as_bytes()))
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
    use crate::read::{Block, Layout};

    fn gallery() -> Gallery<'static> {
        // Looks go to disk from the second on.
        Gallery::new(size_of::<Look>(), &Temp::new(std::env::temp_dir()))
    }

    /// One of one brightness.
    fn look(value: u64, level: u8) -> Look {
        Look::new(value, 500, [level; 1024], [[128; 64]; 2])
    }

    #[test]
    fn the_nearest_of_the_first_stands_for_a_picture() {
        let mut gallery = gallery();
        let mut firsts: Vec<Look> = Vec::new();
        let (mut taken, mut apart) = (0, 0);
        for at in 0..3000u64 {
            // Some are near others, at every distance, and look like them or not.
            let mut value = mix(at % 300);
            for flip in 0..at / 300 {
                value ^= 1 << (mix(at * 64 + flip) % 64);
            }
            let own = look(value, (mix(at) % 5 * 10) as u8);
            let distance = |first: &Look| (first.value() ^ value).count_ones();
            let nearest = (0..firsts.len())
                .filter(|&at| own.is_like(&firsts[at]))
                .min_by_key(|&at| (distance(&firsts[at]), at));
            let expected = match nearest {
                Some(at) => firsts[at],
                None => {
                    apart += u64::from(firsts.iter().any(|first| distance(first) <= Object::NEAR));
                    firsts.push(own);
                    own
                }
            };
            taken += u64::from(expected != own);
            for _ in 0..2 {
                let first = gallery.of(value, Some(&own)).expect("a picture");
                let its = gallery.look(first).expect("no error").expect("a look");
                assert_eq!(its, expected);
            }
        }
        assert!(taken > 500 && apart > 100, "{taken} {apart}");
        // No two that stand for others have one value in texts.
        let tokens: std::collections::BTreeSet<u64> =
            gallery.firsts.iter().map(|first| first.token).collect();
        assert_eq!(tokens.len(), firsts.len());
    }

    /// A text with pictures, and other things that look like some.
    fn document(pictures: [(u64, u8); 2]) -> Document {
        let (mut text, mut layout) = (String::from("a "), Layout::default());
        for (value, level) in pictures {
            layout.blocks.push(Block {
                begin: text.len() as u32,
                look: Some(Arc::new(look(value, level))),
                ..Block::default()
            });
            let kind = ObjectKind::Picture;
            text += &format!("{} b\n", Object { kind, value });
        }
        text += "\u{fffc}graphic-0000000000000001";
        Document {
            text,
            layout: Some(Box::new(layout)),
            ..Document::default()
        }
    }

    #[test]
    fn documents_have_the_values_and_looks_of_the_first() {
        let mut gallery = gallery();
        let mut one = document([(mix(1), 9), (mix(2), 9)]);
        assert!(!gallery.hang(&mut one).expect("no error"));
        let mut other = document([(mix(3), 9), (mix(1) ^ 5, 11)]);
        assert!(gallery.hang(&mut other).expect("no error"));
        assert_eq!(other, document([(mix(3), 9), (mix(1), 9)]));
        // To hang them again changes nothing.
        let before = other.clone();
        assert!(!gallery.hang(&mut other).expect("no error"));
        assert_eq!(other, before);
    }

    #[test]
    fn what_has_the_value_of_another_and_is_not_like_it_has_one_of_its_own() {
        let mut gallery = gallery();
        let mut one = document([(7, 9), (7, 90)]);
        assert!(gallery.hang(&mut one).expect("no error"));
        let values = |document: &Document| {
            let objects = pictures(&document.text).map(|(_, object)| object.value);
            objects.collect::<Vec<_>>()
        };
        let [first, second] = values(&one)[..] else {
            panic!("two pictures");
        };
        assert_eq!(first, 7);
        assert!((second ^ 7).count_ones() > Object::NEAR);
        let mut other = document([(7, 91), (7, 200)]);
        gallery.hang(&mut other).expect("no error");
        assert_eq!(values(&other)[0], second);
        assert!(!values(&one).contains(&values(&other)[1]));
        // The same before one that is not added to.
        let mut again = document([(7, 91), (7, 240)]);
        Gallery::before(&gallery)
            .hang(&mut again)
            .expect("no error");
        assert_eq!(values(&again)[0], second);
        assert!(!values(&other).contains(&values(&again)[1]));
        assert_eq!(gallery.firsts.len(), 3);
    }

    #[test]
    fn one_without_a_look_is_told_by_its_value() {
        let earlier = |take: TakePicture<'_>| {
            take(7, None)?;
            take(1 << 40, Some(&look(7 << 20, 50)))
        };
        let mut gallery = gallery().after(earlier);
        let mut one = document([(7 ^ 3, 9), ((7 << 20) ^ 3, 50)]);
        assert!(gallery.hang(&mut one).expect("no error"));
        let values = pictures(&one.text).map(|(_, object)| object.value);
        assert_eq!(values.collect::<Vec<_>>(), [7, 1 << 40]);
    }
}
