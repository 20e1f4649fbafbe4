//! Sentences: runs of words that no gap ends.
//!
//! Each gap between two words is judged by what stands in it and by the words around it:
//!
//! - The marks that may end a sentence, and what may follow them, are those of the Unicode rules for
//!   sentences, which hold in all scripts. Greek `;`, Armenian `:`, Khmer and Tibetan marks are added, and for
//!   Thai and Lao spaces.
//! - A full stop ends no sentence before a lower-case letter, behind an abbreviation, an initial or
//!   an ordinal, or inside a number.
//! - An empty line ends one, and so does a change of quoting depth. Another line break does not, unless the
//!   next word would have fitted into the line, so that nobody wrapped it there.
//! - What is still too long, for want of marks, is cut.
//!
//! - Promise: every token is in one sentence, none is empty or longer than [`LONGEST`]; the same text
//!   gives the same sentences.
//! - Cost: linear. Most gaps are one space, and no more is looked at.
//! - Source: Unicode Standard Annex 29, sentence boundaries.
//! - Departure: a number may begin a sentence; a quoted question does not end the sentence that goes on
//!   behind it: `"Who?" he said`.

use super::abbreviation::Role;
use super::gap::{End, Gap};
use super::{Tokens, Words};
use crate::span::{ByteSpan, TokenSpan};

/// Tokens of the longest sentence.
pub(crate) const LONGEST: usize = 128;

/// Spaces end a sentence of Thai or Lao once it has so many tokens: they stand between phrases too.
const SPACED: usize = 6;

/// Lines with more characters were not wrapped by hand: each is a paragraph.
const WIDEST: usize = 120;

impl Words {
    /// Tells which of the text's tokens are one sentence. The spans are in order, none is empty, and
    /// together they hold every token once.
    ///
    /// ```
    /// use cento::token::{Tokenizer, Tokens, Words};
    /// let text = "Mr. J. Smith paid $3.50. Why? \"It was due.\"";
    /// let (words, mut tokens) = (Words::default(), Tokens::default());
    /// words.tokenize(text, &mut tokens);
    /// words.sentences(text, &mut tokens);
    /// let sentences: Vec<_> = tokens.sentences.iter().map(|&span| &text[tokens.bytes_of(span).range()]).collect();
    /// assert_eq!(sentences, ["Mr. J. Smith paid $3.50", "Why", "It was due"]);
    /// ```
    pub fn sentences(&self, text: &str, tokens: &mut Tokens) {
        let Tokens {
            hashes,
            spans,
            sentences,
            ..
        } = tokens;
        sentences.clear();
        let Some(first) = spans.first() else {
            return;
        };
        let margin = Gap::read(&text[..first.begin as usize], true);
        let mut reader = Reader {
            text,
            hashes,
            spans,
            begin: 0,
            line: margin.line_begin,
            depth: margin.depth,
            noted: None,
        };
        for at in 1..spans.len() {
            let gap = &text.as_bytes()[spans[at - 1].end as usize..spans[at].begin as usize];
            // Nearly all gaps end nothing, and are told at once.
            let plain = match gap {
                b" " => text.as_bytes()[spans[at].begin as usize] != THAI,
                b"" | b"," | b", " | b"-" | b"'" | b"_" | b"/" | b"\xe2\x80\x99" => true,
                _ => false,
            };
            if !plain && reader.ends(at) {
                cut(&reader, at, sentences);
                reader.begin = at;
            }
        }
        cut(&reader, spans.len(), sentences);
    }
}

/// The first byte of all letters of Thai and Lao.
const THAI: u8 = 0xe0;

/// Goes through a text from gap to gap.
struct Reader<'t> {
    text: &'t str,
    hashes: &'t [u64],
    spans: &'t [ByteSpan],
    /// The first token of the sentence.
    begin: usize,
    /// Where the line begins, in bytes.
    line: usize,
    /// How often the line is quoted.
    depth: usize,
    /// The end before a number in brackets, which is a note to it: `so.[1] And`.
    noted: Option<Gap>,
}

impl Reader<'_> {
    /// Whether a sentence ends before the token `at`.
    fn ends(&mut self, at: usize) -> bool {
        let (from, to) = (
            self.spans[at - 1].end as usize,
            self.spans[at].begin as usize,
        );
        let between = &self.text[from..to];
        let mut gap = Gap::read(between, false);
        if let Some(noted) = self.noted.take().filter(|_| between.starts_with(']')) {
            (gap.end, gap.bare) = (noted.end, false);
        }
        if gap.lines == 0 {
            if gap.end != End::No && gap.spaces == 0 && between.ends_with('[') && self.is_number(at)
            {
                self.noted = Some(gap);
                return false;
            }
            return self.marked(at, gap) || self.spaced(at, gap);
        }
        let line = self.line..from + gap.line_end;
        self.line = from + gap.line_begin;
        let depth = std::mem::replace(&mut self.depth, gap.depth);
        gap.lines > 1
            || gap.depth != depth
            || self.listed(at, gap)
            || self.marked(at, gap)
            || (gap.end != End::Stop && self.short(at, &self.text[line]))
    }

    /// Whether the gap holds a mark that ends the sentence.
    fn marked(&self, at: usize, gap: Gap) -> bool {
        let next = self.first(at);
        let last = self.last(at - 1);
        if gap.goes_on {
            return false;
        }
        match gap.end {
            End::No => false,
            End::Stop => self.stopped(at, gap),
            End::Mark if gap.closed => !next.is_lowercase() && !self.is_cited(at),
            // Part of a name or an address, where nothing stands between.
            End::Mark if gap.spaces == 0 && next.is_ascii() => next.is_uppercase(),
            End::Mark => true,
            End::Semicolon => is_greek(last) && !next.is_lowercase(),
            End::Colon => is_armenian(last) && gap.spaces > 0 && !next.is_lowercase(),
        }
    }

    /// Whether the full stop before token `at` ends the sentence.
    fn stopped(&self, at: usize, gap: Gap) -> bool {
        let next = self.first(at);
        if next.is_lowercase() {
            return false;
        }
        if gap.spaces == 0 && !gap.closed {
            // Inside a number, an address or `U.S.`; but other scripts may do without spaces.
            return !next.is_numeric() && !next.is_uppercase() && !is_cased(self.last(at - 1));
        }
        if gap.spaces == 0 && next.is_numeric() {
            return false;
        }
        let last = at - 1;
        if !gap.bare {
            return true;
        }
        let role = Role::of(self.hashes[last]);
        let before = (last > self.begin).then(|| Role::of(self.hashes[last - 1]));
        let opens = Role::of(self.hashes[at]).is(Role::OPENS) && !self.is_initial(at);
        let heads = before.is_some_and(|before| before.is(Role::HEADS));
        let numeral = next.is_numeric() || self.is_numeral(at);
        if role.is(Role::LEADS) || (role.is(Role::NUMBERED) && numeral) {
            false
        } else if role.is(Role::EITHER) {
            opens
        } else if self.is_number(last) && self.word(last).len() <= 2 {
            // The number of an item or heading, a date, an ordinal.
            let Some(before) = before else { return false };
            !(next.is_numeric()
                || Role::of(self.hashes[at]).is(Role::MONTH)
                || before.is(Role::ORDERS))
        } else if self.is_single(last) {
            if heads && self.is_numeral(last) {
                return true;
            }
            // `z. B.`, but not `U.S.`; and the letter of an item or heading.
            let chained = last > self.begin && self.is_lower(last - 1) && self.is_initial(last - 1);
            opens && !chained && before.is_some()
        } else {
            // The numeral of a heading.
            !(self.is_numeral(last) && before.is_none())
        }
    }

    /// Whether the gap is white space between words of Thai or Lao, which have no other end.
    fn spaced(&self, at: usize, gap: Gap) -> bool {
        let last = self.last(at - 1);
        gap.spaces > 0
            && is_thai(last)
            && is_thai(self.first(at))
            // The sign of repetition has a space behind it.
            && !matches!(last, '\u{e46}' | '\u{ec6}')
            && (gap.spaces > 1 || at - self.begin >= SPACED)
    }

    /// Whether an item of a list begins with token `at`, the first of a line.
    fn listed(&self, at: usize, gap: Gap) -> bool {
        match gap.sign {
            Some(
                '*' | '+' | '\u{2022}' | '\u{2023}' | '\u{25e6}' | '\u{25aa}' | '\u{b7}' | '#',
            ) => true,
            Some('-' | '\u{2013}' | '\u{2014}') => {
                gap.end != End::No || !self.first(at).is_lowercase()
            }
            Some(_) => false,
            None => {
                let behind = &self.text.as_bytes()[self.spans[at].end as usize..];
                let numbered = matches!(behind, [b'.' | b')', b' ', ..]);
                numbered && self.is_number(at) && self.word(at).len() <= 2
            }
        }
    }

    /// Whether the line that ends before token `at` was ended on purpose: the next word would have
    /// fitted, since the next line is longer with it; or lines are paragraphs.
    fn short(&self, at: usize, line: &str) -> bool {
        if self.first(at).is_lowercase() || matches!(self.behind(at - 1), Some('-' | ',')) {
            return false;
        }
        let far = 4 * WIDEST;
        let rest = &self.text[self.line..];
        let near = &rest.as_bytes()[..rest.len().min(far)];
        let end = memchr::memchr2(b'\n', b'\r', near)
            .or((near.len() == rest.len()).then_some(rest.len()));
        let (Some(end), true) = (end, line.len() <= far) else {
            return true;
        };
        let room = |text: &str| text.trim().chars().count();
        let length = room(line);
        let next = room(&rest[..end]);
        length.max(next) > WIDEST || length + 1 + room(self.word(at)) + SLACK < next
    }

    /// What stands right behind a token.
    fn behind(&self, at: usize) -> Option<char> {
        self.text[self.spans[at].end as usize..].chars().next()
    }

    /// Whether what was quoted before token `at` is part of a sentence of Japanese: `「はい。」と言う`.
    fn is_cited(&self, at: usize) -> bool {
        let begin = self.spans[at].begin as usize;
        self.text[..begin].ends_with(['\u{300d}', '\u{300f}'])
            && matches!(self.first(at), '\u{3068}' | '\u{3063}')
    }

    fn word(&self, at: usize) -> &str {
        &self.text[self.spans[at].range()]
    }

    fn first(&self, at: usize) -> char {
        self.word(at).chars().next().unwrap_or_default()
    }

    fn last(&self, at: usize) -> char {
        self.word(at).chars().next_back().unwrap_or_default()
    }

    fn is_number(&self, at: usize) -> bool {
        self.word(at).bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether it is one letter.
    fn is_single(&self, at: usize) -> bool {
        let mut letters = self.word(at).chars();
        // A word of Chinese may be one letter; it is no initial.
        letters
            .next()
            .is_some_and(|c| c.is_alphabetic() && c < '\u{e00}')
            && letters.next().is_none()
    }

    /// Whether it is one letter and a full stop.
    fn is_initial(&self, at: usize) -> bool {
        self.is_single(at) && self.behind(at) == Some('.')
    }

    fn is_lower(&self, at: usize) -> bool {
        self.first(at).is_lowercase()
    }

    /// Whether it can be read as a Roman number.
    fn is_numeral(&self, at: usize) -> bool {
        let word = self.word(at).as_bytes();
        word.len() <= 8 && word.iter().all(|byte| b"IVXLCDM".contains(byte))
    }
}

/// Characters by which lines of wrapped text may differ more than by the next word: punctuation that
/// must not begin a line.
const SLACK: usize = 2;

fn is_greek(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')
}

fn is_armenian(c: char) -> bool {
    matches!(c, '\u{530}'..='\u{58f}')
}

fn is_thai(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}')
}

fn is_cased(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase() || c.is_numeric()
}

/// Puts down the sentence that ends before token `end`, in pieces if it is too long. It is cut where a
/// line ends, or else at a semicolon, or else at a comma, the last in reach; or else before the least
/// token in reach, so that copies of a text without marks are cut alike wherever they begin.
fn cut(reader: &Reader<'_>, end: usize, sentences: &mut Vec<TokenSpan>) {
    let mut put = |begin: usize, end: usize| {
        sentences.push(TokenSpan {
            begin: begin as u32,
            end: end as u32,
        });
    };
    let mut begin = reader.begin;
    while end - begin > LONGEST {
        let reach = begin + LONGEST / 2..begin + LONGEST + 1;
        let strength = |at: usize| {
            let gap = reader.spans[at - 1].end as usize..reader.spans[at].begin as usize;
            let marks = reader.text[gap].chars().map(|c| match c {
                '\n' | '\r' => 3,
                ';' | ':' | '\u{ff1b}' | '\u{61b}' => 2,
                ',' | '\u{ff0c}' | '\u{3001}' | '\u{60c}' => 1,
                _ => 0,
            });
            marks.max().unwrap_or(0)
        };
        let best = reach
            .clone()
            .max_by_key(|&at| strength(at))
            .filter(|&at| strength(at) > 0);
        let least = || reach.clone().min_by_key(|&at| reader.hashes[at]);
        let at = best.or_else(least).unwrap_or(begin + LONGEST);
        put(begin, at);
        begin = at;
    }
    put(begin, end);
}

#[cfg(test)]
mod tests;
