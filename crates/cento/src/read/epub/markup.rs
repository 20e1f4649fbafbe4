//! The text of a web page in a book.
//!
//! One pass over the tags, with no tree: what is not closed, closed twice or not well-formed at all does no harm. Every step ends
//! behind what it looked at, so the time is that of reading the text once.

use memchr::memmem;

/// The text of a chapter, its paragraphs with an empty line between.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Chapter {
    pub(super) text: String,
    /// Its first heading, or nothing.
    pub(super) title: String,
}

/// The longest title that is kept, in characters.
const TITLE: usize = 100;

impl Chapter {
    pub(super) fn read(markup: &str) -> Self {
        let mut reading = Reading {
            rest: markup,
            chapter: Self::default(),
            paragraph: String::new(),
            heading: None,
            is_muted: false,
            is_pre: false,
        };
        while !reading.rest.is_empty() {
            reading.step();
        }
        reading.end_paragraph();
        reading.chapter
    }
}

struct Reading<'a> {
    rest: &'a str,
    chapter: Chapter,
    paragraph: String,
    /// The text of the heading that is open.
    heading: Option<String>,
    /// Whether this is how a word is pronounced, in small letters above it.
    is_muted: bool,
    is_pre: bool,
}

impl<'a> Reading<'a> {
    /// Reads text up to the next tag, or the tag.
    fn step(&mut self) {
        let Some(inside) = self.rest.strip_prefix('<') else {
            let end = self.rest.find('<').unwrap_or(self.rest.len());
            let text = self.skip(end);
            self.push(&unescape(text));
            return;
        };
        if let Some(comment) = inside.strip_prefix("!--") {
            self.rest = comment;
            self.skip_past("-->");
        } else if let Some(text) = inside.strip_prefix("![CDATA[") {
            self.rest = text;
            let text = self.skip_past("]]>");
            self.push(text);
        } else if inside.starts_with(['!', '?']) {
            // Declarations, in which there may be more in brackets: nothing in them is text.
            self.skip_past(">");
        } else if inside.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') {
            self.rest = inside;
            let tag = self.tag();
            self.handle(tag);
        } else {
            // A lone sign.
            let sign = self.skip(1);
            self.push(sign);
        }
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        skipped
    }

    /// What stands before `end`, which is passed over, too; everything where there is none.
    fn skip_past(&mut self, end: &str) -> &'a str {
        match self.rest.split_once(end) {
            Some((before, behind)) => {
                self.rest = behind;
                before
            }
            None => std::mem::take(&mut self.rest),
        }
    }

    /// The tag that begins here, without its brackets. Inside quotes a bracket does not end it; an opening one always does.
    fn tag(&mut self) -> &'a str {
        let mut quote = None;
        let bytes = self.rest.as_bytes();
        let end = bytes.iter().position(|&byte| match byte {
            b'<' => true,
            b'>' => quote.is_none(),
            b'"' | b'\'' => {
                match quote {
                    None => quote = Some(byte),
                    Some(open) if open == byte => quote = None,
                    Some(_) => {}
                }
                false
            }
            _ => false,
        });
        let tag = self.skip(end.unwrap_or(bytes.len()));
        self.rest = self.rest.strip_prefix('>').unwrap_or(self.rest);
        tag
    }

    fn handle(&mut self, tag: &'a str) {
        let is_closed = tag.ends_with('/');
        let (is_end, tag) = match tag.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, tag),
        };
        let end = tag.find(|c: char| c.is_ascii_whitespace() || c == '/');
        let name = tag[..end.unwrap_or(tag.len())].to_ascii_lowercase();
        let name = name.rsplit(':').next().unwrap_or_default();
        match name {
            "script" | "style" | "head" | "svg" | "math" if !is_end && !is_closed => {
                self.skip_element(name);
            }
            "br" => self.push_raw("\n"),
            "td" | "th" if !is_end => self.push_raw("\t"),
            "rt" | "rp" => self.is_muted = !is_end && !is_closed,
            "ruby" => self.is_muted = false,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.end_paragraph();
                match is_end {
                    true => self.end_heading(),
                    false => self.heading = Some(String::new()),
                }
            }
            "pre" => {
                self.end_paragraph();
                self.is_pre = !is_end;
            }
            name if BLOCKS.contains(&name) => self.end_paragraph(),
            _ => {}
        }
    }

    /// Passes over what is inside an element, and its end.
    fn skip_element(&mut self, name: &str) {
        let bytes = self.rest.as_bytes();
        let mut from = 0;
        let end = loop {
            let Some(at) = memmem::find(&bytes[from..], b"</") else {
                break bytes.len();
            };
            from += at + 2;
            let found = bytes.get(from..from + name.len());
            if found.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes())) {
                break from;
            }
        };
        self.skip(end);
        self.skip_past(">");
    }

    fn push(&mut self, text: &str) {
        if self.is_pre {
            return self.push_raw(text);
        }
        if self.is_muted {
            return;
        }
        for c in text.chars() {
            match c {
                ' ' | '\t' | '\n' | '\r' | '\u{c}' => {
                    if !self.paragraph.is_empty() && !self.paragraph.ends_with([' ', '\n', '\t']) {
                        self.paragraph.push(' ');
                    }
                }
                c => self.paragraph.push(c),
            }
        }
    }

    fn push_raw(&mut self, text: &str) {
        if !self.is_muted {
            self.paragraph.push_str(text);
        }
    }

    fn end_paragraph(&mut self) {
        self.is_muted = false;
        let paragraph = self.paragraph.trim();
        if !paragraph.is_empty() {
            if !self.chapter.text.is_empty() {
                self.chapter.text.push_str("\n\n");
            }
            self.chapter.text.push_str(paragraph);
            if let Some(heading) = &mut self.heading {
                heading.push_str(paragraph);
                heading.push(' ');
            }
        }
        self.paragraph.clear();
    }

    fn end_heading(&mut self) {
        let heading = self.heading.take().unwrap_or_default();
        if self.chapter.title.is_empty() {
            let words: Vec<&str> = heading.split_whitespace().collect();
            self.chapter.title = words.join(" ").chars().take(TITLE).collect();
        }
    }
}

/// Elements that end a paragraph where they begin and where they end.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hr",
    "html",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "section",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "tr",
    "ul",
];

/// Text without its references; those that are not known stay as they are.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        out.push_str(before);
        // No name is longer than this.
        let name = behind.bytes().take(32).position(|byte| byte == b';');
        let known = name.and_then(|end| Some((character(&behind[..end])?, &behind[end + 1..])));
        match known {
            Some((known, behind)) => {
                out.push(known);
                rest = behind;
            }
            None => {
                out.push('&');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The letters of Latin-1 by name, from U+00A0 on.
const LATIN: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg \
    macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 \
    iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute \
    Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml \
    Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
    igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute \
    ucirc uuml yacute thorn yuml";

/// Others that stand in books.
const NAMES: &[(&str, char)] = &[
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("lsaquo", '‹'),
    ("rsaquo", '›'),
    ("hellip", '…'),
    ("bull", '•'),
    ("dagger", '†'),
    ("Dagger", '‡'),
    ("prime", '′'),
    ("Prime", '″'),
    ("euro", '€'),
    ("trade", '™'),
    ("OElig", 'Œ'),
    ("oelig", 'œ'),
    ("Scaron", 'Š'),
    ("scaron", 'š'),
    ("Yuml", 'Ÿ'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("thinsp", '\u{2009}'),
    ("zwnj", '\u{200c}'),
    ("zwj", '\u{200d}'),
];

fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']);
        let number = match hex {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        return char::from_u32(number.ok()?).filter(|c| *c != '\0');
    }
    let other = NAMES.iter().find(|(known, _)| *known == name);
    other.map(|(_, c)| *c).or_else(|| {
        let at = LATIN.split_ascii_whitespace().position(|it| it == name)?;
        char::from_u32(0xa0 + at as u32)
    })
}

#[cfg(test)]
mod tests {
    use proptest::strategy::Strategy as _;

    use super::*;

    fn text(markup: &str) -> String {
        Chapter::read(markup).text
    }

    #[test]
    fn paragraphs_stand_apart_and_words_together() {
        let chapter = Chapter::read(
            "<?xml version='1.0'?><!DOCTYPE html><html><head><title>Book</title>\
             <style>p { color: red }</style></head><body><h2>I.\n  <i>Loom</i>ings</h2>\
             <p>Call me   <em>Ish</em>mael.</p><p>Some&nbsp;years ago&#8212;never mind</p>\
             <p class='a>b'>x &amp; y &lt;z&gt; &eacute;&yuml; &unknown; &</p><br/></body></html>",
        );
        assert_eq!(chapter.title, "I. Loomings");
        let expected = "I. Loomings\n\nCall me Ishmael.\n\nSome\u{a0}years ago—never mind\n\n\
                        x & y <z> éÿ &unknown; &";
        assert_eq!(chapter.text, expected);
    }

    #[test]
    fn tables_verses_and_readings() {
        assert_eq!(text("<tr><td>a</td><td>b</td></tr>"), "a\tb");
        assert_eq!(text("<p>one<br/>two</p>"), "one\ntwo");
        assert_eq!(text("<pre>  a\n   b</pre>c"), "a\n   b\n\nc");
        assert_eq!(text("<ruby>東<rt>とう</rt>京<rp>(</rp></ruby>都"), "東京都");
    }

    #[test]
    fn what_is_not_well_formed_is_read_as_far_as_it_goes() {
        for (markup, expected) in [
            ("<p>a<p>b</i></p></p></div>c", "a\n\nb\n\nc"),
            ("a < b <c", "a < b"),
            ("<p title=\"x>never <b>closed</b>", "closed"),
            ("a<!-- never closed", "a"),
            ("a<![CDATA[<b>]]>c", "a<b>c"),
            ("<script>if (a </ b) x</SCRIPT >done", "done"),
            ("<script>never closed", ""),
            ("<title/>a<script/>b", "ab"),
            ("<rt>never closed<p>shown", "shown"),
            ("&#x110000;&#0;&#xe9;&#233;", "&#x110000;&#0;éé"),
            ("", ""),
        ] {
            assert_eq!(text(markup), expected, "{markup}");
        }
    }

    #[test]
    fn a_million_tags_that_end_nowhere_take_no_time() {
        for piece in [
            "<a '",
            "<",
            "</",
            "<!--",
            "<![CDATA[",
            "&",
            "<script>",
            "<p><rt>",
            "<a =\">",
        ] {
            text(&piece.repeat(1_000_000));
        }
    }

    proptest::proptest! {
        #[test]
        fn any_markup_is_some_text(pieces in proptest::collection::vec(
            proptest::prop_oneof![
                proptest::prelude::any::<String>(),
                proptest::sample::select(vec!["<p>", "</p", "<", ">", "'", "\"", "&", "&#", ";", "<!--", "<rt>", "<pre>"])
                    .prop_map(str::to_owned),
            ], 0..30))
        {
            let markup = pieces.concat();
            let chapter = Chapter::read(&markup);
            // A reference may name a letter of more bytes, but takes more to write.
            proptest::prop_assert!(chapter.text.len() <= 2 * markup.len());
        }
    }
}
