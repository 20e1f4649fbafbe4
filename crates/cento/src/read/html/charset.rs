//! The bytes of a page as text.
//!
//! What is asked, in this order: a byte order mark; the header it came with; what the page says at its beginning; how
//! its bytes look.
//!
//! - Departure: zeros at every second byte are UTF-16 whatever is said. Such bytes may well be valid UTF-8, and in UTF-16 the
//!   page could not even be asked.
//! - Departure: bytes that are UTF-8, with characters beyond ASCII, are taken for it whatever the page says of itself.
//!   Programs that save pages write them anew and leave what they say as it was; the other way round it is all but
//!   impossible. A page that is said to be UTF-8 and has more sequences that are not than that are is looked at, too.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::lexer::{Lexer, Token};
use super::tag::Tag;
use crate::read::encoding::{decode_as, utf16};

/// What a page says of itself is looked for in so many bytes.
const HEAD: usize = 4 << 10;

/// How its bytes look is told from so many.
const LOOK: usize = 256 << 10;

/// The text of a page, and how many sequences were replaced by U+FFFD. `header` is the charset it came with.
pub(super) fn decode<'a>(bytes: &'a [u8], header: Option<&str>) -> (Cow<'a, str>, u32) {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return with(encoding, &bytes[mark..]);
    }
    if let Some(encoding) = utf16(bytes) {
        return with(encoding, bytes);
    }
    if let Ok(text) = str::from_utf8(bytes)
        && (!text.is_ascii() || !escapes(bytes))
    {
        return (Cow::Borrowed(text), 0);
    }
    let named = |label: &str| Encoding::for_label(label.as_bytes());
    let encoding = header.and_then(named).or_else(|| said(bytes));
    match encoding {
        Some(encoding) if encoding != UTF_8 || mostly_utf8(bytes) => with(encoding, bytes),
        _ => with(look(bytes), bytes),
    }
}

/// Whether there are bytes by which ISO-2022-JP leaves ASCII.
fn escapes(bytes: &[u8]) -> bool {
    memchr::memchr(0x1b, bytes).is_some()
}

fn with(encoding: &'static Encoding, bytes: &[u8]) -> (Cow<'static, str>, u32) {
    let decoded = decode_as(encoding, bytes);
    (Cow::Owned(decoded.text), decoded.replaced)
}

/// Whether more of what is beyond ASCII is UTF-8 than is not.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut valid, mut invalid) = (0, 0);
    for part in bytes.utf8_chunks() {
        let leads = |byte: &&u8| **byte >= 0xc0;
        valid += part.valid().as_bytes().iter().filter(leads).count();
        invalid += usize::from(!part.invalid().is_empty());
    }
    valid >= invalid
}

/// What the page says: `<?xml encoding="...">`, `<meta charset=...>`, `<meta http-equiv=... content="...; charset=...">`.
fn said(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(HEAD)];
    // All of it is ASCII, where it counts; any single byte will do for the rest.
    let (head, _) = WINDOWS_1252.decode_without_bom_handling(head);
    let label = xml_label(&head).or_else(|| meta_label(&head));
    let encoding = Encoding::for_label(label?.as_bytes())?;
    // It could not be read if it were true.
    match encoding == UTF_16LE || encoding == UTF_16BE {
        true => Some(UTF_8),
        false => Some(encoding),
    }
}

fn xml_label(head: &str) -> Option<String> {
    let rest = head.trim_ascii_start().strip_prefix("<?xml")?;
    let said = &rest[..rest.find('>')?];
    let value = said[said.find("encoding")? + "encoding".len()..].trim_ascii_start();
    let value = value.strip_prefix('=')?.trim_ascii_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    Some(value[1..].split(quote).next()?.to_owned())
}

fn meta_label(head: &str) -> Option<String> {
    Lexer::new(head).find_map(|token| match token {
        Token::Open {
            tag: Tag::Meta,
            attributes,
            ..
        } => match attributes.get("charset") {
            Some(label) => Some(label.to_owned()),
            None => of_content_type(attributes.get("content")?).map(str::to_owned),
        },
        _ => None,
    })
}

/// The charset of `text/html; charset=...`.
pub(super) fn of_content_type(value: &str) -> Option<&str> {
    let at = value.to_ascii_lowercase().find("charset")? + "charset".len();
    let label = value[at..].trim_ascii_start().strip_prefix('=')?;
    let label = label.trim_ascii_start();
    let label = match label.strip_prefix(['"', '\'']) {
        Some(label) => label.split(['"', '\'']).next()?,
        None => label.split([';', ' ', ',']).next()?,
    };
    (!label.is_empty()).then_some(label)
}

/// What the bytes look like.
fn look(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    // Pages begin with much that is ASCII.
    let first = bytes.iter().position(|byte| *byte >= 0x80 || *byte == 0x1b);
    let from = first.unwrap_or(0).saturating_sub(16);
    let end = bytes.len().min(from + LOOK);
    detector.feed(&bytes[from..end], end == bytes.len());
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENTENCE: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю";

    fn encoded(label: &str, text: &str) -> Vec<u8> {
        let encoding = Encoding::for_label(label.as_bytes()).expect("known");
        encoding.encode(text).0.into_owned()
    }

    #[test]
    fn the_header_then_the_page_then_the_bytes_say_it() {
        let page = |meta: &str| format!("<html><head>{meta}</head><p>{SENTENCE}</p>");
        for (meta, header, truth) in [
            ("", Some("koi8-r"), "koi8-r"),
            ("<meta charset=windows-1251>", Some("koi8-r"), "koi8-r"),
            ("<meta charset=windows-1251>", None, "windows-1251"),
            (
                "<META CONTENT='text/html; Charset=koi8-r' http-equiv=x>",
                None,
                "koi8-r",
            ),
            ("<meta charset=nonsense>", None, "windows-1251"),
            ("<!-- <meta charset=koi8-r> -->", None, "windows-1251"),
            ("<meta charset=utf-8>", None, "windows-1251"),
            ("<meta charset=windows-1251>", None, "utf-8"),
            ("<meta charset=utf-16>", None, "utf-8"),
            ("", None, "windows-1251"),
        ] {
            let page = page(meta);
            let bytes = encoded(truth, &page);
            assert_eq!(
                decode(&bytes, header),
                (page.into(), 0),
                "{meta} {header:?}"
            );
        }
    }

    #[test]
    fn declarations_marks_and_escapes_are_seen() {
        let page = "<?xml version=\"1.0\" encoding='iso-8859-7'?><p>Ξεσκεπάζω</p>";
        assert_eq!(decode(&encoded("iso-8859-7", page), None).0, page);
        let mut bytes = vec![0xff, 0xfe];
        bytes.extend("<p>né".encode_utf16().flat_map(u16::to_le_bytes));
        assert_eq!(decode(&bytes, Some("koi8-r")).0, "<p>né");
        assert_eq!(decode(b"\xef\xbb\xbf<p>", None).0, "<p>");
        let page = format!("<html><meta charset=utf-8><p>plain</p><p>{SENTENCE}</p>");
        for page in ["<p>plain ASCII</p>", &page] {
            for order in [u16::to_le_bytes, u16::to_be_bytes] {
                let bytes: Vec<u8> = page.encode_utf16().flat_map(order).collect();
                for header in [None, Some("utf-8"), Some("utf-16")] {
                    assert_eq!(decode(&bytes, header), (page.into(), 0), "{header:?}");
                }
            }
        }
        let page = "<p>日本語の文章です。</p>";
        assert_eq!(decode(&encoded("iso-2022-jp", page), None).0, page);
        assert_eq!(
            decode(&encoded("shift_jis", &page.repeat(3)), None).0,
            page.repeat(3)
        );
    }

    #[test]
    fn what_is_no_text_is_replaced_and_counted() {
        let bytes = b"<meta charset=utf-8><p>caf\xc3\xa9 \xff na\xc3\xafve</p>";
        let (text, replaced) = decode(bytes, None);
        assert_eq!((text.matches('\u{fffd}').count(), replaced), (1, 1));
        assert!(text.contains("café"));
        assert_eq!(decode(b"", Some("")), ("".into(), 0));
    }

    #[test]
    fn a_content_type_names_its_charset() {
        for (value, label) in [
            ("text/html; charset=utf-8", Some("utf-8")),
            ("text/html;CHARSET = \"Big5\"; x=y", Some("Big5")),
            ("text/html; charset=gbk;x", Some("gbk")),
            ("text/html; charset=", None),
            ("text/html", None),
        ] {
            assert_eq!(of_content_type(value), label, "{value}");
        }
    }
}
