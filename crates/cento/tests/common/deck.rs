//! Presentations made by code.

use super::zip::Zip;

const SPACES: &str = "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
     xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
     xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" \
     xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
     xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" \
     xmlns:dgm=\"http://schemas.openxmlformats.org/drawingml/2006/diagram\" \
     xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\"";

const KINDS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A presentation to be.
#[derive(Clone)]
pub(crate) struct Deck {
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) created: String,
    pub(crate) theme: String,
    /// Objects of the master, and of the layout.
    pub(crate) master: String,
    pub(crate) layout: String,
    pub(crate) slides: Vec<Slide>,
    /// Entries besides slides.
    pub(crate) parts: Vec<(String, Vec<u8>)>,
}

/// A slide to be.
#[derive(Clone, Default)]
pub(crate) struct Slide {
    /// What stands before the objects: a background.
    pub(crate) background: String,
    pub(crate) objects: String,
    pub(crate) notes: Option<String>,
    pub(crate) hidden: bool,
    /// Id, kind and target; a target with a colon is outside.
    pub(crate) relations: Vec<(String, String, String)>,
}

impl Default for Deck {
    fn default() -> Self {
        Self {
            title: "A deck".into(),
            author: "Ada".into(),
            created: "2020-02-29T12:00:00Z".into(),
            theme: "Ion".into(),
            master: String::new(),
            layout: String::new(),
            slides: Vec::new(),
            parts: Vec::new(),
        }
    }
}

impl Slide {
    pub(crate) fn of(objects: impl Into<String>) -> Self {
        Self {
            objects: objects.into(),
            ..Self::default()
        }
    }

    pub(crate) fn with(mut self, id: &str, kind: &str, target: &str) -> Self {
        self.relations.push((id.into(), kind.into(), target.into()));
        self
    }
}

impl Deck {
    pub(crate) fn of(slides: impl IntoIterator<Item = Slide>) -> Self {
        Self {
            slides: slides.into_iter().collect(),
            ..Self::default()
        }
    }

    /// With another entry.
    pub(crate) fn with(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.parts.push((name.into(), content.into()));
        self
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.zip().bytes()
    }

    /// Slides are stored last to first: their order is that of the list.
    pub(crate) fn zip(&self) -> Zip {
        let mut zip = Zip::default();
        zip.add("[Content_Types].xml", b"<Types/>");
        zip.add(
            "_rels/.rels",
            relations(&[
                (
                    "r1".into(),
                    "officeDocument".into(),
                    "ppt/presentation.xml".into(),
                ),
                (
                    "r2".into(),
                    "core-properties".into(),
                    "docProps/core.xml".into(),
                ),
            ])
            .as_bytes(),
        );
        let Self {
            title,
            author,
            created,
            ..
        } = self;
        let core = format!(
            "<cp:coreProperties xmlns:cp=\"c\" xmlns:dc=\"d\" xmlns:dcterms=\"t\"><dc:title>{title}</dc:title>\
             <dc:creator>{author}</dc:creator><dcterms:created>{created}</dcterms:created></cp:coreProperties>"
        );
        zip.add("docProps/core.xml", core.as_bytes());
        let count = self.slides.len();
        let list: String = (0..count)
            .map(|i| format!("<p:sldId id=\"{}\" r:id=\"s{i}\"/>", 256 + i))
            .collect();
        let presentation = format!(
            "<?xml version=\"1.0\"?><p:presentation {SPACES}><p:sldIdLst>{list}</p:sldIdLst>\
             <p:sldSz cx=\"12192000\" cy=\"6858000\"/></p:presentation>"
        );
        zip.add("ppt/presentation.xml", presentation.as_bytes());
        let slides: Vec<_> = (0..count)
            .map(|i| {
                (
                    format!("s{i}"),
                    "slide".into(),
                    format!("slides/slide{}.xml", count - i),
                )
            })
            .collect();
        zip.add(
            "ppt/_rels/presentation.xml.rels",
            relations(&slides).as_bytes(),
        );
        for (i, slide) in self.slides.iter().enumerate() {
            slide.put(&mut zip, count - i);
        }
        zip.add(
            "ppt/slideLayouts/layout1.xml",
            sheet("sldLayout", "", "", &self.layout).as_bytes(),
        );
        zip.add(
            "ppt/slideLayouts/_rels/layout1.xml.rels",
            relations(&[(
                "r1".into(),
                "slideMaster".into(),
                "../slideMasters/master1.xml".into(),
            )])
            .as_bytes(),
        );
        zip.add(
            "ppt/slideMasters/master1.xml",
            sheet("sldMaster", "", "", &self.master).as_bytes(),
        );
        zip.add(
            "ppt/slideMasters/_rels/master1.xml.rels",
            relations(&[
                ("r1".into(), "theme".into(), "../theme/theme1.xml".into()),
                (
                    "r2".into(),
                    "slideLayout".into(),
                    "../slideLayouts/layout1.xml".into(),
                ),
            ])
            .as_bytes(),
        );
        let theme = format!(
            "<a:theme {SPACES} name=\"{}\"><a:themeElements/></a:theme>",
            self.theme
        );
        zip.add("ppt/theme/theme1.xml", theme.as_bytes());
        for (name, content) in &self.parts {
            zip.add(name, content);
        }
        zip
    }
}

impl Slide {
    fn put(&self, zip: &mut Zip, number: usize) {
        let show = if self.hidden { " show=\"0\"" } else { "" };
        let slide = sheet("sld", show, &self.background, &self.objects);
        zip.add(&format!("ppt/slides/slide{number}.xml"), slide.as_bytes());
        let mut own = self.relations.clone();
        own.push((
            "layout".into(),
            "slideLayout".into(),
            "../slideLayouts/layout1.xml".into(),
        ));
        if let Some(notes) = &self.notes {
            let target = format!("../notesSlides/notes{number}.xml");
            own.push(("notes".into(), "notesSlide".into(), target));
            let objects = placeholder(2, "sldImg", "")
                + &placeholder(3, "body", notes)
                + &placeholder(4, "sldNum", "7");
            let notes = sheet("notes", "", "", &objects);
            zip.add(
                &format!("ppt/notesSlides/notes{number}.xml"),
                notes.as_bytes(),
            );
        }
        let name = format!("ppt/slides/_rels/slide{number}.xml.rels");
        zip.add(&name, relations(&own).as_bytes());
    }
}

fn sheet(kind: &str, attributes: &str, background: &str, objects: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<p:{kind} {SPACES}{attributes}><p:cSld>{background}<p:spTree>\
         <p:nvGrpSpPr><p:cNvPr id=\"1\" name=\"\"/></p:nvGrpSpPr><p:grpSpPr/>{objects}</p:spTree></p:cSld></p:{kind}>"
    )
}

fn relations(list: &[(String, String, String)]) -> String {
    let mut text = String::from(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">",
    );
    for (id, kind, target) in list {
        let mode = if target.contains(':') {
            " TargetMode=\"External\""
        } else {
            ""
        };
        text += &format!(
            "<Relationship Id=\"{id}\" Type=\"{KINDS}/{kind}\" Target=\"{target}\"{mode}/>"
        );
    }
    text + "</Relationships>"
}

/// A box in tenths of a millimetre, as attributes of `a:xfrm` have it.
pub(crate) fn transform([x, y, width, height]: [i64; 4]) -> String {
    let emu = |length: i64| length * 3600;
    format!(
        "<a:off x=\"{}\" y=\"{}\"/><a:ext cx=\"{}\" cy=\"{}\"/>",
        emu(x),
        emu(y),
        emu(width),
        emu(height)
    )
}

/// Lines of a text body.
pub(crate) fn body(text: &str) -> String {
    let lines = text
        .split('\n')
        .map(|line| format!("<a:p><a:r><a:t>{line}</a:t></a:r></a:p>"));
    lines.collect()
}

/// A text box.
pub(crate) fn text(id: u32, at: [i64; 4], text: &str) -> String {
    let (at, body) = (transform(at), body(text));
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"{id}\" name=\"\"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm>{at}</a:xfrm></p:spPr>\
         <p:txBody><a:bodyPr/>{body}</p:txBody></p:sp>"
    )
}

/// A place of the layout.
pub(crate) fn placeholder(id: u32, kind: &str, text: &str) -> String {
    let body = if text.is_empty() {
        "<a:p/>".into()
    } else {
        body(text)
    };
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"{id}\" name=\"\"/><p:nvPr><p:ph type=\"{kind}\"/></p:nvPr></p:nvSpPr><p:spPr/>\
         <p:txBody>{body}</p:txBody></p:sp>"
    )
}

/// A shape without words.
pub(crate) fn shape(id: u32, at: [i64; 4], form: &str, colour: &str) -> String {
    let at = transform(at);
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"{id}\" name=\"\"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm>{at}</a:xfrm>\
         <a:prstGeom prst=\"{form}\"/><a:solidFill><a:srgbClr val=\"{colour}\"/></a:solidFill></p:spPr></p:sp>"
    )
}

/// A picture.
pub(crate) fn picture(id: u32, at: [i64; 4], relation: &str) -> String {
    let at = transform(at);
    format!(
        "<p:pic><p:nvPicPr><p:cNvPr id=\"{id}\" name=\"\" descr=\"not read\"/><p:nvPr/></p:nvPicPr><p:blipFill>\
         <a:blip r:embed=\"{relation}\"/></p:blipFill><p:spPr><a:xfrm>{at}</a:xfrm></p:spPr></p:pic>"
    )
}

/// A group: where it stands, and the coordinates inside.
pub(crate) fn group(id: u32, at: [i64; 4], inside: [i64; 4], objects: &str) -> String {
    let at = transform(at);
    let inside = transform(inside)
        .replace("a:off", "a:chOff")
        .replace("a:ext", "a:chExt");
    format!(
        "<p:grpSp><p:nvGrpSpPr><p:cNvPr id=\"{id}\" name=\"\"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>{at}{inside}</a:xfrm>\
         </p:grpSpPr>{objects}</p:grpSp>"
    )
}

/// A frame around a table, a chart or the like.
pub(crate) fn frame(id: u32, at: [i64; 4], content: &str) -> String {
    let at = transform(at);
    format!(
        "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id=\"{id}\" name=\"\"/><p:nvPr/></p:nvGraphicFramePr>\
         <p:xfrm>{at}</p:xfrm><a:graphic><a:graphicData uri=\"\">{content}</a:graphicData></a:graphic></p:graphicFrame>"
    )
}

/// A part with the prefixes that slides have.
pub(crate) fn part(name: &str, content: &str) -> String {
    format!("<{name} {SPACES}>{content}</{name}>")
}
