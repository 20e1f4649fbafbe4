//! Options taken at their word.

use cento::align::AlignOptions;

use crate::library::{Language, aligned, doc, find, find_with};

/// The part that is like enough is found, though it stands beside one that is not.
#[test]
fn an_exact_part_is_found_under_any_identity() {
    let mut language = Language::new(16);
    let passage = language.fresh(160);
    let mut copy = passage.clone();
    for word in copy[80..].iter_mut().skip(4).step_by(5) {
        *word = language.fresh(1).remove(0);
    }
    let docs = [doc("a", &[&passage]), doc("b", &[&copy])];
    for min_identity in [0.5, 0.8, 0.95, 1.0] {
        let options = aligned(AlignOptions {
            min_identity,
            ..AlignOptions::default()
        });
        let results = find_with(&docs, None, &options);
        let found = results.spans("a", "b");
        assert!(
            found
                .iter()
                .any(|[(begin, end), _]| *begin == 0 && *end >= 80),
            "{min_identity}: {found:?}"
        );
    }
}

/// What follows a passage takes nothing from it.
#[test]
fn a_passage_is_found_whatever_follows_it() {
    let mut language = Language::new(500);
    let (x, y) = (language.fresh(15), language.fresh(9));
    for gap in 0..40 {
        let a = doc("a", &[&x, &y, &language.fresh(40)]);
        let b = doc("b", &[&x, &language.fresh(gap), &y, &language.fresh(40)]);
        let results = find(&[a, b]);
        let found = results.spans("a", "b");
        assert!(
            found
                .iter()
                .any(|[(begin, end), _]| *begin == 0 && *end >= 15),
            "{gap} words after it: {found:?}"
        );
    }
}

#[test]
fn no_gap_is_wider_than_a_small_max_gap() {
    let mut language = Language::new(501);
    for max_gap in 0..5 {
        let options = aligned(AlignOptions {
            max_gap,
            ..AlignOptions::default()
        });
        let passage = language.fresh(100);
        let gap = language.fresh(max_gap as usize + 1);
        let docs = [
            doc("a", &[&passage]),
            doc("b", &[&passage[..50], &gap, &passage[50..]]),
        ];
        let results = find_with(&docs, None, &options);
        assert_eq!(results.passages.len(), 2, "{max_gap}");
    }
}

#[test]
fn a_short_min_tokens_finds_short_passages() {
    let mut language = Language::new(502);
    for min_tokens in [9, 8, 7, 6, 5] {
        let options = aligned(AlignOptions {
            min_tokens,
            ..AlignOptions::default()
        });
        let passage = language.fresh(min_tokens as usize);
        let docs =
            ["a", "b"].map(|id| doc(id, &[&language.fresh(50), &passage, &language.fresh(50)]));
        let results = find_with(&docs, None, &options);
        assert_eq!(results.passages.len(), 1, "{min_tokens}");
    }
}
