//! GEXF 1.3, with time where documents are dated.
//!
//! Times are days: not all readers know `dateTime`. The date as it was given is an attribute.

use std::io::{self, Write};

use super::xml::Escaped;
use super::{Attribute, EDGE, Kind, Line, NODE, Node, Notation, Traits};

/// Writes GEXF.
pub(super) struct Gexf;

impl Notation for Gexf {
    fn begin(&self, out: &mut dyn Write, traits: Traits) -> io::Result<()> {
        out.write_all(
            b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
              <gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">\n  \
              <meta>\n    <creator>cento</creator>\n  </meta>\n",
        )?;
        let edges = if traits.directed {
            "directed"
        } else {
            "undirected"
        };
        let time = if traits.dated {
            "mode=\"dynamic\" timeformat=\"date\""
        } else {
            "mode=\"static\""
        };
        writeln!(out, "  <graph defaultedgetype=\"{edges}\" {time}>")?;
        for (class, attributes) in [("node", &NODE[..]), ("edge", &EDGE[..])] {
            writeln!(out, "    <attributes class=\"{class}\" mode=\"static\">")?;
            for (name, kind) in attributes.iter().filter(own) {
                let kind = match kind {
                    Kind::Text => "string",
                    Kind::Count => "long",
                    Kind::Share => "double",
                };
                writeln!(
                    out,
                    "      <attribute id=\"{name}\" title=\"{name}\" type=\"{kind}\"/>"
                )?;
            }
            out.write_all(b"    </attributes>\n")?;
        }
        out.write_all(b"    <nodes>\n")
    }

    fn node(&self, out: &mut dyn Write, id: &str, node: &Node) -> io::Result<()> {
        write!(out, "      <node id=\"{}\"", Escaped(id))?;
        given(out, &NODE, &node.values)?;
        if !node.start.is_empty() {
            write!(out, " start=\"{}\"", node.start)?;
        }
        out.write_all(b">\n")?;
        values(out, &NODE, &node.values)?;
        out.write_all(b"      </node>\n")
    }

    fn between(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"    </nodes>\n    <edges>\n")
    }

    fn edge(&self, out: &mut dyn Write, line: &Line<'_>) -> io::Result<()> {
        write!(
            out,
            "      <edge id=\"e{}\" source=\"{}\" target=\"{}\"",
            line.number,
            Escaped(line.source),
            Escaped(line.target),
        )?;
        given(out, &EDGE, line.values)?;
        out.write_all(b">\n")?;
        values(out, &EDGE, line.values)?;
        out.write_all(b"      </edge>\n")
    }

    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"    </edges>\n  </graph>\n</gexf>\n")
    }
}

/// Whether an attribute is ours, and not one of the format itself.
fn own(attribute: &&Attribute) -> bool {
    !matches!(attribute.0, "label" | "weight")
}

/// The attributes that the format itself has.
fn given(out: &mut dyn Write, names: &[Attribute], values: &[String]) -> io::Result<()> {
    for (attribute, value) in names.iter().zip(values) {
        if !own(&attribute) {
            write!(out, " {}=\"{}\"", attribute.0, Escaped(value))?;
        }
    }
    Ok(())
}

/// Our own.
fn values(out: &mut dyn Write, names: &[Attribute], values: &[String]) -> io::Result<()> {
    out.write_all(b"        <attvalues>\n")?;
    for (attribute, value) in names.iter().zip(values) {
        if own(&attribute) && !value.is_empty() {
            writeln!(
                out,
                "          <attvalue for=\"{}\" value=\"{}\"/>",
                attribute.0,
                Escaped(value)
            )?;
        }
    }
    out.write_all(b"        </attvalues>\n")
}
