//! Characters misread as optical character recognition misreads them.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};

use crate::collection;
use crate::random::Random;
use crate::synth::misread_one;

/// What is taken for what, and how often. With nothing in it, the confusions of generated collections serve.
#[derive(Debug, Default)]
pub(super) struct Confusions {
    /// For one to three characters, what they were taken for, with the sum of counts up to there.
    wrong: HashMap<String, Vec<(String, u64)>>,
    /// The most characters that were taken for something else together.
    longest: usize,
}

impl Confusions {
    /// Reads lines of `right;wrong;count`.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let lines: String = collection::documents(path)?
            .into_iter()
            .map(|document| document.text)
            .collect();
        Self::parse(&lines).with_context(|| format!("no confusions in {}", path.display()))
    }

    fn parse(lines: &str) -> Result<Self> {
        let mut confusions = Self::default();
        for line in lines.lines().filter(|line| !line.is_empty()) {
            let parts = || {
                let (pattern, count) = line.rsplit_once(';')?;
                let (right, wrong) = pattern.split_once(';')?;
                Some((right, wrong, count.parse::<u64>().ok()?))
            };
            let (right, wrong, count) =
                parts().with_context(|| format!("not right;wrong;count: {line}"))?;
            if right.is_empty() || right == wrong {
                continue;
            }
            confusions.longest = confusions.longest.max(right.chars().count());
            let list = confusions.wrong.entry(right.to_owned()).or_default();
            let before = list.last().map_or(0, |(_, sum)| *sum);
            list.push((wrong.to_owned(), before + count));
        }
        Ok(confusions)
    }

    /// The text with a share of its characters misread. Each has the same chance, whatever it is.
    pub(super) fn damage(&self, text: &str, share: f64, random: &mut Random) -> String {
        let mut copy = String::with_capacity(text.len() + text.len() / 16);
        // Where several are misread as one, the next that would have been misread on their own are spared.
        let mut owed = 0usize;
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let is_hit = random.chance(share);
            let mut taken = c.len_utf8();
            if !is_hit || owed > 0 {
                owed -= usize::from(is_hit);
                copy.push(c);
            } else if let Some((right, wrong)) = self.draw(c, rest, random) {
                copy.push_str(wrong);
                let more = right.chars().count() - 1;
                owed += (0..more).filter(|_| !random.chance(share)).count();
                taken = right.len().max(taken);
            } else {
                let dice = random.unit();
                misread_one(c, dice, random, &mut copy);
            }
            rest = &rest[taken..];
        }
        copy
    }

    /// One of the confusions of what `rest`, which begins with `c`, begins with, by how often it was seen.
    fn draw<'a>(
        &'a self,
        c: char,
        rest: &'a str,
        random: &mut Random,
    ) -> Option<(&'a str, &'a str)> {
        // The end of a line is read as any other space.
        let space = c.is_whitespace().then_some(" ");
        let ends = rest.char_indices().skip(1).map(|(at, _)| at);
        let longer = ends.chain([rest.len()]).take(self.longest);
        let rights = space.into_iter().chain(
            longer
                .map(|end| &rest[..end])
                .filter(|&right| Some(right) != space),
        );
        let found: Vec<(&str, &[(String, u64)])> = rights
            .filter_map(|right| Some((right, self.wrong.get(right)?.as_slice())))
            .collect();
        let sum = |list: &[(String, u64)]| list.last().map_or(0, |(_, sum)| *sum);
        let all: u64 = found.iter().map(|(_, list)| sum(list)).sum();
        if all == 0 {
            return None;
        }
        let mut at = random.below(all as usize) as u64;
        for (right, list) in found {
            if at < sum(list) {
                let (wrong, _) = &list[list.partition_point(|(_, sum)| *sum <= at)];
                return Some((right, wrong));
            }
            at -= sum(list);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHARACTERS: usize = 100_000;

    #[test]
    fn as_many_characters_are_misread_as_asked() {
        let text = "a".repeat(CHARACTERS);
        for lines in [
            "a;b;1",
            "a;b;3\na;xy;1\n",
            "aa;b;7",
            "a;b;2\naaa;cd;5\naa;;1",
        ] {
            let confusions = Confusions::parse(lines).unwrap();
            for share in [0.0, 0.02, 0.2] {
                let copy = confusions.damage(&text, share, &mut Random::new(5));
                let kept = copy.matches('a').count() as f64;
                let expected = CHARACTERS as f64 * (1.0 - share);
                assert!((kept - expected).abs() < 400.0, "{lines}, {share}: {kept}");
            }
        }
    }

    #[test]
    fn confusions_come_as_often_as_they_were_seen() {
        let confusions = Confusions::parse("é;e;3\né;c;1\n ;-;1\nz;;;9\n").unwrap();
        let copy = confusions.damage(&"é".repeat(CHARACTERS), 0.5, &mut Random::new(2));
        let (e, c) = (copy.matches('e').count(), copy.matches('c').count());
        assert!(e.abs_diff(3 * c) < 2000, "{e} {c}");
        // Ends of lines are spaces, and what was never misread is damaged all the same.
        assert_eq!(confusions.damage("\n\n", 1.0, &mut Random::new(2)), "--");
        assert_ne!(confusions.damage("qqq", 1.0, &mut Random::new(2)), "qqq");
        assert!(Confusions::parse("a;b").is_err());
    }

    #[test]
    fn without_a_table_those_of_generated_collections_serve() {
        let copy = Confusions::default().damage(&"e".repeat(CHARACTERS), 0.1, &mut Random::new(4));
        let replaced = copy.matches('c').count();
        assert!(replaced.abs_diff(CHARACTERS * 6 / 100) < 300, "{replaced}");
    }
}
