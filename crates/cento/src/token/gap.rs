//! What stands between two words, as far as it may end a sentence.

use icu_properties::CodePointMapData;
use icu_properties::props::SentenceBreak;

/// How strong an end a gap holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum End {
    /// None at all.
    #[default]
    No,
    /// A full stop or an ellipsis, which also stands behind abbreviations, initials and ordinals.
    Stop,
    /// A mark that has no other use, such as a question mark or a danda.
    Mark,
    /// A semicolon: the question mark of Greek.
    Semicolon,
    /// A colon, which is typed for the full stop of Armenian.
    Colon,
}

/// What is between two words. It holds no letters or digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) end: End,
    /// The end stands right behind the word.
    pub(super) bare: bool,
    /// A quote or bracket stands behind the end, in the same line.
    pub(super) closed: bool,
    /// A comma, a hyphen or the like follows the end in the same line: the sentence goes on.
    pub(super) goes_on: bool,
    /// A dash does: the sentence goes on, or another speaker has the word.
    pub(super) dashed: bool,
    /// White space stands behind the end, or in a gap without one.
    pub(super) spaces: usize,
    /// How many lines end.
    pub(super) lines: usize,
    /// Where the first line ends and the last begins, in bytes of the gap.
    pub(super) line_end: usize,
    pub(super) line_begin: usize,
    /// How often the last line is quoted: `>` or `|>` at its start.
    pub(super) depth: usize,
    /// The sign that begins the last line, behind `>`, with a space behind it: a bullet perhaps.
    pub(super) sign: Option<char>,
}

impl Gap {
    /// Reads what is between two words; `starts` tells whether a line starts there.
    pub(super) fn read(gap: &str, starts: bool) -> Self {
        let mut read = Self::default();
        // Nothing but white space and quote marks has been seen in this line.
        let mut margin = starts;
        let (mut previous, mut sign) = (None, None);
        for (at, c) in gap.char_indices() {
            let kind = kind(c);
            let blank = matches!(kind, Kind::Line | Kind::Paragraph | Kind::Space);
            match kind {
                // Two characters that end one line.
                Kind::Line if c == '\n' && previous == Some('\r') => read.line_begin = at + 1,
                Kind::Line | Kind::Paragraph => {
                    if read.lines == 0 {
                        read.line_end = at;
                    }
                    read.lines += if kind == Kind::Line { 1 } else { 2 };
                    read.line_begin = at + c.len_utf8();
                    (read.depth, read.sign) = (0, None);
                    (sign, margin) = (None, true);
                    read.spaces += 1;
                }
                Kind::Space => {
                    read.spaces += 1;
                    if sign.is_some() && sign == previous {
                        read.sign = sign;
                    }
                }
                _ if margin && c == '>' => read.depth += 1,
                _ if margin && gap[at..].starts_with("|>") => continue,
                Kind::End(end) => {
                    let stronger = read.end != End::Mark && (end == End::Mark || end == End::Stop);
                    if read.end == End::No || stronger {
                        read.end = end;
                    }
                    read.bare |= at == 0;
                    (read.spaces, read.closed) = (0, false);
                    (read.goes_on, read.dashed) = (false, false);
                }
                // In French a space stands before the quotation mark.
                Kind::Close
                    if read.lines == 0
                        && (read.spaces == 0 || read.spaces == 1 && matches!(c, '»' | '›')) =>
                {
                    read.closed = read.end != End::No
                }
                // `Dr.-Ing.`
                Kind::Dash if c == '-' && read.spaces == 0 => read.goes_on = read.end != End::No,
                Kind::Dash if read.lines == 0 => read.dashed = read.end != End::No,
                Kind::Continue if read.lines == 0 => read.goes_on = read.end != End::No,
                _ => {}
            }
            if margin && c != '>' && !blank {
                sign = Some(c);
                margin = false;
            }
            previous = Some(c);
        }
        read
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    End(End),
    Close,
    Continue,
    Dash,
    Space,
    Line,
    Paragraph,
    Other,
}

/// The kinds are those of the Unicode rules for sentences, with what these leave to the language.
fn kind(c: char) -> Kind {
    match c {
        ' ' | '\t' => Kind::Space,
        '\n' | '\r' | '\u{85}' | '\u{2028}' => Kind::Line,
        '\u{b}' | '\u{c}' | '\u{2029}' => Kind::Paragraph,
        '.' | '\u{2026}' => Kind::End(End::Stop),
        '!' | '?' => Kind::End(End::Mark),
        ';' | '\u{37e}' => Kind::End(End::Semicolon),
        ':' => Kind::End(End::Colon),
        ',' => Kind::Continue,
        '-' | '\u{2013}' | '\u{2014}' => Kind::Dash,
        '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' => Kind::Close,
        _ if c.is_ascii() => Kind::Other,
        // Khmer, and the strokes of Tibetan.
        '\u{17d4}' | '\u{17d5}' | '\u{f0d}' | '\u{f0e}' => Kind::End(End::Mark),
        _ => match CodePointMapData::<SentenceBreak>::new().get(c) {
            SentenceBreak::STerm => Kind::End(End::Mark),
            SentenceBreak::ATerm => Kind::End(End::Stop),
            SentenceBreak::Close => Kind::Close,
            SentenceBreak::SContinue => Kind::Continue,
            SentenceBreak::Sp => Kind::Space,
            _ => Kind::Other,
        },
    }
}

/// Whether it is a mark that prose is full of, and chats do without: a comma, a full stop, and what stands between
/// them. Questions and shouts are everywhere.
pub(super) fn is_pause(c: char) -> bool {
    match kind(c) {
        Kind::End(_) => !matches!(c, '!' | '?' | '\u{61f}' | '\u{ff01}' | '\u{ff1f}'),
        kind => kind == Kind::Continue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_read() {
        let read = |gap: &str| Gap::read(gap, false);
        let ends = |gap: &str| read(gap).end;
        assert_eq!(ends(" "), End::No);
        assert_eq!(ends(". "), End::Stop);
        assert_eq!(ends("?! "), End::Mark);
        assert_eq!(ends("; "), End::Semicolon);
        assert_eq!(ends("。"), End::Mark);
        assert!(read(".\" ").closed && !read(". \"").closed);
        assert!(read(".\", ").goes_on && !read(".\n, ").goes_on);
        assert!(read(".-").goes_on && !read(". - ").goes_on);
        assert!(read(". - ").dashed && read("!—").dashed && !read(".\n- ").dashed);
        assert!(read(". ").bare && !read("). ").bare);
    }

    #[test]
    fn lines_depth_and_sign_are_those_of_the_last_line() {
        let read = Gap::read(".\r\n>> > * ", false);
        assert_eq!((read.lines, read.depth, read.sign), (1, 3, Some('*')));
        assert_eq!((read.line_end, read.line_begin), (1, 3));
        assert_eq!(Gap::read("\n*", false).sign, None);
        assert_eq!(Gap::read("\n\r\n", false).lines, 2);
        assert_eq!(Gap::read("\u{2029}", false).lines, 2);
        assert_eq!(Gap::read("> ", true).depth, 1);
        assert_eq!(Gap::read("\n|> |>", false).depth, 2);
        assert_eq!(Gap::read("\n| ", false).depth, 0);
        assert_eq!(Gap::read("> ", false).depth, 0);
    }
}
