//! One slide: its objects, groups taken apart, in order of their ids.

use super::canvas::Canvas;
use super::geometry::{Bounds, Transform};
use super::namespace::Namespace;
use super::package::hostile;
use super::template::{Placeholder, Templates};
use super::xml::Element;
use super::{alternative, drawing};
use crate::object::{Object, ObjectKind};
use crate::read::file::Refused;

/// Objects on one slide: drawings of maps have some thousands.
const MAX_OBJECTS: usize = 100_000;

/// Something on a slide.
pub(super) struct Item<'t> {
    id: u64,
    pub(super) element: Element<'t>,
    /// Where it stands on the slide, where it says so itself.
    pub(super) bounds: Option<Bounds>,
}

/// Everything on the slide, layout or master whose `p:cSld` is `content`.
pub(super) fn objects(
    content: Element<'_>,
    transform: Transform,
) -> Result<Vec<Item<'_>>, Refused> {
    let mut list = Vec::new();
    if let Some(tree) = content.child(Namespace::Presentation, "spTree") {
        flatten(tree, transform, &mut list);
    }
    if list.len() > MAX_OBJECTS {
        let cause = format!("more than {MAX_OBJECTS} objects on one slide");
        return Err(hostile(cause));
    }
    // Stable: where ids are the same, as they stand in the file.
    list.sort_by_key(|item| item.id);
    Ok(list)
}

/// As deep as elements are in each other, which is bounded.
fn flatten<'t>(group: Element<'t>, transform: Transform, list: &mut Vec<Item<'t>>) {
    for element in alternative::children(group, &is_known) {
        if list.len() > MAX_OBJECTS {
            return;
        }
        match element.name() {
            "grpSp" => {
                let own = element.named("grpSpPr").and_then(|own| own.named("xfrm"));
                flatten(element, transform.group(own), list);
            }
            "sp" | "pic" | "cxnSp" | "graphicFrame" => {
                let own = element.named("spPr").and_then(|own| own.named("xfrm"));
                let own = own.or_else(|| element.named("xfrm"));
                list.push(Item {
                    id: id(element),
                    element,
                    bounds: own
                        .and_then(Bounds::of)
                        .map(|bounds| transform.apply(bounds)),
                });
            }
            _ => {}
        }
    }
}

/// What is named nowhere comes last.
fn id(element: Element<'_>) -> u64 {
    let names = element
        .children()
        .find(|child| child.name().starts_with("nv"));
    let own = names.and_then(|names| names.named("cNvPr"));
    let id = own.and_then(|own| own.attribute("id")?.parse().ok());
    id.unwrap_or(u64::MAX)
}

/// Whether something on a slide is understood, or something else should stand for it.
fn is_known(element: Element<'_>) -> bool {
    match element.name() {
        "sp" | "pic" | "cxnSp" => true,
        "grpSp" => alternative::children(element, &is_known)
            .into_iter()
            .any(is_known),
        "graphicFrame" => content(element).is_some(),
        _ => false,
    }
}

/// What is in a frame.
fn content(frame: Element<'_>) -> Option<Element<'_>> {
    let data = frame.named("graphic")?.named("graphicData")?;
    data.descendants()
        .find(|inside| matches!(inside.name(), "tbl" | "chart" | "relIds" | "oleObj"))
}

/// A slide while it is read.
pub(super) struct Sheet<'s, 'a> {
    pub(super) canvas: Canvas<'s, 'a>,
    pub(super) templates: &'s mut Templates,
    pub(super) layout: Option<&'s str>,
}

impl Sheet<'_, '_> {
    pub(super) fn read(
        mut self,
        content: Element<'_>,
        size: Option<Bounds>,
    ) -> Result<(), Refused> {
        let background = content.child(Namespace::Presentation, "bg");
        let background = background.and_then(|own| own.named("bgPr"));
        if let Some(background) = background {
            self.put(size);
            self.filling(background)?;
        }
        for item in objects(content, Transform::NONE)? {
            let placeholder = Placeholder::of(item.element);
            let bounds = item.bounds.or_else(|| {
                let placeholder = placeholder.as_ref()?;
                self.templates.bounds(self.layout, placeholder)
            });
            self.put(bounds);
            match item.element.name() {
                "pic" => self.picture(item.element)?,
                "graphicFrame" => self.frame(item.element)?,
                _ => self.shape(item.element, bounds, placeholder.as_ref())?,
            }
        }
        Ok(())
    }

    /// Where the next object stands.
    fn put(&mut self, bounds: Option<Bounds>) {
        self.canvas.place.frame = bounds.map(Bounds::frame);
    }

    fn shape(
        &mut self,
        shape: Element<'_>,
        bounds: Option<Bounds>,
        placeholder: Option<&Placeholder>,
    ) -> Result<(), Refused> {
        let properties = shape.named("spPr");
        let filled = properties.map_or(Ok(false), |properties| self.filling(properties))?;
        let body = shape.child(Namespace::Presentation, "txBody");
        let words = body.map(drawing::words).unwrap_or_default();
        if !words.trim().is_empty() {
            if placeholder.is_some_and(|own| own.is("ftr")) {
                self.templates.foot(drawing::one_line(&words));
            }
            self.canvas.words(&words)
        } else if filled || placeholder.is_some() {
            Ok(())
        } else {
            let object = drawing::shape(shape, bounds);
            self.canvas.object(object, "")
        }
    }

    fn picture(&mut self, picture: Element<'_>) -> Result<(), Refused> {
        if let Some((object, entry)) = self.media(picture) {
            let Canvas { reading, place, .. } = &mut self.canvas;
            return reading.builder.object(*place, object, "", &entry);
        }
        self.filling(picture).map(|_| ())
    }

    /// Sound or video that a picture stands for, and its entry.
    fn media(&self, picture: Element<'_>) -> Option<(Object, String)> {
        let own = picture.named("nvPicPr")?.named("nvPr")?;
        let played = own.descendants().filter(|inside| {
            matches!(
                inside.name(),
                "media" | "videoFile" | "audioFile" | "wavAudioFile" | "quickTimeFile"
            )
        });
        let mut entries = played.filter_map(|inside| {
            let id = inside.prefixed("embed").or_else(|| inside.prefixed("link"));
            let entry = self.canvas.relations.target(&id?)?;
            Some((self.canvas.reading.package.stamp(entry)?, entry))
        });
        let (value, entry) = entries.next()?;
        let kind = ObjectKind::Media;
        Some((Object { kind, value }, entry.to_owned()))
    }

    /// A picture that fills something; whether there is one.
    fn filling(&mut self, holder: Element<'_>) -> Result<bool, Refused> {
        let picture = holder
            .named("blipFill")
            .and_then(|fill| fill.child(Namespace::Drawing, "blip"))
            .and_then(|picture| picture.prefixed("embed"));
        picture.map_or(Ok(false), |id| self.canvas.picture(&id))
    }

    fn frame(&mut self, frame: Element<'_>) -> Result<(), Refused> {
        let Some(content) = content(frame) else {
            return Ok(());
        };
        match content.name() {
            "tbl" => {
                let (object, words) = drawing::table(content);
                self.canvas.object(object, &words)
            }
            "chart" => self.canvas.chart(content),
            "relIds" => self.canvas.diagram(content),
            _ => self.canvas.embedded(content),
        }
    }
}
