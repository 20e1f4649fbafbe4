//! Lines to paragraphs.
//!
//! A paragraph ends where there is more space than between its lines, where the next begins further in, where a line with the
//! end of a sentence falls short, and where the size of letters changes. From column to column and from page to page it
//! goes on where the sentence does.

use super::furniture::Furniture;
use super::hyphens::{HYPHENS, Hyphens, Seam};
use super::pages::{Line, Page};
use crate::object::Object;
use crate::read::Block;

/// The text of a document, and where its pages begin in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Paragraphs {
    pub(super) text: String,
    pub(super) blocks: Vec<Block>,
}

impl Paragraphs {
    pub(super) fn of(pages: &[Page], furniture: &Furniture) -> Self {
        let mut paragraphs = Self::default();
        let hyphens = Hyphens::of(pages);
        let mut last: Option<&Line> = None;
        for (at, page) in pages.iter().enumerate() {
            let lines: Vec<&Line> = page
                .lines
                .iter()
                .enumerate()
                .filter(|(number, line)| !furniture.has(at, *number) && !line.text.is_empty())
                .map(|(_, line)| line)
                .collect();
            let spacing = spacing(&lines);
            let mut is_first = true;
            for (number, line) in lines.iter().enumerate() {
                let goes_on = last.is_some_and(|last| match is_first {
                    true => over_the_page(last, line),
                    false => goes_on(last, line, &lines[number..], spacing),
                });
                paragraphs.push(line, goes_on, &hyphens, is_first.then_some(at as u32 + 1));
                last = Some(line);
                is_first = false;
            }
        }
        if !paragraphs.text.is_empty() {
            paragraphs.text.push('\n');
        }
        paragraphs
    }

    /// Appends a line; it is the first of a page where there is a number.
    fn push(&mut self, line: &Line, goes_on: bool, hyphens: &Hyphens, page: Option<u32>) {
        let mut begin = 0;
        if !goes_on {
            if !self.text.is_empty() {
                self.text.push_str("\n\n");
            }
        } else {
            let from = self.text.rfind('\n').map_or(0, |at| at + 1);
            match hyphens.seam(&self.text[from..], &line.text) {
                Seam::Space => self.text.push(' '),
                seam => {
                    if seam == Seam::Joined {
                        self.text
                            .truncate(self.text.trim_end_matches(HYPHENS).len());
                        // A page that is nothing but a part of this word begins behind it, which is earlier now.
                        let end = self.text.len() as u32;
                        let beyond = self.blocks.iter_mut().rev();
                        for block in beyond.take_while(|block| block.begin > end) {
                            block.begin = end;
                        }
                    }
                    // A word that goes over a page belongs to the one where it begins.
                    let end = line.text.find(char::is_whitespace);
                    begin = end.unwrap_or(line.text.len());
                }
            }
        }
        if let Some(page) = page {
            self.blocks.push(Block {
                begin: (self.text.len() + begin) as u32,
                page,
                ..Block::default()
            });
        }
        // What a stranger writes is never taken for an object.
        match line.text.contains(Object::MARK) {
            true => {
                let start = self.text.len();
                for c in line.text.chars() {
                    self.text.push(if c == Object::MARK { ' ' } else { c });
                }
                // The place of the page is that of a character still.
                if let (Some(_), Some(block)) = (page, self.blocks.last_mut()) {
                    block.begin = start as u32;
                }
            }
            false => self.text.push_str(&line.text),
        }
    }
}

/// The distance between most lines of a page.
fn spacing(lines: &[&Line]) -> i64 {
    let mut distances: Vec<i64> = lines
        .windows(2)
        .map(|two| two[1].baseline - two[0].baseline)
        .filter(|distance| *distance > 0)
        .collect();
    distances.sort_unstable();
    // Less than half of them are wider than within a paragraph.
    distances.get(distances.len() * 2 / 5).copied().unwrap_or(0)
}

/// Whether a line belongs to the paragraph of the one before it; `lines` are those from it on.
fn goes_on(last: &Line, line: &Line, lines: &[&Line], spacing: i64) -> bool {
    if last.turn != line.turn {
        return false;
    }
    // An item of a list.
    if line.text.starts_with(['•', '▪', '‣', '◦', '●', '■']) {
        return false;
    }
    let size = last.size.max(line.size);
    if (last.size - line.size).abs() * 8 > size {
        return false;
    }
    let down = line.baseline - last.baseline;
    // The next column, or something beside it.
    if down < size / 2 {
        return sentence_goes_on(last, line);
    }
    // Lines of a page may be of several distances: none is within a paragraph that would hold another between.
    let most = (spacing * 13 / 10).clamp(size * 11 / 10, size * 21 / 10);
    if down > most {
        return down <= 2 * most && last.text.ends_with(HYPHENS) && sentence_goes_on(last, line);
    }
    let indent = size * 7 / 10;
    let next = lines
        .get(1)
        .filter(|next| next.baseline > line.baseline && next.baseline - line.baseline <= most);
    // Further in than the line before; where the next is, too, that one was further out.
    let is_indented = line.begin > last.begin + indent
        && next.is_none_or(|next| next.begin < line.begin - indent / 2);
    if is_indented && !sentence_goes_on(last, line) {
        return false;
    }
    let right = lines.iter().take(3).map(|line| line.end()).max();
    let right = right.unwrap_or_default().max(last.end());
    let is_short = last.end() < right - 3 * size;
    !(is_short && ends_sentence(&last.text))
}

/// Whether a paragraph goes on from one page to the next.
fn over_the_page(last: &Line, line: &Line) -> bool {
    last.turn == line.turn
        && (last.size - line.size).abs() * 8 <= last.size.max(line.size)
        && sentence_goes_on(last, line)
}

fn sentence_goes_on(last: &Line, line: &Line) -> bool {
    let goes_on = line
        .text
        .starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit());
    last.text.ends_with(HYPHENS) || goes_on && !ends_sentence(&last.text)
}

fn ends_sentence(text: &str) -> bool {
    let closing = |c: char| matches!(c, '"' | '\'' | '”' | '’' | '»' | '«' | '“' | ')' | ']');
    let text = text.trim_end_matches(closing);
    text.ends_with(['.', '!', '?', ':', '…', '。', '！', '？'])
}
