//! Office documents: slides and text documents, of Office Open XML and OpenDocument.
//!
//! A document becomes one text of [blocks](crate::read::Block): the words of each text box, paragraph or note, and an
//! [object](crate::object::Object) for each picture, shape, line, chart or table. What a file is, is told from what it
//! holds; its extension only says that it is looked at here.
//!
//! Files come from strangers. [`package`](super::package) and [`xml`](super::package::xml) bound what is unpacked and how deep it is; [`picture`] what is
//! decoded. What is beyond a bound is `hostile`; what is damaged is `broken_office` and names the part; what is optional
//! and missing is passed over.

mod alternative;
mod canvas;
mod chart;
mod docx;
mod drawing;
mod geometry;
mod legacy;
mod length;
mod odf;
mod picture;
mod pptx;
mod properties;
mod relations;
mod sight;
mod slide;
mod template;
mod thumbnail;

pub(super) use legacy::read as read_legacy;
use namespace::Namespace;
use package::Package;
use picture::{Pictured, Pictures};
use properties::Properties;
use relations::Relations;
pub(crate) use thumbnail::Thumbnails;
use xml::Tree;

use super::builder::{Builder, Place};
use super::file::{FileRef, Refused};
use super::package::{self, broken, encrypted, namespace, xml};
use super::{Document, Layout, Template};

/// What is in the file.
pub(super) fn read(file: &FileRef) -> Result<Document, Refused> {
    let mut document = document(&file.bytes()?, file)?;
    if let Some(layout) = &mut document.layout {
        layout.file = file.path.to_string_lossy().into_owned();
    }
    Ok(document)
}

/// The document in the bytes of a file.
fn document(bytes: &[u8], file: &FileRef) -> Result<Document, Refused> {
    let max = file.options.max_bytes;
    if let Some(refused) = legacy::refused(bytes) {
        return Err(refused);
    }
    let mut reading = Reading {
        package: Package::open(bytes, max)?,
        pictures: Pictures::new(file.looks.clone()),
        builder: Builder::new(max),
    };
    if odf::is(&reading.package) {
        let (properties, outcome) = odf::read(&mut reading)?;
        return Ok(reading.finish(properties, outcome));
    }
    let relations = Relations::of(&mut reading.package, "")?;
    let main = relations.first("officeDocument");
    let main = main.unwrap_or("ppt/presentation.xml").to_owned();
    let properties = Properties::read(&mut reading.package, &relations)?;
    let text = reading.package.needed(&main)?;
    let tree = Tree::parse(&main, &text)?;
    let root = tree.root();
    let outcome = match root.full() {
        (Namespace::Presentation, "presentation") => pptx::read(&mut reading, &main, root)?,
        (Namespace::Word, "document") => docx::read(&mut reading, &main, root)?,
        (_, name) => return Err(broken(&main, format!("`{name}` is no document"))),
    };
    Ok(reading.finish(properties, outcome))
}

/// What all kinds of documents are read with.
struct Reading<'a> {
    package: Package<'a>,
    pictures: Pictures,
    builder: Builder,
}

/// What is known of a document besides its blocks.
struct Outcome {
    kind: &'static str,
    size: [u32; 2],
    template: Template,
    /// How many slides there are, and how many of them are not shown.
    slides: Option<[u32; 2]>,
}

impl Reading<'_> {
    /// A picture, unless there is none of that name.
    fn picture(&mut self, place: Place, entry: &str) -> Result<(), Refused> {
        match self.pictures.object(&mut self.package, entry) {
            Some(Pictured {
                object,
                look,
                stamp,
            }) => self.builder.picture(place, object, (look, stamp), entry),
            None => Ok(()),
        }
    }

    fn finish(self, properties: Properties, outcome: Outcome) -> Document {
        let layout = Layout {
            size: outcome.size,
            blocks: self.builder.blocks,
            template: outcome.template,
            ..Layout::default()
        };
        Document {
            text: self.builder.text,
            date: properties.date(),
            meta: properties.meta(outcome.kind, outcome.slides, &layout.template),
            title: properties.title,
            layout: Some(Box::new(layout)),
            replaced: self.package.replaced,
            ..Document::default()
        }
    }
}
