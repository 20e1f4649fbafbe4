//! `report.html`: one file with a page to look at the results, and the data it shows.
//!
//! The page is built in `web/` and knows nothing of this run; its data stands in it as JSON, whose
//! fields `web/src/model` documents. Large results are cut by rank, and what is left out is said.

mod builder;
mod decks;
mod figures;
mod model;
mod page;
mod texts;

pub(crate) use builder::{Builder, Groups, Shown};
pub use model::Report;

use serde::Serialize;
use std::path::Path;

use super::writer::Pending;
use crate::error::{Error, Result};

/// The page, with a mark where the data goes.
const PAGE: &str = include_str!(env!("CENTO_PAGE"));
const MARK: &str = "/*cento-report*/";

impl Report {
    /// Writes the page with this data and what `run.json` holds, under another name until it is
    /// persisted.
    pub fn write(&self, path: &Path, run: &impl Serialize) -> Result<Pending> {
        #[derive(Serialize)]
        struct Page<'a, R: Serialize> {
            #[serde(flatten)]
            report: &'a Report,
            run: &'a R,
        }
        let json = serde_json::to_string(&Page { report: self, run })
            .map_err(|error| Error::io("write", path)(error.into()))?;
        let mut file = Pending::create(path)?;
        let (before, behind) = PAGE.split_once(MARK).unwrap_or((PAGE, ""));
        file.write(before.as_bytes())?;
        file.write(inert(&json).as_bytes())?;
        file.write(behind.as_bytes())?;
        Ok(file)
    }
}

/// JSON in which no character can end the element it stands in, nor a line of script.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 16);
    let mut rest = json;
    // The last two begin with the same byte, and letters are slower to look for.
    let may_end = |byte: &u8| matches!(byte, b'<' | b'>' | b'&' | 0xe2);
    while let Some(at) = rest.as_bytes().iter().position(may_end) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let mut letters = from.chars();
        match letters.next() {
            Some(letter @ ('<' | '>' | '&' | '\u{2028}' | '\u{2029}')) => {
                out.push_str(&format!("\\u{:04x}", letter as u32));
            }
            other => out.extend(other),
        }
        rest = letters.as_str();
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_leave_its_element() {
        let hostile = "</script><!--&\u{2028}\u{2029}\"'\\";
        let json = serde_json::to_string(hostile).unwrap();
        let inert = inert(&json);
        assert!(!inert.contains(['<', '>', '&', '\u{2028}', '\u{2029}']));
        assert_eq!(serde_json::from_str::<String>(&inert).unwrap(), hostile);
    }

    #[test]
    fn the_page_has_one_place_for_its_data() {
        assert_eq!(PAGE.matches(MARK).count(), 1);
    }
}
