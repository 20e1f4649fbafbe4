//! OpenDocument: presentations and text documents.
//!
//! Objects of a page are in the order of the file: they have no numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::drawing::{object, one_line};
use super::geometry::Bounds;
use super::length;
use super::namespace::Namespace;
use super::package::Package;
use super::properties::Properties;
use super::template::Templates;
use super::xml::{Element, Piece, Tree};
use super::{Outcome, Place, Reading, broken, encrypted};
use crate::object::{Object, ObjectKind};
use crate::read::Part;
use crate::read::file::Refused;

const MAIN: &str = "content.xml";

/// Whether the package is one of OpenDocument.
pub(super) fn is(package: &Package<'_>) -> bool {
    package.find(MAIN).is_some() && package.find("mimetype").is_some()
}

pub(super) fn read(reading: &mut Reading<'_>) -> Result<(Properties, Outcome), Refused> {
    if let Some(manifest) = reading.package.xml("META-INF/manifest.xml")?
        && manifest.contains("encryption-data")
    {
        return Err(encrypted());
    }
    let properties = match reading.package.xml("meta.xml")? {
        Some(text) => {
            let tree = Tree::parse("meta.xml", &text)?;
            let own = tree.root().child(Namespace::Office, "meta");
            own.map(Properties::of).unwrap_or_default()
        }
        None => Properties::default(),
    };
    let text = reading.package.needed(MAIN)?;
    let tree = Tree::parse(MAIN, &text)?;
    let root = tree.root();
    let body = root.child(Namespace::Office, "body");
    let body = body.and_then(|body| {
        body.children()
            .find(|child| child.full().0 == Namespace::Office)
    });
    let Some(body) = body else {
        return Err(broken(MAIN, "it has no body"));
    };
    let mut pages = Pages {
        styles: Styles::of(root),
        reading,
        place: Place::default(),
        notes: Vec::new(),
    };
    let mut masters = BTreeSet::new();
    let outcome = match body.name() {
        "presentation" | "drawing" => {
            let slides = pages.slides(body, &mut masters)?;
            let (size, template) = styles(&mut reading.package, Some(&masters))?;
            Outcome {
                kind: "odp",
                size,
                template: template.finish(),
                slides: Some(slides),
            }
        }
        "text" => {
            pages.blocks(body)?;
            pages.behind()?;
            let (size, template) = styles(&mut reading.package, None)?;
            Outcome {
                kind: "odt",
                size,
                template: template.finish_by_text(),
                slides: None,
            }
        }
        name => return Err(broken(MAIN, format!("`{name}` is no document"))),
    };
    Ok((properties, outcome))
}

/// The size of pages, and the text of the masters in use; of all, where those are not known.
fn styles(
    package: &mut Package<'_>,
    masters: Option<&BTreeSet<String>>,
) -> Result<([u32; 2], Templates), Refused> {
    let mut templates = Templates::default();
    let Some(text) = package.xml("styles.xml")? else {
        return Ok(([0, 0], templates));
    };
    let tree = Tree::parse("styles.xml", &text)?;
    let root = tree.root();
    let mut page = None;
    let list = root.child(Namespace::Office, "master-styles");
    let list = list.into_iter().flat_map(Element::children);
    for master in list.filter(|style| style.is(Namespace::Style, "master-page")) {
        let name = master.prefixed("name").unwrap_or_default();
        if masters.is_some_and(|used| !used.contains(&*name)) {
            continue;
        }
        page = page.or_else(|| master.prefixed("page-layout-name"));
        if masters.is_some() {
            let shown = master.prefixed("display-name").unwrap_or(name);
            templates.master(&shown, master);
        }
        let paragraphs = master.descendants().filter(is_paragraph);
        for paragraph in paragraphs {
            let mut content = Content::default();
            content.add(paragraph);
            templates.line(&one_line(&content.text));
        }
    }
    let layout = root
        .descendants()
        .find(|style| style.is(Namespace::Style, "page-layout") && style.prefixed("name") == page);
    let own = layout.and_then(|layout| layout.child(Namespace::Style, "page-layout-properties"));
    let side = |name| {
        let length = own.and_then(|own| length::parse(&own.prefixed(name)?));
        length.map_or(0, |length| length.round() as u32)
    };
    Ok(([side("page-width"), side("page-height")], templates))
}

fn is_paragraph(element: &Element<'_>) -> bool {
    matches!(element.full(), (Namespace::Text, "p" | "h"))
}

/// What styles say that matters here.
#[derive(Default)]
struct Styles {
    hidden: BTreeSet<String>,
    fills: BTreeMap<String, String>,
}

impl Styles {
    fn of(root: Element<'_>) -> Self {
        let mut styles = Self::default();
        let list = root.child(Namespace::Office, "automatic-styles");
        for style in list.into_iter().flat_map(Element::children) {
            let name = style.prefixed("name").unwrap_or_default().into_owned();
            for own in style.children() {
                match own.full() {
                    (Namespace::Style, "drawing-page-properties")
                        if own.prefixed("visibility").as_deref() == Some("hidden") =>
                    {
                        styles.hidden.insert(name.clone());
                    }
                    (Namespace::Style, "graphic-properties") => {
                        let colour = own.prefixed("fill-color").unwrap_or_default();
                        let fill = own.prefixed("fill").unwrap_or_default();
                        let fill = if fill == "none" { fill } else { colour };
                        styles.fills.insert(name.clone(), fill.into_owned());
                    }
                    _ => {}
                }
            }
        }
        styles
    }
}

/// The words of a paragraph, and what is drawn or noted among them.
#[derive(Default)]
struct Content<'t> {
    text: String,
    drawings: Vec<Element<'t>>,
    notes: Vec<Element<'t>>,
}

impl<'t> Content<'t> {
    /// As deep as elements are in each other, which is bounded.
    fn add(&mut self, element: Element<'t>) {
        for piece in element.pieces() {
            let child = match piece {
                Piece::Element(child) => child,
                Piece::Text(text) => {
                    self.push(&text);
                    continue;
                }
            };
            match child.full() {
                (Namespace::Text, "s") => {
                    let count = child.prefixed("c").and_then(|count| count.parse().ok());
                    // Nobody means more.
                    let count = count.unwrap_or(1usize).min(100);
                    self.text.extend(std::iter::repeat_n(' ', count));
                }
                (Namespace::Text, "tab") => self.text.push('\t'),
                (Namespace::Text, "line-break") => self.text.push('\n'),
                (Namespace::Text, "note") => {
                    self.notes.extend(child.child(Namespace::Text, "note-body"))
                }
                (Namespace::Office, "annotation") => self.notes.push(child),
                // What is counted, and what was struck out.
                (
                    Namespace::Text,
                    "page-number" | "date" | "time" | "tracked-changes" | "ruby-text",
                ) => {}
                (Namespace::Draw, _) => self.drawings.push(child),
                (Namespace::Text, "p" | "h") => {
                    self.add(child);
                    self.text.push('\n');
                }
                (Namespace::Other, _) => {}
                _ => self.add(child),
            }
        }
    }

    /// White space is one space, at the start of a paragraph none.
    fn push(&mut self, text: &str) {
        for c in text.chars() {
            let blank = matches!(c, ' ' | '\t' | '\r' | '\n');
            match blank {
                true if self.text.is_empty() || self.text.ends_with([' ', '\n', '\t']) => {}
                true => self.text.push(' '),
                false => self.text.push(c),
            }
        }
    }
}

/// A document while it is read.
struct Pages<'t, 'r, 'a> {
    styles: Styles,
    reading: &'r mut Reading<'a>,
    place: Place,
    /// Footnotes and comments, which come last.
    notes: Vec<Element<'t>>,
}

impl<'t> Pages<'t, '_, '_> {
    /// How many slides there are, and how many hidden.
    fn slides(
        &mut self,
        body: Element<'t>,
        masters: &mut BTreeSet<String>,
    ) -> Result<[u32; 2], Refused> {
        let (mut count, mut hidden) = (0, 0);
        for page in body
            .children()
            .filter(|child| child.is(Namespace::Draw, "page"))
        {
            count += 1;
            masters.extend(
                page.prefixed("master-page-name")
                    .map(|name| name.into_owned()),
            );
            let style = page.prefixed("style-name").unwrap_or_default();
            let is_hidden = self.styles.hidden.contains(&*style);
            hidden += u32::from(is_hidden);
            let (part, behind) = match is_hidden {
                true => (Part::Hidden, Part::HiddenNotes),
                false => (Part::Body, Part::Notes),
            };
            self.place = Place {
                page: count,
                part,
                frame: None,
            };
            page.children().try_for_each(|child| self.drawing(child))?;
            self.place = Place {
                page: count,
                part: behind,
                frame: None,
            };
            let notes = page.child(Namespace::OpenPresentation, "notes");
            for frame in notes.into_iter().flat_map(Element::children) {
                let class = frame.prefixed("class").unwrap_or_default();
                if let Some(content) = frame.child(Namespace::Draw, "text-box")
                    && class == "notes"
                {
                    self.text(content)?;
                }
            }
            self.behind()?;
        }
        Ok([count, hidden])
    }

    /// Notes that were met, as blocks.
    fn behind(&mut self) -> Result<(), Refused> {
        let place = self.place;
        self.place.part = match place.part {
            Part::Body | Part::Notes => Part::Notes,
            Part::Hidden | Part::HiddenNotes => Part::HiddenNotes,
        };
        self.place.frame = None;
        for note in std::mem::take(&mut self.notes) {
            // What is noted in a note is read with it, or not at all.
            self.text(note)?;
        }
        self.notes.clear();
        self.place = place;
        Ok(())
    }

    /// Paragraphs and tables, each a block.
    fn blocks(&mut self, parent: Element<'t>) -> Result<(), Refused> {
        for child in parent.children() {
            match child.full() {
                (Namespace::Text, "p" | "h") => {
                    let mut content = Content::default();
                    content.add(child);
                    self.reading.builder.words(self.place, &content.text)?;
                    self.drawings(content)?;
                }
                (Namespace::Table, "table") => self.table(child)?,
                (Namespace::Draw, _) => self.drawing(child)?,
                (Namespace::Text, "tracked-changes" | "sequence-decls" | "variable-decls") => {}
                (Namespace::Text, _) => self.blocks(child)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// All paragraphs inside as one block.
    fn text(&mut self, parent: Element<'t>) -> Result<(), Refused> {
        let mut content = Content::default();
        lines(parent, &mut content);
        self.reading.builder.words(self.place, &content.text)?;
        self.drawings(content)
    }

    fn drawings(&mut self, content: Content<'t>) -> Result<(), Refused> {
        self.notes.extend(content.notes);
        let place = self.place;
        for drawing in content.drawings {
            self.drawing(drawing)?;
        }
        self.place = place;
        Ok(())
    }

    fn table(&mut self, table: Element<'t>) -> Result<(), Refused> {
        let mut rows = Vec::new();
        inside(table, "table-row", &mut rows);
        let (mut columns, mut text) = (0, String::new());
        let mut contents = Vec::new();
        for &row in &rows {
            let mut cells = Vec::new();
            inside(row, "table-cell", &mut cells);
            columns = columns.max(cells.len());
            for (at, cell) in cells.into_iter().enumerate() {
                if at > 0 {
                    text.push('\t');
                }
                let mut content = Content::default();
                lines(cell, &mut content);
                text += &one_line(&content.text);
                contents.push(content);
            }
            text.push('\n');
        }
        let own = object(ObjectKind::Table, &format!("{}x{columns}", rows.len()));
        self.put(own, &text)?;
        for content in contents {
            self.drawings(content)?;
        }
        Ok(())
    }

    fn put(&mut self, object: Object, words: &str) -> Result<(), Refused> {
        let builder = &mut self.reading.builder;
        builder.object(self.place, object, words, "")
    }

    /// Something on a page.
    fn drawing(&mut self, element: Element<'t>) -> Result<(), Refused> {
        if element.full().0 != Namespace::Draw {
            return Ok(());
        }
        let bounds = bounds(element);
        // Lengths are in hundredths of a millimetre already; a page of a text has no coordinates.
        self.place.frame = bounds.filter(|_| self.place.page > 0).map(length::frame);
        match element.name() {
            "g" => element.children().try_for_each(|child| self.drawing(child)),
            "frame" => self.frame(element),
            "a" => element.children().try_for_each(|child| self.drawing(child)),
            "line" | "connector" | "measure" | "custom-shape" | "rect" | "ellipse" | "circle"
            | "path" | "polygon" | "polyline" | "regular-polygon" | "caption" => {
                self.shape(element, bounds)
            }
            _ => Ok(()),
        }
    }

    fn shape(&mut self, element: Element<'t>, bounds: Option<Bounds>) -> Result<(), Refused> {
        let mut content = Content::default();
        lines(element, &mut content);
        if !content.text.trim().is_empty() {
            self.reading.builder.words(self.place, &content.text)?;
            return self.drawings(content);
        }
        let geometry = element.child(Namespace::Draw, "enhanced-geometry");
        let form = geometry.and_then(|geometry| geometry.prefixed("type"));
        let form = form.as_deref().unwrap_or(element.name());
        let style = element.prefixed("style-name").unwrap_or_default();
        let fill = self.styles.fills.get(&*style).map_or("", String::as_str);
        let kind = match element.name() {
            "line" | "connector" | "measure" => ObjectKind::Line,
            _ => ObjectKind::Shape,
        };
        let ratio = bounds.map_or(0, Bounds::ratio);
        let own = object(kind, &format!("{form} {ratio} {fill}"));
        self.put(own, "")
    }

    /// A frame holds one thing, said in several ways: the first that is understood.
    fn frame(&mut self, frame: Element<'t>) -> Result<(), Refused> {
        if frame.prefixed("placeholder").as_deref() == Some("true") {
            return Ok(());
        }
        for child in frame.children() {
            let href = || {
                let href = child.prefixed("href").unwrap_or_default();
                href.trim_start_matches("./").to_owned()
            };
            match child.full() {
                (Namespace::Draw, "text-box") => {
                    // Tables stand in boxes, too.
                    let mut tables = child
                        .children()
                        .filter(|inside| inside.is(Namespace::Table, "table"));
                    tables.try_for_each(|table| self.table(table))?;
                    return self.text(child);
                }
                (Namespace::Draw, "image") => {
                    let entry = href();
                    if self.reading.package.find(&entry).is_some() {
                        return self.reading.picture(self.place, &entry);
                    }
                }
                (Namespace::Draw, "object" | "object-ole") => return self.embedded(&href()),
                (Namespace::Draw, "plugin") => {
                    let entry = href();
                    if let Some(value) = self.reading.package.stamp(&entry) {
                        let kind = ObjectKind::Media;
                        let builder = &mut self.reading.builder;
                        return builder.object(self.place, Object { kind, value }, "", &entry);
                    }
                }
                (Namespace::Table, "table") => return self.table(child),
                _ => {}
            }
        }
        Ok(())
    }

    /// A chart by its data, anything else by its bytes.
    fn embedded(&mut self, href: &str) -> Result<(), Refused> {
        let part = format!("{href}/{MAIN}");
        if let Some(text) = self.reading.package.xml(&part)? {
            let tree = Tree::parse(&part, &text)?;
            let mut inside = tree.root().descendants();
            if let Some(chart) = inside.find(|inside| inside.is(Namespace::Office, "chart")) {
                let (own, words) = chart_of(chart);
                return self.put(own, &words);
            }
        }
        let package = &self.reading.package;
        let value = package.stamp(href).or_else(|| package.stamp(&part));
        match value {
            Some(value) => {
                let kind = ObjectKind::Embedded;
                self.put(Object { kind, value }, "")
            }
            None => Ok(()),
        }
    }
}

fn chart_of(chart: Element<'_>) -> (Object, String) {
    let mut what = String::new();
    let mut names: Vec<String> = Vec::new();
    for inside in chart.descendants() {
        if inside.name() == "chart" {
            what += &inside.prefixed("class").unwrap_or_default();
        }
        if is_paragraph(&inside) {
            let line = one_line(&inside.text());
            what.push(' ');
            what += &line;
            let is_name = !line.is_empty() && line.parse::<f64>().is_err();
            if is_name && names.len() < 200 && !names.contains(&line) {
                names.push(line);
            }
        }
    }
    (object(ObjectKind::Chart, &what), names.join("\n"))
}

/// Paragraphs in lists and sections, a line each.
fn lines<'t>(parent: Element<'t>, content: &mut Content<'t>) {
    for child in parent.children() {
        match child.full() {
            (Namespace::Text, "p" | "h") => {
                content.add(child);
                content.text.push('\n');
            }
            (Namespace::Text | Namespace::Office, _) => lines(child, content),
            (Namespace::Table, "table-row" | "table-cell" | "table-rows" | "table-header-rows") => {
                lines(child, content);
            }
            (Namespace::Draw, "text-box") => lines(child, content),
            (Namespace::Draw, "frame" | "g" | "custom-shape") => content.drawings.push(child),
            _ => {}
        }
    }
}

/// Rows or cells, also those in groups, but none of tables inside.
fn inside<'t>(element: Element<'t>, name: &str, list: &mut Vec<Element<'t>>) {
    for child in element.children() {
        match child.full() {
            (Namespace::Table, own) if own == name => list.push(child),
            (Namespace::Table, "table-rows" | "table-header-rows" | "table-row-group") => {
                inside(child, name, list);
            }
            _ => {}
        }
    }
}

/// Where something stands; of a line, from its ends.
fn bounds(element: Element<'_>) -> Option<Bounds> {
    let side = |name| length::parse(&element.prefixed(name)?);
    if let (Some(width), Some(height)) = (side("width"), side("height")) {
        let (x, y) = (side("x").unwrap_or(0.0), side("y").unwrap_or(0.0));
        return Some(Bounds {
            x,
            y,
            width,
            height,
        });
    }
    let (x1, y1, x2, y2) = (side("x1")?, side("y1")?, side("x2")?, side("y2")?);
    Some(Bounds {
        x: x1.min(x2),
        y: y1.min(y2),
        width: (x1 - x2).abs(),
        height: (y1 - y2).abs(),
    })
}
