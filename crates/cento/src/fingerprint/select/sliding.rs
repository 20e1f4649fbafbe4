//! The minimum of every window of a sequence.

/// Calls `each` with the position of the smallest value, the rightmost of equals, of every run of
/// `window` values, from left to right. Fewer values than one window count as one.
///
/// The minimum is carried from window to window and looked for afresh only when it has left:
/// faster than a queue of rising values, since on hashes that happens once in half a window.
pub(super) fn minima(values: &[u64], window: usize, mut each: impl FnMut(usize)) {
    let window = window.min(values.len());
    if window == 0 {
        return;
    }
    let mut least = rightmost_least(&values[..window]);
    each(least);
    for (i, &value) in values.iter().enumerate().skip(window) {
        if value <= values[least] {
            least = i;
        } else if least + window <= i {
            let from = i + 1 - window;
            least = from + rightmost_least(&values[from..=i]);
        }
        each(least);
    }
}

fn rightmost_least(values: &[u64]) -> usize {
    let mut least = 0;
    for (i, value) in values.iter().enumerate() {
        if *value <= values[least] {
            least = i;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn minima_are_those_of_each_window(
            values in prop::collection::vec(0u64..20, 0..60),
            window in 1usize..12,
        ) {
            let mut found = Vec::new();
            minima(&values, window, |i| found.push(i));
            let window = window.min(values.len());
            let expected: Vec<usize> = if values.is_empty() { Vec::new() } else {
                (0..=values.len() - window)
                    .map(|from| (from..from + window).rev().min_by_key(|&i| values[i]).unwrap())
                    .collect()
            };
            prop_assert_eq!(found, expected);
        }
    }
}
