//! Web pages: files, records of archives, fields of rows.
//!
//! A page becomes one text: its blocks (paragraphs, headings, items, rows of tables) with an empty line between them.
//! Which blocks, [`Content`] says. Spans point into this text, which is kept as that of any document.
//!
//! Pages come from strangers. [`lexer`] and [`page`] take linear time for any bytes, know no depth and recurse nowhere; a
//! page with more boxes than [`page::MOST_BOXES`] is `hostile`.

mod charset;
mod feature;
mod hint;
mod lexer;
mod metadata;
mod page;
mod readable;
mod reference;
mod site;
mod slope;
#[doc(hidden)]
pub mod study;
mod tag;
#[cfg(test)]
mod tests;
mod warc;
mod weights;

use page::{Block, MOST_BOXES, Page};
pub(super) use site::placed;
pub(super) use warc::open as open_warc;

use super::file::{FileRef, Refused};
use super::{Content, Document, Reason, Site, json};

/// The page in a file.
pub(super) fn read(file: &FileRef) -> Result<Document, Refused> {
    let bytes = file.bytes()?;
    let (html, replaced) = charset::decode(&bytes, None);
    Ok(placed(Document {
        id: file.name.clone(),
        replaced,
        ..document(&html, file.options.content)?
    }))
}

/// The page in a text; its id is left to the caller.
pub(super) fn document(html: &str, content: Content) -> Result<Document, Refused> {
    let page = Page::read(html).ok_or_else(|| {
        let cause = format!("more than {MOST_BOXES} elements");
        Refused::new(Reason::Hostile, cause)
    })?;
    let (text, site) = selected(&page, content);
    let about = page.metadata.finish();
    let mut meta = String::new();
    if let Some(url) = &about.url {
        json::push_field(&mut meta, URL, &json::quoted(url));
        json::close(&mut meta);
    }
    Ok(Document {
        text,
        date: about.date,
        title: about.title,
        meta,
        site: Some(Box::new(site)),
        ..Document::default()
    })
}

/// Where a page's address stands in `meta`, as JSON.
pub(super) const URL: &str = "\"url\"";

/// The text that is taken of a page, and where it stood there.
fn selected(page: &Page, content: Content) -> (String, Site) {
    let flattest = &page.flattest;
    let in_flattest = |block: &Block| {
        (block.begin as usize) < flattest.end && flattest.start < block.end as usize
    };
    let (text, places, others) = match content {
        Content::All => {
            let (text, places) = page.stretch(0..page.text.len());
            (text, places, Vec::new())
        }
        Content::Slope => {
            let (text, places) = page.stretch(flattest.clone());
            (text, places, page.others(|_, block| in_flattest(block)))
        }
        Content::Readable => {
            let mut kept = readable::select(page);
            if !kept.contains(&true) {
                // A page of which nothing stands out: a few words, or a list of links.
                for (kept, block) in kept.iter_mut().zip(&page.blocks) {
                    *kept = in_flattest(block);
                }
            }
            let (text, places) = page.text_of(&kept);
            (text, places, page.others(|at, _| kept[at]))
        }
    };
    let site = Site {
        name: String::new(),
        places,
        others,
    };
    (text, site)
}
