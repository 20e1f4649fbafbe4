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

/// A block's numbers among others.
pub(super) type Second = [f32; SECOND];

/// What is seen of the blocks of a page by their first scores.
pub(super) struct Scored<'a> {
    seen: &'a Seen<'a>,
    scores: Vec<f32>,
    /// Over the first blocks, of each number of them.
    sums: Vec<Sum>,
    /// The blocks of the main box.
    main: Range<u32>,
}

/// What is summed over blocks.
#[derive(Clone, Copy, Default)]
struct Sum {
    /// Scores, each as heavy as its block is long.
    scores: f64,
    weights: f64,
    /// Words that are worth keeping, less those that are not.
    worth: f64,
}

impl<'a> Scored<'a> {
    /// By weights of a block's own numbers.
    pub(super) fn new(seen: &'a Seen<'a>, first: &[f32]) -> Self {
        let count = seen.page.blocks.len();
        let score = |at| dot(&seen.row(at), first).clamp(-4.0, 4.0);
        let scores: Vec<f32> = (0..count).map(score).collect();
        let mut sums = Vec::with_capacity(count + 1);
        let mut sum = Sum::default();
        sums.push(sum);
        for (score, measure) in scores.iter().zip(&seen.measures) {
            let (score, weight) = (f64::from(*score), f64::from(measure.length));
            sum.scores += score * weight;
            sum.weights += weight;
            sum.worth += score / (1.0 + score.abs()) * f64::from(measure.words);
            sums.push(sum);
        }
        let worth = |blocks: &Range<u32>| {
            sums[blocks.end as usize].worth - sums[blocks.start as usize].worth
        };
        let boxes = seen.page.boxes.iter().map(|one| &one.blocks);
        // The innermost of equals comes last.
        let main = boxes
            .filter(|blocks| !blocks.is_empty())
            .fold(None, |best, blocks| {
                match best.is_none_or(|best| worth(blocks) >= worth(best)) {
                    true => Some(blocks),
                    false => best,
                }
            });
        let main = main.cloned().unwrap_or_default();
        Self {
            seen,
            scores,
            sums,
            main,
        }
    }

    /// The numbers of a block.
    pub(super) fn row(&self, at: usize) -> Second {
        let page = self.seen.page;
        let inside = &page.boxes[page.blocks[at].inside as usize];
        let parent = &page.boxes[inside.parent as usize];
        let is_heading = flag(inside.tag == Tag::Heading);
        let is_item = flag(inside.tag == Tag::Item);
        let in_main = flag(self.main.contains(&(at as u32)));
        // A heading is of what follows it.
        let next = self.scores.get(at + 1).copied().unwrap_or(-2.0);
        let count = page.blocks.len() as f32;
        let past = (at as f32 - self.main.end as f32 + 1.0).max(0.0) / count;
        let before = (self.main.start as f32 - at as f32).max(0.0) / count;
        [
            1.0,
            self.scores[at],
            self.mean(&inside.blocks),
            self.mean(&parent.blocks),
            in_main,
            in_main * self.scores[at],
            past,
            before,
            is_heading * next,
            is_item * self.mean(&parent.blocks),
            in_main * self.seen.measures[at].linked,
        ]
    }

    /// The mean score of some blocks.
    fn mean(&self, blocks: &Range<u32>) -> f32 {
        let (from, to) = (
            self.sums[blocks.start as usize],
            self.sums[blocks.end as usize],
        );
        ((to.scores - from.scores) / (to.weights - from.weights).max(0.2)) as f32
    }
}

/// Which blocks are kept.
pub(super) fn select(page: &Page) -> Vec<bool> {
    let seen = Seen::new(page);
    let scored = Scored::new(&seen, &FIRST_WEIGHTS);
    let is_kept = |at| dot(&scored.row(at), &SECOND_WEIGHTS) > 0.0;
    (0..page.blocks.len()).map(is_kept).collect()
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
        let seen = Seen::new(&page);
        let scored = Scored::new(&seen, &by_length());
        let rows: Vec<Second> = (0..5).map(|at| scored.row(at)).collect();
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
