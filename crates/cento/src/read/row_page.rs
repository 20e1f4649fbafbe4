//! Rows whose text is a web page: of JSON, of tables.

#[cfg(not(feature = "html"))]
use super::Reason;
use super::file::Refused;
#[cfg(feature = "html")]
use super::html::placed;
use super::{Content, Document, Fields};

/// Where a row has its page; none where pages are not read, or the name is that of something else.
pub(super) fn field(fields: &Fields) -> Option<&str> {
    let Fields {
        id,
        text,
        date,
        series,
        title,
        html,
    } = fields;
    let is_taken = [id, text, date, series, title].contains(&html);
    (cfg!(feature = "html") && !is_taken).then_some(html)
}

/// What a page says.
#[cfg(feature = "html")]
pub(super) fn page(html: &str, content: Content) -> Result<Document, Refused> {
    super::html::document(html, content)
}

/// No name of a field is known then, so that there are none.
#[cfg(not(feature = "html"))]
pub(super) fn page(_: &str, _: Content) -> Result<Document, Refused> {
    Err(Refused::new(Reason::MissingText, "web pages are not read"))
}

/// A row with the text of its page, if it has one. What the row says counts more than what the page says.
pub(super) fn with_page(row: Document, page: Option<Document>) -> Document {
    let Some(page) = page else { return row };
    placed(Document {
        text: page.text,
        date: row.date.or(page.date),
        title: row.title.or(page.title),
        site: page.site,
        ..row
    })
}

#[cfg(not(feature = "html"))]
fn placed(page: Document) -> Document {
    page
}
