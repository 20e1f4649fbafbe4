//! Forms and what is none, small enough to read.

use super::*;
use crate::align::AlignOptions;
use crate::align::sample::Sample;

/// Whether texts, the first of them the fullest, are a template.
fn is_template(given: &[&str]) -> bool {
    let texts: Vec<Sample> = given.iter().map(|text| Sample::new(text)).collect();
    let mut aligner = Aligner::new(AlignOptions::default());
    let mut form = Form::default();
    let first = &texts[0];
    form.begin(&first.words);
    for other in &texts[1..] {
        let columns = aligner.columns(first.side(), other.side(), first.whole(), other.whole());
        form.add(&other.words, columns.runs());
    }
    form.is_template(&LabelOptions::default())
}

const NOTICE: &str = "the meeting of the board will be held on DAY at the town hall and every member is asked to come";

fn notices(days: &[&str]) -> Vec<String> {
    days.iter().map(|day| NOTICE.replace("DAY", day)).collect()
}

fn is_template_of(given: &[String]) -> bool {
    is_template(&given.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_slot_filled_three_ways_makes_a_template() {
    assert!(is_template_of(&notices(&["monday", "tuesday", "friday"])));
    assert!(is_template_of(&notices(&[
        "monday", "tuesday", "friday", "friday", "sunday"
    ])));
}

#[test]
fn fillings_may_be_of_any_length() {
    assert!(is_template_of(&notices(&[
        "the third of may",
        "monday",
        "new year"
    ])));
    assert!(is_template_of(&notices(&[
        "monday",
        "the third of may",
        "new year"
    ])));
}

#[test]
fn one_text_in_many_documents_is_none() {
    assert!(!is_template_of(&notices(&["monday"; 8])));
}

#[test]
fn two_documents_are_none() {
    assert!(!is_template_of(&notices(&["monday", "friday"])));
}

#[test]
fn a_few_versions_are_none() {
    let days = [
        "monday", "monday", "monday", "friday", "friday", "friday", "sunday", "sunday",
    ];
    assert!(!is_template_of(&notices(&days)));
}

#[test]
fn three_rewordings_that_meet_at_one_place_are_none() {
    let release = "the harbour authority said on monday that the new ferry would sail twice a day from \
                   the old pier to the island and back in all but the worst weather of the winter";
    let edited = |edits: &[(&str, &str)]| {
        edits.iter().fold(release.to_owned(), |text, (from, to)| {
            text.replacen(from, to, 1)
        })
    };
    assert!(!is_template_of(&[
        edited(&[("said", "announced"), ("the old pier", "its pier")]),
        edited(&[("said", "stated"), ("twice a day", "daily")]),
        edited(&[
            ("new ferry", "boat"),
            ("winter", "season"),
            ("island", "isle")
        ]),
    ]));
}

#[test]
fn a_text_that_is_mostly_slots_is_none() {
    assert!(!is_template(&[
        "dear a b c d e f regards",
        "dear g h i j k l regards",
        "dear m n o p q r regards"
    ]));
}

#[test]
fn a_member_that_has_a_part_tells_nothing_of_the_rest() {
    let mut members = notices(&["monday", "tuesday", "friday"]);
    let (_, second_half) = NOTICE.split_once("at the").unwrap();
    members.extend(vec![second_half.trim().to_owned(); 2]);
    assert!(is_template_of(&members));
}

#[test]
fn what_follows_the_text_is_no_slot() {
    // Behind the text each has its own; two go on with the same word by chance.
    let behind = ["and a of", "and b of", "c d e", "f g h", "i j k", "l m n"];
    let members: Vec<String> = behind
        .iter()
        .map(|behind| format!("{} {behind}", NOTICE.replace("DAY", "monday")))
        .collect();
    assert!(!is_template_of(&members));
}
