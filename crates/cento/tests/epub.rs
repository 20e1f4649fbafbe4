//! Books, made by code: what is read of them, and what is refused.

#![cfg(feature = "epub")]

#[path = "common/zip.rs"]
#[allow(dead_code, reason = "not every test asks")]
mod zip;

use cento::engine::find;
use cento::find::{FindOptions, Preset};
use cento::read::{Document, Input, Item, Paging, ReadOptions, Source};
use cento::report::{PairRow, PassageRow, Sink};
use cento::watch::Unwatched;
use zip::Zip;

/// What a file of this content is.
fn read(bytes: &[u8]) -> Item {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.epub");
    std::fs::write(&path, bytes).expect("written");
    let options = ReadOptions::default();
    let mut input = Input::open(&[path.display().to_string()], &options).expect("opened");
    let mut items = Vec::new();
    while let Some(chunk) = input.next_chunk().expect("read") {
        chunk.parse(&mut |item| items.push(item));
    }
    assert_eq!(items.len(), 1);
    items.remove(0)
}

fn document(bytes: &[u8]) -> Document {
    match read(bytes) {
        Item::Document(document) => document,
        Item::Skipped(skipped) => panic!("{}", skipped.detail),
    }
}

fn refused(bytes: &[u8]) -> (&'static str, String) {
    match read(bytes) {
        Item::Document(document) => ("read", document.text),
        Item::Skipped(skipped) => (skipped.reason.code(), skipped.detail),
    }
}

const CONTAINER: &str = r#"<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;

const BOOK: &str = r#"<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" xmlns:dc="d" xmlns:opf="o"><metadata>
<dc:title>The  Ferry</dc:title><dc:creator>A. Weaver</dc:creator><dc:creator>B. Smith</dc:creator>
<dc:date opf:event="modification">2020-01-01</dc:date><dc:date opf:event="publication">1902-05</dc:date><dc:date>soon</dc:date>
<dc:language>en</dc:language></metadata>
<manifest>
<item id="two" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/>
<item id="one" href="text/one.xhtml" media-type="application/xhtml+xml"/>
<item id="toc" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="css" href="s.css" media-type="text/css"/>
<item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/>
<item id="cover" href="cover.svg" media-type="image/svg+xml"/>
</manifest>
<spine><itemref idref="cover"/><itemref idref="toc"/><itemref idref="one"/><itemref idref="gone"/><itemref idref="two"/>
<itemref idref="nobody"/></spine></package>"#;

const ONE: &str = "<!DOCTYPE html PUBLIC 'x' 'y'><html><head><title>t</title></head><body><h1>The river</h1>\
                   <p>It was late&nbsp;when the ferry <b>came</b>.</p></body></html>";
const TWO: &str = "<html><body><p>Nobody <i>was on board<p>The end</body>";

fn book() -> Zip {
    let mut zip = Zip::default();
    zip.add("mimetype", b"application/epub+zip");
    zip.add("META-INF/container.xml", CONTAINER.as_bytes());
    zip.add("OEBPS/content.opf", BOOK.as_bytes());
    zip.add("OEBPS/text/one.xhtml", ONE.as_bytes());
    zip.add("OEBPS/text/two b.xhtml", TWO.as_bytes());
    zip.add("OEBPS/nav.xhtml", b"<p>contents</p>");
    zip
}

fn with(name: &str, content: &[u8]) -> Vec<u8> {
    let mut zip = book();
    zip.remove(name);
    zip.add(name, content);
    zip.bytes()
}

#[test]
fn chapters_come_in_the_order_of_the_spine() {
    let book = document(&book().bytes());
    assert_eq!(
        book.text,
        "The river\n\nIt was late\u{a0}when the ferry came.\n\nNobody was on board\n\nThe end\n\n"
    );
    assert_eq!(book.title.as_deref(), Some("The Ferry"));
    assert_eq!(book.date.as_deref(), Some("1902-05"));
    let meta: serde_json::Value = serde_json::from_str(&book.meta).expect("an object");
    let expected = serde_json::json!({
        "author": "A. Weaver; B. Smith", "kind": "epub", "language": "en", "chapters": 2
    });
    assert_eq!(meta, expected);
    let layout = book.layout.expect("chapters");
    assert_eq!(layout.paging, Paging::Chapters);
    let places: Vec<_> = layout.blocks.iter().map(|it| (it.begin, it.page)).collect();
    let second = book.text.find("Nobody").expect("there") as u32;
    assert_eq!(places, [(0, 1), (second, 2)]);
    assert_eq!(layout.labels, ["The river", ""]);
}

#[test]
fn a_book_is_found_without_a_sign_to_it() {
    let mut zip = book();
    zip.remove("META-INF/container.xml");
    assert!(document(&zip.bytes()).text.starts_with("The river"));
}

#[test]
fn bombs_circles_and_locks_are_refused() {
    let bomb = vec![b'a'; 300 << 20];
    let again = r#"<itemref idref="one"/>"#.repeat(1000);
    let again = BOOK.replace("<spine>", &format!("<spine>{again}"));
    let long = format!("<p>{}</p>", "abcdefg ".repeat(100_000));
    let mut repeated = book();
    repeated.remove("OEBPS/content.opf");
    repeated.remove("OEBPS/text/one.xhtml");
    repeated.add("OEBPS/content.opf", again.as_bytes());
    let chapter = repeated.add("OEBPS/text/one.xhtml", long.as_bytes());
    (chapter.data, chapter.method) = (long.clone().into_bytes(), 0);
    let mut locked = book();
    locked.add(
        "META-INF/encryption.xml",
        br#"<encryption><x:EncryptedData xmlns:x="x"><x:CipherReference URI="OEBPS/text/one.xhtml"/></x:EncryptedData></encryption>"#,
    );
    let mut fonts = book();
    fonts.add(
        "META-INF/encryption.xml",
        br#"<encryption><EncryptedData><CipherReference URI="OEBPS/f.otf"/></EncryptedData></encryption>"#,
    );
    let deep = "<a>".repeat(100_000);
    let entity = "<!DOCTYPE a [<!ENTITY b 'c'>]><package/>";
    for (bytes, reason, cause) in [
        (with("OEBPS/text/one.xhtml", &bomb), "hostile", "200 : 1"),
        (with("OEBPS/content.opf", &bomb), "hostile", "200 : 1"),
        (repeated.bytes(), "too_large", "longer than"),
        (
            with("OEBPS/content.opf", deep.as_bytes()),
            "hostile",
            "in each other",
        ),
        (
            with("OEBPS/content.opf", entity.as_bytes()),
            "hostile",
            "document type",
        ),
        (locked.bytes(), "encrypted", "encrypted"),
        (fonts.bytes(), "read", "river"),
        (
            with("OEBPS/content.opf", b"<package/>"),
            "broken_epub",
            "no list of chapters",
        ),
        (
            with("OEBPS/content.opf", b"<package"),
            "broken_epub",
            "content.opf",
        ),
        (with("OEBPS/text/one.xhtml", b""), "read", "Nobody"),
        (b"no zip file".to_vec(), "broken_epub", "no zip file"),
        (Vec::new(), "broken_epub", "no zip file"),
    ] {
        let (found, detail) = refused(&bytes);
        assert_eq!(found, reason, "{detail}");
        assert!(detail.contains(cause), "{detail}");
    }
}

#[derive(Default)]
struct Places(Vec<[Option<String>; 2]>);

impl Sink for Places {
    fn pair(&mut self, _: &PairRow) -> cento::Result<()> {
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        self.0.push([row.a_place.clone(), row.b_place.clone()]);
        Ok(())
    }
}

#[test]
fn a_passage_says_in_which_chapter_it_stands() {
    let words = "the ferry came late again and nobody on the quay was surprised since it had been so for years";
    let folder = tempfile::tempdir().expect("a folder");
    let chapter = format!("<h2>The quay</h2><p>At last {words}.</p>");
    let book = with("OEBPS/text/two b.xhtml", chapter.as_bytes());
    std::fs::write(folder.path().join("a.epub"), book).expect("written");
    std::fs::write(
        folder.path().join("b.txt"),
        format!("He said that {words}, and left."),
    )
    .expect("written");
    let temp = tempfile::tempdir().expect("a folder");
    let preset: Preset = "news".parse().expect("a preset");
    let options = FindOptions {
        align: Some(preset.align),
        ..FindOptions::new(preset.scheme(), 256 << 20, temp.path().to_owned())
    };
    let input = [folder.path().to_string_lossy().into_owned()];
    let mut places = Places::default();
    find(&input, None, &options, &Unwatched, &mut places).expect("a run");
    let place = r#"{"chapters":[2],"labels":["The quay"],"parts":["body"]}"#;
    assert_eq!(places.0, [[Some(place.to_owned()), None]]);
}
