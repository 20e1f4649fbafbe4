//! Labels: for each one example that has it, and near ones that do not.

use cento::group::Label;

use crate::library::{Doc, Language, Results, doc, find};

/// Whether all, or none, of the pairs and passages have the label.
fn all_have(results: &Results, label: Label) -> bool {
    assert!(!results.passages.is_empty());
    let pairs = results.pairs.iter().map(|row| row.labels.has(label));
    let passages = results.passages.iter().map(|row| row.labels.has(label));
    let all: Vec<bool> = pairs.chain(passages).collect();
    let has = all[0];
    assert!(all.iter().all(|&other| other == has), "{results:#?}");
    has
}

/// So many documents that have these words, and words of their own around them.
fn around(language: &mut Language, words: &[String], count: usize) -> Vec<Doc> {
    (0..count)
        .map(|n| {
            let (before, after) = (language.fresh(50), language.fresh(50));
            doc(n, &[&before, words, &after])
        })
        .collect()
}

#[test]
fn alias_is_the_same_words() {
    let mut language = Language::new(300);
    let words = language.prose(100);
    let mut print = |id: &str, words: &[String]| Doc {
        id: id.to_owned(),
        text: language.printed(words),
        ..Doc::default()
    };
    assert!(all_have(
        &find(&[print("a", &words), print("b", &words)]),
        Label::Alias
    ));

    let mut other = words.clone();
    other[70].push('x');
    assert!(!all_have(
        &find(&[print("a", &words), print("b", &other)]),
        Label::Alias
    ));
    assert!(!all_have(
        &find(&[print("a", &words), print("b", &words[1..])]),
        Label::Alias
    ));
}

/// A form of 60 words, with other words in its slots.
fn form(language: &mut Language, frame: &[String], slots: &[usize]) -> Vec<String> {
    let mut words = frame.to_vec();
    for &slot in slots {
        words[slot] = language.fresh(1).remove(0);
    }
    words
}

#[test]
fn template_is_a_frame_with_slots_changed() {
    let mut language = Language::new(301);
    let frame = language.fresh(60);
    let slots = [8, 9, 25, 40, 52];
    for count in [3, 4, 10, 30] {
        let docs: Vec<Doc> = (0..count)
            .map(|n| doc(n, &[&form(&mut language, &frame, &slots)]))
            .collect();
        let results = find(&docs);
        assert_eq!(results.clusters.len(), 1);
        assert!(all_have(&results, Label::Template), "{count}");
    }
}

/// Names of one word and of three, in notices among other text.
#[test]
fn template_has_slots_of_any_length_among_other_text() {
    let mut language = Language::new(307);
    let frame = language.fresh(60);
    let docs: Vec<Doc> = (0..8)
        .map(|n| {
            let mut words = language.prose(60);
            for (at, word) in frame.iter().enumerate() {
                words.push(word.clone());
                if [10, 30, 45].contains(&at) {
                    let length = 1 + language.random.below(3);
                    words.extend(language.fresh(length));
                }
            }
            words.extend(language.prose(60));
            doc(n, &[&words])
        })
        .collect();
    let results = find(&docs);
    assert_eq!(results.clusters.len(), 1);
    assert!(all_have(&results, Label::Template));
}

#[test]
fn template_takes_three_documents_and_slots_at_the_same_places() {
    let mut language = Language::new(302);
    let frame = language.fresh(60);
    let two: Vec<Doc> = (0..2)
        .map(|n| doc(n, &[&form(&mut language, &frame, &[8, 25, 40])]))
        .collect();
    assert!(!all_have(&find(&two), Label::Template), "two documents");

    let elsewhere: Vec<Doc> = [[3, 15, 33], [8, 25, 40], [11, 20, 51], [29, 44, 55]]
        .iter()
        .enumerate()
        .map(|(n, slots)| doc(n, &[&form(&mut language, &frame, slots)]))
        .collect();
    assert!(
        !all_have(&find(&elsewhere), Label::Template),
        "other places"
    );

    let docs = around(&mut language, &frame, 6);
    assert!(!all_have(&find(&docs), Label::Template), "no slots");

    // An old and a new version.
    let new = form(&mut language, &frame, &[8, 25, 40]);
    let mut docs = around(&mut language, &frame, 3);
    docs.extend(around(&mut language, &new, 3).into_iter().map(|doc| Doc {
        id: format!("new {}", doc.id),
        ..doc
    }));
    let results = find(&docs);
    assert!(!all_have(&results, Label::Template), "two versions");
}

#[test]
fn phrase_is_short_and_in_many_documents() {
    let mut language = Language::new(303);
    for (tokens, documents, expected) in [
        (15, 10, true),
        (19, 10, true),
        (19, 25, true),
        (20, 10, false),
        (19, 9, false),
        (40, 20, false),
    ] {
        let words = language.fresh(tokens);
        let docs = around(&mut language, &words, documents);
        let results = find(&docs);
        assert_eq!(results.passages.len(), documents * (documents - 1) / 2);
        let is_phrase = all_have(&results, Label::Phrase);
        assert_eq!(
            is_phrase, expected,
            "{tokens} tokens in {documents} documents"
        );
    }
}

/// A series of `size` documents, of which `having` have the same words, and others without a series.
fn series(language: &mut Language, size: usize, having: usize) -> Vec<Doc> {
    let words = language.fresh(40);
    let mut docs = around(language, &words, having);
    for n in having..size {
        docs.push(doc(n, &[&language.fresh(120)]));
    }
    docs.into_iter().map(|doc| doc.of("The Daily")).collect()
}

#[test]
fn frame_stands_in_half_of_a_series_of_five() {
    let mut language = Language::new(304);
    for (size, having, expected) in [
        (5, 5, true),
        (5, 3, true),
        (6, 3, true),
        (40, 20, true),
        (4, 4, false),
        (5, 2, false),
        (7, 3, false),
        (40, 19, false),
    ] {
        let mut docs = series(&mut language, size, having);
        for n in 0..20 {
            docs.push(doc(format!("other {n}"), &[&language.fresh(120)]).of("The Weekly"));
        }
        let is_frame = all_have(&find(&docs), Label::Frame);
        assert_eq!(is_frame, expected, "{having} of {size}");
    }
    // Without a series, and one series each.
    let docs: Vec<Doc> = series(&mut language, 6, 6)
        .into_iter()
        .map(|doc| Doc {
            series: None,
            ..doc
        })
        .collect();
    assert!(!all_have(&find(&docs), Label::Frame));
    let docs: Vec<Doc> = docs
        .into_iter()
        .map(|doc| doc.clone().of(&doc.id))
        .collect();
    assert!(!all_have(&find(&docs), Label::Frame));
}

/// It stands there once a document, however often one repeats it.
#[test]
fn frame_counts_documents() {
    let mut language = Language::new(305);
    let words = language.fresh(40);
    let mut docs = Vec::new();
    for n in 0..8 {
        let mut mine = language.fresh(50);
        for _ in 0..if n < 2 { 5 } else { 0 } {
            mine.extend_from_slice(&words);
            mine.extend(language.fresh(50));
        }
        docs.push(doc(n, &[&mine]).of("The Daily"));
    }
    let results = find(&docs);
    assert!(!all_have(&results, Label::Frame));
}

/// A pair with a phrase and a long passage is not a phrase.
#[test]
fn a_pair_is_what_all_of_its_passages_are() {
    let mut language = Language::new(306);
    let (phrase, long) = (language.fresh(16), language.fresh(80));
    let mut docs = around(&mut language, &phrase, 10);
    for doc in &mut docs[..2] {
        doc.text = format!("{} {}", long.join(" "), doc.text);
    }
    let results = find(&docs);
    let passages = results.between(0, 1);
    assert_eq!(passages.len(), 2);
    assert!(!passages[0].labels.has(Label::Phrase));
    assert!(passages[1].labels.has(Label::Phrase));
    for row in &results.pairs {
        let both = (&*row.a_id, &*row.b_id) == ("0", "1");
        assert_eq!(row.labels.has(Label::Phrase), !both);
    }
}
