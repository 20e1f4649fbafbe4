//! How much of each document is shared, in words: levels, and the class of a pair.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// How much of one document stands in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Nearly all of it.
    Most,
    /// Half of it or more.
    Considerable,
    /// A tenth of it or more.
    Partial,
    /// Less, but something.
    Trace,
}

impl Level {
    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Most => "most",
            Self::Considerable => "considerable",
            Self::Partial => "partial",
            Self::Trace => "trace",
        }
    }
}

/// The least containment of each level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    /// Least for [`Level::Most`].
    pub most: f64,
    /// Least for [`Level::Considerable`].
    pub considerable: f64,
    /// Least for [`Level::Partial`].
    pub partial: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            most: 0.8,
            considerable: 0.5,
            partial: 0.1,
        }
    }
}

impl Thresholds {
    /// The level of a containment.
    pub fn level(&self, containment: f64) -> Level {
        if containment >= self.most {
            Level::Most
        } else if containment >= self.considerable {
            Level::Considerable
        } else if containment >= self.partial {
            Level::Partial
        } else {
            Level::Trace
        }
    }

    /// They must fall from 1 to 0.
    pub fn validate(&self) -> Result<()> {
        let Self {
            most,
            considerable,
            partial,
        } = *self;
        if 1.0 >= most && most >= considerable && considerable >= partial && partial > 0.0 {
            return Ok(());
        }
        Err(Error::Usage(format!(
            "levels {most}, {considerable}, {partial} are out of order\n\
             hint: each is a share above 0 and at most 1, and none exceeds the one before it"
        )))
    }
}

/// The class of an unordered pair, from its two levels. The six of Seo and Croft, and four for
/// pairs with a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// most / most
    C1,
    /// most / considerable
    C2,
    /// most / partial
    C3,
    /// considerable / considerable
    C4,
    /// considerable / partial
    C5,
    /// partial / partial
    C6,
    /// most / trace
    C3t,
    /// considerable / trace
    C5t,
    /// partial / trace
    C6t,
    /// trace / trace
    Ct,
}

impl Class {
    /// All classes, in the order they are listed in.
    pub const ALL: [Self; 10] = [
        Self::C1,
        Self::C2,
        Self::C3,
        Self::C4,
        Self::C5,
        Self::C6,
        Self::C3t,
        Self::C5t,
        Self::C6t,
        Self::Ct,
    ];

    /// The class of two levels, in either order.
    pub fn of(a: Level, b: Level) -> Self {
        use Level::{Considerable, Most, Partial, Trace};
        match (a.min(b), a.max(b)) {
            (Most, Most) => Self::C1,
            (Most, Considerable) => Self::C2,
            (Most, Partial) => Self::C3,
            (Most, Trace) => Self::C3t,
            (Considerable, Considerable) => Self::C4,
            (Considerable, Partial) => Self::C5,
            (Considerable, Trace) => Self::C5t,
            (Partial, Partial) => Self::C6,
            (Partial, Trace) => Self::C6t,
            _ => Self::Ct,
        }
    }

    /// The name in results.
    pub fn name(self) -> &'static str {
        [
            "C1", "C2", "C3", "C4", "C5", "C6", "C3t", "C5t", "C6t", "Ct",
        ][self as usize]
    }

    /// What it means, as two levels.
    pub fn meaning(self) -> &'static str {
        [
            "most / most",
            "most / considerable",
            "most / partial",
            "considerable / considerable",
            "considerable / partial",
            "partial / partial",
            "most / trace",
            "considerable / trace",
            "partial / trace",
            "trace / trace",
        ][self as usize]
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_begin_at_their_thresholds() {
        let thresholds = Thresholds::default();
        for (containment, level) in [
            (1.0, Level::Most),
            (0.8, Level::Most),
            (0.79, Level::Considerable),
            (0.5, Level::Considerable),
            (0.1, Level::Partial),
            (0.09, Level::Trace),
        ] {
            assert_eq!(thresholds.level(containment), level, "{containment}");
        }
    }

    #[test]
    fn a_class_does_not_depend_on_the_order_of_its_sides() {
        let levels = [
            Level::Most,
            Level::Considerable,
            Level::Partial,
            Level::Trace,
        ];
        let mut seen = Vec::new();
        for a in levels {
            for b in levels {
                assert_eq!(Class::of(a, b), Class::of(b, a));
                let meaning = format!("{} / {}", a.min(b).name(), a.max(b).name());
                assert_eq!(Class::of(a, b).meaning(), meaning);
                seen.push(Class::of(a, b));
            }
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, {
            let mut all = Class::ALL.to_vec();
            all.sort_unstable();
            all
        });
    }

    #[test]
    fn thresholds_out_of_order_are_refused() {
        assert!(Thresholds::default().validate().is_ok());
        for (most, considerable, partial) in [
            (0.5, 0.8, 0.1),
            (1.1, 0.5, 0.1),
            (0.8, 0.5, 0.0),
            (f64::NAN, 0.5, 0.1),
        ] {
            assert!(
                Thresholds {
                    most,
                    considerable,
                    partial
                }
                .validate()
                .is_err()
            );
        }
    }
}
