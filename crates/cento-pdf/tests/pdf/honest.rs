//! What is read of files as programs write them.

use cento::read::Paging;

use super::maker::{Pdf, packed, show};
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
