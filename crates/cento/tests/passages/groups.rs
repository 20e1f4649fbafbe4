//! Reprint groups: what belongs together, and what does not.

use std::collections::{BTreeMap, BTreeSet};

use crate::library::{Doc, Language, Results, doc, find};

/// The documents of each group, smallest id first.
fn groups(results: &Results) -> Vec<Vec<&str>> {
    results
        .clusters
        .iter()
        .map(|row| {
            let ids: BTreeSet<&str> = row.members.iter().map(|member| &*member.id).collect();
            ids.into_iter().collect()
        })
        .collect()
}

#[test]
fn reprints_of_one_text_are_one_group() {
    let mut language = Language::new(400);
    let text = language.prose(100);
    let docs: Vec<Doc> = (0..30)
        .map(|n| {
            let copy = language.edited(&text, 4);
            let (before, after) = (language.prose(80), language.prose(80));
            doc(n, &[&before, &copy, &after])
        })
        .collect();
    let results = find(&docs);
    assert_eq!(results.clusters.len(), 1);
    assert_eq!(results.clusters[0].size, 30);
    assert_eq!(results.clusters[0].members.len(), 30);
}

/// An anthology quotes 200 works that have nothing to do with one another.
fn anthology(seed: u64, between: usize) {
    let mut language = Language::new(seed);
    let works: Vec<_> = (0..200).map(|_| language.prose(300)).collect();
    let mut words = Vec::new();
    for work in &works {
        let from = language.random.below(240);
        words.extend(language.fresh(between));
        words.extend_from_slice(&work[from..from + 60]);
    }
    let mut docs: Vec<Doc> = (0..).zip(&works).map(|(n, work)| doc(n, &[work])).collect();
    docs.push(doc("anthology", &[&words]));
    let results = find(&docs);
    assert_eq!(results.pairs.len(), 200);
    assert_eq!(results.clusters.len(), 200);
    for row in &results.clusters {
        assert_eq!(row.size, 2, "{row:#?}");
        assert_eq!(row.members.len(), 2, "{row:#?}");
    }
}

#[test]
fn an_anthology_of_200_works_is_200_groups() {
    anthology(401, 20);
}

#[test]
fn an_anthology_with_nothing_between_its_quotations_is_200_groups() {
    anthology(402, 0);
}

/// Each work was also reprinted elsewhere: the groups are those of the works.
#[test]
fn an_anthology_joins_the_groups_of_its_works_and_welds_none() {
    let mut language = Language::new(403);
    let works: Vec<_> = (0..100).map(|_| language.fresh(80)).collect();
    let mut words = Vec::new();
    let mut docs = Vec::new();
    for (n, work) in works.iter().enumerate() {
        words.extend_from_slice(work);
        for paper in ["x", "y"] {
            let (before, after) = (language.fresh(40), language.fresh(40));
            docs.push(doc(format!("{paper}{n:03}"), &[&before, work, &after]));
        }
    }
    docs.push(doc("anthology", &[&words]));
    let results = find(&docs);
    assert_eq!(results.clusters.len(), 100);
    for ids in groups(&results) {
        assert_eq!(ids.len(), 3);
        assert_eq!(ids[0], "anthology");
        assert_eq!(ids[1][1..], ids[2][1..], "{ids:?}");
    }
}

/// Two editions share all of their text, which is one passage, and lies on every work.
#[test]
fn two_editions_of_an_anthology_weld_no_works() {
    let mut language = Language::new(404);
    let works: Vec<_> = (0..100).map(|_| language.fresh(300)).collect();
    let mut words = Vec::new();
    for work in &works {
        words.extend_from_slice(&work[100..160]);
        words.extend(language.fresh(10));
    }
    let mut docs: Vec<Doc> = (0..).zip(&works).map(|(n, work)| doc(n, &[work])).collect();
    for edition in ["first", "second"] {
        docs.push(doc(edition, &[&language.fresh(30), &words]));
    }
    let results = find(&docs);
    for ids in groups(&results) {
        let works = ids.iter().filter(|id| id.parse::<u32>().is_ok()).count();
        assert!(works <= 1, "{ids:?}");
    }
    // Every work with both editions, and the editions with one another.
    assert_eq!(results.passages.len(), 201);
    for n in 0..100 {
        let with: BTreeSet<_> = ["first", "second"]
            .map(|edition| results.only(n, edition).cluster)
            .into();
        assert_eq!(with.len(), 1, "both quotations are of one group");
    }
}

/// Each document has 60 words of the one before it: the first and the last have nothing in common.
#[test]
fn windows_sliding_over_a_text_are_no_chain() {
    let mut language = Language::new(405);
    let text = language.fresh(40 * 60 + 100);
    let places: BTreeMap<&str, usize> = (0..).zip(&text).map(|(n, word)| (&**word, n)).collect();
    let docs: Vec<Doc> = (0..60)
        .map(|n| {
            doc(
                n,
                &[
                    &language.fresh(20),
                    &text[40 * n..40 * n + 100],
                    &language.fresh(20),
                ],
            )
        })
        .collect();
    let results = find(&docs);
    // Each with the next, and the one after that.
    assert_eq!(results.passages.len(), 59 + 58);
    let spread = |text: &str| {
        let places = || text.split(' ').filter_map(|word| places.get(word));
        (
            *places().min().expect("words"),
            *places().max().expect("words") + 1,
        )
    };
    for row in &results.clusters {
        let (begin, end) = spread(&row.text);
        for member in &row.members {
            let text = &docs[member.id.parse::<usize>().expect("a number")].text;
            let (from, to) = spread(&text[member.begin as usize..member.end as usize]);
            let overlap = to.min(end).saturating_sub(from.max(begin));
            assert!(
                overlap >= 15,
                "{} has {from}..{to}, the group {begin}..{end}",
                member.id
            );
        }
    }
}

/// Two texts that meet in two documents only: each keeps its group.
#[test]
fn a_document_with_two_texts_side_by_side_does_not_weld_them() {
    let mut language = Language::new(406);
    let (x, y) = (language.fresh(60), language.fresh(60));
    let mut docs = Vec::new();
    for n in 0..5 {
        docs.push(doc(
            format!("x{n}"),
            &[&language.fresh(40), &x, &language.fresh(40)],
        ));
        docs.push(doc(
            format!("y{n}"),
            &[&language.fresh(40), &y, &language.fresh(40)],
        ));
    }
    docs.push(doc("both", &[&x, &y]));
    let results = find(&docs);
    assert_eq!(results.clusters.len(), 2);
    for ids in groups(&results) {
        assert_eq!(ids.len(), 6);
        let starts: BTreeSet<_> = ids[1..].iter().map(|id| &id[..1]).collect();
        assert_eq!((ids[0], starts.len()), ("both", 1), "{ids:?}");
    }
}

#[test]
fn size_counts_documents_and_members_are_places() {
    let mut language = Language::new(407);
    let text = language.fresh(50);
    let mut twice = || doc("twice", &[&text, &language.fresh(60), &text]);
    let docs = [
        twice(),
        doc("once", &[&language.fresh(30), &text]),
        doc("again", &[&text, &language.fresh(30)]),
    ];
    let results = find(&docs);
    assert_eq!(results.clusters.len(), 1);
    let row = &results.clusters[0];
    assert_eq!((row.size, row.members.len()), (3, 4));
    let places: Vec<_> = row.members.iter().filter(|m| m.id == "twice").collect();
    assert!(places[0].end <= places[1].begin);
    assert_eq!(row.text, text.join(" "));
}

#[test]
fn members_stand_oldest_first_and_undated_last() {
    let mut language = Language::new(408);
    let text = language.fresh(50);
    let dates = [
        Some("2001-05-05"),
        None,
        Some("1850"),
        Some("2001-05-05T03:00:00+05:00"),
        Some("1999-12-31T23:59:59Z"),
        None,
        Some("1850-07-04"),
        Some("2000-01-01T00:30:00+01:00"),
    ];
    let docs: Vec<Doc> = (0..)
        .zip(dates)
        .map(|(n, date)| {
            let doc = doc(n, &[&language.fresh(40), &text, &language.fresh(40)]);
            match date {
                Some(date) => doc.dated(date),
                None => doc,
            }
        })
        .collect();
    let results = find(&docs);
    assert_eq!(results.clusters.len(), 1);
    let row = &results.clusters[0];
    let ids: Vec<_> = row.members.iter().map(|member| &*member.id).collect();
    // 1850 may begin before a day in it; 3 is the evening of the day before, 7 is before 4.
    assert_eq!(ids, ["2", "6", "7", "4", "3", "0", "1", "5"]);
    assert_eq!(row.first_date.as_deref(), Some("1850"));
    assert_eq!(row.last_date.as_deref(), Some("2001-05-05"));
}

#[test]
fn large_groups_stand_first_and_equal_ones_in_input_order() {
    let mut language = Language::new(409);
    let sizes = [2, 4, 3, 4, 2, 7];
    let mut docs = Vec::new();
    for (group, size) in sizes.into_iter().enumerate() {
        let text = language.fresh(40);
        for n in 0..size {
            docs.push(doc(format!("{group}/{n}"), &[&language.fresh(30), &text]));
        }
    }
    let results = find(&docs);
    let order: Vec<_> = groups(&results)
        .iter()
        .map(|ids| ids[0].to_owned())
        .collect();
    assert_eq!(order, ["5/0", "1/0", "3/0", "2/0", "0/0", "4/0"]);
}
