//! What slides are made on: the text of masters and layouts, and where they put things.

use std::collections::BTreeMap;

use super::drawing::{one_line, words};
use super::geometry::{Bounds, Transform};
use super::namespace::Namespace;
use super::package::Package;
use super::relations::Relations;
use super::slide::{Item, objects};
use super::xml::{Element, Tree};
use crate::hash::{mix, token_hash};
use crate::read::Template;
use crate::read::file::Refused;

/// All masters and layouts that slides have asked for.
#[derive(Default)]
pub(super) struct Templates {
    /// What is known of each part; nothing of one that is missing.
    sheets: BTreeMap<String, Sheet>,
    template: Template,
    /// What stands at the foot of the first slide that has one, and whether another has something else there.
    foot: Option<String>,
    feet_differ: bool,
}

/// A layout, or a master.
#[derive(Default)]
struct Sheet {
    places: Vec<(Placeholder, Bounds)>,
    master: Option<String>,
}

/// Which place of its layout a shape takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Placeholder {
    kind: String,
    index: String,
}

impl Placeholder {
    /// That of a shape, unless it stands for itself.
    pub(super) fn of(shape: Element<'_>) -> Option<Self> {
        let own = shape
            .children()
            .find(|child| child.name().starts_with("nv"))?
            .child(Namespace::Presentation, "nvPr")?
            .child(Namespace::Presentation, "ph")?;
        let kind = own.attribute("type");
        Some(Self {
            // A title in the middle of a slide is a title; what says nothing is a body.
            kind: match kind.as_deref() {
                Some("ctrTitle") => "title".into(),
                Some("obj" | "subTitle") | None => "body".into(),
                Some(kind) => kind.to_owned(),
            },
            index: own.attribute("idx").unwrap_or_default().into_owned(),
        })
    }

    pub(super) fn is(&self, kind: &str) -> bool {
        self.kind == kind
    }
}

impl Templates {
    /// Reads the layout of a slide and its master, once each.
    pub(super) fn take(&mut self, package: &mut Package<'_>, layout: &str) -> Result<(), Refused> {
        if self.sheets.contains_key(layout) {
            return Ok(());
        }
        let relations = Relations::of(package, layout)?;
        let master = relations.first("slideMaster").map(str::to_owned);
        if let Some(master) = &master
            && !self.sheets.contains_key(master)
        {
            // First, so that a master which names itself is not looked for again.
            self.sheets.insert(master.clone(), Sheet::default());
            let theme = Relations::of(package, master)?
                .first("theme")
                .map(str::to_owned);
            self.theme(package, theme.as_deref())?;
            self.sheet(package, master, true)?;
        }
        self.sheets.insert(
            layout.to_owned(),
            Sheet {
                master,
                ..Sheet::default()
            },
        );
        self.sheet(package, layout, false)
    }

    /// Names and colours. The digest is of masters and themes only: which layouts are used differs from deck to deck.
    fn theme(&mut self, package: &mut Package<'_>, part: Option<&str>) -> Result<(), Refused> {
        let Some(part) = part else { return Ok(()) };
        let Some(text) = package.xml(part)? else {
            return Ok(());
        };
        let tree = Tree::parse(part, &text)?;
        let root = tree.root();
        if self.template.name.is_empty() {
            self.template.name = one_line(&root.attribute("name").unwrap_or_default());
        }
        self.digest(root);
        Ok(())
    }

    fn sheet(
        &mut self,
        package: &mut Package<'_>,
        part: &str,
        master: bool,
    ) -> Result<(), Refused> {
        let Some(text) = package.xml(part)? else {
            return Ok(());
        };
        let tree = Tree::parse(part, &text)?;
        let Some(content) = tree.root().child(Namespace::Presentation, "cSld") else {
            return Ok(());
        };
        if master {
            self.digest(content);
        }
        let mut places = Vec::new();
        for Item {
            element, bounds, ..
        } in objects(content, Transform::NONE)?
        {
            if let (Some(placeholder), Some(bounds)) = (Placeholder::of(element), bounds) {
                places.push((placeholder, bounds));
            }
            let body = element.child(Namespace::Presentation, "txBody");
            self.line(&one_line(&body.map(words).unwrap_or_default()));
        }
        if let Some(sheet) = self.sheets.get_mut(part) {
            sheet.places = places;
        }
        Ok(())
    }

    /// A line of the template's text, once.
    pub(super) fn line(&mut self, line: &str) {
        let text = &mut self.template.text;
        if !line.is_empty() && !text.lines().any(|known| known == line) && text.len() < MAX_TEXT {
            if !text.is_empty() {
                text.push('\n');
            }
            *text += line;
        }
    }

    /// What stands at the foot of a slide.
    pub(super) fn foot(&mut self, line: String) {
        self.feet_differ |= self.foot.as_ref().is_some_and(|known| *known != line);
        self.foot.get_or_insert(line);
    }

    /// A master page of OpenDocument.
    pub(super) fn master(&mut self, name: &str, master: Element<'_>) {
        if self.template.name.is_empty() {
            self.template.name = one_line(name);
        }
        self.digest(master);
    }

    /// Takes an element into the digest, but for what differs between decks that are made on the same: ids.
    fn digest(&mut self, element: Element<'_>) {
        let mut digest = self.template.digest;
        let mut add = |text: &str| digest = mix(digest ^ token_hash(text.as_bytes()));
        for inside in element.descendants() {
            if inside.name() == "ext" && inside.attribute("uri").is_some() {
                continue;
            }
            add(inside.name());
            for (name, value) in inside.attributes() {
                let is_id = name.starts_with("r:") || name.starts_with("xml") || name == "id";
                if !is_id {
                    add(name);
                    add(value);
                }
            }
        }
        self.template.digest = digest;
    }

    /// Where the layout of a slide puts a placeholder.
    pub(super) fn bounds(&self, layout: Option<&str>, placeholder: &Placeholder) -> Option<Bounds> {
        let layout = self.sheets.get(layout?)?;
        let by = |sheet: &Sheet, same: &dyn Fn(&Placeholder) -> bool| {
            let mut places = sheet.places.iter();
            places
                .find(|(known, _)| same(known))
                .map(|(_, bounds)| *bounds)
        };
        by(layout, &|known| known == placeholder)
            .or_else(|| {
                by(layout, &|known| {
                    !known.index.is_empty() && known.index == placeholder.index
                })
            })
            .or_else(|| by(layout, &|known| known.kind == placeholder.kind))
            .or_else(|| {
                let master = self.sheets.get(layout.master.as_deref()?)?;
                by(master, &|known| known.kind == placeholder.kind)
            })
    }

    pub(super) fn finish(mut self) -> Template {
        // A program copies the foot to each slide, however few there are. Where feet differ they say what slides are about, and
        // a title may have the same words.
        if let Some(foot) = self.foot.take().filter(|_| !self.feet_differ) {
            self.line(&foot);
        }
        self.template
    }

    /// Where there is nothing but text.
    pub(super) fn finish_by_text(mut self) -> Template {
        if !self.template.text.is_empty() {
            self.template.digest = token_hash(self.template.text.as_bytes());
        }
        self.template
    }
}

/// No template says more.
const MAX_TEXT: usize = 1 << 16;
