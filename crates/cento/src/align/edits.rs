//! Where two aligned stretches differ: what a reader has to be shown.

use super::columns::{Column, Columns};
use super::options::AlignOptions;
use super::passage::Aligner;
use super::words::Side;
use crate::span::{ByteSpan, TokenSpan};
use crate::token::{Words, bytes_of};

/// A place in which two aligned texts differ: words that only one has, or other words.
///
/// Case, punctuation and what else makes no word are no difference. A side that has nothing there
/// has an empty span, directly behind the word before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The words of `a`.
    pub a: ByteSpan,
    /// The words of `b`.
    pub b: ByteSpan,
}

/// A document whose words are located in its text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Placed<'a> {
    pub(crate) text: &'a str,
    pub(crate) side: Side<'a>,
    pub(crate) spans: &'a [ByteSpan],
}

/// Every place in which two spans differ, in order; between two of them the words are the same.
/// The edits' spans are those of the documents.
pub(crate) fn edits(
    a: Placed<'_>,
    b: Placed<'_>,
    a_span: TokenSpan,
    b_span: TokenSpan,
) -> Vec<Edit> {
    let mut aligner = Aligner::new(AlignOptions::default());
    let columns = aligner.columns(a.side, b.side, a_span, b_span);
    of_columns(columns, [(a, a_span), (b, b_span)])
}

fn of_columns(columns: &Columns, sides: [(Placed<'_>, TokenSpan); 2]) -> Vec<Edit> {
    let mut edits = Vec::new();
    // What differs and is not yet written, as tokens; empty between edits.
    let mut open = sides.map(|(_, span)| TokenSpan {
        begin: span.begin,
        end: span.begin,
    });
    let close = |open: &mut [TokenSpan; 2], edits: &mut Vec<Edit>| {
        if open.iter().any(|span| !span.is_empty()) && !are_the_same(sides, *open) {
            let [a, b] = [0, 1].map(|i| place(sides[i].0, sides[i].1, open[i]));
            edits.push(Edit { a, b });
        }
        *open = open.map(|span| TokenSpan {
            begin: span.end,
            end: span.end,
        });
    };
    for &(column, count) in columns.runs() {
        let [a, b] = &mut open;
        match column {
            Column::Match => {
                close(&mut open, &mut edits);
                open = open.map(|span| TokenSpan {
                    begin: span.end + count,
                    end: span.end + count,
                });
            }
            Column::Substitution => {
                a.end += count;
                b.end += count;
            }
            Column::Deletion => a.end += count,
            Column::Insertion => b.end += count,
        }
    }
    close(&mut open, &mut edits);
    edits
}

/// Whether these words are the same though they were not to count as such: those of texts that are ignored.
fn are_the_same(sides: [(Placed<'_>, TokenSpan); 2], tokens: [TokenSpan; 2]) -> bool {
    let words = Words::default();
    let spans = [0, 1].map(|i| &sides[i].0.spans[tokens[i].range()]);
    let normal = |i: usize, at: usize| words.normal(&sides[i].0.text[spans[i][at].range()]);
    spans[0].len() == spans[1].len()
        && (0..spans[0].len()).all(|at| normal(0, at).eq_ignore_ascii_case(&normal(1, at)))
}

/// The bytes of `tokens`, or, of none, the place behind the word before them inside `whole`.
fn place(text: Placed<'_>, whole: TokenSpan, tokens: TokenSpan) -> ByteSpan {
    if !tokens.is_empty() {
        return bytes_of(text.spans, tokens);
    }
    let at = if tokens.begin > whole.begin {
        text.spans[tokens.begin as usize - 1].end
    } else {
        bytes_of(text.spans, whole).begin
    };
    ByteSpan { begin: at, end: at }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::sample::Sample;
    use super::*;

    fn all(a: &Sample, b: &Sample) -> Vec<Edit> {
        edits(a.placed(), b.placed(), a.whole(), b.whole())
    }

    /// Edits as texts, with the place of those that are empty.
    fn shown(a: &str, b: &str) -> Vec<(String, String)> {
        let quote = |text: &str, span: ByteSpan| match &text[span.range()] {
            "" => format!("@{}", span.begin),
            words => words.to_owned(),
        };
        all(&Sample::new(a), &Sample::new(b))
            .iter()
            .map(|edit| (quote(a, edit.a), quote(b, edit.b)))
            .collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        let own = |(a, b): &(&str, &str)| ((*a).to_owned(), (*b).to_owned());
        expected.iter().map(own).collect()
    }

    #[test]
    fn each_difference_is_located_on_both_sides() {
        let a = "The old ferry sails on Monday, whatever the weather.";
        assert_eq!(shown(a, &a.to_uppercase().replace(',', "")), []);
        // Gone: behind `The`, and behind `ferry`.
        assert_eq!(
            shown(a, "The ferry on Monday, whatever the weather."),
            pairs(&[("old", "@3"), ("sails", "@9")])
        );
        // New: behind the word, before its comma.
        assert_eq!(
            shown(
                a,
                "The old ferry sails on Monday evening, whatever the weather."
            ),
            pairs(&[("@29", "evening")])
        );
        // Replaced, at either end and in the middle.
        assert_eq!(
            shown(a, "An old ferry leaves on Monday, whatever the season."),
            pairs(&[("The", "An"), ("sails", "leaves"), ("weather", "season")])
        );
    }

    #[test]
    fn neighbouring_differences_are_one() {
        assert_eq!(
            shown(
                "it was said on Monday that the big, new ferry would sail in the spring",
                "it was said on Monday that a ferry would sail in the spring",
            ),
            pairs(&[("the big, new", "a")])
        );
    }

    #[test]
    fn nothing_before_means_the_beginning() {
        assert_eq!(
            shown("one two three", "zero, one two three"),
            pairs(&[("@0", "zero")])
        );
        assert_eq!(shown("“one two”", "“two”"), pairs(&[("one", "@3")]));
    }

    #[test]
    fn spans_of_part_of_a_document_are_the_documents() {
        let [a, b] = ["x y z one two three four", "one two tree four"].map(Sample::new);
        let part = TokenSpan { begin: 3, end: 7 };
        let found = edits(a.placed(), b.placed(), part, b.whole());
        let texts = found
            .iter()
            .map(|edit| (&a.text[edit.a.range()], &b.text[edit.b.range()]));
        assert!(texts.eq([("three", "tree")]));
    }

    #[test]
    fn many_long_insertions_are_aligned_to_the_end() {
        // Each gap is as long as one may be, and what stands between them hardly makes up for it.
        let (mut a, mut b) = (String::new(), String::new());
        for i in 0..6 {
            let shared: String = (0..9).map(|j| format!("w{i}x{j} ")).collect();
            a += &shared;
            b += &shared;
            b.extend((0..25).map(|j| format!("n{i}y{j} ")));
        }
        let (a, b) = (Sample::new(&a), Sample::new(&b));
        let found = all(&a, &b);
        assert_eq!(found.len(), 6);
        assert!(found.iter().all(|edit| edit.a.range().is_empty()));
    }

    proptest! {
        /// What is not in an edit is the same on both sides; edits are in order and do not touch.
        #[test]
        fn between_edits_words_are_the_same(
            a in "([ab東京é]{1,3}[ ,]{1,2}){0,30}",
            b in "([ab東京é]{1,3}[ ,]{1,2}){0,30}",
        ) {
            let (a, b) = (Sample::new(&a), Sample::new(&b));
            let found = all(&a, &b);
            let rest = |text: &Sample, of: fn(&Edit) -> ByteSpan| {
                let outside = |span: &ByteSpan| {
                    !found.iter().any(|edit| of(edit).begin <= span.begin && span.end <= of(edit).end)
                };
                let words = text.words.iter().zip(text.placed().spans);
                words.filter(|(_, span)| outside(span)).map(|(word, _)| *word).collect::<Vec<_>>()
            };
            prop_assert_eq!(rest(&a, |edit| edit.a), rest(&b, |edit| edit.b));
            for pair in found.windows(2) {
                prop_assert!(pair[0].a.end < pair[1].a.end && pair[0].b.end < pair[1].b.end);
                prop_assert!(pair[0].a.end <= pair[1].a.begin && pair[0].b.end <= pair[1].b.begin);
            }
            for edit in &found {
                prop_assert!(a.text.get(edit.a.range()).is_some());
                prop_assert!(b.text.get(edit.b.range()).is_some());
                prop_assert!(!(edit.a.range().is_empty() && edit.b.range().is_empty()));
            }
        }
    }
}
