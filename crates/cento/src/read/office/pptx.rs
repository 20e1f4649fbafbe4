//! Presentations: slides in their order, each with its notes.

use std::collections::BTreeSet;

use super::canvas::Canvas;
use super::geometry::{Bounds, Transform};
use super::namespace::Namespace;
use super::slide::{Item, Sheet, objects};
use super::template::{Placeholder, Templates};
use super::xml::{Element, Tree};
use super::{Outcome, Place, Reading, Relations, drawing};
use crate::read::Part;
use crate::read::file::Refused;

/// Reads the presentation whose main part is `main`.
pub(super) fn read(
    reading: &mut Reading<'_>,
    main: &str,
    presentation: Element<'_>,
) -> Result<Outcome, Refused> {
    let relations = Relations::of(&mut reading.package, main)?;
    let size = presentation
        .child(Namespace::Presentation, "sldSz")
        .and_then(|size| {
            let (width, height) = (size.number("cx")?, size.number("cy")?);
            let all = Bounds {
                x: 0.0,
                y: 0.0,
                width,
                height,
            };
            Some(all)
        });
    let mut templates = Templates::default();
    // A slide that is listed twice is there once, as programs have it.
    let mut seen = BTreeSet::new();
    let (mut page, mut hidden) = (0, 0);
    let list = presentation.child(Namespace::Presentation, "sldIdLst");
    for listed in list.into_iter().flat_map(Element::children) {
        let id = listed.prefixed("id").unwrap_or_default();
        let Some(part) = relations.target(&id).map(str::to_owned) else {
            continue;
        };
        if !seen.insert(part.clone()) {
            continue;
        }
        page += 1;
        hidden += u32::from(slide(reading, &mut templates, &part, page, size)?);
    }
    let frame = size.map(Bounds::frame).unwrap_or_default();
    Ok(Outcome {
        kind: "pptx",
        size: [frame.width, frame.height],
        template: templates.finish(),
        slides: Some([page, hidden]),
    })
}

/// Whether the slide is hidden.
fn slide(
    reading: &mut Reading<'_>,
    templates: &mut Templates,
    part: &str,
    page: u32,
    size: Option<Bounds>,
) -> Result<bool, Refused> {
    let Some(text) = reading.package.xml(part)? else {
        return Ok(false);
    };
    let tree = Tree::parse(part, &text)?;
    let relations = Relations::of(&mut reading.package, part)?;
    let layout = relations.first("slideLayout");
    if let Some(layout) = layout {
        templates.take(&mut reading.package, layout)?;
    }
    let root = tree.root();
    let hidden = root.flag("show") == Some(false);
    let (body, behind) = match hidden {
        true => (Part::Hidden, Part::HiddenNotes),
        false => (Part::Body, Part::Notes),
    };
    if let Some(content) = root.child(Namespace::Presentation, "cSld") {
        let place = Place {
            page,
            part: body,
            frame: None,
        };
        let canvas = Canvas {
            reading,
            relations: &relations,
            place,
        };
        Sheet {
            canvas,
            templates,
            layout,
        }
        .read(content, size)?;
    }
    if let Some(part) = relations.first("notesSlide") {
        notes(reading, part, page, behind)?;
    }
    Ok(hidden)
}

/// What the speaker says: the body of the notes, not the picture of the slide, nor numbers and dates.
fn notes(reading: &mut Reading<'_>, part: &str, page: u32, as_part: Part) -> Result<(), Refused> {
    let Some(text) = reading.package.xml(part)? else {
        return Ok(());
    };
    let tree = Tree::parse(part, &text)?;
    let Some(content) = tree.root().child(Namespace::Presentation, "cSld") else {
        return Ok(());
    };
    let place = Place {
        page,
        part: as_part,
        frame: None,
    };
    for Item { element, .. } in objects(content, Transform::NONE)? {
        let is_body = Placeholder::of(element).is_some_and(|own| own.is("body"));
        let body = element.child(Namespace::Presentation, "txBody");
        if let Some(body) = body.filter(|_| is_body) {
            reading.builder.words(place, &drawing::words(body))?;
        }
    }
    Ok(())
}
