//! What a file says about itself: title, author, date, and what its pages are called.

use std::io::{self, Write};

use hayro_syntax::Pdf;
use hayro_syntax::metadata::Metadata;
use hayro_syntax::object::{Array, Dict, Name, Object, String as Text};

use crate::one_line;

/// Pages and ranges of pages that are named, at most.
const MAX_PAGES: usize = 100_000;
/// Nodes of the tree of ranges that are looked at.
const MAX_NODES: usize = 10_000;

pub(crate) fn write(about: &Metadata, out: &mut dyn Write) -> io::Result<()> {
    for (name, value) in [("title", &about.title), ("author", &about.author)] {
        let value = value.as_deref().map(text).unwrap_or_default();
        let value = one_line(&value);
        if !value.is_empty() {
            writeln!(out, "{name}\t{value}")?;
        }
    }
    // When it was made: a file is changed by whoever passes it on.
    if let Some(date) = about.creation_date.or(about.modification_date) {
        let (year, month, day) = (date.year, date.month, date.day);
        writeln!(out, "date\t{year:04}-{month:02}-{day:02}")?;
    }
    Ok(())
}

/// A string that is UTF-16 or UTF-8 where it begins with a mark, and else nearly Latin-1.
fn text(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => {
            let (pairs, _) = rest.as_chunks::<2>();
            let units: Vec<u16> = pairs.iter().map(|&pair| u16::from_be_bytes(pair)).collect();
            String::from_utf16_lossy(&units)
        }
        [0xff, 0xfe, rest @ ..] => {
            let (pairs, _) = rest.as_chunks::<2>();
            let units: Vec<u16> = pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect();
            String::from_utf16_lossy(&units)
        }
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        bytes => match str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    }
}

/// How the pages of a range are called.
struct Range {
    first: usize,
    style: u8,
    prefix: String,
    from: u32,
}

/// What the pages are called, from the first on; nothing where the file does not say.
pub(crate) fn labels(pdf: &Pdf) -> Vec<String> {
    let xref = pdf.xref();
    let ranges = xref
        .get::<Dict<'_>>(xref.root_id())
        .and_then(|catalog| catalog.get::<Dict<'_>>(b"PageLabels"))
        .map(ranges)
        .unwrap_or_default();
    let count = pdf.pages().len().min(MAX_PAGES);
    let mut labels = Vec::new();
    let mut ranges = ranges.into_iter().peekable();
    let mut current: Option<Range> = None;
    if ranges.peek().is_none() {
        return labels;
    }
    for page in 0..count {
        while let Some(range) = ranges.next_if(|range| range.first <= page) {
            current = Some(range);
        }
        labels.push(current.as_ref().map_or_else(String::new, |range| {
            let number = range.from.saturating_add((page - range.first) as u32);
            one_line(&format!("{}{}", range.prefix, shown(number, range.style)))
        }));
    }
    labels
}

/// The ranges of a tree, sorted by where they begin.
fn ranges(root: Dict<'_>) -> Vec<Range> {
    let mut ranges = Vec::new();
    let mut nodes = vec![root];
    let mut seen = 0;
    while let Some(node) = nodes.pop() {
        seen += 1;
        if seen > MAX_NODES || ranges.len() > MAX_PAGES {
            break;
        }
        if let Some(kids) = node.get::<Array<'_>>(b"Kids") {
            nodes.extend(kids.iter::<Dict<'_>>().take(MAX_NODES));
        }
        let Some(numbers) = node.get::<Array<'_>>(b"Nums") else {
            continue;
        };
        let mut first = None;
        for object in numbers.iter::<Object<'_>>().take(MAX_PAGES) {
            match (first.take(), object) {
                (None, Object::Number(number)) => first = usize::try_from(number.as_i64()).ok(),
                (Some(first), Object::Dict(label)) => ranges.push(Range {
                    first,
                    style: label
                        .get::<Name<'_>>(b"S")
                        .and_then(|style| style.first().copied())
                        .unwrap_or_default(),
                    prefix: label
                        .get::<Text<'_>>(b"P")
                        .map(|prefix| text(prefix.as_bytes()))
                        .unwrap_or_default()
                        .chars()
                        .take(20)
                        .collect(),
                    from: label
                        .get::<i32>(b"St")
                        .and_then(|from| u32::try_from(from).ok())
                        .unwrap_or(1),
                }),
                _ => {}
            }
        }
    }
    ranges.sort_by_key(|range| range.first);
    ranges
}

fn shown(number: u32, style: u8) -> String {
    match style {
        b'D' => number.to_string(),
        b'r' => roman(number).to_lowercase(),
        b'R' => roman(number),
        b'a' => letters(number),
        b'A' => letters(number).to_uppercase(),
        _ => String::new(),
    }
}

fn roman(number: u32) -> String {
    const DIGITS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number >= 4000 {
        return number.to_string();
    }
    let mut rest = number;
    let mut out = String::new();
    for (value, digit) in DIGITS {
        while rest >= value {
            out += digit;
            rest -= value;
        }
    }
    out
}

/// a to z, then aa to zz.
fn letters(number: u32) -> String {
    let Some(at) = number.checked_sub(1) else {
        return String::new();
    };
    let letter = char::from(b'a' + (at % 26) as u8);
    let times = (at / 26 + 1).min(20) as usize;
    letter.to_string().repeat(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_in_every_style() {
        assert_eq!(shown(1994, b'R'), "MCMXCIV");
        assert_eq!(shown(14, b'r'), "xiv");
        assert_eq!([shown(1, b'a'), shown(28, b'A')], ["a", "BB"]);
        assert_eq!([shown(7, b'D'), shown(7, 0), shown(0, b'a')], ["7", "", ""]);
    }

    #[test]
    fn strings_are_in_one_of_three_encodings() {
        assert_eq!(text(b"\xfe\xff\x00A\x20\xac"), "A€");
        assert_eq!(text("\u{feff}é".as_bytes()), "é");
        assert_eq!(text(b"caf\xe9"), "café");
        assert_eq!(text("café".as_bytes()), "café");
    }
}
