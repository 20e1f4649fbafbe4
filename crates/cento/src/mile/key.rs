//! A key that two parties share, without which prints of words tell nobody which words they are.

use crate::error::{Error, Result};

/// Makes of the hash of a word another that only those can make who have the key.
#[derive(Clone)]
pub struct Key {
    secret: [u8; 32],
    check: u64,
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // What is secret is not printed.
        write!(f, "Key({:016x})", self.check)
    }
}

/// Whoever has a file may try keys by the million.
const SHORTEST: usize = 16;

impl Key {
    /// From what two parties have agreed on, which is to be long and random.
    pub fn new(given: &str) -> Result<Self> {
        if given.chars().count() < SHORTEST {
            return Err(Error::Usage(format!(
                "a key of fewer than {SHORTEST} characters can be guessed\nhint: make one with `openssl rand -hex 32` and give it to the other \
                 party on another way than the file"
            )));
        }
        let derived = |context| blake3::derive_key(context, given.as_bytes());
        let check = derived("cento mile key check 1");
        let check = check.iter().take(8).rev();
        let check = check.fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        Ok(Self {
            secret: derived("cento mile key 1"),
            check: check | 1,
        })
    }

    /// What tells keys apart; never 0.
    pub fn check(&self) -> u64 {
        self.check
    }

    /// What stands for half of a token's hash.
    pub fn half(&self, hash: u64) -> u32 {
        let hash = blake3::keyed_hash(&self.secret, &hash.to_le_bytes());
        let [a, b, c, d, ..] = *hash.as_bytes();
        u32::from_le_bytes([a, b, c, d])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_in_all_they_make() {
        let key = |text: &str| Key::new(text).expect("a key");
        let (one, other) = (key("correct horse battery"), key("correct horse batters"));
        assert_eq!(one.half(7), key("correct horse battery").half(7));
        assert_eq!(one.check(), key("correct horse battery").check());
        assert_ne!(one.check(), other.check());
        let same = (0..1000).filter(|&hash| one.half(hash) >> 24 == other.half(hash) >> 24);
        assert!(same.count() < 20);
        assert!(!format!("{one:?}").contains("horse"));
        assert!(Key::new("too short").is_err());
    }

    /// What is stored never changes.
    #[test]
    fn a_key_makes_what_it_always_made() {
        let key = Key::new("0123456789abcdef").expect("a key");
        assert_eq!((key.check(), key.half(1)), (CHECK, HALF));
    }

    const CHECK: u64 = 7_915_457_579_399_965_787;
    const HALF: u32 = 957_102_990;
}
