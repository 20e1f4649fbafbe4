//! The vocabularies of office documents. Prefixes are up to who writes; and the standards have two sets of addresses.

/// What an element belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Namespace {
    /// `p:`
    Presentation,
    /// `a:`
    Drawing,
    /// `c:`
    Chart,
    /// `dgm:`
    Diagram,
    /// `w:`
    Word,
    /// `wps:`, `wpg:`, `wpc:` and the like: shapes in text documents.
    WordShape,
    /// `v:`
    Vml,
    /// `m:`
    Math,
    /// `mc:`
    Compatibility,
    /// `office:` of OpenDocument, as the next ones.
    Office,
    /// `draw:`
    Draw,
    /// `text:`
    Text,
    /// `table:`
    Table,
    /// `presentation:`
    OpenPresentation,
    /// `style:`
    Style,
    /// Anything else.
    Other,
}

impl Namespace {
    /// The vocabulary at an address.
    pub(in crate::read) fn of(address: &str) -> Self {
        let ooxml = address
            .strip_prefix("http://schemas.openxmlformats.org/")
            .or_else(|| address.strip_prefix("http://purl.oclc.org/ooxml/"));
        if let Some(rest) = ooxml {
            // The first set has a year in it.
            return match rest.replace("/2006/", "/").as_str() {
                "presentationml/main" => Self::Presentation,
                "drawingml/main" => Self::Drawing,
                "drawingml/chart" => Self::Chart,
                "drawingml/diagram" => Self::Diagram,
                "wordprocessingml/main" => Self::Word,
                "officeDocument/math" => Self::Math,
                "markup-compatibility" | "markup-compatibility/2006" => Self::Compatibility,
                _ => Self::Other,
            };
        }
        if let Some(rest) = address.strip_prefix("urn:oasis:names:tc:opendocument:xmlns:") {
            return match rest.split(':').next().unwrap_or_default() {
                "office" => Self::Office,
                "drawing" => Self::Draw,
                "text" => Self::Text,
                "table" => Self::Table,
                "presentation" => Self::OpenPresentation,
                "style" => Self::Style,
                _ => Self::Other,
            };
        }
        match address {
            "urn:schemas-microsoft-com:vml" => Self::Vml,
            "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
            | "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"
            | "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas" => {
                Self::WordShape
            }
            _ => Self::Other,
        }
    }
}
