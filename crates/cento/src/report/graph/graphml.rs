//! GraphML: keys, then nodes and edges with data.

use std::io::{self, Write};

use super::xml::Escaped;
use super::{EDGE, Kind, Line, NODE, Node, Notation, Traits};

/// Writes GraphML.
pub(super) struct GraphMl;

impl Notation for GraphMl {
    fn begin(&self, out: &mut dyn Write, traits: Traits) -> io::Result<()> {
        out.write_all(
            b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
              <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
        )?;
        for (class, attributes) in [("node", &NODE[..]), ("edge", &EDGE[..])] {
            for (name, kind) in attributes {
                let kind = match kind {
                    Kind::Text => "string",
                    Kind::Count => "long",
                    Kind::Share => "double",
                };
                writeln!(
                    out,
                    "  <key id=\"{class}_{name}\" for=\"{class}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
                )?;
            }
        }
        let default = if traits.directed {
            "directed"
        } else {
            "undirected"
        };
        writeln!(out, "  <graph id=\"cento\" edgedefault=\"{default}\">")
    }

    fn node(&self, out: &mut dyn Write, id: &str, node: &Node) -> io::Result<()> {
        writeln!(out, "    <node id=\"{}\">", Escaped(id))?;
        for ((name, _), value) in NODE.iter().zip(&node.values) {
            data(out, "node", name, value)?;
        }
        out.write_all(b"    </node>\n")
    }

    fn between(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn edge(&self, out: &mut dyn Write, line: &Line<'_>) -> io::Result<()> {
        writeln!(
            out,
            "    <edge id=\"e{}\" source=\"{}\" target=\"{}\">",
            line.number,
            Escaped(line.source),
            Escaped(line.target),
        )?;
        for ((name, _), value) in EDGE.iter().zip(line.values) {
            data(out, "edge", name, value)?;
        }
        out.write_all(b"    </edge>\n")
    }

    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"  </graph>\n</graphml>\n")
    }
}

fn data(out: &mut dyn Write, class: &str, name: &str, value: &str) -> io::Result<()> {
    if value.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "      <data key=\"{class}_{name}\">{}</data>",
        Escaped(value)
    )
}
