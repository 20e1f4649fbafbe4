//! DrawingML, which slides and text documents share: the words of a box, tables, what shapes look like.

use super::alternative;
use super::geometry::Bounds;
use super::namespace::Namespace;
use super::xml::Element;
use crate::hash::token_hash;
use crate::object::{Object, ObjectKind};

/// The words of a text body: its paragraphs, a line each.
pub(super) fn words(body: Element<'_>) -> String {
    let paragraphs = body.children();
    let paragraphs = paragraphs.filter(|child| child.is(Namespace::Drawing, "p"));
    join(paragraphs.map(paragraph), "\n")
}

fn join(parts: impl Iterator<Item = String>, between: &str) -> String {
    let mut text = String::new();
    for (count, part) in parts.enumerate() {
        if count > 0 {
            text += between;
        }
        text += &part;
    }
    text
}

fn paragraph(paragraph: Element<'_>) -> String {
    let mut text = String::new();
    for piece in alternative::children(paragraph, &is_run) {
        match piece.full() {
            (Namespace::Drawing, "r") => text += &run(piece),
            (Namespace::Drawing, "br") => text.push('\n'),
            (Namespace::Drawing, "fld") if !is_counted(piece) => text += &run(piece),
            (Namespace::Drawing, _) => {}
            _ => text += &formula(piece),
        }
    }
    text
}

/// Whether something in a paragraph has words.
fn is_run(piece: Element<'_>) -> bool {
    match piece.full() {
        (Namespace::Drawing, name) => matches!(name, "r" | "br" | "fld"),
        _ => !formula(piece).is_empty(),
    }
}

fn run(run: Element<'_>) -> String {
    let text = run.child(Namespace::Drawing, "t");
    text.map(Element::text).unwrap_or_default()
}

/// Fields that say something about the slide rather than on it.
fn is_counted(field: Element<'_>) -> bool {
    let kind = field.attribute("type").unwrap_or_default();
    kind.starts_with("slidenum") || kind.starts_with("datetime")
}

/// The letters and signs of a formula.
pub(super) fn formula(piece: Element<'_>) -> String {
    let letters = piece.descendants();
    let letters = letters.filter(|inside| inside.is(Namespace::Math, "t"));
    letters.map(Element::text).collect()
}

/// A table, and the words in its cells.
pub(super) fn table(table: Element<'_>) -> (Object, String) {
    let rows = || {
        let children = table.children();
        children.filter(|row| row.is(Namespace::Drawing, "tr"))
    };
    let columns = rows().map(|row| row.children().filter(is_cell).count());
    let object = object(
        ObjectKind::Table,
        &format!("{}x{}", rows().count(), columns.max().unwrap_or(0)),
    );
    let text = join(
        rows().map(|row| {
            let cells = row.children().filter(is_cell).map(|cell| {
                let body = cell.child(Namespace::Drawing, "txBody");
                one_line(&body.map(words).unwrap_or_default())
            });
            join(cells, "\t")
        }),
        "\n",
    );
    (object, text)
}

fn is_cell(cell: &Element<'_>) -> bool {
    cell.is(Namespace::Drawing, "tc")
}

/// The words with single spaces between them.
pub(super) fn one_line(words: &str) -> String {
    let mut line = String::with_capacity(words.len());
    for word in words.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    line
}

/// An object that is told apart by `what`.
pub(super) fn object(kind: ObjectKind, what: &str) -> Object {
    Object {
        kind,
        value: token_hash(what.as_bytes()),
    }
}

/// A shape or line without words, by what it looks like; `shape` is what holds `spPr`.
pub(super) fn shape(shape: Element<'_>, bounds: Option<Bounds>) -> Object {
    let properties = shape.named("spPr");
    let preset = properties
        .and_then(|properties| properties.child(Namespace::Drawing, "prstGeom"))
        .and_then(|geometry| geometry.attribute("prst"));
    let style = shape.named("style");
    let form = preset.as_deref().unwrap_or("custom");
    let ratio = bounds.map_or(0, Bounds::ratio);
    let is_line = shape.name() == "cxnSp" || matches!(form, "line" | "straightConnector1");
    if is_line {
        let line = properties.and_then(|properties| properties.child(Namespace::Drawing, "ln"));
        let colour = line
            .and_then(fill)
            .or_else(|| style.and_then(|style| reference(style, "lnRef")))
            .unwrap_or_default();
        let transform =
            properties.and_then(|properties| properties.child(Namespace::Drawing, "xfrm"));
        let flipped = |name| transform.and_then(|transform| transform.flag(name)) == Some(true);
        // A line that is flipped both ways is itself.
        let rises = flipped("flipH") != flipped("flipV");
        return object(
            ObjectKind::Line,
            &format!("{form} {ratio} {rises} {colour}"),
        );
    }
    let colour = properties
        .and_then(fill)
        .or_else(|| style.and_then(|style| reference(style, "fillRef")))
        .unwrap_or_default();
    object(ObjectKind::Shape, &format!("{form} {ratio} {colour}"))
}

/// What a shape or line is filled with, where that is said; nothing for one that is not filled.
fn fill(properties: Element<'_>) -> Option<String> {
    properties.children().find_map(|child| {
        let (Namespace::Drawing, name) = child.full() else {
            return None;
        };
        match name {
            "noFill" => Some(String::new()),
            "solidFill" => Some(colour(child)),
            "gradFill" | "pattFill" => {
                let first = child
                    .descendants()
                    .find(|inside| inside.name().ends_with("Clr"));
                let first = first.map(value).unwrap_or_default();
                Some(format!("{name} {first}"))
            }
            "grpFill" => Some(name.to_owned()),
            _ => None,
        }
    })
}

/// The colour that a theme gives.
fn reference(style: Element<'_>, name: &str) -> Option<String> {
    let reference = style.child(Namespace::Drawing, name)?;
    match reference.attribute("idx").as_deref() {
        Some("0") => Some(String::new()),
        _ => Some(colour(reference)),
    }
}

fn colour(holder: Element<'_>) -> String {
    holder.children().next().map(value).unwrap_or_default()
}

/// `FF0000`, `accent1`.
fn value(colour: Element<'_>) -> String {
    let own = colour
        .attribute("lastClr")
        .or_else(|| colour.attribute("val"));
    own.unwrap_or_default().to_ascii_lowercase()
}
