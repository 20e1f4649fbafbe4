//! Whether the text around a word is the same in two books, but for noise.
//!
//! Translations of one book share many of their rare words, and in the same order; so do word lists, and two books that
//! retell the same events. What stands around these words tells: in a copy it is the same text, letter by letter, though
//! a letter in ten may be misread; in anything else it is not. Letters rather than words, since noise breaks one
//! word in two, and two into one.
//!
//! - Cost: one machine word of bits for every letter compared (Myers, JACM 1999; Hyyro 2003 for distances from
//!   a fixed beginning).

use crate::find::store::Text;

/// Letters of one text that are compared, on either side,
const LETTERS: usize = 48;

/// and those of the other that they may stretch to.
const REACH: usize = 64;

/// The most that the letters of a copy may differ.
const MOST: f64 = 0.2;

/// Whether the text around token `a_at` of `a` is that around token `b_at` of `b`. Where a text begins or ends, what
/// there is of it counts; where nothing stands around a word, nothing speaks for it.
pub(super) fn is_confirmed(a: &Text, a_at: u32, b: &Text, b_at: u32) -> bool {
    let (a_word, b_word) = (a.word(a_at), b.word(b_at));
    let (mut distance, mut compared) = (0, 0);
    let mut count = |x: Letters, y: Letters| {
        let (x, y) = (x.all(), y.all());
        // A text that ends cannot differ beyond its end.
        let length = x.len().min(y.len());
        distance += distance_to_prefix(&x[..length.min(LETTERS)], y);
        compared += length.min(LETTERS);
    };
    let after = |text: &str, from: usize| letters(text[from..].chars());
    let before = |text: &str, to: usize| letters(text[..to].chars().rev());
    count(
        after(&a.text, a_word.end as usize),
        after(&b.text, b_word.end as usize),
    );
    count(
        before(&a.text, a_word.begin as usize),
        before(&b.text, b_word.begin as usize),
    );
    compared > 0 && f64::from(distance) <= MOST * compared as f64
}

/// Some letters.
struct Letters {
    letters: [char; REACH],
    count: usize,
}

impl Letters {
    fn all(&self) -> &[char] {
        &self.letters[..self.count]
    }
}

/// The first letters, without what stands between them.
fn letters(chars: impl Iterator<Item = char>) -> Letters {
    let mut found = Letters {
        letters: ['\0'; REACH],
        count: 0,
    };
    let lower = |c: char| match c.is_ascii() {
        true => c.to_ascii_lowercase(),
        false => c.to_lowercase().next().unwrap_or(c),
    };
    let letters = chars.filter(|c| c.is_alphanumeric()).map(lower);
    for (place, letter) in found.letters.iter_mut().zip(letters) {
        *place = letter;
        found.count += 1;
    }
    found
}

/// The edits that turn `x`, of at most 64 letters, into the beginning of `y` that is nearest to it.
fn distance_to_prefix(x: &[char], y: &[char]) -> u32 {
    if x.is_empty() {
        return 0;
    }
    let mut ascii = [0u64; 128];
    let mut others: Vec<(char, u64)> = Vec::new();
    for (at, &c) in x.iter().enumerate() {
        let bit = 1 << at;
        match ascii.get_mut(c as usize) {
            Some(bits) => *bits |= bit,
            None => match others.iter_mut().find(|(other, _)| *other == c) {
                Some((_, bits)) => *bits |= bit,
                None => others.push((c, bit)),
            },
        }
    }
    let last = 1u64 << (x.len() - 1);
    // Vertical steps up and down by one, for each letter of `x`.
    let (mut up, mut down) = (!0u64, 0u64);
    let mut distance = x.len() as u32;
    let mut least = distance;
    for &c in y {
        let same = match ascii.get(c as usize) {
            Some(bits) => *bits,
            None => others
                .iter()
                .find(|(other, _)| *other == c)
                .map_or(0, |(_, bits)| *bits),
        };
        let diagonal = (((same & up).wrapping_add(up)) ^ up) | same | down;
        let right_up = down | !(diagonal | up);
        let right_down = up & diagonal;
        if right_up & last != 0 {
            distance += 1;
        } else if right_down & last != 0 {
            distance -= 1;
        }
        least = least.min(distance);
        // The first row rises by one with every letter of `y`: it begins at its beginning.
        let right_up = right_up << 1 | 1;
        up = right_down << 1 | !(diagonal | right_up);
        down = right_up & diagonal;
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slow(x: &[char], y: &[char]) -> u32 {
        let mut row: Vec<u32> = (0..=x.len() as u32).collect();
        let mut least = x.len() as u32;
        for (j, d) in y.iter().enumerate() {
            let mut next = vec![j as u32 + 1];
            for (i, c) in x.iter().enumerate() {
                let change = row[i] + u32::from(c != d);
                next.push(change.min(row[i + 1] + 1).min(next[i] + 1));
            }
            row = next;
            least = least.min(row[x.len()]);
        }
        least
    }

    proptest! {
        #[test]
        fn equals_the_table_of_all_distances(x in "[abé]{0,64}", y in "[abéñ]{0,64}") {
            let [x, y] = [x, y].map(|text| text.chars().collect::<Vec<_>>());
            prop_assert_eq!(distance_to_prefix(&x, &y), if x.is_empty() { 0 } else { slow(&x, &y) });
        }
    }

    #[test]
    fn what_stands_between_letters_does_not_count() {
        assert_eq!(
            letters("A b-\nC, 1 É!".chars()).all(),
            ['a', 'b', 'c', '1', 'é']
        );
    }
}
