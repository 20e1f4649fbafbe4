//! PDF files, made by code: honest ones with known text, and others.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// A file to be: objects by number, from 1. The first is the catalog, the second the tree of pages, the third the fonts.
#[derive(Clone)]
pub(crate) struct Pdf {
    pub(crate) objects: Vec<Vec<u8>>,
    pages: Vec<usize>,
    /// What the trailer has besides.
    pub(crate) trailer: String,
    /// What the catalog has besides.
    pub(crate) catalog: String,
}

/// Text at a place, in a font of a size.
pub(crate) fn show(font: &str, size: u32, x: u32, y: u32, text: &str) -> String {
    let text = text
        .replace('\\', "\\\\")
        .replace('(', "\\(")
        .replace(')', "\\)");
    format!("BT /{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

impl Pdf {
    pub(crate) fn new() -> Self {
        let mut pdf = Self {
            objects: vec![Vec::new(); 3],
            pages: Vec::new(),
            trailer: String::new(),
            catalog: String::new(),
        };
        let font = |name| {
            format!(
                "<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
            )
        };
        let times = pdf.add(font("Times-Roman").as_bytes());
        let bold = pdf.add(font("Helvetica-Bold").as_bytes());
        // Codes that mean something only by their map.
        let map = "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> \
                   endcodespacerange 2 beginbfchar <0001> <0416> <0002> <00660069> endbfchar \
                   1 beginbfrange <0010> <0029> <0061> endbfrange endcmap end";
        let map = pdf.stream("", map.as_bytes());
        let under = pdf.add(
            b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /DW 500 /CIDSystemInfo \
              << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
        );
        let mapped = format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [{under} 0 R] /ToUnicode {map} 0 R >>"
        );
        let mapped = pdf.add(mapped.as_bytes());
        pdf.objects[2] =
            format!("<< /Font << /T {times} 0 R /B {bold} 0 R /M {mapped} 0 R >> >>").into_bytes();
        pdf
    }

    /// Adds an object; its number.
    pub(crate) fn add(&mut self, object: &[u8]) -> usize {
        self.objects.push(object.to_vec());
        self.objects.len()
    }

    /// Adds a stream as it stands, with a dictionary of which `Length` is known.
    pub(crate) fn stream(&mut self, dictionary: &str, bytes: &[u8]) -> usize {
        let mut object =
            format!("<< /Length {} {dictionary} >>\nstream\n", bytes.len()).into_bytes();
        object.extend(bytes);
        object.extend(b"\nendstream");
        self.add(&object)
    }

    /// Adds a page that shows `content`.
    pub(crate) fn page(&mut self, content: &str) -> usize {
        let content = self.stream("/Filter /FlateDecode", &packed(content.as_bytes()));
        self.page_of(content, "")
    }

    /// Adds a page of a stream, with more in its dictionary.
    pub(crate) fn page_of(&mut self, content: usize, more: &str) -> usize {
        let page = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources 3 0 R /Contents {content} 0 R {more} >>"
        );
        let page = self.add(page.as_bytes());
        self.pages.push(page);
        page
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut pdf = self.clone();
        let mut kids = String::new();
        for page in &pdf.pages {
            let _ = write!(kids, "{page} 0 R ");
        }
        if pdf.objects[0].is_empty() {
            pdf.objects[0] =
                format!("<< /Type /Catalog /Pages 2 0 R {} >>", pdf.catalog).into_bytes();
        }
        if pdf.objects[1].is_empty() {
            let count = pdf.pages.len();
            pdf.objects[1] =
                format!("<< /Type /Pages /Count {count} /Kids [{kids}] >>").into_bytes();
        }
        let mut out = b"%PDF-1.7\n".to_vec();
        let mut places = Vec::new();
        for (at, object) in pdf.objects.iter().enumerate() {
            places.push(out.len());
            out.extend(format!("{} 0 obj\n", at + 1).bytes());
            out.extend(object);
            out.extend(b"\nendobj\n");
        }
        let begin = out.len();
        let count = places.len() + 1;
        out.extend(format!("xref\n0 {count}\n0000000000 65535 f \n").bytes());
        for place in places {
            out.extend(format!("{place:010} 00000 n \n").bytes());
        }
        let more = &pdf.trailer;
        out.extend(
            format!("trailer\n<< /Size {count} /Root 1 0 R {more} >>\nstartxref\n{begin}\n%%EOF\n")
                .bytes(),
        );
        out
    }
}

pub(crate) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut out = ZlibEncoder::new(Vec::new(), Compression::fast());
    out.write_all(bytes).expect("in memory");
    out.finish().expect("in memory")
}

/// So many megabytes of spaces, packed twice.
pub(crate) fn bomb(megabytes: usize) -> Vec<u8> {
    let mut out = ZlibEncoder::new(Vec::new(), Compression::fast());
    let piece = vec![b' '; 1 << 20];
    for _ in 0..megabytes {
        out.write_all(&piece).expect("in memory");
    }
    packed(&out.finish().expect("in memory"))
}
