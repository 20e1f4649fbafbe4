//! How well a class is told: the harmonic mean of precision and recall.

/// F1 of a class, where things of these classes are told to be of those.
pub(crate) fn f1(labels: &[usize], told: &[usize], class: usize) -> f64 {
    let count = |of: &[usize]| of.iter().filter(|&&one| one == class).count();
    let both = labels.iter().zip(told);
    let right = both.filter(|(label, told)| **label == class && label == told);
    2.0 * right.count() as f64 / (count(labels) + count(told)).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f1_is_as_counted_by_hand() {
        assert_eq!(f1(&[0, 0, 1, 1], &[0, 1, 1, 1], 1), 0.8);
        assert_eq!(f1(&[0, 0], &[0, 0], 1), 0.0);
    }
}
