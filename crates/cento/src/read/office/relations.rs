//! What a part of a package refers to: its pictures, its notes, its layout.

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
    /// Reads `text`, the entry `name`, as the relations of `part`.
    pub(super) fn parse(part: &str, name: &str, text: &str) -> Result<Self, Refused> {
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
pub(super) fn resolve_entry(part: &str) -> String {
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let separator = if folder.is_empty() { "" } else { "/" };
    format!("{folder}{separator}_rels/{name}.rels")
}

/// The entry that a target means, from a part. Steps above the top stay at the top: a name is only a name.
fn resolve(part: &str, target: &str) -> String {
    let target = target.replace('\\', "/");
    let target = target.split('#').next().unwrap_or_default();
    let (base, target) = match target.strip_prefix('/') {
        Some(absolute) => ("", absolute),
        None => (
            part.rsplit_once('/').map_or("", |(folder, _)| folder),
            target,
        ),
    };
    let mut steps = Vec::new();
    for step in base.split('/').chain(target.split('/')) {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    unescape(&steps.join("/"))
}

/// `%20` and the like.
fn unescape(name: &str) -> String {
    if !name.contains('%') {
        return name.to_owned();
    }
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let digit = |at: usize| {
            let digit = behind.get(at).map(|&byte| char::from(byte))?;
            digit
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
        };
        if let (b'%', Some(high), Some(low)) = (first, digit(0), digit(1)) {
            bytes.push(high << 4 | low);
            rest = behind.get(2..).unwrap_or_default();
        } else {
            bytes.push(first);
            rest = behind;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_stay_inside() {
        let from = |target| resolve("ppt/slides/slide1.xml", target);
        assert_eq!(from("../media/a%20b.png"), "ppt/media/a b.png");
        assert_eq!(from("/ppt/media/a.png"), "ppt/media/a.png");
        assert_eq!(from("slide2.xml"), "ppt/slides/slide2.xml");
        assert_eq!(from("../../../../etc/passwd"), "etc/passwd");
        assert_eq!(from("..\\media\\a.png"), "ppt/media/a.png");
        assert_eq!(from("a%zz%4"), "ppt/slides/a%zz%4");
        assert_eq!(resolve("", "ppt/p.xml"), "ppt/p.xml");
        assert_eq!(resolve_entry(""), "_rels/.rels");
        assert_eq!(resolve_entry("a/b.xml"), "a/_rels/b.xml.rels");
    }
}
