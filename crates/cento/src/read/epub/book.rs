//! What a book says about itself, and which entries are its chapters.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::read::Time;
use crate::read::file::Refused;
use crate::read::package::xml::{Element, Tree};
use crate::read::package::{Package, broken, encrypted, resolve};

/// The parts of a book that are read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Book {
    pub(super) title: Option<String>,
    pub(super) date: Option<String>,
    authors: Vec<String>,
    language: Option<String>,
    /// Names of entries, in the order in which they are read.
    pub(super) chapters: Vec<String>,
}

const CONTAINER: &str = "META-INF/container.xml";
const ENCRYPTION: &str = "META-INF/encryption.xml";

impl Book {
    pub(super) fn read(package: &mut Package<'_>) -> Result<Self, Refused> {
        let name = Self::name(package)?;
        let text = package.needed(&name)?;
        let tree = Tree::parse(&name, &text)?;
        let part = |part: &str| {
            let mut children = tree.root().children();
            children.find(|child| child.name() == part)
        };
        let mut book = part("metadata").map(Self::about).unwrap_or_default();
        let (Some(manifest), Some(spine)) = (part("manifest"), part("spine")) else {
            return Err(broken(&name, "no list of chapters"));
        };
        let mut entries = BTreeMap::new();
        for item in manifest.children() {
            let field = |name| item.attribute(name).unwrap_or_default();
            let properties = field("properties");
            let is_contents = properties.split_ascii_whitespace().any(|it| it == "nav");
            if is_markup(&field("media-type"), &field("href")) && !is_contents {
                let entry = resolve(&name, &field("href"));
                entries.insert(field("id").into_owned(), entry);
            }
        }
        let locked = locked(package)?;
        for reference in spine.children() {
            let id = reference.attribute("idref").unwrap_or_default();
            let Some(entry) = entries.get(&*id) else {
                continue;
            };
            if locked.contains(entry) {
                return Err(encrypted());
            }
            book.chapters.push(entry.clone());
        }
        Ok(book)
    }

    /// The entry that describes the book.
    fn name(package: &mut Package<'_>) -> Result<String, Refused> {
        let container = package.xml(CONTAINER)?;
        if let Some(text) = &container {
            let tree = Tree::parse(CONTAINER, text)?;
            let root = tree.root();
            let mut files = root.descendants().filter(|it| it.name() == "rootfile");
            let path = files.find_map(|file| file.attribute("full-path"));
            if let Some(path) = path.filter(|path| package.has(path)) {
                return Ok(path.into_owned());
            }
        }
        // Without a sign to it, it is still known by its ending.
        let found = package.ending(".opf").map(str::to_owned);
        found.ok_or_else(|| broken(CONTAINER, "it leads to no book"))
    }

    fn about(metadata: Element<'_>) -> Self {
        // Older books have these one level deeper.
        let all = |name: &'static str| {
            let named = metadata
                .descendants()
                .filter(move |element| element.name() == name);
            named.filter_map(|element| {
                let text = element.text();
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                (!text.is_empty()).then_some((element, text))
            })
        };
        let first = |name| all(name).map(|(_, text)| text).next();
        // Of several dates one says when it was published; when the file was changed is no date of the book.
        let dates: Vec<_> = all("date")
            .filter(|(_, text)| Time::parse(text).is_some())
            .map(|(element, text)| (element.prefixed("event").unwrap_or_default(), text))
            .filter(|(event, _)| event != "modification")
            .collect();
        let published = dates
            .iter()
            .find(|(event, _)| event.ends_with("publication"));
        let date = published.or(dates.first()).map(|(_, text)| text.clone());
        Self {
            title: first("title"),
            date,
            authors: all("creator").map(|(_, text)| text).take(20).collect(),
            language: first("language"),
            chapters: Vec::new(),
        }
    }

    /// As the text of a JSON object.
    pub(super) fn meta(&self, chapters: usize) -> String {
        let mut meta = Map::new();
        if !self.authors.is_empty() {
            meta.insert("author".into(), self.authors.join("; ").into());
        }
        meta.insert("kind".into(), "epub".into());
        if let Some(language) = &self.language {
            meta.insert("language".into(), language.as_str().into());
        }
        meta.insert("chapters".into(), chapters.into());
        Value::Object(meta).to_string()
    }
}

/// Whether an entry is text; a book may have pictures among its chapters.
fn is_markup(kind: &str, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.split('#').next().unwrap_or_default();
    match kind {
        "application/xhtml+xml" | "text/html" | "text/x-oeb1-document" => true,
        "" | "application/xml" | "text/xml" => {
            let endings = [".xhtml", ".html", ".htm", ".xml"];
            endings.iter().any(|ending| name.ends_with(ending))
        }
        _ => false,
    }
}

/// The entries that only who has bought the book can read. Fonts are often among those of free ones.
fn locked(package: &mut Package<'_>) -> Result<BTreeSet<String>, Refused> {
    let Some(text) = package.xml(ENCRYPTION)? else {
        return Ok(BTreeSet::new());
    };
    let tree = Tree::parse(ENCRYPTION, &text)?;
    let references = tree
        .root()
        .descendants()
        .filter(|element| element.name() == "CipherReference");
    let entries = references.filter_map(|reference| reference.attribute("URI"));
    Ok(entries.map(|entry| resolve("", &entry)).collect())
}
