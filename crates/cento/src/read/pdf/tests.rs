//! Pages as the helper gives them.

use super::*;

/// Pages of lines: `(left, baseline, text)` in points, letters of ten points and half as wide.
fn written(pages: &[Vec<(i64, i64, String)>]) -> String {
    let mut out = String::from("cento-pdf\t1\n");
    for page in pages {
        out += "page\t61200\t79200\t\n";
        for (x, y, text) in page {
            let width = 500 * text.chars().count();
            out += &format!("line\t0\t{}\t{}\t{width}\t1000\t{text}\n", x * 100, y * 100);
        }
    }
    out + "end\n"
}

fn read(written: &str) -> Result<Document, Refused> {
    document(Pages::parse(written)?, 1 << 20)
}

/// A page with a head, some lines of text and a foot.
fn page(head: &str, lines: &[&str], foot: &str) -> Vec<(i64, i64, String)> {
    let mut page = vec![(72, 40, head.to_owned())];
    page.extend(lines.iter().zip(0..).map(|(line, at)| {
        let indent = if line.starts_with("    ") { 20 } else { 0 };
        (72 + indent, 80 + 12 * at, line.trim_start().to_owned())
    }));
    page.push((300, 760, foot.to_owned()));
    page
}

#[test]
fn paragraphs_go_over_lines_and_pages() {
    let pages = [
        page(
            "THE FERRY",
            &[
                "The ferry was late again, and nobody on the quay was in the least sur-",
                "prised. It had been late for years.",
                "    The captain, a well-known man in that part of the country, had mani-",
            ],
            "7",
        ),
        page(
            "A. WEAVER",
            &[
                "fold reasons for this, of which he never told the well-",
                "known ones.",
            ],
            "8",
        ),
        page(
            "THE FERRY",
            &["    Surprised as we were, we said nothing."],
            "9",
        ),
        page("A. WEAVER", &["The end of it."], "10"),
        page("THE FERRY", &["Index"], "11"),
        page("A. WEAVER", &["Colophon"], "12"),
    ];
    let document = read(&written(&pages)).expect("read");
    assert_eq!(
        document.text,
        "The ferry was late again, and nobody on the quay was in the least surprised. It had been late for years.\n\n\
         The captain, a well-known man in that part of the country, had manifold reasons for this, of which he never \
         told the well-known ones.\n\n\
         Surprised as we were, we said nothing.\n\nThe end of it.\n\nIndex\n\nColophon\n"
    );
    let layout = document.layout.expect("pages");
    assert_eq!(layout.labels, ["7", "8", "9", "10", "11", "12"]);
    let page_of = |words: &str| {
        let at = document.text.find(words).expect("there") as u32;
        layout.block_at(at).map(|block| block.page)
    };
    assert_eq!(page_of("manifold"), Some(1));
    assert_eq!(page_of(" reasons"), Some(2));
    assert_eq!(page_of("Surprised"), Some(3));
    assert_eq!(page_of("Colophon"), Some(6));
    for block in &layout.blocks {
        assert!(document.text.is_char_boundary(block.begin as usize));
    }
}

#[test]
fn roman_numbers_and_gaps_in_numbers_are_labels() {
    let foots = ["i", "ii", "iii", "", "1", "2", "3", "4"];
    let words = [
        "one", "two", "three", "four", "five", "six", "seven", "eight",
    ];
    let pages: Vec<_> = foots
        .iter()
        .zip(words)
        .map(|(foot, word)| page(&format!("{word} first"), &[&format!("text {word}")], foot))
        .collect();
    let document = read(&written(&pages)).expect("read");
    assert_eq!(document.layout.expect("pages").labels, foots);
    assert!(document.text.contains("one first\n\ntext one"));
    assert!(!document.text.contains("iii") && !document.text.contains('4'));
}

#[test]
fn a_line_that_recurs_within_the_text_stays() {
    let body = ["Chorus", "We sail tonight.", "Chorus"];
    let pages: Vec<_> = (1..6)
        .map(|number| page("Songs", &body, &format!("- {number} -")))
        .collect();
    let text = read(&written(&pages)).expect("read").text;
    assert!(!text.contains("Songs") && !text.contains('-'));
    // The second line from the top recurs as well: a song's first line is text, but looks no different.
    assert_eq!(text.matches("We sail tonight.").count(), 5);
}

#[test]
fn years_and_single_numbers_are_no_page_numbers() {
    let pages = [page("Report", &["Sales were as follows.", "1999"], "2001")];
    let text = read(&written(&pages)).expect("read").text;
    assert!(text.contains("1999") && text.contains("Report"));
}

#[test]
fn what_the_helper_says_is_not_trusted() {
    let whole = written(&[page("a", &["b"], "c")]);
    for end in 0..whole.len() {
        let _ = Pages::parse(&whole[..end]).map(|pages| document(pages, 1 << 20));
    }
    let reason = |written: &str| read(written).expect_err("refused").reason;
    assert_eq!(reason(""), Reason::BrokenPdf);
    assert_eq!(reason("cento-pdf\t1\nend\n"), Reason::BrokenPdf);
    assert_eq!(reason("cento-pdf\t1\npage\t1\t1\t\n"), Reason::BrokenPdf);
    assert_eq!(reason("cento-pdf\t1\npage\t1\t1\t\nend\n"), Reason::NoText);
    assert_eq!(
        reason("cento-pdf\t1\nrefused\tencrypted\n"),
        Reason::Encrypted
    );
    assert_eq!(reason("cento-pdf\t1\nrefused\tbroken\n"), Reason::BrokenPdf);
    let long = written(&[vec![(1, 1, "a".repeat(2 << 20))]]);
    assert_eq!(reason(&long), Reason::TooLarge);
    let many = "cento-pdf\t1\n".to_owned() + &"page\n".repeat(200_000) + "end\n";
    assert_eq!(reason(&many), Reason::Hostile);
    let far = "cento-pdf\t1\npage\t0\t-5\t\nline\t9\t9223372036854775807\t-9223372036854775808\t1\t0\tx\nend\n";
    assert_eq!(read(far).expect("read").text, "x\n");
}

#[test]
fn an_object_cannot_be_written_by_hand() {
    let text = "\u{fffc}shape-0000000000000001 and\u{fffc}";
    let document = read(&written(&[vec![(1, 1, text.to_owned())]])).expect("read");
    assert!(!document.text.contains('\u{fffc}'));
}

proptest::proptest! {
    #[test]
    fn any_lines_give_pages_in_order(
        pages in proptest::collection::vec(proptest::collection::vec(
            (-100..700_i64, -100..900_i64, "[a-c -]{0,8}|\\PC{0,6}|[ivx0-9]{1,3}"), 0..12), 0..8)
    ) {
        let Ok(document) = read(&written(&pages)) else { return Ok(()) };
        let layout = document.layout.expect("pages");
        let mut last = (0, 0);
        for block in &layout.blocks {
            proptest::prop_assert!(document.text.is_char_boundary(block.begin as usize));
            proptest::prop_assert!((block.begin, block.page) >= last);
            proptest::prop_assert!(block.page > last.1);
            last = (block.begin, block.page);
        }
    }
}

#[test]
fn a_page_within_a_word_begins_at_a_letter() {
    let pages = [
        "They were self-",
        "con-",
        "\u{153}uvre \u{fffc}",
        "So it was",
    ];
    let pages = pages.map(|text| vec![(72, 80, text.to_owned())]);
    let document = read(&written(&pages)).expect("read");
    assert_eq!(
        document.text,
        "They were selfcon\u{153}uvre  \n\nSo it was\n"
    );
    let layout = document.layout.expect("pages");
    let begins: Vec<_> = layout.blocks.iter().map(|block| block.begin).collect();
    assert_eq!(begins, [0, 17, 17, 27]);
}
