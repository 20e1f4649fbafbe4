//! Which text of a web page is read.

use std::fmt;
use std::str::FromStr;

/// What is taken of a page: its own text, without the frame that all pages of a site have, or everything.
///
/// ```
/// use cento::read::Content;
/// assert_eq!("dsc".parse(), Ok(Content::Slope));
/// assert_eq!(Content::default().to_string(), "readable");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// `dsc`, the Document Slope Curve: the part of a page with the fewest tags.
    Slope,
    /// `readable`: the blocks that a page is about.
    #[default]
    Readable,
    /// `all`: every word that is shown.
    All,
}

/// All, by name.
const NAMES: [(&str, Content); 3] = [
    ("dsc", Content::Slope),
    ("readable", Content::Readable),
    ("all", Content::All),
];

impl Content {
    /// What `--content` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slope => "dsc",
            Self::Readable => "readable",
            Self::All => "all",
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Content {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found
            .map(|(_, content)| *content)
            .ok_or_else(|| format!("`{name}` is none of dsc, readable, all"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (name, content) in NAMES {
            assert_eq!(content.name(), name);
            assert_eq!(name.parse(), Ok(content));
        }
        assert!("DSC".parse::<Content>().is_err());
    }
}
