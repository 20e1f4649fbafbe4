//! Unique words: those that stand once in a document.
//!
//! They are a small part of a book and follow its flow: two copies of a book have most of theirs in common and in the
//! same order, whatever was damaged, left out or added between them.
//!
//! - Promise: every word of at least `length` letters that stands exactly once is kept, and nothing else. Words with
//!   digits are none: numbers of pages and notes differ between editions, and are badly read.
//! - Cost: linear; some 4,000 words of a novel of 100,000.
//! - Departure: the paper takes digits out of words; here a word with one is left out whole.
//! - Source: Yalniz, Can and Manmatha, CIKM 2011 (DUPNIQ).

use crate::fingerprint::{Fingerprinter, Reads, Sketch};
use crate::hash::{Numbers, key};
use crate::rising::Rising;
use crate::token::{Form, Tokens};

/// Keeps the words that stand once.
#[derive(Clone, Copy, Debug)]
pub struct Unique {
    /// The fewest letters of a word, at least 1.
    pub length: usize,
}

/// A word list has so many unique words at least,
const WORDS_IN_LIST: usize = 100;

/// and half of them stand in the order of the alphabet, or, where there are explanations between them, so many times
/// as many as in running text: twice the square root of their number, a thirtieth of 4,000.
const ORDERED_IN_LIST: f64 = 0.5;
const TIMES_CHANCE: f64 = 4.0;

impl Fingerprinter for Unique {
    fn fingerprint(&self, tokens: &Tokens, out: &mut Sketch) {
        let mut numbers = Numbers::default();
        // Each word with its first place, and whether it came again.
        let mut words: Vec<(u64, u32, bool)> = Vec::new();
        for (at, (&hash, form)) in tokens.hashes.iter().zip(&tokens.forms).enumerate() {
            if form.letters() < self.length {
                continue;
            }
            let next = words.len() as u32;
            let number = numbers.number(hash, next, |number| words[number as usize].0);
            match words.get_mut(number as usize) {
                Some(word) => word.2 = true,
                None => words.push((hash, at as u32, false)),
            }
        }
        words.retain(|(_, _, again)| !again);
        out.is_word_list = is_word_list(words.iter().map(|word| tokens.forms[word.1 as usize]));
        for (hash, at, _) in words {
            out.push(key(hash), at as usize, 1);
        }
    }

    fn reads(&self) -> Reads<'_> {
        Reads::Forms
    }
}

/// Whether words stand in the order of the alphabet, as in a dictionary, an index or a list of names.
fn is_word_list(words: impl Iterator<Item = Form>) -> bool {
    let heads: Vec<u64> = words.map(Form::head).collect();
    if heads.len() < WORDS_IN_LIST {
        return false;
    }
    // Words that begin alike may follow one another.
    let ordered = Rising::default().find(heads.len(), |at| (heads[at], at));
    let words = heads.len() as f64;
    ordered as f64 >= (ORDERED_IN_LIST * words).min(TIMES_CHANCE * 2.0 * words.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::{Tokenizer, Words};

    fn unique(text: &str, length: usize) -> (Vec<String>, bool) {
        let words = Words::default();
        let mut tokens = Tokens::default();
        words.tokenize(text, &mut tokens);
        words.forms(text, &mut tokens);
        let mut sketch = Sketch::default();
        Unique { length }.fingerprint(&tokens, &mut sketch);
        let word = |at: u32| text[tokens.spans[at as usize].range()].to_owned();
        let found = sketch.fingerprints.iter().map(|one| word(one.span.begin));
        (found.collect(), sketch.is_word_list)
    }

    #[test]
    fn words_that_stand_once_are_kept_in_order() {
        let text = "The fox, the lazy Fox and a dog: 1914 dogs, b2b, the end.";
        let words = |length| unique(text, length).0;
        assert_eq!(words(1), ["lazy", "and", "a", "dog", "dogs", "end"]);
        assert_eq!(words(4), ["lazy", "dogs"]);
        assert_eq!(words(20), [""; 0]);
        assert_eq!(unique("", 1).0, [""; 0]);
    }

    #[test]
    fn lists_in_the_order_of_the_alphabet_are_told_from_prose() {
        let words: Vec<String> = (0..400u32)
            .map(|i| {
                let letter = |at: u32| char::from(b'a' + (i / 26u32.pow(at) % 26) as u8);
                format!("{}{}{}", letter(2), letter(1), letter(0))
            })
            .collect();
        assert!(unique(&words.join("\n"), 1).1);
        // With an explanation of each, in words that come again and words that do not.
        let explained: Vec<String> = (0..400)
            .map(|i| format!("{}: a thing, see {}qq", words[i], words[i * 7 % 400]))
            .collect();
        assert!(unique(&explained.join("\n"), 1).1);
        let shuffled: Vec<&str> = (0..400).map(|i| words[i * 37 % 400].as_str()).collect();
        assert!(!unique(&shuffled.join(" "), 1).1);
        // Too short to say.
        assert!(!unique(&words[..50].join(" "), 1).1);
    }
}
