//! Weights by logistic regression, twice: of what is seen of a block itself, then of it among others.
//!
//! A block counts where a marked string stands in it; a string that stands in several counts once. What the second is
//! fitted to comes from first weights that have not seen the page.

use super::pages::Page;

/// Both sets of weights.
pub(super) struct Weights {
    first: Vec<f32>,
    second: Vec<f32>,
}

/// A block that is known to be kept or not.
struct Known {
    page: usize,
    block: usize,
    is_kept: bool,
    weight: f32,
}

/// What is seen of a block, whether it is to be kept, how much it counts.
struct Row<'a> {
    seen: &'a [f32],
    is_kept: bool,
    weight: f32,
}

/// Parts of the pages that the second weights are fitted to, by first weights fitted to the others.
const PARTS: usize = 5;

/// How much large weights cost.
const COST: f32 = 0.001;

/// Steps of the descent.
const STEPS: i32 = 600;

/// Weights fitted to pages.
pub(super) fn fit(pages: &[&Page]) -> Weights {
    let known = known(pages);
    let seen: Vec<Vec<Vec<f32>>> = pages.iter().map(|page| page.looked.first()).collect();
    let first = |wanted: &dyn Fn(usize) -> bool| {
        let blocks = known.iter().filter(|block| wanted(block.page));
        let rows = blocks.map(|block| block.row(&seen[block.page][block.block]));
        descend(&rows.collect::<Vec<_>>())
    };
    let mut second: Vec<Vec<Vec<f32>>> = vec![Vec::new(); pages.len()];
    for part in 0..PARTS {
        let weights = first(&|page| page % PARTS != part);
        for page in (part..pages.len()).step_by(PARTS) {
            second[page] = pages[page].looked.second(&weights);
        }
    }
    let rows = known
        .iter()
        .map(|block| block.row(&second[block.page][block.block]));
    Weights {
        first: first(&|_| true),
        second: descend(&rows.collect::<Vec<_>>()),
    }
}

impl Known {
    fn row<'a>(&self, seen: &'a [f32]) -> Row<'a> {
        Row {
            seen,
            is_kept: self.is_kept,
            weight: self.weight,
        }
    }
}

/// The blocks in which marked strings stand.
fn known(pages: &[&Page]) -> Vec<Known> {
    let mut known = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        for (strings, is_kept) in [(&page.with, true), (&page.without, false)] {
            for string in strings {
                let has = |block: &usize| page.blocks[*block].contains(&**string);
                let blocks: Vec<usize> = (0..page.blocks.len()).filter(has).collect();
                known.extend(blocks.iter().map(|&block| Known {
                    page: number,
                    block,
                    is_kept,
                    weight: 1.0 / blocks.len() as f32,
                }));
            }
        }
    }
    known
}

/// The weights of least loss, by steps as long as each weight's slopes have lately been alike (Kingma and Ba, 2015).
fn descend(rows: &[Row<'_>]) -> Vec<f32> {
    let count = rows.first().map_or(0, |row| row.seen.len());
    let total: f32 = rows.iter().map(|row| row.weight).sum();
    let mut weights = vec![0.0_f32; count];
    let mut means = vec![(0.0_f32, 0.0_f32); count];
    for step in 1..=STEPS {
        let mut slopes = vec![0.0; count];
        for row in rows {
            let likely = 1.0 / (1.0 + (-dot(row.seen, &weights)).exp());
            let wrong = row.weight * (likely - f32::from(u8::from(row.is_kept)));
            for (slope, seen) in slopes.iter_mut().zip(row.seen) {
                *slope += wrong * seen;
            }
        }
        for (at, slope) in slopes.iter().enumerate() {
            // The first is always 1, and may be as large as it likes.
            let cost = if at == 0 { 0.0 } else { COST * weights[at] };
            let slope = slope / total + cost;
            let (mean, square) = &mut means[at];
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.99 * *square + 0.01 * slope * slope;
            let mean = *mean / (1.0 - 0.9_f32.powi(step));
            let square = *square / (1.0 - 0.99_f32.powi(step));
            weights[at] -= 0.05 * mean / (square.sqrt() + 1e-8);
        }
    }
    weights
}

fn dot(row: &[f32], weights: &[f32]) -> f32 {
    row.iter().zip(weights).map(|(x, w)| x * w).sum()
}

impl Weights {
    /// The text of the blocks that are kept.
    pub(super) fn text(&self, page: &Page) -> String {
        let rows = page.looked.second(&self.first);
        let kept = rows
            .iter()
            .zip(&page.blocks)
            .filter(|(row, _)| dot(row, &self.second) > 0.0);
        kept.map(|(_, block)| &**block)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// As the engine has them.
    pub(super) fn code(&self) -> String {
        let list = |weights: &[f32]| {
            let lines = weights.chunks(10).map(|line| {
                let numbers: Vec<String> =
                    line.iter().map(|weight| format!("{weight:.2}")).collect();
                format!("    {},\n", numbers.join(", "))
            });
            lines.collect::<String>()
        };
        format!(
            "/// Of what is seen of a block itself.\npub(super) const FIRST_WEIGHTS: Features = [\n{}];\n\n\
             /// Of what is seen of it among others.\npub(super) const SECOND_WEIGHTS: [f32; SECOND] = [\n{}];\n",
            list(&self.first),
            list(&self.second)
        )
    }
}
