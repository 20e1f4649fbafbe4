//! The parameters of a scheme, as typed and as understood.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Hands a method its parameters by name, and remembers them for the canonical spelling.
#[derive(Debug)]
pub struct Params<'a> {
    given: Vec<(&'a str, &'a str)>,
    canonical: Vec<String>,
    known: Vec<&'static str>,
    mistakes: Vec<String>,
}

impl<'a> Params<'a> {
    /// Splits `k=5,window=8`.
    pub(super) fn split(text: &'a str) -> Self {
        let mut params = Self {
            given: Vec::new(),
            canonical: Vec::new(),
            known: Vec::new(),
            mistakes: Vec::new(),
        };
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            match part.split_once('=') {
                Some((name, _)) if params.given.iter().any(|(n, _)| *n == name.trim()) => {
                    params
                        .mistakes
                        .push(format!("`{}` is given twice", name.trim()));
                }
                Some((name, value)) => params.given.push((name.trim(), value.trim())),
                None => params
                    .mistakes
                    .push(format!("`{part}` is not of the form name=value")),
            }
        }
        params
    }

    fn take(&mut self, name: &'static str) -> Option<&'a str> {
        self.known.push(name);
        let at = self.given.iter().position(|(given, _)| *given == name)?;
        Some(self.given.remove(at).1)
    }

    /// A whole number within `range`.
    pub fn count(
        &mut self,
        name: &'static str,
        default: usize,
        range: RangeInclusive<usize>,
    ) -> usize {
        let value = match self.take(name).map(|text| (text, text.parse())) {
            None => default,
            Some((_, Ok(value))) if range.contains(&value) => value,
            Some((text, _)) => {
                self.mistakes.push(format!(
                    "{name}={text} is not a whole number from {} to {}",
                    range.start(),
                    range.end()
                ));
                default
            }
        };
        self.canonical.push(format!("{name}={value}"));
        value
    }

    /// One of a few words, with what each stands for; the first is the default. `quiet` leaves the
    /// default out of the canonical spelling.
    pub fn choice<T: Copy>(&mut self, name: &'static str, words: &[(&str, T)], quiet: Quiet) -> T {
        let mut at = 0;
        if let Some(text) = self.take(name) {
            at = words
                .iter()
                .position(|(word, _)| *word == text)
                .unwrap_or_else(|| {
                    let list: Vec<_> = words.iter().map(|(word, _)| *word).collect();
                    self.mistakes
                        .push(format!("{name}={text} is not one of {}", list.join(", ")));
                    0
                });
        }
        if at > 0 || quiet == Quiet::No {
            self.canonical.push(format!("{name}={}", words[at].0));
        }
        words[at].1
    }

    /// Whatever can be read from a word and written as one. `quiet` leaves the default out of the
    /// canonical spelling.
    pub fn parsed<T: FromStr<Err: Display> + Display + PartialEq>(
        &mut self,
        name: &'static str,
        default: T,
        quiet: Quiet,
    ) -> T {
        let given = self.take(name).and_then(|text| match text.parse() {
            Ok(value) => Some(value),
            Err(cause) => {
                self.mistakes.push(format!("{name}={text}: {cause}"));
                None
            }
        });
        let is_default = given.as_ref().is_none_or(|given| *given == default);
        let value = given.unwrap_or(default);
        if !is_default || quiet == Quiet::No {
            self.canonical.push(format!("{name}={value}"));
        }
        value
    }

    /// `true` or `false`, the default.
    pub fn flag(&mut self, name: &'static str) -> bool {
        self.choice(name, &[("false", false), ("true", true)], Quiet::Yes)
    }

    /// Says that parameters, where they are given, are of no use without another.
    pub(super) fn only_with(&mut self, names: &[&'static str], other: &str) {
        for &name in names {
            if self.take(name).is_some() {
                self.mistake(format!("`{name}` goes with {other}"));
            }
        }
    }

    /// Says what is wrong with several of them together.
    pub(super) fn mistake(&mut self, what: String) {
        self.mistakes.push(what);
    }

    /// The canonical spelling, or everything that is wrong.
    pub(super) fn finish(mut self) -> Result<String, String> {
        for (name, _) in &self.given {
            let nearest = nearest(name, self.known.iter().copied());
            self.mistakes.push(match nearest {
                Some(nearest) => format!("no parameter `{name}`; did you mean `{nearest}`?"),
                None => format!("no parameter `{name}`; there are {}", self.known.join(", ")),
            });
        }
        if self.mistakes.is_empty() {
            Ok(self.canonical.join(","))
        } else {
            Err(self.mistakes.join("; "))
        }
    }
}

/// A whole number from `FROM` to `TO`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Within<const FROM: u32, const TO: u32>(pub(super) u32);

impl<const FROM: u32, const TO: u32> FromStr for Within<FROM, TO> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(number) if (FROM..=TO).contains(&number) => Ok(Self(number)),
            _ => Err(format!("not a whole number from {FROM} to {TO}")),
        }
    }
}

impl<const FROM: u32, const TO: u32> Display for Within<FROM, TO> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A share: more than nothing, up to all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share(pub(super) f64);

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(share) if share > 0.0 && share <= 1.0 => Ok(Self(share)),
            _ => Err("not a number above 0, up to 1".to_owned()),
        }
    }
}

impl Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether the canonical spelling leaves the default out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiet {
    /// It does.
    Yes,
    /// It names it.
    No,
}

/// The name most like `given`, if any is like it at all. Jaro and Winkler's measure favours a common
/// start but sees nothing in `ct` and `dct`; the edit distance does.
pub(super) fn nearest<'n>(given: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    names
        .map(|name| {
            let likeness = strsim::jaro_winkler(given, name)
                .max(strsim::normalized_damerau_levenshtein(given, name));
            (likeness, name)
        })
        .filter(|(likeness, _)| *likeness > 0.6)
        .max_by(|x, y| x.0.total_cmp(&y.0))
        .map(|(_, name)| name)
}
