//! Which encoding the bytes of a text are in, and the text.
//!
//! A byte order mark says it; zeros at every second place do; bytes that are valid UTF-8 are UTF-8, and so are those
//! that are mostly, with some damage. What is left is from before Unicode, and told by the letters that it would be.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::text;

/// A text, and how it was written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    pub(super) text: String,
    /// What is invalid, each replaced by U+FFFD.
    pub(super) replaced: u32,
    encoding: &'static Encoding,
}

/// What is looked at to tell a legacy encoding: more makes it no surer.
const SAMPLE: usize = 1 << 20;
/// What is looked at to tell UTF-16.
const UNITS: usize = 1 << 12;

impl Decoded {
    /// The name of the encoding, where it is not UTF-8.
    pub(super) fn encoding(&self) -> Option<&'static str> {
        (self.encoding != UTF_8).then(|| self.encoding.name())
    }

    /// The name as the text of a JSON object, or nothing.
    pub(super) fn meta(&self) -> String {
        let object = |name| serde_json::json!({ "encoding": name }).to_string();
        self.encoding().map(object).unwrap_or_default()
    }
}

/// The text that `bytes` are, in whatever encoding, without a byte order mark.
pub(super) fn decode(bytes: Vec<u8>) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        return decode_as(encoding, &bytes[mark..]);
    }
    if let Some(encoding) = utf16(&bytes) {
        return decode_as(encoding, &bytes);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Decoded {
            text,
            replaced: 0,
            encoding: UTF_8,
        },
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            decode_as(of_invalid(bytes, valid), bytes)
        }
    }
}

/// Bytes of text that are decoded at a time.
const PIECE: usize = 1 << 13;

/// The text that `bytes` are in an encoding; with U+FFFD for what is invalid.
pub(super) fn decode_as(encoding: &'static Encoding, bytes: &[u8]) -> Decoded {
    if encoding == UTF_8 {
        let (text, replaced) = text::decode(bytes);
        return Decoded {
            text: text.into_owned(),
            replaced,
            encoding,
        };
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // Most of what is not UTF-8 is one byte a letter, and most of that is ASCII.
    let mut decoded = String::with_capacity(bytes.len() + bytes.len() / 8 + 16);
    // A piece at a time: all the room there is would be made ready anew for each thing that is invalid.
    let mut piece = [0; PIECE];
    let (mut rest, mut replaced) = (bytes, 0_u32);
    loop {
        use encoding_rs::DecoderResult::{InputEmpty, Malformed, OutputFull};
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(rest, &mut piece, true);
        decoded.push_str(str::from_utf8(&piece[..written]).unwrap_or_default());
        rest = &rest[read..];
        match result {
            InputEmpty => break,
            OutputFull => {}
            Malformed(..) => {
                decoded.push(char::REPLACEMENT_CHARACTER);
                replaced = replaced.saturating_add(1);
            }
        }
    }
    Decoded {
        text: decoded,
        replaced,
        encoding,
    }
}

/// UTF-16 without a mark. Plain text has no zeros; in UTF-16 each blank and line end has one, all on one side.
pub(super) fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let (units, rest) = bytes.as_chunks::<2>();
    let units = &units[..units.len().min(UNITS)];
    if !rest.is_empty() && bytes.len() < 2 * UNITS || units.is_empty() {
        return None;
    }
    let zeros = |side: usize| units.iter().filter(|unit| unit[side] == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    let (encoding, most, fewest) = match first > second {
        true => (UTF_16BE, first, second),
        false => (UTF_16LE, second, first),
    };
    // A text with a zero here and there is damaged; in CJK, only line ends have any, but then it is no UTF-8 either.
    let few = most * 16 < units.len() && str::from_utf8(bytes).is_ok();
    if most == 0 || fewest * 4 > most || few {
        return None;
    }
    let order = match encoding == UTF_16BE {
        true => u16::from_be_bytes,
        false => u16::from_le_bytes,
    };
    let strange = char::decode_utf16(units.iter().map(|&unit| order(unit)))
        .filter(|unit| match unit {
            Ok(c) => c.is_control() && !c.is_whitespace() || (*c as u32) & 0xfffe == 0xfffe,
            Err(_) => true,
        })
        .count();
    // One may be cut in two at the end of what is looked at.
    (strange * 64 <= units.len().max(64)).then_some(encoding)
}

/// The encoding of bytes that are not valid UTF-8, from `valid` on.
fn of_invalid(bytes: &[u8], valid: usize) -> &'static Encoding {
    // In an older encoding a letter beyond ASCII mostly stands between two within, which is invalid as UTF-8; and what
    // is written in two bytes is valid only by chance.
    let sample = &bytes[..bytes.len().min(valid.saturating_add(SAMPLE))];
    let (mut letters, mut damaged) = (0_usize, 0_usize);
    for part in sample.utf8_chunks() {
        letters += part.valid().bytes().filter(|byte| *byte >= 0xc0).count();
        damaged += usize::from(!part.invalid().is_empty());
    }
    if letters >= damaged {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let from = bytes.iter().position(|byte| *byte >= 0x80).unwrap_or(0);
    let sample = &bytes[from.saturating_sub(64)..];
    let sample = &sample[..sample.len().min(SAMPLE)];
    detector.feed(sample, sample.len() < SAMPLE);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{
        EUC_JP, GBK, ISO_8859_2, KOI8_U, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253,
    };

    const FRENCH: &str =
        "Où sont passées les neiges d’antan ? « L’été dernier », répondit-il, déçu.";
    const GERMAN: &str = "Über den Wäldern lag dichter Nebel, und die Straße war naß.";
    const RUSSIAN: &str = "Все счастливые семьи похожи друг на друга, каждая несчастлива.";
    const GREEK: &str = "Άνδρα μοι έννεπε, Μούσα, πολύτροπον, ος μάλα πολλά πλάγχθη.";
    const CZECH: &str = "Příliš žluťoučký kůň úpěl ďábelské ódy a žádný člověk neslyšel.";
    const JAPANESE: &str = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。";
    const CHINESE: &str = "道可道，非常道。名可名，非常名。无名天地之始；有名万物之母。";

    fn utf16_bytes(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    }

    /// A surrogate alone, again and again, over the ends of pieces.
    #[test]
    fn each_invalid_thing_is_replaced_and_the_rest_stays() {
        const MANY: u32 = 10_000;
        let unit = [b"\x00\xd8".to_vec(), utf16_bytes("añ€ ", u16::to_le_bytes)].concat();
        let bytes = [b"\xff\xfe".to_vec(), unit.repeat(MANY as usize)].concat();
        let decoded = decode(bytes);
        assert!(decoded.text == "\u{fffd}añ€ ".repeat(MANY as usize));
        assert_eq!((decoded.replaced, decoded.encoding), (MANY, UTF_16LE));
    }

    #[test]
    fn legacy_encodings_are_told_by_their_letters() {
        for (encoding, text) in [
            (WINDOWS_1252, FRENCH),
            (WINDOWS_1252, GERMAN),
            (WINDOWS_1251, RUSSIAN),
            (KOI8_U, RUSSIAN),
            (WINDOWS_1253, GREEK),
            (ISO_8859_2, CZECH),
            (SHIFT_JIS, JAPANESE),
            (EUC_JP, JAPANESE),
            (GBK, CHINESE),
        ] {
            let (bytes, _, unmappable) = encoding.encode(text);
            assert!(!unmappable, "{}", encoding.name());
            let decoded = decode(bytes.into_owned());
            assert_eq!(decoded.encoding(), Some(encoding.name()));
            assert_eq!((decoded.text.as_str(), decoded.replaced), (text, 0));
        }
    }

    #[test]
    fn one_letter_of_latin_1_is_enough() {
        let decoded = decode(b"a cup of caf\xe9 noir".to_vec());
        assert_eq!(decoded.text, "a cup of café noir");
        assert_eq!(decoded.meta(), r#"{"encoding":"windows-1252"}"#);
    }

    #[test]
    fn utf_16_is_told_with_and_without_a_mark() {
        for text in [
            FRENCH,
            RUSSIAN,
            "plain ASCII",
            "猫。\n名前はまだ無い。",
            "x😀y z",
        ] {
            for (order, encoding) in [
                (u16::to_le_bytes as fn(u16) -> [u8; 2], "UTF-16LE"),
                (u16::to_be_bytes, "UTF-16BE"),
            ] {
                let bytes = utf16_bytes(text, order);
                let marked = [&order(0xfeff)[..], &bytes].concat();
                for bytes in [bytes, marked] {
                    let decoded = decode(bytes);
                    assert_eq!(decoded.encoding(), Some(encoding), "{text}");
                    assert_eq!((decoded.text.as_str(), decoded.replaced), (text, 0));
                }
            }
        }
        let long = RUSSIAN.repeat(1000);
        assert_eq!(decode(utf16_bytes(&long, u16::to_le_bytes)).text, long);
    }

    #[test]
    fn utf_8_stays_so_with_some_damage() {
        assert_eq!(decode(b"\xef\xbb\xbfmark".to_vec()).text, "mark");
        assert_eq!(decode(b"\xef\xbb\xbfmark".to_vec()).encoding(), None);
        for bytes in [
            &b""[..],
            b"plain",
            FRENCH.as_bytes(),
            JAPANESE.as_bytes(),
            b"a zero \0 in a text of some length",
            b"\0",
        ] {
            let decoded = decode(bytes.to_vec());
            assert_eq!((decoded.encoding(), decoded.replaced), (None, 0));
            assert_eq!(decoded.text.as_bytes(), bytes);
        }
        // Cut inside a letter, and one byte of another encoding.
        let text = [&FRENCH.as_bytes()[..50], b"\xe9", &FRENCH.as_bytes()[1..]].concat();
        let decoded = decode(text.clone());
        assert_eq!(decoded.encoding(), None);
        assert_eq!(decoded.text, String::from_utf8_lossy(&text));
        assert!(decoded.replaced > 0);
    }

    #[test]
    fn lone_surrogates_are_counted() {
        let decoded = decode(vec![0xff, 0xfe, b'a', 0, 0x00, 0xd8, b'b', 0]);
        assert_eq!(decoded.text, "a\u{fffd}b");
        assert_eq!(decoded.replaced, 1);
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_some_text_of_bounded_length(bytes: Vec<u8>) {
            let decoded = decode(bytes.clone());
            assert!(decoded.text.len() <= 3 * bytes.len() + 3);
        }

        #[test]
        fn utf_8_is_never_changed(text: String) {
            if !text.contains('\0') && !text.starts_with('\u{feff}') {
                assert_eq!(decode(text.clone().into_bytes()).text, text);
            }
        }
    }
}
