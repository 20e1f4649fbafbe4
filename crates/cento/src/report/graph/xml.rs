//! Text as XML 1.0 has it.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};

/// Whether a character may stand in an XML document, even if escaped.
fn is_allowed(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// The text with U+FFFD for every character that XML does not have.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_allowed) {
        Cow::Borrowed(text)
    } else {
        let replace = |c| if is_allowed(c) { c } else { '\u{fffd}' };
        Cow::Owned(text.chars().map(replace).collect())
    }
}

/// Any text, as it is written in an element or between double quotes. White space other than blanks is
/// escaped: readers turn it into blanks in attributes, and carriage returns into line ends everywhere.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => write!(f, "&#{};", c as u32)?,
                c if is_allowed(c) => f.write_char(c)?,
                _ => f.write_char('\u{fffd}')?,
            }
        }
        Ok(())
    }
}
