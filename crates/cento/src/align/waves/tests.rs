use proptest::prelude::*;

use super::super::sample::Sample;
use super::super::words::{Ahead, Behind};
use super::*;

/// The score of every prefix against every other, by the full programme.
pub(in super::super) fn table(words: &impl Words) -> Vec<Vec<i32>> {
    let (n, m) = words.lengths();
    let mut scores = vec![vec![0; m + 1]; n + 1];
    for x in 0..=n {
        for y in 0..=m {
            let mut options = Vec::new();
            if x > 0 {
                options.push(scores[x - 1][y] - 2);
            }
            if y > 0 {
                options.push(scores[x][y - 1] - 2);
            }
            if x > 0 && y > 0 {
                let same = words.run(x - 1, y - 1) > 0;
                let close = words.close(x - 1, y - 1);
                let column = if same {
                    2
                } else if close {
                    1
                } else {
                    -2
                };
                options.push(scores[x - 1][y - 1] + column);
            }
            scores[x][y] = options.into_iter().max().unwrap_or(0);
        }
    }
    scores
}

pub(in super::super) fn score(columns: &Columns, words: &impl Words) -> i32 {
    let (mut x, mut y, mut score) = (0, 0, 0);
    for &(column, count) in columns.runs() {
        for _ in 0..count {
            match column {
                Column::Match => {
                    assert!(words.run(x, y) > 0);
                    score += 2;
                }
                Column::Substitution => score += if words.close(x, y) { 1 } else { -2 },
                Column::Insertion | Column::Deletion => score -= 2,
            }
            x += usize::from(column != Column::Insertion);
            y += usize::from(column != Column::Deletion);
        }
    }
    score
}

fn agrees(words: &impl Words) -> std::result::Result<(), TestCaseError> {
    let scores = table(words);
    let (n, m) = words.lengths();
    let mut waves = Waves::default();
    let mut columns = Columns::default();
    let end = waves.align(words, 1000);
    prop_assert_eq!((end.x as usize, end.y as usize), (n, m));
    prop_assert_eq!(end.score, scores[n][m]);
    waves.columns(words, end, &mut columns);
    prop_assert_eq!(score(&columns, words), end.score);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn waves_score_what_the_full_programme_scores(
        a in prop::collection::vec(0usize..7, 0..14),
        b in prop::collection::vec(0usize..7, 0..14),
    ) {
        // The first four are close to one another.
        const WORDS: [&str; 7] = ["house", "houfe", "hous", "hovse", "tree", "of", "the"];
        let [a, b] = [a, b].map(|words| {
            words.iter().map(|&word| WORDS[word]).collect::<Vec<_>>().join(" ")
        });
        let (x, y) = (Sample::new(&a), Sample::new(&b));
        let ahead = || Ahead::new(x.side(), y.side(), x.whole(), y.whole());
        agrees(&ahead())?;
        agrees(&Behind(ahead()))?;
    }
}
