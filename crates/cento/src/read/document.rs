//! A document as it was read, and what could not be read.

use super::{Layout, Other, Site, Values};
use crate::codec::{Reader, put, put_bytes};

/// Text with a name, an optional time and metadata.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The user's name for it.
    pub id: String,
    /// The whole text; spans index it.
    pub text: String,
    /// RFC 3339, or `YYYY[-MM[-DD]]`, as it was given.
    pub date: Option<String>,
    /// Its source: a newspaper, a site, an author.
    pub series: Option<String>,
    /// The site of a web page, which it shares a frame with.
    pub site: Option<Box<Site>>,
    /// Its title.
    pub title: Option<String>,
    /// All other fields, untouched, as the text of a JSON object; empty when there are none.
    pub meta: String,
    /// Where the pieces of its text stand, for slides and other compound documents.
    pub layout: Option<Box<Layout>>,
    /// How many invalid UTF-8 sequences, or lone surrogates, of the row or file were replaced
    /// by U+FFFD.
    pub replaced: u32,
    /// True when a date was given that is none; it then stands in `meta`.
    pub bad_date: bool,
}

/// Something that could not be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The document's id where it is known, else `file:line`.
    pub id: String,
    /// A stable code.
    pub reason: Reason,
    /// `file:line: cause`, for people.
    pub detail: String,
}

impl Skipped {
    /// A document with more words than fit.
    pub(crate) fn too_large(document: &Document) -> Self {
        Self {
            detail: format!(
                "{}: more words than fit the memory, in a text of {} bytes",
                document.id,
                document.text.len()
            ),
            id: document.id.clone(),
            reason: Reason::TooLarge,
        }
    }
}

/// Why something was skipped. The codes are a contract: scripts read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The file could not be opened or read.
    Unreadable,
    /// The compressed data is damaged or cut short; what came before it was read.
    BrokenArchive,
    /// A line that is not a JSON object.
    BrokenJson,
    /// A CSV row that cannot be split into the header's columns, or a file with no header.
    BrokenCsv,
    /// An archive of the web that is damaged or is none.
    BrokenWarc,
    /// A Parquet file that cannot be decoded.
    BrokenParquet,
    /// An office document that is damaged or is none.
    BrokenOffice,
    /// A book that is damaged or is none.
    BrokenEpub,
    /// A file of Rich Text Format that is damaged or is none.
    BrokenRtf,
    /// A PDF file that is damaged or is none.
    BrokenPdf,
    /// A document of pictures only, such as scanned pages.
    NoText,
    /// A document that took longer to read than it may.
    Timeout,
    /// The executable that reads such files is not there, or does not run.
    NoHelper,
    /// A document that is encrypted.
    Encrypted,
    /// A file of an older format that is not read: `.ppt`, `.doc`.
    LegacyFormat,
    /// A file that is made to exhaust who reads it.
    Hostile,
    /// No id, or an empty one.
    MissingId,
    /// No text field, or a table without the column.
    MissingText,
    /// The id is neither a string nor a number, or the text is not a string.
    WrongType,
    /// The document does not fit the memory budget.
    TooLarge,
}

impl Reason {
    /// All of them, each at its number.
    const ALL: &[Self] = &[
        Self::Unreadable,
        Self::BrokenArchive,
        Self::BrokenJson,
        Self::BrokenCsv,
        Self::BrokenWarc,
        Self::BrokenParquet,
        Self::BrokenOffice,
        Self::BrokenEpub,
        Self::BrokenRtf,
        Self::BrokenPdf,
        Self::NoText,
        Self::Timeout,
        Self::NoHelper,
        Self::Encrypted,
        Self::LegacyFormat,
        Self::Hostile,
        Self::MissingId,
        Self::MissingText,
        Self::WrongType,
        Self::TooLarge,
    ];

    /// The code in `skipped.reason`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::BrokenArchive => "broken_archive",
            Self::BrokenJson => "broken_json",
            Self::BrokenCsv => "broken_csv",
            Self::BrokenWarc => "broken_warc",
            Self::BrokenParquet => "broken_parquet",
            Self::BrokenOffice => "broken_office",
            Self::BrokenEpub => "broken_epub",
            Self::BrokenRtf => "broken_rtf",
            Self::BrokenPdf => "broken_pdf",
            Self::NoText => "no_text",
            Self::Timeout => "timeout",
            Self::NoHelper => "no_helper",
            Self::Encrypted => "encrypted",
            Self::LegacyFormat => "legacy_format",
            Self::Hostile => "hostile",
            Self::MissingId => "missing_id",
            Self::MissingText => "missing_text",
            Self::WrongType => "wrong_type",
            Self::TooLarge => "too_large",
        }
    }
}

/// One thing that came out of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A document.
    Document(Document),
    /// What was passed over.
    Skipped(Skipped),
}

/// What is written of a run's own for itself to read.
impl Item {
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Document(document) => {
                put(out, 0);
                put(out, u64::from(document.replaced));
                put(out, u64::from(document.bad_date));
                let Document {
                    date,
                    series,
                    title,
                    ..
                } = document;
                for field in [date, series, title] {
                    // Absent and empty differ.
                    put(out, u64::from(field.is_some()));
                    put_bytes(out, field.as_deref().unwrap_or_default().as_bytes());
                }
                for text in [&document.id, &document.meta, &document.text] {
                    put_bytes(out, text.as_bytes());
                }
                put(out, u64::from(document.site.is_some()));
                if let Some(site) = &document.site {
                    put_bytes(out, site.name.as_bytes());
                    put(out, site.places.len() as u64);
                    for &(begin, place) in &site.places {
                        put(out, u64::from(begin));
                        put(out, u64::from(place));
                    }
                    put(out, site.others.len() as u64);
                    for other in &site.others {
                        put(out, u64::from(other.place));
                        put(out, other.values.whole);
                        put(out, other.values.opening);
                        put(out, u64::from(other.bytes));
                    }
                }
                if let Some(layout) = &document.layout {
                    put_bytes(out, layout.file.as_bytes());
                    let mut bytes = Vec::new();
                    layout.encode(&mut bytes);
                    put_bytes(out, &bytes);
                }
            }
            Self::Skipped(skipped) => {
                put(out, 1 + skipped.reason as u64);
                put_bytes(out, skipped.id.as_bytes());
                put_bytes(out, skipped.detail.as_bytes());
            }
        }
    }

    /// `None` where the bytes are of nothing that was written.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let text = |reader: &mut Reader<'_>| String::from_utf8(reader.bytes().to_vec()).ok();
        let Some(reason) = (reader.number() as usize).checked_sub(1) else {
            let (replaced, bad_date) = (reader.number() as u32, reader.number() == 1);
            let mut fields = [const { None }; 3];
            for field in &mut fields {
                let there = reader.number() == 1;
                *field = text(&mut reader).filter(|_| there);
            }
            let [date, series, title] = fields;
            return Some(Self::Document(Document {
                id: text(&mut reader)?,
                meta: text(&mut reader)?,
                text: text(&mut reader)?,
                site: match reader.number() {
                    0 => None,
                    _ => {
                        let name = text(&mut reader)?;
                        let count = reader.number();
                        let mut place = || (reader.number() as u32, reader.number() as u32);
                        let places = (0..count).map(|_| place()).collect();
                        let count = reader.number();
                        let mut other = || Other {
                            place: reader.number() as u32,
                            values: Values {
                                whole: reader.number(),
                                opening: reader.number(),
                            },
                            bytes: reader.number() as u32,
                        };
                        let others = (0..count).map(|_| other()).collect();
                        Some(Box::new(Site {
                            name,
                            places,
                            others,
                        }))
                    }
                },
                layout: match reader.is_empty() {
                    true => None,
                    false => {
                        let file = text(&mut reader)?;
                        let layout = Layout::decode(reader.bytes());
                        Some(Box::new(Layout { file, ..layout }))
                    }
                },
                date,
                series,
                title,
                replaced,
                bad_date,
            }));
        };
        Some(Self::Skipped(Skipped {
            reason: *Reason::ALL.get(reason)?,
            id: text(&mut reader)?,
            detail: text(&mut reader)?,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for (number, &reason) in Reason::ALL.iter().enumerate() {
            assert_eq!(number, reason as usize, "{}", reason.code());
            let skipped = Item::Skipped(Skipped {
                id: "a:1".to_owned(),
                reason,
                detail: "a:1: it is broken".to_owned(),
            });
            assert_eq!(again(&skipped), Some(skipped));
        }
        let plain = Document {
            id: "é".to_owned(),
            text: "A text.\n\nAnother.".to_owned(),
            ..Document::default()
        };
        let full = Document {
            date: Some(String::new()),
            series: Some("s".to_owned()),
            site: Some(Box::new(Site {
                name: "s.example".to_owned(),
                places: vec![(0, 1 << 31), (9, 3)],
                others: vec![Other {
                    place: 5,
                    values: Values {
                        whole: u64::MAX - 1,
                        opening: 3,
                    },
                    bytes: 7,
                }],
            })),
            title: Some("t".to_owned()),
            meta: r#"{"a":1}"#.to_owned(),
            layout: Some(Box::new(Layout {
                file: "deck.pptx".to_owned(),
                ..Layout::default()
            })),
            replaced: 300,
            bad_date: true,
            ..plain.clone()
        };
        for document in [plain, full] {
            let item = Item::Document(document);
            assert_eq!(again(&item), Some(item));
        }
        assert_eq!(Item::decode(&[200, 1]), None);
    }

    fn again(item: &Item) -> Option<Item> {
        let mut bytes = Vec::new();
        item.encode(&mut bytes);
        Item::decode(&bytes)
    }
}
