//! XML from a stranger, as a tree of what stands in the text of a part.
//!
//! A tree rather than events, since what a shape is stands behind what it is made of, and of two alternatives one is
//! taken. It borrows from the text, and is bounded in depth and size; there is no document type, so there are no
//! entities but the five that XML has.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::namespace::Namespace;
use super::{broken, hostile};
use crate::read::file::Refused;

/// Elements in elements. A document of tables in tables has 60.
const MAX_DEPTH: usize = 256;
/// Elements and pieces of text; 20 bytes each.
const MAX_NODES: usize = 2_000_000;
/// Attributes of one element.
const MAX_ATTRIBUTES: usize = 256;
/// Prefixes that are declared at one place.
const MAX_PREFIXES: usize = 1000;

/// The elements of a part, in the order of its text.
pub(in crate::read) struct Tree<'a> {
    text: &'a str,
    nodes: Vec<Node>,
}

/// A place in the text: no part is as long as 32 bits count.
struct Node {
    kind: Kind,
    /// Where its name without the prefix begins; or its text.
    begin: u32,
    /// The length of that. The attributes follow.
    length: u32,
    attributes: u32,
    /// One past the last node inside.
    end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Element(Namespace),
    Text,
    /// `amp`, `#65`.
    Reference,
}

/// An element of a tree.
#[derive(Clone, Copy)]
pub(in crate::read) struct Element<'t> {
    tree: &'t Tree<'t>,
    at: usize,
}

/// The text of a part, which may be UTF-16; and how many invalid sequences were replaced.
pub(in crate::read) fn decode(bytes: Vec<u8>) -> (String, u32) {
    let order: Option<fn([u8; 2]) -> u16> = match bytes.get(..2) {
        Some([0xff, 0xfe] | [b'<', 0]) => Some(u16::from_le_bytes),
        Some([0xfe, 0xff] | [0, b'<']) => Some(u16::from_be_bytes),
        _ => None,
    };
    if let Some(order) = order {
        let (pairs, _) = bytes.as_chunks::<2>();
        let units = pairs.iter().map(|&pair| order(pair));
        let mut replaced = 0;
        let text = char::decode_utf16(units)
            .map(|unit| {
                unit.unwrap_or_else(|_| {
                    replaced += 1;
                    char::REPLACEMENT_CHARACTER
                })
            })
            .collect();
        return (text, replaced);
    }
    match String::from_utf8(bytes) {
        Ok(text) => (text, 0),
        Err(error) => {
            let (text, replaced) = crate::read::text::decode(error.as_bytes());
            (text.into_owned(), replaced)
        }
    }
}

impl<'a> Tree<'a> {
    /// Reads the text of `part`.
    pub(in crate::read) fn parse(part: &str, text: &'a str) -> Result<Self, Refused> {
        let text = text.trim_start_matches('\u{feff}');
        let mut growing = Growing {
            part,
            text,
            nodes: Vec::new(),
            open: Vec::new(),
            prefixes: Vec::new(),
        };
        let mut reader = Reader::from_str(text);
        loop {
            // An event is what stands here.
            let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
            let event = reader
                .read_event()
                .map_err(|error| broken(part, error.to_string()))?;
            match event {
                Event::Start(tag) => growing.start(at + "<".len(), tag.len())?,
                Event::Empty(tag) => {
                    growing.start(at + "<".len(), tag.len())?;
                    growing.end();
                }
                Event::End(_) => growing.end(),
                Event::Text(piece) => growing.push(Kind::Text, at, piece.len(), 0)?,
                Event::CData(piece) => {
                    growing.push(Kind::Text, at + "<![CDATA[".len(), piece.len(), 0)?;
                }
                Event::GeneralRef(name) => {
                    if character(&name).is_none() {
                        return Err(broken(part, format!("`&{};` is not known", &*name)));
                    }
                    growing.push(Kind::Reference, at + "&".len(), name.len(), 0)?;
                }
                Event::DocType(_) => {
                    return Err(hostile(format!("{part}: it declares a document type")));
                }
                Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {}
                Event::Eof => break,
            }
        }
        if !growing.open.is_empty() {
            return Err(broken(part, "it is cut short"));
        }
        if growing.nodes.is_empty() {
            return Err(broken(part, "it is empty"));
        }
        Ok(Self {
            text,
            nodes: growing.nodes,
        })
    }

    /// A name, or a piece of text.
    fn name(&self, node: &Node) -> &'a str {
        let begin = node.begin as usize;
        self.text
            .get(begin..begin + node.length as usize)
            .unwrap_or_default()
    }

    /// What stands behind the name of an element.
    fn attributes(&self, node: &Node) -> &'a str {
        let begin = node.begin as usize + node.length as usize;
        self.text
            .get(begin..begin + node.attributes as usize)
            .unwrap_or_default()
    }

    /// The outermost element.
    pub(in crate::read) fn root(&self) -> Element<'_> {
        Element { tree: self, at: 0 }
    }
}

/// A tree while its text is read.
struct Growing<'a, 'p> {
    part: &'p str,
    text: &'a str,
    nodes: Vec<Node>,
    open: Vec<usize>,
    /// What a prefix stands for, and how many elements were open when it was declared.
    prefixes: Vec<(&'a str, Namespace, usize)>,
}

impl<'a> Growing<'a, '_> {
    /// An element whose tag is `length` bytes from `begin` on.
    fn start(&mut self, begin: usize, length: usize) -> Result<(), Refused> {
        if self.open.len() >= MAX_DEPTH {
            let part = self.part;
            return Err(hostile(format!(
                "{part}: more than {MAX_DEPTH} elements in each other"
            )));
        }
        // Only one element is outermost.
        if self.open.is_empty() && !self.nodes.is_empty() {
            return Err(broken(self.part, "there is more behind its end"));
        }
        let tag = self.text.get(begin..begin + length).unwrap_or_default();
        let named = tag.find(|c: char| c.is_ascii_whitespace());
        let (name, attributes) = tag.split_at(named.unwrap_or(tag.len()));
        self.declare(attributes)?;
        let (prefix, name) = name.split_once(':').unwrap_or(("", name));
        let namespace = self
            .prefixes
            .iter()
            .rev()
            .find(|(known, ..)| *known == prefix)
            .map_or(Namespace::Other, |(_, namespace, _)| *namespace);
        let begin = begin + tag.len() - attributes.len() - name.len();
        let kind = Kind::Element(namespace);
        self.push(kind, begin, name.len(), attributes.len())?;
        self.open.push(self.nodes.len() - 1);
        Ok(())
    }

    /// Takes up prefixes, and looks whether there are too many of anything.
    fn declare(&mut self, attributes: &'a str) -> Result<(), Refused> {
        // Fewer bytes than that hold fewer attributes than that.
        if attributes.len() < MAX_ATTRIBUTES * 4 && !attributes.contains("xmlns") {
            return Ok(());
        }
        let depth = self.open.len();
        for (count, (name, value)) in Attributes(attributes).enumerate() {
            if count >= MAX_ATTRIBUTES {
                let part = self.part;
                return Err(hostile(format!(
                    "{part}: an element with more than {MAX_ATTRIBUTES} attributes"
                )));
            }
            let prefix = match name.strip_prefix("xmlns") {
                Some("") => "",
                Some(rest) => match rest.strip_prefix(':') {
                    Some(prefix) => prefix,
                    None => continue,
                },
                None => continue,
            };
            self.prefixes.push((prefix, Namespace::of(value), depth));
        }
        if self.prefixes.len() > MAX_PREFIXES {
            let part = self.part;
            return Err(hostile(format!(
                "{part}: more than {MAX_PREFIXES} prefixes"
            )));
        }
        Ok(())
    }

    fn push(
        &mut self,
        kind: Kind,
        begin: usize,
        length: usize,
        attributes: usize,
    ) -> Result<(), Refused> {
        // White space around the outermost element.
        if self.open.is_empty() && !matches!(kind, Kind::Element(_)) {
            return Ok(());
        }
        if self.nodes.len() >= MAX_NODES {
            let part = self.part;
            return Err(hostile(format!("{part}: more than {MAX_NODES} elements")));
        }
        self.nodes.push(Node {
            kind,
            begin: begin as u32,
            length: length as u32,
            attributes: attributes as u32,
            end: self.nodes.len() as u32 + 1,
        });
        Ok(())
    }

    /// The innermost open element ends.
    fn end(&mut self) {
        let end = self.nodes.len() as u32;
        if let Some(node) = self.open.pop().and_then(|at| self.nodes.get_mut(at)) {
            node.end = end;
        }
        let depth = self.open.len();
        while self
            .prefixes
            .pop_if(|(.., declared)| *declared >= depth)
            .is_some()
        {}
    }
}

impl<'t> Element<'t> {
    fn node(self) -> &'t Node {
        // There is no element but one that the tree gave out.
        &self.tree.nodes[self.at]
    }

    fn written(self) -> &'t str {
        self.tree.attributes(self.node())
    }

    /// Its name without a prefix.
    pub(in crate::read) fn name(self) -> &'t str {
        self.tree.name(self.node())
    }

    /// Its namespace and name.
    pub(in crate::read) fn full(self) -> (Namespace, &'t str) {
        let node = self.node();
        match node.kind {
            Kind::Element(namespace) => (namespace, self.name()),
            Kind::Text | Kind::Reference => (Namespace::Other, ""),
        }
    }

    pub(in crate::read) fn is(self, namespace: Namespace, name: &str) -> bool {
        self.full() == (namespace, name)
    }

    /// The elements right inside, in order.
    pub(in crate::read) fn children(self) -> impl Iterator<Item = Self> + use<'t> {
        let mut pieces = self.pieces();
        std::iter::from_fn(move || {
            pieces.find_map(|piece| match piece {
                Piece::Element(element) => Some(element),
                Piece::Text(_) => None,
            })
        })
    }

    /// What is right inside: elements and text, in order.
    pub(in crate::read) fn pieces(self) -> impl Iterator<Item = Piece<'t>> + use<'t> {
        let (tree, end) = (self.tree, self.node().end as usize);
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let node = tree.nodes.get(at).filter(|_| at < end)?;
            let piece = match node.kind {
                Kind::Element(_) => Piece::Element(Element { tree, at }),
                Kind::Text => Piece::Text(Cow::Borrowed(tree.name(node))),
                Kind::Reference => Piece::Text(Cow::Owned(
                    character(tree.name(node))
                        .map(String::from)
                        .unwrap_or_default(),
                )),
            };
            at = node.end as usize;
            Some(piece)
        })
    }

    /// Every element inside, however deep, in order.
    pub(in crate::read) fn descendants(self) -> impl Iterator<Item = Self> + use<'t> {
        let (tree, end) = (self.tree, self.node().end as usize);
        let elements = (self.at + 1..end).map(move |at| Self { tree, at });
        elements.filter(|element| matches!(element.node().kind, Kind::Element(_)))
    }

    /// The first child of a name.
    pub(in crate::read) fn child(self, namespace: Namespace, name: &str) -> Option<Self> {
        self.children().find(|child| child.is(namespace, name))
    }

    /// The first child of a name, whatever its namespace.
    pub(in crate::read) fn named(self, name: &str) -> Option<Self> {
        self.children().find(|child| child.name() == name)
    }

    /// An attribute without a prefix.
    pub(in crate::read) fn attribute(self, name: &str) -> Option<Cow<'t, str>> {
        let mut attributes = Attributes(self.written());
        let (_, value) = attributes.find(|(known, _)| *known == name)?;
        Some(unescape(value))
    }

    /// An attribute with a prefix: `id` finds `r:id`.
    pub(in crate::read) fn prefixed(self, name: &str) -> Option<Cow<'t, str>> {
        let matches = |known: &str| {
            let parts = known.split_once(':');
            parts.is_some_and(|(prefix, local)| local == name && prefix != "xmlns")
        };
        let mut attributes = Attributes(self.written());
        let (_, value) = attributes.find(|(known, _)| matches(known))?;
        Some(unescape(value))
    }

    /// An attribute that is a number.
    pub(in crate::read) fn number(self, name: &str) -> Option<f64> {
        let number = self.attribute(name)?.trim().parse::<f64>().ok()?;
        number.is_finite().then_some(number)
    }

    /// An attribute that is true or false.
    pub(in crate::read) fn flag(self, name: &str) -> Option<bool> {
        let value = self.attribute(name)?;
        Some(matches!(&*value, "1" | "true" | "on"))
    }

    /// All its attributes as they are written.
    pub(in crate::read) fn attributes(self) -> impl Iterator<Item = (&'t str, &'t str)> {
        Attributes(self.written())
    }

    /// All text inside, however deep.
    pub(in crate::read) fn text(self) -> String {
        let mut text = String::new();
        let nodes = &self.tree.nodes;
        for node in &nodes[self.at + 1..self.node().end as usize] {
            match node.kind {
                Kind::Element(_) => {}
                Kind::Text => text.push_str(self.tree.name(node)),
                Kind::Reference => text.extend(character(self.tree.name(node))),
            }
        }
        text
    }
}

/// What an element holds.
pub(in crate::read) enum Piece<'t> {
    Element(Element<'t>),
    Text(Cow<'t, str>),
}

/// Names and values, as they are written. What is no attribute ends them.
struct Attributes<'a>(&'a str);

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, rest) = self.0.split_once('=')?;
        let rest = rest.trim_ascii_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, rest) = rest[1..].split_once(quote)?;
        self.0 = rest;
        Some((name.trim_ascii(), value))
    }
}

/// A value without its references. Those that are not known stay as they are.
fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let mut pieces = value.split('&');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let reference = piece.split_once(';');
        match reference.and_then(|(name, rest)| Some((character(name)?, rest))) {
            Some((known, rest)) => {
                out.push(known);
                out.push_str(rest);
            }
            None => {
                out.push('&');
                out.push_str(piece);
            }
        }
    }
    Cow::Owned(out)
}

/// The character that a reference stands for.
fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let number = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(number.ok()?).filter(|&c| c != '\0')
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Reason;

    const HEAD: &str = "http://schemas.openxmlformats.org/drawingml/2006/main";

    #[test]
    fn names_attributes_and_text_are_read_whatever_the_prefix() {
        let text = format!(
            "<?xml version='1.0'?>\n<x:p xmlns:x=\"{HEAD}\" id='7' x:id=\"&lt;&#x41;&gt;\"><!-- no -->\
             <x:t a = \"1\" >A &amp; B&#33;</x:t><y xmlns=\"{HEAD}\"><z/></y><y >é<![CDATA[<i>]]>\u{fc}&#228;</y ></x:p>\n"
        );
        let tree = Tree::parse("p.xml", &text).expect("XML");
        let root = tree.root();
        assert!(root.is(Namespace::Drawing, "p"));
        assert_eq!(root.attribute("id").as_deref(), Some("7"));
        assert_eq!(root.prefixed("id").as_deref(), Some("<A>"));
        assert_eq!(root.text(), "A & B!é<i>üä");
        let children: Vec<_> = root.children().map(Element::full).collect();
        use Namespace::{Drawing, Other};
        assert_eq!(children, [(Drawing, "t"), (Drawing, "y"), (Other, "y")]);
        let inside: Vec<_> = root.descendants().map(Element::full).collect();
        assert_eq!(inside.len(), 4);
        assert_eq!(inside[2], (Drawing, "z"));
        let first = root.child(Drawing, "t").expect("there");
        assert_eq!((first.number("a"), first.number("b")), (Some(1.0), None));
    }

    #[test]
    fn what_is_dangerous_or_damaged_is_refused() {
        let deep = "<a>".repeat(1_000_000);
        let wide = format!("<a {}/>", "b='' ".repeat(1_000_000));
        let bound = format!("<a {}/>", "xmlns:b='' ".repeat(200)).repeat(1);
        let nested = |inner: &str| format!("<a>{inner}</a>");
        for (text, reason) in [
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", Reason::Hostile),
            ("<a>&b;</a>", Reason::BrokenOffice),
            ("<a>&#0;</a>", Reason::BrokenOffice),
            ("<a><b></a>", Reason::BrokenOffice),
            ("<a><b>", Reason::BrokenOffice),
            ("", Reason::BrokenOffice),
            ("<a/><b/>", Reason::BrokenOffice),
            ("plain", Reason::BrokenOffice),
            (&deep, Reason::Hostile),
            (&wide, Reason::Hostile),
            (&nested(&"<b/>".repeat(2_000_001)), Reason::Hostile),
        ] {
            let refused = Tree::parse("p.xml", text).err().expect("refused");
            assert_eq!(refused.reason, reason, "{}", refused.cause);
            assert!(refused.cause.contains("p.xml"), "{}", refused.cause);
        }
        assert!(Tree::parse("p.xml", &bound).is_ok());
    }

    #[test]
    fn parts_in_utf_16_are_read() {
        let text = "<a>é😀</a>";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(little), (text.into(), 0));
        assert_eq!(decode(big.clone()), (text.into(), 0));
        assert_eq!(
            decode([vec![0xfe, 0xff], big].concat()).0.len(),
            text.len() + 3
        );
        assert_eq!(decode(b"<\xff>".to_vec()), ("<\u{fffd}>".into(), 1));
    }
}
