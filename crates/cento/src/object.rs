//! Objects among words: a picture, a shape, a chart as one token.
//!
//! An object stands in the text of its document as it is told apart from others: U+FFFC, what it is, a hyphen,
//! and sixteen hexadecimal digits. So it goes wherever the text goes, and every method finds it as it finds words. Nothing
//! else is read as one: a lone U+FFFC, as word processors leave them, is no token.

use std::borrow::Cow;
use std::fmt;

/// What stands for an object in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Object {
    /// What it is.
    pub kind: ObjectKind,
    /// What tells it apart from others of its kind.
    pub value: u64,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    /// A picture, by what it looks like: the value of the first that looked the same.
    Picture,
    /// A picture that can't be looked at, by its bytes.
    Graphic,
    /// A geometric shape, by kind, proportions and colour.
    Shape,
    /// A line or connector.
    Line,
    /// A chart, by its data.
    Chart,
    /// A table, by its rows and columns.
    Table,
    /// Sound or video, by its bytes.
    Media,
    /// Something embedded, by its bytes.
    Embedded,
}

const KINDS: &[(ObjectKind, &str)] = &[
    (ObjectKind::Picture, "picture"),
    (ObjectKind::Graphic, "graphic"),
    (ObjectKind::Shape, "shape"),
    (ObjectKind::Line, "line"),
    (ObjectKind::Chart, "chart"),
    (ObjectKind::Table, "table"),
    (ObjectKind::Media, "media"),
    (ObjectKind::Embedded, "embedded"),
];

const DIGITS: usize = 16;

impl ObjectKind {
    /// Its name.
    pub fn name(self) -> &'static str {
        let own = KINDS.iter().find(|(kind, _)| *kind == self);
        own.map_or("", |(_, name)| name)
    }
}

impl Object {
    /// The object replacement character, with which it begins.
    pub const MARK: char = '\u{fffc}';

    /// Pictures whose values differ in more bits are not the same. Of 1,041 pictures at half their size, most as JPEG of quality 60,
    /// none differs in more from what it was.
    pub const NEAR: u32 = 6;

    /// The object that `text` begins with, and how many bytes it takes.
    ///
    /// ```
    /// use cento::token::Object;
    /// let (object, length) = Object::at("\u{fffc}line-00000000000000ff ...").unwrap();
    /// assert_eq!((object.kind.name(), object.value, length), ("line", 255, 24));
    /// assert_eq!(object.to_string(), "\u{fffc}line-00000000000000ff");
    /// assert!(Object::at("\u{fffc} lines").is_none());
    /// ```
    pub fn at(text: &str) -> Option<(Self, usize)> {
        let rest = text.strip_prefix(Self::MARK)?;
        let (kind, name) = KINDS.iter().find(|(_, name)| rest.starts_with(name))?;
        let digits = rest[name.len()..].strip_prefix('-')?.get(..DIGITS)?;
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if !digits.bytes().all(is_digit) {
            return None;
        }
        let value = u64::from_str_radix(digits, 16).ok()?;
        let object = Self { kind: *kind, value };
        Some((object, Self::MARK.len_utf8() + name.len() + 1 + DIGITS))
    }
}

/// A text for people: each object as what it is, in brackets.
///
/// ```
/// let text = "see \u{fffc}picture-00000000000000ff and \u{fffc}";
/// assert_eq!(cento::token::plain(text), "see [picture] and \u{fffc}");
/// ```
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(Object::MARK) {
        return text.into();
    }
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(Object::MARK) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let length = match Object::at(from) {
            Some((object, length)) => {
                out.push('[');
                out.push_str(object.kind.name());
                out.push(']');
                length
            }
            None => {
                out.push(Object::MARK);
                Object::MARK.len_utf8()
            }
        };
        rest = &from[length..];
    }
    out.push_str(rest);
    out.into()
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{:016x}", Self::MARK, self.kind.name(), self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_read_as_it_is_written() {
        for &(kind, name) in KINDS {
            let object = Object {
                kind,
                value: 0x0123_4567_89ab_cdef,
            };
            let shown = object.to_string();
            assert_eq!(Object::at(&shown), Some((object, shown.len())));
            assert_eq!(kind.name(), name);
        }
    }
}
