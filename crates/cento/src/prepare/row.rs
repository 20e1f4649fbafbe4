//! What is known of a document besides its id and text.

use crate::codec::{Reader, put, put_bytes};
use crate::hash::digest;
use crate::read::{Document, Layout};

/// What is known of a document besides its id and text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) tokens: u32,
    pub(crate) fingerprints: u32,
    pub(crate) date: Option<String>,
    pub(crate) series: Option<String>,
    pub(crate) title: Option<String>,
    /// The text of a JSON object, or empty.
    pub(crate) meta: String,
    /// Whether it is a list in the order of the alphabet, as far as the method tells.
    pub(crate) is_word_list: bool,
    /// What is in its words and is not seen, as far as it was looked for.
    pub(crate) hidden: u32,
    /// Where the pieces of its text stand, for compound documents.
    pub(crate) layout: Option<Box<Layout>>,
}

impl Row {
    pub(crate) fn encode(
        document: &Document,
        tokens: u32,
        fingerprints: u32,
        is_word_list: bool,
        hidden: u32,
        out: &mut Vec<u8>,
    ) {
        Self::encode_known(document, tokens, fingerprints, is_word_list, hidden, out);
        if let Some(layout) = &document.layout {
            put_bytes(out, layout.file.as_bytes());
        }
    }

    /// All but where it was read, which may change.
    fn encode_known(
        document: &Document,
        tokens: u32,
        fingerprints: u32,
        is_word_list: bool,
        hidden: u32,
        out: &mut Vec<u8>,
    ) {
        put(out, u64::from(tokens));
        put(out, u64::from(fingerprints));
        for field in [&document.date, &document.series, &document.title] {
            // Absent and empty differ.
            put(out, u64::from(field.is_some()));
            put_bytes(out, field.as_deref().unwrap_or_default().as_bytes());
        }
        put_bytes(out, document.meta.as_bytes());
        // Past the end there are zeros.
        let nature = u64::from(hidden) << 1 | u64::from(is_word_list);
        if nature > 0 || document.layout.is_some() {
            put(out, nature);
        }
        if let Some(layout) = &document.layout {
            let mut bytes = Vec::new();
            layout.encode(&mut bytes);
            put_bytes(out, &bytes);
        }
    }

    /// The digest of what is known of a document besides its id, its text and its counts.
    pub(crate) fn digest(document: &Document) -> u64 {
        let mut bytes = Vec::new();
        Self::encode_known(document, 0, 0, false, 0, &mut bytes);
        digest(&bytes) as u64
    }

    pub(crate) fn decode(bytes: &[u8]) -> Self {
        let mut reader = Reader::new(bytes);
        let (tokens, fingerprints) = (reader.number() as u32, reader.number() as u32);
        let [date, series, title] = [(); 3].map(|()| {
            let there = reader.number() == 1;
            let text = reader.text();
            there.then_some(text)
        });
        let meta = reader.text();
        let nature = reader.number();
        Self {
            tokens,
            fingerprints,
            date,
            series,
            title,
            meta,
            is_word_list: nature & 1 == 1,
            hidden: (nature >> 1) as u32,
            layout: match reader.bytes() {
                [] => None,
                bytes => {
                    let file = reader.text();
                    let layout = Layout::decode(bytes);
                    Some(Box::new(Layout { file, ..layout }))
                }
            },
        }
    }
}
