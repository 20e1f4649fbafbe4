//! Pages of columns, as far as what they say of themselves can be true.
//!
//! The decoder makes room for as many values as a page says it has before it looks for the first. What that takes may be more
//! than any machine has, which ends the process: there is no catching that. So pages that would are damage here.

use std::iter;
use std::sync::Arc;

use parquet::arrow::arrow_reader::RowGroups;
use parquet::basic::Encoding;
use parquet::column::page::{Page, PageIterator, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use parquet::file::serialized_reader::SerializedPageReader;

use super::disk::Disk;
use crate::codec::Reader;

/// The most strings of a page whose lengths stand before them all. Writers end a page after a megabyte or some thousand rows.
const MAX_LENGTHS: u64 = 1 << 24;

/// Bytes of the longest number.
const LONGEST_NUMBER: usize = 10;

/// All row groups of a file.
pub(super) struct Groups {
    pub(super) disk: Arc<Disk>,
    pub(super) metadata: Arc<ParquetMetaData>,
}

impl RowGroups for Groups {
    fn num_rows(&self) -> usize {
        let rows = self.row_groups().map(rows);
        rows.fold(0, usize::saturating_add)
    }

    fn column_chunks(&self, column: usize) -> Result<Box<dyn PageIterator>> {
        Ok(Box::new(Chunks {
            disk: self.disk.clone(),
            metadata: self.metadata.clone(),
            column,
            group: 0,
        }))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(self.metadata.row_groups().iter())
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}

fn rows(group: &RowGroupMetaData) -> usize {
    usize::try_from(group.num_rows()).unwrap_or(0)
}

/// A column of all row groups.
struct Chunks {
    disk: Arc<Disk>,
    metadata: Arc<ParquetMetaData>,
    column: usize,
    group: usize,
}

impl Iterator for Chunks {
    type Item = Result<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        let group = self.metadata.row_groups().get(self.group)?;
        self.group += 1;
        let Some(column) = group.columns().get(self.column) else {
            return Some(Err(damaged()));
        };
        let pages = SerializedPageReader::new(self.disk.clone(), column, rows(group), None);
        Some(pages.map(|pages| Box::new(Checked::new(pages, column)) as _))
    }
}

impl PageIterator for Chunks {}

/// The pages of a column of a row group.
struct Checked {
    pages: SerializedPageReader<Disk>,
    /// Whether values are within others, and whether they may be absent.
    levels: [bool; 2],
}

impl Checked {
    fn new(pages: SerializedPageReader<Disk>, column: &ColumnChunkMetaData) -> Self {
        let column = column.column_descr();
        let levels = [column.max_rep_level(), column.max_def_level()];
        Self {
            pages,
            levels: levels.map(|level| level > 0),
        }
    }

    /// The values of a page behind what says which of them are there.
    fn values<'p>(&self, page: &'p Page) -> Option<&'p [u8]> {
        match page {
            Page::DataPage {
                buf,
                def_level_encoding,
                rep_level_encoding,
                ..
            } => {
                let mut rest: &[u8] = buf;
                let encodings = [rep_level_encoding, def_level_encoding];
                for (_, encoding) in self.levels.iter().zip(encodings).filter(|(has, _)| **has) {
                    // The older encoding was given up before there were lengths in front of strings.
                    let (length, behind) = rest.split_first_chunk()?;
                    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
                    rest = behind.get(length..)?;
                    if *encoding != Encoding::RLE {
                        return None;
                    }
                }
                Some(rest)
            }
            Page::DataPageV2 {
                buf,
                def_levels_byte_len,
                rep_levels_byte_len,
                ..
            } => {
                let levels = rep_levels_byte_len.checked_add(*def_levels_byte_len)?;
                buf.get(usize::try_from(levels).ok()?..)
            }
            Page::DictionaryPage { buf, .. } => Some(buf),
        }
    }

    /// Whether there is room for what it says it has.
    fn is_sound(&self, page: &Page) -> bool {
        let lists = match (page, page.encoding()) {
            // Every value has a byte at least.
            (Page::DictionaryPage { buf, .. }, _) => {
                return page.num_values() as usize <= buf.len();
            }
            (_, Encoding::DELTA_LENGTH_BYTE_ARRAY) => 1,
            (_, Encoding::DELTA_BYTE_ARRAY) => 2,
            _ => return true,
        };
        let most = MAX_LENGTHS.min(page.num_values().into());
        let Some(values) = self.values(page) else {
            return false;
        };
        let mut reader = Reader::new(values);
        iter::repeat_with(|| pass_lengths(&mut reader, most))
            .take(lists)
            .all(|passed| passed.is_some())
    }

    fn checked(&self, page: Page) -> Result<Page> {
        match self.is_sound(&page) {
            true => Ok(page),
            false => Err(damaged()),
        }
    }
}

impl Iterator for Checked {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Checked {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        page.map(|page| self.checked(page)).transpose()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.pages.at_record_boundary()
    }
}

/// Passes a list of at most so many lengths, which are stored as what each has more than the one before: in blocks, each with
/// the least difference, how many bits the others have in each of its parts, and these.
fn pass_lengths(reader: &mut Reader<'_>, most: u64) -> Option<()> {
    let (block, parts, count) = (number(reader)?, number(reader)?, number(reader)?);
    // The first of them.
    number(reader)?;
    if count > most || block == 0 || block.checked_rem(parts) != Some(0) {
        return None;
    }
    let part = block / parts;
    let mut left = count.saturating_sub(1);
    while left > 0 {
        number(reader)?;
        let parts = usize::try_from(parts).ok()?;
        let widths = reader.take(parts);
        if widths.len() < parts {
            return None;
        }
        let in_use = left.div_ceil(part);
        for &width in widths.iter().take(in_use.try_into().unwrap_or(parts)) {
            let bytes = part.checked_mul(width.into())? / 8;
            let bytes = usize::try_from(bytes).ok()?;
            if reader.take(bytes).len() < bytes {
                return None;
            }
        }
        left = left.saturating_sub(block);
    }
    Some(())
}

/// A number that is not cut.
fn number(reader: &mut Reader<'_>) -> Option<u64> {
    let rest = reader.rest().iter().take(LONGEST_NUMBER);
    rest.copied().find(|byte| *byte < 0x80)?;
    Some(reader.number())
}

fn damaged() -> ParquetError {
    ParquetError::General("a page can't hold as many values as it says".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::put;

    /// A list of so many lengths, differences of so many bits, in blocks of four parts of 32.
    fn lengths(count: u64, width: u8) -> Vec<u8> {
        let mut out = Vec::new();
        [128, 4, count, 300]
            .iter()
            .for_each(|&number| put(&mut out, number));
        let mut left = count.saturating_sub(1);
        while left > 0 {
            put(&mut out, 0);
            out.extend([width; 4]);
            let parts = left.div_ceil(32).min(4) as usize;
            out.resize(out.len() + parts * usize::from(width) * 4, 0);
            left = left.saturating_sub(128);
        }
        out
    }

    #[test]
    fn lists_of_lengths_are_passed_to_their_end_and_no_further() {
        for count in [0, 1, 2, 32, 33, 34, 128, 129, 130, 500] {
            for width in [0, 1, 7, 32] {
                let list = lengths(count, width);
                let two = [list.as_slice(), b"abc"].concat();
                let mut reader = Reader::new(&two);
                assert_eq!(pass_lengths(&mut reader, count), Some(()));
                assert_eq!(reader.rest(), b"abc");
                if count > 0 {
                    assert_eq!(pass_lengths(&mut Reader::new(&list), count - 1), None);
                }
                for end in 0..list.len() {
                    let mut cut = Reader::new(&list[..end]);
                    assert_eq!(pass_lengths(&mut cut, count), None, "{end} of {list:?}");
                }
            }
        }
    }

    #[test]
    fn lists_that_make_no_sense_are_refused() {
        for [block, parts] in [[0, 0], [0, 1], [128, 0], [128, 3], [128, 256], [1 << 63, 1]] {
            let mut list = Vec::new();
            [block, parts, 200, 0, 0]
                .iter()
                .for_each(|&number| put(&mut list, number));
            list.extend([255; 64]);
            let mut reader = Reader::new(&list);
            assert_eq!(pass_lengths(&mut reader, 1000), None, "{block} {parts}");
        }
        assert_eq!(number(&mut Reader::new(&[0x80; 20])), None);
    }
}
