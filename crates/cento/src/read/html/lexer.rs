//! A page as a sequence of tags and text.
//!
//! The rules of the HTML standard, as far as they decide what is text: names, quoted values, comments, elements without
//! tags in them. Nothing is built: tokens are parts of the page.
//!
//! - Promise: any text has tokens; each byte is looked at a bounded number of times.
//! - Departure: a value whose quote is never closed ends with its tag, so that one slip does not take the rest of the
//!   page along.

use memchr::{memchr, memchr3, memmem};

use super::tag::Tag;

/// A piece of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Text, its references as they stand.
    Text(&'a str),
    /// What is in an element without tags: a script, a style, a title.
    Raw(&'a str),
    /// A start tag.
    Open {
        tag: Tag,
        name: &'a str,
        attributes: Attributes<'a>,
    },
    /// An end tag.
    Close { tag: Tag, name: &'a str },
}

/// The tokens of a page.
pub(super) struct Lexer<'a> {
    page: &'a str,
    at: usize,
    /// The element without tags whose content comes next.
    raw: Option<&'a str>,
    /// Whether there is no more `"`, no more `'`.
    no_quote: [bool; 2],
    /// Whether `<br/>` is a whole element, as in XML.
    is_xml: bool,
    /// The end of such an element.
    closed: Option<Token<'a>>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(page: &'a str) -> Self {
        Self {
            page,
            at: 0,
            raw: None,
            no_quote: [false; 2],
            is_xml: page.trim_ascii_start().starts_with("<?xml"),
            closed: None,
        }
    }

    /// What comes next.
    fn rest(&self) -> &'a [u8] {
        self.page.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Goes on to `end`; what was passed.
    fn take(&mut self, end: usize) -> &'a str {
        let end = end.min(self.page.len());
        let taken = &self.page[self.at..end];
        self.at = end;
        taken
    }

    /// Everything up to the end tag of the element.
    fn raw(&mut self, name: &str) -> Token<'a> {
        let bytes = self.page.as_bytes();
        let mut from = self.at;
        let end = loop {
            let Some(found) = bytes.get(from..).and_then(|rest| memmem::find(rest, b"</")) else {
                break bytes.len();
            };
            let tag = from + found;
            let after = tag + 2 + name.len();
            let same = bytes.get(tag + 2..after);
            let ends = bytes.get(after).is_none_or(|byte| !is_name(*byte));
            if ends && same.is_some_and(|same| same.eq_ignore_ascii_case(name.as_bytes())) {
                break tag;
            }
            from = tag + 2;
        };
        Token::Raw(self.take(end))
    }

    /// A tag, or `None` where `<` begins something else, which was passed.
    fn tag(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        match rest.get(1) {
            Some(b'!' | b'?') => {
                self.pass_declaration();
                None
            }
            Some(b'/') => {
                if !rest.get(2).is_some_and(u8::is_ascii_alphabetic) {
                    // A comment, to the standard.
                    let end = memchr(b'>', rest).map_or(rest.len(), |end| end + 1);
                    self.take(self.at + end);
                    return None;
                }
                self.at += 2;
                let name = self.name();
                self.pass_attributes();
                Some(Token::Close {
                    tag: Tag::of(name),
                    name,
                })
            }
            _ => {
                self.at += 1;
                let name = self.name();
                let attributes = self.pass_attributes();
                let tag = Tag::of(name);
                if self.is_xml && attributes.ends_with('/') {
                    self.closed = Some(Token::Close { tag, name });
                } else if matches!(tag, Tag::Raw | Tag::Typed | Tag::Title) {
                    self.raw = Some(name);
                }
                Some(Token::Open {
                    tag,
                    name,
                    attributes: Attributes(attributes),
                })
            }
        }
    }

    fn name(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.iter().position(|byte| !is_name(*byte));
        self.take(self.at + end.unwrap_or(rest.len()))
    }

    /// Passes over the rest of a tag; its attributes.
    fn pass_attributes(&mut self) -> &'a str {
        let bytes = self.page.as_bytes();
        let begin = self.at;
        let mut from = begin;
        let end = loop {
            let Some(found) = memchr3(b'>', b'"', b'\'', &bytes[from..]) else {
                break bytes.len();
            };
            let at = from + found;
            if bytes[at] == b'>' {
                break at;
            }
            from = at + 1;
            let before = bytes[begin..at].iter().rev();
            let mut before = before.skip_while(|byte| byte.is_ascii_whitespace());
            let which = usize::from(bytes[at] == b'\'');
            if before.next() != Some(&b'=') || self.no_quote[which] {
                continue;
            }
            match memchr(bytes[at], &bytes[from..]) {
                Some(close) => from += close + 1,
                None => self.no_quote[which] = true,
            }
        };
        let attributes = self.take(end);
        self.take(end + 1);
        attributes
    }

    /// Passes over a comment, a document type or an instruction.
    fn pass_declaration(&mut self) {
        let rest = self.rest();
        let (begin, close): (usize, &[u8]) = if rest.starts_with(b"<!--") {
            // `<!-->` and `<!--->` are whole comments.
            (2, b"-->")
        } else if rest.starts_with(b"<![CDATA[") {
            (9, b"]]>")
        } else {
            (1, b">")
        };
        let end = memmem::find(&rest[begin..], close);
        let end = end.map_or(rest.len(), |end| begin + end + close.len());
        self.take(self.at + end);
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if let Some(name) = self.raw.take() {
            return Some(self.raw(name));
        }
        if let Some(close) = self.closed.take() {
            return Some(close);
        }
        loop {
            let rest = self.rest();
            if rest.is_empty() {
                return None;
            }
            if begins_tag(rest) {
                match self.tag() {
                    Some(token) => return Some(token),
                    None => continue,
                }
            }
            let mut end = 1;
            let end = loop {
                match memchr(b'<', &rest[end..]) {
                    None => break rest.len(),
                    Some(found) => end += found,
                }
                if begins_tag(&rest[end..]) {
                    break end;
                }
                end += 1;
            };
            return Some(Token::Text(self.take(self.at + end)));
        }
    }
}

/// Whether these bytes begin with a tag or a comment, not with a mere `<`.
fn begins_tag(bytes: &[u8]) -> bool {
    match bytes {
        [b'<', b'!' | b'?' | b'/', ..] => true,
        [b'<', first, ..] => first.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Whether a byte is part of a name: all but white space, `/` and `>` are.
fn is_name(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c | b'/' | b'>')
}

/// The attributes of a tag, as they stand there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Attributes<'a>(&'a str);

impl<'a> Attributes<'a> {
    /// Whether there are none.
    pub(super) fn is_empty(self) -> bool {
        self.0.len() < 2
    }

    /// The value of the first of that name, in any case; its references as they stand.
    pub(super) fn get(self, name: &str) -> Option<&'a str> {
        self.into_iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

impl<'a> IntoIterator for Attributes<'a> {
    type Item = (&'a str, &'a str);
    type IntoIter = Pairs<'a>;

    fn into_iter(self) -> Pairs<'a> {
        Pairs(self.0)
    }
}

/// Names and values.
pub(super) struct Pairs<'a>(&'a str);

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        let rest = self
            .0
            .trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if rest.is_empty() {
            self.0 = rest;
            return None;
        }
        // A name may begin with `=`.
        let name_end = rest
            .bytes()
            .enumerate()
            .skip(1)
            .find(|(_, byte)| !is_name(*byte) || *byte == b'=')
            .map_or(rest.len(), |(at, _)| at);
        let name = &rest[..name_end];
        let rest = rest[name.len()..].trim_ascii_start();
        let Some(value) = rest.strip_prefix('=').map(str::trim_ascii_start) else {
            self.0 = rest;
            return Some((name, ""));
        };
        let quoted = value
            .strip_prefix(['"', '\''])
            .and_then(|inside| Some((inside, memchr(value.as_bytes()[0], inside.as_bytes())?)));
        let value = match quoted {
            Some((inside, end)) => {
                self.0 = &inside[end + 1..];
                &inside[..end]
            }
            None => {
                let end = value.find(|c: char| c.is_ascii_whitespace());
                let (value, rest) = value.split_at(end.unwrap_or(value.len()));
                self.0 = rest;
                value
            }
        };
        Some((name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens in short: `<p a=1>`, `</p>`, `{raw}`, text.
    fn short(page: &str) -> String {
        let mut out = String::new();
        for token in Lexer::new(page) {
            match token {
                Token::Text(text) => out += &format!("({text})"),
                Token::Raw(text) => out += &format!("{{{text}}}"),
                Token::Close { name, .. } => out += &format!("</{name}>"),
                Token::Open {
                    name, attributes, ..
                } => {
                    out += &format!("<{name}");
                    for (name, value) in attributes {
                        out += &format!(" {name}={value}");
                    }
                    out += ">";
                }
            }
        }
        out
    }

    #[test]
    fn pages_are_cut_as_the_standard_has_it() {
        for (page, expected) in [
            ("a<b>c</b >d", "(a)<b>(c)</b>(d)"),
            ("1 < 2 <3 a<b", "(1 < 2 <3 a)<b>"),
            (
                "<a href='x>y' B = \"z'\" c=d/e f>t",
                "<a href=x>y B=z' c=d/e f=>(t)",
            ),
            ("<a title=it's>x'</a>", "<a title=it's>(x')</a>"),
            ("<br/><br />x", "<br><br>(x)"),
            ("x<!-- <p> -- > -->y<!-->z<!--->w", "(x)(y)(z)(w)"),
            ("x<!doctype html>y<?php > ?>z", "(x)(y)( ?>z)"),
            ("x</ p>y</>z</3>w", "(x)(y)(z)(w)"),
            ("<svg><![CDATA[a > b]]>c</svg>", "<svg>(c)</svg>"),
            (
                "<script>if (a < b) '</p>'</SCRIPT >x",
                "<script>{if (a < b) '</p>'}</SCRIPT>(x)",
            ),
            ("<style></styles></style>x", "<style>{</styles>}</style>(x)"),
            ("<title>a<b></title>c", "<title>{a<b>}</title>(c)"),
            ("<p =x==y é=ü>", "<p =x==y é=ü>"),
            ("<p a=\"b>c", "<p a=\"b>(c)"),
            ("x<", "(x<)"),
            ("x<p", "(x)<p>"),
            ("x<!--", "(x)"),
            ("x<script>", "(x)<script>{}"),
            ("", ""),
        ] {
            assert_eq!(short(page), expected, "{page}");
        }
    }

    #[test]
    fn elements_end_where_they_begin_in_xml_only() {
        let page = "<div/>x<script src='s'/>y";
        assert_eq!(short(page), "<div>(x)<script src=s>{y}");
        let page = format!("<?xml version='1.0'?>{page}");
        assert_eq!(short(&page), "<div></div>(x)<script src=s></script>(y)");
    }

    #[test]
    fn the_first_attribute_of_a_name_counts() {
        let Some(Token::Open { attributes, .. }) = Lexer::new("<p ID=a id=b class>").next() else {
            panic!("a tag");
        };
        assert_eq!(attributes.get("id"), Some("a"));
        assert_eq!(attributes.get("class"), Some(""));
        assert_eq!(attributes.get("style"), None);
    }
}
