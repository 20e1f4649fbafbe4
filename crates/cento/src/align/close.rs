//! Words that are one another with a letter or two wrong.

/// Longer words are not compared letter by letter.
const LONGEST: usize = 64;

/// Whether two words differ in at most one letter of four.
///
/// Words of up to three letters are never close: too many of them are words of their own.
pub(super) fn close(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return close_ascii(a.as_bytes(), b.as_bytes());
    }
    let [a, b] = [a, b].map(|word| word.chars().take(LONGEST + 1).collect::<Vec<char>>());
    within(&a, &b, |x, y| {
        x == y || x.to_lowercase().eq(y.to_lowercase())
    })
}

/// The same for words whose letters are bytes.
fn close_ascii(a: &[u8], b: &[u8]) -> bool {
    let same = |x: &u8, y: &u8| x.eq_ignore_ascii_case(y);
    // One edit leaves one end as it was: nearly all words that are not close end here.
    let is_short = a.len().max(b.len()) < 8;
    if let (true, [x, .., x_end], [y, .., y_end]) = (is_short, a, b)
        && !same(x, y)
        && !same(x_end, y_end)
    {
        return false;
    }
    within(a, b, same)
}

/// Whether edits of a quarter of the letters turn `a` into `b`.
fn within<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    let longest = a.len().max(b.len());
    let most = longest / 4;
    if most == 0 || longest > LONGEST || a.len().abs_diff(b.len()) > most {
        return false;
    }
    let before = a.iter().zip(b).take_while(|(x, y)| same(x, y)).count();
    let (a, b) = (&a[before..], &b[before..]);
    let ends = a.iter().rev().zip(b.iter().rev());
    let behind = ends.take_while(|(x, y)| same(x, y)).count();
    let (a, b) = (&a[..a.len() - behind], &b[..b.len() - behind]);
    // The same word under another number is one that never counts.
    if a.is_empty() && b.is_empty() {
        return false;
    }
    if a.len().max(b.len()) <= most {
        return true;
    }
    // What is left differs at both ends, so that one edit is not enough.
    if most == 1 {
        return false;
    }
    let mut row = [0usize; LONGEST + 1];
    for (j, cell) in row.iter_mut().enumerate().take(b.len() + 1) {
        *cell = j;
    }
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(!same(x, y));
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()] <= most
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn damaged_words_are_close_and_others_are_not() {
        for (a, b) in [
            ("house", "houfe"),
            ("house", "hous"),
            ("Parliament", "parliarnent"),
            ("commandment", "cornmandment"),
            ("Straße", "strafe"),
            ("ответа", "отвста"),
        ] {
            assert!(close(a, b) && close(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("the", "she"),
            ("house", "horns"),
            ("then", "them's"),
            ("a", "abcdefgh"),
            ("word", "text"),
            ("", "word"),
        ] {
            assert!(!close(a, b) && !close(b, a), "{a} {b}");
        }
    }

    /// The textbook edit distance.
    fn distance(a: &[char], b: &[char]) -> usize {
        match (a, b) {
            ([], rest) | (rest, []) => rest.len(),
            ([x, a @ ..], [y, b @ ..]) if x == y => distance(a, b),
            ([_, a_rest @ ..], [_, b_rest @ ..]) => {
                1 + distance(a_rest, b_rest)
                    .min(distance(a_rest, b))
                    .min(distance(a, b_rest))
            }
        }
    }

    proptest! {
        #[test]
        fn close_is_within_a_quarter_of_the_longer_word(a in "[abcé]{0,9}", b in "[abcé]{0,9}") {
            let letters = [&a, &b].map(|word| word.chars().collect::<Vec<_>>());
            let longest = letters[0].len().max(letters[1].len());
            let edits = distance(&letters[0], &letters[1]);
            let expected = longest >= 4 && (1..=longest / 4).contains(&edits);
            prop_assert_eq!(close(&a, &b), expected);
        }
    }
}
