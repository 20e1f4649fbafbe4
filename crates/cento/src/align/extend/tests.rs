use proptest::prelude::*;

use super::super::sample::Sample;
use super::super::words::{Ahead, Behind};
use super::*;

/// Extends from the first words of two texts.
fn ahead(a: &str, b: &str) -> Extension {
    let (x, y) = (Sample::new(a), Sample::new(b));
    extend(&Ahead::new(x.side(), y.side(), x.whole(), y.whole()))
}

fn behind(a: &str, b: &str) -> Extension {
    let (x, y) = (Sample::new(a), Sample::new(b));
    let words = Ahead::new(x.side(), y.side(), x.whole(), y.whole());
    extend(&Behind(words))
}

fn ends(extension: Extension) -> (u32, u32) {
    (extension.x, extension.y)
}

#[test]
fn goes_as_far_as_words_agree() {
    let same = "one two three four five";
    assert_eq!(ends(ahead(same, same)), (5, 5));
    assert_eq!(ends(ahead("one two three", "one two other")), (2, 2));
    assert_eq!(ends(ahead("", same)), (0, 0));
    assert_eq!(ends(ahead("", "")), (0, 0));
    assert_eq!(ends(behind("x y three four five", same)), (3, 3));
}

#[test]
fn goes_around_what_was_edited() {
    // Replaced, added, left out, several of them, and damaged.
    let text = "all day long the old ferry sails on monday whatever the weather may be";
    for (edited, columns) in [
        (
            "all day long the old boat sails on monday whatever the weather may be",
            1,
        ),
        (
            "all day long the old grey ferry sails on monday whatever the weather may be",
            1,
        ),
        (
            "all day long the old sails on monday whatever the weather may be",
            1,
        ),
        (
            "all day long the old boat leaves on monday whatever the weather may be",
            2,
        ),
        (
            "all day long the old ferry of ours now sails on monday whatever the weather may be",
            3,
        ),
        (
            "all day long the old fcrry sails on rnonday whatevcr the weather may be",
            3,
        ),
    ] {
        for found in [ahead(text, edited), behind(text, edited)] {
            let words = edited.split(' ').count() as u32;
            assert_eq!(ends(found), (14, words), "{edited}");
            let counts = found.counts;
            assert_eq!(counts.columns() - counts.matched, columns, "{edited}");
        }
    }
}

/// Four words that do not agree are gone over where much follows; five end it.
#[test]
fn ends_where_too_much_is_lost() {
    let rest = "and so it went on for days and days until the end";
    let with = |words: &str| format!("a b c d e {words} {rest}");
    let four = ahead(&with("k l m"), &with("p q r"));
    assert_eq!(ends(four), (20, 20));
    let many = ahead(&with("k l m n o"), &with("p q r s t"));
    assert_eq!(ends(many), (5, 5));
}

/// The best score from the beginning of both texts, by the full programme.
fn best(words: &impl Words) -> i32 {
    let (n, m) = words.lengths();
    let mut scores = vec![vec![0; m + 1]; n + 1];
    for x in 0..=n {
        for y in 0..=m {
            let mut ways = Vec::new();
            if x > 0 {
                ways.push(scores[x - 1][y] + i32::from(GAP));
            }
            if y > 0 {
                ways.push(scores[x][y - 1] + i32::from(GAP));
            }
            if x > 0 && y > 0 {
                let column = if words.same(x - 1, y - 1) {
                    MATCH
                } else if words.close(x - 1, y - 1) {
                    CLOSE
                } else {
                    OTHER
                };
                ways.push(scores[x - 1][y - 1] + i32::from(column));
            }
            scores[x][y] = ways.into_iter().max().unwrap_or(0);
        }
    }
    scores.into_iter().flatten().max().unwrap_or(0)
}

fn holds_together(words: &impl Words) -> Result<(), TestCaseError> {
    let found = extend(words);
    let counts = found.counts;
    let both = counts.matched + counts.substituted;
    prop_assert_eq!(found.x, both + counts.deleted);
    prop_assert_eq!(found.y, both + counts.inserted);
    // What it claims can be had, and it ends in a word that is the same.
    prop_assert!(found.score <= best(words));
    let ends_in_match = words.same(found.x.max(1) as usize - 1, found.y.max(1) as usize - 1);
    prop_assert!((found.x, found.y) == (0, 0) || ends_in_match);
    let least = i32::from(MATCH) * counts.matched as i32
        + i32::from(OTHER) * counts.substituted as i32
        + i32::from(GAP) * (counts.inserted + counts.deleted) as i32;
    let most = least + i32::from(CLOSE - OTHER) * counts.substituted as i32;
    prop_assert!((least..=most).contains(&found.score));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_extension_is_an_alignment(
        a in prop::collection::vec(0usize..9, 1..40),
        b in prop::collection::vec(0usize..9, 1..40),
        shared in 0usize..40,
    ) {
        // The first four are close to one another.
        const WORDS: [&str; 9] =
            ["house", "houfe", "hous", "hovse", "tree", "of", "the", "road", "in"];
        let b: Vec<usize> = a.iter().take(shared).chain(&b).copied().collect();
        let [a, b] = [a, b].map(|words| {
            words.iter().map(|&word| WORDS[word]).collect::<Vec<_>>().join(" ")
        });
        let (x, y) = (Sample::new(&a), Sample::new(&b));
        let words = || Ahead::new(x.side(), y.side(), x.whole(), y.whole());
        holds_together(&words())?;
        holds_together(&Behind(words()))?;
    }
}
