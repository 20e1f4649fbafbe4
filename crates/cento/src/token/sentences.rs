//! Sentences: runs of words that no gap ends.
//!
//! Each gap between two words is judged by what stands in it and by the words around it:
//!
//! - The marks that may end a sentence, and what may follow them, are those of the Unicode rules for
//!   sentences, which hold in all scripts. Greek `;`, Armenian `:`, Khmer and Tibetan marks are added, and for
//!   Thai and Lao spaces.
//! - A full stop ends no sentence before a lower-case letter, behind an abbreviation, an initial or
//!   an ordinal, or inside a number or name; right before a letter it does where all else is as in prose.
//! - An empty line ends one, and so does a change of quoting depth. Another line break does not, unless the
//!   next word would have fitted into the line, so that nobody wrapped it there; or the lines around are all such that
//!   nobody wrapped them.
//! - The mark of a note belongs to the sentence that it follows.
//! - What is still too long, for want of marks, is cut.
//!
//! - Promise: every token is in one sentence, none is empty or longer than [`LONGEST`]; the same text
//!   gives the same sentences.
//! - Cost: linear. Most gaps are one space, and no more is looked at.
//! - Source: Unicode Standard Annex 29, sentence boundaries.
//! - Departure: a number may begin a sentence, and so may a capital behind a dash; a quoted question does
//!   not end the sentence that goes on behind it: `"Who?" he said`.

mod cut;
mod lines;
mod note;
mod unspaced;

use super::abbreviation::Role;
use super::gap::{End, Gap};
use super::{Tokens, Words};
use crate::span::ByteSpan;
use cut::cut;
use lines::Block;

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
            item: margin.sign,
            noted: None,
            block: Block::default(),
            is_lower: is_without_capitals(text),
        };
        for at in 1..spans.len() {
            let gap = &text.as_bytes()[spans[at - 1].end as usize..spans[at].begin as usize];
            // Nearly all gaps end nothing, and are told at once.
            let plain = match gap {
                b" " => text.as_bytes()[spans[at].begin as usize] != THAI,
                b"" | b"," | b", " | b"-" | b"'" | b"_" | b"/" | b"\xe2\x80\x99" => true,
                _ => false,
            };
            if (!plain || reader.noted.is_some()) && reader.ends(at) {
                cut(&reader, at, sentences);
                reader.begin = at;
            }
        }
        cut(&reader, spans.len(), sentences);
    }
}

/// Bytes of a text by which it is told whether it has capitals.
const SAMPLE: usize = 1 << 12;

/// Whether hardly any letter of a text is a capital, as in chats.
fn is_without_capitals(text: &str) -> bool {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    // Nearly all letters are single bytes, which are counted many at a time.
    let mut lower = sample.bytes().filter(u8::is_ascii_lowercase).count();
    let mut upper = sample.bytes().filter(u8::is_ascii_uppercase).count();
    if !sample.is_ascii() {
        for letter in sample.chars().filter(|c| !c.is_ascii()) {
            lower += usize::from(is_lower(letter));
            upper += usize::from(letter.is_uppercase());
        }
    }
    lower > LEAST_CAPITALS * upper
}

/// Letters for one capital, from which on these are hardly any.
const LEAST_CAPITALS: usize = 200;

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
    /// The sign that the last item of this paragraph began with; of a heading, that of its line.
    item: Option<char>,
    /// The end before the mark of a note to it.
    noted: Option<Gap>,
    /// The lines around, once it was asked whether each is on its own.
    block: Block,
    /// Whether the text does without capitals, so that their lack tells nothing.
    is_lower: bool,
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
        if let Some(noted) = self.noted.take().filter(|_| self.ends_note(at)) {
            (gap.end, gap.bare) = (noted.end, false);
        }
        if gap.lines == 0 {
            if self.is_noted(at, gap) {
                self.noted = Some(gap);
                return false;
            }
            return self.marked(at, gap) || self.spaced(at, gap);
        }
        let line = self.line..from + gap.line_end;
        self.line = from + gap.line_begin;
        let depth = std::mem::replace(&mut self.depth, gap.depth);
        let item = self.item;
        if gap.sign.is_some() || gap.lines > 1 || item == Some(HEADING) {
            self.item = gap.sign;
        }
        gap.lines > 1
            || gap.depth != depth
            || item == Some(HEADING)
            || self.listed(at, gap, item)
            || self.marked(at, gap)
            || (gap.end != End::Stop
                && (self.short(at, &self.text[line.clone()]) || self.is_alone(at, line.start)))
    }

    /// Whether the gap holds a mark that ends the sentence.
    fn marked(&self, at: usize, gap: Gap) -> bool {
        let next = self.first(at);
        let last = self.last(at - 1);
        if gap.goes_on || (gap.dashed && !next.is_uppercase()) || self.is_cited(at, gap) {
            return false;
        }
        match gap.end {
            End::No => false,
            End::Stop => self.stopped(at, gap),
            End::Mark if gap.closed => !is_lower(next),
            // Part of a name or an address, where nothing stands between.
            End::Mark if gap.spaces == 0 && next.is_ascii() && self.before(at).is_ascii() => {
                next.is_uppercase()
            }
            End::Mark => true,
            End::Semicolon => is_greek(last) && !is_lower(next),
            End::Colon => is_armenian(last) && gap.spaces > 0 && !is_lower(next),
        }
    }

    /// Whether the full stop before token `at` ends the sentence.
    fn stopped(&self, at: usize, gap: Gap) -> bool {
        let next = self.first(at);
        if is_lower(next) && !(self.is_lower && gap.spaces > 0) {
            return false;
        }
        let is_joined = gap.spaces == 0 && !gap.closed && !gap.dashed;
        if is_joined && !self.begins_unspaced(at) {
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
        let role = self.role(last);
        let before = (last > self.begin).then(|| Role::of(self.hashes[last - 1]));
        let opens = Role::of(self.hashes[at]).is(Role::OPENS) && !self.is_initial(at);
        let heads = before.is_some_and(|before| before.is(Role::HEADS));
        // `No. 5`, `vol. II`, `art. L. 5`; but `He said no. I left.`
        let numeral = next.is_numeric() || self.is_initial(at) || (self.is_numeral(at) && !opens);
        let is_title = role.is(Role::TITLE) && self.first(last).is_uppercase();
        if is_title || role.is(Role::LEADS) || (role.is(Role::NUMBERED) && numeral) {
            false
        } else if role.is(Role::EITHER) {
            opens
        } else if self.is_number(last) && self.word(last).len() <= 2 {
            // The number of an item or heading, a date, an ordinal.
            let Some(before) = before else { return false };
            !(next.is_numeric()
                || Role::of(self.hashes[at]).is(Role::MONTH)
                || before.is(Role::ORDERS))
        } else if self.is_single(last) && !self.is_tail(last) {
            if heads && self.is_numeral(last) {
                return true;
            }
            // `z. B.`, but not `U.S.` or `p.m.`; and the letter of an item or heading. `M. Le Pen` has a title.
            let chained = last > self.begin
                && is_lower(self.first(last - 1))
                && self.is_initial(last - 1)
                && self.word(last) != "m";
            opens && !chained && before.is_some() && self.word(last) != "M"
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
    /// `item` is the sign of the one before it.
    fn listed(&self, at: usize, gap: Gap, item: Option<char>) -> bool {
        match gap.sign {
            Some(
                '*' | '+' | '\u{b7}' | '\u{2022}' | '\u{2023}' | '\u{2043}' | '\u{25a0}'
                | '\u{25a1}' | '\u{25aa}' | '\u{25ab}' | '\u{25ba}' | '\u{25cb}' | '\u{25cf}'
                | '\u{25e6}' | '\u{2713}' | '\u{27a2}' | '\u{27a4}' | HEADING,
            ) => true,
            Some(sign @ ('-' | '\u{2013}' | '\u{2014}')) => {
                gap.end != End::No
                    || gap.sign == item
                    || !is_lower(self.first(at))
                    || self.repeats(at, sign)
            }
            Some(_) => false,
            None => match &self.text.as_bytes()[self.spans[at].end as usize..] {
                [b')', b' ', ..] if self.is_single(at) => true,
                [b'.' | b')', b' ', ..] => self.is_number(at) && self.word(at).len() <= 2,
                _ => false,
            },
        }
    }

    /// Whether the line behind that of token `at` begins with the same sign: a dash that begins one line may be
    /// one of the sentence.
    fn repeats(&self, at: usize, sign: char) -> bool {
        let rest = &self.text[self.spans[at].end as usize..];
        let near = &rest.as_bytes()[..rest.len().min(4 * WIDEST)];
        memchr::memchr2(b'\n', b'\r', near).is_some_and(|end| {
            let next = &rest[end..];
            // One line end: what an empty line parts is another list.
            let next = next.strip_prefix("\r\n").unwrap_or(&next[1..]);
            next.trim_start_matches([' ', '\t', '>', '|'])
                .strip_prefix(sign)
                .is_some_and(|item| item.starts_with([' ', '\t']))
        })
    }

    /// Whether the line that ends before token `at` was ended on purpose: the next word would have
    /// fitted, since the next line is longer with it; or lines are paragraphs.
    fn short(&self, at: usize, line: &str) -> bool {
        if is_lower(self.first(at)) || matches!(self.behind(at - 1), Some('-' | ',')) {
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

    /// What stands between it and the token before.
    fn before(&self, at: usize) -> &str {
        &self.text[self.spans[at - 1].end as usize..self.spans[at].begin as usize]
    }

    /// Whether what was quoted before token `at` is part of a sentence of Japanese, `「はい。」と言う`, Korean,
    /// `"네."라고`, or Chinese, `“我去。”他说`.
    fn is_cited(&self, at: usize, gap: Gap) -> bool {
        gap.closed
            && gap.spaces == 0
            && match self.first(at) {
                '\u{3068}' | '\u{3063}' => self.before(at).ends_with(['\u{300d}', '\u{300f}']),
                next => is_hangul(next) || self.says(at),
            }
    }

    /// Whether token `at` begins a few words of Chinese that say who spoke. What a colon follows says who will.
    fn says(&self, at: usize) -> bool {
        let rest = &self.text[self.spans[at].begin as usize..];
        let mut ends = rest.char_indices().take(LONGEST_TAG + 1);
        let Some((end, next)) = ends.find(|(_, c)| !is_han(*c)) else {
            return false;
        };
        let tag = &rest[..end];
        !matches!(next, ':' | '：')
            && SAYING.iter().any(|verb| tag.ends_with(verb))
            && !NOT_SAYING.iter().any(|noun| tag.ends_with(noun))
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

    /// What it may be beside a full stop.
    fn role(&self, at: usize) -> Role {
        Role::of(self.hashes[at]).or(Role::of_form(self.word(at)))
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

    /// Whether it is the end of a word that the tokenizer splits: `didn't`, `vas-y`.
    fn is_tail(&self, at: usize) -> bool {
        at > 0 && matches!(self.before(at), "'" | "\u{2019}" | "\"" | "\u{5f4}" | "-")
    }

    /// Whether it is one letter and a full stop.
    fn is_initial(&self, at: usize) -> bool {
        self.is_single(at) && self.behind(at) == Some('.')
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

/// The sign of a heading, which is no longer than its line.
const HEADING: char = '#';

/// Characters of the longest words that say who spoke.
const LONGEST_TAG: usize = 12;

/// What such words end in, in Chinese.
const SAYING: &[&str] = &[
    "说", "說", "问", "問", "喊", "嚷", "大叫", "回答", "说着", "說著", "说道", "說道", "问道",
    "問道", "答道", "喊道", "叫道", "笑道", "叹道", "嘆道", "骂道", "罵道", "嚷道", "应道", "應道",
    "吼道",
];

/// What ends in the same and is something else: a novel, a legend, a doubt.
const NOT_SAYING: &[&str] = &[
    "小说", "小說", "传说", "傳說", "学说", "學說", "学问", "學問", "疑问", "疑問", "访问", "訪問",
    "请问", "請問",
];

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

/// Whether it begins no sentence. Georgian has no capitals, but its letters count as small ones.
fn is_lower(c: char) -> bool {
    c.is_lowercase() && !matches!(c, '\u{10d0}'..='\u{10ff}')
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

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

#[cfg(test)]
mod tests;
