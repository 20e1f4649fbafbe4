//! A copy of which a part is replaced by other text.

use crate::random::Random;

/// The text with a random part replaced by as much of `filler`, from a random place in it, so that `share` of it stays.
/// Both are cut between words.
pub(super) fn mix(text: &str, filler: &str, share: f64, random: &mut Random) -> String {
    let replaced = (text.len() as f64 * (1.0 - share)).round() as usize;
    let (before, rest) = text.split_at(cut(text, random.below(text.len() - replaced + 1)));
    let after = &rest[cut(rest, replaced)..];
    let from = &filler[cut(
        filler,
        random.below(filler.len().saturating_sub(replaced) + 1),
    )..];
    let filler = &from[..cut(from, replaced)];
    [before, filler, after].join("\n")
}

/// The place nearest behind `at` where a word begins, or the end.
fn cut(text: &str, at: usize) -> usize {
    let at = (at..=text.len()).find(|&at| text.is_char_boundary(at));
    let at = at.unwrap_or(text.len());
    if at == 0 {
        return 0;
    }
    let space = text[at..].find(char::is_whitespace);
    space.map_or(text.len(), |space| at + space)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_stays_as_asked_and_the_length_is_kept() {
        let text = "older ".repeat(5000);
        let filler = "newer ".repeat(9000);
        let mut random = Random::new(3);
        for share in [0.0, 0.3, 0.5, 1.0] {
            let copy = mix(&text, &filler, share, &mut random);
            let kept = copy.matches("older").count() as f64;
            assert!((kept - 5000.0 * share).abs() <= 2.0, "{share}: {kept}");
            let words = copy.split_whitespace();
            assert!(words.clone().all(|word| word == "older" || word == "newer"));
            assert!(words.count().abs_diff(5000) <= 3);
        }
    }

    #[test]
    fn texts_are_cut_between_words() {
        assert_eq!(cut("één twéé", 0), 0);
        assert_eq!(cut("één twéé", 1), 5);
        assert_eq!(cut("één twéé", 6), 12);
    }
}
