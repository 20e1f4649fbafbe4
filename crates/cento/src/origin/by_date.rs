//! Documents in order of their dates.

use std::path::Path;

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use crate::codec::{Reader, put, put_bytes};
use crate::error::Result;
use crate::read::{Chunk, Document, Item, Skipped, Source, Time};
use crate::spill::{Merge, Sorted, Sorter, Spool, Temp};

/// When a document was written, and where it waits for its turn.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
struct Waiting {
    /// The first second of its date; without one, behind all others.
    time: i64,
    /// Of documents with the same, the first is the first.
    begin: u64,
    length: u64,
}

/// What another source gave, to be gone through by date: with the same time in the order it came in, and what has no
/// date at the end. Of a document only its id and its text are kept.
#[derive(Debug)]
pub(super) struct ByDate {
    sorted: Sorted<Waiting>,
    documents: Spool,
    /// Documents without a date.
    pub(super) undated: u64,
}

impl ByDate {
    /// Reads all of `source`, keeping about `memory` bytes of it in memory; `skip` is told of what cannot be read.
    pub(super) fn gather(
        source: &mut dyn Source,
        memory: usize,
        temp: &Path,
        mut advance: impl FnMut(u64) -> Result<()>,
        mut skip: impl FnMut(&Skipped) -> Result<()>,
    ) -> Result<Self> {
        let temp = Temp::new(temp.to_path_buf());
        let mut sorter = Sorter::new(memory / 4, &temp);
        let mut documents = Spool::new(memory / 2, &temp);
        let mut undated = 0;
        let mut bytes = Vec::new();
        while let Some(chunk) = source.next_chunk()? {
            advance(chunk.bytes_read())?;
            let mut items = Vec::new();
            chunk.parse(&mut |item| items.push(item));
            for item in items {
                let document = match item {
                    Item::Document(document) => document,
                    Item::Skipped(one) => {
                        skip(&one)?;
                        continue;
                    }
                };
                let time = document.date.as_deref().and_then(Time::parse);
                undated += u64::from(time.is_none());
                bytes.clear();
                put(&mut bytes, document.replaced.into());
                put(&mut bytes, document.bad_date.into());
                put_bytes(&mut bytes, document.id.as_bytes());
                put_bytes(&mut bytes, document.text.as_bytes());
                sorter.push(Waiting {
                    time: time.map_or(i64::MAX, |time| time.begin),
                    begin: documents.append(&bytes)?,
                    length: bytes.len() as u64,
                })?;
            }
        }
        Ok(Self {
            sorted: sorter.finish()?,
            documents,
            undated,
        })
    }

    /// All of it, in order.
    pub(super) fn source(&self) -> Result<InOrder<'_>> {
        Ok(InOrder {
            sorted: self.sorted.iter()?,
            documents: &self.documents,
        })
    }
}

/// Goes through documents by date.
pub(super) struct InOrder<'d> {
    sorted: Merge<'d, Waiting>,
    documents: &'d Spool,
}

/// Bytes of documents in a chunk.
const CHUNK: u64 = 1 << 16;

impl Source for InOrder<'_> {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        let (mut items, mut weight) = (Vec::new(), 0);
        while weight < CHUNK
            && let Some(next) = self.sorted.next()
        {
            let next = next?;
            let mut bytes = vec![0; next.length as usize];
            self.documents.read(next.begin, &mut bytes)?;
            let mut reader = Reader::new(&bytes);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            items.push(Item::Document(Document {
                replaced: reader.number() as u32,
                bad_date: reader.number() != 0,
                id: text(reader.bytes()),
                text: text(reader.bytes()),
                ..Document::default()
            }));
            weight += next.length;
        }
        Ok((!items.is_empty()).then(|| Chunk::of_all(weight as usize, items)))
    }
}
