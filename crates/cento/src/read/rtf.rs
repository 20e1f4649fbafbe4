//! Rich Text Format: groups in braces, control words behind backslashes, and text between.
//!
//! One pass with a stack of what each group has set, bounded; nothing recurs. Text is that of the page and of footnotes, which
//! come behind it; headers, pictures, styles and what programs keep for themselves are left out. Letters are in the code page
//! of their font, or `\u` and a number.

use std::collections::BTreeMap;

use encoding_rs::{Encoding, MACINTOSH, UTF_8, WINDOWS_1252};
use serde_json::json;

use super::file::{FileRef, Refused};
use super::{Document, Reason, Time};

/// Groups in groups. Tables in tables have 20.
const MAX_DEPTH: usize = 10_000;
/// Fonts that are known by number.
const MAX_FONTS: usize = 10_000;

/// What is in the file.
pub(super) fn read(file: &FileRef) -> Result<Document, Refused> {
    document(&file.bytes()?)
}

fn document(bytes: &[u8]) -> Result<Document, Refused> {
    let broken = |cause: &str| Refused::new(Reason::BrokenRtf, cause);
    let start = bytes.iter().take_while(|byte| byte.is_ascii_whitespace());
    let start = start.count();
    if !bytes[start..].starts_with(b"{\\rtf") {
        return Err(broken("no file of Rich Text Format"));
    }
    let mut reading = Reading::new(&bytes[start..]);
    while reading.step()? {}
    if !reading.stack.is_empty() {
        return Err(broken("it is cut short"));
    }
    Ok(reading.finish())
}

/// Where text goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Into {
    Body,
    Notes,
    Title,
    Author,
    Made,
    Changed,
    Fonts,
    Nowhere,
}

/// What a group has set. It ends with the group.
#[derive(Clone, Copy)]
struct State {
    into: Into,
    encoding: &'static Encoding,
    /// How many characters behind `\u` are for programs that don't know it.
    fallback: u32,
    /// Whether text is not shown, or was struck out.
    is_hidden: bool,
}

#[derive(Clone, Copy, Default)]
struct Date {
    year: i32,
    month: i32,
    day: i32,
}

struct Reading<'a> {
    rest: &'a [u8],
    stack: Vec<State>,
    state: State,
    /// The code page of the file, and those of its fonts.
    ansi: &'static Encoding,
    fonts: BTreeMap<i32, &'static Encoding>,
    default_font: i32,
    /// The font whose entry is read.
    font: i32,
    /// Bytes of letters that are not decoded yet: one may be two.
    pending: Vec<u8>,
    /// The first half of a pair that `\u` gave.
    half: Option<u16>,
    /// Characters to pass over.
    skip: u32,
    /// Whether the next word names something to be left out where it is not known.
    is_optional: bool,
    body: String,
    notes: String,
    title: String,
    author: String,
    made: Date,
    changed: Date,
    replaced: u32,
}

impl<'a> Reading<'a> {
    fn new(rest: &'a [u8]) -> Self {
        Self {
            rest,
            stack: Vec::new(),
            state: State {
                into: Into::Body,
                encoding: WINDOWS_1252,
                fallback: 1,
                is_hidden: false,
            },
            ansi: WINDOWS_1252,
            fonts: BTreeMap::new(),
            default_font: 0,
            font: 0,
            pending: Vec::new(),
            half: None,
            skip: 0,
            is_optional: false,
            body: String::new(),
            notes: String::new(),
            title: String::new(),
            author: String::new(),
            made: Date::default(),
            changed: Date::default(),
            replaced: 0,
        }
    }

    /// Reads one thing; false at the end of the outermost group, or of the file.
    fn step(&mut self) -> Result<bool, Refused> {
        let Some((&first, rest)) = self.rest.split_first() else {
            self.flush();
            return Ok(false);
        };
        self.rest = rest;
        match first {
            b'{' => {
                self.flush();
                (self.skip, self.is_optional) = (0, false);
                if self.stack.len() >= MAX_DEPTH {
                    let cause = format!("more than {MAX_DEPTH} groups in each other");
                    return Err(Refused::new(Reason::Hostile, cause));
                }
                self.stack.push(self.state);
            }
            b'}' => {
                self.flush();
                (self.skip, self.is_optional) = (0, false);
                if let Some(before) = self.stack.pop() {
                    if before.into != self.state.into && self.state.into == Into::Notes {
                        self.notes.push_str("\n\n");
                    }
                    self.state = before;
                }
                return Ok(!self.stack.is_empty());
            }
            b'\\' => self.control(),
            // Line ends in the file are no line ends of the text.
            b'\r' | b'\n' => {}
            byte => self.byte(byte),
        }
        Ok(true)
    }

    /// A byte of text.
    fn byte(&mut self, byte: u8) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if self.state.into != Into::Nowhere {
            if self.half.take().is_some() {
                self.lone();
            }
            self.pending.push(byte);
        }
    }

    /// What stands behind a backslash.
    fn control(&mut self) {
        let letters = self
            .rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic());
        let letters = letters.count();
        if letters == 0 {
            return self.symbol();
        }
        let (word, rest) = self.rest.split_at(letters);
        let digits_from = usize::from(rest.first() == Some(&b'-'));
        let digits = rest[digits_from..].iter();
        let digits = digits.take_while(|byte| byte.is_ascii_digit()).count();
        let number = match digits {
            0 => None,
            // What does not fit is no number of anything.
            _ => str::from_utf8(&rest[..digits_from + digits])
                .ok()
                .and_then(|digits| digits.parse::<i32>().ok()),
        };
        let used = if digits == 0 { 0 } else { digits_from + digits };
        let rest = &rest[used..];
        self.rest = rest.strip_prefix(b" ").unwrap_or(rest);
        // A control word counts as one character of what is passed over.
        if self.skip > 0 && word != b"u" && word != b"bin" {
            self.skip -= 1;
            return;
        }
        if word != b"u" {
            self.flush();
        }
        self.word(word, number);
        self.is_optional = false;
    }

    /// A backslash and a sign.
    fn symbol(&mut self) {
        let Some((&sign, rest)) = self.rest.split_first() else {
            return;
        };
        self.rest = rest;
        match sign {
            b'\'' => {
                let digit = |at: usize| rest.get(at).and_then(|&c| char::from(c).to_digit(16));
                if let (Some(high), Some(low)) = (digit(0), digit(1)) {
                    self.rest = &rest[2..];
                    self.byte((high << 4 | low) as u8);
                }
            }
            b'*' => self.is_optional = true,
            b'~' => self.text("\u{a0}"),
            b'_' => self.text("\u{2011}"),
            b'\r' | b'\n' => self.text("\n\n"),
            b'\t' => self.text("\t"),
            b'\\' | b'{' | b'}' => self.byte(sign),
            // A hyphen where a line may end is not shown; nor is anything else.
            _ => {}
        }
    }

    fn word(&mut self, word: &[u8], number: Option<i32>) {
        let is_on = number != Some(0);
        match word {
            b"u" => self.unit(number.unwrap_or_default()),
            b"uc" => self.state.fallback = number.unwrap_or(1).clamp(0, 100) as u32,
            b"bin" => {
                let bytes = usize::try_from(number.unwrap_or_default()).unwrap_or(0);
                self.rest = self.rest.get(bytes..).unwrap_or_default();
            }
            b"ansicpg" => {
                self.ansi = code_page(number.unwrap_or_default());
                self.state.encoding = self.ansi;
            }
            b"mac" => (self.ansi, self.state.encoding) = (MACINTOSH, MACINTOSH),
            b"deff" => self.default_font = number.unwrap_or_default(),
            b"f" if self.state.into == Into::Fonts => self.font = number.unwrap_or_default(),
            b"f" => self.state.encoding = self.font(number.unwrap_or_default()),
            b"fcharset" if self.fonts.len() < MAX_FONTS => {
                if let Some(encoding) = charset(number.unwrap_or_default()) {
                    self.fonts.insert(self.font, encoding);
                }
            }
            b"plain" => {
                self.state.is_hidden = false;
                self.state.encoding = self.font(self.default_font);
            }
            b"v" | b"deleted" => self.state.is_hidden = is_on,
            b"par" | b"sect" | b"page" | b"row" => self.text("\n\n"),
            b"line" | b"lbr" => self.text("\n"),
            b"tab" | b"cell" | b"nestcell" => self.text("\t"),
            b"emdash" => self.text("—"),
            b"endash" => self.text("–"),
            b"lquote" => self.text("‘"),
            b"rquote" => self.text("’"),
            b"ldblquote" => self.text("“"),
            b"rdblquote" => self.text("”"),
            b"bullet" => self.text("•"),
            b"emspace" | b"enspace" | b"qmspace" => self.text(" "),
            b"yr" => self.date(|date, number| date.year = number, number),
            b"mo" => self.date(|date, number| date.month = number, number),
            b"dy" => self.date(|date, number| date.day = number, number),
            word => self.destination(word),
        }
    }

    /// A word that may say where the text of its group goes.
    fn destination(&mut self, word: &[u8]) {
        let is_left_out = self.is_optional || LEFT_OUT.contains(&word);
        let into = match (self.state.into, word) {
            // What is inside of what is left out is left out, but for what the file says about itself.
            (Into::Nowhere, b"title") => Into::Title,
            (Into::Nowhere, b"author") => Into::Author,
            (Into::Nowhere, b"creatim") => Into::Made,
            (Into::Nowhere, b"revtim") => Into::Changed,
            (Into::Nowhere, _) => return,
            (_, b"fonttbl") => Into::Fonts,
            (Into::Body | Into::Notes, b"footnote" | b"annotation") => Into::Notes,
            _ if is_left_out => Into::Nowhere,
            _ => return,
        };
        self.state.into = into;
    }

    fn date(&mut self, set: fn(&mut Date, i32), number: Option<i32>) {
        match self.state.into {
            Into::Made => set(&mut self.made, number.unwrap_or_default()),
            Into::Changed => set(&mut self.changed, number.unwrap_or_default()),
            _ => {}
        }
    }

    fn font(&self, number: i32) -> &'static Encoding {
        self.fonts.get(&number).copied().unwrap_or(self.ansi)
    }

    /// A unit of UTF-16, which may be written as a negative number.
    fn unit(&mut self, number: i32) {
        self.flush_bytes();
        // The first half of a pair has its own characters to pass over, right before the second.
        self.skip = self.state.fallback;
        let unit = number as u16;
        let first = self.half.take();
        let units = first.into_iter().chain([unit]);
        for decoded in char::decode_utf16(units) {
            match decoded {
                Ok(c) => self.text(c.encode_utf8(&mut [0; 4])),
                Err(lone) if lone.unpaired_surrogate() == unit && unit < 0xdc00 => {
                    self.half = Some(unit);
                }
                Err(_) => self.lone(),
            }
        }
    }

    fn lone(&mut self) {
        self.replaced = self.replaced.saturating_add(1);
        self.text("\u{fffd}");
    }

    /// Text that is known.
    fn text(&mut self, text: &str) {
        self.flush_bytes();
        let out = match self.state.into {
            _ if self.state.is_hidden => return,
            Into::Body => &mut self.body,
            Into::Notes => &mut self.notes,
            Into::Title => &mut self.title,
            Into::Author => &mut self.author,
            Into::Made | Into::Changed | Into::Fonts | Into::Nowhere => return,
        };
        out.push_str(text);
    }

    fn flush_bytes(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.pending);
        let (text, is_damaged) = self.state.encoding.decode_without_bom_handling(&bytes);
        self.replaced = self.replaced.saturating_add(u32::from(is_damaged));
        self.text(&text);
    }

    /// The end of a run of text: nothing that comes belongs to the last letter.
    fn flush(&mut self) {
        self.flush_bytes();
        if self.half.take().is_some() {
            self.lone();
        }
    }

    fn finish(self) -> Document {
        let mut text = self.body.trim().to_owned();
        let notes = self.notes.trim();
        if !notes.is_empty() {
            text.push_str("\n\n");
            text.push_str(notes);
        }
        text.push('\n');
        let line = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            (!words.is_empty()).then(|| words.join(" "))
        };
        let mut meta = json!({});
        if let Some(author) = line(&self.author) {
            meta["author"] = author.into();
        }
        meta["kind"] = "rtf".into();
        Document {
            // As with other documents of offices: when it was changed last, else when it was made.
            date: self.changed.text().or_else(|| self.made.text()),
            title: line(&self.title),
            meta: meta.to_string(),
            text,
            replaced: self.replaced,
            ..Document::default()
        }
    }
}

impl Date {
    fn text(self) -> Option<String> {
        let Self { year, month, day } = self;
        let date = format!("{year:04}-{month:02}-{day:02}");
        Time::parse(&date).map(|_| date)
    }
}

/// Groups that begin so are no text. Those that begin with `\*` are none either.
const LEFT_OUT: &[&[u8]] = &[
    b"bkmkend",
    b"bkmkstart",
    b"colortbl",
    b"fldinst",
    b"filetbl",
    b"fontemb",
    b"footer",
    b"footerf",
    b"footerl",
    b"footerr",
    b"ftncn",
    b"ftnsep",
    b"ftnsepc",
    b"header",
    b"headerf",
    b"headerl",
    b"headerr",
    b"info",
    b"listtable",
    b"listtext",
    b"nonesttables",
    b"nonshppict",
    b"objdata",
    b"pict",
    b"pntext",
    b"private",
    b"revtbl",
    b"shpinst",
    b"sp",
    b"stylesheet",
    b"tc",
    b"template",
    b"xe",
];

/// A code page by its number; Windows-1252 where it is not known.
fn code_page(number: i32) -> &'static Encoding {
    let label = match number {
        65_001 => return UTF_8,
        10_000 => return MACINTOSH,
        866 => "ibm866".into(),
        874 => "windows-874".into(),
        932 => "shift_jis".into(),
        936 => "gbk".into(),
        949 => "euc-kr".into(),
        950 => "big5".into(),
        number => format!("windows-{number}"),
    };
    Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252)
}

/// The code page of a font's character set, where it has one of its own.
fn charset(number: i32) -> Option<&'static Encoding> {
    let page = match number {
        77 => 10_000,
        128 => 932,
        129 | 130 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    };
    Some(code_page(page))
}

#[cfg(test)]
mod tests {
    use proptest::strategy::Strategy as _;

    use super::*;

    fn text(body: &str) -> String {
        let file = format!("{{\\rtf1\\ansi\\ansicpg1252 {body}}}");
        document(file.as_bytes()).expect("read").text
    }

    #[test]
    fn text_in_all_its_spellings() {
        for (body, expected) in [
            ("plain\\par text", "plain\n\ntext\n"),
            ("caf\\'e9 \\'80", "café €\n"),
            ("{\\b bold}face", "boldface\n"),
            ("a\\u233?b\\u8364 ?c", "aébc\n".replace('b', "b€").as_str()),
            ("\\uc2\\u233\\'c3\\'a9x\\uc0\\u233y", "éxéy\n"),
            ("\\u-10179?\\u-8704?", "😀\n"),
            ("\\u-10179?x", "\u{fffd}x\n"),
            ("\\ldblquote a\\rdblquote\\emdash b\\~c", "“a”—b\u{a0}c\n"),
            ("co\\-operate\\_x", "cooperate\u{2011}x\n"),
            ("\\{a\\\\b\\}", "{a\\b}\n"),
            ("a\nb\r\nc", "abc\n"),
            ("a\\cell b\\row", "a\tb\n"),
            ("a{\\v hidden}b\\v x\\v0 c", "abc\n"),
        ] {
            assert_eq!(text(body), expected, "{body}");
        }
    }

    #[test]
    fn what_is_no_text_is_left_out() {
        for body in [
            "{\\fonttbl{\\f0\\fswiss Arial;}}shown",
            "{\\*\\generator Some program;}shown",
            "{\\pict\\wmetafile8 0102ffee}shown",
            "{\\header on every page}shown",
            "{\\field{\\*\\fldinst HYPERLINK x}{\\fldrslt shown}}",
            "{\\pict\\bin7 }{\\x{{}}shown",
            "{\\stylesheet{\\s0 Normal;{\\*\\x y}}}shown",
        ] {
            assert_eq!(text(body), "shown\n", "{body}");
        }
        let notes = "one{\\super 1{\\footnote {\\super 1} a note}} two";
        assert_eq!(text(notes), "one1 two\n\n1 a note\n");
    }

    #[test]
    fn letters_are_in_the_code_page_of_their_font() {
        let body = "{\\fonttbl{\\f0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset128 C;}}\
                    \\f1\\'cc\\'e8\\'f0 \\f0\\'e9 {\\f2\\'94\\'4c}\\plain\\'e9";
        assert_eq!(text(body), "Мир é 猫é\n");
    }

    #[test]
    fn it_says_who_wrote_it_and_when() {
        let file = "{\\rtf1{\\info{\\title A \\'e9t\\'e9}{\\author M. N.}\
                    {\\creatim\\yr1999\\mo1\\dy2}{\\revtim\\yr2001\\mo12\\dy31\\hr5}}x}";
        let document = document(file.as_bytes()).expect("read");
        assert_eq!(document.title.as_deref(), Some("A été"));
        assert_eq!(document.date.as_deref(), Some("2001-12-31"));
        assert_eq!(document.meta, r#"{"author":"M. N.","kind":"rtf"}"#);
        assert_eq!(document.text, "x\n");
    }

    #[test]
    fn damaged_and_hostile_files_are_refused() {
        let deep = format!("{{\\rtf1{}", "{".repeat(1_000_000));
        for (file, reason) in [
            ("", Reason::BrokenRtf),
            ("plain text", Reason::BrokenRtf),
            ("{\\rtf1 cut short", Reason::BrokenRtf),
            ("{\\rtf1 cut \\", Reason::BrokenRtf),
            (&deep, Reason::Hostile),
        ] {
            let refused = document(file.as_bytes()).expect_err("refused");
            assert_eq!(refused.reason, reason, "{}", refused.cause);
        }
        // Numbers that fit nowhere, and bytes that are not there.
        assert_eq!(
            text("\\uc99999999999999999999 a\\bin-5 b\\fs99999999999 c"),
            "abc\n"
        );
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_do_not_panic(pieces in proptest::collection::vec(
            proptest::prop_oneof![
                proptest::collection::vec(proptest::prelude::any::<u8>(), 0..6),
                proptest::sample::select(vec![
                    "{", "}", "\\", "\\u", "\\u-10179?", "\\'", "\\'e", "\\bin", "\\*", "\\uc",
                    "\\f1", "\\fonttbl", "\\fcharset128", "\\info", "\\title", "-", "9", " ",
                ]).prop_map(|piece| piece.as_bytes().to_vec()),
            ], 0..40))
        {
            let mut bytes = b"{\\rtf1".to_vec();
            bytes.extend(pieces.concat());
            bytes.push(b'}');
            let _ = document(&bytes);
        }
    }
}
