//! What is read of files as programs write them.

use cento::read::Paging;

use super::maker::{Pdf, font_file, packed, show, show_codes};
use super::*;

/// Lines from the top of a page, at the left.
fn lines(x: u32, lines: &[&str]) -> String {
    let mut content = String::new();
    for (at, line) in lines.iter().enumerate() {
        content += &show("T", 10, x, 700 - 12 * at as u32, line);
    }
    content
}

#[test]
fn text_of_several_fonts_with_what_it_says_of_itself() {
    let mut pdf = Pdf::new();
    let mapped = "BT /M 10 Tf 1 0 0 1 72 600 Tm <00010010000200110012> Tj ET\n";
    let content = show("B", 16, 72, 720, "A heading")
        + &lines(72, &["Caf\u{e9} (noir) costs", "more than it did."]).replace('\u{e9}', "\\351")
        + mapped;
    pdf.page(&content);
    let info = pdf
        .add(b"<< /Title <FEFF00480069> /Author (A. Weaver) /CreationDate (D:20110305120000Z) >>");
    pdf.trailer = format!("/Info {info} 0 R");
    let document = document(&pdf.bytes());
    assert_eq!(
        document.text,
        "A heading\n\nCafé (noir) costs more than it did.\n\nЖafibc\n"
    );
    assert_eq!(document.title.as_deref(), Some("Hi"));
    assert_eq!(document.date.as_deref(), Some("2011-03-05"));
    assert_eq!(
        document.meta,
        r#"{"author":"A. Weaver","kind":"pdf","pages":1}"#
    );
    let layout = document.layout.expect("pages");
    assert_eq!(
        (layout.paging, layout.size),
        (Paging::Pages, [21_590, 27_940])
    );
    assert!(layout.labels.is_empty());
}

#[test]
fn words_set_letter_by_letter_and_gaps_for_spaces() {
    let mut pdf = Pdf::new();
    let mut content = String::from(
        "BT /T 10 Tf 1 0 0 1 72 700 Tm [(T) 70 (o) -300 (k) 10 (ern) -250 (it)] TJ ET\n",
    );
    // Thick letters are drawn twice, and a raised number belongs to its line.
    for _ in 0..2 {
        content += &show("T", 10, 72, 650, "Thick words");
    }
    content += &show("T", 7, 121, 654, "1");
    content += "BT /T 10 Tf 1 0 0 1 125 650 Tm ( and more) Tj ET\n";
    pdf.page(&content);
    assert_eq!(
        document(&pdf.bytes()).text,
        "To kern it\n\nThick words1 and more\n"
    );
}

#[test]
fn columns_hyphens_heads_and_page_numbers() {
    let mut pdf = Pdf::new();
    for number in 1..=6 {
        let head = if number % 2 == 0 {
            "A. WEAVER"
        } else {
            "THE FERRY"
        };
        let mut content =
            show("B", 9, 280, 760, head) + &show("T", 9, 300, 30, &format!("{}", number + 12));
        let texts = |side: &str| -> Vec<String> {
            let mut texts: Vec<String> = (0..20)
                .map(|at| format!("{side} column of page {number}, line {at:02}, goes on"))
                .collect();
            texts.push("with some divi-".into());
            texts.push("ded words.".into());
            texts
        };
        // Drawn to and fro between the columns.
        for (at, (left, right)) in texts("left").iter().zip(texts("right")).enumerate() {
            let y = 700 - 12 * at as u32;
            content += &show("T", 10, 60, y, left);
            content += &show("T", 10, 330, y, &right);
        }
        pdf.page(&content);
    }
    let document = document(&pdf.bytes());
    assert!(!document.text.contains("FERRY") && !document.text.contains("WEAVER"));
    assert!(document.text.contains("some divided words."));
    let first = document
        .text
        .find("left column of page 1, line 19")
        .expect("left");
    let second = document
        .text
        .find("right column of page 1, line 00")
        .expect("right");
    assert!(first < second);
    let layout = document.layout.as_deref().expect("pages");
    assert_eq!(layout.labels, ["13", "14", "15", "16", "17", "18"]);
    let at = document.text.find("right column of page 3").expect("there") as u32;
    let page = layout.block_at(at).map(|block| block.page);
    assert_eq!((page, layout.label(3)), (Some(3), "15"));
}

/// The codes of font `M` for letters of Hebrew and Arabic, and for spaces, which are drawn.
fn mapped(text: &str) -> Vec<u16> {
    let code = |c: char| match u32::from(c) {
        at @ 0x500..0x600 => at - 0x400,
        at @ 0x600..0x700 => at - 0x400,
        at @ 0x61..0x7b => at - 0x51,
        other => panic!("{other}"),
    };
    text.chars().map(|c| code(c) as u16).collect()
}

/// Words from the right side, each letter half a size wide and each word half a size from the next, as most programs draw them:
/// from left to right; or as they are read, letter by letter.
fn from_the_right(y: u32, text: &str, is_as_read: bool) -> String {
    let mut content = String::new();
    let mut right = 540;
    for word in text.split(' ') {
        let letters: Vec<u16> = mapped(word);
        let left = right - 5 * letters.len() as u32;
        if is_as_read {
            for (at, letter) in letters.iter().enumerate() {
                content += &show_codes("M", right - 5 * (at as u32 + 1), y, [*letter]);
            }
        } else {
            content += &show_codes("M", left, y, letters.into_iter().rev());
        }
        right = left - 5;
    }
    content
}

#[test]
fn hebrew_and_arabic_are_in_the_order_of_reading_however_they_are_drawn() {
    let lines = [
        "בראשית ברא אלהים את השמים ואת הארץ והארץ היתה תהו ובהו וחשך על פני",
        "תהום ורוח אלהים מרחפת על פני המים ויאמר אלהים יהי אור ויהי אור וירא",
        "אלהים את האור",
    ];
    let text = format!("{}\n", lines.join(" "));
    let arabic = "كتاب جديد في المدينة";
    for is_as_read in [false, true] {
        let mut pdf = Pdf::new();
        let drawn = lines.iter().zip([700, 688, 676]);
        let content = drawn.map(|(line, y)| from_the_right(y, line, is_as_read));
        // The last line of a paragraph is short at its left, and is of the paragraph for all that.
        pdf.page(&content.collect::<String>());
        assert_eq!(document(&pdf.bytes()).text, text, "{is_as_read}");
        let mut pdf = Pdf::new();
        pdf.page(&from_the_right(700, arabic, is_as_read));
        assert_eq!(document(&pdf.bytes()).text, format!("{arabic}\n"));
    }
    // All of a line in one go from the left, and words of another script among it.
    let mut pdf = Pdf::new();
    let seen: String = "שלום abc עולם"
        .split(' ')
        .rev()
        .map(|word| match word {
            "abc" => word.to_owned(),
            word => word.chars().rev().collect(),
        })
        .collect::<Vec<_>>()
        .join(" ");
    let mut content = String::new();
    for (at, word) in seen.split(' ').enumerate() {
        content += &show_codes(
            "M",
            100 + 40 * at as u32 - 5 * word.chars().count() as u32,
            700,
            mapped(word),
        );
    }
    pdf.page(&content);
    assert_eq!(document(&pdf.bytes()).text, "שלום abc עולם\n");
}

#[test]
fn codes_without_a_map_are_understood_by_their_collection_or_their_font() {
    let wide = "中文字";
    let codes = |text: &str| -> Vec<u16> { text.encode_utf16().collect() };
    let font = font_file(&['б', 'а', '\u{e001}']);
    let glyphs = |glyphs: &[u16]| glyphs.to_vec();
    // How codes are read, whose numbers they are, whether the font is in the file, the codes, and the text.
    for (encoding, ordering, is_in_file, codes, text) in [
        ("UniGB-UCS2-H", "GB1", false, codes(wide), wide),
        ("UniGB-UCS2-H", "GB1", true, codes(wide), wide),
        ("UniJIS-UTF16-H", "Japan1", true, codes("日本語"), "日本語"),
        ("UniKS-UCS2-H", "Korea1", true, codes("한국"), "한국"),
        // Shift-JIS, and numbers of the collection itself.
        ("90ms-RKSJ-H", "Japan1", true, vec![0x93fa, 0x967b], "日本"),
        ("Identity-H", "Japan1", true, vec![34, 35, 36], "ABC"),
        // Numbers of glyphs.
        (
            "Identity-H",
            "Identity",
            true,
            glyphs(&[1, 2, 1, 2]),
            "баба",
        ),
    ] {
        let mut pdf = Pdf::new();
        let file = is_in_file.then_some(&font[..]);
        pdf.unmapped("U", encoding, ordering, file);
        pdf.page(&show_codes("U", 72, 700, codes));
        assert_eq!(
            document(&pdf.bytes()).text,
            format!("{text}\n"),
            "{encoding} {ordering}"
        );
    }
}

#[test]
fn text_that_no_font_tells_is_told_to_be_unreadable() {
    for file in [None, Some(font_file(&['\u{e001}', '\u{e002}']))] {
        let mut pdf = Pdf::new();
        pdf.unmapped("U", "Identity-H", "Identity", file.as_deref());
        pdf.page(&show_codes("U", 72, 700, [1, 2, 1, 2]));
        let (reason, cause) = outcome(&pdf.bytes(), &options());
        assert_eq!(reason, "no_text");
        assert!(cause.contains("cannot be read"), "{cause}");
        // Beside enough that can be read they are told to be missing.
        let content = show("T", 10, 72, 680, "words that can be read");
        pdf.page(&content);
        let document = document(&pdf.bytes());
        assert_eq!(
            document.text,
            "\u{fffd}\u{fffd}\u{fffd}\u{fffd} words that can be read\n"
        );
        assert_eq!(document.replaced, 4);
    }
}

#[test]
fn pages_have_the_labels_that_the_file_gives() {
    let mut pdf = Pdf::new();
    for text in ["one", "two", "three", "four"] {
        pdf.page(&show("T", 10, 72, 700, text));
    }
    pdf.catalog = "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /St 5 /P (A-) >>] >>".into();
    let layout = document(&pdf.bytes()).layout.expect("pages");
    assert_eq!(layout.labels, ["i", "ii", "A-5", "A-6"]);
}

#[test]
fn text_that_is_turned_comes_behind() {
    let mut pdf = Pdf::new();
    let content = String::from("BT /T 10 Tf 0 1 -1 0 30 200 Tm (up the margin) Tj ET\n")
        + &show("T", 10, 72, 700, "upright");
    pdf.page(&content);
    // A page that is turned as a whole is read as it is shown.
    let turned = "BT /T 10 Tf 0 1 -1 0 100 200 Tm (on its side) Tj ET";
    let turned = pdf.stream("/Filter /FlateDecode", &packed(turned.as_bytes()));
    pdf.page_of(turned, "/Rotate 90");
    assert_eq!(
        document(&pdf.bytes()).text,
        "upright\n\nup the margin\n\non its side\n"
    );
}

#[test]
fn invisible_text_over_a_scan_is_read_and_a_scan_alone_is_told() {
    let mut pdf = Pdf::new();
    pdf.page(&format!("3 Tr {}", show("T", 10, 72, 700, "recognised")));
    assert_eq!(document(&pdf.bytes()).text, "recognised\n");
    let mut scan = Pdf::new();
    scan.page("0 0 100 100 re f");
    let (reason, cause) = outcome(&scan.bytes(), &options());
    assert_eq!(reason, "no_text", "{cause}");
}

#[test]
fn packed_files_are_read_too() {
    let mut pdf = Pdf::new();
    pdf.page(&show("T", 10, 72, 700, "inside"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.pdf.gz");
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut out, &pdf.bytes()).expect("in memory");
    std::fs::write(&path, out.finish().expect("in memory")).expect("written");
    match &read_all(&path, &options())[..] {
        [Item::Document(document)] => assert_eq!(document.text, "inside\n"),
        other => panic!("{other:?}"),
    }
}
