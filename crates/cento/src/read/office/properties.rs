//! What a document says about itself: its title, its author, when it was made.

use serde_json::{Map, Value, json};

use super::package::Package;
use super::relations::Relations;
use super::xml::{Element, Tree};
use crate::read::date::is_date;
use crate::read::file::Refused;
use crate::read::{Template, Time};

/// What is there, and not empty.
#[derive(Default)]
pub(super) struct Properties {
    pub(super) title: Option<String>,
    author: Option<String>,
    created: Option<String>,
    modified: Option<String>,
}

impl Properties {
    /// Those of a package of Office Open XML.
    pub(super) fn read(package: &mut Package<'_>, relations: &Relations) -> Result<Self, Refused> {
        let part = relations.first("core-properties");
        let part = part.unwrap_or("docProps/core.xml");
        match package.xml(part)? {
            Some(text) => Ok(Self::of(Tree::parse(part, &text)?.root())),
            None => Ok(Self::default()),
        }
    }

    /// Those among the elements right inside.
    pub(super) fn of(element: Element<'_>) -> Self {
        let value = |names: &[&str]| {
            let found = names.iter().find_map(|name| element.named(name));
            let text = found.map(Element::text).unwrap_or_default();
            let text = text.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        Self {
            title: value(&["title"]),
            author: value(&["initial-creator", "creator"]),
            created: value(&["created", "creation-date"]),
            modified: value(&["modified", "date"]),
        }
    }

    /// When it was changed last; when it was made, where that is not known. What is made on a template says that it was made when
    /// the template was.
    pub(super) fn date(&self) -> Option<String> {
        let date = |date: &Option<String>| {
            let date = rfc(date.as_deref()?);
            Time::parse(&date).map(|_| date)
        };
        date(&self.modified).or_else(|| date(&self.created))
    }

    /// As the text of a JSON object. `slides` are all and those that are hidden.
    pub(super) fn meta(&self, kind: &str, slides: Option<[u32; 2]>, template: &Template) -> String {
        let mut meta = Map::new();
        if let Some(author) = &self.author {
            meta.insert("author".into(), author.as_str().into());
        }
        meta.insert("kind".into(), kind.into());
        if let Some([all, hidden]) = slides {
            meta.insert("slides".into(), all.into());
            meta.insert("hidden".into(), hidden.into());
        }
        // What is left out of matching is told here.
        let [name, text] = [&template.name, &template.text];
        if !name.is_empty() || !text.is_empty() {
            meta.insert("template".into(), json!({ "name": name, "text": text }));
        }
        Value::Object(meta).to_string()
    }
}

/// OpenDocument has times without a zone, which are no dates here: they are taken as they are, in UTC.
fn rfc(date: &str) -> String {
    match date.contains('T') && !is_date(date) {
        true => format!("{date}Z"),
        false => date.to_owned(),
    }
}
