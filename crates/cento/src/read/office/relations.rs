//! What a part of a package refers to: its pictures, its notes, its layout.

use super::package::{Package, resolve};
use super::xml::Tree;
use crate::read::file::Refused;

/// The relations of one part, in the order of the file.
#[derive(Default)]
pub(super) struct Relations {
    list: Vec<Relation>,
}

pub(super) struct Relation {
    id: String,
    /// The end of its type: `slide`, `image`.
    kind: String,
    /// The name of an entry. It need not exist.
    pub(super) target: String,
}

impl Relations {
    /// What a part refers to; nothing where it refers to nothing.
    pub(super) fn of(package: &mut Package<'_>, part: &str) -> Result<Self, Refused> {
        let name = resolve_entry(part);
        match package.xml(&name)? {
            Some(text) => Self::parse(part, &name, &text),
            None => Ok(Self::default()),
        }
    }

    /// Reads `text`, the entry `name`, as the relations of `part`.
    fn parse(part: &str, name: &str, text: &str) -> Result<Self, Refused> {
        let tree = Tree::parse(name, text)?;
        let mut list = Vec::new();
        for relation in tree.root().children() {
            // What is outside the file is never looked at.
            if relation.name() != "Relationship"
                || relation.attribute("TargetMode").as_deref() == Some("External")
            {
                continue;
            }
            let field = |name| relation.attribute(name).unwrap_or_default();
            let kind = field("Type");
            list.push(Relation {
                id: field("Id").into_owned(),
                kind: kind.rsplit('/').next().unwrap_or_default().to_owned(),
                target: resolve(part, &field("Target")),
            });
        }
        Ok(Self { list })
    }

    /// The entry that an id stands for.
    pub(super) fn target(&self, id: &str) -> Option<&str> {
        let found = self.list.iter().find(|relation| relation.id == id)?;
        Some(&found.target)
    }

    /// The first entry of a kind.
    pub(super) fn first(&self, kind: &str) -> Option<&str> {
        self.all(kind).next()
    }

    /// All entries of a kind.
    pub(super) fn all(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.list
            .iter()
            .filter(move |relation| relation.kind == kind)
            .map(|relation| relation.target.as_str())
    }
}

/// The entry with the relations of a part; those of the package are of the part with no name.
fn resolve_entry(part: &str) -> String {
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let separator = if folder.is_empty() { "" } else { "/" };
    format!("{folder}{separator}_rels/{name}.rels")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_stand_beside_their_part() {
        assert_eq!(resolve_entry(""), "_rels/.rels");
        assert_eq!(resolve_entry("a/b.xml"), "a/_rels/b.xml.rels");
    }
}
