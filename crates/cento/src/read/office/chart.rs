//! Charts: one object by their data, and the words on them.

use super::drawing::{object, one_line, words};
use super::namespace::Namespace;
use super::xml::Element;
use crate::object::{Object, ObjectKind};

/// A chart by its kind and numbers, and its title and the names in it, a line each.
pub(super) fn read(space: Element<'_>) -> (Object, String) {
    let mut what = String::new();
    let mut lines: Vec<String> = Vec::new();
    let mut add = |line: String| {
        if !line.is_empty() && !lines.contains(&line) && lines.len() < MAX_LINES {
            lines.push(line);
        }
    };
    for part in space.descendants() {
        let name = part.name();
        match (part.full().0, name) {
            (Namespace::Chart, "rich") => add(one_line(&words(part))),
            // Of text and categories; numbers are told by the object.
            (Namespace::Chart, "strCache" | "strLit" | "multiLvlStrCache") => {
                let values = part.descendants().filter(|value| value.name() == "v");
                values.for_each(|value| add(one_line(&value.text())));
            }
            (Namespace::Chart, "v") => {
                what += part.text().trim();
                what.push(' ');
            }
            (Namespace::Chart, _) if name.ends_with("Chart") => what += name,
            // The newer kinds of charts have a vocabulary of their own.
            (Namespace::Other, "series") => what += &part.attribute("layoutId").unwrap_or_default(),
            (Namespace::Other, "pt") => {
                let value = one_line(&part.text());
                what += &value;
                what.push(' ');
                if value.parse::<f64>().is_err() {
                    add(value);
                }
            }
            _ => {}
        }
    }
    (object(ObjectKind::Chart, &what), lines.join("\n"))
}

/// More names than that are data.
const MAX_LINES: usize = 200;
