//! What kind of reuse a passage is: labels for what people mostly do not look for.

use std::str::FromStr;

use crate::error::{Error, Result};

/// One label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// Identical documents.
    Alias,
    /// The same frame with slots changed.
    Template,
    /// A short run of words that many documents have.
    Phrase,
    /// What stands in most documents of a series.
    Frame,
    /// What stands in many documents of several series that have little else.
    Spam,
}

impl Label {
    /// All of them, in the order they are written in.
    pub const ALL: [Self; 5] = [
        Self::Alias,
        Self::Template,
        Self::Phrase,
        Self::Frame,
        Self::Spam,
    ];

    /// As it is written in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alias => "alias",
            Self::Template => "template",
            Self::Phrase => "phrase",
            Self::Frame => "frame",
            Self::Spam => "spam",
        }
    }
}

impl FromStr for Label {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let known = Self::ALL.into_iter().find(|label| label.name() == name);
        known.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::Usage(format!("there is no label `{name}`: there are {names}"))
        })
    }
}

/// Some of the labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Labels(u8);

impl FromIterator<Label> for Labels {
    fn from_iter<I: IntoIterator<Item = Label>>(labels: I) -> Self {
        labels.into_iter().fold(Self::default(), Self::with)
    }
}

impl Labels {
    /// All of them: what is common to no passage.
    pub(crate) const ALL: Self = Self(0b1_1111);

    fn with(self, label: Label) -> Self {
        Self(self.0 | 1 << label as u8)
    }

    pub(crate) fn alias(self) -> Self {
        self.with(Label::Alias)
    }

    pub(crate) fn template(self) -> Self {
        self.with(Label::Template)
    }

    /// With that label, or without it.
    pub(crate) fn template_if(self, is_template: bool) -> Self {
        match is_template {
            true => self.template(),
            false => Self(self.0 & !(1 << Label::Template as u8)),
        }
    }

    pub(crate) fn phrase(self) -> Self {
        self.with(Label::Phrase)
    }

    pub(crate) fn frame(self) -> Self {
        self.with(Label::Frame)
    }

    pub(crate) fn spam(self) -> Self {
        self.with(Label::Spam)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that both have.
    pub(crate) fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether it is one of them.
    pub fn has(self, label: Label) -> bool {
        self.0 >> label as u8 & 1 == 1
    }

    /// Their names.
    pub fn names(self) -> Vec<&'static str> {
        Label::ALL
            .into_iter()
            .filter(|label| self.has(*label))
            .map(Label::name)
            .collect()
    }
}
