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
                   3 beginbfrange <0010> <0029> <0061> <0100> <01ff> <0500> <0200> <02ff> <0600> endbfrange endcmap end";
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

    /// Adds a composite font under a name, without a map to Unicode: how its codes are read, whose numbers they are, and a font file,
    /// if any.
    pub(crate) fn unmapped(
        &mut self,
        name: &str,
        encoding: &str,
        ordering: &str,
        file: Option<&[u8]>,
    ) {
        let file = file.map(|file| {
            let file = self.stream(&format!("/Length1 {}", file.len()), file);
            let about = format!(
                "<< /Type /FontDescriptor /FontName /{name} /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 \
                 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 {file} 0 R >>"
            );
            format!("/FontDescriptor {} 0 R", self.add(about.as_bytes()))
        });
        let under = format!(
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /DW 1000 /CIDToGIDMap /Identity /CIDSystemInfo \
             << /Registry (Adobe) /Ordering ({ordering}) /Supplement 0 >> {} >>",
            file.unwrap_or_default()
        );
        let under = self.add(under.as_bytes());
        let font = format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /{encoding} /DescendantFonts [{under} 0 R] >>"
        );
        let font = self.add(font.as_bytes());
        let fonts = String::from_utf8_lossy(&self.objects[2]).into_owned();
        let more = format!("<< /Font << /{name} {font} 0 R ");
        self.objects[2] = fonts.replacen("<< /Font << ", &more, 1).into_bytes();
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

/// Text at a place, in codes of two bytes.
pub(crate) fn show_codes(
    font: &str,
    x: u32,
    y: u32,
    codes: impl IntoIterator<Item = u16>,
) -> String {
    let codes: String = codes
        .into_iter()
        .map(|code| format!("{code:04x}"))
        .collect();
    format!("BT /{font} 10 Tf 1 0 0 1 {x} {y} Tm <{codes}> Tj ET\n")
}

/// A TrueType font of empty glyphs, with a table that gives the first character glyph 1, and so on.
pub(crate) fn font_file(characters: &[char]) -> Vec<u8> {
    let count = characters.len() as u16 + 1;
    let mut cmap = Vec::new();
    for half in [0, 1, 3, 10, 0, 12, 12, 0] {
        cmap.extend(u16::to_be_bytes(half));
    }
    let groups = characters.len() as u32;
    for word in [16 + 12 * groups, 0, groups] {
        cmap.extend(word.to_be_bytes());
    }
    let mut sorted: Vec<(char, u32)> = characters.iter().copied().zip(1..).collect();
    sorted.sort_unstable();
    for (character, glyph) in sorted {
        for word in [character as u32, character as u32, glyph] {
            cmap.extend(word.to_be_bytes());
        }
    }
    let mut head = vec![0; 54];
    head[..4].copy_from_slice(&[0, 1, 0, 0]);
    head[12..16].copy_from_slice(&[0x5f, 0x0f, 0x3c, 0xf5]);
    head[18..20].copy_from_slice(&1000_u16.to_be_bytes());
    let mut hhea = vec![0; 36];
    hhea[1] = 1;
    hhea[34..].copy_from_slice(&count.to_be_bytes());
    let mut maxp = vec![0; 32];
    maxp[1] = 1;
    maxp[4..6].copy_from_slice(&count.to_be_bytes());
    let widths: Vec<u8> = (0..count).flat_map(|_| [3, 232, 0, 0]).collect();
    let tables: [(&[u8; 4], Vec<u8>); 7] = [
        (b"cmap", cmap),
        (b"glyf", vec![0; 4]),
        (b"head", head),
        (b"hhea", hhea),
        (b"hmtx", widths),
        (b"loca", vec![0; 2 * (usize::from(count) + 1)]),
        (b"maxp", maxp),
    ];
    let mut font = vec![0, 1, 0, 0, 0, 7, 0, 64, 0, 2, 0, 48];
    let mut at = 12 + 16 * tables.len() as u32;
    for (name, table) in &tables {
        font.extend(*name);
        for word in [0, at, table.len() as u32] {
            font.extend(word.to_be_bytes());
        }
        at += table.len().next_multiple_of(4) as u32;
    }
    for (_, table) in &tables {
        font.extend(table);
        font.resize(font.len().next_multiple_of(4), 0);
    }
    font
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
