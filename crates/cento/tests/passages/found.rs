//! Which passages are found, and where they begin and end.

use crate::library::{Doc, Language, Passage, doc, find};

#[test]
fn unrelated_documents_share_no_passage() {
    let mut language = Language::new(1);
    let docs: Vec<Doc> = (0..300)
        .map(|i| {
            let words = language.prose(400);
            doc(i, &[&words])
        })
        .collect();
    let results = find(&docs);
    assert_eq!(results.pairs, []);
    assert_eq!(results.clusters, []);
}

#[test]
fn an_exact_copy_has_exactly_its_words() {
    let mut language = Language::new(2);
    let mut docs = Vec::new();
    let mut copies = Vec::new();
    for n in 0..200 {
        let length = 15 + language.random.below(80);
        let copy = match n % 2 {
            0 => language.fresh(length),
            _ => language.prose(length),
        };
        // Also at the beginning and the end of a document.
        let mut places = [0, 0];
        for (place, side) in places.iter_mut().zip(["a", "b"]) {
            let before = [0, 1, 2, 5, 40][language.random.below(5)];
            let after = [0, 1, 2, 5, 40][language.random.below(5)];
            let (before, after) = (language.fresh(before), language.fresh(after));
            *place = before.len() as u32;
            docs.push(doc(format!("{side}{n}"), &[&before, &copy, &after]));
        }
        copies.push((copy, places));
    }
    let results = find(&docs);
    assert_eq!(results.passages.len(), copies.len());
    for (n, (copy, places)) in copies.iter().enumerate() {
        let passage = results.only(format!("a{n}"), format!("b{n}"));
        assert_eq!(passage.a_text, copy.join(" "));
        assert_eq!(passage.b_text, copy.join(" "));
        let begins = [passage.a_tokens, passage.b_tokens].map(|tokens| tokens.begin);
        assert_eq!(begins, *places);
        assert_eq!(passage.counts.matched as usize, copy.len());
        assert_eq!(passage.counts.columns() as usize, copy.len());
    }
}

#[test]
fn reordered_blocks_are_all_found() {
    let mut language = Language::new(3);
    let blocks: Vec<_> = (0..4).map(|_| language.fresh(40)).collect();
    let [x, y] = [(); 2].map(|()| (0..5).map(|_| language.fresh(30)).collect::<Vec<_>>());
    let a = doc(
        "a",
        &[
            &x[0], &blocks[0], &x[1], &blocks[1], &x[2], &blocks[2], &x[3], &blocks[3], &x[4],
        ],
    );
    let b = doc(
        "b",
        &[
            &y[0], &blocks[2], &y[1], &blocks[0], &y[2], &blocks[3], &y[3], &blocks[1], &y[4],
        ],
    );
    let results = find(&[a, b]);
    let place = |nth: u32| (30 + 70 * nth, 70 + 70 * nth);
    assert_eq!(
        results.spans("a", "b"),
        [
            [place(0), place(1)],
            [place(1), place(3)],
            [place(2), place(0)],
            [place(3), place(2)],
        ]
    );
}

#[test]
fn blocks_in_reverse_with_nothing_between_are_all_found() {
    let mut language = Language::new(4);
    for count in 2..9 {
        let blocks: Vec<_> = (0..count).map(|_| language.fresh(30)).collect();
        let forth: Vec<&[String]> = blocks.iter().map(Vec::as_slice).collect();
        let back: Vec<&[String]> = blocks.iter().rev().map(Vec::as_slice).collect();
        let results = find(&[doc("a", &forth), doc("b", &back)]);
        let place = |nth: u32| (30 * nth, 30 * nth + 30);
        let expected: Vec<_> = (0..count)
            .map(|n| [place(n), place(count - 1 - n)])
            .collect();
        assert_eq!(results.spans("a", "b"), expected);
    }
}

#[test]
fn a_repeated_passage_is_found_at_every_place() {
    let mut language = Language::new(5);
    for (times_a, times_b) in [
        (1, 2),
        (1, 5),
        (5, 1),
        (2, 2),
        (3, 4),
        (10, 10),
        (1, 200),
        (200, 1),
    ] {
        // With words between, and without.
        for between in [50, 0] {
            let passage = language.fresh(40);
            let [a, b] = [("a", times_a), ("b", times_b)].map(|(id, times)| {
                let words: Vec<String> = (0..times)
                    .flat_map(|_| [language.fresh(between), passage.clone()].concat())
                    .collect();
                doc(id, &[&words])
            });
            let results = find(&[a, b]);
            let spans = results.spans("a", "b");
            for (side, times) in [times_a, times_b].into_iter().enumerate() {
                for nth in 0..times {
                    let begin = (40 + between as u32) * nth + between as u32;
                    let inside = |[from, to]: [u32; 2]| from <= begin && begin + 40 <= to;
                    assert!(
                        spans
                            .iter()
                            .any(|span| inside([span[side].0, span[side].1])),
                        "place {nth} of {times_a} and {times_b} times, {between} words between: {spans:?}"
                    );
                }
            }
            if between > 0 {
                let place = |nth: u32| (90 * nth + 50, 90 * nth + 90);
                let mut expected: Vec<_> = (0..times_a)
                    .flat_map(|a| (0..times_b).map(move |b| [place(a), place(b)]))
                    .collect();
                expected.retain(|span| !spans.contains(span));
                assert!(expected.is_empty(), "not found: {expected:?}");
                assert_eq!(spans.len() as u32, times_a * times_b);
            }
        }
    }
}

#[test]
fn overlapping_borrowings_have_their_own_spans() {
    let mut language = Language::new(7);
    let paragraph = language.fresh(90);
    let mut around = || language.fresh(35);
    let a = doc("a", &[&around(), &paragraph, &around()]);
    let c = doc("c", &[&around(), &paragraph[..60], &around()]);
    let d = doc("d", &[&around(), &paragraph[30..], &around()]);
    let results = find(&[a, c, d]);
    assert_eq!(results.spans("a", "c"), [[(35, 95), (35, 95)]]);
    assert_eq!(results.spans("a", "d"), [[(65, 125), (35, 95)]]);
    assert_eq!(results.spans("c", "d"), [[(65, 95), (35, 65)]]);
    assert_eq!(results.passages.len(), 3);
}

#[test]
fn a_passage_cut_by_a_page_header_is_one() {
    let mut language = Language::new(8);
    let passage = language.prose(120);
    let header = language.fresh(12);
    let mut around = || language.fresh(40);
    let whole = doc("whole", &[&around(), &passage, &around()]);
    let cut = doc(
        "cut",
        &[
            &around(),
            &passage[..50],
            &header,
            &passage[50..],
            &around(),
        ],
    );
    for docs in [[whole.clone(), cut.clone()], [cut, whole]] {
        let results = find(&docs);
        let found = results.only(&docs[0].id, &docs[1].id);
        let mut spans = [(found.a_tokens, &found.a_id), (found.b_tokens, &found.b_id)];
        spans.sort_by_key(|span| span.1.clone());
        let spans = spans.map(|span| (span.0.begin, span.0.end));
        assert_eq!(spans, [(40, 172), (40, 160)]);
        assert_eq!(found.counts.matched, 120);
        assert_eq!(found.counts.inserted + found.counts.deleted, 12);
        assert_eq!(
            found.counts.inserted,
            if found.b_id == "cut" { 12 } else { 0 }
        );
    }
}

#[test]
fn a_passage_with_hyphenated_line_ends_is_one() {
    let mut language = Language::new(9);
    for round in 0..20 {
        let passage = language.prose(120);
        let mut around = || language.fresh(40).join(" ");
        let plain = Doc {
            id: "plain".to_owned(),
            text: format!("{} {} {}", around(), passage.join(" "), around()),
            ..Doc::default()
        };
        // Every tenth word is cut at the end of its line.
        let mut lines = String::new();
        for (nth, word) in passage.iter().enumerate() {
            if nth % 10 == 9 && word.len() > 3 {
                lines.push_str(&format!(
                    "{}-\n{} ",
                    &word[..word.len() / 2],
                    &word[word.len() / 2..]
                ));
            } else {
                lines.push_str(&format!("{word} "));
            }
        }
        let cut = Doc {
            id: "cut".to_owned(),
            text: format!("{} {lines} {}", around(), around()),
            ..Doc::default()
        };
        let results = find(&[plain, cut]);
        let found = results.only("plain", "cut");
        // A cut word at the very end need not be in it.
        assert_eq!(found.a_tokens.begin, 40, "round {round}");
        assert!(
            found.a_tokens.end >= 159 && found.a_tokens.end <= 160,
            "round {round}: {found:#?}"
        );
        assert!(found.b_text.starts_with(&passage[..9].join(" ")));
        assert!(found.counts.identity() > 0.8, "round {round}: {found:#?}");
    }
}

/// How much of the copied words the passages of each pair hold, at worst; and that there is one.
fn damaged(seed: u64, damage: impl Fn(&mut Language, &[String]) -> Vec<String>) -> f64 {
    let mut language = Language::new(seed);
    let mut docs = Vec::new();
    for n in 0..100 {
        let passage = language.prose(100);
        let copy = damage(&mut language, &passage);
        for (id, words) in [("a", &passage), ("b", &copy)] {
            let (before, after) = (language.prose(60), language.prose(60));
            docs.push(doc(format!("{id}{n}"), &[&before, words, &after]));
        }
    }
    let results = find(&docs);
    assert_eq!(results.pairs.len(), 100);
    (0..100)
        .map(|n| {
            let found = results.only(format!("a{n}"), format!("b{n}"));
            // What happens to be alike around it may be taken for a part of it.
            assert!(
                found.a_tokens.begin >= 50 && found.a_tokens.end <= 170,
                "{found:#?}"
            );
            let within = found.a_tokens.end.min(160) - found.a_tokens.begin.max(60);
            f64::from(within) / 100.0
        })
        .fold(1.0, f64::min)
}

#[test]
fn edited_words_do_not_cut_a_passage() {
    assert!(damaged(10, |language, words| language.edited(words, 5)) >= 0.95);
    assert!(damaged(11, |language, words| language.edited(words, 15)) >= 0.85);
}

#[test]
fn misread_letters_do_not_cut_a_passage() {
    assert!(damaged(12, |language, words| language.misread(words, 10)) >= 0.95);
    assert!(damaged(13, |language, words| language.misread(words, 25)) >= 0.85);
}

/// Blocks so short that they could be taken for a gap.
#[test]
fn short_blocks_that_changed_places_are_found() {
    let mut language = Language::new(20);
    for length in [15, 20, 25, 40] {
        let (first, last) = (language.fresh(60), language.fresh(60));
        let (x, y) = (language.fresh(length), language.fresh(length));
        let a = doc("a", &[&first, &x, &y, &last]);
        let b = doc("b", &[&first, &y, &x, &last]);
        let results = find(&[a, b]);
        assert_eq!(results.pairs[0].a_matched as usize, 120 + 2 * length);
        assert_eq!(results.pairs[0].b_matched as usize, 120 + 2 * length);
        let found = |words: &[String]| {
            let text = words.join(" ");
            let has = |p: &&Passage| p.a_text.contains(&text) && p.b_text.contains(&text);
            results
                .passages
                .iter()
                .find(has)
                .map(|p| p.counts.matched as usize >= length)
        };
        for words in [&first, &x, &y, &last] {
            assert_eq!(
                found(words),
                Some(true),
                "{length}: {:?}",
                results.spans("a", "b")
            );
        }
    }
}
