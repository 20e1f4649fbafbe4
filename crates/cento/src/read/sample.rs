//! A sample of a collection: what its language and the length of its sentences are told from.

use serde::Deserialize;

use super::Document;

/// Bytes of documents that are looked at.
pub(super) const LOOKED_AT: usize = 1 << 22;

/// Bytes of the text that the first documents give.
const TEXT: usize = 1 << 16;

/// Bytes of the longest piece: a paragraph or two, from which one tells a language.
const PIECE: usize = 1 << 10;

/// Bytes that a piece has, if there are so many: documents may be single sentences.
const LEAST: usize = 100;

/// Pieces that are kept, at most.
const PIECES: usize = 256;

/// What a document counts for that takes long to read, such as a book of pages or slides: few of them are looked at.
const COMPOUND: usize = 1 << 18;

/// Some text of one language, as far as one can know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    /// The language that its document is said to be in.
    pub(crate) lang: Option<String>,
}

/// Pieces from all over a collection, or from all over its beginning. It depends on the documents and their order, and on
/// nothing else.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    /// Some of each of the first documents, up to a size.
    text: String,
    /// Those that are kept, with their numbers.
    pieces: Vec<(u64, Piece)>,
    /// How often half of them were let go.
    halvings: u32,
    /// How many there were.
    seen: u64,
    /// What is too short yet.
    short: Piece,
    looked_at: usize,
}

/// Whether the piece of this number is one of those that are kept after so many halvings: of any run of pieces about as many,
/// but not every second, which might be all of one kind.
fn is_kept(number: u64, halvings: u32) -> bool {
    // Multiples of the golden section are spread most evenly.
    let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread.leading_zeros() >= halvings
}

impl Sample {
    /// Adds a document.
    pub(crate) fn add(&mut self, document: &Document) {
        self.put(&document.text, said(&document.meta).as_deref());
        if document.layout.is_some() {
            self.looked_at += COMPOUND;
        }
    }

    /// Adds a text, and the language that it is said to be in.
    pub(crate) fn put(&mut self, text: &str, lang: Option<&str>) {
        self.looked_at += text.len();
        let room = TEXT.saturating_sub(self.text.len());
        if room > 0 {
            self.text
                .push_str(&text[..text.floor_char_boundary(room.min(TEXT / 8))]);
            // An empty line ends a sentence.
            self.text.push_str("\n\n");
        }
        if self.short.lang.as_deref() != lang {
            self.flush();
            self.short.lang = lang.map(str::to_owned);
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(rest.floor_char_boundary(PIECE));
            rest = behind;
            self.short.text.push_str(piece);
            self.short.text.push('\n');
            if self.short.text.len() > LEAST {
                let lang = self.short.lang.clone();
                self.flush();
                self.short.lang = lang;
            }
        }
    }

    /// What is short is a piece, since what follows is another.
    fn flush(&mut self) {
        let piece = std::mem::take(&mut self.short);
        if piece.text.is_empty() {
            return;
        }
        let number = self.seen;
        self.seen += 1;
        if self.pieces.len() == PIECES && is_kept(number, self.halvings) {
            self.halvings += 1;
            let halvings = self.halvings;
            self.pieces.retain(|&(number, _)| is_kept(number, halvings));
        }
        if is_kept(number, self.halvings) {
            self.pieces.push((number, piece));
        }
    }

    /// Whether enough was looked at.
    pub(super) fn is_full(&self) -> bool {
        self.looked_at >= LOOKED_AT
    }

    /// Whether there is enough text to tell by it alone.
    pub(crate) fn is_telling(&self) -> bool {
        self.text.len() >= PIECE
    }

    /// Adds another behind it.
    pub(crate) fn append(&mut self, other: Self) {
        self.flush();
        self.text.push_str(&other.text);
        for piece in other.pieces() {
            self.pieces.push((self.seen, piece.clone()));
            self.seen += 1;
        }
        self.looked_at += other.looked_at;
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn pieces(&self) -> impl Iterator<Item = &Piece> {
        let short = (!self.short.text.is_empty()).then_some(&self.short);
        let kept = self.pieces.iter().map(|(_, piece)| piece);
        kept.chain(short)
    }
}

/// The language that a document's other fields name.
fn said(meta: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Said {
        lang: Option<String>,
    }
    // Most have no such field, which is told without reading them all.
    let may_say = meta.contains("\"lang\"");
    let said = may_say.then(|| serde_json::from_str::<Said>(meta).ok());
    said.flatten()?.lang
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(texts: &[&str]) -> Sample {
        let mut sample = Sample::default();
        texts.iter().for_each(|text| sample.put(text, None));
        sample
    }

    #[test]
    fn short_texts_come_together_and_long_ones_are_cut() {
        let short = "a short text, of which there are many";
        let pieces = |texts: &[&str]| -> Vec<usize> {
            let sample = sample(texts);
            sample.pieces().map(|piece| piece.text.len()).collect()
        };
        assert_eq!(pieces(&[]), [0; 0]);
        assert_eq!(pieces(&["", "one"]), [4]);
        assert_eq!(pieces(&[short; 4]), [3 * 38, 38]);
        assert_eq!(pieces(&["ä".repeat(600).as_str()]), [1025, 177]);
    }

    #[test]
    fn pieces_are_from_all_over_and_not_too_many() {
        let texts: Vec<String> = (0..3000).map(|at| format!("{at:>200}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let sample = sample(&texts);
        let pieces: Vec<usize> = sample
            .pieces()
            .map(|piece| piece.text.trim().parse().unwrap())
            .collect();
        assert!((PIECES / 3..=PIECES).contains(&pieces.len()), "{pieces:?}");
        let ends = [0].iter().chain(&pieces).zip(pieces.iter().chain(&[3000]));
        assert!(
            ends.into_iter().all(|(one, next)| next - one < 64),
            "{pieces:?}"
        );
        for kind in 0..3 {
            let those = pieces.iter().filter(|piece| *piece % 3 == kind).count();
            assert!(those * 4 > pieces.len(), "{pieces:?}");
        }
    }

    #[test]
    fn what_documents_say_parts_them() {
        let mut sample = Sample::default();
        for (text, meta) in [
            ("one", r#"{"lang":"en"}"#),
            ("two", r#"{"lang":"en","n":1}"#),
            ("trois", r#"{"lang":"fr"}"#),
            ("quatre", r#"{"lang":7}"#),
            ("five", r#"{"x":"\"lang\""}"#),
        ] {
            sample.add(&Document {
                text: text.to_owned(),
                meta: meta.to_owned(),
                ..Document::default()
            });
        }
        let pieces: Vec<_> = sample
            .pieces()
            .map(|piece| (piece.text.as_str(), piece.lang.as_deref()))
            .collect();
        assert_eq!(
            pieces,
            [
                ("one\ntwo\n", Some("en")),
                ("trois\n", Some("fr")),
                ("quatre\nfive\n", None)
            ]
        );
    }

    #[test]
    fn the_text_has_some_of_each() {
        let long = "long ".repeat(TEXT);
        let given = sample(&["one", &long, "two", &long]);
        assert!(given.text().starts_with("one\n\nlong"));
        assert_eq!(given.text().matches("two").count(), 1);
        assert!(given.text().len() < TEXT / 3);
        assert!(sample(&[long.as_str(); 30]).text().len() <= TEXT + 20);
    }
}
