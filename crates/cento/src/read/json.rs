//! Pieces of JSON text, for those who keep it as text.

use memchr::memchr;

/// What a JSON value is, told by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Null,
    String,
    Number,
    Other,
}

impl Type {
    /// The type of a valid value, without white space around it.
    pub(super) fn of(raw: &str) -> Self {
        match raw.as_bytes().first() {
            Some(b'"') => Self::String,
            Some(b'-' | b'0'..=b'9') => Self::Number,
            Some(b'n') => Self::Null,
            _ => Self::Other,
        }
    }
}

/// The text that a valid JSON string, quotes and all, stands for. Adds to `replaced` how many lone
/// surrogates became U+FFFD: they are no characters, but some writers let them through.
pub(super) fn unescape(raw: &str, replaced: &mut u32) -> String {
    let raw = raw.strip_prefix('"').unwrap_or(raw);
    let mut rest = raw.strip_suffix('"').unwrap_or(raw);
    let mut text = String::with_capacity(rest.len());
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        rest = escape(&rest[at + 1..], &mut text, replaced);
        // Runs of escapes, as in text that was made ASCII, are not worth a search each.
        while let Some(next) = rest.strip_prefix('\\') {
            rest = escape(next, &mut text, replaced);
        }
    }
    text.push_str(rest);
    if text.len() < text.capacity() / 2 {
        text.shrink_to_fit();
    }
    text
}

/// Appends the character whose escape, after its backslash, begins `rest`; what comes after it.
fn escape<'a>(rest: &'a str, text: &mut String, replaced: &mut u32) -> &'a str {
    let mut chars = rest.chars();
    let plain = match chars.next() {
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('u') => return unicode(chars.as_str(), text, replaced),
        Some(other) => other,
        None => return rest,
    };
    text.push(plain);
    chars.as_str()
}

/// As [`escape`], after `\u`.
fn unicode<'a>(rest: &'a str, text: &mut String, replaced: &mut u32) -> &'a str {
    let (Some(first), Some(after)) = (hex(rest), rest.get(4..)) else {
        return rest;
    };
    if let Some(char) = char::from_u32(first) {
        text.push(char);
        return after;
    }
    let low = after
        .strip_prefix("\\u")
        .and_then(hex)
        .filter(|low| (0xdc00..0xe000).contains(low));
    if let (0xd800..0xdc00, Some(low)) = (first, low) {
        let code = 0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00);
        text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        return after.get(6..).unwrap_or("");
    }
    text.push(char::REPLACEMENT_CHARACTER);
    *replaced += 1;
    after
}

fn hex(text: &str) -> Option<u32> {
    let digits = text.as_bytes().get(..4)?;
    digits.iter().try_fold(0, |value, &digit| {
        Some(value * 16 + char::from(digit).to_digit(16)?)
    })
}

/// True when lists and objects stand inside each other more than `limit` times.
pub(super) fn deeper_than(limit: usize, raw: &str) -> bool {
    let bytes = raw.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => at += string_len(&bytes[at..]),
            _ => {}
        }
        if depth > limit {
            return true;
        }
    }
    false
}

/// Bytes up to and with the closing quote.
fn string_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = bytes
        .get(at..)
        .and_then(|rest| memchr::memchr2(b'"', b'\\', rest))
    {
        at += found;
        if bytes[at] == b'"' {
            return at + 1;
        }
        at += 2;
    }
    bytes.len()
}

/// Appends `"key":value` to the text of an object that [`close`] will end. Both are raw JSON.
pub(super) fn push_field(object: &mut String, key: &str, value: &str) {
    object.reserve(key.len() + value.len() + 3);
    object.push(if object.is_empty() { '{' } else { ',' });
    object.push_str(key);
    object.push(':');
    object.push_str(value);
}

/// Whether the text is that of one JSON object.
#[cfg(feature = "parquet")]
pub(super) fn is_object(text: &str) -> bool {
    text.starts_with('{') && serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok()
}

/// Appends the members of `other`, the text of an object, to an object that [`close`] will end.
pub(super) fn push_members(object: &mut String, other: &str) {
    let members = other
        .trim_end()
        .strip_prefix('{')
        .and_then(|other| other.strip_suffix('}'));
    if let Some(members) = members.filter(|members| !members.trim().is_empty()) {
        object.push(if object.is_empty() { '{' } else { ',' });
        object.push_str(members);
    }
}

/// Ends an object, if it has any fields.
pub(super) fn close(object: &mut String) {
    if !object.is_empty() {
        object.push('}');
        object.shrink_to_fit();
    }
}

/// Text as a JSON string.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stand_for_their_characters() {
        for raw in [
            r#""""#,
            r#""plain""#,
            r#""\n\t\r\b\f\"\\\/""#,
            r#""a\u0041\u00e9\u20acz""#,
            r#""\ud83d\ude00 and \\u0041""#,
            r#""\u0000""#,
        ] {
            let mut replaced = 0;
            let expected: String = serde_json::from_str(raw).expect("valid");
            assert_eq!(unescape(raw, &mut replaced), expected, "{raw}");
            assert_eq!(replaced, 0);
        }
    }

    #[test]
    fn lone_surrogates_are_replaced_and_counted() {
        for (raw, expected) in [
            (r#""a\ud800b""#, "a\u{fffd}b"),
            (r#""\udc00""#, "\u{fffd}"),
            (r#""\ud800\u0041""#, "\u{fffd}A"),
            (r#""\ud800\ud83d\ude00""#, "\u{fffd}😀"),
            (r#""\ud800\n""#, "\u{fffd}\n"),
        ] {
            let mut replaced = 0;
            assert_eq!(unescape(raw, &mut replaced), expected, "{raw}");
            assert_eq!(replaced, 1, "{raw}");
        }
    }

    #[test]
    fn depth_counts_brackets_outside_strings() {
        assert!(!deeper_than(3, r#"[["[[[\"[[", {"}": 1}], []]"#));
        assert!(deeper_than(1, "[[]]"));
        assert!(!deeper_than(1, "[],[]"));
    }
}
