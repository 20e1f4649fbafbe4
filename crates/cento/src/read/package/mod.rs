//! A zip file from a stranger: which entries it has, and their bytes, within limits.
//!
//! The directory is read here rather than by a crate because what matters is what such crates pass over: names that
//! stand twice, entries that share bytes, sizes that lie. Nothing is unpacked to disk, only entries that are asked for
//! are inflated, and what is counted is what came out, never what was declared.

mod name;
pub(super) mod namespace;
pub(super) mod xml;

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::DeflateDecoder;
pub(super) use name::resolve;

use super::Reason;
use super::file::Refused;
#[cfg(feature = "office")]
use crate::hash::mix;

/// Entries: a deck of a thousand slides has some four thousand.
const MAX_ENTRIES: u64 = 10_000;
/// One part that is parsed; the largest sheet of slides seen has 2 MB.
const MAX_PART: u64 = 64 << 20;
/// All parts that are parsed.
const MAX_PARTS: u64 = 256 << 20;
/// So much of a file of any size; of a larger one, as many times its size: real ones have 20 times as much at most.
const MAX_OF_SMALL: u64 = 64 << 20;
const MAX_TIMES: u64 = 30;
/// One picture.
const MAX_MEDIA: u64 = 64 << 20;
/// XML is rarely packed better than 30 : 1; deflate ends at 1032 : 1.
const MAX_RATIO: u64 = 200;
/// What is this small may be packed as well as it can be.
const FREE: u64 = 1 << 20;

/// An opened package.
pub(super) struct Package<'a> {
    bytes: &'a [u8],
    entries: BTreeMap<String, Entry>,
    /// Names in lower case, for those that are asked for in another case.
    folded: BTreeMap<String, String>,
    /// Bytes of parts that were asked for at most, where that is less than may be.
    asked: Option<u64>,
    /// Bytes that may still be inflated.
    left: u64,
    left_for_media: u64,
    /// Invalid UTF-8 sequences that were replaced.
    pub(super) replaced: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    /// The bytes as they are stored.
    begin: usize,
    stored: usize,
    method: u16,
    encrypted: bool,
    crc: u32,
    /// As declared.
    size: u64,
}

/// Why the bytes of an entry can't be had.
enum Bad {
    Damaged(String),
    /// More than may be inflated of all parts.
    OverAll,
    Over(&'static str),
}

impl<'a> Package<'a> {
    /// Reads the directory. At most `limit` bytes of parts will be inflated.
    pub(super) fn open(bytes: &'a [u8], limit: u64) -> Result<Self, Refused> {
        let end = End::find(bytes)?;
        let times = (bytes.len() as u64).saturating_mul(MAX_TIMES);
        let most = MAX_PARTS.min(MAX_OF_SMALL.max(times));
        let mut package = Self {
            bytes,
            entries: BTreeMap::new(),
            folded: BTreeMap::new(),
            asked: (limit < most).then_some(limit),
            left: limit.min(most),
            left_for_media: MAX_PARTS,
            replaced: 0,
        };
        let mut directory = Fields::new(bytes.get(end.directory..end.at).unwrap_or_default());
        // Where each entry is, from its local header on.
        let mut ranges = Vec::new();
        for _ in 0..end.count {
            let (name, entry, header) = package
                .entry(&mut directory, end.directory)
                .ok_or_else(|| broken("the directory of the file", "damaged"))?;
            ranges.push((header, entry.begin + entry.stored));
            package
                .folded
                .entry(name.to_ascii_lowercase())
                .or_insert_with(|| name.clone());
            // Of two entries with one name, two programs may read different ones: nothing honest needs that.
            if let Some(_first) = package.entries.insert(name, entry) {
                return Err(hostile("two entries have the same name"));
            }
        }
        ranges.sort_unstable();
        if ranges.windows(2).any(|pair| pair[0].1 > pair[1].0) {
            return Err(hostile("entries overlap"));
        }
        Ok(package)
    }

    /// The next entry of the directory, and where its local header is.
    fn entry(
        &self,
        directory: &mut Fields<'_>,
        directory_at: usize,
    ) -> Option<(String, Entry, usize)> {
        if directory.u32()? != 0x0201_4b50 {
            return None;
        }
        directory.skip(4)?;
        let flags = directory.u16()?;
        let method = directory.u16()?;
        directory.skip(4)?;
        let crc = directory.u32()?;
        let (packed, size) = (directory.u32()?, directory.u32()?);
        let (name, extra) = (directory.u16()?, directory.u16()?);
        let comment = directory.u16()?;
        directory.skip(8)?;
        let header = directory.u32()?;
        let name = String::from_utf8_lossy(directory.take(name.into())?).into_owned();
        let extra = directory.take(extra.into())?;
        directory.skip(comment.into())?;
        let [size, packed, header] = wide(extra, [size, packed, header])?;

        let header = usize::try_from(header).ok()?;
        let mut local = Fields::new(self.bytes.get(header..directory_at)?);
        if local.u32()? != 0x0403_4b50 {
            return None;
        }
        local.skip(22)?;
        let (local_name, local_extra) = (local.u16()?, local.u16()?);
        local.skip(usize::from(local_name) + usize::from(local_extra))?;
        let begin = directory_at - local.rest.len();
        let stored = usize::try_from(packed).ok()?;
        local.take(stored)?;
        let entry = Entry {
            begin,
            stored,
            method,
            encrypted: flags & 1 == 1,
            crc,
            size,
        };
        Some((name, entry, header))
    }

    /// The name under which an entry is stored.
    pub(super) fn find(&self, name: &str) -> Option<&str> {
        let stored = self.entries.get_key_value(name).map(|(stored, _)| stored);
        stored
            .or_else(|| self.folded.get(&name.to_ascii_lowercase()))
            .map(String::as_str)
    }

    fn get(&self, name: &str) -> Option<Entry> {
        self.find(name)
            .and_then(|name| self.entries.get(name))
            .copied()
    }

    /// The text of a part, or `None` where there is none of that name.
    pub(super) fn xml(&mut self, name: &str) -> Result<Option<String>, Refused> {
        let Some(entry) = self.get(name) else {
            return Ok(None);
        };
        if entry.encrypted {
            return Err(encrypted());
        }
        let bytes = match self.inflate(entry, MAX_PART, self.left) {
            Ok(bytes) => bytes,
            Err(Bad::Damaged(cause)) => return Err(broken(name, cause)),
            Err(Bad::OverAll) => {
                let more = || hostile(format!("{name}: more parts than may be unpacked"));
                return Err(self.asked.map_or_else(more, too_large));
            }
            Err(Bad::Over(limit)) => return Err(hostile(format!("{name}: {limit}"))),
        };
        self.left = self.left.saturating_sub(bytes.len() as u64);
        let (text, replaced) = xml::decode(bytes);
        self.replaced = self.replaced.saturating_add(replaced);
        Ok(Some(text))
    }

    /// The text of a part without which there is no document.
    pub(super) fn needed(&mut self, name: &str) -> Result<String, Refused> {
        self.xml(name)?.ok_or_else(|| broken(name, "missing"))
    }

    /// Whether there is an entry of a name.
    #[cfg(feature = "epub")]
    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The first entry whose name ends so.
    #[cfg(feature = "epub")]
    pub(super) fn ending(&self, ending: &str) -> Option<&str> {
        let mut names = self.entries.keys().map(String::as_str);
        names.find(|name| name.ends_with(ending))
    }

    /// The bytes of a picture; `None` where it is missing, damaged or too large.
    #[cfg(feature = "office")]
    pub(super) fn media(&mut self, name: &str) -> Option<Vec<u8>> {
        let entry = self.get(name).filter(|entry| !entry.encrypted)?;
        let bytes = self.inflate(entry, MAX_MEDIA, self.left_for_media).ok()?;
        self.left_for_media = self.left_for_media.saturating_sub(bytes.len() as u64);
        Some(bytes)
    }

    /// A value for the bytes of an entry, by checksum and length: however it is packed, and without unpacking what
    /// may be an hour of video.
    #[cfg(feature = "office")]
    pub(super) fn stamp(&self, name: &str) -> Option<u64> {
        let entry = self.get(name)?;
        Some(mix(u64::from(entry.crc) ^ mix(entry.size)))
    }

    fn inflate(&self, entry: Entry, most: u64, left: u64) -> Result<Vec<u8>, Bad> {
        let stored = self
            .bytes
            .get(entry.begin..entry.begin + entry.stored)
            .unwrap_or_default();
        let ratio = FREE.max((stored.len() as u64).saturating_mul(MAX_RATIO));
        let most_here = most.min(left).min(ratio);
        let mut bytes = Vec::new();
        match entry.method {
            0 if stored.len() as u64 <= most_here => bytes.extend_from_slice(stored),
            0 => return Err(too_much(most, left)),
            8 => {
                let read = DeflateDecoder::new(stored)
                    .take(most_here + 1)
                    .read_to_end(&mut bytes);
                read.map_err(|_| Bad::Damaged("damaged data".into()))?;
                if bytes.len() as u64 > most_here {
                    return Err(match ratio < most.min(left) {
                        true => Bad::Over("packed more than 200 : 1"),
                        false => too_much(most, left),
                    });
                }
            }
            other => return Err(Bad::Damaged(format!("packed by method {other}"))),
        }
        if crc32fast::hash(&bytes) != entry.crc {
            return Err(Bad::Damaged("damaged data: its checksum differs".into()));
        }
        Ok(bytes)
    }
}

/// A part that is damaged. Who reads another kind of package gives it another reason.
pub(super) fn broken(part: &str, cause: impl AsRef<str>) -> Refused {
    let cause = cause.as_ref();
    Refused::new(Reason::BrokenOffice, format!("{part}: {cause}"))
}

pub(super) fn hostile(cause: impl Into<String>) -> Refused {
    Refused::new(Reason::Hostile, cause)
}

pub(super) fn encrypted() -> Refused {
    Refused::new(Reason::Encrypted, "it is encrypted")
}

pub(super) fn too_large(max: u64) -> Refused {
    Refused::new(Reason::TooLarge, format!("longer than {max} bytes"))
}

fn too_much(most: u64, left: u64) -> Bad {
    match left < most {
        true => Bad::OverAll,
        false => Bad::Over("longer than 64 MB unpacked"),
    }
}

/// The end of a zip file: where its directory is.
struct End {
    directory: usize,
    /// One past the directory.
    at: usize,
    count: u64,
}

/// The record's length without its comment.
const END: usize = 22;

impl End {
    fn find(bytes: &[u8]) -> Result<Self, Refused> {
        let bad = || broken("the file", "no zip file, or one that is cut short");
        let from = bytes.len().saturating_sub(END + usize::from(u16::MAX));
        let tail = bytes.get(from..).unwrap_or_default();
        let at = memchr::memmem::rfind_iter(tail, b"PK\x05\x06")
            .map(|at| from + at)
            .find(|&at| at + END <= bytes.len())
            .ok_or_else(bad)?;
        let end = Self::read(bytes, at).ok_or_else(bad)?;
        if end.count > MAX_ENTRIES {
            return Err(hostile(format!("more than {MAX_ENTRIES} entries")));
        }
        Ok(end)
    }

    fn read(bytes: &[u8], at: usize) -> Option<Self> {
        let mut fields = Fields::new(bytes.get(at + 10..)?);
        let (count, size) = (fields.u16()?, fields.u32()?);
        let directory = fields.u32()?;
        if count != u16::MAX && size != u32::MAX && directory != u32::MAX {
            let directory = usize::try_from(directory).ok()?;
            return (directory <= at).then_some(Self {
                directory,
                at,
                count: count.into(),
            });
        }
        // What does not fit stands in a record of its own, which is found by the one before this.
        let mut locator = Fields::new(bytes.get(at.checked_sub(20)?..at)?);
        if locator.u32()? != 0x0706_4b50 {
            return None;
        }
        locator.skip(4)?;
        let at = usize::try_from(locator.u64()?).ok()?;
        let mut fields = Fields::new(bytes.get(at..)?);
        if fields.u32()? != 0x0606_4b50 {
            return None;
        }
        fields.skip(28)?;
        let count = fields.u64()?;
        fields.skip(8)?;
        let directory = usize::try_from(fields.u64()?).ok()?;
        (directory <= at).then_some(Self {
            directory,
            at,
            count,
        })
    }
}

/// Numbers that do not fit 32 bits stand in the extra field, in this order, and only those.
fn wide(extra: &[u8], [size, packed, header]: [u32; 3]) -> Option<[u64; 3]> {
    let mut fields = Fields::new(extra);
    let mut own = Fields::new(&[]);
    while let (Some(kind), Some(length)) = (fields.u16(), fields.u16()) {
        let Some(content) = fields.take(length.into()) else {
            break;
        };
        if kind == 1 {
            own = Fields::new(content);
        }
    }
    let mut number = |short: u32| match short {
        u32::MAX => own.u64(),
        short => Some(short.into()),
    };
    Some([number(size)?, number(packed)?, number(header)?])
}

/// Little-endian numbers, one behind the other.
struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.take(count).map(|_| ())
    }

    fn number<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (number, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*number)
    }

    fn u16(&mut self) -> Option<u16> {
        self.number().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.number().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.number().map(u64::from_le_bytes)
    }
}
