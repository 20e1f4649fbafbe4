//! The site that a page is of.

use std::borrow::Cow;

use serde::Deserialize;

use crate::read::Document;

/// The folder of pages that were kept as they were asked for, with the address behind it.
const ARCHIVE: &str = "web.archive.org";

/// The page with the site that it is of: the host of its address, else of its id where that is one; else the folder it was saved in.
/// That is the page's series too, unless it has another.
pub(in crate::read) fn placed(mut page: Document) -> Document {
    let about = serde_json::from_str(&page.meta).ok();
    let host = about
        .and_then(|About { url }| host(&url))
        .or_else(|| host(&page.id));
    let folder = || page.id.rsplit_once('/').map_or("", |(folder, _)| folder);
    let name = host.unwrap_or_else(|| folder().to_owned());
    if page.series.is_none() && !name.is_empty() {
        page.series = Some(name.clone());
    }
    page.site.get_or_insert_default().name = name;
    page
}

/// What is known of a page, as far as it is asked for here.
#[derive(Deserialize)]
struct About<'a> {
    #[serde(borrow)]
    url: Cow<'a, str>,
}

/// The host of an address, in lower case and without `www.`.
fn host(mut address: &str) -> Option<String> {
    loop {
        let (scheme, rest) = address.split_once("://")?;
        let is_web = ["http", "https"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known));
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let name = authority.rsplit('@').next()?;
        let name = name.split(':').next()?.to_lowercase();
        if name == ARCHIVE
            && let Some(at) = path.find("/http")
        {
            address = &path[at + 1..];
            continue;
        }
        let name = name.strip_prefix("www.").unwrap_or(&name);
        return (is_web && !name.is_empty()).then(|| name.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for (address, expected) in [
            ("https://www.Example.org/a?b", Some("example.org")),
            (
                "http://me:pass@news.example.org:8080#x",
                Some("news.example.org"),
            ),
            ("HTTP://example.org", Some("example.org")),
            ("ftp://example.org/a", None),
            ("example.org/a", None),
            ("https:///a", None),
            (
                "https://web.archive.org/web/2019/http://old.example/a",
                Some("old.example"),
            ),
            ("https://web.archive.org/about", Some("web.archive.org")),
            (
                "https://web.archive.org/web/1/https://web.archive.org/web/2/",
                Some("web.archive.org"),
            ),
        ] {
            assert_eq!(host(address).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn a_page_without_an_address_is_of_its_folder() {
        let page = |id: &str, meta: &str| {
            placed(Document {
                id: id.to_owned(),
                meta: meta.to_owned(),
                ..Document::default()
            })
        };
        let name = |page: &Document| page.site.as_ref().map(|site| site.name.clone());
        let saved = page("news/a.html", "");
        assert_eq!(name(&saved).as_deref(), Some("news"));
        assert_eq!(saved.series.as_deref(), Some("news"));
        let saved = page("a.html", "");
        assert_eq!((name(&saved).as_deref(), saved.series), (Some(""), None));
        let named = page("news/a.html", r#"{"url":"https://a.example/1"}"#);
        assert_eq!(name(&named).as_deref(), Some("a.example"));
        assert_eq!(named.series.as_deref(), Some("a.example"));
        let asked = page("https://b.example/1", "");
        assert_eq!(asked.series.as_deref(), Some("b.example"));
    }
}
