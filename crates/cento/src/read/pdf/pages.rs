//! What the helper says is on the pages. It is taken apart with as little trust as any file.

use super::helper::GREETING;
use crate::read::Reason;
use crate::read::file::Refused;

/// The pages of a file, and what it says about itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pages {
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
    pub(super) date: Option<String>,
    pub(super) pages: Vec<Page>,
}

/// A page. Lengths are in hundredths of a point.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) size: [i64; 2],
    /// What the file calls it, or nothing.
    pub(super) label: String,
    /// In the order in which they are read.
    pub(super) lines: Vec<Line>,
}

/// A line, along and across the direction of writing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// 0 where it is upright.
    pub(super) turn: u8,
    pub(super) begin: i64,
    pub(super) baseline: i64,
    pub(super) width: i64,
    pub(super) size: i64,
    pub(super) text: String,
}

/// The longest books have a few thousand pages of fifty lines.
const MAX_PAGES: usize = 100_000;
const MAX_LINES: usize = 2_000_000;

/// No page is as large: so much of nothing overflows.
const FAR: i64 = 1 << 32;

impl Line {
    pub(super) fn end(&self) -> i64 {
        self.begin + self.width
    }
}

impl Pages {
    pub(super) fn parse(written: &str) -> Result<Self, Refused> {
        let broken = |cause: &str| Refused::new(Reason::BrokenPdf, cause);
        let mut pages = Self::default();
        let mut is_whole = false;
        let mut lines = 0;
        for line in written.strip_prefix(GREETING).unwrap_or_default().lines() {
            let (kind, rest) = line.split_once('\t').unwrap_or((line, ""));
            match kind {
                "title" => pages.title = Some(title(rest).to_owned()),
                "author" => pages.author = Some(rest.to_owned()),
                "date" => pages.date = Some(rest.to_owned()),
                "page" => pages.pages.push(page(rest).unwrap_or_default()),
                "line" => {
                    lines += 1;
                    if let (Some(page), Some(line)) = (pages.pages.last_mut(), self::line(rest)) {
                        page.lines.push(line);
                    }
                }
                "refused" if rest == "encrypted" => {
                    return Err(Refused::new(Reason::Encrypted, "it is encrypted"));
                }
                "refused" => return Err(broken("no PDF file, or one that is damaged")),
                "end" => is_whole = true,
                _ => {}
            }
            if lines > MAX_LINES || pages.pages.len() > MAX_PAGES {
                let cause = format!("more than {MAX_PAGES} pages or {MAX_LINES} lines");
                return Err(Refused::new(Reason::Hostile, cause));
            }
        }
        match is_whole {
            true if pages.pages.is_empty() => Err(broken("it has no pages")),
            true => Ok(pages),
            false => Err(broken("its reader ended early")),
        }
    }
}

/// Without what a program puts before the title.
fn title(title: &str) -> &str {
    let title = title.strip_prefix("Microsoft Word - ").unwrap_or(title);
    title
        .strip_prefix("Microsoft PowerPoint - ")
        .unwrap_or(title)
}

fn page(fields: &str) -> Option<Page> {
    let mut fields = fields.splitn(3, '\t');
    let size = [length(fields.next()?)?, length(fields.next()?)?];
    Some(Page {
        size,
        label: fields.next().unwrap_or_default().to_owned(),
        lines: Vec::new(),
    })
}

fn line(fields: &str) -> Option<Line> {
    let mut fields = fields.splitn(6, '\t');
    Some(Line {
        turn: fields.next()?.parse().ok()?,
        begin: length(fields.next()?)?,
        baseline: length(fields.next()?)?,
        width: length(fields.next()?)?.max(0),
        size: length(fields.next()?)?.max(1),
        text: fields.next()?.to_owned(),
    })
}

fn length(field: &str) -> Option<i64> {
    let length: i64 = field.parse().ok()?;
    Some(length.clamp(-FAR, FAR))
}
