//! Books: EPUB, as its chapters in the order in which they are read.
//!
//! An EPUB is a zip file of web pages. [`book`] says which and in which order, [`markup`] what their text is. The limits are
//! those of every [`package`](super::package); what is damaged is `broken_epub` and names the part, but markup that is not well-formed
//! is read as far as it goes.

mod book;
mod markup;

use book::Book;
use markup::Chapter;

use super::builder::{Builder, Place};
use super::file::{FileRef, Refused};
use super::package::{Package, broken};
use super::{Document, Layout, Paging, Reason};

/// What is in the file.
pub(super) fn read(file: &FileRef) -> Result<Document, Refused> {
    document(&file.bytes()?, file.options.max_bytes).map_err(|refused| match refused.reason {
        // What packages have in common does not know whose they are.
        Reason::BrokenOffice => Refused::new(Reason::BrokenEpub, refused.cause),
        _ => refused,
    })
}

/// The book in `bytes`, with a text of at most `max` bytes.
fn document(bytes: &[u8], max: u64) -> Result<Document, Refused> {
    let mut package = Package::open(bytes, max)?;
    let book = Book::read(&mut package)?;
    let mut builder = Builder::new(max);
    let mut labels = Vec::new();
    for entry in &book.chapters {
        // One that is not there is passed over, as programs that show books do.
        let Some(markup) = package.xml(entry)? else {
            continue;
        };
        let chapter = Chapter::read(&markup);
        let place = Place {
            page: labels.len() as u32 + 1,
            ..Place::default()
        };
        let before = builder.blocks.len();
        builder.words(place, &chapter.text)?;
        if builder.blocks.len() > before {
            labels.push(chapter.title);
        }
    }
    if builder.blocks.is_empty() {
        return Err(broken("the book", "no chapter with any text"));
    }
    Ok(Document {
        meta: book.meta(labels.len()),
        date: book.date,
        title: book.title,
        text: builder.text,
        layout: Some(Box::new(Layout {
            blocks: builder.blocks,
            paging: Paging::Chapters,
            labels,
            ..Layout::default()
        })),
        replaced: package.replaced,
        ..Document::default()
    })
}
