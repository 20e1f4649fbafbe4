//! A page in units that can stand on other pages too: its blocks, and the sentences of these.

use std::ops::Range;

use crate::hash::digest;

/// A shorter sentence stands in texts by chance.
pub(super) const SHORTEST: usize = 30;

/// Letters by which a sentence is known that goes on in another way on each page: "Posted by ... in ...".
const OPENING: usize = 20;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) range: Range<usize>,
    pub(super) values: Values,
}

/// By what a unit is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// The same for units that differ in numbers, case and signs only. It is even.
    pub whole: u64,
    /// The same for those that begin alike, and odd; 0 for a unit that is hardly longer than that.
    pub opening: u64,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) whole: Unit,
    /// The longer of its sentences and lines, where it has several.
    pub(super) sentences: Vec<Unit>,
}

/// The blocks of a text, which have an empty line between them. What has no letter or digit is none.
pub(super) fn blocks(text: &str) -> impl Iterator<Item = Block> + '_ {
    let mut plain = String::new();
    pieces(text, 0, |rest| {
        let end = rest.find("\n\n").unwrap_or(rest.len());
        (end, (end + 2).min(rest.len()))
    })
    .filter_map(move |range| {
        let whole = unit(text, range, &mut plain)?;
        let within = pieces(&text[whole.range.clone()], whole.range.start, sentence);
        let sentences = within
            .filter(|range| range.len() >= SHORTEST && *range != whole.range)
            .filter_map(|range| unit(text, range, &mut plain));
        Some(Block {
            sentences: sentences.collect(),
            whole,
        })
    })
}

/// The values of a block, then of the longer of its sentences.
#[cfg(feature = "html")]
pub(in crate::read) fn values(text: &str) -> impl Iterator<Item = Values> + '_ {
    blocks(text).flat_map(|block| {
        let units = std::iter::once(block.whole).chain(block.sentences);
        units.map(|unit| unit.values)
    })
}

/// The pieces of `text`, which begins at `offset`. `cut` says where the first ends, and where the next begins.
fn pieces(
    text: &str,
    offset: usize,
    mut cut: impl FnMut(&str) -> (usize, usize),
) -> impl Iterator<Item = Range<usize>> {
    let mut begin = 0;
    std::iter::from_fn(move || {
        let rest = text.get(begin..).filter(|rest| !rest.is_empty())?;
        let (end, next) = cut(rest);
        let piece = offset + begin..offset + begin + end;
        begin += next;
        Some(piece)
    })
}

/// Where a line or a sentence ends. Whether a point is that of an abbreviation does not matter here: it is so on every page.
fn sentence(text: &str) -> (usize, usize) {
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let end = at + char.len_utf8();
        let is_end = match char {
            '\n' => return (at, end),
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => chars.peek().is_some_and(|(_, next)| next.is_whitespace()),
            _ => false,
        };
        if is_end {
            let rest = &text[end..];
            return (end, text.len() - rest.trim_start().len());
        }
    }
    (text.len(), text.len())
}

/// The unit of a range. `plain` is room to work in.
fn unit(text: &str, range: Range<usize>, plain: &mut String) -> Option<Unit> {
    let values = Values::of(&text[range.clone()], plain)?;
    Some(Unit { range, values })
}

impl Values {
    /// Those of a unit with these words; none where there is no letter or digit. `plain` is room to work in.
    fn of(text: &str, plain: &mut String) -> Option<Self> {
        plain.clear();
        for char in text.chars() {
            if char.is_numeric() {
                if !plain.ends_with('0') {
                    plain.push('0');
                }
            } else if char.is_alphanumeric() {
                plain.extend(char.to_lowercase());
            } else if !plain.is_empty() && !plain.ends_with(' ') {
                plain.push(' ');
            }
        }
        let plain = plain.trim_end();
        let value = |text: &str| digest(text.as_bytes()) as u64;
        let mut letters = plain.char_indices().skip(OPENING);
        let opening = letters
            .next()
            .filter(|_| letters.nth(OPENING / 2).is_some());
        (!plain.is_empty()).then(|| Self {
            whole: value(plain) & !1,
            opening: opening.map_or(0, |(end, _)| value(&plain[..end]) | 1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(&str, Vec<&str>)> {
        let own = |unit: &Unit| &text[unit.range.clone()];
        blocks(text)
            .map(|block| (own(&block.whole), block.sentences.iter().map(own).collect()))
            .collect()
    }

    #[test]
    fn blocks_and_sentences() {
        assert_eq!(texts(""), []);
        assert_eq!(texts("\n\n ... \n\n"), []);
        let long = "You can follow any answers to this entry.";
        let text = format!("Menu\n\nPosted on Friday. {long} No more.\n{long}\n\n3 comments");
        assert_eq!(
            texts(&text),
            [
                ("Menu", vec![]),
                (&text[6..text.len() - 12], vec![long, long]),
                ("3 comments", vec![]),
            ]
        );
        let chinese = "本站所有文章的版权归作者所有，未经许可不得转载。欢迎订阅我们的邮件。";
        assert_eq!(texts(chinese)[0].1.len(), 2);
    }

    #[test]
    fn numbers_and_case_do_not_count() {
        let value = |text: &str| blocks(text).next().unwrap().whole.values.whole;
        assert_eq!(value("12 Comments"), value("3 comments:"));
        assert_eq!(value("1,024 × comments"), value("1,024 comments"));
        assert_ne!(value("comments"), value("3 comments"));
        assert_ne!(value("comment"), value("comments"));
    }

    #[test]
    fn sentences_that_begin_alike_have_one_opening() {
        let opening = |text: &str| blocks(text).next().unwrap().whole.values.opening;
        let posted = opening("This entry was posted on 3 May by Anna in News");
        assert_eq!(posted, opening("This entry was posted on 12 June by Otto"));
        assert_ne!(posted, opening("This entry was printed on 12 June by Otto"));
        assert_eq!(posted & 1, 1);
        // Hardly longer than what it begins with.
        assert_eq!(opening("This entry was posted on 3"), 0);
    }

    proptest::proptest! {
        /// Units lie in their block, on boundaries of characters, in order.
        #[test]
        fn units_are_in_order(text in "[a-zé。 .\n\u{1F600}]{0,200}") {
            let mut end = 0;
            for block in blocks(&text) {
                assert!(block.whole.range.start >= end);
                end = block.whole.range.start;
                for unit in &block.sentences {
                    assert!(unit.range.start >= end && text.get(unit.range.clone()).is_some());
                    end = unit.range.end;
                }
                assert!(end <= block.whole.range.end);
                end = block.whole.range.end;
                assert!(!text[block.whole.range.clone()].contains("\n\n"));
            }
        }
    }
}
