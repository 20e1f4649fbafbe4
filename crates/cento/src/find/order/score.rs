//! How much two books are one: scores of their longest common subsequence of unique words.
//!
//! - Source: Yalniz, Can and Manmatha, CIKM 2011; `its` from Lin's similarity of what is common to what is described.

use std::str::FromStr;

use serde::Serialize;

/// Which score decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// The information theoretic score: `ln L / ln(|X| + |Y| - L)`.
    #[default]
    Its,
    /// The correlation score: `L / sqrt(|X| |Y|)`.
    Cs,
}

impl Score {
    /// The score of two sequences of `x` and `y` words with a common subsequence of `lcs`.
    ///
    /// ```
    /// use cento::find::Score;
    /// // The second row of the paper's table 2, but for the length of X, which is not printed.
    /// assert!((Score::Cs.of(739, 1791, 4512) - 0.260).abs() < 0.001);
    /// assert!((Score::Its.of(739, 1791, 4512) - 0.765).abs() < 0.001);
    /// assert_eq!(Score::Its.of(0, 5, 5), 0.0);
    /// ```
    pub fn of(self, lcs: u32, x: u32, y: u32) -> f64 {
        let [l, x, y] = [lcs, x, y].map(f64::from);
        match self {
            _ if lcs == 0 => 0.0,
            Self::Cs => l / (x * y).sqrt(),
            // One word each, and the same: not defined.
            Self::Its if x + y - l <= 1.0 => 0.0,
            Self::Its => l.ln() / (x + y - l).ln(),
        }
    }

    /// From where on the paper calls two books duplicates.
    pub fn threshold(self) -> f64 {
        match self {
            Self::Its => 0.72,
            Self::Cs => 0.12,
        }
    }

    /// The least common subsequence that reaches `threshold`; more than either has where none does.
    pub(crate) fn least(self, threshold: f64, x: u32, y: u32) -> u32 {
        let (mut low, mut high) = (1, x.min(y) + 1);
        // The score rises with the subsequence.
        while low < high {
            let middle = low + (high - low) / 2;
            if self.of(middle, x, y) >= threshold {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}

impl FromStr for Score {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "its" => Ok(Self::Its),
            "cs" => Ok(Self::Cs),
            _ => Err("there are its and cs".to_owned()),
        }
    }
}

/// Which unique words count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// Those that stand in the other book too, once or more. Misread words stand in no other, so that noise
    /// does not count against a copy.
    #[default]
    Both,
    /// All of them, as the paper has it.
    All,
}

impl FromStr for Counted {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "both" => Ok(Self::Both),
            "all" => Ok(Self::All),
            _ => Err("there are both and all".to_owned()),
        }
    }
}

/// When two books are partial duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OrderOptions {
    /// The score that decides.
    pub by: Score,
    /// The words it counts.
    pub words: Counted,
    /// The least score; `None` is the paper's.
    pub threshold: Option<f64>,
    /// The least share of the words in order, as far as they are looked at, around which the text is the same.
    pub confirmed: f64,
}

impl Default for OrderOptions {
    fn default() -> Self {
        Self {
            by: Score::Its,
            words: Counted::Both,
            threshold: None,
            confirmed: 2.0 / 3.0,
        }
    }
}

impl OrderOptions {
    /// Where words of both books count, `its` over all words must still reach this: unrelated books stay below it.
    pub const LEAST_ITS: f64 = 0.5;

    /// The least score.
    pub fn threshold(&self) -> f64 {
        self.threshold.unwrap_or_else(|| self.by.threshold())
    }

    /// The shortest common subsequence that books of `x` and `y` unique words must have. They cannot have fewer words
    /// in common either.
    pub(crate) fn least(&self, x: u32, y: u32) -> u32 {
        match self.words {
            Counted::All => self.by.least(self.threshold(), x, y),
            Counted::Both => {
                let threshold = match self.by {
                    Score::Its => self.threshold().min(Self::LEAST_ITS),
                    Score::Cs => Self::LEAST_ITS,
                };
                Score::Its.least(threshold, x, y)
            }
        }
    }

    pub(crate) fn mistakes(&self, out: &mut Vec<String>) {
        let share = 0.0..=1.0;
        if !share.contains(&self.threshold()) {
            out.push("--threshold must be between 0 and 1".to_owned());
        }
        if !share.contains(&self.confirmed) {
            out.push("--confirmed must be between 0 and 1".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Table 2 of the paper, the rows whose figures are complete.
    #[test]
    fn scores_are_those_of_the_paper() {
        let near = |found: f64, printed: f64| assert!((found - printed).abs() < 0.0006, "{found}");
        near(Score::Cs.of(1404, 1482, 1563), 0.922);
        near(Score::Its.of(1404, 1482, 1563), 0.979);
        near(Score::Cs.of(53, 7526, 12695), 0.005);
        near(Score::Its.of(53, 7526, 12695), 0.400);
    }

    #[test]
    fn nothing_and_everything_have_scores() {
        for score in [Score::Its, Score::Cs] {
            assert_eq!(score.of(0, 0, 0), 0.0);
            assert_eq!(score.of(0, 100, 2), 0.0);
            assert_eq!(score.of(70, 70, 70), 1.0);
        }
        assert_eq!(Score::Its.of(1, 5, 5), 0.0);
    }

    proptest! {
        #[test]
        fn the_least_is_the_first_that_reaches_the_threshold(
            x in 1u32..300, y in 1u32..300, threshold in 0.01f64..1.0, by_cs: bool,
        ) {
            let score = if by_cs { Score::Cs } else { Score::Its };
            let least = score.least(threshold, x, y);
            let first = (1..=x.min(y)).find(|&lcs| score.of(lcs, x, y) >= threshold);
            prop_assert_eq!(least, first.unwrap_or(x.min(y) + 1));
        }
    }
}
