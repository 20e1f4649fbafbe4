//! Text documents of Office Open XML.

use super::zip::Zip;
use super::*;

const SPACES: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
     xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
     xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
     xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
     xmlns:v=\"urn:schemas-microsoft-com:vml\" \
     xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\"";

pub(super) fn paragraph(words: &str) -> String {
    format!(
        "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t xml:space=\"preserve\">{words}</w:t></w:r></w:p>"
    )
}

pub(super) fn docx(body: &str, others: &[(&str, &str, &str)]) -> Vec<u8> {
    let mut zip = Zip::default();
    let kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let main = format!(
        "<Relationship Id=\"m\" Type=\"{kinds}/officeDocument\" Target=\"/word/document.xml\"/>"
    );
    zip.add(
        "_rels/.rels",
        format!("<Relationships>{main}</Relationships>").as_bytes(),
    );
    let document = format!(
        "<w:document {SPACES}><w:body>{body}<w:sectPr><w:pgSz w:w=\"11906\" w:h=\"16838\"/></w:sectPr></w:body></w:document>"
    );
    zip.add("word/document.xml", document.as_bytes());
    let mut list = String::new();
    for (id, kind, content) in others {
        list +=
            &format!("<Relationship Id=\"{id}\" Type=\"{kinds}/{kind}\" Target=\"{id}.part\"/>");
        let content = match content.starts_with('<') {
            true => content.replacen('>', &format!(" {SPACES}>"), 1),
            false => (*content).to_owned(),
        };
        zip.add(&format!("word/{id}.part"), content.as_bytes());
    }
    let list = format!("<Relationships>{list}</Relationships>");
    zip.add("word/_rels/document.xml.rels", list.as_bytes());
    zip.bytes()
}

#[test]
fn paragraphs_and_tables_in_their_order() {
    let cell = |inside: &str| format!("<w:tc><w:tcPr/>{inside}</w:tc>");
    let nested = format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", cell(&paragraph("inner")));
    let table = format!(
        "<w:tbl><w:tr>{}{}</w:tr><w:tr>{}{}</w:tr></w:tbl>",
        cell(&paragraph("a")),
        cell(&(paragraph("b") + &paragraph("c"))),
        cell(&nested),
        cell("")
    );
    let changes = "<w:p><w:r><w:t>kept </w:t></w:r><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r>\
         <w:delText>old</w:delText></w:r></w:del><w:r><w:tab/><w:t>A</w:t><w:br/><w:t>B</w:t></w:r>\
         <w:hyperlink><w:r><w:t> link</w:t></w:r></w:hyperlink></w:p>";
    let control = format!(
        "<w:sdt><w:sdtPr/><w:sdtContent>{}</w:sdtContent></w:sdt>",
        paragraph("control")
    );
    let body = paragraph("First.") + changes + &paragraph("") + &table + &control;
    let document = document("x.docx", &docx(&body, &[]));
    assert_eq!(
        blocks(&document),
        [
            "First.",
            "kept new\tA\nB link",
            "[table]\na\tb c\ninner",
            "control"
        ]
    );
    assert_eq!(document.meta, r#"{"kind":"docx"}"#);
    assert_eq!(layout(&document).size, [21_001, 29_700]);
    assert_eq!(pages(&document), [(0, Part::Body); 4]);
}

#[test]
fn notes_come_last_and_headers_are_of_the_template() {
    let note =
        |kind: &str, words: &str| format!("<w:footnote {kind}>{}</w:footnote>", paragraph(words));
    let notes = format!(
        "<w:footnotes>{}{}</w:footnotes>",
        note("w:type=\"separator\"", "---"),
        note("", "A footnote")
    );
    let comments = format!(
        "<w:comments><w:comment>{}</w:comment></w:comments>",
        paragraph("A comment")
    );
    let header = format!("<w:hdr>{}</w:hdr>", paragraph("House   style"));
    let document = document(
        "x.docx",
        &docx(
            &paragraph("Body"),
            &[
                ("c", "comments", &comments),
                ("f", "footnotes", &notes),
                ("h", "header", &header),
            ],
        ),
    );
    assert_eq!(blocks(&document), ["Body", "A footnote", "A comment"]);
    assert_eq!(pages(&document)[1..], [(0, Part::Notes); 2]);
    assert_eq!(layout(&document).template.text, "House style");
}

#[test]
fn drawings_are_objects_and_boxes_are_read_once() {
    let inside = format!("<w:txbxContent>{}</w:txbxContent>", paragraph("boxed"));
    let drawing = format!(
        "<mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing><wps:wsp><wps:txbx>{inside}</wps:txbx></wps:wsp>\
         </w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{inside}</v:textbox></w:pict></mc:Fallback>\
         </mc:AlternateContent>"
    );
    let body = format!(
        "<w:p><w:r><w:t>Before</w:t>{drawing}<w:t> after</w:t></w:r></w:p>\
         <w:p><w:r><w:drawing><a:graphic><a:blip r:embed=\"i\"/></a:graphic></w:drawing></w:r></w:p>\
         <w:p><w:r><w:pict><v:shape><v:imagedata r:id=\"i\"/></v:shape></w:pict></w:r></w:p>\
         <w:p><w:r><w:object><v:shape><v:imagedata r:id=\"i\"/></v:shape><o:OLEObject xmlns:o=\"o\" r:id=\"o\"/></w:object></w:r></w:p>"
    );
    let document = document(
        "x.docx",
        &docx(
            &body,
            &[("i", "image", "no picture"), ("o", "oleObject", "data")],
        ),
    );
    assert_eq!(
        blocks(&document),
        [
            "Before after",
            "boxed",
            "[graphic]",
            "[graphic]",
            "[embedded]"
        ]
    );
    assert_eq!(layout(&document).blocks[2].media, "word/i.part");
}

#[test]
fn what_a_file_is_counts_not_what_it_is_called() {
    let document = document("x.pptx", &docx(&paragraph("Words"), &[]));
    assert_eq!(document.meta, r#"{"kind":"docx"}"#);
}
