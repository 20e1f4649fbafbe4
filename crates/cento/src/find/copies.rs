//! Identical documents, folded to save work and unfolded to lose no row.
//!
//! Documents with the same tokens are found by digest once all have been read. The first of them
//! stands for all in the join; its rows are then repeated for each copy.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use crate::error::Result;
use crate::spill::Sorted;

/// A document's digest, for sorting equals together.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
pub(crate) struct Content {
    digest: [u32; 4],
    doc: u32,
}

impl Content {
    pub(crate) fn new(digest: u128, doc: u32) -> Self {
        let digest = [0, 32, 64, 96].map(|shift| (digest >> shift) as u32);
        Self { digest, doc }
    }
}

/// Which documents are compared with which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    /// All with all.
    Within,
    /// The first so many documents are the reference; the others are compared with these, and
    /// neither among themselves.
    Against { reference: u32 },
    /// All with all, but for the first so many documents, which are not compared among themselves: what the others bring.
    Added { before: u32 },
}

impl Sides {
    /// Whether there is one side, on which all are.
    pub(crate) fn is_one(self) -> bool {
        !matches!(self, Self::Against { .. })
    }
}

/// The copies of a collection.
#[derive(Debug)]
pub(crate) struct Copies {
    sides: Sides,
    /// Each copy and the document that stands for it, by copy.
    originals: Vec<(u32, u32)>,
    /// The same the other way round, by original, then copy.
    by_original: Vec<(u32, u32)>,
    is_copy: Bits,
    has_copies: Bits,
    /// Originals with a copy on the other side, or one that was added.
    has_other: Bits,
}

impl Copies {
    /// Finds the documents with equal digests.
    pub(crate) fn find(documents: usize, contents: &Sorted<Content>, sides: Sides) -> Result<Self> {
        let mut copies = Self {
            sides,
            originals: Vec::new(),
            by_original: Vec::new(),
            is_copy: Bits::new(documents),
            has_copies: Bits::new(documents),
            has_other: Bits::new(documents),
        };
        let mut original: Option<Content> = None;
        for content in contents.iter()? {
            let content = content?;
            match original.filter(|original| original.digest == content.digest) {
                Some(Content { doc, .. }) => {
                    copies.originals.push((content.doc, doc));
                    copies.is_copy.set(content.doc);
                    copies.has_copies.set(doc);
                    let is_other = match sides {
                        Sides::Within => false,
                        Sides::Against { .. } => {
                            copies.own_side(doc) != copies.own_side(content.doc)
                        }
                        Sides::Added { before } => content.doc >= before,
                    };
                    if is_other {
                        copies.has_other.set(doc);
                    }
                }
                None => original = Some(content),
            }
        }
        copies.originals.sort_unstable();
        copies.by_original = copies
            .originals
            .iter()
            .map(|&(copy, original)| (original, copy))
            .collect();
        copies.by_original.sort_unstable();
        Ok(copies)
    }

    /// Documents of which some are known to be copies, each with its original; in order, none is an original.
    pub(crate) fn of(documents: usize, originals: Vec<(u32, u32)>) -> Self {
        let mut by_original: Vec<(u32, u32)> = originals.iter().map(|&(x, y)| (y, x)).collect();
        by_original.sort_unstable();
        let [mut is_copy, mut has_copies] = [(); 2].map(|()| Bits::new(documents));
        originals.iter().for_each(|&(copy, original)| {
            is_copy.set(copy);
            has_copies.set(original);
        });
        Self {
            sides: Sides::Within,
            originals,
            by_original,
            is_copy,
            has_copies,
            has_other: Bits::new(documents),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.originals.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.originals.len()
    }

    /// All copies.
    pub(crate) fn copies(&self) -> impl Iterator<Item = u32> + '_ {
        self.originals.iter().map(|&(copy, _)| copy)
    }

    #[inline]
    pub(crate) fn is_copy(&self, doc: u32) -> bool {
        self.is_copy.get(doc)
    }

    /// The document whose copy `doc` is.
    pub(crate) fn original(&self, doc: u32) -> Option<u32> {
        if !self.is_copy.get(doc) {
            return None;
        }
        let at = self
            .originals
            .binary_search_by_key(&doc, |&(copy, _)| copy)
            .ok()?;
        Some(self.originals[at].1)
    }

    #[inline]
    pub(crate) fn has_copies(&self, doc: u32) -> bool {
        self.has_copies.get(doc)
    }

    /// Whether the document is identical to one that it is compared with.
    pub(crate) fn has_alias(&self, doc: u32) -> bool {
        let original = self.original(doc);
        (original.is_some() || self.has_copies(doc))
            && (self.sides == Sides::Within || self.has_other.get(original.unwrap_or(doc)))
    }

    /// How many copies there are past the first `most` of each document.
    pub(crate) fn without_rows(&self, most: usize) -> usize {
        let with_rows: usize = self
            .originals()
            .map(|doc| self.with_copies(doc, most).count() - 1)
            .sum();
        self.len() - with_rows
    }

    /// `doc` and its first copies: at most `most` on its own side, and one more on the other, so
    /// that the first of each side always takes part.
    pub(crate) fn with_copies(&self, doc: u32, most: usize) -> impl Iterator<Item = u32> + Clone {
        let from = match self.has_copies.get(doc) {
            true => self
                .by_original
                .partition_point(|&(original, _)| original < doc),
            false => self.by_original.len(),
        };
        let copies = self.by_original[from..]
            .iter()
            .take_while(move |(original, _)| *original == doc);
        let mut left = [most.saturating_add(1); 2];
        left[self.own_side(doc)] = most;
        let copies = copies.map(|&(_, copy)| copy).filter(move |&copy| {
            let left = &mut left[self.own_side(copy)];
            let room = *left > 0;
            *left = left.saturating_sub(1);
            room
        });
        std::iter::once(doc).chain(copies)
    }

    /// Every document that has copies.
    pub(crate) fn originals(&self) -> impl Iterator<Item = u32> {
        self.by_original
            .chunk_by(|x, y| x.0 == y.0)
            .map(|group| group[0].0)
    }

    pub(crate) fn sides(&self) -> Sides {
        self.sides
    }

    /// 0 for the input, 1 for the reference.
    fn own_side(&self, doc: u32) -> usize {
        match self.sides {
            Sides::Within | Sides::Added { .. } => 0,
            Sides::Against { reference } => usize::from(doc < reference),
        }
    }

    /// Whether the document or a copy of it is on this side; without sides, all are on both.
    #[inline]
    pub(crate) fn on_side(&self, doc: u32, side: usize) -> bool {
        self.sides.is_one() || self.own_side(doc) == side || self.has_other.get(doc)
    }

    /// Whether the document or a copy of it was added; all were, where there is no telling.
    #[inline]
    pub(crate) fn is_added(&self, doc: u32) -> bool {
        match self.sides {
            Sides::Added { before } => doc >= before || self.has_other.get(doc),
            _ => true,
        }
    }

    /// Whether two different documents are compared at all.
    #[inline]
    pub(crate) fn compared(&self, x: u32, y: u32) -> bool {
        match self.sides {
            Sides::Within => true,
            Sides::Against { .. } => {
                self.on_side(x, 0) && self.on_side(y, 1) || self.on_side(x, 1) && self.on_side(y, 0)
            }
            Sides::Added { .. } => self.is_added(x) || self.is_added(y),
        }
    }

    /// Whether the two documents themselves, copies aside, are a pair to report; and which is `a`:
    /// the one of the input, or the earlier.
    pub(crate) fn as_pair(&self, x: u32, y: u32) -> Option<(u32, u32)> {
        match (self.sides, self.own_side(x), self.own_side(y)) {
            (Sides::Within, ..) => Some((x.min(y), x.max(y))),
            (Sides::Added { before }, ..) => (x.max(y) >= before).then_some((x.min(y), x.max(y))),
            (_, 0, 1) => Some((x, y)),
            (_, 1, 0) => Some((y, x)),
            _ => None,
        }
    }
}

/// One bit for each of so many things.
#[derive(Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub(crate) fn new(count: usize) -> Self {
        Self {
            words: vec![0; count.div_ceil(64)],
        }
    }

    pub(crate) fn set(&mut self, at: u32) {
        self.words[at as usize / 64] |= 1 << (at % 64);
    }

    #[inline]
    pub(crate) fn get(&self, at: u32) -> bool {
        self.words[at as usize / 64] >> (at % 64) & 1 == 1
    }
}
