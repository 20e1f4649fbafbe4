//! A decision tree as C4.5 grows and prunes it, with the choices of Weka's J48.
//!
//! A number is split in two where that gains most information, less what choosing among so many places costs. Of the
//! numbers with at least the mean gain the one with the best ratio of gain to what the split itself tells is taken. What is
//! grown is pruned from the leaves up: a leaf, or the larger branch, takes the place of a tree that is expected to err no
//! less, where errors are counted at the upper end of what they may be with confidence 0.25.
//!
//! - Source: Quinlan, C4.5, 1993; Witten and Frank, Data Mining, 2005.

/// What is known of a pair: two containments.
pub(crate) type Point = [f64; 2];

/// Fewest points on each side of a split.
const LEAST: usize = 2;

/// The normal deviate above which lies 0.25, the confidence.
const DEVIATE: f64 = 0.674_489_750_196_081_7;
const CONFIDENCE: f64 = 0.25;

/// A tree that tells classes apart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    /// All points here are of this class.
    Leaf(usize),
    /// Points with a number up to `at` go one way, the others the other.
    Split {
        number: usize,
        at: f64,
        sides: Box<[Tree; 2]>,
    },
}

impl Tree {
    /// A pruned tree for these points and their classes, which are below `classes`.
    pub(crate) fn new(points: &[(Point, usize)], classes: usize) -> Self {
        let mut tree = Self::grow(points, classes);
        tree.collapse(points, classes);
        tree.prune(points, classes);
        tree
    }

    /// The class of a point.
    pub(crate) fn class(&self, point: Point) -> usize {
        match self {
            Tree::Leaf(class) => *class,
            Tree::Split { number, at, sides } => sides[side(*number, *at, point)].class(point),
        }
    }

    fn grow(points: &[(Point, usize)], classes: usize) -> Self {
        let counts = counts(points, classes);
        let leaf = Tree::Leaf(majority(&counts));
        if points.len() < 2 * LEAST || errors(&counts) == 0.0 {
            return leaf;
        }
        let splits: Vec<Split> = (0..2)
            .filter_map(|number| best(points, number, &counts))
            .collect();
        let mean = splits.iter().map(|split| split.gain).sum::<f64>() / splits.len().max(1) as f64;
        let enough = splits.iter().filter(|split| split.gain >= mean - 1e-3);
        // The first of equals.
        let Some(split) = enough.rev().max_by(|x, y| x.ratio.total_cmp(&y.ratio)) else {
            return leaf;
        };
        let sides = parted(points, split.number, split.at).map(|part| Self::grow(&part, classes));
        Tree::Split {
            number: split.number,
            at: split.at,
            sides: Box::new(sides),
        }
    }

    /// Puts a leaf where a tree errs as often on what it was grown from.
    fn collapse(&mut self, points: &[(Point, usize)], classes: usize) {
        let counts = counts(points, classes);
        let Tree::Split { number, at, .. } = self else {
            return;
        };
        let parts = parted(points, *number, *at);
        let wrong = |tree: &Tree| {
            let wrong = points.iter().filter(|(p, class)| tree.class(*p) != *class);
            wrong.count() as f64
        };
        if wrong(self) >= errors(&counts) - 1e-3 {
            *self = Tree::Leaf(majority(&counts));
        } else if let Tree::Split { sides, .. } = self {
            for (side, part) in sides.iter_mut().zip(&parts) {
                side.collapse(part, classes);
            }
        }
    }

    fn prune(&mut self, points: &[(Point, usize)], classes: usize) {
        let Tree::Split { number, at, sides } = self else {
            return;
        };
        let parts = parted(points, *number, *at);
        for (side, part) in sides.iter_mut().zip(&parts) {
            side.prune(part, classes);
        }
        let larger = usize::from(parts[1].len() > parts[0].len());
        let of_larger = sides[larger].expected(points, classes);
        let counts = counts(points, classes);
        let of_leaf = pessimistic(points.len() as f64, errors(&counts));
        let of_tree = sides[0].expected(&parts[0], classes) + sides[1].expected(&parts[1], classes);
        if of_leaf <= of_tree + 0.1 && of_leaf <= of_larger + 0.1 {
            *self = Tree::Leaf(majority(&counts));
        } else if of_larger <= of_tree + 0.1 {
            *self = sides[larger].clone();
            self.relabel(points, classes);
            self.prune(points, classes);
        }
    }

    /// Gives each leaf the class of most points that come to it now.
    fn relabel(&mut self, points: &[(Point, usize)], classes: usize) {
        match self {
            Tree::Leaf(_) if points.is_empty() => {}
            Tree::Leaf(class) => *class = majority(&counts(points, classes)),
            Tree::Split { number, at, sides } => {
                let parts = parted(points, *number, *at);
                for (side, part) in sides.iter_mut().zip(&parts) {
                    side.relabel(part, classes);
                }
            }
        }
    }

    /// Errors to expect where these points come to this tree.
    fn expected(&self, points: &[(Point, usize)], classes: usize) -> f64 {
        match self {
            Tree::Leaf(_) => pessimistic(points.len() as f64, errors(&counts(points, classes))),
            Tree::Split { number, at, sides } => {
                let parts = parted(points, *number, *at);
                sides
                    .iter()
                    .zip(&parts)
                    .map(|(side, part)| side.expected(part, classes))
                    .sum()
            }
        }
    }
}

fn side(number: usize, at: f64, point: Point) -> usize {
    usize::from(point[number] > at)
}

fn parted(points: &[(Point, usize)], number: usize, at: f64) -> [Vec<(Point, usize)>; 2] {
    let (above, below) =
        (points.iter().copied()).partition(|(point, _)| side(number, at, *point) == 1);
    [below, above]
}

fn counts(points: &[(Point, usize)], classes: usize) -> Vec<usize> {
    let mut counts = vec![0; classes];
    points.iter().for_each(|(_, class)| counts[*class] += 1);
    counts
}

fn majority(counts: &[usize]) -> usize {
    let classes = (0..counts.len()).rev();
    classes.max_by_key(|&class| counts[class]).unwrap_or(0)
}

/// Errors of a leaf.
fn errors(counts: &[usize]) -> f64 {
    (counts.iter().sum::<usize>() - counts[majority(counts)]) as f64
}

/// The most errors of `total` that are to be expected with the confidence, where so many were made.
fn pessimistic(total: f64, errors: f64) -> f64 {
    if total == 0.0 {
        return 0.0;
    }
    if errors == 0.0 {
        return total * (1.0 - CONFIDENCE.powf(1.0 / total));
    }
    if errors + 0.5 >= total {
        return total;
    }
    let (share, z) = ((errors + 0.5) / total, DEVIATE);
    let spread = (share / total - share * share / total + z * z / (4.0 * total * total)).sqrt();
    total * (share + z * z / (2.0 * total) + z * spread) / (1.0 + z * z / total)
}

/// A way to split points.
struct Split {
    number: usize,
    at: f64,
    gain: f64,
    ratio: f64,
}

/// Bits that tell which of the counted one is, times their sum.
fn entropy(counts: &[usize]) -> f64 {
    let times_log = |n: usize| match n {
        0 => 0.0,
        n => n as f64 * (n as f64).log2(),
    };
    times_log(counts.iter().sum()) - counts.iter().map(|&n| times_log(n)).sum::<f64>()
}

/// The split by a number that gains most, if any gains more than it costs.
fn best(points: &[(Point, usize)], number: usize, counts: &[usize]) -> Option<Split> {
    let total = points.len();
    let least = (total / (10 * counts.len())).clamp(LEAST, 25);
    let mut sorted: Vec<(f64, usize)> = points
        .iter()
        .map(|(p, class)| (p[number], *class))
        .collect();
    sorted.sort_by(|x, y| x.0.total_cmp(&y.0));
    let (mut below, mut above) = (vec![0; counts.len()], counts.to_vec());
    let (mut places, mut found) = (0, None::<(f64, usize)>);
    for at in 1..total {
        below[sorted[at - 1].1] += 1;
        above[sorted[at - 1].1] -= 1;
        let is_place = sorted[at - 1].0 + 1e-5 < sorted[at].0;
        if !is_place || at < least || total - at < least {
            continue;
        }
        places += 1;
        let gain = (entropy(counts) - entropy(&below) - entropy(&above)) / total as f64;
        if found.is_none_or(|(most, _)| gain > most) {
            found = Some((gain, at));
        }
    }
    let (gain, at) = found?;
    let gain = gain - f64::from(places).log2() / total as f64;
    let told = entropy(&[at, total - at]) / total as f64;
    (gain > 0.0).then(|| Split {
        number,
        at: (sorted[at - 1].0 + sorted[at].0) / 2.0,
        gain,
        ratio: gain / told,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn toy(seed: u64, count: usize) -> Vec<(Point, usize)> {
        let mut random = Random::new(seed);
        let class = |[x, y]: Point| match x > 0.3 {
            true => 1 + usize::from(y > 0.6),
            false => 0,
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
        let tree = Tree::new(&toy(1, 400), 3);
        let Tree::Split { number, at, sides } = &tree else {
            panic!("{tree:?}");
        };
        assert!(*number == 0 && (at - 0.3).abs() < 0.01, "{tree:?}");
        assert_eq!(sides[0], Tree::Leaf(0));
        let Tree::Split { number, at, sides } = &sides[1] else {
            panic!("{tree:?}");
        };
        assert!(*number == 1 && (at - 0.6).abs() < 0.02, "{tree:?}");
        assert_eq!(**sides, [Tree::Leaf(1), Tree::Leaf(2)]);
    }

    #[test]
    fn a_split_lies_midway_between_what_it_parts() {
        let points: Vec<(Point, usize)> = (0..20)
            .map(|i| ([0.0, f64::from(i)], usize::from(i >= 12)))
            .collect();
        let split = Tree::Split {
            number: 1,
            at: 11.5,
            sides: Box::new([Tree::Leaf(0), Tree::Leaf(1)]),
        };
        assert_eq!(Tree::new(&points, 2), split);
        let one_class: Vec<_> = points.iter().map(|(p, _)| (*p, 2)).collect();
        assert_eq!(Tree::new(&one_class, 3), Tree::Leaf(2));
        assert_eq!(Tree::new(&points[10..13], 2), Tree::Leaf(0));
    }

    #[test]
    fn noise_is_pruned_away() {
        let mut random = Random::new(4);
        let mut points = toy(3, 400);
        for (_, class) in &mut points {
            if random.chance(0.1) {
                *class = random.below(3);
            }
        }
        fn leaves(tree: &Tree) -> usize {
            match tree {
                Tree::Leaf(_) => 1,
                Tree::Split { sides, .. } => sides.iter().map(leaves).sum(),
            }
        }
        let grown = Tree::grow(&points, 3);
        let pruned = Tree::new(&points, 3);
        assert!(leaves(&grown) > 3);
        assert_eq!(leaves(&pruned), 3);
        let test = toy(5, 1000);
        let right = |tree: &Tree| test.iter().filter(|(p, c)| tree.class(*p) == *c).count();
        assert!(right(&pruned) >= right(&grown));
        assert!(right(&pruned) > 950, "{}", right(&pruned));
    }

    /// The figures of Quinlan's chapter on pruning for leaves without error.
    #[test]
    fn errors_are_expected_where_none_were_made() {
        for (total, share) in [(6.0, 0.206), (9.0, 0.143), (1.0, 0.75)] {
            assert!((pessimistic(total, 0.0) / total - share).abs() < 5e-4);
        }
        assert!(pessimistic(16.0, 1.0) / 16.0 > 0.15 && pessimistic(16.0, 1.0) / 16.0 < 0.17);
        assert_eq!(pessimistic(3.0, 3.0), 3.0);
    }
}
