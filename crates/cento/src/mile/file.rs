//! Prints of many documents in a file.

use std::path::{Path, PathBuf};

use super::Key;
use crate::codec::{Reader, put, put_bytes};
use crate::error::{Error, Result};
use crate::fingerprint::{Mile, Print};
use crate::hash::HASH;
use crate::report::Pending;
use crate::token::{TOKENIZER, Tokenizer, Tokens, Words};

const MAGIC: &[u8] = b"cento MiLe\n";
const FORMAT: u32 = 1;

/// A document's print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The id of the document.
    pub id: String,
    /// Its print.
    pub print: Print,
}

/// A file of prints, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintFile {
    path: PathBuf,
    bits: u32,
    key: u64,
    tokenizer: String,
    hash: String,
    /// Of all its documents, in order.
    pub entries: Vec<Entry>,
}

impl PrintFile {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path).map_err(Error::io("read", path))?;
        Self::parse(path, &bytes)
    }

    /// The same of its bytes.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self> {
        let damaged = |what: &str| {
            Error::Usage(format!(
                "cannot use {}: {what}\nhint: write it with `cento mile write`",
                path.display()
            ))
        };
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(damaged("it is no file of prints"));
        };
        let mut reader = Reader::new(rest);
        let found = reader.number() as u32;
        if found > FORMAT {
            return Err(Error::Newer {
                path: path.to_owned(),
                found,
                known: FORMAT,
            });
        }
        let Some((body, sum)) = bytes.split_last_chunk::<8>() else {
            return Err(damaged("it is cut short"));
        };
        if xxhash_rust::xxh3::xxh3_64(body) != u64::from_le_bytes(*sum) {
            return Err(damaged("it is damaged or cut short"));
        }
        let bits = reader.number() as u32;
        if found != FORMAT || !(1..=Mile::MAX_BITS).contains(&bits) {
            return Err(damaged("its head is damaged"));
        }
        let key = reader.number();
        let (tokenizer, hash) = (reader.text(), reader.text());
        let mut entries = Vec::new();
        while reader.number() == 1 {
            let id = reader.text();
            let print = u32::try_from(reader.number()).ok().and_then(|tokens| {
                let packed = reader.take(Print::length(bits, tokens)).to_vec();
                Print::from_bytes(bits, tokens, packed)
            });
            let Some(print) = print else {
                return Err(damaged(&format!("the print of {id} is damaged")));
            };
            entries.push(Entry { id, print });
        }
        if reader.number() != entries.len() as u64 || reader.rest() != sum {
            return Err(damaged("it holds another number of prints than it says"));
        }
        Ok(Self {
            path: path.to_owned(),
            bits,
            key,
            tokenizer,
            hash,
            entries,
        })
    }

    /// Where it was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bits of a token.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Whether it was made with a key.
    pub fn has_key(&self) -> bool {
        self.key != 0
    }

    /// Fails unless its prints can be compared with those of another.
    pub fn must_compare_with(&self, other: &Self) -> Result<()> {
        let differ = |what: &str, hint: &str| {
            Err(Error::Usage(format!(
                "cannot compare {} with {}: {what}\nhint: {hint}",
                self.path.display(),
                other.path.display(),
            )))
        };
        if (&self.tokenizer, &self.hash) != (&other.tokenizer, &other.hash) {
            return differ(
                "they were written by versions that cut or hash words in different ways",
                "write both with the same version",
            );
        }
        if self.has_key() != other.has_key() {
            return differ(
                "one was made with a key and the other without",
                "use --key for both",
            );
        }
        if self.key != other.key {
            return differ("they were made with different keys", "agree on one");
        }
        if self.bits != other.bits {
            let (most, least) = match self.bits > other.bits {
                true => (self, other),
                false => (other, self),
            };
            return differ(
                &format!("they have {} and {} bits a word", self.bits, other.bits),
                &format!(
                    "cento mile downgrade {} --bits {} --out FILE",
                    most.path.display(),
                    least.bits
                ),
            );
        }
        Ok(())
    }

    /// Writes the same with fewer bits a token.
    pub fn downgrade(&self, bits: u32, path: &Path) -> Result<()> {
        let mut writer = PrintWriter::start(path, bits, self.key, &self.tokenizer, &self.hash)?;
        for Entry { id, print } in &self.entries {
            let Some(print) = print.downgraded(bits) else {
                return Err(Error::Usage(format!(
                    "cannot make {bits} bits a word of {}: it has {}",
                    self.path.display(),
                    self.bits
                )));
            };
            writer.put(id, &print)?;
        }
        writer.finish()
    }
}

/// A file of prints, being written; it appears when it is finished.
pub struct PrintWriter {
    file: Pending,
    bits: u32,
    key: Option<Key>,
    sum: xxhash_rust::xxh3::Xxh3,
    count: u64,
    words: Words,
    tokens: Tokens,
    bytes: Vec<u8>,
}

impl PrintWriter {
    /// With so many bits a token, 1 to 8, and a key, if any.
    pub fn create(path: &Path, bits: u32, key: Option<Key>) -> Result<Self> {
        if !(1..=Mile::MAX_BITS).contains(&bits) {
            return Err(Error::Usage(format!(
                "--bits must be 1 to {}",
                Mile::MAX_BITS
            )));
        }
        let check = key.as_ref().map_or(0, Key::check);
        let mut writer = Self::start(path, bits, check, TOKENIZER, HASH)?;
        writer.key = key;
        Ok(writer)
    }

    fn start(path: &Path, bits: u32, check: u64, tokenizer: &str, hash: &str) -> Result<Self> {
        let mut writer = Self {
            file: Pending::create(path)?,
            bits,
            key: None,
            sum: xxhash_rust::xxh3::Xxh3::new(),
            count: 0,
            words: Words::default(),
            tokens: Tokens::default(),
            bytes: MAGIC.to_vec(),
        };
        put(&mut writer.bytes, FORMAT.into());
        put(&mut writer.bytes, bits.into());
        put(&mut writer.bytes, check);
        put_bytes(&mut writer.bytes, tokenizer.as_bytes());
        put_bytes(&mut writer.bytes, hash.as_bytes());
        writer.flush()?;
        Ok(writer)
    }

    /// Adds a document; how many tokens it has.
    pub fn add(&mut self, id: &str, text: &str) -> Result<u32> {
        self.tokens.clear();
        self.words.tokenize(text, &mut self.tokens);
        let half = |&hash: &u64| match &self.key {
            Some(key) => key.half(hash),
            None => hash as u32,
        };
        let print = Print::new(self.bits, self.tokens.hashes.iter().map(half));
        self.put(id, &print)?;
        Ok(print.tokens())
    }

    fn put(&mut self, id: &str, print: &Print) -> Result<()> {
        put(&mut self.bytes, 1);
        put_bytes(&mut self.bytes, id.as_bytes());
        put(&mut self.bytes, print.tokens().into());
        self.bytes.extend_from_slice(print.bytes());
        self.count += 1;
        self.flush()
    }

    fn flush(&mut self) -> Result<()> {
        self.sum.update(&self.bytes);
        self.file.write(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    /// Writes the end, and puts the file in its place.
    pub fn finish(mut self) -> Result<()> {
        put(&mut self.bytes, 0);
        put(&mut self.bytes, self.count);
        self.flush()?;
        self.file.write(&self.sum.digest().to_le_bytes())?;
        self.file.persist()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(bits: u32, key: Option<&str>, documents: &[(&str, &str)]) -> Vec<u8> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.mile");
        let key = key.map(|key| Key::new(key).expect("a key"));
        let mut writer = PrintWriter::create(&path, bits, key).expect("a file");
        for (id, text) in documents {
            writer.add(id, text).expect("a document");
        }
        writer.finish().expect("the end");
        std::fs::read(path).expect("the file")
    }

    const TEXTS: &[(&str, &str)] = &[
        ("a", "one two three four"),
        ("b/ü", ""),
        ("c", "Straße 東京"),
    ];

    fn parsed(bytes: &[u8]) -> Result<PrintFile> {
        PrintFile::parse(Path::new("x.mile"), bytes)
    }

    #[test]
    fn prints_come_back() {
        for bits in 1..=8 {
            let file = parsed(&written(bits, None, TEXTS)).expect("a file of prints");
            assert_eq!((file.bits(), file.has_key()), (bits, false));
            let ids: Vec<&str> = file.entries.iter().map(|entry| entry.id.as_str()).collect();
            assert_eq!(ids, ["a", "b/ü", "c"]);
            let half = |word: &str| crate::hash::token_hash(word.as_bytes()) as u32;
            let one = Print::new(bits, ["one", "two", "three", "four"].map(half).into_iter());
            assert_eq!(file.entries[0].print, one);
            assert_eq!(file.entries[1].print.tokens(), 0);
        }
    }

    #[test]
    fn fewer_bits_are_as_if_written_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("b.mile");
        for key in [None, Some("a key that is long enough")] {
            let five = parsed(&written(5, key, TEXTS)).expect("a file");
            five.downgrade(4, &path).expect("fewer");
            assert_eq!(
                std::fs::read(&path).expect("a file"),
                written(4, key, TEXTS)
            );
            assert!(five.downgrade(6, &path).is_err());
        }
    }

    #[test]
    fn what_does_not_compare_is_told() {
        let file = |bits, key| parsed(&written(bits, key, TEXTS)).expect("a file");
        let (one, two) = (Some("0123456789abcdef"), Some("fedcba9876543210"));
        let told =
            |x: PrintFile, y: PrintFile| x.must_compare_with(&y).map_err(|error| error.to_string());
        assert_eq!(told(file(4, one), file(4, one)), Ok(()));
        assert!(told(file(4, None), file(4, one)).is_err_and(|text| text.contains("without")));
        assert!(
            told(file(4, two), file(4, one)).is_err_and(|text| text.contains("different keys"))
        );
        assert!(told(file(3, two), file(4, two)).is_err_and(|text| text.contains("--bits 3")));
    }

    #[test]
    fn damage_is_found_and_nothing_panics() {
        let good = written(4, None, TEXTS);
        for end in 0..good.len() {
            assert!(parsed(&good[..end]).is_err());
        }
        for at in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                assert!(parsed(&bad).is_err(), "byte {at}");
                // The same where the sum is right, as who means harm would have it.
                let end = bad.len() - 8;
                let sum = xxhash_rust::xxh3::xxh3_64(&bad[..end]);
                bad[end..].copy_from_slice(&sum.to_le_bytes());
                let _ = parsed(&bad);
            }
        }
    }
}
