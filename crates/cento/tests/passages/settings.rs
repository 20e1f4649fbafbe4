//! What counts as a passage: each setting does what it says.

use cento::align::AlignOptions;

use crate::library::{Doc, Language, aligned, doc, find_with};

/// A pair of documents that have `length` words in common.
fn sharing(language: &mut Language, length: usize) -> [Doc; 2] {
    let passage = language.fresh(length);
    ["a", "b"].map(|id| {
        let (before, after) = (language.fresh(50), language.fresh(50));
        doc(id, &[&before, &passage, &after])
    })
}

#[test]
fn a_passage_has_at_least_min_tokens() {
    let mut language = Language::new(14);
    for min_tokens in [8, 10, 15, 16, 40, 100] {
        let options = aligned(AlignOptions {
            min_tokens,
            ..AlignOptions::default()
        });
        let mut found = |length: u32| {
            let docs = sharing(&mut language, length as usize);
            let results = find_with(&docs, None, &options);
            assert_eq!(results.pairs.len(), results.passages.len());
            results.passages.len()
        };
        assert_eq!(found(min_tokens - 1), 0, "{min_tokens}");
        assert_eq!(found(min_tokens), 1, "{min_tokens}");
        assert_eq!(found(min_tokens + 5), 1, "{min_tokens}");
    }
    assert_eq!(AlignOptions::default().min_tokens, 15);
}

#[test]
fn a_passage_has_at_least_min_identity() {
    let mut language = Language::new(15);
    // Every sixth word is another: five in six are the same.
    let passage = language.fresh(120);
    let mut copy = passage.clone();
    for word in copy.iter_mut().skip(5).step_by(6) {
        *word = language.fresh(1).remove(0);
    }
    let around: Vec<_> = (0..4).map(|_| language.fresh(40)).collect();
    let docs = [
        doc("a", &[&around[0], &passage, &around[1]]),
        doc("b", &[&around[2], &copy, &around[3]]),
    ];
    for (min_identity, expected) in [(0.0, 1), (0.5, 1), (0.8, 1), (0.95, 0), (1.0, 0)] {
        let options = aligned(AlignOptions {
            min_identity,
            ..AlignOptions::default()
        });
        let results = find_with(&docs, None, &options);
        assert_eq!(results.passages.len(), expected, "{min_identity}");
    }
}

#[test]
fn a_gap_wider_than_max_gap_cuts_a_passage() {
    let mut language = Language::new(17);
    for max_gap in [5, 10, 25, 60] {
        let options = aligned(AlignOptions {
            max_gap,
            ..AlignOptions::default()
        });
        for (gap, expected) in [(max_gap, 1), (max_gap + 1, 2), (max_gap + 30, 2)] {
            let passage = language.fresh(200);
            let mut words = |count: u32| language.fresh(count as usize);
            let whole = doc("whole", &[&words(40), &passage, &words(40)]);
            let cut = doc(
                "cut",
                &[
                    &words(40),
                    &passage[..100],
                    &words(gap),
                    &passage[100..],
                    &words(40),
                ],
            );
            // Other words on both sides, or on one.
            let other = doc(
                "other",
                &[
                    &words(40),
                    &passage[..100],
                    &words(gap),
                    &passage[100..],
                    &words(40),
                ],
            );
            for docs in [
                [whole.clone(), cut.clone()],
                [cut.clone(), whole],
                [cut, other],
            ] {
                let results = find_with(&docs, None, &options);
                assert_eq!(
                    results.passages.len(),
                    expected,
                    "{gap} words between {} and {} with a gap of at most {max_gap}: {:?}",
                    docs[0].id,
                    docs[1].id,
                    results.spans(&docs[0].id, &docs[1].id)
                );
                let matched: u32 = results.passages.iter().map(|p| p.counts.matched).sum();
                assert_eq!(matched, 200);
            }
        }
    }
    assert_eq!(AlignOptions::default().max_gap, 25);
}
