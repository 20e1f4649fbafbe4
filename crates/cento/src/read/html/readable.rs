//! The blocks that a page is about, by what is seen of them and of those around.
//!
//! A block's own features give it a first score; this, the scores of blocks near it, and whether it stands in the box
//! with the best sum of scores, a second one, which decides.

use super::feature::{FEATURES, Seen};
use super::page::Page;
use super::tag::Tag;
use super::weights::{FIRST_WEIGHTS, SECOND_WEIGHTS};

/// How many numbers the second score is made of.
pub(super) const SECOND: usize = 18;

/// What scores are made with.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Of a block's own features.
    pub first: Vec<f32>,
    /// Of those near it.
    pub second: Vec<f32>,
}

/// The second set of numbers of each block, by the first scores.
pub(super) fn second(page: &Page, seen: &Seen, first: &[f32]) -> Vec<[f32; SECOND]> {
    let count = page.blocks.len();
    let scores: Vec<f32> = seen
        .features
        .iter()
        .map(|row| dot(row, first).clamp(-4.0, 4.0))
        .collect();
    // Sums of scores, each as heavy as its block is long.
    let weight = |at: usize| seen.measures[at].words.ln_1p();
    let mut sums = vec![(0.0_f32, 0.0_f32, 0.0_f32)];
    for at in 0..count {
        let (sum, weights, worth) = sums[at];
        let share = 1.0 / (1.0 + (-scores[at]).exp());
        sums.push((
            sum + scores[at] * weight(at),
            weights + weight(at),
            worth + (share - 0.5) * seen.measures[at].words,
        ));
    }
    let main = page
        .boxes
        .iter()
        .map(|one| one.blocks.start as usize..one.blocks.end as usize)
        .fold((0..count, f32::MIN), |(best, most), blocks| {
            let worth = sums[blocks.end].2 - sums[blocks.start].2;
            // The innermost of equals comes last.
            if worth >= most && !blocks.is_empty() {
                (blocks, worth)
            } else {
                (best, most)
            }
        })
        .0;
    let score = |at: Option<usize>| at.and_then(|at| scores.get(at)).copied().unwrap_or(-2.0);
    let mean = |blocks: std::ops::Range<u32>| {
        let (from, to) = (sums[blocks.start as usize], sums[blocks.end as usize]);
        (to.0 - from.0) / (to.1 - from.1).max(1.0)
    };
    let mut out = Vec::with_capacity(count);
    for (at, block) in page.blocks.iter().enumerate() {
        let inside = &page.boxes[block.inside as usize];
        let parent = &page.boxes[inside.parent as usize];
        let outer = &page.boxes[parent.parent as usize];
        let is_heading = f32::from(u8::from(inside.tag == Tag::Heading));
        let is_item = f32::from(u8::from(inside.tag == Tag::Item));
        let in_main = f32::from(u8::from(main.contains(&at)));
        let window = |from: isize, to: isize| {
            let (mut sum, mut weights) = (0.0, 0.5);
            for step in from..=to {
                if let Some(other) = at.checked_add_signed(step).filter(|other| *other < count) {
                    sum += scores[other] * weight(other);
                    weights += weight(other);
                }
            }
            sum / weights
        };
        let next = score(Some(at + 1));
        let past = (at as f32 - main.end as f32 + 1.0).max(0.0) / count as f32;
        let before = (main.start as f32 - at as f32).max(0.0) / count as f32;
        out.push([
            1.0,
            scores[at],
            score(at.checked_sub(1)),
            next,
            window(-4, -1),
            window(1, 4),
            mean(inside.blocks.clone()),
            mean(parent.blocks.clone()),
            mean(outer.blocks.clone()),
            in_main,
            in_main * scores[at],
            past,
            before,
            is_heading,
            is_heading * next,
            is_item * mean(parent.blocks.clone()),
            seen.measures[at].linked * in_main,
            (seen.measures[at].words / 20.0).min(1.0) * in_main,
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

const _: () = assert!(FEATURES < 100);
