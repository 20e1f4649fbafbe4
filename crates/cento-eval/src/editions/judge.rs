//! How right the pairs are that a rule finds.

/// Pairs found and missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) right: usize,
    pub(super) wrong: usize,
    pub(super) missed: usize,
}

impl Tally {
    /// Of pairs, each whether it was found and whether it is a duplicate.
    pub(super) fn of(pairs: impl IntoIterator<Item = (bool, bool)>) -> Self {
        let mut tally = Self::default();
        for (is_found, is_true) in pairs {
            tally.right += usize::from(is_found && is_true);
            tally.wrong += usize::from(is_found && !is_true);
            tally.missed += usize::from(!is_found && is_true);
        }
        tally
    }

    /// The share of pairs found that are right; 1 where none is found.
    pub(super) fn precision(&self) -> f64 {
        share(self.right, self.right + self.wrong)
    }

    /// The share of right pairs that are found; 1 where there are none.
    pub(super) fn recall(&self) -> f64 {
        share(self.right, self.right + self.missed)
    }

    /// The harmonic mean of both.
    pub(super) fn f(&self) -> f64 {
        share(2 * self.right, 2 * self.right + self.wrong + self.missed)
    }

    /// Precision and recall for a table.
    pub(super) fn cells(&self) -> [String; 2] {
        let precision = match self.right + self.wrong {
            0 => "-".to_owned(),
            _ => format!("{:.3}", self.precision()),
        };
        [precision, format!("{:.3}", self.recall())]
    }
}

fn share(part: usize, whole: usize) -> f64 {
    match whole {
        0 => 1.0,
        _ => part as f64 / whole as f64,
    }
}

/// The threshold of best F over pairs with their scores and whether they are duplicates: in the middle between the
/// lowest score that reaches it and the highest that does not. Of several, the highest.
pub(super) fn best_threshold(pairs: &[(f64, bool)]) -> f64 {
    let mut pairs = pairs.to_vec();
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut tally = Tally {
        missed: pairs.iter().filter(|pair| pair.1).count(),
        ..Tally::default()
    };
    // Nothing is found above all scores.
    let (mut best, mut threshold) = (0.0, f64::INFINITY);
    for (at, &(score, is_true)) in pairs.iter().enumerate() {
        if is_true {
            tally.right += 1;
            tally.missed -= 1;
        } else {
            tally.wrong += 1;
        }
        let next = pairs.get(at + 1).map_or(0.0, |pair| pair.0);
        // Equal scores are found together.
        if next != score && tally.f() > best {
            best = tally.f();
            threshold = (score + next) / 2.0;
        }
    }
    threshold
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precision_and_recall_by_hand() {
        let pairs = [
            (true, true),
            (true, true),
            (true, false),
            (false, true),
            (false, false),
        ];
        let tally = Tally::of(pairs);
        assert_eq!((tally.right, tally.wrong, tally.missed), (2, 1, 1));
        assert!((tally.precision() - 2.0 / 3.0).abs() < 1e-9);
        assert!((tally.recall() - 2.0 / 3.0).abs() < 1e-9);
        assert!((tally.f() - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(Tally::of([(false, true)]).cells(), ["-", "0.000"]);
    }

    #[test]
    fn the_threshold_of_best_f_lies_between_two_scores() {
        // At 0.5 all three duplicates are found, with one other: F is 6/7; at 0.8 it is 4/5.
        let pairs = [
            (0.9, true),
            (0.5, true),
            (0.6, false),
            (0.8, true),
            (0.1, false),
        ];
        assert!((best_threshold(&pairs) - 0.3).abs() < 1e-9);
        // Two of the same score stand or fall together.
        let tied = [
            (0.9, true),
            (0.5, true),
            (0.5, false),
            (0.5, false),
            (0.5, false),
        ];
        assert!((best_threshold(&tied) - 0.7).abs() < 1e-9);
        assert_eq!(best_threshold(&[(0.4, false)]), f64::INFINITY);
    }
}
