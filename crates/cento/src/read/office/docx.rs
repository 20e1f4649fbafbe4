//! Text documents: paragraphs and tables in their order, then footnotes, endnotes and comments.

use super::canvas::Canvas;
use super::drawing::{formula, object, one_line, shape};
use super::namespace::Namespace;
use super::template::Templates;
use super::xml::{Element, Tree};
use super::{Outcome, Place, Reading, Relations, alternative};
use crate::object::{Object, ObjectKind};
use crate::read::Part;
use crate::read::file::Refused;

/// Reads the document whose main part is `main`.
pub(super) fn read(
    reading: &mut Reading<'_>,
    main: &str,
    document: Element<'_>,
) -> Result<Outcome, Refused> {
    let relations = Relations::of(&mut reading.package, main)?;
    let body = document.child(Namespace::Word, "body");
    if let Some(body) = body {
        let canvas = Canvas {
            reading,
            relations: &relations,
            place: Place::default(),
        };
        Pages { canvas }.blocks(body)?;
    }
    for kind in ["footnotes", "endnotes", "comments"] {
        if let Some(part) = relations.first(kind) {
            notes(reading, part)?;
        }
    }
    let mut templates = Templates::default();
    for part in relations.all("header").chain(relations.all("footer")) {
        if let Some(text) = reading.package.xml(part)? {
            let tree = Tree::parse(part, &text)?;
            let paragraphs = tree.root().descendants();
            for paragraph in paragraphs.filter(|inside| inside.is(Namespace::Word, "p")) {
                templates.line(&one_line(&words(paragraph).text));
            }
        }
    }
    let size = body
        .and_then(|body| body.child(Namespace::Word, "sectPr"))
        .and_then(|section| section.child(Namespace::Word, "pgSz"));
    let side = |name| {
        let twips = size.and_then(|size| size.prefixed(name)?.parse::<f64>().ok());
        (twips.unwrap_or(0.0) * 2540.0 / 1440.0).round() as u32
    };
    Ok(Outcome {
        kind: "docx",
        size: [side("w"), side("h")],
        template: templates.finish_by_text(),
        slides: None,
    })
}

/// Footnotes and the like, each in a block.
fn notes(reading: &mut Reading<'_>, part: &str) -> Result<(), Refused> {
    let Some(text) = reading.package.xml(part)? else {
        return Ok(());
    };
    let tree = Tree::parse(part, &text)?;
    let relations = Relations::of(&mut reading.package, part)?;
    let place = Place {
        part: Part::Notes,
        ..Place::default()
    };
    let canvas = Canvas {
        reading,
        relations: &relations,
        place,
    };
    let mut pages = Pages { canvas };
    for note in tree.root().children() {
        // The line above footnotes is one of them.
        let kind = note.prefixed("type").unwrap_or_default();
        if !matches!(
            &*kind,
            "separator" | "continuationSeparator" | "continuationNotice"
        ) {
            pages.blocks(note)?;
        }
    }
    Ok(())
}

/// The words of a paragraph or cell, and the drawings among them.
#[derive(Default)]
struct Content<'t> {
    text: String,
    drawings: Vec<Element<'t>>,
}

fn words(element: Element<'_>) -> Content<'_> {
    let mut content = Content::default();
    content.add(element);
    content
}

impl<'t> Content<'t> {
    /// As deep as elements are in each other, which is bounded.
    fn add(&mut self, element: Element<'t>) {
        for child in alternative::children(element, &is_known) {
            match child.full() {
                (Namespace::Word, "t") => self.text += &child.text(),
                (Namespace::Word, "tab" | "ptab") => self.text.push('\t'),
                (Namespace::Word, "br" | "cr") => self.text.push('\n'),
                (Namespace::Word, "noBreakHyphen") => self.text.push('-'),
                (Namespace::Word, "drawing" | "pict" | "object") => self.drawings.push(child),
                (Namespace::Word, "p") => {
                    self.add(child);
                    self.text.push('\n');
                }
                // What was struck out, how it looks, and how a field is computed.
                (Namespace::Word, "del" | "moveFrom" | "delText" | "instrText" | "pPr" | "rPr") => {
                }
                (Namespace::Word, "tblPr" | "trPr" | "tcPr" | "sdtPr" | "rt") => {}
                (Namespace::Math, _) => self.text += &formula(child),
                _ => self.add(child),
            }
        }
    }
}

/// Whether there is something in a choice that is read.
fn is_known(element: Element<'_>) -> bool {
    let known = |element: Element<'_>| {
        matches!(
            (element.full().0, element.name()),
            (Namespace::Word, "t" | "txbxContent" | "br" | "tab")
                | (Namespace::Drawing, "blip")
                | (Namespace::Chart, "chart")
                | (Namespace::Diagram, "relIds")
                | (Namespace::WordShape, "wsp")
                | (Namespace::Vml, _)
        )
    };
    known(element) || element.descendants().any(known)
}

/// The pages of a document while it is read.
struct Pages<'s, 'a> {
    canvas: Canvas<'s, 'a>,
}

impl Pages<'_, '_> {
    /// Paragraphs and tables, each a block.
    fn blocks(&mut self, parent: Element<'_>) -> Result<(), Refused> {
        for child in alternative::children(parent, &is_known) {
            match child.full() {
                (Namespace::Word, "p") => {
                    let content = words(child);
                    self.canvas.words(&content.text)?;
                    self.drawings(&content)?;
                }
                (Namespace::Word, "tbl") => self.table(child)?,
                (Namespace::Word, "del" | "moveFrom" | "sectPr" | "sdtPr") => {}
                _ => self.blocks(child)?,
            }
        }
        Ok(())
    }

    fn table(&mut self, table: Element<'_>) -> Result<(), Refused> {
        let mut rows = Vec::new();
        inside(table, "tr", &mut rows);
        let (mut columns, mut text) = (0, String::new());
        let mut contents = Vec::new();
        for &row in &rows {
            let mut cells = Vec::new();
            inside(row, "tc", &mut cells);
            columns = columns.max(cells.len());
            for (at, cell) in cells.into_iter().enumerate() {
                if at > 0 {
                    text.push('\t');
                }
                let content = words(cell);
                text += &one_line(&content.text);
                contents.push(content);
            }
            text.push('\n');
        }
        let own = object(ObjectKind::Table, &format!("{}x{columns}", rows.len()));
        self.canvas.object(own, &text)?;
        contents
            .iter()
            .try_for_each(|content| self.drawings(content))
    }

    fn drawings(&mut self, content: &Content<'_>) -> Result<(), Refused> {
        content
            .drawings
            .iter()
            .try_for_each(|&drawing| self.drawing(drawing))
    }

    /// Pictures, charts and text boxes, however deep in groups.
    fn drawing(&mut self, element: Element<'_>) -> Result<(), Refused> {
        // What is embedded has a picture of itself beside it.
        if element.is(Namespace::Word, "object") {
            let mut inside = element.descendants();
            if let Some(reference) = inside.find(|inside| inside.name() == "OLEObject") {
                return self.canvas.embedded(reference);
            }
        }
        for child in alternative::children(element, &is_known) {
            match child.full() {
                (Namespace::Word, "txbxContent") => self.blocks(child)?,
                (Namespace::Drawing, "blip") => {
                    let id = child.prefixed("embed").unwrap_or_default();
                    self.canvas.picture(&id)?;
                }
                (Namespace::Vml, "imagedata") => {
                    let id = child.prefixed("id").unwrap_or_default();
                    self.canvas.picture(&id)?;
                }
                (Namespace::Chart, "chart") => self.canvas.chart(child)?,
                (Namespace::Diagram, "relIds") => self.canvas.diagram(child)?,
                (Namespace::WordShape, "wsp") if is_bare(child) => {
                    self.canvas.object(bare(child), "")?;
                }
                _ => self.drawing(child)?,
            }
        }
        Ok(())
    }
}

/// Rows or cells, also those in content controls, but none of tables inside.
fn inside<'t>(element: Element<'t>, name: &str, list: &mut Vec<Element<'t>>) {
    for child in element.children() {
        match child.full() {
            (Namespace::Word, own) if own == name => list.push(child),
            (Namespace::Word, "sdt" | "sdtContent" | "customXml" | "ins") => {
                inside(child, name, list);
            }
            _ => {}
        }
    }
}

/// Whether a shape has neither words nor a picture.
fn is_bare(shape: Element<'_>) -> bool {
    let has = |inside: Element<'_>| matches!(inside.name(), "txbxContent" | "blip");
    !shape.descendants().any(has)
}

fn bare(element: Element<'_>) -> Object {
    let transform = element.named("spPr").and_then(|own| own.named("xfrm"));
    shape(element, transform.and_then(super::geometry::Bounds::of))
}
