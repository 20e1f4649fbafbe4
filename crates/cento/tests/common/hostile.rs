//! Files that are made to harm who reads them, by kind; what becomes of each, and a word of why.

use super::common::Random;
use super::deck::*;
use super::zip::{Entry, Zip};

/// What it is, its bytes, what comes of it (`read`, or a reason), and what is read of it or why it is not.
pub(crate) type Hostile = (&'static str, Vec<u8>, &'static str, &'static str);

const AT: [i64; 4] = [0, 0, 10, 10];
const SLIDE: &str = "ppt/slides/slide1.xml";

fn good() -> Deck {
    Deck::of([Slide::of(text(2, AT, "Words"))])
}

/// The good deck with one part replaced.
fn with(name: &str, content: &[u8]) -> Zip {
    let mut zip = good().zip();
    zip.remove(name);
    zip.add(name, content);
    zip
}

/// The good deck with one part replaced, which is not packed: what is wrong with it is not how well it packs.
fn stored(name: &str, content: &[u8]) -> Vec<u8> {
    let mut zip = with(name, content);
    let entry = zip.entry(name);
    entry.data = content.to_vec();
    entry.method = 0;
    zip.bytes()
}

/// The good deck with another slide.
fn slide(content: &str) -> Vec<u8> {
    stored(SLIDE, content.as_bytes())
}

/// Changes an entry of the good deck.
fn changed(name: &str, change: impl Fn(&mut Entry)) -> Vec<u8> {
    let mut zip = good().zip();
    change(zip.entry(name));
    zip.bytes()
}

/// Changes the record at the end.
fn end(change: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut bytes = good().bytes();
    let at = bytes.len() - 22;
    change(&mut bytes[at..]);
    bytes
}

/// A slide with a picture in `media`.
fn pictured(name: &str, media: &[u8]) -> Vec<u8> {
    let slide = Slide::of(text(2, AT, "Words") + &picture(3, AT, "p")).with(
        "p",
        "image",
        &format!("../media/{name}"),
    );
    Deck::of([slide])
        .with(&format!("ppt/media/{name}"), media)
        .bytes()
}

/// A picture that says how large it is, and has next to nothing in it.
fn large_png(side: u32) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8], data: &[u8]| {
        png.extend((data.len() as u32).to_be_bytes());
        let content = [kind, data].concat();
        png.extend(&content);
        png.extend(crc32fast::hash(&content).to_be_bytes());
    };
    let mut header = [side.to_be_bytes(), side.to_be_bytes()].concat();
    header.extend([8, 6, 0, 0, 0]);
    chunk(b"IHDR", &header);
    chunk(b"IDAT", &[0x78, 0x9c, 0x63, 0, 0, 0, 1, 0, 1]);
    chunk(b"IEND", &[]);
    png
}

fn compound(streams: &str) -> Vec<u8> {
    let mut bytes = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    bytes.resize(2048, 0);
    bytes.extend(streams.encode_utf16().flat_map(u16::to_le_bytes));
    bytes.resize(4096, 0);
    bytes
}

/// Small files that become large: flat, nested, by entities; and entities that lead elsewhere.
pub(crate) fn bombs() -> Vec<Hostile> {
    let zeros = vec![b' '; 80 << 20];
    let half = vec![b' '; 3 << 20];
    let open = "<p:sld xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\">";
    let spaces = format!("{open}{}</p:sld>", " ".repeat(70 << 20));
    let inner = with(SLIDE, &zeros).bytes();
    // A little below every limit, many times: a few thousand bytes again and again, which packs 90 : 1.
    let mut random = Random::new(7);
    let mut piece = || -> String {
        let words = (0..1000).map(|_| format!("{:x} ", random.below(1 << 16)));
        words.collect()
    };
    let words: String = (0..45).map(|_| piece().repeat(45)).collect();
    let many = |objects: String| {
        let mut large = Deck::of([Slide::of(objects)]).zip();
        let mut many = Deck::of(vec![Slide::default(); 30]).zip();
        for entry in &mut many.entries {
            if entry.name.starts_with("ppt/slides/slide") {
                let name = entry.name.clone();
                *entry = large.entry(SLIDE).clone();
                entry.name = name;
            }
        }
        many.bytes()
    };
    let entity = |inside: &str| {
        slide(&format!(
            "<?xml version=\"1.0\"?><!DOCTYPE x [{inside}]><x>&a;</x>"
        ))
    };
    let laughs: String = ('b'..='k')
        .map(|c| {
            format!(
                "<!ENTITY {} \"{}\">",
                char::from(c as u8 - 1),
                format!("&{c};").repeat(10)
            )
        })
        .collect();
    vec![
        (
            "a flat bomb",
            with(SLIDE, &zeros).bytes(),
            "hostile",
            "200 : 1",
        ),
        (
            "one in the directory of types",
            with("[Content_Types].xml", &zeros).bytes(),
            "read",
            "Words",
        ),
        (
            "one in the list of slides",
            with("ppt/presentation.xml", &zeros).bytes(),
            "hostile",
            "200 : 1",
        ),
        (
            "one in relations",
            with("_rels/.rels", &zeros).bytes(),
            "hostile",
            "_rels/.rels",
        ),
        (
            "one in a theme",
            with("ppt/theme/theme1.xml", &zeros).bytes(),
            "hostile",
            "theme1.xml",
        ),
        (
            "one in the properties",
            with("docProps/core.xml", &zeros).bytes(),
            "hostile",
            "core.xml",
        ),
        (
            "a small one",
            with(SLIDE, &half).bytes(),
            "hostile",
            "200 : 1",
        ),
        (
            "one of well-formed XML",
            with(SLIDE, spaces.as_bytes()).bytes(),
            "hostile",
            "200 : 1",
        ),
        ("a zip in a zip", pictured("a.zip", &inner), "read", "Words"),
        (
            "a bomb as a picture",
            pictured("a.png", &zeros),
            "read",
            "graphic-",
        ),
        (
            "many parts",
            many(format!("<!-- {words} -->")),
            "hostile",
            "more parts",
        ),
        (
            "much text",
            many(text(2, AT, &words)),
            "too_large",
            "longer than",
        ),
        (
            "thirty slides of as many shapes as may be",
            many("<p:sp/>".repeat(100_000)),
            "too_large",
            "paragraphs and objects",
        ),
        (
            "a billion laughs",
            entity(&laughs),
            "hostile",
            "document type",
        ),
        (
            "a quadratic entity",
            entity(&format!("<!ENTITY a \"{}\">", "x".repeat(100_000))),
            "hostile",
            "document type",
        ),
        (
            "an external entity",
            entity("<!ENTITY a SYSTEM \"file:///etc/passwd\">"),
            "hostile",
            "document type",
        ),
        (
            "an external subset",
            slide("<!DOCTYPE x SYSTEM \"http://example.org/x\"><x/>"),
            "hostile",
            "document type",
        ),
        (
            "a parameter entity",
            entity("<!ENTITY % a SYSTEM \"http://example.org/x\"> %a;"),
            "hostile",
            "document type",
        ),
        (
            "an entity from nowhere",
            slide("<x>&a;</x>"),
            "broken_office",
            "&a;",
        ),
    ]
}

/// Files that are large.
pub(crate) fn large() -> Vec<Hostile> {
    let mut zip = good().zip();
    let entry = zip.entry(SLIDE);
    entry.data = vec![b' '; 65 << 20];
    entry.method = 0;
    vec![("a large part", zip.bytes(), "hostile", "64 MB")]
}

/// XML that is deep, wide or none.
pub(crate) fn xml() -> Vec<Hostile> {
    let group = "<p:grpSp><p:nvGrpSpPr><p:cNvPr id=\"2\"/></p:nvGrpSpPr>";
    let part = |inside: &str| {
        part(
            "p:sld",
            &format!("<p:cSld><p:spTree>{inside}</p:spTree></p:cSld>"),
        )
    };
    let groups = |count: usize| {
        part(&format!(
            "{}{}{}",
            group.repeat(count),
            text(3, AT, "deep"),
            "</p:grpSp>".repeat(count)
        ))
    };
    let choice = |count: usize| {
        let open = "<mc:AlternateContent><mc:Choice>";
        let close = "</mc:Choice><mc:Fallback/></mc:AlternateContent>";
        part(&format!(
            "{}{}{}",
            open.repeat(count),
            text(3, AT, "deep"),
            close.repeat(count)
        ))
    };
    let names: String = (0..1_000_000).map(|i| format!(" a{i}=\"\"")).collect();
    let prefixes: String = (0..200).map(|i| format!(" xmlns:a{i}=\"\"")).collect();
    let nested = format!("<x{prefixes}>").repeat(100);
    vec![
        ("many groups", slide(&groups(100)), "read", "deep"),
        (
            "too many groups",
            slide(&groups(300)),
            "hostile",
            "in each other",
        ),
        (
            "a million groups",
            slide(&"<p:grpSp>".repeat(1_000_000)),
            "hostile",
            "in each other",
        ),
        ("many choices", slide(&choice(100)), "read", "deep"),
        (
            "too many choices",
            slide(&choice(1000)),
            "hostile",
            "in each other",
        ),
        (
            "a million attributes",
            slide(&format!("<x{names}/>")),
            "hostile",
            "attributes",
        ),
        (
            "twenty thousand prefixes",
            slide(&nested),
            "hostile",
            "prefixes",
        ),
        (
            "three million elements",
            slide(&part(&"<p:x/>".repeat(3_000_000))),
            "hostile",
            "elements",
        ),
        (
            "a million shapes",
            slide(&part(&"<p:sp/>".repeat(1_000_000))),
            "hostile",
            "objects on one slide",
        ),
        (
            "nearly two million pictures of nothing",
            slide(&part(&"<p:pic/>".repeat(1_900_000))),
            "hostile",
            "objects on one slide",
        ),
        (
            "as many shapes as a slide may have",
            slide(&part(&"<p:sp/>".repeat(100_000))),
            "read",
            "shape-",
        ),
        (
            "elements that cross",
            slide("<a><b></a></b>"),
            "broken_office",
            SLIDE,
        ),
        ("no end", slide("<a><b>"), "broken_office", SLIDE),
        ("two roots", slide("<a/><b/>"), "broken_office", SLIDE),
        ("nothing", slide(""), "broken_office", SLIDE),
        (
            "a comment without end",
            slide("<a><!-- "),
            "broken_office",
            SLIDE,
        ),
        (
            "bytes that are no text",
            with(SLIDE, &[0xff; 1000]).bytes(),
            "broken_office",
            SLIDE,
        ),
    ]
}

/// Directories and headers that lie.
pub(crate) fn directories() -> Vec<Hostile> {
    let mut twice = good().zip();
    twice.add(SLIDE, b"<a/>");
    let mut overlapping = good().zip();
    let at = 0;
    overlapping.entry(SLIDE).at = Some(at);
    overlapping.entry(SLIDE).stored = Some(4);
    // One piece of data under many names, each as large as all behind it.
    let mut quilt = good().zip();
    for i in 0..500 {
        quilt.add(&format!("ppt/media/{i}"), b"data").at = Some(at);
    }
    let mut into_directory = good().zip();
    into_directory.entry(SLIDE).stored = Some(100_000);
    let mut many = Zip::default();
    for i in 0..20_000 {
        many.add(&format!("{i}"), b"");
    }
    let wide = |size: u64| {
        changed(SLIDE, |entry| {
            entry.extra = [&[1, 0, 8, 0][..], &size.to_le_bytes()].concat();
            entry.size = u32::MAX;
        })
    };
    let zip64 = |count: u64, directory: u64| {
        let good = good().bytes();
        let (before, last) = good.split_at(good.len() - 22);
        let at = before.len() as u64;
        let mut bytes = before.to_vec();
        bytes.extend(b"PK\x06\x06");
        bytes.extend(44u64.to_le_bytes());
        bytes.extend([0; 12]);
        for field in [count, count, 0, directory] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(b"PK\x06\x07\0\0\0\0");
        bytes.extend(at.to_le_bytes());
        bytes.extend([1, 0, 0, 0]);
        let mut last = last.to_vec();
        last[10..12].fill(0xff);
        bytes.extend(last);
        bytes
    };
    let bytes = good().bytes();
    let directory = u64::from(u32::from_le_bytes(
        bytes[bytes.len() - 6..bytes.len() - 2]
            .try_into()
            .expect("4 bytes"),
    ));
    let entries = good().zip().entries.len() as u64;
    vec![
        ("a name twice", twice.bytes(), "hostile", "same name"),
        (
            "an entry in another",
            overlapping.bytes(),
            "hostile",
            "overlap",
        ),
        ("a quilt", quilt.bytes(), "hostile", "overlap"),
        (
            "an entry over the directory",
            into_directory.bytes(),
            "broken_office",
            "directory",
        ),
        ("too many entries", many.bytes(), "hostile", "entries"),
        (
            "a size too small",
            changed(SLIDE, |entry| entry.size = 1),
            "read",
            "Words",
        ),
        (
            "a size of nothing",
            changed(SLIDE, |entry| entry.size = 0),
            "read",
            "Words",
        ),
        (
            "a size too large",
            changed(SLIDE, |entry| entry.size = u32::MAX - 1),
            "read",
            "Words",
        ),
        (
            "another size in the local header",
            changed(SLIDE, |entry| entry.local_size = 7),
            "read",
            "Words",
        ),
        (
            "a wrong checksum",
            changed(SLIDE, |entry| entry.crc ^= 1),
            "broken_office",
            "checksum",
        ),
        (
            "a method from elsewhere",
            changed(SLIDE, |entry| entry.method = 12),
            "broken_office",
            "method 12",
        ),
        (
            "packed data that is stored",
            changed(SLIDE, |entry| entry.method = 0),
            "broken_office",
            SLIDE,
        ),
        (
            "an encrypted entry",
            changed(SLIDE, |entry| entry.flags = 1),
            "encrypted",
            "",
        ),
        (
            "an entry beyond the end",
            changed(SLIDE, |entry| entry.at = Some(u32::MAX - 9)),
            "broken_office",
            "directory",
        ),
        ("a wide size", wide(9), "read", "Words"),
        (
            "a wide size beyond measure",
            wide(u64::MAX),
            "read",
            "Words",
        ),
        (
            "a wide size that is missing",
            changed(SLIDE, |entry| entry.size = u32::MAX),
            "broken_office",
            "directory",
        ),
        ("a wide end", zip64(entries, directory), "read", "Words"),
        (
            "a wide end with too many entries",
            zip64(u64::MAX, directory),
            "hostile",
            "entries",
        ),
        (
            "a wide end that leads astray",
            zip64(entries, u64::MAX),
            "broken_office",
            "",
        ),
        (
            "a directory beyond the end",
            end(|end| end[16..20].fill(0xfe)),
            "broken_office",
            "",
        ),
        (
            "more entries than there are",
            end(|end| end[10] += 1),
            "broken_office",
            "directory",
        ),
        (
            "fewer entries than there are",
            end(|end| end[10] = 1),
            "broken_office",
            "missing",
        ),
        (
            "no zip file",
            b"This is no zip file".to_vec(),
            "broken_office",
            "no zip file",
        ),
        ("an empty file", Vec::new(), "broken_office", "no zip file"),
        (
            "an empty zip file",
            Zip::default().bytes(),
            "broken_office",
            "missing",
        ),
        (
            "a signature and nothing else",
            b"PK\x05\x06".to_vec(),
            "broken_office",
            "no zip file",
        ),
        (
            "a file of an older format",
            compound("PowerPoint Document"),
            "legacy_format",
            ".pptx",
        ),
        (
            "an encrypted file",
            compound("EncryptedPackage"),
            "encrypted",
            "encrypted",
        ),
    ]
}

/// Names that lead elsewhere, and parts that lead back.
pub(crate) fn names() -> Vec<Hostile> {
    let relations = |list: &str| {
        let head = "http://schemas.openxmlformats.org/package/2006/relationships";
        let text = format!("<Relationships xmlns=\"{head}\">{list}</Relationships>");
        with("ppt/slides/_rels/slide1.xml.rels", text.as_bytes())
    };
    let to = |kind: &str, target: &str| {
        format!("<Relationship Id=\"r\" Type=\"http://x/{kind}\" Target=\"{target}\"/>")
    };
    let mut outside = relations(&to("notesSlide", "../../../../../../../etc/passwd"));
    outside.add("../../../etc/passwd", b"<a/>");
    outside.add("/etc/shadow", b"<a/>");
    outside.add("C:\\windows\\win.ini", b"<a/>");
    let listed = "<p:sldId r:id=\"s0\"/>".repeat(100_000);
    let list = part(
        "p:presentation",
        &format!("<p:sldIdLst>{listed}</p:sldIdLst>"),
    );
    vec![
        ("names outside", outside.bytes(), "read", "Words"),
        (
            "a layout that is the slide",
            relations(&to("slideLayout", "slide1.xml")).bytes(),
            "read",
            "Words",
        ),
        (
            "notes that are the slide",
            relations(&to("notesSlide", "slide1.xml")).bytes(),
            "read",
            "Words",
        ),
        (
            "a slide, its layout and its master in a circle",
            {
                let mut zip = relations(
                    &(to("slideLayout", "../slideLayouts/layout1.xml")
                        + &to("slideMaster", "slide1.xml")),
                );
                let head = "http://schemas.openxmlformats.org/package/2006/relationships";
                let back = format!(
                    "<Relationships xmlns=\"{head}\">{}</Relationships>",
                    to("slideMaster", "../slides/slide1.xml")
                );
                zip.remove("ppt/slideLayouts/_rels/layout1.xml.rels");
                zip.add("ppt/slideLayouts/_rels/layout1.xml.rels", back.as_bytes());
                zip.bytes()
            },
            "read",
            "Words",
        ),
        (
            "one slide a hundred thousand times",
            stored("ppt/presentation.xml", list.as_bytes()),
            "read",
            "Words",
        ),
        (
            "a slide list that is no list",
            with("ppt/presentation.xml", b"<a/>").bytes(),
            "broken_office",
            "no document",
        ),
        (
            "no presentation",
            {
                let mut zip = good().zip();
                zip.remove("ppt/presentation.xml");
                zip.bytes()
            },
            "broken_office",
            "missing",
        ),
    ]
}

/// Pictures that are not what they say.
pub(crate) fn pictures() -> Vec<Hostile> {
    let mut endless = b"GIF89a\xff\xff\xff\xff\xf7\0\0".to_vec();
    endless.extend([0; 768]);
    endless.extend(b",\0\0\0\0\xff\xff\xff\xff\0\x08\xff");
    vec![
        ("fifty thousand pixels a side", pictured("a.png", &large_png(50_000)), "read", "graphic-"),
        ("four billion pixels a side", pictured("a.png", &large_png(u32::MAX)), "read", "graphic-"),
        ("five thousand pixels of nothing", pictured("a.png", &large_png(5_000)), "read", "graphic-"),
        ("a picture of no size", pictured("a.png", &large_png(0)), "read", "graphic-"),
        ("a large gif", pictured("a.gif", &endless), "read", "graphic-"),
        ("half a header", pictured("a.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF"), "read", "graphic-"),
        ("a tiff of one directory after the other", pictured("a.tif", b"II*\0\x08\0\0\0\0\0\x08\0\0\0"), "read", "graphic-"),
        ("a webp that is cut", pictured("a.webp", b"RIFF\xff\xff\xff\xffWEBPVP8L\xff\xff\xff\xff"), "read", "graphic-"),
        ("a bitmap beyond measure", pictured("a.bmp", b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\xff\xff\xff\x7f\xff\xff\xff\x7f\x01\0\x18\0"), "read", "graphic-"),
    ]
}

/// Files of other kinds than presentations, and what only these have.
pub(crate) fn others() -> Vec<Hostile> {
    let word = |body: &str| {
        let mut zip = Zip::default();
        let space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
        let text = format!("<w:document xmlns:w=\"{space}\"><w:body>{body}</w:body></w:document>");
        let kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        let relations = format!(
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
             <Relationship Id=\"r\" Type=\"{kinds}/officeDocument\" Target=\"word/document.xml\"/>\
             </Relationships>"
        );
        zip.add("_rels/.rels", relations.as_bytes());
        zip.add("word/document.xml", text.as_bytes());
        zip.bytes()
    };
    let open = |head: &str, body: &str| {
        let mut zip = Zip::default();
        zip.add("mimetype", b"application/vnd.oasis.opendocument.text");
        let spaces = ["office", "text", "table"].map(|name| {
            format!("xmlns:{name}=\"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0\"")
        });
        let text = format!(
            "{head}<office:document-content {}><office:body><office:text>{body}</office:text></office:body>\
             </office:document-content>",
            spaces.join(" ")
        );
        zip.add("content.xml", text.as_bytes());
        zip.bytes()
    };
    let deep = |tag: &str, count: usize| {
        let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
        format!("{}x{}", open.repeat(count), close.repeat(count))
    };
    let names: String = (0..1_000_000).map(|i| format!(" a{i}=\"\"")).collect();
    let paragraph = "<w:p><w:r><w:t>Words</w:t></w:r></w:p>";
    let spaces = "<text:p>Words<text:s text:c=\"4000000000\"/>end</text:p>";
    let cells = "<table:table><table:table-row table:number-rows-repeated=\"1000000000\"><table:table-cell \
                 table:number-columns-repeated=\"1000000000\"><text:p>Words</text:p></table:table-cell>\
                 </table:table-row></table:table>";
    vec![
        ("a text document", word(paragraph), "read", "Words"),
        (
            "tables in tables",
            word(&deep("w:tbl", 1000)),
            "hostile",
            "in each other",
        ),
        (
            "a bomb of a text document",
            word(&" ".repeat(80 << 20)),
            "hostile",
            "200 : 1",
        ),
        (
            "an open text with an external entity",
            open(
                "<!DOCTYPE x SYSTEM \"http://example.org/x\">",
                "<text:p>&a;</text:p>",
            ),
            "hostile",
            "document type",
        ),
        (
            "lists in lists",
            open("", &deep("text:list", 1000)),
            "hostile",
            "in each other",
        ),
        (
            "tables in open tables",
            open("", &deep("table:table", 1000)),
            "hostile",
            "in each other",
        ),
        (
            "runs in runs",
            word(&deep("w:r", 1000)),
            "hostile",
            "in each other",
        ),
        (
            "a paragraph with a million attributes",
            word(&format!("<w:p{names}/>")),
            "hostile",
            "attributes",
        ),
        (
            "a bomb of an open text",
            open("", &" ".repeat(80 << 20)),
            "hostile",
            "200 : 1",
        ),
        (
            "an open text with an entity of entities",
            open(
                "<!DOCTYPE x [<!ENTITY a \"&b;&b;\"><!ENTITY b \"&a;&a;\">]>",
                "<text:p>&a;</text:p>",
            ),
            "hostile",
            "document type",
        ),
        (
            "an open text with a file in it",
            open(
                "<!DOCTYPE x [<!ENTITY % a SYSTEM \"file:///etc/passwd\"> %a;]>",
                "<text:p>Words</text:p>",
            ),
            "hostile",
            "document type",
        ),
        ("four billion spaces", open("", spaces), "read", "Words"),
        (
            "a billion times a billion cells",
            open("", cells),
            "read",
            "Words",
        ),
    ]
}

/// All of them.
#[allow(dead_code, reason = "where each is looked at by its kind")]
pub(crate) fn all() -> Vec<Hostile> {
    let kinds = [bombs, large, xml, directories, names, pictures, others];
    kinds.into_iter().flat_map(|kind| kind()).collect()
}
