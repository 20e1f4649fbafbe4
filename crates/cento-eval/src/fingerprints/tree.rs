//! A decision tree for points with a class (CART: Breiman, Friedman, Olshen and Stone, 1984).
//!
//! Splits are those that lower Gini's impurity most. How deep it grows is chosen by five-fold
//! cross-validation on the points it is grown from.

/// What is known of a pair: the larger and the smaller containment.
pub(crate) type Point = [f64; 2];

/// Fewest points in a leaf.
const LEAST: usize = 3;

/// A tree that tells classes apart.
#[derive(Debug, PartialEq)]
pub(crate) enum Tree {
    /// All points here are of this class.
    Leaf(usize),
    /// Points with a coordinate below `at` go one way, the others the other.
    Split {
        /// Which coordinate.
        coordinate: usize,
        /// Where.
        at: f64,
        /// Those below, and those not.
        sides: Box<[Tree; 2]>,
    },
}

impl Tree {
    /// A tree for these points and their classes, which are below `classes`.
    pub(crate) fn tuned(points: &[(Point, usize)], classes: usize) -> Self {
        const FOLDS: usize = 5;
        let right = |depth: usize| -> usize {
            (0..FOLDS)
                .map(|fold| {
                    let part = |inside: bool| {
                        let chosen = points.iter().enumerate();
                        chosen
                            .filter(|(i, _)| (i % FOLDS == fold) == inside)
                            .map(|(_, point)| *point)
                            .collect::<Vec<_>>()
                    };
                    let tree = Self::grow(&mut part(false), classes, depth);
                    let test = part(true);
                    test.iter()
                        .filter(|(point, class)| tree.class(*point) == *class)
                        .count()
                })
                .sum()
        };
        // The shallowest of equals.
        let depth = (1..=8).rev().max_by_key(|&depth| right(depth)).unwrap_or(1);
        Self::grow(&mut points.to_vec(), classes, depth)
    }

    /// The class of a point.
    pub(crate) fn class(&self, point: Point) -> usize {
        match self {
            Tree::Leaf(class) => *class,
            Tree::Split {
                coordinate,
                at,
                sides,
            } => sides[usize::from(point[*coordinate] >= *at)].class(point),
        }
    }

    fn grow(points: &mut [(Point, usize)], classes: usize, depth: usize) -> Self {
        let mut counts = vec![0usize; classes];
        points.iter().for_each(|(_, class)| counts[*class] += 1);
        let majority = (0..classes)
            .rev()
            .max_by_key(|&class| counts[class])
            .unwrap_or(0);
        let pure = counts[majority] == points.len();
        let found = if depth == 0 || pure {
            None
        } else {
            best(points, &counts)
        };
        let Some((coordinate, at)) = found else {
            return Tree::Leaf(majority);
        };
        points.sort_by(|x, y| x.0[coordinate].total_cmp(&y.0[coordinate]));
        let (below, above) =
            points.split_at_mut(points.partition_point(|(point, _)| point[coordinate] < at));
        let sides = Box::new([
            Self::grow(below, classes, depth - 1),
            Self::grow(above, classes, depth - 1),
        ]);
        Tree::Split {
            coordinate,
            at,
            sides,
        }
    }
}

/// The split that leaves the least impurity, if any leaves less than there is.
fn best(points: &mut [(Point, usize)], counts: &[usize]) -> Option<(usize, f64)> {
    // Σ n²/N over both sides: the larger, the purer.
    let purity = |counts: &[usize], total: usize| {
        counts.iter().map(|&n| (n * n) as f64).sum::<f64>() / total as f64
    };
    let mut best = (purity(counts, points.len()) + 1e-9, None);
    for coordinate in 0..2 {
        points.sort_by(|x, y| x.0[coordinate].total_cmp(&y.0[coordinate]));
        let (mut below, mut above) = (vec![0; counts.len()], counts.to_vec());
        for i in 1..points.len() {
            below[points[i - 1].1] += 1;
            above[points[i - 1].1] -= 1;
            let (last, next) = (points[i - 1].0[coordinate], points[i].0[coordinate]);
            if last == next || i < LEAST || points.len() - i < LEAST {
                continue;
            }
            let purity = purity(&below, i) + purity(&above, points.len() - i);
            if purity > best.0 {
                best = (purity, Some((coordinate, (last + next) / 2.0)));
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn toy(seed: u64, count: usize) -> Vec<(Point, usize)> {
        let mut random = Random::new(seed);
        let class = |[x, y]: Point| {
            if x < 0.3 {
                0
            } else {
                1 + usize::from(y >= 0.6)
            }
        };
        (0..count)
            .map(|_| {
                let point = [random.unit(), random.unit()];
                (point, class(point))
            })
            .collect()
    }

    #[test]
    fn the_borders_of_a_toy_problem_are_found() {
        let tree = Tree::tuned(&toy(1, 400), 3);
        let wrong = toy(2, 1000)
            .iter()
            .filter(|(p, class)| tree.class(*p) != *class)
            .count();
        assert!(wrong < 30, "{wrong}");
    }

    #[test]
    fn points_of_one_class_make_a_leaf() {
        let points: Vec<(Point, usize)> = (0..20).map(|i| ([i as f64, 0.0], 2)).collect();
        assert_eq!(Tree::tuned(&points, 3), Tree::Leaf(2));
    }

    #[test]
    fn noise_does_not_make_a_deep_tree_look_good() {
        let mut random = Random::new(4);
        let points: Vec<(Point, usize)> = (0..300)
            .map(|_| ([random.unit(), random.unit()], random.below(2)))
            .collect();
        let tree = Tree::tuned(&points[..150], 2);
        let right = points[150..]
            .iter()
            .filter(|(p, class)| tree.class(*p) == *class)
            .count();
        assert!((45..105).contains(&right), "{right}");
    }
}
