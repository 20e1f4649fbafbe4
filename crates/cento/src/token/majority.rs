//! The language of a collection: that of nearly all of its pieces.
//!
//! Pieces are judged apart, since a sample as a whole tells nothing of a mixture: of two languages in equal parts it would be
//! the one that has more of the letters or words by which languages are told.

use super::Language;
use super::language::{detect, named, seen_in};
use crate::read::{Piece, Sample};

/// A second language with more than one part in so many makes a mixture.
const PARTS: usize = 5;

/// Bytes of all pieces together that are looked at where few tell anything alone.
const TOGETHER: usize = 1 << 16;

/// The pieces of one language, by their bytes.
struct Votes {
    language: Language,
    /// Those of which it is clear.
    clear: usize,
    /// These and those that look most like it.
    all: usize,
}

/// The language of a sample; [`Other`](Language::Other) where it has several, is not clear, or has no stemmer.
pub(crate) fn language_of(sample: &Sample) -> Language {
    // Those without a stemmer count as one: with too many of them, there is no language either.
    let mut votes: Vec<Votes> = Vec::new();
    let mut bytes = 0;
    for piece in sample.pieces() {
        // They count by their length: some documents are a word.
        let weight = piece.text.len();
        bytes += weight;
        let (language, is_clear) = match language_of_piece(piece) {
            // What is not clear looks like anything, most of it without a stemmer.
            None | Some((Language::Other, false)) => continue,
            Some(told) => told,
        };
        let clear = if is_clear { weight } else { 0 };
        match votes.iter_mut().find(|known| known.language == language) {
            Some(known) => {
                known.clear += clear;
                known.all += weight;
            }
            None => votes.push(Votes {
                language,
                clear,
                all: weight,
            }),
        }
    }
    let clear: usize = votes.iter().map(|votes| votes.clear).sum();
    let told: usize = votes.iter().map(|votes| votes.all).sum();
    votes.sort_by_key(|votes| std::cmp::Reverse((votes.clear, votes.all)));
    let second = votes.iter().skip(1).map(|votes| votes.all).max();
    match votes.first() {
        Some(_) if clear > 0 && PARTS * second.unwrap_or(0) > told => Language::Other,
        Some(first) if 2 * clear >= bytes => first.language,
        _ => together(sample),
    }
}

/// What a piece is said to be in, or looks like, and whether that is clear.
fn language_of_piece(piece: &Piece) -> Option<(Language, bool)> {
    let said = piece.lang.as_deref().and_then(named);
    said.map(|said| (said, true))
        .or_else(|| seen_in(&piece.text))
}

/// What all pieces are in, of which hardly any is clear.
fn together(sample: &Sample) -> Language {
    let mut text = String::new();
    for piece in sample.pieces() {
        if text.len() >= TOGETHER {
            break;
        }
        text.push_str(&piece.text);
    }
    detect(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "The tide came in at six in the morning, and all the boats that were in the harbour went out \
        at seven, since nobody wanted to wait for the wind to change.";
    const FRENCH: &str = "La mer était calme ce matin-là, et tous les bateaux qui étaient dans le port sont partis \
        à sept heures, car personne ne voulait attendre que le vent change.";
    const JAPANESE: &str =
        "今日はとても天気がよかったので、友達と一緒に公園へ行って、夕方までずっと遊んでいました。";

    /// So many documents each, one behind the other or in turns.
    fn language(counts: &[(&str, usize)], in_turns: bool) -> Language {
        let mut sample = Sample::default();
        let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let put = |sample: &mut Sample, text: &str| sample.put(text, None);
        if in_turns {
            for at in 0..most {
                let those = counts.iter().filter(|(_, count)| at < *count);
                those.for_each(|(text, _)| put(&mut sample, text));
            }
        } else {
            for (text, count) in counts {
                (0..*count).for_each(|_| put(&mut sample, text));
            }
        }
        language_of(&sample)
    }

    #[test]
    fn most_of_a_collection_tells() {
        for in_turns in [false, true] {
            let told = |counts: &[(&str, usize)]| language(counts, in_turns);
            assert_eq!(told(&[]), Language::Other);
            assert_eq!(told(&[(ENGLISH, 1)]), Language::English);
            assert_eq!(told(&[(ENGLISH, 700), (FRENCH, 16_000)]), Language::French);
            assert_eq!(told(&[(ENGLISH, 900), (FRENCH, 100)]), Language::English);
            assert_eq!(told(&[(FRENCH, 9), (ENGLISH, 1)]), Language::French);
        }
    }

    #[test]
    fn a_mixture_has_no_language() {
        for in_turns in [false, true] {
            let told = |counts: &[(&str, usize)]| language(counts, in_turns);
            assert_eq!(told(&[(ENGLISH, 500), (FRENCH, 500)]), Language::Other);
            assert_eq!(told(&[(ENGLISH, 700), (FRENCH, 300)]), Language::Other);
            assert_eq!(told(&[(ENGLISH, 500), (JAPANESE, 500)]), Language::Other);
            assert_eq!(told(&[(JAPANESE, 500)]), Language::Other);
        }
        // A long document may be one itself.
        let both = [ENGLISH.repeat(100), FRENCH.repeat(100)].concat();
        assert_eq!(language(&[(&both, 1)], false), Language::Other);
    }

    #[test]
    fn what_documents_say_counts_for_them() {
        let told = |said: &[(&str, usize)]| {
            let mut sample = Sample::default();
            for (lang, count) in said {
                (0..*count).for_each(|_| sample.put(ENGLISH, Some(lang)));
            }
            language_of(&sample)
        };
        assert_eq!(told(&[("nl", 10)]), Language::Dutch);
        assert_eq!(
            told(&[("pt-BR", 5), ("por", 5), ("Portuguese", 5)]),
            Language::Portuguese
        );
        assert_eq!(told(&[("nl", 10), ("de", 1)]), Language::Dutch);
        assert_eq!(told(&[("nl", 10), ("de", 10)]), Language::Other);
        assert_eq!(told(&[("ja", 10)]), Language::Other);
        // What is no language says nothing.
        for nothing in ["", "und", "mul", "?", "none", "the one of my forefathers"] {
            assert_eq!(told(&[(nothing, 10)]), Language::English, "{nothing}");
        }
    }

    #[test]
    fn words_that_tell_nothing_alone_may_tell_together() {
        let mut sample = Sample::default();
        for word in ENGLISH.split(' ') {
            sample.put(word, None);
        }
        assert_eq!(language_of(&sample), Language::English);
        let mut sample = Sample::default();
        (0..1000).for_each(|number| sample.put(&number.to_string(), None));
        assert_eq!(language_of(&sample), Language::Other);
    }
}
