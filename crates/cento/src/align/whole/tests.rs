use proptest::prelude::*;

use super::super::sample::Sample;
use super::super::waves::tests::{score, table};
use super::super::words::Words;
use super::*;

/// The columns of two texts, and how many words each has.
fn align(a: &str, b: &str) -> (Columns, u32, u32) {
    let (x, y) = (Sample::new(a), Sample::new(b));
    let columns = Whole::default()
        .align(x.side(), y.side(), x.whole(), y.whole())
        .clone();
    (columns, x.whole().len(), y.whole().len())
}

fn text(words: &[u32]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("w{word}")).collect();
    words.join(" ")
}

/// A form of 200 words whose slots hold more than is lost at first: the pins keep what is fixed.
#[test]
fn long_slots_leave_the_rest_aligned() {
    let form = |first: u32| -> Vec<u32> {
        (0..5)
            .flat_map(|part| {
                let fixed = part * 20..part * 20 + 20;
                fixed.chain(first + part * 20..first + part * 20 + 20)
            })
            .collect()
    };
    let (columns, ..) = align(&text(&form(1000)), &text(&form(2000)));
    let runs = [(Column::Match, 20), (Column::Substitution, 20)].repeat(5);
    assert_eq!(columns.runs(), runs);
}

#[test]
fn one_side_alone_is_a_gap() {
    let (columns, ..) = align("", "three words more");
    assert_eq!(columns.runs(), [(Column::Insertion, 3)]);
    let (columns, ..) = align(&text(&(0..60).collect::<Vec<_>>()), "");
    assert_eq!(columns.runs(), [(Column::Deletion, 60)]);
    assert_eq!(align("", "").0.runs(), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// What is short enough to need no pins scores what the full programme scores.
    #[test]
    fn short_texts_score_what_the_full_programme_scores(
        a in prop::collection::vec(0usize..12, 0..20),
        b in prop::collection::vec(0usize..12, 0..20),
    ) {
        const WORDS: [&str; 12] = [
            "house", "houfe", "hous", "hovse", "tree", "of", "the", "road", "in", "lantern", "la", "window",
        ];
        let [a, b] = [a, b].map(|words| {
            words.iter().map(|&word| WORDS[word]).collect::<Vec<_>>().join(" ")
        });
        let (x, y) = (Sample::new(&a), Sample::new(&b));
        let words = Ahead::new(x.side(), y.side(), x.whole(), y.whole());
        let mut whole = Whole::default();
        let columns = whole.align(x.side(), y.side(), x.whole(), y.whole());
        let (n, m) = words.lengths();
        prop_assert_eq!(score(columns, &words), table(&words)[n][m]);
    }

    /// Whatever is aligned, the columns hold every word of both sides, and those that match are the same.
    #[test]
    fn columns_hold_all_words(
        a in prop::collection::vec(0u32..30, 0..90),
        cut in 0usize..60,
        inserted in prop::collection::vec(0u32..30, 0..70),
        rest in 0usize..60,
    ) {
        let b: Vec<u32> = a.iter().take(cut).chain(&inserted).chain(a.iter().skip(rest)).copied().collect();
        let (columns, n, m) = align(&text(&a), &text(&b));
        let (mut x, mut y) = (0usize, 0usize);
        for &(column, count) in columns.runs() {
            for _ in 0..count {
                if column == Column::Match {
                    prop_assert_eq!(a[x], b[y]);
                }
                x += usize::from(column != Column::Insertion);
                y += usize::from(column != Column::Deletion);
            }
        }
        prop_assert_eq!((x as u32, y as u32), (n, m));
    }
}
