//! The rows of passages: random collections, copies, two sides, direction and lag.

use cento::group::{Direction, Label};

use crate::library::{Doc, Language, UNITS, doc, find, find_with, options};

/// Documents that borrow from one another, edited and not, dated and not.
fn collection(language: &mut Language, count: usize) -> Vec<Doc> {
    let mut texts: Vec<Vec<String>> = Vec::new();
    (0..count)
        .map(|n| {
            let length = 40 + language.random.below(300);
            let mut words = language.prose(length);
            for _ in 0..language.random.below(4) {
                let Some(other) = texts.get(language.random.below(n.max(1))) else {
                    break;
                };
                let from = language.random.below(other.len());
                let to = from + language.random.below(other.len() - from);
                let copy = other[from..to].to_vec();
                let percent = [0, 0, 5, 15][language.random.below(4)];
                let copy = match language.random.below(2) {
                    0 => language.edited(&copy, percent),
                    _ => language.misread(&copy, percent),
                };
                let at = language.random.below(words.len());
                words.splice(at..at, copy);
            }
            if n > 0 && language.random.below(12) == 0 {
                words = texts[language.random.below(n)].clone();
            }
            texts.push(words.clone());
            let day = 1 + language.random.below(28);
            let date = ["", "1850", "1850-03", "1851-02-"][language.random.below(4)];
            Doc {
                id: format!("doc {n}"),
                text: language.printed(&words),
                date: match date.ends_with('-') {
                    true => Some(format!("{date}{day:02}")),
                    false => (!date.is_empty()).then(|| date.to_owned()),
                },
                series: (day < 20).then(|| format!("series {}", day % 4)),
            }
        })
        .collect()
}

/// All of it is checked in `checked`.
#[test]
fn rows_agree_with_documents_and_with_one_another() {
    for seed in 0..12 {
        let mut language = Language::new(100 + seed);
        let docs = collection(&mut language, 120);
        let mut options = options();
        options.offsets = UNITS[seed as usize % 3];
        options.scheme = ["kgram:k=4", "winnow:k=5,window=8"][seed as usize % 2]
            .parse()
            .expect("a scheme");
        let results = match seed % 3 {
            2 => {
                let (input, reference) = docs.split_at(70);
                find_with(input, Some(reference), &options)
            }
            _ => find_with(&docs, None, &options),
        };
        assert!(results.passages.len() > 50, "{}", results.passages.len());
        let directions = [Direction::AToB, Direction::BToA, Direction::Unknown];
        for direction in directions {
            assert!(results.passages.iter().any(|p| p.direction == direction));
        }
    }
}

#[test]
fn identical_documents_are_one_passage_each_with_its_own_spans() {
    let mut language = Language::new(200);
    let words = language.prose(150);
    let part = doc(
        "part",
        &[&language.fresh(30), &words[50..120], &language.fresh(30)],
    );
    let mut docs: Vec<Doc> = (0..4)
        .map(|n| Doc {
            id: format!("copy {n}"),
            text: format!("({}{})", " ".repeat(n), language.printed(&words)),
            ..Doc::default()
        })
        .collect();
    docs.push(part);
    for unit in UNITS {
        let mut options = options();
        options.offsets = unit;
        let results = find_with(&docs, None, &options);
        assert_eq!(results.pairs.len(), 6 + 4);
        for row in &results.pairs {
            let is_alias = row.b_id != "part";
            assert_eq!(row.labels.has(Label::Alias), is_alias);
            let found = results.only(&row.a_id, &row.b_id);
            assert_eq!(found.labels.has(Label::Alias), is_alias);
            let (length, begin) = if is_alias { (150, 0) } else { (70, 50) };
            assert_eq!(found.a_tokens.begin, begin);
            assert_eq!(found.counts.matched, length);
            assert_eq!(found.counts.columns(), length);
        }
        // The whole text but for what is no word.
        let found = results.only("copy 1", "copy 3");
        let trimmed = |n: usize| docs[n].text.trim_matches(|c: char| !c.is_alphanumeric());
        assert_eq!(found.a_text, trimmed(1));
        assert_eq!(found.b_text, trimmed(3));
        for row in &results.documents[..4] {
            assert_eq!(row.reused, 1.0);
        }
        assert_eq!(results.clusters[0].size, 5);
    }
}

#[test]
fn identical_documents_under_min_tokens_are_a_pair_without_passages() {
    let mut language = Language::new(201);
    let words = language.fresh(15);
    let docs = |length: usize| [1, 2].map(|n| doc(n, &[&words[..length]]));
    for length in [1, 3, 14] {
        let results = find(&docs(length));
        assert_eq!(results.pairs.len(), 1);
        assert_eq!(results.pairs[0].labels.names(), ["alias"]);
        assert!(results.passages.is_empty() && results.clusters.is_empty());
    }
    assert_eq!(find(&docs(15)).only(1, 2).counts.matched, 15);
}

#[test]
fn against_a_reference_only_the_two_sides_are_compared() {
    let mut language = Language::new(202);
    let (shared, mine, theirs) = (language.fresh(60), language.fresh(60), language.fresh(60));
    let side = |language: &mut Language, name: &str, own: &[String]| -> Vec<Doc> {
        (0..3)
            .map(|n| {
                let between = language.fresh(40);
                doc(format!("{name}{n}"), &[own, &between, &shared])
            })
            .collect()
    };
    let input = side(&mut language, "in", &mine);
    let reference = side(&mut language, "ref", &theirs);
    let results = find_with(&input, Some(&reference), &options());
    assert_eq!(results.pairs.len(), 9);
    assert_eq!(results.passages.len(), 9);
    for passage in &results.passages {
        assert!(passage.a_id.starts_with("in") && passage.b_id.starts_with("ref"));
        assert_eq!(passage.a_text, shared.join(" "));
        assert_eq!(passage.b_text, shared.join(" "));
    }
    assert_eq!(results.clusters.len(), 1);
    assert_eq!(results.clusters[0].size, 6);
}

#[test]
fn identical_documents_against_a_reference_are_compared_across_only() {
    let mut language = Language::new(203);
    let words = language.fresh(60);
    let docs = |name: &str| [0, 1].map(|n| doc(format!("{name}{n}"), &[&words]));
    let results = find_with(&docs("in"), Some(&docs("ref")), &options());
    let pairs: Vec<_> = results
        .pairs
        .iter()
        .map(|row| (&*row.a_id, &*row.b_id))
        .collect();
    assert_eq!(
        pairs,
        [
            ("in0", "ref0"),
            ("in0", "ref1"),
            ("in1", "ref0"),
            ("in1", "ref1")
        ]
    );
    assert!(results.pairs.iter().all(|row| row.labels.has(Label::Alias)));
}

#[test]
fn direction_and_lag_are_those_of_the_dates() {
    use Direction::{AToB, BToA, Unknown};
    let days = |days: u64| Some(Some(days));
    // `None`: any number of days will do.
    let cases = [
        ("1999-01-01", "1999-01-31", AToB, days(30)),
        ("1999-01-31", "1999-01-01", BToA, days(30)),
        ("2000-02-28", "2000-03-01", AToB, days(2)),
        ("1900-02-28", "1900-03-01", AToB, days(1)),
        ("1799-12-31", "2001-01-01", AToB, days(73_415)),
        ("1999-05-05", "1999-05-05", Unknown, Some(None)),
        ("", "1999-05-05", Unknown, Some(None)),
        ("1999-05-05", "", Unknown, Some(None)),
        ("", "", Unknown, Some(None)),
        // The one may be before, within or after the other.
        ("1999", "1999-05", Unknown, Some(None)),
        ("1999-05", "1999", Unknown, Some(None)),
        ("1999-05-05", "1999-05", Unknown, Some(None)),
        ("1999", "1999", Unknown, Some(None)),
        ("2020-06-01", "2020-06-01T12:00:00Z", Unknown, Some(None)),
        // The one is over when the other begins.
        ("1999", "2000", AToB, None),
        ("1999-06", "1999-05", BToA, None),
        ("2000-01-01", "1999", BToA, None),
        ("1998", "1999-05-05", AToB, None),
        // Time zones.
        (
            "2020-01-01T00:30:00+02:00",
            "2019-12-31T23:00:00Z",
            AToB,
            days(0),
        ),
        (
            "2020-01-01T23:00:00-02:00",
            "2020-01-02T00:00:00Z",
            BToA,
            days(0),
        ),
        (
            "2020-01-01T12:00:00+05:00",
            "2020-01-01T07:00:00Z",
            Unknown,
            Some(None),
        ),
        (
            "2020-01-01T12:00:00Z",
            "2020-01-11T12:00:00Z",
            AToB,
            days(10),
        ),
        (
            "2020-03-01T00:00:00Z",
            "2020-02-28T00:00:00Z",
            BToA,
            days(2),
        ),
    ];
    let mut language = Language::new(204);
    let mut docs = Vec::new();
    for (n, (a, b, ..)) in cases.iter().enumerate() {
        let passage = language.fresh(40);
        for (side, date) in [("a", a), ("b", b)] {
            let mut doc = doc(format!("{side}{n}"), &[&language.fresh(40), &passage]);
            doc.date = (!date.is_empty()).then(|| date.to_string());
            docs.push(doc);
        }
    }
    let results = find(&docs);
    for (n, (a, b, direction, lag)) in cases.into_iter().enumerate() {
        let found = results.only(format!("a{n}"), format!("b{n}"));
        assert_eq!(found.direction, direction, "{a} {b}");
        match lag {
            Some(lag) => assert_eq!(found.lag_days, lag, "{a} {b}"),
            None => assert!(found.lag_days.is_some(), "{a} {b}"),
        }
    }
}
