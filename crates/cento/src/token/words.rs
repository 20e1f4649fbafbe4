//! Words: maximal runs of letters, digits and their combining marks.
//!
//! - Promise: `text[span]` is the run itself; spans increase and never overlap; the split is the
//!   same whether a run went through the ASCII path or not.
//! - Scripts that put no spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese) are
//!   split further by a dictionary.
//! - Cost: linear. ASCII runs are folded and hashed without looking at Unicode tables.
//! - An [object](crate::object::Object) is one token.
//! - Departure: a character without a form between letters does not end a run.

use std::borrow::Cow;

use icu_normalizer::{ComposingNormalizer, ComposingNormalizerBorrowed};
use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use super::chars::{Part, part};
use super::eight::Eight;
use super::hidden::{is_hidden, is_joiner};
use super::{Form, Normalizer, Tokenizer, Tokens};
use crate::hash::token_hash;
use crate::object::Object;
use crate::span::ByteSpan;

/// The one tokenizer for running text.
#[derive(Debug)]
pub struct Words {
    normalizer: Normalizer,
    dictionary: WordSegmenterBorrowed<'static>,
    compose: ComposingNormalizerBorrowed<'static>,
}

impl Default for Words {
    fn default() -> Self {
        Self {
            normalizer: Normalizer::default(),
            dictionary: WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()),
            compose: ComposingNormalizer::new_nfc(),
        }
    }
}

impl Tokenizer for Words {
    fn tokenize(&self, text: &str, out: &mut Tokens) {
        let bytes = text.as_bytes();
        // English runs at about six bytes a word, its separator included.
        out.hashes.reserve(bytes.len() / 6);
        out.spans.reserve(bytes.len() / 6);
        let mut at = 0;
        while at < bytes.len() {
            let eight = Eight::at(bytes, at);
            let separators = eight.separators();
            at += separators;
            if separators == 8 || at >= bytes.len() {
                continue;
            }
            let begin = at;
            let mut word = [0; LONGEST_INLINE];
            let mut length = 0;
            // Words of up to seven letters, nearly all, leave this loop on the first round.
            while length < LONGEST_INLINE {
                let eight = Eight::at(bytes, at);
                let letters = eight.letters();
                word[length..length + 8].copy_from_slice(&eight.lower_case());
                length += letters;
                at += letters;
                if letters < 8 {
                    break;
                }
            }
            // A mark or letter beyond ASCII may follow and belong to the run.
            if length == LONGEST_INLINE || bytes.get(at).is_some_and(|byte| *byte >= 0x80) {
                at = self.run(text, begin, out);
            } else {
                push(out, token_hash(&word[..length]), begin, at);
            }
        }
    }
}

/// Shorter ASCII words are folded and hashed without a look at Unicode tables.
const LONGEST_INLINE: usize = 64;

impl Words {
    /// What a word is known by, but for the case of ASCII letters: the same for all its spellings.
    pub(crate) fn normal<'w>(&self, word: &'w str) -> Cow<'w, str> {
        if word.is_ascii() {
            Cow::Borrowed(word)
        } else {
            Cow::Owned(self.normalizer.normalize(word))
        }
    }

    /// Tells what each of the text's tokens looks like.
    pub fn forms(&self, text: &str, tokens: &mut Tokens) {
        tokens.forms.clear();
        let words = tokens.spans.iter().map(|span| &text[span.range()]);
        let forms = words.map(|word| Form::of(&self.normal(word)));
        tokens.forms.extend(forms);
    }

    /// Reads the run, if there is one, that begins at `begin`; returns where to go on.
    fn run(&self, text: &str, begin: usize, out: &mut Tokens) -> usize {
        // `end` is behind the last letter or mark; `at` is behind what was looked at.
        let (mut end, mut at) = (begin, begin);
        let mut unspaced = false;
        let mut has_hidden = false;
        for c in text[begin..].chars() {
            let part = part(c);
            let inside = end > begin;
            at += c.len_utf8();
            match part {
                Part::Word => end = at,
                Part::Unspaced => (end, unspaced) = (at, true),
                Part::Mark if inside => end = at,
                Part::Joiner if inside => has_hidden = true,
                _ => break,
            }
        }
        if end == begin {
            return match Object::at(&text[begin..]) {
                Some((_, length)) => {
                    self.word(&text[begin..begin + length], begin, out);
                    begin + length
                }
                None => at,
            };
        }
        let run = &text[begin..end];
        if has_hidden {
            out.hidden.characters = out.hidden.characters.saturating_add(hidden_in(run));
        }
        if unspaced {
            self.split(run, begin, out);
        } else {
            self.word(run, begin, out);
        }
        end
    }

    /// Splits a run by the dictionary, which knows words composed and without joiners: another run
    /// is split where that form of it would be. A mark is never parted from its letter.
    fn split(&self, run: &str, begin: usize, out: &mut Tokens) {
        let mut from = 0;
        let mut cut = |to: usize| {
            self.word(&run[from..to], begin + from, out);
            from = to;
        };
        let has_joiner = run.chars().any(|c| part(c) == Part::Joiner);
        if self.compose.is_normalized(run) && !has_joiner {
            let begins_with_mark = |rest: &str| rest.chars().next().map(part) == Some(Part::Mark);
            let ends = self.dictionary.segment_str(run).skip(1);
            ends.filter(|&to| !begins_with_mark(&run[to..]))
                .for_each(&mut cut);
        } else {
            let (composed, places) = self.composed(run);
            let ends = self.dictionary.segment_str(&composed).skip(1);
            ends.filter_map(|end| places.binary_search_by_key(&end, |&(end, _)| end).ok())
                .for_each(|at| cut(places[at].1));
        }
    }

    /// The run composed and without joiners; and for each letter with its marks, where it ends
    /// there, and where in the run.
    fn composed(&self, run: &str) -> (String, Vec<(usize, usize)>) {
        let mut composed = String::new();
        let mut places = Vec::new();
        let mut rest = run.chars().peekable();
        let mut end = 0;
        let mut letter = String::new();
        while let Some(c) = rest.next() {
            end += c.len_utf8();
            if part(c) != Part::Joiner {
                letter.push(c);
            }
            let goes_on = |&next: &char| matches!(part(next), Part::Mark | Part::Joiner);
            if !rest.peek().is_some_and(goes_on) {
                composed.push_str(&self.compose.normalize(&letter));
                places.push((composed.len(), end));
                letter.clear();
            }
        }
        (composed, places)
    }

    /// The hash of a token that stands so in a text.
    pub(crate) fn hash(&self, word: &str) -> u64 {
        // Most are short, and their normal form is their letters, small.
        let mut room = [0; 32];
        if let Some(small) = room.get_mut(..word.len()).filter(|_| word.is_ascii()) {
            small.copy_from_slice(word.as_bytes());
            small.make_ascii_lowercase();
            return token_hash(small);
        }
        token_hash(self.normalizer.normalize(word).as_bytes())
    }

    fn word(&self, word: &str, begin: usize, out: &mut Tokens) {
        let (normal, was_masked) = self.normalizer.unmasked(word);
        out.hidden.words = out.hidden.words.saturating_add(was_masked.into());
        push(
            out,
            token_hash(normal.as_bytes()),
            begin,
            begin + word.len(),
        );
    }
}

/// Characters of a run that are not seen; joiners only where they are not how its script is written.
#[cold]
fn hidden_in(run: &str) -> u32 {
    let mut hidden = 0;
    let mut last = ' ';
    for c in run.chars() {
        if is_hidden(c) {
            hidden += u32::from(!is_joiner(c) || last < '\u{530}');
        } else {
            last = c;
        }
    }
    hidden
}

fn push(out: &mut Tokens, hash: u64, begin: usize, end: usize) {
    out.hashes.push(hash);
    out.spans.push(ByteSpan {
        begin: begin as u32,
        end: end as u32,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::ObjectKind;

    fn tokens(text: &str) -> Vec<&str> {
        let mut tokens = Tokens::default();
        Words::default().tokenize(text, &mut tokens);
        tokens
            .spans
            .iter()
            .map(|span| &text[span.range()])
            .collect()
    }

    #[test]
    fn an_object_is_one_token() {
        let object = Object {
            kind: ObjectKind::Chart,
            value: 0x0123_4567_89ab_cdef,
        };
        let text = format!("before{object}after {object}.");
        let shown = object.to_string();
        assert_eq!(tokens(&text), ["before", &shown, "after", &shown]);
    }

    #[test]
    fn a_word_by_itself_has_the_hash_it_has_in_a_text() {
        let long = "Letters".repeat(9);
        for word in [
            "a",
            "Ferry",
            "FERRY7",
            "Ärger",
            "ﬁne",
            "İstanbul",
            "北京",
            &long,
        ] {
            let mut tokens = Tokens::default();
            let words = Words::default();
            words.tokenize(word, &mut tokens);
            assert_eq!(tokens.hashes, [words.hash(word)], "{word}");
        }
    }

    #[test]
    fn others_differ_and_the_same_are_the_same() {
        let hash = |text: &str| {
            let mut tokens = Tokens::default();
            Words::default().tokenize(text, &mut tokens);
            tokens.hashes
        };
        let one = hash("\u{fffc}shape-0000000000000001");
        assert_eq!(one, hash("x. \u{fffc}shape-0000000000000001")[1..]);
        assert_ne!(one, hash("\u{fffc}shape-0000000000000002"));
        assert_ne!(one, hash("\u{fffc}chart-0000000000000001"));
    }

    #[test]
    fn what_only_looks_like_one_is_text() {
        for (text, words) in [
            ("\u{fffc}", vec![]),
            ("a\u{fffc}b", vec!["a", "b"]),
            ("\u{fffc}shape-123", vec!["shape", "123"]),
            (
                "\u{fffc}shape-000000000000000G",
                vec!["shape", "000000000000000G"],
            ),
            (
                "\u{fffc}shape-00000000000000é",
                vec!["shape", "00000000000000é"],
            ),
            (
                "\u{fffc}form-0000000000000001",
                vec!["form", "0000000000000001"],
            ),
        ] {
            assert_eq!(tokens(text), words);
        }
    }
}
