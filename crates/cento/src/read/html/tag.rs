//! The names of elements, and what a page's text needs to know of them.

/// An element's name; what makes no difference to the text is `Inline`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Tag {
    /// Known or not, it begins no new line: `span`, `b`, `font`.
    Inline,
    /// A name with a hyphen, of a page's own making: a box, as a `div` is.
    Custom,
    Html,
    Head,
    Body,
    Div,
    P,
    Heading,
    Title,
    List,
    Item,
    Terms,
    Term,
    Table,
    Rows,
    Row,
    Cell,
    Caption,
    Article,
    Section,
    Main,
    Header,
    Footer,
    Nav,
    Aside,
    Form,
    Figure,
    Figcaption,
    Quote,
    Pre,
    Address,
    Details,
    Label,
    Link,
    Break,
    Rule,
    Meta,
    Relation,
    Time,
    /// What is in it is not shown as text: `svg`, `select`, `template`.
    Hidden,
    /// Up to its end tag there are no tags in it: `script`, `style`.
    Raw,
    /// As `Raw`, but with references: `textarea`.
    Typed,
    /// It has no end tag and no text: `img`, `input`.
    Void,
}

/// How many tags there are.
pub(super) const TAGS: usize = Tag::Void as usize + 1;

impl Tag {
    /// The tag of a name, in any case.
    pub(super) fn of(name: &str) -> Self {
        let mut lower = [0; 12];
        let bytes = name.as_bytes();
        let Some(lower) = lower.get_mut(..bytes.len()) else {
            return Self::unknown(bytes);
        };
        for (to, from) in lower.iter_mut().zip(bytes) {
            *to = from.to_ascii_lowercase();
        }
        match &*lower {
            b"html" => Self::Html,
            b"head" => Self::Head,
            b"body" => Self::Body,
            b"div" | b"center" | b"fieldset" | b"frameset" | b"hgroup" | b"search" | b"object"
            | b"noscript" => Self::Div,
            b"p" => Self::P,
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => Self::Heading,
            b"title" => Self::Title,
            b"ul" | b"ol" | b"menu" | b"dir" => Self::List,
            b"li" => Self::Item,
            b"dl" => Self::Terms,
            b"dt" | b"dd" => Self::Term,
            b"table" => Self::Table,
            b"thead" | b"tbody" | b"tfoot" => Self::Rows,
            b"tr" => Self::Row,
            b"td" | b"th" => Self::Cell,
            b"caption" | b"legend" => Self::Caption,
            b"article" => Self::Article,
            b"section" => Self::Section,
            b"main" => Self::Main,
            b"header" => Self::Header,
            b"footer" => Self::Footer,
            b"nav" => Self::Nav,
            b"aside" => Self::Aside,
            b"form" | b"dialog" => Self::Form,
            b"figure" => Self::Figure,
            b"figcaption" => Self::Figcaption,
            b"blockquote" => Self::Quote,
            b"pre" | b"listing" => Self::Pre,
            b"address" => Self::Address,
            b"details" | b"summary" => Self::Details,
            b"button" | b"label" => Self::Label,
            b"a" => Self::Link,
            b"br" => Self::Break,
            b"hr" => Self::Rule,
            b"meta" => Self::Meta,
            b"link" => Self::Relation,
            b"time" => Self::Time,
            b"svg" | b"math" | b"select" | b"template" | b"audio" | b"video" | b"canvas"
            | b"datalist" | b"rp" => Self::Hidden,
            b"script" | b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" => Self::Raw,
            b"textarea" => Self::Typed,
            b"img" | b"input" | b"area" | b"base" | b"col" | b"embed" | b"source" | b"track"
            | b"wbr" | b"param" | b"frame" | b"keygen" | b"bgsound" => Self::Void,
            _ => Self::unknown(bytes),
        }
    }

    fn unknown(name: &[u8]) -> Self {
        match name.contains(&b'-') {
            true => Self::Custom,
            false => Self::Inline,
        }
    }

    /// Whether it is an element of the tree: all that begins a new line, and what hides text.
    pub(super) fn is_box(self) -> bool {
        !matches!(
            self,
            Self::Inline
                | Self::Html
                | Self::Head
                | Self::Body
                | Self::Title
                | Self::Link
                | Self::Break
                | Self::Rule
                | Self::Meta
                | Self::Relation
                | Self::Time
                | Self::Raw
                | Self::Typed
                | Self::Void
        )
    }

    /// Whether an end tag inside closes nothing outside.
    pub(super) fn is_barrier(self) -> bool {
        matches!(self, Self::Table | Self::Cell | Self::Caption)
    }

    /// Whether a paragraph that is open ends where it begins.
    pub(super) fn ends_paragraph(self) -> bool {
        self.is_box() && !matches!(self, Self::Label | Self::Hidden | Self::Custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_any_case() {
        for (name, tag) in [
            ("p", Tag::P),
            ("TD", Tag::Cell),
            ("BlockQuote", Tag::Quote),
            ("h6", Tag::Heading),
            ("h7", Tag::Inline),
            ("figcaption", Tag::Figcaption),
            ("x-figcaptions-of-mine", Tag::Custom),
            ("averyverylongname", Tag::Inline),
            ("", Tag::Inline),
        ] {
            assert_eq!(Tag::of(name), tag, "{name}");
        }
    }
}
