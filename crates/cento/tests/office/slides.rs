//! Presentations.

use image::{ImageFormat, RgbImage};

use super::deck::*;
use super::*;

const AT: [i64; 4] = [10, 20, 300, 40];

fn deck(objects: &str) -> Document {
    document("x.pptx", &Deck::of([Slide::of(objects)]).bytes())
}

/// A picture with something on it.
fn png(seed: u32) -> Vec<u8> {
    let picture = RgbImage::from_fn(64, 48, |x, y| {
        let level = if (x / (5 + seed) + y / 7).is_multiple_of(2) {
            230
        } else {
            20
        };
        image::Rgb([level, (x * 3) as u8, (y * 5) as u8])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, ImageFormat::Png)
        .expect("encoded");
    bytes.into_inner()
}

#[test]
fn a_deck_is_its_slides_in_order() {
    let mut second = Slide::of(text(2, AT, "Second slide"));
    second.notes = Some("Say something".into());
    second.hidden = true;
    let mut first = Slide::of(text(9, AT, "First\nslide") + &text(4, AT, "Title &amp; more"));
    first.notes = Some("Do not hurry.\nBreathe.".into());
    let document = document("a.pptx", &Deck::of([first, second]).bytes());
    assert_eq!(
        document.text,
        "Title & more\n\nFirst\nslide\n\nDo not hurry.\nBreathe.\n\nSecond slide\n\nSay something\n\n"
    );
    assert_eq!(
        pages(&document),
        [
            (1, Part::Body),
            (1, Part::Body),
            (1, Part::Notes),
            (2, Part::Hidden),
            (2, Part::HiddenNotes)
        ]
    );
    assert_eq!(frames(&document)[..3], [Some(AT), Some(AT), None]);
    assert_eq!(document.id, "a.pptx");
    assert_eq!(document.title.as_deref(), Some("A deck"));
    assert_eq!(document.date.as_deref(), Some("2020-02-29T12:00:00Z"));
    assert_eq!(
        document.meta,
        r#"{"author":"Ada","hidden":1,"kind":"pptx","slides":2,"template":{"name":"Ion","text":""}}"#
    );
    assert_eq!(layout(&document).size, [33_867, 19_050]);
}

#[test]
fn a_date_that_is_none_is_left_out() {
    let mut deck = Deck::of([Slide::of(text(2, AT, "x"))]);
    deck.created = "2020-02-30T12:00:00Z".into();
    deck.title = "  ".into();
    let document = document("a.pptx", &deck.bytes());
    assert_eq!((document.date, document.title), (None, None));
}

#[test]
fn paragraphs_breaks_fields_and_formulas() {
    let own = text(2, AT, "@").replace(
        "<a:p><a:r><a:t>@</a:t></a:r></a:p>",
        "<a:p><a:pPr/><a:r><a:t>Runs are </a:t></a:r><a:r><a:rPr b=\"1\"/><a:t>joined</a:t></a:r><a:br/>\
         <a:fld type=\"slidenum\"><a:t>7</a:t></a:fld><a:fld type=\"datetime1\"><a:t>1.1.</a:t></a:fld>\
         <a:fld type=\"name\"><a:t>kept</a:t></a:fld></a:p><a:p/>\
         <a:p><a14:m xmlns:a14=\"other\"><m:oMath><m:r><m:t>x+y</m:t></m:r></m:oMath></a14:m></a:p>",
    );
    assert_eq!(blocks(&deck(&own)), ["Runs are joined\nkept\n\nx+y"]);
}

#[test]
fn groups_are_taken_apart_and_objects_go_by_id() {
    let inner = group(
        3,
        [100, 100, 50, 50],
        [0, 0, 500, 500],
        &text(8, [100, 200, 100, 50], "inner"),
    );
    let outer = group(
        2,
        [1000, 0, 400, 400],
        [0, 0, 200, 200],
        &(text(7, [10, 20, 30, 40], "outer") + &inner),
    );
    let document = deck(&(text(20, AT, "last") + &outer + &text(5, AT, "first")));
    assert_eq!(blocks(&document), ["first", "outer", "inner", "last"]);
    // Twice as large in the outer group, a fifth in the inner.
    assert_eq!(
        frames(&document)[1..3],
        [Some([1020, 40, 60, 80]), Some([1220, 240, 20, 10])]
    );
}

#[test]
fn shapes_are_told_by_form_proportion_and_colour() {
    let value = |own: &str| {
        let document = deck(own);
        assert_eq!(blocks(&document), ["[shape]"]);
        objects(&document)[0].value
    };
    let one = value(&shape(2, AT, "rect", "FF0000"));
    assert_eq!(one, value(&shape(3, [0, 0, 600, 80], "rect", "ff0000")));
    assert_ne!(one, value(&shape(2, AT, "ellipse", "FF0000")));
    assert_ne!(one, value(&shape(2, AT, "rect", "00FF00")));
    assert_ne!(one, value(&shape(2, [0, 0, 40, 300], "rect", "FF0000")));
    let line = deck(&shape(2, AT, "line", "FF0000"));
    assert_eq!(blocks(&line), ["[line]"]);
    let connector = shape(2, AT, "bentConnector3", "0").replace("p:sp>", "p:cxnSp>");
    assert_eq!(blocks(&deck(&connector)), ["[line]"]);
    // What is empty and stands for what the layout has is nothing.
    assert_eq!(deck(&placeholder(2, "title", "")).text, "");
}

#[test]
fn placeholders_stand_where_their_layout_puts_them() {
    let placed = |kind: &str, at, words: &str| {
        placeholder(2, kind, words).replace(
            "<p:spPr/>",
            &format!("<p:spPr><a:xfrm>{}</a:xfrm></p:spPr>", transform(at)),
        )
    };
    let mut deck = Deck::of([Slide::of(
        placeholder(2, "ctrTitle", "Mine") + &placeholder(3, "body", "Words"),
    )]);
    deck.layout = placed("title", AT, "Click to edit") + &text(9, AT, "Company");
    deck.master = placed("body", [1, 2, 3, 4], "Click to edit") + &text(9, AT, "Our\nhouse");
    let document = document("x.pptx", &deck.bytes());
    assert_eq!(document.text, "Mine\n\nWords\n\n");
    assert_eq!(frames(&document), [Some(AT), Some([1, 2, 3, 4])]);
    let template = &layout(&document).template;
    assert_eq!(template.name, "Ion");
    assert_eq!(template.text, "Click to edit\nOur house\nCompany");
    assert_ne!(template.digest, 0);

    // The same template with other slides, and another one.
    let digest = |deck: &Deck| {
        let document = super::document("x.pptx", &deck.bytes());
        layout(&document).template.digest
    };
    let mut other = deck.clone();
    other.slides.push(Slide::of(text(2, AT, "More")));
    assert_eq!(digest(&other), template.digest);
    other.master += &shape(3, AT, "rect", "123456");
    assert_ne!(digest(&other), template.digest);
}

#[test]
fn pictures_are_one_token_wherever_they_stand() {
    let fill = "<p:bg><p:bgPr><a:blipFill><a:blip r:embed=\"b\"/></a:blipFill></p:bgPr></p:bg>";
    let filled = text(6, AT, "On a picture").replace(
        "</p:spPr>",
        "<a:blipFill><a:blip r:embed=\"p\"/></a:blipFill></p:spPr>",
    );
    let mut slide =
        Slide::of(picture(5, AT, "p") + &filled + &picture(7, AT, "e") + &picture(8, AT, "gone"))
            .with("b", "image", "../media/b.png")
            .with("p", "image", "../media/p.png")
            .with("e", "image", "../media/e.emf")
            .with("gone", "image", "../media/gone.png");
    slide.background = fill.into();
    let deck = Deck::of([slide])
        .with("ppt/media/b.png", png(1))
        .with("ppt/media/p.png", png(9))
        .with("ppt/media/e.emf", b"no picture at all".to_vec());
    let document = document("x.pptx", &deck.bytes());
    assert_eq!(
        blocks(&document),
        [
            "[picture]",
            "[picture]",
            "[picture]",
            "On a picture",
            "[graphic]"
        ]
    );
    let objects = objects(&document);
    assert_ne!(objects[0], objects[1]);
    assert_eq!(objects[1], objects[2]);
    let media: Vec<_> = layout(&document)
        .blocks
        .iter()
        .map(|block| &block.media[..])
        .collect();
    assert_eq!(
        media,
        [
            "ppt/media/b.png",
            "ppt/media/p.png",
            "ppt/media/p.png",
            "",
            "ppt/media/e.emf"
        ]
    );
    assert_eq!(frames(&document)[0], Some([0, 0, 3386, 1905]));
}

#[test]
fn sound_and_video_go_by_their_bytes() {
    let own =
        picture(5, AT, "p").replace("<p:nvPr/>", "<p:nvPr><a:videoFile r:link=\"v\"/></p:nvPr>");
    let deck = |video: &[u8]| {
        let slide = Slide::of(own.clone())
            .with("p", "image", "../media/p.png")
            .with("v", "video", "../media/v.mp4");
        Deck::of([slide])
            .with("ppt/media/p.png", png(1))
            .with("ppt/media/v.mp4", video)
    };
    let one = document("x.pptx", &deck(b"one").bytes());
    let two = document("x.pptx", &deck(b"two").bytes());
    assert_eq!(blocks(&one), ["[media]"]);
    assert_eq!(layout(&one).blocks[0].media, "ppt/media/v.mp4");
    assert_ne!(objects(&one), objects(&two));
    // One that is somewhere else is its picture.
    let slide = Slide::of(own).with("p", "image", "../media/p.png").with(
        "v",
        "video",
        "https://example.org/v.mp4",
    );
    let outside = Deck::of([slide]).with("ppt/media/p.png", png(1));
    assert_eq!(blocks(&document("x.pptx", &outside.bytes())), ["[picture]"]);
}

#[test]
fn tables_charts_diagrams_and_embedded_files() {
    let cell = |words: &str| format!("<a:tc><a:txBody>{}</a:txBody></a:tc>", body(words));
    let table = format!(
        "<a:tbl><a:tr>{}{}</a:tr><a:tr>{}{}</a:tr></a:tbl>",
        cell("a"),
        cell("b\nc"),
        cell(""),
        cell("d")
    );
    let chart = part(
        "c:chartSpace",
        &format!(
            "<c:chart><c:title><c:tx><c:rich>{}</c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx>\
             <c:strRef><c:strCache><c:pt><c:v>Sales</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef>\
             <c:strCache><c:pt><c:v>North</c:v></c:pt><c:pt><c:v>South</c:v></c:pt></c:strCache></c:strRef></c:cat>\
             <c:val><c:numRef><c:numCache><c:pt><c:v>4.5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>\
             </c:barChart></c:plotArea></c:chart>",
            body("By region")
        ),
    );
    let data = part(
        "dgm:dataModel",
        &format!(
            "<dgm:ptLst><dgm:pt type=\"doc\"/><dgm:pt><dgm:t>{}</dgm:t></dgm:pt><dgm:pt><dgm:t>{}</dgm:t></dgm:pt>\
             <dgm:pt type=\"pres\"><dgm:t>{}</dgm:t></dgm:pt></dgm:ptLst>",
            body("Plan"),
            body("Do"),
            body("not shown")
        ),
    );
    let slide = Slide::of(
        frame(2, AT, &table)
            + &frame(3, AT, "<c:chart r:id=\"c\"/>")
            + &frame(4, AT, "<dgm:relIds r:dm=\"d\"/>")
            + &frame(5, AT, "<p:oleObj r:id=\"o\" progId=\"Excel\"/>"),
    )
    .with("c", "chart", "../charts/chart1.xml")
    .with("d", "diagramData", "../diagrams/data1.xml")
    .with("o", "oleObject", "../embeddings/sheet.bin");
    let deck = |chart: &str| {
        Deck::of([slide.clone()])
            .with("ppt/charts/chart1.xml", chart)
            .with("ppt/diagrams/data1.xml", data.as_str())
            .with("ppt/embeddings/sheet.bin", "PK nothing that is opened")
    };
    let one = document("x.pptx", &deck(&chart).bytes());
    assert_eq!(
        blocks(&one),
        [
            "[table]\na\tb c\n\td",
            "[chart]\nBy region\nSales\nNorth\nSouth",
            "[shape]\nPlan\nDo",
            "[embedded]"
        ]
    );
    assert_eq!(frames(&one), [Some(AT); 4]);
    let two = document("x.pptx", &deck(&chart.replace("4.5", "4.6")).bytes());
    let (one, two) = (objects(&one), objects(&two));
    assert_eq!((one[0], one[2], one[3]), (two[0], two[2], two[3]));
    assert_ne!(one[1], two[1]);
}

#[test]
fn of_alternatives_one_is_read() {
    let either = |choice: &str, fallback: &str| {
        format!(
            "<mc:AlternateContent><mc:Choice Requires=\"x\">{choice}</mc:Choice><mc:Fallback>{fallback}</mc:Fallback>\
             </mc:AlternateContent>"
        )
    };
    let new = frame(3, AT, "<x:model xmlns:x=\"new\"/>");
    let old = text(3, AT, "old");
    assert_eq!(blocks(&deck(&either(&new, &old))), ["old"]);
    assert_eq!(blocks(&deck(&either(&text(3, AT, "new"), &old))), ["new"]);
    let empty_group = group(3, AT, AT, &new);
    assert_eq!(blocks(&deck(&either(&empty_group, &old))), ["old"]);
    let nested = either(&either(&new, ""), &either(&new, &old));
    assert_eq!(blocks(&deck(&nested)), ["old"]);
}

#[test]
fn other_prefixes_and_the_strict_addresses_are_read() {
    let deck = Deck::of([Slide::of(text(2, AT, "Some words"))]);
    let mut zip = zip::Zip::default();
    for (name, content) in parts(&deck.bytes()) {
        let text = String::from_utf8(content).expect("XML");
        let text = text
            .replace("p:", "x:")
            .replace("a:", "y:")
            .replace("xmlns:p=", "xmlns:x=")
            .replace("xmlns:a=", "xmlns:y=")
            .replace(
                "schemas.openxmlformats.org/presentationml/2006/",
                "purl.oclc.org/ooxml/presentationml/",
            )
            .replace(
                "schemas.openxmlformats.org/drawingml/2006/main",
                "purl.oclc.org/ooxml/drawingml/main",
            )
            .replace("httx:", "http:")
            .replace("cx:", "cp:");
        zip.add(&name, text.as_bytes());
    }
    assert_eq!(document("x.pptx", &zip.bytes()).text, "Some words\n\n");
}

/// The entries of a deck of XML only.
fn parts(deck: &[u8]) -> Vec<(String, Vec<u8>)> {
    use std::io::Read;
    let mut parts = Vec::new();
    let mut rest = deck;
    while let Some(header) = rest.strip_prefix(b"PK\x03\x04") {
        let number = |at: usize| usize::from(header[at]) | usize::from(header[at + 1]) << 8;
        let (stored, name) = (number(14) | number(16) << 16, number(22));
        let (name, data) = header[26..].split_at(name);
        let mut content = Vec::new();
        let mut unpacked = flate2::read::DeflateDecoder::new(&data[..stored]);
        unpacked.read_to_end(&mut content).expect("packed");
        parts.push((String::from_utf8(name.to_vec()).expect("a name"), content));
        rest = &data[stored..];
    }
    parts
}

#[test]
fn a_mark_that_a_stranger_wrote_is_no_object() {
    let document = deck(&text(2, AT, "\u{fffc}picture-0123456789abcdef"));
    assert_eq!(document.text, " picture-0123456789abcdef\n\n");
}

#[test]
fn what_is_missing_and_optional_is_passed_over() {
    let mut slide = Slide::of(text(2, AT, "Words") + &frame(3, AT, "<c:chart r:id=\"c\"/>")).with(
        "c",
        "chart",
        "../charts/none.xml",
    );
    slide.notes = Some("notes".into());
    let deck = Deck::of([slide, Slide::of(text(2, AT, "More"))]);
    for gone in [
        "ppt/notesSlides/notes2.xml",
        "ppt/slideLayouts/layout1.xml",
        "ppt/slideMasters/master1.xml",
        "ppt/theme/theme1.xml",
        "docProps/core.xml",
        "ppt/slides/slide1.xml",
        "[Content_Types].xml",
    ] {
        let mut zip = deck.zip();
        zip.remove(gone);
        let text = document("x.pptx", &zip.bytes()).text;
        assert!(text.starts_with("Words\n"), "{gone}: {text}");
    }
}
