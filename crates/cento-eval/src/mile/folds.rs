//! Cross-validation: what a tree, or a threshold, makes of pairs that it was not made from.

use crate::f1::f1;
use crate::random::Random;
use crate::tree::{Point, Tree};

/// How many parts the pairs are dealt into.
const FOLDS: usize = 10;

/// Which part each of some classified things is in, with as many of each class in every part as can be.
pub(super) fn folds(classes: &[usize], seed: u64) -> Vec<usize> {
    let mut random = Random::new(seed);
    let mut order: Vec<usize> = (0..classes.len()).collect();
    random.shuffle(&mut order);
    order.sort_by_key(|&at| classes[at]);
    let mut folds = vec![0; classes.len()];
    for (place, at) in order.into_iter().enumerate() {
        folds[at] = place % FOLDS;
    }
    folds
}

/// The class that is told of each thing by what `learn` makes of the other parts.
pub(super) fn told<M>(
    points: &[(Point, usize)],
    folds: &[usize],
    learn: impl Fn(&[(Point, usize)]) -> M,
    tell: impl Fn(&M, Point) -> usize,
) -> Vec<usize> {
    let mut told = vec![0; points.len()];
    for fold in 0..FOLDS {
        let others = points.iter().zip(folds).filter(|(_, own)| **own != fold);
        let learned = learn(&others.map(|(point, _)| *point).collect::<Vec<_>>());
        for (at, (point, _)) in points.iter().enumerate() {
            if folds[at] == fold {
                told[at] = tell(&learned, *point);
            }
        }
    }
    told
}

/// F1 of each class, by the larger and the smaller containment of each pair.
pub(super) fn by_class(points: &[(Point, usize)], classes: usize, seed: u64) -> Vec<f64> {
    let labels: Vec<usize> = points.iter().map(|(_, class)| *class).collect();
    let folds = folds(&labels, seed);
    let told = told(
        points,
        &folds,
        |points| Tree::new(points, classes),
        Tree::class,
    );
    (0..classes)
        .map(|class| f1(&labels, &told, class))
        .collect()
}

/// A mean, and how far what it is of lies apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mean {
    pub(super) mean: f64,
    /// The standard deviation.
    pub(super) deviation: f64,
    count: usize,
}

impl Mean {
    pub(super) fn of(values: &[f64]) -> Self {
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count.max(1) as f64;
        let squares = values.iter().map(|value| (value - mean).powi(2));
        let deviation = (squares.sum::<f64>() / (count.max(2) - 1) as f64).sqrt();
        Self {
            mean,
            deviation,
            count,
        }
    }

    /// How many standard errors it lies from nothing.
    pub(super) fn errors(self) -> f64 {
        self.mean / (self.deviation / (self.count as f64).sqrt()).max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_as_many_of_each_class() {
        let classes: Vec<usize> = (0..700).map(|at| at / 100).collect();
        let dealt = folds(&classes, 3);
        for fold in 0..FOLDS {
            for class in 0..7 {
                let both = dealt.iter().zip(&classes);
                let both = both.filter(|(f, c)| **f == fold && **c == class);
                assert_eq!(both.count(), 10);
            }
        }
        assert_eq!(dealt, folds(&classes, 3));
        assert_ne!(dealt, folds(&classes, 4));
    }

    #[test]
    fn nothing_is_told_by_what_was_learned_from_itself() {
        let points: Vec<(Point, usize)> = (0..50).map(|at| ([f64::from(at), 0.0], 0)).collect();
        let folds = folds(&[0; 50], 1);
        let told = told(
            &points,
            &folds,
            <[(Point, usize)]>::to_vec,
            |learned, point| usize::from(learned.iter().any(|(other, _)| *other == point)),
        );
        assert_eq!(told, [0; 50]);
    }

    #[test]
    fn means_are_as_counted_by_hand() {
        let mean = Mean::of(&[1.0, 2.0, 3.0]);
        assert_eq!((mean.mean, mean.deviation), (2.0, 1.0));
        assert!((mean.errors() - 2.0 * 3f64.sqrt()).abs() < 1e-12);
    }
}
