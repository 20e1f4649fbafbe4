//! A slide or a page while things are put on it, and what its part refers to: pictures, charts, diagrams.

use super::namespace::Namespace;
use super::relations::Relations;
use super::xml::{Element, Tree};
use super::{Place, Reading, chart, drawing};
use crate::object::{Object, ObjectKind};
use crate::read::file::Refused;

/// Where things are put.
pub(super) struct Canvas<'s, 'a> {
    pub(super) reading: &'s mut Reading<'a>,
    pub(super) relations: &'s Relations,
    pub(super) place: Place,
}

impl Canvas<'_, '_> {
    pub(super) fn words(&mut self, words: &str) -> Result<(), Refused> {
        self.reading.builder.words(self.place, words)
    }

    pub(super) fn object(&mut self, object: Object, words: &str) -> Result<(), Refused> {
        let builder = &mut self.reading.builder;
        builder.object(self.place, object, words, "")
    }

    /// The picture that an id stands for; whether there is one.
    pub(super) fn picture(&mut self, id: &str) -> Result<bool, Refused> {
        let Some(entry) = self.relations.target(id) else {
            return Ok(false);
        };
        self.reading.picture(self.place, entry)?;
        Ok(true)
    }

    pub(super) fn chart(&mut self, reference: Element<'_>) -> Result<(), Refused> {
        let id = reference.prefixed("id").unwrap_or_default();
        let Some(part) = self.relations.target(&id) else {
            return Ok(());
        };
        let Some(text) = self.reading.package.xml(part)? else {
            return Ok(());
        };
        let tree = Tree::parse(part, &text)?;
        let (object, words) = chart::read(tree.root());
        self.object(object, &words)
    }

    /// SmartArt: a shape, and the words of its points.
    pub(super) fn diagram(&mut self, reference: Element<'_>) -> Result<(), Refused> {
        let id = reference.prefixed("dm").unwrap_or_default();
        let Some(part) = self.relations.target(&id) else {
            return Ok(());
        };
        let Some(text) = self.reading.package.xml(part)? else {
            return Ok(());
        };
        let tree = Tree::parse(part, &text)?;
        let points = tree.root().child(Namespace::Diagram, "ptLst");
        let points = points.into_iter().flat_map(Element::children);
        let texts: Vec<String> = points
            .filter(|point| point.attribute("type").as_deref() != Some("pres"))
            .filter_map(|point| point.child(Namespace::Diagram, "t"))
            .map(drawing::words)
            .filter(|words| !words.trim().is_empty())
            .collect();
        let object = drawing::object(ObjectKind::Shape, &format!("diagram {}", texts.len()));
        self.object(object, &texts.join("\n"))
    }

    pub(super) fn embedded(&mut self, reference: Element<'_>) -> Result<(), Refused> {
        let id = reference.prefixed("id").unwrap_or_default();
        let entry = self.relations.target(&id).unwrap_or_default();
        let value = self.reading.package.stamp(entry);
        let object = match value {
            Some(value) => Object {
                kind: ObjectKind::Embedded,
                value,
            },
            // It is linked: what is known is the program.
            None => {
                let program = reference.attribute("progId").unwrap_or_default();
                drawing::object(ObjectKind::Embedded, &program)
            }
        };
        self.object(object, "")
    }
}
