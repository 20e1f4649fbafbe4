//! The documents as a graph, for programs that draw and measure networks.
//!
//! Nodes are the documents that are in a pair, edges the pairs. An edge leads from the earlier document
//! to the later one where the dates tell. Both formats want what is known of all nodes and edges in their
//! first lines, and nodes before edges, while results come the other way round: so both are held back,
//! in memory for the first megabyte and in a temporary file beyond, and written at the end.
//!
//! Departure: both formats can mix edges with and without a direction, but most readers cannot (networkx
//! refuses such a file, igraph takes one kind for the other). So a graph has one kind of edges: where
//! some directions are known and others not, an edge of unknown direction is written once each way.

mod gexf;
mod graphml;
mod xml;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use super::model::{DocumentRow, PairRow};
use super::passage::PassageRow;
use super::sink::Sink;
use super::writer::Pending;
use crate::codec::{Reader, put, put_bytes};
use crate::error::{Error, Result};
use crate::group::Direction;
use crate::hash::token_hash;
use crate::read::Time;
use crate::spill::{Spool, Temp};

/// How a graph is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// GraphML.
    GraphMl,
    /// GEXF 1.3, with the time from which on a document is there.
    Gexf,
}

impl GraphFormat {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::GraphMl, Self::Gexf];

    /// The name of its file in a folder of results.
    pub fn file(self) -> &'static str {
        match self {
            Self::GraphMl => "graph.graphml",
            Self::Gexf => "graph.gexf",
        }
    }
}

/// Gathers the graph of a run.
#[derive(Debug)]
pub struct Graph {
    nodes: Spool,
    edges: Spool,
    /// The pair given last: its passages are still to come.
    open: Option<Edge>,
    traits: Traits,
}

/// What must be known before the first line is written.
#[derive(Clone, Copy, Debug, Default)]
struct Traits {
    /// Whether a node has a date.
    dated: bool,
    /// Whether documents are of two sides, each with its own ids.
    sides: bool,
    /// Whether the direction of some edge is known.
    directed: bool,
}

/// What an attribute holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Count,
    Share,
}

/// A name, and what it holds.
type Attribute = (&'static str, Kind);

/// What is known of a node besides its id.
const NODE: [Attribute; 9] = [
    ("label", Kind::Text),
    ("document", Kind::Text),
    ("title", Kind::Text),
    ("series", Kind::Text),
    ("date", Kind::Text),
    ("tokens", Kind::Count),
    ("related", Kind::Count),
    ("reused", Kind::Share),
    ("side", Kind::Text),
];

/// What is known of an edge besides its ends.
const EDGE: [Attribute; 11] = [
    ("weight", Kind::Share),
    ("a_in_b", Kind::Share),
    ("b_in_a", Kind::Share),
    ("class", Kind::Text),
    ("hits", Kind::Count),
    ("a_matched", Kind::Count),
    ("b_matched", Kind::Count),
    ("passages", Kind::Count),
    ("labels", Kind::Text),
    ("direction", Kind::Text),
    ("lag_days", Kind::Count),
];

/// A document.
#[derive(Debug, Default)]
struct Node {
    side: String,
    id: String,
    /// The day from which on it is there; empty if it is undated.
    start: String,
    /// As in [`NODE`]; what is not known is empty.
    values: Vec<String>,
}

/// A pair.
#[derive(Clone, Debug)]
struct Edge {
    a: String,
    b: String,
    direction: Direction,
    lag_days: Option<u64>,
    /// As in [`EDGE`], without the last two; what is not known is empty.
    values: Vec<String>,
}

/// One line between two nodes.
#[derive(Debug)]
struct Line<'a> {
    number: u64,
    source: &'a str,
    target: &'a str,
    values: &'a [String],
}

/// Writes a graph in one format.
trait Notation {
    fn begin(&self, out: &mut dyn Write, traits: Traits) -> io::Result<()>;
    fn node(&self, out: &mut dyn Write, id: &str, node: &Node) -> io::Result<()>;
    fn between(&self, out: &mut dyn Write) -> io::Result<()>;
    fn edge(&self, out: &mut dyn Write, line: &Line<'_>) -> io::Result<()>;
    fn end(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// What is held in memory of nodes and of edges.
const HELD: usize = 1 << 20;

impl Graph {
    /// A graph whose larger part is kept in a temporary file in `temp`.
    pub fn new(temp: &Path) -> Self {
        let temp = Temp::new(temp.to_path_buf());
        Self {
            nodes: Spool::new(HELD, &temp),
            edges: Spool::new(HELD, &temp),
            open: None,
            traits: Traits::default(),
        }
    }

    /// Writes the graph to a file in `folder`, which does not appear yet.
    pub fn write(&mut self, folder: &Path, format: GraphFormat) -> Result<Pending> {
        self.close()?;
        let path = folder.join(format.file());
        let file = Pending::create(&path)?;
        let mut out = file.writer()?;
        let notation: &dyn Notation = match format {
            GraphFormat::GraphMl => &graphml::GraphMl,
            GraphFormat::Gexf => &gexf::Gexf,
        };
        let failed = |cause| Error::io("write", &path)(cause);
        let traits = self.traits;
        notation.begin(&mut out, traits).map_err(failed)?;
        each(&self.nodes, |mut record| {
            let node = Node::read(&mut record);
            let id = node_id(traits.sides, &node.side, &node.id);
            notation.node(&mut out, &id, &node).map_err(failed)
        })?;
        notation.between(&mut out).map_err(failed)?;
        let mut number = 0;
        each(&self.edges, |mut record| {
            let edge = Edge::read(&mut record);
            let a = node_id(traits.sides, "a", &edge.a);
            let b = node_id(traits.sides, "b", &edge.b);
            let lines = match edge.direction {
                Direction::AToB => [Some((&a, &b)), None],
                Direction::BToA => [Some((&b, &a)), None],
                Direction::Unknown => [Some((&a, &b)), traits.directed.then_some((&b, &a))],
            };
            for (source, target) in lines.into_iter().flatten() {
                number += 1;
                let line = Line {
                    number,
                    source,
                    target,
                    values: &edge.values,
                };
                notation.edge(&mut out, &line).map_err(failed)?;
            }
            Ok(())
        })?;
        notation.end(&mut out).map_err(failed)?;
        out.flush().map_err(failed)?;
        Ok(file)
    }

    /// Puts the pair given last with the others.
    fn close(&mut self) -> Result<()> {
        let Some(edge) = self.open.take() else {
            return Ok(());
        };
        self.traits.directed |= edge.direction != Direction::Unknown;
        append(&mut self.edges, &edge.record())
    }
}

impl Sink for Graph {
    fn pair(&mut self, row: &PairRow) -> Result<()> {
        self.close()?;
        let weight = row.a_matched.max(row.b_matched).max(1);
        self.open = Some(Edge {
            a: row.a_id.clone(),
            b: row.b_id.clone(),
            direction: Direction::Unknown,
            lag_days: None,
            values: vec![
                weight.to_string(),
                share(row.a_in_b),
                share(row.b_in_a),
                row.class.name().to_owned(),
                row.hits.to_string(),
                row.a_matched.to_string(),
                row.b_matched.to_string(),
                row.passages
                    .map_or(String::new(), |count| count.to_string()),
                row.labels.names().join(";"),
            ],
        });
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> Result<()> {
        if let Some(edge) = &mut self.open {
            // The dates are those of the documents: all passages of a pair say the same.
            edge.direction = row.direction;
            edge.lag_days = row.lag_days;
        }
        Ok(())
    }

    fn document(&mut self, row: &DocumentRow) -> Result<()> {
        if row.related == 0 {
            return Ok(());
        }
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let label = match text(&row.title) {
            title if title.is_empty() => row.id.clone(),
            title => title,
        };
        let side = row.side.unwrap_or_default();
        let start = row.date.as_deref().and_then(Time::parse).map(Time::day);
        self.traits.dated |= start.is_some();
        self.traits.sides |= row.side.is_some();
        let node = Node {
            side: side.to_owned(),
            id: row.id.clone(),
            start: start.unwrap_or_default(),
            values: vec![
                label,
                row.id.clone(),
                text(&row.title),
                text(&row.series),
                text(&row.date),
                row.tokens.to_string(),
                row.related.to_string(),
                share(row.reused),
                side.to_owned(),
            ],
        };
        append(&mut self.nodes, &node.record())
    }
}

impl Node {
    fn record(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for text in [&self.side, &self.id, &self.start]
            .into_iter()
            .chain(&self.values)
        {
            put_bytes(&mut out, text.as_bytes());
        }
        out
    }

    fn read(record: &mut Reader<'_>) -> Self {
        let [side, id, start] = [(); 3].map(|()| text(record));
        let values = NODE.iter().map(|_| text(record)).collect();
        Self {
            side,
            id,
            start,
            values,
        }
    }
}

impl Edge {
    fn record(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, self.direction as u64);
        for text in [&self.a, &self.b].into_iter().chain(&self.values) {
            put_bytes(&mut out, text.as_bytes());
        }
        put_bytes(&mut out, self.direction.name().as_bytes());
        let lag = self.lag_days.map_or(String::new(), |days| days.to_string());
        put_bytes(&mut out, lag.as_bytes());
        out
    }

    fn read(record: &mut Reader<'_>) -> Self {
        let number = record.number();
        let directions = [Direction::AToB, Direction::BToA, Direction::Unknown];
        let is_it = |direction: &Direction| *direction as u64 == number;
        let direction = directions.into_iter().find(is_it).unwrap_or_default();
        let [a, b] = [(); 2].map(|()| text(record));
        let values: Vec<String> = EDGE.iter().map(|_| text(record)).collect();
        Self {
            a,
            b,
            direction,
            lag_days: None,
            values,
        }
    }
}

fn text(record: &mut Reader<'_>) -> String {
    String::from_utf8_lossy(record.bytes()).into_owned()
}

/// As in JSON: the shortest number that is read back the same.
fn share(share: f64) -> String {
    serde_json::to_string(&share).unwrap_or_default()
}

/// The id of a node: the document's, with its side in front where there are two. Characters that XML
/// does not have are replaced; so that two ids stay two, what was there is hashed behind it.
fn node_id(sides: bool, side: &str, id: &str) -> String {
    let clean = xml::clean(id);
    let hash = match &clean {
        Cow::Borrowed(_) => String::new(),
        Cow::Owned(_) => format!("#{:016x}", token_hash(id.as_bytes())),
    };
    if sides {
        format!("{side}:{clean}{hash}")
    } else {
        format!("{clean}{hash}")
    }
}

/// Adds a record behind its length.
fn append(spool: &mut Spool, record: &[u8]) -> Result<()> {
    spool.append(&(record.len() as u32).to_le_bytes())?;
    spool.append(record)?;
    Ok(())
}

/// Bytes read at once.
const BLOCK: u64 = 1 << 18;

/// Gives every record to `take`, in order.
fn each(spool: &Spool, mut take: impl FnMut(Reader<'_>) -> Result<()>) -> Result<()> {
    let mut buffer: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < spool.len() {
        let held = buffer.len();
        let more = BLOCK.min(spool.len() - at);
        buffer.resize(held + more as usize, 0);
        spool.read(at, &mut buffer[held..])?;
        at += more;
        let mut rest = &buffer[..];
        while let Some((length, after)) = rest.split_first_chunk::<4>() {
            let length = u32::from_le_bytes(*length) as usize;
            let Some(record) = after.get(..length) else {
                break;
            };
            take(Reader::new(record))?;
            rest = &after[length..];
        }
        let used = buffer.len() - rest.len();
        buffer.drain(..used);
    }
    Ok(())
}
