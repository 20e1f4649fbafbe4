//! Zip files as they should be, and as they should not.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// A file to be.
#[derive(Clone, Default)]
pub(crate) struct Zip {
    pub(crate) entries: Vec<Entry>,
}

/// An entry, with all that can be lied about.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// As it is stored.
    pub(crate) data: Vec<u8>,
    pub(crate) method: u16,
    pub(crate) flags: u16,
    pub(crate) crc: u32,
    /// In the directory and the local header.
    pub(crate) size: u32,
    /// In the local header only.
    pub(crate) local_size: u32,
    /// Where the directory says that it is, in place of where it is.
    pub(crate) at: Option<u32>,
    /// The length of what is stored, in place of what it is.
    pub(crate) stored: Option<u32>,
    pub(crate) extra: Vec<u8>,
}

impl Zip {
    pub(crate) fn add(&mut self, name: &str, content: &[u8]) -> &mut Entry {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(content).expect("in memory");
        let size = u32::try_from(content.len()).expect("not that large");
        self.entries.push(Entry {
            name: name.into(),
            data: packed.finish().expect("in memory"),
            method: 8,
            flags: 0,
            crc: crc32fast::hash(content),
            size,
            local_size: size,
            at: None,
            stored: None,
            extra: Vec::new(),
        });
        self.entries.last_mut().expect("just added")
    }

    /// The entry of a name.
    pub(crate) fn entry(&mut self, name: &str) -> &mut Entry {
        let found = self.entries.iter_mut().find(|entry| entry.name == name);
        found.unwrap_or_else(|| panic!("no {name}"))
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.entries.retain(|entry| entry.name != name);
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut directory = Vec::new();
        for entry in &self.entries {
            let at = out.len() as u32;
            let stored = entry.stored.unwrap_or(entry.data.len() as u32);
            let shared = |size: u32| {
                let mut fields = Vec::new();
                for field in [20, entry.flags, entry.method, 0, 0x21] {
                    fields.extend(u16::to_le_bytes(field));
                }
                for field in [entry.crc, stored, size] {
                    fields.extend(field.to_le_bytes());
                }
                fields.extend(u16::to_le_bytes(entry.name.len() as u16));
                fields
            };
            out.extend(b"PK\x03\x04");
            out.extend(shared(entry.local_size));
            out.extend([0, 0]);
            out.extend(entry.name.as_bytes());
            out.extend(&entry.data);

            directory.extend(b"PK\x01\x02\x14\0");
            directory.extend(shared(entry.size));
            directory.extend(u16::to_le_bytes(entry.extra.len() as u16));
            directory.extend([0; 10]);
            directory.extend(entry.at.unwrap_or(at).to_le_bytes());
            directory.extend(entry.name.as_bytes());
            directory.extend(&entry.extra);
        }
        let at = out.len() as u32;
        let count = self.entries.len() as u16;
        out.extend(&directory);
        out.extend(b"PK\x05\x06\0\0\0\0");
        out.extend(count.to_le_bytes());
        out.extend(count.to_le_bytes());
        out.extend((directory.len() as u32).to_le_bytes());
        out.extend(at.to_le_bytes());
        out.extend([0, 0]);
        out
    }
}
