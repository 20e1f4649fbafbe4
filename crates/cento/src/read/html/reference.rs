//! Character references: `&amp;`, `&#8212;`, `&#x2014;`.

use std::borrow::Cow;

use memchr::memchr;
use quick_xml::escape::resolve_html5_entity;

/// Text with its references replaced by what they stand for. What is none stays as it is.
pub(super) fn resolved(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr(b'&', text.as_bytes()) else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut rest = &text[first..];
    while let Some(after) = rest.strip_prefix('&') {
        let used = put(after, &mut out);
        if used == 0 {
            out.push('&');
        }
        rest = &after[used..];
        let next = memchr(b'&', rest.as_bytes()).unwrap_or(rest.len());
        out.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    Cow::Owned(out)
}

/// Longest name of a reference.
const LONGEST: usize = 32;

/// Appends what the reference before `text`, without its `&`, stands for; how many bytes it takes, 0 if it is none.
fn put(text: &str, out: &mut String) -> usize {
    if let Some(number) = text.strip_prefix('#') {
        return put_number(number, out).map_or(0, |used| used + 1);
    }
    let bytes = text.as_bytes();
    let name = bytes.iter().take(LONGEST + 1);
    let name = name.take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if bytes.get(name) == Some(&b';')
        && let Some(stands_for) = resolve_html5_entity(&text[..name])
    {
        out.push_str(stands_for);
        return name + 1;
    }
    // Some may lack the semicolon, and then be followed by anything.
    for end in (2..=name.min(6)).rev() {
        let name = &text[..end];
        if BARE.binary_search(&name).is_ok()
            && let Some(stands_for) = resolve_html5_entity(name)
        {
            out.push_str(stands_for);
            return end;
        }
    }
    0
}

/// The same after `&#`.
fn put_number(text: &str, out: &mut String) -> Option<usize> {
    let (digits, radix, prefix) = match text.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 1),
        None => (text, 10, 0),
    };
    let count = digits
        .bytes()
        .take_while(|&byte| char::from(byte).is_digit(radix))
        .count();
    if count == 0 {
        return None;
    }
    let significant = digits[..count].trim_start_matches('0');
    let number = match significant.len() {
        0..=8 => u32::from_str_radix(significant, radix).unwrap_or(0),
        _ => u32::MAX,
    };
    out.push(match number {
        // Written by those who thought of Windows-1252.
        0x80..=0x9f => WINDOWS[number as usize - 0x80],
        0 => char::REPLACEMENT_CHARACTER,
        _ => char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER),
    });
    let semicolon = digits.as_bytes().get(count) == Some(&b';');
    Some(prefix + count + usize::from(semicolon))
}

/// Characters 0x80 to 0x9f of Windows-1252.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Names that stand for something without a semicolon, too, in order.
const BARE: &[&str] = &[
    "AElig", "AMP", "Aacute", "Acirc", "Agrave", "Aring", "Atilde", "Auml", "COPY", "Ccedil",
    "ETH", "Eacute", "Ecirc", "Egrave", "Euml", "GT", "Iacute", "Icirc", "Igrave", "Iuml", "LT",
    "Ntilde", "Oacute", "Ocirc", "Ograve", "Oslash", "Otilde", "Ouml", "QUOT", "REG", "THORN",
    "Uacute", "Ucirc", "Ugrave", "Uuml", "Yacute", "aacute", "acirc", "acute", "aelig", "agrave",
    "amp", "aring", "atilde", "auml", "brvbar", "ccedil", "cedil", "cent", "copy", "curren", "deg",
    "divide", "eacute", "ecirc", "egrave", "eth", "euml", "frac12", "frac14", "frac34", "gt",
    "iacute", "icirc", "iexcl", "igrave", "iquest", "iuml", "laquo", "lt", "macr", "micro",
    "middot", "nbsp", "not", "ntilde", "oacute", "ocirc", "ograve", "ordf", "ordm", "oslash",
    "otilde", "ouml", "para", "plusmn", "pound", "quot", "raquo", "reg", "sect", "shy", "sup1",
    "sup2", "sup3", "szlig", "thorn", "times", "uacute", "ucirc", "ugrave", "uml", "uuml",
    "yacute", "yen", "yuml",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_stand_for_characters() {
        for (text, expected) in [
            ("plain", "plain"),
            ("a &amp; b &lt;c&gt; &quot;&apos;", "a & b <c> \"'"),
            (
                "&eacute;&Eacute;&hellip;&CounterClockwiseContourIntegral;",
                "éÉ…∳",
            ),
            ("&#233;&#xE9;&#Xe9;&#8212", "ééé—"),
            ("&#150;&#x80;", "–€"),
            (
                "&#0;&#xd800;&#99999999999;&#x110000;",
                "\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
            ),
            ("&nbsp&copy2020 &ampx &notit;", "\u{a0}©2020 &x ¬it;"),
            (
                "AT&T &; &# &#x; &#xg &unknown; a&b=c&",
                "AT&T &; &# &#x; &#xg &unknown; a&b=c&",
            ),
            ("&hellip &&amp;", "&hellip &&"),
        ] {
            assert_eq!(resolved(text), expected, "{text}");
        }
    }

    #[test]
    fn names_without_semicolon_are_in_order_and_known() {
        assert!(BARE.is_sorted());
        assert_eq!(BARE.len(), 106);
        for name in BARE {
            assert!(resolve_html5_entity(name).is_some(), "{name}");
            assert!(name.len() <= 6);
        }
    }
}
