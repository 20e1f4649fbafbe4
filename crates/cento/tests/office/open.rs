//! OpenDocument.

use super::zip::Zip;
use super::*;

const SPACES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
     xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
     xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
     xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
     xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
     xmlns:presentation=\"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0\" \
     xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\" \
     xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" \
     xmlns:xlink=\"http://www.w3.org/1999/xlink\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
     xmlns:meta=\"urn:oasis:names:tc:opendocument:xmlns:meta:1.0\"";

fn file(styles: &str, body: &str, master: &str) -> Zip {
    let mut zip = Zip::default();
    zip.add(
        "mimetype",
        b"application/vnd.oasis.opendocument.presentation",
    );
    let content = format!(
        "<office:document-content {SPACES}><office:automatic-styles>{styles}</office:automatic-styles>\
         <office:body>{body}</office:body></office:document-content>"
    );
    zip.add("content.xml", content.as_bytes());
    let own = format!(
        "<office:document-styles {SPACES}><office:automatic-styles><style:page-layout style:name=\"L\">\
         <style:page-layout-properties fo:page-width=\"28cm\" fo:page-height=\"210mm\"/></style:page-layout>\
         </office:automatic-styles><office:master-styles><style:master-page style:name=\"M\" \
         style:page-layout-name=\"L\">{master}</style:master-page></office:master-styles></office:document-styles>"
    );
    zip.add("styles.xml", own.as_bytes());
    let meta = format!(
        "<office:document-meta {SPACES}><office:meta><dc:title>Open</dc:title><meta:initial-creator>Grace\
         </meta:initial-creator><meta:creation-date>2021-05-06T07:08:09.12</meta:creation-date></office:meta>\
         </office:document-meta>"
    );
    zip.add("meta.xml", meta.as_bytes());
    zip
}

const AT: &str = "svg:x=\"1cm\" svg:y=\"20mm\" svg:width=\"1in\" svg:height=\"36pt\"";

fn frame(inside: &str) -> String {
    format!("<draw:frame {AT}>{inside}</draw:frame>")
}

fn text_box(words: &str) -> String {
    frame(&format!(
        "<draw:text-box><text:p>{words}</text:p></draw:text-box>"
    ))
}

#[test]
fn slides_are_read_in_order() {
    let styles = "<style:style style:name=\"hid\"><style:drawing-page-properties presentation:visibility=\"hidden\"/>\
         </style:style><style:style style:name=\"red\"><style:graphic-properties draw:fill=\"solid\" \
         draw:fill-color=\"#ff0000\"/></style:style>";
    let list = "<draw:frame><draw:text-box><text:list><text:list-item><text:p>one</text:p></text:list-item>\
         <text:list-item><text:p>two<text:line-break/>three<text:s text:c=\"2\"/>x<text:tab/>y</text:p></text:list-item>\
         </text:list></draw:text-box></draw:frame>";
    let table = frame(
        "<table:table><table:table-column/><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>\
         <table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>",
    );
    let group = format!(
        "<draw:g><draw:custom-shape draw:style-name=\"red\" {AT}><draw:enhanced-geometry draw:type=\"star5\"/>\
         </draw:custom-shape><draw:g><draw:line svg:x1=\"0cm\" svg:y1=\"1cm\" svg:x2=\"2cm\" svg:y2=\"0cm\"/></draw:g></draw:g>"
    );
    let image = frame(
        "<draw:image xlink:href=\"Pictures/gone.svg\"/><draw:image xlink:href=\"Pictures/a.emf\"/>",
    );
    let chart = frame(
        "<draw:object xlink:href=\"./Object 1\"/><draw:image xlink:href=\"Pictures/a.emf\"/>",
    );
    let empty = "<draw:frame presentation:placeholder=\"true\"><draw:text-box/></draw:frame>";
    let notes = format!(
        "<presentation:notes>{}{}</presentation:notes>",
        text_box("Say it").replace("<draw:frame", "<draw:frame presentation:class=\"notes\""),
        text_box("7").replace(
            "<draw:frame",
            "<draw:frame presentation:class=\"page-number\""
        )
    );
    let body = format!(
        "<office:presentation><draw:page draw:master-page-name=\"M\">{}{list}{table}{group}{image}{chart}{empty}{notes}</draw:page>\
         <draw:page draw:style-name=\"hid\" draw:master-page-name=\"M\">{}{notes}</draw:page></office:presentation>",
        text_box("Page <text:page-number>7</text:page-number>  <text:span>one</text:span>"),
        text_box("unseen")
    );
    let mut zip = file(styles, &body, &text_box("Company"));
    zip.add("Pictures/a.emf", b"no picture");
    let inner = format!(
        "<office:document-content {SPACES} xmlns:chart=\"urn:oasis:names:tc:opendocument:xmlns:chart:1.0\"><office:body>\
         <office:chart><chart:chart chart:class=\"chart:bar\"><chart:title><text:p>Growth</text:p></chart:title>\
         <table:table><table:table-row><table:table-cell><text:p>3.5</text:p></table:table-cell></table:table-row>\
         </table:table></chart:chart></office:chart></office:body></office:document-content>"
    );
    zip.add("Object 1/content.xml", inner.as_bytes());
    let document = document("x.odp", &zip.bytes());
    assert_eq!(
        blocks(&document),
        [
            "Page one",
            "one\ntwo\nthree  x\ty",
            "[table]\na\tb",
            "[shape]",
            "[line]",
            "[graphic]",
            "[chart]\nGrowth",
            "Say it",
            "unseen",
            "Say it"
        ]
    );
    assert_eq!(
        pages(&document)[6..],
        [
            (1, Part::Body),
            (1, Part::Notes),
            (2, Part::Hidden),
            (2, Part::HiddenNotes)
        ]
    );
    assert_eq!(frames(&document)[0], Some([100, 200, 254, 127]));
    assert_eq!(frames(&document)[4], Some([0, 0, 200, 100]));
    assert_eq!(document.title.as_deref(), Some("Open"));
    assert_eq!(document.date.as_deref(), Some("2021-05-06T07:08:09.12Z"));
    assert_eq!(
        document.meta,
        r#"{"author":"Grace","hidden":1,"kind":"odp","slides":2,"template":{"name":"M","text":"Company"}}"#
    );
    let layout = layout(&document);
    assert_eq!(layout.size, [28_000, 21_000]);
    assert_eq!(
        (&layout.template.name[..], &layout.template.text[..]),
        ("M", "Company")
    );
}

#[test]
fn texts_are_read_in_order() {
    let body = "<office:text><text:tracked-changes><text:changed-region><text:deletion><text:p>deleted</text:p>\
         </text:deletion></text:changed-region></text:tracked-changes><text:h>Title</text:h><text:section>\
         <text:p>Words<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note</text:p>\
         </text:note-body></text:note> and <text:a>more</text:a><office:annotation><dc:creator>Bob</dc:creator>\
         <text:p>A comment</text:p></office:annotation>.</text:p></text:section><text:list><text:list-item>\
         <text:p>item</text:p></text:list-item></text:list><table:table><table:table-header-rows><table:table-row>\
         <table:table-cell><text:p>x</text:p><text:p>y</text:p></table:table-cell></table:table-row>\
         </table:table-header-rows></table:table><text:p><draw:frame><draw:text-box><text:p>boxed</text:p>\
         </draw:text-box></draw:frame></text:p></office:text>";
    let zip = file(
        "",
        body,
        "<style:header><text:p>House</text:p></style:header>",
    );
    let document = document("x.odt", &zip.bytes());
    assert_eq!(
        blocks(&document),
        [
            "Title",
            "Words and more.",
            "item",
            "[table]\nx y",
            "boxed",
            "A note",
            "A comment"
        ]
    );
    assert_eq!(
        pages(&document)[4..],
        [(0, Part::Body), (0, Part::Notes), (0, Part::Notes)]
    );
    assert_eq!(
        document.meta,
        r#"{"author":"Grace","kind":"odt","template":{"name":"","text":"House"}}"#
    );
    assert_eq!(layout(&document).template.text, "House");
    assert_eq!(frames(&document), [None; 7]);
}

#[test]
fn encrypted_files_are_refused() {
    let mut zip = file("", "<office:text/>", "");
    zip.add(
        "META-INF/manifest.xml",
        b"<manifest><file-entry><encryption-data/></file-entry></manifest>",
    );
    let Item::Skipped(skipped) = read("x.odt", &zip.bytes()) else {
        panic!("it is read");
    };
    assert_eq!(skipped.reason.code(), "encrypted");
}
