//! What a page's own names for its boxes tell of them: `class="site-nav"`, `id="comments"`.
//!
//! Names are taken apart into words, at hyphens and where a small letter is followed by a large one.

use super::lexer::Attributes;

/// A set of kinds of boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hints(pub(super) u16);

impl Hints {
    /// The text that a page is about.
    pub(super) const CONTENT: Self = Self(1);
    /// The whole of it: `main`, `page`.
    pub(super) const MAIN: Self = Self(1 << 1);
    pub(super) const NAVIGATION: Self = Self(1 << 2);
    pub(super) const HEAD: Self = Self(1 << 3);
    pub(super) const FOOT: Self = Self(1 << 4);
    pub(super) const SIDE: Self = Self(1 << 5);
    pub(super) const COMMENT: Self = Self(1 << 6);
    /// Other pages: related, popular, next.
    pub(super) const RELATED: Self = Self(1 << 7);
    pub(super) const SHARE: Self = Self(1 << 8);
    /// Advertisement and what asks for something: cookies, newsletters, logging in.
    pub(super) const PROMOTION: Self = Self(1 << 9);
    /// What is said about the text: author, date, tags.
    pub(super) const ABOUT: Self = Self(1 << 10);
    pub(super) const CAPTION: Self = Self(1 << 11);
    /// It is not shown.
    pub(super) const HIDDEN: Self = Self(1 << 12);
    pub(super) const TITLE: Self = Self(1 << 13);
    /// A short form of the text that follows.
    pub(super) const LEAD: Self = Self(1 << 14);

    /// How many kinds there are.
    pub(super) const COUNT: usize = 15;

    /// What the attributes of a box tell.
    pub(super) fn of(attributes: Attributes<'_>) -> Self {
        let mut hints = Self::default();
        if attributes.is_empty() {
            return hints;
        }
        for (name, value) in attributes {
            match name.len() {
                2 if name.eq_ignore_ascii_case("id") => hints.read(value),
                4 if name.eq_ignore_ascii_case("role") => hints.read(value),
                5 if name.eq_ignore_ascii_case("class") => hints.read(value),
                5 if name.eq_ignore_ascii_case("style") && hides(value) => hints.add(Self::HIDDEN),
                6 if name.eq_ignore_ascii_case("hidden") => hints.add(Self::HIDDEN),
                8 if name.eq_ignore_ascii_case("itemprop") => hints.read(value),
                11 if name.eq_ignore_ascii_case("aria-hidden") && value == "true" => {
                    hints.add(Self::HIDDEN);
                }
                _ => {}
            }
        }
        hints
    }

    pub(super) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds what the words of a name tell.
    fn read(&mut self, names: &str) {
        let bytes = names.as_bytes();
        let mut word = [0; LONGEST];
        let mut length = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let follows_small = at > 0 && bytes[at - 1].is_ascii_lowercase();
            if !byte.is_ascii_alphabetic() || byte.is_ascii_uppercase() && follows_small {
                self.word(&word[..length.min(LONGEST)]);
                length = 0;
            }
            if byte.is_ascii_alphabetic() {
                if let Some(place) = word.get_mut(length) {
                    *place = byte.to_ascii_lowercase();
                }
                length += 1;
            }
        }
        self.word(&word[..length.min(LONGEST)]);
    }

    fn word(&mut self, word: &[u8]) {
        if word.len() < 2 {
            return;
        }
        if let Ok(found) = WORDS.binary_search_by(|(known, _)| known.as_bytes().cmp(word)) {
            self.add(WORDS[found].1);
        } else if word.len() > 6 {
            // Words are written together, too: `leftsidebar`, `articlebody`.
            for (part, hint) in PARTS {
                let part = part.as_bytes();
                if word.starts_with(part) || word.ends_with(part) {
                    self.add(*hint);
                }
            }
        }
    }
}

/// Longer words are cut.
const LONGEST: usize = 24;

/// Whether a style hides what it is of.
fn hides(style: &str) -> bool {
    let mut parts = style.split(';').filter_map(|part| part.split_once(':'));
    parts.any(|(name, value)| {
        let (name, value) = (name.trim(), value.trim());
        name.eq_ignore_ascii_case("display")
            && value.len() >= 4
            && value.as_bytes()[..4].eq_ignore_ascii_case(b"none")
            || name.eq_ignore_ascii_case("visibility") && value.eq_ignore_ascii_case("hidden")
    })
}

/// Words and what they tell, in order.
const WORDS: &[(&str, Hints)] = &[
    ("about", Hints::SIDE),
    ("ad", Hints::PROMOTION),
    ("addthis", Hints::SHARE),
    ("ads", Hints::PROMOTION),
    ("advert", Hints::PROMOTION),
    ("advertisement", Hints::PROMOTION),
    ("alert", Hints::PROMOTION),
    ("also", Hints::RELATED),
    ("archive", Hints::RELATED),
    ("article", Hints::CONTENT),
    ("articlebody", Hints::CONTENT),
    ("aside", Hints::SIDE),
    ("author", Hints::ABOUT),
    ("authors", Hints::ABOUT),
    ("banner", Hints::PROMOTION),
    ("bio", Hints::ABOUT),
    ("blogentry", Hints::CONTENT),
    ("blogroll", Hints::RELATED),
    ("body", Hints::CONTENT),
    ("bottom", Hints::FOOT),
    ("breadcrumb", Hints::NAVIGATION),
    ("breadcrumbs", Hints::NAVIGATION),
    ("byline", Hints::ABOUT),
    ("caption", Hints::CAPTION),
    ("captions", Hints::CAPTION),
    ("categories", Hints::ABOUT),
    ("category", Hints::ABOUT),
    ("comment", Hints::COMMENT),
    ("comments", Hints::COMMENT),
    ("complementary", Hints::SIDE),
    ("consent", Hints::PROMOTION),
    ("contact", Hints::FOOT),
    ("content", Hints::CONTENT),
    ("contentinfo", Hints::FOOT),
    ("cookie", Hints::PROMOTION),
    ("cookies", Hints::PROMOTION),
    ("copyright", Hints::FOOT),
    ("credit", Hints::CAPTION),
    ("credits", Hints::CAPTION),
    ("crumb", Hints::NAVIGATION),
    ("crumbs", Hints::NAVIGATION),
    ("cta", Hints::PROMOTION),
    ("date", Hints::ABOUT),
    ("datepublished", Hints::ABOUT),
    ("dialog", Hints::PROMOTION),
    ("disclaimer", Hints::FOOT),
    ("discuss", Hints::COMMENT),
    ("discussion", Hints::COMMENT),
    ("disqus", Hints::COMMENT),
    ("donate", Hints::PROMOTION),
    ("dropdown", Hints::NAVIGATION),
    ("entry", Hints::CONTENT),
    ("excerpt", Hints::LEAD),
    ("facebook", Hints::SHARE),
    ("featured", Hints::RELATED),
    ("feed", Hints::RELATED),
    ("foot", Hints::FOOT),
    ("footer", Hints::FOOT),
    ("footnote", Hints::FOOT),
    ("form", Hints::PROMOTION),
    ("gallery", Hints::CAPTION),
    ("gdpr", Hints::PROMOTION),
    ("head", Hints::HEAD),
    ("header", Hints::HEAD),
    ("headline", Hints::TITLE),
    ("hidden", Hints::HIDDEN),
    ("hide", Hints::HIDDEN),
    ("imprint", Hints::FOOT),
    ("info", Hints::ABOUT),
    ("infobox", Hints::SIDE),
    ("intro", Hints::LEAD),
    ("invisible", Hints::HIDDEN),
    ("kommentar", Hints::COMMENT),
    ("kommentare", Hints::COMMENT),
    ("lead", Hints::LEAD),
    ("left", Hints::SIDE),
    ("legal", Hints::FOOT),
    ("link", Hints::RELATED),
    ("links", Hints::RELATED),
    ("login", Hints::PROMOTION),
    ("logo", Hints::HEAD),
    ("main", Hints::MAIN),
    ("masthead", Hints::HEAD),
    ("menu", Hints::NAVIGATION),
    ("meta", Hints::ABOUT),
    ("metadata", Hints::ABOUT),
    ("modal", Hints::PROMOTION),
    ("more", Hints::RELATED),
    ("most", Hints::RELATED),
    ("nav", Hints::NAVIGATION),
    ("navbar", Hints::NAVIGATION),
    ("navi", Hints::NAVIGATION),
    ("navigation", Hints::NAVIGATION),
    ("newsletter", Hints::PROMOTION),
    ("next", Hints::RELATED),
    ("notice", Hints::PROMOTION),
    ("outbrain", Hints::RELATED),
    ("overlay", Hints::PROMOTION),
    ("page", Hints::MAIN),
    ("pager", Hints::NAVIGATION),
    ("pagination", Hints::NAVIGATION),
    ("partner", Hints::PROMOTION),
    ("popular", Hints::RELATED),
    ("popup", Hints::PROMOTION),
    ("post", Hints::CONTENT),
    ("postmetadata", Hints::ABOUT),
    ("posts", Hints::RELATED),
    ("prev", Hints::RELATED),
    ("previous", Hints::RELATED),
    ("print", Hints::SHARE),
    ("profile", Hints::ABOUT),
    ("promo", Hints::PROMOTION),
    ("rating", Hints::SHARE),
    ("recent", Hints::RELATED),
    ("recommend", Hints::RELATED),
    ("recommended", Hints::RELATED),
    ("related", Hints::RELATED),
    ("reply", Hints::COMMENT),
    ("respond", Hints::COMMENT),
    ("right", Hints::SIDE),
    ("rss", Hints::SHARE),
    ("search", Hints::NAVIGATION),
    ("share", Hints::SHARE),
    ("sharing", Hints::SHARE),
    ("shop", Hints::PROMOTION),
    ("sidebar", Hints::SIDE),
    ("signup", Hints::PROMOTION),
    ("similar", Hints::RELATED),
    ("skip", Hints::NAVIGATION),
    ("social", Hints::SHARE),
    ("sponsor", Hints::PROMOTION),
    ("sponsored", Hints::PROMOTION),
    ("standfirst", Hints::LEAD),
    ("story", Hints::CONTENT),
    ("sub", Hints::NAVIGATION),
    ("subscribe", Hints::PROMOTION),
    ("subscription", Hints::PROMOTION),
    ("subtitle", Hints::TITLE),
    ("summary", Hints::LEAD),
    ("tab", Hints::NAVIGATION),
    ("tabs", Hints::NAVIGATION),
    ("tag", Hints::ABOUT),
    ("tags", Hints::ABOUT),
    ("teaser", Hints::RELATED),
    ("teasers", Hints::RELATED),
    ("text", Hints::CONTENT),
    ("time", Hints::ABOUT),
    ("title", Hints::TITLE),
    ("toc", Hints::NAVIGATION),
    ("toolbar", Hints::NAVIGATION),
    ("tools", Hints::NAVIGATION),
    ("top", Hints::HEAD),
    ("topbar", Hints::HEAD),
    ("trending", Hints::RELATED),
    ("twitter", Hints::SHARE),
    ("user", Hints::ABOUT),
    ("warning", Hints::PROMOTION),
    ("widget", Hints::SIDE),
    ("widgets", Hints::SIDE),
];

/// What words begin or end with.
const PARTS: &[(&str, Hints)] = &[
    ("article", Hints::CONTENT),
    ("body", Hints::CONTENT),
    ("breadcrumb", Hints::NAVIGATION),
    ("comment", Hints::COMMENT),
    ("comments", Hints::COMMENT),
    ("content", Hints::CONTENT),
    ("cookie", Hints::PROMOTION),
    ("footer", Hints::FOOT),
    ("header", Hints::HEAD),
    ("menu", Hints::NAVIGATION),
    ("navi", Hints::NAVIGATION),
    ("navigation", Hints::NAVIGATION),
    ("newsletter", Hints::PROMOTION),
    ("post", Hints::CONTENT),
    ("related", Hints::RELATED),
    ("share", Hints::SHARE),
    ("sidebar", Hints::SIDE),
    ("social", Hints::SHARE),
    ("teaser", Hints::RELATED),
    ("text", Hints::CONTENT),
    ("widget", Hints::SIDE),
];

#[cfg(test)]
mod tests {
    use super::super::lexer::{Lexer, Token};
    use super::*;

    fn hints(tag: &str) -> Hints {
        match Lexer::new(tag).next() {
            Some(Token::Open { attributes, .. }) => Hints::of(attributes),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn words_of_names_are_told_apart() {
        for (tag, expected) in [
            ("<div class='site-NAV'>", Hints::NAVIGATION),
            (
                "<div id=postComments>",
                Hints(Hints::CONTENT.0 | Hints::COMMENT.0),
            ),
            ("<div class=leftsidebar>", Hints::SIDE),
            ("<div class=header>", Hints::HEAD),
            ("<div class='shadow heading adapt'>", Hints::default()),
            ("<div hidden>", Hints::HIDDEN),
            (
                "<div style='color: red; Display : none !important'>",
                Hints::HIDDEN,
            ),
            ("<div style='display:block'>", Hints::default()),
            ("<div title=nav>", Hints::default()),
            ("<div>", Hints::default()),
        ] {
            assert_eq!(hints(tag), expected, "{tag}");
        }
    }

    #[test]
    fn words_are_in_order() {
        assert!(WORDS.is_sorted_by(|a, b| a.0 < b.0));
        assert!(WORDS.iter().all(|(word, _)| word.len() <= LONGEST));
    }
}
