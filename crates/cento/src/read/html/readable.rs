//! The blocks that a page is about, by what is seen of them and of those around.
//!
//! A block's own features give it a first score; this, the scores of blocks near it, and whether it stands in the box
//! with the best sum of scores, a second one, which decides.

use std::ops::Range;

use super::feature::{Seen, flag};
use super::page::Page;
use super::tag::Tag;
use super::weights::{FIRST_WEIGHTS, SECOND_WEIGHTS};

/// How many numbers the second score is made of.
pub(super) const SECOND: usize = 11;

/// The second set of numbers of each block, by the first scores.
pub(super) fn second(page: &Page, seen: &Seen, first: &[f32]) -> Vec<[f32; SECOND]> {
    let count = page.blocks.len();
    let scores: Vec<f32> = seen
        .features
        .iter()
        .map(|row| dot(row, first).clamp(-4.0, 4.0))
        .collect();
    // Scores, each as heavy as its block is long; these weights; and the words that are worth keeping, less those that
    // are not.
    let mut sums = vec![(0.0, 0.0, 0.0)];
    for (score, measure) in scores.iter().zip(&seen.measures) {
        let (sum, weights, worth) = sums[sums.len() - 1];
        let (score, weight) = (f64::from(*score), f64::from(measure.length));
        let sure = score / (1.0 + score.abs());
        sums.push((
            sum + score * weight,
            weights + weight,
            worth + sure * f64::from(measure.words),
        ));
    }
    let worth = |number: usize| {
        let blocks = &page.boxes[number].blocks;
        sums[blocks.end as usize].2 - sums[blocks.start as usize].2
    };
    // The innermost of equals comes last.
    let best = (0..page.boxes.len()).fold(0, |best, number| {
        if worth(number) >= worth(best) && !page.boxes[number].blocks.is_empty() {
            number
        } else {
            best
        }
    });
    let main = &page.boxes[best].blocks;
    let mean = |blocks: &Range<u32>| {
        let (from, to) = (sums[blocks.start as usize], sums[blocks.end as usize]);
        ((to.0 - from.0) / (to.1 - from.1).max(0.2)) as f32
    };
    let mut out = Vec::with_capacity(count);
    for (at, block) in page.blocks.iter().enumerate() {
        let inside = &page.boxes[block.inside as usize];
        let parent = &page.boxes[inside.parent as usize];
        let is_heading = flag(inside.tag == Tag::Heading);
        let is_item = flag(inside.tag == Tag::Item);
        let in_main = flag(main.contains(&(at as u32)));
        // A heading is of what follows it.
        let next = scores.get(at + 1).copied().unwrap_or(-2.0);
        let past = (at as f32 - main.end as f32 + 1.0).max(0.0) / count as f32;
        let before = (main.start as f32 - at as f32).max(0.0) / count as f32;
        out.push([
            1.0,
            scores[at],
            mean(&inside.blocks),
            mean(&parent.blocks),
            in_main,
            in_main * scores[at],
            past,
            before,
            is_heading * next,
            is_item * mean(&parent.blocks),
            in_main * seen.measures[at].linked,
        ]);
    }
    out
}

/// Which blocks are kept.
pub(super) fn select(page: &Page) -> Vec<bool> {
    let seen = Seen::new(page);
    let rows = second(page, &seen, &FIRST_WEIGHTS);
    rows.iter()
        .map(|row| dot(row, &SECOND_WEIGHTS) > 0.0)
        .collect()
}

fn dot(row: &[f32], weights: &[f32]) -> f32 {
    row.iter().zip(weights).map(|(x, w)| x * w).sum()
}

#[cfg(test)]
mod tests {
    use super::super::feature::FEATURES;
    use super::*;

    /// By the length of a block, less its links.
    fn by_length() -> [f32; FEATURES] {
        let mut weights = [0.0; FEATURES];
        (weights[0], weights[1], weights[3]) = (-1.0, 2.0, -3.0);
        weights
    }

    #[test]
    fn the_box_of_the_best_sum_is_the_main_one() {
        let long = "word ".repeat(50);
        let html = format!(
            "<p><a href=x>menu</a></p><div><p>{long}</p><p>so</p><p>{long}</p></div><p><a href=y>foot</a></p>"
        );
        let page = Page::read(&html).expect("a page");
        let rows = second(&page, &Seen::new(&page), &by_length());
        let in_main: Vec<f32> = rows.iter().map(|row| row[4]).collect();
        assert_eq!(in_main, [0.0, 1.0, 1.0, 1.0, 0.0]);
        // How far before and behind it the others stand.
        assert_eq!([rows[0][7], rows[4][6]], [0.2, 0.2]);
    }

    #[test]
    fn a_page_without_blocks_has_no_scores() {
        let page = Page::read("<div></div>").expect("a page");
        assert!(select(&page).is_empty());
    }
}
