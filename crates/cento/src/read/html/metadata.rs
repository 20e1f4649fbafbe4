//! What a page says of itself: its title, its date, its address.

use super::lexer::Attributes;
use super::reference::resolved;
use crate::read::date::is_date;

/// What was found so far; what comes first in a field is kept, unless something better comes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Metadata {
    title: Best<String>,
    date: Best<String>,
    url: Best<String>,
}

/// A value, and how far it is to be believed.
#[derive(Debug, Default, PartialEq, Eq)]
struct Best<T> {
    value: Option<T>,
    rank: u8,
}

impl<T> Best<T> {
    /// Takes a value that is better than what there is. Rank 1 is the least.
    fn offer(&mut self, rank: u8, value: Option<T>) {
        if rank > self.rank && value.is_some() {
            *self = Self { value, rank };
        }
    }
}

/// Longer values are something else.
const LONGEST: usize = 2000;

/// More of a script than this is not looked through.
const DATA: usize = 256 << 10;

/// Names of `<meta>` that hold the day a page was published, the best last.
const DATES: &[&str] = &[
    "last-modified",
    "date.modified",
    "article:modified_time",
    "og:updated_time",
    "dcterms.created",
    "dc.date.created",
    "dcterms.date",
    "dc.date",
    "dc.date.issued",
    "dcterms.issued",
    "date",
    "pubdate",
    "publishdate",
    "publish-date",
    "publication_date",
    "citation_publication_date",
    "sailthru.date",
    "parsely-pub-date",
    "datepublished",
    "og:article:published_time",
    "article:published_time",
];

impl Metadata {
    /// The content of `<title>`.
    pub(super) fn title(&mut self, text: &str) {
        self.title.offer(1, line(text));
    }

    /// `<meta>`.
    pub(super) fn meta(&mut self, attributes: Attributes<'_>) {
        let Some(content) = attributes.get("content") else {
            return;
        };
        for (key, name) in attributes {
            let named = ["name", "property", "itemprop"];
            if !named.iter().any(|known| key.eq_ignore_ascii_case(known)) {
                continue;
            }
            let name = name.trim().to_ascii_lowercase();
            match &*name {
                "og:title" => self.title.offer(3, line(content)),
                "twitter:title" | "dc.title" | "dcterms.title" => {
                    self.title.offer(2, line(content))
                }
                "og:url" => self.url.offer(1, address(content)),
                _ => {
                    if let Some(rank) = DATES.iter().position(|known| *known == name) {
                        self.date.offer(rank as u8 + 10, date(content));
                    }
                }
            }
        }
    }

    /// `<link>`.
    pub(super) fn relation(&mut self, attributes: Attributes<'_>) {
        let is_canonical = attributes.get("rel").is_some_and(|kinds| {
            kinds
                .split_ascii_whitespace()
                .any(|kind| kind.eq_ignore_ascii_case("canonical"))
        });
        if is_canonical {
            let href = attributes.get("href").unwrap_or_default();
            self.url.offer(2, address(href));
        }
    }

    /// `<time>`: the first that has a date is most often that of the page.
    pub(super) fn time(&mut self, attributes: Attributes<'_>) {
        let is_published = attributes.get("pubdate").is_some()
            || attributes
                .get("itemprop")
                .is_some_and(|name| name.eq_ignore_ascii_case("datePublished"));
        let value = attributes.get("datetime").and_then(date);
        self.date.offer(if is_published { 40 } else { 1 }, value);
    }

    /// A script of linked data.
    pub(super) fn data(&mut self, text: &str) {
        let text = &text[..text.floor_char_boundary(DATA)];
        let value = |key: &str| {
            let rest = &text[text.find(key)? + key.len()..];
            let rest = rest.trim_ascii_start().strip_prefix(':')?;
            let rest = rest.trim_ascii_start().strip_prefix('"')?;
            date(&rest[..rest.find('"')?])
        };
        self.date.offer(50, value("\"datePublished\""));
        self.date.offer(5, value("\"dateCreated\""));
    }

    pub(super) fn finish(self) -> Finished {
        Finished {
            title: self.title.value,
            date: self.date.value,
            url: self.url.value,
        }
    }
}

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Finished {
    pub(super) title: Option<String>,
    pub(super) date: Option<String>,
    pub(super) url: Option<String>,
}

/// Text in one line, unless there is none.
fn line(text: &str) -> Option<String> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let text = resolved(text);
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    (!line.is_empty()).then_some(line)
}

/// A whole address.
fn address(text: &str) -> Option<String> {
    let text = resolved(text.trim());
    let is_whole = text.starts_with("http://") || text.starts_with("https://");
    let is_one = text.len() <= LONGEST && !text.contains(char::is_whitespace);
    (is_whole && is_one).then(|| text.into_owned())
}

/// A date as results have them. Pages write `+0100`, leave out seconds or the zone: without a zone, the day is what is
/// known.
fn date(text: &str) -> Option<String> {
    let text = text.trim();
    if is_date(text) {
        return Some(text.to_owned());
    }
    if let Some((head, zone)) = text
        .len()
        .checked_sub(5)
        .and_then(|at| text.split_at_checked(at))
        && zone.starts_with(['+', '-'])
        && let Some((hours, minutes)) = zone.split_at_checked(3)
    {
        let mended = format!("{head}{hours}:{minutes}");
        if is_date(&mended) {
            return Some(mended);
        }
    }
    let day = text.get(..10)?;
    let ends = text
        .as_bytes()
        .get(10)
        .is_none_or(|byte| matches!(byte, b'T' | b't' | b' '));
    (ends && is_date(day)).then(|| day.to_owned())
}
