//! Postings of a segment: sorted by key, in blocks of bit-packed columns, with the first key of each block
//! in a directory.

use std::ops::{ControlFlow, Range};

use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::array::Array;
use super::pack::{PADDING, pack, packed, unpack, width};
use super::posting::{PARTITION_BITS, Posting};
use super::sealed::{Sealed, SealedWriter};
use super::segment::ContentRecord;
use crate::error::Result;
use crate::span::TokenSpan;

/// Postings in a block.
const BLOCK: usize = 128;

/// A key in so many contents of a segment is in the list of frequent keys, from which stop
/// fingerprints of the whole index are found without going through all keys.
pub(super) const FREQUENT: u32 = 4;

/// One fingerprint of a content, or a run of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The 56 bits that tell keys apart.
    pub(crate) key: u64,
    pub(crate) content: u32,
    pub(crate) span: TokenSpan,
}

/// The last of all keys.
const LAST_KEY: u64 = key56(u64::MAX);

/// What of a fingerprint's key tells it apart.
pub(crate) const fn key56(key: u64) -> u64 {
    key >> 8
}

impl Place {
    /// The same as the join has it: the partition, and the posting of a document.
    pub(crate) fn posting(&self, doc: u32) -> (usize, Posting) {
        let fingerprint = crate::fingerprint::Fingerprint {
            key: self.key << 8,
            span: self.span,
        };
        let partition = (self.key >> (56 - PARTITION_BITS)) as usize;
        (partition, Posting::new(doc, &fingerprint))
    }

    pub(super) fn of(partition: usize, posting: Posting) -> Self {
        Self {
            key: (partition as u64) << (56 - PARTITION_BITS) | posting.key() >> 16,
            content: posting.doc(),
            span: posting.span(),
        }
    }
}

/// Where a block begins, and with which key.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct BlockEntry {
    key: U64,
    begin: U64,
}

/// A key that many contents have.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct Frequent {
    pub(super) key: U64,
    pub(super) contents: U32,
}

/// Writes postings, which come in order.
#[derive(Debug, Default)]
pub(super) struct PostingsWriter {
    pending: Vec<Place>,
    bytes: Vec<u8>,
    begin: u64,
    pub(super) count: u64,
    pub(super) directory: Vec<BlockEntry>,
    pub(super) frequent: Vec<Frequent>,
    /// The last key, the last content that had it, and how many had it.
    last: Option<(u64, u32, u32)>,
}

impl PostingsWriter {
    pub(super) fn new(file: &SealedWriter) -> Self {
        Self {
            begin: file.position(),
            ..Self::default()
        }
    }

    /// Adds the next; whether it is the first of its key in its content.
    pub(super) fn push(&mut self, place: Place, file: &mut SealedWriter) -> Result<bool> {
        let (key, content) = (place.key, place.content);
        let is_new = match &mut self.last {
            Some((last, of, contents)) if *last == key => {
                let is_new = *of != content;
                *contents += u32::from(is_new);
                *of = content;
                is_new
            }
            _ => {
                self.end_key();
                self.last = Some((key, content, 1));
                true
            }
        };
        self.pending.push(place);
        self.count += 1;
        if self.pending.len() == BLOCK {
            self.block(file)?;
        }
        Ok(is_new)
    }

    fn end_key(&mut self) {
        if let Some((key, _, contents)) = self.last.take().filter(|last| last.2 >= FREQUENT) {
            self.frequent.push(Frequent {
                key: U64::new(key),
                contents: U32::new(contents),
            });
        }
    }

    fn block(&mut self, file: &mut SealedWriter) -> Result<()> {
        let Some(first) = self.pending.first() else {
            return Ok(());
        };
        self.directory.push(BlockEntry {
            key: U64::new(first.key),
            begin: U64::new(file.position() - self.begin),
        });
        let (bytes, places) = (&mut self.bytes, &self.pending);
        bytes.clear();
        bytes.push(places.len() as u8);
        let mut last = first.key;
        let deltas = places.iter().map(|place| {
            let delta = place.key - last;
            last = place.key;
            delta
        });
        column(deltas, bytes);
        column(places.iter().map(|place| place.content.into()), bytes);
        column(places.iter().map(|place| place.span.begin.into()), bytes);
        column(places.iter().map(|place| place.span.len().into()), bytes);
        file.write(bytes)?;
        self.pending.clear();
        Ok(())
    }

    pub(super) fn finish(&mut self, file: &mut SealedWriter) -> Result<()> {
        self.block(file)?;
        self.end_key();
        file.write(&[0; PADDING])
    }
}

/// Bytes before a column's numbers: the least of them, and the width of what exceeds it.
const HEAD: usize = 9;

/// Appends numbers as what exceeds the least of them.
fn column(values: impl Iterator<Item = u64>, out: &mut Vec<u8>) {
    let (mut all, mut count) = ([0; BLOCK], 0);
    let (mut least, mut most) = (u64::MAX, 0);
    for (at, value) in all.iter_mut().zip(values) {
        *at = value;
        least = least.min(value);
        most = most.max(value);
        count += 1;
    }
    let least = least.min(most);
    let bits = width(most - least);
    out.extend_from_slice(&least.to_le_bytes());
    out.push(bits as u8);
    if bits > 0 {
        pack(all[..count].iter().map(|value| value - least), bits, out);
    }
}

/// A column that is read.
#[derive(Clone, Copy, Debug, Default)]
struct Column<'a> {
    least: u64,
    width: u32,
    bytes: &'a [u8],
}

impl<'a> Column<'a> {
    /// Takes a column of `count` numbers from `bytes`; `None` where there is no such column.
    fn take(count: usize, bytes: &mut &'a [u8]) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(HEAD)?;
        let (least, width) = head.split_first_chunk()?;
        let column = Self {
            least: u64::from_le_bytes(*least),
            width: u32::from(width[0]),
            bytes: rest,
        };
        *bytes = rest.get(packed(count, column.width)..)?;
        (column.width <= 56).then_some(column)
    }

    #[inline]
    fn get(&self, at: usize) -> u64 {
        self.least.wrapping_add(unpack(self.bytes, self.width, at))
    }
}

/// The postings of a segment.
#[derive(Clone, Debug)]
pub(super) struct Postings {
    begin: usize,
    end: usize,
    directory: Array<BlockEntry>,
    /// What they stand in.
    contents: Array<ContentRecord>,
}

/// A block, opened.
struct Block<'a> {
    count: usize,
    /// Differences to the key before; the first is 0.
    keys: Column<'a>,
    first: u64,
    contents: Column<'a>,
    begins: Column<'a>,
    lengths: Column<'a>,
}

impl Block<'_> {
    /// A posting; none where no fingerprint can stand so.
    fn place(&self, key: u64, at: usize) -> Option<Place> {
        let begin = u32::try_from(self.begins.get(at)).ok()?;
        let length = u16::try_from(self.lengths.get(at)).ok()?;
        Some(Place {
            key,
            content: u32::try_from(self.contents.get(at)).ok()?,
            span: TokenSpan {
                begin,
                end: begin.checked_add(length.into())?,
            },
        })
    }

    /// The key behind another, at a place of the block. Past all keys, which have 56 bits, there are only others.
    fn key(&self, before: u64, at: usize) -> u64 {
        before.saturating_add(self.keys.get(at))
    }

    /// The postings of a key.
    fn find(&self, wanted: u64) -> Range<usize> {
        let mut key = self.first;
        let mut begin = None;
        for at in 0..self.count {
            key = self.key(key, at);
            if key == wanted {
                begin = begin.or(Some(at));
            } else if key > wanted {
                return begin.map_or(0..0, |begin| begin..at);
            }
        }
        begin.map_or(0..0, |begin| begin..self.count)
    }
}

impl Postings {
    pub(super) fn new(
        section: Range<usize>,
        directory: Array<BlockEntry>,
        contents: Array<ContentRecord>,
    ) -> Self {
        Self {
            begin: section.start,
            end: section.end,
            directory,
            contents,
        }
    }

    /// A posting of a block, which must be of a content and not stand before the last one. Whether it stands in its content is
    /// told where all are gone through, or by whoever looked it up: to see how long each is takes longer than all else.
    #[inline]
    fn place(
        &self,
        file: &Sealed,
        block: &Block<'_>,
        (key, at): (u64, usize),
        last: Place,
    ) -> Result<Place> {
        let misplaced = || file.damaged("a posting stands where none can");
        let place = block.place(key, at).filter(|place| *place >= last);
        let place = place.ok_or_else(misplaced)?;
        match place.key <= LAST_KEY && (place.content as usize) < self.contents.len() {
            true => Ok(place),
            false => Err(misplaced()),
        }
    }

    fn block<'s>(&self, file: &'s Sealed, at: usize) -> Result<Block<'s>> {
        let entry = self.directory.get(file, at)?;
        let damaged = || file.damaged("a block of postings is cut");
        let place = |entry: BlockEntry| self.begin.saturating_add(entry.begin.get() as usize);
        let begin = place(entry);
        let end = if at + 1 < self.directory.len() {
            place(self.directory.get(file, at + 1)?)
        } else {
            self.end.saturating_sub(PADDING)
        };
        let length = end.checked_sub(begin).ok_or_else(damaged)?;
        // What follows the block may be looked at, not used.
        let bytes = file.get(begin, length.saturating_add(PADDING))?;
        let open = || {
            let (&count, mut rest) = bytes.split_first()?;
            let count = usize::from(count);
            let mut column = || Column::take(count, &mut rest);
            Some(Block {
                count,
                keys: column()?,
                first: entry.key.get(),
                contents: column()?,
                begins: column()?,
                lengths: column()?,
            })
        };
        open().ok_or_else(damaged)
    }

    /// Calls `each` with the postings of a key, in order of content and place, until it has had enough.
    pub(super) fn find(
        &self,
        file: &Sealed,
        key: u64,
        mut each: impl FnMut(Place) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        // A key may begin in the block before the first that begins with it.
        let after = self
            .directory
            .partition_point(file, |entry| entry.key.get() < key)?;
        let mut last = Place::default();
        for at in after.saturating_sub(1)..self.directory.len() {
            if self.directory.get(file, at)?.key.get() > key {
                break;
            }
            let block = self.block(file, at)?;
            for at in block.find(key) {
                last = self.place(file, &block, (key, at), last)?;
                if each(last)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The blocks that begin with a key. It may begin in the one before.
    fn blocks_of(&self, file: &Sealed, key: u64) -> Result<Range<usize>> {
        let before = |key: u64| {
            self.directory
                .partition_point(file, |entry| entry.key.get() < key)
        };
        Ok(before(key)?..before(key + 1)?)
    }

    /// How many postings a key has.
    pub(super) fn count(&self, file: &Sealed, key: u64) -> Result<usize> {
        let blocks = self.blocks_of(file, key)?;
        // All but the last are of this key to their end.
        let mut count = blocks.len().saturating_sub(1) * BLOCK;
        let last = blocks.end.checked_sub(1);
        let first = blocks.start.checked_sub(1).filter(|&at| Some(at) != last);
        for at in first.into_iter().chain(last) {
            count += self.block(file, at)?.find(key).len();
        }
        Ok(count)
    }

    /// Whether a key stands in a content, from a token on.
    pub(super) fn has(&self, file: &Sealed, key: u64, content: u32, begin: u32) -> Result<bool> {
        let mut blocks = self.blocks_of(file, key)?;
        let place = |block: &Block<'_>, at: usize| {
            (block.contents.get(at) as u32, block.begins.get(at) as u32)
        };
        let wanted = (content, begin);
        // The last block that does not begin behind it.
        while !blocks.is_empty() {
            let middle = blocks.start + blocks.len() / 2;
            match place(&self.block(file, middle)?, 0) <= wanted {
                true => blocks.start = middle + 1,
                false => blocks.end = middle,
            }
        }
        let Some(at) = blocks.start.checked_sub(1) else {
            return Ok(false);
        };
        let block = self.block(file, at)?;
        Ok(block.find(key).any(|at| place(&block, at) == wanted))
    }

    /// Goes through all postings in order.
    pub(super) fn iter<'s>(&self, file: &'s Sealed) -> PostingsIter<'s> {
        PostingsIter {
            postings: self.clone(),
            file,
            block: 0,
            places: Vec::with_capacity(BLOCK),
            at: 0,
            last: Place::default(),
        }
    }
}

/// What is said of a posting that is not in its content.
pub(super) const BEHIND_ITS_DOCUMENT: &str = "a posting stands behind the end of its document";

/// All postings of a segment, in order.
pub(super) struct PostingsIter<'s> {
    postings: Postings,
    file: &'s Sealed,
    block: usize,
    places: Vec<Place>,
    at: usize,
    last: Place,
}

impl PostingsIter<'_> {
    /// Goes on to the next block, whose postings must stand behind those before them, each in its content.
    fn open(&mut self) -> Result<()> {
        let contents = self.postings.contents.all(self.file)?;
        let block = self.postings.block(self.file, self.block)?;
        self.block += 1;
        self.places.clear();
        self.at = 0;
        let mut key = block.first;
        for at in 0..block.count {
            key = block.key(key, at);
            self.last = (self.postings).place(self.file, &block, (key, at), self.last)?;
            let Place { content, span, .. } = self.last;
            if span.end > contents[content as usize].tokens.get() {
                return Err(self.file.damaged(BEHIND_ITS_DOCUMENT));
            }
            self.places.push(self.last);
        }
        Ok(())
    }
}

impl Iterator for PostingsIter<'_> {
    type Item = Result<Place>;

    fn next(&mut self) -> Option<Result<Place>> {
        if self.at == self.places.len() {
            if self.block >= self.postings.directory.len() {
                return None;
            }
            if let Err(error) = self.open() {
                self.block = self.postings.directory.len();
                self.places.clear();
                self.at = 0;
                return Some(Err(error));
            }
        }
        self.at += 1;
        self.places.get(self.at - 1).copied().map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::super::disk::{Disk, Folder};
    use zerocopy::FromZeros;

    use super::*;

    /// What is read of postings whose contents have ten tokens each: all of them, and those of key 7.
    fn read(places: &[Place], contents: usize) -> [Result<Vec<Place>>; 2] {
        let folder = tempfile::tempdir().unwrap();
        let disk = Folder::new(folder.path());
        let mut file = SealedWriter::create(&disk, "one", 1).unwrap();
        let mut writer = PostingsWriter::new(&file);
        for &place in places {
            writer.push(place, &mut file).unwrap();
        }
        writer.finish(&mut file).unwrap();
        let section = |from: u64, file: &SealedWriter| from as usize..file.position() as usize;
        let postings = section(0, &file);
        let from = file.position();
        file.write(writer.directory.as_bytes()).unwrap();
        let directory = Array::new(section(from, &file));
        let from = file.position();
        let mut content = ContentRecord::new_zeroed();
        content.tokens = U32::new(10);
        file.write(vec![content; contents].as_bytes()).unwrap();
        let contents = Array::new(section(from, &file));
        let seal = file.finish().unwrap();
        let file = Sealed::open(&disk as &dyn Disk, "one", 1, seal).unwrap();
        let postings = Postings::new(postings, directory, contents);
        let mut found = Vec::new();
        let looked_up = postings.find(&file, 7, |place| {
            found.push(place);
            Ok(ControlFlow::Continue(()))
        });
        [postings.iter(&file).collect(), looked_up.map(|()| found)]
    }

    fn place(content: u32, begin: u32, end: u32) -> Place {
        let span = TokenSpan { begin, end };
        Place {
            key: 7,
            content,
            span,
        }
    }

    #[test]
    fn postings_stand_in_contents_in_order_or_are_damage() {
        let right = [place(0, 0, 3), place(0, 7, 10), place(1, 2, 4)];
        for read in read(&right, 2) {
            assert_eq!(read.unwrap(), right);
        }
        let behind_its_end = [place(0, 0, 3), place(0, 8, 11)];
        let [all, looked_up] = read(&behind_its_end, 2);
        assert!(matches!(all, Err(crate::Error::Damaged { .. })));
        // Who looks up a key sees to that.
        assert_eq!(looked_up.unwrap(), behind_its_end);
        let of_no_content = [place(0, 0, 3), place(2, 0, 3)];
        let before_another = [place(1, 0, 3), place(0, 0, 3)];
        for wrong in [of_no_content, before_another] {
            for read in read(&wrong, 2) {
                assert!(
                    matches!(read, Err(crate::Error::Damaged { .. })),
                    "{wrong:?}"
                );
            }
        }
        // No key has more bits.
        let past_all = Place {
            key: LAST_KEY + 1,
            ..place(0, 0, 3)
        };
        assert!(read(&[place(0, 0, 3), past_all], 2)[0].is_err());
    }
}
