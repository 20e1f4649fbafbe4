//! Which words two sentences share, wherever they stand: what a reader is shown where sentences are compared in any order.
//!
//! - Promise: a word is marked on both sides or on neither, wherever it stands and as often as it does; stop words are not.
//! - Cost: that of sorting the words of one sentence.

use super::edits::Placed;
use crate::span::{ByteSpan, TokenSpan};
use crate::token::{LONGEST_SENTENCE, Stems, Words};

/// The words that two sentences share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// Where they stand in `a`, in order.
    pub a: Vec<ByteSpan>,
    /// Where they stand in `b`, in order.
    pub b: Vec<ByteSpan>,
    /// How many there are, each counted once.
    pub words: u32,
    /// How many words each sentence has, each counted once, stop words left out.
    pub of: [u32; 2],
}

/// The words that two spans share, as the spans of the documents; none of what is too long for a sentence: all of a
/// document that has a copy, where every word would be marked.
pub(crate) fn shared(
    stems: &Stems,
    a: Placed<'_>,
    b: Placed<'_>,
    a_span: TokenSpan,
    b_span: TokenSpan,
) -> Option<Shared> {
    let is_sentence = |span: TokenSpan| span.len() as usize <= LONGEST_SENTENCE;
    if !is_sentence(a_span) || !is_sentence(b_span) {
        return None;
    }
    let words = Words::default();
    let [a, b] = [(a, a_span), (b, b_span)].map(|(side, span)| stemmed(stems, &words, side, span));
    let [of_a, of_b] = [&a, &b].map(|side| distinct(side));
    let is_in = |stems: &[u64], stem: u64| stems.binary_search(&stem).is_ok();
    let marked = |side: &[(u64, ByteSpan)], other: &[u64]| {
        let both = side.iter().filter(|(stem, _)| is_in(other, *stem));
        both.map(|(_, span)| *span).collect()
    };
    Some(Shared {
        a: marked(&a, &of_b),
        b: marked(&b, &of_a),
        words: of_a.iter().filter(|&&stem| is_in(&of_b, stem)).count() as u32,
        of: [of_a.len() as u32, of_b.len() as u32],
    })
}

/// The words of a span that count, each with where it stands.
fn stemmed(
    stems: &Stems,
    words: &Words,
    side: Placed<'_>,
    span: TokenSpan,
) -> Vec<(u64, ByteSpan)> {
    let spans = side.spans.get(span.range()).unwrap_or_default();
    let own = side.side.words.get(span.range()).unwrap_or_default();
    let stemmed = spans.iter().zip(own).filter_map(|(span, &own)| {
        let word = side.text.get(span.range())?;
        let hash = words.hash(word);
        // A word of a text that is ignored was given another number.
        let counts = hash as u32 == own;
        counts.then(|| (stems.of(words, hash, word), *span))
    });
    stemmed.filter(|(stem, _)| *stem != Stems::STOP).collect()
}

/// The stems of some words, in order, each once.
fn distinct(words: &[(u64, ByteSpan)]) -> Vec<u64> {
    let mut stems: Vec<u64> = words.iter().map(|(stem, _)| *stem).collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::sample::Sample;
    use super::*;
    use crate::token::{Language, StopWords};

    /// The words that are marked on each side; and how many there are, of how many.
    fn marked(language: Language, a: &str, b: &str) -> ([Vec<String>; 2], u32, [u32; 2]) {
        let stems = Stems::new(language, &StopWords::Language, true);
        let [a, b] = [a, b].map(Sample::new);
        let found = shared(&stems, a.placed(), b.placed(), a.whole(), b.whole())
            .expect("sentences are short");
        let texts = |text: &str, spans: &[ByteSpan]| {
            let texts = spans.iter().map(|span| text[span.range()].to_owned());
            texts.collect::<Vec<_>>()
        };
        let marked = [texts(&a.text, &found.a), texts(&b.text, &found.b)];
        (marked, found.words, found.of)
    }

    #[test]
    fn shared_words_are_marked_wherever_they_stand() {
        let (words, count, of) = marked(
            Language::English,
            "Old ferries sail on Monday, whatever the weather.",
            "Whatever the weather brings, on Monday ferries sail!",
        );
        assert_eq!(
            words,
            [
                ["ferries", "sail", "Monday", "weather"],
                ["weather", "Monday", "ferries", "sail"],
            ]
        );
        assert_eq!((count, of), (4, [5, 5]));
    }

    #[test]
    fn stop_words_are_never_marked() {
        let (words, count, of) = marked(
            Language::English,
            "The boat and the tide were at it",
            "It was the tide, and they were at the harbour",
        );
        assert_eq!(words, [["tide"], ["tide"]]);
        assert_eq!((count, of), (1, [2, 2]));
    }

    #[test]
    fn forms_of_one_word_are_the_same() {
        let (words, count, _) = marked(
            Language::English,
            "Boats CONNECTED islands",
            "an island connecting the boat",
        );
        assert_eq!(words[0], ["Boats", "CONNECTED", "islands"]);
        assert_eq!(words[1], ["island", "connecting", "boat"]);
        assert_eq!(count, 3);
        // Unless the language is not known.
        let (words, ..) = marked(Language::Other, "Boats of the islands", "the boat, ISLANDS");
        assert_eq!(words, [["the", "islands"], ["the", "ISLANDS"]]);
    }

    #[test]
    fn a_repeated_word_is_marked_each_time_and_counted_once() {
        let (words, count, of) = marked(
            Language::English,
            "Rain, rain, rain on harbours",
            "Harbours without rain",
        );
        assert_eq!(words[0], ["Rain", "rain", "rain", "harbours"]);
        assert_eq!(words[1], ["Harbours", "rain"]);
        assert_eq!((count, of), (2, [2, 3]));
    }

    #[test]
    fn words_without_blanks_are_marked_as_the_document_splits_them() {
        let (words, count, _) = marked(
            Language::Other,
            "我们在北京喜欢面包。",
            "面包，北京的孩子喜欢。",
        );
        assert_eq!(words, [["北京", "喜欢", "面包"], ["面包", "北京", "喜欢"]]);
        assert_eq!(count, 3);
    }

    #[test]
    fn spans_of_part_of_a_document_are_the_documents() {
        let stems = Stems::new(Language::English, &StopWords::Language, true);
        let [a, b] = ["Rain fell. Ferries sail late.", "Late, a ferry."].map(Sample::new);
        let part = TokenSpan { begin: 2, end: 5 };
        let found = shared(&stems, a.placed(), b.placed(), part, b.whole());
        let found = found.expect("sentences are short");
        let texts = found.a.iter().map(|span| &a.text[span.range()]);
        assert!(texts.eq(["Ferries", "late"]));
    }

    #[test]
    fn a_whole_document_has_no_marks() {
        let stems = Stems::new(Language::English, &StopWords::Language, true);
        let long = Sample::new(&"rain ".repeat(LONGEST_SENTENCE + 1));
        let rain = Sample::new("rain");
        let both = [(&long, &rain), (&rain, &long), (&long, &long)];
        for (a, b) in both {
            let found = shared(&stems, a.placed(), b.placed(), a.whole(), b.whole());
            assert_eq!(found, None);
        }
        // Nor has what is not there.
        let far = TokenSpan { begin: 7, end: 9 };
        let found = shared(&stems, rain.placed(), rain.placed(), far, rain.whole());
        assert_eq!(found.map(|found| found.words), Some(0));
    }

    proptest! {
        /// Marks are words, in order; what is marked on one side is on the other, and nothing else is.
        #[test]
        fn both_sides_mark_the_same_words(
            a in "([abc東京é]{1,2}[ ,]{1,2}){0,20}",
            b in "([abc東京é]{1,2}[ ,]{1,2}){0,20}",
        ) {
            let stems = Stems::new(Language::Other, &StopWords::None, false);
            let [a, b] = [a, b].map(|text| Sample::new(&text));
            let Some(found) = shared(&stems, a.placed(), b.placed(), a.whole(), b.whole()) else {
                return Ok(());
            };
            let words = Words::default();
            let hashes = |side: &Sample, spans: &[ByteSpan]| {
                let mut hashes: Vec<u64> =
                    spans.iter().map(|span| words.hash(&side.text[span.range()])).collect();
                hashes.sort_unstable();
                hashes.dedup();
                hashes
            };
            let [of_a, of_b] = [hashes(&a, a.placed().spans), hashes(&b, b.placed().spans)];
            let both: Vec<u64> = of_a.iter().copied().filter(|hash| of_b.contains(hash)).collect();
            prop_assert_eq!(hashes(&a, &found.a), both.clone());
            prop_assert_eq!(hashes(&b, &found.b), both);
            for spans in [&found.a, &found.b] {
                prop_assert!(spans.windows(2).all(|two| two[0].end <= two[1].begin));
            }
        }
    }
}
