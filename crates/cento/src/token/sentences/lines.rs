//! Lines that are each on their own, though nothing says so: chats, verses, lists of names.
//!
//! What tells them is the lines around them. Who wraps prose fills each line until the next word does not fit, and
//! prose has marks. Lines of which few have any mark, and most had room for the next word, or all are shorter than
//! anybody wraps, were ended on purpose.
//!
//! - Promise: text wrapped at [`NARROW`] columns or more is not cut by this, whatever its length: no line of it had room.
//! - Cost: linear. A block of lines is judged once, and of a line that is too long only its beginning is read.

use super::{Reader, SLACK, WIDEST, is_lower};
use crate::token::gap::is_pause;

/// Columns below which nobody wraps.
const NARROW: usize = 32;

/// Lines that are judged together, at most.
const MOST: usize = 32;

/// Lines from which on there is something to be seen.
const FEWEST: usize = 3;

/// What ends the lines of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ending {
    /// The margin: sentences run over them.
    #[default]
    Margin,
    /// Each line that begins with a capital is on its own.
    Capital,
    /// Each is, in a text or script without capitals.
    All,
}

/// Lines that stand together, in the same depth of quoting.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    /// The first byte of the first line that it does not tell of.
    end: usize,
    ending: Ending,
    /// How far the line that is least so is set in.
    indent: usize,
}

/// A line without its margin.
struct Line<'t> {
    depth: usize,
    indent: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    fn of(line: &'t str) -> Self {
        let (mut depth, mut rest) = (0, line);
        loop {
            let text = rest.trim_start();
            let Some(quoted) = text.strip_prefix('>').or(text.strip_prefix("|>")) else {
                let indent = rest.len() - text.len();
                let text = text.trim_end();
                return Self {
                    depth,
                    indent,
                    text,
                };
            };
            (depth, rest) = (depth + 1, quoted);
        }
    }
}

/// How the lines of a block end.
fn ending_of(lines: &[&str]) -> Ending {
    if lines.len() < FEWEST {
        return Ending::Margin;
    }
    let widths: Vec<usize> = lines.iter().map(|line| columns(line)).collect();
    // One line may be longer than the rest, with an address that could not be wrapped.
    let (mut widest, mut second) = (0, 0);
    for &width in &widths {
        second = second.max(width.min(widest));
        widest = widest.max(width);
    }
    let had_room = |&(width, next): &(&usize, &&str)| {
        let word = next.split_whitespace().next().unwrap_or_default();
        width + 1 + columns(word) + SLACK <= second
    };
    let roomy = widths.iter().zip(&lines[1..]).filter(had_room).count();
    let is_narrow = widest <= NARROW;
    // Nearly all prose is told by that, and its words need not be looked at.
    if !is_narrow && 4 * roomy < lines.len() - 1 {
        return Ending::Margin;
    }
    let mut counts = Counts::default();
    lines.iter().for_each(|line| counts.add(line));
    if 3 * counts.marked > counts.lines {
        Ending::Margin
    } else if 8 * counts.capital >= 7 * counts.lines {
        match is_narrow || 2 * counts.capital_words <= counts.words {
            true => Ending::Capital,
            false => Ending::Margin,
        }
    } else if 4 * counts.capital <= counts.lines && !counts.first_is_capital {
        match is_narrow || (roomy >= 2 && 2 * roomy >= counts.lines - 1) {
            true => Ending::All,
            false => Ending::Margin,
        }
    } else {
        Ending::Margin
    }
}

/// What is counted of the words of a block.
#[derive(Default)]
struct Counts {
    lines: usize,
    /// Lines with a mark that parts or ends something.
    marked: usize,
    /// Lines that begin with a capital, and whether the first does.
    capital: usize,
    first_is_capital: bool,
    /// Words behind the first of a line, and those with a capital.
    words: usize,
    capital_words: usize,
}

impl Counts {
    fn add(&mut self, line: &str) {
        let mut is_marked = false;
        for (at, word) in line.split_whitespace().enumerate() {
            is_marked |= has_pause(word);
            let first = word.chars().find(|c| c.is_alphanumeric());
            let is_capital = first.is_some_and(char::is_uppercase);
            if at > 0 {
                self.words += 1;
                self.capital_words += usize::from(is_capital);
            } else {
                self.capital += usize::from(is_capital);
                self.first_is_capital |= is_capital && self.lines == 0;
            }
        }
        self.marked += usize::from(is_marked);
        self.lines += 1;
    }
}

impl Reader<'_> {
    /// Whether the line from byte `line` on, which ends before token `at`, is one of those that are on their own.
    pub(super) fn is_alone(&mut self, at: usize, line: usize) -> bool {
        if line >= self.block.end {
            self.block = self.block_from(line);
        }
        if matches!(self.behind(at - 1), Some('-' | ',')) {
            return false;
        }
        match self.block.ending {
            Ending::Margin => false,
            Ending::Capital => !is_lower(self.first(at)),
            // What is set in goes on with the item before it.
            Ending::All => {
                let margin = &self.text[self.line..self.spans[at].end as usize];
                Line::of(margin).indent <= self.block.indent
            }
        }
    }

    /// The block that begins with a line.
    fn block_from(&self, begin: usize) -> Block {
        let mut lines: Vec<&str> = Vec::new();
        let mut block = Block {
            indent: usize::MAX,
            ..Block::default()
        };
        let (mut from, mut depth) = (begin, None);
        loop {
            let rest = &self.text[from..];
            let near = &rest.as_bytes()[..rest.len().min(4 * WIDEST)];
            let end = memchr::memchr2(b'\n', b'\r', near)
                .or((near.len() == rest.len()).then_some(rest.len()));
            // A long line is a paragraph, and tells nothing of those around it.
            let Some(end) = end else { break };
            let line = Line::of(&rest[..end]);
            if depth.is_some_and(|depth| depth != line.depth)
                || columns(line.text) > WIDEST
                || !line.text.chars().any(char::is_alphanumeric)
            {
                break;
            }
            depth = Some(line.depth);
            lines.push(line.text);
            block.indent = block.indent.min(line.indent);
            let is_crlf = rest[end..].starts_with("\r\n");
            // The last of many is the first of the next, so that each line is seen beside the one behind it.
            block.end = from + 1;
            if end == rest.len() || lines.len() == MOST {
                break;
            }
            from += end + 1 + usize::from(is_crlf);
        }
        block.end = block.end.max(begin + 1);
        if lines.len() == MOST {
            block.end -= 1;
        }
        block.ending = ending_of(&lines);
        block
    }
}

/// Columns that a text takes where letters have one width: those of Chinese, Japanese and Korean take two.
fn columns(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let wide = |c: char| {
        matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}')
    };
    text.chars().map(|c| 1 + usize::from(wide(c))).sum()
}

/// Whether a word has a mark of punctuation that parts or ends what prose is made of; in scripts without spaces
/// also inside.
fn has_pause(word: &str) -> bool {
    let inner = word.trim_end_matches(['"', '\'', ')', ']', '*', '_']);
    match word.is_ascii() {
        true => inner.chars().next_back().is_some_and(is_pause),
        false => {
            word.chars().any(|c| is_pause(c) && !c.is_ascii())
                || inner.chars().next_back().is_some_and(is_pause)
        }
    }
}
