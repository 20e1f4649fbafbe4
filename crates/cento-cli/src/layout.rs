//! Two texts laid out for people: aligned ones side by side or in line, differences marked; sentences with the words
//! marked that both have ([`sentences`]). Lines are broken by the width they take on a terminal.
//!
//! A text becomes units, which are not broken: words, or characters of scripts without spaces. A
//! mark is closed at the end of a line and opened again on the next, so that every line can be read
//! by itself.

mod sentences;

use cento::align::Edit;
use cento::token::{Tokenizer, Tokens, Words, plain};
use unicode_width::UnicodeWidthChar;

use crate::style::{Paint, count, visible};

/// Words kept at either end of a long stretch that is the same, and the fewest worth leaving out.
const KEPT: usize = 12;
const LEAST_LEFT_OUT: usize = 16;

/// Between two columns.
const GUTTER: &str = " | ";

/// Whether long stretches that are the same are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// Whole.
    Full,
    /// Their ends only.
    Short,
}

/// How texts are laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) width: usize,
    pub(crate) length: Length,
    pub(crate) paint: Paint,
}

/// What a stretch of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Same,
    Gone,
    New,
    /// In both, wherever it stands there.
    Shared,
}

impl Mark {
    /// As `wdiff` has them, and one more alike.
    fn signs(self) -> (&'static str, &'static str) {
        match self {
            Self::Same => ("", ""),
            Self::Gone => ("[-", "-]"),
            Self::New => ("{+", "+}"),
            Self::Shared => ("[=", "=]"),
        }
    }

    /// Columns that both signs take.
    fn width(self) -> usize {
        let (open, close) = self.signs();
        open.len() + close.len()
    }
}

impl Layout {
    /// Whether there is room for two columns.
    pub(crate) fn is_side_by_side(&self) -> bool {
        self.width >= 100
    }

    /// The lines of two texts that differ in `edits`, `a` on the left, `b` on the right.
    pub(crate) fn side_by_side(&self, a: &str, b: &str, edits: &[Edit]) -> Vec<String> {
        let (mut left, mut right) = (Flow::default(), Flow::default());
        let words = Words::default();
        for (number, stretch) in stretches(a, b, edits).into_iter().enumerate() {
            let marks = if stretch.is_edit {
                (Mark::Gone, Mark::New)
            } else {
                (Mark::Same, Mark::Same)
            };
            let sides = [
                (&mut left, stretch.a, marks.0),
                (&mut right, stretch.b, marks.1),
            ];
            for (flow, text, mark) in sides {
                flow.stretch = number;
                self.put(flow, text, mark, &words);
            }
        }
        let column = self.column();
        let [left, right] = [left, right].map(|flow| flow.finish(column));
        let mut rows = Vec::new();
        let mut lines = [Line::default(), Line::default()];
        for units in in_step(&left, &right) {
            let is_full = |line: &Line, unit: Option<&Unit>| {
                unit.is_some_and(|unit| !line.has_room(unit, column))
            };
            if is_full(&lines[0], units[0]) || is_full(&lines[1], units[1]) {
                rows.push(self.row(std::mem::take(&mut lines)));
            }
            for (line, unit) in lines.iter_mut().zip(units) {
                if let Some(unit) = unit {
                    line.push(unit, self.paint);
                }
            }
        }
        rows.push(self.row(lines));
        rows
    }

    /// Two short texts, one over each column, and a rule under them.
    pub(crate) fn header(&self, left: &str, right: &str) -> [String; 2] {
        let column = self.column();
        let [left, right] = [left, right].map(|text| {
            let mut flow = Flow::default();
            flow.whole(text);
            let mut line = Line::default();
            for unit in &flow.units {
                line.push(unit, self.paint);
            }
            line
        });
        let rule = "-".repeat(column + 1);
        [self.row([left, right]), format!("{rule}+{rule}")]
    }

    /// The lines of `a`, with what `b` has instead behind what differs.
    pub(crate) fn in_line(&self, a: &str, b: &str, edits: &[Edit]) -> Vec<String> {
        let mut flow = Flow::default();
        let words = Words::default();
        for stretch in stretches(a, b, edits) {
            if !stretch.is_edit {
                self.put(&mut flow, stretch.a, Mark::Same, &words);
                continue;
            }
            flow.push(stretch.a, Mark::Gone);
            if !stretch.b.is_empty() {
                flow.space |= stretch.b_follows_space;
                flow.push(stretch.b, Mark::New);
            }
        }
        let lines = self.lines(flow, self.width).into_iter();
        lines.map(|line| line.finish(self.paint)).collect()
    }

    /// A text in lines of some width.
    fn lines(&self, flow: Flow, width: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut line = Line::default();
        for unit in &flow.finish(width) {
            if !line.has_room(unit, width) {
                lines.push(std::mem::take(&mut line));
            }
            line.push(unit, self.paint);
        }
        lines.push(line);
        lines
    }

    fn column(&self) -> usize {
        (self.width - GUTTER.len()) / 2
    }

    fn row(&self, [left, right]: [Line; 2]) -> String {
        let padding = " ".repeat(self.column().saturating_sub(left.width));
        let row = left.finish(self.paint) + &padding + GUTTER + &right.finish(self.paint);
        row.trim_end().to_owned()
    }

    /// Appends a text, shortened where it is long and the same on both sides.
    fn put(&self, flow: &mut Flow, text: &str, mark: Mark, words: &Words) {
        let short = match (self.length, mark) {
            (Length::Short, Mark::Same) => shortened(text, words),
            _ => None,
        };
        let Some((head, left_out, tail)) = short else {
            return flow.push(text, mark);
        };
        flow.push(head, mark);
        flow.whole(&format!("[… {} words …]", count(left_out as u64)));
        flow.push(tail, mark);
    }
}

/// A stretch of both texts that is the same, or an edit.
struct Stretch<'t> {
    is_edit: bool,
    a: &'t str,
    b: &'t str,
    /// Whether there is a blank before it in `b`.
    b_follows_space: bool,
}

/// Both texts cut at every edit.
fn stretches<'t>(a: &'t str, b: &'t str, edits: &[Edit]) -> Vec<Stretch<'t>> {
    let mut out = Vec::with_capacity(2 * edits.len() + 1);
    let (mut a_end, mut b_end) = (0, 0);
    let mut put = |is_edit, a_range: std::ops::Range<usize>, b_range: std::ops::Range<usize>| {
        let before = b.get(..b_range.start).unwrap_or_default();
        out.push(Stretch {
            is_edit,
            a: a.get(a_range).unwrap_or_default(),
            b: b.get(b_range).unwrap_or_default(),
            b_follows_space: before.ends_with(char::is_whitespace),
        });
    };
    for edit in edits {
        let (in_a, in_b) = (edit.a.range(), edit.b.range());
        put(false, a_end..in_a.start, b_end..in_b.start);
        (a_end, b_end) = (in_a.end, in_b.end);
        put(true, in_a, in_b);
    }
    put(false, a_end..a.len(), b_end..b.len());
    out
}

/// The ends of a long text, and how many words stand between them.
fn shortened<'t>(text: &'t str, words: &Words) -> Option<(&'t str, usize, &'t str)> {
    let mut tokens = Tokens::default();
    words.tokenize(text, &mut tokens);
    let spans = &tokens.spans;
    if spans.len() < 2 * KEPT + LEAST_LEFT_OUT {
        return None;
    }
    // Not inside of what is written without a blank.
    let is_bound = |c: char| c.is_whitespace() || is_wide(c);
    let (head, rest) = text.split_at_checked(spans[KEPT - 1].end as usize)?;
    let head = head.len() + rest.find(is_bound)?;
    let before = text.get(..spans[spans.len() - KEPT].begin as usize)?;
    let last = before.char_indices().rfind(|(_, c)| is_bound(*c))?;
    let tail = last.0 + last.1.len_utf8();
    let is_left_out =
        |span: &&cento::span::ByteSpan| head <= span.begin as usize && span.end as usize <= tail;
    let left_out = spans.iter().filter(is_left_out).count();
    Some((text.get(..head)?, left_out, text.get(tail..)?))
}

/// A piece of text of one kind.
#[derive(Clone, Debug)]
struct Atom {
    text: String,
    mark: Mark,
}

/// Text that stays on one line.
#[derive(Clone, Debug)]
struct Unit {
    /// The stretch it begins in.
    stretch: usize,
    /// Whether there is a blank before it.
    space: bool,
    atoms: Vec<Atom>,
}

impl Unit {
    fn add(&mut self, c: char, mark: Mark) {
        match self.atoms.last_mut() {
            Some(last) if last.mark == mark => last.text.push(c),
            _ => self.atoms.push(Atom {
                text: c.to_string(),
                mark,
            }),
        }
    }

    fn begins_with(&self) -> Mark {
        self.atoms.first().map_or(Mark::Same, |atom| atom.mark)
    }

    /// What it takes on a line whose last mark is still open.
    fn width(&self, open: Mark) -> usize {
        let mut before = open;
        let widths = self.atoms.iter().map(|atom| {
            let signs = if atom.mark == before {
                0
            } else {
                atom.mark.width()
            };
            before = atom.mark;
            signs + atom.text.chars().map(width).sum::<usize>()
        });
        widths.sum()
    }

    /// Cut into pieces that fit a line.
    fn split(self, most: usize) -> Vec<Self> {
        if self.width(Mark::Same) <= most {
            return vec![self];
        }
        let empty = |space| Self {
            stretch: self.stretch,
            space,
            atoms: Vec::new(),
        };
        let mut pieces = Vec::new();
        let mut piece = empty(self.space);
        for atom in &self.atoms {
            for c in atom.text.chars() {
                let signs = match piece.atoms.last() {
                    Some(last) if last.mark == atom.mark => 0,
                    _ => atom.mark.width(),
                };
                // What has no width belongs to the character before.
                let takes = signs + width(c);
                if width(c) > 0 && !piece.atoms.is_empty() && piece.width(Mark::Same) + takes > most
                {
                    pieces.push(std::mem::replace(&mut piece, empty(false)));
                }
                piece.add(c, atom.mark);
            }
        }
        pieces.push(piece);
        pieces
    }
}

/// A text on its way to units.
#[derive(Debug, Default)]
struct Flow {
    units: Vec<Unit>,
    /// The stretch at hand.
    stretch: usize,
    /// Whether a blank was met since the last character.
    space: bool,
    last: Option<char>,
}

impl Flow {
    fn push(&mut self, text: &str, mark: Mark) {
        for c in plain(text).chars() {
            if c.is_whitespace() {
                self.space = true;
                continue;
            }
            let c = visible(c);
            match self.units.last_mut() {
                Some(unit) if !self.space && !self.last.is_some_and(|last| breaks(last, c)) => {
                    unit.add(c, mark);
                }
                _ => self.units.push(Unit {
                    stretch: self.stretch,
                    space: self.space,
                    atoms: vec![Atom {
                        text: c.to_string(),
                        mark,
                    }],
                }),
            }
            self.space = false;
            self.last = Some(c);
        }
    }

    /// Appends a text with its blanks as one unit.
    fn whole(&mut self, text: &str) {
        self.units.push(Unit {
            stretch: self.stretch,
            space: true,
            atoms: vec![Atom {
                text: text.to_owned(),
                mark: Mark::Same,
            }],
        });
        self.space = true;
    }

    fn finish(self, most: usize) -> Vec<Unit> {
        let units = self.units.into_iter();
        units.flat_map(|unit| unit.split(most)).collect()
    }
}

/// The units of both sides, one of each at a time; each stretch begins on both at once.
fn in_step<'u>(left: &'u [Unit], right: &'u [Unit]) -> Vec<[Option<&'u Unit>; 2]> {
    let mut pairs = Vec::new();
    let (mut x, mut y) = (0, 0);
    while x < left.len() || y < right.len() {
        let stretch = |units: &[Unit], at: usize| units.get(at).map(|unit| unit.stretch);
        let (a, b) = (stretch(left, x), stretch(right, y));
        let at = a.into_iter().chain(b).min();
        let pair = [
            left.get(x).filter(|_| a == at),
            right.get(y).filter(|_| b == at),
        ];
        x += usize::from(pair[0].is_some());
        y += usize::from(pair[1].is_some());
        pairs.push(pair);
    }
    pairs
}

/// A line being filled. Its width counts the sign that will close an open mark.
#[derive(Debug)]
struct Line {
    text: String,
    width: usize,
    open: Mark,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            text: String::new(),
            width: 0,
            open: Mark::Same,
        }
    }
}

impl Line {
    fn has_room(&self, unit: &Unit, most: usize) -> bool {
        let space = usize::from(unit.space);
        self.width == 0 || self.width + space + unit.width(self.open) <= most
    }

    fn push(&mut self, unit: &Unit, paint: Paint) {
        let needed = unit.width(self.open);
        if unit.space && self.width > 0 {
            if unit.begins_with() != self.open {
                self.turn(Mark::Same, paint);
            }
            self.text.push(' ');
            self.width += 1;
        }
        for atom in &unit.atoms {
            self.turn(atom.mark, paint);
            self.text += &atom.text;
        }
        self.width += needed;
    }

    /// Closes the open mark and opens another.
    fn turn(&mut self, mark: Mark, paint: Paint) {
        if mark == self.open {
            return;
        }
        if self.open != Mark::Same {
            self.text += self.open.signs().1;
            self.text += paint.end();
        }
        self.text += match mark {
            Mark::Same => "",
            Mark::Gone => paint.red(),
            Mark::New => paint.green(),
            Mark::Shared => paint.cyan(),
        };
        self.text += mark.signs().0;
        self.open = mark;
    }

    fn finish(mut self, paint: Paint) -> String {
        self.turn(Mark::Same, paint);
        self.text
    }
}

/// Columns of a terminal. Character by character, as terminals count, whatever a font makes of them.
fn width(c: char) -> usize {
    c.width().unwrap_or(0)
}

fn is_wide(c: char) -> bool {
    width(c) == 2
}

/// Whether a line may end between two characters without a blank between them: beside wide ones,
/// but not before a mark that closes or joins, nor behind one that opens.
fn breaks(last: char, next: char) -> bool {
    let opens = "([{“‘「『（《〈【〔";
    (is_wide(last) || is_wide(next))
        && next.is_alphanumeric()
        && width(next) > 0
        && last != '\u{200d}'
        && !opens.contains(last)
}

#[cfg(test)]
mod tests {
    use cento::span::ByteSpan;

    use super::*;

    pub(super) fn layout(width: usize) -> Layout {
        Layout {
            width,
            length: Length::Full,
            paint: Paint::Plain,
        }
    }

    /// The first place of each text in `a` and `b`.
    fn edit(a: (&str, &str), b: (&str, &str)) -> Edit {
        let span = |(text, words): (&str, &str)| {
            let begin = text.find(words).expect("the words are there");
            ByteSpan {
                begin: begin as u32,
                end: (begin + words.len()) as u32,
            }
        };
        Edit {
            a: span(a),
            b: span(b),
        }
    }

    #[test]
    fn marks_are_closed_at_the_end_of_a_line_and_opened_again() {
        let (a, b) = ("one two three four five six", "one six");
        let gone = Edit {
            a: edit((a, "two three four five"), (b, "")).a,
            b: ByteSpan { begin: 3, end: 3 },
        };
        assert_eq!(
            layout(16).in_line(a, b, &[gone]),
            ["one [-two-]", "[-three four-]", "[-five-] six"]
        );
        for line in layout(16).in_line(a, b, &[gone]) {
            assert!(line.len() <= 16);
        }
    }

    #[test]
    fn scripts_without_spaces_get_none() {
        let (a, b) = ("我们很喜欢北京。", "我们不喜欢北京。");
        let edits = [edit((a, "很"), (b, "不"))];
        assert_eq!(
            layout(80).in_line(a, b, &edits),
            ["我们[-很-]{+不+}喜欢北京。"]
        );
        // Wide characters take two columns, and a full stop begins no line.
        assert_eq!(layout(14).in_line(a, a, &[]), ["我们很喜欢北", "京。"]);
    }

    #[test]
    fn a_quotation_mark_stays_with_its_word() {
        let (a, b) = ("he said “old” then", "he said “new” then");
        let edits = [edit((a, "old"), (b, "new"))];
        assert_eq!(
            layout(80).in_line(a, b, &edits),
            ["he said “[-old-]{+new+}” then"]
        );
    }

    #[test]
    fn columns_stay_in_step() {
        let words = |from: u32, to: u32| {
            let words: Vec<String> = (from..to).map(|i| format!("word{i}")).collect();
            words.join(" ")
        };
        let (a, b) = (format!("{} {}", words(0, 10), words(30, 40)), words(0, 40));
        let new = Edit {
            a: ByteSpan {
                begin: words(0, 10).len() as u32,
                end: words(0, 10).len() as u32,
            },
            b: edit((&b, &words(10, 30)), (&b, "")).a,
        };
        let rows = layout(101).side_by_side(&a, &b, &[new]);
        for row in &rows {
            assert!(row.chars().count() <= 101, "{row}");
            let (left, right) = row.split_once(" | ").expect("two columns");
            assert_eq!(left.len(), 49);
            // The same words stand on the same line.
            for word in left.split_whitespace() {
                assert!(right.split_whitespace().any(|other| other == word), "{row}");
            }
        }
        assert_eq!(rows.iter().filter(|row| row.contains("{+")).count(), 4);
    }

    #[test]
    fn long_stretches_are_shortened_at_words() {
        let text: String = (0..100).map(|i| format!("it's{i} ")).collect();
        let short = Layout {
            length: Length::Short,
            ..layout(1000)
        };
        let shown = &short.in_line(&text, &text, &[])[0];
        // Two words each: `it` and `s0`.
        assert!(shown.starts_with("it's0 it's1 it's2 it's3 it's4 it's5 [… 176 words …] it's94 "));
        assert!(shown.ends_with(" it's99"));
    }

    #[test]
    fn nothing_that_controls_a_terminal_gets_through() {
        let text = "red \u{1b}[31m bell\u{7} csi\u{9b}2J over\u{202e}ride\u{2066} end";
        for line in [
            layout(80).in_line(text, text, &[]),
            layout(120).side_by_side(text, text, &[]),
        ] {
            let is_safe = |c: char| !c.is_control() && !('\u{202a}'..='\u{202e}').contains(&c);
            assert!(
                line.iter().all(|line| line.chars().all(is_safe)),
                "{line:?}"
            );
        }
    }

    #[test]
    fn a_word_wider_than_the_line_is_cut() {
        let word = "e\u{301}".repeat(50);
        let lines = layout(20).in_line(&word, &word, &[]);
        assert_eq!(lines.concat(), word);
        assert!(lines.iter().all(|line| line.starts_with('e')));
    }

    #[test]
    fn colour_comes_beside_the_marks() {
        let (a, b) = ("one old end", "one new end");
        let coloured = Layout {
            paint: Paint::Colour,
            ..layout(80)
        };
        assert_eq!(
            coloured.in_line(a, b, &[edit((a, "old"), (b, "new"))]),
            ["one \u{1b}[31m[-old-]\u{1b}[0m \u{1b}[32m{+new+}\u{1b}[0m end"]
        );
    }
}
